//! Layouts read from compiled files. No rules are applied: the numbers are those in the file.
//!
//! [`read_spirv`] reads a SPIR-V module of any version, endianness and compiler, valid
//! or not: variables of the storage classes that the host can access become buffers and parameters,
//! with the names, offsets, strides and bindings that the module has.
//!
//! ```
//! # let module: Vec<u8> = [0x0723_0203_u32, 0x0001_0000, 0, 1, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
//! let read = padstone_artifact::read_spirv("empty.spv", &module);
//! assert!(read.layouts.layouts.is_empty() && !read.diagnostics.has_errors());
//! ```
//!
//! Diagnostics have spans too: the only source of an [`Artifact`] is the module as text, in the lines of `spirv-dis`'s
//! output.

mod blocks;
mod constants;
mod listing;
mod module_info;
mod names;
mod recorded_attributes;
mod specialization_constants;
mod stage_variables;
mod textures;
mod types;
mod words;

use std::collections::HashMap;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::{ModuleLayout, Profile, StatedLayout};
use padstone_model::{EntryPoint, Language, Module};
use padstone_source::SourceMap;

use blocks::{Blocks, interface_variables};
use listing::Disassembly;
use module_info::{SpirvModule, TypeKind};
use names::NamingConventions;
use recorded_attributes::Provenance;
use stage_variables::StageTypes;
use textures::opaque;
use types::{ModuleConversion, laid_out};
use words::{NotSpirv, Words};

/// The contents of a compiled file.
#[derive(Debug)]
pub struct Artifact {
    /// The file as text.
    pub sources: SourceMap,
    /// The declarations: all types of buffers, with the bindings of all parameters.
    pub module: Module,
    /// The layout, under the pseudo profile [`padstone_layout::AS_COMPILED`].
    pub layouts: ModuleLayout,
    /// The offsets and strides in the file.
    pub stated_layout: StatedLayout,
    /// The rules of the layout as recorded in the file; padstone's output contains them.
    pub rules: Option<&'static Profile>,
    /// The errors.
    pub diagnostics: Diagnostics,
}

/// Reads a SPIR-V module; `name` is its name in messages. Never fails: parts that could not be understood are omitted, with diagnostics.
pub fn read_spirv(name: &str, bytes: &[u8]) -> Artifact {
    let mut diagnostics = Diagnostics::new();
    let mut sources = SourceMap::new();
    let module = Module { language: Language::SpirV, ..Module::default() };
    let words = match Words::new(bytes) {
        Ok(words) => words,
        Err(reason) => {
            diagnostics.push(not_spirv(name, bytes, reason));
            let layouts = StatedLayout::default().layout(&module);
            return Artifact { sources, module, layouts, stated_layout: StatedLayout::default(), rules: None, diagnostics };
        }
    };
    let mut listing = Disassembly::new(&words);
    let base = sources.add_file(name, listing.text.as_str().into()).map(|file| sources.file(file).base());
    listing.set_base(base.unwrap_or(0), base.is_ok());
    let info = SpirvModule::read(&words, &listing, &mut diagnostics);
    let (mut module, mut stated_layout) = convert(&info, module, &mut diagnostics);
    module.declare_globals();
    let Provenance { language, rules } = recorded_attributes::of_module(&info.processes, info.source);
    language.into_iter().for_each(|language| stated_layout.compiled_from(language));
    let layouts = stated_layout.layout(&module);
    Artifact { sources, module, layouts, stated_layout, rules, diagnostics }
}

/// The model of the file's declarations, with its offsets and strides.
fn convert(info: &SpirvModule, module: Module, diagnostics: &mut Diagnostics) -> (Module, StatedLayout) {
    let names = NamingConventions::new(info.source);
    let variables = interface_variables(info, &mut |found| diagnostics.push(found));
    let mut is_block = vec![false; info.types.len()];
    variables
        .iter()
        .filter(|interface_variables| interface_variables.is_block(info))
        .for_each(|interface_variables| is_block[interface_variables.object] = true);
    let is_struct = |index: usize| matches!(&info.types[index].kind, TypeKind::Struct { members } if !members.is_empty());
    let laid_out = laid_out(info).into_iter().enumerate().map(|(index, laid_out)| laid_out && is_struct(index));
    let mut is_root: Vec<bool> = laid_out.zip(&is_block).map(|(laid_out, &is_block)| laid_out || is_block).collect();
    let loose = variables.iter().filter(|interface_variables| {
        interface_variables.is_loose() && opaque(info, &info.types[interface_variables.object].kind).is_none()
    });
    loose.for_each(|interface_variables| is_root[interface_variables.object] = true);
    let mut conversion = ModuleConversion::new(info, module, names.is_transposed(), is_root, &is_block);
    let comparison_samplers = info.comparison_samplers();
    let mut blocks = Blocks { conversion: &mut conversion, names, members: HashMap::new(), comparison_samplers };
    variables.iter().for_each(|interface_variables| blocks.add(interface_variables));
    specialization_constants::convert(&mut conversion);
    let stage_types = StageTypes::new(&mut conversion);
    for entry in &info.entry_points {
        let name = conversion.module.names.intern(&entry.name);
        let signature = Some(stage_types.signature(&mut conversion, entry));
        conversion.module.entry_points.push(EntryPoint { name, span: entry.span, stage: entry.stage, signature });
    }
    diagnostics.extend(conversion.diagnostics.iter().cloned());
    (conversion.module, conversion.stated_layout)
}

fn not_spirv(name: &str, bytes: &[u8], reason: NotSpirv) -> Diagnostic {
    let message = match reason {
        NotSpirv::Short => format!("`{name}` has {} bytes, fewer than a SPIR-V header", bytes.len()),
        NotSpirv::Magic => format!("`{name}` is not a SPIR-V module: its first word is not 0x07230203"),
    };
    let help = "assemble textual SPIR-V with spirv-as first";
    let found = Diagnostic::without_place(&codes::NOT_SPIRV, message);
    if bytes.first() == Some(&b';') { found.help(help) } else { found }
}
