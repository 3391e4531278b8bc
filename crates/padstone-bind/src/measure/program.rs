//! The usage of each parameter and each entry point of a program.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Annotation, Direction, EntryPoint, Field, Module, ResourceKind, SignatureId, Stage, Type};
use padstone_source::Span;
use rustc_hash::FxHashSet;

use crate::binding_rules::EntryBindings;
use crate::collect::program::GlobalOrEntry;
use crate::content_rules::ContentRules;
use crate::layout::{LayoutId, TypeStructure, UnitLayout, Variable, VariableDeclaration};
use crate::layout_unit::{Amount, LayoutUnit, UnitCounters, UnitOffsets};
use crate::measure::scope::ScopeBytes;
use crate::measure::types::{TypeMeasurer, VaryingLayouter};
use crate::reserve::Ranges;
use crate::target::{EntryTail, EntryUniforms};

/// All parameters, in the order of assignment.
#[derive(Default)]
pub(crate) struct Required {
    pub(crate) order: Vec<AllocationStep>,
    /// The global parameters, then the parameters of entry points that the source binds.
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) entries: Vec<MeasuredEntryPoint>,
    /// The number of `u` registers of render targets, in old shader models.
    pub(crate) target_registers: Vec<(u64, u64)>,
    /// The pairs of parameters that overlap because of a shift, which has been reported.
    pub(crate) shifted_onto: Vec<(usize, usize)>,
}

/// A step of the allocation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AllocationStep {
    /// A parameter.
    Parameter(usize),
    /// An entry point.
    Entry(usize),
}

/// A parameter that is bound by itself: a global one, or one of an entry point with an explicit binding.
pub(crate) struct Parameter {
    pub(crate) variable: Variable,
    pub(crate) usage: UnitCounters,
    pub(crate) span: Span,
    /// The declaration that determines its location.
    pub(crate) placed_by: VariableDeclaration,
    /// Its entry point, and its index there.
    pub(crate) entry: Option<(usize, usize)>,
    /// The explicit bindings in the source, by layout unit.
    pub(crate) explicit: Vec<ExplicitRange>,
}

/// An explicit binding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExplicitRange {
    pub(crate) kind: LayoutUnit,
    pub(crate) index: u64,
    pub(crate) space: u64,
    pub(crate) count: Amount,
    /// The span; the declaration, if it has none.
    pub(crate) span: Span,
}

impl Parameter {
    /// The first declaration.
    pub(crate) fn declaration<'a>(&self, module: &'a Module) -> Option<&'a Field> {
        self.variable.source.field(module)
    }

    /// The explicit binding for a layout unit, if the parameter takes that unit.
    pub(crate) fn explicit(&self, kind: LayoutUnit) -> Option<&ExplicitRange> {
        self.explicit.iter().find(|explicit| explicit.kind == kind && !explicit.count.is_zero())
    }
}

/// An entry point.
pub(crate) struct MeasuredEntryPoint {
    /// The index in the module.
    pub(crate) index: usize,
    pub(crate) parameters: Vec<Variable>,
    pub(crate) result: Option<Variable>,
    /// The amounts of the program's layout units that it takes.
    pub(crate) usage: UnitCounters,
    /// The start of its range in each of these units.
    pub(crate) places: UnitOffsets,
    /// The size of its uniform parameters in bytes.
    pub(crate) bytes: Amount,
    pub(crate) sample_rate: bool,
    /// The layout units in which the source binds a parameter. Its location in these is that in the program.
    pub(crate) explicit: FxHashSet<(VariableDeclaration, LayoutUnit)>,
}

/// The layout units that each entry point counts separately.
const OWN: [LayoutUnit; 6] = [
    LayoutUnit::VaryingInput,
    LayoutUnit::VaryingOutput,
    LayoutUnit::ShaderRecord,
    LayoutUnit::HitAttributes,
    LayoutUnit::ExistentialObjectParam,
    LayoutUnit::ExistentialTypeParam,
];

