//! Layouts: buffers, their fields, and the padding between.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use padstone_read::bind::Binding;
use padstone_read::diag::nearest;
use padstone_read::emit::display;
use padstone_read::emit::lookup::{self, LookupError};
use padstone_read::emit::reason::{self, PaddingBefore, Reason};
use padstone_read::layout::{DynVisitor, Layout, ModuleLayout, Subject, TypeLayouts, Visit, VisitOrder, rows};
use padstone_read::model::{Count, Major, Module};
use padstone_read::source;

use crate::compiler::Compiler;
use crate::reading::{LaidOut, Reading};
use crate::span::Span;
use crate::{Diagnostics, Error, ErrorKind, Unit};

/// The layouts of a unit under a compiler.
#[derive(Clone, Debug)]
pub struct Layouts {
    unit: Unit,
    laid_out: Arc<LaidOut>,
}

/// The layout of a buffer or struct. All offsets count from its start.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Buffer {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: BufferKind,
    /// The name of its rule set.
    pub rules: &'static str,
    /// The size in bytes.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
    /// For structured buffers, the stride in bytes.
    pub stride: Option<u64>,
    /// The stride in bytes with which compiler-generated code reads the elements, if it is not `stride`: a bug of the compiler.
    pub read_stride: Option<u64>,
    /// The binding location, if it takes a register or binding.
    pub binding: Option<Binding>,
    /// The byte ranges that several members occupy.
    pub overlaps: Vec<Range<u64>>,
    layouts: Layouts,
    index: usize,
    /// Whether a name selected it: a struct then has the layout of the buffers that contain it, if they agree.
    is_named: bool,
}

/// The elements of an array or of a buffer.
#[derive(Clone, Copy, Default)]
struct Elements {
    stride: u64,
    read_stride: u64,
    /// The number, if it is known.
    count: Option<u64>,
}

/// The kind of a [`Buffer`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BufferKind {
    /// `cbuffer`, `ConstantBuffer<T>`, the global constants.
    Cbuffer,
    /// `tbuffer`, `TextureBuffer<T>`.
    Tbuffer,
    /// A structured buffer.
    Structured,
    /// Push constants.
    PushConstant,
    /// A shader record.
    ShaderRecord,
    /// A uniform buffer or block.
    Uniform,
    /// A storage buffer or block.
    Storage,
    /// `var<immediate>`.
    Immediate,
    /// `ParameterBlock<T>`.
    ParameterBlock,
    /// A struct, outside any buffer.
    Struct,
}

/// A member at any level, an element of an array, or an element of the buffer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Field {
    /// The path in the buffer: `lights[].position`. `[]` is element 0, which represents all elements.
    pub path: String,
    /// The offset in bytes.
    pub offset: u64,
    /// The size in bytes.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
    /// The size in bytes of the padding directly before it in its struct.
    pub padding_before: u64,
    /// For arrays, the stride in bytes.
    pub stride: Option<u64>,
    /// For arrays, the element count.
    pub count: Option<Amount>,
    /// For matrices and arrays of matrices, how they are stored.
    pub matrix: Option<Matrix>,
    /// For bit-fields, their bits, counted from the lowest bit of the allocation unit at `offset`.
    pub bits: Option<Range<u32>>,
    /// The offset in bytes that compiler-generated code reads, if it is not `offset`: a bug of the compiler.
    pub read_offset: Option<u64>,
    /// For arrays, the stride in bytes with which compiler-generated code reads the elements, if it is not `stride`: a bug of the compiler.
    pub read_stride: Option<u64>,
    ty: String,
    reason: Reason,
    place: source::Span,
    type_place: Option<source::Span>,
    reading: Arc<Reading>,
}

/// A count or size that may be unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Amount {
    /// A known number.
    Known(u64),
    /// Runtime-sized: the binding determines it.
    Runtime,
    /// Unknown until linking.
    Unknown,
}

/// How a matrix is stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Matrix {
    /// Whether it is row-major; otherwise it is column-major.
    pub row_major: bool,
    /// The matrix stride in bytes; `None` if all scalars are contiguous.
    pub stride: Option<u64>,
}

/// Bytes that no member occupies. For the padding between array elements, the padding after element 0.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Padding {
    /// The offset in bytes.
    pub offset: u64,
    /// The size in bytes.
    pub size: u64,
    /// The reason for it.
    pub reason: Reason,
}

/// A row of a layout.
#[derive(Clone, Debug)]
pub enum Row {
    /// A member.
    Field(Field),
    /// Padding.
    Padding(Padding),
}

impl Unit {
    /// The layouts of its buffers and structs under a compiler.
    pub fn layout(&self, by: &Compiler) -> Layouts {
        let unit = self.under(by);
        let chosen = by.selection(unit.options(), unit.language());
        let laid_out = unit.reading().laid_out(by, &chosen, &unit.bind_options());
        Layouts { unit, laid_out }
    }
}

