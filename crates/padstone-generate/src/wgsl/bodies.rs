//! Functions: statements of every kind, over locals, parameters, and the variables of the module.

mod expressions;
mod statements;

use super::Generator;
use super::types::{Type, TypeKind, suffix};
use super::variables::Variable;

/// A scalar, or a vector of `width` scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ValueType {
    width: usize,
    scalar: &'static str,
}

impl ValueType {
    const BOOL: ValueType = ValueType { width: 1, scalar: "bool" };
    const INDEX: ValueType = ValueType { width: 1, scalar: "u32" };

    fn text(self) -> String {
        match (self.width, self.scalar) {
            (1, scalar) => scalar.to_owned(),
            (width, "bool") => format!("vec{width}<bool>"),
            (width, scalar) => format!("vec{width}{}", suffix(scalar).unwrap_or_default()),
        }
    }
}

/// A memory location with a value.
#[derive(Clone, Debug)]
struct MemoryLocation {
    /// The spelling: `storage.items[2].position`.
    path: String,
    value: ValueType,
    writable: bool,
    atomic: bool,
}

/// A function that others can call.
struct Function {
    name: String,
    parameters: Vec<ValueType>,
    result: Option<ValueType>,
}

/// The body of a function.
struct Body<'g, 'c, 'b> {
    generator: &'g mut Generator<'c, 'b>,
    variables: &'g [Variable],
    functions: &'g [Function],
    /// The names in scope, innermost last.
    locals: Vec<MemoryLocation>,
    text: String,
    /// The number of enclosing blocks, and of statements so far.
    depth: usize,
    statements: usize,
    /// Whether `continue` and `break` are allowed.
    in_loop: bool,
}

impl Generator<'_, '_> {
    /// Functions, and at most one entry point for each stage.
    pub(super) fn functions(&mut self, variables: &[Variable]) {
        let mut functions = Vec::new();
        for _ in 0..self.choices.below(4) {
            let function = self.function(variables, &functions);
            functions.push(function);
        }
        if self.choices.one_in(2) {
            let size = *self.choices.pick(&["1", "8, 8", "64u", "4, 2, 1"]);
            let name = self.name("compute");
            let parameter = MemoryLocation { path: "id.x".to_owned(), value: ValueType::INDEX, writable: false, atomic: false };
            let body = self.body(variables, &functions, vec![parameter], None);
            let head = "@builtin(global_invocation_id) id: vec3u";
            self.declare(format!("@compute @workgroup_size({size})\nfn {name}({head}) {{\n{body}}}"));
        }
        if self.choices.one_in(4) {
            let name = self.name("fragment");
            self.declare(format!(
                "@fragment\nfn {name}(@builtin(position) at: vec4f, @location(0) @interpolate(flat) which: u32) -> @location(0) vec4f {{\n    \
                 return at * f32(which);\n}}"
            ));
        }
    }

    fn function(&mut self, variables: &[Variable], functions: &[Function]) -> Function {
        let name = self.name("function");
        let parameters: Vec<ValueType> = (0..self.choices.below(4)).map(|_| self.value()).collect();
        let result = (!self.choices.one_in(4)).then(|| self.value());
        let named = parameters.iter().enumerate();
        let head: Vec<String> = named.clone().map(|(index, value)| format!("p{index}: {}", value.text())).collect();
        let locals = named.map(|(index, &value)| MemoryLocation { path: format!("p{index}"), value, writable: false, atomic: false });
        let body = self.body(variables, functions, locals.collect(), result);
        let arrow = result.map_or(String::new(), |value| format!(" -> {}", value.text()));
        self.declare(format!("fn {name}({}){arrow} {{\n{body}}}", head.join(", ")));
        Function { name, parameters, result }
    }

    fn value(&mut self) -> ValueType {
        let mut scalars = vec!["f32", "u32", "i32", "bool", "f32"];
        scalars.extend(self.half.then_some("f16"));
        let width = *self.choices.pick(&[1, 1, 1, 2, 3, 4]);
        let scalar = *self.choices.pick(&scalars);
        ValueType { width, scalar }
    }

    fn body(&mut self, variables: &[Variable], functions: &[Function], locals: Vec<MemoryLocation>, result: Option<ValueType>) -> String {
        let mut body = Body { generator: self, variables, functions, locals, text: String::new(), depth: 1, statements: 0, in_loop: false };
        body.statements();
        if let Some(result) = result {
            let value = body.expression(result, 3);
            body.line(&format!("return {value};"));
        }
        body.text
    }
}

impl Body<'_, '_, '_> {
    fn line(&mut self, text: &str) {
        self.text.push_str(&"    ".repeat(self.depth));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A scalar or vector inside a variable of the module, at any depth.
    fn memory_location(&mut self) -> Option<MemoryLocation> {
        if self.variables.is_empty() {
            return None;
        }
        let variable = self.generator.choices.pick(self.variables);
        let (mut path, mut ty) = (variable.name.clone(), &variable.ty);
        loop {
            let inner: &Type = match &ty.shape {
                TypeKind::Struct(members) => {
                    let member = self.generator.choices.pick(members);
                    path = format!("{path}.{}", member.name);
                    &member.ty
                }
                TypeKind::Array(element, count) => {
                    let last = count.map_or(3, |count| count as usize - 1);
                    path = format!("{path}[{}]", self.generator.choices.below(last.min(200) + 1));
                    element
                }
                &TypeKind::Matrix(columns, rows, scalar) => {
                    path = format!("{path}[{}]", self.generator.choices.below(columns));
                    return Some(MemoryLocation {
                        path,
                        value: ValueType { width: rows, scalar },
                        writable: variable.writable,
                        atomic: false,
                    });
                }
                &TypeKind::Vector(width, scalar) => {
                    if self.generator.choices.one_in(2) {
                        path = format!("{path}.{}", &"xyzw"[self.generator.choices.below(width)..][..1]);
                        return Some(MemoryLocation {
                            path,
                            value: ValueType { width: 1, scalar },
                            writable: variable.writable,
                            atomic: false,
                        });
                    }
                    return Some(MemoryLocation { path, value: ValueType { width, scalar }, writable: variable.writable, atomic: false });
                }
                &TypeKind::Scalar(scalar) => {
                    return Some(MemoryLocation {
                        path,
                        value: ValueType { width: 1, scalar },
                        writable: variable.writable,
                        atomic: false,
                    });
                }
                &TypeKind::Atomic(scalar) => {
                    return Some(MemoryLocation { path, value: ValueType { width: 1, scalar }, writable: true, atomic: true });
                }
            };
            ty = inner;
        }
    }
}
