//! Blocks: `layout(std140, binding = 0) uniform Camera { … } camera;`.

mod checks;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{
    Access, Align, Annotation, Buffer, BufferId, BufferKind, Count, ExplicitBinding, Field, Major, Packing, Parameter, ParameterId,
    ParameterKind, Pointee, PointerTarget, ResourceKind, Spelling, Struct, StructKind, Type, TypeId,
};
use padstone_source::{Span, Symbol};

use super::features::{BLOCK_ARRAYS_OF_ARRAYS, IMPLICIT_SIZES, SHADER_RECORDS, UNIFORM_BLOCKS, UNIFORM_STD430};
use super::names::{Entity, Interfaces};
use super::qualifiers::Qualifiers;
use super::records::{Body, Member, Members};
use super::storage::Storage;
use super::type_names::Dimensions;
use super::{GlslOptions, Parser, TargetEnv};
use crate::TokenKind;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::usage::ScopeId;

/// What `layout(…) uniform;` and `layout(…) buffer;` have set for the blocks behind them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defaults {
    pub(super) uniform: Default,
    pub(super) buffer: Default,
}

/// The defaults of one sort of blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Default {
    pub(super) packing: Packing,
    pub(super) major: Major,
    /// Whether what was to set them was not understood.
    pub(super) unknown: bool,
}

impl Defaults {
    /// Those at the start of a shader: `shared` for OpenGL (section 4.4.5), for Vulkan std140 or std430, by the sort of block
    /// (GL_KHR_vulkan_glsl).
    pub(super) fn new(options: &GlslOptions) -> Self {
        let packing = match options.target {
            TargetEnv::Vulkan => Packing::ByKind,
            TargetEnv::OpenGl => Packing::Shared,
        };
        let default = Default { packing, major: options.default_major, unknown: false };
        Defaults { uniform: default, buffer: default }
    }
}

/// The head of a block, and what stands behind its members.
pub(super) struct Block {
    pub(super) qualifiers: Qualifiers,
    pub(super) name: Symbol,
    pub(super) span: Span,
    /// The name of the instance.
    pub(super) instance: Option<(Symbol, Span)>,
    pub(super) dims: Dimensions,
}

impl Block {
    /// Where the block begins: where glslang reports what is wrong with all of it.
    pub(super) fn start(&self) -> Span {
        self.qualifiers.span.unwrap_or(self.span)
    }
}

