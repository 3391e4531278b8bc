//! Compares compiled modules with the results recorded in `tests/golden`.
//!
//! These come from other sources: glslang's from disassembled modules, those for WGSL from tint.

use std::collections::BTreeMap;

use padstone_read::artifact::{Artifact, read_spirv};
use padstone_read::layout::{Layout, Subject};
use padstone_read::model::{BufferKind, Count, Major};
use serde_json::Value;

use crate::{Row, rows, test_data};

/// The maximum number of disagreements printed.
const SHOWN: usize = 10;

/// Compiles every line of a file of `tests/golden` to SPIR-V and compares padstone's layouts of it with the recorded ones. Returns the
/// numbers of modules and values compared.
///
/// # Panics
/// If anything differs, or fewer than `least` modules compile.
pub fn reads_as_recorded(file: &str, least: usize, compile: impl Fn(&Value) -> Option<Vec<u8>>) -> (usize, usize) {
    let text = std::fs::read_to_string(test_data("golden").join(file)).expect("the recorded answers");
    let mut failures = Vec::new();
    let (mut compiled, mut values) = (0, 0);
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).expect("a line is a JSON object");
        if !record["error"].is_null() {
            continue;
        }
        let Some(module) = compile(&record) else { continue };
        compiled += 1;
        let read = read_spirv("module.spv", &module);
        if let Err(reason) = agrees(&record, &read, &mut values) {
            failures.push(format!("-- {}: {reason}\n{}", record["id"], record["source"].as_str().unwrap_or_default()));
        }
    }
    assert!(failures.is_empty(), "{} modules\n{}", failures.len(), failures[..failures.len().min(SHOWN)].join("\n"));
    assert!(compiled >= least, "only {compiled} modules were compiled");
    (compiled, values)
}

fn agrees(record: &Value, read: &Artifact, values: &mut usize) -> Result<(), String> {
    if let Some(found) = read.diagnostics.iter().chain(&read.layouts.diagnostics).next() {
        return Err(format!("{} {}", found.code.id, found.message));
    }
    let recorded = record["buffers"].as_array().expect("an answer");
    for buffer in recorded.iter().filter(|buffer| buffer["kind"] != "struct" && !(record["lang"] == "wgsl" && is_split(buffer))) {
        let name = buffer["name"].as_str().expect("a name");
        let found = read.layouts.layouts.iter().find(|layout| self::name(read, layout) == Some(name));
        let Some(layout) = found else { return Err(format!("`{name}` was not read")) };
        compare(buffer, read, layout, values).map_err(|reason| format!("`{name}`: {reason}"))?;
    }
    Ok(())
}

/// Whether naga writes matrices of the buffer as their columns: it does so in uniform buffers whose matrix stride is less than that of
/// std140.
fn is_split(buffer: &Value) -> bool {
    let close = |matrix: &Value| matrix[0].as_u64().is_some_and(|stride| stride < 16);
    buffer["kind"] == "uniform" && buffer["matrix"].as_object().is_some_and(|matrices| matrices.values().any(close))
}

fn compare(buffer: &Value, read: &Artifact, layout: &Layout, values: &mut usize) -> Result<(), String> {
    let Subject::Buffer(id) = layout.subject else { return Err("is not a buffer".to_owned()) };
    let found = &read.module.buffers[id];
    let parameter = &read.module.parameters[found.parameter];
    let kind = match found.kind {
        BufferKind::Uniform => "uniform",
        BufferKind::Storage => "storage",
        BufferKind::PushConstant => "push_constant",
        BufferKind::ShaderRecord => "shader_record",
        _ => "another",
    };
    // Immediates of WGSL are push constants.
    if buffer["kind"] != kind && !(buffer["kind"] == "immediate" && kind == "push_constant") {
        return Err(format!("is {}, but padstone reads {kind}", buffer["kind"]));
    }
    let slot = |keys: &[&str]| keys.iter().find_map(|key| buffer["binding"][*key].as_u64());
    let stated = parameter.binding.map(|slot| (slot.set.unwrap_or(0).into(), u64::from(slot.binding)));
    if slot(&["binding"]).map(|binding| (slot(&["set", "group"]).unwrap_or(0), binding)) != stated {
        return Err(format!("is bound to {}, but padstone reads {stated:?}", buffer["binding"]));
    }
    let rows = rows(&read.module, &read.layouts, layout);
    let rows: BTreeMap<&str, &Row> = rows.iter().map(|row| (row.path.as_str(), row)).collect();
    let members = buffer["members"].as_array().expect("members");
    for member in members {
        let path = member[0].as_str().expect("a path");
        let Some(row) = rows.get(path) else { return Err(format!("`{path}` was not read, but {:?}", rows.keys())) };
        *values += 2;
        compare_property(path, "offset", member[1].as_u64(), Some(row.offset))?;
        // The module does not contain the tail padding of arrays, matrices and structs.
        let is_plain = row.stride.is_none() && row.matrix.is_none() && !rows.keys().any(|other| other.starts_with(&format!("{path}.")));
        if is_plain {
            compare_property(path, "size", member[2].as_u64().or(Some(row.size)), Some(row.size))?;
        } else if member[2].as_u64().is_some_and(|size| size < row.size) {
            return Err(format!("`{path}` takes {} bytes, but padstone reads {}", member[2], row.size));
        }
    }
    for (path, stride) in buffer["strides"].as_object().into_iter().flatten().filter(|(path, _)| !path.is_empty()) {
        *values += 1;
        compare_property(path, "stride", stride.as_u64(), rows.get(path.as_str()).and_then(|row| row.stride))?;
    }
    for (path, count) in buffer["counts"].as_object().into_iter().flatten().filter(|(path, _)| !path.is_empty()) {
        *values += 1;
        let found = rows.get(path.as_str()).and_then(|row| row.count);
        compare_property(path, "count", count.as_u64(), found.and_then(Count::known))?;
    }
    for (path, matrix) in buffer["matrix"].as_object().into_iter().flatten().filter(|(path, _)| !path.is_empty()) {
        *values += 2;
        let found = rows.get(path.as_str()).and_then(|row| row.matrix);
        let major = |major: Major| if major == Major::Row { "row" } else { "column" };
        if found.is_none_or(|(stride, found)| matrix[0] != stride || matrix[1] != major(found)) {
            return Err(format!("`{path}` is a matrix {matrix}, but padstone reads {found:?}"));
        }
    }
    Ok(())
}

fn compare_property(path: &str, property: &str, recorded: Option<u64>, read: Option<u64>) -> Result<(), String> {
    if recorded == read { Ok(()) } else { Err(format!("the {property} of `{path}` is {recorded:?}, but padstone reads {read:?}")) }
}

fn name<'r>(read: &'r Artifact, layout: &Layout) -> Option<&'r str> {
    match layout.subject {
        Subject::Buffer(id) => Some(read.module.name(read.module.buffers[id].name)),
        Subject::Struct(_) => None,
    }
}
