//! The module of padstone under `--rules clang-22` has the same layout types as clang 22's, character for character.

#![allow(clippy::print_stdout, reason = "prints the counts")]

mod bit_fields;
mod declarations;
mod deviations;
mod module;
mod reads;
mod verdicts;

use crate::common::program::{Dialect, Domain, generate};
use crate::common::random::Random;
use module::LayoutText;
use padstone_read::diag::Severity;
use padstone_read::emit::llvm::{LlvmOptions, Target as LlvmTarget};
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, cfamily, layout};
use padstone_testing::{Oracle, amount, is_full, test_data};

/// The number of generated files, and of cbuffers in each: one clang process for a large file is faster than many.
/// In an everyday run, and in a full run.
const FILES: [u64; 2] = [15, 60];
const BUFFERS: usize = 45;
/// The maximum number of disagreements printed.
const SHOWN: usize = 10;

/// A target, with its names in clang and padstone.
pub(crate) struct Target {
    triple: &'static str,
    llvm: LlvmTarget,
    profile: &'static str,
}

pub(crate) const TARGETS: [Target; 2] = [
    Target { triple: "dxil-pc-shadermodel6.3-library", llvm: LlvmTarget::Dx, profile: "clang-22" },
    Target { triple: "spirv-unknown-vulkan1.3-library", llvm: LlvmTarget::Spirv, profile: "clang-22-spirv" },
];

/// clang 22, with the header of type names that Debian leaves out.
pub(crate) struct Clang(Oracle);

impl Clang {
    pub(crate) fn find() -> Option<Clang> {
        Oracle::find("clang-22", "LLVM layout types compared with clang's").map(Clang)
    }

    /// clang's module for a source text.
    pub(crate) fn module(&self, source: &str, target: &Target, native_16bit: bool) -> Result<String, String> {
        let triple = format!("--target={}", target.triple);
        let include = test_data("oracle/include");
        let mut arguments = vec![&*triple, "-I", include.to_str().expect("a path in UTF-8"), "-x", "hlsl", "-w"];
        arguments.extend(["-fno-crash-diagnostics", "-emit-llvm", "-S", "-Xclang", "-disable-llvm-passes", "-o", "-", "-"]);
        if native_16bit {
            arguments.extend(["-Xclang", "-fnative-half-type", "-Xclang", "-fnative-int16-type"]);
        }
        self.0.run(&arguments, source)
    }

    /// Whether clang accepts a source text, without generating code, which may crash it.
    pub(crate) fn accepts(&self, source: &str, target: &Target) -> Result<String, String> {
        let triple = format!("--target={}", target.triple);
        let include = test_data("oracle/include");
        self.0.run(&[&triple, "-I", include.to_str().expect("a path in UTF-8"), "-x", "hlsl", "-w", "-fsyntax-only", "-"], source)
    }
}

#[test]
fn layout_types_for_dxil_match_clang() {
    compare(&TARGETS[0]);
}

#[test]
fn layout_types_for_spirv_match_clang() {
    compare(&TARGETS[1]);
}

#[test]
fn dxil_code_reads_padstones_read_offsets() {
    reads::compare(&TARGETS[0]);
}

#[test]
fn spirv_code_reads_padstones_read_offsets() {
    reads::compare(&TARGETS[1]);
}

/// Types whose `sizeof` is an array size: their structs contain no padding.
const SIZED: [&str; 14] = [
    "float", "float3", "bool3", "half", "half3", "double3", "int64_t3", "float3x3", "Pair", "Reversed", "Nested", "Mixed", "float2",
    "Color",
];

/// Macros that shaders distinguish compilers by.
const MACROS: [&str; 9] = [
    "__clang__",
    "__hlsl_clang",
    "__hlsl_dx_compiler",
    "__DXC_VERSION_MAJOR",
    "__spirv__",
    "__SPIRV__",
    "__SHADER_TARGET_MAJOR",
    "__HLSL_202x",
    "__HLSL_ENABLE_16_BIT",
];

