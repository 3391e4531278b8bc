//! Hand-written programs, and corner cases of the language: padstone's results equal libslang's, which is run live, for every target. If libslang
//! rejects one, padstone rejects it on the same line.

use padstone_testing::is_full;
use padstone_testing::slang::{Slang, SlangVerdict};

use crate::slang::compiled::{Case, request};
use crate::slang::reflect::{errors, reflect};
use crate::slang::tree::differences;

/// `-- name` and options, the first file, then `++ name` and each other file. A file among the options precedes the first:
/// it is part of the same unit, or a separate unit if it is HLSL; `-unit` starts a unit of the files after it.
const PROGRAMS: [&str; 13] = [
    include_str!("written/programs.txt"),
    include_str!("written/corners.txt"),
    include_str!("written/renderers.txt"),
    include_str!("written/engines.txt"),
    include_str!("written/neighbours.txt"),
    include_str!("written/unknown.txt"),
    include_str!("written/generics.txt"),
    include_str!("written/globals.txt"),
    include_str!("written/language.txt"),
    include_str!("written/constraints.txt"),
    include_str!("written/newer.txt"),
    include_str!("written/options.txt"),
    include_str!("written/attributes.txt"),
];
const TARGETS: [(&str, &[&str]); 7] =
    [("hlsl", &["-profile", "sm_6_6"]), ("spirv", &[]), ("wgsl", &[]), ("metal", &[]), ("cuda", &[]), ("cpp", &[]), ("glsl", &[])];
/// The maximum number of disagreements printed.
const SHOWN: usize = 40;

/// Intended differences of padstone.
struct KnownDifference {
    program: &'static str,
    targets: &'static [&'static str],
    /// The differences, line by line.
    lines: &'static [&'static str],
    why: &'static str,
}

impl KnownDifference {
    fn is_it(&self, program: &str, target: &str, found: &str) -> bool {
        self.program == program && self.targets.contains(&target) && found.lines().eq(self.lines.iter().copied())
    }
}

const KNOWN_DIFFERENCES: &[KnownDifference] = &[
    KnownDifference {
        program: "varying-of-all-sorts",
        targets: &["hlsl", "spirv", "wgsl", "metal", "cuda", "cpp", "glsl"],
        lines: &["/entryPoints/one/parameters/o/type/fields/o/name: libslang \"o\", padstone nothing"; 2],
        why: "in varyings, both parts of an optional have its name, and the parts of a tuple have none",
    },
    KnownDifference {
        program: "thread-groups-alone",
        targets: &["cuda"],
        lines: &["/typeParams: libslang nothing, padstone []"],
        why: "the function whose type is open is an entry point for other targets",
    },
];

