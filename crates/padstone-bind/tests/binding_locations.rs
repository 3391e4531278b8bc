//! Diagnostics about the locations of Slang's parameters: mistakes that libslang 2026.12 accepts silently.

use padstone_bind::Shift;
use padstone_bind::{
    Amount, LayoutUnit, Leaf, LeafKind, Options, ProgramLayout, Request, UNKNOWN_SPACE, binding_rules::DOCUMENTED,
    binding_rules::SLANG_2026, entry_leaves, globals_leaf, lay_out_program, leaves,
};
use padstone_cfamily::{SlangOptions, read_slang};
use padstone_diag::Diagnostics;
use padstone_generate::{Choices, bytes};
use padstone_model::{Module, ResourceClass, Type};
use padstone_source::{MemoryLoader, SourceMap};

/// Diagnostics reported before allocation, which are not tested here.
const OTHERS: [&str; 3] = ["P0615", "P0619", "P0620"];

fn lay_out(source: &str, target: &str, shifts: &[(ResourceClass, u32)]) -> (Module, ProgramLayout) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.slang", source.into()).expect("the sources are small");
    let mut found = Diagnostics::new();
    let module = read_slang(&mut sources, &[file], &MemoryLoader::default(), &SlangOptions::default(), &mut found);
    assert!(!found.has_errors(), "{source}\n{:?}", found.iter().collect::<Vec<_>>());
    let (policy, target) = match target.strip_suffix(" documented") {
        Some(target) => (&DOCUMENTED, target),
        None => (&SLANG_2026, target),
    };
    let shifts = shifts.iter().map(|&(class, by)| Shift { class, space: None, by: by.into() }).collect();
    let options = Options { shader_model: Some((6, 0)), shifts, ..Options::default() };
    let request = Request { target: policy.target(target).expect("the rules have the target"), rules: *policy, options, profile: None };
    let layout = lay_out_program(&module, &request);
    (module, layout)
}

/// Compares the diagnostics of a program with the expected ones, one per line.
#[track_caller]
fn check_with(source: &str, target: &str, shifts: &[(ResourceClass, u32)], expected: &[&str]) {
    let (_, layout) = lay_out(source, target, shifts);
    let reported = layout.diagnostics.iter().filter(|found| !OTHERS.contains(&found.code.id));
    let reported: Vec<String> = reported.map(|found| format!("{} {}", found.code.id, found.message)).collect();
    assert_eq!(reported, expected, "{source} for {target}");
}

#[track_caller]
fn check(source: &str, target: &str, expected: &[&str]) {
    check_with(source, target, &[], expected);
}

const MIXED: &str = "struct M { float4 q; Texture2D t; SamplerState s; }\n";

#[test]
fn a_register_reserves_one_binding() {
    let automatic = format!("{MIXED}ConstantBuffer<M> cb : register(b0); Texture2D albedo; SamplerState linear;");
    check(
        &automatic,
        "spirv",
        &[
            "P0628 `albedo` gets binding 1, not binding 0: `cb` is explicitly bound to binding 0; `linear` moves with it",
            "P0612 `cb.t` and `albedo` are both at binding 1 of set 0",
            "P0612 `cb.s` and `linear` are both at binding 2 of set 0",
        ],
    );
    check(&automatic, "hlsl", &[]);
    // According to the documentation, registers have no effect for Vulkan.
    check(&automatic, "spirv documented", &[]);
    check(
        &format!("{MIXED}ConstantBuffer<M> cb : register(b5); Texture2D x : register(t7);"),
        "spirv",
        &["P0612 `cb.s` and `x` are both at binding 7 of set 0"],
    );
    // The next diagnostic lists the remaining overlaps.
    check(&format!("{MIXED}ConstantBuffer<M> cb : register(b5); Texture2D x : register(t8);"), "spirv", &[]);
    check(
        "struct M { Texture2D t; SamplerState s; };\nM m : register(t5);\n[shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform Texture2D e[7]) {}",
        "spirv",
        &[],
    );
    check(
        "struct M { Texture2D t; SamplerState s; };\nM m : register(t0);\n[shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform Texture2D e) {}",
        "spirv",
        &[
            "P0628 the uniform parameters of `main` get binding 1, not binding 0: `m` is explicitly bound to binding 0",
            "P0612 `m.s` and `e` are both at binding 1 of set 0",
        ],
    );
}

