//! Replaces nested structs by their members: `inner.v3` becomes `inner_v3`, so that the padding at the end of the inner struct is not
//! needed.

mod block_layout;
mod moved_by_naga;

use std::collections::{BTreeMap, BTreeSet};

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{StructId, Type};
use padstone_source::{Span, Symbol};
use padstone_wgsl::is_reserved;
use padstone_wgsl::tree::Edition;

use super::specialize;
use crate::engine::{
    MemberKind, Representation, StorageLayout, StorageMember, StoragePlan, TypeSource, UnchangedLocal, buffers, represent,
};
use crate::{Backend, Edits, Options, Pass, PassMap, Unit};
use block_layout::BlockLayout;
use moved_by_naga::MovedByNaga;

/// The pass.
pub(super) static PASS: Pass = Pass {
    name: "inline",
    summary: "inline nested structs into the outer struct; with --for only those that a back end rejects",
    takes: &[Edition::Current, Edition::Draft2020],
    gives: None,
    agree: &[],
    first: Some(|unit, options| specialize::first(unit, &flat(unit, selection(unit, options), options), options)),
    run,
};

fn run(unit: &Unit<'_>, options: &Options, edits: &mut Edits, map: &mut PassMap, diagnostics: &mut Diagnostics) {
    let selection = selection(unit, options);
    if let (InlineSelection::Nothing, Some(backend)) = (&selection, options.target) {
        let name = if backend == Backend::D3d { "Direct3D" } else { "Metal" };
        let start = Span { start: unit.source.base, end: unit.source.base };
        let message = format!("{name} accepts any member offset; nothing to inline");
        diagnostics.push(Diagnostic::new(Severity::Note, &codes::REWRITE_NOTHING, message, start));
        return;
    }
    if !(options.check && options.target.is_some()) {
        let is_all = matches!(selection, InlineSelection::All);
        let valued = represent(unit, flat(unit, selection, options), edits, map, diagnostics);
        diagnostics.extend(valued.into_iter().filter(|_| is_all).map(|(name, reason)| unchanged(unit, name, reason)));
    }
    if let Some(backend) = options.target.filter(|_| edits.is_empty()) {
        check(unit, &BlockLayout::of(unit, backend), backend, options, diagnostics);
    }
}

/// Inlines only these members: by struct, and by position in it.
pub(super) fn inline_members(
    unit: &Unit<'_>,
    members: BTreeSet<(StructId, usize)>,
    options: &Options,
    edits: &mut Edits,
    map: &mut PassMap,
    diagnostics: &mut Diagnostics,
) {
    represent(unit, flat(unit, InlineSelection::CurrentRules(members), options), edits, map, diagnostics);
}

fn flat<'u>(unit: &'u Unit<'_>, selection: InlineSelection<'u>, options: &Options) -> Representation<'u> {
    let inlining = Inlining { unit, selection };
    Representation {
        suffix: "flat",
        variables: buffers(unit, |_, _, _| true),
        plan: Box::new(move |variables| inlining.plan(variables)),
        max_clones: options.max_clones,
    }
}

fn selection<'u>(unit: &'u Unit<'_>, options: &Options) -> InlineSelection<'u> {
    match options.target {
        None => InlineSelection::All,
        Some(Backend::D3d | Backend::Metal) => InlineSelection::Nothing,
        Some(backend @ (Backend::Vulkan | Backend::Gl | Backend::Naga)) => InlineSelection::Misplaced(BlockLayout::of(unit, backend)),
    }
}

/// The structs to inline.
enum InlineSelection<'u> {
    All,
    Nothing,
    /// The structs at offsets that Vulkan, GLSL or naga reject, and those with a member in their tail padding.
    Misplaced(BlockLayout<'u>),
    /// Members, by struct and position.
    CurrentRules(BTreeSet<(StructId, usize)>),
}

struct Inlining<'u, 'a> {
    unit: &'u Unit<'a>,
    selection: InlineSelection<'u>,
}

/// The state of flattening the members of a struct.
struct Flattening {
    owner: StructId,
    members: Vec<StorageMember>,
    /// The outer member that is being flattened.
    member: Option<usize>,
    names: BTreeSet<String>,
}

/// A struct nested in the one that is flattened.
struct NestedStruct<'w> {
    id: StructId,
    start: u64,
    /// The names on the path to it, each followed by an underscore.
    prefix: &'w str,
    /// The offset of the next member after it.
    next: Option<u64>,
}

