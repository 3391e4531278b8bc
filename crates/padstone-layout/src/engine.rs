//! The driver: every type under every rule set that the profile uses, then every buffer and struct.

use padstone_diag::Diagnostics;
use padstone_model::{Buffer, BufferId, BufferKind, Module, StructId, StructKind, TypeId};

use crate::check::{Check, refusals, refused, too_many_rows, unlaid};
use crate::nesting::{Nesting, needed, nesting};
use crate::profiles::Profile;
use crate::ranges::overlaps;
use crate::result::{Layout, ModuleLayout, STANDARD, Shape, Subject, TypeLayouts};
use crate::types::{Owners, lay_out_types};
use crate::{MAX_ROWS, Sizes};

/// The layouts of everything in a module under a profile.
pub fn layout(module: &Module, profile: &'static Profile) -> ModuleLayout {
    let mut engine = Engine {
        module,
        profile,
        nesting: nesting(module),
        owners: Owners::of(module),
        refused: refusals(module, profile),
        sets: Vec::new(),
        layouts: Vec::new(),
        rows: 0,
        diagnostics: Diagnostics::new(),
    };
    engine.sets.push(lay_out_types(module, &engine.nesting, profile, &profile.structs, &engine.owners, None, has_places(module)));
    debug_assert_eq!(engine.sets.len() - 1, STANDARD);
    for (id, buffer) in module.buffers.iter() {
        let set = engine.set(buffer);
        engine.buffer(id, set);
    }
    engine.structs();
    let mut diagnostics = engine.diagnostics;
    Check::new(module, profile, &engine.nesting, &engine.owners, &engine.sets, &engine.layouts, &mut diagnostics).run();
    ModuleLayout { profile, sets: engine.sets, layouts: engine.layouts, diagnostics }
}

/// Whether members of buffers have places that mean nothing in the standard layout.
fn has_places(module: &Module) -> bool {
    let buffers = module.structs.iter().filter(|(_, declared)| declared.kind == StructKind::BufferMembers);
    buffers.flat_map(|(_, members)| &members.fields).any(|field| !field.annotations.is_empty())
}

struct Engine<'a> {
    module: &'a Module,
    profile: &'static Profile,
    nesting: Vec<Nesting>,
    owners: Owners,
    refused: Vec<Option<TypeId>>,
    sets: Vec<TypeLayouts>,
    layouts: Vec<Layout>,
    rows: u64,
    diagnostics: Diagnostics,
}

impl Engine<'_> {
    /// The index of the set of a buffer. It is laid out when it is first asked for: all that such buffers hold.
    fn set(&mut self, buffer: &Buffer) -> usize {
        let usage = self.profile.usage(buffer);
        let has_members = matches!(buffer.kind, BufferKind::CBuffer | BufferKind::TBuffer | BufferKind::Globals);
        let found = self.sets.iter().position(|set| set.is_of(usage) && !(has_members && set.standard));
        found.unwrap_or_else(|| {
            let buffers = self.module.buffers.iter().filter(|(_, buffer)| self.profile.usage(buffer).is(usage));
            let needed = needed(self.module, buffers.map(|(_, buffer)| buffer.content));
            self.sets.push(lay_out_types(self.module, &self.nesting, self.profile, usage, &self.owners, Some(&needed), false));
            self.sets.len() - 1
        })
    }

    fn buffer(&mut self, id: BufferId, set: usize) {
        let buffer = &self.module.buffers[id];
        let Some(mut layout) = self.lay_out(Subject::Buffer(id), buffer.content, set) else { return };
        if buffer.kind == BufferKind::Structured {
            let types = &self.sets[set];
            let stride = types.get(buffer.content).ok().and_then(|content| content.extent.align_to(content.align));
            layout.stride = stride.map(|extent| extent.as_size().as_stride());
        }
        self.layouts.push(layout);
    }

    /// Layouts of the structs that the source declares, in source order (one inside another first): those with a name
    /// that can lie in a buffer.
    fn structs(&mut self) {
        let module = self.module;
        let structs: Vec<(StructId, TypeId)> = module
            .structs
            .iter()
            .filter(|(_, declared)| declared.kind != StructKind::BufferMembers && !declared.name.is_empty())
            .filter_map(|(id, declared)| Some((id, declared.ty?)))
            .filter(|&(_, ty)| !self.nesting[ty.index()].holds_resource && self.refused[ty.index()].is_none())
            .collect();
        for (id, ty) in structs {
            let layout = self.lay_out(Subject::Struct(id), ty, STANDARD);
            self.layouts.extend(layout);
        }
    }

    /// The layout of a buffer or struct, or the diagnostic that says why it has none.
    fn lay_out(&mut self, subject: Subject, content: TypeId, set: usize) -> Option<Layout> {
        let module = self.module;
        if let Some(refused) = refused(module, self.profile, subject, content, &self.refused) {
            self.diagnostics.push(refused);
            return None;
        }
        let types = &self.sets[set];
        let ty = match types.get(content) {
            Ok(ty) => ty,
            Err(why) => {
                self.diagnostics.extend(unlaid(module, types, subject, content, why));
                return None;
            }
        };
        let rows = self.rows.saturating_add(ty.rows);
        if rows > MAX_ROWS {
            self.diagnostics.push(too_many_rows(module, subject, content, ty.rows));
            return None;
        }
        self.rows = rows;
        let is_buffer = matches!((subject, ty.shape), (Subject::Buffer(_), Shape::Struct { .. }));
        let size = if is_buffer && types.sizes == Sizes::Reflection { ty.extent.as_size() } else { ty.size };
        let overlaps = if types.crowded[content.index()] { overlaps(module, types, content) } else { Vec::new() };
        Some(Layout { subject, set, content, size, align: ty.align, stride: None, overlaps })
    }
}
