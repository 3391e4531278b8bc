//! The order in which the declarations of a module are resolved: each after its dependencies.
//!
//! WGSL allows uses before declarations (section 3.5). The uses of each declaration are therefore collected first. Only uses at module
//! scope count, not those in function bodies.

use padstone_source::Interner;

use crate::attributes::AttributeName;
use crate::predeclared::{Entity, Scope};
use crate::tree::{Declaration, DeclarationKind, ExprId, ExpressionKind, Ident, Tree};

/// An order of declarations in which each comes after its dependencies, where possible.
#[derive(Debug, Default)]
pub(crate) struct DeclarationOrder {
    /// Positions in the tree's list of declarations.
    pub(crate) declarations: Vec<u32>,
    /// Cyclic dependencies, each as a list in the order of the references. One of several overlapping cycles is enough.
    pub(crate) cycles: Vec<Vec<u32>>,
}

/// The references of each declaration, as ranges of one list.
struct DeclarationReferences {
    ranges: Vec<(u32, u32)>,
    all: Vec<u32>,
}

/// Orders the declarations of a tree, in linear time in the number of names.
pub(crate) fn order(tree: &Tree, names: &Interner, scope: &Scope) -> DeclarationOrder {
    let references = references(tree, names, scope);
    let mut order = DeclarationOrder::default();
    let mut state = vec![VisitState::Unseen; tree.declarations.len()];
    // The declarations on the current path, each with its next reference to visit.
    let mut path: Vec<(u32, u32)> = Vec::new();
    let mut in_cycle = vec![false; tree.declarations.len()];
    for root in 0..tree.declarations.len() as u32 {
        if state[root as usize] == VisitState::Unseen {
            state[root as usize] = VisitState::OnPath(0);
            path.push((root, references.ranges[root as usize].0));
        }
        while let Some((position, next)) = path.last_mut() {
            let (position, end) = (*position, references.ranges[*position as usize].1);
            if *next == end {
                state[position as usize] = VisitState::Done;
                order.declarations.push(position);
                path.pop();
                continue;
            }
            let needed = references.all[*next as usize];
            *next += 1;
            match state[needed as usize] {
                VisitState::Done => {}
                VisitState::Unseen => {
                    state[needed as usize] = VisitState::OnPath(path.len() as u32);
                    path.push((needed, references.ranges[needed as usize].0));
                }
                // Reports a declaration in at most one cycle, so that all reports together are no longer than the text.
                VisitState::OnPath(_) if in_cycle[position as usize] => {}
                VisitState::OnPath(start) => {
                    let cycle = path[start as usize..].iter().rev().map(|&(on_path, _)| on_path);
                    let mut cycle: Vec<u32> =
                        cycle.take_while(|&position| !std::mem::replace(&mut in_cycle[position as usize], true)).collect();
                    cycle.reverse();
                    if cycle.first() == Some(&needed) {
                        order.cycles.push(cycle);
                    }
                }
            }
        }
    }
    order
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum VisitState {
    Unseen,
    /// On the path, at this position.
    OnPath(u32),
    Done,
}

fn references(tree: &Tree, names: &Interner, scope: &Scope) -> DeclarationReferences {
    let mut references = DeclarationReferences { ranges: vec![(0, 0); tree.declarations.len()], all: Vec::new() };
    each_name(tree, names, |index, name| {
        if let Some(Entity::Global(needed)) = scope.lookup(name.symbol)
            && !is_function(&tree.declarations[needed as usize])
        {
            references.all.push(needed);
        }
        references.ranges[index].1 = references.all.len() as u32;
    });
    // Each range begins where the previous one ends.
    let mut end = 0;
    for range in &mut references.ranges {
        *range = (end, range.1.max(end));
        end = range.1;
    }
    references
}

/// Calls `each` with every name in a declaration outside function bodies, and the position of that declaration. The names of one
/// declaration are consecutive, and the declarations are in source order.
pub(crate) fn each_name(tree: &Tree, names: &Interner, mut each: impl FnMut(usize, Ident)) {
    let expressions = &tree.nodes.expressions;
    let words = plain_words(tree, names);
    let (mut next, mut words) = (0, words.iter().copied().peekable());
    for (index, declaration) in tree.declarations.iter().enumerate() {
        while let Some(expression) = expressions.get(next).filter(|expression| expression.span.start < declaration.span.end) {
            while words.next_if(|word| word.index() < next).is_some() {}
            let is_word = words.peek().is_some_and(|word| word.index() == next);
            if let ExpressionKind::Name(symbol) = expression.kind
                && !is_word
            {
                each(index, Ident { symbol, span: expression.span });
            }
            next += 1;
        }
    }
}

/// A reference to a function at module scope is an error, and not a dependency.
fn is_function(declaration: &Declaration) -> bool {
    matches!(declaration.kind, DeclarationKind::Function(_))
}

/// Context-dependent names in arguments of attributes: `position` in `@builtin(position)`.
fn plain_words(tree: &Tree, names: &Interner) -> Vec<ExprId> {
    let has_context_dependent_names = |name: &str| AttributeName::of(name).is_some_and(AttributeName::has_context_dependent_names);
    let mut words: Vec<ExprId> = Vec::new();
    for attribute in tree.nodes.attributes.iter().filter(|attribute| has_context_dependent_names(names.resolve(attribute.name.symbol))) {
        words.extend(attribute.arguments.iter().flat_map(|&arguments| &tree.nodes[arguments]));
    }
    words.sort_unstable();
    words
}
