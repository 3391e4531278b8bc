//! Rust programs.

use std::fmt::Write;
use std::path::PathBuf;

use padstone_read::emit::host::{AccessStep, StructMap};

use super::{Program, Tool, assignments, buffers, length};

pub(crate) const TOOLS: &[Tool] = &[PLAIN];

pub(crate) const PLAIN: Tool =
    Tool { language: "rust", style: "plain", derives: &[], needs: &["rustc"], files, commands, has_half: false, has_aliases: true };

fn files(tool: &Tool, programs: &[Program]) -> Vec<(String, String)> {
    let mut text = String::new();
    for (index, program) in programs.iter().enumerate() {
        writeln!(text, "mod p{index} {{\n{}\n}}", program.text).expect("text takes all");
    }
    let mut calls = String::new();
    for (number, (index, map)) in buffers(programs).enumerate() {
        let ty = format!("p{index}::{}", map.name);
        let body = assignments(map, |place, tag| assign(tool, "x", &place.steps, tag));
        writeln!(text, "fn b{number}() {{ let mut x: {ty} = unsafe {{ core::mem::zeroed() }};\n{body}").expect("text takes all");
        writeln!(text, "{} }}", show(tool, map, &ty)).expect("text takes all");
        writeln!(calls, "b{number}();").expect("text takes all");
    }
    text += "fn show(bytes: &[u8]) { let mut line = String::new(); for byte in bytes { line += &format!(\"{byte:02x}\"); } println!(\"{line}\"); }\n";
    vec![("main.rs".into(), format!("{text}fn main() {{\n{calls}}}\n"))]
}

/// Prints the bytes, and reads them back if a library supports it.
fn show(tool: &Tool, map: &StructMap, ty: &str) -> String {
    let length = length(map);
    match tool.derives.first() {
        Some(&"bytemuck") => format!(
            "let y: {ty} = bytemuck::pod_read_unaligned(bytemuck::bytes_of(&x));\n\
             assert_eq!(bytemuck::bytes_of(&x), bytemuck::bytes_of(&y)); show(&bytemuck::bytes_of(&y)[..{length}]);"
        ),
        Some(&"zerocopy") => format!(
            "use zerocopy::{{FromBytes, IntoBytes}}; let y = <{ty}>::read_from_bytes(x.as_bytes()).unwrap();\n\
             assert_eq!(x.as_bytes(), y.as_bytes()); show(&y.as_bytes()[..{length}]);"
        ),
        Some(&"encase") => format!(
            "let mut buffer = encase::StorageBuffer::new(Vec::<u8>::new()); buffer.write(&x).unwrap(); let bytes = buffer.into_inner();\n\
             let y: {ty} = encase::StorageBuffer::new(bytes.clone()).create().unwrap();\n\
             let mut buffer = encase::StorageBuffer::new(Vec::<u8>::new()); buffer.write(&y).unwrap();\n\
             assert_eq!(bytes, buffer.into_inner()); show(&bytes[..{length}]);"
        ),
        _ => format!("show(unsafe {{ core::slice::from_raw_parts(&raw const x as *const u8, {length}) }});"),
    }
}

/// `x.lights[1].value.color[2] = 3 as _;`, with elements of arrays read and written by accessor functions if there are any.
fn assign(tool: &Tool, from: &str, steps: &[AccessStep], tag: u8) -> String {
    let mut text = from.to_owned();
    for (position, step) in steps.iter().enumerate() {
        match step {
            AccessStep::Field(name) => text += &format!(".{name}"),
            AccessStep::Index(index) | AccessStep::Lane(index) => text += &format!("[{index}]"),
            AccessStep::Value => text += ".value",
            AccessStep::Cell(vector, number) if tool.style == "glam" => text += &format!(".col_mut({vector})[{number}]"),
            AccessStep::Cell(vector, number) => text += &format!("[({number}, {vector})]"),
            AccessStep::Peeled { index, .. } => {
                // A packed field cannot be borrowed, but copied. Nested arrays need more names.
                let (element, array) = (format!("{from}e"), format!("{from}a"));
                let rest = assign(tool, &element, &steps[position + 1..], tag);
                return format!(
                    "{{ let mut {array} = {text}; let mut {element} = {array}.get({index}); {rest} {array}.set({index}, {element}); {text} = {array}; }}"
                );
            }
        }
    }
    format!("{text} = {tag} as _;")
}

fn commands(files: &[PathBuf]) -> Vec<Vec<String>> {
    let main = files[0].display().to_string();
    vec![["rustc", "--edition", "2021", "-Awarnings", "-o", "main", &main].map(str::to_owned).to_vec(), vec!["./main".into()]]
}
