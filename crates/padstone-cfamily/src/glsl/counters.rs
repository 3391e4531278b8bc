//! Offsets of atomic counters: each takes four bytes of the buffer of its binding, after the counter declared before it (section 4.4.7).

use std::collections::BTreeMap;
use std::ops::Range;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Count, Offset};
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use super::Parser;
use super::keywords::OpaqueClass;
use super::layouts::Layout;
use super::qualifiers::Qualifiers;
use super::storage::Storage;
use super::type_names::{Dimensions, TypeSpec};
use crate::reader::Reader;

/// The buffers of the atomic counters, by binding.
#[derive(Default)]
pub(super) struct CounterBuffers {
    by_binding: FxHashMap<u32, CounterBuffer>,
    /// Whether a preceding declaration of counters has a binding that was not understood.
    is_other_unknown: bool,
}

struct CounterBuffer {
    /// The offset of the next counter without an explicit one; `None` if a preceding declaration was not understood.
    next: Option<u64>,
    /// The counters, by offset.
    taken: BTreeMap<u64, Taken>,
}

#[derive(Clone, Copy)]
struct Taken {
    end: u64,
    name: Symbol,
    span: Span,
}

/// Two counters at one offset.
struct Overlap {
    offset: u64,
    other: Taken,
    /// The end of the last counter.
    free: u64,
}

impl CounterBuffer {
    fn new() -> CounterBuffer {
        CounterBuffer { next: Some(0), taken: BTreeMap::new() }
    }

    fn take(&mut self, bytes: Range<u64>, (name, span): (Symbol, Span)) -> Result<(), Overlap> {
        let before = self.taken.range(..bytes.end).next_back().filter(|(_, taken)| taken.end > bytes.start);
        if let Some((&first, &other)) = before {
            let free = self.taken.last_key_value().map_or(0, |(_, taken)| taken.end);
            return Err(Overlap { offset: bytes.start.max(first), other, free });
        }
        self.taken.insert(bytes.start, Taken { end: bytes.end, name, span });
        Ok(())
    }
}

/// The size of a counter in bytes.
const COUNTER_SIZE: u64 = 4;

impl Parser<'_> {
    /// `layout(binding = 2, offset = 8) uniform atomic_uint;`: the offset of the next counter of a binding. Returns whether it is one.
    pub(super) fn default_counter_offset(&mut self, qualifiers: &Qualifiers, spec: &TypeSpec) -> bool {
        let layout = qualifiers.layout();
        if !is_counter(spec) || !qualifiers.is(Storage::Uniform) || layout.binding.is_none() {
            return false;
        }
        if let Some(buffer) = self.counter_buffer(layout)
            && (layout.offset.is_some() || layout.unplaced)
        {
            buffer.next = layout.offset.filter(|_| !layout.unplaced).map(|(offset, _)| offset.into());
        }
        true
    }

    /// The offset of an atomic counter. Reports one that is taken or not a multiple of 4.
    pub(super) fn locate_counter(&mut self, layout: &Layout, (name, span): (Symbol, Span), dims: &Dimensions) -> Option<Offset> {
        if dims.counts.contains(&Count::Runtime) {
            let message = format!("`{}`, an array of atomic counters, requires a size", self.text(name));
            self.error(&codes::ARRAY_SIZE, message, dims.span.unwrap_or(span));
        }
        let is_other_unknown = self.counters.is_other_unknown;
        let buffer = self.counter_buffer(layout)?;
        let explicit = layout.offset.map(|(offset, _)| u64::from(offset));
        let start = explicit.or(buffer.next.filter(|_| !is_other_unknown)).filter(|_| !layout.unplaced);
        let is_sized = !dims.unknown && dims.counts.iter().all(|count| count.known().is_some());
        let end = start.filter(|_| is_sized).map(|start| start.saturating_add(COUNTER_SIZE.saturating_mul(Count::product(&dims.counts))));
        buffer.next = end;
        let (start, end) = (start?, end?);
        let at = layout.offset.map_or(span, |(_, at)| at);
        if let Err(Overlap { offset, other, free }) = buffer.take(start..end, (name, span)) {
            let (text, other_text) = (self.text(name), self.text(other.name));
            let message = format!("`{text}` overlaps `{other_text}` at offset {offset}");
            let found = Diagnostic::error(&codes::COUNTER_OVERLAP, message, at).label(other.span, format!("`{other_text}` is here"));
            self.report(found.help(format!("write `offset = {free}`, or another free offset")));
            return None;
        }
        if !start.is_multiple_of(COUNTER_SIZE) {
            let message = format!("the offset of an atomic counter must be a multiple of 4, found {start}");
            let found = Diagnostic::error(&codes::LAYOUT_QUALIFIER_VALUE, message, at);
            let below = start - start % COUNTER_SIZE;
            self.report(found.help(format!("write `offset = {below}` or `offset = {}`", below + COUNTER_SIZE)));
            return None;
        }
        Some(Offset::new(start))
    }

    /// The buffer of a binding; `None` if it was not understood.
    fn counter_buffer(&mut self, layout: &Layout) -> Option<&mut CounterBuffer> {
        let CounterBuffers { by_binding, is_other_unknown } = &mut self.counters;
        match layout.slot() {
            Some(slot) => Some(by_binding.entry(slot.binding).or_insert_with(CounterBuffer::new)),
            None => {
                *is_other_unknown = true;
                None
            }
        }
    }
}

pub(super) fn is_counter(spec: &TypeSpec) -> bool {
    spec.opaque.is_some_and(|opaque| opaque.class == OpaqueClass::Counter)
}
