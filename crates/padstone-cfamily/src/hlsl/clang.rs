//! What clang 22 rejects and DXC accepts (clang 22.1.8, measured). Nothing that it rejects has a layout under its rules.

use padstone_diag::{Diagnostic, codes};
use padstone_model::Scalar;

use super::keywords::Builtin;
use super::{Keyword, Parser};
use crate::Token;
use crate::reader::Reader;

impl Parser<'_> {
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
