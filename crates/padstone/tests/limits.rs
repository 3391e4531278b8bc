//! Input that is too deep, too large or endless: a clear error or a layout, with bounded time, stack and memory.
//!
//! Every case runs in a separate process, in a thread with a small stack, with limits on address space and processor time
//! (where the system has `ulimit`), and with a timeout. Code that recurses on the depth of the input, expands
//! it needlessly, or loops, fails there.

#![allow(clippy::print_stdout, reason = "prints the slowest inputs")]

mod case;
mod glsl;
mod hlsl;
mod slang;
mod wgsl;

use std::io::{self, Read};
use std::num::NonZero;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use case::Case;
use padstone_read::bind::binding_rules::{self, DOCUMENTED, SLANG_2026};
use padstone_read::bind::{self, BindingRules, Request};
use padstone_read::diag::Diagnostics;
use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::{DrawnLines, FORMATS, Listing, Settings, reflect};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, layout};
use padstone_testing::is_full;

/// The stack size of a thread that reads and lays out, in bytes: in an everyday run, where code is unoptimized and frames are large, half of a
/// main thread's; in a full run, which is optimized, an eighth of it.
const STACK_BYTES: [usize; 2] = [4 << 20, 1 << 20];
/// A part of the names of inputs that grow until a limit stops them, which takes seconds in unoptimized code: only full runs
/// include them.
const EXPLOSIVE: [&str; 3] = ["double", "million", "2^"];
/// The maximum size of an input in an everyday run, in bytes.
const EVERYDAY_BYTES: usize = 250_000;
/// The maximum address space of a process.
const ADDRESS_SPACE_KIB: u32 = 3 << 20;
/// The maximum processor time for a case with little optimization, in seconds: the longest take 15, on a shared processor four times as many.
const CPU_SECONDS: u32 = 180;
/// The timeout for a case that blocks, or on systems without `ulimit`: a busy machine may slow it down by a factor of ten.
const TIME: Duration = Duration::from_secs(600);
/// The environment variable with the number of a case in [`all`].
const VARIABLE: &str = "PADSTONE_LIMIT";

/// A language, its file names, and its layouts.
struct Family {
    language: Language,
    file: &'static str,
    output: Output,
    cases: &'static [Case],
}

enum Output {
    /// Layouts under a profile, bindings under a policy.
    Listed(&'static str, &'static BindingRules),
    /// As a program, for each target.
    Reflected(&'static [&'static str]),
}

/// The diagnostics of an input, and the sizes of its buffers.
struct Answer {
    messages: Vec<String>,
    sizes: Vec<(String, u64)>,
}

static FAMILIES: [Family; 5] = [
    Family { language: Language::Hlsl, file: "main.hlsl", output: Output::Listed("dxc", &binding_rules::DXC), cases: hlsl::CASES },
    Family { language: Language::Wgsl, file: "main.wgsl", output: Output::Listed("wgsl", &binding_rules::WGSL), cases: wgsl::CASES },
    Family { language: Language::Glsl, file: "main.comp", output: Output::Listed("glslang", &binding_rules::GLSLANG), cases: glsl::CASES },
    Family { language: Language::Slang, file: "main.slang", output: Output::Reflected(&["spirv", "hlsl"]), cases: slang::CASES },
    Family { language: Language::Slang, file: "main.slang", output: Output::Reflected(&["spirv", "hlsl"]), cases: slang::DOUBLING },
];

#[test]
fn hlsl_work_is_bounded() {
    every_case_in_bounds(Language::Hlsl);
}

#[test]
fn wgsl_work_is_bounded() {
    every_case_in_bounds(Language::Wgsl);
}

#[test]
fn glsl_work_is_bounded() {
    every_case_in_bounds(Language::Glsl);
}

#[test]
fn slang_work_is_bounded() {
    every_case_in_bounds(Language::Slang);
}

