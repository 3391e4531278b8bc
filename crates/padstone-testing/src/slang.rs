//! libslang's reflection, through a driver that is built on demand.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::{Oracle, report_unchecked, scratch};

/// The source of the driver.
const DRIVER: &str = include_str!("../oracles/slang.cpp");
/// The version of the library that produced the golden answers.
const LIBRARY: &str = "libslang-compiler.so.0.2026.12";

/// The driver, and a directory for programs.
#[derive(Debug)]
pub struct Slang {
    driver: Oracle,
    folder: TempDir,
}

/// libslang's result for a program.
#[derive(Clone, PartialEq, Debug)]
pub enum SlangVerdict {
    /// The reflection.
    Accepted(Value),
    /// The error output.
    Rejected(String),
    /// libslang crashed.
    Crashed,
}

/// The code that libslang generates for a program.
#[derive(Clone, PartialEq, Debug)]
pub enum GeneratedCode {
    /// The code: one text for the whole program, or one for each entry point.
    Code(Vec<Vec<u8>>),
    /// The error output.
    Rejected(String),
    /// libslang crashed.
    Crashed,
}

/// A program and the options of slangc for it.
#[derive(Clone, Debug)]
pub struct Request {
    /// The text.
    pub source: String,
    /// The options, one argument each.
    pub options: Vec<String>,
}

/// A program for several targets.
#[derive(Clone, Copy, Debug)]
pub struct Program<'p> {
    /// The text.
    pub source: &'p str,
    /// The options for all targets, one argument each.
    pub flags: &'p [String],
    /// The options for each target: `-target` and related options.
    pub targets: &'p [Vec<String>],
}

impl Slang {
    /// Finds the library and the compiler, and builds the driver, or records the checks that were skipped.
    ///
    /// # Panics
    ///
    /// If both exist and the driver cannot be built.
    pub fn find(checks: &str) -> Option<Slang> {
        let Some(package) = package() else {
            report_unchecked(&format!("{checks}: libslang 2026.12 (of the Python package slangpy 0.43.1) is not installed"), true);
            return None;
        };
        Oracle::find("g++", checks)?;
        let folder = scratch("slang");
        Some(Slang { driver: build(&package, folder.path()), folder })
    }

    /// The results of libslang for some programs, in one process unless it crashes.
    ///
    /// # Panics
    ///
    /// If the programs cannot be written.
    pub fn ask(&self, requests: &[Request]) -> Vec<SlangVerdict> {
        self.ask_timed(requests).into_iter().map(|(verdict, _)| verdict).collect()
    }

    /// Like [`Self::ask`], with the time spent in the library for each program, from the text to the layout, without the start of the library and the writing of
    /// JSON.
    ///
    /// # Panics
    ///
    /// If the programs cannot be written.
    pub fn ask_timed(&self, requests: &[Request]) -> Vec<(SlangVerdict, Duration)> {
        let verdict = |DriverOutput { result, content, messages, taken }| {
            let verdict = match (result, serde_json::from_str(&content)) {
                (Some(0), Ok(value)) => SlangVerdict::Accepted(value),
                (Some(_), _) => SlangVerdict::Rejected(messages),
                (None, _) => SlangVerdict::Crashed,
            };
            (verdict, taken)
        };
        self.answers(requests, "").into_iter().map(verdict).collect()
    }

    /// libslang's verdicts about several programs for several targets: for each program, one verdict for each target. A program that libslang
    /// accepts for all targets together is read and checked once, which takes a quarter of the time and returns the same reflections
    /// (measured on 12,000 programs, libslang 2026.12); others are run for one target at a time.
    ///
    /// # Panics
    /// If the programs cannot be written.
    pub fn ask_each(&self, programs: &[Program<'_>]) -> Vec<Vec<SlangVerdict>> {
        let together = |program: &Program<'_>| Request {
            source: program.source.to_owned(),
            options: [program.flags, &program.targets.concat()].concat(),
        };
        let answers = self.answers(&programs.iter().map(together).collect::<Vec<_>>(), "each\t");
        let known: Vec<Option<Vec<Value>>> =
            answers.iter().map(|answer| serde_json::from_str(&answer.content).ok().filter(|_| answer.result == Some(0))).collect();
        let rest = programs.iter().zip(&known).filter(|(_, known)| known.is_none());
        let alone = |(program, _): (&Program<'_>, _)| {
            let request = |target: &Vec<String>| Request { source: program.source.to_owned(), options: [program.flags, target].concat() };
            program.targets.iter().map(request).collect::<Vec<_>>()
        };
        let mut alone = self.ask(&rest.flat_map(alone).collect::<Vec<_>>()).into_iter();
        let verdicts = programs.iter().zip(known).map(|(program, known)| match known {
            Some(known) => known.into_iter().map(SlangVerdict::Accepted).collect(),
            None => alone.by_ref().take(program.targets.len()).collect(),
        });
        verdicts.collect()
    }

