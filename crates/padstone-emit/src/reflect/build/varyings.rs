//! Varyings, down to scalars, vectors and matrices.

use padstone_bind::{Amount, LayoutId, LayoutUnit, TypeStructure, Variable, VariableDeclaration};
use padstone_model::{Annotation, Direction, Interpolation, Module, ResourceKind, ResourceType, Type};

use super::Builder;
use super::objects::elements;
use crate::reflect::data::{Array, Varying};
use crate::reflect::names::alias_spelling;

/// The varyings of an entry point.
#[derive(Default)]
pub(super) struct Varyings {
    pub(super) inputs: Vec<Varying>,
    pub(super) outputs: Vec<Varying>,
    /// For inputs and outputs: whether an array with a link-time count precedes.
    open: [bool; 2],
}

/// The location of a value, with the properties inherited from its container.
#[derive(Clone)]
struct VaryingPosition {
    path: String,
    /// The first location of inputs and of outputs.
    locations: [Amount; 2],
    arrays: Vec<Array>,
    interpolation: Option<Interpolation>,
    sampling: Option<Interpolation>,
    /// Whether it is an input and whether it is an output, if its locations do not show it: system-value semantics have none.
    directions: [bool; 2],
}

/// Inputs and outputs.
const VARYING_UNITS: [LayoutUnit; 2] = [LayoutUnit::VaryingInput, LayoutUnit::VaryingOutput];

impl Varyings {
    /// Adds the values of a parameter or result.
    pub(super) fn add(&mut self, builder: &Builder<'_>, variable: &Variable) {
        let directions = directions(builder, variable);
        let name = variable.source.field(builder.module).map_or("", |field| builder.module.name(field.name));
        let (path, locations) = (name.to_owned(), [Amount::Finite(0); 2]);
        let position = VaryingPosition { path, locations, arrays: Vec::new(), interpolation: None, sampling: None, directions };
        self.variable(builder, variable, position);
    }

    /// The depth of types is limited by the layout.
    fn variable(&mut self, builder: &Builder<'_>, variable: &Variable, mut position: VaryingPosition) {
        for (location, kind) in position.locations.iter_mut().zip(VARYING_UNITS) {
            *location = location.plus(variable.places.index(kind)).as_device_slot();
        }
        // libslang 2026.12 continues as if an array with a link-time count had no elements.
        position.locations.iter_mut().zip(self.open).filter(|(_, open)| *open).for_each(|(location, _)| *location = Amount::Unknown);
        let field = variable.source.field(builder.module);
        let specified = field.into_iter().flat_map(|field| &field.annotations).filter_map(|annotation| match annotation {
            Annotation::Interpolation(interpolation) => Some(*interpolation),
            _ => None,
        });
        position.interpolation = specified.clone().next().or(position.interpolation);
        position.sampling = specified.clone().find(|interpolation| interpolation.is_sampling()).or(position.sampling);
        self.add_parts(builder, variable, variable.layout, position);
    }

    fn add_parts(&mut self, builder: &Builder<'_>, variable: &Variable, id: LayoutId, mut position: VaryingPosition) {
        let layout = builder.layout.get(id);
        match &layout.shape {
            // There, a handle is a struct without members.
            TypeStructure::Struct(_) if layout.ty.is_some_and(|ty| matches!(builder.module.types[ty], Type::Handle(_))) => {
                self.value(builder, variable, id, &position);
            }
            TypeStructure::Struct(fields) => {
                for field in fields {
                    let name = field.source.field(builder.module).map_or("", |field| builder.module.name(field.name));
                    // A GLSL block without an instance name has no name in paths.
                    let is_unnamed = position.path.is_empty() && !matches!(variable.source, VariableDeclaration::Result(_));
                    let path = if is_unnamed { name.to_owned() } else { format!("{}.{name}", position.path) };
                    self.variable(builder, field, VaryingPosition { path, ..position.clone() });
                }
            }
            TypeStructure::Array { element, .. } | TypeStructure::Elements(element) => {
                let count = match layout.ty.map(|ty| builder.module.types[ty]) {
                    Some(Type::Array { count, .. }) => elements(count),
                    _ => Amount::Unbounded,
                };
                let usage = &builder.layout.get(*element).usage;
                let stride = match (&layout.shape, count) {
                    // One element for each vertex: all of them are at the same locations.
                    (TypeStructure::Elements(_), Amount::Finite(_)) => 0,
                    _ => VARYING_UNITS.iter().find_map(|&kind| usage.get(kind)).and_then(Amount::finite).unwrap_or(0),
                };
                position.arrays.push(Array { count, stride });
                position.path.push_str("[]");
                let directions = position.directions;
                self.add_parts(builder, variable, *element, position);
                if count == Amount::Unknown {
                    self.open.iter_mut().zip(directions).for_each(|(open, direction)| *open |= direction);
                }
            }
            TypeStructure::Leaf | TypeStructure::Vector { .. } | TypeStructure::Matrix { .. } | TypeStructure::Group(_) => {
                self.value(builder, variable, id, &position)
            }
        }
    }

