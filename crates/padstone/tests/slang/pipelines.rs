//! Pipeline layouts, checked by other tools: clang parses root signatures, and a C compiler with the
//! headers of Vulkan compiles the layouts for Vulkan.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use padstone_generate::slang::{ProgramFeatures, program};
use padstone_generate::{Choices, bytes};
use padstone_read::diag::Diagnostics;
use padstone_read::emit::pipeline::root_signature::{self, RootDescriptors, RootSignatureOptions, RootSignatureVersion};
use padstone_read::emit::pipeline::vulkan::{self, VulkanLanguage, VulkanOptions};
use padstone_read::emit::pipeline::wgpu::{self, WgpuOptions};
use padstone_read::emit::reflect::{BindingLocation, ObjectKind, Program, ResourceSlot, reflect};
use padstone_read::emit::split::split;
use padstone_testing::slang::{GeneratedCode, Request, Slang};
use padstone_testing::{Oracle, report_unchecked, scratch, seeds};

use crate::slang::reflect::{slots, with};

const PROGRAMS: [u64; 2] = [25, 120];

#[test]
fn clang_parses_root_signatures_as_intended() {
    if Oracle::find("clang-22", "root signatures compared with clang's metadata").is_none() {
        return;
    }
    let folder = scratch("root-signatures");
    let folder = folder.path();
    // Debian's clang 22 has no `hlsl.h`, which a root signature does not need.
    std::fs::write(folder.join("hlsl.h"), "").expect("the header can be written");
    let mut registers = 0;
    let roots = [RootDescriptors::None, RootDescriptors::ConstantBuffers, RootDescriptors::Buffers];
    let versions = [(RootSignatureVersion::V1_0, "1.0"), (RootSignatureVersion::V1_1, "1.1"), (RootSignatureVersion::V1_2, "1.2")];
    let seeds = seeds(PROGRAMS[0], PROGRAMS[1]);
    for seed in seeds.clone() {
        let contents = ProgramFeatures { explicit: seed.is_multiple_of(3), entry_points: seed.is_multiple_of(2), features: false };
        let source = program(&mut Choices::new(&bytes(seed, 500)), 1 + usize::try_from(seed % 7).unwrap_or(0), contents);
        let (version, number) = versions[usize::try_from(seed % 3).unwrap_or(0)];
        let root = roots[usize::try_from(seed / 3 % 3).unwrap_or(0)];
        let (text, program) = with(&source, "hlsl", &["-profile", "sm_6_6"], |reflection| {
            let mut text = Vec::new();
            let options = root_options(version, root);
            root_signature::write(&mut text, reflection, &options).expect("memory takes all");
            (String::from_utf8(text).expect("it is text"), reflect(reflection).0)
        });
        let path = folder.join("root.hlsl");
        std::fs::write(&path, &text).expect("the root signature can be written");
        let mut clang = Command::new("clang-22");
        clang.args(["-cc1", "-triple", &format!("dxilv{number}-unknown-shadermodel{number}-rootsignature"), "-x", "hlsl", "-I"]);
        clang.arg(folder).args(["-hlsl-entry", "RS", "-emit-llvm", "-o", "-"]).arg(&path);
        let output = clang.output().expect("clang was found");
        assert!(output.status.success(), "{}\n{text}", String::from_utf8_lossy(&output.stderr));
        let theirs = read_metadata(&String::from_utf8_lossy(&output.stdout));
        let ours = registers_of(&program);
        assert_eq!(theirs, ours, "seed {seed}\n{text}\n{source}");
        registers += ours.len();
    }
    println!("clang read {registers} register ranges of root signatures");
    assert!(registers > 2 * seeds.count(), "only {registers} ranges");
}

#[test]
fn a_root_signature_that_is_too_large_is_an_error() {
    let buffers = |count: u32| (0..count).map(|index| format!("cbuffer C{index} {{ float4 c{index}; }}\n")).collect::<String>();
    let large = |source: &str, root| {
        with(source, "hlsl", &["-profile", "sm_6_6"], |reflection| {
            let found = root_signature::write(&mut Vec::new(), reflection, &root_options(RootSignatureVersion::V1_1, root))
                .expect("memory takes all");
            found.iter().map(|found| found.code.id).collect::<Vec<_>>()
        })
    };
    assert_eq!(large(&buffers(32), RootDescriptors::ConstantBuffers), [""; 0]);
    assert_eq!(large(&buffers(33), RootDescriptors::ConstantBuffers), ["P0727"]);
    assert_eq!(large(&buffers(33), RootDescriptors::None), [""; 0]);
}

