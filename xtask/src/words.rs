//! `cargo xtask words`: finds the phrases that `docs/glossary.md` replaces, where users and contributors read.
//!
//! It checks the pages (`*.md`, `*.html`), manifests and the files for other tools line by line; in sources (Rust, C++, TypeScript, JavaScript) it checks the messages
//! (string literals with a space in them; in tests, those that are sentences), the comments, private ones included, and the names of public items.
//! Names of files, types and tests, and all identifiers of Rust sources, are compared with the words of its table "Names". `xtask/words.txt` lists
//! exceptions, each with its reason.

mod names;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::command::root;

/// A phrase that a term of the glossary replaces.
struct Replaced {
    phrase: String,
    term: String,
    /// Longer phrases in which it has its ordinary sense.
    except: Vec<String>,
}

/// A phrase, or `*` for all phrases, that is allowed in the files whose path starts with `path`.
struct Exception {
    path: String,
    phrase: String,
    used: std::cell::Cell<bool>,
}

/// A piece of checked text.
struct CheckedText<'a> {
    line: usize,
    text: &'a str,
    is_comment: bool,
}

/// Prints each finding, and each unused exception.
pub(crate) fn run() -> ExitCode {
    let found = find();
    found.iter().for_each(|line| println!("{line}"));
    if found.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A line for each finding, and for each unused exception.
fn find() -> Vec<String> {
    let glossary = fs::read_to_string(root().join("docs/glossary.md")).expect("the glossary can be read");
    let (replaced, vague, openings) = (replaced(&glossary), names::vague(&glossary), openings(&glossary));
    let exceptions = exceptions(&fs::read_to_string(root().join("xtask/words.txt")).expect("the exceptions can be read"));
    let mut found = Vec::new();
    for path in files() {
        let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let Ok(content) = fs::read_to_string(&path) else { continue };
        let mut texts = if has_extension(&path, &SOURCES) || has_extension(&path, &SHADERS) {
            source_texts(&content)
        } else if has_extension(&path, &SETTINGS) {
            settings(&content)
        } else {
            prose(&content)
        };
        if has_extension(&path, &SHADERS) {
            texts.retain(|text| text.is_comment);
        } else if is_test(&name) {
            texts.retain(|text| text.is_comment || is_prose(text.text));
        }
        for (line, opening) in opened(&texts, &openings) {
            if !is_excepted(&exceptions, &name, opening) {
                found.push(format!("{name}:{line}: the comment starts with `{opening}`: name what it is"));
            }
        }
        for text in texts {
            let lower = lower_words(text.text);
            for word in replaced.iter().filter(|word| occurs(&lower, word)) {
                if !is_excepted(&exceptions, &name, &word.phrase) {
                    let text_in_a_row = text.text.split_whitespace().collect::<Vec<_>>().join(" ");
                    found.push(format!("{name}:{}: `{}`: say `{}`: {text_in_a_row}", text.line, word.phrase, word.term));
                }
            }
        }
    }
    for path in sources() {
        let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let Ok(content) = fs::read_to_string(&path) else { continue };
        for declared in names::names(&path, &names::code(&content)) {
            for vague in vague.iter().filter(|vague| names::is_named(&declared, vague)) {
                if !is_excepted(&exceptions, &name, &vague.word) {
                    found.push(format!("{name}:{}: `{}` in the name `{}`: name what it is", declared.line, vague.word, declared.text));
                }
            }
        }
        let code = names::code(&content);
        for identifier in names::identifiers(&code) {
            let words = names::words(identifier.text);
            for vague in vague.iter().filter(|vague| vague.is_for_identifiers() && words.contains(&vague.word)) {
                if !is_excepted(&exceptions, &name, &vague.word) {
                    found.push(format!("{name}:{}: `{}` in the name `{}`: name what it is", identifier.line, vague.word, identifier.text));
                }
            }
        }
        for variable in names::variables(&code) {
            for vague in vague.iter().filter(|vague| vague.is_for_variables() && variable.text == vague.word) {
                if !is_excepted(&exceptions, &name, &vague.word) {
                    found.push(format!("{name}:{}: the variable `{}`: name what it is", variable.line, vague.word));
                }
            }
        }
    }
    found.sort();
    found.dedup();
    let unused = exceptions.iter().filter(|exception| !exception.used.get());
    found.extend(unused.map(|exception| format!("xtask/words.txt: `{}: {}` is not needed", exception.path, exception.phrase)));
    found
}

/// Whether an exception allows a phrase in a file.
fn is_excepted(exceptions: &[Exception], name: &str, phrase: &str) -> bool {
    let found = exceptions.iter().find(|exception| [phrase, "*"].contains(&exception.phrase.as_str()) && name.starts_with(&exception.path));
    found.inspect(|exception| exception.used.set(true)).is_some()
}

/// The last column of the glossary's tables: phrases in backticks, each followed, in parentheses, by longer phrases with an ordinary sense.
fn replaced(glossary: &str) -> Vec<Replaced> {
    let mut all = Vec::new();
    for row in glossary.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Term")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [term, _, _, instead] = cells[..] else { continue };
        let mut in_parentheses = false;
        for (index, piece) in instead.split('`').enumerate() {
            // Pieces with odd numbers are those between backticks.
            match all.last_mut() {
                _ if index % 2 == 0 => {
                    in_parentheses = piece.rfind(['(', ')']).map_or(in_parentheses, |position| piece[position..].starts_with('('))
                }
                Some(Replaced { except, .. }) if in_parentheses => except.push(piece.to_owned()),
                _ => all.push(Replaced { phrase: piece.to_owned(), term: term.replace('`', ""), except: Vec::new() }),
            }
        }
    }
    all
}

