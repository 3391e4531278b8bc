//! The registers that a root signature binds: each at most once.

use std::collections::BTreeMap;

use padstone_diag::{Diagnostics, Severity, codes};

use crate::pipeline::{at, called};
use crate::reflect::{Reflection, ResourceSlot};

/// Visibility in every stage.
pub(super) const ALL: &str = "SHADER_VISIBILITY_ALL";

/// A range of registers that the signature binds.
#[derive(Clone)]
pub(super) struct RegisterClaim {
    pub(super) class: char,
    pub(super) space: u64,
    pub(super) register: u64,
    /// `None` if unbounded.
    pub(super) count: Option<u64>,
    pub(super) visibility: &'static str,
    /// Whether it is in a table, which contains one range for all resources at the same registers.
    pub(super) in_table: bool,
    pub(super) slot: ResourceSlot,
}

impl RegisterClaim {
    fn end(&self) -> u64 {
        self.count.map_or(u64::MAX, |count| self.register.saturating_add(count))
    }

    /// Whether one range of a table represents both.
    fn equals_range(&self, other: &RegisterClaim) -> bool {
        let range = |claim: &RegisterClaim| (claim.class, claim.space, claim.register, claim.count, claim.visibility);
        self.in_table && other.in_table && range(self) == range(other)
    }
}

/// Reports registers that are bound twice for one stage, which clang 22 and the runtime reject: "resource ranges overlap".
pub(super) fn check(reflection: &Reflection<'_>, mut claims: Vec<RegisterClaim>, diagnostics: &mut Diagnostics) {
    claims.sort_by_key(|claim| (claim.class, claim.space, claim.register));
    for group in claims.chunk_by(|left, right| (left.class, left.space) == (right.class, right.space)) {
        // The claim with the highest end, for each visibility.
        let mut farthest: BTreeMap<&str, &RegisterClaim> = BTreeMap::new();
        for claim in group {
            let sees = |right: &&&RegisterClaim| claim.visibility == ALL || [ALL, claim.visibility].contains(&right.visibility);
            let overlaps = |right: &&&RegisterClaim| right.end() > claim.register && !right.equals_range(claim);
            if let Some(right) = farthest.values().filter(sees).find(overlaps) {
                let space = if claim.space == 0 { String::new() } else { format!(" of space{}", claim.space) };
                let message = format!(
                    "`{}` and `{}` are both at {}{}{space}: a root signature binds each register once",
                    called(&right.slot),
                    called(&claim.slot),
                    claim.class,
                    claim.register
                );
                let found = at(reflection, &claim.slot, &codes::DESCRIPTORS_COLLIDE, Severity::Error, message);
                diagnostics.push(found.help("assign different registers"));
            }
            if farthest.get(claim.visibility).is_none_or(|known| known.end() < claim.end()) {
                farthest.insert(claim.visibility, claim);
            }
        }
    }
}
