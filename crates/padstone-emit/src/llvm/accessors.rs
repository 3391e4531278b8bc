//! `--accessors`: for each scalar, vector and matrix of a buffer or struct, a function that returns its address.
//!
//! A `getelementptr` into an opaque layout type is not possible, so these use byte offsets. The function has parameters for the base pointer and one
//! index for each array in the path, outermost first: the element of a structured buffer, the elements of arrays, the vector of a matrix.

use std::io::{self, Write};

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::{Shape, Subject, TypeLayouts};
use padstone_model::{BufferKind, FieldRole, Module, Offset, Size, Stride, Type, TypeId};

use super::Target;
use super::module::{Roots, subject};
use super::names::{Quoted, UniqueNames};

/// The maximum number of members with accessors in one module. A function is longer than a row of a listing, and its name may be long.
const MAX_MEMBERS: u64 = 100_000;

pub(super) fn write(out: &mut dyn Write, roots: &Roots<'_>, values: &mut UniqueNames, diagnostics: &mut Diagnostics) -> io::Result<()> {
    let mut left = MAX_MEMBERS;
    for root in &roots.roots {
        let (name, span) = subject(roots.module, root.layout);
        let name = roots.module.name(name);
        let types = roots.layouts.types(root.layout);
        let rows = types.get(root.layout.content).map_or(0, |laid| laid.rows);
        if rows > left {
            let message =
                format!("no accessors for `{name}`: its {rows} members would exceed the limit of {MAX_MEMBERS} members per module");
            diagnostics.push(Diagnostic::error(&codes::TOO_MANY_ROWS, message, span).label(span, ""));
            continue;
        }
        left -= rows;
        let pointer = if roots.constant_buffer(root).is_some() { roots.types.target().buffer_pointer() } else { "ptr" };
        let path = format!("padstone.address.{}", if name.is_empty() { "anon" } else { name });
        let mut accessors =
            AccessorWriter { module: roots.module, types, target: roots.types.target(), pointer, values, path, steps: Vec::new() };
        let structured = |id| roots.module.buffers[id].kind == BufferKind::Structured;
        if let (Subject::Buffer(id), Some(stride)) = (root.layout.subject, root.layout.stride)
            && structured(id)
        {
            accessors.steps.push(PointerStep::Index(stride));
        }
        accessors.write(out, root.layout.content)?;
    }
    Ok(())
}

/// A step from the base pointer inward.
#[derive(Clone, Copy)]
enum PointerStep {
    /// To a constant offset.
    Offset(Offset),
    /// To an element, with this stride.
    Index(Stride),
}

struct AccessorWriter<'m, 'v> {
    module: &'m Module,
    types: &'m TypeLayouts,
    target: Target,
    pointer: &'static str,
    values: &'v mut UniqueNames,
    /// The name of the function for the path so far.
    path: String,
    steps: Vec<PointerStep>,
}

impl AccessorWriter<'_, '_> {
    /// Writes the functions of all members in a type. The depth of recursion is limited by the layout.
    fn write(&mut self, out: &mut dyn Write, ty: TypeId) -> io::Result<()> {
        let Ok(&laid) = self.types.get(ty) else { return Ok(()) };
        match (self.module.types[ty], laid.shape) {
            (Type::Struct(_), Shape::Struct { .. }) => self.write_fields(out, ty),
            (Type::Array { element, .. }, Shape::Array { stride }) => {
                self.in_step(PointerStep::Index(stride), |inner| inner.write(out, element))
            }
            (Type::Matrix { .. }, Shape::Matrix { stride, .. }) => {
                self.in_step(PointerStep::Index(stride), |inner| inner.write_function(out))
            }
            (Type::Resource(_) | Type::Unspecialized(_) | Type::Unknown, _) => Ok(()),
            _ => self.write_function(out),
        }
    }

    fn write_fields(&mut self, out: &mut dyn Write, ty: TypeId) -> io::Result<()> {
        let types = self.types;
        let module = self.module;
        for (field, place) in types.fields(module, ty) {
            let has_place = place.size > Size::ZERO || place.bits.is_some();
            if !has_place || (field.name.is_empty() && field.role == FieldRole::Member) {
                continue;
            }
            let length = self.path.len();
            self.path.push('.');
            self.path.push_str(module.name(field.name));
            self.in_step(PointerStep::Offset(place.offset), |inner| inner.write(out, field.ty))?;
            self.path.truncate(length);
        }
        Ok(())
    }

    fn in_step(&mut self, step: PointerStep, inner: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.steps.push(step);
        let result = inner(self);
        self.steps.pop();
        result
    }

    fn write_function(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let (pointer, index) = (self.pointer, self.target.index());
        let name = self.values.take(&self.path);
        write!(out, "\ndefine {pointer} @{}({pointer} %base", Quoted(&name))?;
        let indices = self.steps.iter().filter(|step| matches!(step, PointerStep::Index(_))).count();
        for number in 0..indices {
            write!(out, ", {index} %i{number}")?;
        }
        writeln!(out, ") {{")?;

        let mut value = "%base".to_owned();
        let mut number = 0;
        let mut fixed = Some(Offset::ZERO);
        for step in &self.steps {
            match *step {
                PointerStep::Offset(offset) => fixed = fixed.and_then(|before| offset.within(before)),
                PointerStep::Index(stride) => {
                    writeln!(out, "  %e{number} = getelementptr [{stride} x i8], {pointer} {value}, {index} %i{number}")?;
                    value = format!("%e{number}");
                    number += 1;
                }
            }
        }
        if let Some(offset) = fixed.filter(|offset| *offset > Offset::ZERO) {
            writeln!(out, "  %address = getelementptr i8, {pointer} {value}, {index} {offset}")?;
            value = "%address".to_owned();
        }
        writeln!(out, "  ret {pointer} {value}\n}}")
    }
}
