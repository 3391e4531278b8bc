//! Checks bases of structs, tag types of enums, and `using` declarations.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Scalar, Type};
use rustc_hash::FxHashMap;

use super::super::keywords::{Builtin, Modifier};
use super::super::resolve::{Entity, EnvId, GenericArgument, Resolver, Scope, Sought};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};

/// A cache of the members of generics whose types depend on the arguments: of all members, or of the public ones.
#[derive(Default)]
pub(super) struct Dependents(FxHashMap<(DeclId, bool), Option<DeclId>>);

impl Resolver<'_> {
    /// Reports a struct that inherits from a generic parameter (E30811 of slangc), or from an instance of a generic
    /// whose constructor libslang cannot find (E30019).
    pub(super) fn check_bases(&mut self, decl: DeclId, dependents: &mut Dependents) {
        let DeclKind::Struct { bases, forward: false, is_class: false } = &self.tree.decls[decl].kind else { return };
        let bases = bases.clone();
        let scope = Scope { decl: self.enclosing_declaration(decl), env: EnvId::EMPTY };
        for base in bases {
            if !self.is_understood(base, scope) {
                continue;
            }
            match self.as_argument(|resolver| resolver.entity(base, scope)) {
                Ok(Entity::Type(ty)) if matches!(self.module.types[ty], Type::Unspecialized(_)) => {
                    let found = Diagnostic::error(&codes::BASE_TYPE, "a struct cannot inherit from a generic parameter", self.span(base));
                    self.report(found.help("declare a member of that type instead"));
                }
                Ok(Entity::Declared(declared)) if !self.arguments(declared).is_empty() && !self.is_argument_of(decl, declared) => {
                    self.check_instance_as_base(decl, base, declared.decl, dependents);
                }
                _ => {}
            }
        }
    }

    /// Reports a type that conforms to or extends an interface that is sealed in another module (E30830 of slangc).
    pub(super) fn check_sealed(&mut self, decl: DeclId) {
        let bases = match &self.tree.decls[decl].kind {
            DeclKind::Struct { bases, .. }
            | DeclKind::Interface { bases }
            | DeclKind::Enum { bases }
            | DeclKind::Extension { bases, .. } => bases,
            _ => return,
        };
        let (bases, module) = (bases.clone(), self.tree.decls[decl].module);
        let scope = Scope { decl: self.enclosing_declaration(decl), env: EnvId::EMPTY };
        for base in bases {
            if !self.is_understood(base, scope) {
                continue;
            }
            let is_closed = match self.as_argument(|resolver| resolver.entity(base, scope)) {
                Ok(Entity::Builtin(Builtin::Interface(interface), _)) => interface.sealed,
                Ok(Entity::Declared(declared)) => {
                    self.tree.decls[declared.decl].module != module && self.attribute(declared.decl, "sealed").is_some()
                }
                _ => false,
            };
            if is_closed {
                let message = "only types in its own module can inherit from a `[sealed]` type";
                let found = Diagnostic::error(&codes::SEALED, message, self.span(base));
                self.report(found.help("remove it, or declare your own interface"));
            }
        }
    }

    /// Whether a struct is a generic argument of itself: it is then reported as containing itself.
    fn is_argument_of(&self, decl: DeclId, base: Scope) -> bool {
        let mut arguments = self.arguments(base).iter();
        arguments.any(|argument| matches!(argument, GenericArgument::Type(ty) if self.declaration_of(*ty) == Some(decl)))
    }

    /// libslang 2026.12 synthesizes a constructor that takes all members, those of the base by their types as declared in the generic; it
    /// synthesizes none if either struct has constructors (measured).
    fn check_instance_as_base(&mut self, decl: DeclId, base: ExprId, generic: DeclId, dependents: &mut Dependents) {
        let constructs = |owner: DeclId| self.names.lookup("__init").is_some_and(|name| self.tree.named(owner, name).next().is_some());
        if constructs(decl) || constructs(generic) {
            return;
        }
        let is_public = self.tree.decls[decl].modifiers.has(Modifier::Public);
        let dependent = match dependents.0.get(&(generic, is_public)) {
            Some(&known) => known,
            None => {
                let found = self.dependent_member(generic, is_public);
                dependents.0.insert((generic, is_public), found);
                found
            }
        };
        let Some(member) = dependent else { return };
        let name = self.text(self.tree.decls[member].name);
        let message = format!("a struct cannot inherit from an instance whose member `{name}` depends on its generic arguments");
        let found = Diagnostic::error(&codes::GENERIC_BASE, message, self.name_span(decl))
            .label(self.span(base), "inherited here")
            .label(self.name_span(member), "type depends on the generic arguments");
        self.report(found.help("declare a member of that type instead, or add a constructor, `__init() {}`"));
    }

    /// The first member of a generic, among the public ones or all, that the constructor takes and whose type depends on the generic
    /// arguments.
    fn dependent_member(&mut self, generic: DeclId, is_public: bool) -> Option<DeclId> {
        let members = self.tree.decls[generic].members.clone();
        members.into_iter().find(|&member| {
            let declared = &self.tree.decls[member];
            let has = |word| declared.modifiers.has(word);
            let is_considered =
                !has(Modifier::Static) && !has(Modifier::Const) && !has(Modifier::Private) && (!is_public || has(Modifier::Public));
            match declared.kind {
                // Except `let x : T`, which is a constant.
                DeclKind::Variable { ty: Some(ty), .. } if self.span(ty).start < declared.span.start => {
                    is_considered && self.depends_on_arguments(ty, generic)
                }
                _ => false,
            }
        })
    }

    /// Whether a type depends on the arguments of the enclosing generic.
    fn depends_on_arguments(&mut self, ty: ExprId, generic: DeclId) -> bool {
        let scope = Scope { decl: generic, env: EnvId::EMPTY };
        let (mut pending, mut seen) = (vec![ty], Vec::new());
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Name(name) => {
                    let name = *name;
                    if self.text(name) == "This" {
                        return true;
                    }
                    let Some(found) = self.find(name, scope) else { continue };
                    if found.decl == generic || !self.tree.outward(found.decl).any(|around| around == generic) || seen.contains(&found.decl)
                    {
                        continue;
                    }
                    seen.push(found.decl);
                    match self.tree.decls[found.decl].kind {
                        DeclKind::Alias { target } => pending.push(target),
                        DeclKind::Variable { value, .. } => pending.extend(value),
                        _ => return true,
                    }
                }
                kind => pending.extend(kind.parts()),
            }
        }
        false
    }

    /// Reports an enum whose underlying type is not an integer (E32000 of slangc; E30812 for enums and resources), or that
    /// lists a base other than an interface (E30821).
    pub(super) fn check_enum_bases(&mut self, decl: DeclId) {
        let DeclKind::Enum { bases } = &self.tree.decls[decl].kind else { return };
        let Some((&tag, interfaces)) = bases.split_first() else { return };
        let (interfaces, outside) = (interfaces.to_vec(), self.enclosing_declaration(decl));
        self.check_interfaces(&interfaces, outside);
        let scope = Scope { decl: outside, env: EnvId::EMPTY };
        if !self.is_understood(tag, scope) {
            return;
        }
        let is_integer = |scalar: Scalar| !scalar.is_float() && scalar != Scalar::Void;
        let can_count = match self.as_argument(|resolver| resolver.entity(tag, scope)) {
            Err(_) | Ok(Entity::Builtin(Builtin::Interface(_), _) | Entity::Generic(_)) => true,
            Ok(Entity::Builtin(Builtin::Scalar(scalar), _)) => is_integer(scalar),
            Ok(Entity::Declared(found)) => matches!(self.tree.decls[found.decl].kind, DeclKind::Interface { .. }),
            Ok(Entity::Type(ty)) => match self.module.types[ty] {
                Type::Scalar(scalar) => is_integer(scalar),
                ty => matches!(ty, Type::Interface(_) | Type::Unknown),
            },
            Ok(_) => false,
        };
        if !can_count {
            let found = Diagnostic::error(&codes::ENUM_TAG, "the underlying type of an enum must be an integer type", self.span(tag));
            self.report(found.help("write, for example, `enum E : uint8_t`"));
        }
    }

    /// Reports a `using` of something other than a namespace (E30061 of slangc).
    pub(super) fn check_usings(&mut self, decl: DeclId) {
        let Some(paths) = self.tree.usings.get(&decl) else { return };
        for path in paths.clone() {
            let found = self.sought_entity(path, Scope { decl, env: EnvId::EMPTY }, Sought::Qualifier);
            if !matches!(found, Err(_) | Ok(Entity::Namespace(_) | Entity::Builtin(Builtin::LinearAlgebra, _))) {
                let found = Diagnostic::error(&codes::NOT_A_NAMESPACE, "`using` requires a namespace", self.span(path));
                self.report(found.help("qualify the members with the name of the type, or declare a `typealias`"));
            }
        }
    }

    /// Reports function parameters and properties of type `void` (E30009 of slangc).
    pub(super) fn check_void(&mut self, decl: DeclId, ty: ExprId, scope: Scope) {
        let declared = &self.tree.decls[decl];
        let parent = declared.parent.map(|parent| &self.tree.decls[parent].kind);
        let is_value = match (&declared.kind, parent) {
            // `f(void)` has no parameters.
            (DeclKind::Variable { .. }, Some(DeclKind::Function { parameters, .. })) => !declared.name.is_empty() || parameters.len() > 1,
            (DeclKind::Variable { .. }, Some(DeclKind::Accessor { .. })) | (DeclKind::Accessor { .. }, _) => true,
            _ => false,
        };
        let mut expr = ty;
        while let ExprKind::Index(inner, _) | ExprKind::Modified(_, inner) = self.tree.exprs[expr].kind {
            expr = inner;
        }
        if !is_value || !matches!(self.tree.exprs[expr].kind, ExprKind::Name(_)) || !self.is_understood(expr, scope) {
            return;
        }
        if let Ok(Entity::Builtin(Builtin::Scalar(Scalar::Void), _)) = self.entity(expr, scope) {
            let message = "a value cannot have type `void`";
            let found = Diagnostic::error(&codes::VOID_VALUE, message, self.span(expr));
            self.report(found.help("remove it, or use another type"));
        }
    }
}
