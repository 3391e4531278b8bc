//! Reads TOML as values with their spans, and reports each invalid value.

use std::cell::RefCell;
use std::ops::Range;

use padstone_diag::{Diagnostic, Diagnostics, Edit, codes, nearest};
use padstone_source::{SourceFile, Span};
use toml::Spanned as TomlSpanned;
use toml::de::{DeTable, DeValue};

use super::{Patterns, Spanned};

/// The state that all tables of a file share.
#[derive(Clone, Copy)]
struct Reader<'a> {
    file: &'a SourceFile,
    found: &'a RefCell<Diagnostics>,
}

/// A table whose keys are read one by one.
pub(super) struct ConfigTable<'a> {
    reader: Reader<'a>,
    /// The span of the table itself.
    span: Span,
    /// The keys that were not read yet, in the order of the file.
    entries: Vec<(Spanned<String>, Spanned<DeValue<'a>>)>,
}

/// The top-level table of a file; `None` if the file is invalid TOML, which is reported.
pub(super) fn parse<'a>(file: &'a SourceFile, found: &'a RefCell<Diagnostics>) -> Option<ConfigTable<'a>> {
    let (table, errors) = DeTable::parse_recoverable(&file.text);
    let reader = Reader { file, found };
    for error in &errors {
        let span = reader.span(error.span().unwrap_or(0..0));
        reader.report(Diagnostic::error(&codes::CONFIG_SYNTAX, format!("invalid TOML: {}", error.message()), span));
    }
    errors.is_empty().then(|| reader.table(table.into_inner(), reader.span(0..0)))
}

impl<'a> ConfigTable<'a> {
    /// An optional string.
    pub(super) fn string(&mut self, key: &str) -> Option<Spanned<String>> {
        let value = self.take(key)?;
        self.reader.string(value)
    }

    /// A required string.
    pub(super) fn required(&mut self, key: &str) -> Option<Spanned<String>> {
        if self.entries.iter().any(|(known, _)| known.value == key) {
            return self.string(key);
        }
        self.reader.report(Diagnostic::error(&codes::CONFIG_MISSING, format!("missing key `{key}`"), self.span));
        None
    }

    /// An optional integer of at least 1.
    pub(super) fn count(&mut self, key: &str) -> Option<u64> {
        let value = self.take(key)?;
        let count = match &value.value {
            DeValue::Integer(number) => u64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok(),
            _ => {
                self.reader.report_type(&value, "an integer");
                return None;
            }
        };
        let count = count.filter(|&count| count > 0);
        if count.is_none() {
            let message = format!("`{key}` must be at least 1, and fit 64 bits");
            self.reader.report(Diagnostic::error(&codes::CONFIG_VALUE, message, value.span));
        }
        count
    }

    /// A list of strings, or one string; empty if the key is absent.
    pub(super) fn strings(&mut self, key: &str) -> Vec<Spanned<String>> {
        self.take(key).map(|value| self.list(value)).unwrap_or_default()
    }

    fn list(&self, value: Spanned<DeValue<'a>>) -> Vec<Spanned<String>> {
        let reader = self.reader;
        match value {
            Spanned { value: DeValue::Array(list), .. } => list.into_iter().filter_map(|value| reader.string(reader.at(value))).collect(),
            Spanned { value: DeValue::String(_), .. } => reader.string(value).into_iter().collect(),
            other => {
                reader.report_type(&other, "a list of strings");
                Vec::new()
            }
        }
    }

    /// A list of globs, as written. Without a list, all files match; an empty list is reported.
    pub(super) fn globs(&mut self, key: &str) -> Vec<Spanned<String>> {
        let Some(value) = self.take(key) else { return Vec::new() };
        if matches!(&value.value, DeValue::Array(list) if list.is_empty()) {
            let message = format!("`{key}` is empty: the target would have no file");
            let help = format!("list globs, or remove `{key}`: without it, the target has all files of the project");
            self.reader.report(Diagnostic::error(&codes::CONFIG_VALUE, message, value.span).help(help));
        }
        self.list(value)
    }

