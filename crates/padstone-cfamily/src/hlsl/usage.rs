//! Which parameters an entry point reaches: by the names in the bodies that it calls.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{EntryPoint, ParameterId};
use padstone_source::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Parser;

/// What was seen of functions and of the names in them.
pub(super) struct Usage {
    /// Whether an entry point was asked for; if not, nothing is collected.
    wanted: bool,
    /// The names in all bodies, one body after another.
    names: Vec<Symbol>,
    /// Functions, and static variables that mention names, with the end of their names in `names`.
    functions: Vec<(Symbol, Span, usize)>,
    /// Names that stand for a parameter: of a variable, of a member of a cbuffer.
    parameters: Vec<(Symbol, ParameterId)>,
}

impl Usage {
    pub(super) fn new(wanted: bool) -> Self {
        Usage { wanted, names: Vec::new(), functions: Vec::new(), parameters: Vec::new() }
    }

    /// Where the names of a body go, if they are wanted.
    pub(super) fn body(&mut self) -> Option<&mut Vec<Symbol>> {
        self.wanted.then_some(&mut self.names)
    }

    /// Notes a name outside a body: in an initialiser, in a parameter list.
    pub(super) fn mention(&mut self, name: Symbol) {
        if self.wanted {
            self.names.push(name);
        }
    }

    /// All names noted since the last call belong to `function`.
    pub(super) fn end_of(&mut self, function: Symbol, span: Span) {
        if self.wanted {
            self.functions.push((function, span, self.names.len()));
        }
    }

    /// The names noted since the last end of a function belong to nothing.
    pub(super) fn forget(&mut self) {
        self.names.truncate(self.functions.last().map_or(0, |&(.., end)| end));
    }

    /// `name` stands for `parameter`.
    pub(super) fn stands_for(&mut self, name: Symbol, parameter: ParameterId) {
        if self.wanted {
            self.parameters.push((name, parameter));
        }
    }
}

impl Parser<'_> {
    /// Marks what the entry point reaches as used, and all else as not.
    pub(super) fn finish_usage(&mut self) {
        let Some(entry) = &self.options.entry else { return };
        let entry_name = self.cursor.preprocessor.unit.names.lookup(entry);
        let mut bodies: FxHashMap<Symbol, Vec<std::ops::Range<usize>>> = FxHashMap::default();
        let mut start = 0;
        for &(function, _, end) in &self.usage.functions {
            bodies.entry(function).or_default().push(start..end);
            start = end;
        }
        let found = self.usage.functions.iter().find(|(function, ..)| Some(*function) == entry_name);
        let Some(&(entry_name, span, _)) = found else {
            let message = format!("there is no function `{entry}` to be the entry point");
            let help = "name one with `-E`, or leave it out: then everything declared counts as used";
            self.report(Diagnostic::without_place(&codes::ENTRY_NOT_FOUND, message).help(help));
            return;
        };
        self.module.entry_points.retain(|other| other.name == entry_name);
        if self.module.entry_points.is_empty() {
            self.module.entry_points.push(EntryPoint { name: entry_name, span });
        }
        let mut seen = FxHashSet::default();
        let mut todo = vec![entry_name];
        seen.insert(entry_name);
        while let Some(function) = todo.pop() {
            for range in bodies.get(&function).into_iter().flatten() {
                for &name in &self.usage.names[range.clone()] {
                    if seen.insert(name) && bodies.contains_key(&name) {
                        todo.push(name);
                    }
                }
            }
        }
        let parameters: Vec<ParameterId> = self.module.parameters.iter().map(|(id, _)| id).collect();
        for id in parameters {
            self.module.parameters[id].used = false;
        }
        for &(name, id) in &self.usage.parameters {
            self.module.parameters[id].used |= seen.contains(&name);
        }
    }
}