#[test]
fn handwritten_programs_match_libslang() {
    let Some(slang) = Slang::find("programs as people write them compared with libslang's reflection") else { return };
    let mut cases = for_targets();
    if !is_full() {
        // One in eighteen, for different targets; recorded differences are always compared.
        let recorded = |name: &str| KNOWN_DIFFERENCES.iter().any(|known| known.program == name);
        cases = cases
            .into_iter()
            .enumerate()
            .filter(|(index, (case, _))| index % 18 == 0 || recorded(&case.name))
            .map(|(_, case)| case)
            .collect();
    }
    let requests: Vec<_> = cases.iter().map(|(case, target)| request(case, &case.files[0].1, target)).collect();
    let (mut same, mut rejected, mut unable, mut recorded, mut failures) = (0, 0, 0, 0, Vec::new());
    for ((case, target), verdict) in cases.iter().zip(slang.ask(&requests)) {
        let files: Vec<(&str, &str)> = case.files.iter().map(|(name, text)| (&**name, &**text)).collect();
        let found = match (verdict, reflect(&files, target, &case.flags)) {
            (SlangVerdict::Accepted(theirs), Ok(ours)) => differences(&theirs, &ours).join("\n"),
            (SlangVerdict::Accepted(_), Err(errors)) => format!("only padstone rejects it: {}", errors.join("; ")),
            // A stage may lack a feature on a target, which does not affect locations; the other is an exception in libslang.
            (SlangVerdict::Rejected(why), _) if why.contains("E36107") || why.contains("E99997") => {
                unable += 1;
                continue;
            }
            (SlangVerdict::Crashed, _) => {
                unable += 1;
                continue;
            }
            (SlangVerdict::Rejected(why), Ok(_)) => format!("only libslang rejects it: {why}"),
            (SlangVerdict::Rejected(why), Err(_)) => {
                rejected += 1;
                let line = first_line(&why);
                let lines: Vec<u32> = errors(&files, target, &case.flags).into_iter().filter_map(|found| found.line).collect();
                let is_there = line.is_none_or(|line| lines.contains(&line));
                if is_there { String::new() } else { format!("rejected at line {line:?}, not at {lines:?}: {why}") }
            }
        };
        let is_known = KNOWN_DIFFERENCES.iter().any(|known| known.is_it(&case.name, target, &found));
        recorded += usize::from(is_known);
        same += usize::from(found.is_empty());
        if !is_known && !found.is_empty() {
            failures.push(format!("-- {} {target}\n{found}", case.name));
        }
    }
    println!("{same} of {} answers are the same, {rejected} of them errors", cases.len());
    println!("  {unable} use features that the target lacks, or crash libslang; {recorded} are recorded as different");
    KNOWN_DIFFERENCES.iter().for_each(|known| println!("  {}: {}", known.program, known.why));
    let expected: usize = KNOWN_DIFFERENCES.iter().map(|known| known.targets.len()).sum();
    assert_eq!(recorded, expected, "results recorded as different must differ");
    assert!(same > if is_full() { 700 } else { 30 }, "only {same} are compared");
    assert!(failures.is_empty(), "{} disagree\n{}", failures.len(), failures[..failures.len().min(SHOWN)].join("\n"));
}

/// Each program for each target.
pub(crate) fn for_targets() -> Vec<(Case, &'static str)> {
    programs().iter().flat_map(|program| TARGETS.map(|target| for_target(program, target))).collect()
}

fn for_target(program: &Case, (target, options): (&'static str, &[&str])) -> (Case, &'static str) {
    let has_profile = program.flags.iter().any(|flag| flag == "-profile");
    let options = options.iter().filter(|_| !has_profile).map(|&option| option.to_owned());
    let flags = program.flags.iter().cloned().chain(options).collect();
    (Case { name: program.name.clone(), files: program.files.clone(), flags }, target)
}

fn programs() -> Vec<Case> {
    PROGRAMS.into_iter().flat_map(programs_of).collect()
}

/// The programs of a file.
pub(crate) fn programs_of(file: &str) -> Vec<Case> {
    let sections = file.split("\n-- ").map(|section| section.trim_start_matches("-- "));
    sections
        .map(|section| {
            let (head, text) = section.split_once('\n').expect("a program has lines");
            let mut words = head.split(' ').map(str::to_owned);
            let name = words.next().unwrap_or_default();
            let mut files = text.split("\n++ ");
            let main = ("program.slang".to_owned(), format!("{}\n", files.next().unwrap_or_default()));
            let others = files.filter_map(|file| file.split_once('\n').map(|(name, text)| (name.to_owned(), format!("{text}\n"))));
            let flags = std::iter::once("-matrix-layout-row-major".to_owned()).chain(words).collect();
            Case { name, files: std::iter::once(main).chain(others).collect(), flags }
        })
        .collect()
}

/// The line of the first error in the program's own file.
fn first_line(messages: &str) -> Option<u32> {
    let mut lines = messages.lines().skip_while(|line| !line.starts_with("error")).skip(1);
    let location = lines.next()?.trim().strip_prefix("--> ")?;
    let mut parts = location.rsplit(':');
    let line = parts.nth(1)?.parse().ok()?;
    // Files of other modules have other names.
    parts.next().filter(|file| file.rsplit('/').next().is_some_and(|name| name.starts_with('p')))?;
    Some(line)
}
