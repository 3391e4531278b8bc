//! Stage inputs and outputs: locations, semantics and system values.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{
    Annotation, Count, Direction, Field, FieldRole, Interpolation, ResourceKind, Scalar, Stage, Type, TypeId, UnspecializedTypeOwner,
};
use padstone_source::{Span, Symbol};

use super::TypeMeasurer;
use crate::content_rules::{ContentRules, OrdinaryData};
use crate::layout::{LayoutId, TypeStructure, UnitLayout, Variable, VariableDeclaration};
use crate::layout_unit::{Amount, LayoutUnit, UnitCounters, with_sign};
use crate::target::FragmentOutputs;

/// The maximum number of parts in the varyings of an entry point. Devices support about 32; nested structs multiply them.
pub(crate) const MAX_PARTS: u32 = 1 << 16;

/// The state of laying out the varyings of one entry point.
pub(crate) struct VaryingLayouter<'t, 'a> {
    pub(crate) types: &'t mut TypeMeasurer<'a>,
    pub(crate) stage: Stage,
    /// The number of `u` registers that `SV_Target`s take.
    pub(crate) target_registers: &'t mut Vec<(u64, u64)>,
    /// Whether an input is evaluated per sample.
    pub(crate) sample_rate: bool,
    /// The number of parts laid out so far.
    pub(crate) parts: u32,
    /// The span at which vectors of `bool` were reported last.
    pub(crate) bools: Option<Span>,
    pub(crate) diagnostics: &'t mut Diagnostics,
}

/// The context for the parts of a varying.
#[derive(Clone, Copy)]
struct VaryingContext {
    input: bool,
    output: bool,
    sampled: bool,
    /// The outermost semantic.
    semantic: Option<Symbol>,
    /// The index of the next part in a list of parts.
    number: u32,
    at: Span,
}

impl VaryingLayouter<'_, '_> {
    /// A parameter or the result of an entry point; `None` if it cannot be a varying.
    pub(crate) fn variable(&mut self, source: VariableDeclaration, field: &Field, direction: Direction) -> Option<Variable> {
        let is_mesh_output = matches!(self.resource_kind(field.ty), Some(ResourceKind::MeshOutput | ResourceKind::MeshIndices));
        let state = VaryingContext {
            input: matches!(direction, Direction::In | Direction::InOut) && !is_mesh_output,
            output: matches!(direction, Direction::Out | Direction::InOut) || is_mesh_output,
            sampled: false,
            semantic: None,
            number: 0,
            at: field.span,
        };
        self.declared(source, field, state).map(|(variable, _)| variable)
    }

    fn resource_kind(&self, ty: TypeId) -> Option<ResourceKind> {
        match self.types.module.types[ty] {
            Type::Resource(resource) => Some(resource.kind),
            _ => None,
        }
    }

    /// A declared variable, and the end of its locations.
    fn declared(&mut self, source: VariableDeclaration, field: &Field, mut state: VaryingContext) -> Option<(Variable, u32)> {
        if state.semantic.is_none()
            && let Some((name, index)) = semantic(field)
        {
            (state.semantic, state.number) = (Some(name), index);
        }
        state.sampled |= field.annotations.contains(&Annotation::Interpolation(Interpolation::Sample));
        let mut variable = Variable::new(source, LayoutId::new(0)?);
        let next = self.lay_out_part(field.ty, state, Some(&mut variable))?;
        if self.types.request.target.locations {
            let index = field.annotations.iter().find_map(|annotation| match annotation {
                Annotation::Index(index) => Some(*index),
                _ => None,
            });
            for annotation in &field.annotations {
                let Annotation::Location { location, .. } = *annotation else { continue };
                for kind in [LayoutUnit::VaryingInput, LayoutUnit::VaryingOutput] {
                    if self.types.get(variable.layout).usage.get(kind).is_some() {
                        variable.places.set(kind, Amount::numbered(with_sign(location)), with_sign(index.unwrap_or(0)));
                    }
                }
            }
        }
        Some((variable, next))
    }

