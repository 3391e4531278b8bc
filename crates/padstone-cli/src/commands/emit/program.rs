//! `padstone emit split`, `root-signature`, `vulkan-layout` and `wgpu-layout`: outputs for the layout of a whole program.

use std::io::{self, Write};

use padstone_read::bind::ExplicitSource;
use padstone_read::diag::{Diagnostics, codes};
use padstone_read::emit::pipeline::root_signature::{
    self, RootDescriptors, RootSignatureOptions, RootSignatureVersion, check_macro_name, check_static_sampler,
};
use padstone_read::emit::pipeline::vulkan::{self, VulkanLanguage, VulkanOptions};
use padstone_read::emit::pipeline::wgpu::{self, WgpuOptions};
use padstone_read::emit::pipeline::{identifier, pascal_case};
use padstone_read::emit::reflect::Reflection;
use padstone_read::emit::split;
use padstone_read::layout::BindingModel;
use padstone_read::model::Language;

use crate::Failure;
use crate::arguments::{
    LayoutLanguage, ProgramArguments, RootDescriptorsName, RootSignatureArguments, RootSignatureVersionName, SplitArguments,
    VulkanLayoutArguments, WgpuLayoutArguments,
};
use crate::output::OutputTarget;
use crate::session::Session;
use padstone_read::options::OptionKey;
use padstone_read::program::Program;

pub(super) fn split(mut session: Session, arguments: &SplitArguments) -> Result<u8, Failure> {
    let program = program(&mut session, &arguments.program, "hlsl")?;
    of_target(&program, "split", "hlsl, dxil, spirv, glsl or wgsl", split::is_split(program.request().target.explicit))?;
    let code = emit(session, &program, &arguments.program, |session, reflection, out| {
        let (split, found) = split::split(reflection);
        out.write_all(split.text.as_bytes())?;
        if let Some(path) = arguments.map.as_deref().filter(|_| !found.has_errors()) {
            session.write_additional(path, |out| split.map.write_json(out));
        }
        Ok(found)
    })?;
    Ok(code)
}

pub(super) fn root_signature(mut session: Session, arguments: &RootSignatureArguments) -> Result<u8, Failure> {
    let program = program(&mut session, &arguments.program, "hlsl")?;
    of_target(&program, "root-signature", "hlsl or dxil", program.request().target.explicit == ExplicitSource::Registers)?;
    let static_sampler = |setting: &String| match setting.split_once('=') {
        Some((path, setting)) => (path.to_owned(), setting.to_owned()),
        None => (setting.clone(), String::new()),
    };
    check_name(arguments.name.as_deref())?;
    if let Some(name) = &arguments.name {
        check_macro_name(name).map_err(|reason| Failure::Usage(format!("`--name`: {reason}")))?;
    }
    let version = match arguments.version {
        RootSignatureVersionName::V1_0 => RootSignatureVersion::V1_0,
        RootSignatureVersionName::V1_1 => RootSignatureVersion::V1_1,
        RootSignatureVersionName::V1_2 => RootSignatureVersion::V1_2,
    };
    let static_samplers: Vec<(String, String)> = arguments.static_samplers.iter().map(static_sampler).collect();
    for (index, (path, settings)) in static_samplers.iter().enumerate() {
        if static_samplers[..index].iter().any(|(other, _)| other == path) {
            return Err(Failure::Usage(format!("`--static-sampler {path}` is given twice")));
        }
        check_static_sampler(settings, version).map_err(|reason| Failure::Usage(format!("`--static-sampler {path}`: {reason}")))?;
    }
    let options = RootSignatureOptions {
        name: arguments.name.clone().unwrap_or_else(|| format!("{}RootSignature", pascal_case(&stem(&program)))),
        version,
        root: match arguments.root {
            RootDescriptorsName::None => RootDescriptors::None,
            RootDescriptorsName::ConstantBuffers => RootDescriptors::ConstantBuffers,
            RootDescriptorsName::Buffers => RootDescriptors::Buffers,
        },
        constants: arguments.constants.clone(),
        static_samplers,
        flags: arguments.flags.clone(),
    };
    let code = emit(session, &program, &arguments.program, |_, reflection, out| root_signature::write(out, reflection, &options))?;
    Ok(code)
}