impl Layouts {
    /// The layouts, for the command, which reports their diagnostics.
    #[doc(hidden)]
    pub fn inner(&self) -> &padstone_read::layout::ModuleLayout {
        &self.laid_out.layouts
    }

    /// The unit that was laid out, as the compiler reads it.
    pub fn unit(&self) -> &Unit {
        &self.unit
    }

    /// The compiler.
    pub fn compiler(&self) -> &Compiler {
        &self.laid_out.compiler
    }

    /// The buffers in source order, then the structs.
    pub fn buffers(&self) -> impl ExactSizeIterator<Item = Buffer> + use<> {
        let layouts = self.clone();
        (0..self.laid_out.layouts.layouts.len()).map(move |index| Buffer::new(&layouts, index))
    }

    /// Returns the buffer or struct of that name, with or without its namespaces: `A::Camera`, `Camera`. The kind may precede the name,
    /// because a buffer and a struct may have the same: `cbuffer Camera`, `struct Camera`.
    ///
    /// # Errors
    /// No buffer or struct of that name has a layout, and the diagnostics may have the reason; or several have it.
    pub fn buffer(&self, name: &str) -> Result<Buffer, Error> {
        match lookup::find(&self.reading().unit.module, &self.laid_out.layouts, name) {
            Ok(index) => Ok(Buffer::named(self, index)),
            Err(LookupError::Unknown(similar)) => {
                let message = format!("no buffer or struct with a layout is named `{name}`");
                Err(Error { suggestions: similar, ..Error::new(ErrorKind::UnknownBuffer, message) })
            }
            Err(LookupError::Ambiguous(ambiguity)) => Err(Error::ambiguous(name, ambiguity)),
        }
    }

    /// The diagnostics of the source under this compiler.
    pub fn diagnostics(&self) -> Diagnostics {
        let LaidOut { layouts, bindings, .. } = &*self.laid_out;
        Diagnostics::new(self.reading(), &[&self.reading().unit.diagnostics, &layouts.diagnostics, &bindings.diagnostics])
    }

    pub(crate) fn reading(&self) -> &Arc<Reading> {
        self.unit.reading()
    }

    pub(crate) fn laid_out(&self) -> &Arc<LaidOut> {
        &self.laid_out
    }
}

impl Buffer {
    pub(crate) fn new(layouts: &Layouts, index: usize) -> Buffer {
        Buffer::with_layout(layouts, index, false)
    }

    /// The buffer or struct that a name selected.
    pub(crate) fn named(layouts: &Layouts, index: usize) -> Buffer {
        Buffer::with_layout(layouts, index, true)
    }

    fn with_layout(layouts: &Layouts, index: usize, is_named: bool) -> Buffer {
        let (module, laid_out) = (&layouts.reading().unit.module, &layouts.laid_out);
        let layout = selected(module, &laid_out.layouts, index, is_named);
        let binding = match layout.subject {
            Subject::Buffer(id) => laid_out.bindings.get(module.buffers[id].parameter),
            Subject::Struct(_) => None,
        };
        Buffer {
            name: layout.name(module).to_owned(),
            kind: BufferKind::named(display::kind(module, layout)),
            rules: laid_out.layouts.rules(layout).name,
            size: layout.size.bytes(),
            align: layout.align.bytes(),
            stride: layout.stride.map(|stride| stride.bytes()),
            read_stride: layout.read_stride.map(|stride| stride.bytes()),
            binding,
            overlaps: layout.overlaps.iter().map(|range| range.start.bytes()..range.end.bytes()).collect(),
            layouts: layouts.clone(),
            index,
            is_named,
        }
    }

    /// The layouts that contain it.
    pub fn layouts(&self) -> &Layouts {
        &self.layouts
    }

    /// The span of its name.
    pub fn span(&self) -> Span {
        Span::new(self.layouts.reading(), self.declaration_span())
    }

    fn declaration_span(&self) -> source::Span {
        let module = self.module();
        match self.layout().subject {
            Subject::Buffer(id) => module.buffers[id].span,
            Subject::Struct(id) => module.structs[id].span,
        }
    }

