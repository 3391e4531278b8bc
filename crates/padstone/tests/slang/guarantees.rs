//! The guarantees of Slang's documentation, on generated programs.

use std::collections::BTreeMap;

use padstone_generate::slang::{ProgramFeatures, program};
use padstone_generate::{Choices, bytes};
use padstone_read::bind::{
    self, Amount, LayoutUnit, LeafKind, ProgramLayout, Request, Variable, binding_rules::DOCUMENTED, binding_rules::SLANG_2026, leaves,
};
use padstone_read::emit::reflect::{FORMATS, Reflection};
use padstone_read::model::{Annotation, Field, Language, Origin};
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::seeds;

use crate::slang::reflect::options;

const PROGRAMS: [u64; 2] = [10, 150];
/// Targets, and whether the documentation's own rules apply there.
const TARGETS: [(&str, bool); 8] = [
    ("hlsl", false),
    ("spirv", false),
    ("wgsl", false),
    ("metal", false),
    ("cuda", false),
    ("cpp", false),
    ("hlsl", true),
    ("spirv", true),
];
/// Layout units that are assigned from 0 on in space 0.
const NUMBERED: [LayoutUnit; 5] = [
    LayoutUnit::ConstantBuffer,
    LayoutUnit::ShaderResource,
    LayoutUnit::UnorderedAccess,
    LayoutUnit::SamplerState,
    LayoutUnit::DescriptorTableSlot,
];

#[test]
fn bodies_do_not_affect_layouts() {
    for explicit in [false, true] {
        let contents = ProgramFeatures { explicit, entry_points: true, features: !explicit };
        for_each(contents, |source, target| {
            let (unit, before) = lay_out(&[source], target);
            // A body that uses every parameter, and one that uses none but calls another function.
            let names = unit.module.program.globals.iter().map(|global| unit.module.name(global.variable.name));
            let uses: String = names.map(|name| format!("use({name}); ")).collect();
            for body in [uses, "int unused = 1; if (unused > 0) { helper(unused); }".to_owned()] {
                let filled = source.replace(") {}", &format!(") {{ {body} }}")).replace("{ return", &format!("{{ {body} return"));
                let filled = format!("{filled}\nvoid use<T>(T value) {{ }}\nint helper(int value) {{ return value; }}\n");
                let (filled_unit, after) = lay_out(&[&filled], target);
                assert_eq!(written(&unit, &before), written(&filled_unit, &after), "bodies affect the layout for {target:?} of\n{source}");
            }
        });
    }
}

#[test]
fn usage_is_the_same_in_every_program() {
    for explicit in [false, true] {
        let contents = ProgramFeatures { explicit, entry_points: true, features: false };
        for_each(contents, |source, target| {
            let before = taken(&lay_out(&[source], target).1);
            let shifted_source = format!("Texture2D first; cbuffer Before {{ float4 bytes; }}\n{source}");
            let shifted = taken(&lay_out(&[&shifted_source], target).1);
            assert_eq!(before, shifted[2..], "the preceding parameters affect\n{source}");
        });
    }
}

#[test]
fn usage_is_a_function_of_type() {
    for explicit in [false, true] {
        let contents = ProgramFeatures { explicit, entry_points: false, features: true };
        for_each(contents, |source, target| {
            let (unit, layout) = lay_out(&[source], target);
            // The same type in the same context is laid out once.
            let mut by_type: BTreeMap<_, Vec<(LayoutUnit, Amount)>> = BTreeMap::new();
            for (variable, taken) in layout.globals.iter().zip(taken(&layout)) {
                let declared = variable.source.field(&unit.module).expect("a global is declared");
                let is_explicit = |annotation: &Annotation| matches!(annotation, Annotation::Register(_) | Annotation::Binding(_));
                if declared.annotations.iter().all(is_explicit) && !takes_one(declared, target) {
                    let known = by_type.entry(declared.ty).or_insert_with(|| taken.clone());
                    assert_eq!(*known, taken, "two parameters of one type differ for {target:?} in\n{source}");
                }
            }
        });
    }
}

