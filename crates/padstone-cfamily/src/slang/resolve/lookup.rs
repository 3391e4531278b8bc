//! Name lookup.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Type, TypeId, UnspecializedType};
use padstone_source::{Span, Symbol};

use super::super::keywords::Modifier;
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind, Ident};
use super::{Entity, EnvId, GenericArgument, Reported, Resolved, Resolver, Scope};
use crate::constants::Operator;

impl Resolver<'_> {
    /// The entity that an expression names.
    pub(in crate::slang) fn entity(&mut self, expr: ExprId, scope: Scope) -> Resolved<Entity> {
        let span = self.span(expr);
        match self.tree.exprs[expr].kind {
            ExprKind::Name(name) => {
                let scope = if self.tree.outermost.contains(&expr) { self.outermost(scope) } else { scope };
                self.name_entity(Ident { symbol: name, span }, scope)
            }
            ExprKind::Member(owner, name) => {
                let owner = match self.text(name.symbol) {
                    "Handle" => self.as_argument(|resolver| resolver.entity(owner, scope)),
                    _ => self.entity(owner, scope),
                }?;
                self.member_of(owner, name, scope)
            }
            ExprKind::Apply(owner, ref arguments) => {
                let arguments = arguments.clone();
                match self.entity(owner, scope)? {
                    Entity::Generic(generic) => self.apply(generic, &arguments, scope, span).map(|scope| self.declared(scope))?,
                    Entity::Builtin(builtin, name) => self.apply_builtin(builtin, name, &arguments, scope, span),
                    _ => Err(self.error(
                        &codes::TEMPLATE_ARGUMENTS,
                        "generic arguments are allowed only on generic names",
                        "remove the `<…>`",
                        span,
                    )),
                }
            }
            ExprKind::Constant(value) => Ok(Entity::Value(value)),
            ExprKind::Fraction(value, _) => Ok(Entity::Value(crate::constants::Value::Float(value))),
            ExprKind::Each(pack) => self.pack_element(pack, scope, span),
            ExprKind::PackPart(part, pack) => self.pack_part(part, pack, scope),
            ExprKind::PackBranch(pack, empty, other) => self.deeper(span, |resolver| resolver.pack_branch(pack, empty, other, scope)),
            ExprKind::Index(..)
            | ExprKind::Pointer(_)
            | ExprKind::Optional(_)
            | ExprKind::Modified(..)
            | ExprKind::Declared(_)
            | ExprKind::Expand(_)
            | ExprKind::Wrong => self.type_of(expr, scope).map(Entity::Type),
            _ => Err(self.error(&codes::UNKNOWN_TYPE, "expected a type", "write the name of a type", span)),
        }
    }

    fn name_entity(&mut self, name: Ident, scope: Scope) -> Resolved<Entity> {
        if let Some(found) = self.find(name.symbol, scope) {
            self.check_visible(found.decl, name, scope);
            self.check_unambiguous(found.decl, name, scope);
            self.check_between_places(name, scope);
            return self.deeper(name.span, |resolver| resolver.declared(found));
        }
        if let Some(builtin) = self.builtin_name(name.symbol, scope) {
            return Ok(builtin);
        }
        if self.text(name.symbol) == "This"
            && let Some(this) = self.this_entity(scope)
        {
            return this;
        }
        // A synthesized differential is a member of the enclosing struct.
        if self.text(name.symbol) == "Differential"
            && let Some(Ok(this)) = self.this_entity(scope)
        {
            return self.member_of(this, name, scope);
        }
        Err(self.not_declared(name))
    }

    /// The module scope around a scope.
    fn outermost(&self, scope: Scope) -> Scope {
        let module = self.tree.decls[scope.decl].module;
        Scope { decl: self.modules[module as usize].root, env: EnvId::EMPTY }
    }

    /// Whether a name is declared in a scope.
    pub(in crate::slang) fn declares_in_scope(&mut self, name: Symbol, scope: Scope) -> bool {
        self.find(name, scope).is_some()
            || self.keywords.builtin(name).is_some()
            || self.text(name) == "This"
            || self.text(name) == "Differential" && self.is_in_differentiable(scope)
    }

    /// The type of `This` in a scope.
    pub(super) fn this_entity(&mut self, scope: Scope) -> Option<Resolved<Entity>> {
        let around: Vec<DeclId> = self.tree.outward(scope.decl).collect();
        around.into_iter().find_map(|place| {
            let decl = &self.tree.decls[place];
            let env = self.env_at(scope.env, decl.generic_depth);
            match decl.kind {
                DeclKind::Struct { .. } | DeclKind::Interface { .. } => Some(Ok(Entity::Declared(Scope { decl: place, env }))),
                DeclKind::Extension { target, .. } => Some(self.entity(target, Scope { decl: place, env })),
                _ => None,
            }
        })
    }

    /// The declaration that a name leads to from a place: outward, then in imported modules.
    pub(in crate::slang) fn find(&mut self, name: Symbol, scope: Scope) -> Option<Scope> {
        // Most names are built-in.
        if !self.tree.declares(name) {
            return None;
        }
        let mut place = Some(scope.decl);
        while let Some(index) = place {
            let decl = &self.tree.decls[index];
            place = decl.parent;
            let env = self.env_at(scope.env, decl.generic_depth);
            if let Some(found) = self.member(Scope { decl: index, env }, name).or_else(|| self.find_used(index, name)) {
                return Some(found);
            }
        }
        let roots = self.imported_roots(self.tree.decls[scope.decl].module);
        roots.into_iter().find_map(|root| self.member(Scope { decl: root, env: EnvId::EMPTY }, name))
    }

    /// The declaration of a name in the namespaces that `using` makes visible.
    fn find_used(&mut self, place: DeclId, name: Symbol) -> Option<Scope> {
        self.all_used(place, name).into_iter().next()
    }

    /// All such declarations, one for each namespace.
    pub(super) fn all_used(&mut self, place: DeclId, name: Symbol) -> Vec<Scope> {
        let Some(paths) = self.tree.usings.get(&place) else { return Vec::new() };
        // The operand of `using` is not looked up in other `using` namespaces.
        if self.in_bases.contains(&place) {
            return Vec::new();
        }
        let paths = paths.clone();
        self.in_bases.push(place);
        let scope = Scope { decl: place, env: EnvId::EMPTY };
        let found = paths.into_iter().filter_map(|path| match self.entity(path, scope) {
            Ok(Entity::Namespace(namespace)) => self.member(namespace, name),
            _ => None,
        });
        let found = found.collect();
        self.in_bases.pop();
        found
    }

    pub(in crate::slang) fn check_visible(&mut self, decl: DeclId, name: Ident, scope: Scope) {
        let declared = &self.tree.decls[decl];
        // A namespace is as visible as its contents, and a case as its enum.
        if matches!(declared.kind, DeclKind::Namespace | DeclKind::Case { .. }) {
            return;
        }
        if declared.modifiers.has(Modifier::Private)
            && let Some(parent) = declared.parent
        {
            self.check_private(decl, parent, name, scope);
        }
        let declared = &self.tree.decls[decl];
        let from = self.tree.decls[scope.decl].module;
        let declares_conformance = self.modules[declared.module as usize].has_visibility;
        if declared.module != from && declares_conformance && !declared.modifiers.has(Modifier::Public) {
            let found = Diagnostic::error(&codes::NOT_VISIBLE, format!("`{}` is not public", self.text(name.symbol)), name.span)
                .label(name.span, "used in another module")
                .label(declared.span, "declared here")
                .help("declare it `public`");
            self.report(found);
        }
    }

    /// Reports the use of a private member outside its type and extensions (E30600 of slangc).
    fn check_private(&mut self, decl: DeclId, parent: DeclId, name: Ident, scope: Scope) {
        let owner = self.extended(parent).unwrap_or(parent);
        let around: Vec<DeclId> = self.tree.outward(scope.decl).collect();
        if around.into_iter().any(|place| place == owner || self.extended(place) == Some(owner)) {
            return;
        }
        let found = Diagnostic::error(&codes::NOT_VISIBLE, format!("`{}` is private", self.text(name.symbol)), name.span)
            .label(name.span, "used outside its type")
            .label(self.tree.decls[decl].span, "declared here")
            .help("declare it `internal` or `public`");
        self.report(found);
    }

    /// The meaning of a declaration with its arguments.
    pub(in crate::slang) fn declared(&mut self, scope: Scope) -> Resolved<Entity> {
        let decl = &self.tree.decls[scope.decl];
        if decl.generics.is_some() && self.arguments(scope).is_empty() && !matches!(decl.kind, DeclKind::Function { .. }) {
            let has_parameters = decl.generics.as_ref().is_some_and(|generics| !generics.parameters.is_empty());
            let inside = self.envs[scope.env.0 as usize].depth >= decl.generic_depth;
            if has_parameters && !inside {
                return Ok(Entity::Generic(scope));
            }
        }
        match decl.kind {
            DeclKind::Struct { .. } | DeclKind::Enum { .. } | DeclKind::Interface { .. } => Ok(Entity::Declared(scope)),
            DeclKind::Alias { target } => {
                if let Some(&known) = self.memo.aliases.get(&scope) {
                    return Ok(known);
                }
                let (name, span) = (decl.name, decl.span);
                if self.memo.circular_aliases.contains(&scope) {
                    return Err(Reported);
                }
                if let Some(first) = self.open_aliases.iter().position(|&open| open == scope) {
                    self.memo.circular_aliases.extend(self.open_aliases[first..].iter().copied());
                    let message = format!("type alias `{}` refers to itself", self.text(name));
                    let found = Diagnostic::error(&codes::INCOMPLETE_TYPE, message, span);
                    return Err(self.report(found.help("make one of the aliases refer to another type")));
                }
                self.open_aliases.push(scope);
                // The `Tile` in `typealias Tile = Tile<T>` refers to an outer declaration.
                let entity = self.hiding(scope.decl, |resolver| resolver.deeper(span, |resolver| resolver.aliased(target, scope)));
                self.open_aliases.pop();
                let entity = entity?;
                self.memo.aliases.insert(scope, entity);
                Ok(entity)
            }
            DeclKind::Open { .. } | DeclKind::Associated { .. } | DeclKind::OpenValue { .. } => {
                match self.argument_of(scope.decl, scope.env).or_else(|| self.specialized.get(&scope.decl).copied()) {
                    Some(argument) => Ok(self.argument_entity(argument)),
                    None if matches!(decl.kind, DeclKind::OpenValue { .. }) => Ok(Entity::OpenValue),
                    None => Ok(Entity::Type(self.unspecialized_type(scope.decl))),
                }
            }
            DeclKind::Variable { .. } | DeclKind::Case { .. } => Ok(Entity::Constant(scope)),
            DeclKind::Namespace | DeclKind::Module => Ok(Entity::Namespace(scope)),
            _ => Ok(Entity::Other),
        }
    }

    /// The target of an alias. Conjunctions of interfaces, `IA & IB`, are not resolved.
    fn aliased(&mut self, target: ExprId, scope: Scope) -> Resolved<Entity> {
        let ExprKind::Binary(Operator::BitAnd, left, right) = self.tree.exprs[target].kind else { return self.entity(target, scope) };
        self.aliased(left, scope)?;
        self.entity(right, scope)?;
        Ok(Entity::Type(self.unknown))
    }

    /// The meaning of a generic parameter with its argument.
    pub(super) fn argument_entity(&mut self, argument: GenericArgument) -> Entity {
        match argument {
            GenericArgument::Type(ty) => Entity::Type(ty),
            GenericArgument::Value(value) => Entity::Value(value),
            GenericArgument::Linked(value) => {
                self.uses_linked = true;
                Entity::Value(value)
            }
            GenericArgument::Unlinked => {
                self.uses_linked = true;
                Entity::OpenValue
            }
            GenericArgument::OpenValue => Entity::OpenValue,
            GenericArgument::Pack(pack) => Entity::Pack(pack),
        }
    }

    /// The type of an unspecialized parameter.
    pub(in crate::slang) fn unspecialized_type(&mut self, decl: DeclId) -> TypeId {
        if let Some(&known) = self.memo.unspecialized.get(&decl) {
            return known;
        }
        let (name, span) = (self.tree.decls[decl].name, self.tree.decls[decl].span);
        let owner = self.owner(decl);
        let id = self.module.program.unspecialized_types.push(UnspecializedType { name, span, constraints: Vec::new(), owner });
        let ty = self.module.types.intern(Type::Unspecialized(id));
        self.memo.unspecialized.insert(decl, ty);
        self.memo.unspecialized_declarations.insert(ty, decl);
        let constraints = match &self.tree.decls[decl].kind {
            DeclKind::Open { constraints, .. } | DeclKind::Associated { constraints } => constraints.clone(),
            _ => Vec::new(),
        };
        let scope = Scope { decl, env: EnvId::EMPTY };
        let mut types = Vec::new();
        for constraint in constraints {
            if self.checks_only && !self.is_understood(constraint, scope) {
                continue;
            }
            types.extend(self.type_of(constraint, scope));
        }
        self.module.program.unspecialized_types[id].constraints = types;
        ty
    }

    /// The span of a declared name.
    pub(in crate::slang) fn name_span(&self, decl: DeclId) -> Span {
        self.tree.decls[decl].span
    }
}