    /// Returns the field at a path: `sun.color`, `lights[2].position`.
    ///
    /// # Errors
    /// There is none.
    ///
    /// ```
    /// use padstone::{Options, Workspace, compiler};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("l.hlsl", "struct Light { float3 at; float power; }; cbuffer Lights { Light lights[4]; }");
    /// let lights = ws.unit("l.hlsl", &Options::default())?.layout(&compiler::DXC).buffer("Lights")?;
    /// assert_eq!(lights.field("lights[2].power")?.offset, 44);
    /// assert_eq!(lights.field("lights[].pwoer").unwrap_err().suggestions, ["power"]);
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn field(&self, path: &str) -> Result<Field, Error> {
        let (pattern, indices) = pattern(path)?;
        let (mut fields, mut found) = (Fields::new(self), None);
        // The enclosing arrays, by their paths.
        let mut arrays: Vec<(String, Elements)> = Vec::new();
        let mut siblings: Vec<String> = Vec::new();
        let parent = parent(&pattern);
        self.visit(VisitOrder::Source, &mut |module, types, visit| {
            let Visit::Row(row) = visit else { return ControlFlow::Continue(()) };
            if pattern == row.path {
                found = Some(fields.field(module, types, &row));
                return ControlFlow::Break(());
            }
            fields.pass(&row);
            if let Some(stride) = row.stride.filter(|_| pattern.starts_with(row.path)) {
                let count = match row.count {
                    Some(Count::Known(count)) => Some(count),
                    _ => None,
                };
                let read_stride = row.read_stride.unwrap_or(stride).bytes();
                arrays.push((row.path.to_owned(), Elements { stride: stride.bytes(), read_stride, count }));
            }
            if self::parent(row.path) == parent {
                siblings.push(row.name.to_owned());
            }
            ControlFlow::Continue(())
        });
        let name = pattern.rsplit('.').next().unwrap_or_default();
        let mut field = found.ok_or_else(|| {
            let near = nearest(name, siblings.iter().map(String::as_str));
            Error::new(ErrorKind::UnknownField, format!("`{}` has no field `{path}`", self.name)).suggesting(near)
        })?;
        for (position, index) in indices {
            let of_array = arrays.iter().find(|(array, _)| *array == pattern[..position]).map(|&(_, elements)| elements);
            let of_buffer = self.stride.filter(|_| position == 0).map(|stride| {
                let read_stride = self.read_stride.unwrap_or(stride);
                Elements { stride, read_stride, count: None }
            });
            let elements = of_array.or(of_buffer).unwrap_or_default();
            let at_index = |start: u64, stride: u64| index.checked_mul(stride).and_then(|bytes| start.checked_add(bytes));
            let (Some(offset), true) = (at_index(field.offset, elements.stride), elements.count.is_none_or(|count| index < count)) else {
                return Err(Error::new(ErrorKind::UnknownField, format!("`{path}`: element {index} does not exist")));
            };
            let read = at_index(field.read_offset.unwrap_or(field.offset), elements.read_stride);
            field.read_offset = read.filter(|read| *read != offset);
            field.offset = offset;
        }
        path.clone_into(&mut field.path);
        Ok(field)
    }

    /// Members and padding in the order of their offsets, aggregates before their members; for arrays, element 0.
    pub fn rows(&self) -> impl Iterator<Item = Row> + use<> {
        let (mut all, mut fields) = (Vec::new(), Fields::new(self));
        self.visit(VisitOrder::Offset, &mut |module, types, visit| {
            all.push(match visit {
                Visit::Row(row) => Row::Field(fields.field(module, types, &row)),
                Visit::Padding { padding, parent, .. } => Row::Padding(Padding {
                    offset: padding.offset.bytes(),
                    size: padding.size.bytes(),
                    reason: reason::of_padding(module, types, parent, &padding),
                }),
            });
            ControlFlow::<()>::Continue(())
        });
        all.into_iter()
    }

    /// The fields in source order.
    pub fn fields(&self) -> impl Iterator<Item = Field> + use<> {
        let (mut all, mut fields) = (Vec::new(), Fields::new(self));
        self.visit(VisitOrder::Source, &mut |module, types, visit| {
            if let Visit::Row(row) = visit {
                all.push(fields.field(module, types, &row));
            }
            ControlFlow::<()>::Continue(())
        });
        all.into_iter()
    }

    pub(crate) fn visit(&self, order: VisitOrder, visitor: &mut impl FnMut(&Module, &TypeLayouts, Visit<'_>) -> ControlFlow<()>) {
        let (module, layout) = (self.module(), self.layout());
        let types = self.layouts.laid_out.layouts.types(layout);
        let visitor: &mut DynVisitor<'_> = &mut |visit| visitor(module, types, visit);
        let _ = rows(module, types, layout, order, visitor);
    }

    fn module(&self) -> &Module {
        &self.layouts.reading().unit.module
    }

    /// A name that selects only it, if there is one.
    #[cfg(feature = "edits")]
    pub(crate) fn unique_name(&self) -> Option<String> {
        lookup::unique_name(self.module(), &self.layouts.laid_out.layouts, self.index)
    }

    pub(crate) fn layout(&self) -> &Layout {
        selected(self.module(), &self.layouts.laid_out.layouts, self.index, self.is_named)
    }
}

fn selected<'a>(module: &Module, layouts: &'a ModuleLayout, index: usize, is_named: bool) -> &'a Layout {
    let listed = &layouts.layouts[index];
    if is_named { layouts.named(module, listed) } else { listed }
}

