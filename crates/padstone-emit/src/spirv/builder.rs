//! The module under construction: rspirv's builder, with tables of its contents.
//!
//! rspirv finds an existing type by linear search; the tables find it in constant time.

use std::collections::{BTreeSet, HashMap};

use rspirv::dr::{self, Instruction, Operand};
use rspirv::spirv::{
    AddressingModel, Capability, Decoration, ExecutionMode, ExecutionModel, FunctionControl, MemoryModel, Op, SourceLanguage, StorageClass,
    Word,
};

/// A type that SPIR-V requires to be unique.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum UniqueType {
    Void,
    Function(Word),
    Int { bits: u32, signed: bool },
    Float { bits: u32 },
    Vector { component: Word, count: u32 },
    Matrix { column: Word, count: u32 },
    Pointer { class: StorageClass, to: Word },
    Length(u64),
}

/// A SPIR-V module under construction.
pub(super) struct Builder {
    inner: dr::Builder,
    known: HashMap<UniqueType, Word>,
    capabilities: BTreeSet<u32>,
    extensions: BTreeSet<&'static str>,
    addressing: AddressingModel,
    interface: Vec<Word>,
}

impl Builder {
    pub(super) fn new() -> Builder {
        let mut inner = dr::Builder::new();
        inner.set_version(1, 5);
        Builder {
            inner,
            known: HashMap::new(),
            capabilities: BTreeSet::new(),
            extensions: BTreeSet::new(),
            addressing: AddressingModel::Logical,
            interface: Vec::new(),
        }
    }

    /// The finished module, with its generator's number and an empty entry point.
    pub(super) fn finish(mut self, language: SourceLanguage, processed: Option<String>) -> dr::Module {
        self.capability(Capability::Shader);
        for &capability in &self.capabilities {
            self.inner.capability(Capability::from_u32(capability).expect("every number is a capability"));
        }
        self.extensions.iter().for_each(|&extension| self.inner.extension(extension));
        let processed = processed.map(|process| Instruction::new(Op::ModuleProcessed, None, None, vec![Operand::LiteralString(process)]));
        self.inner.module_mut().debug_module_processed.extend(processed);
        self.inner.memory_model(self.addressing, MemoryModel::GLSL450);
        self.inner.source(language, 0, None, None::<String>);
        let void = self.unique(UniqueType::Void, |inner, id| inner.type_void_id(Some(id)));
        let signature = self.unique(UniqueType::Function(void), |inner, id| inner.type_function_id(Some(id), void, []));
        let stages = "a function is begun once, and ended";
        let main = self.inner.begin_function(void, None, FunctionControl::NONE, signature).expect(stages);
        self.inner.begin_block(None).expect(stages);
        self.inner.ret().expect(stages);
        self.inner.end_function().expect(stages);
        self.inner.entry_point(ExecutionModel::GLCompute, main, "main", self.interface);
        self.inner.execution_mode(main, ExecutionMode::LocalSize, [1, 1, 1]);
        self.inner.name(main, "main");
        self.inner.module()
    }

    pub(super) fn capability(&mut self, capability: Capability) {
        self.capabilities.insert(capability as u32);
    }

    pub(super) fn extension(&mut self, name: &'static str) {
        self.extensions.insert(name);
    }

    /// Pointers are addresses: `PhysicalStorageBuffer64`.
    pub(super) fn has_addresses(&mut self) {
        self.capability(Capability::PhysicalStorageBufferAddresses);
        self.addressing = AddressingModel::PhysicalStorageBuffer64;
    }

    pub(super) fn int(&mut self, bits: u32, signed: bool) -> Word {
        match bits {
            8 => self.capability(Capability::Int8),
            16 => self.capability(Capability::Int16),
            64 => self.capability(Capability::Int64),
            _ => {}
        }
        self.unique(UniqueType::Int { bits, signed }, |inner, id| inner.type_int_id(Some(id), bits, signed.into()))
    }

    pub(super) fn float(&mut self, bits: u32) -> Word {
        match bits {
            16 => self.capability(Capability::Float16),
            64 => self.capability(Capability::Float64),
            _ => {}
        }
        self.unique(UniqueType::Float { bits }, |inner, id| inner.type_float_id(Some(id), bits, None))
    }

    pub(super) fn vector(&mut self, component: Word, count: u32) -> Word {
        self.unique(UniqueType::Vector { component, count }, |inner, id| inner.type_vector_id(Some(id), component, count))
    }