    /// Parses globs and reports invalid ones, and those that can match no path below the directory of the settings.
    pub(super) fn compile(&self, globs: Vec<Spanned<String>>) -> Patterns {
        let mut patterns = Patterns::default();
        for glob in globs {
            let path = glob.value.trim_start_matches('!');
            if path.starts_with('/') || path.split('/').any(|part| part == "..") {
                let message = format!("glob `{}` can match no file", glob.value);
                let found = Diagnostic::error(&codes::CONFIG_VALUE, message, glob.span)
                    .note("globs match paths below the directory of padstone.toml")
                    .help("write it relative to that directory, or move padstone.toml to a common parent directory");
                self.reader.report(found);
            }
            if let Err(error) = patterns.add(&glob.value) {
                let message = format!("invalid glob `{}`: {}", glob.value, error.kind());
                self.reader.report(Diagnostic::error(&codes::CONFIG_VALUE, message, glob.span));
            }
        }
        patterns
    }

    /// An optional nested table.
    pub(super) fn table(&mut self, key: &str) -> Option<ConfigTable<'a>> {
        let value = self.take(key)?;
        self.reader.inner(value)
    }

    /// The tables of `[[key]]`.
    pub(super) fn tables(&mut self, key: &str) -> Vec<ConfigTable<'a>> {
        let reader = self.reader;
        match self.take(key) {
            None => Vec::new(),
            Some(Spanned { value: DeValue::Array(list), .. }) => {
                list.into_iter().filter_map(|value| reader.inner(reader.at(value))).collect()
            }
            Some(other) => {
                reader.report_type(&other, &format!("tables headed `[[{key}]]`"));
                Vec::new()
            }
        }
    }

    /// All entries that were not read yet, whose values are strings.
    pub(super) fn texts(&mut self) -> Vec<(Spanned<String>, Spanned<String>)> {
        let reader = self.reader;
        let entries = std::mem::take(&mut self.entries);
        entries.into_iter().filter_map(|(key, value)| Some((key, reader.string(value)?))).collect()
    }

    /// Reports a value that is not one of the allowed ones.
    pub(super) fn report_unknown(&self, value: &Spanned<String>, noun: &str, known: impl Iterator<Item = &'static str> + Clone) {
        self.report_unlisted(value, noun, known, None);
    }

    /// The same with a help that says where many allowed values are listed.
    pub(super) fn report_unlisted(
        &self,
        value: &Spanned<String>,
        noun: &str,
        known: impl Iterator<Item = &'static str> + Clone,
        listed: Option<&str>,
    ) {
        let message = format!("unknown {noun} `{}`", value.value);
        let mut diagnostic = Diagnostic::error(&codes::CONFIG_VALUE, message, value.span);
        let near = nearest(&value.value, known.clone());
        if near.is_empty() && known.clone().count() <= 8 {
            diagnostic = diagnostic.help(format!("write one of {}", list(known)));
        } else if let (true, Some(listed)) = (near.is_empty(), listed) {
            diagnostic = diagnostic.help(listed);
        }
        // Keys may appear without quotes.
        let is_bare = (value.span.end - value.span.start) as usize == value.value.len();
        let text = |name: &str| if is_bare { name.to_owned() } else { format!("\"{name}\"") };
        self.reader.report(suggest(diagnostic, &near, |name| Edit { span: value.span, text: text(name) }));
    }

    /// Reports a value that conflicts with others.
    pub(super) fn reject(&self, value: &Spanned<String>, reason: &str) {
        self.reader.report(Diagnostic::error(&codes::CONFIG_VALUE, reason, value.span));
    }

    /// Reports a duplicate name.
    pub(super) fn report_duplicate(&self, name: &Spanned<String>, first: &Spanned<String>) {
        let diagnostic = Diagnostic::error(&codes::CONFIG_VALUE, format!("duplicate target `{}`", name.value), name.span);
        self.reader.report(diagnostic.label(name.span, "duplicate").label(first.span, "first target"));
    }

    /// Reports the name of a target if no target has it.
    pub(super) fn report_unknown_target<'n>(&self, name: &Spanned<String>, targets: impl Iterator<Item = &'n str> + Clone) {
        if targets.clone().any(|target| target == name.value) {
            return;
        }
        let diagnostic = Diagnostic::error(&codes::CONFIG_VALUE, format!("unknown target `{}`", name.value), name.span);
        let near = nearest(&name.value, targets);
        let diagnostic = if near.is_empty() { diagnostic.help("write the `name` of a `[[target]]`") } else { diagnostic };
        self.reader.report(suggest(diagnostic, &near, |name_of| Edit { span: name.span, text: format!("\"{name_of}\"") }));
    }

    /// Reports a target with the name that the results of another have.
    pub(super) fn report_name_of_results(&self, name: &Spanned<String>, other: &Spanned<String>) {
        let message = format!("the results of target `{}` for one of its rule sets are named `{}`", other.value, name.value);
        let diagnostic = Diagnostic::error(&codes::CONFIG_VALUE, message, name.span).label(name.span, "a target has this name too");
        self.reader.report(diagnostic.label(other.span, "the target with several rule sets").help("rename one of the targets"));
    }

    /// Reports the keys that were not read, which are unknown.
    pub(super) fn finish(self, known: &[&'static str]) {
        for (key, _) in &self.entries {
            let near = nearest(&key.value, known.iter().copied());
            let mut diagnostic = Diagnostic::error(&codes::CONFIG_KEY_UNKNOWN, format!("unknown key `{}`", key.value), key.span);
            if near.is_empty() {
                diagnostic = diagnostic.help(format!("write one of {}", list(known.iter().copied())));
            }
            self.reader.report(suggest(diagnostic, &near, |name| Edit { span: key.span, text: name.to_owned() }));
        }
    }

    fn take(&mut self, key: &str) -> Option<Spanned<DeValue<'a>>> {
        let index = self.entries.iter().position(|(known, _)| known.value == key)?;
        Some(self.entries.remove(index).1)
    }
}

