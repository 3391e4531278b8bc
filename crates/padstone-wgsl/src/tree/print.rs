//! Prints a tree as WGSL, in one canonical form: four spaces, one declaration, member or statement on each line.
//!
//! A tree does not contain the comments and spacing of the original. To preserve them, apply edits to its text: [`apply`](super::apply).

use std::fmt::{Display, Write};

use padstone_source::{Interner, Symbol};

use super::{
    Attribute, BinaryOp, Block, BlockId, Body, CaseSelector, Declaration, DeclarationKind, Directive, DirectiveKind, Edition, ExprId,
    ExpressionKind, Function, Ident, List, Literal, LiteralValue, Member, Nodes, Parameter, StatementId, StatementKind, Struct, Tree,
    Variable,
};
use crate::scalar::decimal;

/// Prints a tree in the syntax of an edition. `bodies` are those of the functions that have one, in their order. Errors in the tree are
/// printed as they are.
///
/// ```
/// use padstone_wgsl::{parse, tree::{Edition, Source, print}};
/// let source = Source { text: "const a=1+2;struct S{a:f32,}", base: 0, edition: Edition::Current };
/// let (mut names, mut found) = Default::default();
/// let tree = parse(source, &mut names, &mut found);
/// assert_eq!(print(&tree, &[], &names, Edition::Current), "const a = 1 + 2;\nstruct S {\n    a: f32,\n}\n");
/// ```
pub fn print(tree: &Tree, bodies: &[Body], names: &Interner, edition: Edition) -> String {
    let mut printer = Printer { names, edition, nodes: &tree.nodes, out: String::new(), indent: 0 };
    for directive in &tree.directives {
        printer.directive(tree, directive);
    }
    let mut bodies = bodies.iter();
    for declaration in &tree.declarations {
        printer.declaration(tree, declaration, &mut bodies);
    }
    printer.out
}

struct Printer<'a> {
    names: &'a Interner,
    edition: Edition,
    /// The owner of the expressions and attributes to print.
    nodes: &'a Nodes,
    out: String,
    indent: usize,
}

impl<'a> Printer<'a> {
    fn put(&mut self, text: impl Display) {
        write!(self.out, "{text}").expect("writing to a string never fails");
    }

    fn line(&mut self) {
        self.out.push('\n');
        (0..self.indent).for_each(|_| self.out.push_str("    "));
    }

    fn name(&mut self, name: Symbol) {
        self.out.push_str(self.names.resolve(name));
    }

