//! Lays a program out under a rule set and compares the result with the naive implementation.

use padstone_read::layout;

use crate::properties::compare::{Choose, compare};
use crate::properties::subject::Subject;

pub(crate) fn check(subject: &Subject, rules: &str, choose: Choose) -> Result<(), String> {
    let profile = layout::find(rules).expect("a rule set is a profile");
    compare(subject, &subject.unit.layout(profile), &*choose(&subject.program)).map_err(|why| format!("under {rules}: {why}"))
}