pub(crate) fn require(types: &mut TypeMeasurer<'_>, order: &[GlobalOrEntry], diagnostics: &mut Diagnostics) -> Required {
    let mut required = Required::default();
    let mut of_entries = Vec::new();
    for &item in order {
        match item {
            GlobalOrEntry::Global { index, placed_by } => {
                let field = &types.module.program.globals[index].variable;
                let layout = global(types, field);
                types.report_rejected(types.module.name(field.name), field.span, diagnostics);
                let usage = types.get(layout).usage.clone();
                required.order.push(AllocationStep::Parameter(required.parameters.len()));
                let variable = Variable::new(VariableDeclaration::Global(index), layout);
                let placed_by = VariableDeclaration::Global(placed_by);
                required.parameters.push(Parameter { variable, usage, span: field.span, placed_by, entry: None, explicit: Vec::new() });
            }
            GlobalOrEntry::Entry(index) => {
                let EntryPoint { stage: Some(stage), signature: Some(id), .. } = types.module.entry_points[index] else { continue };
                required.order.push(AllocationStep::Entry(required.entries.len()));
                let entry = entry_point(types, index, (stage, id), &mut required.target_registers, diagnostics);
                of_entries.extend(bound_by_source(types, required.entries.len(), &entry));
                required.entries.push(entry);
            }
        }
    }
    required.parameters.append(&mut of_entries);
    required
}

/// The uniform parameters of an entry point whose explicit bindings have an effect.
fn bound_by_source(types: &TypeMeasurer<'_>, entry: usize, measured: &MeasuredEntryPoint) -> Vec<Parameter> {
    if types.rules.entry_bindings == EntryBindings::Ignored {
        return Vec::new();
    }
    let bound = measured.parameters.iter().enumerate().filter_map(|(index, variable)| {
        let field = variable.source.field(types.module)?;
        let is_bound = |annotation: &Annotation| matches!(annotation, Annotation::Binding(_) | Annotation::Register(_));
        (direction(field) == Direction::Uniform && field.annotations.iter().any(is_bound)).then(|| Parameter {
            variable: variable.clone(),
            usage: types.get(variable.layout).usage.clone(),
            span: field.span,
            placed_by: variable.source,
            entry: Some((entry, index)),
            explicit: Vec::new(),
        })
    });
    bound.collect()
}

/// The usage of a global parameter.
fn global(types: &mut TypeMeasurer<'_>, field: &Field) -> LayoutId {
    let family = types.request.target.family;
    let resource = match types.module.types[field.ty] {
        Type::Resource(resource) => Some(resource),
        _ => None,
    };
    let is_constant_buffer = resource.is_some_and(|resource| resource.kind == ResourceKind::ConstantBuffer);
    // The contents of a block are not passed between stages.
    let is_block = resource.is_some_and(|resource| {
        matches!(resource.kind, ResourceKind::ConstantBuffer | ResourceKind::TextureBuffer | ResourceKind::ParameterBlock)
    });
    let has = |requested: fn(&Annotation) -> bool| field.annotations.iter().any(requested);
    let rules = if is_constant_buffer && has(|annotation| matches!(annotation, Annotation::ShaderRecord(_))) {
        family.shader_record
    } else if is_constant_buffer && has(|annotation| matches!(annotation, Annotation::PushConstant(_))) {
        family.push_constants
    } else if has(|annotation| matches!(annotation, Annotation::SpecializationConstant(_))) {
        family.specialization.unwrap_or(family.constants)
    } else if has(|annotation| matches!(annotation, Annotation::Direction(Direction::In))) && !is_block {
        family.varying_input
    } else if has(|annotation| matches!(annotation, Annotation::Direction(_))) && !is_block {
        family.varying_output
    } else {
        match resource {
            Some(resource) if is_constant_buffer => family.constants_for(resource.packing),
            _ => family.constants,
        }
    };
    types.of(field.ty, rules)
}

