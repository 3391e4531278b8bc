//! Structs in structs give way to their members: `inner.v3` becomes `inner_v3`, and nothing has to be padded to where the
//! inner struct would end.

use std::collections::{BTreeMap, BTreeSet};

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{BufferKind, StructId, Type};
use padstone_source::{Span, Symbol};
use padstone_wgsl::tree::Edition;

use crate::engine::{Declared, Kind, Plan, Representation, Store, Stored, buffers, represent, specializing};
use crate::{Backend, Edits, Names, Options, Pass, PassMap, Unit};

/// The pass.
pub(super) static PASS: Pass = Pass {
    name: "inline",
    summary: "nested structs become members of the outer struct; with --for only those that a back end cannot take",
    takes: &[Edition::Today, Edition::Draft2020],
    gives: None,
    agree: &[],
    first: Some(|unit, options| specializing(unit, &flat(unit, options), options)),
    run,
};

fn run(unit: &Unit<'_>, options: &Options, edits: &mut Edits, map: &mut PassMap, diagnostics: &mut Diagnostics) {
    if let Some(backend @ (Backend::D3d | Backend::Metal)) = options.target {
        let name = if backend == Backend::D3d { "Direct3D" } else { "Metal" };
        let start = Span { start: unit.source.base, end: unit.source.base };
        let message = format!("{name} takes any offset of a member, so there is nothing to inline");
        diagnostics.push(Diagnostic::new(Severity::Note, &codes::REWRITE_NOTHING, message, start));
        return;
    }
    if options.check {
        Inlining::new(unit, options).check(diagnostics);
        return;
    }
    represent(unit, flat(unit, options), edits, map, diagnostics);
}

fn flat<'u>(unit: &'u Unit<'_>, options: &Options) -> Representation<'u> {
    let inlining = Inlining::new(unit, options);
    Representation {
        suffix: "flat",
        variables: buffers(unit, |_, _, _| true),
        plan: Box::new(move |variables| inlining.plan(variables)),
        max_clones: options.max_clones,
    }
}

/// The structs that lie in uniform buffers.
fn in_uniforms(unit: &Unit<'_>) -> BTreeSet<StructId> {
    let uniforms = unit.module.buffers.iter().filter(|(_, buffer)| buffer.kind == BufferKind::Uniform);
    unit.structs_within(&uniforms.filter_map(|(_, buffer)| unit.struct_within(unit.module.types[buffer.content])).collect())
}

struct Inlining<'u, 'a> {
    unit: &'u Unit<'a>,
    uniforms: BTreeSet<StructId>,
    target: Option<Backend>,
}

/// A member, and what of its struct it is.
struct Flattening {
    members: Vec<Stored>,
    member: Option<usize>,
}

impl<'u, 'a> Inlining<'u, 'a> {
    fn new(unit: &'u Unit<'a>, options: &Options) -> Self {
        Inlining { unit, uniforms: in_uniforms(unit), target: options.target }
    }

    /// The rule of Vulkan: "The Offset decoration of a member must not place it between the end of a structure or an array and the
    /// next multiple of the alignment of that structure or array". GLSL's std140 and std430 round sizes up to the same. In
    /// uniform buffers the alignment counts as 16 at least. Direct3D and Metal take any offset.
    fn breaks_rule(&self, of: StructId, ty: Type, offset: u64, next: Option<u64>) -> bool {
        let at_least = if self.uniforms.contains(&of) { 16 } else { 1 };
        let Some((size, align)) = self.unit.extent(ty) else { return false };
        let align = align.max(at_least);
        !offset.is_multiple_of(align) || next.is_some_and(|next| next < offset.next_multiple_of(align) + size.next_multiple_of(align))
    }

    fn is_wanted(&self, of: StructId, ty: Type, offset: u64, next: Option<u64>) -> bool {
        match self.target {
            None => true,
            Some(Backend::D3d | Backend::Metal) => false,
            Some(Backend::Vulkan | Backend::Gl) => self.breaks_rule(of, ty, offset, next),
        }
    }

    fn plan(&self, variables: &BTreeSet<usize>) -> Plan {
        let mut names = Names::new(self.unit);
        let mut stores = BTreeMap::new();
        let of_variables = variables.iter().filter_map(|&at| self.unit.struct_within(self.unit.content(at)?)).collect();
        let all = || self.unit.module.structs.iter().map(|(id, _)| id).collect();
        let structs: BTreeSet<StructId> = if self.target.is_none() { all() } else { self.unit.structs_within(&of_variables) };
        for id in structs {
            let mut flattening = Flattening { members: Vec::new(), member: None };
            self.flatten(id, 0, "", &mut flattening, &mut names);
            let store = Store { members: flattening.members };
            let inner = self.unit.members(id).filter_map(|(field, _)| self.unit.struct_within(self.unit.module.types[field.ty]));
            let holds_changed = inner.into_iter().any(|inner| stores.contains_key(&inner));
            if holds_changed || !store.is_as_before(id, self.unit.members(id).len()) {
                stores.insert(id, store);
            }
        }
        Plan { stores, locals: true, ..Plan::default() }
    }

    fn flatten(&self, id: StructId, start: u64, way: &str, into: &mut Flattening, names: &mut Names<'_>) {
        for (at, (name, ty, offset, next)) in self.fields(id).into_iter().enumerate() {
            let member = into.member.unwrap_or(at);
            let own = self.unit.names.resolve(name);
            let name = format!("{way}{own}");
            if let Type::Struct(inner) = ty
                && self.is_wanted(id, ty, offset, next)
            {
                let before = into.member.replace(member);
                self.flatten(inner, start + offset, &format!("{name}_"), into, names);
                into.member = before;
                continue;
            }
            into.members.push(Stored {
                name: if way.is_empty() { name } else { names.fresh(&name) },
                offset: start + offset,
                size: self.unit.extent(ty).map_or(0, |(size, _)| size),
                kind: Kind::Object { ty, declared: Declared::Member(id, at) },
                from: member..=member,
                as_values: false,
            });
        }
    }

    /// Name, type, offset, and the offset of the next one.
    fn fields(&self, id: StructId) -> Vec<(Symbol, Type, u64, Option<u64>)> {
        let fields: Vec<_> = self.unit.members(id).map(|(field, placed)| (field.name, field.ty, placed.offset.bytes())).collect();
        let next = |at: usize| fields.get(at + 1).map(|&(_, _, next)| next);
        fields.iter().enumerate().map(|(at, &(name, ty, offset))| (name, self.unit.module.types[ty], offset, next(at))).collect()
    }

    /// Says which structs break the rule, and where.
    fn check(&self, diagnostics: &mut Diagnostics) {
        for (id, declared) in self.unit.module.structs.iter() {
            for (at, (name, ty, offset, next)) in self.fields(id).into_iter().enumerate() {
                let (Type::Struct(inner), true) = (ty, self.breaks_rule(id, ty, offset, next)) else { continue };
                let (name, inner) = (self.unit.names.resolve(name), self.unit.struct_name(inner));
                let span = declared.fields[at].span;
                let outer = self.unit.struct_name(id);
                let message = format!("`{inner}` in `{outer}` at byte {offset} needs padding that is not there");
                let mut found = Diagnostic::error(&codes::REWRITE_NEEDED, message, span).label(span, format!("`{name}` starts here"));
                if let (Some(next), Some(field)) = (next, declared.fields.get(at + 1)) {
                    found = found.label(field.span, format!("and this lies at byte {next}"));
                }
                diagnostics.push(found.help("`padstone rewrite inline` makes its members those of the outer struct"));
            }
        }
    }
}
