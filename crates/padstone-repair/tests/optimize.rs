//! The smallest size compared with that of all possible orders: 300 random structs, 10,000 in a full run, each order read and laid out separately.

#![allow(clippy::print_stdout, reason = "prints the counts")]

use padstone_generate::{Choices, bytes};
use padstone_read::layout::{self, Profile};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_repair::{InputFile, OrderEdit, Side, optimize};
use padstone_testing::seeds;

/// A language, the types of members, and the rule sets.
struct Pool {
    language: Language,
    before: &'static str,
    open: &'static str,
    close: &'static str,
    /// `T` represents the name.
    members: &'static [&'static str],
    rules: &'static [&'static str],
}

const POOLS: [Pool; 3] = [
    Pool {
        language: Language::Hlsl,
        before: "struct P { float3 p; };\nstruct Q { float2 a; float b; };\n",
        open: "cbuffer S {",
        close: "};\n",
        members: &[
            "float T;",
            "float2 T;",
            "float3 T;",
            "float4 T;",
            "double T;",
            "double2 T;",
            "min16float T;",
            "min16float3 T;",
            "bool T;",
            "bool3 T;",
            "float T[2];",
            "float2 T[3];",
            "float3x3 T;",
            "row_major float2x3 T;",
            "float1x3 T;",
            "P T;",
            "Q T;",
            "P T[2];",
            "int64_t T;",
        ],
        rules: &[
            "dxc",
            "dxc-spirv",
            "dxc-spirv-dx",
            "dxc-spirv-gl",
            "dxc-spirv-scalar",
            "std430",
            "dx-structured",
            "clang-22",
            "documented",
            "metal-constant",
            "metal-device",
            "cuda",
            "cpp",
        ],
    },
    Pool {
        language: Language::Glsl,
        before: "#version 450\nstruct P { vec3 p; };\nstruct Q { vec2 a; float b; };\n",
        open: "layout(binding = 0) uniform S {",
        close: "};\nvoid main() {}\n",
        members: &[
            "float T;",
            "vec2 T;",
            "vec3 T;",
            "vec4 T;",
            "double T;",
            "dvec3 T;",
            "float T[3];",
            "mat3 T;",
            "mat2x3 T;",
            "P T;",
            "Q T[2];",
        ],
        rules: &["std140", "std430", "scalar", "vk-relaxed-std140", "dx-cbuffer"],
    },
    Pool {
        language: Language::Wgsl,
        before: "struct P { p: vec3f }\nstruct Q { a: vec2f, b: f32 }\n",
        open: "struct S {",
        close: "}\n@group(0) @binding(0) var<storage> s: S;\n",
        members: &[
            "T: f32,",
            "T: vec2f,",
            "T: vec3f,",
            "T: vec4f,",
            "T: array<f32, 3>,",
            "T: mat3x3f,",
            "T: mat2x2f,",
            "T: P,",
            "T: Q,",
            "@align(16) T: f32,",
            "@size(12) T: vec2f,",
            "T: array<P, 2>,",
        ],
        rules: &["wgsl", "std140", "scalar", "naga"],
    },
];

impl Pool {
    fn text(&self, members: &[String]) -> String {
        format!("{}{} {} {}", self.before, self.open, members.join(" "), self.close)
    }

    fn options(&self) -> Options {
        Options { language: self.language, ..Options::default() }
    }