#[test]
fn consequences_are_not_reported_again() {
    let places = "Texture2D a : register(t0); Texture2D b : register(t0); Texture2D c : register(t0);";
    check(places, "hlsl", &["P0612 the explicit bindings of `b` and `a` overlap", "P0612 the explicit bindings of `c` and `a` overlap"]);
    check(places, "spirv", &["P0612 the explicit bindings of `b` and `a` overlap", "P0612 the explicit bindings of `c` and `a` overlap"]);
    let allowed = "[allow(\"overlapping-bindings\")] [[vk::binding(1)]] ";
    check(&format!("{allowed}Texture2D a; {allowed}Texture2D b;"), "spirv", &[]);
    // Two entry points of one stage are never in one pipeline.
    let entry = "[shader(\"compute\")] [numthreads(1, 1, 1)] void";
    check(&format!("{entry} one(uniform Texture2D a) {{}} {entry} two(uniform Texture2D a) {{}}"), "spirv", &[]);
    // A shift onto a used binding is a separate error.
    check_with(
        "[[vk::binding(4)]] SamplerState s; Texture2D t : register(t0);",
        "spirv",
        &[(ResourceClass::ShaderResource, 4)],
        &["P0617 `t` moves to binding 4, which `s` already occupies"],
    );
}

#[test]
fn unbounded_arrays_in_one_space_are_reported() {
    let source = "struct A { Texture2D t; SamplerState s; }; struct B { A first; A second; }; B ub[];";
    check(source, "hlsl", &["P0612 `ub[].first.t` and `ub[].second.t` are both at t0"]);
    check(source, "spirv", &[]);
}

#[test]
fn parameters_in_a_set_reserved_by_a_block_are_reported() {
    let block = "[[vk::binding(0, 0)]] ParameterBlock<float4> c;";
    let main = "[shader(\"compute\")] [numthreads(1, 1, 1)] void main";
    check(
        &format!("{block} uniform float4 g;"),
        "spirv",
        &["P0626 the implicit constant buffer is assigned to set 0, which is reserved for `c`"],
    );
    check(&format!("{block} {main}(uniform Texture2D e) {{}}"), "spirv", &["P0626 `e` is assigned to set 0, which is reserved for `c`"]);
    let nested = "struct N { float4 a; ParameterBlock<float4> inner; }; [[vk::binding(0, 1)]] ParameterBlock<N> c;";
    let taken = "is assigned to set 2, which is reserved for `c.inner` by the explicit set of `c`";
    check(&format!("{nested} [[vk::binding(0, 2)]] Texture2D t;"), "spirv", &[&format!("P0626 `t` {taken}")]);
    check(&format!("{nested} ParameterBlock<float4> d;"), "spirv", &[]);
    check(
        &format!("{nested} ParameterBlock<float4> d; Texture2D t;"),
        "spirv",
        &["P0628 `d` gets set 2, not set 1: `c` is explicitly bound to set 1", &format!("P0626 `d` {taken}")],
    );
    // Both bindings are explicit: libslang reports it.
    check(
        "[[vk::binding(0, 1)]] Texture2D t; [[vk::binding(0, 1)]] ParameterBlock<float4> c;",
        "spirv",
        &["P0612 the explicit bindings of `c` and `t` overlap"],
    );
}

#[test]
fn displaced_bindings_are_reported() {
    let source_text =
        "Texture2D a; Texture2D x : register(t0); ParameterBlock<float4> pb; [[vk::binding(0, 1)]] Texture2D y; uniform float4 g;";
    check(
        source_text,
        "spirv",
        &[
            "P0628 the implicit constant buffer gets binding 1, not binding 0: `x` is explicitly bound to binding 0; `a` moves with it",
            "P0628 `pb` gets set 2, not set 1: `y` is explicitly bound to set 1",
        ],
    );
    check(
        "Texture2D a; Texture2D b : register(t0); Texture2D c;",
        "hlsl",
        &["P0628 `a` gets t1, not t0: `b` is explicitly bound to t0; `c` moves with it"],
    );
    check("Texture2D a; Texture2D b : register(t5); Texture2D c;", "hlsl", &[]);
    check("Texture2D t : register(t0); ParameterBlock<float4> pb;", "hlsl", &[]);
    check(
        "Texture2D a; Texture2D b : register(t0); RWStructuredBuffer<float> c; RWStructuredBuffer<float> d : register(u0);",
        "metal",
        &[
            "P0612 the explicit bindings of `d` and `b` overlap",
            "P0628 `a` gets texture(1), not texture(0): `b` is explicitly bound to texture(0)",
            "P0628 `c` gets buffer(1), not buffer(0): `d` is explicitly bound to buffer(0)",
        ],
    );
    check("Texture2D a[4]; Texture2D b : register(t2);", "hlsl", &["P0628 `a` gets t3, not t0: `b` is explicitly bound to t2"]);
    check(
        "ParameterBlock<float4> pa : register(space0); ParameterBlock<float4> pb;",
        "hlsl",
        &["P0628 `pb` gets space 1, not space 0: `pa` is explicitly bound to space 0"],
    );
}

