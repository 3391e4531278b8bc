//! From layouts and bindings to the ABI.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;

use padstone_bind::{Amount, Bindings, Numbering};
use padstone_emit::display;
use padstone_emit::reflect::{BindingLocation, Program, ResourceSlot};
use padstone_layout::{Layout, MatrixRow, ModuleLayout, Row, Subject, TypeLayouts, Visit, VisitOrder, rows, stored_matrix};
use padstone_model::{
    Access, BitField, BufferId, BufferKind, Field, FieldRole, Language, Major, Module, Parameter, ParameterId, ParameterKind, ResourceKind,
    Stride, Type, TypeId,
};

use padstone_source::Symbol;

use super::{Abi, BY_NAME, CONSTANT, NumericType, POINTEE, RecordedLayout, RecordedMember, RecordedResource, WITHOUT_VALUE};

/// The ABI of a module under a profile and rules for bindings.
pub fn record(file: &str, target: &str, module: &Module, layouts: &ModuleLayout, bindings: &Bindings) -> Abi {
    let mut of_buffer: Vec<Option<&Layout>> = vec![None; module.buffers.len()];
    for buffer_layout in &layouts.layouts {
        if let Subject::Buffer(id) = buffer_layout.subject {
            of_buffer[id.index()] = Some(buffer_layout);
        }
    }
    let mut resources = Vec::new();
    let names = ParameterNames::new(module);
    for (id, parameter) in module.parameters.iter() {
        let buffer_layout = match parameter.kind {
            ParameterKind::Buffer(buffer) => of_buffer[buffer.index()],
            _ => None,
        };
        let binding = bindings.get(id).map(|binding| {
            let text = display::binding(binding, bindings.numbering, bindings.dimensions(module, id));
            // A bind group layout has the length of an array.
            let counts = if bindings.numbering == Numbering::Groups { &parameter.dims[..] } else { &[] };
            counts.iter().fold(text, |text, &count| text + &display::times(count))
        });
        let binding = binding.map(|binding| match (parameter.input_attachment, parameter.counter_offset) {
            (Some(index), _) => format!("{binding} and input attachment index {index}"),
            (None, Some(offset)) => format!("{binding} and offset {}", offset.bytes()),
            (None, None) => binding,
        });
        let binding = binding.or_else(|| opengl_location(module, parameter, bindings.numbering));
        if binding.is_some() || buffer_layout.is_some() {
            let layout = buffer_layout.map(|buffer_layout| layout(module, layouts.types(buffer_layout), buffer_layout));
            let name = names.of(parameter).to_owned();
            resources.push(RecordedResource { name, binding, layout, ..resource(module, parameter, buffer_layout) });
        }
        resources.extend(inner(module, bindings, id, names.of(parameter)));
    }
    resources.extend(specialization_constants(module));
    resources.extend(pointees(module, layouts));
    Abi { file: file.to_owned(), target: target.to_owned(), language: Some(module.language), resources }
}

/// The recorded names of parameters: with namespaces only where several have one name, so that a lock file holds after a namespace was added.
/// Those of Slang are the same, but are matched with the items of the program by the names without ([`add_binding_locations`]).
struct ParameterNames<'m> {
    module: &'m Module,
    shared: HashSet<Symbol>,
}

impl<'m> ParameterNames<'m> {
    fn new(module: &'m Module) -> Self {
        let mut known = HashSet::new();
        let of_file = module.parameters.iter().filter(|_| module.language != Language::Slang);
        ParameterNames { module, shared: of_file.map(|(_, parameter)| parameter.name).filter(|&name| !known.insert(name)).collect() }
    }

    fn of(&self, parameter: &Parameter) -> &'m str {
        self.module.name(if self.shared.contains(&parameter.name) { parameter.qualified_name } else { parameter.name })
    }
}

/// The location of a uniform of the default block, and of a resource of OpenGL without a binding. The linker or the host decides those that the
/// source does not specify.
fn opengl_location(module: &Module, parameter: &Parameter, numbering: Numbering) -> Option<String> {
    if numbering != Numbering::Program || module.language != Language::Glsl || !parameter.used {
        return None;
    }
    match (parameter.kind, parameter.location) {
        (ParameterKind::Uniform(_) | ParameterKind::Opaque(_), Some(location)) => Some(format!("location {location}")),
        (ParameterKind::Uniform(_), None) => Some("an unspecified location".to_owned()),
        _ => Some("an unspecified binding".to_owned()),
    }
}

