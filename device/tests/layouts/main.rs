//! Layouts that `padstone emit` writes in Rust: rustc compiles them, their tables match padstone's output, and a device accepts
//! pipelines created with them.
//!
//! The other files of this directory are padstone's output. `PADSTONE_OVERWRITE=1` rewrites them.

#![allow(clippy::print_stdout, reason = "prints the counts")]

// padstone's output.
#[rustfmt::skip]
#[allow(unsafe_code, unreachable_pub, reason = "ash requires unsafe code, and not every program that includes the file uses all items")]
mod forward_ash;
#[rustfmt::skip]
#[allow(unsafe_code, unreachable_pub, reason = "the same")]
mod path_tracer_ash;
#[rustfmt::skip]
#[allow(unreachable_pub, reason = "the same")]
mod shading_wgpu;

use std::collections::BTreeMap;
use std::path::Path;

use padstone_device::Gpu;
use padstone_read::bind::{self, Request, binding_rules::SLANG_2026};
use padstone_read::emit::pipeline::vulkan::{self, VulkanLanguage, VulkanOptions};
use padstone_read::emit::pipeline::wgpu::WgpuOptions;
use padstone_read::emit::reflect::{BindingLocation, ObjectKind, Program, Reflection};
use padstone_read::model::Language;
use padstone_read::source::{LoadError, Loader};
use padstone_read::{Options, Unit};

#[test]
fn vulkan_pipeline_layouts_are_accepted_and_match_padstone() {
    let forward = written("../examples/slang/forward.slang", "spirv", "forward_ash.rs", |reflection, out| {
        let options = VulkanOptions { language: VulkanLanguage::Rust, name: "forward".to_owned(), unbounded: 1024 };
        vulkan::write(out, reflection, &options).expect("memory takes all");
    });
    check(&forward, forward_ash::FORWARD_SETS);
    let path_tracer = written("../examples/slang/path_tracer.slang", "spirv", "path_tracer_ash.rs", |reflection, out| {
        let options = VulkanOptions { language: VulkanLanguage::Rust, name: "path_tracer".to_owned(), unbounded: 1024 };
        vulkan::write(out, reflection, &options).expect("memory takes all");
    });
    check(&path_tracer, path_tracer_ash::PATH_TRACER_SETS);
    let create: unsafe fn(&ash::Device) -> _ = path_tracer_ash::path_tracer_create_layouts;
    let _ = (create, forward_ash::forward_create_layouts as unsafe fn(&ash::Device) -> _);
}

/// Set, binding and number of descriptors of all bound resources.
fn check(program: &Program, sets: &[&[(u32, ash::vk::DescriptorType, u32, ash::vk::ShaderStageFlags)]]) {
    let mut theirs = BTreeMap::new();
    for (set, bindings) in (0_u64..).zip(sets) {
        theirs.extend(bindings.iter().map(|&(binding, _, count, stages)| {
            assert!(!stages.is_empty(), "a stage sees binding {binding}");
            ((set, u64::from(binding)), u64::from(count))
        }));
    }
    let entry_parameters =
        program.entry_points.iter().flat_map(|entry| entry.uniforms.iter().chain(entry.parameters.iter().flat_map(|it| &it.slots)));
    let slots = program.globals.iter().chain(program.parameters.iter().flat_map(|parameter| &parameter.slots)).chain(entry_parameters);
    let ours: BTreeMap<(u64, u64), u64> = slots
        .filter(|slot| slot.kind != ObjectKind::Value)
        .filter_map(|slot| match slot.place {
            Some(BindingLocation::Vulkan { set, binding }) => {
                let count = slot.arrays.iter().try_fold(1, |product, array| Some(product * array.count.finite()?)).unwrap_or(1024);
                Some(((set, binding), count))
            }
            _ => None,
        })
        .collect();
    assert_eq!(theirs, ours);
    assert!(ours.len() > 5, "too few to mean anything");
}

#[test]
fn a_device_accepts_wgpu_pipeline_layouts() {
    let _ = written("tests/layouts/shading.slang", "wgsl", "shading_wgpu.rs", |reflection, out| {
        let options = WgpuOptions { name: "shading".to_owned(), unbounded: 1024 };
        let found = padstone_read::emit::pipeline::wgpu::write(out, reflection, &options).expect("memory takes all");
        assert!(!found.has_errors(), "{:?}", found.iter().next());
    });
    let Some(gpu) = Gpu::find("pipelines with the layouts of wgpu that padstone writes") else { return };
    let shader = include_str!("shading.wgsl");
    gpu.takes(shader, "shade", shading_wgpu::shading_layouts).expect("the layout is that of the shader");
    // A shader that needs more than the layout is rejected, so the device does validate.
    let larger = shader.replace("time: f32,", "time: f32, more: mat4x4f,");
    assert!(gpu.takes(&larger, "shade", shading_wgpu::shading_layouts).is_err(), "a larger block");
    let other = shader.replace("@group(1) @binding(1)", "@group(1) @binding(7)");
    assert!(gpu.takes(&other, "shade", shading_wgpu::shading_layouts).is_err(), "another binding");
    println!("a pipeline with {} groups", shading_wgpu::SHADING_GROUPS.len());
}

/// padstone's reflection of a program, whose output must equal the file in this directory.
fn written(path: &str, target: &str, file: &str, write: impl FnOnce(&Reflection<'_>, &mut Vec<u8>)) -> Program {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let options = Options { language: Language::Slang, ..Options::default() };
    let path = root.join(path);
    let unit = Unit::load_program(&[path.to_str().expect("paths of this repository are UTF-8")], &Disk, &options);
    let target_of = SLANG_2026.target(target).expect("a target");
    let layout = unit.program(&Request { target: target_of, rules: SLANG_2026, options: bind::Options::default(), profile: None });
    let reflection = Reflection { sources: &unit.sources, module: &unit.module, layout: &layout, target, documented: None };
    let mut text = Vec::new();
    write(&reflection, &mut text);
    let path = root.join("tests/layouts").join(file);
    if std::env::var_os("PADSTONE_OVERWRITE").is_some() {
        std::fs::write(&path, &text).expect("the file can be written");
    }
    let known = std::fs::read(&path).expect("the file exists");
    assert!(known == text, "{file} differs from padstone's output: PADSTONE_OVERWRITE=1 renews it");
    padstone_read::emit::reflect::reflect(&reflection).0
}

/// Files of this repository.
struct Disk;

impl Loader for Disk {
    fn load(&self, path: &str) -> Result<std::sync::Arc<str>, LoadError> {
        std::fs::read_to_string(path).map(Into::into).map_err(|_| LoadError::NotFound)
    }
}
