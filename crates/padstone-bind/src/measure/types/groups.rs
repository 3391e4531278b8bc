//! Constant buffers, texture buffers and parameter blocks: a container and its content.

use padstone_layout::Resources;
use padstone_model::{ResourceKind, ResourceType, TypeId};

use super::TypeMeasurer;
use crate::content_rules::ContentRules;
use crate::layout::{Group, LayoutId, TypeStructure, UnitLayout, Variable, VariableDeclaration};
use crate::layout_unit::{Amount, Counter, LayoutUnit, UnitCounters};
use crate::target::{BlockBuffers, BlockSpaces, DefaultBuffers};
use crate::targets::ARGUMENT_BUFFER;

impl TypeMeasurer<'_> {
    pub(super) fn group(&mut self, ty: TypeId, resource: &ResourceType, rules: &'static ContentRules) -> LayoutId {
        let Some(element_type) = resource.element else { return self.unknown_layout(ty) };
        let element = self.of(element_type, rules.rules_inside(resource));
        let inside = &self.get(element).usage;
        // In libslang 2026.12, an unknown number of bytes has no buffer.
        let has_data = uses_some(inside, LayoutUnit::Uniform)
            || uses_some(inside, LayoutUnit::ExistentialObjectParam)
            || self.unknown_of(element_type).bytes && inside.get(LayoutUnit::Uniform) == Some(Amount::Unknown);
        let needs_buffer = has_data || self.request.target.block_buffers == BlockBuffers::Always;
        let needs_space = resource.kind == ResourceKind::ParameterBlock
            && self.has_spaces()
            && inside.iter().any(|counter| counter.kind != LayoutUnit::SubElementRegisterSpace);

        let mut container = UnitCounters::default();
        let mut align = 1;
        if needs_buffer {
            let buffer = self.objects(resource, rules);
            buffer.for_each(|counter| container.add(counter.kind, counter.amount));
            if let Some(handle) = handle(resource.kind, rules) {
                container.add(LayoutUnit::Uniform, Amount::Finite(handle));
                align = 8;
            }
        }
        if needs_space {
            container.add(LayoutUnit::SubElementRegisterSpace, Amount::Finite(1));
        }
        let mut layout = self.group_layout(element, container, needs_space);
        layout.ty = Some(ty);
        layout.align = align;
        let fills = self.get(element).usage.get(LayoutUnit::MetalArgumentBufferElement).is_some();
        if let (TypeStructure::Group(group), true) = (&mut layout.shape, fills) {
            group.argument_buffer = Some(self.of(element_type, &ARGUMENT_BUFFER));
        }
        self.push(layout)
    }

    /// The implicit buffer around the parameters of a scope, if they need one.
    pub(crate) fn scope(&mut self, element: LayoutId, rules: &'static ContentRules) -> LayoutId {
        let always = self.request.target.default_buffers == DefaultBuffers::OfScopesOnly;
        if !always && !uses_unit(&self.get(element).usage, LayoutUnit::Uniform) {
            return element;
        }
        let mut container = UnitCounters::default();
        self.scope_buffer(rules).iter().for_each(|counter| container.add(counter.kind, counter.amount));
        if let Some(handle) = handle(ResourceKind::ConstantBuffer, rules) {
            container.add(LayoutUnit::Uniform, Amount::Finite(handle));
        }
        let layout = self.group_layout(element, container, false);
        self.push(layout)
    }

    /// The usage of the buffer of a scope.
    pub(crate) fn scope_buffer(&self, rules: &'static ContentRules) -> Vec<Counter> {
        crate::measure::shifted::constant_buffer(rules, &self.request.options)
    }

    /// A container around an element: its usage, and the part of the element's usage that is visible outside.
    fn group_layout(&self, element: LayoutId, container: UnitCounters, own_space: bool) -> UnitLayout {
        let inside = &self.get(element).usage;
        let mut content = Variable::new(VariableDeclaration::Implicit, element);
        for counter in inside.iter().filter(|counter| !matches!(counter.kind, LayoutUnit::Uniform | LayoutUnit::MetalArgumentBufferElement))
        {
            content.places.set(counter.kind, container.amount(counter.kind), 0);
        }
        let mut usage = UnitCounters::default();
        for (used, bytes_too) in [(&container, true), (inside, false)] {
            for counter in used.iter() {
                let leaks = match counter.kind {
                    LayoutUnit::Uniform => bytes_too,
                    LayoutUnit::MetalArgumentBufferElement => false,
                    LayoutUnit::SubElementRegisterSpace | LayoutUnit::ExistentialTypeParam => true,
                    _ => !own_space,
                };
                if leaks {
                    usage.add(counter.kind, counter.amount);
                }
            }
        }
        let group = Group { container, element: content, argument_buffer: None };
        UnitLayout { ty: None, usage, align: 1, shape: TypeStructure::Group(Box::new(group)) }
    }

    fn has_spaces(&self) -> bool {
        match self.request.target.spaces {
            BlockSpaces::Always => true,
            BlockSpaces::Never => false,
            BlockSpaces::FromShaderModel51 => self.request.options.shader_model.is_some_and(|model| model >= (5, 1)),
        }
    }
}

fn uses_unit(usage: &UnitCounters, kind: LayoutUnit) -> bool {
    !usage.amount(kind).is_zero()
}

/// Whether the amount is known to be positive.
fn uses_some(usage: &UnitCounters, kind: LayoutUnit) -> bool {
    uses_unit(usage, kind) && usage.amount(kind) != Amount::Unknown
}

/// The size of the pointer to a buffer, if there is one.
fn handle(kind: ResourceKind, rules: &ContentRules) -> Option<u64> {
    match rules.rule_set()?.resources {
        Resources::Handles(handles) if kind == ResourceKind::TextureBuffer => Some(handles.texture.size),
        Resources::Handles(handles) => Some(handles.block.size),
        _ => None,
    }
}
