//! Structs with types of glam and nalgebra, copied by bytemuck, zerocopy and encase: a value written through a field is at
//! its offset, and unchanged when it is read back.

#![allow(clippy::print_stdout, missing_docs, reason = "prints the counts")]

#[path = "../../crates/padstone/tests/host/compare.rs"]
#[allow(dead_code, reason = "offsets without a compiler are compared beside padstone")]
mod compare;
#[path = "../../crates/padstone/tests/host/programs.rs"]
mod programs;
#[path = "../../crates/padstone/tests/host/tools/mod.rs"]
#[allow(dead_code, reason = "other languages are tried beside padstone")]
mod tools;

use std::path::{Path, PathBuf};

use tools::Tool;

const GLAM: Tool = Tool { style: "glam", needs: &[], commands, ..tools::rust::PLAIN };
const NALGEBRA: Tool = Tool { style: "nalgebra", ..GLAM };

const TYPES: &[Tool] = &[GLAM, NALGEBRA];

/// rustc takes minutes to compile the derived code of all programs, so that one in four is tested.
const DERIVES: &[Tool] = &[Tool { style: "plain", derives: &["bytemuck", "zerocopy"], ..GLAM }, Tool { derives: &["encase"], ..GLAM }];

/// The other pairs of types and derives, with one program in eight.
const OTHER_PAIRS: &[Tool] = &[
    Tool { derives: &["bytemuck"], ..GLAM },
    Tool { derives: &["zerocopy"], ..GLAM },
    Tool { derives: &["bytemuck"], ..NALGEBRA },
    Tool { style: "plain", derives: &["encase"], ..GLAM },
    Tool { derives: &["encase"], ..NALGEBRA },
];

#[test]
fn shaders_read_values_written_through_libraries() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let is_full = std::env::var_os("PADSTONE_FULL").is_some();
    compare::check(TYPES, folder, 1);
    compare::check(DERIVES, folder, 8);
    if is_full {
        compare::check(OTHER_PAIRS, folder, 16);
    }
}

/// Builds and runs the program of this package with the text.
fn commands(files: &[PathBuf]) -> Vec<Vec<String>> {
    let program = format!("PADSTONE_PROGRAM={}", files[0].display());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    vec![["env", &program, env!("CARGO"), "run", "--quiet", "--bin", "structs", "--manifest-path", manifest].map(str::to_owned).to_vec()]
}
