//! Layouts as tables for people.

mod columns;
mod padding_totals;
mod partial;
mod side_by_side;

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;

use padstone_layout::{Layout, PlacementReason, Row, Subject, Visit, VisitOrder, rows};
use padstone_model::{BufferKind, FieldRole, Language, Major, Module, Parameter, ParameterKind, Type, TypeId};
use padstone_source::printable;

use crate::buffer::OutputBuffer;
use crate::reason;
use crate::registers::has_registers;
use crate::style::{Styled, Styles};
use crate::type_names::TypeNames;
use crate::uniforms::uniforms;
use crate::{LayoutWriter, Listing, Settings, display};
use columns::{Columns, Indent};
use padding_totals::PaddingTotals;
pub(crate) use side_by_side::SideBySide;

/// Tables, one for each layout.
pub(crate) struct LayoutTables {
    styles: Styles,
    structs: bool,
    /// Whether a table was written, so that the next one needs an empty line before it.
    has_begun: bool,
    /// The file whose uniforms were listed last.
    listed: String,
    /// The file whose resources without bytes were counted last.
    counted: String,
}

impl LayoutTables {
    pub(crate) fn new(settings: Settings) -> LayoutTables {
        LayoutTables {
            styles: Styles::new(settings.color),
            structs: settings.structs,
            has_begun: false,
            listed: String::new(),
            counted: String::new(),
        }
    }
}

impl LayoutWriter for LayoutTables {
    fn listing(&mut self, listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mut buffer = OutputBuffer::new(out);
        let out = &mut buffer;
        let mut names = TypeNames::new(listing.module);
        let mut padding_totals: Vec<Option<PaddingTotals>> = listing.layouts.sets.iter().map(|_| None).collect();
        let is_buffer = |layout: &&Layout| matches!(layout.subject, Subject::Buffer(_));
        let buffers = listing.layouts.layouts.iter().filter(is_buffer).count();
        let structs = listing.layouts.layouts.len() - buffers;
        let with_structs =
            self.structs || buffers == 0 && !listing.layouts.partial.iter().any(|partial| matches!(partial.subject, Subject::Buffer(_)));
        for layout in listing.layouts.layouts.iter().filter(|layout| with_structs || is_buffer(layout)) {
            if self.has_begun {
                out.text("\n");
            }
            self.has_begun = true;
            let padding_totals =
                padding_totals[layout.set].get_or_insert_with(|| PaddingTotals::new(listing.module, listing.layouts.types(layout)));
            let table = Table { listing, layout, styles: self.styles };
            table.title(out)?;
            table.rows(&mut names, out)?;
            table.totals(padding_totals, out)?;
        }
        for partial in &listing.layouts.partial {
            if with_structs || matches!(partial.subject, Subject::Buffer(_)) {
                if std::mem::replace(&mut self.has_begun, true) {
                    writeln!(out)?;
                }
                partial::table(listing, partial, &mut names, self.styles, out)?;
            }
        }
        self.without_layout(listing, out)?;
        self.uniforms(listing, out)?;
        self.without_bytes(listing, out)?;
        if structs > 0 && !with_structs {
            let verb = if structs == 1 { "1 struct is".into() } else { format!("{structs} structs are") };
            let (rules, them) = (listing.layouts.profile.structs.rules.name, if structs == 1 { "it" } else { "them" });
            let line = match listing.module.language {
                Language::SpirV => format!("{verb} not shown; --structs prints {them}"),
                _ => format!("{verb} not shown; --structs prints how {rules} lays {them} out"),
            };
            writeln!(out, "\n{}", Styled(self.styles.faint, line))?;
        }
        buffer.finish()
    }

