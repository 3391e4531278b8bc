//! Listings of modules.

use std::fmt::Write;

use padstone_model::{Annotation, Module, ParameterKind};

/// The declarations of a module, one per line.
pub(crate) fn listing(module: &Module) -> String {
    let mut out = String::new();
    for (_, record) in module.structs.iter() {
        let contiguous = if record.contiguous { "contiguous " } else { "" };
        write!(out, "{contiguous}struct {} {{", module.name(record.name)).unwrap();
        for field in &record.fields {
            write!(out, " {}: {}", module.name(field.name), module.type_name(field.ty)).unwrap();
            for annotation in &field.annotations {
                match annotation {
                    Annotation::Offset { bytes, .. } => write!(out, " offset {bytes}").unwrap(),
                    Annotation::Align { align, .. } => write!(out, " align {align}").unwrap(),
                    Annotation::Size { size, .. } => write!(out, " size {size}").unwrap(),
                    Annotation::Unknown => out.push_str(" ?"),
                    other => unreachable!("{other:?} in WGSL"),
                }
            }
            out.push(';');
        }
        out.push_str(" }\n");
    }
    for (_, parameter) in module.parameters.iter() {
        let (kind, ty) = match parameter.kind {
            ParameterKind::Buffer(buffer) => (format!("{:?}", module.buffers[buffer].kind).to_lowercase(), module.buffers[buffer].content),
            ParameterKind::Opaque(ty) => ("opaque".to_owned(), ty),
            other => unreachable!("{other:?} in WGSL"),
        };
        write!(out, "{kind} {}: {}", module.name(parameter.name), module.type_name(ty)).unwrap();
        for count in &parameter.dims {
            write!(out, " × {:?}", count.known()).unwrap();
        }
        if let Some(binding) = parameter.binding {
            write!(out, " @{}.{}", binding.set.unwrap(), binding.binding).unwrap();
        }
        if let Some(access) = parameter.access {
            write!(out, " {access:?}").unwrap();
        }
        out.push_str(if parameter.used { "\n" } else { " (unused)\n" });
    }
    out.push_str(&entry_points(module));
    out
}

fn entry_points(module: &Module) -> String {
    module.entry_points.iter().map(|entry| format!("entry {}\n", module.name(entry.name))).collect()
}
