//! Packs: any number of types for one parameter, `each T`, and what is made of each of them, `expand Box<each T>`.

use padstone_diag::{Diagnostic, codes};
use padstone_model::TypeId;
use padstone_source::{Span, Symbol};

use super::super::tree::{DeclId, ExprId, ExprKind};
use super::super::words::Modifier;
use super::{Argument, Entity, Found, Reported, Resolver, Scope};

/// The types of a pack, by position in [`Resolver::packs`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::slang) struct PackId(u32);

/// An argument as it is given: an expression, or one of the types of a pack.
#[derive(Clone, Copy)]
pub(super) enum Given {
    Written(ExprId),
    Type(TypeId),
}

impl Resolver<'_> {
    /// Arguments with each `expand` replaced by what it makes.
    pub(super) fn given(&mut self, arguments: &[ExprId], scope: Scope) -> Found<Vec<Given>> {
        let mut given = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            match self.tree.exprs[argument].kind {
                ExprKind::Expand(_) => given.extend(self.expand(argument, scope)?.into_iter().map(Given::Type)),
                _ => given.push(Given::Written(argument)),
            }
        }
        Ok(given)
    }

    pub(super) fn given_type(&mut self, given: Given, scope: Scope) -> Found<TypeId> {
        match given {
            Given::Written(argument) => self.argument_type(argument, scope),
            Given::Type(ty) => Ok(ty),
        }
    }

    /// The types that an `expand` makes, one for each of the packs in it.
    pub(super) fn expand(&mut self, expr: ExprId, scope: Scope) -> Found<Vec<TypeId>> {
        let ExprKind::Expand(pattern) = self.tree.exprs[expr].kind else { return Ok(vec![self.type_of(expr, scope)?]) };
        let span = self.span(expr);
        let mut count = None;
        for pack in self.packs_in(pattern) {
            if let Entity::Pack(pack) = self.entity(pack, scope)? {
                let length = self.types_of(pack).len();
                if count.is_some_and(|count| count != length) {
                    return Err(self.error(&codes::TEMPLATE_ARGUMENTS, "these packs are not of one length", span));
                }
                count = Some(length);
            }
        }
        let Some(count) = count else {
            return Err(self.error(&codes::TEMPLATE_ARGUMENTS, "`expand` needs a pack: write `each` before its name", span));
        };
        let outer = self.expanding;
        let types = (0..count).map(|position| {
            self.expanding = Some(position);
            self.type_of(pattern, scope)
        });
        let types = types.collect();
        self.expanding = outer;
        types
    }

    /// What stands behind each `each` of a pattern.
    fn packs_in(&self, pattern: ExprId) -> Vec<ExprId> {
        let mut found = Vec::new();
        let mut pending = vec![pattern];
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Each(pack) => found.push(*pack),
                ExprKind::Member(of, _) | ExprKind::Index(of, None) | ExprKind::Pointer(of) | ExprKind::Optional(of) => pending.push(*of),
                ExprKind::Modified(_, of) => pending.push(*of),
                ExprKind::Index(of, Some(count)) => pending.extend([*of, *count]),
                ExprKind::Apply(of, arguments) => {
                    pending.push(*of);
                    pending.extend(arguments);
                }
                _ => {}
            }
        }
        found
    }

    /// `each T`: the type of the pack whose turn it is.
    pub(super) fn each(&mut self, pack: ExprId, scope: Scope, span: Span) -> Found<TypeId> {
        match (self.entity(pack, scope)?, self.expanding) {
            (Entity::Pack(pack), Some(position)) => Ok(self.types_of(pack).get(position).copied().unwrap_or(self.unknown)),
            // Of a generic that is still open.
            (Entity::Type(ty), _) => Ok(ty),
            _ => Err(self.error(&codes::TEMPLATE_ARGUMENTS, "`each` stands in an `expand`, before the name of a pack", span)),
        }
    }

    /// E30106 of slangc.
    pub(super) fn is_several(&mut self, span: Span) -> Reported {
        let found = Diagnostic::error(&codes::UNKNOWN_TYPE, "a type is needed, and a pack is any number of them", span);
        self.report(found.help("put it into a tuple: `Tuple<expand each T>`"))
    }

    /// Divides arguments among parameters: packs take what the others leave over, each as many.
    pub(super) fn divided(&mut self, parameters: &[DeclId], given: Vec<Given>, name: Symbol, span: Span) -> Found<Vec<Vec<Given>>> {
        let is_pack = |parameter: &DeclId| self.tree.decls[*parameter].modifiers.has(Modifier::Each);
        let packs: Vec<bool> = parameters.iter().map(is_pack).collect();
        let count = packs.iter().filter(|&&is_pack| is_pack).count();
        let single = parameters.len() - count;
        if given.len() > single && count == 0 {
            let message = format!("`{}` takes {} arguments, and {} are given", self.text(name), parameters.len(), given.len());
            return Err(self.error(&codes::TEMPLATE_ARGUMENTS, message, span));
        }
        let over = given.len().saturating_sub(single);
        if count > 0 && !over.is_multiple_of(count) {
            let message = format!("the {over} types that are left for the packs of `{}` cannot be divided by {count}", self.text(name));
            return Err(self.error(&codes::TEMPLATE_ARGUMENTS, message, span));
        }
        let mut rest = given.into_iter();
        Ok(packs.into_iter().map(|is_pack| rest.by_ref().take(if is_pack { over / count } else { 1 }).collect()).collect())
    }

    /// Some types as an argument.
    pub(super) fn pack(&mut self, types: Vec<TypeId>) -> Argument {
        let next = PackId(self.packs.len() as u32);
        let id = *self.pack_ids.entry(types.clone()).or_insert(next);
        if id == next {
            self.packs.push(types);
        }
        Argument::Pack(id)
    }

    pub(super) fn types_of(&self, PackId(position): PackId) -> &[TypeId] {
        &self.packs[position as usize]
    }

    /// The types that an argument puts in: one, or those of a pack.
    pub(super) fn types_in(&self, argument: Option<&Argument>) -> Vec<TypeId> {
        match argument {
            Some(&Argument::Type(ty)) => vec![ty],
            Some(&Argument::Pack(pack)) => self.types_of(pack).to_vec(),
            _ => Vec::new(),
        }
    }
}