    /// Prints items, separated by text.
    fn joined<T>(&mut self, items: &[T], between: &str, mut each: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push_str(between);
            }
            each(self, item);
        }
    }

    fn directive(&mut self, tree: &Tree, directive: &Directive) {
        let words = |printer: &mut Self, list: List<Ident>| printer.joined(&tree[list], ", ", |printer, word| printer.name(word.symbol));
        match directive.kind {
            DirectiveKind::Enable(list) => {
                self.put("enable ");
                words(self, list);
            }
            DirectiveKind::Requires(list) => {
                self.put("requires ");
                words(self, list);
            }
            DirectiveKind::Diagnostic { severity, rule } => {
                self.put("diagnostic(");
                self.name(severity.symbol);
                self.put(", ");
                self.name(rule.first.symbol);
                if let Some(second) = rule.second {
                    self.put(".");
                    self.name(second.symbol);
                }
                self.put(")");
            }
        }
        self.put(";\n");
    }

    fn declaration(&mut self, tree: &'a Tree, declaration: &Declaration, bodies: &mut std::slice::Iter<'a, Body>) {
        self.attributes(declaration.attributes);
        match &declaration.kind {
            DeclarationKind::Struct(body) => self.structure(tree, body),
            DeclarationKind::Alias(alias) => {
                self.put(if self.edition == Edition::Current { "alias " } else { "type " });
                self.name(alias.name.symbol);
                self.put(" = ");
                self.expression(alias.ty);
                self.put(";");
            }
            DeclarationKind::Variable(variable) => {
                self.variable(variable);
                self.put(";");
            }
            DeclarationKind::Function(function) => {
                self.function(tree, function);
                if let Some(body) = function.body.and_then(|_| bodies.next()) {
                    self.put(" ");
                    self.nodes = &body.nodes;
                    self.block(body, body.root);
                    self.nodes = &tree.nodes;
                }
            }
            DeclarationKind::ConstAssert(condition) => {
                self.put("const_assert ");
                self.expression(*condition);
                self.put(";");
            }
        }
        self.put("\n");
    }

    fn structure(&mut self, tree: &Tree, body: &Struct) {
        self.put("struct ");
        self.name(body.name.symbol);
        self.put(" {");
        self.indent += 1;
        for member in &tree[body.members] {
            let Member { attributes, name, ty, .. } = *member;
            self.line();
            self.typed_name(attributes, name, ty);
            self.put(if self.edition == Edition::Current { "," } else { ";" });
        }
        self.indent -= 1;
        self.line();
        self.put("}");
    }

    fn typed_name(&mut self, attributes: List<Attribute>, name: Ident, ty: ExprId) {
        self.attributes(attributes);
        self.name(name.symbol);
        self.put(": ");
        self.expression(ty);
    }

    fn function(&mut self, tree: &Tree, function: &Function) {
        self.put("fn ");
        self.name(function.name.symbol);
        self.put("(");
        self.joined(&tree[function.parameters], ", ", |printer, &Parameter { attributes, name, ty, .. }| {
            printer.typed_name(attributes, name, ty);
        });
        self.put(")");
        if let Some(result) = function.result {
            self.put(" -> ");
            self.attributes(function.result_attributes);
            self.expression(result);
        }
    }

    fn variable(&mut self, variable: &Variable) {
        self.put(variable.kind.text());
        self.template(variable.template);
        self.put(" ");
        self.name(variable.name.symbol);
        if let Some(ty) = variable.ty {
            self.put(": ");
            self.expression(ty);
        }
        if let Some(value) = variable.value {
            self.put(" = ");
            self.expression(value);
        }
    }

    /// Attributes, each followed by a space.
    fn attributes(&mut self, list: List<Attribute>) {
        if list.is_empty() {
            return;
        }
        let attributes = &self.nodes[list];
        match self.edition {
            Edition::Current => self.joined(attributes, " ", |printer, attribute| {
                printer.put("@");
                printer.attribute(attribute);
            }),
            Edition::Draft2020 => {
                self.put("[[");
                self.joined(attributes, ", ", Self::attribute);
                self.put("]]");
            }
        }
        self.put(" ");
    }

    fn attribute(&mut self, attribute: &Attribute) {
        self.name(attribute.name.symbol);
        if let Some(arguments) = attribute.arguments {
            self.put("(");
            self.expressions(arguments);
            self.put(")");
        }
    }

    fn expressions(&mut self, list: List<ExprId>) {
        self.joined(&self.nodes[list], ", ", |printer, &part| printer.expression(part));
    }

    /// A template list, if there is one.
    fn template(&mut self, list: List<ExprId>) {
        if !list.is_empty() {
            self.put("<");
            self.expressions(list);
            self.put(">");
        }
    }

    /// The parser limits the height of expressions, so this recursion is bounded.
    fn expression(&mut self, id: ExprId) {
        match self.nodes[id].kind {
            ExpressionKind::Literal(literal) => self.literal(literal),
            ExpressionKind::Name(name) => self.name(name),
            ExpressionKind::Template { name, arguments } => {
                self.expression(name);
                self.template(arguments);
            }
            ExpressionKind::Call { callee, arguments } => {
                self.expression(callee);
                self.put("(");
                self.expressions(arguments);
                self.put(")");
            }
            ExpressionKind::Index { base, index } => {
                self.expression(base);
                self.put("[");
                self.expression(index);
                self.put("]");
            }
            ExpressionKind::Member { base, name, .. } => {
                self.expression(base);
                self.put(".");
                self.name(name);
            }
            ExpressionKind::Unary { op, operand } => {
                self.put(op.text());
                // `--a` and `&&a` would be other operators.
                if matches!(self.nodes[operand].kind, ExpressionKind::Unary { op: inner, .. } if inner == op) {
                    self.put(" ");
                }
                self.expression(operand);
            }
            ExpressionKind::Binary { op, left, right } => {
                self.expression(left);
                self.operator(Some(op), "");
                self.expression(right);
            }
            ExpressionKind::Paren(inner) => {
                self.put("(");
                self.expression(inner);
                self.put(")");
            }
            ExpressionKind::Attributed { attributes, inner } => {
                self.attributes(attributes);
                self.expression(inner);
            }
            ExpressionKind::Error => {}
        }
    }

    /// An operator with spaces around it, followed by `more`.
    fn operator(&mut self, op: Option<BinaryOp>, more: &str) {
        self.put(format_args!(" {}{more} ", op.map_or("", BinaryOp::text)));
    }

    fn literal(&mut self, literal: Literal) {
        match literal.value() {
            LiteralValue::Bool(value) => self.put(value),
            LiteralValue::AbstractInt(value) => self.put(value),
            LiteralValue::I32(value) => self.put(format_args!("{value}i")),
            LiteralValue::U32(value) => self.put(format_args!("{value}u")),
            LiteralValue::I64(value) => self.put(format_args!("{value}li")),
            LiteralValue::U64(value) => self.put(format_args!("{value}lu")),
            LiteralValue::AbstractFloat(value) => self.put(decimal(value)),
            LiteralValue::F32(value) => self.put(format_args!("{}f", decimal(value))),
            LiteralValue::F16(value) => self.put(format_args!("{}h", decimal(value))),
            LiteralValue::F64(value) => self.put(format_args!("{}lf", decimal(value))),
        }
    }

    fn block(&mut self, body: &Body, id: BlockId) {
        let Block { attributes, statements, .. } = body[id];
        self.attributes(attributes);
        self.put("{");
        self.indent += 1;
        for &statement in &body[statements] {
            self.line();
            self.statement(body, statement);
        }
        self.indent -= 1;
        self.line();
        self.put("}");
    }

    fn statement(&mut self, body: &Body, id: StatementId) {
        self.attributes(body[id].attributes);
        match &body[id].kind {
            StatementKind::Block(block) => self.block(body, *block),
            StatementKind::If { clauses, else_block } => {
                self.joined(&body[*clauses], " else ", |printer, clause| {
                    printer.put("if ");
                    printer.expression(clause.condition);
                    printer.put(" ");
                    printer.block(body, clause.block);
                });
                if let Some(block) = else_block {
                    self.put(" else ");
                    self.block(body, *block);
                }
            }
            StatementKind::Switch { .. } => self.switch(body, id),
            StatementKind::Loop(block) => {
                self.put("loop ");
                self.block(body, *block);
            }
            StatementKind::Continuing(block) => {
                self.put("continuing ");
                self.block(body, *block);
            }
            StatementKind::While { condition, body: block } => {
                self.put("while ");
                self.expression(*condition);
                self.put(" ");
                self.block(body, *block);
            }
            StatementKind::For { init, condition, update, body: block } => {
                self.put("for (");
                init.iter().for_each(|&init| self.simple(&body[init].kind));
                self.put("; ");
                condition.iter().for_each(|&condition| self.expression(condition));
                self.put("; ");
                update.iter().for_each(|&update| self.simple(&body[update].kind));
                self.put(") ");
                self.block(body, *block);
            }
            kind => {
                self.simple(kind);
                self.put(";");
            }
        }
    }

    fn switch(&mut self, body: &Body, id: StatementId) {
        let StatementKind::Switch { selector, attributes, clauses } = body[id].kind else { return };
        self.put("switch ");
        self.expression(selector);
        self.put(" ");
        self.attributes(attributes);
        self.put("{");
        self.indent += 1;
        for clause in &body[clauses] {
            self.line();
            self.put(if clause.selectors.is_empty() { "default" } else { "case " });
            self.joined(&body[clause.selectors], ", ", |printer, selector| match *selector {
                CaseSelector::Value(value) => printer.expression(value),
                CaseSelector::Default(_) => printer.put("default"),
            });
            self.put(": ");
            self.block(body, clause.block);
        }
        self.indent -= 1;
        self.line();
        self.put("}");
    }

    /// A statement without blocks, and without its `;`.
    fn simple(&mut self, kind: &StatementKind) {
        match *kind {
            StatementKind::Variable(ref variable) => self.variable(variable),
            StatementKind::Assign { left, op, right } => {
                match left {
                    Some(left) => self.expression(left),
                    None => self.put("_"),
                }
                self.operator(op, "=");
                self.expression(right);
            }
            StatementKind::Increment(target) => self.surrounded(target, "", "++"),
            StatementKind::Decrement(target) => self.surrounded(target, "", "--"),
            StatementKind::Call(call) => self.expression(call),
            StatementKind::Break => self.put("break"),
            StatementKind::BreakIf(condition) => self.surrounded(condition, "break if ", ""),
            StatementKind::Continue => self.put("continue"),
            StatementKind::Return(None) => self.put("return"),
            StatementKind::Return(Some(value)) => self.surrounded(value, "return ", ""),
            StatementKind::Discard => self.put("discard"),
            StatementKind::Fallthrough => self.put("fallthrough"),
            StatementKind::ConstAssert(condition) => self.surrounded(condition, "const_assert ", ""),
            StatementKind::Error
            | StatementKind::Block(_)
            | StatementKind::If { .. }
            | StatementKind::Switch { .. }
            | StatementKind::Loop(_)
            | StatementKind::Continuing(_)
            | StatementKind::While { .. }
            | StatementKind::For { .. } => {}
        }
    }

    fn surrounded(&mut self, expression: ExprId, before: &str, after: &str) {
        self.put(before);
        self.expression(expression);
        self.put(after);
    }
}
