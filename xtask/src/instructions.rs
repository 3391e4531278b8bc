//! `cargo xtask instructions`: the instruction counts of the command for fixed inputs, measured by callgrind, and compared with the
//! recorded ones. Unlike time, they do not depend on the load of the machine.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use crate::command::{cargo, find, program, root};

/// The recorded counts.
const RECORD: &str = "xtask/instructions.txt";

/// The directory of the inputs and of callgrind's output.
const FOLDER: &str = "target/instructions";

/// The number of structs in generated files: enough that reading and writing outweigh startup.
const STRUCTS: &str = "400";

/// The tolerated difference from the recorded count, in percent.
const MARGIN: u64 = 3;

/// Command lines. The files named `large` are generated, each with the same structs.
const COMMANDS: &[&str] = &[
    "layout target/instructions/large.wgsl",
    "layout --structs --format json target/instructions/large.wgsl",
    "layout target/instructions/large.hlsl",
    "layout target/instructions/large.glsl",
    "reflect --format slang-json target/instructions/large.slang",
    "check --rules dxc target/instructions/large.hlsl",
    "emit c target/instructions/large.hlsl",
    "compare --rules wgsl,naga target/instructions/large.wgsl",
    "rewrite pack target/instructions/large.wgsl",
    "explain target/instructions/large.wgsl Struct398.weights",
];

/// The reason why instructions cannot be counted, if any.
pub(crate) const NO_VALGRIND: &str = "callgrind is not installed (Debian package valgrind)";

/// Whether instructions can be counted on this machine.
pub(crate) fn can_count() -> bool {
    find("valgrind").is_some()
}

/// Counts the instructions of all commands, and records them or compares them.
pub(crate) fn run(renew: bool) -> ExitCode {
    match counts().and_then(|counts| if renew { record(&counts) } else { compare(&counts) }) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The instructions of each command.
fn counts() -> Result<Vec<u64>, String> {
    if !can_count() {
        return Err(NO_VALGRIND.to_owned());
    }
    succeeds(cargo(&["build", "--profile", "callgrind", "--quiet", "--package", "padstone-cli"]))?;
    succeeds(cargo(&["run", "--quiet", "--package", "padstone-generate", "--example", "large", "--", FOLDER, STRUCTS]))?;
    COMMANDS.iter().map(|line| count(line)).collect()
}

fn succeeds(mut command: Command) -> Result<(), String> {
    let succeeded = command.status().is_ok_and(|status| status.success());
    if succeeded { Ok(()) } else { Err(format!("{command:?} fails")) }
}

/// The number of instructions of the command with these arguments.
fn count(line: &str) -> Result<u64, String> {
    let counted = root().join(FOLDER).join("callgrind.out");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder));
    let mut command = program("valgrind", &["--quiet", "--tool=callgrind"]);
    command.arg(format!("--callgrind-out-file={}", counted.display())).arg(target.join("callgrind/padstone"));
    let status = command.arg("--no-project").args(line.split(' ')).stdout(Stdio::null()).stderr(Stdio::null()).status();
    // Exit code 1 means findings, such as differences of `compare`.
    if !status.is_ok_and(|status| matches!(status.code(), Some(0 | 1))) {
        return Err(format!("`{line}` fails"));
    }
    let text = fs::read_to_string(&counted).map_err(|error| format!("{}: {error}", counted.display()))?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ").or_else(|| line.strip_prefix("summary: ")));
    total.and_then(|total| total.trim().parse().ok()).ok_or_else(|| format!("`{line}`: callgrind counts nothing"))
}

/// Writes the counts, and the compiler that they depend on.
fn record(counts: &[u64]) -> Result<bool, String> {
    let mut text = format!("# Instructions of the command, written by `cargo xtask instructions --renew`.\n{}\n", compiler());
    for (line, count) in COMMANDS.iter().zip(counts) {
        let _ = writeln!(text, "{count:>12}  {line}");
    }
    print!("{text}");
    fs::write(root().join(RECORD), text).map_err(|error| format!("{RECORD}: {error}"))?;
    Ok(true)
}