    pub(super) fn matrix(&mut self, column: Word, count: u32) -> Word {
        self.unique(UniqueType::Matrix { column, count }, |inner, id| inner.type_matrix_id(Some(id), column, count))
    }

    pub(super) fn pointer(&mut self, class: StorageClass, to: Word) -> Word {
        self.unique(UniqueType::Pointer { class, to }, |inner, id| inner.type_pointer(Some(id), class, to))
    }

    /// A pointer to a struct that is defined later.
    pub(super) fn forward_pointer(&mut self, class: StorageClass) -> Word {
        let id = self.inner.id();
        self.inner.type_forward_pointer(id, class);
        id
    }

    /// Defines a forward-declared pointer.
    pub(super) fn complete_pointer(&mut self, id: Word, class: StorageClass, to: Word) {
        self.inner.type_pointer(Some(id), class, to);
    }

    /// A distinct array type, without a length if it is runtime-sized.
    pub(super) fn array(&mut self, element: Word, count: Option<u64>) -> Word {
        let length = count.map(|count| self.length(count));
        let id = self.inner.id();
        match length {
            Some(length) => self.inner.type_array_id(Some(id), element, length),
            None => self.inner.type_runtime_array_id(Some(id), element),
        }
    }

    /// A distinct struct type.
    pub(super) fn structure(&mut self, members: impl IntoIterator<Item = Word>) -> Word {
        let id = self.inner.id();
        self.inner.type_struct_id(Some(id), members)
    }

    /// A variable, which the shader lists in its interface if it is `listed`.
    pub(super) fn variable(&mut self, class: StorageClass, ty: Word, listed: bool) -> Word {
        let pointer = self.pointer(class, ty);
        let variable = self.inner.variable(pointer, None, class, None);
        self.interface.extend(listed.then_some(variable));
        variable
    }

    pub(super) fn name(&mut self, id: Word, name: &str) {
        if !name.is_empty() {
            self.inner.name(id, shortened(name));
        }
    }

    pub(super) fn member_name(&mut self, structure: Word, member: u32, name: &str) {
        if !name.is_empty() {
            self.inner.member_name(structure, member, shortened(name));
        }
    }

    pub(super) fn decorate(&mut self, id: Word, decoration: Decoration, number: Option<u32>) {
        self.inner.decorate(id, decoration, number.map(Operand::LiteralBit32));
    }

    pub(super) fn decorate_member(&mut self, structure: Word, member: u32, decoration: Decoration, number: Option<u32>) {
        self.inner.member_decorate(structure, member, decoration, number.map(Operand::LiteralBit32));
    }

    /// `UserSemantic` strings, which do not affect a shader: on a variable, or on a member of a struct.
    pub(super) fn semantic(&mut self, id: Word, member: Option<u32>, words: String) {
        self.extension("SPV_GOOGLE_hlsl_functionality1");
        let op = if member.is_some() { Op::MemberDecorateString } else { Op::DecorateString };
        let member = member.map(Operand::LiteralBit32);
        let statement = [Operand::Decoration(Decoration::UserSemantic), Operand::LiteralString(words)];
        let operands = [Operand::IdRef(id)].into_iter().chain(member).chain(statement).collect();
        self.inner.module_mut().annotations.push(Instruction::new(op, None, None, operands));
    }

    fn length(&mut self, count: u64) -> Word {
        let narrow = u32::try_from(count).ok();
        let ty = self.int(if narrow.is_some() { 32 } else { 64 }, false);
        if let Some(&known) = self.known.get(&UniqueType::Length(count)) {
            return known;
        }
        let constant = match narrow {
            Some(count) => self.inner.constant_bit32(ty, count),
            None => self.inner.constant_bit64(ty, count),
        };
        self.known.insert(UniqueType::Length(count), constant);
        constant
    }

    fn unique(&mut self, ty: UniqueType, make: impl FnOnce(&mut dr::Builder, Word) -> Word) -> Word {
        if let Some(&known) = self.known.get(&ty) {
            return known;
        }
        let id = self.inner.id();
        self.known.insert(ty, id);
        make(&mut self.inner, id)
    }
}

/// An instruction has at most 65,535 words. Real names are far shorter.
fn shortened(name: &str) -> &str {
    const LONGEST: usize = 200_000;
    let end = (0..=name.len().min(LONGEST)).rev().find(|&end| name.is_char_boundary(end));
    &name[..end.unwrap_or(0)]
}
