//! The policies, one file each.

mod documented;
mod slang_2026;

pub use documented::DOCUMENTED;
pub use slang_2026::SLANG_2026;

use super::policy::ProgramPolicy;

/// All of them.
pub static PROGRAM_POLICIES: &[&ProgramPolicy] = &[&SLANG_2026, &DOCUMENTED];