/// The specialization constants, except those of Slang, which [`add_binding_locations`] adds.
fn specialization_constants(module: &Module) -> impl Iterator<Item = RecordedResource> {
    module.specialization_constants.iter().map(|constant| RecordedResource {
        name: module.name(constant.name).to_owned(),
        kind: format!("{}{}", module.type_name(constant.ty), if constant.has_value { "" } else { WITHOUT_VALUE }),
        binding: Some(constant.id.map_or_else(|| BY_NAME.to_owned(), |id| format!("{CONSTANT}{id}"))),
        is_bound_explicitly: true,
        span: Some(constant.span),
        ..RecordedResource::default()
    })
}

/// The structs that pointers point to: hosts write them into memory of their own.
fn pointees(module: &Module, layouts: &ModuleLayout) -> impl Iterator<Item = RecordedResource> {
    let pointers = module.types.iter().filter_map(|(_, ty)| if let Type::Pointer(pointee) = ty { Some(pointee.name) } else { None });
    let pointed: HashSet<Symbol> = pointers.collect();
    layouts.layouts.iter().filter_map(move |of_struct| {
        let Subject::Struct(id) = of_struct.subject else { return None };
        let declared = &module.structs[id];
        pointed.contains(&declared.name).then(|| RecordedResource {
            name: format!("{}*", module.name(declared.name)),
            kind: POINTEE.to_owned(),
            layout: Some(layout(module, layouts.types(of_struct), of_struct)),
            span: Some(declared.span),
            ..RecordedResource::default()
        })
    })
}

/// Adds the bindings of a Slang program: to the existing items, and as new items for resources without bytes.
pub fn add_binding_locations(abi: &mut Abi, module: &Module, program: &Program) {
    let mut found: Vec<BoundSlots<'_>> = Vec::new();
    program.globals.iter().for_each(|slot| add_slots(&mut found, "$Globals", Namespaces::default(), std::slice::from_ref(slot)));
    let mut namespaces: HashMap<&str, HashSet<&str>> = HashMap::new();
    for parameter in &program.parameters {
        namespaces.entry(&parameter.name).or_default().insert(&parameter.namespaces);
    }
    for parameter in &program.parameters {
        let is_recorded = namespaces[&*parameter.name].len() > 1;
        add_slots(&mut found, "", Namespaces { text: &parameter.namespaces, is_recorded }, &parameter.slots);
    }
    for entry in &program.entry_points {
        let (name, members) = (format!("entry:{}", entry.name), format!("entry:{}.", entry.name));
        entry.uniforms.iter().for_each(|slot| add_slots(&mut found, &name, Namespaces::default(), std::slice::from_ref(slot)));
        entry.parameters.iter().for_each(|parameter| add_slots(&mut found, &members, Namespaces::default(), &parameter.slots));
    }
    // Parameters in several namespaces may have one name. Those with bytes, which have an item, are in the same order in the source and in the program.
    let mut known: HashMap<String, VecDeque<usize>> = HashMap::new();
    for (index, resource) in abi.resources.iter().enumerate() {
        known.entry(resource.name.clone()).or_default().push_back(index);
    }
    let mut declared: HashMap<&str, &Parameter> = HashMap::new();
    for (_, parameter) in module.parameters.iter() {
        declared.entry(module.name(parameter.qualified_name)).or_insert(parameter);
    }
    for BoundSlots { name, namespaces, ty, format, bindings, has_bytes } in found {
        let binding = Some(bindings.join(" and "));
        let recorded = if namespaces.is_recorded { format!("{}{name}", namespaces.text) } else { name.clone() };
        match known.get_mut(&name).filter(|_| has_bytes).and_then(VecDeque::pop_front) {
            Some(index) => (abi.resources[index].name, abi.resources[index].binding) = (recorded, binding),
            None => {
                let outer = format!("{}{}", namespaces.text, name.split(['.', '[']).next().unwrap_or_default());
                let parameter = declared.get(&*outer).copied();
                abi.resources.push(RecordedResource {
                    name: recorded,
                    kind: ty.to_owned(),
                    binding,
                    format,
                    is_bound_explicitly: parameter.is_some_and(is_bound_explicitly),
                    layout: None,
                    span: parameter.map(|parameter| parameter.span),
                });
            }
        }
    }
}

/// The slots of one resource: that of a combined texture and sampler in D3D and Metal has two.
struct BoundSlots<'a> {
    /// The name without namespaces.
    name: String,
    namespaces: Namespaces<'a>,
    ty: &'a str,
    format: Option<String>,
    bindings: Vec<String>,
    /// Whether it is a buffer.
    has_bytes: bool,
}

