//! Half-written code: what is wrong with one declaration leaves the others their numbers.
//!
//! Each declaration of [`languages`] is damaged at each of its tokens in turn (left out, written twice, and everything from
//! it on not yet written) between other declarations, and those must lie where they lie without it.

mod languages;

use std::fmt::Write;
use std::ops::ControlFlow;

use languages::{Case, LANGUAGES};
use padstone::cfamily::{GlslOptions, GlslStage};
use padstone::layout::{self, Order, Visit};
use padstone::source::MemoryLoader;
use padstone::{Options, Unit};

/// What is done to a token of a declaration.
const DAMAGES: [&str; 3] = ["without", "twice", "up to"];

#[test]
fn hlsl() {
    check(&LANGUAGES[0]);
}

#[test]
fn slang() {
    check(&LANGUAGES[1]);
}

#[test]
fn glsl() {
    check(&LANGUAGES[2]);
}

#[test]
fn wgsl() {
    check(&LANGUAGES[3]);
}

/// Damages everything in every way. Where that moves or loses a buffer before or behind, the case must say so.
fn check(case: &Case) {
    let expected = buffers(case, &format!("{}\n{}", case.before, case.behind));
    for name in case.watched {
        assert!(expected.contains(&format!("{name}: ")), "{name} is laid out: {expected}");
    }
    let (mut damaged, mut lost) = (0, Vec::new());
    for declaration in case.declarations {
        for token in tokens(declaration) {
            for damage in DAMAGES {
                let (head, own, tail) = (&declaration[..token.start], &declaration[token.clone()], &declaration[token.end..]);
                let text = match damage {
                    "without" => format!("{head}{tail}"),
                    "twice" => format!("{head}{own} {own}{tail}"),
                    _ => head.to_owned(),
                };
                damaged += 1;
                if buffers(case, &format!("{}\n{text}\n{}", case.before, case.behind)) != expected {
                    lost.push(text.trim_end().to_owned());
                }
            }
        }
    }
    assert!(damaged > 400, "{} is damaged in {damaged} ways", case.file);
    assert_eq!(lost, case.lost, "what loses a neighbour");
}

/// Where the tokens of a declaration are, roughly: words, numbers, and single characters.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut tokens: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, character) in text.char_indices() {
        match tokens.last_mut() {
            Some(last) if last.end == at && is_word(character) && text[last.clone()].chars().all(is_word) => last.end += 1,
            _ if character.is_whitespace() => {}
            _ => tokens.push(at..at + character.len_utf8()),
        }
    }
    tokens
}

/// Where everything lies in the buffers that are watched, a line for each.
fn buffers(case: &Case, text: &str) -> String {
    let options = Options {
        language: case.language,
        glsl: GlslOptions { stage: Some(GlslStage::Compute), ..GlslOptions::default() },
        ..Options::default()
    };
    let unit = Unit::read(case.file, text.into(), &MemoryLoader::default(), &options);
    let layouts = unit.layout(layout::find(case.profile).expect("a profile"));
    let mut lines = String::new();
    for name in case.watched {
        let Some(layout) = layouts.layouts.iter().find(|layout| layout.name(&unit.module) == *name) else { continue };
        write!(lines, "{name}: {} bytes", layout.size.bytes()).expect("a string takes all");
        let _ = layout::rows(&unit.module, layouts.types(layout), layout, Order::Source, &mut |visit| {
            if let Visit::Row(row) = visit {
                write!(lines, ", {} at {}", row.path, row.offset.bytes()).expect("a string takes all");
            }
            ControlFlow::<()>::Continue(())
        });
        lines.push('\n');
    }
    lines
}