    fn value(&mut self, builder: &Builder<'_>, variable: &Variable, id: LayoutId, position: &VaryingPosition) {
        let layout = builder.layout.get(id);
        for (direction, kind) in VARYING_UNITS.into_iter().enumerate().filter(|&(direction, _)| position.directions[direction]) {
            let taken = layout.usage.get(kind);
            let field = variable.source.field(builder.module);
            let annotations = field.map_or(&[][..], |field| &field.annotations);
            let varying = Varying {
                path: position.path.clone(),
                ty: layout.ty.map_or(String::new(), |ty| builder.module.type_name(ty).to_string()),
                declared_type: layout.ty.and_then(|ty| alias_spelling(builder.module, field, ty)),
                location: taken.map(|_| position.locations[direction]),
                locations: taken.map(|taken| whole_range(taken, &position.arrays)),
                component: annotations.iter().find_map(|annotation| match annotation {
                    Annotation::Component(component) => Some(*component),
                    _ => None,
                }),
                index: annotations.iter().find_map(|annotation| match annotation {
                    Annotation::Index(index) if taken.is_some() => Some(*index),
                    _ => None,
                }),
                builtin: annotations.iter().find_map(|annotation| match annotation {
                    Annotation::Builtin(name) => Some(builder.module.name(*name).to_owned()),
                    _ => None,
                }),
                semantic: variable.semantic.map(|(name, _)| builder.module.name(name).to_owned()),
                semantic_index: variable.semantic.map(|(_, index)| index),
                interpolation: position.interpolation.map(interpolation_name),
                sampling: position.sampling.map(interpolation_name),
                arrays: position.arrays.clone(),
                source: field.and_then(|field| builder.source(field.span)),
            };
            if direction == 0 { self.inputs.push(varying) } else { self.outputs.push(varying) }
        }
    }
}

/// The locations from the first of the first element to the last of the last.
fn whole_range(taken: Amount, arrays: &[Array]) -> Amount {
    let rest_count = |array: &Array| match array.count {
        Amount::Finite(count) => Amount::Finite(count.saturating_sub(1).saturating_mul(array.stride)),
        // A stream has at most one dimension.
        Amount::Unbounded => Amount::Finite(0),
        Amount::Unknown => Amount::Unknown,
    };
    arrays.iter().map(rest_count).fold(taken, Amount::plus)
}

/// Whether a parameter or result is an input, and an output.
fn directions(builder: &Builder<'_>, variable: &Variable) -> [bool; 2] {
    let ty = builder.layout.get(variable.layout).ty.map(|ty| builder.module.types[ty]);
    let is_written = matches!(
        ty,
        Some(Type::Resource(ResourceType { kind: ResourceKind::OutputStream | ResourceKind::MeshOutput | ResourceKind::MeshIndices, .. }))
    );
    if is_written || matches!(variable.source, VariableDeclaration::Result(_)) {
        return [false, true];
    }
    match direction(builder.module, variable) {
        Direction::In | Direction::Uniform => [true, false],
        Direction::Out => [false, true],
        Direction::InOut => [true, true],
    }
}

/// The direction of a parameter.
pub(super) fn direction(module: &Module, variable: &Variable) -> Direction {
    let annotations = variable.source.field(module).map_or(&[][..], |field| &field.annotations);
    let specified = annotations.iter().find_map(|annotation| match annotation {
        Annotation::Direction(direction) => Some(*direction),
        _ => None,
    });
    specified.unwrap_or(Direction::In)
}

fn interpolation_name(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Linear => "linear",
        Interpolation::Centroid => "centroid",
        Interpolation::NoPerspective => "noperspective",
        Interpolation::None => "nointerpolation",
        Interpolation::Sample => "sample",
        Interpolation::PerVertex => "pervertex",
    }
}
