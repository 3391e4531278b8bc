//! The fixes of `check host` are applied to a model of the program's struct, which then matches.

use std::collections::BTreeSet;

use padstone_host::{FieldMismatch, HostMember, HostShape, HostType, check};
use padstone_read::layout;
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::seeds;

/// A type of a program, as in C and in `#[repr(C)]`: members are aligned to their largest scalar.
#[derive(Clone, PartialEq, Debug)]
enum Model {
    Scalar { size: u64, float: bool },
    Array(Box<Model>, u64),
    Struct(Vec<(String, Model)>),
}

use Model::{Array, Scalar, Struct};

const F32: Model = Scalar { size: 4, float: true };
const F64: Model = Scalar { size: 8, float: true };
const I32: Model = Scalar { size: 4, float: false };

fn array(element: Model, count: u64) -> Model {
    Array(Box::new(element), count)
}

fn bytes(count: u64) -> Model {
    array(Scalar { size: 1, float: false }, count)
}

fn members(all: &[(&str, Model)]) -> Model {
    Struct(all.iter().map(|(name, model)| ((*name).to_owned(), model.clone())).collect())
}

/// An element with padding.
fn wrapped(element: &Model, padding: u64) -> Model {
    members(&[("value", element.clone()), ("_pad", bytes(padding))])
}

impl Model {
    /// The type as a compiler lays it out, and its alignment.
    fn lay_out(&self, is_rust: bool) -> (HostType, u64) {
        let ty = |size, shape| HostType { name: String::new(), size, shape, is_rust };
        match self {
            Scalar { size, float } => (ty(*size, HostShape::Scalar { float: *float }), *size),
            Array(element, count) => {
                let (element, align) = element.lay_out(is_rust);
                (ty(element.size * count, HostShape::Array { element: element.into(), count: *count }), align)
            }
            Struct(all) => {
                let names: BTreeSet<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
                assert_eq!(names.len(), all.len(), "two members have one name: {all:?}");
                let (mut end, mut largest, mut laid_out) = (0_u64, 1, Vec::new());
                for (name, model) in all {
                    let (ty, align) = model.lay_out(is_rust);
                    let offset = end.next_multiple_of(align);
                    (end, largest) = (offset + ty.size, largest.max(align));
                    laid_out.push(HostMember { name: name.clone(), offset, bits: None, ty });
                }
                (ty(end.next_multiple_of(largest), HostShape::Record { members: laid_out }), largest)
            }
        }
    }

    /// The struct with a member, and the index of the member.
    fn owner(&mut self, path: &str) -> (&mut Vec<(String, Model)>, usize) {
        let Struct(all) = self else { panic!("`{path}` in no struct: {self:?}") };
        let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let (first, elements) = (first.trim_end_matches("[]"), first.matches("[]").count());
        let index = all.iter().position(|(name, _)| name == first).expect("the member is there");
        match rest {
            Some(rest) => all[index].1.inner(elements).owner(rest),
            None => (all, index),
        }
    }

    /// The struct inside arrays and wrappers of elements.
    fn inner(&mut self, elements: usize) -> &mut Model {
        let mut model = self;
        for _ in 0..elements {
            model = model.element();
        }
        if matches!(model, Struct(all) if all[0].0 == "value") {
            return model.at("value");
        }
        model
    }

    /// The type of a member; `[]` is an element.
    fn at(&mut self, path: &str) -> &mut Model {
        let name = path.trim_end_matches("[]");
        let elements = (path.len() - name.len()) / 2;
        let (all, index) = self.owner(name);
        let mut model = &mut all[index].1;
        for _ in 0..elements {
            model = model.element();
        }
        model
    }

    fn element(&mut self) -> &mut Model {
        match self {
            Array(element, _) => element,
            other => panic!("an array has elements: {other:?}"),
        }
    }