#[test]
fn sizes_and_macros_match_clang() {
    let Some(clang) = Clang::find() else { return };
    let mut source = "struct Pair { float a; float3 b; }; struct Reversed { float3 a[2]; double b; }; enum Color { Red };
        struct Nested { Pair a; half b; Reversed c[3]; }; struct Mixed { bool a; double3 b; half c; float d; };
        cbuffer Version { float v[__HLSL_VERSION - 2000]; }\n"
        .to_owned();
    for (index, ty) in SIZED.iter().enumerate() {
        source += &format!("cbuffer S{index} {{ float s{index}[sizeof({ty})]; }}\n");
    }
    for name in MACROS {
        source += &format!("cbuffer B{name} {{\n#ifdef {name}\nfloat2 m{name};\n#else\nfloat m{name};\n#endif\n}}\n");
    }
    for (target, native_16bit) in TARGETS.iter().flat_map(|target| [(target, false), (target, true)]) {
        let theirs = clang.module(&source, target, native_16bit).unwrap_or_else(|error| panic!("clang: {error}"));
        let (ours, errors) = llvm_module(&source, native_16bit, target);
        let theirs = LayoutText::of(&theirs);
        assert_eq!(theirs.buffers(), 1 + SIZED.len() + MACROS.len());
        let found: Vec<String> = errors.into_iter().chain(theirs.differences(&LayoutText::of(&ours))).collect();
        assert!(found.is_empty(), "{} {native_16bit}: {}", target.profile, found.join("\n"));
    }
}

/// Programs with constants in namespaces, which clang does not place in `$Globals`.
const NAMESPACES: [&str; 4] = [
    "namespace N { float c; } float d; export float f() { return N::c + d; }",
    "namespace N { struct S { float3 q; }; S s; inline namespace I { float i; } float r : register(c5); } N::S t; float d; export float f() { return N::s.q.x + N::i + N::r + t.q.x + d; }",
    "namespace { float a; } inline namespace J { float j; } float d[3]; export float f() { return a + j + d[1]; }",
    "namespace N { cbuffer B { float3 b; } float c; } cbuffer D { float d; } export float f() { return N::b.x + N::c + d; }",
];

#[test]
fn constants_of_namespaces_match_clang() {
    let Some(clang) = Clang::find() else { return };
    for (source, target) in NAMESPACES.iter().flat_map(|source| TARGETS.iter().map(move |target| (source, target))) {
        let theirs = clang.module(source, target, false).unwrap_or_else(|error| panic!("clang: {error}"));
        let (ours, errors) = llvm_module(source, false, target);
        let differences = LayoutText::of(&theirs).differences(&LayoutText::of(&ours));
        let found: Vec<String> = errors.into_iter().chain(differences).collect();
        assert!(found.is_empty(), "{} {source}: {}", target.profile, found.join("\n"));
    }
}

fn compare(target: &Target) {
    let Some(clang) = Clang::find() else { return };
    let (mut buffers, mut disagreeing) = (0, Vec::new());
    for seed in 0..amount(FILES[0], FILES[1]) {
        let native_16bit = seed % 2 == 0;
        let source = generate(&mut Random::new(seed), Domain { native_16bit, dialect: Dialect::Clang }, BUFFERS);
        let theirs = clang.module(&source, target, native_16bit).unwrap_or_else(|error| panic!("clang, seed {seed}: {error}"));
        let theirs = LayoutText::of(&theirs);
        let (ours, errors) = llvm_module(&source, native_16bit, target);
        let differences = errors.into_iter().chain(theirs.differences(&LayoutText::of(&ours)));
        buffers += theirs.buffers();
        disagreeing.extend(differences.map(|difference| format!("-- seed {seed}\n{difference}")));
    }
    println!("{buffers} buffers compared for {}", target.triple);
    assert!(buffers >= if is_full() { 2000 } else { 500 }, "only {buffers} buffers");
    let shown = disagreeing[..disagreeing.len().min(SHOWN)].join("\n");
    assert!(disagreeing.is_empty(), "{}: {} differences\n{shown}", target.profile, disagreeing.len());
}

/// padstone's module for a source text, and the errors that clang does not report.
pub(crate) fn llvm_module(source: &str, native_16bit: bool, target: &Target) -> (String, Vec<String>) {
    let hlsl = cfamily::Options {
        native_16bit,
        clang: true,
        spirv: target.llvm == LlvmTarget::Spirv,
        hlsl_version: cfamily::CLANG_HLSL_VERSION,
        ..cfamily::Options::default()
    };
    let unit = Unit::read("main.hlsl", source.into(), &MemoryLoader::default(), &Options { hlsl, ..Options::default() });
    let layouts = unit.layout(layout::find(target.profile).expect("a profile"));
    let mut text = Vec::new();
    let options = LlvmOptions { target: target.llvm, ..LlvmOptions::default() };
    let emitted = padstone_read::emit::llvm::write(&mut text, &unit.module, &layouts, &options).expect("a vector takes all");
    let diagnostics = [&unit.diagnostics, &layouts.diagnostics, &emitted].into_iter().flatten();
    let errors =
        diagnostics.filter(|found| found.severity == Severity::Error).map(|found| format!("error {}: {}", found.code.id, found.message));
    (String::from_utf8(text).expect("modules are UTF-8"), errors.collect())
}