/// The words in backticks in the first column of the table in the section "Comments".
fn openings(glossary: &str) -> Vec<String> {
    let section = glossary.split("\n## ").find(|section| section.starts_with("Comments")).expect("the glossary has a section `Comments`");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.flat_map(|row| row.split('|').next().unwrap_or_default().split('`').step_by(2)).map(str::to_owned).collect()
}

/// The comments on items that start with one of these words: their lines and the words. Further lines of a comment may start with any word.
fn opened<'a>(texts: &[CheckedText<'_>], openings: &'a [String]) -> Vec<(usize, &'a str)> {
    let mut all = Vec::new();
    let mut last = None;
    for text in texts.iter().filter(|text| text.is_comment) {
        let is_first = last.replace(text.line).is_none_or(|last| last + 1 != text.line);
        let Some(comment) = ["///", "//!", "/**", "#"].iter().find_map(|start| text.text.strip_prefix(start)).filter(|_| is_first) else {
            continue;
        };
        let lower = comment.trim_start().to_ascii_lowercase();
        all.extend(openings.iter().filter(|words| lower.starts_with(&format!("{words} "))).map(|words| (text.line, &**words)));
    }
    all
}

/// Whether the strings of a file are mostly inputs and expected outputs, so that only sentences among them are checked.
fn is_test(name: &str) -> bool {
    const TESTS: [&str; 7] = ["device/", "fuzz/", "hosts/", "peers/", "ship/", "wasm/tests/", "web/tests/"];
    TESTS.iter().any(|folder| name.starts_with(folder))
        || ["/tests/", "/benches/", "/examples/"].iter().any(|folder| name.contains(folder)) && name.ends_with(".rs")
}

/// Whether a string of a test is a sentence, such as the message of an assertion, rather than source or expected output.
fn is_prose(text: &str) -> bool {
    !text.contains([';', '=', '<', '\n', '\\', '@', '`', '%', '|'])
        && !text.contains("//")
        && text.split(' ').filter(|word| !word.is_empty()).count() > 2
}

/// Parses lines of the form `path: phrase: reason`.
fn exceptions(text: &str) -> Vec<Exception> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.splitn(3, ": ").collect();
            let [path, phrase, _reason] = parts[..] else { panic!("xtask/words.txt: `{line}` is not `path: phrase: reason`") };
            Exception { path: path.to_owned(), phrase: phrase.to_owned(), used: false.into() }
        })
        .collect()
}

/// The extensions of files with text for users and contributors.
const FOR_USERS: [&str; 13] = ["cmake", "cpp", "h", "hpp", "html", "js", "md", "mjs", "rs", "sh", "toml", "ts", "yml"];
/// The extensions of sources, of which only comments, messages and names are checked.
const SOURCES: [&str; 7] = ["cpp", "h", "hpp", "js", "mjs", "rs", "ts"];
/// The extensions of shaders, of which only comments are checked.
const SHADERS: [&str; 9] = ["comp", "frag", "glsl", "hlsl", "hlsli", "slang", "vert", "wesl", "wgsl"];
/// The extensions of manifests and settings, whose comments start with `#`.
const SETTINGS: [&str; 4] = ["dict", "toml", "yaml", "yml"];

