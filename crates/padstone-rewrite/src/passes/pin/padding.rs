//! Padding as members.
//!
//! Not in structs that are written or constructed: writing the whole struct would write the padding, and a constructor would need more
//! arguments.

use padstone_layout::{FieldLayout, TypeLayouts};
use padstone_model::{Access, Buffer, BufferKind, Field, Size, Struct, StructId, Type, TypeId};
use padstone_source::Span;
use padstone_wgsl::tree::{DeclarationKind, ExprId, ExpressionKind, Nodes};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{attribute, is_runtime_array};
use crate::requirements::enables;
use crate::unit::is_line_break;
use crate::{Edits, Names, Unit};

/// The structs that cannot get more members.
pub(super) struct FixedStructs {
    written: FxHashSet<StructId>,
    made: FxHashSet<StructId>,
    uniform: FxHashSet<StructId>,
}

impl FixedStructs {
    pub(super) fn of(unit: &Unit<'_>) -> Self {
        let is_written =
            |buffer: &Buffer| matches!(unit.module.parameters[buffer.parameter].access, Some(Access::Write | Access::ReadWrite));
        let is_uniform = |buffer: &Buffer| buffer.kind == BufferKind::Uniform;
        FixedStructs {
            written: structs_within(unit, is_written),
            made: constructed_structs(unit),
            uniform: structs_within(unit, is_uniform),
        }
    }

    /// Whether a struct is in a uniform buffer.
    pub(super) fn is_uniform(&self, id: StructId) -> bool {
        self.uniform.contains(&id)
    }

    /// The reason why a struct gets attributes instead of members.
    pub(super) fn attributes(&self, id: StructId) -> Option<&'static str> {
        if self.written.contains(&id) {
            return Some("in a buffer that the shader writes");
        }
        self.made.contains(&id).then_some("constructed from its members")
    }
}

/// The structs in some buffers.
fn structs_within(unit: &Unit<'_>, requested: impl Fn(&Buffer) -> bool) -> FxHashSet<StructId> {
    let module = unit.module;
    let buffers = module.buffers.iter().filter(|(_, buffer)| requested(buffer));
    let mut pending: Vec<TypeId> = buffers.map(|(_, buffer)| buffer.content).collect();
    let mut found = FxHashSet::default();
    while let Some(ty) = pending.pop() {
        match module.types[ty] {
            Type::Array { element, .. } => pending.push(element),
            Type::Struct(id) if found.insert(id) => pending.extend(module.structs[id].fields.iter().map(|field| field.ty)),
            _ => {}
        }
    }
    found
}

/// Structs that are constructed anywhere in the file.
fn constructed_structs(unit: &Unit<'_>) -> FxHashSet<StructId> {
    let mut found = FxHashSet::default();
    for (_, body, typed) in unit.functions() {
        let calls = calls(&body.nodes);
        found.extend(calls.filter_map(|(call, _)| unit.checker.struct_of(typed, call)));
    }
    // At module scope a name has one meaning.
    let called: Vec<&str> = calls(&unit.tree.nodes).map(|(_, callee)| unit.text(callee)).collect();
    let mut names: FxHashSet<&str> = called.iter().copied().collect();
    let aliases = unit.tree.declarations.iter().filter_map(|declaration| match &declaration.kind {
        DeclarationKind::Alias(alias) => Some((unit.text(declaration.name()?.span), unit.text(unit.tree.nodes[alias.ty].span))),
        _ => None,
    });
    let aliases: FxHashMap<&str, &str> = aliases.collect();
    for mut name in called {
        // The aliases of one that was seen were followed.
        while let Some(&aliased) = aliases.get(name).filter(|aliased| names.insert(aliased)) {
            name = aliased;
        }
    }
    let named = unit.module.structs.iter().filter(|(_, declared)| names.contains(unit.module.name(declared.name)));
    found.extend(named.map(|(id, _)| id));
    found
}

/// Calls with arguments, and their callees.
fn calls(nodes: &Nodes) -> impl Iterator<Item = (ExprId, Span)> + '_ {
    nodes.ids().filter_map(|id| match nodes[id].kind {
        ExpressionKind::Call { callee, arguments } if !arguments.is_empty() => Some((id, nodes[callee].span)),
        _ => None,
    })
}

/// Inserts padding members.
pub(super) fn pad(unit: &Unit<'_>, types: &TypeLayouts, declared: &Struct, is_uniform: bool, names: &mut Names<'_>, edits: &mut Edits) {
    let Some(ty) = declared.ty else { return };
    let Ok(layout) = types.get(ty) else { return };
    let fields: Vec<(&Field, &FieldLayout)> = types.fields(unit.module, ty).collect();
    let mut reported = FxHashSet::default();
    let has_f16 = enables(unit, "f16");
    for (position, (field, placed)) in fields.iter().enumerate() {
        if is_runtime_array(unit.module, field.ty) {
            continue;
        }
        let next = fields.get(position + 1).map_or(layout.size.bytes(), |(_, next)| next.offset.bytes());
        let end = |size: Size| placed.offset.plus(size).map(|end| end.bytes()).filter(|&end| end < next);
        let Some(mut gap) = end(field.size().map_or(placed.size, |(size, _)| size)) else { continue };
        // Without `uniform_buffer_standard_layout` no member can follow a struct before the next multiple of 16 (WGSL, section 14.4.4,
        // "Address Space Layout Constraints").
        if is_uniform && matches!(unit.module.types[field.ty], Type::Struct(_)) {
            let reported = field.size().map(|(size, span)| (size.bytes(), span));
            attribute(field, "size", next - placed.offset.bytes(), reported, edits);
            continue;
        }
        // No WGSL type has an odd offset, and without `f16` no type has an offset within a word. There the type's `@size` covers the
        // padding up to the first possible offset of a padding member.
        if let Some((_, attribute)) = field.size().filter(|_| !gap.is_multiple_of(if has_f16 { 2 } else { 4 })) {
            edits.remove(unit.with_space_after(attribute));
            let Some(of_type) = types.get(field.ty).ok().and_then(|of_type| end(of_type.size)) else { continue };
            gap = of_type;
        }
        let name = names.fresh_local("_pad", &mut reported);
        let (ty, least) = if gap.is_multiple_of(4) && next.is_multiple_of(4) { ("u32", 4) } else { ("f16", 2) };
        let size = if next - gap == least { String::new() } else { format!("@size({}) ", next - gap) };
        let after = Span { start: field.span.end, end: type_end(field) };
        edits.insert_after(after, format!(",{}{size}{name}: {ty}", line(unit, field.span)));
    }
}

/// The end of the type of a member.
fn type_end(field: &Field) -> u32 {
    field.written.type_span.map_or(field.span.end, |ty| ty.end)
}

/// The text before a member on its own line: a line break and the indentation of the previous line.
fn line(unit: &Unit<'_>, member: Span) -> String {
    let before = unit.text(Span { start: unit.source.base, end: member.start });
    let line = before.rsplit(is_line_break).next().unwrap_or_default();
    let indent = &line[..line.len() - line.trim_start().len()];
    // Other members, or the header of the struct, are on the same line.
    if line.contains([',', '{', ';']) || indent.is_empty() { " ".to_owned() } else { format!("\n{indent}") }
}
