//! Composes one text of all reachable declarations: those of the first file, and those that they reference, in any module.

use std::collections::BTreeSet;

use padstone_source::Span;
use rustc_hash::FxHashSet;

use super::module::ModuleId;
use super::resolve::{Linker, ROOT, Resolution};
use super::text::LinkedText;
use crate::tree::{DeclarationKind, DirectiveKind, Ident};

/// Follows references from the first file, and writes the declarations that they reach.
pub(crate) fn compose(linker: &mut Linker<'_>) -> LinkedText {
    let mut reached: BTreeSet<(ModuleId, u32)> = BTreeSet::new();
    let mut pending: Vec<(ModuleId, u32)> =
        (0..linker.modules[ROOT].tree.declarations.len() as u32).map(|position| (ROOT, position)).collect();
    let mut renamed: Vec<(ModuleId, Span, String)> = Vec::new();
    let mut modules: FxHashSet<ModuleId> = FxHashSet::from_iter([ROOT]);
    while let Some((id, position)) = pending.pop() {
        if !reached.insert((id, position)) {
            continue;
        }
        if modules.insert(id) {
            pending.extend(assertions(linker, id));
        }
        if let Some(name) = linker.modules[id].tree.declarations[position as usize].name() {
            rename(linker, id, name, (id, position), &mut renamed);
        }
        let mut names = std::mem::take(&mut linker.names);
        let mentions = linker.modules[id].mentions(position, &mut names);
        linker.names = names;
        for name in mentions {
            match linker.target(id, name) {
                Resolution::Declared(owner, declared) => {
                    let target = linker.replaced((owner, declared), (id, position));
                    rename(linker, id, name, target, &mut renamed);
                    pending.push(target);
                }
                Resolution::NotFound(instead) => renamed.push((id, name.span, instead)),
                Resolution::Unknown => {
                    let text = linker.names.resolve(name.symbol);
                    if linker.would_be_captured(id, text) {
                        renamed.push((id, name.span, format!("{}::{text}", linker.modules[id].name)));
                    }
                }
            }
        }
    }
    renamed.sort_unstable();
    write(linker, &reached, &renamed)
}

/// The assertions of a module are included if any of its declarations is.
fn assertions(linker: &Linker<'_>, id: ModuleId) -> impl Iterator<Item = (ModuleId, u32)> {
    let declarations = linker.modules[id].tree.declarations.iter().enumerate();
    let assertions = declarations.filter(|(_, declaration)| matches!(declaration.kind, DeclarationKind::ConstAssert(_)));
    assertions.map(move |(position, _)| (id, position as u32))
}

/// Renames a reference to the declaration's name in the composed text.
fn rename(linker: &Linker<'_>, id: ModuleId, name: Ident, (owner, declared): (ModuleId, u32), renamed: &mut Vec<(ModuleId, Span, String)>) {
    let Some(own) = linker.modules[owner].tree.declarations[declared as usize].name() else { return };
    let new = linker.public_name(owner, linker.names.resolve(own.symbol));
    if new != linker.names.resolve(name.symbol) {
        renamed.push((id, name.span, new));
    }
}

fn write(linker: &Linker<'_>, reached: &BTreeSet<(ModuleId, u32)>, renamed: &[(ModuleId, Span, String)]) -> LinkedText {
    let mut all = LinkedText::default();
    write_directives(linker, reached, &mut all);
    let mut renamed = renamed.iter().peekable();
    for &(id, position) in reached {
        let text = &linker.modules[id].text;
        let span = linker.modules[id].tree.declarations[position as usize].span;
        let mut from = span.start as usize;
        while renamed.next_if(|(module, name, _)| (*module, name.start) < (id, span.start)).is_some() {}
        while let Some((_, name, new)) = renamed.next_if(|(module, name, _)| *module == id && name.end <= span.end) {
            // A name that occurs twice at the same position has been renamed already.
            if (name.start as usize) >= from {
                all.copy(text, from..name.start as usize);
                all.substitute(new, text, name.start as usize..name.end as usize);
                from = name.end as usize;
            }
        }
        all.copy(text, from..span.end as usize);
        all.substitute("\n", text, span.end as usize..span.end as usize);
    }
    all
}

/// The directives of all modules come first, because the declarations taken from a module may require its extensions.
fn write_directives(linker: &Linker<'_>, reached: &BTreeSet<(ModuleId, u32)>, all: &mut LinkedText) {
    let modules: BTreeSet<ModuleId> = reached.iter().map(|&(id, _)| id).chain([ROOT]).collect();
    for id in modules {
        let module = &linker.modules[id];
        for directive in &module.tree.directives {
            if id == ROOT || !matches!(directive.kind, DirectiveKind::Diagnostic { .. }) {
                let (start, end) = (directive.span.start as usize, directive.span.end as usize);
                all.copy(&module.text, start..end);
                all.substitute("\n", &module.text, end..end);
            }
        }
    }
}
