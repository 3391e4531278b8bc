//! The local names that are visible at a position of a body.

use padstone_source::Symbol;
use rustc_hash::FxHashMap;

/// The variables of the enclosing blocks, while the tokens of a body are read in order.
#[derive(Default)]
pub(super) struct VisibleLocals {
    /// In the order of their declarations.
    visible: Vec<VisibleLocal>,
    /// The index in `visible` of the latest local of a name.
    latest: FxHashMap<Symbol, usize>,
}

struct VisibleLocal {
    name: Symbol,
    id: usize,
    /// The local that it hides.
    hidden: Option<usize>,
}

impl VisibleLocals {
    /// The number of visible locals, for [`Self::leave`].
    pub(super) fn len(&self) -> usize {
        self.visible.len()
    }

    pub(super) fn declare(&mut self, name: Symbol, id: usize) {
        let hidden = self.latest.insert(name, self.visible.len());
        self.visible.push(VisibleLocal { name, id, hidden });
    }

    /// The local that the name refers to.
    pub(super) fn find(&self, name: Symbol) -> Option<usize> {
        self.latest.get(&name).map(|&index| self.visible[index].id)
    }

    /// Drops all locals after the first `count`: a block ends.
    pub(super) fn leave(&mut self, count: usize) {
        while self.visible.len() > count {
            let Some(VisibleLocal { name, hidden, .. }) = self.visible.pop() else { return };
            match hidden {
                Some(index) => self.latest.insert(name, index),
                None => self.latest.remove(&name),
            };
        }
    }
}
