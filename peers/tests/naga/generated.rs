//! Thousands of generated modules.

use padstone_generate::wgsl::{self, ModuleFeatures};
use padstone_generate::{Choices, bytes};
use padstone_peers::{accepts, layouts};
use padstone_testing::{Layouts, differences};

use crate::{ours, warned};

/// The number of modules of each kind; each has dozens of structs and buffers.
const MODULES: u64 = 3_000;
/// The number of choices for a module.
const DECISIONS: usize = 3_000;
/// The maximum number of disagreements printed.
const SHOWN: usize = 4;

#[test]
fn naga_rules_match_naga() {
    compare("naga", ModuleFeatures::naga());
}

#[test]
fn without_attributes_naga_layouts_match_wgsl() {
    compare("wgsl", ModuleFeatures { attributes: false, ..ModuleFeatures::naga() });
}

#[test]
fn native_types_match_naga() {
    compare("naga", ModuleFeatures { native: true, bodies: false, ..ModuleFeatures::naga() });
}

/// padstone reports, under both profiles, exactly the members that WGSL and naga place differently.
#[test]
fn every_difference_gets_a_warning() {
    let (mut different, mut wrong) = (0, Vec::new());
    for (seed, source) in modules(ModuleFeatures::naga()) {
        let theirs = layouts(&source).unwrap_or_else(|why| panic!("naga, seed {seed}: {why}\n{source}"));
        let ours = ours(&source, "wgsl");
        let differs = places(&theirs) != places(&ours.layouts) || arrays_differ(&theirs, &ours.layouts);
        let warned = warned(&ours);
        different += usize::from(differs);
        if differs != warned {
            let differing = differences("naga", &theirs, &ours.layouts).join("\n");
            wrong.push(format!("seed {seed}: warned is {warned}\n{}\n{differing}\n{source}", ours.warnings.join("\n")));
        }
    }
    println!("{different} of {MODULES} modules have different layouts under WGSL and naga");
    assert!(different > 100, "no attribute moves a member");
    report("warnings are wrong", &wrong);
}

/// Under `naga`, padstone reports an error exactly if naga's validator does: its constraints on uniform buffers.
#[test]
fn naga_and_padstone_reject_the_same_uniform_buffers() {
    let (mut rejected, mut wrong) = (0, Vec::new());
    let native = ModuleFeatures { native: true, bodies: false, ..ModuleFeatures::naga() };
    for (seed, source) in modules(ModuleFeatures::naga()).chain(modules(native)) {
        let verdict = accepts(&source);
        let answer = ours(&source, "naga");
        rejected += usize::from(verdict.is_err());
        match (&verdict, answer.errors.is_empty()) {
            (Ok(()), true) | (Err(_), false) => {}
            (Ok(()), false) => wrong.push(format!("seed {seed}: naga accepts it, but {}\n{source}", answer.errors.join("\n"))),
            (Err(why), true) => wrong.push(format!("seed {seed}: naga rejects it: {why}\n{source}")),
        }
    }
    println!("{rejected} of {} modules are rejected", 2 * MODULES);
    assert!(rejected > 100, "no uniform buffer breaks the constraints");
    report("verdicts differ", &wrong);
}

#[test]
fn naga_accepts_buffers_under_the_old_constraints() {
    for (seed, source) in modules(ModuleFeatures { legacy_uniform: true, attributes: false, ..ModuleFeatures::naga() }) {
        accepts(&source).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{source}"));
    }
}

fn compare(profile: &str, domain: ModuleFeatures) {
    let (mut compared, mut members, mut disagreeing) = (0, 0, Vec::new());
    for (seed, source) in modules(domain) {
        let theirs = layouts(&source).unwrap_or_else(|why| panic!("naga, seed {seed}: {why}\n{source}"));
        let ours = ours(&source, profile).layouts;
        compared += theirs.len();
        members += theirs.values().map(|layout| layout.members.len()).sum::<usize>();
        let found = differences("naga", &theirs, &ours);
        if !found.is_empty() {
            disagreeing.push(format!("seed {seed}:\n{}\n{source}", found.join("\n")));
        }
    }
    println!("{MODULES} modules, {compared} layouts, {members} members compared under {profile}");
    assert!(members > 50_000, "too little was compared");
    report(&format!("modules disagree under {profile}"), &disagreeing);
}

fn modules(domain: ModuleFeatures) -> impl Iterator<Item = (u64, String)> {
    (0..MODULES).map(move |seed| (seed, wgsl::module(&mut Choices::new(&bytes(seed, DECISIONS)), domain)))
}

/// The offsets of members and of the elements of arrays.
fn places(layouts: &Layouts) -> Vec<(&str, &str, u64, Option<u64>)> {
    let members = layouts.iter().flat_map(|(name, layout)| layout.members.iter().map(move |(path, member)| (name, path, member)));
    members.map(|(name, path, member)| (&**name, &**path, member.offset, member.stride)).collect()
}

/// Whether the array strides of a buffer that is an array differ, which only its size shows.
fn arrays_differ(theirs: &Layouts, ours: &Layouts) -> bool {
    let size = |layouts: &Layouts, name: &str| layouts.get(name).and_then(|layout| layout.size);
    let arrays = theirs.iter().filter(|(_, layout)| layout.members.len() > 1 && layout.members.keys().all(|path| path.starts_with("[]")));
    arrays
        .map(|(name, _)| (size(theirs, name), size(ours, name)))
        .any(|(theirs, ours)| theirs.zip(ours).is_some_and(|(theirs, ours)| theirs != ours))
}

fn report(differing: &str, found: &[String]) {
    assert!(found.is_empty(), "{} {differing}:\n{}", found.len(), found[..found.len().min(SHOWN)].join("\n--\n"));
}
