//! Invalid programs: padstone reports errors on the lines on which libslang, run live, reports errors.
//!
//! padstone reports one error for a mistake. If libslang reports consequences, the line is marked: `// follows`.

use std::collections::BTreeSet;

use padstone_read::diag::codes;
use padstone_testing::sampled;
use padstone_testing::slang::{Slang, SlangVerdict};

use crate::slang::compiled::request;
use crate::slang::reflect::errors;
use crate::slang::written::programs_of;

/// The format of the other files of `written`: `-- name` and options, then the program.
const PROGRAMS: [&str; 7] = [
    include_str!("written/errors.txt"),
    include_str!("written/mistakes.txt"),
    include_str!("written/incomplete_code.txt"),
    include_str!("written/slips.txt"),
    include_str!("written/rejected.txt"),
    include_str!("written/attribute_mistakes.txt"),
    include_str!("written/declared_types.txt"),
];
const TARGET: &str = "spirv";
/// The maximum number of disagreements printed.
const SHOWN: usize = 40;

#[test]
fn error_lines_match_libslang() {
    let Some(slang) = Slang::find("lines of errors compared with libslang's") else { return };
    let programs = PROGRAMS.into_iter().flat_map(programs_of);
    let programs: Vec<_> = sampled(programs, 4).collect();
    let requests: Vec<_> = programs.iter().map(|case| request(case, &case.files[0].1, TARGET)).collect();
    let (mut same, mut failures) = (0, Vec::new());
    for (case, verdict) in programs.iter().zip(slang.ask(&requests)) {
        let SlangVerdict::Rejected(why) = verdict else {
            failures.push(format!("-- {}\nlibslang finds nothing wrong with it", case.name));
            continue;
        };
        let files: Vec<(&str, &str)> = case.files.iter().map(|(name, text)| (&**name, &**text)).collect();
        let ours: BTreeSet<u32> = errors(&files, TARGET, &case.flags).into_iter().filter_map(|found| found.line).collect();
        let theirs = lines_of(&why);
        let following = following(&case.files[0].1);
        if following.is_subset(&theirs) && ours == &theirs - &following {
            same += ours.len();
        } else {
            failures.push(format!("-- {}\nlibslang {theirs:?}, padstone {ours:?}, following {following:?}", case.name));
        }
    }
    println!("{same} lines with errors in {} programs", programs.len());
    assert!(failures.is_empty(), "{} disagree\n{}", failures.len(), failures[..failures.len().min(SHOWN)].join("\n"));
}

/// Every diagnostic about a mistake has a help.
#[test]
fn errors_have_help() {
    let (mut count, mut silent) = (0, BTreeSet::new());
    for case in PROGRAMS.into_iter().flat_map(programs_of) {
        let files: Vec<(&str, &str)> = case.files.iter().map(|(name, text)| (&**name, &**text)).collect();
        for found in errors(&files, TARGET, &case.flags) {
            // `expected …, found …` needs no help, and neither does `#error`, whose text is that of the source.
            let has_fix_in_message = found.message.starts_with("expected ") || found.code == codes::ERROR_DIRECTIVE.id;
            if !has_fix_in_message && !found.helps {
                silent.insert(format!("{}: {} {}", case.name, found.code, found.message));
            }
            count += 1;
        }
    }
    println!("{count} errors");
    assert!(silent.is_empty(), "{} errors have no help\n{}", silent.len(), silent.into_iter().collect::<Vec<_>>().join("\n"));
}

/// The lines whose errors are consequences of others.
fn following(text: &str) -> BTreeSet<u32> {
    (1..).zip(text.lines()).filter(|(_, line)| line.ends_with("// follows")).map(|(number, _)| number).collect()
}

/// The lines that libslang reports directly after errors.
fn lines_of(messages: &str) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut is_error = false;
    for line in messages.lines() {
        match line.trim_start().strip_prefix("--> ") {
            Some(place) => {
                let number: Option<u32> = place.rsplit(':').nth(1).and_then(|line| line.parse().ok());
                found.extend(number.filter(|_| is_error));
                is_error = false;
            }
            None => is_error |= line.starts_with("error") || line.starts_with("fatal error"),
        }
    }
    found
}
