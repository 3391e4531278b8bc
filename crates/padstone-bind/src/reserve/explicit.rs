//! Explicit bindings of parameters, by target.

use padstone_diag::{Code, Diagnostic, Diagnostics, codes};
use padstone_model::{Annotation, ExplicitBinding, Field, Register, ResourceKind, Type};
use padstone_source::Span;

use crate::binding_rules::RegistersOnVulkan;
use crate::layout_unit::{Amount, LayoutUnit, with_sign as number};
use crate::measure::program::{ExplicitRange, Parameter};
use crate::measure::types::TypeMeasurer;
use crate::target::{ExplicitSource, Target};

/// The explicit bindings of a parameter, in the order of precedence.
pub(crate) fn explicit_ranges(
    types: &TypeMeasurer<'_>,
    field: &Field,
    parameter: &mut Parameter,
    diagnostics: &mut Diagnostics,
) -> Vec<ExplicitRange> {
    let mut places = Vec::new();
    let target = &types.request.target;
    if matches!(target.explicit, ExplicitSource::Registers | ExplicitSource::RegistersOfMetal) {
        if let Some(index) = input_attachment(field) {
            places.push(ExplicitRange {
                kind: LayoutUnit::InputAttachmentIndex,
                index,
                space: 0,
                count: Amount::Finite(1),
                span: field.span,
            });
        }
        places.extend(field.registers().filter_map(|register| by_register(parameter, register, target.explicit)));
        let takes_space = parameter.usage.get(LayoutUnit::SubElementRegisterSpace).is_some_and(|amount| !amount.is_zero());
        let is_ignored = |register: &Register| register.slot.is_none() && !takes_space;
        let ignored = field.registers().filter(is_ignored);
        diagnostics.extend(ignored.map(|register| space_alone(types.module.name(field.name), register)));
        // Outside buffers, libslang 2026.12 treats a packoffset as a register of an unknown class.
        diagnostics.extend(field.packoffset().map(|offset| misplaced_packoffset(offset.span)));
    }
    let is_ignored = target.explicit == ExplicitSource::Bindings && is_varying(parameter);
    if target.explicit != ExplicitSource::None && binding(field).is_none() && !is_ignored {
        field.registers().filter(|register| is_of_no_class(*register)).for_each(|register| diagnostics.push(unknown_class(register)));
    }
    if target.locations {
        by_attributes(types, field, parameter, &mut places, diagnostics);
    }
    places
}

fn input_attachment(field: &Field) -> Option<u64> {
    field.annotations.iter().find_map(|annotation| match annotation {
        Annotation::InputAttachment(index) => Some(number(*index)),
        _ => None,
    })
}

pub(crate) fn binding(field: &Field) -> Option<ExplicitBinding> {
    field.annotations.iter().find_map(|annotation| match annotation {
        Annotation::Binding(binding) => Some(*binding),
        _ => None,
    })
}

/// The binding of ordinary data, which is in an implicit constant buffer, and of the resources that a parameter also contains.
pub(crate) fn binding_of_loose_data(code: &'static Code, name: &str, binding: Span, has_resources: bool) -> Diagnostic {
    let (message, label) = match has_resources {
        true => {
            (format!("the binding of `{name}` applies to its resources only: its data is in the implicit constant buffer"), "for resources")
        }
        false => (format!("the binding of `{name}` is ignored: it is in the implicit constant buffer"), "ignored"),
    };
    Diagnostic::warning(code, message, binding)
        .label(binding, label)
        .help("put it into a `cbuffer` or `ConstantBuffer<…>` to give it a binding")
}

/// The binding or register of a declaration for a target.
pub(crate) fn binding_span(field: &Field, target: &Target) -> Option<Span> {
    let has_registers = matches!(target.explicit, ExplicitSource::Registers | ExplicitSource::RegistersOfMetal);
    let register = || field.registers().find(|register| has_registers && register.slot.is_some());
    binding(field).map(|binding| binding.span).or_else(|| register().map(|register| register.span))
}

/// Whether a parameter contains anything but data, to which its binding applies.
pub(crate) fn has_resources(parameter: &Parameter) -> bool {
    parameter.usage.iter().any(|counter| counter.kind != LayoutUnit::Uniform && !counter.amount.is_zero())
}

/// Whether a parameter takes locations: libslang 2026.12 then ignores its binding and register, also those of its resources. The resources of
/// other `in` and `out` globals are bound like those of all globals.
fn is_varying(parameter: &Parameter) -> bool {
    [LayoutUnit::VaryingInput, LayoutUnit::VaryingOutput].into_iter().any(|unit| parameter.usage.get(unit).is_some())
}

