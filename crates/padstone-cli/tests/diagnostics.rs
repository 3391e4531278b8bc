//! Every code of the catalogue has an input that causes it: `diagnostics/*.txt` contain the inputs, one file for each area, and `docs/diagnostics/*.md` are
//! the pages generated from them.
//!
//! An entry starts with `# P0403`. `fix: …` is a fix, if the output contains none. `--- NAME` starts a file, `--- NAME (words)` a file whose bytes are
//! written in hexadecimal, with comments after `;`, and `--- NAME (Latin-1)` one with a byte for each character. `$ …` is a command; the output of the last
//! one is shown. `scenario: …` describes a cause that no input has, and the next line its message.
//!
//! `9 × LINE` is nine lines: `{n}` is 0 to 8, and `{n+1}` is 1 to 9. `--- 9 × NAME` is nine files.
//!
//! `PADSTONE_OVERWRITE=1 cargo test -p padstone-cli --test tests diagnostics` renews the pages.

use std::fs;
use std::num::NonZero;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use padstone_read::diag::{Code, codes};
use padstone_testing::Oracle;

use crate::folder::Folder;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Codes that no input of the command causes: the reason, and the source file that contains the message.
const SCENARIOS: &[(&str, &str, &str)] = &[
    ("P0123", "4 GiB of source", "padstone-source/src/map.rs"),
    ("P1139", "options that only the library takes", "padstone-cfamily/src/slang/entry_points.rs"),
    ("P1201", "a defect of padstone", "padstone-rewrite/src/lib.rs"),
];

/// The maximum number of lines of an output that a page shows in full.
const MAX_LINES: usize = 100;

/// The cause of a code.
#[derive(Default)]
struct Example {
    id: String,
    fix: Option<String>,
    scenario: Option<String>,
    steps: Vec<Step>,
}

enum Step {
    File { name: String, encoding: Encoding, text: String },
    Run(String),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Latin1,
    /// Hexadecimal words.
    Words,
}

