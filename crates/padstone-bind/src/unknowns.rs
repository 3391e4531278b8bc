//! Unknown parts of layouts: of types that the front end did not understand, and of unspecialized types.
//!
//! [`Variable::places`](crate::Variable) are the compiler's locations: for libslang 2026.12, a missing type argument
//! takes nothing, in its reflection too. All locations after it depend on the argument, so [`leaves`](crate::leaves()) returns "unknown" for them.

use padstone_model::{Annotation, Field, Module, ResourceKind, ResourceType, Type};

use crate::layout_unit::LayoutUnit;

/// Which parts of the layout of a type are unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unknowns {
    /// The size in bytes.
    pub bytes: bool,
    /// The number of registers, bindings and spaces that it takes.
    pub slots: bool,
}

/// The layout units of slots.
const SLOTS: [LayoutUnit; 7] = [
    LayoutUnit::ConstantBuffer,
    LayoutUnit::ShaderResource,
    LayoutUnit::UnorderedAccess,
    LayoutUnit::SamplerState,
    LayoutUnit::DescriptorTableSlot,
    LayoutUnit::MetalArgumentBufferElement,
    LayoutUnit::SubElementRegisterSpace,
];

impl Unknowns {
    pub(crate) const ALL: Unknowns = Unknowns { bytes: true, slots: true };

    fn with(self, other: Unknowns) -> Unknowns {
        Unknowns { bytes: self.bytes | other.bytes, slots: self.slots | other.slots }
    }

    /// For a variable: only the bytes of its type may depend on an argument, as for `vector<T, 3>`.
    pub(crate) fn of_variable(self, field: &Field) -> Unknowns {
        let dependence = field.annotations.iter().find_map(|annotation| match annotation {
            Annotation::GenericDependence(found) => Some(*found),
            _ => None,
        });
        match dependence {
            Some(found) => Unknowns { bytes: self.bytes & found.bytes, slots: self.slots & found.bindings },
            None => self,
        }
    }

    /// The layout units in which everything after it moves.
    pub(crate) fn kinds(self) -> impl Iterator<Item = LayoutUnit> {
        SLOTS.into_iter().filter(move |_| self.slots).chain(self.bytes.then_some(LayoutUnit::Uniform))
    }
}

/// The unknown parts of each type of a module, by type; empty if all are known.
pub(crate) fn unknowns(module: &Module) -> Vec<Unknowns> {
    if !module.types.iter().any(|(_, ty)| matches!(ty, Type::Unknown | Type::Unspecialized(_))) {
        return Vec::new();
    }
    let mut all: Vec<Unknowns> = Vec::with_capacity(module.types.len());
    for (_, ty) in module.types.iter() {
        let found = match *ty {
            Type::Unknown | Type::Unspecialized(_) => Unknowns::ALL,
            Type::Array { element, .. } => all[element.index()],
            Type::Struct(id) => module.structs[id].fields.iter().fold(Unknowns::default(), |sum, field| {
                let unknown_offset = if field.has_unknown_place() { Unknowns { bytes: true, slots: false } } else { Unknowns::default() };
                sum.with(all[field.ty.index()].of_variable(field)).with(unknown_offset)
            }),
            Type::Resource(ResourceType { kind, element: Some(element), .. }) => {
                let leaks = matches!(kind, ResourceKind::ConstantBuffer | ResourceKind::TextureBuffer | ResourceKind::ParameterBlock);
                Unknowns { bytes: false, slots: leaks && all[element.index()].slots }
            }
            _ => Unknowns::default(),
        };
        all.push(found);
    }
    all
}
