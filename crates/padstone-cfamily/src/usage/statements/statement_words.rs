//! The words of statements.

use padstone_source::{Interner, Symbol};

use super::position::{Header, Name, Position};

/// Words that begin a statement or a part of one.
pub(super) struct StatementWords {
    for_word: Symbol,
    if_word: Symbol,
    /// `while`, `switch`.
    others: [Symbol; 2],
    pub(super) else_word: Symbol,
    do_word: Symbol,
    case_word: Symbol,
    return_word: Symbol,
    /// `struct` and its relatives.
    records: [Symbol; 5],
    using_word: Symbol,
    /// In `using namespace`. No local has this name, so it is that of all imports.
    pub(super) namespace_word: Symbol,
}

impl StatementWords {
    pub(super) fn intern(names: &mut Interner) -> StatementWords {
        let mut word = |text: &str| names.intern(text);
        StatementWords {
            for_word: word("for"),
            if_word: word("if"),
            others: ["while", "switch"].map(&mut word),
            else_word: word("else"),
            do_word: word("do"),
            case_word: word("case"),
            return_word: word("return"),
            records: ["struct", "class", "interface", "enum", "union"].map(&mut word),
            using_word: word("using"),
            namespace_word: word("namespace"),
        }
    }

    pub(super) fn contains(&self, name: Symbol) -> bool {
        let StatementWords { for_word, if_word, others: [first, second], else_word, do_word, case_word, return_word, .. } = *self;
        [for_word, if_word, first, second, else_word, do_word, case_word, return_word].contains(&name)
    }

    /// The position after the first name of a statement.
    pub(super) fn first(&self, name: Name) -> Position {
        let symbol = name.symbol;
        if symbol == self.for_word {
            Position::BeforeHeader(Header::For)
        } else if symbol == self.if_word {
            Position::BeforeHeader(Header::If)
        } else if self.others.contains(&symbol) {
            Position::BeforeHeader(Header::Other)
        } else if symbol == self.else_word || symbol == self.do_word {
            Position::Start
        } else if symbol == self.using_word {
            Position::Using { name: None, is_namespace: false }
        } else if symbol == self.case_word {
            Position::Label
        } else if symbol == self.return_word {
            Position::Expression
        } else {
            Position::Words { ty: None, last: name, is_record: self.records.contains(&symbol) }
        }
    }
}
