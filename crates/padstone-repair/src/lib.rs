//! Finds source edits that make layouts match, and the order of members with the smallest size.
//!
//! [`repair()`] searches for the smallest edit that makes the layouts of a buffer match, under several rule sets or in several
//! files. Edits are ordered by how much they affect: annotations (`@align`, `layout(offset = …)`, `packoffset`), padding members,
//! another order, another type. This crate knows no layout rule: it applies every edit, reads the source again, and
//! computes all layouts again. It does not suggest an edit that fails this check.
//!
//! ```
//! use padstone_read::{Options, layout, model::Language, source::MemoryLoader};
//! use padstone_repair::{InputFile, Side, repair};
//!
//! let files = MemoryLoader::new([("s.hlsl", "struct S {\n    float3 a;\n    float2 b;\n};\nConstantBuffer<S> s;\n")]);
//! let readings = [InputFile { path: "s.hlsl".into(), options: Options { language: Language::Hlsl, ..Options::default() } }];
//! let side = |profile| Side { reading: 0, profile, selected: None };
//! let repair = repair(&readings, &[side(&layout::DXC), side(&layout::DXC_SPIRV_SCALAR)], &files);
//! assert!(repair.unrepaired.is_empty());
//! assert!(repair.patch().contains("+    [[vk::offset(16)]] float2 b;"));
//! ```

mod candidates;
mod initializers;
mod optimize;
mod repair;
mod report;
mod search;
mod snapshot;
mod spelling;
mod text;

pub use optimize::{Optimum, OrderEdit, optimize};
pub use repair::{ChangedFile, Repair, Repaired, Unrepaired, repair, repair_to_match};
pub use search::RepairStep;
pub use snapshot::{InputFile, Side};
