//! What the versions of HLSL brought. All are read with the grammar of the newest, so that what a version does not have yet
//! is reported, and laid out all the same.

use padstone_diag::{Diagnostic, Severity, codes};
use padstone_source::Span;

use super::Parser;
use crate::reader::Reader;

/// A feature that older versions do not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Feature {
    Enums,
    Templates,
    BitFields,
    Operators,
    Using,
}

impl Feature {
    /// What it is called, the version that brought it, and how bad it is in an older one: what DXC says (its
    /// lib/Parse/ParseDecl.cpp and ParseDeclCXX.cpp, lib/Sema/SemaHLSL.cpp).
    fn facts(self) -> (&'static str, u16, Severity) {
        match self {
            Feature::Enums => ("enumerations", 2017, Severity::Error),
            Feature::Templates => ("templates", 2021, Severity::Error),
            Feature::BitFields => ("bit-fields", 2021, Severity::Error),
            Feature::Operators => ("overloaded operators", 2021, Severity::Error),
            Feature::Using => ("`using namespace` and `using` for types", 2021, Severity::Warning),
        }
    }
}

impl Parser<'_> {
    /// Notes the use of a feature.
    pub(super) fn uses(&mut self, feature: Feature, at: Span) {
        let (name, since, severity) = feature.facts();
        let version = self.options.hlsl_version;
        if version >= since {
            return;
        }
        let message = format!("{name} require HLSL {since}; `-HV` selects HLSL {version}");
        let found = Diagnostic::new(severity, &codes::NEEDS_VERSION, message, at);
        self.report(found.help(format!("pass `-HV {since}`, or omit `-HV`")));
    }
}
