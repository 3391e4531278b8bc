//! The policies, one file each.

mod slang_2026;

pub use slang_2026::SLANG_2026;

use super::policy::ProgramPolicy;

/// All of them.
pub static PROGRAM_POLICIES: &[&ProgramPolicy] = &[&SLANG_2026];
