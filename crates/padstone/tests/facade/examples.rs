//! The examples are correct.

#[path = "../../examples/build_script.rs"]
#[expect(dead_code, reason = "a program of its own")]
mod build_script;
#[path = "../../examples/custom_rules.rs"]
#[expect(dead_code, reason = "a program of its own")]
mod custom_rules;
#[path = "../../examples/reflection.rs"]
#[expect(dead_code, reason = "a program of its own")]
mod reflection;
#[path = "../../examples/table.rs"]
#[expect(dead_code, reason = "a program of its own")]
mod table;

#[track_caller]
fn has(text: &str, lines: &[&str]) {
    let missing: Vec<_> = lines.iter().filter(|line| !text.lines().any(|known| known.trim() == **line)).collect();
    assert!(missing.is_empty(), "{missing:?} is not in\n{text}");
}

#[test]
fn a_table_has_padding_and_reasons() {
    has(
        &table::table().unwrap(),
        &[
            "96 bytes by dxc (dx-cbuffer)",
            "0    8  float2 wind",
            "8    8  (`suns` is an array and starts a register)",
            "28    4  float suns[].size",
            "Sky.suns[1].size: float at offset 44, 4 bytes (44..48), c2.w",
        ],
    );
}

#[test]
fn a_build_script_lists_the_files_it_read() {
    let built = build_script::build(concat!(env!("CARGO_MANIFEST_DIR"), "/examples"), "sky.hlsl").unwrap();
    assert_eq!(built.depends_on, ["sky.hlsl", "sun.hlsli", "inc/sun.hlsli"]);
    has(&built.rust, &["pub struct Sky {", "pub fog: f32,"]);
    assert_eq!(built.warnings, Vec::<String>::new());
}

#[test]
fn reflection_lists_all_slots() {
    has(
        &reflection::list().unwrap(),
        &[
            "slang-2026/spirv",
            "material.albedo: Texture at Some(Vulkan { set: 1, binding: 1 })",
            "sky: Texture at Some(Vulkan { set: 0, binding: 0 })",
        ],
    );
}

#[test]
fn custom_rules_are_compared_with_those_of_a_compiler() {
    has(
        &custom_rules::list().unwrap(),
        &["math-library and dxc: equal", "math-library and glslang: different", "Mesh.scale: [Some(88), Some(96)]"],
    );
}
