//! The policies, one file each.

mod as_compiled;
mod by_program;
mod dxc;
mod dxc_spirv;
mod fxc;
mod glslang;
mod opengl;
mod wgsl;

pub use as_compiled::AS_COMPILED;
pub use by_program::BY_PROGRAM;
pub use dxc::DXC;
pub use dxc_spirv::DXC_SPIRV;
pub use fxc::FXC;
pub use glslang::GLSLANG;
pub use opengl::OPENGL;
pub use wgsl::WGSL;

use crate::Policy;

/// All policies, by name.
pub const ALL: &[&Policy] = &[&DXC, &DXC_SPIRV, &FXC, &GLSLANG, &OPENGL, &WGSL, &AS_COMPILED, &BY_PROGRAM];

/// The policy of that name.
pub fn find(name: &str) -> Option<&'static Policy> {
    ALL.iter().copied().find(|policy| policy.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unused;

    #[test]
    fn fxc_differs_from_dxc_in_one_field() {
        assert_eq!(FXC, Policy { name: "fxc", unused: Unused::Reserved, ..DXC });
    }

    #[test]
    fn policies_are_found_by_their_names() {
        assert!(ALL.iter().all(|policy| find(policy.name) == Some(policy)));
        assert_eq!(find("d3d"), None);
    }
}
