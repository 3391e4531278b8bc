//! Shared parts of tests: the compilers that tests run ([`Oracle`], [`Tint`], [`Glslang`]), padstone's output ([`ours()`]), and the
//! comparison of the two ([`differences`]).

#[cfg(feature = "padstone")]
mod answer;
#[cfg(feature = "padstone")]
mod compiled;
mod corpus;
mod declarations;
#[cfg(feature = "padstone")]
mod glslang;
mod layouts;
mod mutations;
mod oracle;
#[cfg(feature = "padstone")]
mod rows;
mod scratch;
mod seeds;
pub mod slang;
mod tint;

use std::path::{Path, PathBuf};

#[cfg(feature = "padstone")]
pub use answer::{PadstoneOutput, answer, compiled_interface, interface, ours};
#[cfg(feature = "padstone")]
pub use compiled::reads_as_recorded;
pub use corpus::{Module, recheck};
pub use declarations::WGSL_DECLARATIONS;
#[cfg(feature = "padstone")]
pub use glslang::{Glslang, Target};
pub use layouts::{Layout, Layouts, Member, StageInterface, differences};
pub use mutations::mutations;
pub use oracle::{Oracle, report_unchecked};
#[cfg(feature = "padstone")]
pub use rows::{Row, rows};
pub use scratch::scratch;
pub use seeds::{amount, is_full, sampled, seeds};
pub use tint::{Tint, TintStruct};

/// A file of the directory `tests/` of the workspace.
pub fn test_data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(path)
}
