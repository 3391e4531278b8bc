//! What clang 22 rejects and DXC accepts (clang 22.1.8, measured). Nothing that it rejects has a layout under its rules.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Scalar, Type, TypeId};
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use super::keywords::Builtin;
use super::scopes::ScopeId;
use super::specifiers::{Declarator, Specifiers};
use super::{Keyword, Parser};
use crate::Token;
use crate::reader::Reader;

/// The structs that have no value by default (ISO C++14, 8.5 and 12.1).
#[derive(Default)]
pub(super) struct Defaults {
    structs: FxHashMap<TypeId, Missing>,
    /// Those of the struct whose members are being read.
    pub(super) of_members: Missing,
}

/// What is missing for a value by default.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Missing {
    /// Something in it has no initializer: a constant of the type must have one.
    for_constants: bool,
    /// A constant in it has none: the type has no default constructor.
    for_variables: bool,
}

impl std::ops::BitOrAssign for Missing {
    fn bitor_assign(&mut self, other: Missing) {
        self.for_constants |= other.for_constants;
        self.for_variables |= other.for_variables;
    }
}

impl Defaults {
    pub(super) fn of(&self, structure: TypeId) -> Missing {
        self.structs.get(&structure).copied().unwrap_or_default()
    }

    pub(super) fn add(&mut self, structure: TypeId, missing: Missing) {
        if missing != Missing::default() {
            self.structs.insert(structure, missing);
        }
    }
}

impl Parser<'_> {
    /// Notes what a member of a struct lacks.
    pub(super) fn note_default(&mut self, specifiers: &Specifiers, declarator: &Declarator) {
        if !specifiers.is_static && declarator.initializer.is_none() {
            let Missing { for_constants, for_variables } = self.missing_for(declarator.ty);
            self.defaults.of_members |= Missing { for_constants, for_variables: for_variables || specifiers.is_const && for_constants };
        }
    }

    /// Whether clang keeps a global constant out of `$Globals`: one in a namespace is an ordinary variable, with a warning.
    pub(super) fn is_ordinary_in_clang(&mut self, name: Symbol, span: Span) -> bool {
        let in_namespace = self.scopes.current != ScopeId::GLOBAL;
        self.module.program.globals_in_namespaces |= in_namespace;
        let is_ordinary = self.options.clang && in_namespace;
        if is_ordinary {
            let name = self.qualified(name);
            let message = format!("clang 22 does not place `{}` in `$Globals`: it is in a namespace", self.text(name));
            let found = Diagnostic::warning(&codes::NOT_IN_CLANG, message, span);
            self.report(found.note("its value is that of its initializer, or zero").help("declare it in a cbuffer"));
        }
        is_ordinary
    }

    /// Reports a constant without a value that is not `extern`.
    pub(super) fn check_constant(&mut self, specifiers: &Specifiers, declarator: &Declarator) {
        if !self.options.clang || specifiers.is_extern || declarator.initializer.is_some() || declarator.lacks_initializer {
            return;
        }
        let missing = self.missing_for(declarator.ty);
        let name = self.text(declarator.name).to_owned();
        let (message, help) = match specifiers.is_const {
            true if missing.for_constants => {
                (format!("clang 22 requires an initializer for the constant `{name}`"), "add an initializer, or remove `const`")
            }
            _ if missing.for_variables => {
                let ty = self.module.types.peel_arrays(declarator.ty);
                let ty = self.type_text(ty);
                (format!("clang 22 rejects `{name}`: a constant in `{ty}` has no initializer"), "remove `const` from the member")
            }
            _ => return,
        };
        self.report(Diagnostic::error(&codes::NOT_IN_CLANG, message, declarator.span).help(help));
    }

    fn missing_for(&self, ty: TypeId) -> Missing {
        let ty = self.module.types.peel_arrays(ty);
        match self.module.types[ty] {
            Type::Struct(_) => self.defaults.of(ty),
            Type::Resource(_) | Type::Unknown => Missing::default(),
            _ => Missing { for_constants: true, for_variables: false },
        }
    }

    /// Reports a `register` that is `inside a function` or on something else that has no register.
    pub(super) fn refuse_register(&mut self, place: &str, span: Span) {
        if self.options.clang {
            let message = format!("clang 22 does not allow `register` {place}");
            let found = Diagnostic::error(&codes::NOT_IN_CLANG, message, span);
            self.report(found.help("remove it: only global constants, resources and buffers have registers"));
        }
    }

    /// Reports a qualifier that clang does not know.
    pub(super) fn check_qualifier(&mut self, word: Token) {
        let is_unknown = matches!(
            self.keyword(word),
            Some(
                Keyword::RowMajor
                    | Keyword::ColumnMajor
                    | Keyword::Uniform
                    | Keyword::Precise
                    | Keyword::Unorm
                    | Keyword::Snorm
                    | Keyword::NoInterpolation
                    | Keyword::Linear
                    | Keyword::Centroid
                    | Keyword::NoPerspective
                    | Keyword::Sample
                    | Keyword::GloballyCoherent
                    | Keyword::ReorderCoherent
                    | Keyword::Shared
                    | Keyword::Interface
            )
        );
        if is_unknown {
            self.not_in_clang(word);
        }
    }

    /// Reports a built-in type that clang does not know.
    pub(super) fn check_builtin_type(&mut self, builtin: Builtin, word: Token) {
        let is_unknown = match builtin {
            Builtin::Scalar(scalar) | Builtin::Vector(scalar, _) | Builtin::Matrix(scalar, ..) => matches!(
                scalar,
                Scalar::Min16Float
                    | Scalar::Min10Float
                    | Scalar::Min16Int
                    | Scalar::Min12Int
                    | Scalar::Min16Uint
                    | Scalar::Int8x4Packed
                    | Scalar::Uint8x4Packed
            ),
            Builtin::Struct(_) => true,
            _ => false,
        };
        if is_unknown {
            self.not_in_clang(word);
        }
    }

    fn not_in_clang(&mut self, word: Token) {
        if self.options.clang {
            let message = format!("clang 22 does not support `{}`", self.text(word.symbol));
            let found = Diagnostic::error(&codes::NOT_IN_CLANG, message, word.span);
            self.report(found.help("leave it out for clang: `#ifndef __clang__`"));
        }
    }

    /// Reports a declaration in a cbuffer that is none of a variable, function or struct.
    pub(super) fn check_buffer_declaration(&mut self, word: Token) {
        let is_wrong = matches!(
            self.keyword(word),
            Some(
                Keyword::Typedef
                    | Keyword::Using
                    | Keyword::Enum
                    | Keyword::Template
                    | Keyword::StaticAssert
                    | Keyword::StaticAssertC
                    | Keyword::CBuffer
                    | Keyword::TBuffer
            )
        );
        if self.options.clang && is_wrong {
            let message = format!("clang 22 does not allow `{}` in a cbuffer", self.text(word.symbol));
            let found = Diagnostic::error(&codes::NOT_IN_CLANG, message, word.span);
            self.report(found.help("move the declaration before the cbuffer"));
        }
    }
}
