//! The driver: lays out every type under every rule set that the profile uses, then every buffer and struct.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use padstone_diag::Diagnostics;
use padstone_model::{Buffer, BufferId, BufferKind, Language, Module, StructId, StructKind, Type, TypeId};
use padstone_source::Symbol;
use rustc_hash::FxHashSet;

use crate::check::{Check, layout_error, rejected, rejections, stride_mismatch, too_many_rows, unknown_layout};
use crate::nesting::{Nesting, needed, nesting};
use crate::profiles::Profile;
use crate::ranges::overlaps;
use crate::result::{Layout, LayoutError, ModuleLayout, PartialLayout, STANDARD, Shape, Subject, TypeLayout, TypeLayouts};
use crate::types::{self, Owners, lay_out_with_code};
use crate::{Sizes, StatedLayout, max_rows};

/// Computes the layouts of all buffers and structs of a module under a profile.
pub fn layout(module: &Module, profile: &'static Profile) -> ModuleLayout {
    layout_with(module, profile, None)
}

/// Computes the layouts of a module; those of a compiled file have the offsets in the file, `stated`.
pub(crate) fn layout_with(module: &Module, profile: &'static Profile, stated: Option<&StatedLayout>) -> ModuleLayout {
    let (nesting, owners) = (nesting(module), Owners::of(module));
    let subject = types::TypeSubject {
        module,
        profile,
        nesting: &nesting,
        owners: &owners,
        stated,
        link_time_arrays: types::LinkTimeArrays::Rejected,
        described_by: types::Described::Reflection,
    };
    let standard = lay_out_with_code(subject, (&profile.structs, &profile.structs), None, has_explicit_offsets(module));
    layout_from(module, profile, nesting, owners, standard, stated)
}

/// The layouts of a module whose types already have a standard layout.
pub(crate) fn layout_from(
    module: &Module,
    profile: &'static Profile,
    nesting: Vec<Nesting>,
    owners: Owners,
    standard: TypeLayouts,
    stated: Option<&StatedLayout>,
) -> ModuleLayout {
    let mut engine = Engine {
        module,
        profile,
        nesting,
        owners,
        stated,
        rejected: rejections(module, profile),
        sets: vec![standard],
        layouts: Vec::new(),
        partial: Vec::new(),
        rows_left: max_rows(module),
        too_deep: BTreeSet::new(),
        diagnostics: Diagnostics::new(),
    };
    debug_assert_eq!(engine.sets.len() - 1, STANDARD);
    for (id, buffer) in module.buffers.iter() {
        let set = engine.set(buffer);
        engine.buffer(id, set);
    }
    engine.structs();
    let mut diagnostics = engine.diagnostics;
    let layouts = (&engine.layouts[..], &engine.partial[..]);
    Check::new(module, profile, &engine.nesting, &engine.owners, &engine.sets, layouts, &mut diagnostics).run();
    ModuleLayout { profile, sets: engine.sets, layouts: engine.layouts, partial: engine.partial, in_buffers: OnceLock::new(), diagnostics }
}

/// Whether buffers may contain bools: not in WGSL (WGSL, "Host-shareable Types").
fn shares_bools(language: Language) -> bool {
    !matches!(language, Language::Wgsl | Language::Wgsl2020)
}

/// Whether members of buffers have explicit offsets, which the standard layout ignores.
fn has_explicit_offsets(module: &Module) -> bool {
    let buffers = module.structs.iter().filter(|(_, declared)| declared.kind == StructKind::BufferMembers);
    buffers.flat_map(|(_, members)| &members.fields).any(padstone_model::Field::is_annotated)
}

struct Engine<'a> {
    module: &'a Module,
    profile: &'static Profile,
    nesting: Vec<Nesting>,
    owners: Owners,
    stated: Option<&'a StatedLayout>,
    rejected: Vec<Option<TypeId>>,
    sets: Vec<TypeLayouts>,
    layouts: Vec<Layout>,
    partial: Vec<PartialLayout>,
    /// The number of rows that remain before the limit.
    rows_left: u64,
    /// The types that contain a struct that was reported as nested too deep.
    too_deep: BTreeSet<TypeId>,
    diagnostics: Diagnostics,
}