#[test]
fn shifts_apply_to_each_class_separately() {
    let shifts = [(ResourceClass::ShaderResource, 10), (ResourceClass::Sampler, 20), (ResourceClass::ConstantBuffer, 30)];
    check_with(&format!("{MIXED}ParameterBlock<M> pb;"), "spirv", &shifts, &["P0627 `pb` and `pb.t` both become binding 0 of set 0"]);
    check_with(
        "[shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform Texture2D et, uniform SamplerState es) {}",
        "spirv",
        &shifts,
        &["P0627 `et` and `es` both become binding 0 of set 0"],
    );
    let near = [(ResourceClass::ShaderResource, 10), (ResourceClass::Sampler, 9)];
    let two = "Texture2D a : register(t0); SamplerState b : register(s1);";
    check_with(two, "spirv", &near, &["P0627 `a` and `b` both become binding 10 of set 0"]);
    check_with(two, "spirv", &shifts, &[]);
    check_with(
        "[[vk::binding(40, 3)]] Texture2D t; [[vk::binding(1, 3)]] RWTexture2D<float4> u;",
        "spirv",
        &shifts,
        &["P0629 the binding of `t` is ignored: `-fvk-t-shift` uses its register"],
    );
}

#[test]
fn overlap_checks_have_a_limit() {
    let mut source = "struct S0 { Texture2D t; };\n".to_owned();
    for depth in 1..40 {
        source.push_str(&format!("struct S{depth} {{ S{} a; S{} b; }};\n", depth - 1, depth - 1));
    }
    source.push_str("S39 many; [[vk::binding(0)]] Texture2D a; [[vk::binding(0)]] Texture2D b;");
    check(
        &source,
        "spirv",
        &[
            "P0612 the explicit bindings of `b` and `a` overlap",
            "P0628 `many` gets binding 1, not binding 0: `a` is explicitly bound to binding 0",
            "P0701 `many` has 549755813888 resources; padstone checks overlaps of at most 131072",
        ],
    );
}

/// Types of parameters, each with its register class.
const TYPES: [(&str, &str, char); 9] = [
    ("Texture2D", "", 't'),
    ("SamplerState", "", 's'),
    ("RWTexture2D<float4>", "[2]", 'u'),
    ("ConstantBuffer<M>", "", 'b'),
    ("ParameterBlock<M>", "", 'b'),
    ("ParameterBlock<N>", "", 'b'),
    ("M", "", 't'),
    ("M", "[2]", 's'),
    ("uniform float4", "", ' '),
];

/// A program with some parameters, some of them with explicit bindings; only small numbers, so that they overlap.
fn places(choices: &mut Choices<'_>) -> String {
    let mut source = format!("{MIXED}struct N {{ Texture2D t; ParameterBlock<float4> inner; }}\n");
    for index in 0..choices.between(1, 5) {
        let (ty, dims, class) = *choices.pick(&TYPES);
        let (number, space) = (choices.between(0, 5), choices.between(0, 2));
        let is_block = ty.starts_with("ParameterBlock");
        let (before, suffix) = match choices.between(0, 2) {
            0 if class != ' ' && is_block => (String::new(), format!(" : register(space{space})")),
            0 if class != ' ' => (String::new(), format!(" : register({class}{number}, space{space})")),
            1 if class != ' ' => (format!("[[vk::binding({}, {space})]] ", if is_block { 0 } else { number }), String::new()),
            _ => (String::new(), String::new()),
        };
        source.push_str(&format!("{before}{ty} p{index}{dims}{suffix};\n"));
    }
    for name in ["one", "two"] {
        let uniforms = choices.pick(&["", "uniform Texture2D e, uniform float k", "uniform M m, uniform ParameterBlock<float4> b"]);
        source.push_str(&format!("[shader(\"compute\")] [numthreads(1, 1, 1)] void {name}({uniforms}) {{}}\n"));
    }
    source
}

