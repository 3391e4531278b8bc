//! The layout of a whole program: what every parameter takes, of bytes, registers, bindings, spaces and all else, and where
//! it gets it.
//!
//! [`lay_out_program`] goes through four steps, one file each, and knows neither a target nor a compiler: what D3D is and
//! what Vulkan is are [`Target`]s, what libslang does with them and what Slang's documentation says are
//! [`ProgramPolicy`]s, all of them values.
//!
//! 1. `order`: in which order parameters get what they take, and which of them are one;
//! 2. `require` and `types`: what each takes;
//! 3. `reserve`: the places that the source gives;
//! 4. `allocate`: the first free places for all others.
//!
//! Compilers that count no kinds, but registers or bindings alone, are [`Method::Bound`]: what [`bind`](crate::bind()) says of
//! them becomes a layout of the same form in `bound`.
//!
//! ```
//! use padstone_bind::program::{ProgramOptions, Request, SLANG_2026, lay_out_program, targets};
//! use padstone_model::Module;
//! let request = Request { target: targets::D3D, policy: &SLANG_2026, options: ProgramOptions::default() };
//! let layout = lay_out_program(&Module::default(), &request);
//! assert!(layout.globals.is_empty() && !layout.diagnostics.has_errors());
//! ```

mod allocate;
mod bound;
mod capabilities;
mod elsewhere;
mod explicit;
mod kind;
mod layout;
mod leaves;
mod moved;
mod open;
mod order;
mod policies;
mod policy;
mod ranges;
mod require;
mod reserve;
mod result;
mod rules;
mod scope;
mod shared;
mod shift;
mod target;
pub mod targets;
mod types;

use padstone_diag::{Diagnostics, codes};
use padstone_layout::Profile;
use padstone_model::Module;

use crate::{Shift, VkSlot};

pub use capabilities::Capabilities;
pub use kind::{Amount, Counter, Kind, Place, Places, Usage};
pub use layout::{Group, LayoutId, Shape, Source, TypeLayout, Variable};
pub use leaves::{Dim, Leaf, Slot, UNKNOWN_SPACE, What, element_leaves, entry_leaves, globals_leaf, leaves, object};
pub use policies::{DOCUMENTED, DXC, DXC_SPIRV, GLSLANG, OPENGL, PROGRAM_POLICIES, SLANG_2026, WGSL, for_language};
pub use policy::{Counting, ItemOrder, Method, ProgramPolicy, RegistersOnVulkan, SameName};
pub use result::{DefaultBuffer, EntryLayout, ProgramLayout};
pub use rules::{CodeRules, ContentRules, Family, Objects, Ordinary, QualifiedRules, VectorSlots};
pub use target::{Bindless, BlockBuffers, DefaultBuffers, EntryTail, EntryUniforms, Explicit, FragmentOutputs, Handles, Spaces, Target};
pub use types::pointed_handle;

/// What a program is laid out for.
#[derive(Clone)]
pub struct Request {
    /// The target.
    pub target: Target,
    /// Who lays it out.
    pub policy: &'static ProgramPolicy,
    /// What the command line says.
    pub options: ProgramOptions,
}

/// Options that say where parameters go.
#[derive(Clone, Debug, Default)]
pub struct ProgramOptions {
    /// The shader model of D3D, if a profile names one: `sm_6_6` is (6, 6).
    pub shader_model: Option<(u32, u32)>,
    /// What the profile and `-capability` promise; `None` if there are neither.
    pub capabilities: Option<Capabilities>,
    /// `-fvk-b-shift` and its relatives, in the order they were given.
    pub shifts: Vec<Shift>,
    /// `-fvk-bind-globals`: where the buffer of the loose globals goes.
    pub bind_globals: Option<VkSlot>,
    /// `-bindless-space-index`: from where on a space for descriptors that are reached by number is looked for.
    pub bindless_space: Option<u32>,
    /// `-auto-binding-space` of dxc: the space or set of what names none.
    pub auto_binding_space: Option<u32>,
    /// Where bytes lie, instead of where the policy has them: for [`Method::Bound`].
    pub profile: Option<&'static Profile>,
}

/// What the code of libslang reads elsewhere than its reflection says, where bytes lie as under a profile. [`ProgramLayout::diagnostics`]
/// has that too.
pub fn code_elsewhere(module: &Module, profile: &Profile) -> Diagnostics {
    let mut found = Diagnostics::new();
    let target = SLANG_2026.targets.iter().map(|(_, target)| **target).find(|target| target.family.profile.name == profile.name);
    if let Some(target) = target.filter(|target| elsewhere::is_possible(module, target.family)) {
        let layout = lay_out_program(module, &Request { target, policy: &SLANG_2026, options: ProgramOptions::default() });
        found.extend(layout.diagnostics.iter().filter(|found| found.code == &codes::CODE_ELSEWHERE).cloned());
    }
    found
}

/// Where every parameter of a program gets what it takes. Of languages other than Slang, the parameters have to be declared
/// as globals ([`Module::declare_globals`]).
///
/// Never fails: what could not be understood takes nothing, and has been reported by who read it.
pub fn lay_out_program(module: &Module, request: &Request) -> ProgramLayout {
    let counting = match &request.policy.method {
        Method::Counted(counting) => counting,
        Method::Bound { policy, profile } => return bound::lay_out(module, request, policy, profile),
    };
    let mut diagnostics = Diagnostics::new();
    let mut types = types::Types::new(module, request, counting);

    let order = order::order(module, &request.target, counting, &mut diagnostics);
    let mut required = require::require(&mut types, &order, &mut diagnostics);
    let mut used = reserve::reserve(&types, &mut required, &mut diagnostics);
    let buffer = allocate::allocate(&mut types, &mut required, &mut used, &mut diagnostics);

    result::collect(types, required, used, buffer, diagnostics)
}