impl<'a> Reader<'a> {
    fn table(self, table: DeTable<'a>, span: Span) -> ConfigTable<'a> {
        let key = |key: TomlSpanned<_>| Spanned { span: self.span(key.span()), value: String::from(key.into_inner()) };
        let mut entries: Vec<_> = table.into_iter().map(|(name, value)| (key(name), self.at(value))).collect();
        entries.sort_by_key(|(key, _)| key.span.start);
        ConfigTable { reader: self, span, entries }
    }

    fn inner(self, value: Spanned<DeValue<'a>>) -> Option<ConfigTable<'a>> {
        match value {
            Spanned { value: DeValue::Table(table), span } => Some(self.table(table, span)),
            other => {
                self.report_type(&other, "a table");
                None
            }
        }
    }

    fn string(self, value: Spanned<DeValue<'a>>) -> Option<Spanned<String>> {
        match value {
            Spanned { value: DeValue::String(text), span } => Some(Spanned { value: text.into_owned(), span }),
            other => {
                self.report_type(&other, "a string");
                None
            }
        }
    }

    fn at(self, value: TomlSpanned<DeValue<'a>>) -> Spanned<DeValue<'a>> {
        Spanned { span: self.span(value.span()), value: value.into_inner() }
    }

    /// `add_file` limits files to 4 GiB, so positions fit.
    fn span(self, range: Range<usize>) -> Span {
        self.file.span(range.start as u32, range.end as u32)
    }

    fn report_type(self, value: &Spanned<DeValue<'a>>, expected: &str) {
        let message = format!("expected {expected}, found {}", value_kind(&value.value));
        self.report(Diagnostic::error(&codes::CONFIG_TYPE, message, value.span));
    }

    fn report(self, diagnostic: Diagnostic) {
        self.found.borrow_mut().push(diagnostic);
    }
}

/// Suggests a similar name, with a fix if there is exactly one.
fn suggest(diagnostic: Diagnostic, near: &[&str], edit: impl Fn(&str) -> Edit) -> Diagnostic {
    match near {
        [] => diagnostic,
        [name] => diagnostic.guess(format!("write `{name}`"), vec![edit(name)]),
        several => diagnostic.help(format!("similar names exist: `{}`", several.join("`, `"))),
    }
}

fn value_kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn list(names: impl Iterator<Item = &'static str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
