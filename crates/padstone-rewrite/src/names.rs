//! Unused names.

use padstone_source::{Interner, Symbol};
use padstone_wgsl::names_of_the_language;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Unit;

/// Creates names that do not occur anywhere in a file, and that WGSL neither reserves nor predeclares. They shadow
/// nothing, and nothing shadows them. Names of members avoid less ([`Names::fresh_member`]).
#[derive(Debug)]
pub struct Names<'a> {
    of_the_file: &'a Interner,
    /// Names of declarations of the module.
    of_module: FxHashSet<Symbol>,
    /// Names that are used by the language or the file, or were returned.
    taken: FxHashSet<String>,
    /// Names that were returned for functions.
    local: FxHashSet<String>,
    /// For each requested name, the first number that may be unused.
    next: FxHashMap<String, u64>,
}

impl<'a> Names<'a> {
    /// Collects the names of a file.
    pub fn new(unit: &Unit<'a>) -> Self {
        Names {
            of_the_file: unit.names,
            of_module: unit.tree.declarations.iter().filter_map(|declaration| Some(declaration.name()?.symbol)).collect(),
            taken: names_of_the_language().collect(),
            local: FxHashSet::default(),
            next: FxHashMap::default(),
        }
    }

    /// The requested name, or that name with the first number that makes it unused.
    pub fn fresh(&mut self, requested: &str) -> String {
        let first = self.next.get(requested).copied().unwrap_or(0);
        let (name, number) = first_free(requested, first, |name| self.is_free(name) && !self.local.contains(name));
        self.next.insert(requested.to_owned(), number + 1);
        self.taken.insert(name.clone());
        name
    }

    /// Like [`Names::fresh`], but for a name inside a function: it may be reused in other functions. `locals` contains the names that were
    /// added to this function.
    pub fn fresh_local(&mut self, requested: &str, locals: &mut FxHashSet<String>) -> String {
        let (name, _) = first_free(requested, 0, |name| self.is_free(name) && !locals.contains(name));
        locals.insert(name.clone());
        self.local.insert(name.clone());
        name
    }

    /// Like [`Names::fresh`], but for a member of a struct: members of other structs, and declarations in functions, may have its name, because
    /// a member is only named after a `.`. `members` contains the names of the struct.
    pub fn fresh_member(&self, requested: &str, members: &mut FxHashSet<String>) -> String {
        let is_of_module = |name: &str| self.of_the_file.lookup(name).is_some_and(|name| self.of_module.contains(&name));
        let (name, _) = first_free(requested, 0, |name| !self.taken.contains(name) && !is_of_module(name) && !members.contains(name));
        members.insert(name.clone());
        name
    }

    fn is_free(&self, name: &str) -> bool {
        !self.taken.contains(name) && self.of_the_file.lookup(name).is_none()
    }
}

/// The first unused name from this number on, and its number: 0 is the requested name without a number.
fn first_free(requested: &str, first: u64, is_free: impl Fn(&str) -> bool) -> (String, u64) {
    // Names that begin with two underscores are reserved, and a single underscore is not a name.
    let requested = if requested.starts_with("__") || requested == "_" { format!("x{requested}") } else { requested.to_owned() };
    let numbered = (first..).map(|number| (if number == 0 { requested.clone() } else { format!("{requested}_{number}") }, number));
    numbered.into_iter().find(|(name, _)| is_free(name)).expect("some number is unused, because the names of a module are finite")
}
