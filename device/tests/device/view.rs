//! Shaders read the values that `padstone/view` of the JavaScript package writes.

use std::path::Path;

use padstone::{Workspace, schema};
use padstone_device::{BufferComponents, Gpu, components, read_components};
use padstone_generate::wgsl::{self, ModuleFeatures};
use padstone_generate::{Choices, bytes};
use padstone_read::layout;
use padstone_read::model::Language;
use padstone_testing::Oracle;
use serde_json::{Value, json};

use crate::layout_proof::read;

/// The number of structs in the buffers that are written.
const STRUCTS: usize = 300;

#[test]
fn shaders_read_what_the_view_writes() {
    let Some(gpu) = Gpu::find("bytes of padstone/view on a device") else { return };
    let Some(node) = Oracle::find("node", "bytes of padstone/view on a device") else { return };
    let mut modules: Vec<(u64, String, Vec<BufferComponents>)> = Vec::new();
    let mut cases: Vec<Value> = Vec::new();
    let (mut structs, mut seed) = (0, 0);
    while structs < STRUCTS {
        let features = ModuleFeatures { bodies: false, ..ModuleFeatures::naga() };
        let source = wgsl::module(&mut Choices::new(&bytes(seed, 2_000)), features);
        let (buffers, found) = components(&read(Language::Wgsl, &source), layout::find("naga").expect("a profile"));
        let layouts = layouts(&source);
        cases.extend(buffers.iter().map(|buffer| case(buffer, &layouts)));
        if !buffers.is_empty() {
            structs += found;
            modules.push((seed, source, buffers));
        }
        seed += 1;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/device/view.mjs");
    let written = node.run(&[script.to_str().expect("UTF-8")], &Value::from(cases).to_string()).expect("node writes the bytes");
    let written: Vec<Vec<u8>> = serde_json::from_str(&written).expect("lists of bytes");

    let mut written = written.into_iter();
    let mut total = 0;
    for (seed, source, buffers) in &modules {
        let contents: Vec<Vec<u8>> = written.by_ref().take(buffers.len()).collect();
        let wrong = read_components(&gpu, source, buffers, &contents).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{source}"));
        assert!(wrong.is_empty(), "seed {seed}: {}\n{source}", wrong.join("\n"));
        total += buffers.iter().map(|buffer| buffer.components.len()).sum::<usize>();
    }
    println!("padstone/view: {structs} structs of {} modules, {total} components", modules.len());
}

/// The layouts of a module as the library answers them.
fn layouts(source: &str) -> Value {
    let mut workspace = Workspace::default();
    workspace.set_file("a.wgsl", source);
    let request = json!({ "ask": "layout", "files": ["a.wgsl"], "compilers": ["naga"] });
    let request = schema::Request::from_json(&request.to_string()).expect("a request");
    let answer = schema::json(&schema::answer(&workspace, &request).expect("an answer"));
    serde_json::from_str::<Value>(&answer).expect("JSON")["layouts"].take()
}

fn layout_of<'v>(buffer: &BufferComponents, layouts: &'v Value) -> &'v Value {
    let mut all = layouts.as_array().expect("layouts").iter();
    all.find(|layout| layout["name"] == *buffer.buffer && layout["kind"] != "struct").expect("its layout")
}

/// The layout of a buffer, its size, and what to write.
fn case(buffer: &BufferComponents, layouts: &Value) -> Value {
    let step = |step: &Result<String, u64>| step.clone().map_or_else(Value::from, Value::from);
    let components = buffer.components.iter().map(|one| json!([one.steps.iter().map(step).collect::<Vec<_>>(), one.value]));
    json!({ "layout": layout_of(buffer, layouts), "size": buffer.size, "components": components.collect::<Vec<_>>() })
}