    fn finish(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

impl LayoutTables {
    /// Lists the buffers without a layout; the diagnostics contain the reasons.
    fn without_layout(&mut self, listing: &Listing<'_>, out: &mut OutputBuffer<'_>) -> io::Result<()> {
        let module = listing.module;
        let mut laid_out = vec![false; module.buffers.len()];
        for layout in &listing.layouts.layouts {
            if let Subject::Buffer(id) = layout.subject {
                laid_out[id.index()] = true;
            }
        }
        for partial in &listing.layouts.partial {
            if let Subject::Buffer(id) = partial.subject {
                laid_out[id.index()] = true;
            }
        }
        for (_, buffer) in listing.layouts.buffers(module).filter(|(id, _)| !laid_out[id.index()]) {
            if std::mem::replace(&mut self.has_begun, true) {
                writeln!(out)?;
            }
            let location = display::location_text(&listing.sources.locate(buffer.span.start));
            write!(out, "{}", Styled(self.styles.title, module.name(buffer.name)))?;
            writeln!(out, "  {}", Styled(self.styles.faint, format!("{location}  no layout: see diagnostics")))?;
        }
        Ok(())
    }

    /// Counts the resources that are not listed, once for all rule sets of a file: textures, samplers, raw buffers. If a source has buffers to list,
    /// it shows its other resources itself.
    fn without_bytes(&mut self, listing: &Listing<'_>, out: &mut OutputBuffer<'_>) -> io::Result<()> {
        let (module, layouts) = (listing.module, listing.layouts);
        let is_listed = layouts.buffers(module).next().is_some() || !layouts.layouts.is_empty() || !layouts.partial.is_empty();
        if is_listed && module.language != Language::SpirV || uniforms(module).next().is_some() || self.counted == listing.file {
            return Ok(());
        }
        let is_resource = |parameter: &Parameter| matches!(parameter.kind, ParameterKind::Opaque(_) | ParameterKind::Struct(_));
        let resources = module.parameters.iter().filter(|(_, parameter)| is_resource(parameter)).count();
        if resources == 0 {
            return Ok(());
        }
        listing.file.clone_into(&mut self.counted);
        if std::mem::replace(&mut self.has_begun, true) {
            writeln!(out)?;
        }
        let file = printable(listing.file);
        let line = match resources {
            1 => format!("1 resource without bytes is not shown; `padstone reflect {file}` with the same options prints its binding"),
            _ => format!(
                "{resources} resources without bytes are not shown; `padstone reflect {file}` with the same options prints their bindings"
            ),
        };
        writeln!(out, "{}", Styled(self.styles.faint, line))
    }

    /// The default uniform block of a file, once for all of its rule sets.
    fn uniforms(&mut self, listing: &Listing<'_>, out: &mut OutputBuffer<'_>) -> io::Result<()> {
        let width = uniforms(listing.module).map(|uniform| uniform.name.chars().count()).max();
        let Some(width) = width.filter(|_| self.listed != listing.file) else { return Ok(()) };
        listing.file.clone_into(&mut self.listed);
        let width = width.clamp("name".len(), columns::WIDEST);
        if std::mem::replace(&mut self.has_begun, true) {
            writeln!(out)?;
        }
        writeln!(out, "{}", Styled(self.styles.title, "default uniform block"))?;
        writeln!(out, "{}", Styled(self.styles.faint, format!("  location  {:width$}  type", "name")))?;
        uniforms(listing.module).try_for_each(|uniform| {
            let location = uniform.location.map_or_else(|| "-".to_owned(), |location| location.to_string());
            writeln!(out, "  {location:>8}  {:width$}  {uniform}", uniform.name)
        })
    }
}

/// The table of one layout.
struct Table<'a> {
    listing: &'a Listing<'a>,
    layout: &'a Layout,
    styles: Styles,
}

impl Table<'_> {
    fn title(&self, out: &mut OutputBuffer<'_>) -> io::Result<()> {
        title(self.listing, self.layout.subject, self.layout.content, self.layout.set, self.styles, out)
    }

