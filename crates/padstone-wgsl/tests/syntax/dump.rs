//! A tree as one line of text for each declaration, with the structure but without spans: `a + b * c` is `[+ a [* b c]]`.

use padstone_diag::Diagnostics;
use padstone_source::{Interner, Symbol};
use padstone_wgsl::tree::{
    Attribute, BlockId, Body, CaseSelector, DeclarationKind, DirectiveKind, ExprId, ExpressionKind, Ident, List, LiteralValue, Nodes,
    Source, StatementId, StatementKind, Tree, Variable,
};
use padstone_wgsl::{parse, parse_body};

/// A text, parsed with all bodies.
pub(crate) struct Parsed {
    pub(crate) tree: Tree,
    /// The bodies of the functions that have one, in order.
    pub(crate) bodies: Vec<Body>,
    pub(crate) names: Interner,
    pub(crate) found: Diagnostics,
}

impl Parsed {
    pub(crate) fn new(source: Source<'_>) -> Self {
        let (mut names, mut found) = (Interner::new(), Diagnostics::new());
        let tree = parse(source, &mut names, &mut found);
        let functions = tree.declarations.iter().filter_map(|declaration| match declaration.kind {
            DeclarationKind::Function(function) => function.body,
            _ => None,
        });
        let bodies = functions.map(|body| parse_body(source, body, &mut names, &mut found)).collect();
        Parsed { tree, bodies, names, found }
    }

    /// One line for each directive and declaration.
    pub(crate) fn dump(&self) -> String {
        let tree = &self.tree;
        let dump = Dump { names: &self.names, nodes: &tree.nodes };
        let mut lines = Vec::new();
        for directive in &tree.directives {
            let words = |list: List<Ident>| tree[list].iter().map(|word| dump.name(word.symbol)).collect::<Vec<_>>().join(", ");
            lines.push(match directive.kind {
                DirectiveKind::Enable(list) => format!("enable {}", words(list)),
                DirectiveKind::Requires(list) => format!("requires {}", words(list)),
                DirectiveKind::Diagnostic { severity, rule } => {
                    let second = rule.second.map(|second| format!(".{}", dump.name(second.symbol))).unwrap_or_default();
                    format!("diagnostic {} {}{second}", dump.name(severity.symbol), dump.name(rule.first.symbol))
                }
            });
        }
        let mut bodies = self.bodies.iter();
        for declaration in &tree.declarations {
            let attributes = dump.attributes(declaration.attributes);
            let kind = match &declaration.kind {
                DeclarationKind::Struct(body) => {
                    let members = tree[body.members].iter();
                    let members =
                        members.map(|m| format!(" {}{}: {};", dump.attributes(m.attributes), dump.name(m.name.symbol), dump.expr(m.ty)));
                    format!("struct {} {{{} }}", dump.name(body.name.symbol), members.collect::<String>())
                }
                DeclarationKind::Alias(alias) => format!("alias {} = {}", dump.name(alias.name.symbol), dump.expr(alias.ty)),
                DeclarationKind::Variable(variable) => dump.variable(variable),
                DeclarationKind::ConstAssert(condition) => format!("const_assert {}", dump.expr(*condition)),
                DeclarationKind::Function(function) => {
                    let parameters = tree[function.parameters].iter();
                    let parameters =
                        parameters.map(|p| format!("{}{}: {}", dump.attributes(p.attributes), dump.name(p.name.symbol), dump.expr(p.ty)));
                    let parameters = parameters.collect::<Vec<_>>().join(", ");
                    let result =
                        function.result.map(|result| format!(" -> {}{}", dump.attributes(function.result_attributes), dump.expr(result)));
                    let body = function.body.and_then(|_| bodies.next()).map(|body| {
                        let dump = Dump { names: &self.names, nodes: &body.nodes };
                        format!(" {}", dump.block(body, body.root))
                    });
                    let name = dump.name(function.name.symbol);
                    format!("fn {name}({parameters}){}{}", result.unwrap_or_default(), body.unwrap_or_default())
                }
            };
            lines.push(format!("{attributes}{kind}"));
        }
        lines.join("\n")
    }
}

struct Dump<'a> {
    names: &'a Interner,
    nodes: &'a Nodes,
}

