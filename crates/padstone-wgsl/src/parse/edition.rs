//! Reports the syntax of the other edition.

use padstone_diag::{Diagnostic, Edit, codes};

use crate::tree::Edition;

use super::parser::Parser;

impl Parser<'_> {
    /// Reports, once for a text, that the current token begins syntax of `edition` only, unless the text has that edition. `instead`
    /// describes the syntax of the text's own edition.
    pub(super) fn require(&mut self, edition: Edition, instead: &str) {
        if self.differs(edition) {
            self.edition_reported = true;
            let span = self.token.span;
            self.report(&codes::WGSL_EDITION, span, |parser| parser.of_other_edition(edition, instead));
        }
    }

    /// Like [`Self::require`], for a word that has another spelling in the text's edition. Reports each occurrence, so that each can be
    /// fixed, unless the edition as a whole was reported.
    pub(super) fn require_word(&mut self, edition: Edition, instead: &str, replacement: &str) {
        if self.differs(edition) {
            let span = self.token.span;
            self.report(&codes::WGSL_EDITION, span, |parser| {
                let edits = vec![Edit { span, text: replacement.to_owned() }];
                parser.of_other_edition(edition, instead).fix(format!("write `{replacement}`"), edits)
            });
        }
    }

    fn differs(&self, edition: Edition) -> bool {
        self.source.edition != edition && !self.edition_reported && !self.failed
    }

    fn of_other_edition(&self, edition: Edition, instead: &str) -> Diagnostic {
        let (language, option) = match edition {
            Edition::Current => ("today's WGSL; this file is parsed as WGSL of 2020", "`--lang wgsl`"),
            Edition::Draft2020 => ("WGSL of 2020; this file is parsed as today's WGSL", "`--lang wgsl-2020`"),
        };
        let span = self.token.span;
        let shown = if self.at_double_bracket() { "`[[`".to_owned() } else { self.shown_token() };
        Diagnostic::error(&codes::WGSL_EDITION, format!("{shown} is syntax of {language}"), span)
            .label(span, instead)
            .help(format!("pass {option} to parse the file unchanged"))
    }
}
