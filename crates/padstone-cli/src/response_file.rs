//! `@FILE` on the command line: replaced by the words of the file.

use std::path::Path;

use crate::files::reason;
use crate::regular_files;

/// The maximum nesting of response files,
const DEEPEST: u32 = 16;
/// and the maximum number of them: a file that names another one twice doubles the words at each level.
const MAX_FILES: usize = 1_000;

/// The arguments of the command line, with the words of response files.
#[derive(Default)]
pub(crate) struct ExpandedArguments {
    pub(crate) words: Vec<String>,
    /// The paths of the response files.
    pub(crate) files: Vec<String>,
}

/// Replaces the names of response files by their words.
pub(crate) fn expand(arguments: impl Iterator<Item = String>) -> Result<ExpandedArguments, String> {
    let mut expanded = ExpandedArguments::default();
    for argument in arguments {
        push(argument, 0, &mut expanded)?;
    }
    Ok(expanded)
}

fn push(argument: String, depth: u32, expanded: &mut ExpandedArguments) -> Result<(), String> {
    match argument.strip_prefix('@') {
        None | Some("") => expanded.words.push(argument),
        Some(_) if depth == DEEPEST => return Err(format!("response files nest more than {DEEPEST} levels deep at `{argument}`")),
        Some(_) if expanded.files.len() == MAX_FILES => return Err(format!("more than {MAX_FILES} response files at `{argument}`")),
        Some(path) => {
            let read = regular_files::read(Path::new(path), regular_files::LIMIT);
            let bytes = read.map_err(|error| format!("cannot read response file `{path}`: {}", reason(&error)))?;
            let text = String::from_utf8(bytes).map_err(|_| format!("response file `{path}` is not UTF-8"))?;
            let words = split_arguments(&text).map_err(|UnclosedQuote { quote, line, column }| {
                format!("response file `{path}`, line {line}, column {column}: unclosed {quote}")
            })?;
            expanded.files.push(path.to_owned());
            for word in words {
                push(word, depth + 1, expanded)?;
            }
        }
    }
    Ok(())
}

/// Splits text into words like a shell: by whitespace, with `'…'`, `"…"` and, before quotes, spaces and itself, `\`. Before other characters
/// `\` is literal, so that Windows paths need no quotes.
fn split_arguments(text: &str) -> Result<Vec<String>, UnclosedQuote> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    // The open quote, and its position.
    let mut quote: Option<(char, usize)> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((position, c)) = chars.next() {
        match (c, quote) {
            ('\\', None | Some(('"', _))) if chars.peek().is_some_and(|(_, next)| matches!(next, '"' | '\'' | ' ' | '\\')) => {
                word.get_or_insert_default().extend(chars.next().map(|(_, next)| next));
            }
            ('"' | '\'', None) => {
                quote = Some((c, position));
                word.get_or_insert_default();
            }
            (c, Some((open, _))) if c == open => quote = None,
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    if let Some((quote, position)) = quote {
        let before = &text[..position];
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        return Err(UnclosedQuote { quote, line: before.matches('\n').count() + 1, column });
    }
    words.extend(word);
    Ok(words)
}

/// An unclosed quote. Lines and columns count from 1.
#[derive(PartialEq, Debug)]
struct UnclosedQuote {
    quote: char,
    line: usize,
    column: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_as_in_a_shell() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(split_arguments(text).as_deref(), Ok(&*expected.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()), "{text}")
        };
        check("-T cs_6_6\n  -E\tmain\n", &["-T", "cs_6_6", "-E", "main"]);
        check(r#"-I "my shaders" -D 'A=b c' '' "#, &["-I", "my shaders", "-D", "A=b c", ""]);
        check(r"-I C:\shaders\inc my\ file \\ \'", &["-I", r"C:\shaders\inc", "my file", r"\", "'"]);
        check("", &[]);
    }

    #[test]
    fn an_unclosed_quote_is_an_error() {
        let check = |text: &str, quote: char, line: usize, column: usize| {
            assert_eq!(split_arguments(text), Err(UnclosedQuote { quote, line, column }), "{text}");
        };
        check("\"", '"', 1, 1);
        check("-T cs_6_6\n-I 'my shaders\n-E main\n", '\'', 2, 4);
        check(r#"-D "é" -D 'a"b' "it's \""#, '"', 1, 17);
        check("-D don't", '\'', 1, 7);
    }
}
