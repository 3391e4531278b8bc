//! Resources and bytes of a program as lines of text: from padstone's reflection, and from compiled code.

use std::collections::{BTreeMap, BTreeSet};

use padstone_read::bind::Amount;
use padstone_read::emit::reflect::{Array, BindingLocation, Member, ObjectKind, Program, ResourceSlot};
use padstone_read::layout::{AS_COMPILED, DXC, Profile, Subject, WGSL};
use padstone_read::model::{BufferKind, Count, Language, Major, Parameter, ParameterKind, ResourceKind, Type};
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::{Row, rows};

use super::uses::is_tool;
use crate::slang::reflect::{as_libslang, bases, slots};

/// All items with a location.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct CompiledLocations {
    /// Resources and buffers with sets and bindings.
    pub(crate) objects: BTreeSet<String>,
    /// Scalars in buffers, with their offsets.
    pub(crate) numbers: BTreeSet<String>,
    /// Whether all of the code could be read.
    pub(crate) is_whole: bool,
    /// Resources that exist only if they are used.
    pub(crate) perhaps: BTreeSet<String>,
    /// Scalars in another form: code may contain matrices as arrays of vectors.
    pub(crate) other_forms: BTreeMap<String, String>,
}

/// The locations in a program.
pub(crate) fn of_program(program: &Program) -> CompiledLocations {
    let mut seen = CompiledLocations { is_whole: true, ..CompiledLocations::default() };
    let bases = bases(program);
    for slot in slots(program) {
        let owner = match slot.place {
            _ if is_tool(&slot.path) => continue,
            Some(BindingLocation::Vulkan { set, binding } | BindingLocation::WebGpu { group: set, binding }) => format!("{set}.{binding}"),
            Some(BindingLocation::D3d { class, register, space }) => format!("{class}{register}.{space}"),
            Some(BindingLocation::Other { kind: kind @ ("pushConstantBuffer" | "shaderRecord"), .. }) => kind.to_owned(),
            // Ids of constants and ray tracing payloads are not binding locations.
            _ => continue,
        };
        let counts: Vec<Option<u64>> = slot.arrays.iter().map(|array| array.count.finite()).collect();
        seen.objects.insert(format!("{owner} {} {counts:?}", sort(slot)));
        if let (Some(BindingLocation::Vulkan { set, binding }), Amount::Finite(2), true) = (slot.place, slot.count, slot.buffer.is_some()) {
            // The counter, which code contains if the buffer is appended to or consumed.
            let counter = format!("{set}.{}", binding + 1);
            seen.perhaps.insert(format!("{counter} storage []"));
            seen.perhaps.extend(one_number(&counter));
        }
        if matches!(slot.kind, ObjectKind::ByteAddressBuffer | ObjectKind::RwByteAddressBuffer) {
            seen.perhaps.extend(one_number(&owner));
        }
        let Some(buffer) = &slot.buffer else { continue };
        let members = &buffer.members;
        for (index, member) in members.iter().enumerate() {
            let is_whole = members.get(index + 1).is_some_and(|next| is_part(&next.path, &member.path));
            // Code contains the backing integers of bit-fields.
            let is_left_out = is_whole || member.size == Amount::Finite(0) || member.bits.is_some();
            if let (false, Some(offset)) = (is_left_out, member.offset.finite()) {
                let (path, around) = (as_libslang(&member.path, &bases), as_libslang(&slot.path, &bases));
                let path = path.strip_prefix(&*around).unwrap_or(&path);
                let matrix = member.matrix_stride.zip(member.majorness);
                let line = number(&owner, path, offset, member.size.finite().unwrap_or(0), (&member.arrays, matrix));
                if let Some((vectors, bytes)) = vectors(member) {
                    let arrays = [&member.arrays[..], &[vectors]].concat();
                    seen.other_forms.insert(line.clone(), number(&owner, path, offset, bytes, (&arrays, None)));
                }
                seen.numbers.insert(line);
            }
        }
        if let Some(stride) = buffer.stride {
            seen.numbers.insert(format!("{owner} stride {stride}"));
        }
    }
    seen
}

/// The form of bytes and counters in code: an array of integers.
fn one_number(owner: &str) -> [String; 2] {
    [number(owner, "", 0, 4, (&[], None)), format!("{owner} stride 4")]
}

