//! `pin`: writes the layout into the source, so that every compiler places the bytes as WGSL specifies.
//!
//! Compilers differ where members have attributes. So in each struct of a buffer that has one, or contains a struct that has one, every
//! member gets its alignment (`@align`), and its distance from the next member (`@size`). naga, and with it wgpu, do not add the `@align`
//! of members to the alignment of their struct: a member whose type is such a struct gets the attribute, which naga reads.
//!
//! With `--for naga`, only structs with other offsets in naga are changed. With `--padding-members`, padding becomes members instead.

mod padding;

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_layout::{FieldLayout, NAGA, TypeLayouts, layout};
use padstone_model::{Align, Count, Field, Module, Struct, StructId, Type, TypeId};
use padstone_source::Span;
use padstone_wgsl::tree::{DeclarationKind, Edition, Struct as TypeSource};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Backend, Edits, Names, Options, Pass, PassMap, Unit};

pub(super) static PASS: Pass = Pass {
    name: "pin",
    summary: "write the layout into the source, so that every compiler places the bytes as WGSL specifies",
    takes: &[Edition::Current],
    gives: None,
    agree: &[&NAGA],
    first: None,
    run,
};

fn run(unit: &Unit<'_>, options: &Options, edits: &mut Edits, _: &mut PassMap, diagnostics: &mut Diagnostics) {
    let types = unit.layouts.standard();
    let declarations = declarations(unit);
    let members = options.padding_members.then(|| padding::FixedStructs::of(unit));
    let mut names = Names::new(unit);
    let is_for_naga = options.target == Some(Backend::Naga);
    let requested = if is_for_naga { differing(unit) } else { attributed(unit) };
    for id in unit.structs_in_buffers().filter(|id| options.padding_members && !is_for_naga || requested.contains(id)) {
        let declared = &unit.module.structs[id];
        if let Some(body) = declarations.get(&declared.span)
            && is_io(unit, body)
        {
            diagnostics.push(not_pinned(unit, declared, "are unchanged", "stage input or output"));
            continue;
        }
        match members.as_ref().map(|needs| needs.attributes(id)) {
            Some(None) => {
                let is_uniform = members.as_ref().is_some_and(|needs| needs.is_uniform(id));
                padding::pad(unit, types, declared, is_uniform, &mut names, edits);
            }
            Some(Some(reason)) => {
                diagnostics.push(not_pinned(unit, declared, "get attributes instead of padding members", reason));
                pin(unit.module, types, declared, edits);
            }
            None => pin(unit.module, types, declared, edits),
        }
    }
}

/// The structs in buffers with attributes on members, and those that contain such structs: compilers differ only there.
fn attributed(unit: &Unit<'_>) -> FxHashSet<StructId> {
    let mut found = FxHashSet::default();
    for id in unit.structs_in_buffers() {
        let has_attributes = |field: &Field| {
            let inner = unit.struct_within(unit.module.types[field.ty]);
            field.align().is_some() || field.size().is_some() || inner.is_some_and(|inner| found.contains(&inner))
        };
        if unit.module.structs[id].fields.iter().any(has_attributes) {
            found.insert(id);
        }
    }
    found
}

/// The structs in buffers whose offsets or sizes differ in naga.
fn differing(unit: &Unit<'_>) -> FxHashSet<StructId> {
    let layouts = layout(unit.module, &NAGA);
    let (current, pinned) = (unit.layouts.standard(), layouts.standard());
    let differs = |id: &StructId| {
        let Some(ty) = unit.module.structs[*id].ty else { return false };
        let offsets = |types: &TypeLayouts| types.fields(unit.module, ty).map(|(_, placed)| placed.offset).collect::<Vec<_>>();
        current.get(ty).ok().map(|layout| layout.size) != pinned.get(ty).ok().map(|layout| layout.size)
            || offsets(current) != offsets(pinned)
    };
    unit.structs_in_buffers().filter(differs).collect()
}

/// Structs, by the span of their names.
fn declarations<'u>(unit: &'u Unit<'_>) -> FxHashMap<Span, &'u TypeSource> {
    let structs = unit.tree.declarations.iter().filter_map(|declaration| match &declaration.kind {
        DeclarationKind::Struct(body) => Some((body.name.span, body)),
        _ => None,
    });
    structs.collect()
}

/// Whether a struct is an input or output of an entry point.
fn is_io(unit: &Unit<'_>, body: &TypeSource) -> bool {
    let attributes = unit.tree[body.members].iter().flat_map(|member| &unit.tree.nodes[member.attributes]);
    attributes.into_iter().any(|attribute| matches!(unit.text(attribute.name.span), "location" | "builtin"))
}

fn not_pinned(unit: &Unit<'_>, declared: &Struct, subject: &str, reason: &str) -> Diagnostic {
    let name = unit.module.name(declared.name);
    Diagnostic::new(Severity::Note, &codes::PIN_OTHERWISE, format!("the members of `{name}` {subject}"), declared.span)
        .label(declared.span, reason)
}

fn pin(module: &Module, types: &TypeLayouts, declared: &Struct, edits: &mut Edits) {
    let Some(ty) = declared.ty else { return };
    let Ok(layout) = types.get(ty) else { return };
    let fields: Vec<(&Field, &FieldLayout)> = types.fields(module, ty).collect();
    for (position, (field, placed)) in fields.iter().enumerate() {
        let Ok(of_type) = types.get(field.ty) else { continue };
        let next = fields.get(position + 1).map_or(layout.size.bytes(), |(_, next)| next.offset.bytes());
        let specified = (field.align(), field.size());
        let align = specified.0.map_or(of_type.align, |(specified, _)| specified.max(of_type.align));
        attribute(field, "align", align.bytes(), specified.0.map(|(align, span): (Align, Span)| (align.bytes(), span)), edits);
        // A runtime-sized member can have no size, and is last.
        if !is_runtime_array(module, field.ty) {
            let size = next - placed.offset.bytes();
            attribute(field, "size", size, specified.1.map(|(size, span)| (size.bytes(), span)), edits);
        }
    }
}

/// Adds or changes an attribute of a member.
fn attribute(field: &Field, name: &str, value: u64, specified: Option<(u64, Span)>, edits: &mut Edits) {
    match specified {
        Some((specified, _)) if specified == value => {}
        Some((_, span)) => edits.replace(span, format!("@{name}({value})")),
        None => edits.insert_before(field.span, format!("@{name}({value}) ")),
    }
}

fn is_runtime_array(module: &Module, ty: TypeId) -> bool {
    matches!(module.types[ty], Type::Array { count: Count::Runtime, .. })
}
