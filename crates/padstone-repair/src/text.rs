//! Finds the declarations of members in the text of a source file by brackets and terminators only, so that one scanner
//! works for all languages. padstone does not edit declarations that it cannot find.

mod masked;

use std::ops::Range;

use padstone_read::model::Language;

pub(crate) use masked::{masked, without_comments};

use masked::line_end;

/// A change of one file: a range of bytes and the text that replaces it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TextChange {
    /// The path of the file.
    pub(crate) path: String,
    /// The byte offsets in the file.
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
}

/// A text with the changes of that file; those at the same offset in their order. `None` if they overlap.
pub(crate) fn apply(text: &str, path: &str, changes: &[TextChange]) -> Option<String> {
    let mut sorted: Vec<&TextChange> = changes.iter().filter(|change| change.path == path).collect();
    sorted.sort_by_key(|change| (change.range.start, change.range.end));
    let (mut out, mut position) = (String::with_capacity(text.len() + 64), 0);
    for change in sorted {
        out.push_str(text.get(position..change.range.start)?);
        out.push_str(&change.text);
        position = change.range.end;
    }
    out.push_str(text.get(position..)?);
    Some(out)
}

/// The declarations of the members of one struct.
pub(crate) struct MemberDeclarations<'t> {
    text: &'t str,
    language: Language,
    /// One for each member, in the order of the text.
    members: Vec<Declarator>,
    declarations: Vec<Declaration>,
    /// Whether directives appear between the members.
    has_directives: bool,
}

/// A declaration of one or several members: `float a, b;`.
struct Declaration {
    /// The range with comments around it, from the end of the preceding declaration.
    full_range: Range<usize>,
    /// The range from its first word to its terminator.
    range: Range<usize>,
    /// Whether it has a terminator: in WGSL, the last member of a struct needs none.
    terminated: bool,
    /// The members that it declares.
    members: Range<usize>,
    /// The indentation, if it begins a line.
    indent: Option<Range<usize>>,
}

/// A declarator: `b[2]` of `float a, b[2];`.
struct Declarator {
    declaration: usize,
    /// The range from the name to the comma or the end of the declaration.
    range: Range<usize>,
    /// The end of the name and its dimensions.
    dimensions_end: usize,
}

impl<'t> MemberDeclarations<'t> {
    /// The declarations of the members with names at these offsets, in ascending order.
    pub(crate) fn find(text: &'t str, masked: &[u8], language: Language, names: &[Range<usize>]) -> Option<MemberDeclarations<'t>> {
        let scan = Scan { masked, language };
        let mut body = MemberDeclarations { text, language, members: Vec::new(), declarations: Vec::new(), has_directives: false };
        for (index, name) in names.iter().enumerate() {
            let end = scan.end(name.end)?;
            let start = scan.start(name.start)?;
            let start = start + masked[start..].iter().position(|byte| !byte.is_ascii_whitespace())?;
            if start > name.start {
                return None;
            }
            match body.declarations.last() {
                // Text with errors: a WGSL declaration declares one member, and none begins inside another.
                Some(last) if last.range.start == start && language == Language::Wgsl => return None,
                Some(last) if last.range.start != start && start < last.full_range.end => return None,
                Some(last) if last.range.start == start => {}
                _ => body.declare(masked, start, end, index),
            }
            body.declarations.last_mut()?.members.end = index + 1;
            let declarator = scan.declarator_end(name.end, end);
            let declaration = body.declarations.len() - 1;
            body.members.push(Declarator {
                declaration,
                range: name.start..declarator,
                dimensions_end: scan.dimensions_end(name.end, declarator),
            });
        }
        let (first, last) = (body.declarations.first()?, body.declarations.last()?);
        let inside = first.full_range.start..last.full_range.end;
        body.has_directives = text[inside].lines().any(|line| line.trim_start().starts_with('#'));
        Some(body)
    }

    fn declare(&mut self, masked: &[u8], start: usize, end: usize, member: usize) {
        let blank = |range: Range<usize>| masked[range].iter().all(u8::is_ascii_whitespace);
        let terminated = masked.get(end).is_some_and(|byte| *byte == terminator(self.language));
        let range = start..end + usize::from(terminated);
        // A comment on the same line belongs to the declaration before it.
        let rest = line_end(masked, range.end);
        let whole_end = if blank(range.end..rest) { self.text[..rest].trim_end().len().max(range.end) } else { range.end };
        let before = match self.declarations.last() {
            Some(last) => last.full_range.end,
            None => {
                let opened = masked[..start].iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |index| index + 1);
                let line = line_end(masked, opened);
                if line < start { line } else { opened }
            }
        };
        let line = masked[..start].iter().rposition(|byte| *byte == b'\n').map_or(0, |index| index + 1);
        let indent = (line >= before && blank(line..start) && self.text[line..start].trim().is_empty()).then_some(line..start);
        self.declarations.push(Declaration { full_range: before..whole_end, range, terminated, members: member..member + 1, indent });
    }

