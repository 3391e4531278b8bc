//! Every object, every buffer and every number of a program, with the place where it ends up: sets, bindings, registers and
//! bytes added up from the parameter down.

use padstone_model::{Count, Module, ResourceKind, ResourceType, Type, TypeId};

use crate::layout::{Group, LayoutId, Shape, Source, Variable};
use crate::layout_unit::{Amount, LayoutUnit, UnitOffset, UnitOffsets};
use crate::program_layout::{DefaultBuffer, EntryLayout, ProgramLayout};
use crate::target::EntryUniforms;

/// Something that nothing of a program is inside of, or a buffer.
#[derive(Clone, Debug)]
pub struct Leaf<'a> {
    /// From the name of the parameter on: `scene.lights[].shadow`. Empty for the implicit buffers.
    pub path: &'a str,
    /// Its type; `None` for the implicit buffers.
    pub ty: Option<TypeId>,
    /// What it takes; `None` for the implicit buffers.
    pub layout: Option<LayoutId>,
    /// The innermost declaration that it is of.
    pub source: Source,
    /// What it is.
    pub kind: LeafKind,
    /// The arrays around it, the outermost first.
    pub dims: &'a [Dim],
    /// How deep it is in buffers: 0 for what is in none.
    pub depth: usize,
}

/// An array around a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dim {
    /// How many elements.
    pub count: Count,
    /// Bytes from one element to the next; 0 if they have none.
    pub stride: u64,
}

/// What a leaf is, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafKind {
    /// A resource, or the buffer of a constant buffer or parameter block. What follows and is deeper is its content.
    Object(Slot),
    /// Bytes in the buffer around it.
    Bytes {
        /// From the start of the buffer.
        offset: Amount,
        /// How many.
        size: Amount,
        /// From one element of the innermost array around it to the next; 0 without one.
        stride: u64,
    },
    /// A struct, or an array of structs, with bytes in the buffer around it. Its parts follow.
    Aggregate {
        /// From the start of the buffer.
        offset: Amount,
        /// How many bytes.
        size: Amount,
    },
    /// The address, in the buffer around it, of a buffer. What follows and is deeper is its content.
    Address {
        /// From the start of the buffer around it.
        offset: Amount,
        /// Bytes of the address.
        size: Amount,
        /// The size of its buffer, if it has one.
        bytes: Option<Amount>,
    },
    /// A parameter block with its own space.
    Space(u64),
}

/// The value of an unknown space or set.
pub const UNKNOWN_SPACE: u64 = u64::MAX;

/// A place for an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// What it is counted in.
    pub kind: LayoutUnit,
    /// The space or set; [`UNKNOWN_SPACE`] if it is not known.
    pub space: u64,
    /// The register or binding, the first one of an array; unknown if it depends on what linking says.
    pub index: Amount,
    /// How many registers or bindings it takes, with all arrays around it.
    pub count: Amount,
    /// From one element of the innermost array around it to the next: 0 where an array is one binding.
    pub stride: u64,
    /// Bytes, if it is a buffer that has some.
    pub bytes: Option<Amount>,
}

