//! Registers, sets and bindings of shader parameters, and the layout of whole programs.
//!
//! There is one engine, of four steps with a directory each. It knows no compiler: the behavior of DXC for DXIL, of DXC for
//! SPIR-V and of libslang are [`BindingRules`], values in [`mod@binding_rules`]; the properties of D3D, Vulkan and others are
//! [`Target`]s, values in [`targets`].
//!
//! 1. `collect`: which parameters are bound, and in which order;
//! 2. `measure`: how many of each layout unit every parameter takes;
//! 3. `reserve`: reserves the explicit bindings of the source and the command line;
//! 4. `allocate`: assigns the first free slots to all other parameters.
//!
//! `diagnose` then reports problems of the result, without changing it. Rules apply either to each parameter of one file,
//! or to the types of a whole program ([`SlotRules`]): steps 1 to 3 have a file for each.
//!
//! ```
//! use padstone_bind::{Options, bind, binding_rules};
//! use padstone_model::Module;
//! let bindings = bind(&Module::default(), &binding_rules::DXC, &Options::default());
//! assert!(bindings.by_parameter.is_empty() && !bindings.diagnostics.has_errors());
//! ```
//!
//! ```
//! use padstone_bind::{Options, Request, binding_rules, lay_out_program, targets};
//! use padstone_model::Module;
//! let request = Request { target: targets::D3D, rules: binding_rules::SLANG_2026, options: Options::default(), profile: None };
//! let layout = lay_out_program(&Module::default(), &request);
//! assert!(layout.globals.is_empty() && !layout.diagnostics.has_errors());
//! ```

mod allocate;
mod assignments;
pub mod binding_rules;
mod bindings;
mod capabilities;
mod collect;
mod content_rules;
mod diagnose;
mod layout;
mod layout_unit;
mod leaves;
mod measure;
mod numbering;
mod options;
mod program_layout;
mod request;
mod reserve;
mod result;
mod target;
pub mod targets;
mod unit_program;
mod unknowns;

use padstone_diag::{Diagnostics, codes};
use padstone_layout::{BindingModel, Profile};
use padstone_model::Module;

use crate::allocate::program::GlobalsBuffer;
use crate::collect::struct_resources::TypeResources;
use crate::measure::parameters::Claims;
use crate::measure::program::Required;
use crate::measure::types::TypeMeasurer;
use crate::reserve::Used;
use crate::reserve::parameters::Reservations;
pub use assignments::{Assignment, AssignmentRole, Assignments, Excluded, Exclusion, Explicit};
pub use binding_rules::{
    AllocationOrder, ArrayCount, ArraySlots, AutoSpace, BINDING_RULES, BindingRules, BindingSource, DefaultSpace, ElementSlots,
    EntryBindings, FirstFree, HlslReader, OverlapRule, ParameterGroup, ParameterRules, PixelOutputs, ProgramOrder, RegistersOnVulkan,
    RenderTargets, SameName, SlotAssignment, SlotRules, StepRules, StructResources, TypeRules, UnboundedBytes, UnusedParameters,
};
pub use bindings::{Binding, Bindings, MemberBinding};
pub use capabilities::Capabilities;
pub use content_rules::{CodeRules, ContentRules, Family, Objects, OrdinaryData, QualifiedRules, VectorSlots};
pub use layout::{Group, LayoutId, TypeStructure, UnitLayout, Variable, VariableDeclaration};
pub use layout_unit::{Amount, Counter, LayoutUnit, UnitCounters, UnitOffset, UnitOffsets};
pub use leaves::{Dim, Leaf, LeafKind, LeafSlot, UNKNOWN_SPACE, element_leaves, entry_buffer, entry_leaves, globals_leaf, leaves, object};
pub use measure::types::pointed_handle;
pub use numbering::Numbering;
pub use options::{BoundRegister, Heaps, Options, Shift, VkSlot};
pub use program_layout::{BoundResource, DefaultBuffer, EntryLayout, ProgramLayout};
pub use request::Request;
pub use target::{
    Bindless, BlockBuffers, BlockSpaces, DefaultBuffers, EntryTail, EntryUniforms, ExplicitSource, FragmentOutputs, HandleLayout, Target,
};
pub use unknowns::Unknowns;