    fn rows(&self, names: &mut TypeNames<'_>, out: &mut OutputBuffer<'_>) -> io::Result<()> {
        let module = self.listing.module;
        let types = self.listing.layouts.types(self.layout);
        let mut columns = Columns::new(self.layout.size.bytes(), has_registers(types.rules) && self.is_constant());
        let mut indent = Indent::default();
        let measured: ControlFlow<()> = rows(module, types, self.layout, VisitOrder::Source, &mut |visit| {
            if let Visit::Row(row) = visit
                && let Some(level) = indent.of_row(module, &row)
            {
                columns.measure(level, &row, names);
            }
            ControlFlow::Continue(())
        });
        if measured.is_break() || columns.is_empty() {
            return Ok(());
        }
        columns.heads(self.styles, out);
        let mut indent = Indent::default();
        let mut notes = Notes::default();
        let written = rows(module, types, self.layout, VisitOrder::Offset, &mut |visit| {
            match visit {
                Visit::Row(row) => {
                    if let Some(level) = indent.of_row(module, &row) {
                        notes.text.clear();
                        self.notes(&row, &mut notes);
                        columns.row(
                            level,
                            &row,
                            notes.text.is_empty() && row.read_offset.is_none() && row.read_stride.is_none(),
                            names,
                            out,
                        );
                        self.end_row(&row, &notes, out);
                    }
                }
                Visit::Padding { padding, depth, parent } => {
                    columns.padding(indent.of_padding(depth), &padding, self.styles, out);
                    out.text("  ");
                    out.styled(self.styles.padding, &reason::padding(module, types, parent, &padding));
                    out.text("\n");
                }
            }
            out.pass().map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        match written {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(error) => Err(error),
        }
    }

    fn notes(&self, row: &Row<'_>, notes: &mut Notes) {
        if let Some(bits) = row.bits {
            notes.add(format_args!("bits {}..{}", bits.first, bits.first.saturating_add(bits.width)));
        }
        if let Some(bit_fields) = row.field.map(|(field, _)| &field.written.bit_fields).filter(|bit_fields| !bit_fields.is_empty()) {
            for bit_field in bit_fields {
                let name = self.listing.module.name(bit_field.name);
                notes.add(format_args!("{name} bits {}..{}", bit_field.first, bit_field.first.saturating_add(bit_field.bits)));
            }
        }
        if let Some(stride) = row.stride {
            notes.add(format_args!("stride {stride}"));
        }
        if let Some(matrix) = row.matrix {
            let word = match matrix.major {
                Major::Row => "row-major",
                Major::Column => "column-major",
            };
            match matrix.stride {
                Some(stride) if row.stride != Some(stride) && self.has_vectors(row.ty) => {
                    notes.add(format_args!("{word}, matrix stride {stride}"));
                }
                _ => notes.add(format_args!("{word}")),
            }
        }
        if row.field.is_some_and(|(field, _)| field.role == FieldRole::Base) {
            notes.add(format_args!("base class"));
        }
        if let Some((field, place)) = row.field {
            // In a compiled module, each member has one.
            if let PlacementReason::Explicit(explicit) = place.reason
                && self.listing.module.language != Language::SpirV
            {
                notes.add(format_args!("{}", reason::annotation(self.listing.module, field, place, explicit)));
            }
            for request in reason::requested_by_source(self.listing.module, field, place) {
                notes.add(format_args!("{request}"));
            }
        }
    }

    /// The notes after the type of a member.
    fn end_row(&self, row: &Row<'_>, notes: &Notes, out: &mut OutputBuffer<'_>) {
        if !notes.text.is_empty() {
            out.text("  ");
            out.styled(self.styles.faint, &notes.text);
        }
        let read = match (row.read_offset, row.read_stride) {
            (Some(offset), Some(stride)) => format!("generated code reads offset {offset} and uses stride {stride}"),
            (Some(offset), None) => format!("generated code reads offset {offset}"),
            (None, Some(stride)) => format!("generated code uses stride {stride}"),
            (None, None) => String::new(),
        };
        if !read.is_empty() {
            out.text("  ");
            out.styled(self.styles.warning, &read);
        }
        out.text("\n");
    }

    /// `80 bytes, 5 registers; 4 bytes of padding, 5.0 %`
    fn totals(&self, padding_totals: &PaddingTotals, out: &mut OutputBuffer<'_>) -> io::Result<()> {
        let types = self.listing.layouts.types(self.layout);
        let size = self.layout.size;
        let padding = padding_totals.of_layout(self.listing.module, types, self.layout);
        let mut line = bytes(size.bytes());
        if let Some(stride) = display::unbounded_stride(self.listing.module, types, self.layout.content) {
            line = format!("{line} minimum, plus {stride} per additional element");
        } else if let Some(stride) = self.layout.stride.filter(|_| self.is_structured()) {
            line.push_str(&format!(" in each element, stride {stride}"));
        } else if let Some(stride) = self.layout.stride {
            line.push_str(&format!(", stride {stride}"));
        } else if has_registers(types.rules) && self.is_constant() {
            let registers = size.bytes().div_ceil(16);
            line.push_str(&format!(", {registers} register{}", if registers == 1 { "" } else { "s" }));
        }
        if padding > 0 {
            let share = padding as f64 * 100.0 / size.bytes().max(1) as f64;
            line.push_str(&format!("; {} of padding, {share:.1}%", bytes(padding)));
        }
        writeln!(out, "  {}", Styled(self.styles.strong, line))?;
        if let Some(read) = self.layout.read_stride {
            writeln!(out, "  {}", Styled(self.styles.warning, format!("generated code uses stride {read}")))?;
        }
        for range in &self.layout.overlaps {
            let line = format!("bytes {}..{} belong to several members", range.start, range.end);
            writeln!(out, "  {}", Styled(self.styles.warning, line))?;
        }
        Ok(())
    }

    /// Whether a matrix, or those of an array, have more than one vector.
    fn has_vectors(&self, ty: TypeId) -> bool {
        let types = &self.listing.module.types;
        let ty = types.peel_arrays(ty);
        matches!(types[ty], Type::Matrix { rows, columns, major, .. } if major.vectors(rows, columns).0 > 1)
    }

    /// Whether it is in a constant buffer, whose registers have names.
    fn is_constant(&self) -> bool {
        is_constant(self.listing.module, self.layout.subject)
    }

    /// Whether the layout is that of one element.
    fn is_structured(&self) -> bool {
        buffer_kind(self.listing.module, self.layout.subject) == Some(BufferKind::Structured)
    }
}

/// `cbuffer Camera  b0  scene.hlsl:12  dx-cbuffer of dxc`
fn title(
    listing: &Listing<'_>,
    subject: Subject,
    content: TypeId,
    set: usize,
    styles: Styles,
    out: &mut OutputBuffer<'_>,
) -> io::Result<()> {
    let Listing { sources, module, layouts, bindings, .. } = *listing;
    let position = sources.locate(display::span_of(module, subject).start);
    let binding = match subject {
        Subject::Buffer(id) => {
            let parameter = module.buffers[id].parameter;
            let unused = (!module.parameters[parameter].used).then(|| "unused".to_owned());
            let dims = bindings.dimensions(module, parameter);
            bindings.get(parameter).map(|binding| display::binding(binding, bindings.numbering, dims)).or(unused)
        }
        Subject::Struct(_) => None,
    };
    let rules = display::rules(layouts.sets[set].rules.name, layouts.profile.name);
    write!(out, "{}", Styled(styles.title, display::subject_of(module, subject, content)))?;
    if let Some(binding) = binding {
        write!(out, "  {binding}")?;
    }
    writeln!(out, "  {}", Styled(styles.faint, format!("{}  {rules}", display::location_text(&position))))
}

/// The kind of a buffer; `None` for a struct.
fn buffer_kind(module: &Module, subject: Subject) -> Option<BufferKind> {
    match subject {
        Subject::Buffer(id) => Some(module.buffers[id].kind),
        Subject::Struct(_) => None,
    }
}

/// Whether it is a constant buffer.
fn is_constant(module: &Module, subject: Subject) -> bool {
    buffer_kind(module, subject).is_some_and(|kind| match kind {
        BufferKind::CBuffer | BufferKind::ConstantBuffer | BufferKind::Globals | BufferKind::TBuffer | BufferKind::TextureBuffer => true,
        BufferKind::Uniform | BufferKind::EntryUniforms => true,
        BufferKind::Structured | BufferKind::PushConstant | BufferKind::ShaderRecord => false,
        BufferKind::Storage | BufferKind::Immediate | BufferKind::ParameterBlock => false,
    })
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}

/// The remarks about a member, on its line.
#[derive(Default)]
struct Notes {
    text: String,
}

impl Notes {
    fn add(&mut self, note: fmt::Arguments<'_>) {
        if !self.text.is_empty() {
            self.text.push_str(", ");
        }
        // Writing to a string cannot fail.
        let _ = fmt::Write::write_fmt(&mut self.text, note);
    }
}
