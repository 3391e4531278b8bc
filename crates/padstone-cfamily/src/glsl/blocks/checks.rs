//! What cannot be in a block, or said of one (The OpenGL Shading Language 4.60, sections 4.3.9 and 4.4.5; GL_KHR_vulkan_glsl).

use padstone_diag::{Code, Diagnostic, codes};
use padstone_model::{BufferKind, Packing};
use padstone_source::Span;

use super::Block;
use crate::glsl::Parser;
use crate::glsl::features::OFFSETS;
use crate::glsl::names::Entity;
use crate::glsl::qualifiers::Qualifiers;
use crate::glsl::records::Member;
use crate::glsl::storage::Storage;
use crate::reader::Reader;

impl Parser<'_> {
    /// Reports what is wrong with the head of a buffer block.
    pub(super) fn check_block(&mut self, block: &Block, kind: BufferKind) {
        let qualifiers = &block.qualifiers;
        let layout = qualifiers.layout();
        let mut wrong: Vec<(&'static Code, Span, &str)> = Vec::new();
        let mut check = |found: Option<Span>, code, message| wrong.extend(found.map(|at| (code, at, message)));
        let place = &codes::LAYOUT_QUALIFIER_PLACE;
        check(layout.offset.map(|(_, at)| at), place, "`offset` is allowed on members, not on blocks");
        check(layout.location.map(|(_, at)| at), place, "buffers have a binding, not a location");
        check(layout.constant_id.map(|(_, at)| at), place, "`constant_id` is allowed only on constants");
        check(layout.format.map(|(_, at)| at), place, "a format is allowed only on images");
        check(layout.input_attachment.map(|(_, at)| at), place, "`input_attachment_index` is allowed only on subpass inputs");
        let taken = matches!(kind, BufferKind::PushConstant | BufferKind::ShaderRecord);
        check(layout.binding.filter(|_| taken).map(|(_, at)| at), place, "push constants and shader records have no binding");
        check(layout.set.filter(|_| taken).map(|(_, at)| at), place, "push constants and shader records have no descriptor set");
        let uniform = qualifiers.is(Storage::Uniform);
        check(layout.push_constant.filter(|_| !uniform), place, "push constants must be `uniform`, not `buffer`");
        check(layout.shader_record.filter(|_| uniform), place, "shader records must be `buffer`, not `uniform`");
        check(layout.component.map(|(_, at)| at), place, "`component` is allowed only on inputs and outputs");
        check(layout.buffer_reference.filter(|_| uniform), place, "buffer references must be `buffer`, not `uniform`");
        let misused = &codes::QUALIFIER_PLACE;
        check(qualifiers.interpolation.or(qualifiers.auxiliary), misused, "interpolation qualifiers are not allowed in a buffer");
        check(qualifiers.invariant, misused, "`invariant` is allowed only on outputs");
        for (code, at, message) in wrong {
            self.error(code, message, at);
        }
        self.check_declared(layout, false);
        if kind == BufferKind::PushConstant
            && let Some(at) = block.dims.span
        {
            let found = Diagnostic::error(&codes::PUSH_CONSTANT_ARRAY, "a push constant block cannot be an array", at);
            self.report(found.help("declare an array inside the block"));
        }
        if !taken && self.is_vulkan() && layout.binding.is_none() && !layout.incomplete && layout.buffer_reference.is_none() {
            self.report_missing_binding(block.start(), "block", qualifiers);
        }
    }

    /// Reports what is wrong with a member of a buffer block.
    pub(super) fn check_block_member(&mut self, block: &Block, member: &Member, qualifiers: &Qualifiers, packing: Packing) {
        // A second member of the name is reported as that.
        let again = self.names.place(member.name).is_some_and(|first| first.start > block.span.start);
        // The members of a reference are reached through a value of it only.
        let is_global = block.instance.is_none() && block.qualifiers.layout().buffer_reference.is_none();
        if is_global && !again {
            self.declare(member.name, member.span, Entity::Variable);
        }
        self.check_name(member.name, member.span);
        if self.contents(member.ty).handles {
            let message =
                format!("`{}` is or contains a sampler, texture, image, or counter, which a block cannot contain", self.text(member.name));
            let found = Diagnostic::error(&codes::OPAQUE_IN_BLOCK, message, member.span);
            self.report(found.help("declare it as a separate uniform"));
        }
        let layout = qualifiers.layout();
        if let Some((_, at)) = layout.offset {
            self.needs_unless_vulkan(&OFFSETS, at);
            self.check_placeable(packing, "offset", at);
        }
        if let Some((_, at)) = layout.align {
            self.check_placeable(packing, "align", at);
        }
        let mut wrong: Vec<(&'static Code, Span, &str)> = Vec::new();
        let mut check = |found: Option<Span>, code, message| wrong.extend(found.map(|at| (code, at, message)));
        let place = &codes::LAYOUT_QUALIFIER_PLACE;
        check(layout.packing.map(|(_, at)| at), place, "packing is allowed on blocks, not on members");
        check(layout.binding.map(|(_, at)| at), place, "`binding` is allowed on blocks, not on members");
        check(layout.location.map(|(_, at)| at).or(layout.component.map(|(_, at)| at)), place, "members of buffers cannot have a location");
        check(
            layout.push_constant.or(layout.shader_record).or(layout.buffer_reference),
            place,
            "the qualifier is allowed on blocks, not on members",
        );
        check(layout.constant_id.map(|(_, at)| at), place, "`constant_id` is allowed only on constants");
        check(layout.format.map(|(_, at)| at), place, "a format is allowed only on images");
        check(layout.input_attachment.map(|(_, at)| at), place, "`input_attachment_index` is allowed only on subpass inputs");
        let misused = &codes::QUALIFIER_PLACE;
        let other = qualifiers.storage.filter(|(storage, _)| !block.qualifiers.is(*storage));
        check(other.map(|(_, at)| at), misused, "the storage qualifier differs from that of the block");
        check(qualifiers.interpolation.or(qualifiers.auxiliary), misused, "interpolation qualifiers are not allowed in a buffer");
        check(qualifiers.invariant, misused, "`invariant` is allowed only on outputs");
        for (code, at, message) in wrong {
            self.error(code, message, at);
        }
        self.check_declared(layout, false);
    }

    /// Reports `offset` and `align` where the implementation places the members.
    pub(super) fn check_placeable(&mut self, packing: Packing, what: &str, at: Span) {
        if matches!(packing, Packing::Shared | Packing::Packed) {
            let message = format!("`{what}` is not allowed in a block whose layout the driver chooses");
            let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_PLACE, message, at);
            self.report(found.help("add `std140` or `std430` to the qualifiers of the block"));
        }
    }
}
