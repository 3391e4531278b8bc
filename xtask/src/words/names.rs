//! Checks names against the table "Names" of the glossary: those of files, types and tests, and all identifiers of Rust sources.

use std::path::Path;

use super::{character_literal, string_literal};

/// A word that a more precise name replaces.
pub(super) struct Vague {
    pub(super) word: String,
    /// The names in which it is found.
    scope: NameScope,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NameScope {
    /// As a word in any name: `SaidStage`, `said_stage.rs`.
    AnyName,
    /// As the complete name of a type or file: `Place`, `places.rs`.
    WholeName,
    /// As the complete name of a variable, parameter or field.
    Variable,
}

/// The name of a file, a type or a test, with the line of its declaration.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Name<'a> {
    pub(super) line: usize,
    pub(super) text: &'a str,
    is_test: bool,
}

/// The words in backticks in the rows of the section "Names".
pub(super) fn vague(glossary: &str) -> Vec<Vague> {
    let section = glossary.split("\n## ").find(|section| section.starts_with("Names")).expect("the glossary has a section `Names`");
    let mut all = Vec::new();
    for (start, scope) in
        [("| in any name ", NameScope::AnyName), ("| as a whole name ", NameScope::WholeName), ("| as a variable ", NameScope::Variable)]
    {
        let row = section.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("`Names` has a row `{start}`"));
        all.extend(row.split('`').skip(1).step_by(2).map(|word| Vague { word: word.to_owned(), scope }));
    }
    all
}

/// The names in the code of a Rust file ([`code`]), starting with the file's own name. Names of associated types are those of the traits.
pub(super) fn names<'a>(path: &'a Path, code: &'a str) -> Vec<Name<'a>> {
    let mut all: Vec<Name<'a>> =
        path.file_stem().and_then(|stem| stem.to_str()).map(|text| Name { line: 1, text, is_test: false }).into_iter().collect();
    let mut after_test = false;
    for (index, line) in code.lines().enumerate() {
        let declaration = line.trim_start();
        let is_associated = declaration.starts_with("type ") && line != declaration;
        let mut words = declaration
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|word| !matches!(*word, "" | "pub" | "crate" | "super" | "in"));
        let keyword = words.next().unwrap_or("");
        let is_test = keyword == "fn" && after_test;
        if is_test || (matches!(keyword, "struct" | "enum" | "union" | "trait" | "type") && !is_associated) {
            all.extend(words.next().map(|text| Name { line: index + 1, text, is_test }));
        }
        after_test = declaration == "#[test]" || (after_test && declaration.starts_with('#'));
    }
    all
}

/// Every identifier in the code of a Rust file ([`code`]) once, at its first occurrence. Constants of diagnostic codes (`codes::…`) are named after
/// the codes, which never change.
pub(super) fn identifiers(code: &str) -> Vec<Name<'_>> {
    let mut all: Vec<Name<'_>> = Vec::new();
    let mut known = std::collections::HashSet::new();
    for (index, line) in code.lines().enumerate() {
        let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
        for text in line.split(|c| !is_in_name(c)).filter(|text| !text.is_empty()) {
            let start = text.as_ptr() as usize - line.as_ptr() as usize;
            if !line[..start].ends_with("codes::") && known.insert(text) {
                all.push(Name { line: index + 1, text, is_test: false });
            }
        }
    }
    all
}

/// Every use of a variable, parameter or field in the code of a Rust file ([`code`]): identifiers that are neither called nor part of a path.
pub(super) fn variables(code: &str) -> Vec<Name<'_>> {
    let mut all = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
        for text in line.split(|c| !is_in_name(c)).filter(|text| !text.is_empty()) {
            let start = text.as_ptr() as usize - line.as_ptr() as usize;
            let (before, after) = (line[..start].trim_end(), line[start + text.len()..].trim_start());
            let is_in_path = before.ends_with("::") || after.starts_with("::");
            if !is_in_path && !after.starts_with('(') && !before.ends_with("fn") && !before.ends_with("mod") {
                all.push(Name { line: index + 1, text, is_test: false });
            }
        }
    }
    all
}

