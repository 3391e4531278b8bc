//! What stands in functions: `const` that is `let` today, pointers without `&` and `*`, `elseif`.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::Span;
use padstone_wgsl::body::{Implicit, TypedBody};
use padstone_wgsl::tree::{Body, StatementKind, VariableKind};

use crate::{Edits, Unit};

pub(super) fn write(unit: &Unit<'_>, body: &Body, typed: &TypedBody, edits: &mut Edits, found: &mut Diagnostics) {
    for id in body.statement_ids() {
        let statement = body[id];
        match statement.kind {
            StatementKind::Variable(variable) if variable.kind == VariableKind::Const => {
                let start = statement.span.start;
                edits.replace(Span { start, end: start + "const".len() as u32 }, "let");
            }
            StatementKind::If { clauses, .. } => {
                for pair in body[clauses].windows(2) {
                    let between = Span { start: body[pair[0].block].span.end, end: body.nodes[pair[1].condition].span.start };
                    if let Some(at) = unit.text(between).find("elseif") {
                        let start = between.start + at as u32;
                        edits.replace(Span { start, end: start + "elseif".len() as u32 }, "else if");
                    }
                }
            }
            StatementKind::Fallthrough => {
                let message = "no clause of a `switch` runs into the next today";
                let fault = Diagnostic::error(&codes::NOT_MODERN, message, statement.span).label(statement.span, "");
                found.push(fault.help("list the values of both clauses before the part that they share"));
            }
            _ => {}
        }
    }
    for (span, implicit) in typed.implicit() {
        match implicit {
            Implicit::AddressOf => edits.insert_before(span, "&"),
            Implicit::Indirection => {
                let before = unit.text(Span { start: span.start.saturating_sub(1), end: span.start });
                // Behind another operator `*` might be read together with that.
                let alone = before.is_empty() || before.ends_with(|c: char| c.is_whitespace() || c == '(' || c == '[');
                edits.insert_before(span, if alone { "*" } else { "(*" });
                if !alone {
                    edits.insert_after(span, ")");
                }
            }
        }
    }
}
