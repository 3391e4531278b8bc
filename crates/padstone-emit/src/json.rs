//! Layouts as JSON: `schema/layout-v1.schema.json` describes version 1; version 2 adds padding before members, reasons and spans.
//! Written row by row.

mod details;

use std::io::{self, Write};
use std::ops::ControlFlow;

use padstone_bind::Binding;
use padstone_layout::{Layout, PartialLayout, PartialVisit, Row, RuleSet, Subject, Visit, VisitOrder, paddings, partial_rows, rows};
use padstone_model::{Access, Count, Major, Module, Scalar, Size, Stride, Type, TypeId};
use padstone_source::{Span, printable_json};
use serde::{Serialize, Serializer};

use crate::buffer::OutputBuffer;
use crate::display::{kind, kind_of, name, span};
use crate::reason::Reason;
use crate::type_names::TypeNames;
use crate::uniforms::{Uniform, uniforms};
use crate::{LayoutWriter, Listing};

use details::Details;
pub use details::PositionEncoding;

/// The schemas of all outputs that are JSON, by the name of the command.
pub const SCHEMAS: &[(&str, &str)] = &[
    ("layout", include_str!("../../../schema/layout-v1.schema.json")),
    ("reflect", include_str!("../../../schema/reflection-v1.schema.json")),
    ("answer", include_str!("../../../schema/answer-v2.schema.json")),
    ("split", include_str!("../../../schema/split-v1.schema.json")),
    ("message", include_str!("../../../schema/message-v1.schema.json")),
];

/// One document for any number of listings.
#[derive(Default)]
pub struct JsonLayouts {
    /// Whether a layout was written, so that the next one needs a comma before it.
    has_begun: bool,
    /// The partially known layouts so far, as JSON, which follow the layouts.
    partial: Vec<String>,
    /// The default uniform block so far, as JSON, which comes last.
    uniforms: Vec<String>,
    /// The file whose uniforms were listed last.
    listed: String,
    /// The unit of positions, in version 2.
    positions: Option<PositionEncoding>,
    /// Further keys at the end, in version 2.
    tail: String,
}

impl LayoutWriter for JsonLayouts {
    fn listing(&mut self, listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mut out = OutputBuffer::new(out);
        let mut names = TypeNames::new(listing.module);
        let mut details = self.positions.clone().map(|positions| Details::new(listing, positions));
        for layout in &listing.layouts.layouts {
            if std::mem::replace(&mut self.has_begun, true) {
                out.text(",\n");
            } else {
                self.open(&mut out);
            }
            write_head(listing, layout, details.as_ref(), &mut out)?;
            if details.is_some() {
                details::write_content(listing, layout, &mut names, &mut out);
            }
            // The members are written one by one, before the closing brace.
            out.text(",\"members\":[");
            write_members(listing, layout, &mut names, details.as_mut(), &mut out)?;
            out.text("]");
            write_padding(listing, layout, &mut out)?;
            if details.is_some() {
                details::write_paddings(listing, layout, &mut out)?;
            }
            out.text("}");
        }
        out.finish()?;
        for partial in &listing.layouts.partial {
            self.partial.push(partial_text(listing, partial, details.as_mut())?);
        }
        self.uniforms(listing)
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut start = OutputBuffer::new(out);
        if self.has_begun {
            start.text("\n]");
        } else {
            self.open(&mut start);
            start.text("]");
        }
        start.finish()?;
        if !self.partial.is_empty() {
            write!(out, ",\"partial\":[\n{}\n]", self.partial.join(",\n"))?;
        }
        if !self.uniforms.is_empty() {
            write!(out, ",\"uniforms\":[\n{}\n]", self.uniforms.join(",\n"))?;
        }
        out.write_all(self.tail.as_bytes())?;
        out.write_all(b"}\n")
    }
}

impl JsonLayouts {
    /// Version 2, with positions in this unit.
    pub fn version_2(positions: PositionEncoding) -> JsonLayouts {
        JsonLayouts { positions: Some(positions), ..JsonLayouts::default() }
    }

    /// Sets further keys at the end: `,"key":value`, repeated.
    pub fn set_tail(&mut self, tail: String) {
        self.tail = tail;
    }

