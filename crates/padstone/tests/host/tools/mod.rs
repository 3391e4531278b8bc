//! The compilers and interpreters of the host languages, and for each a program that writes through every field.

pub(crate) mod c;
pub(crate) mod python;
pub(crate) mod rust;
pub(crate) mod typescript;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use padstone_read::emit::host::{AccessStep, ScalarAccess, StructMap};
use padstone_read::model::Scalar;
use padstone_testing::Oracle;

/// padstone's output for one shader.
pub(crate) struct Program {
    pub(crate) text: String,
    pub(crate) maps: Vec<StructMap>,
}

/// File names and their contents.
pub(crate) type Files = Vec<(String, String)>;

/// The tool for programs of a language.
#[derive(Clone, Copy)]
pub(crate) struct Tool {
    pub(crate) language: &'static str,
    pub(crate) style: &'static str,
    pub(crate) derives: &'static [&'static str],
    /// The required program in PATH, or the required file.
    pub(crate) needs: &'static [&'static str],
    /// Writes the files of several programs, the main one last.
    pub(crate) files: fn(&Tool, &[Program]) -> Files,
    /// The command lines that print the bytes of all buffers, for the files.
    pub(crate) commands: fn(&[PathBuf]) -> Vec<Vec<String>>,
    /// Whether 16-bit floating-point values are written as such, not as bits.
    pub(crate) has_half: bool,
    /// Whether a buffer of scalars has a type too.
    pub(crate) has_aliases: bool,
}

impl Tool {
    pub(crate) fn name(&self) -> String {
        [&[self.language, self.style], self.derives].concat().join(" ")
    }

    /// Whether structs use a library's types.
    pub(crate) fn has_library(&self) -> bool {
        !matches!(self.style, "plain" | "numpy" | "ctypes" | "dataview")
    }

    /// Whether a buffer has a type in the language.
    pub(crate) fn has(&self, map: &StructMap) -> bool {
        self.has_aliases || matches!(map.places.first().and_then(|place| place.steps.first()), Some(AccessStep::Field(_)))
    }

    /// The bytes of a buffer after all scalars were written, in hexadecimal digits.
    pub(crate) fn bytes(&self, map: &StructMap) -> String {
        let mut bytes = vec![0; length(map) as usize];
        for (index, place) in map.places.iter().enumerate() {
            let encoded = encode(tag(index), place.scalar, self.has_half);
            bytes[place.offset as usize..][..encoded.len()].copy_from_slice(&encoded);
        }
        bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    }

    /// The output of the programs; `None` if the tool is missing.
    pub(crate) fn run(&self, programs: &[Program], folder: &Path) -> Option<String> {
        let checks = format!("structs of {}", self.name());
        let missing = self.needs.iter().any(|program| Oracle::find(program, &checks).is_none());
        if missing {
            return None;
        }
        let folder = folder.join(format!("host-{}", self.name().replace(' ', "-")));
        fs::create_dir_all(&folder).expect("the folder can be made");
        let paths: Vec<PathBuf> = (self.files)(self, programs)
            .into_iter()
            .map(|(name, text)| {
                let path = folder.join(name);
                fs::write(&path, text).expect("the file can be written");
                path
            })
            .collect();
        let mut printed = String::new();
        for line in (self.commands)(&paths) {
            let output = Command::new(&line[0]).args(&line[1..]).current_dir(&folder).output().expect("the program can be started");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{} {:?}\n{}", self.name(), line, &errors.chars().take(4000).collect::<String>());
            printed = String::from_utf8_lossy(&output.stdout).into_owned();
        }
        Some(printed)
    }
}

/// A value that distinguishes a scalar from its neighbors.
fn tag(index: usize) -> u8 {
    (index % 100 + 1) as u8
}

fn encode(tag: u8, scalar: Scalar, has_half: bool) -> Vec<u8> {
    match scalar {
        Scalar::Float32 => f32::from(tag).to_le_bytes().to_vec(),
        Scalar::Float64 => f64::from(tag).to_le_bytes().to_vec(),
        Scalar::Float16 if has_half => half(tag).to_le_bytes().to_vec(),
        scalar => u64::from(tag).to_le_bytes()[..scalar.bytes(true) as usize].to_vec(),
    }
}

/// A small integer as 16-bit floating point: IEEE 754 binary16.
fn half(tag: u8) -> u16 {
    let exponent = 7 - tag.leading_zeros() as u16;
    let fraction = (u16::from(tag) << (10 - exponent)) & 0x3ff;
    (exponent + 15) << 10 | fraction
}

/// All buffers that have a type, with their program.
fn buffers(programs: &[Program]) -> impl Iterator<Item = (usize, &StructMap)> {
    programs.iter().enumerate().flat_map(|(index, program)| program.maps.iter().map(move |map| (index, map)))
}

/// The end of the last scalar: later bytes are not printed.
fn length(map: &StructMap) -> u64 {
    map.places.iter().map(|place| place.offset + place.scalar.bytes(true)).max().unwrap_or(0)
}

/// Assignments, one for each scalar.
fn assignments(map: &StructMap, line: impl Fn(&ScalarAccess, u8) -> String) -> String {
    map.places.iter().enumerate().fold(String::new(), |text, (index, place)| text + &line(place, tag(index)) + "\n")
}
