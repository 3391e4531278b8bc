//! All resources, buffers and scalars of a program with their final locations: sets, bindings, registers and
//! bytes, added up from the parameter down.

use padstone_model::{Count, Module, ResourceType, Type, TypeId};

use crate::layout::{Group, LayoutId, TypeStructure, Variable, VariableDeclaration};
use crate::layout_unit::{Amount, LayoutUnit, UnitOffset, UnitOffsets};
use crate::program_layout::{DefaultBuffer, EntryLayout, ProgramLayout};
use crate::target::EntryUniforms;

/// A part of a program that contains no further parts, or a buffer.
#[derive(Clone, Debug)]
pub struct Leaf<'a> {
    /// The path, starting with the name of the parameter: `scene.lights[].shadow`. Empty for the implicit buffers.
    pub path: &'a str,
    /// The type; `None` for the implicit buffers.
    pub ty: Option<TypeId>,
    /// The layout units that it takes; `None` for the implicit buffers.
    pub layout: Option<LayoutId>,
    /// The innermost declaration that contains it.
    pub source: VariableDeclaration,
    /// The kind and location.
    pub kind: LeafKind,
    /// The enclosing arrays, outermost first.
    pub dims: &'a [Dim],
    /// The number of enclosing buffers.
    pub depth: usize,
}

/// An array around a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dim {
    /// The element count.
    pub count: Count,
    /// The stride in bytes; 0 if the elements have no bytes.
    pub stride: u64,
}

/// The kind and the location of a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafKind {
    /// A resource, or the buffer of a constant buffer or parameter block. The following, deeper leaves are its content.
    Object(LeafSlot),
    /// Bytes in the enclosing buffer.
    Bytes {
        /// The offset from the start of the buffer.
        offset: Amount,
        /// The size in bytes.
        size: Amount,
        /// The stride in bytes of the innermost enclosing array; 0 if there is none.
        stride: u64,
    },
    /// A struct, or an array of structs, with bytes in the enclosing buffer. Its members follow.
    Aggregate {
        /// The offset from the start of the buffer.
        offset: Amount,
        /// The size in bytes.
        size: Amount,
    },
    /// The address of a buffer, stored in the enclosing buffer. The following, deeper leaves are its content.
    Address {
        /// The offset from the start of the enclosing buffer.
        offset: Amount,
        /// The size of the address in bytes.
        size: Amount,
        /// The size in bytes of the buffer that it refers to, if known.
        bytes: Option<Amount>,
    },
    /// A parameter block with its own space.
    Space(u64),
}

/// The value of an unknown space or set.
pub const UNKNOWN_SPACE: u64 = u64::MAX;

/// The binding location of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafSlot {
    /// The layout unit.
    pub kind: LayoutUnit,
    /// The space or set; [`UNKNOWN_SPACE`] if unknown.
    pub space: u64,
    /// The register or binding; for an array, the first one. Unknown if it depends on a link-time constant.
    pub index: Amount,
    /// The number of registers or bindings, including all enclosing arrays.
    pub count: Amount,
    /// The stride of the innermost enclosing array, in registers; 0 if an array is one binding.
    pub stride: u64,
    /// The size in bytes, if it is a buffer with bytes.
    pub bytes: Option<Amount>,
}

