//! `--copies`: functions that copy structs between a buffer and their standard layout.
//!
//! `@padstone.load.S(ptr dst, ptr addrspace(2) src)` reads an `S` of a constant buffer; `@padstone.store.S(ptr
//! addrspace(2) dst, ptr src)` writes one. Bytes that are contiguous on both sides are one `llvm.memcpy`;
//! other arrays and matrices are loops, and nested structs are calls, so that the size of the text is proportional to that of the
//! source. Padding is never copied.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Module, Offset, Size, Stride, Type, TypeId};

use super::Target;
use super::module::{Roots, subject};
use super::names::{Quoted, UniqueNames};
use crate::copy_plan::{Correspondence, Element, Parts, Run};

pub(super) fn write(out: &mut dyn Write, roots: &Roots<'_>, values: &mut UniqueNames, diagnostics: &mut Diagnostics) -> io::Result<()> {
    let target = roots.types.target();
    let mut sets: BTreeMap<usize, Copies<'_>> = BTreeMap::new();
    let mut has_copy = false;
    for root in &roots.roots {
        let Some((buffer, _)) = roots.constant_buffer(root) else { continue };
        let (set, content) = (root.layout.set, root.layout.content);
        let copies = sets.entry(set).or_insert_with(|| Copies {
            module: roots.module,
            target,
            pair: Correspondence::new(roots.module, &roots.layouts.sets[set], roots.layouts.standard()),
            names: BTreeMap::new(),
            visited: HashSet::new(),
        });
        if !copies.pair.corresponds(content) {
            let (name, span) = subject(roots.module, root.layout);
            let name = roots.module.name(name);
            let message = format!("`{name}` cannot be copied: the buffer and the standard layout store part of it differently");
            diagnostics.push(Diagnostic::error(&codes::COPY_DIFFERS, message, span).label(buffer.span, ""));
            continue;
        }
        has_copy |= copies.write_reachable(out, content, values)?;
    }
    if has_copy {
        let (pointer, suffix, index) = (target.buffer_pointer(), target.buffer_suffix(), target.index());
        writeln!(out, "\ndeclare void @llvm.memcpy.p0.{suffix}.{index}(ptr, {pointer}, {index}, i1 immarg)")?;
        if suffix != "p0" {
            writeln!(out, "declare void @llvm.memcpy.{suffix}.p0.{index}({pointer}, ptr, {index}, i1 immarg)")?;
        }
    }
    Ok(())
}

/// The copies between one set of layouts, the source, and the standard layouts, the destination.
struct Copies<'m> {
    module: &'m Module,
    target: Target,
    pair: Correspondence<'m>,
    /// The functions of each struct, written or queued: load, store.
    names: BTreeMap<TypeId, [String; 2]>,
    visited: HashSet<TypeId>,
}

impl Copies<'_> {
    /// Writes the functions of all structs in `content` whose layouts differ between the two sides, and the functions that they call.
    fn write_reachable(&mut self, out: &mut dyn Write, content: TypeId, values: &mut UniqueNames) -> io::Result<bool> {
        let mut pending = vec![content];
        let mut has_copy = false;
        while let Some(ty) = pending.pop() {
            if !self.visited.insert(ty) {
                continue;
            }
            match self.module.types[ty] {
                Type::Array { element, .. } => pending.push(element),
                Type::Struct(id) => {
                    pending.extend(self.module.structs[id].fields.iter().rev().map(|field| field.ty));
                    if !self.pair.has_same_layout(ty) && self.pair.has_bytes(ty) {
                        has_copy = true;
                        self.write_functions(out, ty, values)?;
                    }
                }
                _ => {}
            }
        }
        Ok(has_copy)
    }

    fn write_functions(&mut self, out: &mut dyn Write, ty: TypeId, values: &mut UniqueNames) -> io::Result<()> {
        let mut pending = Vec::new();
        self.name(ty, values, &mut pending);
        while let Some(ty) = pending.pop() {
            for direction in [CopyDirection::Load, CopyDirection::Store] {
                let mut function = CopyFunction { copies: self, values, direction, pending: &mut pending, next: 0 };
                function.write(out, ty)?;
            }
        }
        Ok(())
    }

    /// The names of a struct's functions. On first use, queues them to be written.
    fn name(&mut self, ty: TypeId, values: &mut UniqueNames, pending: &mut Vec<TypeId>) -> &[String; 2] {
        let Copies { module, names, .. } = self;
        names.entry(ty).or_insert_with(|| {
            pending.push(ty);
            let name = module.as_struct(ty).map_or("", |found| module.name(found.name));
            let name = if name.is_empty() { "anon" } else { name };
            ["load", "store"].map(|verb| values.take(&format!("padstone.{verb}.{name}")))
        })
    }
}

