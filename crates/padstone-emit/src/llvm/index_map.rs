//! The map from logical indices to physical fields: `padstone emit llvm --index-map`.
//!
//! For each packed struct of the LLVM module, as JSON: the constants or members in the order of declaration, each
//! with its byte offset and the index of its field; and the fields in the order of their offsets, with padding
//! marked.

use std::io::{self, Write};

use padstone_diag::Diagnostics;
use padstone_layout::ModuleLayout;
use padstone_model::Module;
use padstone_source::printable_json;
use serde::Serialize;

use super::LlvmOptions;
use super::constants::constants;
use super::module::Roots;
use super::types::PackedContent;

#[derive(Serialize)]
struct TypeEntry<'a> {
    /// The name of the LLVM type, without `%`.
    r#type: &'a str,
    /// The buffer or struct of the source.
    source: &'a str,
    rules: &'static str,
    size: u64,
    constants: Vec<ConstantEntry<'a>>,
    fields: Vec<FieldEntry<'a>>,
}

#[derive(Serialize)]
struct ConstantEntry<'a> {
    name: &'a str,
    r#type: String,
    index: usize,
    offset: u64,
    field: usize,
}

#[derive(Serialize)]
struct FieldEntry<'a> {
    index: usize,
    offset: u64,
    size: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    padding: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    constant: Option<&'a str>,
}

/// Writes the map of every packed struct that [`super::write`] writes for the same options.
///
/// # Errors
/// Those of `out`.
pub fn write_index_map(out: &mut dyn Write, module: &Module, layouts: &ModuleLayout, options: &LlvmOptions) -> io::Result<Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let roots = Roots::new(module, layouts, options.target, &mut diagnostics);
    out.write_all(b"{\"version\":1,\"types\":[")?;
    for (index, named) in roots.structs().into_iter().enumerate() {
        out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
        let types = &layouts.sets[named.origin.set];
        let constants = constants(module, types, named).into_iter().map(|constant| ConstantEntry {
            name: module.name(constant.name),
            r#type: module.type_name(constant.ty).to_string(),
            index: constant.declared,
            offset: constant.offset.bytes(),
            field: constant.physical,
        });
        let declared: Vec<_> = types.fields(module, named.origin.ty).map(|(field, _)| field).collect();
        let fields = named.fields.iter().enumerate().map(|(index, field)| {
            let offset = field.offset.bytes();
            match field.content {
                PackedContent::Padding(size) => FieldEntry { index, offset, size: size.bytes(), padding: true, constant: None },
                PackedContent::Member { ty, declared: at } => FieldEntry {
                    index,
                    offset,
                    size: roots.types.bytes(ty).bytes(),
                    padding: false,
                    constant: Some(module.name(declared[at].name)),
                },
            }
        });
        let entry = TypeEntry {
            r#type: &named.name,
            source: module.as_struct(named.origin.ty).map_or("", |found| module.name(found.name)),
            rules: types.rules.name,
            size: named.bytes.bytes(),
            constants: constants.collect(),
            fields: fields.collect(),
        };
        out.write_all(printable_json(&serde_json::to_string(&entry)?).as_bytes())?;
    }
    out.write_all(b"\n]}\n")?;
    Ok(diagnostics)
}
