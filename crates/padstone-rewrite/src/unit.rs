//! A parsed and checked file, the input of passes.

use std::sync::Arc;

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_layout::{ModuleLayout, Profile, layout};
use padstone_model::{Module, StructId, Type, TypeId};
use padstone_source::{FileId, Interner, SourceMap, Span};
use padstone_wgsl::body::{Checker, TypedBody};
use padstone_wgsl::tree::{Body, DeclarationKind, Edition, Source, Tree};
use padstone_wgsl::{parse, parse_body};
use rustc_hash::FxHashMap;

use crate::Pass;
use crate::byte_snapshot::ByteSnapshot;

/// The input of a pass: text, tree, bodies, types, model and layouts. The file has no errors.
pub struct Unit<'a> {
    /// The text.
    pub source: Source<'a>,
    /// The declarations.
    pub tree: &'a Tree,
    /// All names of the text. Symbols of tree, bodies and [`Unit::module`] are its.
    pub names: &'a Interner,
    /// The bodies of functions, by position of their declaration.
    pub bodies: &'a [Option<Body>],
    /// The types and names.
    pub typed: Vec<Option<TypedBody>>,
    /// The checker of the types in [`Unit::typed`].
    pub checker: Checker<'a>,
    /// The model of the file.
    pub module: &'a Module,
    /// The layout: under the profile `wgsl`, or `wgsl-2020` for that edition.
    pub layouts: &'a ModuleLayout,
    /// The types of buffers, by the span of the variable's name.
    contents: FxHashMap<Span, Type>,
}

/// Whether a character ends a line, and the comment on it: the line breaks of WGSL (section 3.1).
pub(crate) const fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The text up to the first line break, and the length of the line break in bytes.
pub(crate) fn first_line(text: &str) -> (&str, usize) {
    let Some(end) = text.find(is_line_break) else { return (text, 0) };
    let rest = &text[end..];
    let length = if rest.starts_with("\r\n") { 2 } else { rest.chars().next().map_or(0, char::len_utf8) };
    (&text[..end], length)
}

/// The position of the last line in a text.
pub(crate) fn line_start(text: &str) -> usize {
    text.char_indices().rev().find(|(_, c)| is_line_break(*c)).map_or(0, |(position, c)| position + c.len_utf8())
}

impl Unit<'_> {
    /// The text at a span.
    pub fn text(&self, span: Span) -> &str {
        self.source.text(span)
    }

    /// A span and the spaces after it, on its line.
    pub(crate) fn with_space_after(&self, span: Span) -> Span {
        let after = &self.source.text[(span.end - self.source.base) as usize..];
        Span { end: span.end + (after.len() - after.trim_start_matches([' ', '\t']).len()) as u32, ..span }
    }

    /// The lines of a span, if they contain nothing else; otherwise the span.
    pub(crate) fn line_of(&self, span: Span) -> Span {
        let (before, after) = self.source.text.split_at((span.start - self.source.base) as usize);
        let after = &after[(span.end - span.start) as usize..];
        let blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
        let (line, end) = first_line(after);
        let is_alone = line.trim().is_empty() && (before.len() == blanks || before[..before.len() - blanks].ends_with(is_line_break));
        if !is_alone {
            return span;
        }
        Span { start: span.start - blanks as u32, end: span.end + (line.len() + end) as u32 }
    }

    /// Like [`Unit::line_of`], with the empty lines after it.
    pub(crate) fn paragraph_of(&self, span: Span) -> Span {
        let lines = self.line_of(span);
        let after = &self.source.text[(lines.end - self.source.base) as usize..];
        let text = after.trim_start();
        let blanks = &after[..after.len() - text.len()];
        let empty = if lines == span { 0 } else { line_start(blanks) };
        Span { end: lines.end + empty as u32, ..lines }
    }

    /// The type of the buffer variable that is declared at this position.
    pub(crate) fn content(&self, declaration: usize) -> Option<Type> {
        self.contents.get(&self.tree.declarations.get(declaration)?.name()?.span).copied()
    }

    /// Functions with a body, in the order of the text: position of the declaration, body, and types.
    pub fn functions(&self) -> impl Iterator<Item = (usize, &Body, &TypedBody)> {
        let bodies = self.bodies.iter().zip(&self.typed).enumerate();
        bodies.filter_map(|(position, (body, typed))| Some((position, body.as_ref()?, typed.as_ref()?)))
    }

    /// The structs that are in buffers, a struct after those it contains.
    pub fn structs_in_buffers(&self) -> impl Iterator<Item = StructId> {
        let module = self.module;
        let mut reached = vec![false; module.structs.len()];
        let mut pending: Vec<TypeId> = module.buffers.iter().map(|(_, buffer)| buffer.content).collect();
        while let Some(ty) = pending.pop() {
            match module.types[ty] {
                Type::Array { element, .. } => pending.push(element),
                Type::Struct(id) if !std::mem::replace(&mut reached[id.index()], true) => {
                    pending.extend(module.structs[id].fields.iter().map(|field| field.ty));
                }
                _ => {}
            }
        }
        module.structs.iter().map(|(id, _)| id).filter(move |id| reached[id.index()])
    }
}

