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
        let index = all.iter().position(|(name, _)| name == first).expect("the member is there");
        match rest {
            Some(rest) => all[index].1.owner(rest),
            None => (all, index),
        }
    }

    /// The type of a member; `[]` is an element.
    fn at(&mut self, path: &str) -> &mut Model {
        let (path, elements) = match path.split_once('[') {
            Some((path, rest)) => (path, rest.matches(']').count()),
            None => (path, 0),
        };
        let (all, index) = self.owner(path);
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
        ("Inner NAME", members(&[("a", F32), ("b", f(2))])),
        // The last element has padding in the program only.
        ("float NAME[4]", array(wrapped(&F32, 12), 4)),
        ("float NAME[4]", array(wrapped(&F32, 12), 3)),
        ("float NAME[2]", f(3)),
    ]
}

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
    let mut applied = 0;
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
        let shader = format!("struct Inner {{ float a; float b[2]; }};\ncbuffer Scene {{{declared} }};\n");
        let (mut host, is_rust) = (Struct(host), number % 2 == 0);
        let unit = read(&shader);
        let layouts = unit.layout(&layout::DXC);
        assert!(!unit.diagnostics.has_errors() && !layouts.diagnostics.has_errors(), "{shader}");
        let layout = layouts.layouts.iter().find(|layout| layout.name(&unit.module) == "Scene").expect("the buffer");
        let compare = |host: &Model| check(&unit.module, &layouts, layout, &host.lay_out(is_rust).0);
        let mut report = compare(&host);
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
        assert!(report.agrees(), "{shader}{host:?}\n{:#?}", report.differences);
    }
    assert!(applied > 100, "{applied}");
}
