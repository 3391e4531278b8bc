//! Uses that cannot be rewritten, and their diagnostics.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::cursor::ChainRoot;
use super::vocabulary::is_vocabulary;
use super::{Engine, FunctionFindings, Representation};
use crate::Unit;

/// An obstacle, and its variable; `None` if all variables are affected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Obstacle {
    pub(super) span: Span,
    pub(super) variable: Option<ChainRoot>,
    /// Whether it is a pointer argument.
    pub(super) is_argument: bool,
}

impl Obstacle {
    pub(super) fn new(span: Span, variable: Option<ChainRoot>) -> Self {
        Obstacle { span, variable, is_argument: false }
    }

    pub(super) fn report(self, unit: &Unit<'_>) -> Diagnostic {
        let text = unit.text(self.span);
        if self.variable.is_none() && is_vocabulary(text) {
            let message = format!("`{text}` is declared in the file, so new text cannot use the built-in; file unchanged");
            return Diagnostic::warning(&codes::REWRITE_USE, message, self.span).label(self.span, "").help(format!("rename `{text}`"));
        }
        let name = match self.variable {
            Some(ChainRoot::Variable(declaration)) => unit.tree.declarations[declaration].name(),
            _ => None,
        };
        let subject = name.map_or_else(|| "the file".to_owned(), |name| format!("`{}`", unit.names.resolve(name.symbol)));
        let message = format!("cannot rewrite this use; {subject} is unchanged");
        let found = Diagnostic::warning(&codes::REWRITE_USE, message, self.span).label(self.span, "");
        if self.is_argument {
            found.help("copy the pointee to a local variable, pass a pointer to that variable, and copy it back")
        } else {
            found
        }
    }
}

/// Whether a pointer argument to memory whose storage changes is an obstacle.
pub(crate) fn has_pointer_argument(unit: &Unit<'_>, representation: &Representation<'_>) -> bool {
    let (plan, mut findings) = ((representation.plan)(&representation.variables), FunctionFindings::default());
    loop {
        let Err(obstacles) = Engine::new(unit, &plan, representation, &findings).run(representation.suffix) else { return false };
        let is_pointer_argument = |obstacle: &Obstacle| obstacle.is_argument && matches!(obstacle.variable, Some(ChainRoot::Variable(_)));
        if obstacles.iter().any(is_pointer_argument) {
            return true;
        }
        // Obstacles of function variables and parameters may be caused by callers.
        let unchanged_names = findings.unchanged_names.len();
        findings.unchanged_names.extend(obstacles.iter().filter_map(|obstacle| match obstacle.variable {
            Some(ChainRoot::Local(declared)) => Some(declared),
            _ => None,
        }));
        if findings.unchanged_names.len() == unchanged_names {
            return false;
        }
    }
}
