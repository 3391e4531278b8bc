//! Memory views: loads, stores and pointers (WGSL, sections 6.4.6 to 6.4.8 and 8.5).

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::operand::ViewPart;
use super::{EvaluationTime, Implicit, MemoryView, Operand, Resolver};
use crate::constant::Value;
use crate::tree::ExprId;
use crate::types::{AccessMode, AddressSpace, Memory, Traits, Type};

impl Resolver<'_> {
    /// The operand that refers to this memory.
    pub(crate) fn memory(&self, memory: Memory) -> Operand {
        let value = Value::sample(&self.types, memory.store);
        Operand { value, known: EvaluationTime::Runtime, place: Some(MemoryView { memory, part: ViewPart::Whole }) }
    }

    /// The load rule (section 6.8.1): a reference used as a value is loaded.
    pub(crate) fn load(&mut self, operand: Operand, span: Span) -> Option<Operand> {
        let Some(place) = operand.place else { return self.load_pointer(operand, span) };
        let ty = place.memory.store;
        let is_handle = place.memory.space == AddressSpace::Handle;
        if !is_handle && !self.types.properties(ty).has(Traits::CONSTRUCTIBLE) {
            let message = format!("cannot read `{}` as a whole", self.type_name(ty));
            let help = match self.types[ty] {
                Type::Atomic(_) => "read it with `atomicLoad(&…)`",
                _ => "read its parts",
            };
            self.error_help(&codes::NOT_LOADABLE, message, span, help);
            return None;
        }
        Some(Operand { place: None, ..operand })
    }

    /// In 2020, a pointer used as a value is loaded.
    fn load_pointer(&mut self, operand: Operand, span: Span) -> Option<Operand> {
        if !self.is_implicit_pointer(&operand) {
            return Some(operand);
        }
        self.note_implicit(span, Implicit::Indirection);
        let memory = self.through_pointer(operand);
        self.load(memory, span)
    }

    fn is_implicit_pointer(&self, operand: &Operand) -> bool {
        self.is_draft() && operand.place.is_none() && matches!(self.types[operand.value.ty()], Type::Pointer(_))
    }

    /// A value or a pointer, as `to` requires: in 2020, a reference used as a pointer gets an implicit `&`.
    pub(crate) fn value_or_pointer(&mut self, id: ExprId, is_pointer: bool) -> Option<Operand> {
        if !(self.is_draft() && is_pointer) {
            return self.value(id);
        }
        let operand = self.expression(id)?;
        if operand.place.is_none() {
            return Some(operand);
        }
        let span = self.nodes[id].span;
        self.note_implicit(span, Implicit::AddressOf);
        self.address_of(&operand, span)
    }

    /// `&operand`
    pub(super) fn address_of(&mut self, operand: &Operand, span: Span) -> Option<Operand> {
        let message = match operand.place {
            Some(MemoryView { memory, part: ViewPart::Whole }) if memory.space != AddressSpace::Handle => {
                let pointer = self.types.intern(Type::Pointer(memory));
                return Some(Operand::new(Value::Zero(pointer), EvaluationTime::Runtime));
            }
            Some(MemoryView { part: ViewPart::Whole, .. }) => "a pointer cannot refer to a texture or sampler",
            Some(_) => "a pointer cannot refer to vector components",
            None => "cannot take the address of a value",
        };
        self.error_help(&codes::NO_REFERENCE, message, span, "apply `&` to a variable, or to its member or element");
        None
    }

    /// `*operand`
    pub(super) fn indirection(&mut self, operand: &Operand, span: Span) -> Option<Operand> {
        let ty = operand.value.ty();
        let Type::Pointer(memory) = self.types[ty] else {
            let message = format!("`*` requires a pointer, found `{}`", self.type_name(ty));
            self.error(&codes::NO_REFERENCE, message, span);
            return None;
        };
        Some(self.memory(memory))
    }

    /// The pointee of a pointer whose member is accessed: `p.x` is `(*p).x` (section 8.5).
    pub(super) fn through_pointer(&self, operand: Operand) -> Operand {
        match self.types[operand.value.ty()] {
            Type::Pointer(memory) => self.memory(memory),
            _ => operand,
        }
    }

    /// The memory to be written; `None` if it is not writable.
    pub(crate) fn target(&mut self, operand: &Operand, span: Span) -> Option<MemoryView> {
        if self.is_implicit_pointer(operand) {
            self.note_implicit(span, Implicit::Indirection);
            let memory = self.through_pointer(operand.clone());
            return self.target(&memory, span);
        }
        let Some(place) = operand.place else {
            let found = Diagnostic::error(&codes::NO_REFERENCE, "cannot assign to a value", span);
            self.report(found.label(span, "").help("declare it with `var`"));
            return None;
        };
        let MemoryView { memory, part } = place;
        if memory.access == AccessMode::Read {
            let message = format!("cannot write to read-only `{}` memory", memory.space.name());
            let help = match memory.space {
                AddressSpace::Storage => "declare the variable with `var<storage, read_write>`",
                _ => "copy it to a `var`, and change the copy",
            };
            self.error_help(&codes::READ_ONLY, message, span, help);
            return None;
        }
        if part == (ViewPart::Swizzle { twice: true }) {
            self.error(&codes::NO_REFERENCE, "cannot assign to a swizzle that repeats a component", span);
            return None;
        }
        if !self.types.properties(memory.store).has(Traits::CONSTRUCTIBLE) {
            let message = format!("cannot assign to `{}` as a whole", self.type_name(memory.store));
            let help = match self.types[memory.store] {
                Type::Atomic(_) => "write it with `atomicStore(&…, value)`",
                _ => "assign to its parts",
            };
            self.error_help(&codes::NOT_LOADABLE, message, span, help);
            return None;
        }
        Some(place)
    }
}
