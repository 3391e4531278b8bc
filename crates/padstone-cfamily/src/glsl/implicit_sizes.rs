//! Arrays without a size: it is one more than the largest index that the shader uses (section 4.1.9).
//!
//! A scan of tokens, not an analysis: the member's name, of the instance if there is one, and an index behind it. A name that
//! a body declares itself (`float weights[3];`) is its own in that body.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{BufferId, Count, Field, Packing, ParameterId, Struct, Type};
use padstone_source::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Parser;
use super::features::{Feature, Since};
use crate::constants::Expressions;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// The arrays that are watched, and what has been seen of their uses.
#[derive(Default)]
pub(super) struct ImplicitSizes {
    arrays: Vec<Watched>,
    /// By the name of the instance, empty for blocks without, and that of the member, empty for the instance itself.
    by_name: FxHashMap<(Symbol, Symbol), usize>,
    /// Blocks that wait for the sizes of members.
    blocks: Vec<(BufferId, Struct)>,
    /// The tokens of the body that was skipped last.
    seen: Vec<Token>,
}

/// An array without a size.
struct Watched {
    place: ArrayOwner,
    /// One more than the largest index, so far.
    size: u64,
    /// Whether an index is not known when the shader is compiled.
    variable: bool,
}

enum ArrayOwner {
    /// A member of a block, by the place of the block among those that wait.
    Member(usize, usize),
    /// An array of blocks.
    Block(ParameterId),
}

/// Arrays of blocks with as many elements as are bound.
const UNBOUNDED_ARRAYS: Feature =
    Feature { name: "variable indices into runtime-sized block arrays", since: Since::extension(&["GL_EXT_nonuniform_qualifier"]) };

impl ImplicitSizes {
    /// Whether the tokens of bodies are wanted.
    pub(super) fn is_recording(&self) -> bool {
        !self.arrays.is_empty()
    }

    /// Notes a token that is passed over.
    pub(super) fn see(&mut self, token: Token) {
        if !self.arrays.is_empty() {
            self.seen.push(token);
        }
    }

    /// The tokens noted so far are none of a body.
    pub(super) fn forget(&mut self) {
        self.seen.clear();
    }

    fn watch(&mut self, instance: Symbol, member: Symbol, place: ArrayOwner) {
        self.by_name.insert((instance, member), self.arrays.len());
        self.arrays.push(Watched { place, size: 1, variable: false });
    }

    /// The array that the tokens up to and including the one at `at`, a name, lead to.
    fn array_at(&self, at: usize) -> Option<usize> {
        let token = self.seen[at];
        let behind_dot = at > 0 && self.seen[at - 1].kind == TokenKind::Dot;
        if !behind_dot {
            return self.by_name.get(&(Symbol::EMPTY, token.symbol)).or_else(|| self.by_name.get(&(token.symbol, Symbol::EMPTY))).copied();
        }
        // Back over the indices of `instance[i].member`.
        let mut before = at.checked_sub(2)?;
        while self.seen[before].kind == TokenKind::BracketClose {
            let mut depth = 0usize;
            loop {
                match self.seen[before].kind {
                    TokenKind::BracketClose => depth += 1,
                    TokenKind::BracketOpen => depth -= 1,
                    _ => {}
                }
                before = before.checked_sub(1)?;
                if depth == 0 {
                    break;
                }
            }
        }
        let instance = self.seen[before];
        self.by_name.get(&(instance.symbol, token.symbol)).copied().filter(|_| instance.kind == TokenKind::Ident)
    }
}

