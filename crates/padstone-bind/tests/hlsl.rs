//! Registers and bindings of HLSL: the results of DXC 1.9 at 9a3e225d for these declarations, unless another
//! source is named.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::listing::{assert_listing, is_listed};
use padstone_bind::{BoundRegister, Options, Shift, VkSlot, bind, binding_rules as known};
use padstone_cfamily::{Options as HlslOptions, Target, read_hlsl};
use padstone_diag::Diagnostics;
use padstone_model::{ResourceClass, Stage};
use padstone_source::{MemoryLoader, SourceMap};

/// Binds `source`, from `main` on if it exists, and compares with `expected`: one line for each binding, then the diagnostics.
#[track_caller]
fn check_with(policy: &str, options: &Options, source: &str, expected: &str) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.hlsl", source.into()).expect("the sources are small");
    let mut found = Diagnostics::new();
    let read = HlslOptions {
        spirv: policy == "dxc-spirv",
        entry: source.contains("void main(").then(|| "main".to_owned()),
        fxc: policy.starts_with("fxc"),
        target: match policy {
            "fxc-5.1" => Target { stage: Some(Stage::Fragment), major: 5, minor: 1 },
            "fxc" => Target { stage: Some(Stage::Fragment), major: 5, minor: 0 },
            _ => Target::default(),
        },
        ..HlslOptions::default()
    };
    let module = read_hlsl(&mut sources, file, &MemoryLoader::default(), &read, &mut found);
    assert!(!found.has_errors(), "{source}\n{:?}", found.iter().collect::<Vec<_>>());
    let policy = known::find(policy).expect("the policy exists");
    assert_listing(policy.name, &module, &sources, &bind(&module, policy, options), expected);
    NOTICED.with_borrow_mut(|noticed| {
        let Some(noticed) = noticed else { return };
        for mutant in crate::policies::mutants(policy) {
            let is_same = is_listed(&module, &sources, &bind(&module, &mutant.rules, options), expected);
            *noticed.entry((policy.name, mutant.field)).or_default() |= !is_same;
        }
    });
}

thread_local! {
    /// Set while changed policies are tried: the policy and field, and whether a test fails.
    static NOTICED: RefCell<Option<BTreeMap<(&'static str, &'static str), bool>>> = const { RefCell::new(None) };
}

/// Changing any field of a policy contradicts a result of DXC.
#[test]
fn every_mutant_is_detected() {
    NOTICED.set(Some(BTreeMap::new()));
    let tests: &[fn()] = &[
        register_classes_are_numbered_separately_in_d3d_and_together_in_vulkan,
        fxc_assigns_registers_in_its_own_order,
        registers_of_unused_resources_are_free_since_shader_model_5_1,
        arrays_take_registers_but_one_binding_and_gaps_are_used,
        unbounded_arrays_take_the_rest_of_a_space,
        a_space_without_a_register_applies,
        globals_come_first_in_d3d_and_at_the_first_constant_in_vulkan,
        texture_buffers_come_last_in_d3d,
        vk_binding_takes_precedence_over_register,
        counters_follow_their_buffers,
        shifts_move_explicit_registers_only,
        options_bind_registers,
        options_bind_globals_and_select_spaces,
        push_constants_take_no_binding_and_are_globals_in_d3d,
        resources_in_a_cbuffer_are_separate_parameters,
        structs_of_resources_get_registers,
        structs_change_array_slots_only_if_they_are_split,
        overlapping_registers_are_reported,
        slots_beyond_the_last_are_reported,
        wrong_register_classes_are_reported,
    ];
    tests.iter().for_each(|test| test());
    let noticed = NOTICED.take().expect("`STATE` was set above");
    let unnoticed: Vec<_> = noticed.iter().filter(|(_, noticed)| !**noticed).map(|(field, _)| field).collect();
    assert!(unnoticed.is_empty(), "nothing contradicts other values of {unnoticed:?}");
    let fields = |policy| noticed.keys().filter(|(changed, _)| *changed == policy).count();
    assert_eq!((fields("dxc"), fields("dxc-spirv")), (28, 28), "not every field is changed");
}

#[track_caller]
fn check(source: &str, expected: [(&str, &str); 2]) {
    for (policy, expected) in expected {
        check_with(policy, &Options::default(), source, expected);
    }
}

