//! White space and comments between tokens.

use crate::Choices;

/// Replaces some of the spaces of a text by comments, line breaks and other whitespace. Lines that begin with `#`, and
/// line breaks, stay as they are.
pub(crate) fn vary(text: &str, choices: &mut Choices<'_>) -> String {
    if !choices.one_in(3) {
        return text.to_owned();
    }
    let mut varied = String::with_capacity(text.len() * 2);
    for line in text.split_inclusive('\n') {
        if line.starts_with('#') {
            varied.push_str(line);
            continue;
        }
        let mut words = line.split(' ');
        varied.push_str(words.next().unwrap_or_default());
        for word in words {
            varied.push_str(between(choices));
            varied.push_str(word);
        }
    }
    varied
}

fn between(choices: &mut Choices<'_>) -> &'static str {
    match choices.below(16) {
        0..9 => " ",
        9 => "  ",
        10 => "\n",
        11 => "\t",
        12 => "\r\n    ",
        13 => " /* between */ ",
        14 => " // to the end of the line\n",
        _ => " /**/ ",
    }
}
