//! Converts the bindings of a file ([`bind`](crate::bind())) and the offsets of a profile to the layout of a program.

use padstone_diag::Diagnostics;
use padstone_layout::{self as layout, FieldLayout, ModuleLayout, Subject, TypeLayouts};
use padstone_model::{
    Buffer, BufferId, BufferKind, Count, Field, Module, Parameter, ParameterId, ParameterKind, SpecializationConstant, Type, TypeId,
};
use rustc_hash::FxHashMap;

use crate::layout::{Group, LayoutId, TypeStructure, UnitLayout, Variable, VariableDeclaration};
use crate::layout_unit::{Amount, LayoutUnit, UnitCounters, UnitOffset};
use crate::measure::stage_variables;
use crate::program_layout::{BoundResource, ProgramLayout};
use crate::{Binding, Bindings, Numbering, Request};

pub(crate) fn lay_out(
    module: &Module,
    (request, numbering): (&Request, Numbering),
    bytes: &ModuleLayout,
    bindings: &Bindings,
) -> ProgramLayout {
    // The diagnostics about stage inputs and outputs are among those of the bindings.
    let (mut types, diagnostics) = (Vec::new(), bindings.diagnostics.clone());
    let entries = stage_variables::entries(module, numbering, &mut types, &mut Diagnostics::new());
    let result = ProgramLayout {
        rules: request.rules,
        target: request.target,
        types,
        bytes: Vec::new(),
        globals: Vec::new(),
        bound: Vec::new(),
        globals_buffer: None,
        entries,
        bindless_space: None,
        link_time: Vec::new(),
        unknowns: Vec::new(),
        bits: FxHashMap::default(),
        open_kinds: Vec::new(),
        unsettled: FxHashMap::default(),
        diagnostics,
    };
    let sets = bytes.layouts.iter().filter_map(|layout| match layout.subject {
        Subject::Buffer(id) => Some((id, layout.set)),
        Subject::Struct(_) => None,
    });
    let (sets, sources) = (sets.collect(), sources(module));
    let mut collector = Collector { module, bytes, bindings, sources, sets, known: FxHashMap::default(), result };
    for (id, parameter) in module.parameters.iter() {
        collector.parameter(id, parameter);
    }
    for (heap, binding) in &bindings.heaps {
        collector.add_heap(heap.clone(), unit_offset(*binding));
    }
    for (index, constant) in module.specialization_constants.iter().enumerate() {
        collector.specialization_constant(index, constant);
    }
    let Collector { mut result, .. } = collector;
    bytes.diagnostics.iter().for_each(|found| result.diagnostics.push(found.clone()));
    result
}

/// The declarations of parameters: globals, or members of buffers.
fn sources(module: &Module) -> FxHashMap<ParameterId, VariableDeclaration> {
    let globals = module.program.globals.iter().enumerate().map(|(index, global)| (global.parameter, VariableDeclaration::Global(index)));
    let mut sources: FxHashMap<ParameterId, VariableDeclaration> = globals.collect();
    for (id, parameter) in module.parameters.iter() {
        if let Some((buffer, index)) = parameter.member_of
            && let Type::Struct(owner) = module.types[module.buffers[buffer].content]
        {
            sources.entry(id).or_insert(VariableDeclaration::Field(owner, index));
        }
    }
    sources
}

struct Collector<'a> {
    module: &'a Module,
    bytes: &'a ModuleLayout,
    bindings: &'a Bindings,
    sources: FxHashMap<ParameterId, VariableDeclaration>,
    /// The rule set of each buffer.
    sets: FxHashMap<BufferId, usize>,
    /// The layouts of types as bytes, by rule set.
    known: FxHashMap<(usize, TypeId), LayoutId>,
    result: ProgramLayout,
}

