//! The compilers and interpreters of the host languages, and a program for each that writes through every field.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use padstone::emit::host::{Map, Place, Step};
use padstone::model::Scalar;
use padstone_testing::Oracle;

/// What padstone wrote for one shader.
pub(crate) struct Program {
    pub(crate) text: String,
    pub(crate) maps: Vec<Map>,
}

/// How to have programs of a language run.
pub(crate) struct Tool {
    pub(crate) language: &'static str,
    pub(crate) style: &'static str,
    /// What must be on PATH.
    needs: &'static [&'static str],
    /// Writes the files of a program of programs, the main one last.
    files: fn(&[Program]) -> Vec<(String, String)>,
    /// Makes the command lines that print the bytes of all buffers, from the folder and the main file.
    commands: fn(&[PathBuf]) -> Vec<Vec<String>>,
    /// Whether 16-bit floating point is written as such, not as its bits.
    has_half: bool,
    /// Whether a buffer of numbers has a type too.
    has_aliases: bool,
}

pub(crate) const TOOLS: &[Tool] = &[
    Tool { language: "rust", style: "plain", needs: &["rustc"], files: rust, commands: run_rust, has_half: false, has_aliases: true },
    Tool { language: "c", style: "plain", needs: &["gcc"], files: c, commands: run_c, has_half: false, has_aliases: true },
    Tool { language: "cpp", style: "plain", needs: &["g++"], files: cpp, commands: run_cpp, has_half: false, has_aliases: true },
    Tool { language: "python", style: "numpy", needs: &[PYTHON], files: numpy, commands: run_python, has_half: true, has_aliases: true },
    Tool { language: "python", style: "ctypes", needs: &[PYTHON], files: ctypes, commands: run_python, has_half: false, has_aliases: true },
    Tool {
        language: "typescript",
        style: "dataview",
        needs: &["esbuild", "node"],
        files: typescript,
        commands: run_typescript,
        has_half: false,
        has_aliases: false,
    },
];

/// The system's own, to which the package of numpy belongs.
const PYTHON: &str = "/usr/bin/python3";

impl Tool {
    /// Whether a buffer has a type in the language.
    pub(crate) fn has(&self, map: &Map) -> bool {
        self.has_aliases || matches!(map.places.first().and_then(|place| place.steps.first()), Some(Step::Field(_)))
    }

    /// The bytes of a buffer once every number has been written, as hexadecimal digits.
    pub(crate) fn bytes(&self, map: &Map) -> String {
        let end = map.places.iter().map(|place| place.offset + place.scalar.bytes(true)).max().unwrap_or(0);
        let mut bytes = vec![0; end as usize];
        for (index, place) in map.places.iter().enumerate() {
            let encoded = encode(tag(index), place.scalar, self.has_half);
            bytes[place.offset as usize..][..encoded.len()].copy_from_slice(&encoded);
        }
        bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    }

    /// What the programs print; `None` if the tool is not there.
    pub(crate) fn run(&self, programs: &[Program]) -> Option<String> {
        let what = format!("structs of {} ({})", self.language, self.style);
        let missing = self.needs.iter().any(|program| Oracle::find(program, &what).is_none());
        if missing {
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("host-{}-{}", self.language, self.style));
        fs::create_dir_all(&folder).expect("the folder can be made");
        let paths: Vec<PathBuf> = (self.files)(programs)
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
            assert!(output.status.success(), "{} {:?}\n{}", self.language, line, &errors[..errors.len().min(4000)]);
            printed = String::from_utf8_lossy(&output.stdout).into_owned();
        }
        Some(printed)
    }
}

/// A value that tells one number from its neighbours.
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

/// A small whole number in 16 bits of floating point: IEEE 754 binary16.
fn half(tag: u8) -> u16 {
    let exponent = 7 - tag.leading_zeros() as u16;
    let fraction = (u16::from(tag) << (10 - exponent)) & 0x3ff;
    (exponent + 15) << 10 | fraction
}

/// All buffers that have a type, with the program that they are of.
fn buffers(programs: &[Program]) -> impl Iterator<Item = (usize, &Map)> {
    programs.iter().enumerate().flat_map(|(index, program)| program.maps.iter().map(move |map| (index, map)))
}

/// The end of the last number: what follows is not printed.
fn length(map: &Map) -> u64 {
    map.places.iter().map(|place| place.offset + place.scalar.bytes(true)).max().unwrap_or(0)
}

/// `x.lights.head[1].value.color[2]`.
fn dotted(place: &Place) -> String {
    place.steps.iter().fold("x".to_owned(), |text, step| match step {
        Step::Field(name) => format!("{text}.{name}"),
        Step::Index(index) => format!("{text}[{index}]"),
        Step::Value => format!("{text}.value"),
        Step::Head => format!("{text}.head"),
        Step::Last(_) => format!("{text}.last"),
    })
}

