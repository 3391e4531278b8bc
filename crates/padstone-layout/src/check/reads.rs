//! Reads in function bodies for which the compiler generates wrong code.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Align, Count, FieldRole, MemberRead, Module, Offset, ParameterKind, ReadStep, StructId, Type, TypeId};
use padstone_source::Symbol;
use rustc_hash::FxHashMap;

use super::Check;
use super::compiler_bugs::safe_declaration;
use crate::profiles::CompilerBug;
use crate::result::{Layout, Subject, TypeLayouts};

/// The fields of all structs, by name.
type FieldsByName = FxHashMap<(StructId, Symbol), usize>;

/// Checks every read of a buffer that was laid out.
pub(super) fn of_module(check: &mut Check<'_>) {
    let module = check.module;
    if module.reads.is_empty() {
        return;
    }
    let structs = module.structs.iter().flat_map(|(id, declared)| {
        let members = declared.fields.iter().enumerate().filter(|(_, field)| field.role == FieldRole::Member);
        members.map(move |(index, field)| ((id, field.name), index))
    });
    let names: FieldsByName = structs.collect();
    let mut layouts: Vec<Option<&Layout>> = vec![None; module.buffers.len()];
    for layout in check.layouts {
        if let Subject::Buffer(id) = layout.subject {
            layouts[id.index()] = Some(layout);
        }
    }
    for read in &module.reads {
        let found = find(check, &names, &layouts, read);
        found.into_iter().for_each(|found| check.report_once(found));
    }
}

fn find(check: &Check<'_>, names: &FieldsByName, layouts: &[Option<&Layout>], read: &MemberRead) -> Option<Diagnostic> {
    let parameter = &check.module.parameters[read.parameter];
    let ParameterKind::Buffer(id) = parameter.kind else { return None };
    let layout = layouts[id.index()]?;
    // The first indices select one buffer of an array of buffers.
    let path = read.path.get(parameter.dims.len()..)?;
    let mut code_read =
        CodeRead { module: check.module, names, types: check.types(layout), ty: layout.content, member: None, at: Offset::ZERO };
    let mut steps = path.iter();
    while matches!(check.module.types[code_read.ty], Type::Struct(_) | Type::Array { .. }) {
        code_read.step(*steps.next()?)?;
    }
    match check.module.types[code_read.ty] {
        Type::Matrix { .. } => code_read.matrix(check, layout, read, steps.as_slice()),
        Type::Vector { .. } => code_read.vector(check, read, steps.as_slice()),
        _ => None,
    }
}

/// A part of a buffer, and the offset that the code reads.
struct CodeRead<'a> {
    module: &'a Module,
    names: &'a FieldsByName,
    types: &'a TypeLayouts,
    ty: TypeId,
    /// The innermost member on the path, and its type.
    member: Option<(Symbol, TypeId)>,
    at: Offset,
}

