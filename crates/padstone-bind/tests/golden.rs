//! The registers and bindings assigned by DXC: every buffer of every line of `tests/golden/hlsl-dxc.jsonl`, and every
//! line that DXC rejects because of its registers.

use std::collections::HashMap;
use std::path::Path;

use padstone_bind::{Binding, Bindings, Options, Shift, VkSlot, bind, binding_rules};
use padstone_cfamily::{Options as HlslOptions, read_hlsl};
use padstone_diag::Diagnostics;
use padstone_model::{Major, Module, ParameterKind, ResourceClass};
use padstone_source::{MemoryLoader, SourceMap};
use serde_json::{Value, json};

/// DXC's messages about the registers of resources.
const REGISTER_ERRORS: [&str; 2] = ["invalid register specification, expected 'b' binding", "overlaps with resource"];

#[test]
fn bindings_match_dxc() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/hlsl-dxc.jsonl");
    let lines = std::fs::read_to_string(path).expect("the recorded answers are part of the repository");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    let sources: HashMap<&str, &str> = lines.iter().filter_map(|line| Some((line["id"].as_str()?, line["source"].as_str()?))).collect();

    let (mut bound, mut rejected, mut wrong) = (0, 0, Vec::new());
    for line in &lines {
        let source = sources[line["source_id"].as_str().or(line["id"].as_str()).expect("each line has an id")];
        let flags: Vec<&str> = line["flags"].as_array().expect("each line has flags").iter().filter_map(Value::as_str).collect();
        let (module, bindings) = bind_with(source, &flags);
        match line["error"].as_str() {
            None => {
                let expected: Vec<String> = line["buffers"].as_array().expect("buffers or an error").iter().map(recorded).collect();
                bound += expected.len();
                let found = buffers(&module, &bindings);
                if sorted(expected.clone()) != sorted(found.clone()) || bindings.diagnostics.has_errors() {
                    wrong.push(format!("{}\n  DXC: {expected:?}\n  we:  {found:?}\n  {:?}", line["id"], bindings.diagnostics));
                }
            }
            Some(error) if REGISTER_ERRORS.iter().any(|text| error.contains(text)) => {
                rejected += 1;
                if !bindings.diagnostics.has_errors() {
                    wrong.push(format!("{} is accepted; DXC: {error}", line["id"]));
                }
            }
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{} of {} lines differ:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
    assert!(bound > 2000 && rejected >= 8, "{bound} bindings and {rejected} rejections are fewer than were recorded");
}

fn bind_with(source: &str, flags: &[&str]) -> (Module, Bindings) {
    let spirv = flags.contains(&"-spirv");
    let read = HlslOptions {
        spirv,
        entry: Some("main".into()),
        native_16bit: flags.contains(&"-enable-16bit-types"),
        default_major: if flags.contains(&"-Zpr") { Major::Row } else { Major::Column },
        ..HlslOptions::default()
    };
    let mut options = Options::default();
    for (index, &flag) in flags.iter().enumerate() {
        let number = |further: usize| flags.get(index + further).and_then(|text| text.parse().ok());
        let class = match flag {
            "-fvk-b-shift" => ResourceClass::ConstantBuffer,
            "-fvk-t-shift" => ResourceClass::ShaderResource,
            "-fvk-u-shift" => ResourceClass::UnorderedAccess,
            "-fvk-bind-globals" => {
                options.bind_globals = Some(VkSlot { binding: number(1).unwrap(), set: number(2).unwrap() });
                continue;
            }
            "-auto-binding-space" => {
                options.auto_binding_space = number(1);
                continue;
            }
            _ => continue,
        };
        options.shifts.push(Shift { class, by: number(1).unwrap().into(), space: number(2) });
    }
    let mut sources = SourceMap::new();
    let file = sources.add_file("golden.hlsl", source.into()).expect("the sources are small");
    let module = read_hlsl(&mut sources, file, &MemoryLoader::default(), &read, &mut Diagnostics::new());
    let bindings = bind(&module, if spirv { &binding_rules::DXC_SPIRV } else { &binding_rules::DXC }, &options);
    (module, bindings)
}

/// A recorded buffer. An unbounded count is recorded as 4294967295 for DXIL, and as 0 for SPIR-V.
fn recorded(buffer: &Value) -> String {
    let mut binding = buffer["binding"].clone();
    if let Some(count) = binding.get_mut("count")
        && (*count == json!(u32::MAX) || *count == json!(0))
    {
        *count = Value::Null;
    }
    format!("{}: {binding}", buffer["name"].as_str().expect("buffers have names"))
}

/// The buffers that the shader uses, except the one that it writes, in the recorded form.
fn buffers(module: &Module, bindings: &Bindings) -> Vec<String> {
    let used = module.parameters.iter().filter(|(_, parameter)| parameter.used && matches!(parameter.kind, ParameterKind::Buffer(_)));
    used.map(|(id, parameter)| {
        let name = module.name(parameter.name);
        let binding = bindings.get(id).map_or(Value::Null, as_json);
        format!("{}: {binding}", name.rsplit("::").next().unwrap_or(name))
    })
    .collect()
}

fn as_json(binding: Binding) -> Value {
    let (mut value, count) = match binding {
        Binding::D3d { class, register, space, count } => {
            (json!({ "class": class.letter().to_string(), "register": register, "space": space }), count)
        }
        Binding::Vulkan { set, binding, count } => (json!({ "set": set, "binding": binding }), count),
        Binding::WebGpu { group, binding, .. } => (json!({ "group": group, "binding": binding }), None),
    };
    if let Some(count) = count {
        value["count"] = count.known().map_or(Value::Null, |count| json!(count));
    }
    value
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}
