//! Functions: each has one definition, and declarations with the same parameter types agree (The OpenGL Shading Language 4.60, section 6.1;
//! glslang 12, measured). No layout depends on them.

use std::collections::hash_map::Entry;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Type, TypeId};
use padstone_source::{Span, Symbol};

use super::Parser;
use super::builtin_functions::{BuiltinType, DeclaredParameter, Difference, difference, is_builtin_function};
use super::keywords::Keyword;
use super::parameters::{ParameterType, Parameters};
use super::storage::Storage;
use crate::reader::Reader;

/// A function with certain parameter types.
pub(super) struct Overload {
    parameters: Vec<ParameterType>,
    /// `None` is `void`.
    result: Option<TypeId>,
    has_body: bool,
    span: Span,
}

/// The functions by name and parameter types.
pub(super) type Overloads = rustc_hash::FxHashMap<(Symbol, Vec<TypeId>), Overload>;

impl Parser<'_> {
    /// Checks a function against the declarations before it. `result` is `None` for `void`.
    pub(super) fn check_function(&mut self, name: Symbol, span: Span, result: Option<TypeId>, parameters: &Parameters, has_body: bool) {
        if has_body && self.text(name) == "main" {
            self.check_main(span, result, parameters);
        }
        if self.check_builtin_name(name, span) {
            return;
        }
        let Some(types) = &parameters.types else { return };
        let is_unknown = |parser: &Self, ty: TypeId| parser.module.types[parser.module.types.peel_arrays(ty)] == Type::Unknown;
        if result.into_iter().chain(types.iter().map(|parameter| parameter.ty)).any(|ty| is_unknown(self, ty)) {
            return;
        }
        self.check_builtin_overload(name, span, result, types);
        let before = match self.functions.entry((name, types.iter().map(|parameter| parameter.ty).collect())) {
            Entry::Occupied(before) => before.into_mut(),
            Entry::Vacant(new) => {
                new.insert(Overload { parameters: types.clone(), result, has_body, span });
                return;
            }
        };
        let first = before.span;
        let has_two_bodies = before.has_body && has_body;
        before.has_body |= has_body;
        let before = &*before;
        let differs = |of: fn(&ParameterType) -> (Storage, Option<Keyword>)| before.parameters.iter().map(of).ne(types.iter().map(of));
        let problem = if has_two_bodies {
            "is defined twice"
        } else if before.result != result {
            "is declared with two result types"
        } else if differs(|parameter| (parameter.storage, None)) {
            "is declared with different parameter storage qualifiers"
        } else if !self.version.is_es() && differs(|parameter| (parameter.storage, parameter.precision)) {
            "is declared with different parameter precisions"
        } else {
            return;
        };
        let message = format!("`{}` {problem}", self.text(name));
        let found = Diagnostic::error(&codes::NAME_CONFLICT, message, span).label(span, "").label(first, "first declared here");
        self.report(found.help("choose another name, or other parameter types"));
    }

    /// Reports a name at the top level that is one of a function of the language, which GLSL ES does not allow, and returns whether it is.
    pub(super) fn check_builtin_name(&mut self, name: Symbol, span: Span) -> bool {
        let is_builtin = self.version.is_es() && is_builtin_function(self.text(name), self.version, self.options.stage);
        if is_builtin {
            let message = format!("`{}` is a built-in function, which GLSL ES shaders cannot redeclare", self.text(name));
            self.report(Diagnostic::error(&codes::NAME_CONFLICT, message, span).help("choose another name"));
        }
        is_builtin
    }

    /// Checks a function that replaces one of the language.
    fn check_builtin_overload(&mut self, name: Symbol, span: Span, result: Option<TypeId>, types: &[ParameterType]) {
        let declared = |&ParameterType { ty, storage, precision }: &ParameterType| {
            let ty = BuiltinType::of(self.module.types[ty]);
            DeclaredParameter { ty, storage, precision }
        };
        let parameters: Vec<DeclaredParameter> = types.iter().map(declared).collect();
        let result = result.map_or(BuiltinType::Void, |result| BuiltinType::of(self.module.types[result]));
        let difference = difference(self.text(name), result, &parameters, (self.version, self.options.stage), self.is_vulkan());
        let (problem, help) = match difference {
            None => return,
            Some(Difference::Result) => ("has a different result type from", "return the same type, or choose another name"),
            Some(Difference::Storage) => {
                ("has different storage qualifiers from", "use the same storage qualifiers, or choose another name")
            }
            // Those of the language have no precision, and those of a shader always have (glslang 12, measured).
            Some(Difference::Precision) => (
                "cannot replace",
                "choose another name: for Vulkan, glslang rejects every function with this name and these parameter types",
            ),
        };
        let message = format!("`{}` {problem} the built-in function with the same parameter types", self.text(name));
        self.report(Diagnostic::error(&codes::NAME_CONFLICT, message, span).help(help));
    }

    fn check_main(&mut self, span: Span, result: Option<TypeId>, parameters: &Parameters) {
        let has_parameters = !parameters.names.is_empty() || parameters.types.as_ref().is_some_and(|types| !types.is_empty());
        if result.is_some() || has_parameters {
            let problem = if result.is_some() { "returns a value" } else { "has parameters" };
            let found = Diagnostic::error(&codes::UNEXPECTED_TOKEN, format!("the entry point `main` {problem}"), span);
            self.report(found.help("write `void main()`: stages pass values by `in` and `out` variables"));
        }
    }
}