/// Assignments, one for each number.
fn assignments(map: &Map, line: impl Fn(&Place, u8) -> String) -> String {
    map.places.iter().enumerate().fold(String::new(), |text, (index, place)| text + &line(place, tag(index)) + "\n")
}

fn rust(programs: &[Program]) -> Vec<(String, String)> {
    let mut text = String::from("#![allow(dead_code, unused_mut)]\n");
    for (index, program) in programs.iter().enumerate() {
        writeln!(text, "mod p{index} {{\n{}\n}}", program.text).expect("text takes all");
    }
    let mut calls = String::new();
    for (number, (index, map)) in buffers(programs).enumerate() {
        let body = assignments(map, |place, tag| format!("{} = {tag} as _;", dotted(place)));
        let length = length(map);
        writeln!(text, "fn b{number}() {{ let mut x: p{index}::{} = unsafe {{ core::mem::zeroed() }};\n{body}", map.name)
            .expect("text takes all");
        writeln!(text, "show(unsafe {{ core::slice::from_raw_parts(&raw const x as *const u8, {length}) }}); }}").expect("text takes all");
        writeln!(calls, "b{number}();").expect("text takes all");
    }
    text += "fn show(bytes: &[u8]) { let mut line = String::new(); for byte in bytes { line += &format!(\"{byte:02x}\"); } println!(\"{line}\"); }\n";
    vec![("main.rs".into(), format!("{text}fn main() {{\n{calls}}}\n"))]
}

fn run_rust(files: &[PathBuf]) -> Vec<Vec<String>> {
    let main = files[0].display().to_string();
    vec![["rustc", "--edition", "2021", "-Awarnings", "-o", "main", &main].map(str::to_owned).to_vec(), vec!["./main".into()]]
}

/// C has no namespaces: each program is a file of its own.
fn c(programs: &[Program]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut main = String::new();
    let mut calls = String::new();
    for (index, program) in programs.iter().enumerate() {
        let mut text = format!("{}\n#include <stdio.h>\n#include <string.h>\n", program.text.replace("#pragma once", ""));
        writeln!(text, "void p{index}(void) {{").expect("text takes all");
        program.maps.iter().for_each(|map| text += &c_buffer(&map.name, map));
        text += "}\n";
        files.push((format!("p{index}.c"), text));
        writeln!(main, "void p{index}(void);").expect("text takes all");
        writeln!(calls, "p{index}();").expect("text takes all");
    }
    files.push(("main.c".into(), format!("{main}int main(void) {{\n{calls}return 0;\n}}\n")));
    files
}

fn c_buffer(name: &str, map: &Map) -> String {
    let body = assignments(map, |place, tag| format!("{} = {tag};", dotted(place)));
    let length = length(map);
    format!(
        "{{ {name} x; memset(&x, 0, sizeof x);\n{body}const unsigned char *b = (const unsigned char *)&x;\nfor (int i = 0; i < {length}; i++) printf(\"%02x\", b[i]);\nprintf(\"\\n\"); }}\n"
    )
}

fn run_c(files: &[PathBuf]) -> Vec<Vec<String>> {
    let names = files.iter().map(|file| file.display().to_string());
    vec![["gcc", "-std=c11", "-w", "-o", "main"].map(str::to_owned).into_iter().chain(names).collect(), vec!["./main".into()]]
}

fn cpp(programs: &[Program]) -> Vec<(String, String)> {
    let mut text = String::from("#include <cstddef>\n#include <cstdint>\n#include <cstdio>\n#include <cstring>\n");
    for (index, program) in programs.iter().enumerate() {
        let body = program.text.replace("#pragma once", "");
        writeln!(text, "namespace p{index} {{\n{body}\nvoid test() {{").expect("text takes all");
        program.maps.iter().for_each(|map| text += &c_buffer(&map.name, map));
        text += "}\n}\n";
    }
    text += "int main() {\n";
    (0..programs.len()).for_each(|index| writeln!(text, "p{index}::test();").expect("text takes all"));
    vec![("main.cpp".into(), text + "}\n")]
}

fn run_cpp(files: &[PathBuf]) -> Vec<Vec<String>> {
    let main = files[0].display().to_string();
    vec![["g++", "-std=c++17", "-w", "-o", "main", &main].map(str::to_owned).to_vec(), vec!["./main".into()]]
}

/// `x["lights"]["head"][1]["value"]["color"][2]`.
fn subscripted(place: &Place) -> String {
    place.steps.iter().fold("x".to_owned(), |text, step| match step {
        Step::Field(name) => format!("{text}[{name:?}]"),
        Step::Index(index) => format!("{text}[{index}]"),
        Step::Value => format!("{text}[\"value\"]"),
        Step::Head => format!("{text}[\"head\"]"),
        Step::Last(_) => format!("{text}[\"last\"]"),
    })
}