impl Collector<'_> {
    fn parameter(&mut self, id: ParameterId, parameter: &Parameter) {
        let (module, bindings) = (self.module, self.bindings);
        let Some((source, declared)) = self.sources.get(&id).and_then(|&source| Some((source, source.field(module)?))) else { return };
        if let Some(place) = self.location_of(id, parameter) {
            let element = match parameter.kind {
                ParameterKind::Buffer(buffer) => self.buffer(buffer, place.kind, declared),
                ParameterKind::Opaque(ty) | ParameterKind::Struct(ty) | ParameterKind::Uniform(ty) => self.object(ty, place.kind),
            };
            // The texture of a sampler in a struct has the path of the sampler.
            let is_inner = parameter.name != declared.name && module.sampler_textures.contains(&id);
            let source = if is_inner { self.bound(BoundResource::new(module.name(parameter.name))) } else { source };
            self.variable(source, declared.ty, element, place);
        }
        if let Some(counter) = bindings.counter(id) {
            let offset = unit_offset(counter);
            let element = self.counter(offset.kind, declared);
            let source = self.bound(BoundResource::counter_of(module.name(parameter.name)));
            self.variable(source, declared.ty, element, offset);
        }
        for member in bindings.members(id) {
            let offset = unit_offset(member.binding);
            let element = self.object(peeled(module, member.ty), offset.kind);
            let source = self.bound(BoundResource::new(&*member.path));
            self.variable(source, member.ty, element, offset);
        }
    }

    /// A descriptor heap, whose type does not occur in the source.
    fn add_heap(&mut self, heap: BoundResource, place: UnitOffset) {
        let source = self.bound(heap);
        let element = self.push(UnitLayout { ty: None, usage: single_counter(place.kind), align: 1, shape: TypeStructure::Leaf });
        let shape = TypeStructure::Array { element, stride: 0 };
        let layout = self.push(UnitLayout { ty: None, usage: single_counter(place.kind), align: 1, shape });
        let variable = Variable::new(source, layout);
        self.result.globals.push(Variable { places: variable.places.clone().with(place), ..variable });
    }

    fn specialization_constant(&mut self, index: usize, constant: &SpecializationConstant) {
        let kind = LayoutUnit::SpecializationConstant;
        let id = constant.id.map_or(Amount::Unknown, |id| Amount::Finite(id.into()));
        let source = self.bound(BoundResource { constant: Some(index), ..BoundResource::new(self.module.name(constant.name)) });
        let element = self.object(constant.ty, kind);
        self.variable(source, constant.ty, element, UnitOffset { kind, index: id, space: 0 });
    }

    fn bound(&mut self, resource: BoundResource) -> VariableDeclaration {
        self.result.bound.push(resource);
        VariableDeclaration::Bound(self.result.bound.len() - 1)
    }

    /// The location of a parameter: its binding; push constants and shader records need none.
    fn location_of(&self, id: ParameterId, parameter: &Parameter) -> Option<UnitOffset> {
        let by_kind = |kind| Some(UnitOffset { kind, index: Amount::Finite(0), space: 0 });
        if let Ok(index) = self.bindings.unknown.binary_search_by_key(&id, |&(parameter, _)| parameter) {
            let kind = match self.bindings.numbering {
                Numbering::Registers => LayoutUnit::of_class(self.bindings.unknown[index].1),
                _ => LayoutUnit::DescriptorTableSlot,
            };
            return Some(UnitOffset { kind, index: Amount::Unknown, space: 0 });
        }
        match (self.bindings.get(id), parameter.kind) {
            (Some(binding), _) => Some(unit_offset(binding)),
            // The host program binds it.
            (None, ParameterKind::Buffer(_) | ParameterKind::Opaque(_))
                if parameter.used && self.bindings.numbering == Numbering::Program =>
            {
                Some(UnitOffset { kind: LayoutUnit::DescriptorTableSlot, index: Amount::Unknown, space: 0 })
            }
            (None, ParameterKind::Buffer(buffer)) if parameter.used => match self.module.buffers[buffer].kind {
                BufferKind::PushConstant | BufferKind::Immediate => by_kind(LayoutUnit::PushConstantBuffer),
                BufferKind::ShaderRecord => by_kind(LayoutUnit::ShaderRecord),
                _ => None,
            },
            _ => None,
        }
    }

    /// Adds a parameter at a location. `ty` is its type, and `element` its usage without its arrays.
    fn variable(&mut self, source: VariableDeclaration, ty: TypeId, element: LayoutId, place: UnitOffset) {
        let module = self.module;
        let mut arrays = Vec::new();
        let mut inner = ty;
        while let Type::Array { element, count } = module.types[inner] {
            arrays.push((inner, count));
            inner = element;
        }
        let by_element = match module.types[inner] {
            Type::Resource(resource) => self.bindings.element_slots.of(resource.kind),
            _ => self.bindings.element_slots.any,
        };
        let mut layout = element;
        for &(ty, count) in arrays.iter().rev() {
            let times = match count.known() {
                _ if !by_element => Amount::Finite(1),
                known => known.map_or(Amount::Unbounded, Amount::Finite),
            };
            let mut usage = UnitCounters::default();
            self.result.types[layout.index()].usage.iter().for_each(|counter| usage.add(counter.kind, counter.amount.times(times)));
            layout = self.push(UnitLayout { ty: Some(ty), usage, align: 1, shape: TypeStructure::Array { element: layout, stride: 0 } });
        }
        let variable = Variable::new(source, layout);
        let places = variable.places.clone().with(place);
        self.result.globals.push(Variable { places, ..variable });
    }

    fn object(&mut self, ty: TypeId, kind: LayoutUnit) -> LayoutId {
        self.push(UnitLayout { ty: Some(ty), usage: single_counter(kind), align: 1, shape: TypeStructure::Leaf })
    }

    /// A buffer with its content.
    fn buffer(&mut self, id: BufferId, kind: LayoutUnit, declared: &Field) -> LayoutId {
        let Buffer { kind: sort, content, .. } = self.module.buffers[id];
        let ty = Some(peeled(self.module, declared.ty));
        let element = match self.sets.get(&id) {
            Some(&set) => self.data(set, content),
            // A buffer without a layout has been reported.
            None => self.push(UnitLayout { ty: Some(content), usage: UnitCounters::default(), align: 1, shape: TypeStructure::Leaf }),
        };
        let shape = match sort {
            BufferKind::Structured => TypeStructure::Elements(element),
            _ => {
                let mut content = Variable::new(VariableDeclaration::Implicit, element);
                content.places = content.places.with(UnitOffset { kind: LayoutUnit::Uniform, index: Amount::Finite(0), space: 0 });
                TypeStructure::Group(Box::new(Group { container: single_counter(kind), element: content, argument_buffer: None }))
            }
        };
        self.push(UnitLayout { ty, usage: single_counter(kind), align: 1, shape })
    }

    /// The counter of an append or consume buffer: a separate buffer of one `int` (`type.ACSBuffer.counter` of DXC).
    fn counter(&mut self, kind: LayoutUnit, declared: &Field) -> LayoutId {
        let mut usage = UnitCounters::default();
        usage.add(LayoutUnit::Uniform, Amount::Finite(4));
        let number = self.push(UnitLayout { ty: None, usage, align: 4, shape: TypeStructure::Leaf });
        let ty = Some(peeled(self.module, declared.ty));
        self.push(UnitLayout { ty, usage: single_counter(kind), align: 1, shape: TypeStructure::Elements(number) })
    }

    /// The layout of a type as bytes. Its depth is at most [`layout::MAX_DEPTH`], because deeper types have no layout.
    fn data(&mut self, set: usize, ty: TypeId) -> LayoutId {
        if let Some(&known) = self.known.get(&(set, ty)) {
            return known;
        }
        let (module, bytes) = (self.module, self.bytes);
        let types = &bytes.sets[set];
        let layout = match types.get(ty) {
            Ok(found) => {
                let mut usage = UnitCounters::default();
                let shape = self.shape(set, types, ty, found.shape);
                let is_unbounded = matches!(module.types[ty], Type::Array { count: Count::Runtime, .. });
                if found.shape != layout::Shape::Resource {
                    usage.add(LayoutUnit::Uniform, if is_unbounded { Amount::Unbounded } else { Amount::Finite(found.size.bytes()) });
                }
                UnitLayout { ty: Some(ty), usage, align: found.align.bytes(), shape }
            }
            Err(_) => UnitLayout { ty: Some(ty), usage: UnitCounters::default(), align: 1, shape: TypeStructure::Leaf },
        };
        let id = self.push(layout);
        self.known.insert((set, ty), id);
        id
    }

    fn shape(&mut self, set: usize, types: &TypeLayouts, ty: TypeId, shape: layout::Shape) -> TypeStructure {
        let module = self.module;
        match (shape, module.types[ty]) {
            (layout::Shape::Matrix { stride, .. }, _) => TypeStructure::Matrix { stride: stride.bytes() },
            (layout::Shape::Array { stride }, Type::Array { element, .. }) => {
                TypeStructure::Array { element: self.data(set, element), stride: stride.bytes() }
            }
            (layout::Shape::Struct { .. }, Type::Struct(id)) => {
                let named = |field: &Field| field.bitfield.is_none() || !module.name(field.name).is_empty();
                let fields: Vec<_> = types.fields(module, ty).enumerate().filter(|(_, (field, _))| named(field)).collect();
                let variable = |(index, (field, placed)): (usize, (&Field, &FieldLayout))| {
                    if let Some(bits) = placed.bits {
                        self.result.bits.insert(VariableDeclaration::Field(id, index), bits.first);
                    }
                    let mut variable = Variable::new(VariableDeclaration::Field(id, index), self.field(set, field, placed));
                    variable.places =
                        variable.places.with(UnitOffset { kind: LayoutUnit::Uniform, index: placed.offset.bytes().into(), space: 0 });
                    variable
                };
                TypeStructure::Struct(fields.into_iter().map(variable).collect())
            }
            _ => TypeStructure::Leaf,
        }
    }

    /// The layout of a field: usually that of its type. Reflection of DXC miscounts some arrays in buffers.
    fn field(&mut self, set: usize, field: &Field, placed: &FieldLayout) -> LayoutId {
        let id = self.data(set, field.ty);
        let size = Amount::Finite(self.bytes.sets[set].reflected_size(self.module, field.ty, placed).bytes());
        let layout = &self.result.types[id.index()];
        let is_other = layout.usage.get(LayoutUnit::Uniform).is_some_and(|bytes| bytes.finite().is_some() && bytes != size);
        if !is_other || field.bitfield.is_some() {
            return id;
        }
        let mut usage = UnitCounters::default();
        usage.add(LayoutUnit::Uniform, size);
        let layout = UnitLayout { usage, ..layout.clone() };
        self.push(layout)
    }

    fn push(&mut self, layout: UnitLayout) -> LayoutId {
        let id = LayoutId::new(self.result.types.len()).or_else(|| LayoutId::new(u32::MAX as usize));
        self.result.types.push(layout);
        id.expect("u32::MAX fits in 32 bits")
    }
}

fn single_counter(kind: LayoutUnit) -> UnitCounters {
    let mut usage = UnitCounters::default();
    usage.add(kind, Amount::Finite(1));
    usage
}

/// A type without its arrays.
fn peeled(module: &Module, ty: TypeId) -> TypeId {
    module.types.peel_arrays(ty)
}

fn unit_offset(binding: Binding) -> UnitOffset {
    match binding {
        Binding::D3d { class, register, space, .. } => {
            UnitOffset { kind: LayoutUnit::of_class(class), index: u64::from(register).into(), space: space.into() }
        }
        Binding::Vulkan { set, binding, .. } => {
            UnitOffset { kind: LayoutUnit::DescriptorTableSlot, index: u64::from(binding).into(), space: set.into() }
        }
        Binding::WebGpu { group, binding, .. } => {
            UnitOffset { kind: LayoutUnit::DescriptorTableSlot, index: u64::from(binding).into(), space: group.into() }
        }
    }
}
