//! Statements.

use super::{Body, MemoryLocation, ValueType};

/// The maximum nesting of blocks, and the maximum number of statements of a function.
const DEEPEST: usize = 5;
const MOST: usize = 16;

impl Body<'_, '_, '_> {
    pub(super) fn statements(&mut self) {
        let scope = self.locals.len();
        for _ in 0..self.generator.choices.below(5) {
            self.statements += 1;
            if self.statements > MOST {
                break;
            }
            self.statement();
        }
        self.locals.truncate(scope);
    }

    fn statement(&mut self) {
        match self.generator.choices.below(16) {
            0..3 => self.declaration("let"),
            3..5 => self.declaration("var"),
            5..8 => self.assignment(),
            8 => self.conditional(),
            9 => self.counting_loop(),
            10 => self.while_loop(),
            11 => self.endless_loop(),
            12 => self.switch(),
            13 => self.call_statement(),
            14 => self.block("{", "}"),
            _ => {
                let value = self.generator.value();
                let ignored = self.expression(value, 2);
                self.line(&format!("_ = {ignored};"));
            }
        }
    }

    fn declaration(&mut self, keyword: &str) {
        let value = self.generator.value();
        let initial = self.expression(value, 3);
        let ty = if self.generator.choices.one_in(2) { format!(": {}", value.text()) } else { String::new() };
        let path = self.generator.name("local");
        self.line(&format!("{keyword} {path}{ty} = {initial};"));
        self.locals.push(MemoryLocation { path, value, writable: keyword == "var", atomic: false });
    }

    fn assignment(&mut self) {
        let local: Vec<MemoryLocation> = self.locals.iter().filter(|local| local.writable).cloned().collect();
        let target = match (local.is_empty(), self.generator.choices.one_in(2)) {
            (false, false) => Some(self.generator.choices.pick(&local).clone()),
            _ => self.memory_location().filter(|place| place.writable),
        };
        let Some(MemoryLocation { path, value, atomic, .. }) = target else { return };
        let new = self.expression(value, 3);
        let choice = self.generator.choices.below(4);
        let statement = match (value.scalar, choice) {
            _ if atomic => {
                format!("{}(&{path}, {new})", self.generator.choices.pick(&["atomicStore", "atomicAdd", "atomicMax", "atomicXor"]))
            }
            ("bool", _) | (_, 0 | 1) => format!("{path} = {new}"),
            ("u32" | "i32", 2) if value.width == 1 => format!("{path}{}", self.generator.choices.pick(&["++", "--"])),
            _ => format!("{path} {} {new}", self.generator.choices.pick(&["+=", "-=", "*="])),
        };
        self.line(&format!("{statement};"));
    }

    fn conditional(&mut self) {
        let condition = self.expression(ValueType::BOOL, 2);
        self.block(&format!("if {condition} {{"), "}");
        if self.generator.choices.one_in(2) {
            let condition = self.expression(ValueType::BOOL, 1);
            self.text.truncate(self.text.trim_end().len());
            self.text.push(' ');
            self.block(&format!("else if ({condition}) {{"), "} else {}");
        }
    }

    fn counting_loop(&mut self) {
        let name = self.generator.name("index");
        let bound = self.generator.choices.between(1, 9);
        let scope = self.locals.len();
        self.locals.push(MemoryLocation { path: name.clone(), value: ValueType::INDEX, writable: false, atomic: false });
        self.repeat(&format!("for (var {name} = 0u; {name} < {bound}u; {name}++) {{"), "}");
        self.locals.truncate(scope);
    }

    fn while_loop(&mut self) {
        let condition = self.expression(ValueType::BOOL, 1);
        self.repeat(&format!("while {condition} {{"), "}");
    }

    fn endless_loop(&mut self) {
        let condition = self.expression(ValueType::BOOL, 1);
        let end = match self.generator.choices.below(2) {
            0 => format!("if {condition} {{ break; }} }}"),
            _ => format!("continuing {{ break if {condition}; }} }}"),
        };
        self.repeat("loop {", &end);
    }

    fn switch(&mut self) {
        let selector = self.expression(ValueType { width: 1, scalar: "i32" }, 2);
        let was_in_loop = std::mem::replace(&mut self.in_loop, false);
        self.block(&format!("switch {selector} {{ case 1, 2: {{"), "}");
        self.block("case -3 {", "}");
        self.block("default: {", "} }");
        self.in_loop = was_in_loop;
    }

    fn call_statement(&mut self) {
        let functions = self.functions;
        let Some(function) = functions.get(self.generator.choices.below(functions.len().max(1))) else { return };
        let arguments: Vec<String> = function.parameters.iter().map(|&parameter| self.expression(parameter, 2)).collect();
        self.line(&format!("{}({});", function.name, arguments.join(", ")));
    }

    /// A block after which control flow may continue.
    fn repeat(&mut self, open: &str, close: &str) {
        let was_in_loop = std::mem::replace(&mut self.in_loop, true);
        self.block(open, close);
        self.in_loop = was_in_loop;
    }

    fn block(&mut self, open: &str, close: &str) {
        self.line(open);
        self.depth += 1;
        if self.depth < DEEPEST {
            self.statements();
        }
        if self.in_loop && self.generator.choices.one_in(4) {
            let condition = self.expression(ValueType::BOOL, 1);
            let word = *self.generator.choices.pick(&["continue", "break"]);
            self.line(&format!("if {condition} {{ {word}; }}"));
        }
        self.depth -= 1;
        self.line(close);
    }
}
