//! `padstone.lock`: the recorded ABI of a project, as text that people and diff tools read.
//!
//! ```text
//! shaders/scene.hlsl (d3d12)
//!   Camera: cbuffer; at b0; rules dx-cbuffer; size 80
//!     0..64 view: float4x4; matrix columns 16
//!     64..76 tint: float3
//! ```
//!
//! One line for each file and target, indented below it one for each resource, and below that one for each member.
//! So a change of one member changes one line.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::str::FromStr;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::SourceFile;

use super::{Abi, RecordedLayout, RecordedMember, RecordedResource};

/// The name of the file.
pub const FILE_NAME: &str = "padstone.lock";

const VERSION: &str = "version 1";

const HEAD: &str = "\
# The recorded ABI of this project's shaders: `padstone check` compares, `padstone check --accept` updates this file.
version 1
";

/// The conflict markers of git.
const CONFLICTS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/// The text of the file.
///
/// ```
/// use padstone_check::abi::{Abi, RecordedResource, lock};
/// let resource = RecordedResource { name: "sky".into(), kind: "TextureCube".into(), binding: Some("t0".into()), ..RecordedResource::default() };
/// let text = lock::write(&[Abi { file: "sky.hlsl".into(), target: "d3d12".into(), resources: vec![resource], ..Abi::default() }]);
/// assert!(text.ends_with("version 1\n\nsky.hlsl (d3d12)\n  sky: TextureCube; at t0\n"));
/// ```
pub fn write(all: &[Abi]) -> String {
    let mut text = HEAD.to_owned();
    for abi in all {
        let target = if abi.target.is_empty() { String::new() } else { format!(" ({})", abi.target) };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{}{target}", file_text(&abi.file));
        abi.resources.iter().for_each(|resource| write_resource(&mut text, resource));
    }
    text
}

/// The path of a file, in quotes and escaped as in JSON if it could be read as something else.
fn file_text(file: &str) -> Cow<'_, str> {
    let starts_plainly = file.chars().next().is_some_and(|c| !matches!(c, '#' | '"' | ' ')) && !is_conflict(file);
    let is_plain = starts_plainly && file != VERSION && !file.ends_with([' ', ')']) && !file.chars().any(char::is_control);
    match is_plain {
        true => Cow::Borrowed(file),
        // A string is always valid JSON.
        false => Cow::Owned(serde_json::to_string(file).unwrap_or_default()),
    }
}

/// Whether a line is a conflict marker of git.
fn is_conflict(line: &str) -> bool {
    CONFLICTS.iter().any(|conflict| line.starts_with(conflict))
}

fn write_resource(text: &mut String, resource: &RecordedResource) {
    let _ = write!(text, "  {}: {}", resource.name, resource.kind);
    let mut attribute = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = write!(text, "; {name} {value}");
        }
    };
    attribute("at", resource.binding.clone());
    attribute("format", resource.format.clone());
    if let Some(layout) = &resource.layout {
        attribute("rules", Some(layout.rules.clone()));
        attribute("size", Some(layout.size.to_string()));
        attribute("stride", layout.stride.map(|stride| stride.to_string()));
        attribute("type", layout.value.clone());
    }
    text.push('\n');
    for member in resource.layout.iter().flat_map(|layout| &layout.members) {
        let _ = write!(text, "    {}..{} {}: {}", member.offset, member.offset.saturating_add(member.size), member.path, member.ty);
        let mut attribute = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = write!(text, "; {name} {value}");
            }
        };
        attribute("stride", member.stride.map(|stride| stride.to_string()));
        attribute("matrix", member.matrix.clone());
        attribute("bits", member.bits.map(|(first, width)| format!("{first} {width}")));
        text.push('\n');
    }
}

/// The content of a lock file.
#[derive(Debug, Default)]
pub struct LockFile {
    /// The recorded ABI of each file and target.
    pub abis: Vec<Abi>,
    /// Whether a newer padstone wrote the file, so that this one neither reads nor replaces it.
    pub is_newer: bool,
}

