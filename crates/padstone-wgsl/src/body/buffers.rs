//! The functions that view a `buffer` as a type (WGSL, section 17.5, the language extension `buffer_view`).

use padstone_diag::codes;
use padstone_source::Span;

use super::calls::{ArgumentMatch, OverloadMatch};
use crate::constant::Value;
use crate::predeclared::RuntimeFunction;
use crate::resolve::{CallResult, EvaluationTime, Operand, Resolver};
use crate::scalar::Number;
use crate::types::{Count, Memory, Traits, Type, TypeId};

impl Resolver<'_> {
    /// `bufferLength(p)`, and the functions with a template list, `bufferView<T>(p, offset)` and `bufferArrayView<T>(p, offset, size)`.
    pub(super) fn call_buffer(
        &mut self,
        function: RuntimeFunction,
        view_type: Option<TypeId>,
        operands: &[Operand],
        span: Span,
    ) -> OverloadMatch {
        let is_view = function != RuntimeFunction::BufferLength;
        let Some((memory, bytes)) = operands.first().and_then(|pointer| self.buffer(pointer)) else { return OverloadMatch::Not };
        match (view_type, &operands[1..]) {
            (None, []) if !is_view => OverloadMatch::Matches(CallResult::Value(self.runtime(TypeId::U32))),
            (Some(view_type), [offset]) if function == RuntimeFunction::BufferView => {
                self.view(memory, bytes, view_type, offset, None, function, span)
            }
            (Some(view_type), [offset, size]) if function == RuntimeFunction::BufferArrayView => {
                self.view(memory, bytes, view_type, offset, Some(size), function, span)
            }
            _ => OverloadMatch::Not,
        }
    }

    /// The memory of the `buffer` that a pointer points to, and its size if known.
    fn buffer(&self, pointer: &Operand) -> Option<(Memory, Option<u64>)> {
        let Type::Pointer(memory) = self.types[pointer.value.ty()] else { return None };
        let Type::Buffer(count) = self.types[memory.store] else { return None };
        Some((memory, if let Count::Known(bytes) = count { Some(bytes.into()) } else { None }))
    }

    #[expect(clippy::too_many_arguments, reason = "the parameters are those of the call")]
    fn view(
        &mut self,
        memory: Memory,
        bytes: Option<u64>,
        view_type: TypeId,
        offset: &Operand,
        size: Option<&Operand>,
        function: RuntimeFunction,
        span: Span,
    ) -> OverloadMatch {
        let name = function.name();
        let shown = self.type_name(view_type).to_string();
        let properties = *self.types.properties(view_type);
        let reject = |this: &mut Self, message: String| {
            this.error(&codes::STORE_TYPE, message, span);
            OverloadMatch::Reported
        };
        if !properties.has(Traits::HOST_SHAREABLE) || matches!(self.types[view_type], Type::Buffer(_)) {
            return reject(self, format!("`{name}` cannot view a buffer as `{shown}`, which is not host-shareable"));
        }
        if properties.has(Traits::CONTAINS_ATOMIC) {
            return reject(self, format!("`{name}` cannot view a buffer as `{shown}`, which contains atomics"));
        }
        if size.is_some() && properties.has(Traits::FIXED) {
            return reject(self, format!("`{name}` requires a type that ends with a runtime-sized array, found `{shown}`"));
        }
        for operand in [Some(offset), size].into_iter().flatten() {
            if !operand.value.as_number().is_some_and(|number| number.scalar().is_integer()) {
                return OverloadMatch::Not;
            }
        }
        let align = properties.align.bytes();
        let offset = match self.known_bytes(offset, "the offset", span) {
            Ok(offset) => offset,
            Err(ArgumentMatch::Reported) => return OverloadMatch::Reported,
            Err(_) => None,
        };
        let wrong = |this: &mut Self, message: String| {
            this.error(&codes::INDEX_OUT_OF_BOUNDS, message, span);
            OverloadMatch::Reported
        };
        if let Some(offset) = offset {
            if offset % align != 0 {
                return wrong(self, format!("offset {offset} is not a multiple of {align}, the alignment of `{shown}`"));
            }
            if let Some(bytes) = bytes.filter(|&bytes| offset.saturating_add(properties.size) > bytes) {
                return wrong(
                    self,
                    format!("`{shown}` is {} bytes and does not fit at offset {offset} of a buffer of {bytes} bytes", properties.size),
                );
            }
        }
        if let Some(size) = size {
            let known = match self.known_bytes(size, "the size", span) {
                Ok(size) => size,
                Err(ArgumentMatch::Reported) => return OverloadMatch::Reported,
                Err(_) => None,
            };
            if let (Some(size), Some((position, stride))) = (known, self.runtime_array(view_type)) {
                if size < position.saturating_add(stride) {
                    return wrong(self, format!("size {size} is too small for one element of `{shown}`"));
                }
                if (size - position) % stride != 0 {
                    return wrong(self, format!("`{shown}` has stride {stride}, and size {size} is not a whole number of elements"));
                }
                if let Some(bytes) = bytes.filter(|&bytes| offset.is_some_and(|offset| offset.saturating_add(size) > bytes)) {
                    return wrong(self, format!("size {size} does not fit in a buffer of {bytes} bytes"));
                }
            }
        }
        let pointer = self.types.intern(Type::Pointer(Memory { store: view_type, ..memory }));
        OverloadMatch::Matches(CallResult::Value(Operand::new(Value::sample(&self.types, pointer), EvaluationTime::Runtime)))
    }

    /// The offset of the first element of a runtime-sized array, and its stride.
    fn runtime_array(&self, ty: TypeId) -> Option<(u64, u64)> {
        match self.types[ty] {
            Type::Array { element, count: Count::Runtime } => Some((0, self.types.properties(element).stride())),
            _ => None,
        }
    }

    /// The value of an operand in bytes, if it is known and not negative.
    fn known_bytes(&mut self, operand: &Operand, role: &str, span: Span) -> Result<Option<u64>, ArgumentMatch> {
        let number = operand.value.as_number().and_then(Number::as_integer).filter(|_| operand.is_constant());
        match number.map(u64::try_from) {
            None => Ok(None),
            Some(Ok(bytes)) => Ok(Some(bytes)),
            Some(Err(_)) => {
                self.error(&codes::INDEX_OUT_OF_BOUNDS, format!("{role} cannot be negative"), span);
                Err(ArgumentMatch::Reported)
            }
        }
    }
}
