//! Names as four-byte handles.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// An interned name. Two symbols of one [`Interner`] are equal exactly if their texts are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(u32);

impl Symbol {
    /// The empty name: of anonymous structs and unnamed bit-fields.
    pub const EMPTY: Symbol = Symbol(0);

    /// The position of the symbol in its interner, counted from 0. Useful as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is the empty name.
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

/// Stores each distinct name once, all of them in one buffer.
#[derive(Clone, Debug)]
pub struct Interner {
    text: String,
    /// End of each name in `text`; it starts where the one before ends.
    ends: Vec<u32>,
    table: HashTable<u32>,
}

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// An interner that knows the empty name only.
    pub fn new() -> Self {
        let mut names = Interner { text: String::new(), ends: Vec::new(), table: HashTable::new() };
        names.intern("");
        names
    }

    /// The symbol of `name`.
    ///
    /// # Panics
    /// If the names together exceed 4 GiB, which a [`crate::SourceMap`] (itself limited to 4 GiB) rules out.
    pub fn intern(&mut self, name: &str) -> Symbol {
        let hash = FxBuildHasher.hash_one(name);
        if let Some(&found) = self.table.find(hash, |&id| self.get(id) == name) {
            return Symbol(found);
        }
        let id = self.ends.len() as u32;
        self.text.push_str(name);
        self.ends.push(u32::try_from(self.text.len()).expect("names exceed 4 GiB"));
        let (text, ends) = (&self.text, &self.ends);
        self.table.insert_unique(hash, id, |&id| FxBuildHasher.hash_one(slice(text, ends, id)));
        Symbol(id)
    }

    /// The symbol of `name` if it was interned before.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        let hash = FxBuildHasher.hash_one(name);
        self.table.find(hash, |&id| self.get(id) == name).map(|&id| Symbol(id))
    }

    /// The text of a symbol of this interner.
    pub fn resolve(&self, symbol: Symbol) -> &str {
        self.get(symbol.0)
    }

    /// How many names there are, the empty one included.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Never true: the empty name is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    #[inline]
    fn get(&self, id: u32) -> &str {
        slice(&self.text, &self.ends, id)
    }
}

#[inline]
fn slice<'a>(text: &'a str, ends: &[u32], id: u32) -> &'a str {
    let start = if id == 0 { 0 } else { ends[id as usize - 1] };
    &text[start as usize..ends[id as usize] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_equal_symbols() {
        let mut names = Interner::new();
        let (a, b, c) = (names.intern("view"), names.intern("proj"), names.intern("view"));
        assert_eq!(a, c);
        assert_ne!(a, b);
        assert_eq!(names.resolve(b), "proj");
        assert_eq!(names.intern(""), Symbol::EMPTY);
        assert_eq!(names.lookup("world"), None);
    }
}
