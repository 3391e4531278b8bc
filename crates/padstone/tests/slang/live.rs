//! Generated programs have the same reflection as in libslang, which is run live: the same programs in every run, unless others are requested
//! (`PADSTONE_SEED=1000 PADSTONE_CASES=300`).

use padstone_generate::slang::{ProgramFeatures, program};
use padstone_generate::{Choices, bytes};
use padstone_testing::seeds;
use padstone_testing::slang::{Program, Request, Slang, SlangVerdict};
use serde_json::Value;

use crate::slang::reflect::reflect;
use crate::slang::tree::differences;

/// The number of programs of each of the two kinds, in everyday and full runs.
const PROGRAMS: [u64; 2] = [12, 400];
/// The number of them that are also compared for the other targets and options.
const FOR_OTHER_TARGETS: [u64; 2] = [5, 200];
/// The number of programs in one libslang process.
const BATCH: usize = 100;
/// The number of choices for a program.
const DECISIONS: usize = 500;
/// The maximum number of disagreements printed.
const SHOWN: usize = 4;
/// The targets with their options.
pub(crate) const TARGETS: [Target; 12] = [
    ("hlsl", &["-profile", "sm_6_6"]),
    ("spirv", &[]),
    ("wgsl", &[]),
    ("metal", &[]),
    ("cuda", &[]),
    ("cpp", &[]),
    ("hlsl", &["-profile", "sm_5_0"]),
    ("spirv", &["-fvk-use-scalar-layout"]),
    ("spirv", &["-fvk-use-dx-layout"]),
    ("spirv", &["-fvk-use-c-layout"]),
    ("glsl", &[]),
    ("glsl", &["-profile", "glsl_430"]),
];
/// The first of them, for which every program is compared.
const USUAL: usize = 6;

type Target = (&'static str, &'static [&'static str]);

#[test]
fn reflection_matches_libslang() {
    compare("reflection of Slang compared with libslang's", false);
}

#[test]
fn reflection_of_slang_only_features_matches_libslang() {
    compare("reflection of interfaces, generics and the like compared with libslang's", true);
}

fn compare(subject: &str, features: bool) {
    let Some(slang) = Slang::find(subject) else { return };
    let all: Vec<u64> = seeds(PROGRAMS[0], PROGRAMS[1]).collect();
    let selected: Vec<u64> = seeds(FOR_OTHER_TARGETS[0], FOR_OTHER_TARGETS[1]).collect();
    let mut found = ComparisonCounts::default();
    let (usual, others) = TARGETS.split_at(USUAL);
    all.chunks(BATCH).for_each(|seeds| found.compare(&slang, seeds, usual, features));
    let of_usual = found.compared;
    for other in others {
        selected.chunks(BATCH).for_each(|seeds| found.compare(&slang, seeds, std::slice::from_ref(other), features));
    }
    let ComparisonCounts { compared, rejected, failures } = found;
    println!("{} programs: {compared} reflections compared, {of_usual} of them for the usual targets", all.len());
    println!("  {rejected} are rejected by both or crash libslang");
    let names: Vec<&str> = failures.iter().map(|(name, _)| &**name).collect();
    let shown: String = failures.iter().take(SHOWN).map(|(name, subject)| format!("-- {name}\n{subject}\n")).collect();
    assert!(failures.is_empty(), "{} disagree\n{}\n{shown}", failures.len(), names.join("\n"));
    assert!(of_usual * 10 > all.len() * USUAL * 8, "only {of_usual} are compared");
}

/// The results of comparisons.
#[derive(Default)]
struct ComparisonCounts {
    compared: usize,
    rejected: usize,
    /// The disagreements.
    failures: Vec<(String, String)>,
}

impl ComparisonCounts {
    /// Compares some programs for some targets.
    fn compare(&mut self, slang: &Slang, seeds: &[u64], targets: &[Target], features: bool) {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<String>>();
        let flags = words(&["-matrix-layout-row-major"]);
        let sources: Vec<String> = seeds.iter().map(|&seed| source(seed, features)).collect();
        let supported: Vec<Vec<&Target>> =
            sources.iter().map(|source| targets.iter().filter(|(target, _)| is_supported(source, target)).collect()).collect();
        let options =
            |targets: &Vec<&Target>| targets.iter().map(|(target, options)| words(&[&["-target", target], *options].concat())).collect();
        let options: Vec<Vec<Vec<String>>> = supported.iter().map(options).collect();
        let programs: Vec<Program<'_>> =
            sources.iter().zip(&options).map(|(source, targets)| Program { source, flags: &flags, targets }).collect();
        let verdicts = slang.ask_each(&programs);
        for (((seed, source), supported), verdicts) in seeds.iter().zip(&sources).zip(supported).zip(verdicts) {
            for ((target, options), verdict) in supported.iter().zip(verdicts) {
                let flags = [&flags[..], &words(options)].concat();
                let found = self.differences(verdict, reflect(&[("program.slang", source)], target, &flags));
                if !found.is_empty() {
                    self.failures.push((format!("{target} {flags:?}, seed {seed}"), format!("{found}\n{source}")));
                }
            }
        }
    }

    fn differences(&mut self, theirs: SlangVerdict, ours: Result<Value, Vec<String>>) -> String {
        match (theirs, ours) {
            (SlangVerdict::Accepted(theirs), Ok(ours)) => {
                self.compared += 1;
                return differences(&theirs, &ours).join("\n");
            }
            (SlangVerdict::Accepted(_), Err(errors)) => return format!("only padstone rejects it: {}", errors.join("; ")),
            (SlangVerdict::Rejected(_), Err(_)) | (SlangVerdict::Crashed, _) => {}
            // A stage may lack a feature on a target (texel buffers in WGSL), which does not affect locations; the other is an exception
            // in libslang.
            (SlangVerdict::Rejected(why), Ok(_)) if why.contains("E36107") || why.contains("E99997") => {}
            (SlangVerdict::Rejected(why), Ok(_)) => return format!("only libslang rejects it: {why}"),
        }
        self.rejected += 1;
        String::new()
    }
}

/// Whether libslang survives a program: it crashes on ray tracing for targets without it.
fn is_supported(source: &str, target: &str) -> bool {
    !matches!(target, "metal" | "cpp") || !source.contains("[shader(\"raygeneration\")]")
}

/// A generated program.
fn source(seed: u64, features: bool) -> String {
    let contents = ProgramFeatures { explicit: seed.is_multiple_of(3), entry_points: seed.is_multiple_of(2), features };
    program(&mut Choices::new(&bytes(seed, DECISIONS)), 1 + usize::try_from(seed % 7).unwrap_or(0), contents)
}

/// A generated program with the options for libslang.
pub(crate) fn request(seed: u64, target: &str, flags: &[String], features: bool) -> Request {
    let options = [&["-target".to_owned(), target.to_owned()], flags].concat();
    Request { source: source(seed, features), options }
}