    /// The number of members.
    pub(crate) fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether members can be reordered: not across directives.
    pub(crate) fn can_move(&self) -> bool {
        !self.has_directives
    }

    /// The text of the declaration of a member up to its name: attributes and, but for WGSL, its type.
    pub(crate) fn before_name(&self, member: usize) -> Range<usize> {
        let first = &self.members[self.declaration(member).members.start];
        self.declaration(member).range.start..first.range.start
    }

    /// From the name of a member to the end of its declarator: its dimensions and annotations; in WGSL its type.
    pub(crate) fn after_name(&self, member: usize) -> Range<usize> {
        self.members[member].range.clone()
    }

    /// Whether a declaration declares only this member.
    pub(crate) fn is_alone(&self, member: usize) -> bool {
        self.declaration(member).members.len() == 1
    }

    /// Inserts members, spelled as declarations, before one.
    pub(crate) fn insert_before(&self, member: usize, declarations: &str) -> (Range<usize>, String) {
        let declaration = self.declaration(member);
        let inserted = format!("{}{declarations}", self.lead(declaration));
        if declaration.members.start == member {
            return (declaration.full_range.start..declaration.full_range.start, inserted);
        }
        let mut parts = self.declaration_texts(declaration, None);
        parts.insert(member - declaration.members.start, inserted);
        (declaration.full_range.clone(), parts.concat())
    }

    /// Inserts members, spelled as declarations, after the last.
    pub(crate) fn append(&self, declarations: &str) -> Vec<(Range<usize>, String)> {
        let Some(last) = self.declarations.last() else { return Vec::new() };
        let mut changes = Vec::new();
        if !last.terminated {
            changes.push((last.range.end..last.range.end, char::from(terminator(self.language)).to_string()));
        }
        changes.push((last.full_range.end..last.full_range.end, format!("{}{declarations}", self.lead(last))));
        changes
    }

    /// Inserts an attribute before a member.
    pub(crate) fn attribute(&self, member: usize, attribute: &str) -> (Range<usize>, String) {
        let declaration = self.declaration(member);
        if self.is_alone(member) {
            return (declaration.range.start..declaration.range.start, format!("{attribute} "));
        }
        (declaration.full_range.clone(), self.declaration_texts(declaration, Some((member, attribute))).concat())
    }

    /// Inserts an annotation after a member and its dimensions.
    pub(crate) fn annotation(&self, member: usize, annotation: &str) -> (Range<usize>, String) {
        let position = self.members[member].dimensions_end;
        (position..position, format!(" {annotation}"))
    }

    /// Reorders the members.
    pub(crate) fn reordered(&self, order: &[usize]) -> Option<(Range<usize>, String)> {
        let (first, last) = (self.declarations.first()?, self.declarations.last()?);
        let parts: Vec<String> = self.declarations.iter().flat_map(|declaration| self.declaration_texts(declaration, None)).collect();
        let mut text = String::new();
        let end = last.full_range.end;
        for part in order.iter().map(|&member| parts[member].as_str()).chain([""]) {
            // What follows a `//` comment needs a line of its own.
            let next = if part.is_empty() { self.text[end..].trim_start_matches([' ', '\t']) } else { part };
            if text.rsplit('\n').next().is_some_and(|line| line.contains("//")) && !next.starts_with(['\n', '\r']) {
                text.push('\n');
            }
            text.push_str(part);
        }
        Some((first.full_range.start..end, text))
    }

    fn declaration(&self, member: usize) -> &Declaration {
        &self.declarations[self.members[member].declaration]
    }

    /// The separator before a new declaration: a line break with indentation, or a space if all declarations are on one line.
    fn lead(&self, neighbor: &Declaration) -> String {
        let Some(indent) = &neighbor.indent else { return " ".to_owned() };
        let newline = if self.text[..neighbor.range.start].contains("\r\n") { "\r\n" } else { "\n" };
        format!("{newline}{}", &self.text[indent.clone()])
    }

    /// A declaration with the comments around it, as a separate text for each member that it declares.
    fn declaration_texts(&self, declaration: &Declaration, attribute: Option<(usize, &str)>) -> Vec<String> {
        let text = |range: Range<usize>| &self.text[range];
        let end = char::from(terminator(self.language));
        let ty = self.before_name(declaration.members.start);
        let attribute = |member: usize| match attribute {
            Some((annotated, attribute)) if annotated == member => format!("{attribute} "),
            _ => String::new(),
        };
        let closing = if declaration.terminated { String::new() } else { end.to_string() };
        if declaration.members.len() == 1 {
            let Range { start, end } = declaration.range.clone();
            let (before, after) = (text(declaration.full_range.start..start), text(end..declaration.full_range.end));
            return vec![format!("{before}{}{}{closing}{after}", attribute(declaration.members.start), text(start..end))];
        }
        let member_text = |member: usize| {
            let first = member == declaration.members.start;
            let before =
                if first { text(declaration.full_range.start..declaration.range.start).to_owned() } else { self.lead(declaration) };
            let after = if member + 1 == declaration.members.end { text(declaration.range.end..declaration.full_range.end) } else { "" };
            let declarator = text(self.members[member].range.clone()).trim_end();
            format!("{before}{}{}{declarator}{end}{after}", attribute(member), text(ty.clone()))
        };
        declaration.members.clone().map(member_text).collect()
    }
}