#[test]
fn usage_is_one_contiguous_range_per_layout_unit() {
    for explicit in [false, true] {
        let contents = ProgramFeatures { explicit, entry_points: false, features: false };
        for_each(contents, |source, target| {
            let (unit, layout) = lay_out(&[source], target);
            for variable in &layout.globals {
                if variable.source.field(&unit.module).is_some_and(|field| takes_one(field, target)) {
                    continue;
                }
                let ranges = ranges(&layout, variable);
                let mut inside: BTreeMap<LayoutUnit, Vec<(u64, u64)>> = BTreeMap::new();
                leaves(&unit.module, &layout, variable, &mut |leaf| {
                    let LeafKind::Object(slot) = leaf.kind else { return };
                    if slot.space == variable.places.space(slot.kind)
                        && variable.places.get(slot.kind).is_some()
                        && let (Some(first), Some(count)) = (slot.index.finite(), slot.count.finite())
                    {
                        inside.entry(slot.kind).or_default().push((first, first + count));
                    }
                });
                for (kind, first, count) in ranges {
                    let mut of_kind = inside.remove(&kind).unwrap_or_default();
                    of_kind.sort_unstable();
                    let mut end = first;
                    for (begin, next) in of_kind {
                        assert_eq!(begin, end, "{kind:?} slots of a parameter have a gap for {target:?} in\n{source}");
                        end = next;
                    }
                    assert_eq!(end, first + count, "{kind:?} slots of a parameter are missing for {target:?} in\n{source}");
                }
            }
        });
    }
}

#[test]
fn implicit_bindings_are_contiguous_from_zero() {
    let contents = ProgramFeatures { explicit: false, entry_points: true, features: false };
    for_each(contents, |source, target| {
        let (_, layout) = lay_out(&[source], target);
        let mut taken: BTreeMap<LayoutUnit, Vec<(u64, u64)>> = BTreeMap::new();
        if let Some(place) = layout.globals_buffer.and_then(|buffer| buffer.place) {
            let first = first(place.index);
            taken.entry(place.kind).or_default().push((first, first + 1));
        }
        for variable in &layout.globals {
            for (kind, first, count) in ranges(&layout, variable) {
                taken.entry(kind).or_default().push((first, first + count));
            }
        }
        for entry in &layout.entries {
            for counter in entry.usage.iter().filter(|counter| NUMBERED.contains(&counter.kind)) {
                if let Some(count) = counter.amount.finite() {
                    let first = first(entry.places.index(counter.kind));
                    taken.entry(counter.kind).or_default().push((first, first + count));
                }
            }
        }
        for (kind, ranges) in taken {
            follow_one_another(ranges, 0, &format!("{kind:?} of {target:?}"), source);
        }
    });
}

#[test]
fn without_explicit_bindings_each_module_is_contiguous() {
    let contents = ProgramFeatures { explicit: false, entry_points: false, features: false };
    for_each(contents, |source, target| {
        let imported = source.replace("Plain", "OtherPlain").replace("Mixed", "OtherMixed");
        let importing = format!("import imported;\n{source}");
        let (unit, layout) = lay_out(&[&importing, &imported], target);
        let mut taken: BTreeMap<(LayoutUnit, bool), Vec<(u64, u64)>> = BTreeMap::new();
        if let Some(place) = layout.globals_buffer.and_then(|buffer| buffer.place) {
            let first = first(place.index);
            taken.entry((place.kind, false)).or_default().push((first, first + 1));
        }
        for (variable, global) in layout.globals.iter().zip(&unit.module.program.globals) {
            let is_imported = matches!(global.origin, Origin::Import(_));
            for (kind, first, count) in ranges(&layout, variable) {
                taken.entry((kind, is_imported)).or_default().push((first, first + count));
            }
        }
        assert!(layout.globals.len() >= 8, "the module was not imported");
        for kind in NUMBERED {
            let own = taken.remove(&(kind, false)).unwrap_or_default();
            let end = own.iter().map(|&(_, end)| end).max().unwrap_or(0);
            let subject = format!("{kind:?} of {target:?}");
            follow_one_another(own, 0, &subject, source);
            follow_one_another(taken.remove(&(kind, true)).unwrap_or_default(), end, &format!("imported {subject}"), source);
        }
    });
}

