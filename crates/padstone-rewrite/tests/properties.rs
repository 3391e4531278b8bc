//! Properties of every pass, on generated modules whose bodies read and write their buffers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use padstone_diag::{Diagnostics, Severity, codes};
use padstone_generate::wgsl::{ModuleFeatures, draft_2020, module};
use padstone_generate::{Choices, bytes};
use padstone_layout::{Shape, TypeLayouts, WGSL, WGSL_2020, WGSL_LEGACY, layout};
use padstone_model::{Buffer, Count, Module, Scalar, Type, TypeId};
use padstone_rewrite::{Options, Pass, PathMap, find, rewrite};
use padstone_source::{Interner, MemoryLoader, SourceMap};
use padstone_testing::{Tint, is_full, seeds};
use padstone_wgsl::tree::{DeclarationKind, Edition, Source};
use padstone_wgsl::{Options as Reading, parse, read_wgsl};

/// The number of modules for each pass.
const MODULES: [u64; 2] = [60, 500];
/// The number of these that tint validates.
const MAX_CHECKED_BY_TINT: usize = 25;
/// The number of modules with structs in several variables, for each sequence of passes.
const SHARED: [u64; 2] = [8, 60];
/// The number of modules of 2020 for each sequence of passes.
const DRAFTS: [u64; 2] = [15, 200];

