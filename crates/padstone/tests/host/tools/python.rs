//! Python programs.

use std::path::PathBuf;

use padstone_read::emit::host::{AccessStep, ScalarAccess, StructMap};

use super::{Program, Tool, assignments, length};

pub(crate) const TOOLS: &[Tool] = &[NUMPY, Tool { style: "ctypes", files: ctypes, has_half: false, ..NUMPY }];

const NUMPY: Tool =
    Tool { language: "python", style: "numpy", derives: &[], needs: &[PYTHON], files: numpy, commands, has_half: true, has_aliases: true };

/// The system's Python, to which numpy's package belongs.
const PYTHON: &str = "/usr/bin/python3";

fn numpy(_: &Tool, programs: &[Program]) -> Vec<(String, String)> {
    files(programs, |map| {
        let body = assignments(map, numpy_assignment);
        format!("x = np.zeros((), {})\n{body}print(x.tobytes()[:{}].hex())\n", map.name, length(map))
    })
}

/// `x["lights"][1]["value"]["color"][2] = 3`, with accessor functions for arrays that have them.
fn numpy_assignment(place: &ScalarAccess, tag: u8) -> String {
    let reached = |steps: &[AccessStep]| {
        steps.iter().fold("x".to_owned(), |text, step| match step {
            AccessStep::Field(name) => format!("{text}[{name:?}]"),
            AccessStep::Value => format!("{text}[\"value\"]"),
            AccessStep::Peeled { owner, index } => format!("{owner}_get({text}, {index})"),
            AccessStep::Index(index) | AccessStep::Lane(index) | AccessStep::Cell(_, index) => format!("{text}[{index}]"),
        })
    };
    match place.steps.split_last() {
        None => format!("x[()] = {tag}"),
        Some((AccessStep::Peeled { owner, index }, before)) => format!("{owner}_set({}, {index}, {tag})", reached(before)),
        Some(_) => format!("{} = {tag}", reached(&place.steps)),
    }
}

fn ctypes(_: &Tool, programs: &[Program]) -> Vec<(String, String)> {
    files(programs, |map| {
        let reached = |place: &ScalarAccess| match place.steps.is_empty() {
            true => "x.value".to_owned(),
            false => place.steps.iter().fold("x".to_owned(), |text, step| match step {
                AccessStep::Field(name) => format!("{text}.{name}"),
                AccessStep::Value => format!("{text}.value"),
                AccessStep::Peeled { index, .. } | AccessStep::Index(index) | AccessStep::Lane(index) | AccessStep::Cell(_, index) => {
                    format!("{text}[{index}]")
                }
            }),
        };
        let body = assignments(map, |place, tag| format!("{} = {tag}", reached(place)));
        format!("x = ({})()\n{body}print(bytes(x)[:{}].hex())\n", map.name, length(map))
    })
}

/// One file for each program, and one that runs all of them.
fn files(programs: &[Program], buffer: impl Fn(&StructMap) -> String) -> Vec<(String, String)> {
    let text = |program: &Program| program.text.clone() + "\n" + &program.maps.iter().map(&buffer).collect::<String>();
    let mut files: Vec<(String, String)> =
        programs.iter().enumerate().map(|(index, program)| (format!("p{index}.py"), text(program))).collect();
    let names = files.iter().map(|(name, _)| format!("{name:?}")).collect::<Vec<_>>().join(", ");
    files.push(("main.py".into(), format!("for name in [{names}]:\n    exec(compile(open(name).read(), name, 'exec'), {{}})\n")));
    files
}

fn commands(files: &[PathBuf]) -> Vec<Vec<String>> {
    vec![vec![PYTHON.into(), files[files.len() - 1].display().to_string()]]
}