    /// The code that libslang generates for some programs.
    ///
    /// # Panics
    ///
    /// If the programs cannot be written.
    pub fn compile(&self, requests: &[Request]) -> Vec<GeneratedCode> {
        let bytes = |text: String| {
            let pairs = text.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap_or(""), 16));
            pairs.collect::<Result<Vec<u8>, _>>().expect("code is hexadecimal")
        };
        let compiled = |DriverOutput { result, content, messages, .. }| match (result, serde_json::from_str::<Vec<String>>(&content)) {
            (Some(0), Ok(texts)) => GeneratedCode::Code(texts.into_iter().map(bytes).collect()),
            (Some(_), _) => GeneratedCode::Rejected(messages),
            (None, _) => GeneratedCode::Crashed,
        };
        self.answers(requests, "code\t").into_iter().map(compiled).collect()
    }

    fn answers(&self, requests: &[Request], head: &str) -> Vec<DriverOutput> {
        let lines: Vec<String> =
            requests.iter().enumerate().map(|(index, request)| format!("{head}{}", self.line(index, request))).collect();
        let mut answers = Vec::with_capacity(requests.len());
        while answers.len() < requests.len() {
            let rest = &lines[answers.len()..];
            let output = self.driver.output(&[], &rest.concat()).stdout;
            let before = answers.len();
            answers.extend(read(&output).into_iter().take(rest.len()));
            if answers.len() - before < rest.len() {
                answers.push(DriverOutput::default());
            }
        }
        answers
    }

    /// Writes a program, and returns the command line for it.
    fn line(&self, index: usize, Request { source, options }: &Request) -> String {
        let path = self.folder.path().join(format!("p{index}.slang"));
        std::fs::write(&path, source).expect("the request can be written");
        let mut words = options.clone();
        words.push(path.to_string_lossy().into_owned());
        format!("{}\n", words.join("\t"))
    }
}

/// The driver's output for a program; `result` is `None` if it crashed.
#[derive(Default)]
struct DriverOutput {
    result: Option<usize>,
    content: String,
    messages: String,
    taken: Duration,
}

/// The results in the driver's output; a truncated one counts as missing.
fn read(mut output: &[u8]) -> Vec<DriverOutput> {
    let mut answers = Vec::new();
    while let Some(end) = output.iter().position(|&byte| byte == b'\n') {
        let head = String::from_utf8_lossy(&output[..end]).into_owned();
        let numbers: Vec<usize> = head.split(' ').filter_map(|number| number.parse().ok()).collect();
        let &[result, content, messages, microseconds] = &numbers[..] else { break };
        let Some(rest) = output.get(end + 1..).filter(|rest| rest.len() >= content + messages) else { break };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        answers.push(DriverOutput {
            result: Some(result),
            content: text(&rest[..content]),
            messages: text(&rest[content..content + messages]),
            taken: Duration::from_micros(microseconds as u64),
        });
        output = &rest[content + messages..];
    }
    answers
}

/// The directory of the Python package with the library and its header.
fn package() -> Option<PathBuf> {
    let has_library = |folder: &PathBuf| folder.join(LIBRARY).is_file();
    if let Some(folder) = std::env::var_os("PADSTONE_SLANGPY") {
        return Some(PathBuf::from(folder)).filter(has_library);
    }
    Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/oracles/python/slangpy")).filter(has_library)
}

fn build(package: &Path, folder: &Path) -> Oracle {
    let (source, driver) = (folder.join("driver.cpp"), folder.join("driver"));
    std::fs::write(&source, DRIVER).expect("the driver can be written");
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++17", "-I"]).arg(package.join("include")).arg(&source).arg(package.join(LIBRARY));
    compiler.arg(format!("-Wl,-rpath,{}", package.display())).arg("-o").arg(&driver);
    let output = compiler.output().expect("g++ was found");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Oracle::at(driver)
}