/// Whether one line is a part of another: code contains the parts of interface values.
pub(crate) fn is_of_part(line: &str, container: &str) -> bool {
    let (part, outer) = (buffer_and_path(line), buffer_and_path(container));
    part.zip(outer).is_some_and(|(part, outer)| part.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.')))
}

/// Buffer and path.
fn buffer_and_path(line: &str) -> Option<&str> {
    line.split_once(" at ").map(|(location, _)| location)
}

fn sort(slot: &ResourceSlot) -> &'static str {
    match slot.kind {
        ObjectKind::Globals | ObjectKind::ConstantBuffer | ObjectKind::ParameterBlock => "uniform",
        ObjectKind::CombinedSampler if matches!(slot.place, Some(BindingLocation::D3d { class: 's', .. })) => "sampler",
        ObjectKind::CombinedSampler if matches!(slot.place, Some(BindingLocation::Vulkan { .. })) => "texture with its sampler",
        ObjectKind::Texture | ObjectKind::RwTexture | ObjectKind::CombinedSampler => "texture",
        ObjectKind::Sampler => "sampler",
        ObjectKind::AccelerationStructure => "acceleration structure",
        ObjectKind::SubpassInput => "subpass",
        ObjectKind::SpecializationConstant | ObjectKind::Value => "value",
        _ => "storage",
    }
}

/// The locations in a compiled module.
pub(crate) fn of_spirv(name: &str, code: &[u8]) -> Result<CompiledLocations, String> {
    let unit = Unit::read_compiled(name, code);
    let found = unit.diagnostics.iter().next().map(|found| format!("{} {}", found.code.id, found.message));
    if let Some(found) = found {
        return Err(found);
    }
    Ok(of_unit(&unit, &AS_COMPILED))
}

/// Resources and buffers in WGSL text. libslang also writes arrays of resources, which WGSL lacks: those are not read, and
/// neither are push constants, which have no binding.
pub(crate) fn of_wgsl(code: &[u8]) -> CompiledLocations {
    let text = String::from_utf8_lossy(code);
    let options = Options { language: Language::Wgsl, ..Options::default() };
    let unit = Unit::read("code.wgsl", text.as_ref().into(), &MemoryLoader::default(), &options);
    CompiledLocations { numbers: BTreeSet::new(), is_whole: !unit.diagnostics.has_errors(), ..of_unit(&unit, &WGSL) }
}

/// Resources in HLSL text, whose members have different names from those of the source.
pub(crate) fn of_hlsl(code: &[u8]) -> CompiledLocations {
    let text = String::from_utf8_lossy(code);
    let options = Options { language: Language::Hlsl, ..Options::default() };
    let unit = Unit::read("code.hlsl", text.as_ref().into(), &MemoryLoader::default(), &options);
    CompiledLocations { numbers: BTreeSet::new(), is_whole: !unit.diagnostics.has_errors(), ..of_unit(&unit, &DXC) }
}

/// The same for a program.
pub(crate) fn for_hlsl(program: &Program) -> CompiledLocations {
    let mut seen = of_program(program);
    seen.numbers.clear();
    seen
}

/// The same for a program.
pub(crate) fn for_wgsl(program: &Program) -> CompiledLocations {
    let mut seen = of_program(program);
    seen.objects.retain(|line| line.ends_with("[]") && !line.starts_with("pushConstantBuffer"));
    seen.numbers.clear();
    for slot in slots(program).into_iter().filter(|slot| slot.kind == ObjectKind::CombinedSampler && slot.arrays.is_empty()) {
        // The sampler has a separate binding there.
        if let Some(BindingLocation::WebGpu { group, binding }) = slot.place {
            seen.objects.insert(format!("{group}.{} sampler []", binding + 1));
        }
    }
    seen
}

