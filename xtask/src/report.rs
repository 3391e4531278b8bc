//! The steps of a run, their results, and the checks that were skipped.

use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Output};
use std::sync::Mutex;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::command::stream;
use crate::programs::{self, TestProgram};

/// One line of the summary.
struct ReportStep {
    name: String,
    passed: u32,
    failed: u32,
    time: Duration,
}

/// A command that runs in parallel as one check: its output is printed when it has finished.
pub(crate) struct ParallelCheck {
    name: String,
    output: JoinHandle<(io::Result<Output>, Duration)>,
}

impl ParallelCheck {
    /// Starts it.
    pub(crate) fn start(name: impl Into<String>, mut command: Command) -> Self {
        let output = thread::spawn(move || {
            let start = Instant::now();
            (command.output(), start.elapsed())
        });
        Self { name: name.into(), output }
    }
}

/// Runs steps and records their results.
#[derive(Default)]
pub(crate) struct Report {
    steps: Vec<ReportStep>,
    unchecked: Vec<String>,
}

impl Report {
    /// Runs a command that is one check, which succeeds or fails.
    pub(crate) fn check(&mut self, name: impl Into<String>, command: Command) -> bool {
        let mut ok = false;
        self.step(name.into(), |_| {
            ok = stream(command, |_| {});
            (u32::from(ok), u32::from(!ok))
        });
        ok
    }

    /// Runs a function that can fail.
    pub(crate) fn done(&mut self, name: impl Into<String>, work: impl FnOnce() -> io::Result<()>) -> bool {
        let mut ok = false;
        self.step(name.into(), |_| {
            let result = work();
            if let Err(error) = &result {
                println!("{error}");
            }
            ok = result.is_ok();
            (u32::from(ok), u32::from(!ok))
        });
        ok
    }

    /// Waits for a parallel check. Its time is measured separately.
    pub(crate) fn finished(&mut self, ParallelCheck { name, output }: ParallelCheck) -> bool {
        println!("\n== {name}");
        let (output, time) = output.join().expect("no thread panics");
        let ok = match output {
            Ok(Output { status, stdout, stderr }) => {
                print!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
                status.success()
            }
            Err(error) => {
                println!("cannot start it: {error}");
                false
            }
        };
        self.steps.push(ReportStep { name, passed: u32::from(ok), failed: u32::from(!ok), time });
        ok
    }

    /// Builds test programs; empty if they cannot be built.
    pub(crate) fn build(&mut self, name: &str, command: Command) -> Vec<TestProgram> {
        let mut built = None;
        self.step(name.to_owned(), |_| {
            built = programs::build(command);
            (u32::from(built.is_some()), u32::from(built.is_none()))
        });
        built.unwrap_or_default()
    }

    /// Runs test programs in parallel, and lists their times and failures.
    pub(crate) fn programs(&mut self, name: &str, programs: Vec<TestProgram>, arguments: &[&str], environment: &[(&str, PathBuf)]) {
        self.step(name.to_owned(), |_| {
            let counts = Mutex::new((0, 0));
            programs::run(programs, arguments, environment, |program, output| {
                println!("\n-- {}", program.name());
                let (mut passed, mut failed) = (0, 0);
                let succeeded = match output {
                    Ok(Output { status, stdout, stderr }) => {
                        let text = String::from_utf8_lossy(&stdout);
                        print!("{text}{}", String::from_utf8_lossy(&stderr));
                        (passed, failed) = counted(&text);
                        status.success()
                    }
                    Err(error) => {
                        println!("cannot start it: {error}");
                        false
                    }
                };
                let mut counts = counts.lock().expect("no thread panics while it holds the lock");
                // A program that crashed has no counts.
                *counts = (counts.0 + passed, counts.1 + if succeeded { failed } else { failed.max(1) });
            });
            counts.into_inner().expect("no thread panics while it holds the lock")
        });
    }

    /// Runs a command of cargo that prints `test result: ok. 3 passed; 0 failed; …` for each test program.
    pub(crate) fn tests(&mut self, name: &str, command: Command) {
        self.step(name.to_owned(), |_| {
            let (mut passed, mut failed) = (0, 0);
            let ok = stream(command, |line| {
                let (more_passed, more_failed) = counted(line);
                (passed, failed) = (passed + more_passed, failed + more_failed);
            });
            // Code that does not compile, or a program that crashed, has no counts.
            (passed, if ok { failed } else { failed.max(1) })
        });
    }

    /// Records a skipped check; in CI that is a failure.
    pub(crate) fn missing(&mut self, name: &str, reason: &str) {
        self.step(name.to_owned(), |report| {
            println!("{reason}");
            report.unchecked.push(format!("{name}: {reason}"));
            (0, u32::from(std::env::var_os("CI").is_some()))
        });
    }

    /// Records the checks that tests skipped; in CI, the tests have failed because of them.
    pub(crate) fn unchecked(&mut self, checks: &str) {
        self.unchecked.extend(checks.lines().map(str::to_owned));
    }

    /// Prints the summary; its last line has the counts.
    pub(crate) fn finish(mut self) -> ExitCode {
        println!("\n== summary");
        for ReportStep { name, passed, failed, time } in &self.steps {
            let verdict = if *failed == 0 { "ok" } else { "FAILED" };
            println!("{verdict:<8}{name:<28}{passed:>6} passed{failed:>4} failed{:>8.1} s", time.as_secs_f64());
        }
        self.unchecked.sort();
        self.unchecked.dedup();
        match self.unchecked.len() {
            0 => println!("not checked: nothing; all oracles are installed"),
            _ => println!("not checked:\n  - {}", self.unchecked.join("\n  - ")),
        }
        let passed: u32 = self.steps.iter().map(|step| step.passed).sum();
        let failed: u32 = self.steps.iter().map(|step| step.failed).sum();
        println!("{passed} passed, {failed} failed");
        if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn step(&mut self, name: String, run: impl FnOnce(&mut Self) -> (u32, u32)) {
        println!("\n== {name}");
        let start = Instant::now();
        let (passed, failed) = run(self);
        self.steps.push(ReportStep { name, passed, failed, time: start.elapsed() });
    }
}

/// The numbers of passed and failed tests, from the lines that begin with `test result: `.
fn counted(text: &str) -> (u32, u32) {
    let results = text.lines().filter_map(|line| line.strip_prefix("test result: "));
    results.fold((0, 0), |(passed, failed), counts| (passed + count_before(counts, " passed"), failed + count_before(counts, " failed")))
}

/// The number before `word`.
fn count_before(text: &str, word: &str) -> u32 {
    let before = text.split(word).next().unwrap_or("");
    before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{count_before, counted};

    #[test]
    fn test_results_are_counted() {
        let line = "ok. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        assert_eq!((count_before(line, " passed"), count_before(line, " failed")), (12, 3));
        assert_eq!(counted(&format!("running 15 tests\n\ntest result: {line}\n")), (12, 3));
    }
}
