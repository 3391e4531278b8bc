//! Bytes of buffers: each is a value or padding under all of Slang's rules, and layouts and reflection agree on its offset.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use padstone_generate::slang::{ProgramFeatures, program};
use padstone_generate::{Choices, bytes};
use padstone_read::bind::binding_rules::{DOCUMENTED, SLANG_2026};
use padstone_read::bind::{self, Request};
use padstone_read::layout::{ModuleLayout, Visit, VisitOrder, rows, slang_profiles};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::seeds;

use crate::properties::pieces::covers;

/// The number of programs of an everyday run, and of a full one.
const PROGRAMS: [u64; 2] = [25, 400];

#[test]
fn every_byte_is_a_value_or_padding() {
    let mut layouts_seen = 0;
    let seeds = seeds(PROGRAMS[0], PROGRAMS[1]);
    for seed in seeds.clone() {
        // A resource of two handles, such as a combined sampler for C++, overlaps the next member, as in libslang 2026.12.
        let contents = ProgramFeatures { explicit: false, entry_points: true, features: false };
        let source = program(&mut Choices::new(&bytes(seed, 400)), 5, contents);
        let options = Options { language: Language::Slang, ..Options::default() };
        let unit = Unit::read("program.slang", source.as_str().into(), &MemoryLoader::default(), &options);
        for profile in slang_profiles() {
            let layouts = unit.layout(profile);
            for layout in &layouts.layouts {
                let found = covers(&unit.module, &layouts, layout);
                found.unwrap_or_else(|why| panic!("{} under {}: {why}\n{source}", layout.name(&unit.module), profile.name));
                layouts_seen += 1;
            }
        }
    }
    assert!(layouts_seen > 7 * seeds.count(), "only {layouts_seen} layouts are covered");
}

/// Differences between two tables of rules: which rules apply to which buffer, and which of its options and data layouts.
const BUFFERS: &str = "struct P { float3 a; float b[3]; float c; double d; };
struct S { ConstantBuffer<P> inner; float k; StructuredBuffer<P> elements; };
[[vk::shader_record]] ConstantBuffer<P> record;
[[vk::push_constant]] ConstantBuffer<P> push;
ParameterBlock<ConstantBuffer<P>> buffer_in_block;
ParameterBlock<S> block;
ConstantBuffer<P> constants;
cbuffer Members { float3 x; P y; }
TextureBuffer<P> textures;
StructuredBuffer<P> structured;
uniform P loose;
Texture2D texture;
SamplerState samplers[2];
uniform float last;";

#[test]
fn layouts_and_reflection_agree() {
    let mut compared = 0;
    let asking = ["Std140DataLayout", "Std430DataLayout", "ScalarDataLayout", "CDataLayout"].map(|layout| {
        format!(
            "struct P {{ float3 a; float b[3]; float c; double d; }}; [[vk::push_constant]] ConstantBuffer<P, {layout}> push;
            [[vk::shader_record]] ConstantBuffer<P, {layout}> record; ConstantBuffer<P, {layout}> constants;"
        )
    });
    let mut different = Vec::new();
    for source in asking.iter().map(String::as_str).chain([BUFFERS]) {
        let options = Options { language: Language::Slang, ..Options::default() };
        let unit = Unit::read("program.slang", source.into(), &MemoryLoader::default(), &options);
        assert!(!unit.diagnostics.has_errors(), "{:?}", unit.diagnostics.iter().next());
        let targets = [&SLANG_2026, &DOCUMENTED].into_iter().flat_map(|rules| rules.targets.iter().map(move |target| (rules, target)));
        for (rules, (name, target)) in targets {
            let layouts = listed(&unit, &unit.layout(target.family.profile));
            let request = Request { target: **target, rules: *rules, options: bind::Options::default(), profile: None };
            let program = unit.reflect(&unit.program(&request), name).0;
            let slots = program.globals.iter().chain(program.parameters.iter().flat_map(|parameter| &parameter.slots));
            for (slot, buffer) in slots.filter_map(|slot| Some((slot, slot.buffer.as_ref()?))) {
                let path = if slot.path.is_empty() { "$Globals" } else { &slot.path };
                for member in &buffer.members {
                    let inside = member.path.strip_prefix(path).unwrap_or(&member.path).trim_start_matches("[]").trim_start_matches('.');
                    let (member, found) = (format!("{path}: {inside}"), member.offset.finite());
                    let Some(&listed) = layouts.get(&member) else { continue };
                    compared += 1;
                    if found != Some(listed) {
                        different.push(format!(
                            "{member} for {name} under {}: {listed} in the layout, {found:?} in the program\n{source}",
                            rules.name
                        ));
                    }
                }
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(compared > 500, "only {compared} members are in both");
}

/// The offset of each member of each buffer: `NAME: PATH`.
fn listed(unit: &Unit, layouts: &ModuleLayout) -> BTreeMap<String, u64> {
    let mut offsets = BTreeMap::new();
    for layout in &layouts.layouts {
        let name = layout.name(&unit.module);
        let _: ControlFlow<()> = rows(&unit.module, layouts.types(layout), layout, VisitOrder::Source, &mut |visit| {
            if let Visit::Row(row) = visit {
                offsets.insert(format!("{name}: {}", row.path), row.offset.bytes());
            }
            ControlFlow::Continue(())
        });
    }
    offsets
}