/// The terminator of a member's declaration.
fn terminator(language: Language) -> u8 {
    if language == Language::Wgsl { b',' } else { b';' }
}

/// A position for a declaration before a struct.
pub(crate) struct InsertionPoint<'t> {
    pub(crate) at: usize,
    /// The indentation; `None` in the middle of a line.
    indent: Option<&'t str>,
    newline: &'t str,
}

impl InsertionPoint<'_> {
    /// A declaration with the line breaks after it.
    pub(crate) fn lines(&self, declaration: &str) -> String {
        match self.indent {
            Some(indent) => format!("{indent}{declaration}{}", self.newline),
            None => format!("{declaration} "),
        }
    }
}

/// The position before the struct whose first member has its name at `name`, and before the comments above the struct.
pub(crate) fn before_struct<'t>(text: &'t str, masked: &[u8], language: Language, name: usize) -> Option<InsertionPoint<'t>> {
    let scan = Scan { masked, language };
    let opened = scan.start(name)?.checked_sub(1).filter(|&at| masked[at] == b'{')?;
    let after = scan.start(opened)?;
    let start = after + masked[after..].iter().position(|byte| !byte.is_ascii_whitespace())?;
    let newline = if text[..opened].contains("\r\n") { "\r\n" } else { "\n" };
    let line = |at: usize| text[..at].rfind('\n').map_or(0, |at| at + 1);
    let first = line(start);
    if first < after || !text[first..start].trim().is_empty() {
        return Some(InsertionPoint { at: start, indent: None, newline });
    }
    let mut at = first;
    while at > after {
        let above = line(at - 1);
        let comment = text[above..at].trim();
        let is_comment = masked[above..at].iter().all(u8::is_ascii_whitespace) && !comment.is_empty() && !comment.starts_with('#');
        if above < after || !is_comment {
            break;
        }
        at = above;
    }
    Some(InsertionPoint { at, indent: Some(&text[first..start]), newline })
}

struct Scan<'m> {
    masked: &'m [u8],
    language: Language,
}

impl Scan<'_> {
    /// The start of the declaration with a name at `index`: after the end of the preceding one.
    fn start(&self, index: usize) -> Option<usize> {
        let mut depth = 0u32;
        for (position, byte) in self.masked[..index].iter().enumerate().rev() {
            match byte {
                b')' | b']' => depth += 1,
                b'>' if self.has_generics() => depth += 1,
                b'(' | b'[' => depth = depth.checked_sub(1)?,
                b'<' if self.has_generics() => depth = depth.checked_sub(1)?,
                b'{' | b'}' | b';' if depth == 0 => return Some(position + 1),
                b',' if depth == 0 && self.language == Language::Wgsl => return Some(position + 1),
                _ => {}
            }
        }
        Some(0).filter(|_| depth == 0)
    }

    /// The end: at its terminator, or at the brace that closes the struct.
    fn end(&self, position: usize) -> Option<usize> {
        let found = self.find_outside(position, self.masked.len(), |byte| byte == terminator(self.language) || byte == b'}')?;
        // Without a terminator, it ends after its last word.
        if self.masked[found] == b'}' {
            (self.language == Language::Wgsl).then(|| self.masked[..found].trim_ascii_end().len())
        } else {
            Some(found)
        }
    }

    /// The comma or the end of the declaration after a declarator.
    fn declarator_end(&self, position: usize, end: usize) -> usize {
        if self.language == Language::Wgsl { end } else { self.find_outside(position, end, |byte| byte == b',').unwrap_or(end) }
    }

    fn dimensions_end(&self, index: usize, end: usize) -> usize {
        let mut after = index;
        let mut next = index;
        while let Some(offset) = self.masked[next..end].iter().position(|byte| !byte.is_ascii_whitespace()) {
            if self.masked[next + offset] != b'[' {
                break;
            }
            let Some(close) = self.masked[next..end].iter().position(|byte| *byte == b']') else { break };
            next += close + 1;
            after = next;
        }
        after
    }

    /// The first of the bytes outside brackets.
    fn find_outside(&self, index: usize, end: usize, requested: impl Fn(u8) -> bool) -> Option<usize> {
        let mut depth = 0u32;
        for (position, &byte) in self.masked.iter().enumerate().take(end).skip(index) {
            match byte {
                _ if depth == 0 && requested(byte) => return Some(position),
                b'(' | b'[' => depth += 1,
                b'<' if self.has_generics() => depth += 1,
                b')' | b']' => depth = depth.checked_sub(1)?,
                b'>' if self.has_generics() => depth = depth.checked_sub(1)?,
                b'{' => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether the language has arguments in angle brackets, between which commas do not separate declarators.
    fn has_generics(&self) -> bool {
        matches!(self.language, Language::Wgsl | Language::Wgsl2020)
    }
}