fn by_register(parameter: &Parameter, register: Register, source: ExplicitSource) -> Option<ExplicitRange> {
    let (kind, index, space) = unit_of_register(register)?;
    let kind = match kind {
        // Metal does not distinguish buffers.
        LayoutUnit::UnorderedAccess | LayoutUnit::ShaderResource
            if source == ExplicitSource::RegistersOfMetal && parameter.usage.get(kind).is_none() =>
        {
            LayoutUnit::ConstantBuffer
        }
        kind => kind,
    };
    Some(ExplicitRange { kind, index, space, count: parameter.usage.amount(kind), span: register.span })
}

/// The layout unit, number and space of a register: `register(space2)` is a whole space.
fn unit_of_register(register: Register) -> Option<(LayoutUnit, u64, u64)> {
    let space = number(register.space.unwrap_or(0));
    match register.slot {
        Some((class, index)) => Some((LayoutUnit::of_letter(class)?, number(index), space)),
        None => Some((LayoutUnit::SubElementRegisterSpace, space, 0)),
    }
}

/// `[[vk::…]]` and `layout(…)`; without those `register`, whose number becomes the binding.
fn by_attributes(
    types: &TypeMeasurer<'_>,
    field: &Field,
    parameter: &mut Parameter,
    places: &mut Vec<ExplicitRange>,
    diagnostics: &mut Diagnostics,
) {
    if let Some(count) = parameter.usage.get(LayoutUnit::SpecializationConstant) {
        let id = field.annotations.iter().find_map(|annotation| match annotation {
            Annotation::SpecializationConstant(id) => *id,
            _ => None,
        });
        if let Some(id) = id {
            places.push(ExplicitRange { kind: LayoutUnit::SpecializationConstant, index: number(id), space: 0, count, span: field.span });
        }
        return;
    }
    let location = field.annotations.iter().rev().find_map(|annotation| match annotation {
        Annotation::Location { location, span, .. } => Some((number(*location), *span)),
        _ => None,
    });
    for kind in [LayoutUnit::VaryingInput, LayoutUnit::VaryingOutput] {
        if let (Some((index, span)), Some(count)) = (location, parameter.usage.get(kind)) {
            places.push(ExplicitRange { kind, index, space: 0, count, span });
        }
    }
    if is_varying(parameter) {
        return;
    }
    let is_vulkan = types.request.target.explicit == ExplicitSource::Bindings;
    let before = places.len();
    if let Some(binding) = binding(field).filter(|_| is_vulkan) {
        let (index, set) = (number(binding.binding), number(binding.set.unwrap_or(0)));
        let shifted = parameter.usage.iter().find(|counter| counter.kind.letter().is_some() && !counter.amount.is_zero());
        if let Some(counter) = shifted {
            diagnostics.push(report_ignored_binding(types.module.name(field.name), binding, counter.kind));
        }
        if let Some(count) = parameter.usage.get(LayoutUnit::DescriptorTableSlot) {
            places.push(ExplicitRange { kind: LayoutUnit::DescriptorTableSlot, index, space: set, count, span: binding.span });
        } else if let Some(count) = parameter.usage.get(LayoutUnit::SubElementRegisterSpace) {
            if binding.binding != 0 {
                diagnostics.push(nonzero_binding_of_set(types.module.name(field.name), &types.request.target, binding));
            }
            places.push(ExplicitRange { kind: LayoutUnit::SubElementRegisterSpace, index: set, space: 0, count, span: binding.span });
        }
    }
    if let (true, Some(index), Some(count)) = (is_vulkan, input_attachment(field), parameter.usage.get(LayoutUnit::InputAttachmentIndex)) {
        places.push(ExplicitRange { kind: LayoutUnit::InputAttachmentIndex, index, space: 0, count, span: field.span });
    }
    // libslang 2026.12 also does this for Metal, in addition to the meaning of the register there.
    if places.len() == before && types.rules.registers_on_vulkan == RegistersOnVulkan::AreBindings {
        places.extend(inferred(types, field, parameter, diagnostics));
    }
}

/// A binding from a `register`: E39029 and E39013 of slangc.
fn inferred(types: &TypeMeasurer<'_>, field: &Field, parameter: &mut Parameter, diagnostics: &mut Diagnostics) -> Option<ExplicitRange> {
    let register = field.registers().next();
    let options = &types.request.options;
    let is_group_of_its_own =
        field.annotations.iter().any(|annotation| matches!(annotation, Annotation::PushConstant(_) | Annotation::ShaderRecord(_)));
    let combined = matches!(types.module.types[field.ty], Type::Resource(resource) if resource.kind == ResourceKind::CombinedSampler);
    let name = types.module.name(field.name);
    let has_binding = binding(field).is_some();
    let shifted = !options.shifts.is_empty();
    let mut warn = |register: Register| {
        if !has_binding && !is_group_of_its_own {
            diagnostics.push(no_vulkan_binding(name, register, &types.request.target, combined, shifted));
        }
        !has_binding && !is_group_of_its_own
    };

    let mut warned = false;
    if !shifted {
        warned = register.is_some_and(&mut warn) || is_group_of_its_own;
    }
    let register = register?;
    let (kind, index, space) = unit_of_register(register)?;
    if combined {
        if !warned {
            warn(register);
        }
        return None;
    }
    kind.letter()?;
    let has_options = shifted || options.bind_globals.is_some();
    if has_options && options.shift(kind, space).is_none() && !warned {
        warned = warn(register);
    }
    if warned {
        if shifted {
            return None;
        }
        *parameter.usage.entry(LayoutUnit::DescriptorTableSlot) = Amount::Finite(1);
        return Some(ExplicitRange { kind: LayoutUnit::DescriptorTableSlot, index, space, count: Amount::Finite(1), span: register.span });
    }
    Some(ExplicitRange { kind, index, space, count: *parameter.usage.entry(kind), span: register.span })
}

