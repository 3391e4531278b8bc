//! GLSL shaders, and listings of their declarations.

use std::fmt::Write;

use padstone_cfamily::{GlslOptions, read_glsl};
use padstone_diag::{Diagnostics, Severity};
use padstone_model::{Annotation, Count, Major, Module, Packing, Parameter, ParameterKind, StructKind, Type, TypeId};
use padstone_source::{MemoryLoader, SourceMap};

/// A listing of a shader: structs, buffers, other parameters, then diagnostics.
pub(crate) fn read(source: &str, options: &GlslOptions, files: &[(&str, &str)]) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.glsl", source.into()).unwrap();
    let mut diagnostics = Diagnostics::new();
    let loader = MemoryLoader::new(files.iter().copied());
    let module = read_glsl(&mut sources, file, &loader, options, &mut diagnostics);
    let mut out = String::new();
    for (_, record) in module.structs.iter().filter(|(_, record)| record.kind != StructKind::BufferMembers) {
        let turned = if record.kind == StructKind::Instance { " turned" } else { "" };
        writeln!(out, "struct {}{turned} {{{} }}", module.name(record.name), members(&module, record.ty.unwrap())).unwrap();
    }
    for (_, buffer) in module.buffers.iter() {
        let kind = format!("{:?}", buffer.kind).to_lowercase();
        let packing = if buffer.packing == Packing::ByKind { String::new() } else { format!(" {:?}", buffer.packing).to_lowercase() };
        let members = if module.types[buffer.content] == Type::Unknown { " ?".to_owned() } else { members(&module, buffer.content) };
        let location = place(&module.parameters[buffer.parameter]);
        writeln!(out, "{kind}{packing} {}{location} {{{members} }}", module.name(buffer.name)).unwrap();
    }
    for (_, parameter) in module.parameters.iter() {
        let (kind, ty) = match parameter.kind {
            ParameterKind::Buffer(_) => continue,
            ParameterKind::Opaque(ty) => ("opaque", ty),
            ParameterKind::Struct(ty) => ("struct", ty),
            ParameterKind::Uniform(ty) => ("loose", ty),
        };
        writeln!(out, "{kind} {} {}{}", module.type_name(ty), module.name(parameter.name), place(parameter)).unwrap();
    }
    for diagnostic in &diagnostics {
        let position = diagnostic.span.map(|span| sources.locate(span.start));
        let position = position.map_or("?".to_owned(), |position| format!("{}:{}", position.line, position.column));
        let warning = if diagnostic.severity == Severity::Error { "" } else { "warning " };
        writeln!(out, "{position} {warning}{} {}", diagnostic.code.id, diagnostic.message).unwrap();
    }
    out
}

/// The types and names of members, with their explicit offsets.
fn members(module: &Module, ty: TypeId) -> String {
    let mut out = String::new();
    for field in &module.as_struct(ty).unwrap().fields {
        let row = if is_row_major(module, field.ty) { "row " } else { "" };
        write!(out, " {row}{} {}", module.type_name(field.ty), module.name(field.name)).unwrap();
        for annotation in &field.annotations {
            match annotation {
                Annotation::Offset { bytes, .. } => write!(out, " @{bytes}").unwrap(),
                Annotation::Align { align, .. } => write!(out, " align{align}").unwrap(),
                Annotation::Unknown => out.push_str(" ?"),
                other => panic!("GLSL has no {other:?}"),
            }
        }
        out.push(';');
    }
    out
}

fn is_row_major(module: &Module, mut ty: TypeId) -> bool {
    while let Type::Array { element, .. } = module.types[ty] {
        ty = element;
    }
    match module.types[ty] {
        Type::Matrix { major, .. } => major == Major::Row,
        Type::Struct(id) => module.structs[id].kind == StructKind::Instance,
        _ => false,
    }
}

/// Dimensions, set, binding, location and access.
fn place(parameter: &Parameter) -> String {
    let mut out = String::new();
    for dimension in &parameter.dims {
        match dimension {
            Count::Known(count) => write!(out, "[{count}]").unwrap(),
            Count::Runtime | Count::LinkTime => out.push_str("[]"),
        }
    }
    if let Some(binding) = parameter.binding {
        write!(out, " {}:{}", binding.set.map_or("-".to_owned(), |set| set.to_string()), binding.binding).unwrap();
    }
    if let Some(location) = parameter.location {
        write!(out, " location {location}").unwrap();
    }
    if let Some(access) = parameter.access {
        write!(out, " {}", format!("{access:?}").to_lowercase()).unwrap();
    }
    if !parameter.used {
        out.push_str(" unused");
    }
    out
}
