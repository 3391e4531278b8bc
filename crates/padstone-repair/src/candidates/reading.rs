//! Code that reads a member whose type changes. padstone can edit function bodies of WGSL only; for other languages it describes the edit.

use std::collections::{HashMap, HashSet};

use padstone_read::diag::Diagnostics;
use padstone_read::model::{Language, Module, StructId};
use padstone_read::source::Interner;
use padstone_read::wgsl::body::Checker;
use padstone_read::wgsl::tree::{Body, DeclarationKind, Edition, ExprId, ExpressionKind, Source, StatementKind, UnaryOp};
use padstone_read::wgsl::{parse, parse_body};

use super::Site;
use crate::text::TextChange;

/// The new form of a value whose type changes.
pub(super) enum Reading<'r> {
    /// The only member of a wrapper: `.value`.
    Member(&'r str),
    /// Components of a wider vector.
    Components {
        /// The selector: `.xy`.
        read: &'r str,
        /// The type of the wider vector.
        wide: &'r str,
    },
}

/// The uses of a member, in the functions of the file that declares it.
pub(super) struct MemberUses {
    pub(super) changes: Vec<TextChange>,
    /// Whether there are uses that cannot be changed with the type: of the whole member where it is an array, of its address, and compound assignments.
    pub(super) unrewritten: bool,
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

/// Changes every use of a member with all of its indices to the new form.
pub(super) fn uses(site: &Site<'_>, member: usize, levels: usize, reading: &Reading<'_>) -> MemberUses {
    let mut uses = MemberUses { changes: Vec::new(), unrewritten: false };
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
        let surroundings = Surroundings::of(body);
        for (value, _, _) in typed.members().filter(|(_, id, index)| is_same_member(*id, *index)) {
            match surroundings.edits(body, value, levels, reading) {
                Some(edits) => uses.changes.extend(edits.into_iter().map(|(place, text)| site.change((place..place, text)))),
                None => uses.unrewritten = true,
            }
        }
    }
    uses
}

fn is_member(module: &Module, id: StructId, index: usize, owner: &str, name: &str) -> bool {
    let content = &module.structs[id];
    module.name(content.name) == owner && content.fields.get(index).is_some_and(|field| module.name(field.name) == name)
}

/// The surroundings of each expression of a body, as far as they matter here.
#[derive(Default)]
struct Surroundings {
    /// By base expression: the expression that indexes it or selects from it, and whether it is an index. An expression is the base of at most one other.
    accesses: HashMap<ExprId, (ExprId, bool)>,
    /// Operands of `&`.
    addressed: HashSet<ExprId>,
    /// By target: the assigned value, or `None` for compound assignments.
    assigned: HashMap<ExprId, Option<ExprId>>,
}

impl Surroundings {
    fn of(body: &Body) -> Surroundings {
        let mut around = Surroundings::default();
        for id in body.nodes.ids() {
            match body.nodes[id].kind {
                ExpressionKind::Index { base, .. } => drop(around.accesses.insert(base, (id, true))),
                ExpressionKind::Member { base, .. } => drop(around.accesses.insert(base, (id, false))),
                ExpressionKind::Unary { op: UnaryOp::AddressOf, operand } => drop(around.addressed.insert(operand)),
                _ => {}
            }
        }
        for statement in &body.statements {
            if let StatementKind::Assign { left: Some(left), op, right } = statement.kind {
                around.assigned.insert(left, op.is_none().then_some(right));
            }
        }
        around
    }

    /// The texts to insert for one use of the member; `None` if the use cannot be changed.
    fn edits(&self, body: &Body, member: ExprId, levels: usize, reading: &Reading<'_>) -> Option<Vec<(usize, String)>> {
        let mut value = member;
        for _ in 0..levels {
            value = self.accesses.get(&value).filter(|(_, is_index)| *is_index)?.0;
        }
        let end = |id: ExprId| body.nodes[id].span.end as usize;
        match (reading, self.accesses.get(&value)) {
            (Reading::Member(read), _) => Some(vec![(end(value), (*read).to_owned())]),
            // A component of a wider vector stays the same component.
            (Reading::Components { .. }, Some(_)) => Some(Vec::new()),
            (Reading::Components { .. }, None) if self.addressed.contains(&value) => None,
            (Reading::Components { read: ".x", .. }, None) => Some(vec![(end(value), ".x".to_owned())]),
            (Reading::Components { read, wide }, None) => match self.assigned.get(&value) {
                None => Some(vec![(end(value), (*read).to_owned())]),
                // Several components cannot be assigned at once.
                Some(&assigned) => {
                    let assigned = assigned?;
                    let padding = ", 0".repeat(5 - read.len());
                    Some(vec![(body.nodes[assigned].span.start as usize, format!("{wide}(")), (end(assigned), format!("{padding})"))])
                }
            },
        }
    }
}
