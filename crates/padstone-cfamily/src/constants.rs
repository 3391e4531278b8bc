//! Constant expressions, evaluated during parsing.
//!
//! A *syntax* error stops the parsing of the expression. A well-formed expression without a constant value (a variable, a division by zero)
//! is an [`Outcome`] like any other, so that `false ? 1 / 0 : 4` is 4.

mod arithmetic;
mod expression;
mod literal;
mod operators;
mod semantics;
mod value;

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

pub(crate) use expression::Expressions;
pub(crate) use literal::{Suffixes, literal};
pub(crate) use operators::Operator;
pub(crate) use semantics::{Overflow, Semantics};
pub(crate) use value::{Int, Value, cast, integer, promoted, ranged, to_bool, wrap};

/// The reason why an expression has no value.
#[derive(Clone, Debug)]
pub(crate) enum Fail {
    Report(Box<Diagnostic>),
    /// The value depends on template arguments that are not known yet: not an error.
    Dependent,
}

/// The value of a well-formed expression.
pub(crate) type Outcome<V = Value> = Result<V, Fail>;
/// An outcome, or the syntax error of the expression.
pub(crate) type Parsed<V = Value> = Result<Outcome<V>, Fail>;

pub(crate) fn unexpected(description: &str, span: Span) -> Fail {
    Fail::Report(Box::new(Diagnostic::error(&codes::UNEXPECTED_TOKEN, format!("expected {description}"), span)))
}

/// An expression that is not a compile-time constant, and what to write instead.
pub(crate) fn not_constant(message: &str, help: &str, span: Span) -> Fail {
    Fail::Report(Box::new(Diagnostic::error(&codes::NOT_CONSTANT, message, span).help(help)))
}

/// The unknown name because of which an expression has no value.
pub(crate) fn unknown_in(fail: &Fail) -> Option<Box<str>> {
    match fail {
        Fail::Report(found) => found.unknown.clone(),
        Fail::Dependent => None,
    }
}

/// A use of a constant that has no value because of an unknown name, if there is one: an error about that name.
pub(crate) fn without_value(fail: Fail, unknown: Option<&str>) -> Fail {
    match (fail, unknown) {
        (Fail::Report(found), Some(unknown)) => Fail::Report(Box::new(found.unknown(unknown))),
        (fail, _) => fail,
    }
}

pub(crate) fn overflow(message: &str, help: &str, span: Span) -> Fail {
    Fail::Report(Box::new(Diagnostic::error(&codes::CONSTANT_OVERFLOW, message, span).help(help)))
}
