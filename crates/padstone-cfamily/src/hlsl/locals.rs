//! What function bodies, which are otherwise skipped, have that matters outside them: descriptor heaps, and `packoffset` and `register`, which
//! are not allowed there.

use memchr::memmem;
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
    /// Where one of [`Parser::annotations_outside_buffers`] occurs last in each file that has a function, in bytes.
    last_annotations: FxHashMap<FileId, Option<usize>>,
    /// How many files were searched for descriptor heaps.
    searched: usize,
    /// Whether one of them names a heap, be it in a macro.
    heaps: bool,
    /// Whether one of them names a method that changes the counter of a buffer.
    counters: bool,
}

impl Parser<'_> {
    /// Skips the body of a function whose `{` at `open` was just consumed. Returns whether it is closed.
    pub(super) fn skip_function_body(&mut self, open: Span) -> bool {
        self.search_files();
        if self.body_words.counters && self.options.spirv {
            self.want_counters();
        }
        if !self.body_words.heaps && !self.may_have_annotations(open) {
            return self.skip_body();
        }
        let mut locals = self.locals();
        let usage = &mut self.usage;
        let mut see = |token| {
            usage.see(token);
            locals.see(token);
        };
        let is_closed = self.cursor.skip_body(Some(&mut see)).is_some();
        self.module.descriptor_heaps.resources |= locals.heaps.resources;
        self.module.descriptor_heaps.samplers |= locals.heaps.samplers;
        self.refuse_annotations(locals, "inside a function");
        is_closed
    }

    /// Reports `packoffset` and `register` in the body of a class template that nothing instantiates: its tokens.
    pub(super) fn refuse_annotations_in(&mut self, body: &[Token]) {
        let mut locals = self.locals();
        // The `:` before the `{` begins the bases.
        body.iter().skip_while(|token| token.kind != TokenKind::BraceOpen).for_each(|&token| locals.see(token));
        self.refuse_annotations(locals, "in a struct");
    }

    fn locals(&mut self) -> Locals {
        let words = ["packoffset", "register", "case", "default", "ResourceDescriptorHeap", "SamplerDescriptorHeap"];
        Locals::new(words.map(|word| self.cursor.names_mut().intern(word)))
    }

    fn refuse_annotations(&mut self, locals: Locals, place: &str) {
        for span in locals.packoffsets {
            self.misplaced_packoffset(place, span);
        }
        for span in locals.registers {
            self.refuse_register(place, span);
        }
    }

    /// The heaps among these names, which entry points reach: in bodies, initializers and default arguments.
    pub(super) fn heaps_among(&self, reached: &FxHashSet<Symbol>) -> DescriptorHeaps {
        let has = |name| self.cursor.names().lookup(name).is_some_and(|name| reached.contains(&name));
        DescriptorHeaps { resources: has("ResourceDescriptorHeap"), samplers: has("SamplerDescriptorHeap") }
    }

    /// Searches the files that were opened since the last search.
    fn search_files(&mut self) {
        let files = self.cursor.preprocessor.unit.sources.files();
        if self.body_words.searched < files.len() {
            let searched = std::mem::replace(&mut self.body_words.searched, files.len());
            for (_, file) in files.skip(searched) {
                let has = |word: &str| memmem::find(file.text.as_bytes(), word.as_bytes()).is_some();
                self.body_words.heaps |= has("DescriptorHeap");
                self.body_words.counters |= self.options.spirv && has("crementCounter");
            }
        }
    }

    /// The annotations that are errors outside buffers.
    fn annotations_outside_buffers(&self) -> &'static [&'static str] {
        if self.options.clang { &["packoffset", "register"] } else { &["packoffset"] }
    }

    /// Whether one of the words is in the rest of the file.
    fn may_have_annotations(&mut self, open: Span) -> bool {
        let words = self.annotations_outside_buffers();
        let sources = &*self.cursor.preprocessor.unit.sources;
        if sources.spelling(open) != open {
            return true;
        }
        let id = sources.file_of(open.start);
        let file = sources.file(id);
        let last = || words.iter().filter_map(|word| memmem::rfind(file.text.as_bytes(), word.as_bytes())).max();
        let last = *self.body_words.last_annotations.entry(id).or_insert_with(last);
        last.is_some_and(|at| at > (open.start - file.base()) as usize)
    }
}

/// What was seen of a body.
struct Locals {
    packoffset: Symbol,
    register: Symbol,
    /// `case` and `default`, whose colon begins a statement.
    labels: [Symbol; 2],
    resource_heap: Symbol,
    sampler_heap: Symbol,
    /// The `?` of the statement whose `:` is still to come.
    conditions: u32,
    is_label: bool,
    previous: TokenKind,
    packoffsets: Vec<Span>,
    registers: Vec<Span>,
    heaps: DescriptorHeaps,
}

impl Locals {
    fn new([packoffset, register, case, default, resource_heap, sampler_heap]: [Symbol; 6]) -> Self {
        Locals {
            packoffset,
            register,
            labels: [case, default],
            resource_heap,
            sampler_heap,
            conditions: 0,
            is_label: false,
            previous: TokenKind::BraceOpen,
            packoffsets: Vec::new(),
            registers: Vec::new(),
            heaps: DescriptorHeaps::default(),
        }
    }

    fn see(&mut self, token: Token) {
        if token.kind == TokenKind::Ident {
            if self.previous == TokenKind::Colon && token.symbol == self.packoffset {
                self.packoffsets.push(token.span);
            }
            if self.previous == TokenKind::Colon && token.symbol == self.register {
                self.registers.push(token.span);
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