/// The parameters of an entry point, without their locations.
fn entry_point(
    types: &mut TypeMeasurer<'_>,
    index: usize,
    (stage, id): (Stage, SignatureId),
    target_registers: &mut Vec<(u64, u64)>,
    diagnostics: &mut Diagnostics,
) -> MeasuredEntryPoint {
    let module = types.module;
    let signature = &module.program.signatures[id];
    let (_, uniform_rules) = rules_of(types, stage);
    let mut varying = VaryingLayouter { types, stage, target_registers, sample_rate: false, parts: 0, bools: None, diagnostics };
    let mut parameters = Vec::with_capacity(signature.parameters.len());
    for (position, field) in signature.parameters.iter().enumerate() {
        let source = VariableDeclaration::Parameter(id, position);
        let direction = direction(field);
        // A stage input or output has no binding, whatever the rules say of others.
        let bindings = if direction == Direction::Uniform { varying.types.rules.entry_bindings } else { EntryBindings::Ignored };
        report_ignored_binding(bindings, module.name(field.name), field, varying.diagnostics);
        match direction {
            Direction::Uniform => {
                let layout = varying.types.of(field.ty, uniform_rules);
                parameters.push(Variable { stage: Some(stage), ..Variable::new(source, layout) });
            }
            direction => match varying.variable(source, field, direction) {
                Some(variable) => parameters.push(variable),
                None => not_varying(module.name(field.name), field, varying.diagnostics),
            },
        }
        varying.types.report_rejected(module.name(field.name), field.span, varying.diagnostics);
    }
    let result = signature.result.as_ref().and_then(|field| varying.variable(VariableDeclaration::Result(id), field, Direction::Out));
    let sample_rate = varying.sample_rate;
    MeasuredEntryPoint {
        index,
        parameters,
        result,
        usage: UnitCounters::default(),
        places: UnitOffsets::default(),
        bytes: Amount::Finite(0),
        sample_rate,
        explicit: FxHashSet::default(),
    }
}

/// Measures entry points: the parameters that the source does not bind are bound together.
pub(crate) fn require_entries(types: &mut TypeMeasurer<'_>, required: &mut Required) {
    for entry in &mut required.entries {
        if let Some(stage) = types.module.entry_points[entry.index].stage {
            require_entry(types, stage, entry);
        }
    }
}

fn require_entry(types: &mut TypeMeasurer<'_>, stage: Stage, entry: &mut MeasuredEntryPoint) {
    let (scope_rules, _) = rules_of(types, stage);
    let MeasuredEntryPoint { parameters, result, explicit, .. } = entry;
    let (mut inside, scope) = measure_scope(types, parameters, explicit, scope_rules);
    let bytes = match types.request.target.entry_tail {
        EntryTail::AsStructs => scope.end(),
        EntryTail::Unpadded => scope.used(),
    };
    inside.add(LayoutUnit::Uniform, bytes);
    entry.bytes = if scope.is_unknown() { Amount::Unknown } else { bytes };
    if let Some(result) = result {
        for counter in types.get(result.layout).usage.clone().iter() {
            let before = inside.entry(counter.kind);
            result.places.set(counter.kind, *before, 0);
            *before = before.plus(counter.amount);
        }
    }
    inside.remove(&OWN);
    let element = types.push(UnitLayout { ty: None, usage: inside, align: 1, shape: TypeStructure::Struct(Vec::new()) });
    let scope = types.scope(element, scope_rules);
    if let TypeStructure::Group(group) = &types.get(scope).shape {
        let container = group.container.clone();
        parameters.iter_mut().for_each(|variable| shift_past_container(variable, explicit, &container));
    }
    entry.usage = types.get(scope).usage.clone();
    entry.usage.remove(&OWN);
}

/// Moves parameters past the buffer of their scope, which comes first.
fn shift_past_container(variable: &mut Variable, explicit: &FxHashSet<(VariableDeclaration, LayoutUnit)>, container: &UnitCounters) {
    let source = variable.source;
    let is_shifted = |kind: LayoutUnit| kind != LayoutUnit::Uniform && !explicit.contains(&(source, kind));
    for place in variable.places.iter_mut().filter(|place| is_shifted(place.kind)) {
        place.index = place.index.plus(container.amount(place.kind));
    }
}

/// The rules for the scope of an entry point, and those for its uniform parameters.
fn rules_of(types: &TypeMeasurer<'_>, stage: Stage) -> (&'static ContentRules, &'static ContentRules) {
    let family = types.request.target.family;
    let scope = match types.request.target.entry_uniforms {
        EntryUniforms::Constants => family.constants,
        EntryUniforms::PushConstants if stage.is_ray_tracing() => family.shader_record,
        EntryUniforms::PushConstants => family.push_constants,
    };
    (scope, family.entry_uniforms)
}