/// Reads the file. Malformed lines are reported and skipped; without the version line, nothing is read.
pub fn read(file: &SourceFile, found: &mut Diagnostics) -> LockFile {
    let mut all: Vec<Abi> = Vec::new();
    let mut known = HashSet::new();
    let mut position = 0;
    let mut has_version = false;
    for line in file.text.split_inclusive('\n') {
        let start = position;
        position += line.len();
        let text = line.trim_end();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let mut report = |message: &str, help: &str| {
            let span = file.span(start as u32, (start + text.len()) as u32);
            found.push(Diagnostic::error(&codes::LOCK_SYNTAX, message, span).help(help));
        };
        let newer = text.strip_prefix("version ").and_then(|version| version.parse::<u64>().ok()).filter(|version| *version > 1);
        if let (false, Some(version)) = (has_version, newer) {
            report(&format!("lock file of version {version}: this padstone reads version 1"), "update padstone");
            return LockFile { abis: all, is_newer: true };
        } else if !has_version && text != VERSION {
            report("a lock file must start with `version 1`", "run `padstone check --accept` to rewrite the file");
            break;
        } else if !has_version {
            has_version = true;
        } else if is_conflict(text) {
            report("unresolved merge conflict", "run `padstone check --accept` to rewrite the file");
        } else if !text.starts_with(' ') && !known.insert(text) {
            report("second record of a file and target", "run `padstone check --accept` to rewrite the file");
        } else if read_line(&mut all, text).is_none() {
            report("malformed lock file line", "run `padstone check --accept` to rewrite the file");
        }
    }
    if !has_version && file.text.lines().all(|line| line.trim_end().is_empty() || line.starts_with('#')) {
        let message = "a lock file must start with `version 1`, but this one is empty";
        let empty = Diagnostic::error(&codes::LOCK_SYNTAX, message, file.span(0, 0));
        found.push(empty.help("restore it, or run `padstone check --accept` to rewrite the file"));
    }
    LockFile { abis: all, is_newer: false }
}

fn read_line(all: &mut Vec<Abi>, line: &str) -> Option<()> {
    let rest = line.trim_start();
    match line.len() - rest.len() {
        0 => {
            let (file, target) = match line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")) {
                Some((file, target)) => (file, target),
                None => (line, ""),
            };
            let file = if file.starts_with('"') { serde_json::from_str(file).ok()? } else { file.to_owned() };
            all.push(Abi { file, target: target.to_owned(), ..Abi::default() });
        }
        2 => {
            let resource = read_resource(rest)?;
            all.last_mut()?.resources.push(resource);
        }
        4 => {
            let member = read_member(rest)?;
            all.last_mut()?.resources.last_mut()?.layout.as_mut()?.members.push(member);
        }
        _ => return None,
    }
    Some(())
}

fn read_resource(line: &str) -> Option<RecordedResource> {
    let LockLine { name, kind, attributes } = LockLine::read(line)?;
    let mut resource = RecordedResource { name: name.to_owned(), kind: kind.to_owned(), ..RecordedResource::default() };
    let mut layout = RecordedLayout::default();
    for (key, value) in attributes {
        match key {
            "at" => resource.binding = Some(value.to_owned()),
            "format" => resource.format = Some(value.to_owned()),
            "rules" => layout.rules = value.to_owned(),
            "size" => layout.size = value.parse().ok()?,
            "stride" => layout.stride = Some(value.parse().ok()?),
            "type" => layout.value = Some(value.to_owned()),
            _ => return None,
        }
    }
    resource.layout = Some(layout).filter(|layout| !layout.rules.is_empty());
    Some(resource)
}

fn read_member(line: &str) -> Option<RecordedMember> {
    let (range, rest) = line.split_once(' ')?;
    let (offset, end) = pair::<u64>(range, "..")?;
    let LockLine { name, kind, attributes } = LockLine::read(rest)?;
    let size = end.checked_sub(offset)?;
    let mut member = RecordedMember { path: name.to_owned(), ty: kind.to_owned(), offset, size, ..RecordedMember::default() };
    for (key, value) in attributes {
        match key {
            "stride" => member.stride = Some(value.parse().ok()?),
            "matrix" => member.matrix = Some(value.to_owned()),
            "bits" => member.bits = Some(pair(value, " ")?),
            _ => return None,
        }
    }
    Some(member)
}

/// `NAME: WHAT; KEY VALUE; KEY VALUE`.
struct LockLine<'a> {
    name: &'a str,
    kind: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
}

impl<'a> LockLine<'a> {
    fn read(line: &'a str) -> Option<LockLine<'a>> {
        let (name, rest) = line.split_once(": ")?;
        let mut parts = rest.split("; ");
        let kind = parts.next()?;
        let attributes = parts.map(|part| part.split_once(' ')).collect::<Option<_>>()?;
        Some(LockLine { name, kind, attributes })
    }
}

fn pair<T: FromStr>(text: &str, between: &str) -> Option<(T, T)> {
    let (left, right) = text.split_once(between)?;
    Some((left.parse().ok()?, right.parse().ok()?))
}