/// Every Rust source, including tests.
fn sources() -> Vec<PathBuf> {
    files_below(&["crates", "device", "fuzz", "hosts", "peers", "ship", "xtask"], &["rs"])
}

/// The files in some folders whose extension is one of these.
fn files_below(folders: &[&str], extensions: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders: Vec<PathBuf> = folders.iter().map(|name| root().join(name)).collect();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if has_extension(&path, extensions) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The folders of the packages of all workspaces.
fn packages() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).expect("the crates can be listed").flatten().map(|entry| entry.path());
    crates.chain(["device", "fuzz", "hosts", "peers", "ship", "xtask"].map(|name| root().join(name))).collect()
}

/// Every page, manifests, the files for other tools, the page in the browser, and all sources.
fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "web/index.html", "web/article.html", "fuzz/languages.dict"]
            .iter()
            .map(|name| root().join(name))
            .collect();
    // Settings of the workspace, of hooks and of actions.
    files.extend(
        fs::read_dir(root())
            .expect("the root can be listed")
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| has_extension(path, &SETTINGS)),
    );
    let mut folders: Vec<PathBuf> =
        [".github", "docs", "integrations", "tests/oracle/include", "web/src", "web/tests", "wasm", "crates/padstone-cli/tests/cases"]
            .iter()
            .map(|name| root().join(name))
            .collect();
    for package in packages() {
        files.push(package.join("Cargo.toml"));
        folders.extend(["src", "oracles"].map(|folder| package.join(folder)));
    }
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if has_extension(&path, &FOR_USERS) && !path.ends_with("docs/glossary.md") {
                files.push(path);
            }
        }
    }
    files.extend(sources());
    files.extend(files_below(&["crates", "device/tests", "docs", "examples"], &SHADERS));
    files.sort();
    files.dedup();
    files
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| extensions.contains(&extension))
}

/// The lines of a page. Source examples, in fences that specify a language, are skipped; output of padstone (`console`) is not.
fn prose(content: &str) -> Vec<CheckedText<'_>> {
    let mut fence: Option<bool> = None;
    let mut texts = Vec::new();
    for (index, line) in content.lines().enumerate() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(matches!(language, "" | "console" | "text")) };
        } else if fence != Some(false) {
            texts.push(CheckedText { line: index + 1, text: line, is_comment: false });
        }
    }
    texts
}

/// The lines of a manifest or of settings.
fn settings(content: &str) -> Vec<CheckedText<'_>> {
    content
        .lines()
        .enumerate()
        .map(|(index, line)| CheckedText { line: index + 1, text: line.trim_start(), is_comment: line.trim_start().starts_with('#') })
        .collect()
}

/// Messages, comments and the names of public items of a source file.
fn source_texts(content: &str) -> Vec<CheckedText<'_>> {
    let mut texts = Vec::new();
    let (mut position, mut line) = (0, 1);
    while let Some(first) = content[position..].chars().next() {
        let rest = &content[position..];
        let length = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            texts.push(CheckedText { line, text: &rest[..length], is_comment: true });
            length
        } else if rest.starts_with("/*") {
            let length = rest.find("*/").map_or(rest.len(), |end| end + "*/".len());
            texts.push(CheckedText { line, text: &rest[..length], is_comment: true });
            length
        } else if let Some((length, inside)) = string_literal(rest) {
            if inside.contains(' ') {
                texts.push(CheckedText { line, text: inside, is_comment: false });
            }
            length
        } else if rest.starts_with('\'') && !rest[1..].starts_with(|c: char| c.is_alphanumeric() && rest[2..].chars().nth(1) != Some('\''))
        {
            character_literal(rest)
        } else if rest.starts_with("pub ") {
            let length = rest.find(['(', '{', '=', ';', '\n']).unwrap_or(rest.len());
            texts.push(CheckedText { line, text: &rest[..length], is_comment: false });
            "pub ".len()
        } else {
            first.len_utf8()
        };
        line += content[position..position + length].matches('\n').count();
        position += length;
    }
    texts
}