impl Engine<'_> {
    /// All types, to be laid out.
    fn subject(&self) -> types::TypeSubject<'_> {
        types::TypeSubject {
            module: self.module,
            profile: self.profile,
            nesting: &self.nesting,
            owners: &self.owners,
            stated: self.stated,
            link_time_arrays: types::LinkTimeArrays::Rejected,
            described_by: types::Described::Reflection,
        }
    }

    /// The index of the set of a buffer. On first use, it lays out all types in the buffers of that usage.
    fn set(&mut self, buffer: &Buffer) -> usize {
        let (module, profile) = (self.module, self.profile);
        let usages_of = |buffer| (profile.usage_in(module, buffer), profile.code_usage_in(module, buffer));
        let (usage, code) = usages_of(buffer);
        let has_members = matches!(buffer.kind, BufferKind::CBuffer | BufferKind::TBuffer | BufferKind::Globals);
        if let Some(found) = self.sets.iter().position(|set| set.is_of(usage, code) && !(has_members && set.standard)) {
            return found;
        }
        let buffers = module.buffers.iter().filter(|(_, buffer)| {
            let (other, other_code) = usages_of(buffer);
            other.is(usage) && other_code.is(code)
        });
        let needed = needed(module, buffers.map(|(_, buffer)| buffer.content));
        let set = lay_out_with_code(self.subject(), (usage, code), Some(&needed), false);
        self.sets.push(set);
        self.sets.len() - 1
    }

    fn buffer(&mut self, id: BufferId, set: usize) {
        let buffer = &self.module.buffers[id];
        if let Some(unknown) = unknown_layout(self.module, self.profile, buffer) {
            self.diagnostics.push(unknown);
            return;
        }
        let is_empty = |layout: &TypeLayout| layout.size.bytes() == 0;
        if cfg!(feature = "cfamily") && buffer.kind == BufferKind::Globals && self.sets[set].get(buffer.content).is_ok_and(is_empty) {
            return;
        }
        let Some(mut layout) = self.lay_out(Subject::Buffer(id), buffer.content, set) else { return };
        layout.stride = match self.sets[set].get(buffer.content) {
            Ok(_) if buffer.kind == BufferKind::Structured => self.sets[set].element_stride(buffer.content),
            Ok(&TypeLayout { shape: Shape::Array { stride }, .. }) => Some(stride),
            _ => None,
        };
        layout.read_stride = match self.sets[set].in_code() {
            // In code, the elements form an array.
            Some(code) if buffer.kind == BufferKind::Structured => code.array_stride(buffer.content),
            _ => self.sets[set].read_stride(self.module, buffer.content),
        };
        layout.read_stride = layout.read_stride.filter(|read| layout.stride.is_some_and(|stride| stride != *read));
        let stated = self.stated.and_then(|stated| stated.element_stride_of(id));
        if let (Some(stated), Some(by_rules)) = (stated, layout.stride)
            && stated != by_rules
        {
            self.diagnostics.push(stride_mismatch(self.module, self.profile, layout.subject, buffer.content, stated, by_rules));
            return;
        }
        self.layouts.push(layout);
    }

    /// The layouts of the structs that the source declares, in source order (nested structs first): those with a name
    /// that a buffer can contain.
    fn structs(&mut self) {
        let module = self.module;
        let structs: Vec<(StructId, TypeId)> = module
            .structs
            .iter()
            .filter(|(_, declared)| matches!(declared.kind, StructKind::Declared | StructKind::Instance) && !declared.name.is_empty())
            .filter_map(|(id, declared)| Some((id, declared.ty?)))
            .filter(|&(_, ty)| !self.nesting[ty.index()].contains_resource && self.rejected[ty.index()].is_none())
            .filter(|&(_, ty)| shares_bools(module.language) || !self.nesting[ty.index()].contains_bool)
            .collect();
        let (pointees, set) = self.pointees(&structs);
        for (id, ty) in structs {
            let layout = self.lay_out(Subject::Struct(id), ty, if pointees[ty.index()] { set } else { STANDARD });
            self.layouts.extend(layout);
        }
    }

    /// The types that only pointers refer to, and the set of their layouts.
    fn pointees(&mut self, structs: &[(StructId, TypeId)]) -> (Vec<bool>, usize) {
        let (module, usage) = (self.module, &self.profile.pointees);
        if usage.is(&self.profile.structs) {
            return (vec![false; module.types.len()], STANDARD);
        }
        let pointed: FxHashSet<Symbol> =
            module.types.iter().filter_map(|(_, ty)| if let Type::Pointer(pointee) = ty { Some(pointee.name) } else { None }).collect();
        let roots = structs.iter().filter(|(id, _)| pointed.contains(&module.structs[*id].name)).map(|&(_, ty)| ty);
        let mut pointees = needed(module, roots);
        let resources = module.types.iter().filter_map(|(_, ty)| if let Type::Resource(resource) = ty { resource.element } else { None });
        let globals = module.program.globals.iter().map(|global| global.variable.ty);
        let parameters = module.program.signatures.iter().flat_map(|(_, signature)| &signature.parameters).map(|field| field.ty);
        let buffers = module.buffers.iter().map(|(_, buffer)| buffer.content);
        let others = needed(module, buffers.chain(resources).chain(globals).chain(parameters));
        pointees.iter_mut().zip(others).for_each(|(pointee, other)| *pointee &= !other);
        if !pointees.contains(&true) {
            return (pointees, STANDARD);
        }
        // The types that they contain are laid out with them.
        let laid_out = needed(module, structs.iter().map(|&(_, ty)| ty).filter(|ty| pointees[ty.index()]));
        let set = lay_out_with_code(self.subject(), (usage, usage), Some(&laid_out), false);
        self.sets.push(set);
        (pointees, self.sets.len() - 1)
    }

    /// The layout of a buffer or struct, or a diagnostic with the reason why it has none.
    fn lay_out(&mut self, subject: Subject, content: TypeId, set: usize) -> Option<Layout> {
        let module = self.module;
        if let Some(rejected) = rejected(module, self.profile, subject, content, &self.rejected) {
            self.diagnostics.push(rejected);
            return None;
        }
        let types = &self.sets[set];
        let ty = match types.get(content) {
            Ok(ty) => ty,
            Err(reason) => {
                if reason.is_partial() && self.stated.is_none() && module.types[content] != Type::Unknown {
                    self.partial.push(PartialLayout { subject, set, content });
                }
                let is_silent = match (subject, reason) {
                    (Subject::Struct(_), LayoutError::TooDeep(ty)) => !self.too_deep.insert(ty),
                    // The containing type is reported instead.
                    (Subject::Struct(_), LayoutError::Unspecialized(_) | LayoutError::Unknown) => true,
                    // A compiled file contains a struct once for each rule set of its uses.
                    (Subject::Struct(_), LayoutError::StrideMismatch { .. }) => true,
                    _ => false,
                };
                let diagnostic =
                    if is_silent { None } else { layout_error(module, self.profile, types, &self.nesting, subject, content, reason) };
                self.diagnostics.extend(diagnostic);
                return None;
            }
        };
        let Some(left) = self.rows_left.checked_sub(ty.rows) else {
            self.diagnostics.push(too_many_rows(module, subject, content, ty.rows));
            return None;
        };
        self.rows_left = left;
        let is_buffer = matches!((subject, ty.shape), (Subject::Buffer(_), Shape::Struct { .. }));
        let size = if is_buffer && types.sizes == Sizes::Reflection { ty.extent.as_size() } else { ty.size };
        let overlaps = if types.crowded[content.index()] { overlaps(module, types, content) } else { Vec::new() };
        Some(Layout { subject, set, content, size, align: ty.align, stride: None, read_stride: None, overlaps })
    }
}
