//! `!hlsl.cbs`, as clang writes it, and `!padstone.constants`, which contains the properties that it lacks.
//!
//! A node of `!padstone.constants` begins with the handle of its buffer; its other operands are one node per
//! constant, in the order of declaration: name, HLSL type, byte offset, position among the declared members,
//! position among the fields of the packed struct.

use std::io::{self, Write};

use super::constants::constants;
use super::module::{BufferGlobals, Roots};
use super::names::{EscapedString, Quoted};

pub(super) fn write(out: &mut dyn Write, roots: &Roots<'_>, globals: &[BufferGlobals]) -> io::Result<()> {
    if globals.is_empty() {
        return Ok(());
    }
    let listed: Vec<&BufferGlobals> = globals.iter().filter(|buffer| !buffer.members.is_empty()).collect();
    writeln!(out)?;
    if !listed.is_empty() {
        write_named(out, "hlsl.cbs", 0, listed.len())?;
    }
    write_named(out, "padstone.constants", listed.len(), globals.len())?;
    writeln!(out)?;

    let pointer = roots.types.target().buffer_pointer();
    for (node, buffer) in listed.iter().enumerate() {
        write!(out, "!{node} = !{{ptr @{}", Quoted(&buffer.handle))?;
        for member in &buffer.members {
            write!(out, ", {pointer} @{}", Quoted(member))?;
        }
        writeln!(out, "}}")?;
    }
    write_constants(out, roots, globals, listed.len())
}

fn write_constants(out: &mut dyn Write, roots: &Roots<'_>, globals: &[BufferGlobals], first: usize) -> io::Result<()> {
    let module = roots.module;
    let mut next = first + globals.len();
    let mut all = Vec::with_capacity(globals.len());
    for (node, buffer) in (first..).zip(globals) {
        let root = &roots.roots[buffer.root];
        let found = root.lowered.map(|lowered| constants(module, roots.layouts.types(root.layout), roots.types.named(lowered.handle)));
        let found = found.unwrap_or_default();
        write!(out, "!{node} = !{{ptr @{}", Quoted(&buffer.handle))?;
        for id in next..next + found.len() {
            write!(out, ", !{id}")?;
        }
        writeln!(out, "}}")?;
        next += found.len();
        all.push(found);
    }
    for (id, constant) in (first + globals.len()..).zip(all.into_iter().flatten()) {
        let (name, ty) = (module.name(constant.name), module.type_name(constant.ty).to_string());
        write!(out, "!{id} = !{{!\"{}\", !\"{}\", ", EscapedString(name), EscapedString(&ty))?;
        writeln!(out, "i64 {}, i32 {}, i32 {}}}", constant.offset, constant.declared, constant.physical)?;
    }
    Ok(())
}

/// `!name = !{!5, !6}` for `count` nodes from `first` on.
fn write_named(out: &mut dyn Write, name: &str, first: usize, count: usize) -> io::Result<()> {
    write!(out, "!{name} = !{{")?;
    for node in first..first + count {
        write!(out, "{}!{node}", if node == first { "" } else { ", " })?;
    }
    writeln!(out, "}}")
}