/// The namespaces of a parameter.
#[derive(Clone, Copy, Default)]
struct Namespaces<'a> {
    /// The namespaces before its name: `A.`.
    text: &'a str,
    /// Whether they are recorded, because another parameter has the same name.
    is_recorded: bool,
}

/// Adds the slots of a parameter that have a binding. The text before their paths is that of their owner.
fn add_slots<'a>(found: &mut Vec<BoundSlots<'a>>, owner: &str, namespaces: Namespaces<'a>, slots: &'a [ResourceSlot]) {
    let mut of_path: HashMap<&str, usize> = HashMap::new();
    for slot in slots {
        let Some(binding) = binding_text(slot) else { continue };
        let index = *of_path.entry(&slot.path).or_insert(found.len());
        match found.get_mut(index) {
            Some(known) => {
                known.bindings.push(binding);
                known.has_bytes |= slot.buffer.is_some();
            }
            None => {
                let (name, has_bytes) = (format!("{owner}{}", slot.path), slot.buffer.is_some());
                let format = recorded_format(slot);
                found.push(BoundSlots { name, namespaces, ty: &slot.ty, format, bindings: vec![binding], has_bytes });
            }
        }
    }
}

/// The format of a storage image, in APIs that have such formats.
fn recorded_format(slot: &ResourceSlot) -> Option<String> {
    let has_formats = matches!(slot.place, Some(BindingLocation::Vulkan { .. } | BindingLocation::WebGpu { .. }));
    slot.shape.as_ref().filter(|_| has_formats)?.format.clone()
}

/// The binding of a slot as text; `None` if it has none.
fn binding_text(slot: &ResourceSlot) -> Option<String> {
    let position = match slot.place? {
        BindingLocation::D3d { class, register, space: 0 } => format!("{class}{register}"),
        BindingLocation::D3d { class, register, space } => format!("{class}{register}, space{space}"),
        BindingLocation::Vulkan { set, binding } => format!("set {set}, binding {binding}"),
        BindingLocation::WebGpu { group, binding } => format!("group {group}, binding {binding}"),
        BindingLocation::Metal { argument, index } => format!("{argument} {index}"),
        BindingLocation::ArgumentBuffer { id } => format!("id {id}"),
        BindingLocation::Constant { id } => format!("constant {id}"),
        BindingLocation::Address { address } => format!("byte {address}"),
        BindingLocation::Other { kind, index } => format!("{} {index}", words_of(kind)),
        BindingLocation::Unknown { kind, index } => format!("{} {index}", words_of(kind)),
    };
    Some(match slot.count {
        // A descriptor has the length of an array.
        Amount::Finite(1) => slot.arrays.iter().fold(position, |text, array| text + &times(array.count)),
        count => position + &times(count),
    })
}

/// A number of slots or elements after a binding.
fn times(count: Amount) -> String {
    match count {
        Amount::Unbounded => " × …".to_owned(),
        count => format!(" × {count}"),
    }
}

/// `push constant buffer` of `pushConstantBuffer`.
fn words_of(kind: &str) -> String {
    kind.chars().fold(String::new(), |text, c| if c.is_uppercase() { format!("{text} {}", c.to_lowercase()) } else { format!("{text}{c}") })
}

fn resource(module: &Module, parameter: &Parameter, buffer_layout: Option<&Layout>) -> RecordedResource {
    let kind = match (buffer_layout, parameter.kind) {
        // In WebGPU, the access is a part of the bind group layout.
        (Some(_), ParameterKind::Buffer(buffer)) if is_written_in_webgpu(module, parameter, buffer) => "read_write storage".to_owned(),
        (Some(buffer_layout), ParameterKind::Buffer(buffer)) => match module.buffers[buffer].resource {
            // Hosts create their counters.
            ResourceKind::AppendStructuredBuffer => "append structured".to_owned(),
            ResourceKind::ConsumeStructuredBuffer => "consume structured".to_owned(),
            _ => with_access(module, parameter, display::kind(module, buffer_layout)),
        },
        (Some(buffer_layout), _) => display::kind(module, buffer_layout).to_owned(),
        (None, ParameterKind::Uniform(ty)) => {
            parameter.dims.iter().fold(module.type_name(ty).to_string(), |text, &count| text + &display::times(count))
        }
        (None, ParameterKind::Opaque(ty)) => with_access(module, parameter, &module.type_name(ty).to_string()),
        (None, ParameterKind::Struct(ty)) => module.type_name(ty).to_string(),
        (None, ParameterKind::Buffer(_)) => "buffer".to_owned(),
    };
    let is_bound_explicitly = is_bound_explicitly(parameter);
    let format = image_format(module, parameter).filter(|format| !kind.contains(&**format));
    RecordedResource { kind, format, span: Some(parameter.span), is_bound_explicitly, ..RecordedResource::default() }
}

