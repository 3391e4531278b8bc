//! Pictures show every element and vector that is drawn separately, with its padding.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::folder::Folder;

/// The cells of a drawing, each as `path, bytes: type or reason`; a cell in several rows is there once.
fn cells(file: &str, source: &str, format: &str) -> Vec<String> {
    // Tests run in parallel, and each call has its own directory.
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let folder = Folder::new(&format!("pictures {}", CALLS.fetch_add(1, Ordering::Relaxed)));
    folder.write(file, source);
    let drawn = String::from_utf8(folder.run(0, &["layout", file, "--format", format]).stdout).expect("it is text");
    let titles =
        drawn.split("<title>").skip(1).filter_map(|title| title.split_once("</title>")).filter(|(title, _)| title.contains("bytes"));
    let mut known = BTreeSet::new();
    titles.map(|(title, _)| title.to_owned()).filter(|title| known.insert(title.clone())).collect()
}

fn check(source: &str, expected: &[&str]) {
    for format in ["svg", "html"] {
        assert_eq!(cells("a.hlsl", source, format), expected, "{format} of {source}");
    }
}

#[test]
fn elements_after_the_first_are_drawn_with_their_padding() {
    let after_column = "after each column but the last: matrix stride 16";
    let after_element = "after each element but the last: elements are aligned to 16";
    let column = "a column of float2x3";
    check(
        "cbuffer C { float2x3 m[2]; }",
        &[
            &format!("m[0][column 0], bytes 0..8: {column}"),
            &format!("padding, bytes 8..16: {after_column}"),
            &format!("m[0][column 1], bytes 16..24: {column}"),
            &format!("padding, bytes 24..32: {after_column}"),
            &format!("m[0][column 2], bytes 32..40: {column}"),
            &format!("padding, bytes 40..48: {after_element}"),
            &format!("m[1][column 0], bytes 48..56: {column}"),
            &format!("padding, bytes 56..64: {after_column}"),
            &format!("m[1][column 1], bytes 64..72: {column}"),
            &format!("padding, bytes 72..80: {after_column}"),
            &format!("m[1][column 2], bytes 80..88: {column}"),
        ],
    );
    check(
        "struct I { float3 a; float2 b; }; cbuffer C { I n[2]; }",
        &[
            "n[0].a, bytes 0..12: float3",
            "padding, bytes 12..16: `b` (8 bytes) would straddle the 16-byte boundary at 16",
            "n[0].b, bytes 16..24: float2",
            &format!("padding, bytes 24..32: {after_element}"),
            "n[1].a, bytes 32..44: float3",
            "padding, bytes 44..48: `b` (8 bytes) would straddle the 16-byte boundary at 48",
            "n[1].b, bytes 48..56: float2",
        ],
    );
    // The first element contains an array.
    check(
        "cbuffer C { float w[2][2]; float after; }",
        &[
            "w[0][0], bytes 0..4: float",
            &format!("padding, bytes 4..16: {after_element}"),
            "w[0][1], bytes 16..20: float",
            &format!("padding, bytes 20..32: {after_element}"),
            "w[1][0], bytes 32..36: float",
            &format!("padding, bytes 36..48: {after_element}"),
            "w[1][1], bytes 48..52: float",
            "after, bytes 52..56: float",
        ],
    );
    // Long arrays are folded; the note counts their padding.
    check(
        "cbuffer C { float w[20]; }",
        &[
            "w[0], bytes 0..4: float",
            &format!("padding, bytes 4..16: {after_element}"),
            "w[1..=19], bytes 16..308: 19 more elements: float; 12 of every 16 bytes are padding",
        ],
    );
    check(
        "struct I { uint a : 4; uint b : 4; float3 c; }; StructuredBuffer<I> s; cbuffer C { I n[2]; }",
        &[
            "a b, bytes 0..4: uint, bits 0..4; b: uint, bits 4..8",
            "c, bytes 4..16: float3",
            "n[0].a n[0].b, bytes 0..4: uint, bits 0..4; n[0].b: uint, bits 4..8",
            "n[0].c, bytes 4..16: float3",
            "n[1].a n[1].b, bytes 16..20: uint, bits 0..4; n[1].b: uint, bits 4..8",
            "n[1].c, bytes 20..32: float3",
        ],
    );
}

#[test]
fn buffers_of_one_value_or_array_are_drawn() {
    let check = |ty: &str, expected: &[&str]| {
        let source = format!("@group(0) @binding(0) var<storage> b: {ty};");
        for format in ["svg", "html"] {
            assert_eq!(cells("a.wgsl", &source, format), expected, "{format} of {source}");
        }
    };
    check("vec3f", &["b, bytes 0..12: vec3&lt;f32&gt;"]);
    check(
        "mat2x3f",
        &[
            "b[0], bytes 0..12: a column of mat2x3&lt;f32&gt;",
            "padding, bytes 12..16: after each column: matrix stride 16",
            "b[1], bytes 16..28: a column of mat2x3&lt;f32&gt;",
            "padding, bytes 28..32: after each column: matrix stride 16",
        ],
    );
    check("array<f32, 3>", &["[0], bytes 0..4: f32", "[1], bytes 4..8: f32", "[2], bytes 8..12: f32"]);
    check(
        "array<vec3f, 2>",
        &[
            "[0], bytes 0..12: vec3&lt;f32&gt;",
            "padding, bytes 12..16: after each element: elements are aligned to 16",
            "[1], bytes 16..28: vec3&lt;f32&gt;",
            "padding, bytes 28..32: after each element: elements are aligned to 16",
        ],
    );
}
