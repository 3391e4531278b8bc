//! Entry points (WGSL, section 13): their inputs and outputs, and the size of a workgroup.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Field, Signature, SignatureId, Stage};
use padstone_source::{Span, Symbol};

use super::attributes::AttributeUse;
use super::directives::Extension;
use super::io::{IoMember, StageDirection};
use super::{EvaluationTime, Resolver};
use crate::attributes::AttributeName;
use crate::scalar::{Number, Scalar};
use crate::tree::{ExprId, Function, Ident};
use crate::types::{Type, TypeId};

/// An entry point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryPoint {
    pub(crate) name: Ident,
    pub(crate) stage: Stage,
    pub(crate) signature: Option<SignatureId>,
}

impl EntryPoint {
    /// The entry point in the model.
    pub(crate) fn model(&self) -> padstone_model::EntryPoint {
        padstone_model::EntryPoint { name: self.name.symbol, span: self.name.span, stage: Some(self.stage), signature: self.signature }
    }
}

/// The maximum number of invocations of a workgroup (tint, measured; naga, measured).
const MAX_INVOCATIONS: u64 = 0xffff_ffff;

impl Resolver<'_> {
    pub(super) fn entry_point(
        &mut self,
        function: &Function,
        (stage, stage_at): (Stage, Span),
        attributes: &[AttributeUse],
        inputs: &[IoMember],
        output: Option<IoMember>,
    ) {
        self.check_workgroup(function.name, stage, stage_at, attributes);
        // The draft of 2020 has other names and targets for interface attributes.
        if self.is_draft() {
            return self.entry_points.push(EntryPoint { name: function.name, stage, signature: None });
        }
        let signature = Some(self.signature(function, inputs, output));
        self.entry_points.push(EntryPoint { name: function.name, stage, signature });
        self.check_io(stage, StageDirection::Input, inputs);
        let outputs = self.check_io(stage, StageDirection::Output, output.as_slice());
        let has_position = outputs.iter().any(|member| member.io.builtin.is_some_and(|(builtin, _)| builtin.is_position()));
        let is_understood = output.is_none_or(|output| output.ty != TypeId::UNKNOWN && !self.may_be_position(&output));
        if stage == Stage::Vertex && !has_position && is_understood {
            let message = format!("vertex shader `{}` does not return `@builtin(position)`", self.text(function.name.symbol));
            let help = "return `@builtin(position) vec4f`, or a struct with such a member";
            self.error_help(&codes::SHADER_STAGE, message, function.name.span, help);
        }
    }

    /// Whether the built-in value of an output is unknown, so that it may be the position.
    fn may_be_position(&self, output: &IoMember) -> bool {
        let is_builtin = |member: &IoMember| member.io.misread == Some(AttributeName::Builtin);
        match self.types[output.ty] {
            Type::Struct(id) => self.io[id.index()].iter().any(is_builtin),
            _ => is_builtin(output),
        }
    }

    /// The inputs and outputs in the model.
    fn signature(&mut self, function: &Function, inputs: &[IoMember], output: Option<IoMember>) -> SignatureId {
        let mut field = |name: Ident, part: &IoMember, direction| {
            let ty = self.lowering.model_type(&self.types, part.ty);
            let annotations = part.io.annotations(self.names).chain([Annotation::Direction(direction)]).collect();
            Field::member(name.symbol, name.span, ty, annotations)
        };
        let named = self.tree[function.parameters].iter().zip(inputs);
        let parameters = named.map(|(parameter, input)| field(parameter.name, input, padstone_model::Direction::In)).collect();
        let unnamed = Ident { symbol: Symbol::EMPTY, span: function.name.span };
        let result = output.map(|output| field(unnamed, &output, padstone_model::Direction::Out));
        self.lowering.module.program.signatures.push(Signature { parameters, result, ..Signature::default() })
    }

    /// Collects the inputs or outputs of an entry point; members of structs are separate.
    fn check_io(&mut self, stage: Stage, direction: StageDirection, parts: &[IoMember]) -> Vec<IoMember> {
        let mut members = Vec::new();
        for part in parts {
            match self.types[part.ty] {
                Type::Unknown => {}
                _ if part.io.is_misread() => {}
                Type::Struct(id) if part.io.builtin.is_none() && part.io.location.is_none() => {
                    self.struct_members(id.index(), id, part, &mut members);
                }
                _ if part.io.builtin.is_none() && part.io.location.is_none() => {
                    let message = "missing `@builtin` or `@location`";
                    self.error(&codes::SHADER_IO, message, part.at);
                }
                _ => members.push(*part),
            }
        }
        for member in &members {
            self.check_member(stage, direction, member);
        }
        self.check_locations(&members);
        self.check_builtins(&members);
        members
    }

    fn struct_members(&mut self, index: usize, id: padstone_model::StructId, part: &IoMember, members: &mut Vec<IoMember>) {
        let connected = self.io[index].clone();
        let mut next = connected.iter().peekable();
        for position in 0..self.types.members(id).len() {
            let member = self.types.members(id)[position];
            let found = next.next_if(|found| found.position == position);
            if found.is_some_and(|found| found.io.is_misread()) {
                continue;
            }
            let is_connected = found.is_some_and(|found| found.io.builtin.is_some() || found.io.location.is_some());
            if let Some(found) = found.filter(|_| is_connected) {
                members.push(*found);
            } else if member.ty != TypeId::UNKNOWN {
                let message = if matches!(self.types[member.ty], Type::Struct(_)) {
                    format!("nested struct `{}` cannot be a stage input or output", self.text(member.name))
                } else {
                    format!("`{}` has neither `@builtin` nor `@location`", self.text(member.name))
                };
                let at = self.lowering.member_span(id, position).unwrap_or(part.at);
                self.report(Diagnostic::error(&codes::SHADER_IO, message, at).label(at, "").label(part.at, "in this entry point"));
                return;
            }
        }
    }

    /// Whether an input is uniform: a struct is if all its members are.
    pub(super) fn is_uniform_input(&self, input: &IoMember) -> bool {
        match self.types[input.ty] {
            Type::Struct(id) if input.io.builtin.is_none() => self.io[id.index()].iter().all(|member| member.io.is_uniform()),
            _ => input.io.is_uniform(),
        }
    }

    fn check_member(&mut self, stage: Stage, direction: StageDirection, member: &IoMember) {
        let role = if direction == StageDirection::Input { "an input" } else { "an output" };
        if let Some((builtin, span)) = member.io.builtin {
            if member.io.location.is_some() {
                self.error(&codes::SHADER_IO, format!("built-in value `{}` cannot have a location", builtin.name()), span);
            }
            if !builtin.is_in(stage, direction) {
                let message = format!("`{}` is not {role} of a {} shader", builtin.name(), stage.name());
                self.error(&codes::SHADER_IO, message, span);
            }
        }
        if let Some((_, span)) = member.io.blend_src.filter(|_| (stage, direction) != (Stage::Fragment, StageDirection::Output)) {
            self.error(&codes::SHADER_IO, "only fragment shaders can return blend sources", span);
        }
        let Some((_, location_at)) = member.io.location else { return };
        if stage == Stage::Compute {
            self.error(&codes::SHADER_IO, format!("a compute shader cannot have {role} with a location"), location_at);
            return;
        }
        let between = matches!((stage, direction), (Stage::Vertex, StageDirection::Output) | (Stage::Fragment, StageDirection::Input));
        let is_integer = self.types.component(member.ty).is_some_and(Scalar::is_integer);
        let is_flat = member.io.interpolate.is_some_and(|(interpolation, _)| interpolation.is_flat());
        if between && is_integer && !is_flat {
            let message = format!("`{}` requires `@interpolate(flat)`: integers are not interpolated", self.type_name(member.ty));
            self.report(Diagnostic::error(&codes::SHADER_IO, message, member.at).label(member.at, "").fix(
                "add `@interpolate(flat)`",
                vec![padstone_diag::Edit { span: location_at.after(), text: " @interpolate(flat)".to_owned() }],
            ));
        }
    }

    fn check_builtins(&mut self, members: &[IoMember]) {
        let mut builtins: Vec<_> = members.iter().filter_map(|member| member.io.builtin).collect();
        builtins.sort_by_key(|&(builtin, span)| (builtin, span.start));
        for pair in builtins.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            let message = format!("duplicate built-in value `{}`", pair[0].0.name());
            let found =
                Diagnostic::error(&codes::SHADER_IO, message, pair[1].1).label(pair[1].1, "duplicate").label(pair[0].1, "first occurrence");
            self.report(found);
        }
    }

    /// `@workgroup_size(x, y, z)` is required on compute shaders, and not allowed on others (section 12.17).
    fn check_workgroup(&mut self, name: Ident, stage: Stage, stage_at: Span, attributes: &[AttributeUse]) {
        let mut has_size = false;
        for &attribute in attributes {
            match attribute.name {
                AttributeName::WorkgroupSize | AttributeName::SubgroupSize if stage != Stage::Compute => {
                    let message = format!("a {} shader cannot have `{}`", stage.name(), attribute.name.name());
                    self.error(&codes::SHADER_STAGE, message, attribute.span);
                }
                AttributeName::WorkgroupSize => {
                    has_size = true;
                    self.workgroup_size(attribute);
                }
                AttributeName::SubgroupSize => self.subgroup_size(attribute),
                _ => {}
            }
        }
        // In 2020 it was optional, with a default of 1.
        if stage == Stage::Compute && !has_size && !self.is_draft() {
            let message = format!("compute shader `{}` has no `@workgroup_size`", self.text(name.symbol));
            let edits = vec![padstone_diag::Edit { span: stage_at.after(), text: " @workgroup_size(64)".to_owned() }];
            let found = Diagnostic::error(&codes::SHADER_STAGE, message, stage_at).label(stage_at, "");
            self.report(found.fix("add `@workgroup_size(64)`", edits));
        }
    }

    fn workgroup_size(&mut self, attribute: AttributeUse) {
        let nodes = self.nodes;
        let mut concrete: Option<Scalar> = None;
        let mut unfit: Option<(u64, Span)> = None;
        let mut invocations: u64 = 1;
        for &argument in &nodes[attribute.arguments] {
            let span = nodes[argument].span;
            let Some((scalar, value)) = self.size_argument(argument, attribute.name) else { return };
            if !scalar.is_abstract() && concrete.replace(scalar).is_some_and(|other| other != scalar) {
                self.error(&codes::ATTRIBUTE_ARGUMENT, "arguments must be all `i32` or all `u32`", attribute.span);
                return;
            }
            if let Some(value) = value.filter(|&value| scalar.is_abstract() && value > i32::MAX as u64) {
                unfit.get_or_insert((value, span));
            }
            invocations = invocations.saturating_mul(value.unwrap_or(1));
            if invocations > MAX_INVOCATIONS {
                let message = format!("workgroup has {invocations} invocations; the limit is {MAX_INVOCATIONS}");
                self.error(&codes::ATTRIBUTE_ARGUMENT, message, span);
                return;
            }
        }
        // An abstract number takes the type of the others, or else is an `i32`.
        if let Some((value, span)) = unfit.filter(|_| concrete != Some(Scalar::U32)) {
            let message = format!("{value} does not fit in `i32`, the type of a number without a suffix");
            self.error_help(&codes::ATTRIBUTE_ARGUMENT, message, span, format!("write `{value}u`"));
        }
    }

    /// `@subgroup_size(32)`, of the extension `subgroup_size_control`.
    fn subgroup_size(&mut self, attribute: AttributeUse) {
        self.requires_extension(Extension::SubgroupSizeControl, attribute.span, "`subgroup_size`");
        let nodes = self.nodes;
        for &argument in &nodes[attribute.arguments] {
            let size = self.size_argument(argument, attribute.name).and_then(|(_, value)| value);
            if let Some(size) = size.filter(|size| !size.is_power_of_two()) {
                let message = format!("subgroup size must be a power of two, found {size}");
                self.error(&codes::ATTRIBUTE_ARGUMENT, message, nodes[argument].span);
            }
        }
    }

    /// A positive integer override-expression: its type, and its value if it is constant.
    fn size_argument(&mut self, argument: ExprId, attribute: AttributeName) -> Option<(Scalar, Option<u64>)> {
        let span = self.nodes[argument].span;
        let operand = self.expression(argument)?;
        let scalar = operand.value.as_number().map(Number::scalar).filter(|scalar| scalar.is_integer());
        let (Some(scalar), EvaluationTime::Const | EvaluationTime::Override) = (scalar, operand.known) else {
            let message = format!("the argument of `{}` must be an integer known at pipeline creation", attribute.name());
            self.error(&codes::ATTRIBUTE_ARGUMENT, message, span);
            return None;
        };
        if operand.known != EvaluationTime::Const {
            return Some((scalar, None));
        }
        let value = operand.value.as_number().and_then(Number::as_integer).unwrap_or(0);
        match u64::try_from(value) {
            Ok(value) if value > 0 => Some((scalar, Some(value))),
            _ => {
                let message = format!("the argument of `{}` must be at least 1, found {value}", attribute.name());
                self.error(&codes::ATTRIBUTE_ARGUMENT, message, span);
                None
            }
        }
    }
}