/// Runs several cases in parallel, each in a process. Prints the slowest ones, to find nonlinear work before it exceeds a
/// limit.
fn every_case_in_bounds(language: Language) {
    let of_language = |(_, (family, case)): &(usize, (&Family, &Case))| family.language == language && is_of_this_run(case);
    let waiting = Mutex::new(all().enumerate().filter(of_language));
    let next = || waiting.lock().expect("no thread panics while it holds the lock").next();
    let run = |(number, (_, case)): (usize, (&Family, &'static Case))| {
        let start = Instant::now();
        let failure = run_alone(number).err().map(|why| format!("{}: {why}", case.name));
        (start.elapsed(), case.name, failure)
    };
    let mut ran: Vec<(Duration, &str, Option<String>)> = std::thread::scope(|scope| {
        let count = std::thread::available_parallelism().map_or(1, NonZero::get);
        let runners: Vec<_> = (0..count).map(|_| scope.spawn(|| std::iter::from_fn(next).map(run).collect::<Vec<_>>())).collect();
        runners.into_iter().flat_map(|runner| runner.join().expect("the exit code of a process")).collect()
    });
    ran.sort_by_key(|&(took, ..)| std::cmp::Reverse(took));
    for (took, name, _) in ran.iter().take(5) {
        println!("{language:?}: {:.1} s for {name}", took.as_secs_f64());
    }
    let failures: Vec<String> = ran.into_iter().filter_map(|(.., failure)| failure).collect();
    assert!(failures.is_empty(), "{} cases:\n{}", failures.len(), failures.join("\n"));
}

/// Every case, of every language.
fn all() -> impl Iterator<Item = (&'static Family, &'static Case)> {
    FAMILIES.iter().flat_map(|family| family.cases.iter().map(move |case| (family, case)))
}

/// Whether a case belongs to this run.
fn is_of_this_run(case: &Case) -> bool {
    let is_quick = || !EXPLOSIVE.iter().any(|word| case.name.contains(word)) && (case.source)().len() <= EVERYDAY_BYTES;
    is_full() || is_quick()
}

/// The body of a case's process.
#[test]
#[ignore = "the process of one case, which the other tests start and tell which"]
fn selected_case() {
    let number: usize = std::env::var(VARIABLE).ok().and_then(|number| number.parse().ok()).expect("the number of a case");
    let (family, case) = all().nth(number).expect("a case of that number");
    let thread =
        std::thread::Builder::new().stack_size(STACK_BYTES[usize::from(is_full())]).spawn(|| check(family, case)).expect("a thread");
    assert!(thread.join().is_ok(), "the case failed");
}

fn check(family: &Family, case: &Case) {
    let (file, text) = (family.file, (case.source)());
    // Each file can include itself under this name.
    let loader = MemoryLoader::new([(file, &*text)]);
    let Answer { messages, sizes } = match family.output {
        Output::Listed(profile, policy) => listed(family, &loader, profile, policy),
        Output::Reflected(targets) => reflected(family, &loader, targets),
    };
    assert!(messages.len() < 10_000, "{} messages", messages.len());
    let longest = messages.iter().map(|message| message.len()).max().unwrap_or(0);
    assert!(longest < 2_000, "a message of {longest} bytes: {:?}", shortened(&messages));
    assert!(!case.messages.contains(&""), "an expected message is empty");
    for words in case.messages {
        assert!(messages.iter().any(|message| message.contains(words)), "no message contains `{words}`: {:?}", shortened(&messages));
    }
    if case.messages.is_empty() {
        assert!(messages.is_empty(), "unexpected diagnostics: {:?}", shortened(&messages));
    }
    for (name, size) in case.sizes {
        let found = sizes.iter().find(|(buffer, _)| buffer == name).map(|&(_, size)| size);
        assert_eq!(found, Some(*size), "the size of `{name}`; {:?}", shortened(&messages));
    }
}

fn listed(family: &Family, loader: &MemoryLoader, profile: &str, policy: &BindingRules) -> Answer {
    let unit = Unit::load(family.file, loader, &Options { language: family.language, ..Options::default() });
    let layouts = unit.layout(layout::find(profile).expect("the profile of the language"));
    let bindings = unit.bind(policy, &bind::Options::default());
    for format in FORMATS {
        let mut writer = (format.writer)(Settings { color: TerminalColor::Never, row_bytes: 16, lines: DrawnLines::ALL, structs: true });
        let listing = Listing { file: family.file, sources: &unit.sources, module: &unit.module, layouts: &layouts, bindings: &bindings };
        writer.listing(&listing, &mut io::sink()).and_then(|()| writer.finish(&mut io::sink())).expect("a sink takes all");
    }
    let sizes = layouts.layouts.iter().map(|layout| {
        let name = match layout.subject {
            layout::Subject::Buffer(id) => unit.module.buffers[id].name,
            layout::Subject::Struct(id) => unit.module.structs[id].name,
        };
        (unit.module.name(name).to_owned(), layout.size.bytes())
    });
    Answer { messages: messages(&[&unit.diagnostics, &layouts.diagnostics, &bindings.diagnostics]), sizes: sizes.collect() }
}

fn reflected(family: &Family, loader: &MemoryLoader, targets: &[&str]) -> Answer {
    let unit = Unit::load_program(&[family.file], loader, &Options { language: family.language, ..Options::default() });
    let mut answer = Answer { messages: messages(&[&unit.diagnostics]), sizes: Vec::new() };
    for target in targets {
        let lay_out = |rules: bind::BindingRules| {
            let target = rules.target(target)?;
            Some(unit.program(&Request { target, rules, options: bind::Options::default(), profile: None }))
        };
        let layout = lay_out(SLANG_2026).expect("a target of libslang");
        let documented = lay_out(DOCUMENTED);
        let (sources, module) = (&unit.sources, &unit.module);
        let reflection = reflect::Reflection { sources, module, layout: &layout, target, documented: documented.as_ref() };
        for format in reflect::FORMATS {
            match (format.write)(&reflection, &mut io::sink()) {
                Ok(found) => answer.messages.extend(messages(&[&found])),
                // A format without diagnostics.
                Err(error) => answer.messages.push(error.to_string()),
            }
        }
        answer.messages.extend(messages(&[&layout.diagnostics]));
        let slots = unit.reflect(&layout, target).0.parameters.into_iter().flat_map(|parameter| parameter.slots);
        answer.sizes.extend(slots.filter_map(|slot| Some((slot.path, slot.buffer?.size.finite()?))));
    }
    answer
}

fn messages(found: &[&Diagnostics]) -> Vec<String> {
    found.iter().copied().flatten().map(|diagnostic| diagnostic.message.as_str().to_owned()).collect()
}

fn shortened(messages: &[String]) -> Vec<String> {
    messages.iter().take(5).map(|message| message.chars().take(200).collect()).collect()
}

fn run_alone(number: usize) -> Result<(), String> {
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("ulimit -v {ADDRESS_SPACE_KIB}; ulimit -t {CPU_SECONDS}; exec \"$0\" \"$@\"")).arg(executable);
        shell
    } else {
        Command::new(executable)
    };
    command.args(["--exact", "limits::selected_case", "--ignored", "--nocapture"]).env(VARIABLE, number.to_string());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let start = Instant::now();
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => {
                let mut stderr = String::new();
                let _ = child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut stderr));
                return Err(format!("{status}\n{stderr}"));
            }
            None if start.elapsed() > TIME => {
                let _ = child.kill();
                return Err(format!("not finished after {TIME:?}"));
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}
