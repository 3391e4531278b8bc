//! The policies, one file each.

mod dxc;
mod dxc_spirv;
mod fxc;

pub use dxc::DXC;
pub use dxc_spirv::DXC_SPIRV;
pub use fxc::FXC;

use crate::Policy;

/// All policies, by name.
pub const ALL: &[&Policy] = &[&DXC, &DXC_SPIRV, &FXC];

/// The policy of that name.
pub fn find(name: &str) -> Option<&'static Policy> {
    ALL.iter().copied().find(|policy| policy.name == name)
}