fn numpy(programs: &[Program]) -> Vec<(String, String)> {
    python(programs, |map| {
        let whole = |place: &Place| if place.steps.is_empty() { "x[()]".to_owned() } else { subscripted(place) };
        let body = assignments(map, |place, tag| format!("{} = {tag}", whole(place)));
        format!("x = np.zeros((), {})\n{body}print(x.tobytes()[:{}].hex())\n", map.name, length(map))
    })
}

fn ctypes(programs: &[Program]) -> Vec<(String, String)> {
    python(programs, |map| {
        let whole = |place: &Place| if place.steps.is_empty() { "x.value".to_owned() } else { dotted(place) };
        let body = assignments(map, |place, tag| format!("{} = {tag}", whole(place)));
        format!("x = ({})()\n{body}print(bytes(x)[:{}].hex())\n", map.name, length(map))
    })
}

/// One file for each program, and one that runs them all.
fn python(programs: &[Program], buffer: impl Fn(&Map) -> String) -> Vec<(String, String)> {
    let text = |program: &Program| program.text.clone() + "\n" + &program.maps.iter().map(&buffer).collect::<String>();
    let mut files: Vec<(String, String)> =
        programs.iter().enumerate().map(|(index, program)| (format!("p{index}.py"), text(program))).collect();
    let names = files.iter().map(|(name, _)| format!("{name:?}")).collect::<Vec<_>>().join(", ");
    files.push(("main.py".into(), format!("for name in [{names}]:\n    exec(compile(open(name).read(), name, 'exec'), {{}})\n")));
    files
}

fn run_python(files: &[PathBuf]) -> Vec<Vec<String>> {
    vec![vec![PYTHON.into(), files[files.len() - 1].display().to_string()]]
}

fn typescript(programs: &[Program]) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> =
        programs.iter().enumerate().map(|(index, program)| (format!("p{index}.ts"), program.text.clone())).collect();
    let mut main = String::new();
    (0..programs.len()).for_each(|index| writeln!(main, "import * as p{index} from \"./p{index}\";").expect("text takes all"));
    main += WRITE;
    let tool = &TOOLS[TOOLS.len() - 1];
    for (index, map) in buffers(programs).filter(|(_, map)| tool.has(map)) {
        let body = assignments(map, |place, tag| format!("write(x, {}, {}, {tag});", path(place), place.offset));
        let length = length(map);
        writeln!(
            main,
            "{{ const v = new DataView(new ArrayBuffer({} + 16)); const x = new p{index}.{}(v);\n{body}show(v, {length}); }}",
            map.size, map.name
        )
        .expect("text takes all");
    }
    files.push(("main.ts".into(), main));
    files
}

/// `[["lights", 1], ["color", 2]]`.
fn path(place: &Place) -> String {
    let mut groups: Vec<String> = Vec::new();
    for step in &place.steps {
        match (step, groups.last_mut()) {
            (Step::Field(name), _) => groups.push(format!("{name:?}")),
            (Step::Index(index) | Step::Last(index), Some(group)) => *group += &format!(", {index}"),
            _ => {}
        }
    }
    format!("[[{}]]", groups.join("], ["))
}

/// Goes to a number by getters, methods and typed arrays, and writes it.
const WRITE: &str = r#"
function write(start: any, path: any[][], offset: number, value: number) {
  let at = start;
  path.forEach(([name, ...indices], level) => {
    const member = at[name];
    const count = typeof member === "function" ? member.length : 0;
    const [outer, inner] = [indices.slice(0, count), indices.slice(count)];
    if (level < path.length - 1) { at = count > 0 ? at[name](...outer) : member; return; }
    if (at["set_" + name]) { at["set_" + name](...outer, typeof at[name](...outer) === "bigint" ? BigInt(value) : value); return; }
    const array = count > 0 ? at[name](...outer) : member;
    if (!ArrayBuffer.isView(array)) { at[name] = typeof array === "bigint" ? BigInt(value) : value; return; }
    const index = (offset - array.byteOffset) / (array as any).BYTES_PER_ELEMENT;
    if (!(index >= 0 && index < (array as any).length) || (inner.every((i) => i === 0) && index !== 0)) throw new Error(`${name}: ${index}`);
    (array as any)[index] = typeof (array as any)[index] === "bigint" ? BigInt(value) : value;
  });
}
function show(view: DataView, length: number) {
  console.log([...new Uint8Array(view.buffer, 0, length)].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
}
"#;

fn run_typescript(files: &[PathBuf]) -> Vec<Vec<String>> {
    let main = files[files.len() - 1].display().to_string();
    vec![
        ["esbuild", &main, "--bundle", "--platform=node", "--log-level=error", "--outfile=main.js"].map(str::to_owned).to_vec(),
        vec!["node".into(), "main.js".into()],
    ]
}
