//! Diagnostics about the input: broken rules, likely mistakes, compiler bugs.
//!
//! One file for each concern. Every message names the problem, the offset and the fix.

mod attribute_assertions;
mod blocks;
mod compiler_bugs;
mod extensions;
mod free_offsets;
mod layout_errors;
mod limits;
mod naga_divergence;
mod native_types;
mod overlaps;
mod packoffset;
mod reads;
mod registers;
mod rejections;
mod stated;
mod validator;
mod vk_offset;
mod wgsl_uniform_constraints;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use padstone_diag::{Diagnostic, Diagnostics, Edit};
use padstone_model::{Align, Buffer, BufferKind, Field, Language, Module, Offset, StructKind, Type, TypeId};
use padstone_source::Span;

use crate::OF_CFAMILY;
use crate::nesting::{Nesting, reachable};
use crate::profiles::{PackoffsetScope, Profile};
use crate::result::{Layout, PartialLayout, Subject, TypeLayouts};
use crate::types::{self, Owners, lay_out_types};

pub(crate) use blocks::unknown_layout;
pub(crate) use layout_errors::{layout_error, stride_mismatch, too_many_rows};
pub(crate) use rejections::{rejected, rejections};
use validator::ValidatorView;

/// The content of a buffer: its type, and the set with the layout of its members, which may have an error.
#[derive(Clone, Copy)]
struct Content {
    set: usize,
    ty: TypeId,
}

impl Content {
    fn of(layout: &Layout) -> Content {
        Content { set: layout.set, ty: layout.content }
    }
}

/// The input of the checks.
pub(crate) struct Check<'a> {
    pub(crate) module: &'a Module,
    pub(crate) profile: &'static Profile,
    pub(crate) nesting: &'a [Nesting],
    pub(crate) owners: &'a Owners,
    pub(crate) sets: &'a [TypeLayouts],
    pub(crate) layouts: &'a [Layout],
    /// The buffers and structs of which only some members have a layout.
    partial: &'a [PartialLayout],
    /// The sizes with which the compiler checks for overlaps.
    overlap_sizes: OnceCell<TypeLayouts>,
    /// For each set, the types as Vulkan's validator computes them.
    views: Vec<OnceCell<Option<Rc<ValidatorView<'a>>>>>,
    found: &'a mut Diagnostics,
    reported: BTreeSet<(&'static str, Option<Span>)>,
}

impl<'a> Check<'a> {
    pub(crate) fn new(
        module: &'a Module,
        profile: &'static Profile,
        nesting: &'a [Nesting],
        owners: &'a Owners,
        sets: &'a [TypeLayouts],
        (layouts, partial): (&'a [Layout], &'a [PartialLayout]),
        found: &'a mut Diagnostics,
    ) -> Self {
        let views = sets.iter().map(|_| OnceCell::new()).collect();
        let (overlap_sizes, reported) = (OnceCell::new(), BTreeSet::new());
        Check { module, profile, nesting, owners, sets, layouts, partial, overlap_sizes, views, found, reported }
    }

