//! The evidence for a rule set.

use std::collections::HashMap;

use padstone_read::layout::{self, BufferRules, Profile, Qualified, RuleSet};

use crate::mutants::{golden, tables};
use crate::properties::compare::{BOTH, Choose, compare};
use crate::properties::generate::{self, Dialect};
use crate::properties::rows::rows;
use crate::properties::subject::Subject;

/// The dialects of the programs.
const DIALECTS: [Dialect; 5] = [Dialect::Hlsl, Dialect::Common, Dialect::Glsl, Dialect::Wgsl, Dialect::Wgsl2020];
/// The number of programs of each dialect for the naive implementation.
const PROGRAMS: u64 = 400;

pub(crate) struct Evidence {
    /// By dialect.
    programs: Vec<(Dialect, Vec<Subject>)>,
    tables: HashMap<&'static str, Vec<tables::Case>>,
    golden: HashMap<&'static str, Vec<golden::Case>>,
}

impl Evidence {
    pub(crate) fn gather() -> Evidence {
        Evidence {
            programs: DIALECTS.map(|dialect| (dialect, subjects(dialect))).into(),
            tables: all_profiles().map(|profile| (profile.name, tables::cases(profile.name))).collect(),
            golden: golden::cases(),
        }
    }

    /// The evidence for one rule set.
    pub(crate) fn about(&self, original: &'static RuleSet) -> About<'_> {
        let both = BOTH.iter().filter(|(name, ..)| *name == original.name);
        let naive = both.map(|(_, dialect, choose)| (self.programs_of(*dialect), *choose)).collect();
        let mut agreements = Vec::new();
        for profile in layout::profiles().iter().copied().filter(|profile| uses(profile, original)) {
            for case in self.golden.get(profile.name).into_iter().flatten() {
                agreements.push((profile, case, case.agreements(profile)));
            }
        }
        About { evidence: self, original, naive, agreements }
    }

    fn programs_of(&self, dialect: Dialect) -> &[Subject] {
        let found = self.programs.iter().find(|(other, _)| *other == dialect);
        found.map_or(&[], |(_, programs)| programs)
    }
}

pub(crate) struct About<'a> {
    evidence: &'a Evidence,
    original: &'static RuleSet,
    naive: Vec<(&'a [Subject], Choose)>,
    /// The number of values of a recording that match under the unchanged rule set.
    agreements: Vec<(&'static Profile, &'a golden::Case, usize)>,
}

impl About<'_> {
    /// The values that differ under a changed rule set, in any of the programs.
    pub(crate) fn moves(&self, rules: &'static RuleSet) -> Option<String> {
        let profile = layout::find(self.original.name).expect("a rule set is a profile");
        let changed = with(profile, self.original, rules);
        let mut programs = self.evidence.programs.iter().flat_map(|(_, programs)| programs);
        let find = |subject: &Subject| {
            let unit = &subject.unit;
            let (before, after) = (unit.layout(profile), unit.layout(changed));
            if before.layouts.len() != after.layouts.len() {
                return Some("a whole layout away".to_owned());
            }
            before.layouts.iter().zip(&after.layouts).find_map(|(one, other)| {
                let (was, is) = (rows(&unit.module, &before, one), rows(&unit.module, &after, other));
                let moved = was.iter().zip(&is).find(|(was, is)| was != is).map(|(was, is)| format!("{was:?} to {is:?}"));
                let resized = (one.size, one.align, one.stride) != (other.size, other.align, other.stride);
                moved.or_else(|| resized.then(|| format!("the end from {one:?} to {other:?}")))
            })
        };
        programs.find_map(|subject| find(subject).map(|difference| format!("{difference} in\n{}", subject.text)))
    }

    /// Whether anything contradicts a changed rule set.
    pub(crate) fn contradicts(&self, rules: &'static RuleSet) -> bool {
        let profiles: Vec<_> = all_profiles()
            .filter(|profile| uses(profile, self.original))
            .map(|profile| (profile.name, with(profile, self.original, rules)))
            .collect();
        profiles.iter().any(|(name, profile)| self.evidence.tables[name].iter().any(|case| !case.differences(profile).is_empty()))
            || self.naive.iter().any(|(subjects, choose)| {
                let profile = layout::find(self.original.name).expect("a rule set is a profile");
                let profile = with(profile, self.original, rules);
                subjects.iter().any(|subject| compare(subject, &subject.unit.layout(profile), &*choose(&subject.program)).is_err())
            })
            || self.agreements.iter().any(|(original, case, agreements)| {
                let (_, profile) = profiles.iter().find(|(name, _)| *name == original.name).expect("it uses the rule set");
                case.agreements(profile) < *agreements
            })
    }
}

/// The profiles of compilers, and every rule set as a profile.
fn all_profiles() -> impl Iterator<Item = &'static Profile> {
    let bare = layout::rule_sets().iter().filter_map(|rules| layout::find(rules.name));
    layout::profiles().iter().copied().chain(bare)
}

fn usages(profile: &mut Profile) -> Vec<&mut BufferRules> {
    let Profile { cbuffer, tbuffer, globals, constant_buffer, texture_buffer, structured, push_constant, shader_record, structs, .. } =
        profile;
    let mut usages = vec![cbuffer, tbuffer, globals, constant_buffer, texture_buffer, structured, push_constant, shader_record, structs];
    usages.extend([&mut profile.uniform, &mut profile.storage, &mut profile.immediate]);
    usages.extend([&mut profile.parameter_block, &mut profile.entry_uniforms, &mut profile.pointees]);
    let code = &mut profile.code;
    for Qualified { std140, std430, scalar, c, .. } in
        [&mut profile.qualified, &mut code.constants, &mut code.structured].into_iter().flatten()
    {
        usages.extend([std140, std430, scalar, c]);
    }
    usages.extend(&mut code.entry_uniforms);
    usages
}

fn uses(profile: &Profile, rules: &RuleSet) -> bool {
    usages(&mut profile.clone()).iter().any(|usage| usage.rules.name == rules.name)
}

/// A profile with one rule set replaced.
fn with(profile: &Profile, original: &RuleSet, rules: &'static RuleSet) -> &'static Profile {
    let mut changed = profile.clone();
    for usage in usages(&mut changed) {
        if usage.rules.name == original.name {
            usage.rules = rules;
        }
    }
    if changed.explicit.overlap_sizes.rules.name == original.name {
        changed.explicit.overlap_sizes.rules = rules;
    }
    Box::leak(Box::new(changed))
}

/// Programs, the same in every run.
fn subjects(dialect: Dialect) -> Vec<Subject> {
    (0..PROGRAMS).map(|seed| Subject::new(generate::program(&bytes(seed), dialect))).collect()
}

/// Pseudorandom numbers (xorshift).
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    std::iter::repeat_with(next).take(600).collect()
}