impl Parser<'_> {
    /// Watches members of a block that have no size. Its content is known once all their uses are.
    pub(super) fn watch_sizes(&mut self, buffer: BufferId, content: Struct, members: &[usize], instance: Option<Symbol>) {
        let block = self.implicit.blocks.len();
        for &index in members {
            let name = content.fields[index].name;
            self.implicit.watch(instance.unwrap_or(Symbol::EMPTY), name, ArrayOwner::Member(block, index));
        }
        self.implicit.blocks.push((buffer, content));
    }

    /// Watches an array of blocks that has no size.
    pub(super) fn watch_block_size(&mut self, instance: Symbol, parameter: ParameterId) {
        self.implicit.watch(instance, Symbol::EMPTY, ArrayOwner::Block(parameter));
    }

    /// Looks at the uses in the body that was just skipped.
    pub(super) fn note_uses(&mut self) {
        if !self.implicit.is_recording() {
            return;
        }
        let mut own = FxHashSet::default();
        for at in 0..self.implicit.seen.len() {
            let token = self.implicit.seen[at];
            if token.kind != TokenKind::Ident || own.contains(&token.symbol) {
                continue;
            }
            let before = at.checked_sub(1).map(|before| self.implicit.seen[before]);
            if before.is_some_and(|before| before.kind == TokenKind::Ident && self.begins_type(before)) {
                own.insert(token.symbol);
            } else if let Some(array) = self.implicit.array_at(at) {
                self.note_use(array, at);
            }
        }
        self.implicit.forget();
    }

    /// One use of an array, whose name is the token at `at`.
    fn note_use(&mut self, array: usize, at: usize) {
        let behind = |ahead: usize| self.implicit.seen.get(at + ahead).copied();
        match behind(1) {
            Some(open) if open.kind == TokenKind::BracketOpen => {
                let index = index_behind(&self.implicit.seen[at + 2..]);
                let value = self.constant(index.into(), open.span).and_then(|index| self.integer(index, open.span));
                match value.ok().and_then(|index| u64::try_from(index).ok()) {
                    Some(index) => {
                        let watched = &mut self.implicit.arrays[array];
                        watched.size = watched.size.max(index.saturating_add(1));
                    }
                    None => self.variable_index(array, open.span),
                }
            }
            Some(dot) if dot.kind == TokenKind::Dot && matches!(self.implicit.arrays[array].place, ArrayOwner::Member(..)) => {
                self.report_sizeless(behind(2).map_or(dot.span, |method| method.span));
            }
            _ => {}
        }
    }

    fn variable_index(&mut self, array: usize, at: Span) {
        self.implicit.arrays[array].variable = true;
        match self.implicit.arrays[array].place {
            ArrayOwner::Member(..) => self.report_sizeless(at),
            ArrayOwner::Block(_) => self.needs(&UNBOUNDED_ARRAYS, at),
        }
    }

    fn report_sizeless(&mut self, at: Span) {
        let message = "only constants can index an implicitly sized array";
        let found = Diagnostic::error(&codes::IMPLICIT_SIZE, message, at);
        self.report(found.help("declare a size: only the last member of a buffer block can be runtime-sized"));
    }

    /// Gives the arrays the sizes that their uses call for.
    pub(super) fn finish_implicit_sizes(&mut self) {
        let ImplicitSizes { arrays, mut blocks, .. } = std::mem::take(&mut self.implicit);
        for watched in arrays {
            let count = Count::Known(watched.size);
            match watched.place {
                ArrayOwner::Member(block, index) => {
                    let (buffer, content) = &mut blocks[block];
                    let is_last = index + 1 == content.fields.len();
                    let field = &mut content.fields[index];
                    if !watched.variable && !is_last {
                        self.warn_of_members_behind(*buffer, field, watched.size);
                    }
                    field.ty = match self.module.types[field.ty] {
                        Type::Array { element, .. } if !watched.variable => self.module.types.intern(Type::Array { element, count }),
                        _ => self.unknown,
                    };
                }
                ArrayOwner::Block(parameter) if !watched.variable => {
                    if let Some(outermost) = self.module.parameters[parameter].dims.first_mut() {
                        *outermost = count;
                    }
                }
                ArrayOwner::Block(_) => {}
            }
        }
        for (buffer, content) in blocks {
            self.module.buffers[buffer].content = self.complete(content);
        }
    }
}

impl Parser<'_> {
    /// glslang 12 places the members behind an array without a size before it knows the size: as if it had one element, in
    /// `scalar` blocks none. Where they lie inside the array then, spirv-val rejects the module (measured).
    fn warn_of_members_behind(&mut self, buffer: BufferId, array: &Field, size: u64) {
        let (elements, taken) = match self.module.buffers[buffer].packing {
            Packing::Scalar => ("no element", 0),
            _ => ("one element", 1),
        };
        if !self.is_vulkan() || size == taken {
            return;
        }
        let name = self.text(array.name);
        let message = format!("glslang places the members after `{name}` as if it had {elements}, but it has {size}");
        let found = Diagnostic::warning(&codes::IMPLICIT_SIZE, message, array.span)
            .label(array.span, "no explicit size")
            .help(format!("write `{name}[{size}]`: overlapping members make the module invalid"));
        self.report(found);
    }
}

/// The tokens of an index, behind its `[`.
fn index_behind(tokens: &[Token]) -> Vec<Token> {
    let mut depth = 0usize;
    let end = tokens.iter().position(|token| match token.kind {
        TokenKind::BracketOpen => {
            depth += 1;
            false
        }
        TokenKind::BracketClose if depth == 0 => true,
        TokenKind::BracketClose => {
            depth -= 1;
            false
        }
        _ => false,
    });
    tokens[..end.unwrap_or(0)].to_vec()
}
