//! Explains an offset: every step with its rule and the rule's source, and the offset under other rules.

mod byte;
mod data;
mod matrix;
mod path;
mod slots;
mod walk;

use std::io::{self, Write};

use padstone_layout::{BitRange, FieldLayout, Matrices, ModuleLayout, RuntimeArrays, TypeLayouts};
use padstone_model::{Field, Major, Module, Offset, Size, Stride, StructKind, Type, TypeId};
use padstone_source::{SourceMap, Span};

use crate::diagnostics::TerminalColor;
use crate::display;
use crate::lookup;
use crate::reason;
use crate::registers::{has_registers, registers};
use crate::style::{Styled, Styles};
pub use data::{Explained, Step as ExplainedStep};
pub use path::MemberPath;
pub use slots::{ExplainedSlot, SlotExplanation, SlotFact, SlotQuestion, SlotStep};
pub use walk::Unknown;
use walk::{Destination, PathWalk, StepKind, WalkStep, is_hidden, walk};

/// A unit with its layouts, including those under other rules.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// All files and macro expansions.
    pub sources: &'a SourceMap,
    /// The declarations.
    pub module: &'a Module,
    /// The layouts under the profile in question.
    pub layouts: &'a ModuleLayout,
    /// The layouts under other profiles, by name.
    pub others: &'a [(&'static str, ModuleLayout)],
}

/// The reasons for the offset of a member, element or byte.
pub struct Explanation<'a> {
    question: Question<'a>,
    walk: PathWalk<'a>,
}

impl<'a> Question<'a> {
    /// Follows a path.
    ///
    /// # Errors
    /// The part of the path that does not exist, and similar names.
    pub fn explain(self, path: &MemberPath) -> Result<Explanation<'a>, Unknown> {
        Ok(Explanation { question: self, walk: walk(self.module, self.layouts, path)? })
    }
}