    /// The types of a set as Vulkan's validator computes them, if the profile is for Vulkan.
    fn view(&self, set: usize) -> Option<Rc<ValidatorView<'a>>> {
        self.views[set].get_or_init(|| ValidatorView::of(self, &self.sets[set]).map(Rc::new)).clone()
    }

    /// Runs all checks on everything that was laid out.
    pub(crate) fn run(mut self) {
        if OF_CFAMILY {
            self.explicit_on_structs();
        }
        if let (Some(webgpu), Language::Wgsl) = (&self.profile.webgpu, self.module.language) {
            extensions::named(&mut self, webgpu);
            extensions::not_enabled(&mut self, webgpu);
            wgsl_uniform_constraints::constraints(&mut self, webgpu.uniforms);
            if !webgpu.native_types {
                native_types::mentioned(&mut self);
            }
            webgpu.other_implementation.iter().for_each(|other| naga_divergence::members(&mut self, other));
        }
        attribute_assertions::members(&mut self);
        limits::types(&mut self);
        for layout in self.layouts {
            if let Subject::Buffer(id) = layout.subject {
                self.buffer(&self.module.buffers[id], layout);
            }
        }
        for partial in self.partial.iter().filter(|_| OF_CFAMILY) {
            if let Subject::Buffer(id) = partial.subject {
                self.explicit_in_buffer(&self.module.buffers[id], Content { set: partial.set, ty: partial.content });
            }
        }
        for (set, types) in self.sets.iter().enumerate() {
            let reachable = self.reachable(set);
            for (ty, contained) in self.module.types.iter().filter(|(ty, _)| reachable[ty.index()]) {
                if let Type::Struct(id) = *contained {
                    let declared = &self.module.structs[id];
                    overlaps::of_struct(&mut self, types, ty, declared);
                    if OF_CFAMILY {
                        compiler_bugs::of_struct(&mut self, types, ty, declared);
                    }
                }
            }
            validator::structs(&mut self, set, &reachable);
            if OF_CFAMILY {
                stated::structs(&mut self, types, &reachable);
            }
        }
        if OF_CFAMILY {
            reads::of_module(&mut self);
        }
    }

    fn buffer(&mut self, buffer: &Buffer, layout: &Layout) {
        let rejected = if OF_CFAMILY { self.explicit_in_buffer(buffer, Content::of(layout)) } else { BTreeSet::new() };
        overlaps::of_buffer(self, layout, &rejected);
        if OF_CFAMILY {
            overlaps::of_elements(self, buffer, layout);
            compiler_bugs::of_elements(self, buffer, layout);
        }
        limits::size(self, buffer, layout);
    }

    /// Explicit places on members of structs, where most of them have no effect.
    fn explicit_on_structs(&mut self) {
        for (_, declared) in self.module.structs.iter().filter(|(_, declared)| declared.kind != StructKind::BufferMembers) {
            if self.profile.explicit.packoffset_scope != PackoffsetScope::AllMembers {
                packoffset::misplaced_packoffsets(self, &declared.fields, packoffset::MisplacedIn::Struct);
            }
            registers::on_struct_members(self, &declared.fields);
        }
        vk_offset::ignored_on_structs(self);
    }

    /// Checks the explicit offsets of the members of a buffer. Returns the members whose overlap is an error.
    fn explicit_in_buffer(&mut self, buffer: &Buffer, content: Content) -> BTreeSet<usize> {
        let fields = match self.module.as_struct(content.ty) {
            Some(members) if members.kind == StructKind::BufferMembers => &members.fields[..],
            _ => &[],
        };
        if self.owners.registers(content.ty).is_none() {
            blocks::offsets(self, content, fields);
        } else {
            vk_offset::on_constants(self, fields);
        }
        match buffer.kind {
            BufferKind::Globals => {
                packoffset::misplaced_packoffsets(self, fields, packoffset::MisplacedIn::Globals);
                registers::on_globals(self, fields, content)
            }
            _ => {
                registers::on_members(self, fields);
                packoffset::members(self, buffer, fields, content)
            }
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Reports a diagnostic once, even if its type occurs in several buffers.
    fn report_once(&mut self, diagnostic: Diagnostic) {
        if self.reported.insert((diagnostic.code.id, diagnostic.span)) {
            self.found.push(diagnostic);
        }
    }

    fn types(&self, layout: &Layout) -> &'a TypeLayouts {
        &self.sets[layout.set]
    }

    fn types_of(&self, content: Content) -> &'a TypeLayouts {
        &self.sets[content.set]
    }

    /// All types, for a layout under other rules.
    fn subject(&self) -> types::TypeSubject<'a> {
        types::TypeSubject {
            module: self.module,
            profile: self.profile,
            nesting: self.nesting,
            owners: self.owners,
            stated: None,
            link_time_arrays: types::LinkTimeArrays::Rejected,
            described_by: types::Described::Reflection,
        }
    }

    fn overlap_sizes(&self) -> &TypeLayouts {
        self.overlap_sizes.get_or_init(|| lay_out_types(self.subject(), &self.profile.explicit.overlap_sizes, None, false))
    }

    /// The types in the buffers of one set.
    fn reachable(&self, set: usize) -> Vec<bool> {
        let buffers = self.layouts.iter().filter(|layout| layout.set == set && matches!(layout.subject, Subject::Buffer(_)));
        reachable(self.module, buffers.map(|layout| layout.content))
    }

    fn type_name(&self, ty: TypeId) -> String {
        self.module.type_name(ty).to_string()
    }
}

/// A byte offset as a register: `c1.y`. An offset inside a component gives that component.
fn register_of(offset: Offset) -> String {
    let (register, component) = (offset.bytes() / 16, offset.bytes() % 16 / 4);
    match component {
        0 => format!("c{register}"),
        1 => format!("c{register}.y"),
        2 => format!("c{register}.z"),
        _ => format!("c{register}.w"),
    }
}

/// The fix that adds an alignment attribute to a WGSL member.
fn require_align(field: &Field, align: Align) -> Edit {
    match field.align() {
        Some((_, span)) => Edit { span, text: format!("@align({align})") },
        None => Edit { span: field.span.before(), text: format!("@align({align}) ") },
    }
}

/// A count with its noun: `1 byte`, `3 bytes`.
fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}