pub(crate) fn direction(field: &Field) -> Direction {
    field
        .annotations
        .iter()
        .find_map(|annotation| match annotation {
            Annotation::Direction(direction) => Some(*direction),
            _ => None,
        })
        .unwrap_or(Direction::In)
}

/// Binds the parameters of a scope, those with explicit locations first. Returns their usage without bytes, and their bytes. The layout
/// units of `explicit` are not part of the scope.
fn measure_scope(
    types: &TypeMeasurer<'_>,
    parameters: &mut [Variable],
    explicit: &FxHashSet<(VariableDeclaration, LayoutUnit)>,
    rules: &'static ContentRules,
) -> (UnitCounters, ScopeBytes) {
    let mut bytes = ScopeBytes::new(rules);
    let mut ranges: Vec<(LayoutUnit, Ranges)> = Vec::new();
    let units = |variable: &Variable| {
        let source = variable.source;
        types.get(variable.layout).usage.iter().filter(move |counter| !explicit.contains(&(source, counter.kind)))
    };
    for (index, variable) in parameters.iter_mut().enumerate() {
        for counter in units(variable) {
            if counter.kind == LayoutUnit::Uniform {
                let offset = bytes.add(counter.amount, types.get(variable.layout).align);
                variable.places.set(LayoutUnit::Uniform, offset, 0);
            } else if let Some(place) = variable.places.get(counter.kind) {
                let Some(first) = place.index.finite() else { continue };
                ranges_of_unit(&mut ranges, counter.kind).take(Some(index), first, counter.amount.end(first));
            }
        }
    }
    let mut usage = UnitCounters::default();
    for (index, variable) in parameters.iter_mut().enumerate() {
        for counter in units(variable).filter(|counter| counter.kind != LayoutUnit::Uniform) {
            if variable.places.get(counter.kind).is_none() {
                let first = ranges_of_unit(&mut ranges, counter.kind).allocate(Some(index), counter.amount.end(0));
                variable.places.set(counter.kind, Amount::numbered(first), 0);
            }
        }
    }
    for variable in parameters.iter() {
        for counter in units(variable).filter(|counter| counter.kind != LayoutUnit::Uniform) {
            let end = variable.places.index(counter.kind).plus(counter.amount);
            let used = usage.entry(counter.kind);
            match (end.finite(), used.finite()) {
                (Some(new), Some(old)) => *used = Amount::Finite(new.max(old)),
                _ => *used = used.plus(end),
            }
        }
    }
    (usage, bytes)
}

fn ranges_of_unit(ranges: &mut Vec<(LayoutUnit, Ranges)>, kind: LayoutUnit) -> &mut Ranges {
    let found = ranges.iter().position(|(other, _)| *other == kind);
    let index = found.unwrap_or_else(|| {
        ranges.push((kind, Ranges::before(u64::MAX)));
        ranges.len() - 1
    });
    &mut ranges[index].1
}

/// E38010 of slangc.
fn report_ignored_binding(bindings: EntryBindings, name: &str, field: &Field, diagnostics: &mut Diagnostics) {
    for annotation in &field.annotations {
        let (span, word) = match annotation {
            Annotation::Binding(_) | Annotation::Register(_) if bindings == EntryBindings::Reserved => continue,
            Annotation::Binding(binding) => (binding.span, "[[vk::binding]]"),
            Annotation::Register(register) => (register.span, "register"),
            Annotation::PushConstant(span) => (*span, "[[vk::push_constant]]"),
            _ => continue,
        };
        let message = format!("`{word}` on `{name}` is ignored: it is a parameter of an entry point");
        diagnostics.push(
            Diagnostic::warning(&codes::BINDING_ON_ENTRY_PARAMETER, message, span)
                .label(span, "ignored")
                .help("declare it as a global parameter, or remove the binding"),
        );
    }
}

fn not_varying(name: &str, field: &Field, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::error(&codes::NOT_VARYING, format!("`{name}` cannot be a stage input or output"), field.span)
            .label(field.span, "a resource")
            .help("write `uniform` before it"),
    );
}
