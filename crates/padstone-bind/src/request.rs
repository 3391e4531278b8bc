//! What a program is laid out for.

use padstone_layout::Profile;

use crate::binding_rules::BindingRules;
use crate::options::Options;
use crate::target::Target;

/// What a program is laid out for.
#[derive(Clone)]
pub struct Request {
    /// The target.
    pub target: Target,
    /// Who lays it out.
    pub rules: BindingRules,
    /// What the command line says.
    pub options: Options,
    /// Where bytes are, instead of where the rules have them: for [`crate::Slots::OfParameters`].
    pub profile: Option<&'static Profile>,
}
