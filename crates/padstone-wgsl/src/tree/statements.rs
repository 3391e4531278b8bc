//! The body of a function: statements in blocks.

use std::ops::Index;

use padstone_source::Span;

use super::{Attribute, BinaryOp, ExprId, Ident, List, Nodes};

/// A handle to a [`Statement`] of a [`Body`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StatementId(pub(crate) u32);

/// A handle to a [`Block`] of a [`Body`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BlockId(pub(crate) u32);

/// The body of a function.
#[derive(Clone, Debug)]
pub struct Body {
    /// The outermost block.
    pub root: BlockId,
    /// All expressions and attributes of the body.
    pub nodes: Nodes,
    /// All statements, each after its nested ones.
    pub statements: Vec<Statement>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) order: Vec<StatementId>,
    pub(crate) if_clauses: Vec<IfClause>,
    pub(crate) switch_clauses: Vec<SwitchClause>,
    pub(crate) selectors: Vec<CaseSelector>,
}

impl Body {
    /// The handles of all statements, each after its nested ones.
    pub fn statement_ids(&self) -> impl Iterator<Item = StatementId> + use<> {
        (0..self.statements.len() as u32).map(StatementId)
    }

    /// Passes the parts of a statement to `show`, in the order of execution.
    pub fn parts(&self, statement: StatementId, show: &mut dyn FnMut(StatementPart)) {
        use StatementPart::{Block, Expression, Statement};
        match self[statement].kind {
            StatementKind::Block(block) | StatementKind::Loop(block) | StatementKind::Continuing(block) => show(Block(block)),
            StatementKind::Variable(variable) => {
                [variable.ty, variable.value].into_iter().flatten().for_each(|part| show(Expression(part)))
            }
            StatementKind::Assign { left, right, .. } => left.into_iter().chain([right]).for_each(|part| show(Expression(part))),
            StatementKind::Increment(expression)
            | StatementKind::Decrement(expression)
            | StatementKind::Call(expression)
            | StatementKind::BreakIf(expression)
            | StatementKind::ConstAssert(expression)
            | StatementKind::Return(Some(expression)) => show(Expression(expression)),
            StatementKind::If { clauses, else_block } => {
                for clause in &self[clauses] {
                    show(Expression(clause.condition));
                    show(Block(clause.block));
                }
                else_block.into_iter().for_each(|block| show(Block(block)));
            }
            StatementKind::Switch { selector, clauses, .. } => {
                show(Expression(selector));
                for clause in &self[clauses] {
                    for selector in &self[clause.selectors] {
                        if let CaseSelector::Value(value) = *selector {
                            show(Expression(value));
                        }
                    }
                    show(Block(clause.block));
                }
            }
            StatementKind::While { condition, body } => {
                show(Expression(condition));
                show(Block(body));
            }
            StatementKind::For { init, condition, update, body } => {
                init.into_iter().for_each(|init| show(Statement(init)));
                condition.into_iter().for_each(|condition| show(Expression(condition)));
                show(Block(body));
                update.into_iter().for_each(|update| show(Statement(update)));
            }
            StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(None)
            | StatementKind::Discard
            | StatementKind::Fallthrough
            | StatementKind::Error => {}
        }
    }
}

/// A part of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementPart {
    /// A value, or memory that is written.
    Expression(ExprId),
    /// The first or last clause in the header of a `for`.
    Statement(StatementId),
    /// A block.
    Block(BlockId),
}

impl Index<StatementId> for Body {
    type Output = Statement;

    fn index(&self, id: StatementId) -> &Statement {
        &self.statements[id.0 as usize]
    }
}

impl Index<BlockId> for Body {
    type Output = Block;

    fn index(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }
}

impl Index<List<StatementId>> for Body {
    type Output = [StatementId];

    fn index(&self, list: List<StatementId>) -> &[StatementId] {
        &self.order[list.range()]
    }
}

impl Index<List<IfClause>> for Body {
    type Output = [IfClause];

    fn index(&self, list: List<IfClause>) -> &[IfClause] {
        &self.if_clauses[list.range()]
    }
}

impl Index<List<SwitchClause>> for Body {
    type Output = [SwitchClause];

    fn index(&self, list: List<SwitchClause>) -> &[SwitchClause] {
        &self.switch_clauses[list.range()]
    }
}

impl Index<List<CaseSelector>> for Body {
    type Output = [CaseSelector];