impl CodeRead<'_> {
    /// The part at the next step of a path: a member of a struct or an element of an array; `None` if it does not exist, which the compiler also reports.
    fn step(&mut self, step: ReadStep) -> Option<()> {
        match (self.module.types[self.ty], step) {
            (Type::Struct(id), ReadStep::Member(name)) => self.member(id, name),
            (Type::Array { element, count }, ReadStep::Element(index)) => {
                if matches!(count, Count::Known(count) if index >= count) {
                    return None;
                }
                self.at = self.at.plus(self.types.read_stride(self.module, self.ty)?.times(index)?)?;
                self.ty = element;
                Some(())
            }
            _ => None,
        }
    }

    /// A member of a struct, or of one of its bases.
    fn member(&mut self, id: StructId, name: Symbol) -> Option<()> {
        let mut todo = vec![(id, self.ty, self.at)];
        while let Some((id, ty, position)) = todo.pop() {
            let mut fields = self.types.fields(self.module, ty);
            if let Some(&index) = self.names.get(&(id, name)) {
                let (field, placed) = fields.nth(index)?;
                (self.ty, self.member, self.at) = (field.ty, Some((name, field.ty)), placed.offset.within(position)?);
                return Some(());
            }
            let bases = fields.take_while(|(field, _)| field.role == FieldRole::Base);
            for (base, placed) in bases {
                if let Type::Struct(id) = self.module.types[base.ty] {
                    todo.push((id, base.ty, placed.offset.within(position)?));
                }
            }
        }
        None
    }

    /// Scalars of a matrix that the code reads from beyond the end of the buffer. DXC's validator compares the 16-byte register,
    /// if the index is constant (`InstrCBufferOutOfBound`); measured for `double1x3`.
    fn matrix(&self, check: &Check<'_>, layout: &Layout, read: &MemberRead, rest: &[ReadStep]) -> Option<Diagnostic> {
        if !self.types.compiler_bugs.contains(&CompilerBug::WideMatrixSteps) {
            return None;
        }
        let Type::Matrix { rows, columns, .. } = self.module.types[self.ty] else { return None };
        let numbers = components_of_matrix(self.module, rows, columns, rest)?;
        let beyond = numbers.into_iter().find_map(|(row, column)| {
            let position = self.types.read_offset_of_element(self.module, self.ty, self.at, row, column)?;
            let register = position.bytes() - position.misalignment(Align::SIXTEEN);
            (register >= layout.size.bytes()).then_some((row, column, position))
        });
        let (row, column, position) = beyond?;
        let (name, ty) = self.member?;
        let name = self.module.name(name);
        let message =
            format!("DXC reads `_m{row}{column}` of `{name}` at offset {position}, past the end of the buffer at {}", layout.size);
        let found = Diagnostic::error(&codes::READ_BEYOND_BUFFER, message, read.span)
            .note("DXC reads the vectors of 64-bit matrices in a constant buffer with stride 32, and rejects this read")
            .help(format!("declare it {}", safe_declaration(check, name, ty)?));
        Some(found)
    }

    /// Components of a 64-bit vector beyond the end of the register that it starts in, if a packoffset places it inside that register.
    /// Measured on a `double2` at `c0.z`.
    fn vector(&self, check: &Check<'_>, read: &MemberRead, rest: &[ReadStep]) -> Option<Diagnostic> {
        let Type::Vector { scalar, width } = self.module.types[self.ty] else { return None };
        if !self.types.compiler_bugs.contains(&CompilerBug::WideVectorCrashes) || self.module.scalar_bytes(scalar) != 8 {
            return None;
        }
        let last = components_of_vector(self.module, width, rest)?.into_iter().max()?;
        let start = self.types.first_read(self.module, self.ty, self.at).misalignment(Align::SIXTEEN);
        if start == 0 || start + 8 * u64::from(last) < 16 {
            return None;
        }
        let name = self.module.name(self.member?.0);
        let message = format!("DXC crashes on code that reads `{name}` across a 16-byte boundary");
        let found = Diagnostic::error(&codes::READ_CRASHES, message, read.span)
            .note(format!("a `{}` at offset {} of a constant buffer spans two registers", check.type_name(self.ty), self.at))
            .help("move it to the start of a register");
        Some(found)
    }
}

/// The rows and columns of a matrix that the rest of a path selects; `None` if unknown.
fn components_of_matrix(module: &Module, rows: u8, columns: u8, rest: &[ReadStep]) -> Option<Vec<(u8, u8)>> {
    let of_row = |row: u8, columns: Vec<u8>| columns.into_iter().map(|column| (row, column)).collect();
    match *rest {
        [] => Some((0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()),
        [ReadStep::Member(swizzle), ..] => matrix_swizzle(module.name(swizzle)),
        [ReadStep::Element(row), ref rest @ ..] => Some(of_row(u8::try_from(row).ok()?, components_of_vector(module, columns, rest)?)),
    }
}

/// The components of a vector that the rest of a path selects.
fn components_of_vector(module: &Module, width: u8, rest: &[ReadStep]) -> Option<Vec<u8>> {
    match *rest {
        [] => Some((0..width).collect()),
        [ReadStep::Element(index), ..] => Some(vec![u8::try_from(index).ok()?]),
        [ReadStep::Member(swizzle), ..] => {
            let component = |letter| ["xyzw", "rgba"].iter().find_map(|letters| letters.find(letter));
            module.name(swizzle).chars().map(|letter| u8::try_from(component(letter)?).ok()).collect()
        }
    }
}

/// `_m02` counts from 0, `_13` from 1; `_m00_m02` selects two scalars.
fn matrix_swizzle(name: &str) -> Option<Vec<(u8, u8)>> {
    let number = |text: &str| {
        let (digits, first) = text.strip_prefix('m').map_or((text, b'1'), |digits| (digits, b'0'));
        let [row, column] = *digits.as_bytes() else { return None };
        Some((row.checked_sub(first)?, column.checked_sub(first)?))
    };
    name.strip_prefix('_')?.split('_').map(number).collect()
}