/// A member of a struct.
struct Field {
    name: Symbol,
    ty: Type,
    offset: u64,
    /// The offset of the next member.
    next: Option<u64>,
}

impl Inlining<'_, '_> {
    fn is_selected(&self, owner: StructId, within: &NestedStruct<'_>, position: usize, field: &Field) -> bool {
        match &self.selection {
            InlineSelection::All => true,
            InlineSelection::Nothing => false,
            InlineSelection::Misplaced(block) => block.is_misplaced(owner, field.ty, field.offset, field.next),
            InlineSelection::CurrentRules(members) => members.contains(&(within.id, position)),
        }
    }

    fn plan(&self, variables: &BTreeSet<usize>) -> StoragePlan {
        let mut stores = BTreeMap::new();
        let of_variables = variables.iter().filter_map(|&position| self.unit.struct_within(self.unit.content(position)?)).collect();
        let all = || self.unit.module.structs.iter().map(|(id, _)| id).collect();
        let is_all = matches!(self.selection, InlineSelection::All);
        let structs: BTreeSet<StructId> = if is_all { all() } else { self.unit.structs_within(&of_variables) };
        for id in structs {
            let member_names = fields(self.unit, id, 0, None).iter().map(|field| self.unit.names.resolve(field.name).to_owned()).collect();
            let mut flattening = Flattening { owner: id, members: Vec::new(), member: None, names: member_names };
            self.flatten(&NestedStruct { id, start: 0, prefix: "", next: None }, &mut flattening);
            let store = StorageLayout { members: flattening.members };
            let inner = self.unit.members(id).filter_map(|(field, _)| self.unit.struct_within(self.unit.module.types[field.ty]));
            let holds_changed = inner.into_iter().any(|inner| stores.contains_key(&inner));
            if holds_changed || !store.is_as_before(id, self.unit.members(id).len()) {
                stores.insert(id, store);
            }
        }
        StoragePlan { stores, locals: true, ..StoragePlan::default() }
    }

    fn flatten(&self, within: &NestedStruct<'_>, into: &mut Flattening) {
        for (index, field) in fields(self.unit, within.id, within.start, within.next).into_iter().enumerate() {
            let member = into.member.unwrap_or(index);
            let name = format!("{}{}", within.prefix, self.unit.names.resolve(field.name));
            if let Type::Struct(inner) = field.ty
                && self.is_selected(into.owner, within, index, &field)
            {
                let before = into.member.replace(member);
                self.flatten(&NestedStruct { id: inner, start: field.offset, prefix: &format!("{name}_"), next: field.next }, into);
                into.member = before;
                continue;
            }
            let name = if within.prefix.is_empty() { name } else { into.fresh(name) };
            into.members.push(StorageMember {
                name,
                offset: field.offset,
                size: self.unit.extent(field.ty).map_or(0, |(size, _)| size),
                kind: MemberKind::Object { ty: field.ty, declared: TypeSource::Member(within.id, index) },
                from: member..=member,
                as_values: false,
            });
        }
    }
}

impl Flattening {
    /// An unused name in this struct: other structs may use it too.
    fn fresh(&mut self, requested: String) -> String {
        let numbered = (1_u64..).map(|number| format!("{requested}_{number}"));
        let mut candidates = std::iter::once(requested.clone()).chain(numbered);
        let name = candidates
            .find(|name| !self.names.contains(name) && !is_reserved(name))
            .expect("some number is unused, because the members of a struct are finite");
        self.names.insert(name.clone());
        name
    }
}

/// The members of a struct at an offset, with the offset of the next member after the struct.
fn fields(unit: &Unit<'_>, id: StructId, start: u64, after: Option<u64>) -> Vec<Field> {
    let fields: Vec<_> = unit.members(id).map(|(field, placed)| (field.name, field.ty, start + placed.offset.bytes())).collect();
    let next = |position: usize| fields.get(position + 1).map(|&(_, _, next)| next).or(after);
    let field = |(position, &(name, ty, offset))| Field { name, ty: unit.module.types[ty], offset, next: next(position) };
    fields.iter().enumerate().map(field).collect()
}

