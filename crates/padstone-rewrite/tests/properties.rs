//! What holds of every pass, on generated modules: their bodies read and write what lies in their buffers.

use padstone_diag::{Diagnostics, Severity, codes};
use padstone_generate::wgsl::{Domain, module};
use padstone_generate::{Choices, bytes};
use padstone_layout::{WGSL_LEGACY, layout};
use padstone_model::{BufferKind, Type};
use padstone_rewrite::{Options, Pass, find, rewrite};
use padstone_source::{Interner, MemoryLoader, SourceMap};
use padstone_testing::Tint;
use padstone_wgsl::tree::{DeclarationKind, Edition, Source};
use padstone_wgsl::{Options as Reading, parse, read_wgsl};

/// How many modules each pass gets.
const MODULES: u64 = 500;
/// Of how many of them tint is asked.
const ASKED: usize = 25;

/// What a pass makes of a text, and the codes of what it says.
fn rewritten(text: &str, passes: &[&'static Pass]) -> (String, Vec<&'static str>) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("generated.wgsl", text.into()).expect("a small file");
    let mut found = Diagnostics::new();
    let rewritten = rewrite(&mut sources, file, Edition::Today, passes, &Options::default(), &mut found);
    let mut rows = rewritten.map.buffers.iter().flat_map(|buffer| &buffer.rows);
    assert!(rows.all(|row| row.offset == row.new_offset), "a byte has moved\n{text}");
    (rewritten.text, found.iter().map(|found| found.code.id).collect())
}

/// The texts of the functions of a module that name none of its buffers.
fn without_buffers(text: &str) -> Vec<&str> {
    let source = Source { text, base: 0, edition: Edition::Today };
    let tree = parse(source, &mut Interner::new(), &mut Diagnostics::new());
    let texts = |wanted: fn(&DeclarationKind) -> bool| tree.declarations.iter().filter(move |declaration| wanted(&declaration.kind));
    let buffers = texts(|kind| matches!(kind, DeclarationKind::Variable(_))).filter_map(|variable| variable.name());
    let buffers: Vec<&str> = buffers.map(|name| source.text(name.span)).collect();
    let functions = texts(|kind| matches!(kind, DeclarationKind::Function(_))).map(|function| source.text(function.span));
    functions.filter(|text| !buffers.iter().any(|name| text.contains(name))).collect()
}

#[track_caller]
fn check(names: &str, holds: impl Fn(&str, &str, &[&str])) {
    let passes: Vec<&'static Pass> = names.split(',').map(|name| find(name).expect("a pass")).collect();
    let tint = Tint::find("generated WGSL, rewritten");
    let (mut changed, mut functions) = (0, 0);
    for seed in 0..MODULES {
        let decisions = bytes(seed, 600);
        let text = module(&mut Choices::new(&decisions), Domain::everywhere());
        let (out, said) = rewritten(&text, &passes);
        assert!(!said.contains(&codes::REWRITE_FAULT.id), "{names}, {seed}: a fault\n{text}");
        assert!(!said.contains(&codes::REWRITE_USE.id), "{names}, {seed}: a use that cannot be rewritten\n{text}");
        holds(&text, &out, &said);
        if out == text {
            continue;
        }
        changed += 1;
        assert_eq!(rewritten(&out, &passes).0, out, "{names}, {seed}: a second time changes it again");
        for function in without_buffers(&text) {
            functions += 1;
            assert!(out.contains(function), "{names}, {seed}: has nothing to do with a buffer, and was changed:\n{function}");
        }
        if let Some(tint) = tint.as_ref().filter(|_| changed <= ASKED && text.len() < 20_000) {
            let before = tint.structs(&text);
            let after = tint.structs(&out);
            assert!(before.is_err() || after.is_ok(), "{names}, {seed}: {after:?}\n{out}");
        }
    }
    assert!(changed > 8 && functions > 4, "{names}: {changed} modules changed, and {functions} functions stayed");
}

#[test]
fn pack() {
    check("pack", |_, _, _| {});
}

#[test]
fn scalarize() {
    check("scalarize", |_, _, _| {});
}

#[test]
fn inline() {
    check("inline", |_, _, _| {});
}

#[test]
fn pin() {
    check("pin", |_, _, _| {});
}

#[test]
fn one_after_the_other() {
    check("inline,pack,scalarize", |_, _, _| {});
    // The second one undoes what the first one did.
    check("pin,pack", |_, _, _| {});
}

#[test]
fn legal_uniforms_have_no_error_under_the_legacy_profile() {
    check("legalize-uniform", |_, out, said| {
        let mut sources = SourceMap::new();
        let file = sources.add_file("legal.wgsl", out.into()).expect("a small file");
        let module = read_wgsl(&mut sources, file, &MemoryLoader::default(), &Reading::default(), &mut Diagnostics::new());
        let layouts = layout(&module, &WGSL_LEGACY);
        let error = layouts.diagnostics.iter().find(|found| found.severity == Severity::Error);
        let cannot = said.contains(&codes::REWRITE_ROOT.id);
        assert!(error.is_none() || cannot, "{error:?}\n{out}");
        let is_array = |kind, ty| kind == BufferKind::Uniform && matches!(module.types[ty], Type::Array { .. });
        assert!(!cannot || module.buffers.iter().any(|(_, buffer)| is_array(buffer.kind, buffer.content)), "{out}");
    });
}
