//! `padstone emit ast` lists the buffers, members and attributes of clang's own dump of its syntax tree.

use padstone_read::emit::ast;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, cfamily};
use padstone_testing::{amount, test_data};

use crate::clang::{Clang, TARGETS};
use crate::common::program::{Dialect, Domain, generate};
use crate::common::random::Random;

/// The number of buffers in each file.
const BUFFERS: usize = 45;

#[test]
fn declarations_match_clangs_syntax_tree() {
    let Some(clang) = Clang::find() else { return };
    let (mut buffers, mut offsets) = (0, 0);
    for seed in 0..amount(2, 12) {
        let source = generate(&mut Random::new(700 + seed), Domain { native_16bit: false, dialect: Dialect::Clang }, BUFFERS);
        let theirs = of_clang(&clang.syntax_tree(&source).unwrap_or_else(|error| panic!("clang, seed {seed}: {error}")));
        let hlsl = cfamily::Options { clang: true, hlsl_version: cfamily::CLANG_HLSL_VERSION, ..cfamily::Options::default() };
        let unit = Unit::read("main.hlsl", source.as_str().into(), &MemoryLoader::default(), &Options { hlsl, ..Options::default() });
        let mut text = Vec::new();
        ast::write(&mut text, &unit.module).expect("a vector takes all");
        let ours = of_padstone(std::str::from_utf8(&text).expect("text"));
        for (theirs, ours) in theirs.iter().zip(&ours) {
            assert_eq!(theirs, ours, "seed {seed}");
        }
        assert_eq!(theirs.len(), ours.len(), "seed {seed}");
        buffers += theirs.len();
        offsets += theirs.iter().flatten().filter(|line| line.starts_with("HLSLPackOffsetAttr")).count();
    }
    println!("{buffers} buffers, {offsets} pack offsets");
    assert!(buffers >= 60 && offsets >= 20, "{buffers} buffers, {offsets} pack offsets");
}

impl Clang {
    /// clang's dump of the syntax tree of a source text.
    fn syntax_tree(&self, source: &str) -> Result<String, String> {
        let (triple, include) = (format!("--target={}", TARGETS[0].triple), test_data("oracle/include"));
        let include = include.to_str().expect("a path in UTF-8");
        self.0.run(&[&triple, "-I", include, "-x", "hlsl", "-w", "-fsyntax-only", "-Xclang", "-ast-dump", "-"], source)
    }
}

/// Each buffer: its heading, then its attributes and members, and the attributes of these.
type Declarations = Vec<Vec<String>>;

/// `| |-VarDecl 0x5581 <col:36, col:43> col:43 used m 'hlsl_constant float'` becomes `VarDecl m`.
fn of_clang(dump: &str) -> Declarations {
    let mut found = Declarations::new();
    // The depth of the buffer that contains the line; namespaces contain buffers too.
    let mut outer = None;
    for line in dump.lines() {
        let node = line.trim_start_matches(['|', '`', '-', ' ']);
        let depth = (line.len() - node.len()) / 2;
        let (kind, rest) = node.split_once(' ').unwrap_or((node, ""));
        let word = |text: &str| text.split_whitespace().next_back().unwrap_or_default().to_owned();
        // Attributes have their arguments after their place.
        let arguments = || rest.rsplit_once("> ").map_or("", |(_, arguments)| arguments).to_owned();
        if outer.is_some_and(|outer| depth <= outer) {
            outer = None;
        }
        match (outer.map(|outer| depth - outer), kind) {
            // Its members are listed where they are declared.
            (None, "HLSLBufferDecl") if word(rest) == "$Globals" => {}
            (None, "HLSLBufferDecl") => {
                outer = Some(depth);
                let keyword = if rest.contains(" tbuffer ") { "tbuffer" } else { "cbuffer" };
                found.push(vec![format!("HLSLBufferDecl {keyword} {}", word(rest))]);
            }
            (Some(1), "VarDecl") => {
                let name = word(rest.split(" '").next().unwrap_or_default());
                found.last_mut().expect("a buffer").push(format!("VarDecl {name}"));
            }
            (Some(1), "HLSLResourceBindingAttr") | (Some(2), "HLSLPackOffsetAttr") if !rest.contains("Implicit") => {
                // clang lists the default space.
                let arguments = arguments().replace(" \"space0\"", "");
                found.last_mut().expect("a buffer").push(format!("{kind} {arguments}"));
            }
            _ => {}
        }
    }
    found
}

fn of_padstone(text: &str) -> Declarations {
    let mut found = Declarations::new();
    let mut is_inside = false;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_heading = !line.starts_with(' ');
        if is_heading {
            is_inside = words[0] == "HLSLBufferDecl";
        }
        match (is_inside, is_heading, words[0]) {
            (true, true, _) => found.push(vec![words.join(" ")]),
            (true, false, "VarDecl") => found.last_mut().expect("a buffer").push(words[..2].join(" ")),
            (true, false, _) => found.last_mut().expect("a buffer").push(words.join(" ").replace(" \"space0\"", "")),
            _ => {}
        }
    }
    found
}