    /// Writes everything before the first layout.
    fn open(&self, out: &mut OutputBuffer<'_>) {
        match &self.positions {
            None => out.text("{\"version\":1,\"layouts\":["),
            Some(positions) => {
                out.text("{\"version\":2,\"answer\":\"layout\",\"positions\":");
                out.quoted(positions.name());
                out.text(",\"layouts\":[");
            }
        }
        if self.has_begun {
            out.text("\n");
        }
    }

    /// Stores the uniforms of a file once for all of its rule sets.
    fn uniforms(&mut self, listing: &Listing<'_>) -> io::Result<()> {
        if self.listed == listing.file {
            return Ok(());
        }
        listing.file.clone_into(&mut self.listed);
        for uniform in uniforms(listing.module) {
            let Uniform { name, location, .. } = uniform;
            let uniform = UniformText { file: listing.file, name, ty: uniform.to_string(), location };
            self.uniforms.push(printable_json(&serde_json::to_string(&uniform)?).into_owned());
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct UniformText<'a> {
    file: &'a str,
    name: &'a str,
    #[serde(rename = "type")]
    ty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<u32>,
}

/// Writes everything before the members.
fn write_head(listing: &Listing<'_>, layout: &Layout, details: Option<&Details<'_>>, out: &mut OutputBuffer<'_>) -> io::Result<()> {
    let binding = match layout.subject {
        Subject::Buffer(id) => {
            let parameter = listing.module.buffers[id].parameter;
            let binding = listing.bindings.get(parameter);
            binding.map(|binding| SlotJson::new(binding, listing.bindings.dimensions(listing.module, parameter)))
        }
        Subject::Struct(_) => None,
    };
    out.text("{\"file\":");
    out.quoted(listing.file);
    out.text(",\"name\":");
    out.quoted(name(listing.module, layout));
    out.text(",\"kind\":");
    out.quoted(kind(listing.module, layout));
    out.text(",\"profile\":");
    out.quoted(listing.layouts.profile.name);
    out.text(",\"rules\":");
    out.quoted(listing.layouts.rules(layout).name);
    number(",\"size\":", layout.size.bytes(), out);
    number(",\"align\":", layout.align.bytes(), out);
    optional(",\"stride\":", layout.stride.map(Stride::bytes), out);
    optional(",\"readStride\":", layout.read_stride.map(Stride::bytes), out);
    if let Some(binding) = binding {
        out.text(",\"binding\":");
        out.text(&printable_json(&serde_json::to_string(&binding)?));
    }
    for (index, range) in layout.overlaps.iter().enumerate() {
        number(if index == 0 { ",\"overlaps\":[[" } else { ",[" }, range.start.bytes(), out);
        number(",", range.end.bytes(), out);
        out.text("]");
        out.pass()?;
    }
    if !layout.overlaps.is_empty() {
        out.text("]");
    }
    SourceJson::new(listing, span(listing.module, layout)).write(",\"source\":", out);
    if let Some(details) = details {
        details.source(span(listing.module, layout)).write(",\"span\":", out);
    }
    Ok(())
}

fn write_members<'a>(
    listing: &Listing<'a>,
    layout: &Layout,
    names: &mut TypeNames<'_>,
    mut details: Option<&mut Details<'a>>,
    out: &mut OutputBuffer<'_>,
) -> io::Result<()> {
    let module = listing.module;
    let mut has_begun = false;
    let types = listing.layouts.types(layout);
    let result = rows(module, types, layout, VisitOrder::Source, &mut |visit| {
        let Visit::Row(row) = visit else { return ControlFlow::Continue(()) };
        let mut write = |member: &Member<'_>| {
            out.text(if std::mem::replace(&mut has_begun, true) { ",\n  " } else { "\n  " });
            member.write(names, out);
            out.pass()
        };
        let bit_fields = row.field.map(|(field, _)| &field.written.bit_fields).filter(|bit_fields| !bit_fields.is_empty());
        let member = match details.as_deref_mut() {
            Some(details) => details.member(types, layout, &row),
            None => Member::new(listing, &row),
        };
        let written = write(&member).and_then(|()| {
            bit_fields.into_iter().flatten().try_for_each(|bit_field| {
                let around = row.path.rsplit_once('.').map_or(String::new(), |(around, _)| format!("{around}."));
                let path = around + module.name(bit_field.name);
                write(&Member {
                    path: &path,
                    ty: TypeText(module, bit_field.ty),
                    value: member.value.and_then(|_| ValueShape::new(module, types.rules, bit_field.ty, row.size)),
                    bit: Some(bit_field.first),
                    bits: Some(bit_field.bits),
                    source: Some(SourceJson::new(listing, bit_field.span)),
                    span: details.as_deref().map(|details| details.source(bit_field.span)),
                    type_span: None,
                    ..member.clone()
                })
            })
        });
        written.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    });
    match result {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}

/// Writes a key and a number.
fn number(key: &str, number: u64, out: &mut OutputBuffer<'_>) {
    out.text(key);
    out.number(number);
}

/// Writes a key and a number, if there is one.
fn optional(key: &str, optional: Option<u64>, out: &mut OutputBuffer<'_>) {
    if let Some(found) = optional {
        number(key, found, out);
    }
}

/// A buffer or struct with an unresolved member.
fn partial_text<'a>(listing: &Listing<'a>, partial: &PartialLayout, mut details: Option<&mut Details<'a>>) -> io::Result<String> {
    let Listing { module, layouts, .. } = *listing;
    let types = &layouts.sets[partial.set];
    let (mut members, mut unknown) = (Vec::new(), Vec::new());
    let visited = partial_rows(module, types, partial, &mut |visit| {
        match visit {
            PartialVisit::Known(row) => match serde_json::to_value(match details.as_deref_mut() {
                Some(details) => details.partial_member(types, &row),
                None => Member::new(listing, &row),
            }) {
                Ok(member) => members.push(member),
                Err(error) => return ControlFlow::Break(error),
            },
            PartialVisit::Unknown { path, .. } => unknown.push(path.to_owned()),
        }
        ControlFlow::Continue(())
    });
    if let ControlFlow::Break(error) = visited {
        return Err(error.into());
    }
    let partial = Partial {
        file: listing.file,
        name: partial.subject.name(module),
        kind: kind_of(module, partial.subject),
        profile: layouts.profile.name,
        rules: types.rules.name,
        members,
        unknown,
    };
    Ok(printable_json(&serde_json::to_string(&partial)?).into_owned())
}