impl<'a> Dump<'a> {
    fn name(&self, symbol: Symbol) -> &'a str {
        if symbol.is_empty() { "?" } else { self.names.resolve(symbol) }
    }

    fn attributes(&self, list: List<Attribute>) -> String {
        let attributes = self.nodes[list].iter();
        let each = |a: &Attribute| {
            format!("@{}{} ", self.name(a.name.symbol), a.arguments.map(|list| format!("({})", self.list(list))).unwrap_or_default())
        };
        attributes.map(each).collect()
    }

    fn list(&self, list: List<ExprId>) -> String {
        self.nodes[list].iter().map(|&part| self.expr(part)).collect::<Vec<_>>().join(", ")
    }

    fn template(&self, list: List<ExprId>) -> String {
        if list.is_empty() { String::new() } else { format!("<{}>", self.list(list)) }
    }

    fn variable(&self, variable: &Variable) -> String {
        let ty = variable.ty.map(|ty| format!(": {}", self.expr(ty))).unwrap_or_default();
        let value = variable.value.map(|value| format!(" = {}", self.expr(value))).unwrap_or_default();
        format!("{}{} {}{ty}{value}", variable.kind.text(), self.template(variable.template), self.name(variable.name.symbol))
    }

    fn expr(&self, id: ExprId) -> String {
        match self.nodes[id].kind {
            ExpressionKind::Literal(literal) => match literal.value() {
                LiteralValue::Bool(value) => value.to_string(),
                LiteralValue::AbstractInt(value) => value.to_string(),
                LiteralValue::I32(value) => format!("{value}i"),
                LiteralValue::U32(value) => format!("{value}u"),
                LiteralValue::I64(value) => format!("{value}li"),
                LiteralValue::U64(value) => format!("{value}lu"),
                LiteralValue::AbstractFloat(value) => format!("{value:?}"),
                LiteralValue::F32(value) => format!("{value:?}f"),
                LiteralValue::F16(value) => format!("{value:?}h"),
                LiteralValue::F64(value) => format!("{value:?}lf"),
            },
            ExpressionKind::Name(name) => self.name(name).to_owned(),
            ExpressionKind::Template { name, arguments } => format!("{}<{}>", self.expr(name), self.list(arguments)),
            ExpressionKind::Call { callee, arguments } => format!("{}({})", self.expr(callee), self.list(arguments)),
            ExpressionKind::Index { base, index } => format!("{}[{}]", self.expr(base), self.expr(index)),
            ExpressionKind::Member { base, name, .. } => format!("{}.{}", self.expr(base), self.name(name)),
            ExpressionKind::Unary { op, operand } => format!("[{} {}]", op.text(), self.expr(operand)),
            ExpressionKind::Binary { op, left, right } => format!("[{} {} {}]", op.text(), self.expr(left), self.expr(right)),
            ExpressionKind::Paren(inner) => format!("({})", self.expr(inner)),
            ExpressionKind::Attributed { attributes, inner } => format!("{}{}", self.attributes(attributes), self.expr(inner)),
            ExpressionKind::Error => "?".to_owned(),
        }
    }

    fn block(&self, body: &Body, id: BlockId) -> String {
        let block = body[id];
        let statements: String = body[block.statements].iter().map(|&statement| format!(" {};", self.statement(body, statement))).collect();
        format!("{}{{{statements} }}", self.attributes(block.attributes))
    }

    fn statement(&self, body: &Body, id: StatementId) -> String {
        let expr = |id: &ExprId| self.expr(*id);
        let block = |id: &BlockId| self.block(body, *id);
        let optional = |id: &Option<StatementId>| id.map(|id| self.statement(body, id)).unwrap_or_default();
        let kind = match &body[id].kind {
            StatementKind::Block(inner) => block(inner),
            StatementKind::Variable(variable) => self.variable(variable),
            StatementKind::Assign { left, op, right } => {
                let left = left.map_or_else(|| "_".to_owned(), |left| self.expr(left));
                format!("{left} {}= {}", op.map_or("", |op| op.text()), expr(right))
            }
            StatementKind::Increment(target) => format!("{}++", expr(target)),
            StatementKind::Decrement(target) => format!("{}--", expr(target)),
            StatementKind::Call(call) => expr(call),
            StatementKind::If { clauses, else_block } => {
                let clauses = body[*clauses].iter().map(|clause| format!("if {} {}", expr(&clause.condition), block(&clause.block)));
                let else_block = else_block.map(|id| format!(" else {}", block(&id))).unwrap_or_default();
                clauses.collect::<Vec<_>>().join(" else ") + &else_block
            }
            StatementKind::Switch { selector, attributes, clauses } => {
                let clauses = body[*clauses].iter().map(|clause| {
                    let selectors = body[clause.selectors].iter().map(|selector| match selector {
                        CaseSelector::Value(value) => expr(value),
                        CaseSelector::Default(_) => "default".to_owned(),
                    });
                    let selectors = selectors.collect::<Vec<_>>().join(", ");
                    let word = if selectors.is_empty() { "default".to_owned() } else { format!("case {selectors}") };
                    format!(" {word} {}", block(&clause.block))
                });
                format!("switch {} {}{{{} }}", expr(selector), self.attributes(*attributes), clauses.collect::<String>())
            }
            StatementKind::Loop(inner) => format!("loop {}", block(inner)),
            StatementKind::Continuing(inner) => format!("continuing {}", block(inner)),
            StatementKind::While { condition, body: inner } => format!("while {} {}", expr(condition), block(inner)),
            StatementKind::For { init, condition, update, body: inner } => {
                let condition = condition.map(|id| self.expr(id)).unwrap_or_default();
                format!("for ({}; {condition}; {}) {}", optional(init), optional(update), block(inner))
            }
            StatementKind::Break => "break".to_owned(),
            StatementKind::BreakIf(condition) => format!("break if {}", expr(condition)),
            StatementKind::Continue => "continue".to_owned(),
            StatementKind::Return(value) => format!("return{}", value.map(|id| format!(" {}", self.expr(id))).unwrap_or_default()),
            StatementKind::Discard => "discard".to_owned(),
            StatementKind::Fallthrough => "fallthrough".to_owned(),
            StatementKind::ConstAssert(condition) => format!("const_assert {}", expr(condition)),
            StatementKind::Error => "?".to_owned(),
        };
        format!("{}{kind}", self.attributes(body[id].attributes))
    }
}
