//! The layouts of types, one for each type and set of rules.

mod arrays;
mod groups;
mod structs;
mod varying;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::{LayoutError, MAX_DEPTH, Resources, RuleSet, TypeLayouts, types_under};
use padstone_model::{Count, Major, Module, ResourceKind, ResourceType, Type, TypeId, UnspecializedTypeOwner};
use padstone_source::Span;
use rustc_hash::FxHashMap;

use crate::Request;
use crate::binding_rules::TypeRules;
use crate::content_rules::{ContentRules, OrdinaryData, VectorSlots};
use crate::layout::{LayoutId, TypeStructure, UnitLayout};
use crate::layout_unit::{Amount, Counter, LayoutUnit, UnitCounters};
use crate::target::HandleLayout;
use crate::unknowns::{Unknowns, unknowns};

pub(crate) use varying::{MAX_PARTS, VaryingLayouter};

/// Lays out types, and caches the layouts.
pub(crate) struct TypeMeasurer<'a> {
    pub(crate) module: &'a Module,
    pub(crate) request: &'a Request,
    pub(crate) rules: &'a TypeRules,
    /// All layouts.
    pub(crate) all: Vec<UnitLayout>,
    /// Layouts by rules, then by type.
    known: Vec<(&'static ContentRules, Vec<Option<LayoutId>>)>,
    adjusted: FxHashMap<(LayoutId, Count), (LayoutId, u64)>,
    /// Byte layouts, by rule set.
    pub(crate) bytes: Vec<TypeLayouts>,
    depths: Vec<u16>,
    /// For each type, whether it contains an array with a link-time count; empty if no type does.
    pub(crate) link_time: Vec<bool>,
    /// The unknown parts of each type of the module; empty if all are known.
    pub(crate) unknowns: Vec<Unknowns>,
    /// Types that exceed the maximum size or depth, since the last report.
    rejected: Vec<LayoutError>,
    /// Whether a handle is being laid out.
    in_handle: bool,
}

