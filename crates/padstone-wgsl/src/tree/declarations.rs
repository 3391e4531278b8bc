//! Declarations at module scope.

use std::ops::Index;

use padstone_source::Span;

use super::{Attribute, ExprId, Ident, List, Nodes, Variable};

/// A file without its function bodies.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// `enable`, `requires` and `diagnostic`, in source order.
    pub directives: Vec<Directive>,
    /// All declarations, in source order.
    pub declarations: Vec<Declaration>,
    /// The expressions and attributes of the declarations.
    pub nodes: Nodes,
    pub(crate) members: Vec<Member>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) words: Vec<Ident>,
}

impl Index<List<Member>> for Tree {
    type Output = [Member];

    fn index(&self, list: List<Member>) -> &[Member] {
        &self.members[list.range()]
    }
}

impl Index<List<Parameter>> for Tree {
    type Output = [Parameter];

    fn index(&self, list: List<Parameter>) -> &[Parameter] {
        &self.parameters[list.range()]
    }
}

impl Index<List<Ident>> for Tree {
    type Output = [Ident];

    fn index(&self, list: List<Ident>) -> &[Ident] {
        &self.words[list.range()]
    }
}

/// `enable f16;`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Directive {
    /// The kind.
    pub kind: DirectiveKind,
    /// From the word to the `;`.
    pub span: Span,
}

/// The kinds of directives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DirectiveKind {
    /// `enable f16, clip_distances;`
    Enable(List<Ident>),
    /// `requires packed_4x8_integer_dot_product;`
    Requires(List<Ident>),
    /// `diagnostic(off, derivative_uniformity);`
    Diagnostic {
        /// `error`, `warning`, `info` or `off`; not checked here.
        severity: Ident,
        /// The rule.
        rule: RuleName,
    },
}

/// `derivative_uniformity`, `chromium.unreachable_code`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleName {
    /// The only word, or the first.
    pub first: Ident,
    /// The word after the dot.
    pub second: Option<Ident>,
}

/// A declaration at module scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The attributes before it.
    pub attributes: List<Attribute>,
    /// The kind of declaration.
    pub kind: DeclarationKind,
    /// From the first attribute to the closing `;` or `}`.
    pub span: Span,
}

impl Declaration {
    /// The name that it declares; `None` for `const_assert`.
    pub fn name(&self) -> Option<Ident> {
        match &self.kind {
            DeclarationKind::Struct(body) => Some(body.name),
            DeclarationKind::Alias(alias) => Some(alias.name),
            DeclarationKind::Variable(variable) => Some(variable.name),
            DeclarationKind::Function(function) => Some(function.name),
            DeclarationKind::ConstAssert(_) => None,
        }
    }
}

/// The kinds of declarations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeclarationKind {
    /// `struct S { … }`
    Struct(Struct),
    /// `alias A = T;`; `type A = T;` in the draft of 2020.
    Alias(Alias),
    /// `var`, `const`, `override`; `let` in the draft of 2020.
    Variable(Variable),
    /// `fn f() { … }`
    Function(Function),
    /// `const_assert condition;`
    ConstAssert(ExprId),
}

/// `struct S { … }`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Struct {
    /// The name.
    pub name: Ident,
    /// The members.
    pub members: List<Member>,
    /// From the opening to the closing brace.
    pub braces: Span,
}

/// `@size(16) name: ty`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// The attributes before it.
    pub attributes: List<Attribute>,
    /// The name.
    pub name: Ident,
    /// The type.
    pub ty: ExprId,
    /// From the first attribute to the end of the type.
    pub span: Span,
}

/// `alias name = ty;`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alias {
    /// The new name.
    pub name: Ident,
    /// The type that it refers to.
    pub ty: ExprId,
}

/// `fn name(…) -> result { … }`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Function {
    /// The name.
    pub name: Ident,
    /// The parameters.
    pub parameters: List<Parameter>,
    /// The attributes after `->`.
    pub result_attributes: List<Attribute>,
    /// The type after `->`; the name `void` in the draft of 2020.
    pub result: Option<ExprId>,
    /// The attributes before the body and the body, including braces: the input of
    /// [`parse_body`](crate::parse::parse_body). `None` if the body is missing, which has been reported.
    pub body: Option<Span>,
}

/// `@builtin(position) name: ty`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The attributes before it.
    pub attributes: List<Attribute>,
    /// The name.
    pub name: Ident,
    /// The type.
    pub ty: ExprId,
    /// From the first attribute to the end of the type.
    pub span: Span,
}
