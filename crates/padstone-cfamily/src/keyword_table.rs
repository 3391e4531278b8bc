//! Which names of an interner are words of a language.

use std::rc::Rc;

use padstone_source::{Interner, Symbol};

/// The number of each word, by its symbol. An interner may hold other names before, and give words any symbols.
#[derive(Clone)]
pub(crate) struct KeywordTable {
    /// One more than the number; 0 for symbols that are not words.
    numbers: Rc<[u16]>,
}

impl KeywordTable {
    /// Interns the words that `each` hands on, and numbers them from 0.
    pub(crate) fn intern(names: &mut Interner, each: impl FnOnce(&mut dyn FnMut(&str))) -> KeywordTable {
        let (mut numbers, mut number) = (vec![0; names.len()], 0);
        each(&mut |word| {
            let index = names.intern(word).index();
            if index >= numbers.len() {
                numbers.resize(index + 1, 0);
            }
            number += 1;
            numbers[index] = number;
        });
        KeywordTable { numbers: numbers.into() }
    }

    /// The number of the word that a name is.
    #[inline]
    pub(crate) fn number(&self, symbol: Symbol) -> Option<usize> {
        self.numbers.get(symbol.index())?.checked_sub(1).map(usize::from)
    }
}
