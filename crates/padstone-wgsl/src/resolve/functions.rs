//! The signatures of functions (WGSL, section 11), without their bodies.

use padstone_diag::{Diagnostic, codes};
use padstone_model::Stage;
use padstone_source::Span;

use super::attributes::AttributeUse;
use super::io::IoMember;
use super::{ResolvedGlobal, Resolver, Signature};
use crate::attributes::{AttributeName, AttributeTarget, STAGES};
use crate::tree::{Attribute, Declaration, ExprId, ExpressionKind, Function, List};
use crate::types::{AccessMode, AddressSpace, Traits, Type, TypeId};

impl Resolver<'_> {
    pub(super) fn function(&mut self, declaration: &Declaration, function: &Function) -> Option<ResolvedGlobal> {
        let tree = self.tree;
        let attributes = self.attributes(declaration.attributes, AttributeTarget::Function);
        self.diagnostic_attributes(&attributes);
        let stage = self.stage(&attributes);
        let mut inputs = Vec::new();
        let mut parameters = Vec::new();
        self.begin_names();
        for parameter in &tree[function.parameters] {
            let name = parameter.name;
            if !self.is_new(name.symbol) {
                let message = format!("redeclaration of parameter `{}`", self.text(name.symbol));
                self.error(&codes::NAME_TAKEN, message, name.span);
            }
            let attributes = self.attributes(parameter.attributes, AttributeTarget::Parameter);
            let ty = self.parameter_type(parameter.ty, stage.is_some());
            parameters.push(ty);
            inputs.extend(self.connect((parameter.attributes, &attributes), ty, name.span, stage, "a parameter"));
        }
        let result_attributes = self.attributes(function.result_attributes, AttributeTarget::Result);
        let (mut output, mut result) = (None, None);
        if let Some(written) = function.result.filter(|&result| !self.is_void(result)) {
            let span = self.nodes[written].span;
            let ty = self.result_type(written);
            result = Some(ty);
            output = self.connect((function.result_attributes, &result_attributes), ty, span, stage, "the result");
        }
        if let Some(must_use) = attributes.iter().find(|attribute| attribute.name == AttributeName::MustUse)
            && function.result.is_none()
        {
            let message = format!("`@must_use` is not allowed on `{}`, which returns no value", self.text(function.name.symbol));
            self.error(&codes::ATTRIBUTE_PLACE, message, must_use.span);
        }
        match stage {
            Some(stage) => self.entry_point(function, stage, &attributes, &inputs, output),
            None => self.check_no_stage(&attributes),
        }
        let must_use = attributes.iter().any(|attribute| attribute.name == AttributeName::MustUse);
        let uniform_inputs = inputs.iter().map(|input| self.is_uniform_input(input)).collect();
        Some(ResolvedGlobal::Function(Signature { parameters, result, stage: stage.map(|(stage, _)| stage), uniform_inputs, must_use }))
    }

    /// The draft of 2020 writes `void` for a function without a result.
    fn is_void(&self, result: ExprId) -> bool {
        self.is_draft() && matches!(self.nodes[result].kind, ExpressionKind::Name(name) if self.text(name) == "void")
    }

    fn stage(&mut self, attributes: &[AttributeUse]) -> Option<(Stage, Span)> {
        let mut stage = None;
        for &attribute in attributes {
            let found = match attribute.name {
                AttributeName::Stage(found) => Some(found),
                AttributeName::StageArgument => self.stage_argument(attribute),
                _ => None,
            };
            let Some(found) = found else { continue };
            if let Some((first, first_at)) = stage {
                let first: Stage = first;
                let message = format!("function is already a `{}` entry point", first.name());
                let report = Diagnostic::error(&codes::SHADER_STAGE, message, attribute.span).label(attribute.span, "second stage");
                self.report(report.label(first_at, "first stage"));
            } else {
                stage = Some((found, attribute.span));
            }
        }
        stage
    }

    fn stage_argument(&mut self, attribute: AttributeUse) -> Option<Stage> {
        let word = *self.identifier_arguments(attribute).first()?;
        let text = self.text(word.symbol);
        let stage = STAGES.into_iter().find(|stage| stage.name() == text);
        if stage.is_none() {
            let message = format!("unknown stage `{}`", self.text(word.symbol));
            self.error_help(&codes::SHADER_STAGE, message, word.span, "use `vertex`, `fragment`, or `compute`");
        }
        stage
    }

    /// The interface attributes of a parameter or result; only entry points may have any.
    fn connect(
        &mut self,
        (written, attributes): (List<Attribute>, &[AttributeUse]),
        ty: TypeId,
        at: Span,
        stage: Option<(Stage, Span)>,
        role: &str,
    ) -> Option<IoMember> {
        if stage.is_none() {
            if let Some(attribute) = attributes.first() {
                let message = format!("`{}` is allowed only on {role} of an entry point", attribute.name.name());
                self.error(&codes::ATTRIBUTE_PLACE, message, attribute.span);
            }
            return None;
        }
        let has_unsupported = self.has_unsupported_attribute(written);
        let io = self.io(attributes, ty, at).unwrap_or_default().with_unsupported(has_unsupported);
        Some(IoMember { position: 0, ty, at, io })
    }

    fn check_no_stage(&mut self, attributes: &[AttributeUse]) {
        let of_stage = |attribute: &&AttributeUse| matches!(attribute.name, AttributeName::WorkgroupSize | AttributeName::SubgroupSize);
        if let Some(attribute) = attributes.iter().find(of_stage) {
            let message = format!("`{}` is allowed only on compute shaders", attribute.name.name());
            self.error_help(&codes::SHADER_STAGE, message, attribute.span, "add `@compute` to the function");
        }
    }

    /// The type of a parameter: values, pointers, textures and samplers can be passed to a function (section 11.1).
    fn parameter_type(&mut self, id: ExprId, is_entry_point: bool) -> TypeId {
        let Some(ty) = self.type_expression(id) else { return TypeId::UNKNOWN };
        let span = self.nodes[id].span;
        match self.types[ty] {
            Type::Unknown => {}
            Type::Pointer(_) | Type::Sampler { .. } | Type::Texture(_) | Type::AccelerationStructure { .. } if !is_entry_point => {}
            _ if self.types.has(ty, Traits::CONSTRUCTIBLE) => {
                if self.check_store_type(AddressSpace::Function, ty, AccessMode::ReadWrite, span, span).is_none() {
                    return TypeId::UNKNOWN;
                }
            }
            _ => {
                let message = format!("a parameter cannot have type `{}`", self.type_name(ty));
                self.error(&codes::FUNCTION_TYPE, message, span);
                return TypeId::UNKNOWN;
            }
        }
        ty
    }

    fn result_type(&mut self, id: ExprId) -> TypeId {
        let Some(ty) = self.type_expression(id) else { return TypeId::UNKNOWN };
        if self.types.has(ty, Traits::CONSTRUCTIBLE) {
            return ty;
        }
        let span = self.nodes[id].span;
        let message = format!("a function cannot return `{}`", self.type_name(ty));
        self.error(&codes::FUNCTION_TYPE, message, span);
        TypeId::UNKNOWN
    }
}