/// A layout without the resources of an unspecialized type would be incomplete, so there is none.
#[test]
fn programs_with_unspecialized_types_have_no_pipeline_layout() {
    let program = "interface I { float f(); }\nstruct Leaf : I { Texture2D t; float f() { return 0; } }\nTexture2D a;\n\
                   [shader(\"compute\")] [numthreads(1, 1, 1)] void main<U : I>(uniform float z, uniform U u[2], Texture2D after) {}";
    let code = |found: &Diagnostics| found.iter().map(|found| found.code.id).collect::<Vec<_>>().join(" ");
    let outputs = |flags: &[&str]| {
        with(program, "spirv", flags, |reflection| {
            let root = root_options(RootSignatureVersion::V1_1, RootDescriptors::None);
            let vulkan_options = VulkanOptions { language: VulkanLanguage::C, name: "open".to_owned(), unbounded: 1 };
            let wgpu_options = WgpuOptions { name: "open".to_owned(), unbounded: 1 };
            let mut text = Vec::new();
            [
                code(&vulkan::write(&mut text, reflection, &vulkan_options).expect("memory takes all")),
                code(&wgpu::write(&mut text, reflection, &wgpu_options).expect("memory takes all")),
                code(&root_signature::write(&mut text, reflection, &root).expect("memory takes all")),
                code(&split(reflection).1),
            ]
        })
    };
    assert_eq!(outputs(&[]), ["P1182"; 4]);
    assert!(outputs(&["-specialize", "Leaf"]).iter().all(|found| !found.contains("P1182")));
}

/// Compares the inferred or explicit format and access of storage textures with libslang's WGSL.
#[test]
fn storage_textures_have_the_format_of_libslangs_wgsl() {
    let Some(slang) = Slang::find("formats of storage textures compared with libslang's WGSL") else { return };
    let textures = [
        "RWTexture2D<float>",
        "RWTexture2D<float2>",
        "RWTexture2D<float3>",
        "RWTexture2D<float4>",
        "RWTexture2DArray<int>",
        "RWTexture3D<int2>",
        "RWTexture2D<int4>",
        "RWTexture2D<uint>",
        "RWTexture1D<uint2>",
        "RWTexture2D<uint4>",
        "WTexture2D<float4>",
        "[format(\"rgba8\")] RWTexture2D<float4>",
        "[format(\"rgba16i\")] RWTexture2D<int4>",
    ];
    let source = |texture: &str| {
        let texel = match texture {
            texture if texture.contains("1D") => "0",
            texture if texture.contains("3D") || texture.contains("Array") => "int3(0)",
            _ => "int2(0)",
        };
        let uses = format!("void main() {{ t.Store({texel}, 1); }}");
        format!("{texture} t;\n[shader(\"compute\")] [numthreads(1, 1, 1)] {uses}\n")
    };
    let options = ["-target", "wgsl"].map(str::to_owned);
    let requests: Vec<_> = textures.iter().map(|texture| Request { source: source(texture), options: options.to_vec() }).collect();
    for (request, compiled) in requests.iter().zip(slang.compile(&requests)) {
        let GeneratedCode::Code(codes) = compiled else { panic!("{}{compiled:?}", request.source) };
        let code = String::from_utf8_lossy(&codes[0]).into_owned();
        let written = code.split("texture_storage_").nth(1).and_then(|rest| rest.split(['<', '>']).nth(1)).expect("a texture is used");
        let ours = with(&request.source, "wgsl", &[], |reflection| {
            let mut text = Vec::new();
            let options = WgpuOptions { name: "Tex".to_owned(), unbounded: 1 };
            let found = wgpu::write(&mut text, reflection, &options).expect("memory takes all");
            assert!(!found.has_errors(), "{:?}", found.iter().next());
            String::from_utf8(text).expect("it is text")
        });
        let word = |before: &str| ours.split(before).nth(1).and_then(|rest| rest.split([',', ' ']).next()).unwrap_or("").to_lowercase();
        let access = word("StorageTextureAccess::").replace("only", "").replace("readwrite", "read_write");
        assert_eq!(format!("{}, {access}", word("TextureFormat::")), written, "{}", request.source);
    }
}

