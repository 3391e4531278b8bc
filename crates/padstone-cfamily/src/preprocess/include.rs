//! Finds, enters, and leaves files.
//!
//! A file that is included twice is loaded once, but has two entries in the source map. It is not read again if it contains `#pragma once`,
//! or is entirely inside an `#ifndef` whose macro is now defined.

use std::sync::Arc;

use padstone_diag::{Diagnostic, codes};
use padstone_source::{FileId, LoadError, SourceFull, Span, Symbol, normalized};
use rustc_hash::FxHashMap;

use super::{COMMAND_LINE, Preprocessor, Unit};
use crate::lex::Lexer;

/// The maximum depth of includes, as in clang.
const DEPTH: usize = 200;
/// The cost of reading a file again, besides its size: each time adds an entry to the source map.
const AGAIN: usize = 64;

/// A file that is being read.
#[derive(Debug)]
pub(super) struct OpenFile {
    pub(super) lexer: Lexer,
    /// The index in [`Includes`]; `None` for the macro definitions of the command line.
    record: Option<usize>,
    /// The number of open conditions in the files that include it.
    pub(super) conditions: usize,
    /// Whether the directive that includes it is inside a condition of its file.
    conditional: bool,
    pub(super) guard: Guard,
    /// Whether a token was read since the start of the file or the end of its guard.
    pub(super) has_tokens: bool,
}

impl OpenFile {
    fn new(lexer: Lexer, record: Option<usize>) -> Self {
        OpenFile { lexer, record, conditions: 0, conditional: false, guard: Guard::Possible, has_tokens: false }
    }
}

/// Whether the part of a file read so far has an include guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Guard {
    /// No directive was read yet.
    Possible,
    /// Inside the `#ifndef` of this name, which is the first directive of the file.
    Open(Symbol),
    /// After its `#endif`.
    Closed(Symbol),
    /// There is no guard.
    Absent,
}

/// All loaded files.
#[derive(Debug, Default)]
pub(super) struct Includes {
    records: Vec<LoadedFile>,
    /// By path; `None` if the file does not exist.
    by_path: FxHashMap<String, Option<usize>>,
    /// Whether any file contains `__COUNTER__`.
    pub(super) has_counter: bool,
    /// Set once files were read again too often: later includes are skipped.
    exhausted: bool,
}

#[derive(Debug)]
struct LoadedFile {
    path: String,
    text: Arc<str>,
    guard: Option<Symbol>,
    once: bool,
    entered: bool,
    /// Set after an error that every further include would repeat.
    blocked: bool,
}

/// The reason why a file cannot be included.
enum IncludeError {
    /// The file exists at none of these paths.
    NotFound(Vec<String>),
    /// The file exists, but cannot be read.
    Unreadable(String, String),
}

impl Includes {
    /// Opens the main file of the unit.
    pub(super) fn main_file(&mut self, unit: &Unit<'_>, id: FileId) -> OpenFile {
        let file = unit.sources.file(id);
        let record = self.add(normalized(&file.name), file.text.clone());
        self.records[record].entered = true;
        OpenFile::new(Lexer::new(file.text.clone(), file.base()), Some(record))
    }

    fn add(&mut self, path: String, text: Arc<str>) -> usize {
        self.has_counter |= text.contains("__COUNTER__");
        let record = self.records.len();
        self.by_path.insert(path.clone(), Some(record));
        self.records.push(LoadedFile { path, text, guard: None, once: false, entered: false, blocked: false });
        record
    }
}