/// `register(c0)`: E39007 of slangc.
fn is_of_no_class(register: Register) -> bool {
    matches!(register.slot, Some((class, _)) if LayoutUnit::of_letter(class).is_none())
}

/// A space without a register on a parameter that takes no space for this target: libslang 2026.12 ignores it silently.
fn space_alone(name: &str, register: Register) -> Diagnostic {
    let message = format!("the register space of `{name}` is ignored: `{name}` does not take a whole space");
    let found =
        Diagnostic::warning(&codes::SPACE_IGNORED, message, register.span).label(register.span, "register space without a register");
    found.help(format!("write a register too: `register(t0, space{})`", register.space.unwrap_or(0)))
}

fn misplaced_packoffset(span: Span) -> Diagnostic {
    let found = Diagnostic::error(&codes::PACKOFFSET_OUTSIDE, "`packoffset` is allowed only in a constant buffer", span);
    found.label(span, "packoffset outside a constant buffer").help("move it to a `cbuffer`, or use `register`")
}

fn unknown_class(register: Register) -> Diagnostic {
    Diagnostic::error(&codes::REGISTER_UNKNOWN, "Slang does not support registers of this class", register.span)
        .label(register.span, "ignored")
        .help("use class b (CBV), t (SRV), u (UAV), or s (sampler)")
}

fn nonzero_binding_of_set(name: &str, target: &Target, binding: ExplicitBinding) -> Diagnostic {
    let noun = match target.space_noun() {
        "group" => "bind group",
        _ => "descriptor set",
    };
    let message = format!("`{name}` takes a whole {noun} and cannot start at binding {}", binding.binding.cast_signed());
    Diagnostic::error(&codes::WHOLE_SET_BINDING, message, binding.span)
        .label(binding.span, "the binding must be 0")
        .help(format!("write `[[vk::binding(0, {})]]`", binding.set.unwrap_or(0)))
}

fn no_vulkan_binding(name: &str, register: Register, target: &Target, combined: bool, shifted: bool) -> Diagnostic {
    let message = format!("`{name}` has a `register` for D3D, but no `[[vk::binding]]`");
    let is_known = register.slot.is_some_and(|(class, _)| LayoutUnit::of_letter(class).is_some());
    let is_binding = !combined && !shifted && is_known;
    let label = match register.slot {
        _ if target.explicit == ExplicitSource::RegistersOfMetal && is_known => "Slang uses it for Metal".to_owned(),
        Some((_, index)) if is_binding => {
            let (space, noun) = (register.space.unwrap_or(0).cast_signed(), target.space_noun());
            format!("D3D only, but Slang uses it as {noun} {space}, binding {}", index.cast_signed())
        }
        _ if shifted && !combined => "D3D only: ignored without a shift option".to_owned(),
        _ => "D3D only: ignored".to_owned(),
    };
    let found = Diagnostic::warning(&codes::REGISTER_WITHOUT_BINDING, message, register.span).label(register.span, label);
    match (register.slot, combined) {
        (Some((class, _)), false) if LayoutUnit::of_letter(class).is_some() => {
            found.help(format!("add `[[vk::binding(n, set)]]`, or use `-fvk-{}-shift`", class.letter()))
        }
        _ => found.help("add `[[vk::binding(n, set)]]`"),
    }
}

/// A binding on a parameter that is counted as a register until it is shifted: libslang ignores it.
fn report_ignored_binding(name: &str, binding: ExplicitBinding, kind: LayoutUnit) -> Diagnostic {
    let class = kind.letter().unwrap_or('t');
    let message = format!("the binding of `{name}` is ignored: `-fvk-{class}-shift` uses its register");
    Diagnostic::warning(&codes::BINDING_BESIDE_SHIFT, message, binding.span)
        .label(binding.span, "ignored")
        .help(format!("write `register({class}n, spacem)`, which the option shifts, or omit the option"))
}