#[derive(Serialize)]
struct Partial<'a> {
    file: &'a str,
    name: &'a str,
    kind: &'a str,
    profile: &'a str,
    rules: &'a str,
    members: Vec<serde_json::Value>,
    unknown: Vec<String>,
}

/// The span of a declaration; in a macro expansion, that of the outermost use. Without lines and columns, which are too slow to compute for each
/// row.
#[derive(Clone, Copy, Serialize)]
struct SourceJson<'a> {
    file: &'a str,
    /// The range in bytes of the file's text.
    start: u32,
    end: u32,
}

impl<'a> SourceJson<'a> {
    fn new(listing: &Listing<'a>, span: Span) -> SourceJson<'a> {
        let span = listing.sources.call_site(span);
        let file = listing.sources.file(listing.sources.file_of(span.start));
        let byte = |position: u32| position.saturating_sub(file.base()).min(file.text.len() as u32);
        SourceJson { file: &file.name, start: byte(span.start), end: byte(span.end) }
    }

    /// Writes it with its key, in the format of serde.
    fn write(&self, key: &str, out: &mut OutputBuffer<'_>) {
        out.text(key);
        out.text("{\"file\":");
        out.quoted(self.file);
        number(",\"start\":", self.start.into(), out);
        number(",\"end\":", self.end.into(), out);
        out.text("}");
    }
}

/// The padding bytes; for array elements, those of element 0.
fn write_padding(listing: &Listing<'_>, layout: &Layout, out: &mut OutputBuffer<'_>) -> io::Result<()> {
    let mut has_begun = false;
    let result = paddings(listing.module, listing.layouts.types(layout), layout, &mut |padding| {
        number(if std::mem::replace(&mut has_begun, true) { ",[" } else { ",\"padding\":[[" }, padding.offset.bytes(), out);
        number(",", padding.offset.bytes().saturating_add(padding.size.bytes()), out);
        out.text("]");
        out.pass().map_or_else(ControlFlow::Break, ControlFlow::Continue)
    });
    match result {
        ControlFlow::Continue(()) if has_begun => out.text("]"),
        ControlFlow::Continue(()) => {}
        ControlFlow::Break(error) => return Err(error),
    }
    Ok(())
}

#[derive(Serialize)]
#[serde(untagged)]
enum SlotJson {
    D3d {
        class: char,
        register: u32,
        space: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<KnownCount>,
    },
    Vulkan {
        set: u32,
        binding: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<ResourceCounts>,
    },
    WebGpu {
        group: u32,
        binding: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        access: Option<&'static str>,
    },
}

/// The number of resources: one number, or one for each dimension.
#[derive(Serialize)]
#[serde(untagged)]
enum ResourceCounts {
    All(KnownCount),
    Each(Vec<KnownCount>),
}

impl SlotJson {
    fn new(binding: Binding, dims: &[Count]) -> SlotJson {
        match binding {
            Binding::D3d { class, register, space, count } => {
                SlotJson::D3d { class: class.letter(), register, space, count: count.map(KnownCount) }
            }
            Binding::Vulkan { set, binding, .. } if dims.len() > 1 => {
                SlotJson::Vulkan { set, binding, count: Some(ResourceCounts::Each(dims.iter().copied().map(KnownCount).collect())) }
            }
            Binding::Vulkan { set, binding, count } => {
                SlotJson::Vulkan { set, binding, count: count.map(KnownCount).map(ResourceCounts::All) }
            }
            Binding::WebGpu { group, binding, access } => SlotJson::WebGpu {
                group,
                binding,
                access: access.map(|access| match access {
                    Access::Read => "read",
                    Access::Write => "write",
                    Access::ReadWrite => "read_write",
                }),
            },
        }
    }
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct Member<'a> {
    path: &'a str,
    #[serde(rename = "type")]
    ty: TypeText<'a>,
    offset: u64,
    size: u64,
    align: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stride: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix_stride: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    majorness: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<KnownCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bit: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_stride: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<SourceJson<'a>>,
    #[serde(flatten)]
    value: Option<ValueShape>,
    #[serde(skip_serializing_if = "is_zero")]
    padding_before: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<SourceJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    type_span: Option<SourceJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// The representation of a scalar, vector or matrix: enough to write a value without parsing the name of its type.
#[derive(Clone, Copy, Serialize)]
struct ValueShape {
    scalar: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<u8>,
}

impl ValueShape {
    /// Writes its keys after others, in the format of serde.
    fn write(self, out: &mut OutputBuffer<'_>) {
        let ValueShape { scalar, components, rows, columns } = self;
        out.text(",\"scalar\":\"");
        out.text(scalar);
        out.text("\"");
        optional(",\"components\":", components.map(u64::from), out);
        optional(",\"rows\":", rows.map(u64::from), out);
        optional(",\"columns\":", columns.map(u64::from), out);
    }

