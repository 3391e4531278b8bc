//! Translates function bodies: `const` becomes `let`, implicit `&` and `*` become explicit, `elseif` becomes `else if`.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::Span;
use padstone_wgsl::body::{Implicit, TypedBody};
use padstone_wgsl::needs_parentheses;
use padstone_wgsl::tree::{Body, ExpressionKind, Nodes, StatementKind, Variable, VariableKind};

use super::pointers::{Accesses, PointerAliases};
use crate::tokens::Tokens;
use crate::{Edits, Unit};

/// The body of a function.
#[derive(Clone, Copy)]
pub(super) struct FunctionBody<'u> {
    pub(super) function: usize,
    pub(super) body: &'u Body,
    pub(super) typed: &'u TypedBody,
    pub(super) accesses: &'u Accesses,
    pub(super) aliases: &'u PointerAliases,
}

/// Adds parentheses where the draft had the precedence of C, and current WGSL has none.
pub(super) fn write_parentheses(nodes: &Nodes, edits: &mut Edits) {
    for id in nodes.ids() {
        let ExpressionKind::Binary { op: outer, left, right } = nodes[id].kind else { continue };
        for operand in [left, right].map(|operand| nodes[operand]) {
            if let ExpressionKind::Binary { op, .. } = operand.kind
                && needs_parentheses(op, outer)
            {
                edits.insert_before(operand.span, "(");
                edits.insert_after(operand.span, ")");
            }
        }
    }
}

pub(super) fn write(unit: &Unit<'_>, tokens: &Tokens, written: FunctionBody<'_>, edits: &mut Edits, found: &mut Diagnostics) {
    let FunctionBody { body, typed, .. } = written;
    // Before the implicit operators at the same positions.
    write_parentheses(&body.nodes, edits);
    for id in body.statement_ids() {
        let statement = body[id];
        match statement.kind {
            StatementKind::Variable(variable) if variable.kind == VariableKind::Const => {
                let start = statement.span.start;
                edits.replace(Span { start, end: start + "const".len() as u32 }, "let");
                access_mode(unit, written, &variable, edits);
            }
            StatementKind::If { clauses, .. } => {
                for pair in body[clauses].windows(2) {
                    let keyword = tokens.after(body[pair[0].block].span.end).next();
                    keyword.filter(|&word| unit.text(word) == "elseif").into_iter().for_each(|word| edits.replace(word, "else if"));
                }
            }
            StatementKind::Fallthrough => {
                let message = "today's WGSL has no `fallthrough`";
                let fault = Diagnostic::error(&codes::NOT_MODERN, message, statement.span).label(statement.span, "");
                found.push(fault.help("list the values of both clauses in the clause that they share"));
            }
            _ => {}
        }
    }
    for (span, implicit) in typed.implicit() {
        match implicit {
            Implicit::AddressOf => edits.insert_before(span, "&"),
            Implicit::Indirection => {
                let before = unit.text(Span { start: span.start.saturating_sub(1), end: span.start });
                // After another operator, `*` could form a different token with it.
                let alone = before.is_empty() || before.ends_with(|c: char| c.is_whitespace() || c == '(' || c == '[');
                edits.insert_before(span, if alone { "*" } else { "(*" });
                if !alone {
                    edits.insert_after(span, ")");
                }
            }
        }
    }
}

/// `ptr<storage, T>` had any access mode; in current WGSL it is read-only.
fn access_mode(unit: &Unit<'_>, written: FunctionBody<'_>, variable: &Variable, edits: &mut Edits) {
    let (Some(ty), Some(value)) = (variable.ty, variable.value) else { return };
    let FunctionBody { function, body, typed, accesses, aliases } = written;
    if accesses.is_pointer_writable(unit, function, body, typed, value) {
        aliases.write_access(unit, &body.nodes, ty, edits);
    }
}
