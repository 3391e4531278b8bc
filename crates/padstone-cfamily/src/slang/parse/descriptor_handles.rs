//! The descriptor heaps that functions index, by the types of descriptor handles in their bodies: `DescriptorHandle<Texture2D>(…)` and
//! `Sampler2D.Handle` (libslang 2026.12 writes `ResourceDescriptorHeap[…]` and `SamplerDescriptorHeap[…]` for them).

use padstone_model::{DescriptorHeaps, ResourceKind};
use padstone_source::Symbol;

use super::super::keywords::{Builtin, Keywords};
use crate::{Token, TokenKind};

/// Collects the heaps of a body from its tokens.
pub(super) struct DescriptorHandles<'w> {
    keywords: &'w Keywords,
    /// The name `Handle`.
    handle: Symbol,
    pub(super) heaps: DescriptorHeaps,
    /// The names before the open `<`.
    generics: Vec<Option<Symbol>>,
    /// The type that the last token ends, if it is a name or a `>`.
    ty: Option<Symbol>,
    /// The type before the last `.`.
    owner: Option<Symbol>,
    /// Whether the next token is the argument of `DescriptorHandle`.
    in_argument: bool,
}

impl<'w> DescriptorHandles<'w> {
    pub(super) fn new(keywords: &'w Keywords, handle: Symbol) -> Self {
        let heaps = DescriptorHeaps::default();
        DescriptorHandles { keywords, handle, heaps, generics: Vec::new(), ty: None, owner: None, in_argument: false }
    }

    pub(super) fn see(&mut self, token: Token) {
        let (ty, owner) = (self.ty.take(), self.owner.take());
        let in_argument = std::mem::take(&mut self.in_argument);
        match token.kind {
            TokenKind::Ident => {
                if in_argument {
                    self.argument(token.symbol);
                }
                match owner.and_then(|owner| self.resource(owner)) {
                    Some(kind) if token.symbol == self.handle => self.add(Some(kind)),
                    _ => {}
                }
                self.ty = Some(token.symbol);
            }
            TokenKind::Dot => self.owner = ty,
            TokenKind::Less => {
                self.in_argument = ty.and_then(|ty| self.keywords.builtin(ty)) == Some(Builtin::HandleOf);
                self.generics.push(ty);
            }
            TokenKind::Greater => self.ty = self.generics.pop().flatten(),
            // `<` was a comparison.
            TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::BraceClose => self.generics.clear(),
            _ => {}
        }
    }

    /// The resource of a built-in type.
    fn resource(&self, ty: Symbol) -> Option<ResourceKind> {
        match self.keywords.builtin(ty) {
            Some(Builtin::Resource(kind, ..)) => Some(kind),
            _ => None,
        }
    }

    /// A type that the program declares may be any resource.
    fn argument(&mut self, ty: Symbol) {
        self.add(self.resource(ty));
    }

    fn add(&mut self, kind: Option<ResourceKind>) {
        self.heaps.samplers |= matches!(kind, Some(ResourceKind::Sampler | ResourceKind::CombinedSampler) | None);
        self.heaps.resources |= kind != Some(ResourceKind::Sampler);
    }
}