fn root_options(version: RootSignatureVersion, root: RootDescriptors) -> RootSignatureOptions {
    RootSignatureOptions { name: "RS".to_owned(), version, root, constants: Vec::new(), static_samplers: Vec::new(), flags: Vec::new() }
}

/// Class, space, first register, and count; `None` if unbounded.
type Registers = BTreeMap<(char, u64, u64), Option<u64>>;

/// All registers, with contiguous ones combined.
fn joined(mut all: Vec<(char, u64, u64, Option<u64>)>) -> Registers {
    all.sort_unstable();
    let mut joined: Vec<(char, u64, u64, Option<u64>)> = Vec::new();
    for range in all {
        let end = joined.last().and_then(|&(class, space, first, count)| Some((class, space, first + count?)));
        match joined.last_mut().filter(|_| end == Some((range.0, range.1, range.2)) && range.3.is_some()) {
            Some(last) => last.3 = last.3.zip(range.3).map(|(one, two)| one + two),
            None => joined.push(range),
        }
    }
    joined.into_iter().map(|(class, space, first, count)| ((class, space, first), count)).collect()
}

fn registers_of(program: &Program) -> Registers {
    let is_register = |slot: &&ResourceSlot| matches!(slot.place, Some(BindingLocation::D3d { .. }));
    joined(
        slots(program)
            .into_iter()
            .filter(is_register)
            .filter_map(|slot| match slot.place {
                Some(BindingLocation::D3d { class, register, space }) => Some((class, space, register, slot.count.finite())),
                _ => None,
            })
            .collect(),
    )
}

/// The ranges of `!dx.rootsignatures`, of tables and of root descriptors.
fn read_metadata(text: &str) -> Registers {
    let class = |word: &str| match word {
        "RootCBV" | "CBV" | "RootConstants" => Some('b'),
        "RootSRV" | "SRV" => Some('t'),
        "RootUAV" | "UAV" => Some('u'),
        "Sampler" | "StaticSampler" => Some('s'),
        _ => None,
    };
    let range = |line: &str| {
        let (word, rest) = line.split_once("!\"")?.1.split_once('"')?;
        let numbers: Vec<i64> = rest.trim_end_matches('}').split(", ").filter_map(|item| item.strip_prefix("i32 ")?.parse().ok()).collect();
        let number = |index: usize| numbers.get(index).and_then(|&number| u64::try_from(number).ok()).unwrap_or(0);
        let class = class(word)?;
        // In tables: count, register, space. Root descriptors: visibility, register, space.
        let is_root = word.starts_with("Root");
        let count = if is_root { Some(1) } else { numbers.first().and_then(|&count| u64::try_from(count).ok()) };
        Some((class, number(2), number(1), count))
    };
    joined(text.lines().filter(|line| line.starts_with('!')).filter_map(range).collect())
}

/// The descriptor types by number: Vulkan 1.3, section 14.1.
fn descriptor_type(slot: &ResourceSlot) -> u32 {
    let has_texels = slot.shape.as_ref().is_some_and(|shape| shape.dimension == Some("buffer"));
    match slot.kind {
        ObjectKind::Sampler => 0,
        ObjectKind::CombinedSampler => 1,
        ObjectKind::Texture if has_texels => 4,
        ObjectKind::RwTexture if has_texels => 5,
        ObjectKind::Texture => 2,
        ObjectKind::RwTexture => 3,
        ObjectKind::Globals | ObjectKind::ConstantBuffer | ObjectKind::ParameterBlock => 6,
        ObjectKind::AccelerationStructure => 1_000_150_000,
        ObjectKind::SubpassInput => 10,
        _ => 7,
    }
}

