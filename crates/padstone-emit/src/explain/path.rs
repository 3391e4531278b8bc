//! Paths to explain: `Scene.lights[2].pos`, or a byte, `Scene@44`.

/// A path into a buffer, as the user writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberPath {
    /// Names and indices, the buffer's name first.
    pub(super) parts: Vec<PathPart>,
    /// The text of the parts, and the end offset of each part.
    text: String,
    ends: Vec<usize>,
    /// The requested byte, relative to the start of the named part.
    pub(super) byte: Option<u64>,
}

/// One step of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PathPart {
    /// A member.
    Name(String),
    /// An element; `[]` is element 0, which represents all.
    Index(u64),
}

impl MemberPath {
    /// The text without the byte.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The texts with which the path starts, each with the parts after it: a name has one part or several, because names of Slang may contain
    /// dots and brackets.
    pub(super) fn prefixes(&self) -> impl DoubleEndedIterator<Item = (&str, &[PathPart])> {
        self.ends.iter().enumerate().map(|(part, &end)| (&self.text[..end], &self.parts[part + 1..]))
    }

    /// The rest of the path after a name that it starts with.
    pub(super) fn after_prefix(&self, name: &str) -> Option<&[PathPart]> {
        let parts = self.ends.iter().position(|end| self.text.get(..*end) == Some(name))?;
        Some(&self.parts[parts + 1..])
    }
}

/// A step of a path whose index may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PathSegment<'a> {
    /// A member.
    Name(&'a str),
    /// An element.
    Index(u64),
    /// `[]`: all elements.
    All,
}

/// The steps of a path from padstone's output, or of a parsed path.
pub(super) fn segments(text: &str) -> Vec<PathSegment<'_>> {
    let (mut segments, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let indexed = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let (segment, after) = match indexed {
            Some((index, after)) => (number(index).map_or(PathSegment::All, PathSegment::Index), after),
            None => {
                let rest = rest.strip_prefix('.').unwrap_or(rest);
                let (name, after) = rest.split_at(end_of_name(rest).max(1).min(rest.len()));
                (PathSegment::Name(name), after)
            }
        };
        segments.push(segment);
        rest = after;
    }
    segments
}

impl std::str::FromStr for MemberPath {
    type Err = String;

    /// Parses a path; the error names the invalid part.
    fn from_str(text: &str) -> Result<MemberPath, String> {
        let (text, byte) = match text.rsplit_once('@') {
            Some((text, byte)) => {
                (text, Some(number(byte).ok_or_else(|| format!("`@{byte}`: expected a byte offset, such as `@44` or `@0x2c`"))?))
            }
            None => (text, None),
        };
        let (mut parts, mut ends) = (Vec::new(), Vec::new());
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(index) = rest.strip_prefix('[') {
                let (index, after) = index.split_once(']').ok_or_else(|| format!("`{text}`: `[` without `]`"))?;
                let value = if index.is_empty() { Some(0) } else { number(index) };
                parts.push(PathPart::Index(value.ok_or_else(|| format!("`[{index}]`: expected an element index"))?));
                rest = after;
            } else {
                let name = rest.strip_prefix('.').unwrap_or(rest);
                let (name, after) = name.split_at(end_of_name(name));
                if name.is_empty() || (rest.starts_with('.') && parts.is_empty()) {
                    return Err(format!("`{text}`: expected a name after each `.`"));
                }
                parts.push(PathPart::Name(name.to_owned()));
                rest = after;
            }
            ends.push(text.len() - rest.len());
        }
        if matches!(parts.first(), Some(PathPart::Name(_))) {
            Ok(MemberPath { parts, text: text.to_owned(), ends, byte })
        } else {
            Err(format!("`{text}`: expected a buffer name"))
        }
    }
}

/// The end of a name: at `.` or `[`, but not between the `<` and `>` of template arguments.
fn end_of_name(text: &str) -> usize {
    let mut depth = 0usize;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth = depth.saturating_sub(1),
            b'.' | b'[' if depth == 0 => return index,
            _ => {}
        }
    }
    text.len()
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read() {
        let check = |text: &str, expected: Result<(&[&str], Option<u64>), &str>| {
            let found = text.parse::<MemberPath>();
            let parts = found.as_ref().map(|path| {
                path.parts.iter().map(|part| match part {
                    PathPart::Name(name) => name.clone(),
                    PathPart::Index(index) => format!("[{index}]"),
                })
            });
            match (parts, expected) {
                (Ok(parts), Ok((names, byte))) => {
                    assert_eq!(parts.collect::<Vec<_>>(), names, "{text}");
                    assert_eq!(found.unwrap().byte, byte, "{text}");
                }
                (Err(found), Err(expected)) => assert_eq!(found, expected),
                (found, expected) => panic!("{text}: {:?} instead of {expected:?}", found.map(Iterator::collect::<Vec<_>>)),
            }
        };
        check("Scene.lights[2].pos", Ok((&["Scene", "lights", "[2]", "pos"], None)));
        check("$Globals.grid[][3]", Ok((&["$Globals", "grid", "[0]", "[3]"], None)));
        check("N::Pair<float3[2]>.a", Ok((&["N::Pair<float3[2]>", "a"], None)));
        check("Scene@0x2c", Ok((&["Scene"], Some(44))));
        check("Scene.a@3", Ok((&["Scene", "a"], Some(3))));
        check("Scene.", Err("`Scene.`: expected a name after each `.`"));
        check(".a", Err("`.a`: expected a name after each `.`"));
        check("[3]", Err("`[3]`: expected a buffer name"));
        check("a[x]", Err("`[x]`: expected an element index"));
        check("a[1", Err("`a[1`: `[` without `]`"));
        check("a@-1", Err("`@-1`: expected a byte offset, such as `@44` or `@0x2c`"));
        check("", Err("``: expected a buffer name"));
    }
}
