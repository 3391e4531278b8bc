//! Matches functions with requirements of interfaces. libslang 2026.12 synthesizes a call to the function: parameters and results only have
//! to be convertible, and default arguments apply (measured).

use padstone_model::{Scalar, Type};
use padstone_source::Symbol;

use super::super::keywords::{Builtin, Modifier};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};
use super::{Entity, EnvId, Resolver, Scope};

/// A requirement: a member that an interface demands of a type.
pub(super) struct Requirement {
    pub(super) member: DeclId,
    /// The interface, with its arguments.
    pub(super) interface: Scope,
    /// The span at which the interface is named as a base.
    pub(super) at: ExprId,
    pub(super) has_default: bool,
}

/// Whether a function meets a requirement.
pub(super) enum SignatureMatch {
    Yes,
    No(Mismatch),
    Unknown,
}

/// The reason why a function does not meet a requirement.
pub(super) enum Mismatch {
    Function,
    Direction { requested: DeclId, actual: DeclId },
    Result,
}

/// The property of a type that decides whether it converts to another.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ConversionClass {
    Void,
    Scalar,
    Vector(u8),
    Matrix(u8, u8),
    /// A resource, by name.
    Object(Symbol),
    /// A struct or an enumeration.
    Declared(Scope),
}

/// The direction in which a parameter passes its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ParameterDirection {
    In,
    Out,
    InOut,
    /// By reference, without a copy.
    Ref,
    ConstRef,
}

impl ConversionClass {
    /// Whether a value of this type converts to the other; `None` if unknown.
    pub(super) fn converts_to(self, other: ConversionClass) -> Option<bool> {
        Some(match (self, other) {
            (ConversionClass::Vector(1), ConversionClass::Scalar | ConversionClass::Vector(_))
            | (ConversionClass::Scalar, ConversionClass::Vector(_) | ConversionClass::Matrix(..)) => true,
            (ConversionClass::Object(left), ConversionClass::Object(other)) if left != other => return None,
            _ => self == other,
        })
    }
}

