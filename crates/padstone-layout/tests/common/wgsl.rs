//! A reader of the part of WGSL that layouts depend on: structs, buffers, attributes with literal numbers.

use padstone_model::{
    Align, Annotation, Buffer, BufferKind, Count, Field, FieldRole, Language, Major, Module, Packing, Parameter, ParameterKind,
    ResourceKind, Scalar, Size, Struct, StructKind, Type, TypeId,
};
use padstone_source::{Span, Symbol};

/// Reads a source text that begins at byte `base` of all sources.
pub(crate) fn read(language: Language, text: &str, base: u32) -> Module {
    let mut reader = Reader { text, base, at: 0, module: Module { language, ..Module::default() } };
    while reader.declaration() {}
    reader.module
}

struct Reader<'a> {
    text: &'a str,
    base: u32,
    at: usize,
    module: Module,
}

impl<'a> Reader<'a> {
    fn peek(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let rest = rest.trim_start();
        self.at = self.text.len() - rest.len();
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if word > 0 { &rest[..word] } else { &rest[..rest.len().min(1)] }
    }

    fn next(&mut self) -> (&'a str, Span) {
        let token = self.peek();
        let start = self.base + u32::try_from(self.at).expect("short");
        self.at += token.len();
        (token, Span { start, end: start + u32::try_from(token.len()).expect("short") })
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        if found {
            self.at += token.len();
        }
        found
    }

    fn expect(&mut self, token: &str) {
        assert!(self.take(token), "`{token}` expected at `{}`", &self.text[self.at..]);
    }

    fn number(&mut self) -> u64 {
        self.next().0.parse().expect("a number")
    }

    fn symbol(&mut self, name: &str) -> Symbol {
        self.module.names.intern(name)
    }

    fn declaration(&mut self) -> bool {
        let (attributes, contiguous) = self.attributes();
        assert!(attributes.is_empty(), "attributes of a declaration place nothing");
        match self.next().0 {
            "" => return false,
            "requires" => {
                self.expect("uniform_buffer_standard_layout");
                self.expect(";");
                self.module.options.uniform_buffer_standard_layout = true;
            }
            "struct" => self.structure(contiguous),
            "var" => self.variable(),
            other => panic!("`{other}`"),
        }
        true
    }

    /// `@align(16) @size(4)` or `[[align(16), size(4)]]`.
    fn attributes(&mut self) -> (Vec<Annotation>, bool) {
        let (mut annotations, mut contiguous) = (Vec::new(), false);
        let mut brackets = false;
        loop {
            match self.peek() {
                "@" if !brackets => {}
                "[" => {
                    self.expect("[");
                    self.expect("[");
                    brackets = true;
                }
                "]" => {
                    self.expect("]");
                    self.expect("]");
                    brackets = false;
                    continue;
                }
                "," if brackets => self.expect(","),
                _ => return (annotations, contiguous),
            }
            let start = self.base + u32::try_from(self.at).expect("short");
            let start = if self.take("@") { start } else { self.peek().as_ptr() as u32 - self.text.as_ptr() as u32 + self.base };
            let (name, _) = self.next();
            if name == "contiguous" {
                contiguous = true;
                continue;
            }
            self.expect("(");
            let number = self.number();
            self.expect(")");
            let span = Span { start, end: self.base + u32::try_from(self.at).expect("short") };
            match name {
                "align" => annotations.push(Annotation::Align { align: Align::new(number).expect("a power of two"), span }),
                "size" => annotations.push(Annotation::Size { size: Size::new(number), span }),
                "offset" => annotations.push(Annotation::Offset { bytes: number, span }),
                "group" | "binding" => {}
                other => panic!("`{other}`"),
            }
        }
    }

    fn structure(&mut self, contiguous: bool) {
        let (name, span) = self.next();
        let name = self.symbol(name);
        self.expect("{");
        let mut fields = Vec::new();
        while !self.take("}") {
            let (annotations, _) = self.attributes();
            let (name, span) = self.next();
            let name = self.symbol(name);
            self.expect(":");
            let ty = self.written_type(span);
            fields.push(Field { name, span, ty, role: FieldRole::Member, bitfield: None, annotations });
            let _ = self.take(",") || self.take(";");
        }
        let _ = self.take(";");
        let id = self.module.structs.push(Struct { name, span, kind: StructKind::Declared, fields, ty: None, contiguous });
        self.module.structs[id].ty = Some(self.module.types.intern(Type::Struct(id)));
    }

    fn variable(&mut self) {
        self.expect("<");
        let kind = match self.next().0 {
            "uniform" => BufferKind::Uniform,
            "storage" => BufferKind::Storage,
            "immediate" => BufferKind::Immediate,
            other => panic!("`{other}`"),
        };
        self.expect(">");
        let (name, span) = self.next();
        let name = self.symbol(name);
        self.expect(":");
        let content = self.written_type(span);
        self.expect(";");
        let id = padstone_model::Id::from_index(self.module.buffers.len());
        let parameter = self.module.parameters.push(Parameter {
            name,
            span,
            kind: ParameterKind::Buffer(id),
            dims: Vec::new(),
            registers: Vec::new(),
            binding: None,
            counter_binding: None,
            location: None,
            access: None,
            used: true,
        });
        let resource = ResourceKind::ConstantBuffer;
        self.module.buffers.push(Buffer { name, span, kind, resource, content, packing: Packing::ByKind, parameter });
    }

    /// The type of the member or variable whose name is at `name`.
    fn written_type(&mut self, name: Span) -> TypeId {
        self.peek();
        let start = self.at;
        let ty = self.type_name();
        let at = |at: usize| self.base + u32::try_from(at).expect("short");
        let span = Span { start: at(start), end: at(self.at) };
        self.module.type_spans.push((name, span));
        ty
    }

    fn type_name(&mut self) -> TypeId {
        let (word, _) = self.next();
        let digit = |at: usize| word.as_bytes().get(at).filter(|digit| digit.is_ascii_digit()).map(|digit| digit - b'0');
        let ty = if let Some(scalar) = scalar(word) {
            Type::Scalar(scalar)
        } else if word == "atomic" {
            Type::Atomic(self.argument())
        } else if let (true, Some(width)) = (word.starts_with("vec"), digit(3)) {
            Type::Vector { scalar: self.argument(), width }
        } else if let (true, Some(columns), Some(rows)) = (word.starts_with("mat"), digit(3), digit(5)) {
            Type::Matrix { scalar: self.argument(), rows, columns, major: Major::Column }
        } else if word == "array" {
            self.expect("<");
            let element = self.type_name();
            let count = if self.take(",") { Count::Known(self.number()) } else { Count::Runtime };
            self.expect(">");
            Type::Array { element, count }
        } else {
            let found = self.module.structs.iter().find(|(_, declared)| self.module.name(declared.name) == word);
            Type::Struct(found.unwrap_or_else(|| panic!("no type {word}")).0)
        };
        self.module.types.intern(ty)
    }

    fn argument(&mut self) -> Scalar {
        self.expect("<");
        let found = scalar(self.next().0).expect("a scalar");
        self.expect(">");
        found
    }
}

fn scalar(word: &str) -> Option<Scalar> {
    Some(match word {
        "f32" => Scalar::Float32,
        "f16" => Scalar::Float16,
        "i32" => Scalar::Int32,
        "u32" => Scalar::Uint32,
        "bool" => Scalar::Bool,
        _ => return None,
    })
}