/// The format of a storage image.
fn image_format(module: &Module, parameter: &Parameter) -> Option<String> {
    let ParameterKind::Opaque(ty) = parameter.kind else { return None };
    let Type::Resource(resource) = module.types[ty] else { return None };
    resource.shape.format.map(|format| module.name(format).to_owned())
}

/// The kind of a buffer or image of GLSL after its access, as the source specifies it: `readonly storage`. The types of the other languages contain it.
fn with_access(module: &Module, parameter: &Parameter, kind: &str) -> String {
    match parameter.access.filter(|_| module.language == Language::Glsl) {
        Some(Access::Read) => format!("readonly {kind}"),
        Some(Access::Write) => format!("writeonly {kind}"),
        Some(Access::ReadWrite) | None => kind.to_owned(),
    }
}

fn is_bound_explicitly(parameter: &Parameter) -> bool {
    parameter.binding.is_some() || parameter.registers.iter().any(|register| register.slot.is_some())
}

fn is_written_in_webgpu(module: &Module, parameter: &Parameter, buffer: BufferId) -> bool {
    let is_storage = module.buffers[buffer].kind == BufferKind::Storage;
    module.language == Language::Wgsl && is_storage && parameter.access == Some(Access::ReadWrite)
}

/// The counter of a buffer, and the resources inside a struct.
fn inner(module: &Module, bindings: &Bindings, id: ParameterId, name: &str) -> impl Iterator<Item = RecordedResource> {
    let parameter = &module.parameters[id];
    let counter = bindings.counter(id).map(|binding| (format!("{name}.counter"), "counter", binding));
    let members = bindings.members(id).iter().map(|member| (member.path.to_string(), "resource", member.binding));
    counter.into_iter().chain(members).map(|(name, kind, binding)| {
        let binding = Some(display::binding(binding, bindings.numbering, &[]));
        let is_bound_explicitly = is_bound_explicitly(parameter);
        RecordedResource {
            name,
            kind: kind.to_owned(),
            binding,
            is_bound_explicitly,
            span: Some(parameter.span),
            ..RecordedResource::default()
        }
    })
}

/// The layout of a buffer.
fn layout(module: &Module, types: &TypeLayouts, buffer_layout: &Layout) -> RecordedLayout {
    let (mut found, has_bases) = members(module, types, buffer_layout, HiddenBases::default());
    if has_bases {
        (found, _) = members(module, types, buffer_layout, HiddenBases::new(module, types, buffer_layout));
    }
    let (size, stride) = (buffer_layout.size.bytes(), buffer_layout.stride.map(Stride::bytes));
    let value = found.is_empty().then(|| value_text(module, types, buffer_layout.content)).flatten();
    RecordedLayout { rules: types.rules.name.to_owned(), size, stride, value, members: found }
}

/// The members of a buffer, and whether there are base classes among them.
fn members(module: &Module, types: &TypeLayouts, buffer_layout: &Layout, mut bases: HiddenBases) -> (Vec<RecordedMember>, bool) {
    let (mut members, mut has_bases) = (Vec::new(), false);
    let _: ControlFlow<()> = rows(module, types, buffer_layout, VisitOrder::Source, &mut |visit| {
        // The elements of an array have the offset of the array.
        if let Visit::Row(row) = visit
            && (row.field.is_some() || row.stride.is_some() || row.depth == 0)
        {
            has_bases |= row.field.is_some_and(|(field, _)| field.role == FieldRole::Base);
            let path = bases.path(&row);
            match row.field.map_or(&[][..], |(field, _)| &field.written.bit_fields) {
                [] => members.push(member(module, &row, path)),
                parts => members.extend(bit_fields(module, &row, path, parts)),
            }
        }
        ControlFlow::Continue(())
    });
    (members, has_bases)
}

/// The type of a scalar, vector or matrix, with the majorness of the matrix: `float3x3, rows 16`.
fn value_text(module: &Module, types: &TypeLayouts, ty: TypeId) -> Option<String> {
    let is_value =
        matches!(module.types[ty], Type::Scalar(_) | Type::Atomic(_) | Type::Vector { .. } | Type::Matrix { .. } | Type::Enum(_));
    let matrix = || stored_matrix(module, types, ty).map(matrix_text);
    is_value.then(|| std::iter::once(type_text(module, ty)).chain(matrix()).collect::<Vec<_>>().join(", "))
}

