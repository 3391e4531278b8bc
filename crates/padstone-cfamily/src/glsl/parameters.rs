//! The parameters of functions (The OpenGL Shading Language 4.60, section 6.1.1). No layout depends on them.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Count, TypeId};
use padstone_source::{Span, Symbol};

use super::Parser;
use super::keywords::Keyword;
use super::qualifiers::Qualifiers;
use super::storage::Storage;
use super::type_names::TypeSpec;
use crate::TokenKind;
use crate::cursor::Tokens;
use crate::reader::Reader;

/// The name of a parameter, and where it is.
type Name = (Symbol, Span);

/// The parameters of a function.
#[derive(Default)]
pub(super) struct Parameters {
    pub(super) names: Vec<Name>,
    /// The types; `None` if one was not understood.
    pub(super) types: Option<Vec<ParameterType>>,
}

/// The type and the qualifiers of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ParameterType {
    pub(super) ty: TypeId,
    pub(super) storage: Storage,
    /// `mediump` or `lowp`.
    pub(super) precision: Option<Keyword>,
}

impl Parser<'_> {
    /// Reads `(float a, out int b)`. `None` if nothing closes it, which is reported.
    pub(super) fn parameters(&mut self) -> Option<Parameters> {
        let open = self.cursor.next();
        let tokens = self.collect_parameters();
        let close = self.cursor.peek();
        if close.kind != TokenKind::ParenClose {
            if self.skip_to_close(open.span) {
                self.error(&codes::UNCLOSED, "unclosed delimiter", open.span);
            }
            return None;
        }
        self.see(close);
        self.cursor.next();
        if tokens.is_empty() {
            return Some(Parameters { names: Vec::new(), types: Some(Vec::new()) });
        }
        let tokens = tokens.iter().copied().chain([close]).collect();
        self.cursor.replay(tokens, close.span.after());
        let mut names = Vec::new();
        // What is wrong has been reported: the function goes on behind its parameters.
        let types = self.parameter_list(&mut names);
        self.cursor.end_replay();
        Some(Parameters { names, types })
    }

    /// Reports parameters of one name, where a body has them both.
    pub(super) fn check_parameter_names(&mut self, names: &[Name]) {
        for (index, &(name, span)) in names.iter().enumerate() {
            if let Some(&(_, first)) = names[..index].iter().find(|(before, _)| *before == name) {
                let message = format!("redeclaration of `{}`", self.text(name));
                self.report(Diagnostic::error(&codes::NAME_CONFLICT, message, span).label(span, "").label(first, "first declared here"));
            }
        }
    }

    fn parameter_list(&mut self, names: &mut Vec<Name>) -> Option<Vec<ParameterType>> {
        let (mut is_first, mut types) = (true, Vec::new());
        loop {
            let (name, ty) = self.parameter(is_first)?;
            names.extend(name);
            types.extend(ty);
            is_first = false;
            if self.cursor.eat(TokenKind::ParenClose).is_some() {
                return Some(types);
            }
            self.expect(TokenKind::Comma, "`,` or `)`")?;
        }
    }

    /// One parameter, with its name if it has one; its type is `None` for `void`. `None` if it could not be understood.
    fn parameter(&mut self, is_first: bool) -> Option<(Option<Name>, Option<ParameterType>)> {
        let qualifiers = self.parameter_qualifiers();
        // A struct that is defined here is of no buffer, and the types of some extensions have arguments of their own.
        if self.peek_keyword() == Some(Keyword::Struct) || self.cursor.peek_at(1).kind == TokenKind::Less {
            return None;
        }
        let spec = self.type_specifier()?;
        let name = if self.cursor.at(TokenKind::Ident) { Some(self.declared_name("a parameter name")?) } else { None };
        let dims = if name.is_some() { self.dimensions().of(&spec.dims) } else { spec.dims.clone() };
        if let Some((name, span)) = name {
            self.check_name(name, span);
        }
        if spec.void && (name.is_some() || !is_first) {
            self.error(&codes::UNEXPECTED_TOKEN, "a parameter cannot have type `void`", spec.span);
        }
        if let (true, Some(at)) = (dims.counts.contains(&Count::Runtime), dims.span) {
            let found = Diagnostic::error(&codes::ARRAY_SIZE, "an array parameter requires a size", at);
            self.report(found.help("write a number between the brackets"));
        }
        self.check_parameter(&qualifiers, &spec);
        self.check_precision_place(&spec, qualifiers.precision);
        self.check_precision(&spec, qualifiers.precision);
        self.check_counter(&spec);
        let storage = qualifiers.storage.map_or(Storage::In, |(storage, _)| storage);
        let ty = self.array_of(spec.element, &dims);
        Some((name, (!spec.void).then_some(ParameterType { ty, storage, precision: qualifiers.reduced_precision })))
    }

    /// What may be said of a parameter.
    fn check_parameter(&mut self, qualifiers: &Qualifiers, spec: &TypeSpec) {
        let storage = qualifiers.storage;
        let of_variables = storage.filter(|(storage, _)| !matches!(storage, Storage::Const | Storage::In | Storage::Out | Storage::InOut));
        let wrong = [
            (of_variables.map(|(_, at)| at), &codes::QUALIFIER_PLACE, "a parameter can be `const`, `in`, `out`, or `inout`"),
            (qualifiers.layout().span, &codes::LAYOUT_QUALIFIER_PLACE, "parameters cannot have layout qualifiers"),
            (
                qualifiers.interpolation.or(qualifiers.auxiliary),
                &codes::QUALIFIER_PLACE,
                "interpolation qualifiers are not allowed on parameters",
            ),
            (qualifiers.invariant, &codes::QUALIFIER_PLACE, "`invariant` is allowed only on outputs"),
        ];
        for (at, code, message) in wrong {
            if let Some(at) = at {
                self.report(Diagnostic::error(code, message, at).help("remove it"));
            }
        }
        if let (Some(_), Some((Storage::Out | Storage::InOut, at))) = (spec.opaque, storage) {
            let found = Diagnostic::error(&codes::OPAQUE_PLACE, "a sampler, texture, image, or counter cannot be an output", at);
            self.report(found.help("remove the qualifier"));
        }
    }
}