#[test]
fn a_c_compiler_compiles_vulkan_layouts_as_intended() {
    let checks = "Vulkan layouts compiled with the headers of Vulkan";
    let Some(gcc) = Oracle::find("gcc", checks) else { return };
    if !Path::new("/usr/include/vulkan/vulkan.h").is_file() {
        report_unchecked(&format!("{checks}: the package libvulkan-dev is not installed"), true);
        return;
    }
    drop(gcc);
    let folder = scratch("vulkan-layouts");
    let folder = folder.path();
    let (mut main, mut ours) = ("#include <stdio.h>\n".to_owned(), String::new());
    let mut calls = String::new();
    let seeds = seeds(PROGRAMS[0], PROGRAMS[1]);
    for seed in seeds.clone() {
        let contents = ProgramFeatures { explicit: seed.is_multiple_of(3), entry_points: seed.is_multiple_of(2), features: false };
        let source = program(&mut Choices::new(&bytes(seed, 500)), 1 + usize::try_from(seed % 7).unwrap_or(0), contents);
        let name = format!("p{seed}");
        let (text, program) = with(&source, "spirv", &[], |reflection| {
            let mut text = Vec::new();
            let options = VulkanOptions { language: VulkanLanguage::C, name: name.clone(), unbounded: 77 };
            vulkan::write(&mut text, reflection, &options).expect("memory takes all");
            (String::from_utf8(text).expect("it is text"), reflect(reflection).0)
        });
        std::fs::write(folder.join(format!("{name}.h")), &text).expect("there is room for a header");
        main.push_str(&format!("#include \"{name}.h\"\n"));
        let mut descriptors: BTreeMap<(u64, u64), (u32, u64)> = BTreeMap::new();
        for slot in slots(&program).into_iter().filter(|slot| slot.kind != ObjectKind::Value) {
            let Some(BindingLocation::Vulkan { set, binding }) = slot.place else { continue };
            let count = slot.arrays.iter().try_fold(1, |product, array| Some(product * array.count.finite()?)).unwrap_or(77);
            descriptors.insert((set, binding), (descriptor_type(slot), count));
        }
        for set in descriptors.keys().map(|(set, _)| *set).collect::<std::collections::BTreeSet<_>>() {
            let table = format!("{name}_set{set}_bindings");
            calls.push_str(&format!(
                "    for (size_t i = 0; i < sizeof {table} / sizeof *{table}; i++)\n        printf(\"{name} {set} %u %u %u\\n\", {table}[i].binding, (unsigned){table}[i].descriptorType, {table}[i].descriptorCount);\n"
            ));
        }
        for ((set, binding), (ty, count)) in descriptors {
            ours.push_str(&format!("{name} {set} {binding} {ty} {count}\n"));
        }
    }
    main.push_str(&format!("int main(void)\n{{\n{calls}    return 0;\n}}\n"));
    std::fs::write(folder.join("main.c"), main).expect("there is room for a program");
    let mut compiler = Command::new("gcc");
    compiler.args([
        "-std=c11",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Werror",
        "-Wno-unused-function",
        "-Wno-unused-const-variable",
        "-O1",
        "-o",
    ]);
    let output = compiler.arg(folder.join("main")).arg(folder.join("main.c")).output().expect("gcc was found");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(folder.join("main")).output().expect("it was built");
    assert_eq!(String::from_utf8_lossy(&output.stdout), ours);
    println!("gcc compiled layouts of {} descriptors", ours.lines().count());
    assert!(ours.lines().count() > 2 * seeds.count(), "too few to mean anything");
}

/// A header may be included twice, also with the names of other resources in its comments; another layout with its prefix is an error.
#[test]
fn vulkan_layouts_with_one_prefix_must_be_equal() {
    if Oracle::find("gcc", "two Vulkan layouts in one translation unit").is_none() || !Path::new("/usr/include/vulkan/vulkan.h").is_file() {
        return;
    }
    let folder = scratch("vulkan-prefixes");
    let folder = folder.path();
    for (header, source) in [("a.h", "Texture2D a;"), ("same.h", "Texture2D b;"), ("other.h", "Texture2D a; Texture2D b;")] {
        let text = with(source, "spirv", &[], |reflection| {
            let mut text = Vec::new();
            let options = VulkanOptions { language: VulkanLanguage::C, name: "sky".to_owned(), unbounded: 1 };
            vulkan::write(&mut text, reflection, &options).expect("memory takes all");
            text
        });
        std::fs::write(folder.join(header), text).expect("there is room for a header");
    }
    for (second, expected) in [("a.h", None), ("same.h", None), ("other.h", Some("a different layout with the prefix sky"))] {
        let main = format!("#include \"a.h\"\n#include \"{second}\"\nint main(void) {{ return SKY_SET_COUNT; }}\n");
        std::fs::write(folder.join("main.c"), main).expect("there is room for a program");
        let mut compiler = Command::new("gcc");
        compiler.args(["-std=c11", "-Wall", "-Werror", "-Wno-unused-function", "-Wno-unused-const-variable"]);
        let output = compiler.args(["-fsyntax-only", "main.c"]).current_dir(folder).output().expect("gcc was found");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), expected.is_none(), "{second}: {messages}");
        assert!(expected.is_none_or(|expected| messages.contains(expected)), "{second}: {messages}");
    }
}