/// The length of the string literal at the start of a text, and its contents.
fn string_literal(text: &str) -> Option<(usize, &str)> {
    if let Some(raw) = text.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inside = raw[hashes..].strip_prefix('"')?;
        let end = inside.find(&format!("\"{}", "#".repeat(hashes)))?;
        return Some((1 + hashes + 1 + end + 1 + hashes, &inside[..end]));
    }
    let inside = text.strip_prefix('"')?;
    let mut escaped = false;
    let end = inside.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some((1 + end + 1, &inside[..end]))
}

/// The length of the character literal, or of the quote of a lifetime, that a text begins with.
fn character_literal(text: &str) -> usize {
    let inside = &text[1..];
    let content = if let Some(escape) = inside.strip_prefix('\\') {
        1 + escape.chars().next().map_or(0, char::len_utf8)
    } else {
        inside.chars().next().map_or(0, char::len_utf8)
    };
    inside[content..].find('\'').filter(|end| *end < 8).map_or(1, |end| 1 + content + end + 1)
}

/// The words of a text in lower case, without the names of arguments; an identifier with underscores is several words.
fn lower_words(text: &str) -> String {
    without_placeholders(text).to_ascii_lowercase().replace('_', " ")
}

/// Whether a phrase occurs in [`lower_words`] as whole words, other than in its ordinary sense.
fn occurs(lower: &str, word: &Replaced) -> bool {
    let boundary = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    lower.match_indices(&word.phrase).any(|(start, phrase)| {
        let end = start + phrase.len();
        let is_whole_word = boundary(lower[..start].chars().next_back()) && boundary(lower[end..].chars().next());
        let ordinary = word.except.iter().any(|except| {
            except
                .match_indices(&word.phrase)
                .any(|(inside, _)| start >= inside && lower.get(start - inside..).is_some_and(|from| from.starts_with(except.as_str())))
        });
        is_whole_word && !ordinary
    })
}

/// A message without the names of its arguments, which are code.
fn without_placeholders(text: &str) -> String {
    let pieces = text.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, after)| after));
    pieces.collect::<Vec<_>>().join("…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_uses_the_terms_of_the_glossary() {
        let found = find();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }

    #[test]
    fn phrases_are_found_as_whole_words_outside_their_ordinary_sense() {
        let words =
            replaced("| offset | bytes | WGSL | `lies`, `is no` (`there is no`, `here is no`) |\n| stride | | | `apart` (`set apart`) |\n");
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&str> = words.iter().filter(|word| occurs(&lower_words(text), word)).map(|word| &*word.phrase).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("it lies at 4", &["lies"]);
        check("it underlies it, and there is no `lie`", &[]);
        check("`x` is no key, 16 apart", &["is no", "apart"]);
        check("set apart, {apart} bytes", &[]);
    }

    #[test]
    fn comments_on_items_name_the_item_first() {
        let openings = openings(
            "# Glossary\n\n## Comments\n\n| Starts with | Instead |\n|---|---|\n| `what`, `how many` | the noun |\n\n## JSON keys\n",
        );
        let check = |source: &str, expected: &[(usize, &str)]| assert_eq!(opened(&source_texts(source), &openings), expected, "{source}");
        check("/// What it is.\nx\n//! How many there are.\n", &[(1, "what"), (3, "how many")]);
        check("/// The contents,\n/// what they are.\n// What is this?\n/// Whatever\n", &[]);
        check("/** What it is. */\nx\n", &[(1, "what")]);
    }

    #[test]
    fn strings_of_tests_are_checked_if_they_are_sentences() {
        assert!(is_prose("{name} lies at {offset}"));
        assert!(!is_prose("float4 lies : packoffset(c1);") && !is_prose("0 16 32\nend") && !is_prose("a name"));
    }

    #[test]
    fn messages_and_comments_are_read_and_code_is_not() {
        let source = "/// lies a\nfn lies() { let lies = '\"'; say(\"it lies\", \"lies\", r#\"lies b\"#); } // lies\npub fn stands() {}\n";
        let texts: Vec<(usize, &str)> = source_texts(source).into_iter().map(|text| (text.line, text.text)).collect();
        assert_eq!(texts, [(1, "/// lies a"), (2, "it lies"), (2, "lies b"), (2, "// lies"), (3, "pub fn stands")]);
    }
}
