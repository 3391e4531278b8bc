//! The bindings of the parameters of a file: plain data.

use padstone_diag::Diagnostics;
use padstone_model::{Access, Count, Module, ParameterId, ResourceClass, TypeId};

use crate::collect::struct_resources::ResourceCount;
use crate::measure::parameters::{ClaimPart, ClaimRole, Claims, Inner};
use crate::reserve::parameters::Reservations;
use crate::{ArrayCount, BoundResource, ElementSlots, Numbering, ParameterRules};

/// The binding location of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    /// A D3D register.
    D3d {
        /// The register class.
        class: ResourceClass,
        /// The register number; for an array, that of the first element.
        register: u32,
        /// The register space.
        space: u32,
        /// For an array, the number of registers.
        count: Option<Count>,
    },
    /// A binding of Vulkan, or of OpenGL, in set 0.
    Vulkan {
        /// The descriptor set.
        set: u32,
        /// The binding in the set.
        binding: u32,
        /// For an array, the number of descriptors.
        count: Option<Count>,
    },
    /// A binding of WebGPU.
    WebGpu {
        /// The group.
        group: u32,
        /// The binding in the group.
        binding: u32,
        /// How shaders may access it, if the source specifies this.
        access: Option<Access>,
    },
}

/// The binding locations of all parameters of a module.
#[derive(Clone, Debug)]
pub struct Bindings {
    /// The slot spaces.
    pub numbering: Numbering,
    /// The location of each parameter. `None` if it takes no register or binding (push constants, structs of resources,
    /// and unused parameters that the rules skip), or if it could not be bound.
    pub by_parameter: Vec<Option<Binding>>,
    /// The location of the counter of each parameter, if it has one.
    pub counters: Vec<Option<Binding>>,
    /// The resources inside structs, parameter by parameter, in declaration order.
    pub members: Vec<MemberBinding>,
    /// The parameters whose implicit register or binding is unknown, with its class, because the front end did not understand a preceding
    /// declaration. In order.
    pub unknown: Vec<(ParameterId, ResourceClass)>,
    /// The descriptor heaps that the shader uses, each an unbounded array. Vulkan only.
    pub heaps: Vec<(BoundResource, Binding)>,
    /// Which arrays take a slot for each element: all for registers, few for bindings.
    pub element_slots: ElementSlots,
    /// The declared count of an array of resources.
    pub array_count: ArrayCount,
    /// The diagnostics.
    pub diagnostics: Diagnostics,
}

/// The binding location of a resource inside a struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberBinding {
    /// The variable of the struct type.
    pub parameter: ParameterId,
    /// The path, starting with the name of the parameter: `r.maps[1].albedo`.
    pub path: Box<str>,
    /// The type.
    pub ty: TypeId,
    /// The binding location.
    pub binding: Binding,
}

impl Bindings {
    /// Bindings without any location.
    pub(crate) fn none(module: &Module, diagnostics: Diagnostics) -> Bindings {
        let unbound = vec![None; module.parameters.len()];
        Bindings {
            numbering: Numbering::Sets,
            by_parameter: unbound.clone(),
            counters: unbound,
            members: Vec::new(),
            unknown: Vec::new(),
            heaps: Vec::new(),
            element_slots: ElementSlots::ONE,
            array_count: ArrayCount::Product,
            diagnostics,
        }
    }

    /// The binding location of a parameter.
    pub fn get(&self, parameter: ParameterId) -> Option<Binding> {
        self.by_parameter.get(parameter.index()).copied().flatten()
    }

    /// The element counts of an array of arrays, if the rules distinguish its dimensions; otherwise none.
    pub fn dimensions<'m>(&self, module: &'m Module, parameter: ParameterId) -> &'m [Count] {
        match (self.array_count, &module.parameters[parameter].dims[..]) {
            (ArrayCount::EachDimension, dims @ [_, _, ..]) => dims,
            _ => &[],
        }
    }

    /// The binding location of the counter of a parameter.
    pub fn counter(&self, parameter: ParameterId) -> Option<Binding> {
        self.counters.get(parameter.index()).copied().flatten()
    }

    /// The resources inside a parameter of a struct type.
    pub fn members(&self, parameter: ParameterId) -> &[MemberBinding] {
        let start = self.members.partition_point(|member| member.parameter < parameter);
        let end = self.members.partition_point(|member| member.parameter <= parameter);
        &self.members[start..end]
    }
}

pub(crate) fn collect(
    module: &Module,
    rules: &ParameterRules,
    claims: &Claims,
    reservations: &Reservations,
    diagnostics: Diagnostics,
) -> Bindings {
    let mut bindings = Bindings {
        numbering: rules.numbering,
        element_slots: claims.element_slots,
        array_count: rules.array_count,
        ..Bindings::none(module, diagnostics)
    };
    for (claim, reservation) in claims.all.iter().zip(&reservations.all) {
        let Some(range) = reservation.range.as_ref().filter(|_| claim.counted) else {
            if claim.counted && claim.after_unknown && reservation.is_implicit {
                bindings.unknown.push((claim.parameter, claim.class));
            }
            continue;
        };
        let index = claim.parameter.index();
        for part in claims.parts(claim) {
            // The range contains all slots of the claim, so the sum does not overflow.
            let number = range.start().saturating_add(u32::try_from(part.offset).unwrap_or(u32::MAX));
            let access = module.parameters[claim.parameter].access;
            let binding = binding(rules, reservation.slot_space.0, number, part, access);
            match (&part.inner, claim.role) {
                (Some(Inner { path, ty }), _) => {
                    bindings.members.push(MemberBinding { parameter: claim.parameter, path: path.clone(), ty: *ty, binding });
                }
                (None, ClaimRole::Counter) => bindings.counters[index] = Some(binding),
                (None, _) => bindings.by_parameter[index] = Some(binding),
            }
        }
    }
    bindings.unknown.sort_unstable_by_key(|&(parameter, _)| parameter);
    bindings.unknown.dedup_by_key(|&mut (parameter, _)| parameter);
    bindings.members.sort_by_key(|member| member.parameter);
    bindings
}

fn binding(rules: &ParameterRules, space: u32, number: u32, part: &ClaimPart, access: Option<Access>) -> Binding {
    let count = count(rules.array_count, part.dims);
    match rules.numbering {
        Numbering::Registers => Binding::D3d { class: part.class, register: number, space, count },
        Numbering::Sets | Numbering::Program => Binding::Vulkan { set: space, binding: number, count },
        Numbering::Groups => Binding::WebGpu { group: space, binding: number, access },
    }
}

fn count(array_count: ArrayCount, dims: ResourceCount) -> Option<Count> {
    match (dims.count, array_count) {
        (Count::Known(1), ArrayCount::ProductBeyondOne) => None,
        (count, _) => dims.array.then_some(count),
    }
}
