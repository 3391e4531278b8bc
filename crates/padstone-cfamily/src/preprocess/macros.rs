//! Macros and their table.

use padstone_source::{Span, Symbol};

use crate::{Token, TokenKind};

/// One `#define`. Definitions are never freed, so that a use can outlive its `#undef`.
#[derive(Debug)]
pub(super) struct Macro {
    pub(super) name: Symbol,
    /// The name in its definition.
    pub(super) definition: Span,
    /// The span of the whole body.
    pub(super) body: Span,
    /// The tokens of the body; their spans are relative to the start of the body.
    pub(super) tokens: Box<[Token]>,
    pub(super) kind: MacroKind,
    /// Whether the body has an operator (`#`, `##`), so that its expansion differs from its tokens.
    pub(super) operates: bool,
    /// Whether it is being expanded: then its name is not expanded again (ISO C17, 6.10.3.4).
    pub(super) active: bool,
}

#[derive(Debug)]
pub(super) enum MacroKind {
    Object,
    Function(Parameters),
    Builtin(BuiltinMacro),
}

/// Macros that have no definition in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BuiltinMacro {
    /// `__LINE__`
    Line,
    /// `__FILE__`
    File,
    /// `__COUNTER__`
    Counter,
    /// `__has_include`, which has a meaning only in conditions.
    HasInclude,
    /// `_Pragma`
    Pragma,
    /// `__VERSION__` of GLSL
    Version,
    /// A macro of the language with the value 1: in GLSL, each extension defines one.
    One,
}

impl BuiltinMacro {
    pub(super) const ALL: [(&'static str, BuiltinMacro); 5] = [
        ("__LINE__", BuiltinMacro::Line),
        ("__FILE__", BuiltinMacro::File),
        ("__COUNTER__", BuiltinMacro::Counter),
        ("__has_include", BuiltinMacro::HasInclude),
        ("_Pragma", BuiltinMacro::Pragma),
    ];

    /// Whether GLSL has it (The OpenGL Shading Language 4.60, section 3.3): `__COUNTER__` and others are ordinary names there.
    pub(super) fn is_of_glsl(self) -> bool {
        !matches!(self, BuiltinMacro::Counter | BuiltinMacro::HasInclude | BuiltinMacro::Pragma)
    }

    /// Whether it is defined for the conditions of GLSL. glslang 16 expands `__LINE__`, `__FILE__` and `__VERSION__`, but `#ifdef` and
    /// `defined` do not find them (measured in all versions).
    pub(super) fn is_defined_in_glsl(self) -> bool {
        self == BuiltinMacro::One
    }
}

/// The parameters of a function-like macro.
#[derive(Debug, Default)]
pub(super) struct Parameters {
    pub(super) names: Box<[Symbol]>,
    /// Whether the last parameter takes all remaining arguments.
    pub(super) variadic: bool,
    /// For each token of the body, the parameter that it names, or [`Parameters::NONE`].
    pub(super) slots: Box<[u32]>,
    /// For each parameter, whether it appears other than as an operand of `#` or `##`: only then its argument is expanded.
    pub(super) expanded: Box<[bool]>,
}

impl Parameters {
    pub(super) const NONE: u32 = u32::MAX;
}

impl Macro {
    pub(super) fn parameters(&self) -> Option<&Parameters> {
        match &self.kind {
            MacroKind::Function(parameters) => Some(parameters),
            MacroKind::Object | MacroKind::Builtin(_) => None,
        }
    }

    /// Whether two definitions are equivalent: same kind, parameters, tokens and positions of white space (ISO C17, 6.10.3p2).
    fn same_as(&self, other: &Macro) -> bool {
        let signature = |m: &Macro| m.parameters().map(|p| (p.names.clone(), p.variadic));
        let same = |(index, (a, b)): (usize, (&Token, &Token))| {
            (a.kind, a.symbol) == (b.kind, b.symbol) && (index == 0 || a.after_space == b.after_space)
        };
        signature(self) == signature(other)
            && self.tokens.len() == other.tokens.len()
            && self.tokens.iter().zip(&other.tokens).enumerate().all(same)
            && !matches!(self.kind, MacroKind::Builtin(_))
    }

    /// Whether the braces of the body match within it. If this is true for all macros, expansion does not change how braces match.
    fn is_balanced(&self) -> bool {
        let depth = self.tokens.iter().try_fold(0usize, |depth, token| match token.kind {
            TokenKind::BraceOpen => Some(depth + 1),
            TokenKind::BraceClose => depth.checked_sub(1),
            _ => Some(depth),
        });
        depth == Some(0)
    }
}

/// A definition, by order of appearance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MacroId(u32);

/// All definitions, and which of them are in effect.
#[derive(Debug, Default)]
pub(super) struct Macros {
    all: Vec<Macro>,
    /// By the index of the name: the index of the definition plus one; 0 for none.
    current: Vec<u32>,
    /// The number of defined macros with unmatched braces.
    unbalanced: usize,
}

impl Macros {
    #[inline]
    pub(super) fn find(&self, name: Symbol) -> Option<MacroId> {
        match self.current.get(name.index()) {
            None | Some(0) => None,
            Some(&found) => Some(MacroId(found - 1)),
        }
    }

    #[inline]
    pub(super) fn get(&self, id: MacroId) -> &Macro {
        &self.all[id.0 as usize]
    }

    pub(super) fn set_active(&mut self, id: MacroId, active: bool) {
        self.all[id.0 as usize].active = active;
    }

    /// Puts a definition into effect. Returns the previous one if the two are not equivalent.
    pub(super) fn define(&mut self, definition: Macro) -> Option<MacroId> {
        let name = definition.name;
        let before = self.find(name);
        if before.is_some_and(|id| self.get(id).same_as(&definition)) {
            return None;
        }
        self.undefine(name);
        self.unbalanced += usize::from(!definition.is_balanced());
        if self.current.len() <= name.index() {
            self.current.resize(name.index() + 1, 0);
        }
        self.all.push(definition);
        self.current[name.index()] = self.all.len() as u32;
        before
    }

    pub(super) fn undefine(&mut self, name: Symbol) {
        if let Some(id) = self.find(name) {
            self.unbalanced -= usize::from(!self.get(id).is_balanced());
            self.current[name.index()] = 0;
        }
    }

    /// Whether the braces of every defined macro match within it.
    pub(super) fn are_balanced(&self) -> bool {
        self.unbalanced == 0
    }
}