#[test]
fn every_code_has_an_input_and_its_output() {
    let mut wrong = Vec::new();
    for area in codes::ALL {
        let name = area[0].id[..3].to_lowercase();
        let source = fs::read_to_string(format!("{}/tests/diagnostics/{name}.txt", env!("CARGO_MANIFEST_DIR")));
        let examples = parse(&source.unwrap_or_else(|error| panic!("tests/diagnostics/{name}.txt: {error}")));
        let ids: Vec<&str> = examples.iter().map(|example| example.id.as_str()).collect();
        assert_eq!(ids, area.iter().map(|code| code.id).collect::<Vec<_>>(), "{name}.txt has an entry for each code of its area, in order");

        let path = format!("{ROOT}/docs/diagnostics/{name}.md");
        let known = fs::read_to_string(&path).unwrap_or_default();
        let outputs = run_all(&examples);
        let mut page = format!("# {}\n\nGenerated from `crates/padstone-cli/tests/diagnostics/{name}.txt`. Do not edit.\n", title(&name));
        for ((example, code), output) in examples.iter().zip(area.iter()).zip(outputs) {
            wrong.extend(defect(example, output.as_deref()));
            match output {
                Some(output) => page.push_str(&section(example, code, &output)),
                // If the compiler of an example is not installed, its section stays unchanged.
                None => page
                    .extend(known.split("\n## ").filter(|section| section.starts_with(&example.id)).flat_map(|section| ["\n## ", section])),
            }
        }
        if page != known {
            match std::env::var_os("PADSTONE_OVERWRITE") {
                Some(_) => fs::write(&path, &page).expect("the page can be written"),
                None => wrong.push(format!("docs/diagnostics/{name}.md is not what is generated: {}", first_difference(&known, &page))),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ids_of_codes_ascend_and_names_are_unique() {
    let all: Vec<_> = codes::ALL.iter().flat_map(|area| area.iter()).collect();
    for pair in all.windows(2) {
        assert!(pair[0].id < pair[1].id, "{} is before {}", pair[0].id, pair[1].id);
    }
    let mut names: Vec<_> = all.iter().map(|code| code.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all.len(), "two codes have the same name");
}

/// The pages have one section for each code, and the overview links to it.
#[test]
fn the_overview_lists_every_code() {
    let overview = fs::read_to_string(format!("{ROOT}/docs/diagnostics.md")).expect("the overview can be read");
    for code in codes::ALL.iter().flat_map(|area| area.iter()) {
        let (page, anchor) = (code.id[..3].to_lowercase(), code.id.to_lowercase());
        let row = format!("| [{}](diagnostics/{page}.md#{anchor}) | `{}` | {} |", code.id, code.name, code.summary);
        assert!(overview.contains(&row), "docs/diagnostics.md lacks: {row}");
    }
}

fn parse(source: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in source.lines() {
        if let Some(id) = line.strip_prefix("# P") {
            examples.push(Example { id: format!("P{id}"), ..Example::default() });
            continue;
        }
        let example = examples.last_mut().expect("an entry starts with its code");
        if let Some(name) = line.strip_prefix("--- ") {
            let encodings = [(" (words)", Encoding::Words), (" (Latin-1)", Encoding::Latin1)];
            let encoded = encodings.iter().find_map(|&(suffix, encoding)| Some((name.strip_suffix(suffix)?, encoding)));
            let (name, encoding) = encoded.unwrap_or((name, Encoding::Utf8));
            example.steps.push(Step::File { name: name.to_owned(), encoding, text: String::new() });
        } else if let Some(command) = line.strip_prefix("$ ") {
            example.steps.push(Step::Run(command.to_owned()));
        } else if let Some(Step::File { text, .. }) = example.steps.last_mut() {
            text.push_str(line);
            text.push('\n');
        } else if let Some(fix) = line.strip_prefix("fix: ") {
            example.fix = Some(fix.to_owned());
        } else if let Some(scenario) = line.strip_prefix("scenario: ") {
            example.scenario = Some(scenario.to_owned());
        } else if let (Some(scenario), false) = (&mut example.scenario, line.is_empty()) {
            scenario.push('\n');
            scenario.push_str(line);
        } else {
            assert!(line.is_empty(), "{}: {line}", example.id);
        }
    }
    for step in examples.iter_mut().flat_map(|example| &mut example.steps) {
        if let Step::File { text, .. } = step {
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
    }
    examples
}

/// The outputs of examples; `None` if a compiler is not installed.
fn run_all(examples: &[Example]) -> Vec<Option<String>> {
    let outputs = Mutex::new(vec![None; examples.len()]);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for first in 0..threads {
            let outputs = &outputs;
            scope.spawn(move || {
                for (index, example) in examples.iter().enumerate().skip(first).step_by(threads) {
                    let output = run(example);
                    outputs.lock().expect("no thread panics with it")[index] = output;
                }
            });
        }
    });
    outputs.into_inner().expect("no thread panics with it")
}

/// The output of the last command of an example: its diagnostics or, if there are none, its result.
fn run(example: &Example) -> Option<String> {
    let folder = Folder::new(&format!("diagnostics/{}", example.id));
    let mut output = String::new();
    for step in &example.steps {
        match step {
            Step::File { name, encoding, text } => {
                let (count, name) = repeated(name).unwrap_or((1, name));
                for index in 0..count {
                    fs::create_dir_all(folder.path.join(name).parent().expect("the file is in a folder")).expect("the folder can be made");
                    let text = text.lines().map(|line| expand(line, index)).collect::<String>();
                    fs::write(folder.path.join(numbered(name, index)), encode(&text, *encoding)).expect("the file can be written");
                }
            }
            Step::Run(line) => {
                let arguments: Vec<&str> = line.split(' ').collect();
                let (program, arguments) = arguments.split_first().expect("a command names a program");
                let mut command = match *program {
                    "padstone" => folder.command(arguments),
                    compiler => {
                        Oracle::find(compiler, &format!("the example of {}", example.id))?;
                        let mut command = Command::new(compiler);
                        command.args(arguments).current_dir(&folder.path);
                        command
                    }
                };
                let done = command.output().expect("the program starts");
                let printed = if done.stderr.is_empty() { done.stdout } else { done.stderr };
                output = String::from_utf8(printed).expect("messages are UTF-8");
            }
        }
    }
    Some(excerpt(output.trim_end(), &example.id))
}

/// An output, or of a long one the diagnostics with the code.
fn excerpt(output: &str, id: &str) -> String {
    if output.lines().count() <= MAX_LINES {
        return output.to_owned();
    }
    let with_code = output.split("\n\n").filter(|diagnostic| diagnostic.contains(&format!("[{id}]"))).collect::<Vec<_>>();
    format!("...\n\n{}", with_code.join("\n\n"))
}

/// The number and the text of `9 × TEXT`.
fn repeated(line: &str) -> Option<(usize, &str)> {
    let (count, text) = line.split_once(" × ")?;
    Some((count.parse().ok()?, text))
}

/// A text with numbers for `{n}` and `{n+1}`.
fn numbered(text: &str, n: usize) -> String {
    text.replace("{n}", &n.to_string()).replace("{n+1}", &(n + 1).to_string())
}

/// The lines of a line of an input, in the file with this number.
fn expand(line: &str, file: usize) -> String {
    match repeated(line) {
        Some((count, line)) => (0..count).map(|n| numbered(line, n) + "\n").collect(),
        None => numbered(line, file) + "\n",
    }
}

/// A line of an input as a page shows it: of many lines, the first and the last.
fn abridged(line: &str) -> String {
    match repeated(line) {
        Some((count, line)) => format!("{}\n// … {} more, up to:\n{}\n", numbered(line, 0), count - 2, numbered(line, count - 1)),
        None => numbered(line, 0) + "\n",
    }
}

fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        Encoding::Latin1 => text.chars().map(|character| u8::try_from(character).expect("a character of Latin-1")).collect(),
        Encoding::Words => words(text),
    }
}

/// Bytes in hexadecimal, words of four of them in the order of SPIR-V's little-endian files.
fn words(text: &str) -> Vec<u8> {
    let words = text.lines().flat_map(|line| line.split(';').next().unwrap_or_default().split_whitespace());
    words.flat_map(|word| u32::from_str_radix(word, 16).expect("a word of eight digits").to_le_bytes()).collect()
}

/// The errors of an example: its output lacks the code, or neither output nor entry has a fix.
fn defect(example: &Example, output: Option<&str>) -> Option<String> {
    let id = &example.id;
    if let Some(scenario) = &example.scenario {
        let Some((.., source)) = SCENARIOS.iter().find(|(code, ..)| code == id) else {
            return Some(format!("{id}: a scenario is for what no input causes: add an input"));
        };
        let source = fs::read_to_string(format!("{ROOT}/crates/{source}")).expect("the source can be read");
        // Names between backticks are not part of the source.
        let message = scenario.split_once(&format!("[{id}]: ")).map(|(_, message)| message.split('`').step_by(2));
        let is_that_of_the_source = message.is_some_and(|mut fixed| fixed.all(|text| source.contains(text)));
        return (!is_that_of_the_source).then(|| format!("{id}: the message of the scenario is not in its source"));
    }
    let output = output?;
    if !output.contains(&format!("[{id}]")) && !output.contains(&format!(" {id} ")) {
        return Some(format!("{id}: its input does not cause it:\n{output}"));
    }
    (!output.contains("help:") && example.fix.is_none()).then(|| format!("{id}: has neither a help nor `fix:`:\n{output}"))
}

/// The title of an area's page is the heading of its table.
fn title(name: &str) -> String {
    let overview = fs::read_to_string(format!("{ROOT}/docs/diagnostics.md")).expect("the overview can be read");
    let start = format!("## {}xx: ", name.to_uppercase());
    let heading = overview.lines().find(|line| line.starts_with(&start));
    heading.unwrap_or_else(|| panic!("docs/diagnostics.md has no heading {start}")).trim_start_matches("## ").to_owned()
}

fn section(example: &Example, code: &Code, output: &str) -> String {
    let mut text = format!("\n## {}\n\n`{}`: {}.\n", code.id, code.name, code.summary);
    if let Some(scenario) = &example.scenario {
        let (scenario, message) = scenario.split_once('\n').unwrap_or((scenario, ""));
        text.push_str(&format!("\n{scenario}\n"));
        if !message.is_empty() {
            text.push_str(&format!("\n```console\n{message}\n```\n"));
        }
    }
    let last = example.steps.len().saturating_sub(1);
    let mut console = String::new();
    for (index, step) in example.steps.iter().enumerate() {
        match step {
            Step::Run(line) => {
                console.push_str(&format!("$ {line}\n"));
                if matches!(example.steps.get(index + 1), Some(Step::Run(_))) {
                    continue;
                }
                let output = if index == last { format!("{output}\n") } else { String::new() };
                text.push_str(&format!("\n```console\n{console}{output}```\n"));
                console.clear();
            }
            Step::File { name, encoding, text: content } => {
                let files = match repeated(name) {
                    Some((count, name)) => format!("`{}`, and so on up to `{}`", numbered(name, 0), numbered(name, count - 1)),
                    None => format!("`{name}`"),
                };
                let encoding = if *encoding == Encoding::Latin1 { ", in Latin-1" } else { "" };
                let content = content.lines().map(abridged).collect::<String>();
                text.push_str(&format!("\n{files}{encoding}:\n\n```{}\n{content}```\n", language(name)));
            }
        }
    }
    if let Some(fix) = &example.fix {
        text.push_str(&format!("\n{fix}\n"));
    }
    text
}

/// The language of a file in Markdown fences.
fn language(name: &str) -> &str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("hlsl" | "hlsli" | "h") => "hlsl",
        Some("comp" | "frag" | "vert") => "glsl",
        Some(extension @ ("slang" | "wgsl" | "toml" | "c")) => extension,
        _ => "text",
    }
}

fn first_difference(known: &str, page: &str) -> String {
    let (mut old, mut new) = (known.lines(), page.lines());
    loop {
        match (old.next(), new.next()) {
            (left, right) if left == right && left.is_some() => {}
            (left, right) => return format!("{:?} was {:?}", right.unwrap_or_default(), left.unwrap_or_default()),
        }
    }
}
