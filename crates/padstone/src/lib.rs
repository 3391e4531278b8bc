//! Byte-exact layouts of shader data: the offset of every member and the register of every resource, as real
//! compilers assign them, with the reasons.
//!
//! A [`Workspace`] contains files. A [`Unit`] is one of them, read together with everything that it includes; its methods return the
//! layouts and bindings under a [`Compiler`]:
//!
//! ```
//! use padstone::{Options, Workspace, compiler};
//!
//! let mut ws = Workspace::new();
//! ws.set_file("sky.hlsl", "cbuffer Sky { float3x3 rotation; float intensity; }");
//! let unit = ws.unit("sky.hlsl", &Options::default())?;
//! for (by, size, offset) in [(&compiler::DXC, 48, 44), (&compiler::DXC_SPIRV, 52, 48), (&compiler::CLANG_22, 40, 36)] {
//!     let sky = unit.layout(by).buffer("Sky")?;
//!     assert_eq!((sky.size, sky.field("intensity")?.offset), (size, offset), "{by}");
//! }
//! # Ok::<(), padstone::Error>(())
//! ```
//!
//! A call that cannot return a result returns an [`Error`]. Errors in a source are [`Diagnostic`]s; the parts of the source without errors
//! still have layouts. All values are `Clone + Send + Sync`, and remain valid when the workspace changes.

mod at;
mod compare;
pub mod compiler;
mod declarations;
mod diagnostics;
#[cfg(feature = "edits")]
mod edit;
mod error;
mod explain;
mod files;
mod host;
mod input;
mod layout;
mod options;
#[cfg(feature = "outputs")]
mod output;
mod picture;
mod position;
mod reading;
#[cfg(feature = "reflection")]
mod reflection;
pub mod rules;
pub mod schema;
#[cfg(feature = "reflection")]
mod slots;
mod span;
mod unit;
mod workspace;

pub use at::{At, Use};
pub use compare::{Compared, Comparison, DivergingMember, MemberPlacement, NotCompared};
pub use compiler::Compiler;
pub use declarations::AtKind;
pub use diagnostics::{Diagnostic, Diagnostics, Edit, Fix, Severity};
#[cfg(feature = "edits")]
pub use edit::{Change, Optimum, Repair, Search};
pub use error::{Error, ErrorKind};
pub use explain::{Explanation, Step};
pub use files::{Content, Loader};
pub use host::{HostDifference, HostReport, HostStruct};
pub use input::Input;
pub use layout::{Amount, Buffer, BufferKind, Field, Layouts, Matrix, Padding, Row};
pub use options::Options;
#[cfg(feature = "outputs")]
pub use output::{Emitted, Output};
pub use padstone_read::bind::Binding;
pub use padstone_read::emit::reason::{Cause, Reason};
pub use padstone_read::model::Language;
pub use position::{Encoding, File, Position};
#[cfg(feature = "reflection")]
pub use reflection::{BindingLocation, EntryPoint, Parameter, Program, Reflection, ResourceSlot};
#[cfg(feature = "reflection")]
pub use slots::{ExplainedSlot, SlotExplanation, SlotExplanations, SlotFact, SlotStep};
pub use span::Span;
pub use unit::{Dependency, Missing, Unit};
pub use workspace::Workspace;
