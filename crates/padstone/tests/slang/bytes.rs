//! Every byte of every buffer and struct of generated programs is a value or padding, under all of Slang's rules.

use padstone::layout::slang_profiles;
use padstone::model::Language;
use padstone::source::MemoryLoader;
use padstone::{Options, Unit};
use padstone_generate::slang::{Contents, program};
use padstone_generate::{Choices, bytes};
use padstone_testing::seeds;

use crate::properties::pieces::covers;

/// Programs of an everyday run, and of a full one.
const PROGRAMS: [u64; 2] = [25, 1_500];

#[test]
fn every_byte_is_a_value_or_padding() {
    let mut layouts_seen = 0;
    let seeds = seeds(PROGRAMS[0], PROGRAMS[1]);
    for seed in seeds.clone() {
        // What has two handles, as a combined sampler has for C++, reaches into the next member: so does libslang 2026.12.
        let contents = Contents { explicit: false, entry_points: true, features: false };
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