impl Explanation<'_> {
    /// The declarations of all parts of the path, the buffer first.
    pub fn declarations(&self) -> impl Iterator<Item = Span> {
        let buffer = display::span(self.walk.module, self.walk.layout);
        let fields = self.walk.steps.iter().filter_map(|step| match step.kind {
            StepKind::Field { field, part, .. } => Some(part.map_or(field.span, |part| part.span)),
            _ => None,
        });
        std::iter::once(buffer).chain(fields)
    }

    /// Whether the path has bytes.
    pub fn has_bytes(&self) -> bool {
        let size = self.walk.steps.last().map_or(self.walk.layout.size, |step| step.size);
        size.bytes() > 0 || matches!(self.walk.end, Destination::Padding { .. })
    }

    /// Writes the explanation.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, color: TerminalColor, out: &mut dyn Write) -> io::Result<()> {
        let styles = Styles::new(color);
        self.answer(styles, out)?;
        self.read(styles, out)?;
        self.origin(styles, out)?;
        if !self.walk.steps.is_empty() {
            writeln!(out)?;
            self.steps(styles, out)?;
        }
        self.size(styles, out)?;
        self.standard_layouts(styles, out)?;
        self.buffer_rules(styles, out)?;
        self.other_offsets(styles, out)
    }

    /// The result, in one line.
    fn answer(&self, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        let module = self.walk.module;
        let path = Styled(styles.title, self.walk.written()).to_string();
        let size = self.walk.steps.last().map_or(self.walk.layout.size, |step| step.size);
        match self.walk.end {
            Destination::Padding { inside, range, next } => self.padding(&path, inside, range, next, out),
            Destination::Type(ty) => self.write_location(&path, &module.type_name(ty).to_string(), size, styles, out),
            Destination::MatrixVector(ty, _) => self.matrix_vector_place(&path, ty, size, styles, out),
            Destination::Components(ty, count) => {
                self.write_location(&path, &format!("{count} components of {}", module.type_name(ty)), size, styles, out)
            }
            Destination::Scalar(ty) => self.write_location(&path, &format!("a component of {}", module.type_name(ty)), size, styles, out),
        }
    }

    fn padding(
        &self,
        path: &str,
        inside: TypeId,
        (start, end): (Offset, Offset),
        next: Option<(&Field, &FieldLayout)>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let PathWalk { module, types, .. } = self.walk;
        // The members of a cbuffer have no named type.
        let named = match module.as_struct(inside) {
            Some(content) if content.kind == StructKind::BufferMembers => None,
            _ => Some(module.type_name(inside)),
        };
        let within = match named {
            Some(ty) => format!(" in {path}, {}", display::with_article(&ty.to_string())),
            None => String::new(),
        };
        let buffer = display::name(module, self.walk.layout);
        let byte = self.walk.requested.unwrap_or(start);
        writeln!(out, "byte {byte} of {buffer} is padding{within}: bytes {start}..{end}{}", self.in_registers(start, end))?;
        match next {
            Some((field, _)) if is_hidden(field) => writeln!(out, "only an unnamed bit-field has bits there"),
            Some((field, place)) => {
                let base = self.walk.offset;
                let offset = place.offset.within(base).unwrap_or(place.offset);
                let (name, placement_text) = (module.name(field.name), reason::placement_text(module, types, (inside, base), field, place));
                let ty = display::with_article(&module.type_name(field.ty).to_string());
                writeln!(out, "`{name}`, {ty}, is at {offset}: {placement_text}")
            }
            None if module.as_struct(inside).is_some() => writeln!(out, "{}", reason::end(module, types, inside)),
            None => writeln!(out, "{}", reason::tail(module, types, inside)),
        }
    }

    fn write_location(&self, path: &str, ty: &str, size: Size, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        let offset = self.walk.offset;
        let end = offset.plus(size).unwrap_or(offset);
        let position = Styled(styles.strong, format!("at offset {offset}"));
        let bytes = if size.bytes() == 1 { "1 byte".into() } else { format!("{size} bytes") };
        if let Some(bits) = self.bits() {
            let (first, end_of_bits) = (bits.first, bits.first.saturating_add(bits.width));
            writeln!(
                out,
                "{path}: {ty} in bits {first}..{end_of_bits} of the allocation unit {position}{}",
                self.in_registers(offset, end)
            )?;
            let requested = self.walk.requested.and_then(|requested| requested.since(offset));
            return match requested.filter(|byte| byte.bytes() >= u64::from(end_of_bits).div_ceil(8)) {
                Some(byte) => writeln!(out, "byte {byte} of the allocation unit has unused bits"),
                None => Ok(()),
            };
        }
        let is_whole = self.walk.steps.is_empty();
        if self.is_unbounded() {
            return match is_whole {
                true => writeln!(out, "{path}: unbounded bytes"),
                false => writeln!(out, "{path}: {ty} {position}, unbounded bytes"),
            };
        }
        if is_whole {
            writeln!(out, "{path}: {bytes}{}", self.in_registers(offset, end))
        } else {
            writeln!(out, "{path}: {ty} {position}, {bytes} ({offset}..{end}){}", self.in_registers(offset, end))
        }
    }

    /// A row or column of a matrix, whose scalars may have a larger stride.
    fn matrix_vector_place(&self, path: &str, matrix: TypeId, size: Size, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        let PathWalk { module, offset, .. } = self.walk;
        let ty = format!("a {} of {}", self.walk.vector_word(), module.type_name(matrix));
        let (Type::Matrix { scalar, rows, columns, .. }, Some((_, stride))) = (module.types[matrix], self.walk.vector_steps(matrix)) else {
            return Ok(());
        };
        let (bytes, count) = (self.walk.scalar_bytes(scalar), self.walk.indexed_vectors().vectors(rows, columns).1);
        if stride.bytes() == bytes || count == 1 {
            return self.write_location(path, &ty, size, styles, out);
        }
        let end = offset.plus(size).unwrap_or(offset);
        let position = Styled(styles.strong, format!("at offset {offset}"));
        writeln!(out, "{path}: {ty} {position}, {count} scalars of {bytes} bytes, stride {stride} ({offset}..{end})")
    }

    /// Whether the size of its target is unbounded.
    fn is_unbounded(&self) -> bool {
        let PathWalk { module, types, .. } = self.walk;
        let Destination::Type(ty) = self.walk.end else { return false };
        self.question.layouts.profile.runtime_arrays == RuntimeArrays::Unbounded && display::unbounded_stride(module, types, ty).is_some()
    }

    /// The bits of a bit-field.
    fn bits(&self) -> Option<BitRange> {
        match self.walk.steps.last()?.kind {
            StepKind::Field { part: Some(part), .. } => Some(BitRange { first: part.first, width: part.bits }),
            StepKind::Field { place, .. } => place.bits,
            _ => None,
        }
    }

    fn in_registers(&self, start: Offset, end: Offset) -> String {
        let size = end.since(start).unwrap_or_default();
        match registers(start, size) {
            text if text.is_empty() || !has_registers(self.walk.types.rules) => String::new(),
            text => format!(", {text}"),
        }
    }

    /// The offset that generated code reads, if it differs from that in the reflection of the profile's compiler.
    fn read(&self, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        let walk = &self.walk;
        let Some(step) = walk.steps.last() else { return Ok(()) };
        let read = match step.kind {
            _ if walk.types.in_code().is_some() => walk.types.in_code().and_then(|code| self.offset_in(code)),
            _ if walk.types.code_counts_padding() => {
                let before = walk.steps.iter().filter_map(|step| match step.kind {
                    StepKind::Field { place, .. } => place.read_offset().and_then(|read| place.offset.since(read)),
                    _ => None,
                });
                let before: u64 = before.map(|before| before.bytes()).sum();
                walk.offset.bytes().checked_sub(before).map(Offset::new)
            }
            StepKind::Field { place, .. } => {
                let base = walk.offset.since(place.offset);
                place.read_offset().zip(base).and_then(|(read, base)| read.plus(base))
            }
            StepKind::MatrixElement { matrix, row, column } => {
                let start = walk.offset.since(step.offset).map(Offset::from);
                start.and_then(|start| walk.types.read_offset_of_element(walk.module, matrix, start, row, column))
            }
            StepKind::MatrixVector { matrix, index } => {
                let start = walk.offset.since(step.offset).map(Offset::from);
                let (row, column) = walk.row_and_column(index, 0);
                start.and_then(|start| walk.types.read_offset_of_element(walk.module, matrix, start, row, column))
            }
            StepKind::MatrixVectorElement { matrix, row, column, .. } => {
                let vector = walk.steps.iter().nth_back(1).map_or(Offset::ZERO, |vector| vector.offset);
                let start = vector.within(step.offset).and_then(|inside| walk.offset.since(inside)).map(Offset::from);
                start.and_then(|start| walk.types.read_offset_of_element(walk.module, matrix, start, row, column))
            }
            _ => None,
        };
        match read.filter(|read| *read != walk.offset) {
            Some(read) => {
                let line = format!("but compiler-generated code reads offset {read}");
                writeln!(out, "{}", Styled(styles.warning, line))
            }
            None => Ok(()),
        }
    }

    /// The offset in generated code, which lays types out as `code`; `None` if it is unknown.
    fn offset_in(&self, code: &TypeLayouts) -> Option<Offset> {
        let walk = &self.walk;
        code.get(walk.layout.content).ok()?;
        let within_matrix = |matrix, row, column| code.read_offset_of_element(walk.module, matrix, Offset::ZERO, row, column);
        let at_index = |stride: Stride, offset: Offset, in_code: Stride| in_code.times(offset.bytes().checked_div(stride.bytes())?);
        let (mut offset, mut matrix_start) = (Offset::ZERO, Offset::ZERO);
        for step in &walk.steps {
            let within = match step.kind {
                StepKind::Field { place, .. } => place.read_offset().unwrap_or(place.offset),
                StepKind::Element { array, stride, .. } => at_index(stride, step.offset, code.read_stride(walk.module, array)?)?.into(),
                StepKind::BufferElement { stride } => at_index(stride, step.offset, code.element_stride(walk.layout.content)?)?.into(),
                StepKind::Object | StepKind::Component { .. } => step.offset,
                StepKind::MatrixElement { matrix, row, column } => within_matrix(matrix, row, column)?,
                StepKind::MatrixVector { matrix, index } => {
                    matrix_start = offset;
                    let (row, column) = walk.row_and_column(index, 0);
                    within_matrix(matrix, row, column)?
                }
                StepKind::MatrixVectorElement { matrix, row, column, .. } => {
                    offset = matrix_start;
                    within_matrix(matrix, row, column)?
                }
            };
            offset = within.within(offset)?;
        }
        Some(offset)
    }

    /// The declaration and the rules.
    fn origin(&self, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        let walk = &self.walk;
        let declared = self.declarations().last().unwrap_or_default();
        let position = self.question.sources.locate(declared.start);
        let (rules, profile) = (walk.types.rules, self.question.layouts.profile.name);
        writeln!(out, "{}", Styled(styles.faint, format!("declared at {}:{}", display::location_text(&position), position.column)))?;
        let rules = format!("{}: {}", display::rules(rules.name, profile), rules.summary);
        writeln!(out, "{}", Styled(styles.faint, rules))
    }

    /// The steps with the bytes that each adds and the reason, and the sum.
    fn steps(&self, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        let width = self.walk.steps.iter().map(|step| step.label.chars().count()).max().unwrap_or(0).max(4);
        let digits = self.walk.offset.to_string().len() + 1;
        for (step, base) in self.steps_with_bases() {
            let plus = format!("+{}", step.offset);
            let (placement_text, source) = self.reason(step, base);
            writeln!(out, "  {:width$}  {plus:>digits$}  {placement_text}", step.label)?;
            if let StepKind::Field { place, .. } = step.kind
                && let Some(offset) = reason::offset_without_rule(place).and_then(|offset| offset.within(base))
            {
                writeln!(out, "  {:width$}  {:digits$}  without that rule: {offset}", "", "")?;
            }
            if !source.is_empty() {
                writeln!(out, "  {:width$}  {:digits$}  {}", "", "", Styled(styles.faint, format!("rule: {source}")))?;
            }
        }
        let sum = Styled(styles.strong, format!("{:>digits$}", self.walk.offset.to_string()));
        writeln!(out, "  {:width$}  {sum}  from the start of {}", "", display::name(self.walk.module, self.walk.layout))
    }

    /// The steps, each with the offset from which it starts, counted from the start of the buffer.
    fn steps_with_bases(&self) -> impl Iterator<Item = (&WalkStep<'_>, Offset)> {
        self.walk.steps.iter().scan(Offset::ZERO, |base, step| {
            let start = *base;
            *base = step.offset.within(start).unwrap_or(start);
            Some((step, start))
        })
    }

    /// The reason for a step from an offset, and the source of the rule.
    fn reason(&self, step: &WalkStep<'_>, base: Offset) -> (String, &'static str) {
        let PathWalk { module, types, .. } = self.walk;
        let sources = types.rules.sources;
        match step.kind {
            StepKind::Field { part: Some(part), place, .. } if part.first > 0 => {
                let bits = BitRange { first: part.first, width: part.bits };
                (reason::shared_unit(bits), reason::source(module.language, sources, place.reason))
            }
            StepKind::Field { parent, field, place, .. } => {
                let text = reason::placement_text(module, types, (parent, base), field, place);
                (text, reason::source(module.language, sources, place.reason))
            }
            StepKind::Element { array, element, stride } => (reason::stride(module, types, array, element, stride), sources.arrays),
            StepKind::BufferElement { stride } => (format!("buffer stride {stride}"), sources.structs),
            StepKind::Object => ("a separate buffer, which starts at 0".into(), ""),
            StepKind::Component { vector } => (format!("the components of {} are contiguous", module.type_name(vector)), sources.vectors),
            StepKind::MatrixElement { matrix, row, column } => (self.matrix_element(matrix, row, column), sources.matrices),
            StepKind::MatrixVector { matrix, index } => (self.matrix_vector(matrix, index), sources.matrices),
            StepKind::MatrixVectorElement { matrix, index, .. } => (self.matrix_vector_element(matrix, index), sources.matrices),
        }
    }

    fn matrix_element(&self, matrix: TypeId, row: u8, column: u8) -> String {
        let PathWalk { module, types, .. } = self.walk;
        let Type::Matrix { scalar, rows, columns, major } = module.types[matrix] else { return String::new() };
        let (word, position, number) = match major {
            Major::Row => ("row", row, column),
            Major::Column => ("column", column, row),
        };
        let bytes = types.rules.scalar_bytes(module, scalar);
        match types.get(matrix).map(|layout| layout.shape) {
            Ok(padstone_layout::Shape::Matrix { stride, .. }) => {
                format!(
                    "{word}-major: {position} × {stride} bytes to {word} {position}, then {number} × {bytes}{}",
                    register_note(types.rules.matrices, stride.bytes())
                )
            }
            _ => format!("all {} scalars of the {rows}x{columns} matrix are contiguous", rows * columns),
        }
    }

    fn matrix_vector(&self, matrix: TypeId, index: u8) -> String {
        let PathWalk { module, types, .. } = self.walk;
        let (Some((stride, _)), Type::Matrix { major, .. }) = (self.walk.vector_steps(matrix), module.types[matrix]) else {
            return String::new();
        };
        let (word, indexed) = (self.walk.vector_word(), self.walk.indexed_vectors());
        match major {
            _ if major == indexed => {
                format!("{word}-major: {index} × {stride} bytes to {word} {index}{}", register_note(types.rules.matrices, stride.bytes()))
            }
            Major::Row => format!("row-major: column {index} starts {index} × {stride} bytes into the first row"),
            Major::Column => format!("column-major: row {index} starts {index} × {stride} bytes into the first column"),
        }
    }

    fn matrix_vector_element(&self, matrix: TypeId, index: u8) -> String {
        let PathWalk { module, .. } = self.walk;
        let (Some((_, stride)), Type::Matrix { major, .. }) = (self.walk.vector_steps(matrix), module.types[matrix]) else {
            return String::new();
        };
        match (self.walk.vector_word(), major == self.walk.indexed_vectors()) {
            (word, true) => format!("the scalars of a {word} are contiguous: {index} × {stride}"),
            (_, false) => format!("matrix stride {stride}: {index} × {stride}"),
        }
    }

    /// The reasons for the size of a struct, an array or a matrix.
    fn size(&self, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        let PathWalk { module, types, .. } = self.walk;
        let Destination::Type(ty) = self.walk.end else { return Ok(()) };
        let size = self.walk.steps.last().map_or(self.walk.layout.size, |step| step.size);
        let title = if self.is_unbounded() { "Size unbounded".to_owned() } else { format!("Size {size}") };
        match reason::size(module, types, ty, size, self.question.layouts.profile.runtime_arrays) {
            Some(placement_text) => writeln!(out, "\n{}\n  {placement_text}", Styled(styles.strong, title)),
            None => Ok(()),
        }
    }

    /// `sizeof` and `offsetof` of the structs on the path, where their layout in the buffer differs.
    fn standard_layouts(&self, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        let PathWalk { module, types, .. } = self.walk;
        let Some(standard) = self.standard() else { return Ok(()) };
        let mut seen: Vec<TypeId> = Vec::new();
        let mut lines: Vec<String> = Vec::new();
        let mut write_struct = |ty: TypeId, member: Option<(&Field, &FieldLayout)>| {
            let (Ok(used), Ok(standalone)) = (types.get(ty), standard.get(ty)) else { return };
            let name = module.type_name(ty);
            if used.size != standalone.size && !seen.contains(&ty) {
                seen.push(ty);
                lines.push(format!(
                    "{name} has {} bytes here; sizeof({name}) is {} under {}",
                    used.size, standalone.size, standard.rules.name
                ));
            }
            if let Some((field, place)) = member {
                let other = standard.fields(module, ty).find(|(other, _)| other.name == field.name && other.span == field.span);
                if let Some((_, other)) = other
                    && other.offset != place.offset
                {
                    let member = module.name(field.name);
                    lines.push(format!("`{member}` is at {} of {name} here; offsetof({name}, {member}) is {}", place.offset, other.offset));
                }
            }
        };
        for step in &self.walk.steps {
            if let StepKind::Field { parent, field, place, part } = step.kind
                && is_declared(module, parent)
            {
                // A bit-field of Slang is in an integer without a name.
                write_struct(parent, Some((field, place)).filter(|_| part.is_none()));
            }
        }
        if let Destination::Type(ty) = self.walk.end
            && (is_declared(module, ty) || module.as_struct(ty).is_none())
            && !matches!(module.types[ty], Type::Resource(_))
        {
            write_struct(ty, None);
        }
        if !lines.is_empty() {
            writeln!(out, "\n{}", Styled(styles.strong, "Standard layout"))?;
        }
        lines.iter().try_for_each(|line| writeln!(out, "  {line}"))
    }

    /// The rule sets of the buffers that contain the struct at which the path starts, if there are several.
    fn buffer_rules(&self, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        let PathWalk { module, layout, .. } = self.walk;
        let Some(found) = lookup::other_layouts(module, self.question.layouts, layout) else { return Ok(()) };
        writeln!(out, "\n{}\n  {}", Styled(styles.strong, "In buffers"), found.message)?;
        found.helps.iter().try_for_each(|help| writeln!(out, "  {help}"))
    }

    /// The rules for structs outside constant buffers, if this buffer has others.
    fn standard(&self) -> Option<&TypeLayouts> {
        let standard = self.question.layouts.standard();
        (!std::ptr::eq(standard.rules, self.walk.types.rules)).then_some(standard)
    }

    /// The offset under other rules, nearest first.
    fn other_offsets(&self, styles: Styles, out: &mut dyn Write) -> io::Result<()> {
        let offsets = self.offsets_under_others();
        if offsets.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{}", Styled(styles.strong, "Under other rules"))?;
        let digits = offsets.iter().map(|(offset, _)| offset.to_string().len()).max().unwrap_or(1);
        for (offset, names) in offsets {
            let same = if offset == self.walk.offset { "  (the same)" } else { "" };
            writeln!(out, "  {:>digits$}  {}{}", offset.to_string(), names.join(", "), Styled(styles.faint, same))?;
        }
        Ok(())
    }
}

/// Whether the source names a struct.
fn is_declared(module: &Module, ty: TypeId) -> bool {
    module.as_struct(ty).is_some_and(|content| content.kind != StructKind::BufferMembers)
}

fn register_note(matrices: Matrices, stride: u64) -> &'static str {
    match (matrices, stride) {
        (Matrices::Registers { .. } | Matrices::VulkanRegisters, 16) => " (each in a 16-byte register of its own)",
        (Matrices::Registers { .. } | Matrices::VulkanRegisters, _) => " (each in registers of its own)",
        _ => "",
    }
}
