//! Packs, which are any number of types or values for one parameter: `each T`, the repetition `expand Box<each T>`, and parts of packs.

use padstone_diag::{Diagnostic, codes, counted};
use padstone_model::TypeId;
use padstone_source::{Span, Symbol};

use super::super::keywords::{Modifier, PackPart};
use super::super::tree::{DeclId, ExprId, ExprKind};
use super::{Entity, GenericArgument, Reported, Resolved, Resolver, Scope};

/// The arguments of a pack, by position in [`Resolver::packs`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::slang) struct PackId(u32);

/// An argument before the expansion of packs.
#[derive(Clone, Copy)]
pub(super) enum PackedArgument {
    Written(ExprId),
    /// One repetition of an `expand`, with the index of the current pack arguments.
    Repeated(ExprId, usize),
    /// One argument of a forwarded pack.
    OfPack(GenericArgument),
}

impl Resolver<'_> {
    /// Replaces each `expand` by its repetitions, and each pack by its arguments.
    pub(super) fn expand_arguments(&mut self, arguments: &[ExprId], scope: Scope) -> Resolved<Vec<PackedArgument>> {
        let mut expanded = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            if let ExprKind::Expand(pattern) = self.tree.exprs[argument].kind {
                let count = self.repetitions(argument, pattern, scope)?;
                expanded.extend((0..count).map(|index| PackedArgument::Repeated(pattern, index)));
            } else if self.is_pack(argument, scope)
                && let Entity::Pack(pack) = self.entity(argument, scope)?
            {
                expanded.extend(self.arguments_of(pack).iter().copied().map(PackedArgument::OfPack));
            } else {
                expanded.push(PackedArgument::Written(argument));
            }
        }
        Ok(expanded)
    }

    pub(super) fn expanded_argument_type(&mut self, expanded: PackedArgument, scope: Scope) -> Resolved<TypeId> {
        match expanded {
            PackedArgument::Written(argument) => self.argument_type(argument, scope),
            PackedArgument::Repeated(pattern, index) => self.repeated(index, |resolver| resolver.argument_type(pattern, scope)),
            PackedArgument::OfPack(GenericArgument::Type(ty)) => Ok(ty),
            PackedArgument::OfPack(_) => Ok(self.unknown),
        }
    }

    /// Resolves one repetition of an `expand`, with the pack arguments at this position.
    pub(super) fn repeated<T>(&mut self, index: usize, resolve: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.expanding.replace(index);
        let resolved = resolve(self);
        self.expanding = outer;
        resolved
    }

    /// The types of the repetitions of an `expand`, one for each argument of its packs.
    pub(super) fn expand(&mut self, expr: ExprId, scope: Scope) -> Resolved<Vec<TypeId>> {
        let ExprKind::Expand(pattern) = self.tree.exprs[expr].kind else { return Ok(vec![self.type_of(expr, scope)?]) };
        let count = self.repetitions(expr, pattern, scope)?;
        (0..count).map(|index| self.repeated(index, |resolver| resolver.type_of(pattern, scope))).collect()
    }

    fn repetitions(&mut self, expr: ExprId, pattern: ExprId, scope: Scope) -> Resolved<usize> {
        match self.known_repetitions(expr, pattern, scope)? {
            Some(count) => Ok(count),
            None => Err(self.error(
                &codes::TEMPLATE_ARGUMENTS,
                "`expand` requires a pack with `each` before its name",
                "write, for example, `expand each T`",
                self.span(expr),
            )),
        }
    }

    /// The number of repetitions of an `expand`, unless its packs are unspecialized.
    fn known_repetitions(&mut self, expr: ExprId, pattern: ExprId, scope: Scope) -> Resolved<Option<usize>> {
        let span = self.span(expr);
        let mut count = None;
        for pack in self.packs_in(pattern) {
            if let Entity::Pack(pack) = self.entity(pack, scope)? {
                let length = self.arguments_of(pack).len();
                if count.is_some_and(|count| count != length) {
                    return Err(self.error(
                        &codes::TEMPLATE_ARGUMENTS,
                        "the expanded packs differ in length",
                        "pass the same number of arguments to each pack",
                        span,
                    ));
                }
                count = Some(length);
            }
        }
        Ok(count)
    }

    /// The operands of all `each` in a pattern.
    fn packs_in(&self, pattern: ExprId) -> Vec<ExprId> {
        let mut found = Vec::new();
        let mut pending = vec![pattern];
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Each(pack) => found.push(*pack),
                // A nested `expand` repeats its own packs.
                ExprKind::Expand(_) => {}
                kind => pending.extend(kind.parts()),
            }
        }
        found
    }

    /// `each T`: the current argument.
    pub(super) fn pack_element(&mut self, pack: ExprId, scope: Scope, span: Span) -> Resolved<Entity> {
        match (self.entity(pack, scope)?, self.expanding) {
            (Entity::Pack(pack), Some(index)) => match self.arguments_of(pack).get(index).copied() {
                Some(argument) => Ok(self.argument_entity(argument)),
                None => Ok(Entity::Type(self.unknown)),
            },
            // The generic is unspecialized.
            (open @ (Entity::Type(_) | Entity::OpenValue), _) => Ok(open),
            _ => Err(self.error(
                &codes::TEMPLATE_ARGUMENTS,
                "`each` requires an enclosing `expand` and a pack name after it",
                "write, for example, `expand each T`",
                span,
            )),
        }
    }

    /// Whether a generic has a pack parameter.
    pub(in crate::slang) fn has_pack_parameter(&self, generic: DeclId) -> bool {
        let generics = self.tree.decls[generic].generics.as_ref();
        generics
            .is_some_and(|generics| generics.parameters.iter().any(|&parameter| self.tree.decls[parameter].modifiers.has(Modifier::Each)))
    }

    /// Whether a name refers to a pack, or to a part of one.
    fn is_pack(&mut self, expr: ExprId, scope: Scope) -> bool {
        match self.tree.exprs[expr].kind {
            ExprKind::Name(name) => self.find(name, scope).is_some_and(|found| self.tree.decls[found.decl].modifiers.has(Modifier::Each)),
            ExprKind::PackPart(part, _) => matches!(part, PackPart::WithoutFirst | PackPart::WithoutLast),
            ExprKind::Expand(_) => true,
            _ => false,
        }
    }

    /// `__first(T)`, `__trimFirst(T)`. Parts of an unspecialized pack are unspecialized.
    pub(super) fn pack_part(&mut self, part: PackPart, pack: ExprId, scope: Scope) -> Resolved<Entity> {
        let pack = match self.entity(pack, scope)? {
            Entity::Pack(pack) => pack,
            open => return Ok(open),
        };
        let arguments = self.arguments_of(pack);
        let without = match part {
            PackPart::First | PackPart::Last => {
                let selected = if part == PackPart::First { arguments.first() } else { arguments.last() };
                return Ok(match selected.copied() {
                    Some(argument) => self.argument_entity(argument),
                    // The error for a pack that may be empty has been reported.
                    None => Entity::Type(self.unknown),
                });
            }
            PackPart::WithoutFirst => arguments.split_first().map(|(_, rest)| rest),
            PackPart::WithoutLast => arguments.split_last().map(|(_, rest)| rest),
        };
        let rest = without.unwrap_or_default().to_vec();
        match self.pack(rest) {
            GenericArgument::Pack(pack) => Ok(Entity::Pack(pack)),
            _ => Ok(Entity::Type(self.unknown)),
        }
    }

    /// `__packBranch(T, End, Node<T>)`: the second operand if the pack is empty, otherwise the third.
    pub(super) fn pack_branch(&mut self, pack: ExprId, empty: ExprId, nonempty: ExprId, scope: Scope) -> Resolved<Entity> {
        if !self.is_pack(pack, scope) {
            // The error has been reported.
            return Err(Reported);
        }
        let is_empty = match self.tree.exprs[pack].kind {
            ExprKind::Expand(pattern) => self.known_repetitions(pack, pattern, scope)?.map(|count| count == 0),
            _ => match self.entity(pack, scope)? {
                Entity::Pack(pack) => Some(self.arguments_of(pack).is_empty()),
                _ => None,
            },
        };
        match is_empty {
            Some(is_empty) => self.entity(if is_empty { empty } else { nonempty }, scope),
            // The choice is unknown.
            None => Ok(Entity::Type(self.unknown)),
        }
    }

    /// E30106 of slangc.
    pub(super) fn is_several(&mut self, span: Span) -> Reported {
        let found = Diagnostic::error(&codes::UNKNOWN_TYPE, "expected a type, found a pack", span);
        self.report(found.help("wrap it in a tuple: `Tuple<expand each T>`"))
    }

    /// Divides arguments among parameters: each pack gets an equal share of those that remain for packs.
    pub(super) fn divided(
        &mut self,
        parameters: &[DeclId],
        expanded: Vec<PackedArgument>,
        name: Symbol,
        span: Span,
    ) -> Resolved<Vec<Vec<PackedArgument>>> {
        let is_pack = |parameter: &DeclId| self.tree.decls[*parameter].modifiers.has(Modifier::Each);
        let packs: Vec<bool> = parameters.iter().map(is_pack).collect();
        let count = packs.iter().filter(|&&is_pack| is_pack).count();
        let single = parameters.len() - count;
        if expanded.len() > single && count == 0 {
            let message = format!("`{}` takes {}, found {}", self.text(name), counted(parameters.len(), "argument"), expanded.len());
            return Err(self.error(&codes::TEMPLATE_ARGUMENTS, message, "remove the extra arguments", span));
        }
        let over = expanded.len().saturating_sub(single);
        if count > 0 && !over.is_multiple_of(count) {
            let message =
                format!("{} cannot be divided evenly among the {count} packs of `{}`", counted(over, "argument"), self.text(name));
            return Err(self.error(&codes::TEMPLATE_ARGUMENTS, message, "pass the same number of arguments to each pack", span));
        }
        let mut rest = expanded.into_iter();
        Ok(packs.into_iter().map(|is_pack| rest.by_ref().take(if is_pack { over / count } else { 1 }).collect()).collect())
    }

    /// Combines arguments into a pack.
    pub(super) fn pack(&mut self, arguments: Vec<GenericArgument>) -> GenericArgument {
        let next = PackId(self.memo.packs.len() as u32);
        let id = *self.memo.pack_ids.entry(arguments.clone()).or_insert(next);
        if id == next {
            self.memo.packs.push(arguments);
        }
        GenericArgument::Pack(id)
    }

    pub(super) fn arguments_of(&self, PackId(position): PackId) -> &[GenericArgument] {
        &self.memo.packs[position as usize]
    }

    /// The types of an argument: one type, or those of a pack.
    pub(super) fn types_in(&self, argument: Option<&GenericArgument>) -> Vec<TypeId> {
        let expanded = match argument {
            Some(&GenericArgument::Pack(pack)) => self.arguments_of(pack),
            Some(first) => std::slice::from_ref(first),
            None => &[],
        };
        let types = expanded.iter().filter_map(|argument| match argument {
            &GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
        types.collect()
    }
}