/// A Rust file without its comments and the contents of its literals. Line numbers are unchanged.
pub(super) fn code(content: &str) -> String {
    let mut code = String::with_capacity(content.len());
    let mut position = 0;
    while let Some(first) = content[position..].chars().next() {
        let rest = &content[position..];
        let (length, is_code) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), false)
        } else if let Some((length, _)) = string_literal(rest) {
            (length, false)
        } else if first == '\'' {
            (character_literal(rest), false)
        } else {
            (first.len_utf8(), true)
        };
        let text = &rest[..length];
        if is_code {
            code.push_str(text)
        } else {
            code.extend(text.chars().filter(|&c| c == '\n'))
        }
        position += length;
    }
    code
}

impl Vague {
    /// Whether it is forbidden in all identifiers.
    pub(super) fn is_for_identifiers(&self) -> bool {
        self.scope == NameScope::AnyName
    }

    /// Whether it is forbidden as the name of a variable, parameter or field.
    pub(super) fn is_for_variables(&self) -> bool {
        self.scope == NameScope::Variable
    }
}

/// Whether a word is one of the words of a name, or the complete name.
pub(super) fn is_named(name: &Name<'_>, vague: &Vague) -> bool {
    match vague.scope {
        NameScope::AnyName => words(name.text).contains(&vague.word),
        NameScope::WholeName => !name.is_test && words(name.text).join("_") == vague.word,
        NameScope::Variable => false,
    }
}

/// The words of a name in CamelCase, snake_case or SCREAMING_CASE, in lower case.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let is_constant = !name.contains(char::is_lowercase);
    for c in name.chars() {
        if c == '_' || (c.is_uppercase() && !is_constant) {
            words.push(String::new());
        }
        if let Some(last) = words.last_mut().filter(|_| c != '_') {
            last.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_types_and_tests_are_read() {
        let content = "pub(crate) struct SaidStage;\nimpl Iterator for S {\n    type Item = u8;\n}\ntype Place = u8;\n#[test]\nfn it_lies() {}\nfn told() { \"\nstruct Broken;\" }\n// struct Gone;\n";
        let code = code(content);
        let found: Vec<(usize, &str)> = names(Path::new("src/places.rs"), &code).iter().map(|name| (name.line, name.text)).collect();
        assert_eq!(found, [(1, "places"), (1, "SaidStage"), (5, "Place"), (7, "it_lies")]);
    }

    #[test]
    fn identifiers_are_read_once_and_without_codes() {
        let code = "fn told(said: u8) {\n    let kept = said;\n    codes::CODE_ELSEWHERE\n}\n";
        let found: Vec<(usize, &str)> = identifiers(code).iter().map(|name| (name.line, name.text)).collect();
        assert_eq!(found, [(1, "fn"), (1, "told"), (1, "said"), (1, "u8"), (2, "let"), (2, "kept"), (3, "codes")]);
    }

    #[test]
    fn variables_are_neither_called_nor_in_paths() {
        let code = "fn whole(of: u8) -> T {\n    T::of(of, whole(here), x.there)\n}\n";
        let found: Vec<(usize, &str)> = variables(code).iter().map(|name| (name.line, name.text)).collect();
        assert_eq!(found, [(1, "fn"), (1, "of"), (1, "u8"), (1, "T"), (2, "of"), (2, "here"), (2, "x"), (2, "there")]);
    }

    #[test]
    fn words_are_found_in_names_of_their_scope() {
        let glossary = "# G\n\n## Names\n\n| in any name | `said`, `lies` |\n| as a whole name | `place` |\n| as a variable | `of` |\n\n## Other\n\n| in any name | `other` |\n";
        let words = vague(glossary);
        let check = |text: &str, is_test: bool, expected: &[&str]| {
            let name = Name { line: 1, text, is_test };
            let found: Vec<&str> = words.iter().filter(|word| is_named(&name, word)).map(|word| &*word.word).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("SaidStage", false, &["said"]);
        check("said_stage", false, &["said"]);
        check("Place", false, &["place"]);
        check("MemberPlace", false, &[]);
        check("place", true, &[]);
        check("it_lies_there", true, &["lies"]);
        check("Underlies", false, &[]);
    }
}
