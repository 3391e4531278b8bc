//! Programs of C and C++.

use std::fmt::Write;
use std::path::PathBuf;

use padstone_read::emit::host::{AccessStep, StructMap};

use super::{Program, Tool, assignments, length};

pub(crate) const TOOLS: &[Tool] = &[
    C,
    Tool { style: "simd", needs: &["clang-22", SIMD], commands: precompiled, ..C },
    CPP,
    Tool { style: "glm", needs: &["g++", "/usr/include/glm/glm.hpp"], ..CPP },
    // MinGW-w64's header, which contains only the types for memory.
    Tool { style: "directxmath", needs: &["g++", DIRECTXMATH], files: directxmath, ..CPP },
    Tool { style: "simd", needs: &["clang++-22", SIMD], commands: |files| compiled("clang++-22", &["-std=c++17"], files), ..CPP },
];

const C: Tool = Tool {
    language: "c",
    style: "plain",
    derives: &[],
    needs: &["gcc"],
    files: c,
    commands: |files| compiled("gcc", &["-std=c11"], files),
    has_half: false,
    has_aliases: true,
};

const CPP: Tool = Tool {
    language: "cpp",
    has_half: true,
    needs: &["g++"],
    files: cpp,
    commands: |files| compiled("g++", &["-std=c++17", "-I."], files),
    ..C
};

const DIRECTXMATH: &str = "/usr/share/mingw-w64/include/directxmath.h";

/// Apple's header, from Zig's package.
const SIMD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/oracles/zig/ziglang/lib/libc/include/any-darwin-any/simd/simd.h");

/// C has no namespaces: each program is a separate file.
fn c(tool: &Tool, programs: &[Program]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut main = String::new();
    let mut calls = String::new();
    for (index, program) in programs.iter().enumerate() {
        let mut text = format!("{}\n#include <stdio.h>\n#include <string.h>\n", program.text.replace("#pragma once", ""));
        writeln!(text, "void p{index}(void) {{").expect("writing to a string never fails");
        program.maps.iter().for_each(|map| text += &buffer(tool, map));
        text += "}\n";
        files.push((format!("p{index}.c"), text));
        writeln!(main, "void p{index}(void);").expect("text takes all");
        writeln!(calls, "p{index}();").expect("text takes all");
    }
    files.push(("main.c".into(), format!("{main}int main(void) {{\n{calls}return 0;\n}}\n")));
    files
}

fn cpp(tool: &Tool, programs: &[Program]) -> Vec<(String, String)> {
    let mut text = String::new();
    for (index, program) in programs.iter().enumerate() {
        let body = program.text.replace("#pragma once", "");
        writeln!(text, "{body}\nnamespace p{index} {{\nvoid test() {{").expect("text takes all");
        program.maps.iter().for_each(|map| text += &buffer(tool, map));
        text += "}\n}\n";
    }
    text += "int main() {\n";
    (0..programs.len()).for_each(|index| writeln!(text, "p{index}::test();").expect("text takes all"));
    vec![("main.cpp".into(), format!("#include <cstdio>\n#include <cstring>\n{text}}}\n"))]
}

fn directxmath(tool: &Tool, programs: &[Program]) -> Vec<(String, String)> {
    let header = ("DirectXMath.h".into(), format!("#include \"{DIRECTXMATH}\"\n"));
    [vec![header], cpp(tool, programs)].concat()
}

fn buffer(tool: &Tool, map: &StructMap) -> String {
    let body = assignments(map, |place, tag| format!("{} = {tag};", reached(tool, &place.steps)));
    let (name, length) = (&map.name, length(map));
    format!(
        "{{ {name} x; memset((void *)&x, 0, sizeof x);\n{body}const unsigned char *b = (const unsigned char *)&x;\nfor (int i = 0; i < {length}; i++) printf(\"%02x\", b[i]);\nprintf(\"\\n\"); }}\n"
    )
}

/// `x.lights[1].value.color[2]`, with accessor functions for arrays that have them.
fn reached(tool: &Tool, steps: &[AccessStep]) -> String {
    steps.iter().fold("x".to_owned(), |text, step| match step {
        AccessStep::Field(name) => format!("{text}.{name}"),
        AccessStep::Index(index) => format!("{text}[{index}]"),
        AccessStep::Value => format!("{text}.value"),
        AccessStep::Peeled { owner, index } if tool.language == "c" => format!("(*{owner}_at(&{text}, {index}))"),
        AccessStep::Peeled { index, .. } => format!("{text}[{index}]"),
        AccessStep::Lane(index) if tool.style == "directxmath" => format!("{text}.{}", ["x", "y", "z", "w"][*index as usize]),
        AccessStep::Lane(index) => format!("{text}[{index}]"),
        AccessStep::Cell(vector, number) => match tool.style {
            "directxmath" => format!("{text}.m[{vector}][{number}]"),
            "simd" => format!("{text}.columns[{vector}][{number}]"),
            _ => format!("{text}[{vector}][{number}]"),
        },
    })
}

fn compiled(compiler: &str, options: &[&str], files: &[PathBuf]) -> Vec<Vec<String>> {
    let sources = files.iter().filter(|file| file.extension().is_some_and(|extension| extension != "h"));
    let sources = sources.map(|file| file.display().to_string());
    let include = if compiler.starts_with("clang") { vec![format!("-isystem{}", simd_folder())] } else { Vec::new() };
    let options = [compiler, "-w", "-o", "main"].into_iter().chain(options.iter().copied()).map(str::to_owned);
    vec![options.chain(include).chain(sources).collect(), vec!["./main".into()]]
}

/// The header is read once for all files.
fn precompiled(files: &[PathBuf]) -> Vec<Vec<String>> {
    let folder = simd_folder();
    let header = format!("{folder}/simd/types.h");
    let once = ["clang-22", "-std=c11", "-isystem", &folder, "-x", "c-header", &header, "-o", "types.pch"].map(str::to_owned);
    [vec![once.to_vec()], compiled("clang-22", &["-std=c11", "-include-pch", "types.pch"], files)].concat()
}

/// A directory that contains Apple's header without the adjacent ones, which are for another system.
fn simd_folder() -> String {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("simd");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let from = std::path::Path::new(SIMD).parent().expect("the file is in a folder");
    let link = folder.join("simd");
    if !link.exists() {
        std::os::unix::fs::symlink(from.canonicalize().expect("it is there"), &link).expect("a link can be made");
    }
    folder.display().to_string()
}
