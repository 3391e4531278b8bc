//! Binding locations as text.

use padstone_bind::{Amount, ExplicitSource, LayoutUnit, LeafSlot, ProgramLayout, UNKNOWN_SPACE};

/// The strides of nested arrays, outermost first: `strides 6, 2 and 1`. `None` if all elements have one location.
pub(crate) fn stride_text(strides: &[u64]) -> Option<String> {
    let (last, others) = strides.split_last().filter(|_| strides.iter().any(|&stride| stride > 0))?;
    let others: Vec<String> = others.iter().map(u64::to_string).collect();
    Some(if others.is_empty() { format!("stride {last}") } else { format!("strides {} and {last}", others.join(", ")) })
}

/// The heading for the rows of a space: `set 0`. Function arguments of Metal have none.
pub(crate) fn table_heading(layout: &ProgramLayout, number: u64) -> String {
    match number {
        0 if layout.target.explicit == ExplicitSource::RegistersOfMetal => "arguments".to_owned(),
        0 if !layout.rules.has_spaces() => "bindings".to_owned(),
        _ => format!("{} {}", layout.target.space_noun(), space(number)),
    }
}

/// The sort key of tables and lines.
pub(crate) fn key(layout: &ProgramLayout, slot: &LeafSlot) -> (u8, u64, char, u64) {
    let index = slot.index.finite().unwrap_or(u64::MAX);
    match slot.kind {
        LayoutUnit::ConstantBuffer | LayoutUnit::ShaderResource | LayoutUnit::UnorderedAccess | LayoutUnit::SamplerState
            if layout.target.explicit != ExplicitSource::Bindings =>
        {
            (0, slot.space, letter(slot.kind), index)
        }
        LayoutUnit::DescriptorTableSlot
        | LayoutUnit::ConstantBuffer
        | LayoutUnit::ShaderResource
        | LayoutUnit::UnorderedAccess
        | LayoutUnit::SamplerState => (0, slot.space, ' ', index),
        _ => (1, 0, ' ', index),
    }
}

/// The attribute that specifies a slot in Metal, such as `buffer` in `[[buffer(1)]]`.
pub(crate) fn metal_attribute(layout: &ProgramLayout, kind: LayoutUnit) -> Option<&'static str> {
    kind.metal_attribute().filter(|_| layout.target.explicit == ExplicitSource::RegistersOfMetal)
}

/// `t3`, `t0 to t7`, `binding 2`, `texture(1)`, `push constants 0`.
pub(crate) fn location_text(layout: &ProgramLayout, slot: &LeafSlot) -> String {
    let argument = metal_attribute(layout, slot.kind);
    if let (Some(argument), Amount::Finite(index)) = (argument, slot.index) {
        return match slot.count {
            Amount::Finite(count @ 2..) => format!("{argument}({index}) to {argument}({})", index.saturating_add(count - 1)),
            Amount::Unbounded => format!("{argument}({index}) and up (unbounded)"),
            Amount::Unknown => format!("{argument}({index}) and unknown"),
            Amount::Finite(_) => format!("{argument}({index})"),
        };
    }
    if let (Some(argument), Amount::Unbounded | Amount::Unknown) = (argument, slot.index) {
        return format!("{argument}(unknown)");
    }
    let word = match slot.kind {
        LayoutUnit::ConstantBuffer | LayoutUnit::ShaderResource | LayoutUnit::UnorderedAccess | LayoutUnit::SamplerState
            if layout.target.explicit != ExplicitSource::Bindings =>
        {
            letter(slot.kind).to_string()
        }
        LayoutUnit::DescriptorTableSlot
        | LayoutUnit::ConstantBuffer
        | LayoutUnit::ShaderResource
        | LayoutUnit::UnorderedAccess
        | LayoutUnit::SamplerState => "binding ".to_owned(),
        LayoutUnit::PushConstantBuffer => "push constants ".to_owned(),
        LayoutUnit::ShaderRecord => "shader record ".to_owned(),
        LayoutUnit::SpecializationConstant => "constant id ".to_owned(),
        LayoutUnit::InputAttachmentIndex => "input attachment ".to_owned(),
        LayoutUnit::MetalArgumentBufferElement => "id ".to_owned(),
        LayoutUnit::RayPayload => "payload ".to_owned(),
        LayoutUnit::HitAttributes => "hit attributes ".to_owned(),
        LayoutUnit::CallablePayload => "call data ".to_owned(),
        _ => String::new(),
    };
    match (slot.index, slot.count) {
        (Amount::Finite(index), Amount::Finite(count @ 2..)) => {
            let last = index.saturating_add(count - 1);
            let prefix = if word.len() == 1 { &*word } else { "" };
            format!("{word}{index} to {prefix}{last}")
        }
        (Amount::Finite(index), Amount::Unbounded) => format!("{word}{index} and up (unbounded)"),
        (Amount::Finite(index), Amount::Unknown) => format!("{word}{index} and unknown"),
        (Amount::Finite(index), _) => format!("{word}{index}"),
        // The host program identifies an `override` without an id by its name.
        (Amount::Unknown, _) if slot.kind == LayoutUnit::SpecializationConstant => "constant by name".to_owned(),
        _ => format!("{} unknown", word.trim_end()),
    }
}

/// A location with its space: `set 0, binding 2`.
pub(crate) fn place_in_space(layout: &ProgramLayout, slot: &LeafSlot) -> String {
    match key(layout, slot).0 {
        0 if layout.target.explicit != ExplicitSource::RegistersOfMetal && layout.rules.has_spaces() => {
            format!("{} {}, {}", layout.target.space_noun(), space(slot.space), location_text(layout, slot))
        }
        _ => location_text(layout, slot),
    }
}

fn space(number: u64) -> String {
    if number == UNKNOWN_SPACE { "unknown".to_owned() } else { number.to_string() }
}

fn letter(kind: LayoutUnit) -> char {
    match kind {
        LayoutUnit::ConstantBuffer => 'b',
        LayoutUnit::ShaderResource => 't',
        LayoutUnit::UnorderedAccess => 'u',
        _ => 's',
    }
}
