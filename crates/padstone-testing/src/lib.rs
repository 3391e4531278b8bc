//! Shared parts of tests: the compilers that tests run ([`Oracle`], [`Tint`], [`Glslang`]), padstone's output ([`ours()`]), and the
//! comparison of the two ([`differences`]).

mod answer;
mod compiled;
mod corpus;
mod declarations;
mod glslang;
mod layouts;
mod mutations;
mod oracle;
mod rows;
mod scratch;
mod seeds;
pub mod slang;
mod tint;

use std::path::{Path, PathBuf};

pub use answer::{PadstoneOutput, answer, compiled_interface, interface, ours};
pub use compiled::reads_as_recorded;
pub use corpus::{Module, recheck};
pub use declarations::WGSL_DECLARATIONS;
pub use glslang::{Glslang, Target};
pub use layouts::{Layout, Layouts, Member, StageInterface, differences};
pub use mutations::mutations;
pub use oracle::{Oracle, report_unchecked};
pub use rows::{Row, rows};
pub use scratch::scratch;
pub use seeds::{amount, is_full, seeds};
pub use tint::{Tint, TintStruct};

/// A file of the directory `tests/` of the workspace.
pub fn test_data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(path)
}
