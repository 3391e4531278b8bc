//! The whole pipeline on one text: for fuzzing, and for replaying finds.

pub(crate) mod bytes;

use std::io::{self, Write};
use std::ops::ControlFlow;

use padstone_read::bind::{self, Bindings, binding_rules};
use padstone_read::diag::Diagnostics;
use padstone_read::emit::diagnostics::{self, Context, TerminalColor};
use padstone_read::emit::explain::Question;
use padstone_read::emit::llvm::{self, LlvmOptions, Target, TypeForm};
use padstone_read::emit::{DrawnLines, FORMATS, Listing, Settings, ast, cb_struct, copy_plan, spirv};
use padstone_read::layout::{self, BindingModel, ModuleLayout, Profile, Visit, VisitOrder};
use padstone_read::model::Language;
use padstone_read::source::{MemoryLoader, SourceMap};
use padstone_read::wgsl::tree::Edition;
use padstone_read::{Options, Unit};
use padstone_rewrite as rewrite;

/// The name of the file, under which it can include itself.
const FILE: &str = "main.hlsl";
/// The files that it can include and import.
const OTHERS: [(&str, &str); 3] = [
    ("other.hlsli", "#pragma once\nfloat other;\n"),
    ("lib.wgsl", "#define_import_path lib\n#import main::Back\nstruct Light { to: vec3f, range: f32 }\nfn lit() -> f32 { return 1.0; }\n"),
    ("lib.wesl", "import package::main::Back;\nstruct Light { to: vec3f, @if(feature) range: f32 }\n"),
];
/// The number of members of a unit that are explained.
const EXPLAINED: usize = 4;

/// Reads a text, lays it out under every profile and writes every output.
///
/// # Errors
/// Those of `out`.
pub(crate) fn run(text: &str, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let loader = MemoryLoader::new(OTHERS.iter().copied().chain([(FILE, text)]));
    let unit = Unit::read(FILE, text.into(), &loader, options);
    write_messages(&unit, &unit.diagnostics, out)?;
    match options.language {
        Language::Wgsl => write_rewritten(text, Edition::Current, out)?,
        Language::Wgsl2020 => write_rewritten(text, Edition::Draft2020, out)?,
        _ => {}
    }
    ast::write(out, &unit.module)?;
    let all: Vec<_> = layout::profiles().iter().map(|profile| (profile.name, unit.layout(profile))).collect();
    for (profile, (_, layouts)) in layout::profiles().iter().zip(&all) {
        write_layouts(&unit, profile, layouts, out)?;
        write_modules(&unit, layouts, out)?;
    }
    copy_plan::write(out, &unit.module, &all[0].1, &all[2].1)?;
    let (_, layouts) = &all[0];
    let question = Question { sources: &unit.sources, module: &unit.module, layouts, others: &all };
    for path in paths(&unit, layouts) {
        if let Ok(path) = path.parse()
            && let Ok(answer) = question.explain(&path)
        {
            answer.write(TerminalColor::Never, out)?;
        }
    }
    Ok(())
}

fn write_messages(unit: &Unit, messages: &Diagnostics, out: &mut dyn Write) -> io::Result<()> {
    let context = Context { sources: &unit.sources, names: &unit.module.names };
    for format in diagnostics::FORMATS {
        let mut renderer = (format.renderer)(TerminalColor::Never);
        for message in messages {
            renderer.diagnostic(context, message, out)?;
        }
        renderer.finish(out)?;
    }
    Ok(())
}

fn write_layouts(unit: &Unit, profile: &Profile, layouts: &ModuleLayout, out: &mut dyn Write) -> io::Result<()> {
    let policy = if profile.binding == BindingModel::Vulkan { &binding_rules::DXC_SPIRV } else { &binding_rules::DXC };
    let bindings = unit.bind(policy, &bind::Options::default());
    write_messages(unit, &layouts.diagnostics, out)?;
    write_messages(unit, &bindings.diagnostics, out)?;
    write_spirv(unit, layouts, &bindings, out)?;
    for format in FORMATS {
        let mut writer = (format.writer)(Settings { color: TerminalColor::Never, row_bytes: 16, lines: DrawnLines::ALL, structs: true });
        writer.listing(&Listing { file: FILE, sources: &unit.sources, module: &unit.module, layouts, bindings: &bindings }, out)?;
        writer.finish(out)?;
    }
    Ok(())
}

fn write_modules(unit: &Unit, layouts: &ModuleLayout, out: &mut dyn Write) -> io::Result<()> {
    for (form, target) in [(TypeForm::Padding, Target::Dx), (TypeForm::Layout, Target::Spirv), (TypeForm::Padding, Target::Host)] {
        let options = LlvmOptions { form, target, cbuf_arrays: true, copies: true, accessors: true };
        llvm::write(out, &unit.module, layouts, &options)?;
        llvm::write_index_map(out, &unit.module, layouts, &options)?;
    }
    cb_struct::write(out, &unit.module, layouts)?;
    Ok(())
}

/// The results of every pass for a text.
fn write_rewritten(text: &str, edition: Edition, out: &mut dyn Write) -> io::Result<()> {
    for pass in rewrite::PASSES.iter().filter(|pass| pass.takes.contains(&edition)) {
        let (mut sources, mut found) = (SourceMap::new(), Diagnostics::new());
        let file = sources.add_file(FILE, text.into()).expect("a small file");
        let rewritten = rewrite::rewrite(&mut sources, file, edition, &[pass], &rewrite::Options::default(), &mut found);
        out.write_all(rewritten.text.as_bytes())?;
    }
    Ok(())
}

/// Writes a SPIR-V module in both forms, and reads it back.
fn write_spirv(unit: &Unit, layouts: &ModuleLayout, bindings: &Bindings, out: &mut dyn Write) -> io::Result<()> {
    spirv::write(out, &unit.module, layouts, bindings, spirv::ModuleFormat::Assembly)?;
    let mut module = Vec::new();
    spirv::write(&mut module, &unit.module, layouts, bindings, spirv::ModuleFormat::Binary)?;
    let read = Unit::read_compiled("module.spv", &module);
    write_messages(&read, &read.diagnostics, out)
}

/// The paths of the members, as `NAME.PATH`.
fn paths(unit: &Unit, layouts: &ModuleLayout) -> Vec<String> {
    let mut paths = Vec::new();
    for found in &layouts.layouts {
        let name = match found.subject {
            layout::Subject::Buffer(id) => unit.module.buffers[id].name,
            layout::Subject::Struct(id) => unit.module.structs[id].name,
        };
        let _ = layout::rows(&unit.module, layouts.types(found), found, VisitOrder::Source, &mut |visit| {
            if let Visit::Row(row) = visit {
                paths.push(format!("{}.{}", unit.module.name(name), row.path));
            }
            if paths.len() < EXPLAINED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    paths
}