#[test]
fn register_classes_are_numbered_separately_in_d3d_and_together_in_vulkan() {
    let source = "cbuffer A { float a; } cbuffer B : register(b1) { float b; } cbuffer C { float c; } cbuffer D { float d; }
        StructuredBuffer<float> s; StructuredBuffer<float> t : register(t0); RWStructuredBuffer<float> u;";
    check(
        source,
        [("dxc", "A b0\n B b1\n C b2\n D b3\n s t1\n t t0\n u u0"), ("dxc-spirv", "A 0.2\n B 0.1\n C 0.3\n D 0.4\n s 0.5\n t 0.0\n u 0.6")],
    );
}

/// FXC's results, as recorded by others.
#[test]
fn fxc_assigns_registers_in_its_own_order() {
    let targets =
        "struct Out { float4 a : SV_Target; float4 b : SV_Target2; }; RWTexture2D<float4> u; RWTexture2D<float4> v : register(u4);
        [shader(\"pixel\")] void main(out Out o) { u[uint2(0, 0)] = v[uint2(0, 0)]; }";
    check(targets, [("dxc", "u u0\n v u4"), ("dxc-spirv", "u 0.0\n v 0.4")]);
    if NOTICED.with_borrow(Option::is_some) {
        return;
    }
    let none = Options::default();
    check_with("fxc", &none, targets, "u u3\n v u4");
    check_with("fxc-5.1", &none, targets, "u u0\n v u4");
    let one = "RWBuffer<float> u; float4 f() { return 0; } void main(float x : X, out float4 c[2] : SV_Target1) { u[0] = 1; }";
    check_with("fxc", &none, one, "u u3");
    let taken = "RWBuffer<float> u : register(u1); RWBuffer<float> v : register(u2); RWBuffer<float> w : register(u0);
        void main(out float4 c : COLOR, out float4 d : COLOR1) { u[0] = v[0]; }";
    check_with(
        "fxc",
        &none,
        taken,
        "u u1\n v u2
        error render-target-register at `register(u1)`: u1 of `u` belongs to a render target: `u` registers of this pixel shader start at u2 | use u2 or higher, or compile for shader model 5.1",
    );
    check_with("fxc-5.1", &none, taken, "u u1\n v u2");
    let many = "RWBuffer<float> u : register(u7); RWBuffer<float> v; void main(out float4 c[20] : SV_Target) { u[0] = v[0]; }";
    check_with(
        "fxc",
        &none,
        many,
        "u u7\n v u8
        error render-target-register at `register(u7)`: u7 of `u` belongs to a render target: `u` registers of this pixel shader start at u8 | use u8 or higher, or compile for shader model 5.1",
    );
    let unknown = "RWBuffer<float> u; RWBuffer<float> v : register(u9); sampler s; Texture2D t; float4 f() { return tex2D(s, 0) * u[0]; }
        [numthreads(1, 1, 1)] void go(uniform float4 tint) {}";
    check_with(
        "fxc",
        &none,
        unknown,
        "u u0\n v u9\n s s0\n t t0
        note entry-needed at `s`: padstone does not list the texture of the sampler `s`: textures of samplers precede all other `t` registers | name the entry point, as in `-- -E main`
        note entry-needed at `go`: padstone does not list the uniform parameters of `go`: they take registers only if it is the entry point | name the entry point, as in `-- -E go`
        note entry-needed at `u`: the `u` register of `u` assumes a shader without render targets | name the target profile and the entry point, as in `-- -T ps_5_0 -E main`",
    );
    let params =
        "cbuffer A { float a; } float g; Texture2D t; void main(uniform float4 tint, uniform Texture2D mask, uniform float unused) {
        a * g * tint * t.Load(0) * mask.Load(0); }";
    check_with("fxc", &none, params, "A b2\n $Globals b0\n t t0\n mask t1\n $Params b1");
    check_with("fxc-5.1", &none, params, "A b2\n $Globals b0\n t t0\n mask t1\n $Params b1");
    check_with("fxc", &none, "cbuffer A { float a; } void main(uniform float4 tint, uniform Texture2D mask) { a; }", "A b0");
    let sampled = "Texture2D t; sampler first; sampler2D second; sampler third; SamplerState fourth;
        float4 f(float2 uv) { return tex2Dlod(third, uv.xyxy); }
        void main() { tex2D(second, 0) + texCUBE(first, 0) + tex2D(second, 1) + t.Sample(fourth, 0); }";
    check_with("fxc", &none, sampled, "t t2\n first s0\n second s1\n fourth s2\n second t0\n first t1");
    let passed = "Texture2D t; sampler first; sampler2D second; sampler third; sampler other;
        float4 lookup(sampler2D image, float2 uv) { return tex2D(image, uv); }
        float4 both(float2 uv, sampler2D image, samplerCUBE sky = other) { return lookup(image, uv) + texCUBE(sky, 0) + tex2D(third, uv); }
        static float4 before = tex2D(other, 0);
        float4 lookup(sampler2D image) { return tex2D(other, 0); }
        void main() { float4 image; lookup(second, lookup(first, 0).xy); both(0, second, first); before * t.Load(0); }";
    check_with("fxc", &none, passed, "t t4\n first s0\n second s1\n third s2\n other s3\n other t0\n first t1\n second t2\n third t3");
    // A default value, a variable that is assigned once, a namespace, a member of a struct: the sampler is known.
    let known = "Texture2D t; sampler first; sampler second[2]; sampler third; namespace n { sampler fourth; }
        struct Image { Texture2D colors; sampler lookup; }; struct Material { float4 tint; Image image; }; Material material;
        float4 lookup(Material m, sampler2D image = third) { sampler one; one = second[1]; sampler2D two = one;
            return tex2D(two, 0) + tex2D(image, 0) + tex2D(m.image.lookup, 0) + m.image.colors.Sample(first, 0); }
        void main() { Material copy = material; lookup(copy) + t.Load(0) + tex2D(n::fourth, 0); }";
    check_with(
        "fxc",
        &none,
        known,
        "t t5\n first s0\n second s1 x2\n third s3\n fourth s4\n material.image.colors t6\n material.image.lookup s5\n $Globals b0\n second t0 x2
         third t2\n material.image.lookup t3\n fourth t4",
    );
    // After an unknown texture, `t` registers are unknown, and all others are known.
    for unknown in ["b", "c ? first : second", "(first)", "f(first)", "e"] {
        let unknown = "Texture2D t; Texture2D fixed : register(t9); sampler first; sampler second; RWBuffer<float> u;
            struct Image { Texture2D colors; sampler s; }; Image image;
            sampler f(sampler e) { e = second; tex2D(second, 0); tex2D(UNKNOWN, 0); tex2D(first, 0); return e; }
            void main(bool c) { sampler b; b = c; b = first; f(first); t.Load(0) * u[0] * fixed.Load(0) + image.colors.Sample(image.s, 0); }"
        .replace("UNKNOWN", unknown);
        check_with(
            "fxc",
            &none,
            &unknown,
            "fixed t9\n first s0\n second s1\n u u0\n image.s s2\n second t0
            note sampler-texture at `tex2D`: unknown sampler: FXC declares a texture for it, which the later `t` registers depend on | pass a global sampler, or bind all other textures explicitly: `register(t0)`",
        );
    }
    let elements =
        "struct Image { float4 tint; sampler s[2]; }; Image many[2]; Texture2D t; void main() { tex2D(many[1].s[0], 0) + t.Load(0); }";
    let listed = "many[0].s s0 x2\n many[1].s s2 x2\n $Globals b0
        warning registers-by-use at `many`: the registers in `many` depend on the code: DXC assigns registers to resources in structs and buffers in order of use | bind it explicitly: `many : register(s0)`
        note sampler-texture at `tex2D`: unknown sampler: FXC declares a texture for it, which the later `t` registers depend on | pass a global sampler, or bind all other textures explicitly: `register(t0)`";
    check_with("fxc", &none, elements, listed);
    // A function of the file that takes other types.
    let own = "struct Image { Texture2D colors; SamplerState s; }; Image many[2]; Texture2D t; sampler s;
        float4 tex2D(Image image, float2 uv) { return image.colors.Sample(image.s, uv); }
        void main() { tex2D(many[1], 0) + tex2D(s, 0) + t.Load(0); }";
    let listed = "many[0].colors t2\n many[0].s s1\n many[1].colors t3\n many[1].s s2\n t t1\n s s0\n s t0
        warning registers-by-use at `many`: the registers in `many` depend on the code: DXC assigns registers to resources in structs and buffers in order of use | bind it explicitly: `many : register(t2) : register(s1)`";
    check_with("fxc", &none, own, listed);
}

/// DxilCondenseResources.cpp, GatherReservedRegisters: before shader model 5.1, unused parameters reserve their explicit register.
#[test]
fn registers_of_unused_resources_are_free_since_shader_model_5_1() {
    let source = "cbuffer A : register(b0) { float a; } cbuffer B { float b; } void main() { b; }";
    check(source, [("dxc", "B b0"), ("dxc-spirv", "A 0.0\n B 0.1")]);
    if NOTICED.with_borrow(Option::is_none) {
        check_with("fxc", &Options::default(), source, "B b1");
    }
}

#[test]
fn arrays_take_registers_but_one_binding_and_gaps_are_used() {
    let source = "struct S { float a; };
        ConstantBuffer<S> A : register(b2); ConstantBuffer<S> B[4]; ConstantBuffer<S> C[2]; ConstantBuffer<S> E;
        ConstantBuffer<S> F[2][3]; ConstantBuffer<S> G[1];";
    check(
        source,
        [
            ("dxc", "A b2\n B b3 x4\n C b0 x2\n E b7\n F b8 x6\n G b14"),
            ("dxc-spirv", "A 0.2\n B 0.0 x4\n C 0.1 x2\n E 0.3\n F 0.4 x6\n G 0.5 x1"),
        ],
    );
}

#[test]
fn unbounded_arrays_take_the_rest_of_a_space() {
    let source = "struct S { float a; };
        ConstantBuffer<S> A : register(b1); ConstantBuffer<S> X[]; ConstantBuffer<S> B; Texture2D t[] : register(t4, space1);";
    check(source, [("dxc", "A b1\n X b2 x?\n B b0\n t t4 space1 x?"), ("dxc-spirv", "A 0.1\n X 0.0 x?\n B 0.2\n t 1.4 x?")]);
    // Proposal 0024 of wg-hlsl: `D[3]` fits into the gap, `D[4]` does not.
    check_with(
        "dxc",
        &Options::default(),
        "RWBuffer<float> A : register(u1), B[], C : register(u5), D[3];",
        "A u1\n B u6 x?\n C u5\n D u2 x3",
    );
    check_with("dxc", &Options::default(), "RWBuffer<float> A : register(u1), B[], C : register(u5), D[4];", "
        A u1\n B u6 x?\n C u5
        error registers-exhausted at `D`: no u registers are free for `D` in space0: it requires 4 contiguous slots | move one of them to another space: `register(space1)`");
    check_with("dxc", &Options::default(), "Texture2D a[]; Texture2D b[];", "
        a t0 x?
        error unbounded-twice at `b`: `b` and `a` are both unbounded arrays in space0 | move `b` to another space, such as `register(t0, space1)`");
}

#[test]
fn a_space_without_a_register_applies() {
    check_with(
        "dxc",
        &Options::default(),
        "Texture2D t : register(t3) : register(space2), u : register(space2);",
        "t t3 space2\n u t0 space2",
    );
    check(
        "cbuffer A : register(space2) { float a; } cbuffer B : register(b0, space2) { float b; } cbuffer C : register(space1) { float c; }",
        [("dxc", "A b1 space2\n B b0 space2\n C b0 space1"), ("dxc-spirv", "A 2.1\n B 2.0\n C 1.0")],
    );
}

#[test]
fn globals_come_first_in_d3d_and_at_the_first_constant_in_vulkan() {
    check(
        "cbuffer A { float a; } float g; cbuffer B { float b; } float h;",
        [("dxc", "A b1\n $Globals b0\n B b2"), ("dxc-spirv", "A 0.0\n $Globals 0.1\n B 0.2")],
    );
}

#[test]
fn texture_buffers_come_last_in_d3d() {
    check(
        "tbuffer A { float a; } struct S { float s; }; TextureBuffer<S> B; cbuffer C { float c; Texture2D t; } StructuredBuffer<S> D;",
        [("dxc", "A t2\n B t3\n C b0\n t t1\n D t0"), ("dxc-spirv", "A 0.0\n B 0.1\n C 0.3\n t 0.2\n D 0.4")],
    );
}

#[test]
fn vk_binding_takes_precedence_over_register() {
    let source = "[[vk::binding(3)]] cbuffer A { float a; } [[vk::binding(1, 2)]] cbuffer B : register(b7) { float b; }
        cbuffer C : register(b5, space1) { float c; } cbuffer D { float d; } [[vk::binding(0)]] StructuredBuffer<float> s : register(t9);";
    check(source, [("dxc", "A b0\n B b7\n C b5 space1\n D b1\n s t9"), ("dxc-spirv", "A 0.3\n B 2.1\n C 1.5\n D 0.1\n s 0.0")]);
}

#[test]
fn counters_follow_their_buffers() {
    check(
        "struct S { float a; }; AppendStructuredBuffer<S> a; ConsumeStructuredBuffer<S> c; RWStructuredBuffer<S> r;",
        [("dxc", "a u0\n c u1\n r u2"), ("dxc-spirv", "a 0.0\n a's counter 0.1\n c 0.2\n c's counter 0.3\n r 0.4")],
    );
    // DeclResultIdMapper.cpp, decorateResourceBindings.
    let source = "[[vk::binding(4, 1), vk::counter_binding(7)]] RWStructuredBuffer<float> a; AppendStructuredBuffer<float> b : register(u2, space1);";
    check_with("dxc-spirv", &Options::default(), source, "a 1.4\n a's counter 1.7\n b 1.2\n b's counter 1.0");
}

#[test]
fn shifts_move_explicit_registers_only() {
    use ResourceClass::{ConstantBuffer, ShaderResource, UnorderedAccess};
    let shift = |class, space, by| Shift { class, space, by };
    let source = "cbuffer A : register(b0) { float a; } cbuffer B : register(b2, space1) { float b; } cbuffer C { float c; }
        StructuredBuffer<float> s : register(t0), t; RWStructuredBuffer<float> u : register(u1), v : register(u1, space1);";
    let of_set_0 = [ConstantBuffer, ShaderResource, UnorderedAccess].into_iter().zip([10, 20, 30]);
    let options = Options { shifts: of_set_0.map(|(class, by)| shift(class, Some(0), by)).collect(), ..Options::default() };
    check_with("dxc-spirv", &options, source, "A 0.10\n B 1.2\n C 0.0\n s 0.20\n t 0.1\n u 0.31\n v 1.1");
    let shifts = vec![
        shift(ConstantBuffer, None, 5),
        shift(ConstantBuffer, None, 10),
        shift(ConstantBuffer, Some(1), 9),
        shift(ConstantBuffer, Some(1), 40),
        shift(UnorderedAccess, Some(1), 30),
    ];
    let options = Options { shifts, ..Options::default() };
    check_with("dxc-spirv", &options, source, "A 0.10\n B 1.42\n C 0.2\n s 0.0\n t 0.3\n u 0.1\n v 1.31");
}

/// DXC (DeclResultIdMapper.cpp, `decorateResourceBindings`): with one such option, every resource needs one, and `[[vk::binding]]` does not count.
#[test]
fn options_bind_registers() {
    let bound = |class, number, space, (set, binding)| BoundRegister { class, number, space, slot: VkSlot { set, binding } };
    let registers = vec![
        bound(ResourceClass::ShaderResource, 5, 0, (2, 1)),
        bound(ResourceClass::Sampler, 3, 1, (4, 3)),
        bound(ResourceClass::ConstantBuffer, 0, 0, (2, 1)),
    ];
    let options = Options { registers, bind_globals: Some(VkSlot { set: 3, binding: 7 }), ..Options::default() };
    let source = "float g; [[vk::binding(9)]] Texture2D t : register(t5); SamplerState s : register(s3, space1); cbuffer C : register(b0) { float x; }";
    check_with("dxc-spirv", &options, source, 
        "$Globals 3.7
         t 2.1
         s 4.3
         C 2.1
         warning binding-overlap at `register(b0)`: `C` at binding 1 overlaps `t` at binding 1, in set 2 (dxc-spirv) | use binding 0 of set 2, which is free",
    );
    let missing = "Texture2D t : register(t5), u : register(t6), v; AppendStructuredBuffer<float> a : register(u0);";
    check_with(
        "dxc-spirv",
        &options,
        missing,
        "t 2.1
         error register-unbound at `u`: `u` has no binding: `-fvk-bind-register` requires one for every resource | pass `-fvk-bind-register t6 0 N SET`
         error register-unbound at `v`: `v` has no `register`, which `-fvk-bind-register` requires on every resource | write its `register`
         error register-unbound at `a`: `a` has no binding: `-fvk-bind-register` requires one for every resource | pass `-fvk-bind-register u0 0 N SET`
         error register-unbound at `a`: `-fvk-bind-register` cannot bind the counter of `a` | DXC does not implement it: bind registers with `-fvk-u-shift`, or with `[[vk::binding]]`",
    );
    check_with("dxc", &options, "Texture2D t : register(t6), u;", "t t6\n u t0");
}

#[test]
fn options_bind_globals_and_select_spaces() {
    let options = Options { bind_globals: Some(VkSlot { set: 3, binding: 7 }), ..Options::default() };
    check_with("dxc-spirv", &options, "float g; cbuffer A { float a; }", "$Globals 3.7\n A 0.0");
    let options = Options { auto_binding_space: Some(1), ..Options::default() };
    let source = "cbuffer A { float a; } cbuffer B : register(b0) { float b; } cbuffer C { float c; }";
    check_with("dxc", &options, source, "A b0 space1\n B b0\n C b1 space1");
    check_with("dxc-spirv", &options, source, "A 1.1\n B 1.0\n C 1.2");
}

#[test]
fn push_constants_take_no_binding_and_are_globals_in_d3d() {
    check(
        "struct S { float a; }; [[vk::push_constant]] S pc; cbuffer C { float x; }",
        [("dxc", "$Globals b0\n C b1"), ("dxc-spirv", "C 0.0")],
    );
    check_with("dxc-spirv", &Options::default(), "struct S { float a; }; [[vk::push_constant]] S p; [[vk::push_constant]] S q;", "
        error push-constants-twice at `q`: `q` is a second push constant block; a program has at most one | move the members of both into one struct");
}

#[test]
fn resources_in_a_cbuffer_are_separate_parameters() {
    check(
        "cbuffer C { float x; Texture2D t; SamplerState s : register(s3); float y; } cbuffer Empty { Texture2D u; }",
        [("dxc", "C b0\n t t0\n s s3\n u t1
            warning registers-by-use at `t`: the registers in `t` depend on the code: DXC assigns registers to resources in structs and buffers in order of use | bind it explicitly: `t : register(t0)`
            warning registers-by-use at `u`: the registers in `u` depend on the code: DXC assigns registers to resources in structs and buffers in order of use | bind it explicitly: `u : register(t1)`"), ("dxc-spirv", "C 0.1\n t 0.0\n s 0.3\n u 0.2")],
    );
}

#[test]
fn structs_of_resources_get_registers() {
    // Proposal 0038 of wg-hlsl for the registers; `vk.binding.global-struct-of-resources` of DXC's tests for SPIR-V.
    let source = "struct Inner { Texture2D a[4]; Texture2D b[2]; SamplerState s; };
        Texture2D first; Texture2D pair[2] : register(t1); Inner i; struct Pair { Inner x; Texture2D y; }; Pair p[2] : register(t20);";
    check(source, [
        ("dxc", "first t0\n pair t1 x2\n i.a t3 x4\n i.b t7 x2\n i.s s0
            p[0].x.a t20 x4\n p[0].x.b t24 x2\n p[0].x.s s1\n p[0].y t26\n p[1].x.a t27 x4\n p[1].x.b t31 x2\n p[1].x.s s2\n p[1].y t33
            warning registers-by-use at `i`: the registers in `i` depend on the code: DXC assigns registers to resources in structs and buffers in order of use | bind it explicitly: `i : register(t3) : register(s0)`
            warning registers-by-use at `p`: the registers in `p` depend on the code: DXC assigns registers to resources in structs and buffers in order of use | bind it explicitly: `p : register(s1)`"),
        ("dxc-spirv", "first 0.0\n pair 0.1 x2\n i.a 0.3 x4\n i.b 0.7 x2\n i.s 0.9
            p[0].x.a 0.20 x4\n p[0].x.b 0.24 x2\n p[0].x.s 0.26\n p[0].y 0.27\n p[1].x.a 0.28 x4\n p[1].x.b 0.32 x2\n p[1].x.s 0.34\n p[1].y 0.35"),
    ]);
    // Nested resources come after separate ones; base first, then nested ones (proposal 0038, example 6).
    let source = "class F { StructuredBuffer<int> a; }; class E { RWBuffer<float> u; };
        class G : F { E e; StructuredBuffer<int> b; RWBuffer<float4> v[4]; };
        G g : register(u5) : register(t3); struct One { SamplerState s; }; One o; SamplerState last;";
    check_with("dxc", &Options::default(), source, "g.F.a t3\n g.e.u u5\n g.b t4\n g.v u6 x4\n o.s s1\n last s0");
    check_with("dxc", &Options::default(), "struct R { Texture2D t; }; R r : register(t3, space0);", "r.t t3
        error resource-struct-space at `register(t3, space0)`: register space on `r`, a struct | remove the space, or declare the resources one by one");
    check_with("dxc-spirv", &Options::default(), "struct R { Texture2D t; }; R r : register(t3, space1);", "r.t 1.3");
    let mixed = "struct R { float4 k; Texture2D t; }; R r : register(t2); float g;";
    check(mixed, [
        ("dxc", "r.t t2\n $Globals b0"),
        ("dxc-spirv", "$Globals 0.0
            error resource-struct at `r`: `r` contains both constants and resources, which DXC does not support in a global struct | move the constants to a `cbuffer`, or the resources out of the struct"),
    ]);
    // A register would move the constants of `r` too.
    check_with("dxc", &Options::default(), "struct R { float4 k; Texture2D t, u; }; R r; float g;", "r.t t0\n r.u t1\n $Globals b0
        warning registers-by-use at `r`: the registers in `r` depend on the code: DXC assigns registers to resources in structs and buffers in order of use | declare its resources outside the struct, each with a register");
    check("struct R { Texture2D t; float k; }; cbuffer C { R r; } ConstantBuffer<R> D;", [
        ("dxc", "C b0\n r.t t0\n D b1\n D.t t1
            warning registers-by-use at `r`: the registers in `r` depend on the code: DXC assigns registers to resources in structs and buffers in order of use | bind it explicitly: `r : register(t0)`
            warning registers-by-use at `D`: the registers in `D` depend on the code: DXC assigns registers to resources in structs and buffers in order of use | bind it explicitly: `D : register(t1)`"),
        ("dxc-spirv", "C 0.0\n D 0.1
            warning resource-struct at `r`: `r` contains resources in a constant buffer, which DXC does not bind: it writes invalid SPIR-V | move the resources out of the struct and declare them as globals
            warning resource-struct at `D`: `D` contains resources in a constant buffer, which DXC does not bind: it writes invalid SPIR-V | move the resources out of the struct and declare them as globals"),
    ]);
}

#[test]
fn structs_change_array_slots_only_if_they_are_split() {
    let invalid = |name: &str| {
        format!(
            "warning resource-struct at `{name}`: `{name}` contains resources in a constant buffer, which DXC does not bind: \
        it writes invalid SPIR-V | move the resources out of the struct and declare them as globals"
        )
    };
    let source = "struct R { Texture2D t; }; cbuffer C { R r; float k; } Texture2D a[2]; Texture2D b;";
    check_with("dxc-spirv", &Options::default(), source, &format!("C 0.0\n a 0.1 x2\n b 0.2\n {}", invalid("r")));
    check_with(
        "dxc-spirv",
        &Options::default(),
        "struct R { Texture2D t; }; R r; Texture2D a[2]; Texture2D b;",
        "r.t 0.0\n a 0.1 x2\n b 0.3",
    );
    // An array of resources counts as one, of any length; an array of structs does not.
    let long = "struct R { Texture2D t[100000]; }; R r : register(t0);";
    check(long, [("dxc", "r.t t0 x100000"), ("dxc-spirv", "r.t 0.0 x100000")]);
    check(&long.replace("R r", "R r[100000]"), ["dxc", "dxc-spirv"].map(|policy| (policy,
        "error resource-struct-size at `r`: `r` contains more resources, or nests deeper, than padstone can list | declare arrays of resources instead of arrays of structs")));
}

#[test]
fn overlapping_registers_are_reported() {
    check(
        "cbuffer C : register(b0) { float a; } cbuffer D : register(b0) { float b; } [numthreads(1, 1, 1)] void go() { a + b; }",
        [
            (
                "dxc",
                "C b0\n D b0
            error binding-overlap at `register(b0)`: `D` at b0 overlaps `C` at b0, in space0 (dxc) | use b1 of space0, which is free",
            ),
            (
                "dxc-spirv",
                "C 0.0\n D 0.0
            warning binding-overlap at `register(b0)`: `D` at binding 0 overlaps `C` at binding 0, in set 0 (dxc-spirv) | use binding 1 of set 0, which is free",
            ),
        ],
    );
    check(
        "Texture2D t[4] : register(t0); StructuredBuffer<float> s : register(t2); [numthreads(1, 1, 1)] void go() { t[0]; s[0]; }",
        [
            (
                "dxc",
                "t t0 x4\n s t2
            error binding-overlap at `register(t2)`: `s` at t2 overlaps `t` at t0 to t3, in space0 (dxc) | use t4 of space0, which is free",
            ),
            ("dxc-spirv", "t 0.0 x4\n s 0.2"),
        ],
    );
    check(
        "cbuffer C : register(b0) { float a; } cbuffer D : register(b0) { float b; } cbuffer E { float c; } void main() { a + c; }",
        [("dxc", "C b0\n E b1"), ("dxc-spirv", "C 0.0\n D 0.0\n E 0.1")],
    );
    // A header for many shaders, each of which may use only one of the two.
    check(
        "cbuffer C : register(b0) { float a; } cbuffer D : register(b0) { float b; } float helper() { return a + b; }",
        [
            (
                "dxc",
                "C b0\n D b0
            note binding-overlap at `register(b0)`: `D` at b0 overlaps `C` at b0, in space0 (dxc) | use b1 of space0, which is free",
            ),
            (
                "dxc-spirv",
                "C 0.0\n D 0.0
            note binding-overlap at `register(b0)`: `D` at binding 0 overlaps `C` at binding 0, in set 0 (dxc-spirv) | use binding 1 of set 0, which is free",
            ),
        ],
    );
    check(
        "cbuffer C : register(b0) { float a; } cbuffer D : register(b0) { float b; }
         [numthreads(1, 1, 1)] void go() { a; } [shader(\"compute\")] [numthreads(1, 1, 1)] void other() { b; }",
        [("dxc", "C b0\n D b0"), ("dxc-spirv", "C 0.0\n D 0.0")],
    );
    // A combined image sampler shares its binding.
    check_with("dxc-spirv", &Options::default(), "[[vk::binding(1)]] Texture2D t; [[vk::binding(1)]] SamplerState s;", "t 0.1\n s 0.1");
    let options = Options { bind_globals: Some(VkSlot { set: 0, binding: 0 }), ..Options::default() };
    check_with(
        "dxc-spirv",
        &options,
        "float g; cbuffer A { float a; }",
        "$Globals 0.0\n A 0.0
        warning binding-overlap at `A`: `A` at binding 0 overlaps `$Globals` at binding 0, in set 0 (dxc-spirv) | use binding 1 of set 0, which is free",
    );
}

#[test]
fn slots_beyond_the_last_are_reported() {
    check(
        "Texture2D t[2] : register(t4294967295);",
        [
            (
                "dxc",
                "error binding-range at `register(t4294967295)`: `t` requires 2 registers, starting at 4294967295; the highest is 4294967295 | start at 4294967294 or lower",
            ),
            ("dxc-spirv", "t 0.4294967295 x2"),
        ],
    );
}

#[test]
fn wrong_register_classes_are_reported() {
    for policy in ["dxc", "dxc-spirv"] {
        let error = |source: &str, line: &str| {
            let (bound, found) = line.split_once('\n').unwrap();
            let bound = if policy == "dxc" { bound.to_owned() } else { bound.replace(['b', 't'], "0.") };
            check_with(policy, &Options::default(), source, &format!("{bound}\n{found}"));
        };
        error(
            "cbuffer C : register(t0) { float a; }",
            "C b0
            error resource-class at `register(t0)`: `C` needs a register of class `b`, not `t` | write `register(b0)`",
        );
        error(
            "Buffer<float> C : register(s2, space0);",
            "C t2
            error resource-class at `register(s2, space0)`: `C` needs a register of class `t`, not `s` | write `register(t2, space0)`",
        );
    }
    check(
        "float a : register(b0); int b : register(i1); float c : register(c2); Texture2D t : register(s1); SamplerState s : register(t2);",
        [("dxc", "$Globals b0\n t t1\n s s2"), ("dxc-spirv", "$Globals 0.0\n t 0.1\n s 0.2")],
    );
    check_with("dxc", &Options::default(), "RaytracingAccelerationStructure scene : register(u3);", "scene t3
        warning resource-class at `register(u3)`: `scene` is bound to t3: DXC ignores the letter `u` on an acceleration structure | write `register(t3)`");
    check_with(
        "dxc",
        &Options::default(),
        "Texture2D t : register(t0) : register(t1); float4 c : register(c0) : register(c1), d : register(b2) : register(c2);",
        "t t1\n $Globals b0
        error register-conflict at `register(t1)`: `t` has two registers of one class | remove one of them
        error register-conflict at `register(c1)`: `c` has two registers of one class | remove one of them",
    );
}
