//! Input that is far too deep, too large or endless: a clear error or a layout, in bounded time, stack and memory.
//!
//! Every case runs in a process of its own, in a thread with a small stack, under a limit on its address space
//! where the system has `ulimit`, and against the clock. Who recurses on the depth of the input, expands what
//! need not be expanded, or loops, dies there.

mod case;
mod glsl;
mod hlsl;
mod wgsl;

use std::io::{self, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use case::Case;
use padstone::bind::{self, Policy, policies};
use padstone::emit::diagnostics::Colour;
use padstone::emit::{FORMATS, Listing, Settings};
use padstone::model::Language;
use padstone::source::MemoryLoader;
use padstone::{Options, Unit, layout};

/// The stack of a thread that reads and lays out: an eighth of what a main thread has.
const STACK_BYTES: usize = 1 << 20;
/// What a process may map.
const ADDRESS_SPACE_KIB: u32 = 3 << 20;
/// How long a case may take on a slow and busy machine, hardly optimised.
const TIME: Duration = Duration::from_secs(60);
/// Tells a process which case it is, by its number in [`all`].
const VARIABLE: &str = "PADSTONE_LIMIT";

/// A language, what its files are called, and how they are laid out.
struct Family {
    language: Language,
    file: &'static str,
    profile: &'static str,
    policy: &'static Policy,
    cases: &'static [Case],
}

static FAMILIES: [Family; 3] = [
    Family { language: Language::Hlsl, file: "main.hlsl", profile: "dxc", policy: &policies::DXC, cases: hlsl::CASES },
    Family { language: Language::Wgsl, file: "main.wgsl", profile: "wgsl", policy: &policies::WGSL, cases: wgsl::CASES },
    Family { language: Language::Glsl, file: "main.comp", profile: "glslang", policy: &policies::GLSLANG, cases: glsl::CASES },
];

#[test]
fn hlsl() {
    every_case_in_bounds(Language::Hlsl);
}

#[test]
fn wgsl() {
    every_case_in_bounds(Language::Wgsl);
}

#[test]
fn glsl() {
    every_case_in_bounds(Language::Glsl);
}

fn every_case_in_bounds(language: Language) {
    let of_language = |(_, (family, _)): &(usize, (&Family, &Case))| family.language == language;
    let run = |(number, (_, case)): (usize, (&Family, &Case))| run_alone(number).err().map(|why| format!("{}: {why}", case.name));
    let failures: Vec<String> = all().enumerate().filter(of_language).filter_map(run).collect();
    assert!(failures.is_empty(), "{} cases:\n{}", failures.len(), failures.join("\n"));
}

/// Every case, of every language.
fn all() -> impl Iterator<Item = (&'static Family, &'static Case)> {
    FAMILIES.iter().flat_map(|family| family.cases.iter().map(move |case| (family, case)))
}

/// What the process of a case does.
#[test]
#[ignore = "needs to be told which case"]
fn one_case() {
    let number: usize = std::env::var(VARIABLE).ok().and_then(|number| number.parse().ok()).expect("the number of a case");
    let (family, case) = all().nth(number).expect("a case of that number");
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(|| check(family, case)).expect("a thread");
    assert!(thread.join().is_ok(), "the case failed");
}

fn check(family: &Family, case: &Case) {
    let (file, text) = (family.file, (case.source)());
    // Each file can include itself by this name.
    let loader = MemoryLoader::new([(file, &*text)]);
    let unit = Unit::load(file, &loader, &Options { language: family.language, ..Options::default() });
    let layouts = unit.layout(layout::find(family.profile).expect("the profile of the language"));
    let bindings = unit.bind(family.policy, &bind::Options::default());
    for format in FORMATS {
        let mut writer = (format.writer)(Settings { colour: Colour::Never, row_bytes: 16, structs: true });
        let listing = Listing { file, sources: &unit.sources, module: &unit.module, layouts: &layouts, bindings: &bindings };
        writer.listing(&listing, &mut io::sink()).and_then(|()| writer.finish(&mut io::sink())).expect("a sink takes all");
    }
    let messages: Vec<&str> = [&unit.diagnostics, &layouts.diagnostics, &bindings.diagnostics]
        .into_iter()
        .flatten()
        .map(|diagnostic| diagnostic.message.as_str())
        .collect();
    assert!(messages.len() < 10_000, "{} messages", messages.len());
    let longest = messages.iter().map(|message| message.len()).max().unwrap_or(0);
    assert!(longest < 2_000, "a message of {longest} bytes: {:?}", shortened(&messages));
    assert!(!case.says.contains(&""), "any message has no words");
    for words in case.says {
        assert!(messages.iter().any(|message| message.contains(words)), "no message says `{words}`: {:?}", shortened(&messages));
    }
    if case.says.is_empty() {
        assert!(messages.is_empty(), "there is nothing to say: {:?}", shortened(&messages));
    }
    for (name, size) in case.sizes {
        let found = layouts.layouts.iter().find(|layout| match layout.subject {
            layout::Subject::Buffer(id) => unit.module.name(unit.module.buffers[id].name) == *name,
            layout::Subject::Struct(id) => unit.module.name(unit.module.structs[id].name) == *name,
        });
        assert_eq!(found.map(|layout| layout.size.bytes()), Some(*size), "the size of `{name}`; {:?}", shortened(&messages));
    }
}

fn shortened(messages: &[&str]) -> Vec<String> {
    messages.iter().take(5).map(|message| message.chars().take(200).collect()).collect()
}

fn run_alone(number: usize) -> Result<(), String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("ulimit -v {ADDRESS_SPACE_KIB}; exec \"$0\" \"$@\"")).arg(this);
        shell
    } else {
        Command::new(this)
    };
    command.args(["--exact", "one_case", "--ignored", "--nocapture"]).env(VARIABLE, number.to_string());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let start = Instant::now();
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => {
                let mut said = String::new();
                let _ = child.stderr.take().map(|mut stderr| stderr.read_to_string(&mut said));
                return Err(format!("{status}\n{said}"));
            }
            None if start.elapsed() > TIME => {
                let _ = child.kill();
                return Err(format!("not finished after {TIME:?}"));
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}
