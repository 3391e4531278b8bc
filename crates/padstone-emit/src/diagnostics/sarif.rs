//! SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS.
//!
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

use padstone_diag::{Code, Diagnostic};
use padstone_source::printable_json;
use serde_json::{Value, json};

use super::edits::in_files;
use super::json::severity;
use super::text_range::{TextRange, text_range};
use super::{Context, Render};

/// Stores results until the end: a SARIF file is one document.
#[derive(Default)]
pub(super) struct Sarif {
    /// Codes in use, by id.
    rules: BTreeMap<&'static str, &'static Code>,
    /// The number of findings so far, by fingerprint of the line.
    seen: HashMap<u64, u32>,
    results: Vec<Value>,
}

impl Render for Sarif {
    fn diagnostic(&mut self, context: Context<'_>, diagnostic: &Diagnostic, _: &mut dyn Write) -> io::Result<()> {
        let diagnostic = &*in_files(context.sources, diagnostic);
        self.rules.insert(diagnostic.code.id, diagnostic.code);
        let range = |span| text_range(context.sources, span);
        let related = diagnostic.labels.iter().filter(|label| Some(label.span) != diagnostic.span);
        let lines = std::iter::once(&diagnostic.message).chain(&diagnostic.notes).chain(&diagnostic.helps);
        let mut result = json!({
            "ruleId": diagnostic.code.id,
            "level": severity(diagnostic.severity),
            "message": { "text": lines.map(String::as_str).collect::<Vec<_>>().join("\n") },
            "locations": diagnostic.span.map(|span| location(&range(span))).into_iter().collect::<Vec<_>>(),
        });
        let hash = fingerprint(context, diagnostic);
        let seen = self.seen.entry(hash).or_default();
        *seen += 1;
        result["partialFingerprints"] = json!({ "primaryLocationLineHash": format!("{hash:016x}:{seen}") });
        let related: Vec<Value> = related
            .map(|label| {
                let mut related = location(&range(label.span));
                related["message"] = json!({ "text": label.text });
                related
            })
            .collect();
        if !related.is_empty() {
            result["relatedLocations"] = related.into();
        }
        if !diagnostic.fixes.is_empty() {
            let change = |edit: &padstone_diag::Edit| {
                let location = range(edit.span);
                json!({
                    "artifactLocation": { "uri": uri(&location.file) },
                    "replacements": [{ "deletedRegion": region(&location), "insertedContent": { "text": edit.text } }],
                })
            };
            let fixes = diagnostic.fixes.iter().map(|fix| {
                json!({
                    "description": { "text": fix.title },
                    "artifactChanges": fix.edits.iter().map(change).collect::<Vec<_>>(),
                    "properties": { "applicability": fix.applicability.name() },
                })
            });
            result["fixes"] = fixes.collect::<Vec<_>>().into();
        }
        self.results.push(result);
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let rules: Vec<Value> = (self.rules.values())
            .map(|code| {
                json!({
                    "id": code.id,
                    "name": code.name,
                    "shortDescription": { "text": code.summary },
                    "fullDescription": { "text": code.summary },
                    "helpUri": help_uri(code),
                    "help": { "text": format!("{} is called `{}` in `[lints]` of padstone.toml.", code.id, code.name) },
                    "properties": { "tags": ["shader-layout", code.name] },
                })
            })
            .collect();
        let document = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": { "name": "padstone", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules } },
                "columnKind": "unicodeCodePoints",
                "results": self.results,
            }],
        });
        writeln!(out, "{}", printable_json(&serde_json::to_string_pretty(&document)?))
    }
}

/// The page that documents a code: one page for each area, with an anchor for each code.
fn help_uri(code: &Code) -> String {
    let id = code.id.to_lowercase();
    format!("https://github.com/padstone/padstone/blob/main/docs/diagnostics/{}.md#{id}", &id[..3])
}

/// A fingerprint of a finding that does not change when lines are added above it: of its code and the text of its line, or of its
/// message if it has no span. FNV-1a,
/// 64 bits.
fn fingerprint(context: Context<'_>, diagnostic: &Diagnostic) -> u64 {
    let text = match diagnostic.span {
        Some(span) => {
            let location = text_range(context.sources, span);
            let text = &context.sources.file(location.id).text;
            let (before, after) = text.split_at(location.start);
            let start = before.rfind('\n').map_or(0, |position| position + 1);
            let end = location.start + after.find('\n').unwrap_or(after.len());
            text[start..end].trim().to_owned()
        }
        None => diagnostic.message.clone(),
    };
    let bytes = diagnostic.code.id.bytes().chain([0]).chain(text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn location(place: &TextRange) -> Value {
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&place.file) }, "region": region(place) } })
}

fn region(place: &TextRange) -> Value {
    json!({ "startLine": place.line, "startColumn": place.column, "endLine": place.end_line, "endColumn": place.end_column })
}

/// A path as a relative or absolute URI reference (RFC 3986): disallowed characters are percent-encoded.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(byte as char),
            b'\\' => uri.push('/'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