    /// A type as a varying. Writes its usage into the variable, and returns the end of its locations.
    fn lay_out_part(&mut self, ty: TypeId, state: VaryingContext, mut variable: Option<&mut Variable>) -> Option<u32> {
        if let Some(variable) = variable.as_deref_mut() {
            variable.stage = Some(self.stage);
        }
        let (layout, next) = match self.ray_rules(state) {
            Some(rules) => (self.types.of(ty, rules), state.number),
            None => {
                let is_stream = self.resource_kind(ty) == Some(ResourceKind::OutputStream);
                if let (Some(variable), Some(name), false) = (variable.as_deref_mut(), state.semantic, is_stream) {
                    let number = state.number.saturating_add(u32::from(self.is_pointer(ty)));
                    variable.semantic = Some((name, number));
                }
                self.lay_out(ty, state)?
            }
        };
        if let Some(variable) = variable {
            variable.layout = layout;
        }
        Some(next)
    }

    /// The rules for ray payloads and similar parameters, which are not varyings.
    fn ray_rules(&mut self, state: VaryingContext) -> Option<&'static ContentRules> {
        let family = self.types.request.target.family;
        match (self.stage, state.output) {
            (Stage::AnyHit | Stage::ClosestHit | Stage::Miss, true) => Some(family.ray_payload),
            (Stage::Callable, true) => Some(family.callable_payload),
            (Stage::AnyHit | Stage::ClosestHit, false) => Some(family.hit_attributes),
            (Stage::Intersection | Stage::RayGeneration, true) => {
                self.unexpected(state.at, "out");
                None
            }
            (Stage::Intersection | Stage::RayGeneration | Stage::Miss | Stage::Callable, false) => {
                self.unexpected(state.at, "in");
                None
            }
            _ => None,
        }
    }

    fn unexpected(&mut self, span: Span, word: &str) {
        let message = format!("a shader of this ray tracing stage cannot have an `{word}` parameter");
        self.diagnostics.push(
            Diagnostic::error(&codes::STAGE_PARAMETER, message, span)
                .label(span, "not allowed in this stage")
                .help("declare payloads as `inout` parameters of miss, any hit, closest hit, or callable shaders"),
        );
    }

    fn lay_out(&mut self, ty: TypeId, state: VaryingContext) -> Option<(LayoutId, u32)> {
        self.parts = self.parts.saturating_add(1);
        if self.parts > MAX_PARTS {
            self.report_parts(state.at);
            return None;
        }
        let module = self.types.module;
        match module.types[ty] {
            Type::Array { element, count } => {
                let (element, mut number) = self.inner(element, state)?;
                // The elements after the first have semantics too. All elements are equal.
                let amount = count.known().unwrap_or(0);
                let each = number.saturating_sub(state.number);
                number = number.saturating_add(each.saturating_mul(u32::try_from(amount.saturating_sub(1)).unwrap_or(u32::MAX)));
                Some((self.array(ty, element, Some(count)), number))
            }
            Type::Resource(resource) => match (resource.kind, resource.element) {
                (ResourceKind::OutputStream, Some(element)) => {
                    let inner = VaryingContext { input: false, output: true, sampled: false, semantic: None, number: 0, at: state.at };
                    let (element, _) = self.inner(element, inner)?;
                    let usage = self.types.get(element).usage.clone();
                    Some((
                        self.types.push(UnitLayout { ty: Some(ty), usage, align: 1, shape: TypeStructure::Elements(element) }),
                        state.number,
                    ))
                }
                (ResourceKind::MeshIndices, Some(element)) if self.types.request.target.built_in_indices => {
                    let unknown = self.types.unknown_layout(element);
                    Some((self.array(ty, unknown, None), state.number))
                }
                // A struct without members.
                (ResourceKind::TensorView, _) => Some((self.types.unknown_layout(ty), state.number)),
                (ResourceKind::MeshOutput | ResourceKind::MeshIndices | ResourceKind::Patch | ResourceKind::Other, Some(element)) => {
                    let (element, number) = self.inner(element, state)?;
                    Some((self.array(ty, element, None), number))
                }
                _ => None,
            },
            Type::Struct(id) => {
                let mut usage = UnitCounters::default();
                let mut fields = Vec::new();
                let mut state = state;
                let (mut implicit, mut explicit) = (None, None);
                for (index, field) in module.structs[id].fields.iter().enumerate() {
                    // The base of a struct is omitted (libslang 2026.12).
                    if field.role == FieldRole::Base {
                        continue;
                    }
                    let Some((mut placed, next)) = self.declared(VariableDeclaration::Field(id, index), field, state) else {
                        if self.parts <= MAX_PARTS {
                            self.not_varying(field);
                        }
                        continue;
                    };
                    if state.semantic.is_some() {
                        state.number = next;
                    }
                    self.explicit_location(&mut placed, &mut usage, field, &mut implicit, &mut explicit);
                    fields.push(placed);
                }
                if let (Some(implicit), Some(explicit)) = (implicit, explicit) {
                    self.mixed(implicit, explicit);
                }
                Some((self.types.push(UnitLayout { ty: Some(ty), usage, align: 1, shape: TypeStructure::Struct(fields) }), state.number))
            }
            Type::Unspecialized(id) if module.program.unspecialized_types[id].owner == UnspecializedTypeOwner::Program => {
                let rules = self.types.request.target.family.varying_input;
                Some((self.types.of(ty, rules), state.number))
            }
            Type::Unspecialized(_) | Type::Unknown => Some((self.types.unknown_layout(ty), state.number)),
            Type::Scalar(_)
            | Type::Vector { .. }
            | Type::Matrix { .. }
            | Type::Enum(_)
            | Type::Atomic(_)
            | Type::Pointer(_)
            | Type::Handle(_) => Some(self.leaf(ty, state)),
            Type::Interface(_) => None,
        }
    }

    fn report_parts(&mut self, span: Span) {
        if self.parts == MAX_PARTS + 1 {
            let message = format!("the inputs and outputs of an entry point have more than {MAX_PARTS} values");
            self.diagnostics.push(Diagnostic::error(&codes::LAYOUT_OVERFLOW, message, span).help("pass such data in a buffer"));
        }
    }

    /// A part without a separate declaration.
    fn inner(&mut self, ty: TypeId, state: VaryingContext) -> Option<(LayoutId, u32)> {
        let mut contained = Variable::new(VariableDeclaration::Implicit, LayoutId::new(0)?);
        let next = self.lay_out_part(ty, state, Some(&mut contained))?;
        Some((contained.layout, next))
    }

    fn array(&mut self, ty: TypeId, element: LayoutId, count: Option<Count>) -> LayoutId {
        let mut usage = UnitCounters::default();
        for counter in self.types.get(element).usage.iter() {
            let amount = match count {
                Some(count) => counter.amount.times(Amount::Finite(count.known().unwrap_or(0))),
                None => counter.amount,
            };
            *usage.entry(counter.kind) = amount;
        }
        self.types.push(UnitLayout { ty: Some(ty), usage, align: 1, shape: TypeStructure::Array { element, stride: 0 } })
    }

    /// Scalars, vectors, matrices and handles, each of which has a semantic.
    fn leaf(&mut self, ty: TypeId, state: VaryingContext) -> (LayoutId, u32) {
        let module = self.types.module;
        let used = match module.types[ty] {
            Type::Matrix { rows, .. } => u32::from(rows),
            _ => 1,
        };
        let name = state.semantic.map_or("", |name| module.name(name));
        let (mut input, mut output) = (state.input, state.output);
        if name.starts_with("SV_") || name.starts_with("NV_") {
            let fragment = self.stage == Stage::Fragment;
            if output && fragment && name == "SV_TARGET" {
                input = false;
                self.target_registers(state.number, used);
            } else if !(name == "SV_INSTANCEID" && self.is_passed_instance_id(state)) {
                self.sample_rate |= input && fragment && name == "SV_SAMPLEINDEX";
                (input, output) = (false, false);
            }
        }
        if input || output {
            self.check_bools(ty, state);
        }
        self.sample_rate |= state.sampled && state.input && self.stage == Stage::Fragment;
        let mut usage = UnitCounters::default();
        let family = self.types.request.target.family;
        for rules in [input.then_some(family.varying_input), output.then_some(family.varying_output)].into_iter().flatten() {
            match (module.types[ty], rules.ordinary) {
                // The number of locations does not depend on the representation in buffers.
                (Type::Handle(_), OrdinaryData::Slots { kind, .. }) => usage.add(kind, Amount::Finite(1)),
                _ => {
                    let layout = self.types.of(ty, rules);
                    let counters = self.types.get(layout).usage.clone();
                    usage.add_all(&counters);
                }
            }
        }
        let shape = if matches!(module.types[ty], Type::Handle(_)) { TypeStructure::Struct(Vec::new()) } else { TypeStructure::Leaf };
        let layout = self.types.push(UnitLayout { ty: Some(ty), usage, align: 1, shape });
        // In libslang 2026.12, a part after a matrix has the index of the matrix, and a pointer counts twice (measured).
        let counted = match module.types[ty] {
            Type::Matrix { .. } => 0,
            Type::Pointer(_) => 2,
            _ => 1,
        };
        (layout, state.number.saturating_add(counted))
    }

    /// Whether a type is a pointer, or an array of pointers: these have the second of the two numbers of a pointer.
    fn is_pointer(&self, ty: TypeId) -> bool {
        let ty = self.types.module.types.peel_arrays(ty);
        matches!(self.types.module.types[ty], Type::Pointer(_))
    }

    /// E38051 of slangc: SPIR-V interfaces have no `bool`, and libslang 2026.12 converts only scalar ones to integers.
    fn check_bools(&mut self, ty: TypeId, state: VaryingContext) {
        let is_one =
            matches!(self.types.module.types[ty], Type::Vector { scalar: Scalar::Bool, .. } | Type::Matrix { scalar: Scalar::Bool, .. });
        if !is_one || !self.types.request.target.spirv_interfaces || self.bools == Some(state.at) {
            return;
        }
        self.bools = Some(state.at);
        let message = format!("a stage input or output contains a `{}`", self.types.module.type_name(ty));
        let found = Diagnostic::error(&codes::NOT_VARYING, message, state.at);
        self.diagnostics.push(found.help("use `uint`, and compare with 0"));
    }

    fn is_passed_instance_id(&self, state: VaryingContext) -> bool {
        let between = (state.input && self.stage == Stage::Fragment) || (state.output && self.stage == Stage::Vertex);
        self.types.request.target.spirv_interfaces && between
    }

    /// Up to shader model 5.0, render targets and `u` registers share slots.
    fn target_registers(&mut self, first: u32, count: u32) {
        let options = &self.types.request.options;
        let is_other = options.capabilities.as_ref().is_some_and(|capabilities| capabilities.of_other_target);
        let old = options.shader_model.map_or(!is_other, |model| model <= (5, 0));
        if self.types.request.target.fragment_outputs == FragmentOutputs::TakeRegistersUpTo50 && old {
            self.target_registers.push((first.into(), u64::from(first) + u64::from(count)));
        }
    }

    /// Places a field at its location, or after the preceding ones.
    fn explicit_location<'f>(
        &mut self,
        field: &mut Variable,
        usage: &mut UnitCounters,
        declared: &'f Field,
        implicit: &mut Option<&'f Field>,
        explicit: &mut Option<&'f Field>,
    ) {
        for counter in self.types.get(field.layout).usage.clone().iter().filter(|counter| !counter.amount.is_zero()) {
            let before = usage.entry(counter.kind);
            match field.places.get(counter.kind) {
                Some(place) => {
                    explicit.get_or_insert(declared);
                    let end = place.index.plus(counter.amount);
                    if end.as_stored() > before.as_stored() {
                        *before = end;
                    }
                }
                None => {
                    implicit.get_or_insert(declared);
                    field.places.set(counter.kind, *before, 0);
                    *before = before.plus(counter.amount);
                }
            }
        }
    }

    fn not_varying(&mut self, field: &Field) {
        let name = self.types.module.name(field.name);
        let message = format!("`{name}` cannot be a stage input or output");
        self.diagnostics.push(
            Diagnostic::error(&codes::NOT_VARYING, message, field.span)
                .label(field.span, "a resource")
                .help("declare it as a separate `uniform` parameter"),
        );
    }

    fn mixed(&mut self, implicit: &Field, explicit: &Field) {
        let module = self.types.module;
        let (implicit_name, explicit_name) = (module.name(implicit.name), module.name(explicit.name));
        let message = format!("`{implicit_name}` has no location, but its sibling `{explicit_name}` has one");
        self.diagnostics.push(
            Diagnostic::error(&codes::MIXED_LOCATIONS, message, implicit.span)
                .label(implicit.span, "has no location")
                .label(explicit.span, "has a location")
                .help("specify a location for all members of the struct, or for none"),
        );
    }
}

fn semantic(field: &Field) -> Option<(Symbol, u32)> {
    field.annotations.iter().find_map(|annotation| match *annotation {
        Annotation::Semantic { name, index, .. } => Some((name, index)),
        _ => None,
    })
}
