//! Stage inputs and outputs of languages other than Slang: only those with locations in the source.

use std::collections::BTreeMap;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{
    Annotation, Direction, Field, Language, LocationSizes, Module, ResourceKind, ResourceType, Signature, SignatureId, Stage, Type, TypeId,
};
use padstone_source::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::types::MAX_PARTS;
use crate::layout::{LayoutId, TypeStructure, UnitLayout, Variable, VariableDeclaration};
use crate::layout_unit::{Amount, LayoutUnit, UnitCounters, UnitOffsets};
use crate::numbering::Numbering;
use crate::program_layout::EntryLayout;

/// The entry points with their inputs and outputs. Pushes the layouts of their types.
pub(crate) fn entries(
    module: &Module,
    numbering: Numbering,
    types: &mut Vec<UnitLayout>,
    diagnostics: &mut Diagnostics,
) -> Vec<EntryLayout> {
    // D3D has no locations and ignores `[[vk::location]]`.
    let has_locations = numbering != Numbering::Registers;
    let entry = |(index, entry): (usize, &padstone_model::EntryPoint)| {
        let layout = EntryLayout {
            index,
            parameters: Vec::new(),
            explicit: FxHashSet::default(),
            result: None,
            usage: UnitCounters::default(),
            places: UnitOffsets::default(),
            bytes: Amount::Finite(0),
            sample_rate: false,
            unsettled: Vec::new(),
            unsettled_parameters: FxHashMap::default(),
        };
        let stage = entry.stage;
        // Payloads and hit attributes are not inputs from a previous stage.
        let Some(id) = entry.signature.filter(|_| stage.is_none_or(|stage| !stage.is_ray_tracing())) else { return layout };
        let signature = &module.program.signatures[id];
        let is_opengl = numbering == Numbering::Program;
        let sizes = LocationSizes::default();
        let mut interface =
            InterfaceLayouter { module, types, sizes, is_opengl, stage, has_locations, parts: 0, taken: BTreeMap::new(), diagnostics };
        let layout = interface.entry(layout, id, signature);
        if interface.parts > MAX_PARTS {
            let message = format!("the inputs and outputs of an entry point have more than {MAX_PARTS} values");
            diagnostics.push(Diagnostic::error(&codes::LAYOUT_OVERFLOW, message, entry.span).help("pass such data in a buffer"));
        }
        layout
    };
    module.entry_points.iter().enumerate().map(entry).collect()
}

/// The number of locations.
const LOCATIONS: u64 = 1 << 32;

struct InterfaceLayouter<'t, 'a> {
    module: &'a Module,
    types: &'t mut Vec<UnitLayout>,
    sizes: LocationSizes,
    is_opengl: bool,
    stage: Option<Stage>,
    has_locations: bool,
    parts: u32,
    /// By layout unit and index of dual-source blending, then by first location.
    taken: BTreeMap<(LayoutUnit, u32), BTreeMap<u64, LocationRange>>,
    diagnostics: &'t mut Diagnostics,
}

/// The locations of a variable, starting at the first.
struct LocationRange {
    end: u64,
    name: Symbol,
    span: Span,
}

/// The location of a value, or of the next one.
#[derive(Clone, Copy)]
struct VaryingLocation {
    direction: Direction,
    location: Option<u64>,
    /// The outermost semantic, which replaces those of members: these are numbered from its index.
    semantic: Option<(Symbol, Option<u32>)>,
}

impl InterfaceLayouter<'_, '_> {
    fn entry(&mut self, layout: EntryLayout, id: SignatureId, signature: &Signature) -> EntryLayout {
        let mut parameters = Vec::new();
        for (index, field) in signature.parameters.iter().enumerate() {
            let direction = field.annotations.iter().find_map(|annotation| match annotation {
                Annotation::Direction(direction) => Some(*direction),
                _ => None,
            });
            if let Some(direction) = direction.filter(|&direction| direction != Direction::Uniform && self.varies(field.ty)) {
                // A stream is `inout`, and an output.
                let is_stream = matches!(self.module.types[self.module.types.peel_arrays(field.ty)],
                    Type::Resource(resource) if resource.kind == ResourceKind::OutputStream);
                let direction = if is_stream { Direction::Out } else { direction };
                let position = VaryingLocation { direction, location: None, semantic: None };
                parameters.push(self.variable(VariableDeclaration::Parameter(id, index), field, position).0);
            }
        }
        let position = VaryingLocation { direction: Direction::Out, location: None, semantic: None };
        let result = signature.result.as_ref().map(|field| self.variable(VariableDeclaration::Result(id), field, position).0);
        EntryLayout { parameters, result, ..layout }
    }

    /// Whether values of a type can be stage inputs or outputs: resources cannot, except streams and patches of values.
    fn varies(&self, ty: TypeId) -> bool {
        match self.module.types[self.module.types.peel_arrays(ty)] {
            Type::Resource(resource) => elements_of(resource).is_some(),
            _ => true,
        }
    }