/// Goes through all leaves of a parameter that begins at some places.
pub fn leaves(module: &Module, layout: &ProgramLayout, variable: &Variable, visit: &mut dyn FnMut(Leaf<'_>)) {
    leaves_of(module, layout, variable, true, visit);
}

/// The same, but not what is in bytes only.
pub(crate) fn objects(module: &Module, layout: &ProgramLayout, variable: &Variable, visit: &mut dyn FnMut(Leaf<'_>)) {
    leaves_of(module, layout, variable, false, visit);
}

fn leaves_of(module: &Module, layout: &ProgramLayout, variable: &Variable, bytes: bool, visit: &mut dyn FnMut(Leaf<'_>)) {
    let mut base = Base::of(&variable.places);
    base.forget(layout.unsettled.get(&variable.source).into_iter().flatten().copied());
    let name = layout.name(module, variable);
    Walk::new(module, layout, name, bytes, visit).inside(variable.layout, variable.source, base, 0);
}

/// Visits the content of each element of a buffer: all leaves of a type under the rules of the buffer. `path` is that of
/// an element. A counter, which is a number of no type that the source writes, has no leaves.
pub fn element_leaves(module: &Module, layout: &ProgramLayout, element: LayoutId, path: &str, visit: &mut dyn FnMut(Leaf<'_>)) {
    if layout.get(element).ty.is_none() {
        return;
    }
    let base = Base::of(&UnitOffsets::default());
    Walk { depth: 1, ..Walk::new(module, layout, path, true, visit) }.inside(element, Source::Implicit, base, 0);
}

/// Goes through all leaves of the uniform parameters of an entry point: first the buffer of their bytes, if they have one.
pub fn entry_leaves(module: &Module, layout: &ProgramLayout, entry: &EntryLayout, visit: &mut dyn FnMut(Leaf<'_>)) {
    leaves_of_entry(module, layout, entry, true, visit);
}

/// The same, but not what is in bytes only.
pub(crate) fn entry_objects(module: &Module, layout: &ProgramLayout, entry: &EntryLayout, visit: &mut dyn FnMut(Leaf<'_>)) {
    leaves_of_entry(module, layout, entry, false, visit);
}

fn leaves_of_entry(module: &Module, layout: &ProgramLayout, entry: &EntryLayout, bytes: bool, visit: &mut dyn FnMut(Leaf<'_>)) {
    let has_bytes = !entry.bytes.is_zero();
    let container = match layout.target.entry_uniforms {
        EntryUniforms::PushConstants => entry.places.get(LayoutUnit::PushConstantBuffer).or_else(|| shader_record(module, layout, entry)),
        EntryUniforms::Constants => {
            [LayoutUnit::ConstantBuffer, LayoutUnit::DescriptorTableSlot].into_iter().find_map(|kind| entry.places.get(kind))
        }
    };
    // Their bytes begin where their own buffer does.
    let mut base = Base::of(&entry.places.clone().with(UnitOffset { kind: LayoutUnit::Uniform, index: Amount::Finite(0), space: 0 }));
    base.forget(entry.unsettled.iter().copied());
    if let Some(place) = container.filter(|_| has_bytes) {
        let index = base.places.get(place.kind).map_or(place.index, |place| place.index);
        let slot = Slot { kind: place.kind, space: place.space, index, count: Amount::Finite(1), stride: 0, bytes: Some(entry.bytes) };
        visit(implicit(slot));
    }
    let mut link_time_units = Vec::new();
    for variable in entry.parameters.iter().filter(|variable| variable.semantic.is_none()) {
        let name = layout.name(module, variable);
        let depth = usize::from(has_bytes);
        let mut inner = base.after(&variable.places);
        layout.add_link_time_bytes(variable.layout, &mut link_time_units);
        inner.forget(link_time_units.iter().copied());
        let mut walk = Walk { depth, ..Walk::new(module, layout, name, bytes, visit) };
        walk.inside(variable.layout, variable.source, inner, 0);
        layout.add_displaced_units(module, variable, &mut link_time_units);
    }
}

/// The shader record of an entry point of ray tracing. Each has its own, so that nothing is counted.
fn shader_record(module: &Module, layout: &ProgramLayout, entry: &EntryLayout) -> Option<UnitOffset> {
    let stage = module.entry_points[entry.index].stage?;
    let is_record = layout.target.entry_uniforms == EntryUniforms::PushConstants && stage.is_ray_tracing();
    is_record.then_some(UnitOffset { kind: LayoutUnit::ShaderRecord, index: Amount::Finite(0), space: 0 })
}

/// The implicit buffer of the globals as a leaf.
pub fn globals_leaf(buffer: &DefaultBuffer) -> Option<Leaf<'static>> {
    let place = buffer.place?;
    let slot =
        Slot { kind: place.kind, space: place.space, index: place.index, count: Amount::Finite(1), stride: 0, bytes: Some(buffer.bytes) };
    Some(implicit(slot))
}

fn implicit(slot: Slot) -> Leaf<'static> {
    Leaf { path: "", ty: None, layout: None, source: Source::Implicit, kind: LeafKind::Object(slot), dims: &[], depth: 0 }
}

/// Where something begins, in all kinds.
#[derive(Clone, Debug)]
struct Base {
    places: UnitOffsets,
    /// The space that registers and bindings are in.
    space: u64,
}

impl Base {
    fn of(places: &UnitOffsets) -> Base {
        Base { places: places.clone(), space: 0 }
    }

    /// What begins at some places, counted from here.
    fn after(&self, places: &UnitOffsets) -> Base {
        let opens = places.get(LayoutUnit::RegisterSpace).is_some();
        let first_space = self.places.first_space(LayoutUnit::SubElementRegisterSpace);
        let mut inner = Base { places: self.places.clone(), space: self.space };
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

    /// Where it begins in some kinds depends on what linking says.
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

struct Walk<'a, 'v> {
    module: &'a Module,
    layout: &'a ProgramLayout,
    path: String,
    dims: Vec<Dim>,
    depth: usize,
    /// Whether it is within something of which the members have no known bytes.
    unknown: bool,
    /// Whether to go into what is in bytes only.
    bytes: bool,
    visit: &'v mut dyn FnMut(Leaf<'_>),
}

impl<'a, 'v> Walk<'a, 'v> {
    fn new(module: &'a Module, layout: &'a ProgramLayout, path: &str, bytes: bool, visit: &'v mut dyn FnMut(Leaf<'_>)) -> Walk<'a, 'v> {
        Walk { module, layout, path: path.to_owned(), dims: Vec::new(), depth: 0, unknown: false, bytes, visit }
    }

    /// All leaves in something. `stride`: bytes from one element of the array around it to the next.
    fn inside(&mut self, id: LayoutId, source: Source, base: Base, stride: u64) {
        let layout = self.layout;
        let ty = layout.get(id);
        if !self.bytes && ty.usage.iter().all(|counter| counter.kind == LayoutUnit::Uniform) {
            return;
        }
        let at = (id, source);
        match &ty.shape {
            Shape::Struct(fields) => {
                self.whole(at, &base);
                let around = self.unknown;
                let is_listed = layout.is_open(id) || layout.unknown_of(id).bytes;
                self.unknown |= ty.usage.get(LayoutUnit::Uniform) == Some(Amount::Unknown) && !is_listed;
                // Bytes after an unknown number of bytes have no offset.
                let mut link_time_units = Vec::new();
                for field in fields {
                    let length = self.path.len();
                    let name = layout.name(self.module, field);
                    self.path.push('.');
                    self.path.push_str(if name.is_empty() { "?" } else { name });
                    let mut inner = base.after(&field.places);
                    inner.forget(link_time_units.iter().copied());
                    self.inside(field.layout, field.source, inner, stride);
                    layout.add_displaced_units(self.module, field, &mut link_time_units);
                    self.path.truncate(length);
                }
                self.unknown = around;
            }
            Shape::Array { element, stride } if self.is_listed(*element) && !self.is_address(id) => {
                self.whole(at, &base);
                let count = match ty.ty.map(|ty| self.module.types[ty]) {
                    Some(Type::Array { count, .. }) => count,
                    _ => Count::Runtime,
                };
                let length = self.path.len();
                self.path.push_str("[]");
                self.dims.push(Dim { count, stride: *stride });
                self.inside(*element, source, base, *stride);
                self.dims.pop();
                self.path.truncate(length);
            }
            Shape::Group(group) => self.group(at, group, &base),
            Shape::Leaf | Shape::Vector { .. } | Shape::Matrix { .. } | Shape::Array { .. } | Shape::Elements(_) => {
                self.leaf(at, &base, stride);
            }
        }
    }

    fn visit(&mut self, (id, source): (LayoutId, Source), kind: LeafKind) {
        let ty = self.layout.get(id).ty;
        (self.visit)(Leaf { path: &self.path, ty, layout: Some(id), source, kind, dims: &self.dims, depth: self.depth });
    }

    fn whole(&mut self, at: (LayoutId, Source), base: &Base) {
        if let Some(amount) = self.layout.get(at.0).usage.get(LayoutUnit::Uniform).filter(|_| !self.unknown) {
            let size = if self.layout.unknown_of(at.0).bytes { Amount::Unknown } else { amount };
            self.visit(at, LeafKind::Aggregate { offset: base.places.index(LayoutUnit::Uniform), size });
        }
    }

    /// Whether elements are listed by themselves: those of numbers are not.
    fn is_listed(&self, element: LayoutId) -> bool {
        match &self.layout.get(element).shape {
            Shape::Struct(_) | Shape::Group(_) | Shape::Elements(_) => true,
            Shape::Array { element, .. } => self.is_listed(*element),
            Shape::Leaf | Shape::Vector { .. } | Shape::Matrix { .. } => self.layout.get(element).usage.get(LayoutUnit::Uniform).is_none(),
        }
    }

    /// Whether an unsized array is an address, as for CUDA and C++: its elements are elsewhere.
    fn is_address(&self, id: LayoutId) -> bool {
        let layout = self.layout.get(id);
        let is_endless = layout.ty.is_some_and(|ty| matches!(self.module.types[ty], Type::Array { count: Count::Runtime, .. }));
        is_endless && layout.usage.get(LayoutUnit::Uniform).is_some_and(|amount| amount.finite().is_some())
    }

    fn leaf(&mut self, at: (LayoutId, Source), base: &Base, stride: u64) {
        let is_unknown = self.layout.get(at.0).ty.is_some_and(|ty| self.module.types[ty] == Type::Unknown);
        // What was not understood, in a buffer: where it begins depends on its alignment.
        if is_unknown && self.depth > 0 && !self.unknown {
            self.visit(at, LeafKind::Bytes { offset: Amount::Unknown, size: Amount::Unknown, stride });
        }
        for counter in self.layout.get(at.0).usage.iter() {
            let kind = match counter.kind {
                LayoutUnit::Uniform if self.unknown => continue,
                LayoutUnit::Uniform => LeafKind::Bytes { offset: base.places.index(LayoutUnit::Uniform), size: counter.amount, stride },
                LayoutUnit::ExistentialTypeParam | LayoutUnit::ExistentialObjectParam | LayoutUnit::RegisterSpace | LayoutUnit::Generic => {
                    continue;
                }
                LayoutUnit::VaryingInput | LayoutUnit::VaryingOutput => continue,
                kind => LeafKind::Object(self.slot(kind, counter.amount, base, None)),
            };
            self.visit(at, kind);
        }
    }

    fn slot(&self, kind: LayoutUnit, each: Amount, base: &Base, bytes: Option<Amount>) -> Slot {
        let is_split = matches!(
            kind,
            LayoutUnit::ConstantBuffer | LayoutUnit::ShaderResource | LayoutUnit::UnorderedAccess | LayoutUnit::SamplerState
        );
        let mut count = each;
        for dim in self.dims.iter().filter(|_| is_split) {
            count = count.times(match dim.count {
                Count::Known(count) => Amount::Finite(count),
                Count::Runtime => Amount::Unbounded,
                Count::Open => Amount::Unknown,
            });
        }
        let stride = if is_split && !self.dims.is_empty() { each.finite().unwrap_or(0) } else { 0 };
        let (space, index) = match Amount::Finite(base.space(kind)).as_device_slot() {
            Amount::Finite(space) => (space, base.places.index(kind).as_device_slot()),
            _ => (UNKNOWN_SPACE, Amount::Unknown),
        };
        Slot { kind, space, index, count, stride, bytes }
    }

    fn group(&mut self, at: (LayoutId, Source), group: &Group, base: &Base) {
        let element = self.layout.get(group.element.layout);
        let own_space = group.container.get(LayoutUnit::SubElementRegisterSpace).is_some();
        let mut inner = base.clone();
        if own_space {
            inner.space = base.places.index(LayoutUnit::SubElementRegisterSpace).as_device_slot().finite().unwrap_or(UNKNOWN_SPACE);
            inner.places = UnitOffsets::default();
            inner.places.set(LayoutUnit::SubElementRegisterSpace, inner.space, 0);
            self.visit(at, LeafKind::Space(inner.space));
        }
        let known = element.usage.get(LayoutUnit::Uniform);
        let bytes = known.map(|bytes| if self.layout.unknown_of(group.element.layout).bytes { Amount::Unknown } else { bytes });
        for counter in group.container.iter().filter(|counter| counter.kind != LayoutUnit::SubElementRegisterSpace) {
            let kind = match counter.kind {
                LayoutUnit::Uniform if self.unknown => continue,
                LayoutUnit::Uniform => LeafKind::Address { offset: base.places.index(LayoutUnit::Uniform), size: counter.amount, bytes },
                kind => LeafKind::Object(self.slot(kind, counter.amount, &inner, bytes)),
            };
            self.visit(at, kind);
        }
        let content = group.argument_buffer.unwrap_or(group.element.layout);
        let mut inside = inner.after(&group.element.places);
        if let Some(kind) = self.layout.missing_buffer(group) {
            let bytes = bytes.filter(|_| !self.unknown);
            let slot = Slot { kind, space: inner.space(kind), index: Amount::Unknown, count: Amount::Finite(1), stride: 0, bytes };
            self.visit(at, LeafKind::Object(slot));
            inside.forget(std::iter::once(kind));
        }
        inside.places.set(LayoutUnit::Uniform, 0, 0);
        self.depth += 1;
        let around = std::mem::take(&mut self.unknown);
        self.inside(content, at.1, inside, 0);
        self.unknown = around;
        self.depth -= 1;
    }
}

/// The kind of resource of a type, arrays peeled.
pub fn object(module: &Module, mut ty: TypeId) -> Option<ResourceType> {
    loop {
        match module.types[ty] {
            Type::Array { element, .. } => ty = element,
            Type::Resource(resource) if !matches!(resource.kind, ResourceKind::TensorView | ResourceKind::Other) => return Some(resource),
            _ => return None,
        }
    }
}
