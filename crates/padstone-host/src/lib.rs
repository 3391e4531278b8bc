//! Compares structs of a program with buffers of a shader. It reads the structs from the debug information of an
//! object, a library or an executable, so it works for any language and uses the
//! layout that the compiler chose.
//!
//! [`Structs::read`] finds the structs: in DWARF (ELF, Mach-O, COFF) and in PDB files. [`check()`] compares one with a layout,
//! member by member. Names match loosely: `m_worldMatrix` matches `world_matrix`.

mod compare_structs;
mod component_order;
mod debug;
mod host_scalars;
mod names;
mod report;
mod shader_members;
mod shader_scalars;

pub use compare_structs::{FieldMismatch, HostComparison, check};
pub use debug::{HostMember, HostShape, HostType, ReadError, Structs};
pub use names::same_name;
