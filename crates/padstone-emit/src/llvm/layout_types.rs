//! `--form layout`: `target("dx.Layout", type, size, offsets…)`, in addition to the packed structs.
//!
//! The type is that of the source: members in declaration order, without padding. Its size and the offsets of
//! its members, in the same order, are the other operands of the target type. The members of a cbuffer form no named type in
//! the source, so their type is the named type of a struct with the same members if there is one; otherwise it is
//! written inline.
//!
//! The elements of a structured buffer are in `target("dx.RawBuffer", …)`, like the members of a constant buffer in
//! `target("dx.CBuffer", …)`. The elements of an array, and the rows or columns of a matrix, are contiguous;
//! in a constant buffer each starts a 16-byte register. If the stride is larger, the element is an unnamed layout type around the
//! element whose size is the stride, so that a reader of any array can compute its stride:
//! `[3 x target("spirv.Layout", { target("spirv.Layout", %P, 24, 0, 8) }, 32, 0)]`.
//!
//! LLVM 22 parses these types as globals and as parts of other types, but does not interpret them: it treats their size as
//! that of a pointer. Therefore each is declared as a global, and accompanied by its packed struct, whose size
//! LLVM can compute.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::{LlvmShapes, Shape, Subject};
use padstone_model::{Count, Module, ResourceKind, Scalar, Size, StructKind, Type, TypeId};

use super::Target;
use super::module::{BufferGlobals, Root, Roots, elements_type, handle_name, handle_type, subject};
use super::names::{Quoted, UniqueNames, split_scope, struct_name};
use super::physical::{contains_data, number};
use super::types::LlvmScalar;

/// The maximum length of the text of a layout type.
const LONGEST: usize = 1 << 20;

