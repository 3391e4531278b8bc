//! SPIR-V modules that contain only buffers: `padstone emit spirv`.
//!
//! Each buffer is a variable of a block, its types decorated with the offsets, strides and majornesses of
//! [`padstone_layout`]: for Vulkan's validator, for tools that reflect SPIR-V, and for code generators. An
//! empty entry point lists the variables in its interface. Structs outside buffers are included as types.
//!
//! Some types are represented differently in SPIR-V: bools are unsigned integers, enums are integers, bit-fields are their allocation unit,
//! matrices that it does not support (of integers, of one row or column) are arrays of vectors, and members without
//! bytes are omitted. A member that SPIR-V cannot express is skipped, with a diagnostic.
//!
//! Names are those that compilers use: DXC's `type.Camera` for HLSL declarations without a type; for GLSL the block is the
//! type and its instance the variable. A block with a single value that is not a struct has an unnamed member.

mod blocks;
mod builder;
mod errors;
mod recorded_attributes;
mod structs;
mod types;
mod validator;

use std::io;

use padstone_bind::Bindings;
use padstone_diag::Diagnostics;
use padstone_layout::ModuleLayout;
use padstone_model::Module;
use rspirv::binary::{Assemble, Disassemble};

pub use validator::{BLOCK_LAYOUTS, BlockLayouts, ValidatorLayout, block_layout};

/// The options for writing the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ModuleFormat {
    /// Binary, little-endian.
    #[default]
    Binary,
    /// Text for `spirv-as`, with the flags that `spirv-val` needs to accept the module in a comment.
    Assembly,
}

/// Writes the buffers and structs as a SPIR-V module of version 1.5, which Vulkan 1.2 accepts. Members that SPIR-V cannot express are
/// skipped, with diagnostics.
///
/// # Errors
/// Those of `out`.
pub fn write(
    out: &mut dyn io::Write,
    module: &Module,
    layouts: &ModuleLayout,
    bindings: &Bindings,
    format: ModuleFormat,
) -> io::Result<Diagnostics> {
    let (built, diagnostics) = blocks::build(module, layouts, bindings);
    match format {
        ModuleFormat::Binary => {
            let bytes: Vec<u8> = built.assemble().into_iter().flat_map(u32::to_le_bytes).collect();
            out.write_all(&bytes)?;
        }
        ModuleFormat::Assembly => {
            let flag = block_layout(module, layouts).flag().unwrap_or_default();
            writeln!(out, "{}", format!("; spirv-val --target-env vulkan1.2 {flag}").trim_end())?;
            writeln!(out, "{}", built.disassemble())?;
        }
    }
    Ok(diagnostics)
}