    /// The representation of a type of `size` bytes; `None` for arrays, structs and opaque types.
    fn new(module: &Module, rules: &RuleSet, ty: TypeId, size: Size) -> Option<ValueShape> {
        let one_scalar = |scalar: Scalar| {
            let scalar = stored_name(rules, module, scalar)?;
            Some(ValueShape { scalar, components: None, rows: None, columns: None })
        };
        match module.types[ty] {
            Type::Scalar(scalar) | Type::Atomic(scalar) => one_scalar(scalar),
            Type::Pointer(_) => one_scalar(Scalar::Uint64),
            // If the underlying type has another size, the rules store an `int`.
            Type::Enum(id) => {
                let scalar = module.enums[id].scalar;
                one_scalar(if rules.scalar_bytes(module, scalar) == size.bytes() { scalar } else { Scalar::Int32 })
            }
            Type::Vector { scalar, width } => Some(ValueShape { components: Some(width), ..one_scalar(scalar)? }),
            Type::Matrix { scalar, rows, columns, .. } => {
                Some(ValueShape { rows: Some(rows), columns: Some(columns), ..one_scalar(scalar)? })
            }
            _ => None,
        }
    }
}

fn majorness(major: Major) -> &'static str {
    match major {
        Major::Row => "row",
        Major::Column => "column",
    }
}

/// The name of the scalar that the rules store for one of the source: its kind and its width in bits.
fn stored_name(rules: &RuleSet, module: &Module, scalar: Scalar) -> Option<&'static str> {
    Some(match rules.stored_scalar(module, scalar) {
        Scalar::Bool if rules.scalar_bytes(module, Scalar::Bool) == 1 => "bool8",
        Scalar::Bool => "bool32",
        Scalar::Int8 => "i8",
        Scalar::Uint8 => "u8",
        Scalar::Int16 => "i16",
        Scalar::Uint16 => "u16",
        Scalar::Int32 => "i32",
        Scalar::Uint32 => "u32",
        Scalar::Int64 => "i64",
        Scalar::Uint64 => "u64",
        Scalar::Float16 => "f16",
        Scalar::Float32 => "f32",
        Scalar::Float64 => "f64",
        Scalar::BFloat16 => "bf16",
        Scalar::FloatE4M3 => "f8e4m3",
        Scalar::FloatE5M2 => "f8e5m2",
        _ => return None,
    })
}

