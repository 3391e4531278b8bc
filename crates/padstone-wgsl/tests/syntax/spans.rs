//! Checks that every node of a tree is inside its parent.

use padstone_source::Span;
use padstone_wgsl::tree::{
    Attribute, BlockId, Body, CaseSelector, DeclarationKind, ExprId, ExpressionKind, Ident, List, Nodes, StatementId, StatementKind, Tree,
    Variable,
};

/// Panics if a node of the tree or of a body is outside its parent, or outside the text.
pub(crate) fn check_spans(tree: &Tree, bodies: &[Body], text: Span) {
    let check = Check { nodes: &tree.nodes };
    for directive in &tree.directives {
        inside(directive.span, text);
    }
    let mut bodies = bodies.iter();
    let mut before = text.start;
    for declaration in &tree.declarations {
        let span = declaration.span;
        inside(span, Span { start: before, end: text.end });
        before = span.end;
        check.attributes(declaration.attributes, span);
        match &declaration.kind {
            DeclarationKind::Struct(body) => {
                inside(body.name.span, span);
                inside(body.braces, span);
                for member in &tree[body.members] {
                    inside(member.span, body.braces);
                    check.typed_name(member.attributes, member.name, member.ty, member.span);
                }
            }
            DeclarationKind::Alias(alias) => check.typed_name(List::EMPTY, alias.name, alias.ty, span),
            DeclarationKind::Variable(variable) => check.variable(variable, span),
            DeclarationKind::ConstAssert(condition) => check.expression(*condition, span),
            DeclarationKind::Function(function) => {
                inside(function.name.span, span);
                for parameter in &tree[function.parameters] {
                    inside(parameter.span, span);
                    check.typed_name(parameter.attributes, parameter.name, parameter.ty, parameter.span);
                }
                check.attributes(function.result_attributes, span);
                function.result.iter().for_each(|&result| check.expression(result, span));
                if let Some(position) = function.body {
                    inside(position, span);
                    let body = bodies.next().expect("one for each function that has one");
                    Check { nodes: &body.nodes }.block(body, body.root, position);
                }
            }
        }
    }
}

fn inside(part: Span, parent: Span) {
    assert!(parent.start <= part.start && part.start <= part.end && part.end <= parent.end, "{part:?} is not inside {parent:?}");
}

struct Check<'a> {
    nodes: &'a Nodes,
}

impl Check<'_> {
    fn attributes(&self, list: List<Attribute>, around: Span) {
        for attribute in &self.nodes[list] {
            inside(attribute.brackets, around);
            inside(attribute.span, attribute.brackets);
            inside(attribute.name.span, attribute.span);
            for &argument in attribute.arguments.iter().flat_map(|&list| &self.nodes[list]) {
                self.expression(argument, attribute.span);
            }
        }
    }

    fn typed_name(&self, attributes: List<Attribute>, name: Ident, ty: ExprId, around: Span) {
        self.attributes(attributes, around);
        inside(name.span, around);
        self.expression(ty, around);
    }

    fn variable(&self, variable: &Variable, around: Span) {
        inside(variable.name.span, around);
        self.nodes[variable.template].iter().for_each(|&part| self.expression(part, around));
        variable.ty.iter().chain(&variable.value).for_each(|&part| self.expression(part, around));
    }

    fn expression(&self, id: ExprId, around: Span) {
        let expression = self.nodes[id];
        inside(expression.span, around);
        match expression.kind {
            ExpressionKind::Attributed { attributes, .. } => self.attributes(attributes, expression.span),
            ExpressionKind::Member { name_start, .. } => inside(Span { start: name_start, end: expression.span.end }, expression.span),
            _ => {}
        }
        for part in self.nodes.parts(id) {
            assert!(part < id, "a child follows its parent");
            self.expression(part, expression.span);
        }
    }

    fn block(&self, body: &Body, id: BlockId, around: Span) {
        let block = body[id];
        inside(block.span, around);
        self.attributes(block.attributes, block.span);
        body[block.statements].iter().for_each(|&statement| self.statement(body, statement, block.span));
    }

    fn statement(&self, body: &Body, id: StatementId, around: Span) {
        let statement = body[id];
        let span = statement.span;
        inside(span, around);
        self.attributes(statement.attributes, span);
        let expressions: &[ExprId] = match &statement.kind {
            StatementKind::Variable(variable) => return self.variable(variable, span),
            StatementKind::Block(block) | StatementKind::Loop(block) | StatementKind::Continuing(block) => {
                return self.block(body, *block, span);
            }
            StatementKind::If { clauses, else_block } => {
                for clause in &body[*clauses] {
                    self.expression(clause.condition, span);
                    self.block(body, clause.block, span);
                }
                return else_block.iter().for_each(|&block| self.block(body, block, span));
            }
            StatementKind::Switch { selector, attributes, clauses } => {
                self.expression(*selector, span);
                self.attributes(*attributes, span);
                for clause in &body[*clauses] {
                    inside(clause.span, span);
                    self.block(body, clause.block, clause.span);
                    body[clause.selectors].iter().for_each(|selector| match *selector {
                        CaseSelector::Value(value) => self.expression(value, clause.span),
                        CaseSelector::Default(word) => inside(word, clause.span),
                    });
                }
                return;
            }
            StatementKind::For { init, condition, update, body: block } => {
                init.iter().chain(update).for_each(|&part| self.statement(body, part, span));
                condition.iter().for_each(|&part| self.expression(part, span));
                return self.block(body, *block, span);
            }
            StatementKind::While { condition, body: block } => {
                self.block(body, *block, span);
                &[*condition]
            }
            StatementKind::Assign { left, right, .. } => {
                left.iter().for_each(|&left| self.expression(left, span));
                &[*right]
            }
            StatementKind::Increment(part)
            | StatementKind::Decrement(part)
            | StatementKind::Call(part)
            | StatementKind::BreakIf(part)
            | StatementKind::ConstAssert(part)
            | StatementKind::Return(Some(part)) => &[*part],
            _ => &[],
        };
        expressions.iter().for_each(|&part| self.expression(part, span));
    }
}
