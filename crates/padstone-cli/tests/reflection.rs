//! `padstone reflect --format json` follows the schema of `padstone schema reflect`.

#![allow(clippy::print_stdout, reason = "prints the counts")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use padstone_testing::{is_full, sampled};
use serde_json::{Value, json};

fn padstone(arguments: &[&str]) -> (i32, Vec<u8>) {
    let output = Command::new(env!("CARGO_BIN_EXE_padstone")).args(arguments).output().expect("padstone starts");
    let code = output.status.code().expect("padstone exits");
    assert_ne!(code, 2, "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    (code, output.stdout)
}

fn schema() -> jsonschema::Validator {
    let (_, schema) = padstone(&["schema", "reflect"]);
    jsonschema::validator_for(&serde_json::from_slice(&schema).expect("the schema is JSON")).expect("the schema is valid")
}

/// The forms that occurred, to check that the test is not empty.
#[derive(Default, Debug)]
struct ReflectionCounts {
    programs: usize,
    slots: usize,
    members: usize,
    varyings: usize,
    /// Members whose offsets are unknown before linking, or that follow an unbounded array.
    without_a_number: usize,
}

/// A valid document whose members are within their buffers.
fn check(schema: &jsonschema::Validator, name: &str, output: &[u8], seen: &mut ReflectionCounts) {
    let program: Value = serde_json::from_slice(output).unwrap_or_else(|error| panic!("{name}: {error}"));
    let errors: Vec<_> = schema.iter_errors(&program).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{name}: {errors:#?}");
    seen.programs += 1;
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let scopes: Vec<Value> = std::iter::once(program.clone()).chain(list(&program, "entryPoints")).collect();
    for scope in &scopes {
        let implicit = ["globals", "uniforms"].into_iter().filter_map(|key| scope.get(key).cloned());
        let slots = list(scope, "parameters").iter().flat_map(|parameter| list(parameter, "slots")).collect::<Vec<_>>();
        for slot in implicit.chain(slots) {
            seen.slots += 1;
            let size = slot["buffer"]["size"].as_u64();
            for member in list(&slot["buffer"], "members") {
                seen.members += 1;
                let begin = member["offset"].as_u64();
                seen.without_a_number += usize::from(begin.is_none());
                let end = begin.zip(member["size"].as_u64()).map(|(begin, bytes)| begin + bytes);
                assert!(end.zip(size).is_none_or(|(end, size)| end <= size), "{name}: {member} in {size:?} bytes");
            }
        }
        seen.varyings += list(scope, "inputs").len() + list(scope, "outputs").len();
    }
}

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

#[test]
fn reflection_of_the_examples_is_valid() {
    let (schema, mut seen) = (schema(), ReflectionCounts::default());
    let programs = ["clustered/clustered.slang", "path-tracer/path_tracer.slang", "gpu-driven/gpu_driven.slang"];
    for example in ["forward.slang", "materials.slang", "path_tracer.slang"].into_iter().chain(programs) {
        let path = folder("examples/slang").join(example);
        for target in ["hlsl", "spirv", "wgsl", "metal", "cuda", "cpp"] {
            let path = path.to_str().expect("paths of this repository are UTF-8");
            let (_, output) = padstone(&["reflect", path, "--target", target, "--format", "json", "--", "-profile", "sm_6_6"]);
            check(&schema, &format!("{example} for {target}"), &output, &mut seen);
        }
    }
    assert!(seen.programs == 36 && seen.members > 1_000 && seen.varyings > 60, "{seen:?}");
}

/// Link-time and unbounded counts have a form in the schema.
#[test]
fn reflection_of_unknown_layouts_is_valid() {
    let (schema, mut seen) = (schema(), ReflectionCounts::default());
    let program = "extern static const int N;\n\
        struct S { float a; float b[N]; float2 c; }\n\
        struct T { Texture2D a; Texture2D b[N]; Texture2D c; S s; }\n\
        cbuffer C { S s; float d; }\nuniform T t;\nParameterBlock<T> p;\nStructuredBuffer<S> q;\nfloat e[];\nfloat f;\n\
        [shader(\"vertex\")] float4 main(float g[N] : G, float h : H, uniform S s, uniform T t, uniform float i) : SV_Position { return {}; }\n";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("open.slang");
    std::fs::write(&path, program).expect("the program can be written");
    for target in ["hlsl", "spirv", "wgsl", "metal", "cuda", "cpp"] {
        let path = path.to_str().expect("paths of this repository are UTF-8");
        let (code, output) = padstone(&["reflect", path, "--target", target, "--format", "json"]);
        assert_eq!(code, 0, "{target}");
        check(&schema, target, &output, &mut seen);
    }
    assert!(seen.programs == 6 && seen.without_a_number > 60, "{seen:?}");
}

/// Properties that slangc's JSON lacks: names of aliases, bit-fields, bases, elements of buffers that are addresses, unused types.
#[test]
fn reflection_adds_fields_that_slangc_lacks() {
    let schema = schema();
    let program = "typedef uint MaterialId;\ninterface IShape { float area(); }\nenum Sort : uint8_t { A, B }\n\
        struct Unused { float3 a; MaterialId b[2]; Sort c; }\nstruct Base { uint low : 3; uint high : 9; float f; }\n\
        struct S : Base { uint8_t small; IShape shape; MaterialId id; half3 tint; }\n\
        ConstantBuffer<S> c;\nStructuredBuffer<float3> points[2];\n";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gaps.slang");
    std::fs::write(&path, program).expect("there is room for a program");
    let reflect = |target: &str| {
        let (code, output) = padstone(&["reflect", path.to_str().expect("UTF-8"), "--target", target, "--format", "json"]);
        assert_eq!(code, 0, "{target}");
        check(&schema, target, &output, &mut ReflectionCounts::default());
        serde_json::from_slice::<Value>(&output).expect("JSON")
    };
    let named = |items: &Value, key: &str, name: &str| {
        let found = items.as_array().and_then(|items| items.iter().find(|item| item[key] == name));
        found.unwrap_or_else(|| panic!("no {name} in {items}")).clone()
    };
    let hlsl = reflect("hlsl");
    let members = &hlsl["parameters"][0]["slots"][0]["buffer"]["members"];
    let member = |path: &str, expected: Value| {
        let found = named(members, "path", path);
        expected.as_object().expect("keys").iter().for_each(|(key, value)| assert_eq!(found[key], *value, "{key} of {path}"));
    };
    member("c.Base", json!({ "type": "Base", "offset": 0 }));
    member("c.Base.low", json!({ "type": "uint", "offset": 0, "size": 4, "bit": 0, "bits": 3 }));
    member("c.Base.high", json!({ "type": "uint", "offset": 0, "size": 4, "bit": 3, "bits": 9 }));
    member("c.shape", json!({ "type": "IShape", "align": 4 }));
    member("c.id", json!({ "type": "uint", "declaredType": "MaterialId" }));
    member("c.tint", json!({ "type": "float16_t3", "declaredType": "half3" }));
    let unused = named(&hlsl["types"], "name", "Unused");
    assert_eq!((&unused["kind"], &unused["used"], &unused["source"]["line"]), (&json!("struct"), &json!(false), &json!(4)));
    assert_eq!(unused["fields"][1]["declaredType"], "MaterialId[2]");
    // An array in a D3D constant buffer starts at a register; elements of structured buffers are placed as in C.
    let layout = |buffer: &str| named(&unused["layouts"], "buffer", buffer);
    assert_eq!(layout("constant_buffer")["offsets"], json!([0, 16, 36]));
    assert_eq!(layout("structured_buffer")["offsets"], json!([0, 12, 20]));
    assert_eq!(named(&hlsl["types"], "name", "S")["used"], true);
    assert_eq!(named(&hlsl["types"], "name", "Sort")["type"], "uint8_t");
    for (target, address, stride) in [("cuda", 8, 12), ("cpp", 8, 12)] {
        let slot = reflect(target)["parameters"][1]["slots"][0].clone();
        assert_eq!(slot["kind"], "structured_buffer", "{target}");
        assert_eq!(slot["place"], json!({ "address": address }), "{target}");
        assert_eq!(slot["arrays"], json!([{ "count": 2, "stride": 16 }]), "{target}");
        assert_eq!(slot["buffer"]["stride"], stride, "{target}");
        assert_eq!(slot["buffer"]["members"][0]["path"], "points[][]", "{target}");
    }
}

/// Bit-fields of HLSL are separate members.
#[test]
fn reflection_of_hlsl_includes_bit_fields() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bits.hlsl");
    let program = "struct S { uint a : 20; uint : 4; uint b : 20; float c; };\nConstantBuffer<S> s;\n";
    std::fs::write(&path, program).expect("there is room for a program");
    let (code, output) = padstone(&["reflect", path.to_str().expect("UTF-8"), "--format", "json"]);
    assert_eq!(code, 0);
    check(&schema(), "bits.hlsl", &output, &mut ReflectionCounts::default());
    let program: Value = serde_json::from_slice(&output).expect("JSON");
    let members = program["parameters"][0]["slots"][0]["buffer"]["members"].as_array().expect("members");
    let found: Vec<Value> = members.iter().map(|member| json!([member["path"], member["offset"], member["bit"], member["bits"]])).collect();
    assert_eq!(found, [json!(["s.a", 0, 0, 20]), json!(["s.b", 4, 0, 20]), json!(["s.c", 8, null, null])]);
}

/// The programs for which libslang's results are recorded.
#[test]
fn reflection_of_recorded_programs_is_valid() {
    let (schema, mut seen) = (schema(), ReflectionCounts::default());
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reflection");
    std::fs::create_dir_all(&work).expect("the programs can be written");
    for file in ["slang.jsonl", "slang-more.jsonl"] {
        let text = std::fs::read_to_string(folder("tests/golden").join(file)).expect("the recorded answers");
        for line in sampled(text.lines(), 3).map(|line| serde_json::from_str::<Value>(line).expect("a line is a JSON object")) {
            let text = |key: &str| line[key].as_str().expect("a line has texts");
            let mut files = vec![(text("file").to_owned(), text("source").to_owned())];
            for (name, source) in line["files"].as_object().into_iter().flatten() {
                files.push((name.clone(), source.as_str().expect("a file is a text").to_owned()));
            }
            for (name, source) in &files {
                std::fs::write(work.join(name), source).expect("there is room for a program");
            }
            let path = work.join(&files[0].0);
            let flags: Vec<&str> = line["flags"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let arguments = ["reflect", path.to_str().expect("UTF-8"), "--target", text("target"), "--format", "json", "--"];
            let (code, output) = padstone(&[&arguments[..], &flags].concat());
            if code == 0 {
                check(&schema, text("id"), &output, &mut seen);
            }
        }
    }
    println!("{seen:?}");
    let share = if is_full() { 1 } else { 3 };
    assert!(seen.programs * share > 300 && seen.slots * share > 1_000 && seen.members * share > 3_000, "{seen:?}");
}

#[test]
fn the_schema_rejects_invalid_answers() {
    let schema = schema();
    let with = |slot: Value| {
        let parameter = json!({ "name": "a", "type": "Texture2D", "takes": [], "slots": [slot] });
        let program = json!({
            "version": 1, "language": "Slang", "target": "spirv", "policy": "slang-2026", "parameters": [parameter], "entryPoints": [],
        });
        schema.is_valid(&program)
    };
    let slot = |place: Value| json!({ "path": "a", "kind": "texture", "type": "Texture2D", "place": place, "count": 1 });
    assert!(with(slot(json!({ "set": 0, "binding": 1 }))));
    assert!(with(slot(json!({ "class": "t", "register": 1, "space": 0 }))));
    assert!(!with(slot(json!({ "set": 0, "register": 1 }))), "mixed places");
    assert!(!with(slot(json!({ "class": "c", "register": 1, "space": 0 }))), "unknown classes");
    assert!(!with(slot(json!({ "set": -1, "binding": 1 }))), "negative sets");
    assert!(!with(json!({ "path": "a", "kind": "texture" })), "slots without a count");
    assert!(!with(json!({ "path": "a", "kind": "picture", "count": 1 })), "unknown kinds");
}

/// The offsets of members, by buffer and path, without structs outside buffers.
type Offsets = BTreeMap<(String, String), u64>;

fn offsets(document: &[u8]) -> Offsets {
    let document: Value = serde_json::from_slice(document).expect("JSON");
    let layouts = document["layouts"].as_array().expect("layouts").iter().filter(|layout| layout["kind"] != "struct");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = layouts.flat_map(|layout| {
        let members = layout["members"].as_array().cloned().unwrap_or_default();
        members.into_iter().filter_map(move |member| Some(((text(&layout["name"]), text(&member["path"])), member["offset"].as_u64()?)))
    });
    rows.collect()
}

/// The offsets of members in `!padstone.constants` of an LLVM module.
fn constants(module: &str) -> Offsets {
    let nodes: BTreeMap<&str, &str> = module.lines().filter_map(|line| line.strip_suffix('}')?.split_once(" = !{")).collect();
    let handles = nodes.values().filter_map(|node| node.strip_prefix("ptr @")?.split_once(".cb, "));
    let members = handles.flat_map(|(buffer, members)| members.split(", ").map(move |member| (buffer, member)));
    let offset = |(buffer, member): (&str, &str)| {
        let (name, rest) = nodes.get(member)?.strip_prefix("!\"")?.split_once('"')?;
        let offset = rest.split_once("i64 ")?.1.split_once(',')?.0.parse().ok()?;
        Some(((buffer.to_owned(), name.to_owned()), offset))
    };
    members.filter_map(offset).collect()
}

/// The offsets of members of constant buffers in slangc's JSON.
fn of_slang_json(document: &[u8]) -> Offsets {
    let document: Value = serde_json::from_slice(document).expect("JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let mut found = Offsets::new();
    for parameter in list(&document["parameters"]) {
        let kind = parameter["type"]["kind"].as_str().unwrap_or_default();
        for field in
            list(&parameter["type"]["elementType"]["fields"]).iter().filter(|_| kind.ends_with("Buffer") || kind.ends_with("Block"))
        {
            let bindings = list(&field["bindings"]).into_iter().chain([field["binding"].clone()]);
            let offset = bindings.filter(|binding| binding["kind"] == "uniform").find_map(|binding| binding["offset"].as_u64());
            found.extend(offset.map(|offset| ((text(&parameter), text(field)), offset)));
        }
    }
    found
}

/// Every output has the offsets of `padstone layout` under its rules.
#[test]
fn outputs_have_the_offsets_of_the_layout() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let written = scratch.join("agreement.slang");
    let program = "struct Base { float4 a; float x; }\nstruct S : Base { float2 y; float3 z[2]; }\nstruct V { float a; float2 b; float3 c; float2x3 m; }\n\
        ConstantBuffer<S> s;\nConstantBuffer<V, ScalarDataLayout> v;\nConstantBuffer<V, Std430DataLayout> w;\nStructuredBuffer<S> q;\n\
        ParameterBlock<V> block;\n[[vk::push_constant]] ConstantBuffer<V> p;\ncbuffer C { float a; float3 b; float2 c[3]; V d; }\n";
    std::fs::write(&written, program).expect("there is room for a program");
    let module = scratch.join("agreement.spv");
    let module = module.to_str().expect("UTF-8");
    let mut compared = [0_usize; 3];
    let examples = ["slang/forward.slang", "slang/materials.slang", "slang/path_tracer.slang", "pbr.hlsl", "sky.hlsl", "skinning.hlsl"];
    let examples = examples.iter().map(|example| folder("examples").join(example));
    for path in examples.chain([written]) {
        let name = path.to_str().expect("UTF-8");
        let is_slang = name.ends_with("slang");
        let options: &[&[&str]] = if is_slang { &[&[], &["-fvk-use-scalar-layout"], &["-fvk-use-dx-layout"]] } else { &[&[]] };
        let mut compare = |index: usize, output: &str, found: Offsets, layout: &Offsets| {
            for (member, offset) in found {
                let known = layout.get(&member);
                assert!(known.is_none_or(|known| *known == offset), "{name}, {output}: {member:?} is at {offset}, expected {known:?}");
                compared[index] += usize::from(known.is_some());
            }
        };
        let layout = |rules: &str, options: &[&str]| {
            offsets(&padstone(&[&["layout", name, "--format", "json", "--rules", rules, "--"], options].concat()).1)
        };
        for options in options {
            let laid_out = layout(if is_slang { "auto" } else { "dxc-spirv" }, options);
            padstone(&[&["emit", "spirv", name, "-o", module, "--"], *options].concat());
            compare(0, "SPIR-V", offsets(&padstone(&["layout", module, "--format", "json"]).1), &laid_out);
            let (_, text) = padstone(&[&["emit", "llvm", name, "--target", "spirv", "--"], *options].concat());
            compare(1, "LLVM for SPIR-V", constants(&String::from_utf8_lossy(&text)), &laid_out);
            if is_slang {
                let (_, json) = padstone(&[&["reflect", name, "--target", "spirv", "--format", "slang-json", "--"], *options].concat());
                compare(2, "slang-json", of_slang_json(&json), &laid_out);
            }
        }
        let (_, text) = padstone(&["emit", "llvm", name, "--target", "dx"]);
        let rules = if is_slang { "slang-hlsl" } else { "dxc" };
        compare(1, "LLVM for D3D", constants(&String::from_utf8_lossy(&text)), &layout(rules, &[]));
    }
    println!("offsets compared in SPIR-V, LLVM and slang-json: {compared:?}");
    assert!(compared[0] > 200 && compared[1] > 60 && compared[2] > 60, "{compared:?}");
}
