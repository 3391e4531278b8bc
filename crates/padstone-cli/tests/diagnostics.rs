//! Every code of the catalogue has an input that causes it: `diagnostics/*.txt` contain the inputs, one file for each area, and `docs/diagnostics/*.md` are
//! the pages generated from them.
//!
//! An entry starts with `# P0403`. `fix: …` is a fix, if the output contains none. `--- NAME` starts a file, `--- NAME (words)` a file whose bytes are
//! written in hexadecimal, with comments after `;`. `$ …` is a command; the output of the last one is shown. `scenario: …` describes a cause that no small
//! input has.
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

/// Codes that no small input causes, each with the reason.
const SCENARIOS: &[(&str, &str)] = &[
    ("P0003", "a thousand diagnostics"),
    ("P0106", "200 files"),
    ("P0123", "4 GiB of source"),
    ("P0316", "131072 instances of templates"),
    ("P0502", "256 structs"),
    ("P0723", "a file that changes while padstone runs"),
    ("P1139", "options that only the library takes"),
    ("P1201", "a defect of padstone"),
];

/// The cause of a code.
#[derive(Default)]
struct Example {
    id: String,
    fix: Option<String>,
    scenario: Option<String>,
    steps: Vec<Step>,
}

enum Step {
    File { name: String, is_words: bool, text: String },
    Run(String),
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
                // If its compiler is not installed, the section stays.
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
            let words = name.strip_suffix(" (words)");
            example.steps.push(Step::File { name: words.unwrap_or(name).to_owned(), is_words: words.is_some(), text: String::new() });
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
            Step::File { name, is_words: false, text } => folder.write(name, text),
            Step::File { name, is_words: true, text } => fs::write(folder.path.join(name), words(text)).expect("the file can be written"),
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
    Some(output.trim_end().to_owned())
}

/// Bytes in hexadecimal, words of four of them in the order of SPIR-V's little-endian files.
fn words(text: &str) -> Vec<u8> {
    let words = text.lines().flat_map(|line| line.split(';').next().unwrap_or_default().split_whitespace());
    words.flat_map(|word| u32::from_str_radix(word, 16).expect("a word of eight digits").to_le_bytes()).collect()
}

/// The errors of an example: its output lacks the code, or neither output nor entry has a fix.
fn defect(example: &Example, output: Option<&str>) -> Option<String> {
    let id = &example.id;
    if example.scenario.is_some() {
        let is_listed = SCENARIOS.iter().any(|(code, _)| code == id);
        return (!is_listed).then(|| format!("{id}: a scenario is for what no small input causes: add an input"));
    }
    let output = output?;
    if !output.contains(&format!("[{id}]")) && !output.contains(&format!(" {id} ")) {
        return Some(format!("{id}: its input does not cause it:\n{output}"));
    }
    (!output.contains("help:") && example.fix.is_none()).then(|| format!("{id}: neither a help nor `fix:` says what to do:\n{output}"))
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
            Step::File { name, text: content, .. } => {
                text.push_str(&format!("\n`{name}`:\n\n```{}\n{content}```\n", language(name)));
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