/// Every overlap is reported, and nothing else, except for a block that has a set to itself.
#[test]
fn only_overlaps_are_reported() {
    let shifts = [(ResourceClass::ShaderResource, 1), (ResourceClass::Sampler, 2)];
    let requests = [("spirv", &[][..]), ("spirv", &shifts[..]), ("hlsl", &[][..]), ("wgsl", &[][..]), ("spirv documented", &[][..])];
    for (target, shifts) in requests {
        let mut seen = [0; 2];
        for seed in 0..1000 {
            let source = places(&mut Choices::new(&bytes(seed, 100)));
            let (module, layout) = lay_out(&source, target, shifts);
            let codes: Vec<&str> = layout.diagnostics.iter().map(|found| found.code.id).collect();
            let is_reported = codes.iter().any(|code| ["P0612", "P0617", "P0627"].contains(code));
            let is_shared = codes.contains(&"P0626");
            let overlaps = has_overlaps(&module, &layout, target != "hlsl");
            assert!(!overlaps || is_reported || is_shared, "no overlap is reported for {target} with {shifts:?} of\n{source}");
            let is_known = layout.diagnostics.iter().any(|found| found.message.contains("the explicit bindings of"));
            assert!(
                overlaps || !is_reported || is_known,
                "an overlap is reported that does not exist, for {target} with {shifts:?} of\n{source}\n{:?}",
                layout.diagnostics
            );
            seen[usize::from(overlaps)] += 1;
        }
        assert!(seen[0] > 50 && seen[1] > 50, "too few for {target} with {shifts:?}: {seen:?}");
    }
}

/// The owner of a resource: those of different entry points do not conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    Program,
    Entry(usize),
}

/// Whether two resources overlap, by comparing all pairs.
fn has_overlaps(module: &Module, layout: &ProgramLayout, is_vulkan: bool) -> bool {
    let mut all: Vec<(Owner, u64, LayoutUnit, u64, u64)> = Vec::new();
    let mut add = |owner, leaf: Leaf<'_>| {
        let LeafKind::Object(slot) = leaf.kind else { return };
        let ty = leaf.ty.map(|mut ty| {
            while let Type::Array { element, .. } = module.types[ty] {
                ty = element;
            }
            module.types[ty]
        });
        let is_bound = ty.is_none_or(|ty| matches!(ty, Type::Resource(_) | Type::Handle(_)));
        let registers = [LayoutUnit::ConstantBuffer, LayoutUnit::ShaderResource, LayoutUnit::UnorderedAccess, LayoutUnit::SamplerState];
        let is_descriptor = registers.contains(&slot.kind) || slot.kind == LayoutUnit::DescriptorTableSlot;
        let (Some(first), true) = (slot.index.finite(), is_bound && is_descriptor && slot.space != UNKNOWN_SPACE) else { return };
        let count = match slot.count {
            Amount::Unbounded => u64::MAX - first,
            count => count.finite().unwrap_or(0),
        };
        let kind = if is_vulkan { LayoutUnit::DescriptorTableSlot } else { slot.kind };
        all.push((owner, slot.space, kind, first, first + count));
    };
    layout.globals_buffer.as_ref().and_then(globals_leaf).into_iter().for_each(|leaf| add(Owner::Program, leaf));
    layout.globals.iter().for_each(|variable| leaves(module, layout, variable, &mut |leaf| add(Owner::Program, leaf)));
    for (index, entry) in layout.entries.iter().enumerate() {
        entry_leaves(module, layout, entry, &mut |leaf| add(Owner::Entry(index), leaf));
    }
    all.iter().enumerate().any(|(index, one)| {
        all[..index].iter().any(|other| {
            let have_different_owners = matches!((one.0, other.0), (Owner::Entry(one), Owner::Entry(other)) if one != other);
            !have_different_owners && (one.1, one.2) == (other.1, other.2) && one.3 < other.4 && other.3 < one.4
        })
    })
}