    /// Applies a fix; returns whether it is one that says what to do with this member alone.
    fn apply(&mut self, difference: &FieldMismatch) -> bool {
        let FieldMismatch { path, host_fix, .. } = difference;
        // Names of members contain digits.
        let of_members = host_fix.split_once("`head`").map_or(&**host_fix, |(_, rest)| rest);
        let numbers: Vec<u64> = of_members.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
        let has = |start: &str| host_fix.starts_with(start);
        if has("add ") && host_fix.contains("of padding before it: `") {
            let spelled = host_fix.split_once('`').expect("a declaration").1;
            let name = spelled.trim_start_matches("uint8_t ").split([':', '[']).next().expect("a name");
            let (all, index) = self.owner(path);
            all.insert(index, (name.to_owned(), bytes(numbers[0])));
        } else if has("remove ") {
            let (all, index) = self.owner(path);
            let (name, Array(_, count)) = &mut all[index - 1] else { panic!("{host_fix}: {all:?}") };
            assert!(name.starts_with("_pad"), "{host_fix}: {name}");
            // The compiler may have added the rest.
            *count = count.saturating_sub(numbers[0]);
        } else if has("wrap each element") {
            let model = self.at(path).element();
            *model = wrapped(model, numbers[0]);
        } else if has("replace the array by a struct: `head`") && host_fix.contains(" in a struct with ") {
            let model = self.at(path);
            let element = model.element().clone();
            let padding = host_fix.split_once("in a struct with ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
            *model = members(&[("head", array(wrapped(&element, padding.expect("a number")), numbers[0])), ("last", element)]);
        } else if has("replace `") || has("replace the array by a struct: `head`") {
            let other = host_fix.split('`').nth(1).expect("a name");
            let path = if has("replace the") {
                path.clone()
            } else {
                path.rsplit_once('.').map_or(other.to_owned(), |(parent, _)| format!("{parent}.{other}"))
            };
            let model = self.at(&path);
            let element = model.element().clone();
            let Struct(inner) = &element else { panic!("{host_fix}: elements have no padding: {element:?}") };
            let last = inner[0].1.clone();
            *model = members(&[("head", array(element, numbers[0])), ("last", last)]);
        } else if has("use ") && host_fix.ends_with(" elements") {
            let Array(_, count) = self.at(path) else { panic!("`{path}` has no elements") };
            *count = numbers[0];
        } else {
            return false;
        }
        true
    }
}

/// Members of the shader, and of programs that were written without regard to its rules.
fn pairs() -> Vec<(&'static str, Model)> {
    let f = |count| array(F32, count);
    let inner = || members(&[("a", F32), ("b", f(2))]);
    let mixed = || members(&[("a", f(3)), ("b", f(2)), ("c", F64)]);
    vec![
        ("float NAME", F32),
        ("float2 NAME", f(2)),
        ("float3 NAME", f(3)),
        ("float4 NAME", f(4)),
        ("int NAME", I32),
        ("double NAME", F64),
        ("float NAME[3]", f(3)),
        ("float2 NAME[2]", array(f(2), 2)),
        ("float3 NAME[2]", array(f(3), 2)),
        ("float NAME[1]", f(1)),
        ("Inner NAME", inner()),
        // The sizes of these structs are multiples of 8 in the program.
        ("Mixed NAME", mixed()),
        ("Outer NAME", members(&[("x", F32), ("i", mixed()), ("h", f(3))])),
        ("Inner NAME[2]", array(inner(), 2)),
        ("Mixed NAME[2]", array(mixed(), 2)),
        // The last element has padding in the program only.
        ("float NAME[4]", array(wrapped(&F32, 12), 4)),
        ("float NAME[4]", array(wrapped(&F32, 12), 3)),
        ("float NAME[2]", f(3)),
    ]
}

const STRUCTS: &str = "struct Inner { float a; float b[2]; };\nstruct Mixed { float3 a; float2 b; double c; };\n\
    struct Outer { float x; Mixed i; float3 h; };\n";

const COUNT: u64 = 4;

fn read(shader: &str) -> Unit {
    let options = Options { language: Language::Hlsl, ..Options::default() };
    Unit::read("a.hlsl", shader.into(), &MemoryLoader::default(), &options)
}

#[test]
fn applied_fixes_leave_no_mismatch() {
    let pairs = pairs();
    let kinds = pairs.len() as u64;
    let all = kinds.pow(u32::try_from(COUNT).expect("a small number"));
    let seeds = seeds(600, all);
    let step = (all / (seeds.end - seeds.start).max(1)).max(1) | 1;
    let (mut applied, mut fixed_at_once) = (0, 0);
    for seed in seeds {
        let number = seed.wrapping_mul(step) % all;
        let (mut declared, mut host, mut is_padded) = (String::new(), Vec::new(), false);
        for index in 0..COUNT {
            let name = format!("m{index}");
            let (member, model) = &pairs[usize::try_from(number / kinds.pow(index as u32) % kinds).expect("an index")];
            declared += &format!(" {};", member.replace("NAME", &name));
            // Padding that the shader lacks.
            if (number / 7 + index) % 11 == 0 {
                host.push((format!("_pad{index}"), bytes(4 * (1 + number % 3))));
                is_padded = true;
            }
            host.push((name, model.clone()));
        }
        let shader = format!("{STRUCTS}cbuffer Scene {{{declared} }};\n");
        let (mut host, is_rust) = (Struct(host), number % 2 == 0);
        let unit = read(&shader);
        let layouts = unit.layout(&layout::DXC);
        assert!(!unit.diagnostics.has_errors() && !layouts.diagnostics.has_errors(), "{shader}");
        let layout = layouts.layouts.iter().find(|layout| layout.name(&unit.module) == "Scene").expect("the buffer");
        let compare = |host: &Model| check(&unit.module, &layouts, layout, &host.lay_out(is_rust).0);
        let mut report = compare(&host);
        // The fixes of all causes also fix the consequences.
        let mut fixed = host.clone();
        if !is_padded && report.causes().filter(|cause| fixed.apply(cause)).count() == report.causes().count() {
            let after = compare(&fixed);
            // An array has an offset, a stride and a number of elements.
            let key = |found: &FieldMismatch| (found.path.clone(), found.message.split(' ').next().map(str::to_owned));
            let is_consequence =
                |cause: &FieldMismatch| report.differences.iter().any(|known| known.is_consequence && key(known) == key(cause));
            let consequence = after.causes().find(|cause| is_consequence(cause));
            assert!(consequence.is_none(), "{shader}{host:?}\n{:#?}\n{fixed:?}\n{:#?}", report.differences, after.differences);
            fixed_at_once += 1;
        }
        for round in 0.. {
            let causes: Vec<&FieldMismatch> = report.causes().collect();
            let mut fixed = host.clone();
            let Some(cause) = causes.iter().find(|cause| fixed.apply(cause)) else { break };
            applied += 1;
            let after = compare(&fixed);
            let context = || format!("{shader}{host:?}\n{causes:#?}\n{fixed:?}\n{:#?}", after.differences);
            let remains = after.causes().any(|other| (&other.path, &other.message) == (&cause.path, &cause.message));
            assert!(!remains, "{}: {} remains: {}", cause.path, cause.message, context());
            // Without more padding or alignment than in the shader, consequences need no fix of their own.
            let is_array_or_padding = ["add ", "wrap each ", "replace "].iter().any(|start| cause.host_fix.starts_with(start));
            let consequence = after.causes().find(|other| report.consequences().contains(&&*other.path));
            assert!(is_padded || causes.len() > 1 || !is_array_or_padding || consequence.is_none(), "{consequence:?}: {}", context());
            assert!(round < 20, "{}", context());
            (host, report) = (fixed, after);
        }
        // A member directly after a struct that ends with a lower multiple of 8 in the program has no fix there.
        let has_mixed = ["Mixed ", "Outer "].iter().any(|name| declared.contains(name));
        let is_fixed = |cause: &FieldMismatch| has_mixed && cause.host_fix.starts_with("no member takes");
        assert!(report.causes().all(is_fixed), "{shader}{host:?}\n{:#?}", report.differences);
    }
    assert!(applied > 100 && fixed_at_once > 100, "{applied}, {fixed_at_once}");
}

/// A shader, the members of the struct in the program, and the causes with their fixes in the program, then the consequences.
type AdviceCase<'a> = (&'a str, &'a [(&'a str, Model)], &'a str);

