//! `#language slang 2026` of Slang, `#lang` for short.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::Preprocessor;

/// The versions of Slang, each with its year; a preceding `slang` is optional.
const VERSIONS: [(&str, u32); 5] = [("legacy", 2018), ("2018", 2018), ("2025", 2025), ("2026", 2026), ("latest", 2026)];

impl Preprocessor<'_> {
    /// Parses the version after `#language`. The last directive in a file is effective, and tokens after the version are ignored (libslang
    /// 2026.12).
    pub(super) fn language_directive(&mut self, directive: Span) {
        let tokens = self.line();
        let tokens = self.expand_line(tokens);
        let words: Vec<&str> = tokens.iter().map(|&token| self.spelling(token)).collect();
        let version = match words[..] {
            ["slang", version, ..] | [version, ..] => VERSIONS.iter().find(|(name, _)| *name == version),
            [] => None,
        };
        match version {
            Some(&(_, year)) => self.version = year,
            None => {
                let found = Diagnostic::error(&codes::LANGUAGE_UNKNOWN, "unknown Slang language version", directive);
                self.unit
                    .diagnostics
                    .push(found.label(directive, "").help("write `#language slang 2026`, `2025`, `2018`, `latest`, or `legacy`"));
            }
        }
    }
}