/// The direction of a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CopyDirection {
    /// From the buffer.
    Load,
    /// Into the buffer.
    Store,
}

/// Writes one function.
struct CopyFunction<'c, 'm> {
    copies: &'c mut Copies<'m>,
    values: &'c mut UniqueNames,
    direction: CopyDirection,
    pending: &'c mut Vec<TypeId>,
    /// The next number for values and labels.
    next: u32,
}

/// The position of a value on both sides: a pointer, and an offset in bytes.
#[derive(Clone)]
struct CopyPosition {
    buffer: (String, Offset),
    standard: (String, Offset),
}

impl CopyPosition {
    fn at(&self, buffer: Offset, standard: Offset) -> Option<CopyPosition> {
        let (name, base) = &self.buffer;
        let (standard_types, start) = &self.standard;
        Some(CopyPosition { buffer: (name.clone(), buffer.within(*base)?), standard: (standard_types.clone(), standard.within(*start)?) })
    }
}

impl CopyFunction<'_, '_> {
    fn write(&mut self, out: &mut dyn Write, ty: TypeId) -> io::Result<()> {
        let pointer = self.copies.target.buffer_pointer();
        let name = self.copies.name(ty, self.values, self.pending)[self.direction as usize].clone();
        let (name, [buffer, standard]) = (Quoted(&name), self.arguments());
        match self.direction {
            CopyDirection::Load => writeln!(out, "\ndefine void @{name}(ptr %dst, {pointer} %src) {{")?,
            CopyDirection::Store => writeln!(out, "\ndefine void @{name}({pointer} %dst, ptr %src) {{")?,
        }
        writeln!(out, "entry:")?;
        let position = CopyPosition { buffer: (buffer.to_owned(), Offset::ZERO), standard: (standard.to_owned(), Offset::ZERO) };
        let mut block = "entry".to_owned();
        self.write_parts(out, self.copies.pair.parts(ty), &position, &mut block)?;
        writeln!(out, "  ret void\n}}")
    }

    /// Copies the value at `place`; `block` is the label of the block that the text is in, before and after.
    fn write_parts(&mut self, out: &mut dyn Write, parts: Option<Parts>, place: &CopyPosition, block: &mut String) -> io::Result<()> {
        match parts {
            None | Some(Parts::Run(Size::ZERO)) => Ok(()),
            Some(Parts::Run(length)) => self.write_run(out, place, length),
            Some(Parts::Fields(fields)) => self.write_fields(out, &fields, place, block),
            Some(Parts::Repeat { count, source, destination, element }) => {
                self.write_loop(out, count, [source, destination], element, place, block)
            }
        }
    }

    fn write_fields(
        &mut self,
        out: &mut dyn Write,
        fields: &[(Offset, Offset, TypeId)],
        place: &CopyPosition,
        block: &mut String,
    ) -> io::Result<()> {
        let mut before: Option<Run> = None;
        for &(source, destination, ty) in fields {
            let parts = self.copies.pair.parts(ty);
            if let Some(Parts::Run(length)) = parts {
                let run = Run { source, destination, length };
                match before.and_then(|before| before.joined(run)) {
                    Some(joined) => before = Some(joined),
                    None => self.write_pending(out, before.replace(run), place)?,
                }
                continue;
            }
            self.write_pending(out, before.take(), place)?;
            let Some(place) = place.at(source, destination) else { continue };
            match self.copies.module.types[ty] {
                Type::Struct(_) => self.write_call(out, ty, &place)?,
                _ => self.write_parts(out, parts, &place, block)?,
            }
        }
        self.write_pending(out, before, place)
    }

    fn write_pending(&mut self, out: &mut dyn Write, run: Option<Run>, place: &CopyPosition) -> io::Result<()> {
        match run.and_then(|run| Some((place.at(run.source, run.destination)?, run.length))) {
            Some((place, length)) => self.write_run(out, &place, length),
            None => Ok(()),
        }
    }

    fn write_run(&mut self, out: &mut dyn Write, place: &CopyPosition, length: Size) -> io::Result<()> {
        if length == Size::ZERO {
            return Ok(());
        }
        let (arguments, suffixes) = self.write_pointers(out, place)?;
        let index = self.copies.target.index();
        writeln!(out, "  call void @llvm.memcpy.{suffixes}.{index}({arguments}, {index} {length}, i1 false)")
    }