/// The type of a member; for an enum, also the type of its values: `Kind (uint)`.
fn type_text(module: &Module, ty: TypeId) -> String {
    let name = module.type_name(ty);
    match module.types[module.types.peel_arrays(ty)] {
        Type::Enum(id) => format!("{name} ({})", module.enums[id].scalar.name()),
        _ => name.to_string(),
    }
}

/// The scalar, vector or matrix of a type, in arrays too. An atomic is its scalar: hosts write it like one.
fn numeric_type(module: &Module, ty: TypeId) -> Option<NumericType> {
    match module.types[module.types.peel_arrays(ty)] {
        Type::Scalar(scalar) | Type::Atomic(scalar) => Some(NumericType { scalar, columns: 1, rows: 1 }),
        Type::Vector { scalar, width } => Some(NumericType { scalar, columns: 1, rows: width }),
        Type::Matrix { scalar, rows, columns, .. } => Some(NumericType { scalar, columns, rows }),
        _ => None,
    }
}

/// `rows 16`, without a stride if the matrix is stored like a vector.
fn matrix_text(matrix: MatrixRow) -> String {
    let word = if matrix.major == Major::Row { "rows" } else { "columns" };
    matrix.stride.map_or(word.to_owned(), |stride| format!("{word} {stride}"))
}

/// The bases whose name a member of the same struct has too: `base` and `base.x` of the base are recorded as `(base)` and `(base).x`.
#[derive(Default)]
struct HiddenBases {
    /// The paths that a base and a member have.
    paths: HashSet<String>,
    /// The hidden bases around the current row: the depth of each, the length of its path, and its recorded path.
    around: Vec<(usize, usize, String)>,
}

impl HiddenBases {
    fn new(module: &Module, types: &TypeLayouts, buffer_layout: &Layout) -> HiddenBases {
        let (mut bases, mut members) = (HashSet::new(), HashSet::new());
        let _: ControlFlow<()> = rows(module, types, buffer_layout, VisitOrder::Source, &mut |visit| {
            match visit {
                Visit::Row(Row { path, field: Some((Field { role: FieldRole::Base, .. }, _)), .. }) => _ = bases.insert(path.to_owned()),
                Visit::Row(row) if row.field.is_some() && !bases.is_empty() => _ = members.insert(row.path.to_owned()),
                _ => {}
            }
            ControlFlow::Continue(())
        });
        bases.retain(|base| members.contains(base));
        HiddenBases { paths: bases, around: Vec::new() }
    }

    /// The recorded path of the next row.
    fn path(&mut self, row: &Row<'_>) -> String {
        while self.around.last().is_some_and(|(depth, ..)| *depth >= row.depth) {
            self.around.pop();
        }
        let path = match self.around.last() {
            Some((_, length, recorded)) => format!("{recorded}{}", &row.path[*length..]),
            None => row.path.to_owned(),
        };
        let is_base = row.field.is_some_and(|(field, _)| field.role == FieldRole::Base);
        if !is_base || !self.paths.contains(row.path) {
            return path;
        }
        let name = path.len() - row.name.len();
        let recorded = format!("{}({})", &path[..name], row.name);
        self.around.push((row.depth, row.path.len(), recorded.clone()));
        recorded
    }
}

/// The bit-fields of Slang in one integer, which has no name in the source. As in HLSL, the first has the bytes of the integer.
fn bit_fields<'a>(module: &'a Module, row: &'a Row<'_>, path: String, parts: &'a [BitField]) -> impl Iterator<Item = RecordedMember> + 'a {
    let parent = path.rfind('.').map_or("", |end| &path[..=end]).to_owned();
    parts.iter().enumerate().map(move |(index, part)| RecordedMember {
        path: format!("{parent}{}", module.name(part.name)),
        ty: type_text(module, part.ty),
        value: numeric_type(module, part.ty),
        offset: row.offset.bytes(),
        size: if index == 0 { row.size.bytes() } else { 0 },
        bits: Some((part.first, part.bits)),
        span: Some(part.span),
        ..RecordedMember::default()
    })
}

fn member(module: &Module, row: &Row<'_>, path: String) -> RecordedMember {
    RecordedMember {
        path,
        ty: type_text(module, row.ty),
        value: numeric_type(module, row.ty),
        offset: row.offset.bytes(),
        size: row.size.bytes(),
        stride: row.stride.map(Stride::bytes),
        matrix: row.matrix.map(matrix_text),
        bits: row.bits.map(|bits| (bits.first, bits.width)),
        span: row.field.map(|(field, _)| field.span),
    }
}