/// The locations in a unit with known offsets.
fn of_unit(unit: &Unit, profile: &'static Profile) -> CompiledLocations {
    let module = &unit.module;
    let mut seen = CompiledLocations { is_whole: true, ..CompiledLocations::default() };
    let register = |parameter: &Parameter| {
        let (class, number, space) = parameter.registers.iter().find_map(|register| {
            let (class, number) = register.slot?;
            Some((class, number, register.space.unwrap_or(0)))
        })?;
        Some(format!("{}{number}.{space}", format!("{class:?}").to_ascii_lowercase()))
    };
    let owner_name = |parameter: &Parameter| match (parameter.binding, &parameter.kind) {
        _ if is_tool(module.name(parameter.name)) => None,
        _ if module.language == Language::Hlsl => register(parameter),
        (Some(slot), _) => Some(format!("{}.{}", slot.set.unwrap_or(0), slot.binding)),
        (None, ParameterKind::Buffer(id)) => match module.buffers[*id].kind {
            BufferKind::PushConstant => Some("pushConstantBuffer".to_owned()),
            BufferKind::ShaderRecord => Some("shaderRecord".to_owned()),
            _ => None,
        },
        (None, _) => None,
    };
    for (_, parameter) in module.parameters.iter() {
        let Some(owner) = owner_name(parameter) else { continue };
        let sort = match parameter.kind {
            ParameterKind::Buffer(id) if module.buffers[id].resource == ResourceKind::TextureBuffer => "storage",
            ParameterKind::Buffer(id) => match module.buffers[id].kind {
                BufferKind::Storage | BufferKind::Structured => "storage",
                _ => "uniform",
            },
            ParameterKind::Opaque(ty) => match module.types[ty] {
                Type::Resource(resource) => match resource.kind {
                    ResourceKind::Texture | ResourceKind::RwTexture => "texture",
                    ResourceKind::CombinedSampler => "texture with its sampler",
                    ResourceKind::Sampler => "sampler",
                    ResourceKind::AccelerationStructure => "acceleration structure",
                    ResourceKind::SubpassInput => "subpass",
                    ResourceKind::RwByteAddressBuffer | ResourceKind::ByteAddressBuffer => "storage",
                    _ => "value",
                },
                _ => "value",
            },
            _ => "value",
        };
        let counts: Vec<Option<u64>> = parameter.dims.iter().map(|count| count.known()).collect();
        seen.objects.insert(format!("{owner} {sort} {counts:?}"));
    }
    let layouts = unit.layout(profile);
    for layout in &layouts.layouts {
        let Subject::Buffer(id) = layout.subject else { continue };
        let buffer = &module.buffers[id];
        let Some(owner) = owner_name(&module.parameters[buffer.parameter]) else { continue };
        let rows_of_layout = rows(module, &layouts, layout);
        let outer = matches!(buffer.kind, BufferKind::Storage | BufferKind::Structured).then(|| rows_of_layout.first()).flatten();
        let elements = outer.filter(|row| row.count == Some(Count::Runtime));
        if let Some(stride) = elements.and_then(|row| row.stride) {
            seen.numbers.insert(format!("{owner} stride {stride}"));
        }
        for (index, row) in rows_of_layout.iter().enumerate() {
            let is_whole = rows_of_layout.get(index + 1).is_some_and(|next| is_part(&next.path, &row.path));
            if is_whole {
                continue;
            }
            let mut arrays = arrays(&rows_of_layout[..=index], row);
            let mut path = row.path.as_str();
            if let Some(elements) = elements {
                arrays.remove(0);
                path = path.strip_prefix(&*elements.path).unwrap_or(path);
            }
            let matrix = row.matrix.map(|(stride, major)| (stride, if major == Major::Row { "row" } else { "column" }));
            seen.numbers.insert(number(&owner, path, row.offset, row.size, (&arrays, matrix)));
        }
    }
    seen
}

/// The arrays that contain a row, including itself.
fn arrays(before: &[Row], row: &Row) -> Vec<Array> {
    let around = before.iter().filter(|other| other.path == row.path || is_part(&row.path, &other.path));
    around
        .filter_map(|row| {
            Some(Array { count: row.count?.known().map_or(Amount::Unbounded, Amount::Finite), stride: row.stride.unwrap_or(0) })
        })
        .collect()
}

fn is_part(path: &str, container: &str) -> bool {
    path.strip_prefix(container).is_some_and(|rest| container.is_empty() && !rest.is_empty() || rest.starts_with(['.', '[']))
}

fn number(owner: &str, path: &str, offset: u64, size: u64, (arrays, matrix): (&[Array], Option<(u64, &str)>)) -> String {
    // Structs that libslang generates around arrays and matrices for their stride.
    let names = path.split(['.', '[', ']']).filter(|name| !name.is_empty() && !matches!(*name, "data" | "__member0"));
    let names: Vec<String> = names.map(|name| member_of_tuple(name.trim_start_matches('$'))).collect();
    let arrays: Vec<(Option<u64>, u64)> = arrays.iter().map(|array| (array.count.finite(), array.stride)).collect();
    // The extent of the last row of a matrix is not in the code.
    let size = if matrix.is_some() { 0 } else { size };
    format!("{owner} {} at {offset}, {size} bytes, {arrays:?} {matrix:?}", names.join("."))
}

/// libslang calls the members of tuples `value0` in code, and `_0` in reflection.
fn member_of_tuple(name: &str) -> String {
    let number = name.strip_prefix('_').filter(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()));
    number.map_or(name.to_owned(), |number| format!("value{number}"))
}

/// The vectors of a matrix as an array, and the size of one of them.
fn vectors(member: &Member) -> Option<(Array, u64)> {
    let (stride, majorness) = member.matrix_stride.zip(member.majorness)?;
    let (rows, columns) = member.ty.split_once('x')?;
    let (rows, columns) = (rows.chars().next_back()?.to_digit(10)?, columns.parse::<u32>().ok()?);
    let count = u64::from(if majorness == "row" { rows } else { columns });
    let numbers = u64::from(if majorness == "row" { columns } else { rows });
    let bytes = match member.ty.trim_end_matches(|letter: char| letter == 'x' || letter.is_ascii_digit()) {
        "double" => 8,
        "half" | "float16_t" => 2,
        _ => 4,
    };
    Some((Array { count: Amount::Finite(count), stride }, numbers * bytes))
}