impl<'a> TypeMeasurer<'a> {
    pub(crate) fn new(module: &'a Module, request: &'a Request, rules: &'a TypeRules) -> TypeMeasurer<'a> {
        TypeMeasurer {
            module,
            request,
            rules,
            all: Vec::new(),
            known: Vec::new(),
            adjusted: FxHashMap::default(),
            bytes: Vec::new(),
            depths: depths(module),
            link_time: link_time_types(module),
            unknowns: unknowns(module),
            rejected: Vec::new(),
            in_handle: false,
        }
    }

    pub(crate) fn get(&self, id: LayoutId) -> &UnitLayout {
        &self.all[id.index()]
    }

    pub(crate) fn push(&mut self, layout: UnitLayout) -> LayoutId {
        // The last layout is reused beyond 4 billion; memory is exhausted long before that.
        let id = LayoutId::new(self.all.len()).or_else(|| LayoutId::new(u32::MAX as usize));
        self.all.push(layout);
        id.expect("u32::MAX fits in 32 bits")
    }

    /// The layout of a type under some rules.
    pub(crate) fn of(&mut self, ty: TypeId, rules: &'static ContentRules) -> LayoutId {
        let found = self.known.iter().position(|(known, _)| std::ptr::eq(*known, rules));
        let under_rules = found.unwrap_or_else(|| {
            self.known.push((rules, vec![None; self.module.types.len()]));
            self.known.len() - 1
        });
        if let Some(known) = self.known[under_rules].1[ty.index()] {
            return known;
        }
        let layout = if self.depths[ty.index()] > MAX_DEPTH {
            self.rejected.push(LayoutError::TooDeep(ty));
            self.unknown_layout(ty)
        } else {
            self.lay_out(ty, rules)
        };
        // An unknown amount of units other than bytes is an overflow, unless it is a link-time amount.
        let is_unknown = |counter: Counter| counter.kind != LayoutUnit::Uniform && counter.amount == Amount::Unknown;
        if self.get(layout).usage.iter().any(is_unknown) && !self.has_link_time_count(ty) && !self.unknown_of(ty).slots {
            self.rejected.push(LayoutError::Overflow(ty));
        }
        self.known[under_rules].1[ty.index()] = Some(layout);
        layout
    }

    /// Whether a layout contains a `DescriptorHandle<T>`, or a pointer to one.
    pub(crate) fn have_handles(&self) -> bool {
        let mut types = self.all.iter().filter_map(|layout| layout.ty).map(|ty| self.module.types[ty]);
        types.any(|ty| match ty {
            Type::Handle(_) => true,
            Type::Pointer(to) => pointed_handle(self.module.name(to.declaration)).is_some(),
            _ => false,
        })
    }

    /// Reports the first type that exceeds the maximum size or depth since the last report, as a part of `name`.
    pub(crate) fn report_rejected(&mut self, name: &str, span: Span, diagnostics: &mut Diagnostics) {
        let module = self.module;
        let first = self.rejected.drain(..).next();
        diagnostics.extend(first.and_then(|reason| match reason {
            LayoutError::Overflow(ty) => {
                let message = format!("a size or an offset in `{name}` cannot be represented");
                let note = format!("`{}` is too large or has a negative extent", module.type_name(ty));
                Some(Diagnostic::error(&codes::LAYOUT_OVERFLOW, message, span).note(note))
            }
            LayoutError::TooDeep(_) => {
                let message = format!("`{name}` nests more than {MAX_DEPTH} levels deep");
                Some(Diagnostic::error(&codes::TYPE_TOO_DEEP, message, span).help("declare the members as separate parameters"))
            }
            _ => None,
        }));
    }

    fn lay_out(&mut self, ty: TypeId, rules: &'static ContentRules) -> LayoutId {
        match self.module.types[ty] {
            Type::Array { element, count } => self.array(ty, element, count, rules),
            // A handle to a resource can refer back to the type that contains the handle.
            Type::Struct(_) if self.in_handle && self.module.program.incomplete.contains(&ty) => {
                self.rejected.push(LayoutError::TooDeep(ty));
                self.unknown_layout(ty)
            }
            Type::Struct(id) => self.structure(ty, id, rules),
            Type::Resource(resource) => self.resource(ty, &resource, rules),
            Type::Handle(pointee) if self.request.target.handles == HandleLayout::Objects => {
                let outside = std::mem::replace(&mut self.in_handle, true);
                let layout = self.of(pointee, rules);
                self.in_handle = outside;
                layout
            }
            Type::Interface(_) => self.interface(ty, rules),
            Type::Unspecialized(id) => {
                let mut usage = UnitCounters::default();
                if self.module.program.unspecialized_types[id].owner == UnspecializedTypeOwner::Program {
                    usage.add(LayoutUnit::Generic, Amount::Finite(1));
                }
                self.leaf(ty, usage, 1)
            }
            Type::Unknown => self.unknown_layout(ty),
            _ => self.ordinary(ty, rules),
        }
    }

    /// Scalars, vectors, matrices, pointers.
    fn ordinary(&mut self, ty: TypeId, rules: &'static ContentRules) -> LayoutId {
        let mut usage = UnitCounters::default();
        let (mut align, mut shape) = (1, TypeStructure::Leaf);
        let numbers = &self.module.types[ty];
        match rules.ordinary {
            OrdinaryData::Bytes(set) => {
                let (size, aligned) = self.bytes(ty, set);
                align = aligned;
                // A vector without components has an offset in a struct, but no bytes.
                if !matches!(numbers, Type::Vector { width: 0, .. }) {
                    usage.add(LayoutUnit::Uniform, size);
                }
                match *numbers {
                    Type::Vector { scalar, .. } => shape = TypeStructure::Vector { component_size: set.scalar_bytes(self.module, scalar) },
                    Type::Handle(_) => shape = TypeStructure::Vector { component_size: 4 },
                    Type::Matrix { .. } => shape = self.matrix(ty, set),
                    _ => {}
                }
            }
            // In a Metal argument buffer, pointers are bytes.
            OrdinaryData::Slots { kind: LayoutUnit::MetalArgumentBufferElement, .. } if matches!(numbers, Type::Pointer(_)) => {
                usage.add(LayoutUnit::Uniform, Amount::Finite(8));
            }
            OrdinaryData::Slots { kind, vectors } => {
                // In stage interfaces `row_major` and `column_major` have no effect; the option has (libslang 2026.12, measured).
                let dims = match *numbers {
                    Type::Matrix { major, .. } if !matches!(kind, LayoutUnit::VaryingInput | LayoutUnit::VaryingOutput) => major,
                    _ => self.module.options.default_major,
                };
                usage.add(kind, Amount::Finite(slots(numbers, dims, vectors)));
            }
        }
        self.push(UnitLayout { ty: Some(ty), usage, align, shape })
    }

    /// The matrix stride, in bytes; 0 for a matrix of one vector.
    fn matrix(&mut self, ty: TypeId, set: &'static RuleSet) -> TypeStructure {
        match self.layouts_under(set).get(ty).map(|layout| layout.shape) {
            Ok(padstone_layout::Shape::Matrix { stride, .. }) => TypeStructure::Matrix { stride: stride.bytes() },
            _ => TypeStructure::Leaf,
        }
    }

    fn interface(&mut self, ty: TypeId, rules: &'static ContentRules) -> LayoutId {
        let mut usage = UnitCounters::default();
        // In a Metal argument buffer, a resource takes bytes, although it is not ordinary data.
        let is_element = matches!(rules.ordinary, OrdinaryData::Slots { kind: LayoutUnit::MetalArgumentBufferElement, .. });
        let set = rules.rule_set().or_else(|| rules.family.constants.rule_set().filter(|_| is_element));
        if let Some(set) = set {
            usage.add(LayoutUnit::Uniform, self.bytes(ty, set).0);
        }
        usage.add(LayoutUnit::ExistentialTypeParam, Amount::Finite(1));
        usage.add(LayoutUnit::ExistentialObjectParam, Amount::Finite(1));
        // libslang 2026.12 ignores the alignment of a value that is not a member.
        self.leaf(ty, usage, 1)
    }

    fn resource(&mut self, ty: TypeId, resource: &ResourceType, rules: &'static ContentRules) -> LayoutId {
        match resource.kind {
            ResourceKind::ConstantBuffer | ResourceKind::TextureBuffer | ResourceKind::ParameterBlock => self.group(ty, resource, rules),
            _ => self.object(ty, resource, rules),
        }
    }

    fn object(&mut self, ty: TypeId, resource: &ResourceType, rules: &'static ContentRules) -> LayoutId {
        let mut usage = UnitCounters::default();
        let mut align = 1;
        if let Some(set) = rules.rule_set() {
            let (size, aligned) = self.bytes(ty, set);
            usage.add(LayoutUnit::Uniform, size);
            align = aligned;
        } else if let Some((bytes, _)) = resource.kind.data_bytes() {
            usage.add(LayoutUnit::Uniform, Amount::Finite(bytes));
        }
        for counter in self.objects(resource, rules) {
            usage.add(counter.kind, counter.amount);
        }
        let shape = match (resource.kind, resource.element) {
            (
                ResourceKind::StructuredBuffer
                | ResourceKind::RwStructuredBuffer
                | ResourceKind::AppendStructuredBuffer
                | ResourceKind::ConsumeStructuredBuffer,
                Some(element),
            ) => {
                let element = self.of(element, rules.family.structured);
                for kind in [LayoutUnit::ExistentialTypeParam, LayoutUnit::ExistentialObjectParam] {
                    let amount = self.get(element).usage.amount(kind);
                    usage.add(kind, amount);
                }
                TypeStructure::Elements(element)
            }
            _ => TypeStructure::Leaf,
        };
        self.push(UnitLayout { ty: Some(ty), usage, align, shape })
    }

    /// The usage of a resource without its bytes. Bindings that `-fvk-*-shift` moves are counted as registers until they are shifted.
    pub(crate) fn objects(&self, resource: &ResourceType, rules: &ContentRules) -> impl Iterator<Item = Counter> + use<> {
        let shifted = super::shifted::register_kind(resource).filter(|&kind| self.request.options.shifts_kind(kind));
        let counters = rules.objects.of(resource).iter();
        counters.map(move |&counter| shifted.map_or(counter, |kind| super::shifted::as_register(counter, kind)))
    }

    /// Whether a type contains an array with a link-time count.
    pub(crate) fn has_link_time_count(&self, ty: TypeId) -> bool {
        self.link_time.get(ty.index()).is_some_and(|&link_time| link_time)
    }

    /// The unknown parts of a type.
    pub(crate) fn unknown_of(&self, ty: TypeId) -> Unknowns {
        self.unknowns.get(ty.index()).copied().unwrap_or_default()
    }

    fn leaf(&mut self, ty: TypeId, usage: UnitCounters, align: u64) -> LayoutId {
        self.push(UnitLayout { ty: Some(ty), usage, align, shape: TypeStructure::Leaf })
    }

    /// An unresolved type, which has been reported.
    pub(crate) fn unknown_layout(&mut self, ty: TypeId) -> LayoutId {
        self.leaf(ty, UnitCounters::default(), 1)
    }

    /// The size and alignment of a type in bytes.
    pub(crate) fn bytes(&mut self, ty: TypeId, set: &'static RuleSet) -> (Amount, u64) {
        // Resources without data do not require the layout of all types.
        let is_object = matches!(self.module.types[ty], Type::Resource(resource) if resource.kind.data_bytes().is_none());
        if is_object && set.resources == Resources::NoBytes {
            return (Amount::Finite(0), 1);
        }
        match self.layouts_under(set).get(ty) {
            Ok(layout) => (Amount::Finite(layout.size.bytes()), layout.align.bytes()),
            Err(reason) => {
                self.rejected.extend(matches!(reason, LayoutError::Overflow(_)).then_some(reason));
                (Amount::Unknown, 1)
            }
        }
    }

    /// All types under a rule set, laid out on first use.
    pub(crate) fn layouts_under(&mut self, set: &'static RuleSet) -> &TypeLayouts {
        let found = self.bytes.iter().position(|types| std::ptr::eq(types.rules, set));
        let index = found.unwrap_or_else(|| {
            self.bytes.push(types_under(self.module, self.request.target.family.profile, set));
            self.bytes.len() - 1
        });
        &self.bytes[index]
    }
}

/// The usage of a scalar, vector or matrix in a layout unit other than bytes.
fn slots(ty: &Type, major: Major, vectors: VectorSlots) -> u64 {
    let of_vector = |numbers: u8| match vectors {
        VectorSlots::One => u64::from(numbers > 0),
        VectorSlots::PerComponent => u64::from(numbers),
    };
    match *ty {
        Type::Vector { width, .. } => of_vector(width),
        Type::Handle(_) => of_vector(2),
        Type::Matrix { rows, columns, .. } => {
            let (count, length) = major.vectors(rows, columns);
            u64::from(count) * of_vector(length)
        }
        _ => 1,
    }
}

/// The nesting depth of each type, including buffers.
fn depths(module: &Module) -> Vec<u16> {
    let mut depths: Vec<u16> = Vec::with_capacity(module.types.len());
    for (_, ty) in module.types.iter() {
        let depth_around = |inner: TypeId| depths.get(inner.index()).map_or(u16::MAX, |depth| depth.saturating_add(1));
        let depth = match *ty {
            Type::Array { element, .. } => depth_around(element),
            Type::Struct(id) => module.structs[id].fields.iter().map(|field| depth_around(field.ty)).max().unwrap_or(1),
            Type::Resource(ResourceType { element: Some(element), .. }) => depth_around(element),
            Type::Handle(inner) => depth_around(inner),
            _ => 1,
        };
        depths.push(depth);
    }
    depths
}

/// The resource name of the handle that a pointer refers to: `Texture2D` for a pointer to a `DescriptorHandle<Texture2D>`. The model of a
/// pointer contains only the name of its target; `None` if it is not a handle.
pub fn pointed_handle(name: &str) -> Option<&str> {
    name.strip_prefix("DescriptorHandle<")?.strip_suffix('>')
}

/// For each type, whether it contains an array with a link-time count, including in buffers; empty if no type does.
fn link_time_types(module: &Module) -> Vec<bool> {
    let has_link_time_count = |ty: &Type| matches!(ty, Type::Array { count: Count::LinkTime, .. });
    if !module.types.iter().any(|(_, ty)| has_link_time_count(ty)) {
        return Vec::new();
    }
    let mut link_time: Vec<bool> = Vec::with_capacity(module.types.len());
    for (_, ty) in module.types.iter() {
        let contains_link_time = |inner: TypeId| link_time.get(inner.index()).is_some_and(|&link_time| link_time);
        let contains = match *ty {
            Type::Array { element, .. } => has_link_time_count(ty) || contains_link_time(element),
            Type::Struct(id) => module.structs[id].fields.iter().any(|field| contains_link_time(field.ty)),
            Type::Resource(ResourceType { element: Some(element), .. }) => contains_link_time(element),
            _ => false,
        };
        link_time.push(contains);
    }
    link_time
}
