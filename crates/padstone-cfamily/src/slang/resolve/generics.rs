//! Arguments for the parameters of generics.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Scalar, Type, TypeId};
use padstone_source::Span;

use super::super::keywords::Modifier;
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind, TypeEquality};
use super::conversions::stored;
use super::packs::PackedArgument;
use super::{Entity, EnvId, GenericArgument, MAX_INSTANCES, Reported, Resolved, Resolver, Scope};
use crate::constants::{Fail, Value};

impl Resolver<'_> {
    /// Applies a generic to arguments, which are looked up in `scope`.
    pub(in crate::slang) fn apply(&mut self, generic: Scope, arguments: &[ExprId], scope: Scope, span: Span) -> Resolved<Scope> {
        let decl = &self.tree.decls[generic.decl];
        let Some(generics) = &decl.generics else {
            return Err(self.error(
                &codes::TEMPLATE_ARGUMENTS,
                "generic arguments are allowed only on generic names",
                "remove the `<…>`",
                span,
            ));
        };
        let (name, parameters) = (decl.name, generics.parameters.clone());
        let outer = self.env_at(generic.env, decl.generic_depth - 1);
        let passed = self.expand_arguments(arguments, scope)?;
        let passed = self.divided(&parameters, passed, name, span)?;
        if self.envs.len() > MAX_INSTANCES {
            let message = format!("`{}` exceeds the limit of {MAX_INSTANCES} generic instances", self.text(name));
            self.gave_up = self.depth > 0;
            if self.was_reported(&codes::TOO_MANY_INSTANCES) {
                return Err(Reported);
            }
            return Err(self.error(&codes::TOO_MANY_INSTANCES, message, "check whether each instance requires another one", span));
        }
        let mut values = Vec::with_capacity(parameters.len());
        for (&parameter, passed) in parameters.iter().zip(passed) {
            if self.tree.decls[parameter].modifiers.has(Modifier::Each) {
                let arguments = passed.into_iter().map(|passed| self.argument(parameter, passed, scope)).collect::<Resolved<Vec<_>>>()?;
                values.push(self.pack(arguments));
                continue;
            }
            // A default may refer to earlier parameters.
            let (passed, from) = match (passed.first(), self.default_of(parameter)) {
                (Some(&passed), _) => (passed, scope),
                (None, Some(default)) => {
                    let env = self.env(generic.decl, outer, values.clone());
                    (PackedArgument::Written(default), Scope { decl: generic.decl, env })
                }
                (None, None) => return Err(self.missing_arguments(name, span)),
            };
            values.push(self.argument(parameter, passed, from)?);
        }
        let env = self.env(generic.decl, outer, values);
        let scope = Scope { decl: generic.decl, env };
        self.check_constraints(scope, span)?;
        Ok(scope)
    }

    fn default_of(&self, parameter: DeclId) -> Option<ExprId> {
        match self.tree.decls[parameter].kind {
            DeclKind::Open { default, .. } | DeclKind::OpenValue { default, .. } => default,
            _ => None,
        }
    }

    fn argument(&mut self, parameter: DeclId, passed: PackedArgument, scope: Scope) -> Resolved<GenericArgument> {
        if matches!(self.tree.decls[parameter].kind, DeclKind::Open { .. }) {
            return self.expanded_argument_type(passed, scope).map(GenericArgument::Type);
        }
        match passed {
            PackedArgument::Written(passed) => self.argument_value(parameter, passed, scope),
            PackedArgument::Repeated(pattern, turn) => self.repeated(turn, |resolver| resolver.argument_value(parameter, pattern, scope)),
            PackedArgument::OfPack(GenericArgument::Value(value)) => Ok(GenericArgument::Value(self.as_parameter(parameter, value))),
            PackedArgument::OfPack(argument) => Ok(argument),
        }
    }

    fn argument_value(&mut self, parameter: DeclId, passed: ExprId, scope: Scope) -> Resolved<GenericArgument> {
        let uses_linked = self.uses_linked;
        let (value, is_linked) = self.linked_value(passed, scope);
        self.uses_linked = uses_linked;
        match value.map(|value| self.truncated(passed, value)) {
            Ok(value) if !is_linked => Ok(GenericArgument::Value(self.as_parameter(parameter, value))),
            // A link-time constant is unknown (libslang 2026.12).
            Ok(Value::Int(..)) if self.is_bool_parameter(parameter) => Ok(GenericArgument::Unlinked),
            Ok(value) => Ok(GenericArgument::Linked(value)),
            Err(Fail::Dependent) if is_linked => Ok(GenericArgument::Unlinked),
            Err(Fail::Dependent) => Ok(GenericArgument::OpenValue),
            Err(Fail::Report(found)) => Err(self.report(*found)),
        }
    }

    /// Applies a specialization argument of the command line to its parameter (E38021, E38029, and E30019 of slangc).
    pub(in crate::slang) fn bind_specialization_argument(&mut self, parameter: DeclId, passed: ExprId, scope: Scope) {
        let argument = match self.argument(parameter, PackedArgument::Written(passed), scope) {
            Ok(argument) => argument,
            Err(_) if matches!(self.tree.decls[parameter].kind, DeclKind::Open { .. }) => GenericArgument::Type(self.unknown),
            Err(_) => GenericArgument::OpenValue,
        };
        let is_pack = self.tree.decls[parameter].modifiers.has(Modifier::Each);
        let argument = if is_pack { self.pack(vec![argument]) } else { argument };
        self.specialized.insert(parameter, argument);
        if let (DeclKind::Open { constraints, .. }, GenericArgument::Type(ty)) = (&self.tree.decls[parameter].kind, argument) {
            let (constraints, position) = (constraints.clone(), self.span(passed));
            // Its resolution reports the error.
            let _ = self.check_each(ty, &constraints, Scope { decl: parameter, env: EnvId::EMPTY }, position);
        }
    }

    /// The value of an argument converted to the type of its parameter: 300 is 44 for a `uint8_t`. Link-time constants are not converted,
    /// and neither are the values of a pack (libslang 2026.12).
    fn as_parameter(&mut self, parameter: DeclId, value: Value) -> Value {
        if self.tree.decls[parameter].modifiers.has(Modifier::Each) {
            return value;
        }
        let DeclKind::OpenValue { ty: Some(ty), .. } = self.tree.decls[parameter].kind else { return value };
        let ty = self.type_or_unknown(ty, Scope { decl: parameter, env: EnvId::EMPTY });
        match self.module.types[ty] {
            Type::Scalar(scalar) if !scalar.is_float() => stored(value, scalar),
            _ => value,
        }
    }

    fn is_bool_parameter(&mut self, parameter: DeclId) -> bool {
        let DeclKind::OpenValue { ty: Some(ty), .. } = self.tree.decls[parameter].kind else { return false };
        let ty = self.type_or_unknown(ty, Scope { decl: parameter, env: EnvId::EMPTY });
        self.module.types[ty] == Type::Scalar(Scalar::Bool)
    }

    /// Reports arguments that do not conform to the constraints of the generic.
    fn check_constraints(&mut self, scope: Scope, span: Span) -> Resolved<()> {
        if self.has_constraint_cycle(scope.decl) {
            return Err(Reported);
        }
        let Some(generics) = &self.tree.decls[scope.decl].generics else { return Ok(()) };
        let (parameters, clauses, nonempty) = (generics.parameters.clone(), generics.constraints.clone(), generics.nonempty.clone());
        for (position, &parameter) in parameters.iter().enumerate() {
            let DeclKind::Open { constraints, .. } = &self.tree.decls[parameter].kind else { continue };
            let constraints = constraints.clone();
            for ty in self.types_in(self.arguments(scope).get(position)) {
                self.check_each(ty, &constraints, scope, span)?;
            }
        }
        for pack in nonempty {
            if let Ok(Entity::Pack(passed)) = self.entity(pack, scope)
                && self.arguments_of(passed).is_empty()
            {
                let found = Diagnostic::error(&codes::PACK_EMPTY, "a `nonempty` pack has no arguments", span);
                return Err(self.report(found.label(self.span(pack), "required here").help("add an argument")));
            }
        }
        self.check_pack_counts(scope, span)?;
        for (subject, constraints) in clauses.into_iter().filter(|(_, constraints)| !constraints.is_empty()) {
            for ty in self.subjects(subject, scope)? {
                self.check_each(ty, &constraints, scope, span)?;
            }
        }
        self.check_same(scope, span)
    }

    /// The types that a `where` clause constrains: one type, or those of a pack, `T` or `expand each T`.
    fn subjects(&mut self, subject: ExprId, scope: Scope) -> Resolved<Vec<TypeId>> {
        if matches!(self.tree.exprs[subject].kind, ExprKind::Name(_))
            && let Entity::Pack(pack) = self.entity(subject, scope)?
        {
            return Ok(self.types_in(Some(&GenericArgument::Pack(pack))));
        }
        self.expand(subject, scope)
    }

    /// Reports packs with a wrong number of arguments (E30433 of slangc).
    fn check_pack_counts(&mut self, scope: Scope, span: Span) -> Resolved<()> {
        let counts = self.tree.decls[scope.decl].generics.as_ref().map(|generics| generics.counts.clone()).unwrap_or_default();
        for (pack, count) in counts {
            let (Ok(Entity::Pack(passed)), Ok(Some(requested))) = (self.entity(pack, scope), self.integer(count, scope)) else { continue };
            let passed = self.arguments_of(passed).len();
            if passed as i128 != requested {
                let noun = if requested == 1 { "argument" } else { "arguments" };
                let message = format!("the pack requires {requested} {noun}, found {passed}");
                let found = Diagnostic::error(&codes::CONSTRAINT_UNMET, message, span).label(self.span(count), "required here");
                return Err(self.report(found.help(format!("pass {requested} {noun}"))));
            }
        }
        Ok(())
    }

    /// Reports arguments that violate the type equalities of the generic.
    fn check_same(&mut self, scope: Scope, span: Span) -> Resolved<()> {
        let Some(generics) = &self.tree.decls[scope.decl].generics else { return Ok(()) };
        for TypeEquality { left, right, .. } in generics.equalities.clone() {
            if !self.is_understood(left, scope) || !self.is_understood(right, scope) {
                continue;
            }
            let types = [self.argument_type(left, scope)?, self.argument_type(right, scope)?];
            // Arguments of unspecialized types are unknown.
            let is_closed = |ty: TypeId| match self.module.types[ty] {
                Type::Scalar(_) | Type::Vector { .. } | Type::Enum(_) => true,
                Type::Struct(_) => self.memo.origins.get(&ty).is_some_and(|origin| origin.env == EnvId::EMPTY),
                _ => false,
            };
            if types[0] != types[1] && types.into_iter().all(is_closed) {
                let texts = types.map(|ty| self.type_text(ty));
                let message = format!("generic argument `{}` must be equal to `{}`", texts[0], texts[1]);
                let found = Diagnostic::error(&codes::CONSTRAINT_UNMET, message, span);
                return Err(self.report(found.label(self.span(right), "required here").help(format!("pass `{}`", texts[1]))));
            }
        }
        Ok(())
    }

    fn check_each(&mut self, ty: TypeId, constraints: &[ExprId], scope: Scope, span: Span) -> Resolved<()> {
        for &constraint in constraints {
            let requested = self.entity(constraint, scope)?;
            if !self.conforms(ty, requested)? {
                let (argument, constraint_span) = (self.type_text(ty), self.span(constraint));
                let message = format!("`{argument}` does not conform to the required interface");
                let found = Diagnostic::error(&codes::CONSTRAINT_UNMET, message, span)
                    .label(span, format!("generic argument `{argument}`"))
                    .label(constraint_span, "required here");
                return Err(self.report(found.help("implement the interface, in an extension if you cannot change the type")));
            }
        }
        Ok(())
    }
}