/// A parsed text with its diagnostics.
pub(crate) struct ParsedText {
    pub(crate) text: Arc<str>,
    pub(crate) edition: Edition,
    pub(crate) found: Diagnostics,
    /// The offsets of all members.
    pub(crate) places: ByteSnapshot,
    base: u32,
    names: Interner,
    tree: Tree,
    bodies: Vec<Option<Body>>,
    module: Module,
    layouts: ModuleLayout,
}

impl ParsedText {
    pub(crate) fn new(sources: &SourceMap, file: FileId, edition: Edition) -> Self {
        let file = sources.file(file);
        let (mut names, mut found) = (Interner::new(), Diagnostics::new());
        let source = Source::new(file, edition);
        let tree = parse(source, &mut names, &mut found);
        let mut body = |declaration: &DeclarationKind| match declaration {
            DeclarationKind::Function(function) => function.body.map(|body| parse_body(source, body, &mut names, &mut found)),
            _ => None,
        };
        let bodies: Vec<Option<Body>> = tree.declarations.iter().map(|declaration| body(&declaration.kind)).collect();
        let mut checker = Checker::new(source, &tree, &names, &mut found);
        checker.bodies(&bodies);
        let module = checker.module();
        let layouts = layout(&module, profile(edition));
        // A pass leaves the types of naga as they are.
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error && found.code != &codes::NATIVE_TYPE;
        found.extend(layouts.diagnostics.iter().filter(is_error).cloned());
        let places = ByteSnapshot::of(&module, &layouts);
        ParsedText { text: file.text.clone(), edition, found, places, base: file.base(), names, tree, bodies, module, layouts }
    }

    pub(crate) fn source(&self) -> Source<'_> {
        Source { text: &self.text, base: self.base, edition: self.edition }
    }

    /// The start of the text.
    pub(crate) fn start(&self) -> Span {
        Span { start: self.base, end: self.base }
    }

    /// Whether the profiles that a pass must satisfy agree with WGSL on all offsets; the first difference otherwise.
    pub(crate) fn agrees(&self, pass: &Pass) -> Result<(), String> {
        pass.agree.iter().try_for_each(|profile| {
            let snapshot = ByteSnapshot::of(&self.module, &layout(&self.module, profile));
            match self.places.first_difference(&snapshot) {
                Some(difference) => Err(format!("under profile `{}`, {difference}", profile.name)),
                None => Ok(()),
            }
        })
    }

    /// Calls `work` with the checked text.
    pub(crate) fn with_unit<T>(&self, work: impl FnOnce(&Unit<'_>) -> T) -> T {
        let mut found = Diagnostics::new();
        let ParsedText { tree, names, bodies, module, layouts, .. } = self;
        let (checker, typed) = understand(self.source(), tree, names, bodies, &mut found);
        let contents = module.buffers.iter().map(|(_, buffer)| (buffer.span, module.types[buffer.content])).collect();
        work(&Unit { source: self.source(), tree, names, bodies, typed, checker, module, layouts, contents })
    }
}

fn understand<'a>(
    source: Source<'a>,
    tree: &'a Tree,
    names: &'a Interner,
    bodies: &'a [Option<Body>],
    found: &'a mut Diagnostics,
) -> (Checker<'a>, Vec<Option<TypedBody>>) {
    let mut checker = Checker::new(source, tree, names, found);
    let typed = bodies.iter().enumerate().map(|(position, body)| checker.body(position, body.as_ref()?)).collect();
    (checker, typed)
}

fn profile(edition: Edition) -> &'static Profile {
    match edition {
        Edition::Current => &padstone_layout::WGSL,
        Edition::Draft2020 => &padstone_layout::WGSL_2020,
    }
}