pub(super) fn vulkan_layout(mut session: Session, arguments: &VulkanLayoutArguments) -> Result<u8, Failure> {
    let program = program(&mut session, &arguments.program, "spirv")?;
    let target = &program.request().target;
    let is_vulkan = target.explicit == ExplicitSource::Bindings && target.family.profile.binding != BindingModel::WebGpu;
    of_target(&program, "vulkan-layout", "spirv", is_vulkan)?;
    check_name(arguments.name.as_deref())?;
    let options = VulkanOptions {
        language: match arguments.form {
            LayoutLanguage::C => VulkanLanguage::C,
            LayoutLanguage::Rust => VulkanLanguage::Rust,
        },
        name: arguments.name.clone().unwrap_or_else(|| stem(&program)),
        unbounded: arguments.unbounded,
    };
    let code = emit(session, &program, &arguments.program, |_, reflection, out| vulkan::write(out, reflection, &options))?;
    Ok(code)
}

pub(super) fn wgpu_layout(mut session: Session, arguments: &WgpuLayoutArguments) -> Result<u8, Failure> {
    session.usage = true;
    let program = program(&mut session, &arguments.program, "wgsl")?;
    of_target(&program, "wgpu-layout", "wgsl or spirv", program.request().target.explicit == ExplicitSource::Bindings)?;
    check_name(arguments.name.as_deref())?;
    let name = arguments.name.clone().unwrap_or_else(|| stem(&program));
    let options = WgpuOptions { name, unbounded: arguments.unbounded };
    let code = emit(session, &program, &arguments.program, |_, reflection, out| wgpu::write(out, reflection, &options))?;
    Ok(code)
}

/// The program, for the requested target, otherwise for one that the output supports.
fn program(session: &mut Session, files: &ProgramArguments, default: &str) -> Result<Program, Failure> {
    let inputs = session.listed(&files.listed, files.lang.as_deref(), files.policy.as_deref())?;
    // Languages other than Slang have their own targets, the first of which may be supported.
    let is_requested = files.target.is_some() || session.options.has(&OptionKey::OutputTarget);
    let language = inputs.language(files.policy.as_deref());
    let infers_target = !is_requested && matches!(language, Language::Slang | Language::Hlsl);
    let target = match files.target.as_deref() {
        // For WebGPU, HLSL is compiled to SPIR-V.
        None if infers_target && language == Language::Hlsl && default == "wgsl" => Some("spirv"),
        None if infers_target => Some(default),
        setting => setting,
    };
    let target = session.single_value("--target", target, &OptionKey::OutputTarget)?;
    Ok(Program::new(inputs, target, files.policy.as_deref())?)
}

fn of_target(program: &Program, kind: &str, targets: &str, is_for_it: bool) -> Result<(), Failure> {
    if is_for_it {
        return Ok(());
    }
    let instead = match program.inputs()[0].language {
        Language::Wgsl | Language::Wgsl2020 if kind != "split" => "; for WGSL, use `padstone emit wgpu-layout`",
        Language::Glsl if kind != "split" => "; for Vulkan GLSL, use `padstone emit vulkan-layout` or `wgpu-layout`",
        _ => "",
    };
    Err(Failure::Usage(format!("`padstone emit {kind}` requires the target {targets}, found {}{instead}", program.target())))
}

fn check_name(name: Option<&str>) -> Result<(), Failure> {
    let is_identifier = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
    };
    match name {
        Some(name) if !is_identifier(name) => {
            Err(Failure::Usage(format!("`--name {name}`: expected an identifier: letters, digits and `_`, and no digit first")))
        }
        _ => Ok(()),
    }
}

/// The prefix of identifiers.
fn stem(program: &Program) -> String {
    program.inputs().first().map_or(String::new(), |input| identifier(&input.path))
}

/// Reads the program, and writes the output of `write`.
fn emit(
    session: Session,
    program: &Program,
    files: &ProgramArguments,
    write: impl FnOnce(&mut Session, &Reflection<'_>, &mut OutputTarget) -> io::Result<Diagnostics>,
) -> Result<u8, String> {
    session.write(program.inputs(), files.output.as_deref(), |session, out| {
        let (unit, mut layout) = program.lay_out(session.loader());
        // wgpu has the types of naga.
        layout.diagnostics.set_severities(|found| Some(found.severity).filter(|_| found.code != &codes::NATIVE_TYPE));
        let (sources, module) = (&unit.sources, &unit.module);
        let reflection = Reflection { sources, module, layout: &layout, target: program.target(), documented: None };
        let was_read = sources.files().len() > 0;
        let found = if was_read { write(session, &reflection, out)? } else { Diagnostics::new() };
        session.reporter.report(&unit, &[&unit.diagnostics, &layout.diagnostics, &found]);
        Ok(())
    })
}
