//! Combines the results of the steps for a program.

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use rustc_hash::FxHashMap;

use crate::allocate::program::GlobalsBuffer;
use crate::diagnose::shared_slots::{self, MeasuredProgram};
use crate::diagnose::{codegen_mismatch, push_constants};
use crate::layout::{UnitLayout, Variable};
use crate::layout_unit::LayoutUnit;
use crate::measure::program::{MeasuredEntryPoint, Parameter, Required};
use crate::measure::types::TypeMeasurer;
use crate::program_layout::{DefaultBuffer, EntryLayout, ProgramLayout};
use crate::reserve::Used;
use crate::target::Bindless;

pub(crate) fn collect(
    mut types: TypeMeasurer<'_>,
    required: Required,
    used: Used,
    buffer: GlobalsBuffer,
    mut diagnostics: Diagnostics,
) -> ProgramLayout {
    let bindless_space = bindless(&types, &used, &mut diagnostics);
    let measured = MeasuredProgram::new(types.module, &required, !types.request.options.shifts.is_empty());
    let Required { order, parameters, entries, .. } = required;
    let explicit: Vec<Vec<LayoutUnit>> =
        parameters.iter().map(|parameter| parameter.explicit.iter().map(|place| place.kind).collect()).collect();
    let globals = parameters.into_iter().filter(|parameter| parameter.entry.is_none());
    let globals = globals.map(|parameter| global(&mut types, parameter)).collect();
    diagnostics.append(codegen_mismatch::report(&mut types, &entries));
    let globals_buffer = (!buffer.bytes.is_zero()).then_some(DefaultBuffer { place: buffer.place, bytes: buffer.bytes });
    let module = types.module;
    let mut layout = ProgramLayout {
        rules: types.request.rules,
        target: types.request.target,
        globals,
        bound: Vec::new(),
        globals_buffer,
        entries: entries.into_iter().map(entry).collect(),
        bindless_space,
        link_time: types.link_time,
        unknowns: types.unknowns,
        bits: FxHashMap::default(),
        open_kinds: Vec::new(),
        unsettled: FxHashMap::default(),
        diagnostics,
        types: types.all,
        bytes: types.bytes,
    };
    layout.note_link_time_units(module);
    layout.note_unsettled(module, &order, &explicit);
    layout.forget_unknown_bytes();
    let found = shared_slots::report(module, &layout, &measured);
    layout.diagnostics.append(found);
    let found = push_constants::report(module, &layout);
    layout.diagnostics.append(found);
    layout
}

/// A parameter that takes more layout units than its type, for example because of a register for D3D, has a separate layout.
fn global(types: &mut TypeMeasurer<'_>, parameter: Parameter) -> Variable {
    let Parameter { mut variable, usage, .. } = parameter;
    if types.get(variable.layout).usage != usage {
        let layout = UnitLayout { usage, ..types.get(variable.layout).clone() };
        variable.layout = types.push(layout);
    }
    variable
}

fn entry(entry: MeasuredEntryPoint) -> EntryLayout {
    let MeasuredEntryPoint { index, parameters, result, usage, places, bytes, sample_rate, explicit } = entry;
    EntryLayout {
        index,
        parameters,
        explicit,
        result,
        usage,
        places,
        bytes,
        sample_rate,
        unsettled: Vec::new(),
        unsettled_parameters: FxHashMap::default(),
    }
}

/// The space of the bindless resource heap: the first free one.
fn bindless(types: &TypeMeasurer<'_>, used: &Used, diagnostics: &mut Diagnostics) -> Option<u64> {
    let options = &types.request.options;
    let is_reserved = match types.request.target.bindless {
        Bindless::Always => true,
        Bindless::Never => false,
        Bindless::FromShaderModel66 => match &options.capabilities {
            Some(capabilities) => capabilities.model >= (6, 6),
            None => options.shader_model.map_or_else(|| types.have_handles(), |model| model >= (6, 6)),
        },
    };
    if !is_reserved {
        return None;
    }
    let requested = options.bindless_space.map_or(0, u64::from);
    let found = used.spaces.first_free_from(requested);
    if options.bindless_space.is_some() && found != requested {
        let message = format!("bindless space {requested} is unavailable; Slang uses space {found}");
        let found = Diagnostic::without_place(&codes::BINDLESS_SPACE_TAKEN, message);
        diagnostics.push(Diagnostic { severity: Severity::Warning, ..found });
    }
    Some(found)
}
