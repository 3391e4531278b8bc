//! What function bodies, which are otherwise skipped, have that matters outside them: descriptor heaps and `packoffset`.

use memchr::memmem;
use padstone_diag::{Diagnostic, codes};
use padstone_model::DescriptorHeaps;
use padstone_source::{FileId, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Parser;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// What is known of the texts of the files, so that most bodies are skipped without looking at their tokens.
#[derive(Default)]
pub(super) struct FileWords {
    /// Where the word `packoffset` occurs last in each file that has a function, in bytes.
    last_packoffsets: FxHashMap<FileId, Option<usize>>,
    /// How many files were searched for descriptor heaps.
    searched: usize,
    /// Whether one of them names a heap, be it in a macro.
    heaps: bool,
}

impl Parser<'_> {
    /// Skips the body of a function whose `{` at `open` was just consumed. Returns whether it is closed.
    pub(super) fn skip_function_body(&mut self, open: Span) -> bool {
        if !self.may_have_heaps() && !self.may_have_packoffset(open) {
            return self.skip_body();
        }
        let words = ["packoffset", "case", "default", "ResourceDescriptorHeap", "SamplerDescriptorHeap"];
        let mut locals = Locals::new(words.map(|word| self.cursor.names_mut().intern(word)));
        let usage = &mut self.usage;
        let mut see = |token| {
            usage.see(token);
            locals.see(token);
        };
        let is_closed = self.cursor.skip_body(Some(&mut see)).is_some();
        self.module.descriptor_heaps.resources |= locals.heaps.resources;
        self.module.descriptor_heaps.samplers |= locals.heaps.samplers;
        for span in locals.packoffsets {
            let found = Diagnostic::error(&codes::PACKOFFSET_OUTSIDE, "`packoffset` is not allowed inside a function", span);
            self.report(found.label(span, "not a cbuffer or tbuffer member").help("remove the `packoffset`"));
        }
        is_closed
    }

    /// The heaps among these names, which entry points reach: in bodies, initializers and default arguments.
    pub(super) fn heaps_among(&self, reached: &FxHashSet<Symbol>) -> DescriptorHeaps {
        let has = |name| self.cursor.names().lookup(name).is_some_and(|name| reached.contains(&name));
        DescriptorHeaps { resources: has("ResourceDescriptorHeap"), samplers: has("SamplerDescriptorHeap") }
    }

    fn may_have_heaps(&mut self) -> bool {
        let files = self.cursor.preprocessor.unit.sources.files();
        if self.body_words.searched < files.len() {
            let searched = std::mem::replace(&mut self.body_words.searched, files.len());
            self.body_words.heaps |= files.skip(searched).any(|(_, file)| memmem::find(file.text.as_bytes(), b"DescriptorHeap").is_some());
        }
        self.body_words.heaps
    }

    /// Whether the word is in the rest of the file.
    fn may_have_packoffset(&mut self, open: Span) -> bool {
        let sources = &*self.cursor.preprocessor.unit.sources;
        if sources.spelling(open) != open {
            return true;
        }
        let id = sources.file_of(open.start);
        let file = sources.file(id);
        let last = || memmem::find_iter(file.text.as_bytes(), b"packoffset").last();
        let last = *self.body_words.last_packoffsets.entry(id).or_insert_with(last);
        last.is_some_and(|at| at > (open.start - file.base()) as usize)
    }
}

/// What was seen of a body.
struct Locals {
    packoffset: Symbol,
    /// `case` and `default`, whose colon begins a statement.
    labels: [Symbol; 2],
    resource_heap: Symbol,
    sampler_heap: Symbol,
    /// The `?` of the statement whose `:` is still to come.
    conditions: u32,
    is_label: bool,
    previous: TokenKind,
    packoffsets: Vec<Span>,
    heaps: DescriptorHeaps,
}

impl Locals {
    fn new([packoffset, case, default, resource_heap, sampler_heap]: [Symbol; 5]) -> Self {
        Locals {
            packoffset,
            labels: [case, default],
            resource_heap,
            sampler_heap,
            conditions: 0,
            is_label: false,
            previous: TokenKind::BraceOpen,
            packoffsets: Vec::new(),
            heaps: DescriptorHeaps::default(),
        }
    }

    fn see(&mut self, token: Token) {
        if token.kind == TokenKind::Ident {
            if self.previous == TokenKind::Colon && token.symbol == self.packoffset {
                self.packoffsets.push(token.span);
            }
            self.heaps.resources |= token.symbol == self.resource_heap;
            self.heaps.samplers |= token.symbol == self.sampler_heap;
        }
        self.previous = match token.kind {
            TokenKind::Colon if self.conditions > 0 => {
                self.conditions -= 1;
                TokenKind::Question
            }
            TokenKind::Colon if std::mem::take(&mut self.is_label) => TokenKind::Semicolon,
            kind => kind,
        };
        match token.kind {
            TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::BraceClose => (self.conditions, self.is_label) = (0, false),
            TokenKind::Question => self.conditions += 1,
            TokenKind::Ident if self.labels.contains(&token.symbol) => self.is_label = true,
            _ => {}
        }
    }
}
