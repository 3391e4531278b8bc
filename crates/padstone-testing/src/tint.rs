//! tint: its `--format ir` output for a WGSL module.

use std::collections::BTreeMap;

use tempfile::TempDir;

use crate::{Oracle, scratch};

/// tint, and a directory for its input: it does not read standard input.
#[derive(Debug)]
pub struct Tint {
    program: Oracle,
    folder: TempDir,
}

/// A struct of a variable of the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TintStruct {
    /// The alignment, in bytes.
    pub align: u64,
    /// Names and offsets of its members.
    pub members: Vec<(String, u64)>,
}

impl Tint {
    /// Finds the program, or records the checks that were skipped.
    pub fn find(report_unchecked: &str) -> Option<Tint> {
        let program = Oracle::find("tint", report_unchecked)?;
        Some(Tint { program, folder: scratch("tint") })
    }

    /// The structs in the variables of a module, by name.
    ///
    /// # Errors
    /// Its first error, if it rejects the module.
    pub fn structs(&self, source: &str) -> Result<BTreeMap<String, TintStruct>, String> {
        self.ir(source).map(|ir| read(&ir))
    }

    /// Whether it accepts a module.
    ///
    /// # Errors
    /// Its first error, if it rejects the module.
    pub fn accepts(&self, source: &str) -> Result<(), String> {
        self.ir(source).map(drop)
    }

    fn ir(&self, source: &str) -> Result<String, String> {
        let file = self.folder.path().join("module.wgsl");
        std::fs::write(&file, source).expect("the module can be written");
        let file = file.to_str().expect("a path in UTF-8");
        // tint prints diagnostics to standard error, and its exit code is undefined if it writes no file.
        let output = self.program.output(&[file, "--format", "ir"], "");
        let errors = String::from_utf8_lossy(&output.stderr);
        match errors.lines().find(|line| line.contains("error: ")) {
            Some(error) => Err(error.replace(file, "module.wgsl")),
            None => Ok(errors.into_owned()),
        }
    }
}

impl Tint {
    /// The locations of the members of structs and of the parameters of entry points, by name.
    ///
    /// # Errors
    /// Its first error, if it rejects the module.
    pub fn interface(&self, source: &str) -> Result<BTreeMap<String, u64>, String> {
        let errors = self.ir(source)?;
        let mut found = BTreeMap::new();
        // `uv:vec2<f32> @offset(16), @location(0)` is a member, `%p:vec3<f32> [@location(0)]` a parameter; a result has no name.
        for (position, location) in errors.match_indices("@location(") {
            let before = errors[..position].rsplit_once(':').map_or("", |(before, _)| before);
            let name = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            if !name.is_empty() {
                found.insert(name.to_owned(), number(&errors[position + location.len()..]));
            }
        }
        Ok(found)
    }
}

/// Reads `S = struct @align(16) {` and `  a:f32 @offset(0)`.
fn read(ir: &str) -> BTreeMap<String, TintStruct> {
    let mut structs = BTreeMap::new();
    let mut current = None;
    for line in ir.lines() {
        if let Some((name, head)) = line.split_once(" = struct @align(") {
            structs.insert(name.to_owned(), TintStruct { align: number(head), members: Vec::new() });
            current = Some(name);
        } else if line == "}" {
            current = None;
        } else if let Some(name) = current
            && let Some((member, _)) = line.trim_start().split_once(':')
            && let Some((_, offset)) = line.split_once("@offset(")
        {
            structs.get_mut(name).expect("the struct was begun before").members.push((member.to_owned(), number(offset)));
        }
    }
    structs
}

/// The number at the start of a text.
fn number(text: &str) -> u64 {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().expect("tint writes a number")
}
