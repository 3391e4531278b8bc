//! Arrays without a size: it is one more than the largest index that the shader uses (section 4.1.9).
//!
//! Function bodies are scanned, not parsed: [`Mentions`] resolves their names by scopes. Only the local constants and arrays that an index depends
//! on are evaluated.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{BufferId, Count, Field, Packing, ParameterId, ParameterKind, Struct, Type};
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use super::Parser;
use super::features::{Feature, Since};
use super::local_constants::{FunctionNames, KnownLocals};
use crate::constants::Expressions;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::usage::{Mentions, NameRole, Receiver, ScopeRules};
use crate::{Token, TokenKind};

/// The arrays that are watched, and what has been seen of their uses.
#[derive(Default)]
pub(super) struct ImplicitSizes {
    arrays: Vec<Watched>,
    /// By the name of the instance, empty for blocks without, and that of the member, empty for the instance itself.
    by_name: FxHashMap<(Symbol, Symbol), usize>,
    /// Blocks that wait for the sizes of members.
    blocks: Vec<(BufferId, Struct)>,
    /// The tokens since the last body, and those of the body.
    seen: Vec<Token>,
    /// The number of tokens before the parameters of the function.
    parameters: usize,
    /// The number of tokens before the body.
    body: usize,
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
    /// An array of blocks, textures or samplers, or a uniform outside blocks.
    Parameter(ParameterId),
}

/// Arrays with as many elements as are bound.
const UNBOUNDED_ARRAYS: Feature =
    Feature { name: "variable indices into runtime-sized arrays of resources", since: Since::extension(&["GL_EXT_nonuniform_qualifier"]) };

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

    /// The parameters of a function begin.
    pub(super) fn begin_parameters(&mut self) {
        self.parameters = self.seen.len();
    }

    /// The body of the function begins.
    pub(super) fn begin_body(&mut self) {
        self.body = self.seen.len();
    }

    /// The function has no body.
    pub(super) fn forget_parameters(&mut self) {
        self.seen.truncate(self.parameters);
    }

    fn watch(&mut self, instance: Symbol, member: Symbol, place: ArrayOwner) {
        self.by_name.insert((instance, member), self.arrays.len());
        self.arrays.push(Watched { place, size: 1, variable: false });
    }

    /// The array that a name refers to.
    fn array_of(&self, names: &Mentions, mention: usize) -> Option<usize> {
        let name = &names.all[mention];
        let key = match name.role {
            NameRole::Free { .. } => {
                let member = self.by_name.get(&(Symbol::EMPTY, name.name));
                return member.or_else(|| self.by_name.get(&(name.name, Symbol::EMPTY))).copied();
            }
            NameRole::Member(Some(Receiver { mention: instance, .. })) => {
                let instance = &names.all[instance as usize];
                let NameRole::Free { .. } = instance.role else { return None };
                (instance.name, name.name)
            }
            _ => return None,
        };
        self.by_name.get(&key).copied()
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

    /// Watches a parameter that is an array without a size.
    pub(super) fn watch_parameter_size(&mut self, name: Symbol, parameter: ParameterId) {
        self.implicit.watch(name, Symbol::EMPTY, ArrayOwner::Parameter(parameter));
    }

    /// Looks at the uses in the body that was just skipped, and in the initializers before it.
    pub(super) fn note_uses(&mut self) {
        if !self.implicit.is_recording() {
            return;
        }
        let tokens = std::mem::take(&mut self.implicit.seen);
        let mut mentions = Mentions::new(self.cursor.names_mut(), ScopeRules::GLSL);
        let (mut uses, mut positions, mut mention_at) = (Vec::new(), Vec::new(), Vec::with_capacity(tokens.len()));
        for (at, &token) in tokens.iter().enumerate() {
            if at == self.implicit.parameters {
                mentions.statements.begin_parameters();
            }
            if at == self.implicit.body {
                mentions.statements.begin_body();
            }
            let is_use = matches!(token.kind, TokenKind::BracketOpen | TokenKind::Dot);
            if let Some(Receiver { mention, is_indexed: false }) = mentions.value().filter(|_| is_use) {
                uses.push((mention as usize, at));
            }
            let mention = mentions.see(token);
            positions.extend(mention.map(|_| at));
            mention_at.push(mention);
        }
        let function = FunctionNames { tokens, mentions, positions, mention_at };
        let locals = self.known_locals(&function);
        for (mention, at) in uses {
            if let Some(array) = self.implicit.array_of(&function.mentions, mention) {
                self.note_use(array, &function, &locals, at);
            }
        }
    }

    /// One use of an array: an index or a dot, the token at `at`.
    fn note_use(&mut self, array: usize, function: &FunctionNames, locals: &KnownLocals, at: usize) {
        let token = function.tokens[at];
        if token.kind == TokenKind::Dot {
            if matches!(self.implicit.arrays[array].place, ArrayOwner::Member(..)) {
                self.report_sizeless(function.tokens.get(at + 1).map_or(token.span, |method| method.span));
            }
            return;
        }
        let index = function.renamed(at + 1..function.closing(at), locals);
        if let Some(span) = index.unknown {
            return self.unknown_index(array, span);
        }
        let value = self.constant(index.tokens, token.span).and_then(|index| self.integer(index, token.span));
        match value.ok().and_then(|index| u64::try_from(index).ok()) {
            Some(index) => {
                let watched = &mut self.implicit.arrays[array];
                watched.size = watched.size.max(index.saturating_add(1));
            }
            None => self.variable_index(array, token.span),
        }
    }

    /// An index that depends on a constant whose value is not known.
    fn unknown_index(&mut self, array: usize, at: Span) {
        self.implicit.arrays[array].variable = true;
        let found =
            Diagnostic::error(&codes::IMPLICIT_SIZE, "the size of the array depends on an index that padstone does not evaluate", at);
        self.report(found.help("write the number, or declare a size"));
    }

    fn variable_index(&mut self, array: usize, at: Span) {
        self.implicit.arrays[array].variable = true;
        match self.implicit.arrays[array].place {
            ArrayOwner::Member(..) => self.report_sizeless(at),
            ArrayOwner::Parameter(uniform) if matches!(self.module.parameters[uniform].kind, ParameterKind::Uniform(_)) => {
                self.report_sizeless(at);
            }
            ArrayOwner::Parameter(_) => self.needs(&UNBOUNDED_ARRAYS, at),
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
                ArrayOwner::Parameter(parameter) if !watched.variable => {
                    if let Some(outermost) = self.module.parameters[parameter].dims.first_mut() {
                        *outermost = count;
                    }
                }
                ArrayOwner::Parameter(_) => {}
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
