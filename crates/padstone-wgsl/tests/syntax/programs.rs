//! Random syntactically valid programs, with random spacing and comments.

use padstone_wgsl::tree::Edition;

/// A program of that edition. Each byte of the seed is one choice.
pub(crate) fn program(seed: &[u8], edition: Edition) -> String {
    let mut writer = Writer { seed, at: 0, edition, out: String::new() };
    if edition == Edition::Current {
        for _ in 0..writer.choose(3) {
            let directive = ["enable f16", "requires a, b,", "diagnostic(off, x)", "diagnostic(warning, x.y,)"][writer.choose(4)];
            writer.put(&format!("{directive};"));
        }
    }
    while writer.at < seed.len() {
        writer.declaration();
    }
    writer.out
}

/// The maximum nesting depth.
const DEPTH: u32 = 4;

struct Writer<'a> {
    seed: &'a [u8],
    at: usize,
    edition: Edition,
    out: String,
}

impl Writer<'_> {
    /// A number below `count`; 0 when the seed is used up, so that generation terminates.
    fn choose(&mut self, count: usize) -> usize {
        let byte = self.seed.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % count
    }

    /// Text of one or several tokens, and space after it.
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
        let space = [" ", " ", " ", "\n", "\t ", " /* a /* { */ */ ", " // }\r\n", " \u{85}\u{2028} "][self.choose(8)];
        self.out.push_str(space);
    }

    fn today(&self) -> bool {
        self.edition == Edition::Current
    }

    fn name(&mut self) {
        let name = ["a", "b1", "_c", "vec3", "Δx", "value", "type_", "f32"][self.choose(8)];
        self.put(name);
    }

    fn repeat(&mut self, most: usize, between: &str, mut each: impl FnMut(&mut Self)) {
        for index in 0..self.choose(most + 1) {
            if index > 0 {
                self.put(between);
            }
            each(self);
        }
    }

    fn declaration(&mut self) {
        self.attributes();
        match self.choose(7) {
            0 | 1 => {
                self.put("struct");
                self.name();
                self.put("{");
                let end = if self.today() { "," } else { ";" };
                for _ in 0..=self.choose(3) {
                    self.attributes();
                    self.typed_name();
                    self.put(end);
                }
                self.put("}");
                self.repeat(1, "", |writer| writer.put(";"));
            }
            2 => {
                self.put(if self.today() { "alias" } else { "type" });
                self.name();
                self.put("=");
                self.ty(DEPTH);
                self.put(";");
            }
            3 => {
                self.variable(true);
                self.put(";");
            }
            4 => {
                let word = if self.today() { ["const", "override"][self.choose(2)] } else { "let" };
                self.constant(word);
                self.put(";");
            }
            5 if self.today() => {
                self.put("const_assert");
                self.expression(DEPTH);
                self.put(";");
            }
            _ => self.function(),
        }
    }

    fn function(&mut self) {
        self.put("fn");
        self.name();
        self.put("(");
        self.repeat(2, ",", |writer| {
            writer.attributes();
            writer.typed_name();
        });
        self.put(")");
        if self.choose(2) == 0 {
            self.put("->");
            self.attributes();
            self.template_name(DEPTH);
        }
        self.block(DEPTH);
    }

    fn attributes(&mut self) {
        let old = !self.today();
        for _ in 0..self.choose(3) {
            self.put(if old { "[[" } else { "@" });
            let name = ["align", "size", "const", "class", "group"][self.choose(5)];
            self.put(name);
            if self.choose(2) == 0 {
                self.put("(");
                self.repeat(2, ",", |writer| writer.expression(1));
                self.put(")");
            }
            if old {
                self.put("]]");
            }
        }
    }

    fn typed_name(&mut self) {
        self.name();
        self.put(":");
        self.ty(DEPTH);
    }

    fn ty(&mut self, depth: u32) {
        if !self.today() && self.choose(4) == 0 {
            self.put("[[access(read)]]");
        }
        self.template_name(depth);
    }

    fn template_name(&mut self, depth: u32) {
        self.name();
        if depth > 0 && self.choose(2) == 0 {
            self.put("<");
            for _ in 0..=self.choose(2) {
                if self.choose(2) == 0 {
                    self.template_name(depth - 1)
                } else {
                    self.operand(depth - 1)
                }
                self.put(",");
            }
            self.put(">");
        }
    }

    fn variable(&mut self, module: bool) {
        self.put("var");
        if module || self.choose(2) == 0 {
            let space = ["<private>", "< storage , read_write >", "<uniform,>", "<immediate>"][self.choose(4)];
            self.put(space);
        }
        self.name();
        if self.choose(2) == 0 {
            self.put(":");
            self.ty(DEPTH);
        }
        if self.choose(2) == 0 {
            self.put("=");
            self.expression(DEPTH);
        }
    }

    fn constant(&mut self, word: &str) {
        self.put(word);
        self.name();
        if self.choose(2) == 0 {
            self.put(":");
            self.ty(DEPTH);
        }
        self.put("=");
        self.expression(DEPTH);
    }

    /// Any expression in which no `<` precedes a `>` that might close it.
    fn expression(&mut self, depth: u32) {
        match self.choose(8) {
            0 => self.chain(depth, &["&&"]),
            1 => self.chain(depth, &["||"]),
            2 => self.chain(depth, &["&"]),
            3 => self.chain(depth, &["|"]),
            4 => self.chain(depth, &["^"]),
            5 => {
                self.operand(depth);
                let op = [">", "<=", ">=", "==", "!=", "<<", ">>"][self.choose(7)];
                self.put(op);
                self.operand(depth);
            }
            _ => {
                let ops: [&[&str]; 2] = [&["+", "-"], &["*", "/", "%"]];
                let ops = ops[self.choose(2)];
                self.chain(depth, ops);
            }
        }
    }

    fn chain(&mut self, depth: u32, ops: &[&str]) {
        self.operand(depth);
        for _ in 0..self.choose(3) {
            let op = ops[self.choose(ops.len())];
            self.put(op);
            self.operand(depth);
        }
    }

    fn operand(&mut self, depth: u32) {
        for _ in 0..self.choose(2) {
            let op = ["-", "!", "~", "&", "*"][self.choose(5)];
            self.put(op);
        }
        if depth == 0 {
            return self.atom();
        }
        match self.choose(6) {
            0 => {
                self.put("(");
                self.expression(depth - 1);
                self.put(")");
            }
            1 => self.call(depth),
            2 => self.target(depth),
            3 => {
                self.put("(");
                self.operand(depth - 1);
                self.put("<");
                self.operand(depth - 1);
                self.put(")");
            }
            _ => self.atom(),
        }
    }

    fn atom(&mut self) {
        let atom = ["a", "0", "1u", "2147483647i", "1.5", "0x1.8p-3f", "2h", "true", "false", "1e300", ".25", "0xfFu"][self.choose(12)];
        self.put(atom);
    }

    fn call(&mut self, depth: u32) {
        self.template_name(depth - 1);
        self.put("(");
        self.repeat(2, ",", |writer| writer.expression(depth - 1));
        self.put(")");
    }

    /// A variable or a part of one.
    fn target(&mut self, depth: u32) {
        self.put("a");
        for _ in 0..self.choose(3) {
            if self.choose(2) == 0 {
                self.put(".");
                self.name();
            } else {
                self.put("[");
                self.expression(depth - 1);
                self.put("]");
            }
        }
    }

    fn block(&mut self, depth: u32) {
        self.put("{");
        for _ in 0..self.choose(5) {
            self.statement(depth);
        }
        self.put("}");
    }

    fn statement(&mut self, depth: u32) {
        let blocks = depth > 0;
        match self.choose(if blocks { 12 } else { 6 }) {
            0 => self.put(";"),
            1 => {
                self.variable(false);
                self.put(";");
            }
            2 => {
                let word = ["let", "const"][self.choose(2)];
                self.constant(word);
                self.put(";");
            }
            3 => {
                self.updating();
                self.put(";");
            }
            4 => {
                let word = ["break;", "continue;", "discard;", "return;"][self.choose(4)];
                self.put(word);
            }
            5 => {
                self.put("return");
                self.expression(2);
                self.put(";");
            }
            6 => self.block(depth - 1),
            7 => {
                for _ in 0..=self.choose(2) {
                    self.put("if");
                    self.expression(2);
                    self.block(depth - 1);
                    self.put("else");
                }
                self.block(depth - 1);
            }
            8 => self.switch(depth - 1),
            9 => {
                self.put("for (");
                self.repeat(1, "", |writer| writer.updating());
                self.put(";");
                self.repeat(1, "", |writer| writer.expression(1));
                self.put(";");
                self.repeat(1, "", |writer| writer.updating());
                self.put(")");
                self.block(depth - 1);
            }
            10 => {
                self.put("loop {");
                self.statement(depth - 1);
                self.put("continuing");
                self.block(depth - 1);
                self.put("}");
            }
            _ if self.today() => {
                self.put("@diagnostic(off, a.b) while");
                self.expression(2);
                self.block(depth - 1);
            }
            _ => {}
        }
    }

    fn updating(&mut self) {
        match self.choose(4) {
            0 => {
                self.target(2);
                let op = ["++", "--"][self.choose(2)];
                self.put(op);
            }
            1 => self.call(2),
            2 => {
                self.put("_ =");
                self.expression(2);
            }
            _ => {
                self.target(2);
                let op = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="][self.choose(11)];
                self.put(op);
                self.expression(2);
            }
        }
    }

    fn switch(&mut self, depth: u32) {
        self.put("switch");
        self.expression(1);
        self.put("{");
        for _ in 0..self.choose(3) {
            self.put("case");
            self.expression(1);
            self.put(", 2:");
            self.block(depth);
        }
        self.put("default");
        self.block(depth);
        self.put("}");
    }
}
