//! Requests for program layouts.

use padstone_layout::Profile;

use crate::binding_rules::BindingRules;
use crate::options::Options;
use crate::target::Target;

/// A request for the layout of a program.
#[derive(Clone)]
pub struct Request {
    /// The target.
    pub target: Target,
    /// The binding rules.
    pub rules: BindingRules,
    /// The command-line options.
    pub options: Options,
    /// The profile for offsets, instead of that of the rules. For [`crate::SlotRules::OfParameters`] only.
    pub profile: Option<&'static Profile>,
}
