//! Names as four-byte handles.

use std::hash::Hasher;
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// An interned name. Two symbols of one [`Interner`] are equal if and only if their names are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symbol(u32);

impl Symbol {
    /// The empty name, of anonymous structs and unnamed bit-fields.
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
    /// The start of each name in `text`, and the end of the last.
    bounds: Vec<u32>,
    table: HashTable<u32>,
    /// A cache of the names looked up last, indexed by the low bits of their hashes. Programs repeat the same few types and members,
    /// and most lookups end here without a search.
    recent: Box<[u32; RECENT]>,
}

const RECENT: usize = 512;

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

impl Interner {
    /// An interner that contains only the empty name.
    pub fn new() -> Self {
        let mut names = Interner { text: String::new(), bounds: vec![0], table: HashTable::new(), recent: Box::new([0; RECENT]) };
        names.add(hash_of(""), "");
        names
    }

    /// The symbol of `name`.
    ///
    /// # Panics
    /// If the names together exceed 4 GiB, which a [`crate::SourceMap`] (itself limited to 4 GiB) rules out.
    #[inline]
    pub fn intern(&mut self, name: &str) -> Symbol {
        let hash = hash_of(name);
        let slot = hash as usize % RECENT;
        let recent = self.recent[slot];
        if self.is(recent, name) {
            return Symbol(recent);
        }
        let id = self.search(hash, name);
        self.recent[slot] = id;
        Symbol(id)
    }

    #[inline(never)]
    fn search(&mut self, hash: u64, name: &str) -> u32 {
        self.find(hash, name).map_or_else(|| self.add(hash, name), |found| found.0)
    }

    fn add(&mut self, hash: u64, name: &str) -> u32 {
        let id = self.len() as u32;
        self.text.push_str(name);
        self.bounds.push(u32::try_from(self.text.len()).expect("the names take less than 4 GiB"));
        let (text, bounds) = (&self.text, &self.bounds);
        self.table.insert_unique(hash, id, |&id| hash_of(slice(text, bounds, id)));
        id
    }

    /// The symbol of `name` if it was interned before.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.find(hash_of(name), name)
    }

    /// The text of a symbol of this interner.
    pub fn resolve(&self, symbol: Symbol) -> &str {
        self.get(symbol.0)
    }

    /// Every name, in interning order, beginning with the empty one.
    ///
    /// ```
    /// let mut names = padstone_source::Interner::new();
    /// names.intern("sun");
    /// assert_eq!(names.iter().map(|(_, name)| name).collect::<Vec<_>>(), ["", "sun"]);
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Symbol, &str)> {
        (0..self.len() as u32).map(|id| (Symbol(id), self.get(id)))
    }

    /// The number of names, including the empty one.
    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Never true: the empty name is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    #[inline]
    fn find(&self, hash: u64, name: &str) -> Option<Symbol> {
        self.table.find(hash, |&id| self.is(id, name)).map(|&id| Symbol(id))
    }

    /// Whether a name has this text.
    #[inline]
    fn is(&self, id: u32, name: &str) -> bool {
        // Compares bytes: slices of a `str` would check character boundaries.
        self.text.as_bytes()[range(&self.bounds, id)] == *name.as_bytes()
    }

    #[inline]
    fn get(&self, id: u32) -> &str {
        slice(&self.text, &self.bounds, id)
    }
}

/// Hashes only the bytes: the terminator that [`str`] adds separates the strings of a tuple, which are not hashed here.
#[inline]
fn hash_of(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    hasher.finish()
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