    fn write_call(&mut self, out: &mut dyn Write, ty: TypeId, place: &CopyPosition) -> io::Result<()> {
        let (arguments, _) = self.write_pointers(out, place)?;
        let name = &self.copies.name(ty, self.values, self.pending)[self.direction as usize];
        writeln!(out, "  call void @{}({arguments})", Quoted(name))
    }

    fn write_loop(
        &mut self,
        out: &mut dyn Write,
        count: u64,
        [source, destination]: [Stride; 2],
        element: Element,
        place: &CopyPosition,
        block: &mut String,
    ) -> io::Result<()> {
        let id = self.number();
        let index = self.copies.target.index();
        writeln!(out, "  br label %each{id}\n\neach{id}:")?;
        writeln!(out, "  %i{id} = phi {index} [ 0, %{block} ], [ %i{id}.next, %next{id} ]")?;
        let [buffer, standard] = self.pointers();
        let inner = CopyPosition {
            buffer: (self.write_element(out, buffer, &place.buffer, source, id)?, Offset::ZERO),
            standard: (self.write_element(out, standard, &place.standard, destination, id)?, Offset::ZERO),
        };
        *block = format!("each{id}");
        match element {
            Element::Vector(length) => self.write_run(out, &inner, length)?,
            Element::Type(ty) => match (self.copies.module.types[ty], self.copies.pair.parts(ty)) {
                (Type::Struct(_), Some(Parts::Fields(_))) => self.write_call(out, ty, &inner)?,
                (_, parts) => self.write_parts(out, parts, &inner, block)?,
            },
        }
        writeln!(out, "  br label %next{id}\n\nnext{id}:")?;
        writeln!(out, "  %i{id}.next = add nuw {index} %i{id}, 1")?;
        writeln!(out, "  %i{id}.done = icmp eq {index} %i{id}.next, {count}")?;
        writeln!(out, "  br i1 %i{id}.done, label %done{id}, label %each{id}\n\ndone{id}:")?;
        *block = format!("done{id}");
        Ok(())
    }

    /// A pointer to the element with the current index.
    fn write_element(
        &mut self,
        out: &mut dyn Write,
        pointer: &str,
        base: &(String, Offset),
        stride: Stride,
        id: u32,
    ) -> io::Result<String> {
        let start = self.write_pointer(out, pointer, base)?;
        let (name, index) = (format!("%p{}", self.number()), self.copies.target.index());
        writeln!(out, "  {name} = getelementptr [{stride} x i8], {pointer} {start}, {index} %i{id}")?;
        Ok(name)
    }

    /// The pointers to a member as arguments, destination first, and the overload of `llvm.memcpy` for them.
    fn write_pointers(&mut self, out: &mut dyn Write, place: &CopyPosition) -> io::Result<(String, String)> {
        let [buffer, standard] = self.pointers();
        let in_buffer = format!("{buffer} {}", self.write_pointer(out, buffer, &place.buffer)?);
        let in_standard = format!("{standard} {}", self.write_pointer(out, standard, &place.standard)?);
        let suffix = self.copies.target.buffer_suffix();
        Ok(match self.direction {
            CopyDirection::Load => (format!("{in_standard}, {in_buffer}"), format!("p0.{suffix}")),
            CopyDirection::Store => (format!("{in_buffer}, {in_standard}"), format!("{suffix}.p0")),
        })
    }

    fn write_pointer(&mut self, out: &mut dyn Write, pointer: &str, (base, offset): &(String, Offset)) -> io::Result<String> {
        if *offset == Offset::ZERO {
            return Ok(base.clone());
        }
        let (name, index) = (format!("%p{}", self.number()), self.copies.target.index());
        writeln!(out, "  {name} = getelementptr i8, {pointer} {base}, {index} {offset}")?;
        Ok(name)
    }

    /// The types of pointers into the buffer and into memory with the standard layout.
    fn pointers(&self) -> [&'static str; 2] {
        [self.copies.target.buffer_pointer(), "ptr"]
    }

    /// The parameters for pointers into the buffer and into memory with the standard layout.
    fn arguments(&self) -> [&'static str; 2] {
        match self.direction {
            CopyDirection::Load => ["%src", "%dst"],
            CopyDirection::Store => ["%dst", "%src"],
        }
    }

    fn number(&mut self) -> u32 {
        self.next += 1;
        self.next
    }
}