    /// A declared variable, and the next location.
    fn variable(&mut self, source: VariableDeclaration, field: &Field, mut position: VaryingLocation) -> (Variable, VaryingLocation) {
        let mut is_per_vertex = false;
        for annotation in &field.annotations {
            match *annotation {
                Annotation::Location { location, .. } if self.has_locations => position.location = Some(location.into()),
                Annotation::Semantic { name, index, .. } if position.semantic.is_none() => position.semantic = Some((name, Some(index))),
                Annotation::PerVertex => is_per_vertex = true,
                Annotation::Unknown => position.location = None,
                _ => {}
            }
        }
        position.location = position.location.filter(|&location| self.is_in_range(field, location, is_per_vertex));
        let (layout, next) = self.lay_out_part(field.ty, position, is_per_vertex);
        let mut variable = Variable::new(source, layout);
        variable.stage = self.stage;
        variable.semantic = position.semantic.and_then(|(name, index)| Some((name, index?)));
        // Members of structs have their own locations.
        if let Some(location) = position.location.filter(|_| !self.is_struct(field.ty)) {
            for kind in kinds(position.direction) {
                variable.places.set(kind, Amount::Finite(location), 0);
                let size = self.types[layout.index()].usage.get(kind).and_then(Amount::finite);
                size.into_iter().for_each(|size| self.take(field, kind, location, size));
            }
        }
        (variable, next)
    }

    /// Whether a variable fits below the maximum location, in each direction. Reports it otherwise.
    fn is_in_range(&mut self, field: &Field, location: u64, is_per_vertex: bool) -> bool {
        let ty = match self.module.types[field.ty] {
            Type::Array { element, .. } if is_per_vertex => element,
            _ => field.ty,
        };
        let size = self.sizes.of(self.module, ty).into_iter().flatten().min().unwrap_or(0);
        let is_in_range = location.checked_add(size).is_some_and(|end| end <= LOCATIONS);
        if !is_in_range {
            let name = self.module.name(field.name);
            let message = format!("`{name}` needs {size} locations, starting at {location}; the highest is {}", LOCATIONS - 1);
            self.diagnostics.push(Diagnostic::error(&codes::BINDING_RANGE, message, field.span).label(field.span, "starts too high"));
        }
        is_in_range
    }

    /// Reserves the locations of an input or output. Reports the first occupied one: "stage input location #1 already consumed by semantic"
    /// (DXC, DeclResultIdMapper.cpp). The front ends of other languages report it themselves.
    fn take(&mut self, field: &Field, kind: LayoutUnit, location: u64, size: u64) {
        // Other languages number the locations of patches and primitives separately.
        if self.module.language != Language::Hlsl || !matches!(self.stage, Some(Stage::Vertex | Stage::Fragment | Stage::Geometry)) {
            return;
        }
        let index = field.annotations.iter().find_map(|annotation| match annotation {
            Annotation::Index(index) => Some(*index),
            _ => None,
        });
        let taken = self.taken.entry((kind, index.unwrap_or(0))).or_default();
        let end = location.saturating_add(size);
        match taken.range(..end).next_back().filter(|(_, occupant)| occupant.end > location) {
            Some((&first, occupant)) => {
                let (name, position) = (self.module.name(field.name), occupant.span);
                let occupant = self.module.name(occupant.name);
                let free = taken.last_key_value().map_or(0, |(_, occupant)| occupant.end);
                let message = format!("`{name}` overlaps `{occupant}` at location {}", location.max(first));
                let found = Diagnostic::error(&codes::LOCATION_OVERLAP, message, field.span);
                let found = found.label(field.span, "").label(position, format!("`{occupant}` is here"));
                self.diagnostics.push(found.help(format!("write `[[vk::location({free})]]`, or another free location")));
            }
            None => {
                taken.insert(location, LocationRange { end, name: field.name, span: field.span });
            }
        }
    }

    fn is_struct(&self, ty: TypeId) -> bool {
        let types = &self.module.types;
        match types[types.peel_arrays(ty)] {
            Type::Resource(resource) => elements_of(resource).is_some_and(|element| self.is_struct(element)),
            Type::Struct(_) => true,
            _ => false,
        }
    }

