//! Checks that members match the requirements of a built-in interface (E38105, E38106 and E38108 of slangc). Unknown cases pass.

use padstone_diag::{Diagnostic, codes};

use super::super::keywords::{Implementers, Modifier, SignatureType};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};
use super::signature_match::{ConversionClass, ParameterDirection};
use super::{EnvId, Resolver, Scope};

/// A function that a built-in interface requires.
struct RequiredFunction {
    name: &'static str,
    /// The parameters, `None` where unknown.
    parameters: Vec<Option<ConversionClass>>,
    result: Option<ConversionClass>,
    is_static: bool,
    is_differentiable: bool,
    is_mutating: bool,
}

impl Resolver<'_> {
    /// Checks the functions and constants of a type against those that a built-in interface requires at `base`, if they are the only ones
    /// of their name.
    pub(super) fn check_signatures(&mut self, decl: DeclId, extends: Option<DeclId>, interface: &'static Implementers, base: ExprId) {
        let subject = Scope { decl: extends.unwrap_or(decl), env: EnvId::EMPTY };
        let this_class = self.is_plain_struct(subject).then_some(ConversionClass::Declared(subject));
        let mut required: Vec<RequiredFunction> = Vec::new();
        for interface in interface.all() {
            for &name in interface.constants() {
                self.check_required_static_const(name, decl, extends, this_class);
            }
            for signature in interface.signatures() {
                // A member that an interface redeclares belongs to that interface.
                if signature.name != "__init" && required.iter().any(|required| required.name == signature.name) {
                    continue;
                }
                let shape = |part: SignatureType| match part {
                    SignatureType::This => this_class,
                    SignatureType::Number => Some(ConversionClass::Scalar),
                    SignatureType::Differential | SignatureType::Nothing => None,
                };
                required.push(RequiredFunction {
                    name: signature.name,
                    parameters: signature.parameters.iter().map(|&part| shape(part)).collect(),
                    result: shape(signature.result),
                    is_static: signature.is_static,
                    is_differentiable: signature.is_differentiable,
                    is_mutating: false,
                });
            }
        }
        required.extend(self.called_with(decl, interface, base));
        for required in required {
            let Some(name) = self.names.lookup(required.name) else { continue };
            let Some(found) = self.only_of_name(name, decl, extends) else { continue };
            self.check_signature(&required, found, interface);
        }
    }

    /// `R operator()(A, B)` of `IFunc<R, A, B>`.
    fn called_with(&mut self, decl: DeclId, interface: &Implementers, base: ExprId) -> Option<RequiredFunction> {
        let ExprKind::Apply(_, arguments) = &self.tree.exprs[base].kind else { return None };
        let arguments = arguments.clone();
        let is_pack = |&argument: &ExprId| matches!(self.tree.exprs[argument].kind, ExprKind::Expand(_) | ExprKind::Each(_));
        if !interface.is_of_functions() || arguments.is_empty() || arguments.iter().any(is_pack) {
            return None;
        }
        let scope = Scope { decl: self.enclosing_declaration(decl), env: EnvId::EMPTY };
        let mut shapes: Vec<Option<ConversionClass>> = arguments.into_iter().map(|argument| self.shape(argument, scope)).collect();
        Some(RequiredFunction {
            name: "operator()",
            result: shapes.remove(0),
            parameters: shapes,
            is_static: false,
            is_differentiable: false,
            is_mutating: interface.is_of_mutating_functions(),
        })
    }

    fn check_signature(&mut self, required: &RequiredFunction, found: DeclId, interface: &Implementers) {
        let declared = &self.tree.decls[found];
        let (parameters, result) = match &declared.kind {
            DeclKind::Function { parameters, result, .. } => (parameters.clone(), *result),
            DeclKind::Accessor { parameters, .. } => (parameters.clone(), None),
            _ => return,
        };
        if declared.generics.is_some() {
            return;
        }
        let needs_value = |&&parameter: &&DeclId| matches!(self.tree.decls[parameter].kind, DeclKind::Variable { value: None, .. });
        let least = parameters.iter().filter(needs_value).count();
        let is_other = required.is_static && !declared.modifiers.has(Modifier::Static)
            || !required.is_mutating && self.attribute(found, "mutating").is_some()
            || required.is_differentiable && !self.is_differentiable(found, false, true) && !self.has_derivatives_in_scope(found)
            || !(least..=parameters.len()).contains(&required.parameters.len());
        if is_other || !self.accepts(required, found, &parameters) {
            let message = format!("`{}` does not match the requirement of interface `{}`", required.name, interface.name());
            return self.unlike_language(found, message);
        }
        if let Some(&parameter) =
            parameters.iter().take(required.parameters.len()).find(|&&parameter| self.direction(parameter) != ParameterDirection::In)
        {
            let message =
                format!("the direction of `{}` does not match the interface requirement", self.text(self.tree.decls[parameter].name));
            return self.unlike_language(parameter, message);
        }
        let (Some(result), Some(required_result)) = (result, required.result) else { return };
        let actual = self.shape(result, Scope { decl: found, env: EnvId::EMPTY });
        if actual.and_then(|actual| actual.converts_to(required_result)) == Some(false) {
            let message =
                format!("the result type of `{}` does not match the requirement of interface `{}`", required.name, interface.name());
            self.unlike_language(found, message);
        }
    }

    /// Whether the required arguments can be passed to the parameters of a function, as far as is known.
    fn accepts(&mut self, required: &RequiredFunction, found: DeclId, parameters: &[DeclId]) -> bool {
        required.parameters.iter().zip(parameters).all(|(&required, &parameter)| {
            let DeclKind::Variable { ty: Some(ty), .. } = self.tree.decls[parameter].kind else { return true };
            let actual = self.shape(ty, Scope { decl: found, env: EnvId::EMPTY });
            required.zip(actual).and_then(|(required, actual)| required.converts_to(actual)) != Some(false)
        })
    }

    /// Reports a requirement for a `static const` of the conforming type that the member does not meet.
    fn check_required_static_const(&mut self, name: &'static str, decl: DeclId, extends: Option<DeclId>, this: Option<ConversionClass>) {
        let Some(symbol) = self.names.lookup(name) else { return };
        let Some(found) = self.only_of_name(symbol, decl, extends) else { return };
        let declared = &self.tree.decls[found];
        let is_constant = declared.modifiers.has(Modifier::Static) && declared.modifiers.has(Modifier::Const);
        let is_static_const = match declared.kind {
            DeclKind::Variable { ty: Some(ty), .. } if is_constant => {
                let actual = self.shape(ty, Scope { decl: found, env: EnvId::EMPTY });
                this.zip(actual).is_none_or(|(this, actual)| this == actual)
            }
            DeclKind::Variable { ty: None, .. } => true,
            _ => false,
        };
        if !is_static_const {
            self.unlike_language(found, format!("`{name}` must be a `static const` of the type itself, as the interface requires"));
        }
    }

    fn unlike_language(&mut self, found: DeclId, message: String) {
        let found = Diagnostic::error(&codes::INTERFACE_UNIMPLEMENTED, message, self.tree.decls[found].span);
        self.report(found.help("declare it as the interface does"));
    }
}
