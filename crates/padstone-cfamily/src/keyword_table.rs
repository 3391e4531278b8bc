//! The keywords of a language by their symbols in an interner.

use std::rc::Rc;

use padstone_source::{Interner, Symbol};

/// The index of each keyword, by its symbol. The interner may contain other names already, so the symbols of keywords are arbitrary.
#[derive(Clone)]
pub(crate) struct KeywordTable {
    /// The index plus one; 0 for symbols that are not keywords.
    numbers: Rc<[u16]>,
}

impl KeywordTable {
    /// Interns the keywords that `each` passes to its argument, and numbers them from 0.
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

    /// The index of the keyword that this name is.
    #[inline]
    pub(crate) fn number(&self, symbol: Symbol) -> Option<usize> {
        self.numbers.get(symbol.index())?.checked_sub(1).map(usize::from)
    }
}