/// Converts the rows of a buffer to fields, one after another.
pub(crate) struct Fields<'b> {
    buffer: &'b Buffer,
    before: PaddingBefore,
    /// The declaration of the last member, whose elements follow.
    place: source::Span,
    /// The span of its type.
    type_place: Option<source::Span>,
}

impl Fields<'_> {
    pub(crate) fn new(buffer: &Buffer) -> Fields<'_> {
        Fields { buffer, before: PaddingBefore::default(), place: buffer.declaration_span(), type_place: None }
    }

    pub(crate) fn pass(&mut self, row: &padstone_read::layout::Row<'_>) {
        if let Some((field, _)) = row.field {
            (self.place, self.type_place) = (field.span, field.written.type_span);
        }
    }

    pub(crate) fn field(&mut self, module: &Module, types: &TypeLayouts, row: &padstone_read::layout::Row<'_>) -> Field {
        self.pass(row);
        let padding = self.before.row(module, types, self.buffer.layout(), row);
        Field::new(self.buffer.layouts.reading(), module, types, row, (padding, self.place, self.type_place))
    }
}

/// A path with `[]` for each index; and the indices, each with the length of the path before it.
fn pattern(path: &str) -> Result<(String, Vec<(usize, u64)>), Error> {
    let (mut pattern, mut indices, mut rest) = (String::new(), Vec::new(), path);
    while let Some((before, after)) = rest.split_once('[') {
        let wrong = || Error::new(ErrorKind::Path, format!("`{path}`: expected an element index and `]`"));
        let (index, after) = after.split_once(']').ok_or_else(wrong)?;
        let index = if index.is_empty() { 0 } else { index.parse().map_err(|_| wrong())? };
        pattern.push_str(before);
        indices.push((pattern.len(), index));
        pattern.push_str("[]");
        rest = after;
    }
    pattern.push_str(rest);
    Ok((pattern, indices))
}

fn parent(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(parent, _)| parent)
}

impl Field {
    fn new(
        reading: &Arc<Reading>,
        module: &Module,
        types: &TypeLayouts,
        row: &padstone_read::layout::Row<'_>,
        (padding_before, place, type_place): (u64, source::Span, Option<source::Span>),
    ) -> Field {
        Field {
            path: row.path.to_owned(),
            offset: row.offset.bytes(),
            size: row.size.bytes(),
            align: row.align.bytes(),
            padding_before,
            stride: row.stride.map(|stride| stride.bytes()),
            count: row.count.map(Amount::from),
            matrix: row
                .matrix
                .map(|matrix| Matrix { row_major: matrix.major == Major::Row, stride: matrix.stride.map(|stride| stride.bytes()) }),
            bits: row.bits.map(|bits| bits.first..bits.first.saturating_add(bits.width)),
            read_offset: row.read_offset.map(|offset| offset.bytes()),
            read_stride: row.read_stride.map(|stride| stride.bytes()),
            ty: module.type_name(row.ty).to_string(),
            reason: reason::of_row(module, types, row),
            place,
            type_place,
            reading: Arc::clone(reading),
        }
    }

    /// The type in the spelling of the language.
    pub fn ty(&self) -> &str {
        &self.ty
    }

    /// The reason for its offset.
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// The range of its declared name; for an array element, of the name of the array.
    pub fn span(&self) -> Span {
        Span::new(&self.reading, self.place)
    }

    /// The range of its type in the source, if the type has its own range.
    pub fn type_span(&self) -> Option<Span> {
        self.type_place.map(|ty| Span::new(&self.reading, ty))
    }
}

impl From<Count> for Amount {
    fn from(count: Count) -> Amount {
        match count {
            Count::Known(count) => Amount::Known(count),
            Count::Runtime => Amount::Runtime,
            Count::LinkTime => Amount::Unknown,
        }
    }
}

impl BufferKind {
    const ALL: [(&'static str, BufferKind); 10] = [
        ("cbuffer", BufferKind::Cbuffer),
        ("tbuffer", BufferKind::Tbuffer),
        ("structured", BufferKind::Structured),
        ("push_constant", BufferKind::PushConstant),
        ("shader_record", BufferKind::ShaderRecord),
        ("uniform", BufferKind::Uniform),
        ("storage", BufferKind::Storage),
        ("immediate", BufferKind::Immediate),
        ("parameter_block", BufferKind::ParameterBlock),
        ("struct", BufferKind::Struct),
    ];

    fn named(name: &str) -> BufferKind {
        BufferKind::ALL.iter().find(|(known, _)| *known == name).map_or(BufferKind::Struct, |&(_, kind)| kind)
    }

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        BufferKind::ALL.iter().find(|(_, kind)| *kind == self).map_or("struct", |&(name, _)| name)
    }
}
