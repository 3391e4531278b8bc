//! `padstone layout --format json` follows the schema of `padstone schema layout`.

use std::path::Path;
use std::process::Command;

use crate::shaders::{extension, shaders};
use padstone_testing::sampled;
use serde_json::{Value, json};

fn padstone(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_padstone")).args(arguments).output().expect("padstone starts");
    assert_ne!(output.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn schema() -> jsonschema::Validator {
    let schema: Value = serde_json::from_slice(&padstone(&["schema", "layout"])).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is a schema")
}

/// File extensions and additional arguments for them.
const LANGUAGES: [(&[&str], &[&str]); 4] =
    [(&["hlsl"], &["-I", "inc"]), (&["comp", "frag"], &["-I", "inc"]), (&["vert"], &["-G"]), (&["wgsl", "spv"], &[])];

#[test]
fn all_output_is_valid() {
    let schema = schema();
    let shaders = shaders(&LANGUAGES.map(|(extensions, _)| extensions).concat());
    for (extensions, _) in LANGUAGES {
        assert!(shaders.iter().any(|path| extension(path).is_some_and(|extension| extensions.contains(&extension))), "{shaders:?}");
    }
    let (mut layouts, mut members) = (0, 0);
    let rules = ["auto", "dxc-spirv,dxc-spirv-dx", "dxc-spirv-gl,wgsl,naga", "clang-22,wgsl-2020,fxc", "std140,std430,scalar,dx-cbuffer"];
    for (shader, rules) in sampled(shaders.iter().flat_map(|shader| rules.map(|rules| (shader, rules))), 3) {
        let path = shader.to_str().expect("paths of this repository are UTF-8");
        let compiled = extension(shader) == Some("spv");
        let (_, options) =
            LANGUAGES.iter().find(|(extensions, _)| extension(shader).is_some_and(|it| extensions.contains(&it))).expect("it was listed");
        let rules = if compiled { "auto" } else { rules };
        let output = padstone(&[&["layout", path, "--rules", rules, "--format", "json"], *options].concat());
        let output: Value = serde_json::from_slice(&output).unwrap_or_else(|error| panic!("{path}: {error}"));
        let errors: Vec<_> = schema.iter_errors(&output).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{path} --rules {rules}: {errors:#?}");
        for layout in output["layouts"].as_array().into_iter().flatten() {
            layouts += 1;
            members += layout["members"].as_array().map_or(0, Vec::len);
        }
    }
    assert!(layouts > 100 && members > 500, "only {layouts} layouts and {members} members");
}

#[test]
fn answers_match_their_schema() {
    let schema: Value = serde_json::from_slice(&padstone(&["schema", "answer"])).expect("the schema is JSON");
    let schema = jsonschema::validator_for(&schema).expect("the schema is a schema");
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    for (command, keys) in [
        (&["explain", "explain.in/scene.hlsl", "Scene.lights[2].size.y", "--rules", "dxc,dxc-spirv"][..], "explanations"),
        (&["explain", "layout.in/gaps.hlsl", "Vectors"], "explanations"),
        (&["explain", "explain.in/pairs.hlsl", "pairs[1].b", "--rules", "dxc,dxc-spirv"], "slots"),
        (&["explain", "explain.in/pairs.slang", "pairs", "--rules", "slang-hlsl,slang-spirv"], "slots"),
        (&["explain", "explain.in/pairs.slang", "shade.mask", "--policy", "documented", "-target", "hlsl"], "slots"),
        (&["explain", "explain.in/blocks.frag", "maps"], "slots"),
        (&["explain", "explain.in/blocks.wgsl", "sky"], "slots"),
        (&["compare", "repair.in/scene.hlsl", "--rules", "dxc,dxc-spirv-scalar"], "compared"),
        (&["compare", "wgsl.in/scene.wgsl", "--rules", "wgsl,std140"], "compared"),
        (&["optimize", "optimize.in/frame.hlsl", "Frame"], "order"),
        (&["optimize", "optimize.in/frame.hlsl", "Frame", "--as", "annotations", "--rules", "dxc,fxc"], "order"),
    ] {
        let path = cases.join(command[1]);
        assert!(path.exists(), "{}", path.display());
        let path = path.to_str().expect("paths of this repository are UTF-8");
        let arguments = [&[command[0], path], &command[2..], &["--format", "json"]].concat();
        let output: Value = serde_json::from_slice(&padstone(&arguments)).unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
        let errors: Vec<_> = schema.iter_errors(&output).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{arguments:?}: {errors:#?}");
        assert!(output[keys].as_array().is_some_and(|all| !all.is_empty()), "{arguments:?}: {output:#}");
        assert!(!schema.is_valid(&json!({ "version": 2, "answer": command[0] })));
    }
}

#[test]
fn keys_appear_in_the_documented_order() {
    let shader = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/layout.in/scene.hlsl");
    let output = String::from_utf8(padstone(&["layout", shader.to_str().unwrap(), "--format", "json"])).expect("JSON is UTF-8");
    let ascending = |keys: &[&str], line: &str| {
        let places: Vec<_> = keys.iter().filter_map(|key| line.find(&format!("\"{key}\":"))).collect();
        assert!(places.is_sorted(), "{keys:?} in {line}");
        places.len()
    };
    let head = ["file", "name", "kind", "profile", "rules", "size", "align", "stride", "readStride", "binding", "overlaps", "members"];
    let member = [
        "path",
        "type",
        "offset",
        "size",
        "align",
        "stride",
        "matrixStride",
        "majorness",
        "count",
        "bit",
        "bits",
        "readOffset",
        "readStride",
    ];
    let found: usize =
        output.lines().map(|line| if line.starts_with('{') { ascending(&head, line) } else { ascending(&member, line) }).sum();
    assert!(found > 100, "{output}");
}

#[test]
fn the_schema_rejects_invalid_answers() {
    let schema = schema();
    let layout = |change: &dyn Fn(&mut Value)| {
        let mut document = json!({ "version": 1, "layouts": [{
            "file": "a.hlsl", "name": "C", "kind": "cbuffer", "profile": "dxc", "rules": "dx-cbuffer", "size": 4, "align": 16,
            "binding": { "class": "b", "register": 0, "space": 0 },
            "members": [{ "path": "a", "type": "float", "offset": 0, "size": 4, "align": 4 }],
        }]});
        change(&mut document["layouts"][0]);
        schema.is_valid(&document)
    };
    let uniforms = |uniforms| schema.is_valid(&json!({ "version": 1, "layouts": [], "uniforms": uniforms }));
    assert!(uniforms(json!([{ "file": "a.vert", "name": "tint", "type": "vec3" }])));
    assert!(!uniforms(json!([])) && !uniforms(json!([{ "file": "a.vert", "name": "tint", "type": "vec3", "location": -1 }])));
    assert!(layout(&|_| {}));
    assert!(!layout(&|layout| layout["colour"] = json!("red")), "unknown keys");
    assert!(!layout(&|layout| layout["kind"] = json!("buffer")), "unknown kinds");
    assert!(!layout(&|layout| layout["size"] = json!(-4)), "negative sizes");
    assert!(!layout(&|layout| layout["binding"] = json!({ "set": 0, "register": 0 })), "mixed bindings");
    assert!(layout(&|layout| layout["binding"] = json!({ "group": 0, "binding": 1, "access": "read" })), "bindings of WGSL");
    assert!(layout(&|layout| layout["binding"] = json!({ "set": 0, "binding": 1, "count": [2, null] })), "arrays of arrays of blocks");
    assert!(!layout(&|layout| layout["binding"] = json!({ "set": 0, "binding": 1, "count": [2] })), "lists of one");
    assert!(!layout(&|layout| layout["binding"] = json!({ "group": 0, "binding": 1, "access": "none" })), "unknown access");
    assert!(!layout(&|layout| layout["overlaps"] = json!([[1, 2, 3]])), "ranges of three");
    assert!(!layout(&|layout| layout["members"][0]["majorness"] = json!("diagonal")), "unknown majorness");
    assert!(!layout(&|layout| layout["members"][0]["offset"] = Value::Null), "members without an offset");
}

#[test]
fn maps_of_rewriting_are_valid() {
    let schema: Value = serde_json::from_slice(&padstone(&["schema", "rewrite"])).expect("the schema is JSON");
    let schema = jsonschema::validator_for(&schema).expect("the schema is a schema");
    let shader = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/rewrite.in/nested.wgsl");
    let map = Path::new(env!("CARGO_TARGET_TMPDIR")).join("map.json");
    padstone(&["rewrite", "pin", shader.to_str().expect("UTF-8"), "--map", map.to_str().expect("UTF-8")]);
    let text = std::fs::read(&map).expect("the map was written");
    std::fs::remove_file(&map).expect("it can be removed");
    let mut map: Value = serde_json::from_slice(&text).expect("the map is JSON");
    let errors: Vec<_> = schema.iter_errors(&map).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let member = &mut map["buffers"][1]["members"][3];
    assert_eq!(*member, json!({ "path": "[].tint", "offset": 128, "size": 12, "newPath": "[].tint", "newOffset": 128 }));
    member["newPart"] = json!("rgb");
    assert!(!schema.is_valid(&map), "unknown components");
}
