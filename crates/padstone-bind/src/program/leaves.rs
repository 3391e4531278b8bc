//! Every object, every buffer and every number of a program, with the place where it ends up: sets, bindings, registers and
//! bytes added up from the parameter down.

use padstone_model::{Count, Module, Resource, ResourceKind, Type, TypeId};

use super::kind::{Amount, Kind, Places, Usage};
use super::layout::{Group, LayoutId, Shape, Variable};
use super::result::{DefaultBuffer, EntryLayout, ProgramLayout};

/// Something that nothing of a program is inside of, or a buffer.
#[derive(Clone, Debug)]
pub struct Leaf<'a> {
    /// From the name of the parameter on: `scene.lights[].shadow`. Empty for the implicit buffers.
    pub path: &'a str,
    /// Its type; `None` for the implicit buffers.
    pub ty: Option<TypeId>,
    /// What it is.
    pub what: What,
    /// How many there are: a number for each array around it, the outermost first.
    pub dims: &'a [Count],
    /// How deep it is in buffers: 0 for what is in none.
    pub depth: usize,
}

/// What a leaf is, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// An object, or the buffer of a constant buffer or parameter block. What follows and is deeper lies in it.
    Object(Slot),
    /// Bytes in the buffer around it.
    Bytes {
        /// From the start of the buffer.
        offset: u64,
        /// How many; `None` if there is no end to it.
        size: Option<u64>,
        /// From one element of the innermost array around it to the next; 0 without one.
        stride: u64,
    },
    /// A block of its own: its objects lie in a space of its own.
    Space(u64),
}

/// A place for an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// What it is counted in.
    pub kind: Kind,
    /// The space or set.
    pub space: u64,
    /// The register or binding, the first one of an array.
    pub index: u64,
    /// How many registers or bindings it takes, with all arrays around it.
    pub count: Amount,
    /// From one element of the innermost array around it to the next: 0 where an array is one binding.
    pub stride: u64,
    /// Bytes, if it is a buffer whose size is known.
    pub bytes: Option<u64>,
}

/// Goes through all leaves of a parameter that begins at some places.
pub fn leaves(module: &Module, layout: &ProgramLayout, variable: &Variable, visit: &mut dyn FnMut(Leaf<'_>)) {
    let base = Base::of(&variable.places);
    let name = variable.source.field(module).map_or("", |field| module.name(field.name));
    Walk { module, layout, path: name.to_owned(), dims: Vec::new(), depth: 0, visit }.inside(variable.layout, base, 0);
}

/// Goes through all leaves of the uniform parameters of an entry point: first the buffer of their bytes, if they have one.
pub fn entry_leaves(module: &Module, layout: &ProgramLayout, entry: &EntryLayout, visit: &mut dyn FnMut(Leaf<'_>)) {
    let own = [Kind::PushConstantBuffer, Kind::ShaderRecord, Kind::ConstantBuffer, Kind::DescriptorTableSlot];
    let has_bytes = !entry.bytes.is_zero();
    let container = own.into_iter().filter(|_| has_bytes).find_map(|kind| entry.places.get(kind));
    if let Some(place) = container {
        let slot = Slot {
            kind: place.kind,
            space: place.space,
            index: place.index,
            count: Amount::Finite(1),
            stride: 0,
            bytes: entry.bytes.finite(),
        };
        visit(Leaf { path: "", ty: None, what: What::Object(slot), dims: &[], depth: 0 });
    }
    let base = Base::of(&entry.places);
    for variable in entry.parameters.iter().filter(|variable| variable.semantic.is_none()) {
        let name = variable.source.field(module).map_or("", |field| module.name(field.name));
        let depth = usize::from(has_bytes);
        let mut walk = Walk { module, layout, path: name.to_owned(), dims: Vec::new(), depth, visit };
        walk.inside(variable.layout, base.behind(&variable.places), 0);
    }
}

/// The implicit buffer of the globals as a leaf.
pub fn globals_leaf(buffer: &DefaultBuffer) -> Option<Leaf<'static>> {
    let place = buffer.place?;
    let slot = Slot {
        kind: place.kind,
        space: place.space,
        index: place.index,
        count: Amount::Finite(1),
        stride: 0,
        bytes: buffer.bytes.finite(),
    };
    Some(Leaf { path: "", ty: None, what: What::Object(slot), dims: &[], depth: 0 })
}

/// Where something begins, in all kinds.
#[derive(Clone, Debug)]
struct Base {
    places: Places,
    /// The space that registers and bindings are in.
    space: u64,
}

impl Base {
    fn of(places: &Places) -> Base {
        Base { places: places.clone(), space: 0 }
    }

    /// What begins at some places, counted from here.
    fn behind(&self, places: &Places) -> Base {
        let opens = places.get(Kind::RegisterSpace).is_some();
        let first_space = self.places.index(Kind::SubElementRegisterSpace);
        let mut inner = Base { places: self.places.clone(), space: self.space };
        if opens {
            inner.space = first_space.saturating_add(places.index(Kind::RegisterSpace));
        }
        for place in places.iter().filter(|place| place.kind != Kind::RegisterSpace) {
            let before = if opens && place.kind != Kind::SubElementRegisterSpace && place.kind != Kind::Uniform {
                (0, 0)
            } else {
                self.places.get(place.kind).map_or((0, 0), |place| (place.index, place.space))
            };
            inner.places.set(place.kind, before.0.saturating_add(place.index), before.1.saturating_add(place.space));
        }
        inner
    }

    fn space(&self, kind: Kind) -> u64 {
        self.space.saturating_add(self.places.get(kind).map_or(0, |place| place.space))
    }
}

struct Walk<'a, 'v> {
    module: &'a Module,
    layout: &'a ProgramLayout,
    path: String,
    dims: Vec<Count>,
    depth: usize,
    visit: &'v mut dyn FnMut(Leaf<'_>),
}