impl Resolver<'_> {
    /// Whether a function meets a requirement.
    pub(super) fn matches_requirement(&mut self, requirement: &Requirement, found: DeclId, decl: DeclId) -> SignatureMatch {
        let [requested, actual] = [requirement.member, found].map(|function| match &self.tree.decls[function].kind {
            DeclKind::Function { parameters, result, .. } => Some((parameters.clone(), *result)),
            DeclKind::Accessor { parameters, .. } => Some((parameters.clone(), None)),
            _ => None,
        });
        let (Some((requested, requested_result)), Some((actual, actual_result))) = (requested, actual) else {
            return SignatureMatch::Unknown;
        };
        if self.is_other_function(requirement.member, found, &requested, &actual) {
            return SignatureMatch::No(Mismatch::Function);
        }
        let mut is_known = self.has_known_parameters(requirement.member, found);
        for (&requested, &actual) in requested.iter().zip(&actual) {
            let types = [requested, actual].map(|parameter| match self.tree.decls[parameter].kind {
                DeclKind::Variable { ty, .. } => ty,
                _ => None,
            });
            let [Some(requested), Some(actual)] = types else { return SignatureMatch::Unknown };
            match self.converts(requirement, requested, (found, actual), decl, |requested, actual| requested.converts_to(actual)) {
                Some(true) => {}
                Some(false) => return SignatureMatch::No(Mismatch::Function),
                None => is_known = false,
            }
        }
        for (&requested, &actual) in requested.iter().zip(&actual) {
            let directions = [requested, actual].map(|parameter| self.direction(parameter));
            if directions[0] != directions[1]
                && !(directions[0] == ParameterDirection::InOut
                    && matches!(directions[1], ParameterDirection::In | ParameterDirection::Out))
            {
                return SignatureMatch::No(Mismatch::Direction { requested, actual });
            }
        }
        if let (Some(requested), Some(actual)) = (requested_result, actual_result) {
            match self.converts(requirement, requested, (found, actual), decl, |requested, actual| actual.converts_to(requested)) {
                Some(true) => {}
                Some(false) => return SignatureMatch::No(Mismatch::Result),
                None => is_known = false,
            }
        }
        if is_known { SignatureMatch::Yes } else { SignatureMatch::Unknown }
    }

    /// Whether a function differs from a requirement independently of its types.
    fn is_other_function(&self, requirement: DeclId, found: DeclId, requested: &[DeclId], actual: &[DeclId]) -> bool {
        let is_static = |decl: DeclId| self.tree.decls[decl].modifiers.has(Modifier::Static);
        let is_mutating = |decl: DeclId| self.attribute(decl, "mutating").is_some();
        let needs_value = |&&parameter: &&DeclId| matches!(self.tree.decls[parameter].kind, DeclKind::Variable { value: None, .. });
        let least = actual.iter().filter(needs_value).count();
        self.has_other_parameters(requirement, found)
            || is_static(requirement) && !is_static(found)
            || is_mutating(found) && !is_mutating(requirement)
            || !self.has_derivatives(requirement, found)
            || !(least..=actual.len()).contains(&requested.len())
    }

    /// Whether a function has the derivatives that a requirement demands.
    fn has_derivatives(&self, requirement: DeclId, found: DeclId) -> bool {
        let [requires_forward, requires_backward] =
            self.has_attributes(requirement, [&["ForwardDifferentiable"], &["Differentiable", "BackwardDifferentiable"]]);
        !(requires_forward || requires_backward)
            || self.is_differentiable(found, requires_forward, requires_backward)
            || self.has_derivatives_in_scope(found)
    }

    /// Whether a function has derivatives in these directions, by its attributes (libslang 2026.12, measured).
    pub(super) fn is_differentiable(&self, function: DeclId, forward: bool, backward: bool) -> bool {
        const BOTH: [&str; 3] = ["Differentiable", "BackwardDifferentiable", "TreatAsDifferentiable"];
        const FORWARD: [&str; 3] = ["ForwardDifferentiable", "ForwardDerivative", "HasTrivialForwardDerivative"];
        let [both, has_forward, has_backward] = self.has_attributes(function, [&BOTH, &FORWARD, &["BackwardDerivative"]]);
        both || (!forward || has_forward) && (!backward || has_backward)
    }

    /// For each list of attributes, whether a function has one of them.
    fn has_attributes<const N: usize>(&self, function: DeclId, lists: [&[&str]; N]) -> [bool; N] {
        let decl = &self.tree.decls[function];
        let is_function = matches!(decl.kind, DeclKind::Function { .. });
        let attributes = decl.modifiers.attributes();
        lists.map(|names| is_function && attributes.iter().any(|attribute| names.contains(&self.text(attribute.name))))
    }

    /// Whether a function in the same scope is declared as a derivative, possibly of this function.
    pub(super) fn has_derivatives_in_scope(&self, function: DeclId) -> bool {
        let declares_conformance = |&member: &DeclId| {
            let attributes = self.tree.decls[member].modifiers.attributes();
            attributes.iter().any(|attribute| matches!(self.text(attribute.name), "ForwardDerivativeOf" | "BackwardDerivativeOf"))
        };
        self.tree.decls[function].parent.is_some_and(|parent| self.tree.decls[parent].members.iter().any(declares_conformance))
    }

    /// Whether two functions differ in the number or kind of their generic parameters, or the second has more constraints.
    fn has_other_parameters(&self, requirement: DeclId, found: DeclId) -> bool {
        let [requested, actual] = [requirement, found].map(|decl| self.tree.decls[decl].generics.as_deref());
        let (requested, actual) = match (requested, actual) {
            (None, None) => return false,
            (Some(requested), Some(actual)) => (requested, actual),
            // A call infers the arguments of the parameters that its parameter types mention.
            (None, Some(actual)) => return !actual.parameters.iter().all(|&parameter| self.is_inferable(parameter, found)),
            (Some(_), None) => return true,
        };
        if requested.parameters.len() != actual.parameters.len() {
            return true;
        }
        requested.parameters.iter().zip(&actual.parameters).any(|(&requested, &actual)| {
            match (&self.tree.decls[requested].kind, &self.tree.decls[actual].kind) {
                (DeclKind::Open { constraints: requested, .. }, DeclKind::Open { constraints: actual, .. }) => {
                    requested.is_empty() && !actual.is_empty()
                }
                (DeclKind::OpenValue { .. }, DeclKind::OpenValue { .. }) => false,
                _ => true,
            }
        })
    }

    /// Whether the parameter types of a function determine one of its type parameters.
    fn is_inferable(&self, parameter: DeclId, function: DeclId) -> bool {
        let DeclKind::Function { parameters, .. } = &self.tree.decls[function].kind else { return false };
        let name = self.tree.decls[parameter].name;
        parameters
            .iter()
            .any(|&declared| matches!(self.tree.decls[declared].kind, DeclKind::Variable { ty: Some(ty), .. } if self.mentions(ty, name)))
    }

    /// Whether generic parameters are known to have equal constraints, because they have none.
    fn has_known_parameters(&self, requirement: DeclId, found: DeclId) -> bool {
        let [requested, actual] = [requirement, found].map(|decl| self.tree.decls[decl].generics.as_deref());
        let is_called = requested.is_none() && actual.is_some();
        !is_called && [requested, actual].into_iter().flatten().all(|generics| {
            let is_free = |&parameter: &DeclId| {
                matches!(&self.tree.decls[parameter].kind, DeclKind::Open { constraints, .. } if constraints.is_empty())
            };
            generics.constraints.is_empty() && generics.optional.is_empty() && generics.parameters.iter().all(is_free)
        })
    }

    pub(super) fn direction(&self, parameter: DeclId) -> ParameterDirection {
        let mut direction = ParameterDirection::In;
        for word in self.tree.decls[parameter].modifiers.written() {
            direction = match self.text(word.symbol) {
                "out" => ParameterDirection::Out,
                "inout" => ParameterDirection::InOut,
                "__ref" => ParameterDirection::Ref,
                "__constref" => ParameterDirection::ConstRef,
                _ => direction,
            };
        }
        direction
    }

    /// Whether a value of one type can be passed as the other; `None` if unknown.
    fn converts(
        &mut self,
        requirement: &Requirement,
        requested: ExprId,
        (found, actual): (DeclId, ExprId),
        decl: DeclId,
        converts_to: impl Fn(ConversionClass, ConversionClass) -> Option<bool>,
    ) -> Option<bool> {
        if let (Some(requested), Some(actual)) = (self.parameter_named(requirement.member, requested), self.parameter_named(found, actual))
        {
            return Some(requested == actual);
        }
        let requested = self.required_shape(requirement, requested, decl)?;
        let actual = self.shape(actual, Scope { decl: found, env: EnvId::EMPTY })?;
        converts_to(requested, actual)
    }

    /// The position of the type parameter that a type names.
    fn parameter_named(&self, function: DeclId, ty: ExprId) -> Option<usize> {
        let ExprKind::Name(name) = self.tree.exprs[ty].kind else { return None };
        let generics = self.tree.decls[function].generics.as_ref()?;
        generics.parameters.iter().position(|&parameter| self.tree.decls[parameter].name == name)
    }

    /// The shape of a type in a requirement, for the type that must meet it: `This` is that type, and associated types are its own.
    fn required_shape(&mut self, requirement: &Requirement, ty: ExprId, decl: DeclId) -> Option<ConversionClass> {
        let scope = Scope { decl: requirement.member, ..requirement.interface };
        if let ExprKind::Name(name) = self.tree.exprs[ty].kind {
            let subject = Scope { decl, env: EnvId::EMPTY };
            if self.text(name) == "This" {
                return self.is_plain_struct(subject).then_some(ConversionClass::Declared(subject));
            }
            let found = self.find(name, scope).map(|found| &self.tree.decls[found.decl].kind);
            if matches!(found, Some(DeclKind::Associated { .. })) {
                let declaration = self.tree.named(decl, name).next()?;
                let entity = self.declared(Scope { decl: declaration, env: EnvId::EMPTY }).ok()?;
                return self.shape_of(entity);
            }
        }
        self.shape(ty, scope)
    }

    /// The shape of a type, if it is independent of generic arguments.
    pub(super) fn shape(&mut self, ty: ExprId, scope: Scope) -> Option<ConversionClass> {
        if !matches!(self.tree.exprs[ty].kind, ExprKind::Name(_) | ExprKind::Member(..) | ExprKind::Apply(..))
            || !self.is_understood(ty, scope)
        {
            return None;
        }
        let entity = self.as_argument(|resolver| resolver.entity(ty, scope)).ok()?;
        self.shape_of(entity)
    }

    fn shape_of(&mut self, entity: Entity) -> Option<ConversionClass> {
        match entity {
            Entity::Builtin(Builtin::Scalar(Scalar::Void), _) => Some(ConversionClass::Void),
            Entity::Builtin(Builtin::Scalar(_), _) => Some(ConversionClass::Scalar),
            Entity::Builtin(Builtin::Vector(_, width), _) => Some(ConversionClass::Vector(width)),
            Entity::Builtin(Builtin::Matrix(_, rows, columns), _) => Some(ConversionClass::Matrix(rows, columns)),
            Entity::Builtin(Builtin::Resource(..), name) => Some(ConversionClass::Object(name)),
            Entity::Type(ty) => match self.module.types[ty] {
                Type::Scalar(Scalar::Void) => Some(ConversionClass::Void),
                Type::Scalar(_) => Some(ConversionClass::Scalar),
                Type::Vector { width, .. } => Some(ConversionClass::Vector(width)),
                Type::Matrix { rows, columns, .. } => Some(ConversionClass::Matrix(rows, columns)),
                _ => None,
            },
            Entity::Declared(declared) if self.is_plain_struct(declared) => Some(ConversionClass::Declared(declared)),
            _ => None,
        }
    }

    /// Whether a struct converts to no other type through its bases.
    pub(super) fn is_plain_struct(&mut self, candidate: Scope) -> bool {
        let declared = &self.tree.decls[candidate.decl];
        let DeclKind::Struct { bases, .. } = &declared.kind else { return false };
        let (bases, scope) = (bases.clone(), Scope { decl: self.enclosing_declaration(candidate.decl), env: EnvId::EMPTY });
        declared.generic_depth == 0
            && bases.into_iter().all(|base| match self.named_declaration(base, scope) {
                Some(base) => matches!(self.tree.decls[base.decl].kind, DeclKind::Interface { .. }),
                None => true,
            })
    }
}
