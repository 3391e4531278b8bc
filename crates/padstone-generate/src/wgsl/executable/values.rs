//! Creates values, and stores them in the results.

use super::super::types::{Type, TypeKind, suffix};
use super::Writer;

/// The declarations of every module. The result of `index_of` is unknown before the shader runs.
pub(super) const PRELUDE: &str = "\
@group(3) @binding(9) var<storage, read_write> results: array<u32>;
var<private> result_count: u32;
var<private> state: u32 = 12345u;
var<private> nothing: u32;

fn put_u32(value: u32) {
    results[result_count] = value;
    result_count += 1u;
}

fn put_i32(value: i32) {
    put_u32(bitcast<u32>(value));
}

fn put_f32(value: f32) {
    put_u32(bitcast<u32>(value));
}

fn next_u32() -> u32 {
    state = state * 1664525u + 1013904223u;
    return state >> 3u;
}

fn next_i32() -> i32 {
    return bitcast<i32>(next_u32() << 2u);
}

fn next_f32() -> f32 {
    return f32(next_u32() & 255u);
}

fn next_below(count: u32) -> u32 {
    let value = next_u32() % count;
    put_u32(value);
    return value;
}

fn index_of(value: u32) -> u32 {
    return value + nothing;
}
";

/// Additional declarations of modules with `f16`.
pub(super) const PRELUDE_OF_F16: &str = "
fn put_f16(value: f16) {
    put_f32(f32(value));
}

fn next_f16() -> f16 {
    return f16(f32(next_u32() & 31u));
}
";

impl Writer<'_, '_> {
    /// A new value of a type.
    pub(super) fn value(&mut self, ty: &Type) -> String {
        match &ty.shape {
            TypeKind::Scalar(scalar) | TypeKind::Atomic(scalar) => self.number(scalar),
            &TypeKind::Vector(width, scalar) => {
                let count = if self.generator.choices.one_in(5) { 1 } else { width };
                self.vector(width, scalar, count)
            }
            &TypeKind::Matrix(columns, rows, scalar) => {
                let columns_of_it: Vec<String> = (0..columns).map(|_| self.vector(rows, scalar, rows)).collect();
                format!("mat{columns}x{rows}{}({})", suffix(scalar).unwrap_or_default(), columns_of_it.join(", "))
            }
            TypeKind::Array(element, Some(count)) if *count <= 4 && !self.generator.choices.one_in(4) => {
                let elements: Vec<String> = (0..*count).map(|_| self.value(element)).collect();
                format!("{}({})", ty.text, elements.join(", "))
            }
            TypeKind::Struct(members) if !self.generator.choices.one_in(6) => {
                let values: Vec<String> = members.iter().map(|member| self.value(&member.ty)).collect();
                format!("{}({})", ty.text, values.join(", "))
            }
            _ => format!("{}()", ty.text),
        }
    }

    fn vector(&mut self, width: usize, scalar: &'static str, count: usize) -> String {
        let components: Vec<String> = (0..count).map(|_| self.number(scalar)).collect();
        format!("vec{width}<{scalar}>({})", components.join(", "))
    }

    pub(super) fn number(&mut self, scalar: &str) -> String {
        let digit = self.generator.choices.between(1, 9);
        match (self.generator.choices.below(4), scalar) {
            (3, "u32") => format!("{digit}u"),
            (3, "i32") => format!("-{digit}i"),
            (3, "f32") => format!("{digit}.5"),
            (3, _) => format!("{digit}h"),
            _ => format!("next_{scalar}()"),
        }
    }

    /// Stores all numbers of a value in the results; `text` is evaluated once.
    pub(super) fn show(&mut self, text: &str, ty: &Type) {
        match &ty.shape {
            TypeKind::Scalar(scalar) => self.line(format!("put_{scalar}({text});")),
            TypeKind::Vector(..) | TypeKind::Matrix(..) => {
                let local = self.local();
                self.line(format!("let {local} = {text};"));
                self.show_parts(&local, ty);
            }
            TypeKind::Struct(_) => {
                let function = self.function_that_shows(ty);
                self.line(format!("{function}({text});"));
            }
            TypeKind::Array(element, Some(count)) => {
                let (local, index) = (self.local(), self.local());
                self.line(format!("var {local} = {text};"));
                self.line(format!("for (var {index} = 0u; {index} < {count}u; {index}++) {{"));
                self.show(&format!("{local}[{index}]"), element);
                self.line("}".to_owned());
            }
            TypeKind::Array(_, None) | TypeKind::Atomic(_) => unreachable!("runtime-sized arrays and atomics are not values"),
        }
    }

    fn show_parts(&mut self, local: &str, ty: &Type) {
        match ty.shape {
            TypeKind::Vector(width, scalar) => {
                for letter in "xyzw".chars().take(width) {
                    self.line(format!("put_{scalar}({local}.{letter});"));
                }
            }
            TypeKind::Matrix(columns, rows, scalar) => {
                let column = Type::vector(rows, scalar, String::new());
                (0..columns).for_each(|index| self.show_parts(&format!("{local}[{index}]"), &column));
            }
            _ => unreachable!("a vector or a matrix"),
        }
    }

    /// The name of a function that stores all members of a struct in the results.
    fn function_that_shows(&mut self, ty: &Type) -> String {
        if let Some(name) = self.shown.get(&ty.text) {
            return name.clone();
        }
        let TypeKind::Struct(members) = &ty.shape else { unreachable!("the type is a struct") };
        let name = self.generator.name("show");
        self.shown.insert(ty.text.clone(), name.clone());
        let outside = std::mem::take(&mut self.body);
        for member in members {
            self.show(&format!("value.{}", member.name), &member.ty);
        }
        let body = std::mem::replace(&mut self.body, outside);
        self.functions.add(format!("fn {name}(value: {})", ty.text), body);
        name
    }

    /// A unique name for a local.
    pub(super) fn local(&mut self) -> String {
        self.generator.name("t")
    }

    pub(super) fn line(&mut self, line: String) {
        self.body.push(line);
    }
}