impl<'a> Member<'a> {
    fn new(listing: &Listing<'a>, row: &Row<'a>) -> Member<'a> {
        let module = listing.module;
        Member {
            path: row.path,
            ty: TypeText(module, row.ty),
            offset: row.offset.bytes(),
            size: row.size.bytes(),
            align: row.align.bytes(),
            stride: row.stride.map(Stride::bytes),
            matrix_stride: row.matrix.and_then(|matrix| matrix.stride).map(Stride::bytes),
            majorness: row.matrix.map(|matrix| majorness(matrix.major)),
            count: row.count.map(KnownCount),
            bit: row.bits.map(|bits| bits.first),
            bits: row.bits.map(|bits| bits.width),
            read_offset: row.read_offset.map(|offset| offset.bytes()),
            read_stride: row.read_stride.map(Stride::bytes),
            source: row.field.map(|(field, _)| SourceJson::new(listing, field.span)),
            value: None,
            padding_before: 0,
            span: None,
            type_span: None,
            reason: None,
        }
    }

    /// Writes it in the format of serde, which is too slow for a million rows.
    fn write(&self, names: &mut TypeNames<'_>, out: &mut OutputBuffer<'_>) {
        out.text("{\"path\":");
        out.quoted(self.path);
        out.text(",\"type\":");
        out.quoted(names.of(self.ty.1));
        number(",\"offset\":", self.offset, out);
        number(",\"size\":", self.size, out);
        number(",\"align\":", self.align, out);
        optional(",\"stride\":", self.stride, out);
        optional(",\"matrixStride\":", self.matrix_stride, out);
        if let Some(majorness) = self.majorness {
            out.text(",\"majorness\":");
            out.quoted(majorness);
        }
        match self.count {
            Some(KnownCount(Count::Known(count))) => number(",\"count\":", count, out),
            Some(KnownCount(Count::Runtime | Count::LinkTime)) => out.text(",\"count\":null"),
            None => {}
        }
        optional(",\"bit\":", self.bit.map(u64::from), out);
        optional(",\"bits\":", self.bits.map(u64::from), out);
        optional(",\"readOffset\":", self.read_offset, out);
        optional(",\"readStride\":", self.read_stride, out);
        if let Some(source) = &self.source {
            source.write(",\"source\":", out);
        }
        self.value.iter().for_each(|value| value.write(out));
        optional(",\"paddingBefore\":", Some(self.padding_before).filter(|bytes| *bytes > 0), out);
        self.span.iter().for_each(|span| span.write(",\"span\":", out));
        self.type_span.iter().for_each(|span| span.write(",\"typeSpan\":", out));
        self.reason.iter().for_each(|reason| details::write_reason(reason, out));
        out.text("}");
    }
}

/// The number, or null if the array is runtime-sized.
#[derive(Clone, Copy)]
struct KnownCount(Count);

impl Serialize for KnownCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.known().serialize(serializer)
    }
}

/// The name of a type in its language.
#[derive(Clone, Copy)]
struct TypeText<'a>(&'a Module, TypeId);

impl Serialize for TypeText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.type_name(self.1))
    }
}
