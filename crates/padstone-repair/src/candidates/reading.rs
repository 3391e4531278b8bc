//! Code that reads a member whose type changes. padstone can edit function bodies of WGSL only; for other languages it describes the edit.

use std::collections::HashMap;

use padstone_read::diag::Diagnostics;
use padstone_read::model::{Language, Module, StructId};
use padstone_read::source::Interner;
use padstone_read::wgsl::body::{Checker, TypedBody};
use padstone_read::wgsl::tree::{Body, DeclarationKind, Edition, ExprId, ExpressionKind, Source};
use padstone_read::wgsl::{parse, parse_body};

use super::Site;
use crate::text::TextChange;

/// The uses of a member, in the functions of the file that declares it.
pub(super) struct MemberUses {
    pub(super) changes: Vec<TextChange>,
}

impl MemberUses {
    /// A description of the edit: `was`, with `read` appended.
    pub(super) fn note(&self, was: &str, read: &str) -> String {
        match self.changes.len() {
            0 => format!("replace `{was}` with `{was}{read}` where functions read it"),
            count => format!("replaces `{was}` with `{was}{read}` in functions, {count} time{}", if count == 1 { "" } else { "s" }),
        }
    }
}

/// Appends `read` to every use of a member with all of its indices.
pub(super) fn uses(site: &Site<'_>, member: usize, levels: usize, read: &str) -> MemberUses {
    let mut uses = MemberUses { changes: Vec::new() };
    if site.language() != Language::Wgsl {
        return uses;
    }
    let source = Source { text: &site.text, base: 0, edition: Edition::Current };
    let (mut names, mut found) = (Interner::new(), Diagnostics::new());
    let tree = parse(source, &mut names, &mut found);
    let mut body = |kind: &DeclarationKind| match kind {
        DeclarationKind::Function(function) => function.body.map(|body| parse_body(source, body, &mut names, &mut found)),
        _ => None,
    };
    let bodies: Vec<Option<Body>> = tree.declarations.iter().map(|declaration| body(&declaration.kind)).collect();
    let mut checker = Checker::new(source, &tree, &names, &mut found);
    let module = checker.module();
    let is_same_member = |id: StructId, index: usize| is_member(&module, id, index, site.owner(), site.name(member));
    for (position, body) in bodies.iter().enumerate() {
        let Some((body, typed)) = body.as_ref().and_then(|body| Some((body, checker.body(position, body)?))) else { continue };
        for place in ends(body, &typed, levels, read, is_same_member) {
            uses.changes.push(site.change((place..place, read.to_owned())));
        }
    }
    uses
}

fn is_member(module: &Module, id: StructId, index: usize, owner: &str, name: &str) -> bool {
    let content = &module.structs[id];
    module.name(content.name) == owner && content.fields.get(index).is_some_and(|field| module.name(field.name) == name)
}

/// The ends of the expressions that are a member with all of its indices.
fn ends(body: &Body, typed: &TypedBody, levels: usize, read: &str, is_same_member: impl Fn(StructId, usize) -> bool) -> Vec<usize> {
    // By base expression: the expression that indexes it or selects from it, and whether it is an index. An expression is the base of at most one other.
    let accesses: HashMap<ExprId, (ExprId, bool)> = body
        .nodes
        .ids()
        .filter_map(|id| match body.nodes[id].kind {
            ExpressionKind::Index { base, .. } => Some((base, (id, true))),
            ExpressionKind::Member { base, .. } => Some((base, (id, false))),
            _ => None,
        })
        .collect();
    let access_of = |part: ExprId| accesses.get(&part).copied();
    let end = |member: ExprId| {
        let mut value = member;
        for _ in 0..levels {
            value = access_of(value).filter(|(_, is_index)| *is_index)?.0;
        }
        // A component of a wider vector stays the same component.
        let is_read = read != ".value" && access_of(value).is_some();
        (!is_read).then(|| body.nodes[value].span.end as usize)
    };
    typed.members().filter(|(_, id, index)| is_same_member(*id, *index)).filter_map(|(member, _, _)| end(member)).collect()
}
