//! Generated programs have the reflection that libslang writes, live: the same programs every time, unless others are asked for
//! (`PADSTONE_SEED=1000 PADSTONE_CASES=300`).

use padstone_generate::slang::{Contents, program};
use padstone_generate::{Choices, bytes};
use padstone_testing::seeds;
use padstone_testing::slang::{Request, Slang, Verdict};

use crate::reflect::reflect;
use crate::tree::differences;

/// How many programs are generated for each target.
const PROGRAMS: u64 = 210;
/// How many programs with what only Slang has are generated for each target.
const FEATURED: u64 = 150;
/// How many of either in a full run.
const FULL: u64 = 1_000;
/// How many decisions a program is made of.
const DECISIONS: usize = 500;
/// How many disagreements are printed.
const SHOWN: usize = 4;
/// The targets, and the options that go with them.
pub(crate) const TARGETS: [(&str, &[&str]); 12] = [
    ("hlsl", &["-profile", "sm_6_6"]),
    ("hlsl", &["-profile", "sm_5_0"]),
    ("spirv", &[]),
    ("spirv", &["-fvk-use-scalar-layout"]),
    ("spirv", &["-fvk-use-dx-layout"]),
    ("spirv", &["-fvk-use-c-layout"]),
    ("glsl", &[]),
    ("glsl", &["-profile", "glsl_430"]),
    ("wgsl", &[]),
    ("metal", &[]),
    ("cuda", &[]),
    ("cpp", &[]),
];

#[test]
fn reflection_is_libslangs() {
    compare("reflection of Slang compared with libslang's", PROGRAMS, false);
}

#[test]
fn reflection_of_what_only_slang_has_is_libslangs() {
    compare("reflection of interfaces, generics and the like compared with libslang's", FEATURED, true);
}

fn compare(what: &str, programs: u64, features: bool) {
    let seeds = seeds(programs, FULL);
    let Some(slang) = Slang::find(what) else { return };
    let (mut compared, mut refused, mut failures) = (0, 0, Vec::new());
    for (target, options) in TARGETS {
        let flags: Vec<String> = ["-matrix-layout-row-major"].iter().chain(options).map(|&word| word.to_owned()).collect();
        let requests: Vec<Request> = seeds.clone().map(|seed| request(seed, target, &flags, features)).collect();
        for (seed, (request, verdict)) in seeds.clone().zip(requests.iter().zip(slang.ask(&requests))) {
            let ours = reflect(&[("program.slang", &request.source)], target, &flags);
            let found = match (verdict, ours) {
                (Verdict::Accepted(theirs), Ok(ours)) => {
                    compared += 1;
                    differences(&theirs, &ours).join("\n")
                }
                (Verdict::Accepted(_), Err(errors)) => format!("only padstone refuses it: {}", errors.join("; ")),
                (Verdict::Refused(_), Err(_)) | (Verdict::Crashed, _) => {
                    refused += 1;
                    continue;
                }
                // What a stage of a target cannot do (texel buffers in WGSL) is no question of places; the other is an exception that
                // libslang ends in.
                (Verdict::Refused(why), Ok(_)) if why.contains("E36107") || why.contains("E99997") => {
                    refused += 1;
                    continue;
                }
                (Verdict::Refused(why), Ok(_)) => format!("only libslang refuses it: {why}"),
            };
            if !found.is_empty() {
                failures.push((format!("{target} {options:?}, seed {seed}"), format!("{found}\n{}", request.source)));
            }
        }
    }
    println!("{compared} reflections compared, {refused} programs refused by both or too much for libslang");
    let names: Vec<&str> = failures.iter().map(|(name, _)| &**name).collect();
    let shown: String = failures.iter().take(SHOWN).map(|(name, what)| format!("-- {name}\n{what}\n")).collect();
    assert!(failures.is_empty(), "{} disagree\n{}\n{shown}", failures.len(), names.join("\n"));
    assert!(compared > 6 * seeds.count(), "only {compared} are compared");
}

/// A generated program, and what libslang is asked about it.
pub(crate) fn request(seed: u64, target: &str, flags: &[String], features: bool) -> Request {
    let contents = Contents { explicit: seed.is_multiple_of(3), entry_points: seed.is_multiple_of(2), features };
    let source = program(&mut Choices::new(&bytes(seed, DECISIONS)), 1 + usize::try_from(seed % 7).unwrap_or(0), contents);
    let options = [&["-target".to_owned(), target.to_owned()], flags].concat();
    Request { source, options }
}
