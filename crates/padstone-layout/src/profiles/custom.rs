//! Profiles for custom rule sets of programs.

use std::sync::{Mutex, PoisonError};

use super::Profile;
use crate::rules::RuleSet;

/// The profiles of all custom rule sets so far.
static CUSTOM: Mutex<Vec<&'static Profile>> = Mutex::new(Vec::new());

/// Returns the profile that applies a rule set to every buffer. Equal rule sets share one profile, which lives until the process ends.
///
/// ```
/// use padstone_layout::{RuleSet, STD430, custom};
///
/// let packed = RuleSet { name: "packed", vector_align: [1, 1, 1, 1], ..STD430.clone() };
/// assert!(std::ptr::eq(custom(packed.clone()), custom(packed)));
/// ```
pub fn custom(rules: RuleSet) -> &'static Profile {
    // A panic while the lock is held leaves the list consistent: it only grows, by one push.
    let mut known = CUSTOM.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(profile) = known.iter().find(|profile| *profile.cbuffer.rules == rules) {
        return profile;
    }
    let profile: &'static Profile = Box::leak(Box::new(Profile::applying(Box::leak(Box::new(rules)))));
    known.push(profile);
    profile
}