/// Visits all leaves of a parameter at a location.
pub fn leaves(module: &Module, layout: &ProgramLayout, variable: &Variable, visit: &mut dyn FnMut(Leaf<'_>)) {
    leaves_of(module, layout, variable, true, visit);
}

/// Visits the resources and buffers of a parameter at a location.
pub(crate) fn objects(module: &Module, layout: &ProgramLayout, variable: &Variable, visit: &mut dyn FnMut(Leaf<'_>)) {
    leaves_of(module, layout, variable, false, visit);
}

fn leaves_of(module: &Module, layout: &ProgramLayout, variable: &Variable, bytes: bool, visit: &mut dyn FnMut(Leaf<'_>)) {
    let mut base = BaseLocation::of(&variable.places);
    base.forget(layout.unsettled.get(&variable.source).into_iter().flatten().copied());
    let name = layout.name(module, variable);
    LeafWalk::new(module, layout, name, bytes, visit).add_content(variable.layout, variable.source, base, 0);
}

/// Visits the content of each element of a buffer: all leaves of a type under the rules of the buffer. `path` is that of
/// an element. A counter, whose type is not in the source, has no leaves.
pub fn element_leaves(module: &Module, layout: &ProgramLayout, element: LayoutId, path: &str, visit: &mut dyn FnMut(Leaf<'_>)) {
    if layout.get(element).ty.is_none() {
        return;
    }
    let base = BaseLocation::of(&UnitOffsets::default());
    LeafWalk { depth: 1, ..LeafWalk::new(module, layout, path, true, visit) }.add_content(element, VariableDeclaration::Implicit, base, 0);
}

/// Visits all leaves of the uniform parameters of an entry point: first the implicit buffer, if there is one.
pub fn entry_leaves(module: &Module, layout: &ProgramLayout, entry: &EntryLayout, visit: &mut dyn FnMut(Leaf<'_>)) {
    leaves_of_entry(module, layout, entry, true, visit);
}

/// Visits the resources and buffers among the uniform parameters of an entry point.
pub(crate) fn entry_objects(module: &Module, layout: &ProgramLayout, entry: &EntryLayout, visit: &mut dyn FnMut(Leaf<'_>)) {
    leaves_of_entry(module, layout, entry, false, visit);
}

fn leaves_of_entry(module: &Module, layout: &ProgramLayout, entry: &EntryLayout, bytes: bool, visit: &mut dyn FnMut(Leaf<'_>)) {
    let container = entry_buffer(module, layout, entry);
    let has_bytes = !entry.bytes.is_zero();
    // The bytes of the globals start at the start of their own buffer.
    let mut base =
        BaseLocation::of(&entry.places.clone().with(UnitOffset { kind: LayoutUnit::Uniform, index: Amount::Finite(0), space: 0 }));
    base.forget(entry.unsettled.iter().copied());
    if let Some(place) = container {
        let index = base.places.get(place.kind).map_or(place.index, |place| place.index);
        let slot = LeafSlot { kind: place.kind, space: place.space, index, count: Amount::Finite(1), stride: 0, bytes: Some(entry.bytes) };
        visit(implicit(slot));
    }
    for variable in entry.parameters.iter().filter(|variable| variable.semantic.is_none()) {
        let name = layout.name(module, variable);
        let depth = usize::from(has_bytes);
        let mut start = base.clone();
        if !entry.explicit.is_empty() {
            start.places.remove(|kind| entry.explicit.contains(&(variable.source, kind)));
        }
        let mut inner = start.offset_by(&variable.places);
        inner.forget(entry.unsettled_parameters.get(&variable.source).into_iter().flatten().copied());
        let mut walk = LeafWalk { depth, ..LeafWalk::new(module, layout, name, bytes, visit) };
        walk.add_content(variable.layout, variable.source, inner, 0);
    }
}

/// The slot of the implicit buffer that contains the bytes of the uniform parameters of an entry point; `None` if they have no bytes.
pub fn entry_buffer(module: &Module, layout: &ProgramLayout, entry: &EntryLayout) -> Option<UnitOffset> {
    if entry.bytes.is_zero() {
        return None;
    }
    match layout.target.entry_uniforms {
        EntryUniforms::PushConstants => entry.places.get(LayoutUnit::PushConstantBuffer).or_else(|| shader_record(module, layout, entry)),
        EntryUniforms::Constants => {
            [LayoutUnit::ConstantBuffer, LayoutUnit::DescriptorTableSlot].into_iter().find_map(|kind| entry.places.get(kind))
        }
    }
}

/// The shader record of a ray tracing entry point. Each entry point has its own, so it has no index.
fn shader_record(module: &Module, layout: &ProgramLayout, entry: &EntryLayout) -> Option<UnitOffset> {
    let stage = module.entry_points[entry.index].stage?;
    let is_record = layout.target.entry_uniforms == EntryUniforms::PushConstants && stage.is_ray_tracing();
    is_record.then_some(UnitOffset { kind: LayoutUnit::ShaderRecord, index: Amount::Finite(0), space: 0 })
}

/// The implicit buffer of the globals as a leaf.
pub fn globals_leaf(buffer: &DefaultBuffer) -> Option<Leaf<'static>> {
    let location = buffer.place?;
    let slot = LeafSlot {
        kind: location.kind,
        space: location.space,
        index: location.index,
        count: Amount::Finite(1),
        stride: 0,
        bytes: Some(buffer.bytes),
    };
    Some(implicit(slot))
}

fn implicit(slot: LeafSlot) -> Leaf<'static> {
    Leaf { path: "", ty: None, layout: None, source: VariableDeclaration::Implicit, kind: LeafKind::Object(slot), dims: &[], depth: 0 }
}

/// A location in all layout units.
#[derive(Clone, Debug)]
struct BaseLocation {
    places: UnitOffsets,
    /// The space of registers and bindings.
    space: u64,
}

impl BaseLocation {
    fn of(places: &UnitOffsets) -> BaseLocation {
        BaseLocation { places: places.clone(), space: 0 }
    }

    /// The location of a part, relative to this one.
    fn offset_by(&self, places: &UnitOffsets) -> BaseLocation {
        let opens = places.get(LayoutUnit::RegisterSpace).is_some();
        let first_space = self.places.first_space(LayoutUnit::SubElementRegisterSpace);
        let mut inner = BaseLocation { places: self.places.clone(), space: self.space };
        if opens {
            inner.space = first_space.saturating_add(places.first_space(LayoutUnit::RegisterSpace));
        }
        for place in places.iter().filter(|place| place.kind != LayoutUnit::RegisterSpace) {
            let before = if opens && place.kind != LayoutUnit::SubElementRegisterSpace && place.kind != LayoutUnit::Uniform {
                (Amount::Finite(0), 0)
            } else {
                self.places.get(place.kind).map_or((Amount::Finite(0), 0), |place| (place.index, place.space))
            };
            inner.places.set(place.kind, before.0.plus(place.index), before.1.saturating_add(place.space));
        }
        inner
    }

    /// Marks layout units in which the location depends on a link-time constant.
    fn forget(&mut self, kinds: impl Iterator<Item = LayoutUnit>) {
        for kind in kinds {
            if let Some(place) = self.places.iter_mut().find(|place| place.kind == kind) {
                place.index = Amount::Unknown;
            }
        }
    }

    fn space(&self, kind: LayoutUnit) -> u64 {
        self.space.saturating_add(self.places.get(kind).map_or(0, |place| place.space))
    }
}

struct LeafWalk<'a, 'v> {
    module: &'a Module,
    layout: &'a ProgramLayout,
    path: String,
    dims: Vec<Dim>,
    depth: usize,
    /// Whether an enclosing type has members at unknown offsets.
    unknown: bool,
    /// Whether to visit only types with bytes.
    bytes: bool,
    visit: &'v mut dyn FnMut(Leaf<'_>),
}

impl<'a, 'v> LeafWalk<'a, 'v> {
    fn new(module: &'a Module, layout: &'a ProgramLayout, path: &str, bytes: bool, visit: &'v mut dyn FnMut(Leaf<'_>)) -> LeafWalk<'a, 'v> {
        LeafWalk { module, layout, path: path.to_owned(), dims: Vec::new(), depth: 0, unknown: false, bytes, visit }
    }

    /// Visits all leaves of a layout. `stride`: the stride of the enclosing array in bytes.
    fn add_content(&mut self, id: LayoutId, source: VariableDeclaration, base: BaseLocation, stride: u64) {
        let layout = self.layout;
        let ty = layout.get(id);
        if !self.bytes && ty.usage.iter().all(|counter| counter.kind == LayoutUnit::Uniform) {
            return;
        }
        let position = (id, source);
        match &ty.shape {
            TypeStructure::Struct(fields) => {
                self.add_variable(position, &base);
                let around = self.unknown;
                let is_listed = layout.has_link_time_count(id) || layout.unknown_of(id).bytes;
                self.unknown |= ty.usage.get(LayoutUnit::Uniform) == Some(Amount::Unknown) && !is_listed;
                // Bytes after an unknown number of bytes have no offset.
                let mut link_time_units = Vec::new();
                for field in fields {
                    let length = self.path.len();
                    let name = layout.name(self.module, field);
                    self.path.push('.');
                    self.path.push_str(if name.is_empty() { "?" } else { name });
                    let mut inner = base.offset_by(&field.places);
                    inner.forget(link_time_units.iter().copied());
                    self.add_content(field.layout, field.source, inner, stride);
                    layout.add_displaced_units(self.module, field, &mut link_time_units);
                    self.path.truncate(length);
                }
                self.unknown = around;
            }
            TypeStructure::Array { element, stride } if self.is_listed(*element) && !self.is_address(id) => {
                self.add_variable(position, &base);
                let count = match ty.ty.map(|ty| self.module.types[ty]) {
                    Some(Type::Array { count, .. }) => count,
                    _ => Count::Runtime,
                };
                let length = self.path.len();
                self.path.push_str("[]");
                self.dims.push(Dim { count, stride: *stride });
                self.add_content(*element, source, base, *stride);
                self.dims.pop();
                self.path.truncate(length);
            }
            TypeStructure::Group(group) => self.group(position, group, &base),
            TypeStructure::Leaf
            | TypeStructure::Vector { .. }
            | TypeStructure::Matrix { .. }
            | TypeStructure::Array { .. }
            | TypeStructure::Elements(_) => {
                self.leaf(position, &base, stride);
            }
        }
    }

    fn visit(&mut self, (id, source): (LayoutId, VariableDeclaration), kind: LeafKind) {
        let ty = self.layout.get(id).ty;
        (self.visit)(Leaf { path: &self.path, ty, layout: Some(id), source, kind, dims: &self.dims, depth: self.depth });
    }

    fn add_variable(&mut self, position: (LayoutId, VariableDeclaration), base: &BaseLocation) {
        if let Some(amount) = self.layout.get(position.0).usage.get(LayoutUnit::Uniform).filter(|_| !self.unknown) {
            let size = if self.layout.unknown_of(position.0).bytes { Amount::Unknown } else { amount };
            self.visit(position, LeafKind::Aggregate { offset: base.places.index(LayoutUnit::Uniform), size });
        }
    }

    /// Whether elements are listed separately; scalars are not.
    fn is_listed(&self, element: LayoutId) -> bool {
        match &self.layout.get(element).shape {
            TypeStructure::Struct(_) | TypeStructure::Group(_) | TypeStructure::Elements(_) => true,
            TypeStructure::Array { element, .. } => self.is_listed(*element),
            TypeStructure::Leaf | TypeStructure::Vector { .. } | TypeStructure::Matrix { .. } => {
                self.layout.get(element).usage.get(LayoutUnit::Uniform).is_none()
            }
        }
    }

    /// Whether an unsized array is an address, as for CUDA and C++: its elements are outside the buffer.
    fn is_address(&self, id: LayoutId) -> bool {
        let layout = self.layout.get(id);
        let is_endless = layout.ty.is_some_and(|ty| matches!(self.module.types[ty], Type::Array { count: Count::Runtime, .. }));
        is_endless && layout.usage.get(LayoutUnit::Uniform).is_some_and(|amount| amount.finite().is_some())
    }

    fn leaf(&mut self, position: (LayoutId, VariableDeclaration), base: &BaseLocation, stride: u64) {
        let is_unknown = self.layout.get(position.0).ty.is_some_and(|ty| self.module.types[ty] == Type::Unknown);
        // An unresolved type, in a buffer: its offset depends on its unknown alignment.
        if is_unknown && self.depth > 0 && !self.unknown {
            self.visit(position, LeafKind::Bytes { offset: Amount::Unknown, size: Amount::Unknown, stride });
        }
        for counter in self.layout.get(position.0).usage.iter() {
            let kind = match counter.kind {
                LayoutUnit::Uniform if self.unknown => continue,
                LayoutUnit::Uniform => LeafKind::Bytes { offset: base.places.index(LayoutUnit::Uniform), size: counter.amount, stride },
                LayoutUnit::ExistentialTypeParam | LayoutUnit::ExistentialObjectParam | LayoutUnit::RegisterSpace | LayoutUnit::Generic => {
                    continue;
                }
                LayoutUnit::VaryingInput | LayoutUnit::VaryingOutput => continue,
                kind => LeafKind::Object(self.slot(kind, counter.amount, base, None)),
            };
            self.visit(position, kind);
        }
    }

    fn slot(&self, kind: LayoutUnit, each: Amount, base: &BaseLocation, bytes: Option<Amount>) -> LeafSlot {
        let is_split = matches!(
            kind,
            LayoutUnit::ConstantBuffer | LayoutUnit::ShaderResource | LayoutUnit::UnorderedAccess | LayoutUnit::SamplerState
        );
        let mut count = each;
        for dim in self.dims.iter().filter(|_| is_split) {
            count = count.times(match dim.count {
                Count::Known(count) => Amount::Finite(count),
                Count::Runtime => Amount::Unbounded,
                Count::LinkTime => Amount::Unknown,
            });
        }
        let stride = if is_split && !self.dims.is_empty() { each.finite().unwrap_or(0) } else { 0 };
        let (space, index) = match Amount::Finite(base.space(kind)).as_device_slot() {
            Amount::Finite(space) => (space, base.places.index(kind).as_device_slot()),
            _ => (UNKNOWN_SPACE, Amount::Unknown),
        };
        LeafSlot { kind, space, index, count, stride, bytes }
    }

    fn group(&mut self, position: (LayoutId, VariableDeclaration), group: &Group, base: &BaseLocation) {
        let element = self.layout.get(group.element.layout);
        let own_space = group.container.get(LayoutUnit::SubElementRegisterSpace).is_some();
        let mut inner = base.clone();
        if own_space {
            inner.space = base.places.index(LayoutUnit::SubElementRegisterSpace).as_device_slot().finite().unwrap_or(UNKNOWN_SPACE);
            inner.places = UnitOffsets::default();
            inner.places.set(LayoutUnit::SubElementRegisterSpace, inner.space, 0);
            self.visit(position, LeafKind::Space(inner.space));
        }
        let known = element.usage.get(LayoutUnit::Uniform);
        let bytes = known.map(|bytes| if self.layout.unknown_of(group.element.layout).bytes { Amount::Unknown } else { bytes });
        for counter in group.container.iter().filter(|counter| counter.kind != LayoutUnit::SubElementRegisterSpace) {
            let kind = match counter.kind {
                LayoutUnit::Uniform if self.unknown => continue,
                LayoutUnit::Uniform => LeafKind::Address { offset: base.places.index(LayoutUnit::Uniform), size: counter.amount, bytes },
                kind => LeafKind::Object(self.slot(kind, counter.amount, &inner, bytes)),
            };
            self.visit(position, kind);
        }
        let content = group.argument_buffer.unwrap_or(group.element.layout);
        let mut inside = inner.offset_by(&group.element.places);
        if let Some(kind) = self.layout.missing_buffer(group) {
            let bytes = bytes.filter(|_| !self.unknown);
            let slot = LeafSlot { kind, space: inner.space(kind), index: Amount::Unknown, count: Amount::Finite(1), stride: 0, bytes };
            self.visit(position, LeafKind::Object(slot));
            inside.forget(std::iter::once(kind));
        }
        inside.places.set(LayoutUnit::Uniform, 0, 0);
        self.depth += 1;
        let around = std::mem::take(&mut self.unknown);
        self.add_content(content, position.1, inside, 0);
        self.unknown = around;
        self.depth -= 1;
    }
}

/// The resource type of a type without its array dimensions.
pub fn object(module: &Module, mut ty: TypeId) -> Option<ResourceType> {
    loop {
        match module.types[ty] {
            Type::Array { element, .. } => ty = element,
            Type::Resource(resource) if resource.kind.is_object() => return Some(resource),
            _ => return None,
        }
    }
}