/// Whether no count has increased by more than the margin. A decrease by more is reported, so that the record can be renewed.
fn compare(counts: &[u64]) -> Result<bool, String> {
    let text = fs::read_to_string(Path::new(root()).join(RECORD)).map_err(|error| format!("{RECORD}: {error}"))?;
    let recorded = Recorded::read(&text);
    let mut within = true;
    for (line, &count) in COMMANDS.iter().zip(counts) {
        let verdict = recorded.verdict(line, count);
        within &= !matches!(verdict, Verdict::Grew(_) | Verdict::New);
        println!("{count:>12}  {line}{}", verdict.text());
    }
    if recorded.compiler != compiler() {
        println!("note: recorded with `{}`, not with this compiler: differences are not failures", recorded.compiler);
        return Ok(true);
    }
    if !within {
        println!("more than {MARGIN}% from {RECORD}: find the cause, or record it with `cargo xtask instructions --renew`");
    }
    Ok(within)
}

/// The record: the compiler, and the count of each command.
struct Recorded<'t> {
    compiler: &'t str,
    counts: Vec<(&'t str, u64)>,
}

#[derive(Debug, PartialEq)]
enum Verdict {
    Within,
    /// Changes in percent.
    Grew(f64),
    Shrank(f64),
    New,
}

impl<'t> Recorded<'t> {
    fn read(text: &'t str) -> Recorded<'t> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let compiler = lines.next().unwrap_or("");
        let count = |line: &'t str| line.trim_start().split_once("  ").and_then(|(count, line)| Some((line, count.parse().ok()?)));
        Recorded { compiler, counts: lines.filter_map(count).collect() }
    }

    fn verdict(&self, line: &str, count: u64) -> Verdict {
        let Some(&(_, before)) = self.counts.iter().find(|(other, _)| *other == line) else { return Verdict::New };
        let change = (count as f64 / before as f64 - 1.0) * 100.0;
        match count.abs_diff(before) * 100 {
            difference if difference <= MARGIN * before => Verdict::Within,
            _ if count > before => Verdict::Grew(change),
            _ => Verdict::Shrank(-change),
        }
    }
}

impl Verdict {
    fn text(&self) -> String {
        match self {
            Verdict::Within => String::new(),
            Verdict::Grew(change) => format!("  GREW by {change:.1}%"),
            Verdict::Shrank(change) => format!("  shrank by {change:.1}%: renew the record"),
            Verdict::New => "  NOT RECORDED".to_owned(),
        }
    }
}

/// The version of the compiler and the machine that it builds for.
fn compiler() -> String {
    let output = program("rustc", &["-vV"]).output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let field = |name: &str| output.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("unknown").trim();
    format!("rustc {} {}", field("release: "), field("host: "))
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, RECORD, Recorded, Verdict};
    use crate::command::root;

    #[test]
    fn changes_beyond_the_margin_are_reported() {
        let recorded = Recorded::read("# how\nrustc 1.95.0 somewhere\n        1000  layout a.wgsl\n");
        assert_eq!(recorded.compiler, "rustc 1.95.0 somewhere");
        assert_eq!(recorded.verdict("layout a.wgsl", 1030), Verdict::Within);
        assert_eq!(recorded.verdict("layout a.wgsl", 970), Verdict::Within);
        assert!(matches!(recorded.verdict("layout a.wgsl", 1031), Verdict::Grew(_)));
        assert!(matches!(recorded.verdict("layout a.wgsl", 969), Verdict::Shrank(_)));
        assert_eq!(recorded.verdict("layout b.wgsl", 1000), Verdict::New);
    }

    #[test]
    fn every_command_is_recorded() {
        let text = std::fs::read_to_string(root().join(RECORD)).expect("the record");
        let recorded: Vec<&str> = Recorded::read(&text).counts.iter().map(|(line, _)| *line).collect();
        assert_eq!(recorded, COMMANDS);
    }
}
