//! Names as four-byte handles.

use std::hash::BuildHasher;
use std::ops::Range;

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
    /// Where each name begins in `text`, and where the last ends.
    bounds: Vec<u32>,
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
        let mut names = Interner { text: String::new(), bounds: vec![0], table: HashTable::new() };
        names.intern("");
        names
    }

    /// The symbol of `name`.
    ///
    /// # Panics
    /// If the names together exceed 4 GiB, which a [`crate::SourceMap`] (itself limited to 4 GiB) rules out.
    pub fn intern(&mut self, name: &str) -> Symbol {
        let hash = FxBuildHasher.hash_one(name);
        if let Some(found) = self.find(hash, name) {
            return found;
        }
        let id = self.len() as u32;
        self.text.push_str(name);
        self.bounds.push(u32::try_from(self.text.len()).expect("names exceed 4 GiB"));
        let (text, bounds) = (&self.text, &self.bounds);
        self.table.insert_unique(hash, id, |&id| FxBuildHasher.hash_one(slice(text, bounds, id)));
        Symbol(id)
    }

    /// The symbol of `name` if it was interned before.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.find(FxBuildHasher.hash_one(name), name)
    }

    /// The text of a symbol of this interner.
    pub fn resolve(&self, symbol: Symbol) -> &str {
        self.get(symbol.0)
    }

    /// How many names there are, the empty one included.
    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Never true: the empty name is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    #[inline]
    fn find(&self, hash: u64, name: &str) -> Option<Symbol> {
        // Of bytes, not of texts, whose bounds would each be checked to lie between characters.
        let bytes = self.text.as_bytes();
        self.table.find(hash, |&id| bytes[range(&self.bounds, id)] == *name.as_bytes()).map(|&id| Symbol(id))
    }

    #[inline]
    fn get(&self, id: u32) -> &str {
        slice(&self.text, &self.bounds, id)
    }
}

#[inline]
fn slice<'a>(text: &'a str, bounds: &[u32], id: u32) -> &'a str {
    &text[range(bounds, id)]
}

#[inline]
fn range(bounds: &[u32], id: u32) -> Range<usize> {
    bounds[id as usize] as usize..bounds[id as usize + 1] as usize
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
