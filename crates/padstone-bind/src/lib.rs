//! Which register, set and binding every parameter of a module gets.
//!
//! [`bind`] goes through four steps, one file each, and knows no compiler: what DXC does for DXIL and what it does
//! for SPIR-V are two [`Policy`] values.
//!
//! 1. `order`: who takes part, and in which order numbers are given out;
//! 2. `require`: how many numbers of which line each one needs;
//! 3. `reserve`: the numbers that the source or the command line gives;
//! 4. `allocate`: the first free numbers for all others.
//!
//! ```
//! use padstone_bind::{Binding, Options, bind, policies};
//! use padstone_model::Module;
//! let bindings = bind(&Module::default(), &policies::DXC, &Options::default());
//! assert!(bindings.of.is_empty() && !bindings.diagnostics.has_errors());
//! ```

mod allocate;
mod annotations;
mod first_fit;
mod numbers;
mod options;
mod order;
mod overlap;
pub mod policies;
mod policy;
pub mod program;
mod require;
mod reserve;
mod result;
mod structs;

use padstone_diag::Diagnostics;
use padstone_model::Module;

pub use options::{Options, Shift, VkSlot};
pub use policy::{
    ArraySlots, AutoSpace, CountOfOne, Dimensions, ExplicitSource, GlobalsPlace, Missing, Model, Policy, Sharing, StructMembers,
    TextureBufferTurn, Turn, Unused,
};
pub use result::{Binding, Bindings, MemberBinding};

/// Gives every parameter of a module its register or binding.
///
/// Never fails: what cannot be bound has `None`, and a diagnostic says why. What contradicts itself (two resources
/// at one register) keeps the numbers that the source gives.
pub fn bind(module: &Module, policy: &'static Policy, options: &Options) -> Bindings {
    let mut diagnostics = Diagnostics::new();
    let contents = structs::contents(module);
    annotations::check(module, policy, &contents, &mut diagnostics);

    let items = order::order(module, policy, &contents);
    let claims = require::require(module, policy, &contents, &items, &mut diagnostics);
    let mut places = reserve::reserve(module, policy, options, &claims, &mut diagnostics);
    allocate::allocate(module, policy, &claims, &mut places, &mut diagnostics);

    overlap::check(module, policy, &claims, &mut places, &mut diagnostics);
    result::collect(module, policy, claims, &places, diagnostics)
}
