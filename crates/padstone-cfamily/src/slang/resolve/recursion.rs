//! Structs that contain themselves. The error and its position depend on their uses, so it is reported once all parameters are known: a
//! structured buffer of one is rejected where it is declared (E38205 of slangc), another parameter where its layout becomes too deep
//! (E39997), and one that no parameter contains where it is declared (E41001).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Dimension, Field, FieldRole, ResourceKind, Struct, StructKind, Type, TypeId};
use padstone_source::Span;
use rustc_hash::FxHashSet;

use super::super::keywords::Builtin;
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};
use super::{GenericArgument, ResolutionState, Resolved, Resolver, Scope};

/// The maximum nesting depth of layouts in libslang 2026.12, measured with cycles of up to eleven structs: arrays add no level, buffers do.
const DEEPEST: u32 = 128;

/// A member whose type is an enclosing struct.
pub(super) struct Cycle {
    /// The struct that declares the member.
    owner: DeclId,
    to: Scope,
    /// The number of buffers between the two.
    buffers: u32,
    /// Whether one of them is a structured buffer, whose elements are outside the struct.
    is_structured: bool,
}

impl Resolver<'_> {
    /// The type of a variable, or `Unknown` if it is an enclosing struct, which is recorded.
    pub(super) fn type_in_struct(&mut self, ty: ExprId, scope: Scope, (decl, field): (DeclId, Span)) -> TypeId {
        let outside = self.cycle.take();
        let resolved = self.type_or_unknown(ty, scope);
        if let Some((to, position)) = std::mem::replace(&mut self.cycle, outside) {
            let (mut buffers, mut is_structured) = (0, false);
            let owner = self.tree.decls[decl].parent.unwrap_or(decl);
            // An object of a class is a reference. A class in ordinary data is an error that is reported there.
            let is_class = |decl: DeclId| matches!(self.tree.decls[decl].kind, DeclKind::Struct { is_class: true, .. });
            if is_class(owner) || is_class(to.decl) {
                return resolved;
            }
            if self.contains_itself_by_name(ty, &mut buffers, &mut is_structured) {
                self.cycles.entry(field).or_insert(Cycle { owner, to, buffers, is_structured });
            } else {
                self.contains_itself(to, position);
            }
        }
        resolved
    }

    /// Resolves an expression that may name a struct in its own declaration.
    pub(in crate::slang) fn as_argument<T>(&mut self, resolve: impl FnOnce(&mut Self) -> T) -> T {
        let outside = std::mem::replace(&mut self.is_argument, true);
        let resolved = resolve(self);
        self.is_argument = outside;
        resolved
    }

    /// The type of an argument.
    pub(super) fn argument_type(&mut self, argument: ExprId, scope: Scope) -> Resolved<TypeId> {
        self.as_argument(|resolver| resolver.type_of(argument, scope))
    }

    /// A placeholder for an incomplete struct: a type without members with the same declaration.
    pub(super) fn placeholder(&mut self, scope: Scope) -> TypeId {
        if let Some(&known) = self.memo.placeholders.get(&scope) {
            return known;
        }
        let (name, span) = (self.qualified(scope), self.tree.decls[scope.decl].span);
        let declared = Struct { name, span, kind: StructKind::Instance, fields: Vec::new(), ty: None, contiguous: false };
        let ty = self.add_struct(declared);
        self.memo.origins.insert(ty, scope);
        self.memo.placeholders.insert(scope, ty);
        self.module.program.incomplete.insert(ty);
        ty
    }

    /// Reports a base whose members depend on an argument that is the struct itself (E30019 of slangc).
    pub(super) fn check_own_argument(&mut self, scope: Scope, base: TypeId) {
        let Some(&direct_cycles) = self.memo.placeholders.get(&scope) else { return };
        let Some(&inner) = self.memo.origins.get(&base) else { return };
        let is_own = self.arguments(inner).contains(&GenericArgument::Type(direct_cycles));
        if is_own && self.has_dependent_member(inner.decl) {
            self.contains_itself(scope, self.tree.decls[scope.decl].span);
        }
    }

    /// Whether the type of a member of a generic struct names one of its parameters, also through pointers.
    fn has_dependent_member(&self, generic: DeclId) -> bool {
        let declared = &self.tree.decls[generic];
        let Some(generics) = &declared.generics else { return false };
        let is_parameter = |name| generics.parameters.iter().any(|&parameter| self.tree.decls[parameter].name == name);
        let types = declared.members.iter().filter_map(|&member| match self.tree.decls[member].kind {
            DeclKind::Variable { ty, .. } => ty,
            _ => None,
        });
        let mut pending: Vec<ExprId> = types.collect();
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Name(name) if is_parameter(*name) => return true,
                ExprKind::Apply(callee, arguments) => pending.extend(std::iter::once(callee).chain(arguments)),
                ExprKind::Index(callee, count) => pending.extend(std::iter::once(callee).chain(count)),
                ExprKind::Member(callee, _) | ExprKind::Pointer(callee) | ExprKind::Optional(callee) | ExprKind::Modified(_, callee) => {
                    pending.push(*callee)
                }
                _ => {}
            }
        }
        false
    }

    /// Reports a declaration that contains itself and is not a member of a struct.
    pub(super) fn contains_itself(&mut self, scope: Scope, span: Span) {
        let name = self.tree.decls[scope.decl].name;
        let found = Diagnostic::error(&codes::INCOMPLETE_TYPE, format!("`{}` contains itself", self.text(name)), span);
        self.report(found.help("use a pointer or an index instead"));
    }

    /// Whether a written type contains the type that its name refers to, and in how many buffers.
    fn contains_itself_by_name(&self, ty: ExprId, buffers: &mut u32, is_structured: &mut bool) -> bool {
        let mut expr = ty;
        loop {
            expr = match &self.tree.exprs[expr].kind {
                ExprKind::Index(inner, _) | ExprKind::Modified(_, inner) => *inner,
                ExprKind::Apply(inner, arguments) => {
                    let &ExprKind::Name(name) = &self.tree.exprs[*inner].kind else { return true };
                    match (self.keywords.builtin(name), arguments.first()) {
                        (Some(Builtin::Resource(_, shape, _)), _) if shape.dimension == Dimension::StructuredBuffer => {
                            *is_structured = true;
                            return true;
                        }
                        (Some(Builtin::Resource(..)), Some(&element)) => {
                            *buffers += 1;
                            element
                        }
                        (Some(Builtin::OptionalOf | Builtin::HandleOf), _) => return false,
                        _ => return true,
                    }
                }
                ExprKind::Optional(_) | ExprKind::Member(..) => return false,
                _ => return true,
            };
        }
    }

    /// Reports all structs that contain themselves, depending on their uses.
    pub(in crate::slang) fn check_cycles(&mut self) {
        let is_endless = self.diagnostics.iter().any(|found| found.code.id == codes::NESTED_TOO_DEEP.id);
        if is_endless || self.cycles.is_empty() && self.memo.placeholders.is_empty() {
            return;
        }
        let mut found = self.structured_cycles(&self.holding(true));
        found.extend(self.first_too_deep(&self.holding(false)));
        if found.is_empty() {
            self.check_remaining_cycles();
            found = self.cycles.iter().map(|(&field, cycle)| (self.tree.decls[cycle.owner].span, field)).collect();
        }
        for (position, member) in found {
            let by_name = || self.memo.placeholders.keys().find(|scope| self.tree.decls[scope.decl].span == member).copied();
            let Some(to) = self.cycles.get(&member).map(|cycle| cycle.to).or_else(by_name) else { continue };
            let message = format!("`{}` contains itself", self.text(self.tree.decls[to.decl].name));
            let found = Diagnostic::error(&codes::INCOMPLETE_TYPE, message, position).label(member, "contained by this declaration");
            self.report(found.help("use a pointer or an index instead"));
        }
    }

    /// Reports the first parameter that contains itself through generic arguments, in a way that no other report covers.
    fn check_remaining_cycles(&mut self) {
        if self.diagnostics.iter().any(|found| found.code.id == codes::INCOMPLETE_TYPE.id) {
            return;
        }
        let holding = self.holding_anywhere();
        let globals = self.module.program.globals.iter().map(|global| &global.variable);
        let signatures = self.module.program.signatures.iter();
        let signatures = signatures.flat_map(|(_, signature)| signature.parameters.iter().chain(&signature.result));
        let found = globals.chain(signatures).find(|variable| holding[variable.ty.index()]).map(|variable| variable.span);
        if let Some(position) = found {
            let found =
                Diagnostic::error(&codes::INCOMPLETE_TYPE, "the type of this variable contains a type that contains itself", position);
            self.report(found.help("use a pointer, a handle, or an index instead"));
        }
    }

    /// For each type, whether it contains an incomplete struct, even in buffers.
    fn holding_anywhere(&self) -> Vec<bool> {
        let mut holding: Vec<bool> = Vec::with_capacity(self.module.types.len());
        for (id, &ty) in self.module.types.iter() {
            let found = match ty {
                Type::Array { element, .. } => holding[element.index()],
                Type::Struct(declared) => {
                    let fields = &self.module.structs[declared].fields;
                    self.module.program.incomplete.contains(&id) || fields.iter().any(|field| holding[field.ty.index()])
                }
                Type::Resource(resource) => resource.element.is_some_and(|element| holding[element.index()]),
                _ => false,
            };
            holding.push(found);
        }
        holding
    }

    /// The structured buffers of structs that contain themselves, each with the member that closes the cycle.
    fn structured_cycles(&self, holding: &[Option<Span>]) -> Vec<(Span, Span)> {
        let direct_cycles = self.cycles.iter().filter(|(_, cycle)| cycle.is_structured).map(|(&field, _)| (field, field));
        let mut found: Vec<(Span, Span)> = direct_cycles.collect();
        let mut known: FxHashSet<Span> = found.iter().map(|&(position, _)| position).collect();
        let globals = self.module.program.globals.iter().map(|global| &global.variable);
        let members = self.module.structs.iter().flat_map(|(_, declared)| &declared.fields);
        for field in globals.chain(members) {
            let Type::Resource(resource) = self.module.types[self.without_dimensions(field.ty)] else { continue };
            if resource.shape.dimension != Dimension::StructuredBuffer {
                continue;
            }
            let element = resource.element.filter(|element| !self.module.program.incomplete.contains(element));
            if let Some(member) = element.and_then(|element| holding[element.index()])
                && known.insert(field.span)
            {
                found.push((field.span, member));
            }
        }
        found
    }

    /// The position at which the layout of the first such parameter becomes too deep, and the member that causes it.
    fn first_too_deep(&self, holding: &[Option<Span>]) -> Option<(Span, Span)> {
        let globals = self.module.program.globals.iter().map(|global| &global.variable);
        let signatures =
            self.module.program.signatures.iter().flat_map(|(_, signature)| signature.parameters.iter().chain(&signature.result));
        globals.chain(signatures).find_map(|variable| {
            let member = holding[variable.ty.index()]?;
            Some((self.too_deep(variable.ty, holding)?, member))
        })
    }

    /// The first member within a type that exceeds the maximum depth.
    fn too_deep(&self, root: TypeId, holding: &[Option<Span>]) -> Option<Span> {
        let (mut ty, mut depth) = (root, 0);
        loop {
            if self.module.program.incomplete.contains(&ty) {
                ty = self.completed(ty)?;
            }
            match self.module.types[self.without_dimensions(ty)] {
                Type::Resource(resource) => {
                    ty = resource.element?;
                    depth += 1;
                }
                Type::Struct(id) => {
                    let fields = &self.module.structs[id].fields;
                    depth += 1;
                    if depth >= DEEPEST {
                        return fields.first().map(|field| field.span);
                    }
                    let field = fields.iter().find(|field| self.closing(field, false, holding).is_some())?;
                    match self.cycles.get(&field.span) {
                        Some(cycle) => {
                            depth += cycle.buffers;
                            if depth >= DEEPEST {
                                return Some(field.span);
                            }
                            let Some(ResolutionState::Done(to)) = self.memo.types.get(&cycle.to) else { return None };
                            ty = *to;
                        }
                        None => ty = field.ty,
                    }
                }
                _ => return None,
            }
        }
    }

    /// The complete struct of a placeholder.
    fn completed(&self, placeholder: TypeId) -> Option<TypeId> {
        match self.memo.types.get(self.memo.origins.get(&placeholder)?)? {
            ResolutionState::Done(ty) => Some(*ty),
            ResolutionState::Begun => None,
        }
    }

    /// The member that closes the cycle in which a member contains its struct, at any level.
    fn closing(&self, field: &Field, structured: bool, holding: &[Option<Span>]) -> Option<Span> {
        match self.cycles.get(&field.span) {
            _ if field.role == FieldRole::Base => None,
            Some(cycle) => (structured || !cycle.is_structured).then_some(field.span),
            None => holding[field.ty.index()],
        }
    }

    /// For each type, the member that makes it contain itself at any level; with `structured`, structured buffers count too.
    fn holding(&self, structured: bool) -> Vec<Option<Span>> {
        let mut holding: Vec<Option<Span>> = Vec::with_capacity(self.module.types.len());
        for (ty_id, &ty) in self.module.types.iter() {
            // A type comes after the types that it refers to.
            let found = match ty {
                Type::Array { element, .. } => holding[element.index()],
                Type::Struct(id) if self.module.program.incomplete.contains(&ty_id) => Some(self.module.structs[id].span),
                Type::Struct(id) => self.module.structs[id].fields.iter().find_map(|field| self.closing(field, structured, &holding)),
                Type::Resource(resource)
                    if resource.shape.dimension == Dimension::None
                        && !matches!(resource.kind, ResourceKind::Patch | ResourceKind::Other | ResourceKind::StorageBlock) =>
                {
                    resource.element.and_then(|element| holding[element.index()])
                }
                _ => None,
            };
            holding.push(found);
        }
        holding
    }

    fn without_dimensions(&self, ty: TypeId) -> TypeId {
        self.module.types.peel_arrays(ty)
    }
}
