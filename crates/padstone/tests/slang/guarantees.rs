//! What Slang's documentation guarantees of layouts, over generated programs.

use std::collections::BTreeMap;

use padstone::bind::program::{Amount, Kind, ProgramLayout, SLANG_2026, Variable};
use padstone::source::MemoryLoader;
use padstone::{Options, Unit, model::Language};
use padstone_generate::slang::{Contents, program};
use padstone_generate::{Choices, bytes};

use crate::reflect::options;

const PROGRAMS: u64 = 200;
const TARGETS: [&str; 6] = ["hlsl", "spirv", "wgsl", "metal", "cuda", "cpp"];
/// Kinds whose numbers are given out from 0 on in space 0.
const NUMBERED: [Kind; 5] =
    [Kind::ConstantBuffer, Kind::ShaderResource, Kind::UnorderedAccess, Kind::SamplerState, Kind::DescriptorTableSlot];

#[test]
fn a_parameter_takes_as_much_in_every_program_and_bodies_do_not_matter() {
    for_each(Contents { explicit: false, entry_points: true }, |source, target| {
        let before = lay_out(source, target);
        let filled = source.replace("{}", "{ int unused = 1; }").replace("return 0;", "float x = 1; return x;");
        assert_eq!(taken(&before), taken(&lay_out(&filled, target)), "bodies matter to\n{source}");
        let behind = format!("Texture2D first; cbuffer Before {{ float4 bytes; }}\n{source}");
        let shifted = taken(&lay_out(&behind, target));
        assert_eq!(taken(&before), shifted[2..], "what stands before matters to\n{source}");
    });
}

#[test]
fn without_explicit_places_numbers_are_contiguous_from_zero() {
    for_each(Contents { explicit: false, entry_points: false }, |source, target| {
        let layout = lay_out(source, target);
        let mut taken: BTreeMap<Kind, Vec<(u64, u64)>> = BTreeMap::new();
        if let Some(place) = layout.globals_buffer.and_then(|buffer| buffer.place) {
            taken.entry(place.kind).or_default().push((place.index, place.index + 1));
        }
        for variable in &layout.globals {
            for (kind, first, count) in ranges(&layout, variable) {
                taken.entry(kind).or_default().push((first, first + count));
            }
        }
        for (kind, mut ranges) in taken {
            ranges.sort_unstable();
            let mut end = 0;
            for (first, next) in ranges {
                assert_eq!(first, end, "{kind:?} of {target} are not contiguous in\n{source}");
                end = next;
            }
        }
    });
}

fn for_each(contents: Contents, check: impl Fn(&str, &str)) {
    for seed in 0..PROGRAMS {
        let source = program(&mut Choices::new(&bytes(seed, 400)), 5, contents);
        TARGETS.iter().for_each(|target| check(&source, target));
    }
}

fn lay_out(source: &str, target: &str) -> ProgramLayout {
    let (slang, request) = options(target, &["-profile".to_owned(), "sm_6_6".to_owned()]);
    let options = Options { language: Language::Slang, slang, ..Options::default() };
    let unit = Unit::load_program(&["program.slang"], &MemoryLoader::new([("program.slang", source)]), &options);
    assert!(!unit.diagnostics.has_errors(), "{:?}\n{source}", unit.diagnostics.iter().next());
    assert_eq!(request.policy.name, SLANG_2026.name);
    unit.program(&request)
}

/// What each parameter takes, of each kind.
fn taken(layout: &ProgramLayout) -> Vec<Vec<(Kind, Amount)>> {
    let of = |variable: &Variable| layout.get(variable.layout).usage.iter().map(|counter| (counter.kind, counter.amount)).collect();
    layout.globals.iter().map(of).collect()
}

/// The numbers in space 0 that a parameter takes.
fn ranges(layout: &ProgramLayout, variable: &Variable) -> Vec<(Kind, u64, u64)> {
    let usage = &layout.get(variable.layout).usage;
    let finite = usage.iter().filter_map(|counter| Some((counter.kind, counter.amount.finite()?)));
    finite.filter(|(kind, _)| NUMBERED.contains(kind)).map(|(kind, count)| (kind, variable.places.index(kind), count)).collect()
}
