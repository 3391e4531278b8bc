//! The input of lints.

use std::collections::HashSet;
use std::ops::ControlFlow;

use padstone_layout::{Layout, ModuleLayout, Row, Subject, TypeLayouts, Visit, VisitOrder, rows};
use padstone_model::{Buffer, BufferKind, Module, Scalar, Size, StructKind, Type, TypeId};
use padstone_source::{SourceMap, Span};

/// One file under one target.
pub struct LintContext<'a> {
    /// The name of the target.
    pub(super) target: &'a str,
    /// The options of the target, as for a command line; empty if it has none.
    pub(super) options: &'a str,
    /// The sources.
    pub(super) sources: &'a SourceMap,
    /// The model.
    pub(super) module: &'a Module,
    /// The layouts.
    pub(super) layouts: &'a ModuleLayout,
    /// Whether options set the majorness of matrices.
    pub(super) majorness_specified: bool,
}

/// A buffer with its layout.
#[derive(Clone, Copy)]
pub(super) struct BufferLayout<'a> {
    pub(super) buffer: &'a Buffer,
    pub(super) layout: &'a Layout,
    pub(super) types: &'a TypeLayouts,
}

impl<'a> LintContext<'a> {
    /// A file under a target and its options, as for a command line. `majorness_specified`: whether options set the majorness of matrices.
    pub fn new(
        (target, options): (&'a str, &'a str),
        sources: &'a SourceMap,
        module: &'a Module,
        layouts: &'a ModuleLayout,
        majorness_specified: bool,
    ) -> LintContext<'a> {
        LintContext { target, options, sources, module, layouts, majorness_specified }
    }

    /// The buffers that have a layout.
    pub(super) fn buffers(&self) -> impl Iterator<Item = BufferLayout<'a>> + use<'a> {
        let (module, layouts) = (self.module, self.layouts);
        layouts.layouts.iter().filter_map(move |layout| match layout.subject {
            Subject::Buffer(id) => Some(BufferLayout { buffer: &module.buffers[id], layout, types: layouts.types(layout) }),
            Subject::Struct(_) => None,
        })
    }

    /// All rows of all buffers.
    pub(super) fn for_each_row(&self, mut each: impl FnMut(BufferLayout<'a>, &Row<'_>)) {
        for buffer_layout in self.buffers() {
            let _: ControlFlow<()> = rows(self.module, buffer_layout.types, buffer_layout.layout, VisitOrder::Source, &mut |visit| {
                if let Visit::Row(row) = visit {
                    each(buffer_layout, &row);
                }
                ControlFlow::Continue(())
            });
        }
    }

    /// Every struct in a buffer, once for each rule set, with its size there. Tuples are skipped: the source does not declare their
    /// members.
    pub(super) fn for_each_struct(&self, mut each: impl FnMut(BufferLayout<'a>, TypeId, Size)) {
        let mut seen = HashSet::new();
        for buffer_layout in self.buffers() {
            let mut open = vec![buffer_layout.layout.content];
            while let Some(ty) = open.pop() {
                if !seen.insert((buffer_layout.layout.set, ty)) {
                    continue;
                }
                match self.module.types[ty] {
                    Type::Array { element, .. } => open.push(element),
                    Type::Struct(_) => {
                        let is_content = ty == buffer_layout.layout.content;
                        let is_tuple = self.module.as_struct(ty).is_some_and(|declared| declared.kind == StructKind::Tuple);
                        let size =
                            buffer_layout.types.get(ty).map(|layout| if is_content { buffer_layout.layout.size } else { layout.size });
                        size.into_iter().filter(|_| !is_tuple).for_each(|size| each(buffer_layout, ty, size));
                        open.extend(buffer_layout.types.fields(self.module, ty).map(|(field, _)| field.ty));
                    }
                    _ => {}
                }
            }
        }
    }

    /// The span of the member of a row; for other rows, that of the buffer.
    pub(super) fn span_of(&self, buffer_layout: BufferLayout<'_>, row: &Row<'_>) -> Span {
        row.field.map_or(buffer_layout.buffer.span, |(field, _)| field.span)
    }

    /// The name of the struct or buffer of a type, and its span.
    pub(super) fn owner(&self, buffer_layout: BufferLayout<'_>, parent: TypeId) -> (&'a str, Span) {
        match self.module.as_struct(parent) {
            Some(declared) if declared.kind != StructKind::BufferMembers => (self.module.name(declared.name), declared.span),
            _ => (self.module.name(buffer_layout.buffer.name), buffer_layout.buffer.span),
        }
    }

    /// The element type inside all arrays.
    pub(super) fn innermost(&self, ty: TypeId) -> TypeId {
        self.module.types.peel_arrays(ty)
    }

    /// The scalar type of a scalar, vector, matrix, or array of these; `None` for structs.
    pub(super) fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        match self.module.types[ty] {
            Type::Scalar(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } | Type::Atomic(scalar) => Some(scalar),
            _ => None,
        }
    }
}

/// Whether a buffer is a uniform or constant buffer.
pub(super) fn is_uniform(kind: BufferKind) -> bool {
    match kind {
        BufferKind::CBuffer | BufferKind::TBuffer | BufferKind::Globals => true,
        BufferKind::ConstantBuffer | BufferKind::TextureBuffer | BufferKind::Uniform => true,
        BufferKind::ParameterBlock | BufferKind::EntryUniforms => true,
        BufferKind::Structured | BufferKind::Storage => false,
        BufferKind::PushConstant | BufferKind::ShaderRecord | BufferKind::Immediate => false,
    }
}