pub(super) fn write(
    out: &mut dyn Write,
    roots: &Roots<'_>,
    cbuf_arrays: bool,
    values: &mut UniqueNames,
    diagnostics: &mut Diagnostics,
) -> io::Result<Vec<BufferGlobals>> {
    let Some(prefix) = roots.types.target().prefix() else { return Ok(Vec::new()) };
    let mut writer = Writer {
        roots,
        prefix,
        cbuf_arrays,
        names: UniqueNames::types(),
        bodies: HashMap::new(),
        memo: HashMap::new(),
        lines: String::new(),
    };
    let mut lines = Vec::new();
    // Structs first: they determine the names of equal buffers' members.
    let mut order: Vec<(usize, &Root<'_>)> = roots.roots.iter().enumerate().collect();
    order.sort_by_key(|(_, root)| matches!(root.layout.subject, Subject::Buffer(_)));
    for (index, root) in order {
        let set = root.layout.set;
        let in_buffer = roots.constant_buffer(root).is_some();
        let is_written = root.lowered.is_some() || roots.structured_buffer(root).is_some();
        let content = root.layout.content;
        // DXC counts more bytes for some buffers than their content has.
        let with_size = if in_buffer { writer.structure(set, in_buffer, content, root.layout.size) } else { None };
        let Some(mut text) = with_size.or_else(|| writer.ty(set, in_buffer, content)).filter(|_| is_written) else { continue };
        let bytes = roots.layouts.types(root.layout).get(root.layout.content).ok().map(|laid| laid.size.bytes());
        if let (true, Some(stride)) = (roots.structured_buffer(root).is_some(), root.layout.stride)
            && bytes.is_some_and(|bytes| bytes != stride.bytes())
        {
            text = writer.padded_element(&text, stride.bytes());
        }
        if text.len() > LONGEST {
            let (name, span) = subject(roots.module, root.layout);
            let message = format!("the layout type of `{}` would exceed a megabyte of text", roots.module.name(name));
            diagnostics.push(Diagnostic::error(&codes::LLVM_TOO_LONG, message, span).label(span, ""));
            continue;
        }
        lines.push((index, text));
    }
    out.write_all(writer.lines.as_bytes())?;
    write_globals(out, roots, &lines, values)
}

/// One global for each layout type, so that LLVM keeps the type: the handle of a constant buffer, or a variable.
fn write_globals(
    out: &mut dyn Write,
    roots: &Roots<'_>,
    lines: &[(usize, String)],
    values: &mut UniqueNames,
) -> io::Result<Vec<BufferGlobals>> {
    let (module, target): (&Module, Target) = (roots.module, roots.types.target());
    let mut written = Vec::new();
    writeln!(out)?;
    for (index, text) in lines {
        let root = &roots.roots[*index];
        match (roots.constant_buffer(root), roots.structured_buffer(root)) {
            (Some((buffer, _)), _) => {
                let handle = handle_name(module, buffer, values);
                let Some(ty) = handle_type(target, text) else { continue };
                writeln!(out, "@{} = external global {ty}", Quoted(&handle))?;
                written.push(BufferGlobals { root: *index, handle, members: Vec::new() });
            }
            (None, Some(buffer)) => {
                let writable = buffer.resource != ResourceKind::StructuredBuffer;
                let Some(ty) = elements_type(target, text, writable) else { continue };
                let (_, name) = split_scope(module.name(buffer.name));
                writeln!(out, "@{} = external global {ty}", Quoted(&values.take(name)))?;
            }
            (None, None) => {
                let (name, _) = subject(module, root.layout);
                let name = values.take(&format!("layout.{}", module.name(name)));
                writeln!(out, "@{} = external global {text}", Quoted(&name))?;
            }
        }
    }
    Ok(written)
}

/// Writes the text of layout types.
struct Writer<'r, 'm> {
    roots: &'r Roots<'m>,
    prefix: &'static str,
    cbuf_arrays: bool,
    names: UniqueNames,
    /// The name of the type with each body.
    bodies: HashMap<String, String>,
    memo: HashMap<(usize, bool, TypeId), Option<String>>,
    /// The definitions of named types so far.
    lines: String,
}

impl Writer<'_, '_> {
    /// The text of a type under a set of layouts; `None` if it has no bytes. The depth of recursion is limited by the layout.
    fn ty(&mut self, set: usize, in_buffer: bool, ty: TypeId) -> Option<String> {
        let module = self.roots.module;
        let laid = *self.roots.layouts.sets[set].get(ty).ok()?;
        if laid.size == Size::ZERO {
            return None;
        }
        match module.types[ty] {
            Type::Scalar(scalar) | Type::Atomic(scalar) => Some(self.number(set, scalar)),
            Type::Pointer(_) => Some(self.number(set, Scalar::Uint64)),
            Type::Enum(_) => Some(LlvmScalar::Int(laid.size.bytes() as u8).to_string()),
            Type::Vector { scalar, width } => Some(format!("<{width} x {}>", self.number(set, scalar))),
            Type::Matrix { scalar, rows, columns, major } => {
                let (number, (vectors, length)) = (self.number(set, scalar), major.vectors(rows, columns));
                Some(match (self.roots.layouts.sets[set].rules.llvm_shapes, laid.shape) {
                    (LlvmShapes::Clang22, _) => format!("[{} x {number}]", u64::from(rows) * u64::from(columns)),
                    (LlvmShapes::Exact, shape) if vectors > 1 => {
                        let bytes = self.roots.layouts.sets[set].rules.scalar_bytes(module, scalar) * u64::from(length);
                        // A matrix of one row or column may be stored like a vector.
                        let stride = if let Shape::Matrix { stride, .. } = shape { stride.bytes() } else { bytes };
                        self.array((format!("<{length} x {number}>"), bytes), vectors.into(), stride, in_buffer)
                    }
                    (LlvmShapes::Exact, _) => format!("<{length} x {number}>"),
                })
            }
            Type::Array { element, count: Count::Known(count) } => {
                let Shape::Array { stride } = laid.shape else { return None };
                let bytes = self.roots.layouts.sets[set].get(element).ok()?.size.bytes();
                let element = self.ty(set, in_buffer, element)?;
                Some(self.array((element, bytes), count, stride.bytes(), in_buffer))
            }
            Type::Struct(_) => {
                if let Some(known) = self.memo.get(&(set, in_buffer, ty)) {
                    return known.clone();
                }
                let text = self.structure(set, in_buffer, ty, laid.size);
                self.memo.insert((set, in_buffer, ty), text.clone());
                text
            }
            Type::Array { count: Count::Runtime | Count::LinkTime, .. }
            | Type::Resource(_)
            | Type::Interface(_)
            | Type::Unspecialized(_)
            | Type::Handle(_)
            | Type::Unknown => None,
        }
    }

    /// The text of a struct of that size; `None` for other types.
    fn structure(&mut self, set: usize, in_buffer: bool, ty: TypeId, size: Size) -> Option<String> {
        let (module, types) = (self.roots.module, &self.roots.layouts.sets[set]);
        let declared = module.as_struct(ty)?;
        let mut body = String::from("{");
        let mut numbers = format!(", {size}");
        for (field, place) in types.fields(module, ty) {
            if place.size == Size::ZERO || !contains_data(module, field.ty) {
                continue;
            }
            let Some(member) = self.ty(set, in_buffer, field.ty) else { continue };
            body += if body.len() > 1 { ", " } else { " " };
            body += &member;
            let _ = write!(numbers, ", {}", place.offset);
            if body.len() > 4 * LONGEST {
                break;
            }
        }
        body += " }";
        let name = match self.bodies.get(&body) {
            Some(known) => known.clone(),
            None if declared.kind == StructKind::BufferMembers => body,
            None => {
                let name = format!("%{}", Quoted(&self.names.take(&format!("__hlsl_{}", struct_name(module.name(declared.name))))));
                let _ = writeln!(self.lines, "{name} = type {body}");
                self.bodies.insert(body, name.clone());
                name
            }
        };
        Some(format!("target(\"{}.Layout\", {name}{numbers})", self.prefix))
    }

    /// An array with the text and size of its elements, and its stride.
    fn array(&self, (element, bytes): (String, u64), count: u64, stride: u64, in_buffer: bool) -> String {
        let (prefix, in_registers) = (self.prefix, bytes.next_multiple_of(16));
        let is_marked = self.cbuf_arrays && in_buffer;
        let unmarked = if in_buffer && !is_marked { in_registers } else { bytes };
        if is_marked && stride == in_registers {
            format!("target(\"{prefix}.CBufArray\", {element}, {count})")
        } else if stride == unmarked {
            format!("[{count} x {element}]")
        } else {
            format!("[{count} x {}]", self.padded_element(&element, stride))
        }
    }

    /// An element whose size is its stride.
    fn padded_element(&self, element: &str, stride: u64) -> String {
        format!("target(\"{}.Layout\", {{ {element} }}, {stride}, 0)", self.prefix)
    }

    fn number(&self, set: usize, scalar: Scalar) -> String {
        number(self.roots.layouts.sets[set].rules, self.roots.module, scalar).to_string()
    }
}