impl Preprocessor<'_> {
    /// Opens a pseudo file with the macro definitions of the command line, to be read before the main file.
    pub(super) fn open_defines(&mut self, defines: &[(String, Option<String>)]) {
        let mut text = String::new();
        for (name, value) in defines {
            let line = format!("#define {name} {}", value.as_deref().unwrap_or("1"));
            text.push_str(&line.replace(['\n', '\r'], " "));
            // An empty line, because the value may end in a backslash.
            text.push_str("\n\n");
        }
        self.includes.has_counter |= text.contains("__COUNTER__");
        self.limit.allow(text.len());
        let text: Arc<str> = text.into();
        let Ok(id) = self.unit.sources.add_file(COMMAND_LINE, text.clone()) else {
            let found = Diagnostic::without_place(&codes::SOURCE_TOO_LARGE, "the command-line definitions exceed the source size limit");
            return self.unit.diagnostics.push(found);
        };
        let lexer = self.lexer(text, self.unit.sources.file(id).base());
        self.parents.push(std::mem::replace(&mut self.file, OpenFile::new(lexer, None)));
    }

    /// A lexer of another file of the unit.
    fn lexer(&self, text: Arc<str>, base: u32) -> Lexer {
        let mut lexer = Lexer::new(text, base);
        if self.is_slang {
            lexer.read_slang();
        } else if self.glsl.is_some() {
            lexer.read_glsl();
        }
        lexer
    }

    /// Includes the file of a header name at `span`, quoted or in angle brackets.
    pub(super) fn include(&mut self, header: &str, span: Span) {
        match self.find_header(header) {
            Ok(record) => self.enter(record, span),
            Err(IncludeError::NotFound(tried)) => {
                let name = inner(header);
                let found = Diagnostic::error(&codes::INCLUDE_NOT_FOUND, format!("file `{name}` not found"), span)
                    .label(span, "not found")
                    .note(if tried.is_empty() { "there is no include directory".into() } else { format!("tried {}", tried.join(", ")) })
                    .help("pass its directory with `-I`")
                    .missing(name, tried);
                self.unit.diagnostics.push(found);
            }
            Err(IncludeError::Unreadable(path, reason)) => {
                let message = format!("cannot read `{path}`: {reason}");
                self.unit.diagnostics.push(Diagnostic::error(&codes::INCLUDE_UNREADABLE, message, span).label(span, "included here"));
            }
        }
    }

    /// Whether the file of a header name exists.
    pub(super) fn has_header(&mut self, header: &str) -> bool {
        self.find_header(header).is_ok()
    }

    /// Excludes the current file from further includes.
    pub(super) fn set_once(&mut self) {
        if let Some(record) = self.file.record {
            self.includes.records[record].once = true;
        }
    }

    /// Returns to the including file. False if there is none.
    pub(super) fn leave_file(&mut self) -> bool {
        self.end_conditions();
        if let (Guard::Closed(name), false, Some(record)) = (self.file.guard, self.file.has_tokens, self.file.record) {
            self.includes.records[record].guard = Some(name);
        }
        match self.parents.pop() {
            Some(parent) => {
                self.file = parent;
                true
            }
            None => false,
        }
    }

    /// Whether the macro definitions of the command line are being read.
    pub(super) fn is_in_command_line(&self) -> bool {
        self.file.record.is_none()
    }

    fn find_header(&mut self, header: &str) -> Result<usize, IncludeError> {
        let name = inner(header).replace('\\', "/");
        let mut tried = Vec::new();
        if is_absolute(&name) {
            tried.push(normalized(&name));
        } else {
            if header.starts_with('"') {
                let path = self.file.record.map_or("", |record| &self.includes.records[record].path);
                tried.push(normalized(&format!("{}{name}", &path[..path.rfind('/').map_or(0, |position| position + 1)])));
            }
            let within = |dir: &String| if dir.is_empty() { normalized(&name) } else { normalized(&format!("{dir}/{name}")) };
            tried.extend(self.unit.include_dirs.iter().map(within));
        }
        for path in &tried {
            if let Some(&known) = self.includes.by_path.get(path) {
                match known {
                    Some(record) => return Ok(record),
                    None => continue,
                }
            }
            match self.unit.loader.load(path) {
                Ok(text) => {
                    self.limit.allow(text.len());
                    return Ok(self.includes.add(path.clone(), text));
                }
                Err(LoadError::NotFound) => {
                    self.includes.by_path.insert(path.clone(), None);
                }
                Err(LoadError::Unreadable(reason)) => return Err(IncludeError::Unreadable(path.clone(), reason)),
            }
        }
        Err(IncludeError::NotFound(tried))
    }

    fn enter(&mut self, index: usize, span: Span) {
        let record = &self.includes.records[index];
        let guarded = record.guard.is_some_and(|name| self.macros.find(name).is_some());
        if record.blocked || guarded || (record.entered && (record.once || self.includes.exhausted)) {
            return;
        }
        if self.parents.len() >= DEPTH {
            let found = match self.include_path_from(index) {
                Some(path) => cycle(&record.path, &path, span),
                None => Diagnostic::error(&codes::INCLUDE_TOO_DEEP, format!("includes are nested more than {DEPTH} files deep"), span)
                    .label(span, "not included")
                    .help("reduce the nesting of includes"),
            };
            self.includes.records[index].blocked = true;
            return self.unit.diagnostics.push(found);
        }
        if self.loops(index) {
            let path = self.include_path_from(index).unwrap_or_default();
            let found = cycle(&record.path, &path, span);
            return self.unit.diagnostics.push(found);
        }
        if record.entered && !self.limit.spend(AGAIN + record.text.len()) {
            let found = Diagnostic::error(&codes::EXPANSION_LIMIT, "include limit exceeded", span)
                .label(span, "repeated includes skipped from here")
                .note(super::limit::UNREAD)
                .help("add `#pragma once` to files that are included more than once");
            self.includes.exhausted = true;
            return self.unit.diagnostics.push(found);
        }
        let id = match self.unit.sources.add_file(record.path.clone(), record.text.clone()) {
            Ok(id) => id,
            Err(full @ SourceFull) => {
                let found = Diagnostic::error(&codes::SOURCE_TOO_LARGE, full.to_string(), span).label(span, "not included");
                return self.unit.diagnostics.push(found);
            }
        };
        self.includes.records[index].entered = true;
        let source = self.unit.sources.file(id);
        let lexer = self.lexer(source.text.clone(), source.base());
        let mut file = OpenFile::new(lexer, Some(index));
        file.conditions = self.conditions.len();
        file.conditional = self.conditions.len() > self.file.conditions;
        self.parents.push(std::mem::replace(&mut self.file, file));
    }

    /// Whether including the file would recurse infinitely: it is being read, and there is no condition on the include path from there.
    /// With a condition the recursion may end, as in clang: the nesting limit decides. Slang allows no recursion at all (E15302 of slangc).
    fn loops(&self, index: usize) -> bool {
        if self.is_slang {
            return self.include_path_from(index).is_some();
        }
        let mut conditional = self.conditions.len() > self.file.conditions;
        for file in std::iter::once(&self.file).chain(self.parents.iter().rev()) {
            if conditional {
                return false;
            }
            if file.record == Some(index) {
                return true;
            }
            conditional = file.conditional;
        }
        false
    }

    /// The files on the include path from a file that is being read to here.
    fn include_path_from(&self, index: usize) -> Option<Vec<&str>> {
        let files = || self.parents.iter().chain([&self.file]).filter_map(|file| file.record);
        let from = files().collect::<Vec<_>>().iter().rposition(|&record| record == index)?;
        Some(files().skip(from).map(|record| self.includes.records[record].path.as_str()).collect())
    }
}

fn cycle(path: &str, chain: &[&str], span: Span) -> Diagnostic {
    Diagnostic::error(&codes::INCLUDE_CYCLE, format!("`{path}` includes itself"), span)
        .label(span, "not included again")
        .note(format!("the include path is {} → {path}", chain.join(" → ")))
        .help(format!("add `#pragma once` at the start of `{path}`"))
}

/// A header name without its quotes or brackets.
fn inner(header: &str) -> &str {
    header.get(1..header.len().saturating_sub(1)).unwrap_or("")
}

/// Whether a path is absolute.
pub(crate) fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || path.as_bytes().get(1) == Some(&b':')
}