impl Parser<'_> {
    /// A block, whose name is the next token, and the brace the one behind it.
    pub(super) fn block(&mut self, qualifiers: Qualifiers) {
        let token = self.cursor.next();
        self.check_word(token);
        let open = self.cursor.next();
        let is_reference = qualifiers.layout().buffer_reference.is_some();
        self.reference = is_reference.then_some((token.symbol, qualifiers.span.unwrap_or(token.span)));
        let body = self.members(Members::OfBlock, open.span, token.span);
        self.reference = None;
        let mut block = Block { qualifiers, name: token.symbol, span: token.span, instance: None, dims: Dimensions::default() };
        if self.head.is_none() {
            self.block_instance(&mut block);
        }
        self.note_block(&block, &body);
        match block.qualifiers.storage {
            Some((Storage::Uniform, at)) => {
                self.needs(&UNIFORM_BLOCKS, at);
                self.buffer_block(&block, body);
            }
            Some((Storage::Buffer, _)) => {
                self.buffer_block(&block, body);
            }
            storage => self.interface_block(&block, &body, storage.map(|(storage, _)| storage)),
        }
    }

    /// What stands behind the members of a block, up to the `;`.
    fn block_instance(&mut self, block: &mut Block) {
        let next = self.cursor.peek();
        if next.kind == TokenKind::Ident && !(next.starts_line && self.begins_declaration(next)) && self.word(next).is_none() {
            block.instance = self.declared_name("an instance name");
            block.instance.into_iter().for_each(|(name, span)| _ = self.check_builtin_name(name, span));
            block.dims = self.dimensions();
            if let (2.., Some(at)) = (block.dims.counts.len(), block.dims.span) {
                self.needs(&BLOCK_ARRAYS_OF_ARRAYS, at);
            }
            self.check_array_size(&block.qualifiers, &block.dims, false);
        }
        if self.cursor.eat(TokenKind::Semicolon).is_none() {
            self.missing_semicolon("the block");
            if !self.cursor.peek().starts_line && !self.begins_variable() {
                self.recover();
            }
        }
    }

    /// A block whose bytes a shader reads.
    fn buffer_block(&mut self, block: &Block, body: Body) {
        let kind = self.buffer_kind(block);
        let reference = block.qualifiers.layout().buffer_reference.is_some();
        self.check_block(block, kind);
        self.declare_block(block, kind, reference);
        let defaults = if block.qualifiers.is(Storage::Buffer) { self.defaults.buffer } else { self.defaults.uniform };
        let packing = self.block_packing(block, kind, defaults);
        let major = block.qualifiers.layout().major.map_or(defaults.major, |(major, _)| major);
        let align = self.block_align(block, kind, packing);
        let layout = block.qualifiers.layout();
        let unplaced = layout.unplaced || layout.offset.is_some() || defaults.unknown && layout.packing.is_none();
        let last = body.members.len().saturating_sub(1);
        let mut fields = Vec::with_capacity(body.members.len());
        let mut unsized_members = Vec::new();
        for (index, member) in body.members.iter().enumerate() {
            let qualifiers = body.qualifiers_of(member);
            self.check_block_member(block, member, qualifiers, packing);
            let major = qualifiers.layout().major.map_or(major, |(major, _)| major);
            let Member { name, span, .. } = *member;
            let ty = self.with_major(member.ty, major);
            let mut annotations = self.place_of(qualifiers, align, self.keeps_align(block, kind));
            if unplaced || qualifiers.layout().unplaced {
                annotations.push(Annotation::Unknown);
            }
            if self.is_implicit(member, index == last && block.qualifiers.is(Storage::Buffer)) {
                unsized_members.push(index);
            }
            let written = Spelling { type_span: member.type_span, ..Spelling::default() };
            fields.push(Field { written, ..Field::member(name, span, ty, annotations) });
        }
        let access = block.qualifiers.is(Storage::Buffer).then(|| access(block, &body));
        let resource = match kind {
            BufferKind::Uniform => ResourceKind::ConstantBuffer,
            BufferKind::Storage if reference && block.instance.is_none() => ResourceKind::Other,
            BufferKind::Storage if access == Some(Access::Read) => ResourceKind::StructuredBuffer,
            BufferKind::Storage => ResourceKind::RwStructuredBuffer,
            _ => ResourceKind::Other,
        };
        let Block { name, span, .. } = *block;
        let members = Struct { name, span, kind: StructKind::BufferMembers, fields, ty: None, contiguous: false };
        let buffer = BufferId::from_index(self.module.buffers.len());
        let parameter = self.add_block(block, ParameterKind::Buffer(buffer), access);
        match block.instance {
            Some((name, _)) => self.usage.declare_variable(ScopeId::GLOBAL, name, None, Some(parameter)),
            None => {
                let names = body.members.iter().map(|member| member.name);
                names.for_each(|name| self.usage.declare_variable(ScopeId::GLOBAL, name, None, Some(parameter)));
            }
        }
        let instance = block.instance.map(|(name, _)| name);
        let content = if unsized_members.is_empty() {
            self.complete(members)
        } else {
            self.watch_sizes(buffer, members, &unsized_members, instance);
            self.unknown
        };
        self.module.buffers.push(Buffer { name, instance, span, kind, resource, content, packing, parameter });
        if reference {
            self.define_target(name, buffer);
        }
        if let (Some((name, _)), Some(Count::Runtime)) = (block.instance, block.dims.counts.first()) {
            self.watch_parameter_size(name, parameter);
        }
        if reference && let Some((_, at)) = block.instance {
            let message = "an instance name also declares an ordinary buffer, at binding 0 by default";
            let found = Diagnostic::warning(&codes::REFERENCE_INSTANCE, message, at);
            self.report(found.help("remove the instance name: buffer references do not need one"));
        }
    }

    fn buffer_kind(&mut self, block: &Block) -> BufferKind {
        let layout = block.qualifiers.layout();
        match (layout.push_constant, layout.shader_record) {
            (Some(_), _) => BufferKind::PushConstant,
            (None, Some(at)) => {
                self.needs(&SHADER_RECORDS, at);
                if let Some(first) = self.shader_record {
                    let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_PLACE, "a shader can have only one shader record block", at);
                    self.report(found.label(at, "").label(first, "first declared here"));
                }
                self.shader_record = Some(at);
                BufferKind::ShaderRecord
            }
            (None, None) if block.qualifiers.is(Storage::Buffer) => BufferKind::Storage,
            (None, None) => BufferKind::Uniform,
        }
    }

    /// The rules that a block is placed by.
    fn block_packing(&mut self, block: &Block, kind: BufferKind, defaults: Default) -> Packing {
        match block.qualifiers.layout().packing {
            Some((Packing::Std430, at)) if kind == BufferKind::Uniform && block.qualifiers.is(Storage::Uniform) => {
                self.needs(&UNIFORM_STD430, at);
                Packing::Std430
            }
            Some((packing, _)) => packing,
            // "The push_constant … default layout is std430": no other default reaches them.
            None if matches!(kind, BufferKind::PushConstant | BufferKind::ShaderRecord) => Packing::ByKind,
            None => defaults.packing,
        }
    }

    /// Whether `align` does anything in a block, and misaligned offsets are errors: glslang looks at them only where the block itself names its
    /// packing, or is one that has its own default (glslang 12, measured).
    fn keeps_align(&self, block: &Block, kind: BufferKind) -> bool {
        let own = block.qualifiers.layout().packing.is_some() || matches!(kind, BufferKind::PushConstant | BufferKind::ShaderRecord);
        own || !self.is_vulkan()
    }

    /// The alignment that members have which require none.
    fn block_align(&mut self, block: &Block, kind: BufferKind, packing: Packing) -> Option<(Align, Span)> {
        let (align, at) = block.qualifiers.layout().align?;
        self.check_placeable(packing, "align", at);
        if !self.keeps_align(block, kind) {
            self.report_ignored_align(at);
            return None;
        }
        Some((align, at))
    }

    /// What the source says about the place of a member.
    fn place_of(&mut self, qualifiers: &Qualifiers, default: Option<(Align, Span)>, keeps_align: bool) -> Vec<Annotation> {
        let mut annotations = Vec::new();
        if let Some((bytes, span)) = qualifiers.layout().offset {
            annotations.push(Annotation::Offset { bytes: bytes.into(), span });
            annotations.extend((!keeps_align).then_some(Annotation::RoundedOffset));
        }
        match qualifiers.layout().align {
            Some((_, at)) if !keeps_align => self.report_ignored_align(at),
            own => annotations.extend(own.or(default).map(|(align, span)| Annotation::Align { align, span })),
        }
        annotations
    }

    fn report_ignored_align(&mut self, at: Span) {
        let message = "glslang ignores `align` here: the block itself does not specify a packing";
        let found = Diagnostic::warning(&codes::ALIGN_IGNORED, message, at);
        self.report(found.help("add `std140` or `std430` to the qualifiers of the block"));
    }

    /// Whether a member is an array that gets its size from its uses.
    fn is_implicit(&mut self, member: &Member, may_be_unbounded: bool) -> bool {
        let Type::Array { element, count } = self.module.types[member.ty] else { return false };
        let mut inner = element;
        while let Type::Array { element, count } = self.module.types[inner] {
            if count == Count::Runtime {
                let message = format!("only the outermost size of `{}` can be omitted", self.text(member.name));
                self.error(&codes::ARRAY_SIZE, message, member.span);
                return false;
            }
            inner = element;
        }
        if count != Count::Runtime || may_be_unbounded {
            return false;
        }
        self.needs(&IMPLICIT_SIZES, member.span);
        true
    }

    fn add_block(&mut self, block: &Block, kind: ParameterKind, access: Option<Access>) -> ParameterId {
        let layout = block.qualifiers.layout();
        let set = layout.set.map(|(set, _)| set);
        self.missing_bindings.record(layout);
        let binding = layout.slot();
        // The instance of a block that is there to be referred to gets one by default: glslang 12, measured.
        let has_default = layout.buffer_reference.is_some() && block.instance.is_some() && !layout.unbound;
        let span = layout.set.map_or(block.span, |(_, span)| span);
        let binding = binding.or(has_default.then_some(ExplicitBinding { binding: 0, set, span }));
        self.module.parameters.push(Parameter {
            name: block.name,
            qualified_name: block.name,
            span: block.span,
            kind,
            member_of: None,
            dims: if block.dims.unknown { Vec::new() } else { block.dims.counts.clone() },
            registers: Vec::new(),
            binding,
            counter_binding: None,
            counter_offset: None,
            input_attachment: None,
            location: None,
            access,
            used: true,
            written: Spelling::default(),
        })
    }

    /// The type of references to a block.
    pub(super) fn reference_to(&mut self, block: Symbol) -> TypeId {
        let target = self.module.pointer_targets.push(PointerTarget::Undefined);
        self.module.types.intern(Type::Pointer(Pointee::declared(block, Some(target))))
    }

    /// Makes a block the target of its references.
    fn define_target(&mut self, block: Symbol, buffer: BufferId) {
        let ty = self.names.type_of(block);
        if let Some(Type::Pointer(Pointee { target: Some(target), .. })) = ty.map(|ty| self.module.types[ty]) {
            self.module.pointer_targets[target] = PointerTarget::Buffer(buffer);
        }
    }

    /// The names that a block declares.
    fn declare_block(&mut self, block: &Block, kind: BufferKind, reference: bool) {
        if self.text(block.name).starts_with("gl_") {
            self.check_name(block.name, block.span);
        } else if reference {
            // Members of its type are addresses; it may have been announced.
            if let Some(&Entity::Reference { ty, defined: false }) = self.names.lookup(block.name) {
                self.names.change(block.name, Entity::Reference { ty, defined: true });
            } else {
                let ty = self.reference_to(block.name);
                self.declare(block.name, block.span, Entity::Reference { ty, defined: true });
            }
        } else {
            let interface = if kind == BufferKind::Storage { Interfaces::BUFFER } else { Interfaces::UNIFORM };
            self.declare(block.name, block.span, Entity::Block(interface));
        }
        if let Some((name, span)) = block.instance {
            self.check_name(name, span);
            self.declare(name, span, Entity::Variable);
        }
    }
}

/// How a shader can access a block: as its qualifiers say, or those of all of its members.
fn access(block: &Block, body: &Body) -> Access {
    let all_have = |has: fn(&Qualifiers) -> bool| {
        has(&block.qualifiers) || !body.members.is_empty() && body.members.iter().all(|member| has(body.qualifiers_of(member)))
    };
    match (all_have(|of| of.readonly.is_some()), all_have(|of| of.writeonly.is_some())) {
        (true, false) => Access::Read,
        (false, true) => Access::Write,
        _ => Access::ReadWrite,
    }
}
