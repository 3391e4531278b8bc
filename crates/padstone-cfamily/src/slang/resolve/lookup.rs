//! Name lookup.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Type, TypeId, UnspecializedType};
use padstone_source::{Span, Symbol};

use super::super::keywords::Modifier;
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind, Ident};
use super::{Entity, EnvId, GenericArgument, Reported, Resolved, Resolver, Scope};
use crate::constants::Operator;

/// The kind of declaration that an expression requires: it selects from declarations of one name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::slang) enum Sought {
    Any,
    Type,
    Value,
    /// The name before generic arguments.
    Generic,
    /// The name before a `.` or `::`.
    Qualifier,
}

/// The declaration that a name leads to.
struct FoundDeclaration {
    declared: Scope,
    /// The enclosing declaration whose names include it.
    place: DeclId,
    /// An outer declaration that it does not hide, and that suits as well.
    rival: Option<DeclId>,
}

/// The preference of a declaration of another kind.
pub(super) const UNSUITABLE: u8 = 3;

impl Resolver<'_> {
    /// The entity that an expression names, preferably a type.
    pub(in crate::slang) fn entity(&mut self, expr: ExprId, scope: Scope) -> Resolved<Entity> {
        self.sought_entity(expr, scope, Sought::Type)
    }

    /// The entity that an expression names, preferably of a kind.
    pub(in crate::slang) fn sought_entity(&mut self, expr: ExprId, scope: Scope, sought: Sought) -> Resolved<Entity> {
        let span = self.span(expr);
        match self.tree.exprs[expr].kind {
            ExprKind::Name(name) => {
                let scope = if self.tree.outermost.contains(&expr) { self.outermost(scope) } else { scope };
                self.name_entity(Ident { symbol: name, span }, scope, sought)
            }
            ExprKind::Member(owner, name) => {
                let owner = match self.text(name.symbol) {
                    "Handle" => self.as_argument(|resolver| resolver.sought_entity(owner, scope, Sought::Qualifier)),
                    _ => self.sought_entity(owner, scope, Sought::Qualifier),
                }?;
                self.member_of(owner, name, scope, sought)
            }
            ExprKind::Apply(owner, ref arguments) => {
                let arguments = arguments.clone();
                match self.sought_entity(owner, scope, Sought::Generic)? {
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

    fn name_entity(&mut self, name: Ident, scope: Scope, sought: Sought) -> Resolved<Entity> {
        let found = self.find_in_place(name.symbol, scope, sought);
        // Built-in names are declared in the outermost scope, from which functions hide nothing.
        let is_hidden = found.as_ref().is_some_and(|found| !self.tree.decls[found.declared.decl].kind.is_function());
        if !is_hidden && let Some(builtin) = self.builtin_name(name.symbol, scope) {
            return Ok(builtin);
        }
        if let Some(FoundDeclaration { declared, place, rival }) = found {
            self.check_visible(declared.decl, name, scope);
            self.check_unambiguous(declared.decl, name, scope);
            self.check_place(place, name, sought);
            if let Some(rival) = rival {
                self.report_ambiguous(name, [declared.decl, rival]);
            }
            return self.deeper(name.span, |resolver| resolver.declared(declared));
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
            return self.member_of(this, name, scope, sought);
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

    /// The declaration that a name leads to from a place: outward, with those of imported modules.
    pub(in crate::slang) fn find(&mut self, name: Symbol, scope: Scope) -> Option<Scope> {
        self.find_in_place(name, scope, Sought::Any).map(|found| found.declared)
    }

    /// The same, preferably a type.
    pub(in crate::slang) fn find_type(&mut self, name: Symbol, scope: Scope) -> Option<Scope> {
        self.find_in_place(name, scope, Sought::Type).map(|found| found.declared)
    }

    /// The same, preferably of a kind.
    fn find_in_place(&mut self, name: Symbol, scope: Scope, sought: Sought) -> Option<FoundDeclaration> {
        // Most names are built-in.
        if !self.tree.declares(name) {
            return None;
        }
        let (mut place, mut inner): (_, Option<FoundDeclaration>) = (Some(scope.decl), None);
        while let Some(index) = place {
            let decl = &self.tree.decls[index];
            place = decl.parent;
            let env = self.env_at(scope.env, decl.generic_depth);
            let Some(declared) = self.named_in_place(Scope { decl: index, env }, name, sought) else { continue };
            let hides =
                self.hides(declared.decl, index, sought) && (sought == Sought::Any || !self.is_declared_in_base(declared.decl, index));
            if !hides {
                inner.get_or_insert(FoundDeclaration { declared, place: index, rival: None });
                continue;
            }
            let preference = self.preference(declared.decl, sought);
            let suits = preference < UNSUITABLE;
            let inner = inner.filter(|inner| {
                let of_inner = self.preference(inner.declared.decl, sought);
                of_inner < UNSUITABLE && of_inner <= preference && !(suits && self.is_in_extension(inner.declared.decl))
            });
            let outer = FoundDeclaration { declared, place: index, rival: None };
            return Some(inner.map_or(outer, |inner| FoundDeclaration { rival: suits.then_some(declared.decl), ..inner }));
        }
        inner
    }

    /// Whether a declaration is a member of an extension. Outer declarations take precedence over one that meets a requirement (libslang
    /// 2026.12, measured).
    fn is_in_extension(&self, decl: DeclId) -> bool {
        let parent = self.tree.decls[decl].parent;
        parent.is_some_and(|parent| matches!(self.tree.decls[parent].kind, DeclKind::Extension { .. }))
    }

    /// Whether a declaration in a place hides outer declarations of its name. Functions do not, and neither do the parameters of a function
    /// from its types (libslang 2026.12, measured).
    fn hides(&self, found: DeclId, place: DeclId, sought: Sought) -> bool {
        let suits = || self.preference(found, sought) < UNSUITABLE;
        let (found, place) = (&self.tree.decls[found].kind, &self.tree.decls[place].kind);
        match (found.is_function(), place.is_function()) {
            (true, _) => sought == Sought::Generic && suits(),
            (false, true) => suits(),
            (false, false) => true,
        }
    }

    /// The declaration of a name in a place, in the namespaces that `using` makes visible there, or in the parts of the place in imported
    /// modules.
    fn named_in_place(&mut self, place: Scope, name: Symbol, sought: Sought) -> Option<Scope> {
        let first = self.sought_member(place, name, sought);
        if !self.has_peers(place.decl) {
            return first.or_else(|| self.named_in_extensions(place, name, sought));
        }
        let others = self.named_in_peers(place.decl, name, sought);
        self.preferred(first.into_iter().chain(others), self.tree.decls[place.decl].module, sought)
    }

    /// The first of the declarations that suit best, preferably a visible one.
    pub(super) fn preferred(&self, found: impl IntoIterator<Item = Scope>, from: u32, sought: Sought) -> Option<Scope> {
        found.into_iter().min_by_key(|found| (!self.is_visible_from(found.decl, from), self.preference(found.decl, sought)))
    }

    /// How well a declaration suits, best first.
    pub(super) fn preference(&self, decl: DeclId, sought: Sought) -> u8 {
        let decl = &self.tree.decls[decl];
        let is_generic = decl.generics.as_ref().is_some_and(|generics| !generics.parameters.is_empty());
        match sought {
            Sought::Any => u8::from(decl.kind.is_function()),
            Sought::Type if decl.kind.is_type() => u8::from(is_generic),
            Sought::Value if decl.kind.is_value() => 0,
            Sought::Generic if is_generic => 0,
            Sought::Qualifier => match &decl.kind {
                DeclKind::Namespace | DeclKind::Module => 0,
                kind if kind.is_type() => 1 + u8::from(is_generic),
                _ => UNSUITABLE,
            },
            _ => UNSUITABLE,
        }
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