/// Assigns a register or binding to every parameter of a module. Rules with [`SlotRules::OfTypes`] bind whole programs
/// ([`lay_out_program`]) instead of files; under such rules, the result has no bindings.
///
/// Never fails: a parameter that cannot be bound has `None`, and a diagnostic. Explicit registers that overlap
/// remain as specified.
pub fn bind(module: &Module, rules: &BindingRules, options: &Options) -> Bindings {
    let contents = collect::struct_resources::contents(module);
    let (name, slots) = (rules.name, &rules.slots);
    let SlotRules::OfParameters(rules) = slots else {
        let mut diagnostics = Diagnostics::new();
        diagnose::annotations::check_registers(module, &contents, &mut diagnostics);
        diagnose::classes::check_without_slots(module, &mut diagnostics);
        return Bindings::none(module, diagnostics);
    };
    bind_parameters(module, (name, rules), options, &contents).0
}

/// Whether rules for HLSL, Slang and GLSL are compiled. What is only for them is omitted otherwise.
pub(crate) const OF_CFAMILY: bool = cfg!(feature = "cfamily");

/// The bindings of a file, and the findings of the steps.
fn bind_parameters(
    module: &Module,
    (name, rules): (&str, &ParameterRules),
    options: &Options,
    contents: &[TypeResources],
) -> (Bindings, Claims, Reservations) {
    let mut diagnostics = Diagnostics::new();
    diagnose::annotations::check_registers(module, contents, &mut diagnostics);
    if rules.numbering == Numbering::Sets {
        diagnose::annotations::check_push_constants(module, &mut diagnostics);
    }

    let items = collect::parameters::order(module, rules, contents);
    let claims = measure::parameters::require(module, rules, contents, &items, &mut diagnostics);
    let mut places = reserve::parameters::reserve(module, rules, options, &claims, &mut diagnostics);
    // WGSL specifies all bindings.
    if OF_CFAMILY {
        allocate::parameters::allocate(module, rules, &claims, &mut places, &mut diagnostics);
    }
    let heaps = if OF_CFAMILY { allocate::heaps::allocate(module, rules, options, &mut places) } else { Default::default() };

    let is_misclassed = diagnose::classes::misclassed(module, &claims, &places);
    let owners = diagnose::overlap::check(module, (name, rules), &claims, &is_misclassed, &mut places, &mut diagnostics);
    diagnose::classes::check(module, (rules, options), &claims, (owners, &is_misclassed), &mut places, &mut diagnostics);
    if OF_CFAMILY {
        diagnose::entry_needed::check(module, rules, &claims, &places, &mut diagnostics);
        diagnose::sampler_textures::check(module, rules, &mut diagnostics);
        // Only the diagnostics: the layouts are those of the program. The front end of WGSL reports them itself.
        measure::stage_variables::entries(module, rules.numbering, &mut Vec::new(), &mut diagnostics);
    }
    let bindings = Bindings { heaps, ..bindings::collect(module, rules, &claims, &places, diagnostics) };
    (bindings, claims, places)
}

/// Reports what the bytes of a Slang program do not show, under a profile: two blocks of push constants for Vulkan, and where libslang's generated
/// code disagrees with its reflection. [`ProgramLayout::diagnostics`] includes the latter.
pub fn program_diagnostics(module: &Module, profile: &Profile) -> Diagnostics {
    let mut found = Diagnostics::new();
    if profile.binding == BindingModel::Vulkan {
        diagnose::annotations::check_push_constants(module, &mut found);
    }
    let rules = binding_rules::SLANG_2026;
    let target = rules.target_of(profile).map(|(_, target)| target);
    if let Some(target) = target.filter(|target| diagnose::codegen_mismatch::is_possible(module, target.family)) {
        let layout = lay_out_program(module, &Request { target, rules, options: Options::default(), profile: None });
        found.extend(layout.diagnostics.iter().filter(|found| found.code == &codes::CODE_ELSEWHERE).cloned());
    }
    found
}

