//! `@FILE` on the command line: its words stand for it.

use std::fs;

use crate::files::reason;

/// How deep response files may name each other.
const DEEPEST: u32 = 16;

/// Puts the words of response files in the place of their names.
pub(crate) fn expand(arguments: impl Iterator<Item = String>) -> Result<Vec<String>, String> {
    let mut expanded = Vec::new();
    for argument in arguments {
        push(argument, 0, &mut expanded)?;
    }
    Ok(expanded)
}

fn push(argument: String, depth: u32, expanded: &mut Vec<String>) -> Result<(), String> {
    match argument.strip_prefix('@') {
        None | Some("") => expanded.push(argument),
        Some(_) if depth == DEEPEST => return Err(format!("response file `{argument}` is named by {DEEPEST} others in a row")),
        Some(path) => {
            let text = fs::read_to_string(path).map_err(|error| format!("cannot read response file `{path}`: {}", reason(&error)))?;
            for word in words(&text) {
                push(word, depth + 1, expanded)?;
            }
        }
    }
    Ok(())
}

/// Words as a shell separates them: by white space, with `'…'`, `"…"` and, before quotes, spaces and itself, `\`.
/// Before anything else `\` stands for itself, so that paths of Windows need no quotes.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) if chars.peek().is_some_and(|next| matches!(next, '"' | '\'' | ' ' | '\\')) => {
                word.get_or_insert_default().extend(chars.next());
            }
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, Some(open)) if c == open => quote = None,
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_as_in_a_shell() {
        let check = |text: &str, expected: &[&str]| assert_eq!(words(text), expected, "{text}");
        check("-T cs_6_6\n  -E\tmain\n", &["-T", "cs_6_6", "-E", "main"]);
        check(r#"-I "my shaders" -D 'A=b c' '' "#, &["-I", "my shaders", "-D", "A=b c", ""]);
        check(r"-I C:\shaders\inc my\ file \\ \'", &["-I", r"C:\shaders\inc", "my file", r"\", "'"]);
        check("", &[]);
    }
}
