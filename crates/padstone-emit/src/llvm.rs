//! LLVM modules: `padstone emit llvm`.
//!
//! `--form padding` writes each constant buffer and struct as a packed type with explicit padding. `--form layout`
//! writes `target("dx.Layout", type, size, offsets…)`, in addition to those packed types. Functions that
//! copy from and to buffers and functions that compute addresses are optional.
//!
//! Nothing here computes an offset: the numbers are those of [`padstone_layout`].

mod accessors;
mod constants;
mod copies;
mod index_map;
mod layout_types;
mod metadata;
mod module;
mod names;
mod physical;
mod target;
mod types;

use std::io;

use padstone_diag::Diagnostics;
use padstone_layout::ModuleLayout;
use padstone_model::Module;

pub use index_map::write_index_map;
pub use target::Target;

use module::Roots;
pub(crate) use physical::contains_data;

/// How types are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TypeForm {
    /// Packed structs with `target("dx.Padding", n)` between the members.
    #[default]
    Padding,
    /// `target("dx.Layout", type, size, offsets…)`, in addition to the packed structs.
    Layout,
}

/// Options for the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LlvmOptions {
    /// `--form`.
    pub form: TypeForm,
    /// `--target` and `--triple host`.
    pub target: Target,
    /// `--cbuf-arrays`: in the layout form, arrays and matrices of constant buffers as `target("dx.CBufArray", type, count)`.
    pub cbuf_arrays: bool,
    /// `--copies`: functions that copy structs between their buffer layout and their standard layout.
    pub copies: bool,
    /// `--accessors`: a function for every scalar, vector and matrix that computes its address.
    pub accessors: bool,
}

/// Writes an LLVM module with the types of all buffers and structs. Types that cannot be written are skipped, with
/// diagnostics.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn io::Write, module: &Module, layouts: &ModuleLayout, options: &LlvmOptions) -> io::Result<Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let roots = Roots::new(module, layouts, options.target, &mut diagnostics);
    let mut values = names::UniqueNames::values();
    module::write_header(out, options.target)?;
    let globals = match options.form {
        TypeForm::Padding => {
            roots.write_types(out)?;
            roots.write_globals(out, &mut values)?
        }
        TypeForm::Layout => {
            roots.write_types(out)?;
            layout_types::write(out, &roots, options.cbuf_arrays, &mut values, &mut diagnostics)?
        }
    };
    if options.copies {
        copies::write(out, &roots, &mut values, &mut diagnostics)?;
    }
    if options.accessors {
        accessors::write(out, &roots, &mut values, &mut diagnostics)?;
    }
    metadata::write(out, &roots, &globals)?;
    Ok(diagnostics)
}
