//! The order in which the declarations of a module are resolved: each after those that it needs.
//!
//! WGSL lets a declaration use what is declared further down (section 3.5). So what each uses is collected first, as
//! far as it counts at module scope: function bodies use what they like.

use padstone_source::Interner;

use crate::attributes::AttributeName;
use crate::predeclared::{Entity, Scope};
use crate::tree::{Declaration, DeclarationKind, ExprId, ExpressionKind, Ident, Tree};

/// The declarations in an order in which each comes after those it needs, as far as there is one.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// Positions in the tree's list of declarations.
    pub(crate) declarations: Vec<u32>,
    /// Declarations that need each other in a cycle, in the order in which they do. Of cycles that meet one is enough.
    pub(crate) cycles: Vec<Vec<u32>>,
}

/// What each declaration needs: runs of one list.
struct DeclarationReferences {
    of: Vec<(u32, u32)>,
    all: Vec<u32>,
}

/// Orders the declarations of a tree. The work grows with the number of names in it.
pub(crate) fn order(tree: &Tree, names: &Interner, scope: &Scope) -> Order {
    let references = references(tree, names, scope);
    let mut order = Order::default();
    let mut state = vec![State::Unseen; tree.declarations.len()];
    // The declarations that are being followed, with the next of their needs to be looked at.
    let mut path: Vec<(u32, u32)> = Vec::new();
    let mut in_cycle = vec![false; tree.declarations.len()];
    for root in 0..tree.declarations.len() as u32 {
        if state[root as usize] == State::Unseen {
            state[root as usize] = State::OnPath(0);
            path.push((root, references.of[root as usize].0));
        }
        while let Some((at, next)) = path.last_mut() {
            let (at, end) = (*at, references.of[*at as usize].1);
            if *next == end {
                state[at as usize] = State::Done;
                order.declarations.push(at);
                path.pop();
                continue;
            }
            let needed = references.all[*next as usize];
            *next += 1;
            match state[needed as usize] {
                State::Done => {}
                State::Unseen => {
                    state[needed as usize] = State::OnPath(path.len() as u32);
                    path.push((needed, references.of[needed as usize].0));
                }
                // No declaration is in two of the reported cycles, so that together they are not longer than the text.
                State::OnPath(_) if in_cycle[at as usize] => {}
                State::OnPath(start) => {
                    let cycle = path[start as usize..].iter().rev().map(|&(on_path, _)| on_path);
                    let mut cycle: Vec<u32> = cycle.take_while(|&at| !std::mem::replace(&mut in_cycle[at as usize], true)).collect();
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
enum State {
    Unseen,
    /// At that position of the path.
    OnPath(u32),
    Done,
}

fn references(tree: &Tree, names: &Interner, scope: &Scope) -> DeclarationReferences {
    let mut references = DeclarationReferences { of: vec![(0, 0); tree.declarations.len()], all: Vec::new() };
    each_name(tree, names, |at, name| {
        if let Some(Entity::Global(needed)) = scope.lookup(name.symbol)
            && !is_function(&tree.declarations[needed as usize])
        {
            references.all.push(needed);
        }
        references.of[at].1 = references.all.len() as u32;
    });
    // Each begins where the one before ends.
    let mut end = 0;
    for of in &mut references.of {
        *of = (end, of.1.max(end));
        end = of.1;
    }
    references
}

/// Calls `each` with every name that a declaration mentions outside function bodies, and the position of that declaration.
/// The expressions of a declaration appear together, and those of all declarations in the order of the text.
pub(crate) fn each_name(tree: &Tree, names: &Interner, mut each: impl FnMut(usize, Ident)) {
    let expressions = &tree.nodes.expressions;
    let words = plain_words(tree, names);
    let (mut next, mut words) = (0, words.iter().copied().peekable());
    for (at, declaration) in tree.declarations.iter().enumerate() {
        while let Some(expression) = expressions.get(next).filter(|expression| expression.span.start < declaration.span.end) {
            while words.next_if(|word| word.index() < next).is_some() {}
            let is_word = words.peek().is_some_and(|word| word.index() == next);
            if let ExpressionKind::Name(symbol) = expression.kind
                && !is_word
            {
                each(at, Ident { symbol, span: expression.span });
            }
            next += 1;
        }
    }
}

/// A name at module scope that refers to a function is a mistake, and no need of anything.
fn is_function(declaration: &Declaration) -> bool {
    matches!(declaration.kind, DeclarationKind::Function(_))
}

/// The arguments of attributes that are words of the attribute, and no names: `position` in `@builtin(position)`.
fn plain_words(tree: &Tree, names: &Interner) -> Vec<ExprId> {
    let takes_words = |name: &str| AttributeName::of(name).is_some_and(AttributeName::takes_words);
    let mut words: Vec<ExprId> = Vec::new();
    for attribute in tree.nodes.attributes.iter().filter(|attribute| takes_words(names.resolve(attribute.name.symbol))) {
        words.extend(attribute.arguments.iter().flat_map(|&arguments| &tree.nodes[arguments]));
    }
    words.sort_unstable();
    words
}