    /// The size of these members in this order, summed over all rule sets.
    fn bytes(&self, members: &[String], profiles: &[&'static Profile]) -> Option<u64> {
        let unit = Unit::read("s", self.text(members).into(), &MemoryLoader::default(), &self.options());
        let size = |profile: &&'static Profile| Some(unit.layout(profile).layouts.first()?.size.bytes());
        profiles.iter().map(size).sum()
    }

    fn least(&self, members: &mut Vec<String>, from: usize, profiles: &[&'static Profile]) -> Option<u64> {
        if from == members.len() {
            return self.bytes(members, profiles);
        }
        let mut least: Option<u64> = None;
        for other in from..members.len() {
            members.swap(from, other);
            let found = self.least(members, from + 1, profiles);
            least = least.into_iter().chain(found).min();
            members.swap(from, other);
        }
        least
    }
}

#[test]
fn no_other_order_is_smaller() {
    let (mut saved, mut several) = (0, 0);
    let seeds = seeds(300, 3_000);
    for seed in seeds.clone() {
        let data = bytes(seed, 64);
        let choices = &mut Choices::new(&data);
        let pool = choices.pick(&POOLS);
        let count = [2, 3, 3, 4, 4, 4, 5][choices.below(7)];
        let mut members: Vec<String> =
            (0..count).map(|position| choices.pick(pool.members).replace('T', &format!("m{position}"))).collect();
        let count = 1 + usize::from(choices.one_in(4));
        let profiles: Vec<&'static Profile> =
            (0..count).map(|_| layout::find(choices.pick::<&str>(pool.rules)).expect("a profile")).collect();
        several += usize::from(count > 1);
        let text = pool.text(&members);
        let readings = [InputFile { path: "s".into(), options: pool.options() }];
        let name = if pool.language == Language::Wgsl { "s" } else { "S" };
        let sides: Vec<Side> = profiles.iter().map(|&profile| Side { reading: 0, profile, selected: Some(name.into()) }).collect();
        let names: Vec<&str> = profiles.iter().map(|profile| profile.name).collect();
        let optimum = optimize(&readings, &sides, &MemoryLoader::new([("s", &*text)]), OrderEdit::Reorder);
        let optimum = optimum.unwrap_or_else(|why| panic!("{why}: {text}"));
        let least = pool.least(&mut members, 0, &profiles).expect("it has a layout");
        assert_eq!(optimum.after.iter().sum::<u64>(), least, "{names:?} {text} {optimum:?}");
        assert!(optimum.proved, "{names:?} {text}");
        saved += usize::from(optimum.changed.is_some());
    }
    println!("{} structs, {several} under two rule sets; a better order for {saved}", seeds.clone().count());
    assert!(saved * 5 > seeds.count(), "{saved}");
}

fn check(language: Language, text: &str, rules: &str, form: OrderEdit, expected: Result<(&[u64], &[u64], &str), &str>) {
    let readings = [InputFile { path: "s".into(), options: Options { language, ..Options::default() } }];
    let sides: Vec<Side> = rules
        .split(',')
        .map(|name| Side { reading: 0, profile: layout::find(name).expect("a profile"), selected: Some("S".into()) })
        .collect();
    let found = optimize(&readings, &sides, &MemoryLoader::new([("s", text)]), form);
    let found = found
        .as_ref()
        .map_err(String::as_str)
        .map(|found| (&*found.before, &*found.after, found.changed.as_ref().map_or("", |changed| &*changed.after)));
    assert_eq!(found, expected, "{text}");
}

#[test]
fn orders_are_written_as_moves_or_annotations() {
    let text = "cbuffer S {\n    float a; // one\n    // the position\n    float3 b[2], c;\n};\n";
    let moved = "cbuffer S {\n    float a; // one\n    float3 c;\n    // the position\n    float3 b[2];\n};\n";
    check(Language::Hlsl, text, "dxc", OrderEdit::Reorder, Ok((&[60], &[44], moved)));
    let placed = "cbuffer S {\n    float a : packoffset(c0); // one\n    // the position\n    float3 b[2] : packoffset(c1), c : packoffset(c0.y);\n};\n";
    check(Language::Hlsl, text, "dxc", OrderEdit::Annotations, Ok((&[60], &[44], placed)));
    let block = "#version 450\nlayout(binding = 0) uniform S { float a; vec4 b; float c; };\nvoid main() {}\n";
    let placed = "#version 450\nlayout(binding = 0) uniform S { layout(offset = 16) float a; layout(offset = 0) vec4 b; layout(offset = 20) float c; };\nvoid main() {}\n";
    check(Language::Glsl, block, "glslang", OrderEdit::Annotations, Ok((&[48], &[32], placed)));
    // Annotations that a compiler ignores or rejects express nothing.
    let members = "float a; double b; float c; double d;";
    for (text, rules, why) in [
        (format!("struct T {{ {members} }}; StructuredBuffer<T> S;"), "dxc", "dxc ignores `vk::offset(16)` on `a` (P0417)"),
        (
            format!("struct T {{ {members} }}; StructuredBuffer<T> S;"),
            "dxc-spirv",
            "elements of `S` overlap: each is 24 bytes, stride 16 (P0518)",
        ),
        (
            "cbuffer S { float a; float4 b; float c; };".to_owned(),
            "dxc-spirv",
            "`b` at offset 0 starts before 20, the end of the preceding member (P0406)",
        ),
    ] {
        let why = format!("annotations cannot express the smallest order; move the members instead (`--as reorder`): {why}");
        check(Language::Hlsl, &text, rules, OrderEdit::Annotations, Err(&why));
    }
    let taken = "cbuffer S { float a : packoffset(c1); float b : packoffset(c0); };";
    let why = "members of `S` have explicit offsets (packoffset, offset): remove those first";
    check(Language::Hlsl, taken, "dxc", OrderEdit::Reorder, Err(why));
    check(Language::Hlsl, "cbuffer S { float4 a; float b; };", "dxc,std140", OrderEdit::Reorder, Ok((&[20, 32], &[20, 32], "")));
}

/// A struct in a buffer has no tail padding under the rules of a cbuffer: the next member may follow its last one.
#[test]
fn structs_are_measured_under_the_rules_of_their_buffers() {
    let members = "float3 a; float2 b; float c; float3 d; float e; float2 g; float2 h;";
    let ordered = "float3 a; float c; float2 b; float2 g; float3 d; float e; float2 h;";
    let single = "cbuffer D { S single; float tail; };";
    for (uses, rules) in
        [(single, "dx-cbuffer"), (single, "dxc"), ("struct Outer { S inner; float tail; }; ConstantBuffer<Outer> D;", "dxc")]
    {
        let text = |members: &str| format!("struct S {{ {members} }};\n{uses}\n");
        check(Language::Hlsl, &text(members), rules, OrderEdit::Reorder, Ok((&[64], &[56], &text(ordered))));
    }
    // The stride of the elements is a multiple of 16 in every order.
    let several = format!("struct S {{ {members} }};\ncbuffer D {{ S several[3]; }};\n");
    check(Language::Hlsl, &several, "dxc", OrderEdit::Reorder, Ok((&[64], &[64], "")));
    // As a member too, its size counts.
    let also = |members: &str| format!("struct S {{ {members} }};\ncbuffer D {{ S several[3]; S single; float tail; }};\n");
    check(Language::Hlsl, &also(members), "dxc", OrderEdit::Reorder, Ok((&[64], &[56], &also(ordered))));
    // Under the rules of a structured buffer, every order has the same size.
    let element = format!("struct S {{ {members} }};\nStructuredBuffer<S> b;\n");
    check(Language::Hlsl, &element, "dxc", OrderEdit::Reorder, Ok((&[56], &[56], "")));
    // The size is summed over buffers with different rules.
    let both = |members: &str| format!("struct S {{ {members} }};\n{single}\nStructuredBuffer<S> b;\n");
    check(Language::Hlsl, &both(members), "dxc", OrderEdit::Reorder, Ok((&[64, 56], &[56, 56], &both(ordered))));
}

/// The offset that code reads in one buffer does not depend on the layout of another.
#[test]
fn reads_of_other_buffers_are_ignored() {
    let reads = "struct D { double2x2 d; };\nConstantBuffer<D> first;\nConstantBuffer<D> second;\n";
    let main = "double main() : D { return first.d._m00 + second.d._m11; }\n";
    let text = format!("{reads}cbuffer S {{ float a; float4 b; float c; }};\n{main}");
    let moved = format!("{reads}cbuffer S {{ float4 b; float a; float c; }};\n{main}");
    check(Language::Hlsl, &text, "dxc", OrderEdit::Reorder, Ok((&[36], &[24], &moved)));
}

#[test]
fn orders_of_sixteen_members_are_proved_optimal() {
    let types = ["float", "float3", "float2", "float4"];
    let members: String = (0..16).map(|position| format!("    {} m{position};\n", types[position * 7 % 4])).collect();
    let text = format!("cbuffer S {{\n{members}}};\n");
    let readings = [InputFile { path: "s".into(), options: Options::default() }];
    let sides =
        ["dxc", "std140"].map(|name| Side { reading: 0, profile: layout::find(name).expect("a profile"), selected: Some("S".into()) });
    let found = optimize(&readings, &sides, &MemoryLoader::new([("s", &*text)]), OrderEdit::Reorder).expect("it has a layout");
    assert!(found.proved && found.after == [160, 160], "{found:?}");
}

/// More than 255 members of one type are counted correctly.
#[test]
fn hundreds_of_members_are_ordered() {
    let members: String =
        (0..270).map(|position| format!("    {} m{position};\n", if position % 27 == 1 { "float3" } else { "float" })).collect();
    let text = format!("cbuffer S {{\n{members}}};\n");
    let readings = [InputFile { path: "s".into(), options: Options::default() }];
    let sides = [Side { reading: 0, profile: &layout::DXC, selected: Some("S".into()) }];
    let found = optimize(&readings, &sides, &MemoryLoader::new([("s", &*text)]), OrderEdit::Reorder).expect("it has a layout");
    assert_eq!(*found.after, [260 * 4 + 10 * 12]);
}

/// The order is printed even if it cannot be written.
#[test]
fn directives_between_members_prevent_reordering() {
    let text = "cbuffer S {\n    float a;\n#ifdef X\n#endif\n    float4 b;\n    float c;\n};\n";
    let files = MemoryLoader::new([("s.hlsl", text)]);
    let readings = [InputFile { path: "s.hlsl".into(), options: Options::default() }];
    let sides = [Side { reading: 0, profile: &layout::DXC, selected: Some("S".into()) }];
    let optimum = optimize(&readings, &sides, &files, OrderEdit::Reorder).expect("it has an order");
    assert_eq!((&*optimum.before, &*optimum.after), (&[36][..], &[24][..]));
    assert_eq!(optimum.order, ["b", "a", "c"]);
    assert_eq!(optimum.edit_error.as_deref(), Some("preprocessor directives separate its members"));
    assert!(optimum.changed.is_none());
}

/// Initializers by position would give their values to other members, without an error of the compiler.
#[test]
fn initialized_structs_are_not_reordered() {
    let not_written = |language: Language, body: &str, rules: &str| {
        let text = format!("struct S {{ {} }};\n{body}\n", if language == Language::Glsl { GLSL } else { HLSL });
        let text = if language == Language::Glsl { format!("#version 450\n{text}") } else { text };
        let readings = [InputFile { path: "s".into(), options: Options { language, ..Options::default() } }];
        let side = Side { reading: 0, profile: layout::find(rules).expect("a profile"), selected: Some("S".into()) };
        let found = optimize(&readings, &[side], &MemoryLoader::new([("s", &*text)]), OrderEdit::Reorder).expect("an order");
        (found.changed.is_none(), found.edit_error.unwrap_or_default())
    };
    const HLSL: &str = "float2 a; float3 b; float2 c; float d;";
    const GLSL: &str = "vec2 a; vec3 b; vec2 c; float d;";
    let reason = "a constructor, initializer or conversion depends on the order of the members";
    let glsl = "layout(std140, binding = 0) uniform U { S s; } u;\n";
    for (language, body, rules) in [
        (Language::Hlsl, "ConstantBuffer<S> s; float f() { S r = { 1, 2, 3, 4, 5, 6, 7, 8 }; return r.d; }", "dxc"),
        (Language::Slang, "ConstantBuffer<S> s; static const S table[1] = { { float2(1), float3(2), float2(3), 4 } };", "slang-spirv"),
        (Language::Glsl, &format!("{glsl}void main() {{ S r = S(vec2(1), vec3(2), vec2(3), 4.0); }}"), "std140"),
    ] {
        assert_eq!(not_written(language, body, rules), (true, reason.to_owned()), "{body}");
    }
    // Values of other structs and default values do not depend on the order.
    for (language, body, rules) in [
        (Language::Hlsl, "ConstantBuffer<S> s; struct T { float x; }; float f() { S r = (S)0; T t = { 1 }; return r.d; }", "dxc"),
        (Language::Glsl, &format!("{glsl}struct T {{ float x; }};\nvoid main() {{ S r = u.s; T t = T(1.0); }}"), "std140"),
    ] {
        assert_eq!(not_written(language, body, rules), (false, String::new()), "{body}");
    }
}
