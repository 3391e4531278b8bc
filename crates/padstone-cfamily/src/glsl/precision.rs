//! Precisions of GLSL ES, where a type that has none of its own needs a default (GLSL ES 3.20, section 4.7.4).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Scalar, Type};
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashSet;

use super::Parser;
use super::keywords::{Builtin, OpaqueClass};
use super::type_names::TypeSpec;
use super::version::Version;
use crate::cursor::Tokens;
use crate::reader::Reader;
use padstone_model::Stage;

/// The defaults at a place of the source.
#[derive(Debug, Default)]
pub(super) struct Precisions {
    /// Whether anything needs one: not on desktops.
    wanted: bool,
    float: bool,
    /// The samplers and images that have got one.
    opaque: FxHashSet<Symbol>,
}

impl Precisions {
    pub(super) fn new(version: Version, stage: Option<Stage>) -> Self {
        // Floating point has no default in fragment shaders.
        Precisions { wanted: version.is_es(), float: stage != Some(Stage::Fragment), opaque: FxHashSet::default() }
    }
}

impl Parser<'_> {
    /// `precision highp float;`
    pub(super) fn precision_statement(&mut self) -> Option<()> {
        self.cursor.next();
        let qualifiers = self.qualifiers();
        if qualifiers.precision.is_none() {
            self.expected("`highp`, `mediump`, or `lowp`");
            return None;
        }
        let token = self.cursor.peek();
        match self.builtin(token) {
            Some(Builtin::Scalar(Scalar::Float32)) => self.precisions.float = true,
            Some(Builtin::Scalar(Scalar::Int32)) => {}
            Some(Builtin::Opaque(_)) => {
                self.precisions.opaque.insert(token.symbol);
            }
            _ => {
                let found = Diagnostic::error(
                    &codes::UNEXPECTED_TOKEN,
                    "only `float`, `int`, and opaque types have a default precision",
                    token.span,
                );
                self.report(found.help("set the precision of the component type for vectors and matrices"));
                return None;
            }
        }
        self.cursor.next();
        self.end_of_declaration()
    }

    /// Reports a precision of a type that has none: only 32-bit numbers and handles have one (section 4.7.2; glslang 12, measured).
    pub(super) fn check_precision_place(&mut self, spec: &TypeSpec, precision: Option<Span>) {
        let Some(at) = precision else { return };
        let is_allowed = match self.module.types[spec.element] {
            _ if spec.void => false,
            Type::Scalar(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } => {
                matches!(scalar, Scalar::Float32 | Scalar::Int32 | Scalar::Uint32)
            }
            Type::Struct(_) => false,
            _ => spec.opaque.is_none_or(|opaque| opaque.class != OpaqueClass::AccelerationStructure),
        };
        if !is_allowed {
            let found = Diagnostic::error(&codes::QUALIFIER_PLACE, "the type cannot have a precision", at);
            self.report(found.label(at, "").help("remove it: only `float`, `int`, `uint`, and opaque types have a precision"));
        }
    }

    /// Reports a type that needs a precision and has none.
    pub(super) fn check_precision(&mut self, spec: &TypeSpec, own: Option<Span>) {
        if !self.precisions.wanted || own.is_some() {
            return;
        }
        let missing = match self.module.types[spec.element] {
            Type::Scalar(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } => {
                scalar == Scalar::Float32 && !self.precisions.float
            }
            Type::Resource(resource) if spec.opaque.is_some_and(|opaque| opaque.class != OpaqueClass::AccelerationStructure) => {
                let preset = matches!(
                    self.text(resource.spelling()),
                    "sampler2D" | "samplerCube" | "texture2D" | "textureCube" | "samplerExternalOES" | "atomic_uint"
                );
                !preset && !self.precisions.opaque.contains(&resource.spelling())
            }
            _ => false,
        };
        if missing {
            let name = match self.module.types[spec.element] {
                Type::Resource(resource) => self.text(resource.spelling()).to_owned(),
                _ => "float".to_owned(),
            };
            let message = format!("`{name}` has no default precision");
            let found = Diagnostic::error(&codes::PRECISION_MISSING, message, spec.span);
            self.report(found.help(format!("add `precision highp {name};` before it, or `highp` before the type")));
        }
    }
}