    fn index(&self, list: List<CaseSelector>) -> &[CaseSelector] {
        &self.selectors[list.range()]
    }
}

/// `{ … }`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Attributes before the brace. The attributes of a block statement belong to the statement.
    pub attributes: List<Attribute>,
    /// The statements, without empty ones (`;`).
    pub statements: List<StatementId>,
    /// From the first attribute, or the opening brace, to the closing brace.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statement {
    /// Attributes before it.
    pub attributes: List<Attribute>,
    /// The kind.
    pub kind: StatementKind,
    /// From the first attribute to the closing `;` or `}`. In the header of a `for`, without the `;`.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// `{ … }`
    Block(BlockId),
    /// `var`, `let` or `const`.
    Variable(Variable),
    /// `left = right;`, `left += right;`, `_ = right;`
    Assign {
        /// The target; `None` for the `_` of a phony assignment.
        left: Option<ExprId>,
        /// The operator of a compound assignment.
        op: Option<BinaryOp>,
        /// The value.
        right: ExprId,
    },
    /// `target++;`
    Increment(ExprId),
    /// `target--;`
    Decrement(ExprId),
    /// `f(x);`, where the expression is a call.
    Call(ExprId),
    /// `if a { } else if b { } else { }`
    If {
        /// The `if` and each `else if`.
        clauses: List<IfClause>,
        /// The block of the final `else`.
        else_block: Option<BlockId>,
    },
    /// `switch selector { case 1, 2: { } default: { } }`
    Switch {
        /// The value to compare.
        selector: ExprId,
        /// Attributes before the opening brace.
        attributes: List<Attribute>,
        /// The `case` and `default` clauses.
        clauses: List<SwitchClause>,
    },
    /// `loop { … continuing { … } }`; the [`StatementKind::Continuing`] is the last statement of the block.
    Loop(BlockId),
    /// `continuing { … }`; a [`StatementKind::BreakIf`] is the last statement of the block.
    Continuing(BlockId),
    /// `while condition { … }`
    While {
        /// The condition.
        condition: ExprId,
        /// The repeated block.
        body: BlockId,
    },
    /// `for (init; condition; update) { … }`
    For {
        /// Variable, assignment, increment, decrement or call.
        init: Option<StatementId>,
        /// The condition.
        condition: Option<ExprId>,
        /// Assignment, increment, decrement or call.
        update: Option<StatementId>,
        /// The repeated block.
        body: BlockId,
    },
    /// `break;`
    Break,
    /// `break if condition;`
    BreakIf(ExprId),
    /// `continue;`
    Continue,
    /// `return;`, `return value;`
    Return(Option<ExprId>),
    /// `discard;`
    Discard,
    /// `fallthrough;`, in the draft of 2020.
    Fallthrough,
    /// `const_assert condition;`
    ConstAssert(ExprId),
    /// A statement with an error, which has been reported.
    Error,
}

/// `if condition { … }`, without the preceding `else`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IfClause {
    /// The condition.
    pub condition: ExprId,
    /// The block to execute.
    pub block: BlockId,
}

/// `case 1, 2, default: { … }` or `default: { … }`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchClause {
    /// The values; empty for a clause written `default: { … }`.
    pub selectors: List<CaseSelector>,
    /// The block to execute.
    pub block: BlockId,
    /// From `case` or `default` to the closing brace.
    pub span: Span,
}

/// One of the values of a `case`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaseSelector {
    /// An expression.
    Value(ExprId),
    /// The word `default`.
    Default(Span),
}

/// The keyword of a variable or value declaration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariableKind {
    /// `var`
    Var,
    /// `let`. At module scope only in the draft of 2020, except in early 2020.
    Let,
    /// `const`; in functions of the draft of 2020, it is today's `let`.
    Const,
    /// `override`
    Override,
}

impl VariableKind {
    /// The keyword.
    pub fn text(self) -> &'static str {
        match self {
            VariableKind::Var => "var",
            VariableKind::Let => "let",
            VariableKind::Const => "const",
            VariableKind::Override => "override",
        }
    }
}

/// `var<storage, read> name: ty = value`, in a module or a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The keyword of the declaration.
    pub kind: VariableKind,
    /// Address space and access mode, as written.
    pub template: List<ExprId>,
    /// The name.
    pub name: Ident,
    /// The type, if it is written.
    pub ty: Option<ExprId>,
    /// The initializer, if there is one.
    pub value: Option<ExprId>,
}
