//! Bindings as lines of text.

use std::fmt::Write;

use padstone_bind::{Binding, Bindings};
use padstone_diag::Severity;
use padstone_model::{Count, Module};
use padstone_source::SourceMap;

/// Compares with `expected`: one line for each binding, then the diagnostics.
#[track_caller]
pub(crate) fn assert_listing(rules: &str, module: &Module, sources: &SourceMap, bindings: &Bindings, expected: &str) {
    let expected = trimmed(expected);
    assert_eq!(
        listing(module, sources, bindings),
        expected,
        "{rules}\n{}",
        sources.files().map(|(_, file)| &*file.text).collect::<String>()
    );
}

/// Whether the bindings are as expected.
#[allow(dead_code, reason = "not all tests that list ask")]
pub(crate) fn is_listed(module: &Module, sources: &SourceMap, bindings: &Bindings, expected: &str) -> bool {
    listing(module, sources, bindings) == trimmed(expected)
}

fn trimmed(expected: &str) -> String {
    expected.lines().map(str::trim).filter(|line| !line.is_empty()).fold(String::new(), |all, line| all + line + "\n")
}

fn listing(module: &Module, sources: &SourceMap, bindings: &Bindings) -> String {
    let mut text = String::new();
    for (id, parameter) in module.parameters.iter() {
        let name = module.name(parameter.name);
        if let Some(binding) = bindings.get(id) {
            let dims = bindings.dimensions(module, id).iter().map(|count| format!(" {count:?}")).collect::<String>();
            writeln!(text, "{name} {}{dims}", written(binding)).unwrap();
        }
        if let Some(binding) = bindings.counter(id) {
            writeln!(text, "{name}'s counter {}", written(binding)).unwrap();
        }
        for member in bindings.members(id) {
            writeln!(text, "{} {}", member.path, written(member.binding)).unwrap();
        }
    }
    for found in &bindings.diagnostics {
        let severity = match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let position = found.span.map_or("", |span| sources.text(span));
        writeln!(text, "{severity} {} at `{position}`: {} | {}", found.code.name, found.message, found.helps.join(", ")).unwrap();
    }
    text
}

fn written(binding: Binding) -> String {
    let (mut text, count) = match binding {
        Binding::D3d { class, register, space: 0, count } => (format!("{}{register}", class.letter()), count),
        Binding::D3d { class, register, space, count } => (format!("{}{register} space{space}", class.letter()), count),
        Binding::Vulkan { set, binding, count } => (format!("{set}.{binding}"), count),
        Binding::WebGpu { group, binding, access: Some(access) } => (format!("{group}.{binding} {access:?}"), None),
        Binding::WebGpu { group, binding, access: None } => (format!("{group}.{binding}"), None),
    };
    match count {
        Some(Count::Known(count)) => write!(text, " x{count}").unwrap(),
        Some(Count::Runtime | Count::LinkTime) => text.push_str(" x?"),
        None => {}
    }
    text
}