impl Walk<'_, '_> {
    /// All leaves in something. `stride`: bytes from one element of the array around it to the next.
    fn inside(&mut self, id: LayoutId, base: Base, stride: u64) {
        let layout = self.layout;
        let ty = layout.get(id);
        match &ty.shape {
            Shape::Struct(fields) => {
                for field in fields {
                    let length = self.path.len();
                    let name = field.source.field(self.module).map_or("", |field| self.module.name(field.name));
                    self.path.push('.');
                    self.path.push_str(name);
                    self.inside(field.layout, base.behind(&field.places), stride);
                    self.path.truncate(length);
                }
            }
            Shape::Array { element, stride } if self.is_listed(*element) => {
                let count = match ty.ty.map(|ty| self.module.types[ty]) {
                    Some(Type::Array { count, .. }) => count,
                    _ => Count::Runtime,
                };
                let length = self.path.len();
                self.path.push_str("[]");
                self.dims.push(count);
                self.inside(*element, base, *stride);
                self.dims.pop();
                self.path.truncate(length);
            }
            Shape::Group(group) => self.group(ty.ty, group, &base),
            Shape::Leaf | Shape::Vector { .. } | Shape::Array { .. } | Shape::Elements(_) => self.leaf(ty.ty, &ty.usage, &base, stride),
        }
    }

    /// Whether elements are listed by themselves: those of numbers are not.
    fn is_listed(&self, element: LayoutId) -> bool {
        match &self.layout.get(element).shape {
            Shape::Struct(_) | Shape::Group(_) | Shape::Elements(_) => true,
            Shape::Array { element, .. } => self.is_listed(*element),
            Shape::Leaf | Shape::Vector { .. } => self.layout.get(element).usage.get(Kind::Uniform).is_none(),
        }
    }

    fn leaf(&mut self, ty: Option<TypeId>, usage: &Usage, base: &Base, stride: u64) {
        for counter in usage.iter() {
            let what = match counter.kind {
                Kind::Uniform => What::Bytes { offset: base.places.index(Kind::Uniform), size: counter.amount.finite(), stride },
                Kind::ExistentialTypeParam | Kind::ExistentialObjectParam | Kind::RegisterSpace | Kind::Generic => continue,
                Kind::VaryingInput | Kind::VaryingOutput => continue,
                kind => What::Object(self.slot(kind, counter.amount, base, None)),
            };
            (self.visit)(Leaf { path: &self.path, ty, what, dims: &self.dims, depth: self.depth });
        }
    }

    fn slot(&self, kind: Kind, each: Amount, base: &Base, bytes: Option<u64>) -> Slot {
        let is_split = matches!(kind, Kind::ConstantBuffer | Kind::ShaderResource | Kind::UnorderedAccess | Kind::SamplerState);
        let mut count = each;
        for dim in self.dims.iter().filter(|_| is_split) {
            count = count.times(dim.known().map_or(Amount::Infinite, Amount::Finite));
        }
        let stride = if is_split && !self.dims.is_empty() { each.finite().unwrap_or(0) } else { 0 };
        Slot { kind, space: base.space(kind), index: base.places.index(kind), count, stride, bytes }
    }

    fn group(&mut self, ty: Option<TypeId>, group: &Group, base: &Base) {
        let element = self.layout.get(group.element.layout);
        let own_space = group.container.get(Kind::SubElementRegisterSpace).is_some();
        let mut inner = base.clone();
        if own_space {
            inner.space = base.places.index(Kind::SubElementRegisterSpace);
            inner.places = Places::default();
            inner.places.set(Kind::SubElementRegisterSpace, base.places.index(Kind::SubElementRegisterSpace), 0);
            (self.visit)(Leaf { path: &self.path, ty, what: What::Space(inner.space), dims: &self.dims, depth: self.depth });
        }
        let bytes = element.usage.get(Kind::Uniform).and_then(Amount::finite);
        for counter in group.container.iter().filter(|counter| counter.kind != Kind::SubElementRegisterSpace) {
            let what = match counter.kind {
                Kind::Uniform => What::Bytes { offset: base.places.index(Kind::Uniform), size: counter.amount.finite(), stride: 0 },
                kind => What::Object(self.slot(kind, counter.amount, &inner, bytes)),
            };
            (self.visit)(Leaf { path: &self.path, ty, what, dims: &self.dims, depth: self.depth });
        }
        let content = group.argument_buffer.unwrap_or(group.element.layout);
        let mut inside = inner.behind(&group.element.places);
        inside.places.set(Kind::Uniform, 0, 0);
        self.depth += 1;
        self.inside(content, inside, 0);
        self.depth -= 1;
    }
}

/// What sort of object is behind a type, arrays peeled off.
pub fn object(module: &Module, mut ty: TypeId) -> Option<Resource> {
    loop {
        match module.types[ty] {
            Type::Array { element, .. } => ty = element,
            Type::Resource(resource) if resource.kind != ResourceKind::Other => return Some(resource),
            _ => return None,
        }
    }
}