/// Whether a parameter has only a `register` and takes one binding of another target, whatever it contains: the only case in which libslang
/// 2026.12 violates the documentation's guarantees. On D3D, and under the documentation's own rules, it takes its contents.
fn takes_one(declared: &Field, (target, documented): (&str, bool)) -> bool {
    declared.registers().next().is_some() && !documented && target != "hlsl"
}

/// Contiguous ranges, starting at a number.
fn follow_one_another(mut ranges: Vec<(u64, u64)>, from: u64, subject: &str, source: &str) {
    ranges.sort_unstable();
    let mut end = from;
    for (first, next) in ranges {
        assert_eq!(first, end, "{subject} are not contiguous in\n{source}");
        end = next;
    }
}

fn for_each(contents: ProgramFeatures, check: impl Fn(&str, (&str, bool))) {
    for seed in seeds(PROGRAMS[0], PROGRAMS[1]) {
        let source = program(&mut Choices::new(&bytes(seed, 400)), 5, contents);
        TARGETS.iter().for_each(|&target| check(&source, target));
    }
}

/// Lays out a program and the module that it imports as `imported`.
fn lay_out(sources: &[&str], (target, documented): (&str, bool)) -> (Unit, ProgramLayout) {
    let (slang, mut request) = options(target, &["-profile".to_owned(), "sm_6_6".to_owned()]);
    if documented {
        let target = DOCUMENTED.target(target).expect("the documentation has rules for the target");
        request = Request { target, rules: DOCUMENTED, options: bind::Options::default(), profile: None };
    } else {
        assert_eq!(request.rules.name, SLANG_2026.name);
    }
    let options = Options { language: Language::Slang, slang, ..Options::default() };
    let loader = MemoryLoader::new(["program.slang", "imported.slang"].into_iter().zip(sources.iter().copied()));
    let unit = Unit::load_program(&["program.slang"], &loader, &options);
    assert!(!unit.diagnostics.has_errors(), "{:?}\n{}", unit.diagnostics.iter().next(), sources[0]);
    let layout = unit.program(&request);
    (unit, layout)
}

/// All diagnostics of a program, in every format.
fn written(unit: &Unit, layout: &ProgramLayout) -> Vec<String> {
    let reflection = Reflection { sources: &unit.sources, module: &unit.module, layout, target: "any", documented: None };
    let formats = FORMATS.iter().map(|format| {
        let mut text = Vec::new();
        (format.write)(&reflection, &mut text).expect("memory takes all");
        String::from_utf8(text).expect("it is text")
    });
    formats.collect()
}

/// The amounts of each layout unit that each parameter takes.
fn taken(layout: &ProgramLayout) -> Vec<Vec<(LayoutUnit, Amount)>> {
    let usage_of = |variable: &Variable| layout.get(variable.layout).usage.iter().map(|counter| (counter.kind, counter.amount)).collect();
    layout.globals.iter().map(usage_of).collect()
}

/// The slots in space 0 that a parameter takes.
fn ranges(layout: &ProgramLayout, variable: &Variable) -> Vec<(LayoutUnit, u64, u64)> {
    let usage = &layout.get(variable.layout).usage;
    let finite = usage.iter().filter_map(|counter| Some((counter.kind, counter.amount.finite()?)));
    finite.filter(|(kind, _)| NUMBERED.contains(kind)).map(|(kind, count)| (kind, first(variable.places.index(kind)), count)).collect()
}

/// The number of a location, which is unique in these programs.
fn first(place: Amount) -> u64 {
    place.finite().expect("all amounts are known")
}