/// Lays out a program whose offsets are known: those of a compiled file. Its parameters must be declared as globals
/// ([`Module::declare_globals`]). `None` if the rules bind types.
pub fn lay_out_compiled(module: &Module, request: &Request, bytes: &padstone_layout::ModuleLayout) -> Option<ProgramLayout> {
    let SlotRules::OfParameters(rules) = &request.rules.slots else { return None };
    Some(unit_program::lay_out(module, (request, rules.numbering), bytes, &bind(module, &request.rules, &request.options)))
}

/// Lays out a program: registers, bindings and bytes of every parameter. For languages other than Slang, declare the parameters
/// as globals first ([`Module::declare_globals`]).
///
/// Never fails: a declaration that the front end did not understand, and has reported, takes nothing.
pub fn lay_out_program(module: &Module, request: &Request) -> ProgramLayout {
    let rules = match &request.rules.slots {
        SlotRules::OfTypes(rules) => rules,
        SlotRules::OfParameters(rules) => {
            let bytes = padstone_layout::layout(module, request.profile.unwrap_or(rules.profile));
            return unit_program::lay_out(module, (request, rules.numbering), &bytes, &bind(module, &request.rules, &request.options));
        }
    };
    let AllocatedProgram { types, required, used, buffer, diagnostics } = allocate_program(module, request, rules);
    result::collect(types, required, used, buffer, diagnostics)
}

/// The findings of the four steps about a program.
struct AllocatedProgram<'a> {
    types: TypeMeasurer<'a>,
    required: Required,
    used: Used,
    buffer: GlobalsBuffer,
    diagnostics: Diagnostics,
}

fn allocate_program<'a>(module: &'a Module, request: &'a Request, rules: &'a TypeRules) -> AllocatedProgram<'a> {
    let mut diagnostics = Diagnostics::new();
    let mut types = TypeMeasurer::new(module, request, rules);

    let order = collect::program::order(module, &request.target, rules, &mut diagnostics);
    let mut required = measure::program::require(&mut types, &order, &mut diagnostics);
    let mut used = reserve::program::reserve(&types, &mut required, &mut diagnostics);
    measure::program::require_entries(&mut types, &mut required);
    let buffer = allocate::program::allocate(&mut types, &mut required, &mut used, &mut diagnostics);
    AllocatedProgram { types, required, used, buffer, diagnostics }
}

/// How each slot of a program was assigned. `layout` is its layout for the same request.
///
/// ```
/// use padstone_bind::{Options, Request, assignments, binding_rules, lay_out_program, targets};
/// use padstone_model::Module;
/// let request = Request { target: targets::D3D, rules: binding_rules::DXC, options: Options::default(), profile: None };
/// let module = Module::default();
/// assert!(assignments(&module, &request, &lay_out_program(&module, &request)).all.is_empty());
/// ```
pub fn assignments(module: &Module, request: &Request, layout: &ProgramLayout) -> Assignments {
    let mut assignments = match &request.rules.slots {
        SlotRules::OfTypes(rules) => {
            let AllocatedProgram { required, buffer, .. } = allocate_program(module, request, rules);
            assignments::of_program(module, &required, &buffer, layout)
        }
        SlotRules::OfParameters(rules) => {
            let contents = collect::struct_resources::contents(module);
            let (bindings, claims, places) = bind_parameters(module, (request.rules.name, rules), &request.options, &contents);
            assignments::of_parameters(module, rules, &claims, &places, &bindings)
        }
    };
    assignments::add_varyings(module, layout, &mut assignments);
    assignments
}