/// Members that the fixes of others move to the right offset are consequences, and no others are.
#[test]
fn the_member_that_is_wrong_is_the_cause() {
    let f = |count| array(F32, count);
    let mixed = members(&[("a", f(3)), ("b", f(2)), ("c", F64)]);
    let outer = |mixed: Model| members(&[("x", F32), ("i", mixed), ("h", f(3))]);
    let element = members(&[("a", F32), ("b", f(4))]);
    let longer = members(&[("k", I32), ("v", f(4)), ("t", f(2))]);
    let cases: [AdviceCase; 8] = [
        // The fix of its type changes its alignment.
        (
            "cbuffer A { float3 a; float b; };",
            &[("a", f(3)), ("b", F64)],
            "b: float has scalars of 4 bytes in the shader, 8 bytes in the program: declare it `float`",
        ),
        // The stride follows from a member.
        (
            "struct In { float a; float4 b; }; cbuffer A { In i[2]; float z; };",
            &[("i", array(element.clone(), 2)), ("z", F32)],
            "i[].b: offset 16 in the shader, 4 in the program: add 12 bytes of padding before it: `uint8_t _pad[12];`\n\
            i, z, the whole struct",
        ),
        (
            "struct In { float a; float4 b; }; cbuffer A { In i[2][3]; float z; };",
            &[("i", array(array(element, 3), 2)), ("z", F32)],
            "i[][].b: offset 16 in the shader, 4 in the program: add 12 bytes of padding before it: `uint8_t _pad[12];`\n\
            i[], i, z, the whole struct",
        ),
        // The stride needs a fix of its own.
        (
            "struct In { uint k; float4 v; float2 t; }; cbuffer A { In i[3]; float z; };",
            &[("i", array(longer.clone(), 3)), ("z", F32)],
            "i[].v: offset 16 in the shader, 4 in the program: add 12 bytes of padding before it: `uint8_t _pad[12];`\n\
            i: stride 48 in the shader, 28 in the program, or 40 once its elements are fixed: replace the array by a struct: `head`, 2 elements, \
            each in a struct with 8 bytes of padding: `uint8_t _pad[8];`; and `last`, the last element, without padding\n\
            i[].t, z, the whole struct",
        ),
        (
            "struct In { uint k; float4 v; float2 t; }; cbuffer A { In i[3]; float4 z; };",
            &[("i", array(longer, 2)), ("z", f(4))],
            "i[].v: offset 16 in the shader, 4 in the program: add 12 bytes of padding before it: `uint8_t _pad[12];`\n\
            i: stride 48 in the shader, 28 in the program, or 40 once its elements are fixed: wrap each element in a struct with 8 bytes of padding: \
            `uint8_t _pad[8];`\n\
            i: 3 elements in the shader, 2 in the program: use 3 elements\n\
            i[].t, z, the whole struct",
        ),
        // The size of a struct is rounded up in the program.
        (
            "STRUCTS cbuffer A { Outer o; float tint; float4 z; };",
            &[("o", outer(mixed.clone())), ("tint", F32), ("z", f(4))],
            "o.i: offset 16 in the shader, 8 in the program: add 8 bytes of padding before it: `uint8_t _pad[8];`\n\
            o.i.b: offset 16 in the shader, 12 in the program: add 4 bytes of padding before it: `uint8_t _pad1[4];`\n\
            tint: offset 60 in the shader, 56 in the program, or 64 once the members before it are fixed: \
            no member takes the 4 bytes before it: use a less aligned type, or change the shader\n\
            o.h, z",
        ),
        (
            "STRUCTS struct More { float x; Mixed i[2]; float3 h; }; cbuffer A { More o; float last; float3 z; float flags; };",
            &[("o", outer(array(mixed, 2))), ("last", F32), ("z", f(3)), ("flags", F32)],
            "o.i: offset 16 in the shader, 8 in the program: add 8 bytes of padding before it: `uint8_t _pad[8];`\n\
            o.i[].b: offset 16 in the shader, 12 in the program: add 4 bytes of padding before it: `uint8_t _pad1[4];`\n\
            last: offset 92 in the shader, 88 in the program, or 96 once the members before it are fixed: \
            no member takes the 4 bytes before it: use a less aligned type, or change the shader\n\
            o.h, z, flags",
        ),
        // The program aligns `d` once `b` is fixed.
        (
            "struct P { float a; float _pad; float b; double d; }; StructuredBuffer<P> A;",
            &[("a", F32), ("b", F32), ("d", F64)],
            "b: offset 8 in the shader, 4 in the program: add 4 bytes of padding before it: `uint8_t _pad[4];`\n\
            d, the whole struct",
        ),
    ];
    for (shader, host, expected) in cases {
        let unit = read(&shader.replace("STRUCTS", STRUCTS));
        let layouts = unit.layout(&layout::DXC);
        let layout = layouts.layouts.iter().find(|layout| layout.name(&unit.module) == "A").expect("the buffer");
        let report = check(&unit.module, &layouts, layout, &members(host).lay_out(false).0);
        let causes = report.causes().map(|cause| format!("{}: {}: {}", cause.path, cause.message, cause.host_fix));
        let found: Vec<String> = causes.chain(report.consequence()).collect();
        assert_eq!(found.join("\n"), expected, "{shader}");
    }
}
