//! What the front end finds wrong with GLSL, where, and that what is nearly wrong passes. Whether a shader is accepted was
//! compared with glslang 12, for each of these.

mod common;

use padstone_cfamily::{GlslOptions, GlslStage, TargetEnv};

use common::read;

/// The diagnostics of a shader, its first line included.
fn diagnostics(source: &str, options: &GlslOptions) -> String {
    let found = read(source, options, &[]);
    let is_diagnostic = |line: &&str| line.split(' ').next().is_some_and(|place| place.contains(':') && !place.contains('{'));
    found.lines().filter(|line| line.as_bytes()[0].is_ascii_digit()).filter(is_diagnostic).collect::<Vec<_>>().join("\n")
}

/// Checks a shader of version 4.60 for Vulkan, each line of `lines` with the diagnostics that it has on its own.
#[track_caller]
fn check(cases: &[(&str, &str)]) {
    check_with(&GlslOptions::default(), "#version 460", cases);
}

#[track_caller]
fn check_with(options: &GlslOptions, head: &str, cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        let found = diagnostics(&format!("{head}\n{source}\n"), options);
        let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(found, expected.join("\n"), "{source}");
    }
}