/// The diagnostic for a function variable whose struct remains unchanged.
fn unchanged(unit: &Unit<'_>, name: Span, reason: UnchangedLocal) -> Diagnostic {
    // Only variables in buffers and in functions are changed.
    let is_note = matches!(reason, UnchangedLocal::ModuleVariable(_));
    let reason = match reason {
        UnchangedLocal::Value(id) => format!("the module uses values, or arrays, of type `{}`", unit.struct_name(id)),
        UnchangedLocal::InitialValue(id) => format!("it has an initial value of type `{}`", unit.struct_name(id)),
        UnchangedLocal::ModuleVariable(_) => "it is neither in a buffer nor in a function".to_owned(),
        UnchangedLocal::Elements(id) => format!("it is an array of `{}`", unit.struct_name(id)),
    };
    let message = format!("`{}` is unchanged: {reason}", unit.text(name));
    match is_note {
        true => Diagnostic::new(Severity::Note, &codes::REWRITE_NOTHING, message, name),
        false => Diagnostic::warning(&codes::REWRITE_USE, message, name).label(name, ""),
    }
}

/// Reports what the back end rejects: the structs that the pass would inline, and those that it cannot change.
fn check(unit: &Unit<'_>, block: &BlockLayout<'_>, backend: Backend, options: &Options, diagnostics: &mut Diagnostics) {
    // Attributes of 2020 aligned nothing.
    let naga = (backend == Backend::Naga && unit.source.edition == Edition::Current).then(|| {
        let flat = flat(unit, selection(unit, options), options);
        // Without `--check` the pass has made its changes already.
        MovedByNaga::of(unit, options.check.then(|| (flat.plan)(&flat.variables)).as_ref())
    });
    let backend = match backend {
        Backend::Gl => "GLSL",
        Backend::Naga => "naga",
        _ => "Vulkan",
    };
    for id in unit.structs_in_buffers() {
        let declared = &unit.module.structs[id];
        let mut moved = naga.as_ref().map_or_else(BTreeMap::new, |naga| naga.members(id));
        for (index, field) in fields(unit, id, 0, None).into_iter().enumerate() {
            let is_misplaced = block.is_misplaced(id, field.ty, field.offset, field.next);
            // `inline` changes a misplaced struct, and an array that the rules reject needs another pass.
            let is_only_moved = !is_misplaced || matches!(field.ty, Type::Struct(_)) && !options.check;
            if let Some(found) = moved.remove(&index).filter(|_| is_only_moved) {
                diagnostics.push(found);
                continue;
            }
            if !is_misplaced {
                continue;
            }
            let (name, outer) = (unit.names.resolve(field.name), unit.struct_name(id));
            let span = declared.fields[index].span;
            let offset = field.offset;
            let mut found = match field.ty {
                Type::Struct(inner) if options.check => {
                    let message = format!("`{}` at offset {offset} in `{outer}` lacks required padding", unit.struct_name(inner));
                    let found = Diagnostic::error(&codes::REWRITE_NEEDED, message, span).label(span, format!("`{name}` starts here"));
                    found.help("run `padstone rewrite inline` to move its members into the outer struct")
                }
                ty => {
                    let align = block.alignment(id, ty);
                    let message = match block.uneven_array(id, ty) {
                        Some((stride, around)) => {
                            let name = format!("{name}{}", "[]".repeat(around));
                            format!(
                                "array `{name}` in `{outer}` has stride {stride}; {backend} requires a multiple of {align} in a uniform buffer"
                            )
                        }
                        _ if !offset.is_multiple_of(align) => {
                            format!("`{name}` is at offset {offset} in `{outer}`; {backend} requires a multiple of {align}")
                        }
                        _ => format!(
                            "`{name}` in `{outer}` lacks required padding: {backend} rounds its size up to a multiple of {align} bytes"
                        ),
                    };
                    let found = Diagnostic::error(&codes::REWRITE_UNFIT, message, span).label(span, "`inline` cannot change it");
                    let pass = if unit.source.edition == Edition::Current { "legalize-uniform" } else { "pack" };
                    if block.is_uniform(id) { found.help(format!("run `padstone rewrite {pass}` first")) } else { found }
                }
            };
            if let (Some(next), Some(field)) =
                (field.next.filter(|&next| block.is_in_padding(id, field.ty, offset, next)), declared.fields.get(index + 1))
            {
                found = found.label(field.span, format!("next member, at offset {next}"));
            }
            diagnostics.push(found);
        }
    }
}