/// The result of a pass, and the codes of its diagnostics.
fn rewritten(text: &str, passes: &[&'static Pass]) -> (String, Vec<&'static str>) {
    rewritten_in(text, Edition::Current, passes)
}

fn rewritten_in(text: &str, edition: Edition, passes: &[&'static Pass]) -> (String, Vec<&'static str>) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("generated.wgsl", text.into()).expect("a small file");
    let mut found = Diagnostics::new();
    let rewritten = rewrite(&mut sources, file, edition, passes, &Options::default(), &mut found);
    let mut rows = rewritten.map.buffers.iter().flat_map(|buffer| &buffer.rows);
    assert!(rows.all(|row| row.offset == row.new_offset), "a byte has moved\n{text}");
    let paths = |map: &PathMap| -> BTreeSet<(String, String)> {
        let rows = map.buffers.iter().flat_map(|buffer| buffer.rows.iter().map(|row| (buffer.name.clone(), row.path.clone())));
        rows.collect()
    };
    let unchanged = rewrite(&mut sources, file, edition, &[], &Options::default(), &mut Diagnostics::new());
    assert_eq!(paths(&rewritten.map), paths(&unchanged.map), "the map lost members\n{text}");
    (rewritten.text, found.iter().map(|found| found.code.id).collect())
}

/// The texts of the functions of a module that name none of its buffers.
fn without_buffers(text: &str) -> Vec<&str> {
    let source = Source { text, base: 0, edition: Edition::Current };
    let tree = parse(source, &mut Interner::new(), &mut Diagnostics::new());
    let texts = |predicate: fn(&DeclarationKind) -> bool| tree.declarations.iter().filter(move |declaration| predicate(&declaration.kind));
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
    for seed in seeds(MODULES[0], MODULES[1]) {
        let decisions = bytes(seed, 600);
        let text = module(&mut Choices::new(&decisions), ModuleFeatures::everywhere());
        let (out, codes_reported) = rewritten(&text, &passes);
        assert!(!codes_reported.contains(&codes::REWRITE_FAULT.id), "{names}, {seed}: the rewrite failed\n{text}");
        assert!(!codes_reported.contains(&codes::REWRITE_USE.id), "{names}, {seed}: a use that cannot be rewritten\n{text}");
        holds(&text, &out, &codes_reported);
        if out == text {
            continue;
        }
        changed += 1;
        assert_eq!(rewritten(&out, &passes).0, out, "{names}, {seed}: the second run changes it again");
        for function in without_buffers(&text) {
            functions += 1;
            assert!(out.contains(function), "{names}, {seed}: accesses no buffer, but was changed:\n{function}");
        }
        if let Some(tint) = tint.as_ref().filter(|_| changed <= MAX_CHECKED_BY_TINT && text.len() < 20_000) {
            let before = tint.structs(&text);
            let after = tint.structs(&out);
            assert!(before.is_err() || after.is_ok(), "{names}, {seed}: {after:?}\n{out}");
        }
    }
    let least = if is_full() { [8, 4] } else { [0, 0] };
    assert!(changed > least[0] && functions >= least[1], "{names}: {changed} modules changed, and {functions} functions stayed");
}

#[test]
fn pack_preserves_offsets() {
    check("pack", |_, _, _| {});
}

#[test]
fn scalarize_preserves_offsets() {
    check("scalarize", |_, _, _| {});
}

#[test]
fn inline_preserves_offsets() {
    check("inline", |_, _, _| {});
}

#[test]
fn pin_preserves_offsets() {
    check("pin", |_, _, _| {});
}

#[test]
fn passes_compose() {
    check("inline,pack,scalarize", |_, _, _| {});
    // The second pass undoes the first.
    check("pin,pack", |_, _, _| {});
}

#[test]
fn legal_uniforms_have_no_error_under_the_legacy_profile() {
    check("legalize-uniform", |_, out, _| {
        let mut sources = SourceMap::new();
        let file = sources.add_file("legal.wgsl", out.into()).expect("a small file");
        let module = read_wgsl(&mut sources, file, &MemoryLoader::default(), &Reading::default(), &mut Diagnostics::new());
        let layouts = layout(&module, &WGSL_LEGACY);
        let error = layouts.diagnostics.iter().find(|found| found.severity == Severity::Error);
        assert!(error.is_none(), "{error:?}\n{out}");
    });
}

/// Adds variables that share the structs of a module: single ones, arrays and unbounded arrays, and structs that contain those after a
/// scalar, in uniform and storage buffers; and a function that reads them.
fn with_shared_structs(text: &str, choices: &mut Choices<'_>) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add_file("generated.wgsl", text.into()).expect("a small file");
    let module = read_wgsl(&mut sources, file, &MemoryLoader::default(), &Reading::default(), &mut Diagnostics::new());
    let (mut text, mut reads) = (text.to_owned(), String::new());
    let mut number = 0;
    for (id, declared) in module.structs.iter() {
        let parts = Parts::of(&module, Type::Struct(id));
        if parts.bools {
            continue;
        }
        let name = module.name(declared.name);
        let forms: &[&str] = if parts.runtime { &["NAME"] } else { &["NAME", "array<NAME, 3>", "array<NAME>", "array<array<NAME, 2>, 2>"] };
        let forms = forms.iter().flat_map(|form| [(form, false), (form, true)]);
        for (form, is_owned) in forms {
            // A struct with a runtime-sized array cannot be a member.
            if choices.one_in(4) || is_owned && parts.runtime {
                continue;
            }
            let mut ty = form.replace("NAME", name);
            let mut owner = "";
            if is_owned {
                let struct_name = format!("Owner{number}");
                writeln!(text, "struct {struct_name} {{ count: u32, owned: {ty} }}").expect("a string takes all");
                (ty, owner) = (struct_name, ".owned");
            }
            let mut spaces = vec!["storage, read_write"];
            if !parts.atomics {
                spaces.push("storage");
                spaces.extend((!parts.runtime && *form != "array<NAME>").then_some("uniform"));
            }
            let space = *choices.pick(&spaces);
            let variable = format!("shared_by_structs_{number}");
            number += 1;
            writeln!(text, "@group(9) @binding({number}) var<{space}> {variable}: {ty};").expect("a string takes all");
            let elements = "[at]".repeat(form.matches("array").count());
            for _ in 0..3 {
                let path = path_to_a_number(&module, Type::Struct(id), choices);
                if let Some(path) = path {
                    writeln!(reads, "    _ = {variable}{owner}{elements}{path};").expect("a string takes all");
                }
            }
        }
    }
    text + "fn reads_all_shared_structs(at: u32) {\n" + &reads + "}\n"
}

/// The contents of a type.
#[derive(Default)]
struct Parts {
    bools: bool,
    atomics: bool,
    runtime: bool,
}

impl Parts {
    fn of(module: &Module, ty: Type) -> Parts {
        let mut parts = Parts::default();
        let mut pending = vec![ty];
        while let Some(ty) = pending.pop() {
            match ty {
                Type::Scalar(Scalar::Bool) | Type::Vector { scalar: Scalar::Bool, .. } => parts.bools = true,
                Type::Atomic(_) => parts.atomics = true,
                Type::Array { element, count } => {
                    parts.runtime |= count == Count::Runtime;
                    pending.push(module.types[element]);
                }
                Type::Struct(id) => pending.extend(module.structs[id].fields.iter().map(|field| module.types[field.ty])),
                _ => {}
            }
        }
        parts
    }
}

/// The path to a scalar or vector in a type: `.m1[at].m2`. `None` for atomics.
fn path_to_a_number(module: &Module, mut ty: Type, choices: &mut Choices<'_>) -> Option<String> {
    let mut path = String::new();
    loop {
        ty = match ty {
            Type::Struct(id) => {
                let field = choices.pick(&module.structs[id].fields);
                path += &format!(".{}", module.name(field.name));
                module.types[field.ty]
            }
            Type::Array { element, .. } => {
                path += *choices.pick(&["[at]", "[0]"]);
                module.types[element]
            }
            Type::Matrix { .. } => {
                path += *choices.pick(&["[at]", "[1]"]);
                return Some(path);
            }
            Type::Atomic(_) => return None,
            _ => return Some(path),
        }
    }
}

/// The scalars and the arrays of structs of a buffer, from a traversal of its types that is independent of passes.
#[derive(Default)]
struct Bytes {
    /// The bytes of scalars, for three elements of each runtime-sized array.
    numbers: BTreeSet<u64>,
    /// Arrays of structs, and of such arrays: offset, stride, count.
    arrays: BTreeSet<(u64, u64, u64)>,
}

impl Bytes {
    /// All buffers of a text, by name.
    fn of(text: &str) -> BTreeMap<String, Bytes> {
        Bytes::in_edition(text, Edition::Current)
    }

    fn in_edition(text: &str, edition: Edition) -> BTreeMap<String, Bytes> {
        let mut sources = SourceMap::new();
        let file = sources.add_file("bytes.wgsl", text.into()).expect("a small file");
        let (reading, mut found) = (Reading { edition, ..Reading::default() }, Diagnostics::new());
        let module = read_wgsl(&mut sources, file, &MemoryLoader::default(), &reading, &mut found);
        assert!(!found.has_errors(), "{found:?}\n{text}");
        let layouts = layout(&module, if edition == Edition::Current { &WGSL } else { &WGSL_2020 });
        let buffer = |buffer: &Buffer| {
            let mut bytes = Bytes::default();
            bytes.add(&module, layouts.standard(), buffer.content, 0);
            (module.name(buffer.name).to_owned(), bytes)
        };
        module.buffers.iter().map(|(_, declared)| buffer(declared)).collect()
    }

    fn add(&mut self, module: &Module, types: &TypeLayouts, ty: TypeId, position: u64) {
        let Ok(placed) = types.get(ty) else { return };
        match (module.types[ty], placed.shape) {
            (Type::Struct(_), _) => {
                types.fields(module, ty).for_each(|(field, placed)| self.add(module, types, field.ty, position + placed.offset.bytes()))
            }
            (Type::Array { element, count }, Shape::Array { stride }) => {
                let (stride, count) = (stride.bytes(), if let Count::Known(count) = count { count } else { 3 });
                if holds_struct(module, element) {
                    self.arrays.insert((position, stride, count));
                }
                (0..count).for_each(|index| self.add(module, types, element, position + index * stride));
            }
            (Type::Matrix { scalar, .. }, Shape::Matrix { stride, vectors, length }) => {
                let bytes = u64::from(length) * module.scalar_bytes(scalar);
                (0..u64::from(vectors))
                    .for_each(|vector| self.numbers.extend((0..bytes).map(|byte| position + vector * stride.bytes() + byte)));
            }
            _ => self.numbers.extend((0..placed.size.bytes()).map(|byte| position + byte)),
        }
    }
}

fn holds_struct(module: &Module, ty: TypeId) -> bool {
    match module.types[ty] {
        Type::Array { element, .. } => holds_struct(module, element),
        ty => matches!(ty, Type::Struct(_)),
    }
}

/// Structs in several variables: no offset and no array of structs may move, whichever pass changes them.
#[test]
fn shared_structs_keep_their_offsets() {
    let tint = Tint::find("generated WGSL with shared structs, rewritten");
    let sequences = [
        "pack",
        "legalize-uniform",
        "scalarize",
        "inline",
        "pin",
        "inline,pack,scalarize",
        "pack,legalize-uniform",
        "scalarize,pack",
        "pin,pack",
    ];
    for names in sequences {
        let passes: Vec<&'static Pass> = names.split(',').map(|name| find(name).expect("a pass")).collect();
        let mut changed = 0;
        for seed in seeds(SHARED[0], SHARED[1]) {
            let decisions = bytes(seed, 900);
            let mut choices = Choices::new(&decisions);
            let text = with_shared_structs(
                &module(&mut choices, ModuleFeatures { bodies: seed % 2 == 0, portable: true, ..ModuleFeatures::everywhere() }),
                &mut choices,
            );
            let (out, codes_reported) = rewritten(&text, &passes);
            for code in [codes::REWRITE_FAULT.id, codes::REWRITE_USE.id] {
                assert!(!codes_reported.contains(&code), "{names}, {seed}: {code}\n{text}");
            }
            if out == text {
                continue;
            }
            changed += 1;
            let (before, after) = (Bytes::of(&text), Bytes::of(&out));
            for (name, before) in &before {
                let after = &after[name];
                let lost = before.numbers.difference(&after.numbers).next();
                assert_eq!(lost, None, "{names}, {seed}: `{name}` has lost a byte\n{text}\n{out}");
                let moved = after.arrays.difference(&before.arrays).next();
                assert_eq!(moved, None, "{names}, {seed}: an array of structs in `{name}` differs\n{text}\n{out}");
            }
            if let Some(tint) = tint.as_ref().filter(|_| changed <= MAX_CHECKED_BY_TINT && text.len() < 20_000) {
                let (before, after) = (tint.structs(&text), tint.structs(&out));
                assert!(before.is_err() || after.is_ok(), "{names}, {seed}: {after:?}\n{out}");
            }
        }
        assert!(changed > if is_full() { 4 } else { 0 }, "{names}: {changed} modules changed");
    }
}

/// Modules of 2020, whose generator uses the offsets in the table of the proposal: no scalar may move, whichever passes change them.
#[test]
fn scalars_of_2020_keep_their_offsets() {
    let sequences = [
        "pack",
        "scalarize",
        "inline",
        "specialize",
        "modernize",
        "inline,pack",
        "scalarize,pack",
        "pack,modernize",
        "scalarize,modernize",
        "inline,modernize",
        "specialize,modernize",
        "modernize,pack",
        "modernize,scalarize",
        "modernize,inline",
        "modernize,pin",
        "modernize,legalize-uniform",
    ];
    let mut changed = BTreeMap::from(sequences.map(|names| (names, 0)));
    for seed in seeds(DRAFTS[0], DRAFTS[1]) {
        let generated = draft_2020(&mut Choices::new(&bytes(seed, 900)));
        let text = &generated.text;
        let before = Bytes::in_edition(text, Edition::Draft2020);
        let numbers = |buffer: &padstone_generate::wgsl::Buffer| -> BTreeSet<u64> {
            buffer.values.iter().flat_map(|value| value.offset..value.offset + 4).collect()
        };
        let known: Vec<_> = generated.buffers.iter().filter(|buffer| !buffer.values.is_empty()).collect();
        for buffer in &known {
            assert_eq!(before[&buffer.name].numbers, numbers(buffer), "{seed}: `{}`\n{text}", buffer.name);
        }
        for names in sequences {
            let passes: Vec<&'static Pass> = names.split(',').map(|name| find(name).expect("a pass")).collect();
            let (out, codes_reported) = rewritten_in(text, Edition::Draft2020, &passes);
            assert!(!codes_reported.contains(&codes::REWRITE_FAULT.id), "{names}, {seed}: a fault\n{text}");
            if out == *text {
                assert!(!names.contains("modernize"), "{names}, {seed}: {codes_reported:?}\n{text}");
                continue;
            }
            *changed.get_mut(names).expect("a sequence") += 1;
            let edition = passes.iter().find_map(|pass| pass.gives).unwrap_or(Edition::Draft2020);
            let after = Bytes::in_edition(&out, edition);
            for buffer in &known {
                let lost = numbers(buffer).difference(&after[&buffer.name].numbers).next().copied();
                assert_eq!(lost, None, "{names}, {seed}: `{}` has lost a byte\n{text}\n{out}", buffer.name);
            }
        }
    }
    assert!(changed.values().all(|&changed| changed > if is_full() { 8 } else { 0 }), "{changed:?}");
}

/// A store in several statements must not change what its own index reads.
#[test]
fn indices_are_read_before_the_first_store() {
    let module = |index: &str| {
        format!(
            "struct S {{ v: vec3u, i: u32 }}\n@group(0) @binding(0) var<storage, read_write> b: array<S>;\n\
             @compute @workgroup_size(1) fn main() {{ var n = 1u; b[{index}].v = vec3u(7u, 8u, 9u); }}\n"
        )
    };
    let passes = [find("scalarize").expect("a pass")];
    let (text, _) = rewritten(&module("b[0].v.y"), &passes);
    assert!(text.contains("let at = b[0].v_y;") && text.contains("b[at].v_z = value.z;"), "{text}");
    // A store to a buffer does not change a local variable.
    let (text, _) = rewritten(&module("n"), &passes);
    assert!(text.contains("b[n].v_z = value.z;"), "{text}");
}