    fn lay_out_part(&mut self, ty: TypeId, position: VaryingLocation, is_per_vertex: bool) -> (LayoutId, VaryingLocation) {
        self.parts = self.parts.saturating_add(1);
        if self.parts > MAX_PARTS {
            return self.push(ty, UnitCounters::default(), TypeStructure::Leaf, position);
        }
        match self.module.types[ty] {
            Type::Array { element, .. } if is_per_vertex => self.elements(ty, element, position),
            Type::Array { element, count } => {
                let (inner, after) = self.lay_out_part(element, position, false);
                let mut usage = UnitCounters::default();
                let Some(count) = count.known() else {
                    // Its length is inferred from its uses.
                    return self.push(
                        ty,
                        usage,
                        TypeStructure::Array { element: inner, stride: 0 },
                        VaryingLocation { location: None, ..after },
                    );
                };
                let of_element = self.types[inner.index()].usage.clone();
                of_element.iter().for_each(|counter| usage.add(counter.kind, counter.amount.times(Amount::Finite(count))));
                let times = |first: u64, next: u64| first.saturating_add(next.saturating_sub(first).saturating_mul(count));
                let location = position.location.zip(after.location).map(|(first, next)| times(first, next));
                let semantic = after.semantic.map(|(name, next)| {
                    let first = position.semantic.and_then(|(_, first)| first);
                    let next = first.zip(next).and_then(|(first, next)| u32::try_from(times(first.into(), next.into())).ok());
                    (name, next)
                });
                self.push(ty, usage, TypeStructure::Array { element: inner, stride: 0 }, VaryingLocation { location, semantic, ..position })
            }
            Type::Resource(resource) => match elements_of(resource) {
                Some(element) => self.elements(ty, element, position),
                None => self.push(ty, UnitCounters::default(), TypeStructure::Leaf, position),
            },
            Type::Struct(id) => {
                let mut next = self.inside_struct(position);
                let (mut fields, mut usage) = (Vec::new(), UnitCounters::default());
                for (index, field) in self.module.structs[id].fields.iter().enumerate() {
                    let (variable, after) = self.variable(VariableDeclaration::Field(id, index), field, self.inside_struct(next));
                    usage.add_all(&self.types[variable.layout.index()].usage);
                    // The semantic of a member does not apply to the next one.
                    next = VaryingLocation { semantic: position.semantic.and(after.semantic), ..after };
                    fields.push(variable);
                }
                self.push(ty, usage, TypeStructure::Struct(fields), next)
            }
            _ => self.leaf(ty, position),
        }
    }

    /// In GLSL and SPIR-V, members follow one another from the location of their struct or block. The effect of `[[vk::location]]` on a struct in
    /// HLSL is not documented.
    fn inside_struct(&self, position: VaryingLocation) -> VaryingLocation {
        let follows = matches!(self.module.language, Language::Glsl | Language::SpirV);
        VaryingLocation { location: position.location.filter(|_| follows), ..position }
    }

    /// An array whose elements are at the same locations, one for each vertex.
    fn elements(&mut self, ty: TypeId, element: TypeId, position: VaryingLocation) -> (LayoutId, VaryingLocation) {
        let (element, after) = self.lay_out_part(element, position, false);
        let usage = self.types[element.index()].usage.clone();
        self.push(ty, usage, TypeStructure::Elements(element), after)
    }

    fn leaf(&mut self, ty: TypeId, position: VaryingLocation) -> (LayoutId, VaryingLocation) {
        let (mut usage, mut next) = (UnitCounters::default(), position);
        if let Some(first) = position.location {
            let sizes = self.sizes.of(self.module, ty);
            let size = |kind| match self.stage {
                _ if kind != LayoutUnit::VaryingInput || !self.is_opengl => sizes[1],
                Some(Stage::Vertex) => sizes[0],
                None if sizes[0] != sizes[1] => None,
                _ => sizes[1],
            };
            let mut largest = Some(0);
            for kind in kinds(position.direction) {
                let size = size(kind);
                size.into_iter().for_each(|size| usage.add(kind, Amount::Finite(size)));
                largest = largest.zip(size).map(|(left, right)| left.max(right));
            }
            next.location = largest.map(|size| first.saturating_add(size));
        }
        next.semantic = position.semantic.map(|(name, number)| {
            let rows = match self.module.types[ty] {
                Type::Matrix { rows, columns, .. } if rows != columns => None,
                Type::Matrix { rows, .. } => Some(u32::from(rows)),
                _ => Some(1),
            };
            (name, number.zip(rows).and_then(|(number, rows)| number.checked_add(rows)))
        });
        self.push(ty, usage, TypeStructure::Leaf, next)
    }

    fn push(&mut self, ty: TypeId, usage: UnitCounters, shape: TypeStructure, next: VaryingLocation) -> (LayoutId, VaryingLocation) {
        let id = LayoutId::new(self.types.len()).or_else(|| LayoutId::new(u32::MAX as usize));
        self.types.push(UnitLayout { ty: Some(ty), usage, align: 1, shape });
        (id.expect("u32::MAX fits in 32 bits"), next)
    }
}

/// The element type of a stream or a patch.
fn elements_of(resource: ResourceType) -> Option<TypeId> {
    resource.element.filter(|_| matches!(resource.kind, ResourceKind::OutputStream | ResourceKind::Patch | ResourceKind::Other))
}

fn kinds(direction: Direction) -> impl Iterator<Item = LayoutUnit> {
    let input = matches!(direction, Direction::In | Direction::InOut).then_some(LayoutUnit::VaryingInput);
    let output = matches!(direction, Direction::Out | Direction::InOut).then_some(LayoutUnit::VaryingOutput);
    input.into_iter().chain(output)
}
