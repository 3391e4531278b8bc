//! Functions that take pointers to any part of any variable. The twin contains a copy of the function for each memory location
//! that it is called with, whose parameters are the indices in the path of the location.

use std::collections::BTreeMap;

use super::super::types::Type;
use super::functions::Functions;
use super::paths::{Index, POINTEE};
use super::{MemoryPath, Root, Space, Writer};

/// Markers around the number of a call.
const CALL: char = '\u{2}';
const CALL_END: char = '\u{3}';
/// The placeholder for the name of a local variable: one that shadows a variable of the module, but not in the twin.
const SHADOW: &str = "\u{5}";

#[derive(Default)]
pub(super) struct Pointers {
    functions: Vec<Function>,
    calls: Vec<Call>,
}

impl Pointers {
    /// The number of statements in all functions.
    pub(super) fn statements(&self) -> usize {
        self.functions.iter().map(|function| function.body.len()).sum()
    }
}

/// A function with a parameter `pointer`.
struct Function {
    name: String,
    /// `ptr<storage, Struct1, read_write>`
    pointer: String,
    body: Vec<String>,
    /// The name of a variable of the module that one of its locals shadows.
    shadow: String,
}

struct Call {
    function: usize,
    pieces: Vec<String>,
    indices: Vec<Index>,
    argument: String,
}

impl Writer<'_, '_> {
    /// Calls a function with a pointer to the location, if the location is in a variable of the module.
    pub(super) fn through_parameter(&mut self, place: &MemoryPath) -> bool {
        let root = self.roots.iter().find(|root| {
            let first = &place.pieces[0];
            first == &root.name || first.starts_with(&format!("{}.", root.name)) || first.starts_with(&format!("{}[", root.name))
        });
        let Some(Root { space, .. }) = root.cloned() else { return false };
        self.call(place, space, 2);
        true
    }

    fn call(&mut self, place: &MemoryPath, space: Space, deeper: u32) {
        let function = self.function_for(&place.ty, space, deeper);
        let argument = self.number("u32");
        let MemoryPath { pieces, indices, .. } = place.clone();
        self.pointers.calls.push(Call { function, pieces, indices, argument });
        let number = self.pointers.calls.len() - 1;
        self.line(format!("put_u32({CALL}{number}{CALL_END});"));
    }

    /// A function that takes a pointer to a type, new or existing.
    fn function_for(&mut self, ty: &Type, space: Space, deeper: u32) -> usize {
        let pointer = match space {
            Space::Uniform => format!("ptr<uniform, {}>", ty.text),
            Space::Read => format!("ptr<storage, {}, read>", ty.text),
            Space::ReadWrite => format!("ptr<storage, {}, read_write>", ty.text),
            Space::Workgroup => format!("ptr<workgroup, {}>", ty.text),
            Space::Private => format!("ptr<private, {}>", ty.text),
        };
        let known = self.pointers.functions.iter().position(|function| function.pointer == pointer);
        if let Some(known) = known.filter(|_| !self.generator.choices.one_in(4)) {
            return known;
        }
        let name = self.generator.name("through");
        let outside = std::mem::take(&mut self.body);
        let was_sealed = std::mem::replace(&mut self.sealed, true);
        let mut inside = Vec::new();
        self.add_paths_inside(&MemoryPath::pointee(ty.clone(), space.is_writable()), &mut inside);
        self.line(format!("var {SHADOW} = amount;"));
        for place in inside.iter().take(6) {
            if deeper > 0 && self.generator.choices.one_in(3) {
                self.call(place, space, deeper - 1);
            } else {
                self.touch(place);
            }
            self.line(format!("{SHADOW} += 1u;"));
        }
        self.line(format!("return {SHADOW};"));
        let body = std::mem::replace(&mut self.body, outside);
        self.sealed = was_sealed;
        let shadow = self.generator.choices.pick(&self.roots).name.clone();
        self.pointers.functions.push(Function { name, pointer, body, shadow });
        self.pointers.functions.len() - 1
    }

    /// The text of all functions, with the markers replaced.
    pub(super) fn resolved(&self, functions: &Functions, twin: bool) -> String {
        let mut resolver = Resolver { pointers: &self.pointers, twin, clones: BTreeMap::new(), text: String::new() };
        if !twin {
            for function in &self.pointers.functions {
                let head = format!("fn {}(pointer: {}, amount: u32) -> u32", function.name, function.pointer);
                let context = Context { pieces: vec!["(*pointer)".to_owned()], types: Vec::new(), shadow: &function.shadow };
                resolver.function(&head, &function.body, &context);
            }
        }
        for (head, body) in &functions.all {
            resolver.function(head, body, &Context { pieces: Vec::new(), types: Vec::new(), shadow: "" });
        }
        resolver.text
    }
}

/// The replacements of the markers in a function.
struct Context<'a> {
    /// The pointee; in the twin without its indices, which are parameters.
    pieces: Vec<String>,
    /// The types of the parameters for the indices.
    types: Vec<&'static str>,
    shadow: &'a str,
}

struct Resolver<'a> {
    pointers: &'a Pointers,
    twin: bool,
    /// The names of the copies, by function and location.
    clones: BTreeMap<(usize, Vec<String>), String>,
    text: String,
}

impl Resolver<'_> {
    fn function(&mut self, head: &str, body: &[String], context: &Context<'_>) {
        let lines: Vec<String> = body.iter().map(|line| self.line(line, context)).collect();
        self.text.push_str(&format!("\n{head} {{\n"));
        for line in lines {
            self.text.push_str(&format!("    {line}\n"));
        }
        self.text.push_str("}\n");
    }

    fn line(&mut self, line: &str, context: &Context<'_>) -> String {
        let mut text = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once(CALL) {
            let (number, remaining) = after.split_once(CALL_END).expect("a call ends");
            text.push_str(before);
            text.push_str(&self.call(number.parse().expect("a number"), context));
            rest = remaining;
        }
        text.push_str(rest);
        text.replace(POINTEE, &with_parameters(&context.pieces)).replace(SHADOW, context.shadow)
    }

    fn call(&mut self, number: usize, context: &Context<'_>) -> String {
        let pointers = self.pointers;
        let Call { function, pieces, indices, argument } = &pointers.calls[number];
        let location_indices = indices.iter().map(|index| index.text.clone());
        if !self.twin {
            let path = MemoryPath { pieces: pieces.clone(), indices: indices.clone(), ty: Type::scalar("u32"), writable: true };
            return format!("{}(&{}, {argument})", pointers.functions[*function].name, path.text());
        }
        // The location in terms of the module's variables: the caller's own location may be only its prefix.
        let (first, others) = pieces.split_first().expect("there is one more element than there are indices");
        let (mut texts, mut types) = (vec![first.clone()], Vec::new());
        if let Some(more) = first.strip_prefix(POINTEE) {
            texts.clone_from(&context.pieces);
            texts.last_mut().expect("there is one more element than there are indices").push_str(more);
            types.clone_from(&context.types);
        }
        let passed = types.len();
        texts.extend_from_slice(others);
        types.extend(indices.iter().map(|index| index.ty));
        let name = self.clone_for(*function, texts, types);
        let arguments: Vec<String> = (0..passed).map(parameter).chain(location_indices).chain([argument.clone()]).collect();
        format!("{name}({})", arguments.join(", "))
    }

    fn clone_for(&mut self, function: usize, pieces: Vec<String>, types: Vec<&'static str>) -> String {
        let key = (function, pieces.iter().cloned().chain(types.iter().map(|&ty| ty.to_owned())).collect());
        if let Some(name) = self.clones.get(&key) {
            return name.clone();
        }
        let Function { name, body, .. } = &self.pointers.functions[function];
        let name = format!("{name}_at{}", self.clones.len());
        self.clones.insert(key, name.clone());
        let parameters: Vec<String> = types.iter().enumerate().map(|(index, ty)| format!("{}: {ty}", parameter(index))).collect();
        let separator = if parameters.is_empty() { "" } else { ", " };
        let head = format!("fn {name}({}{separator}amount: u32) -> u32", parameters.join(", "));
        self.function(&head, body, &Context { pieces, types, shadow: "local" });
        name
    }
}

fn parameter(index: usize) -> String {
    format!("at{index}")
}

fn with_parameters(pieces: &[String]) -> String {
    let mut text = pieces.first().cloned().unwrap_or_default();
    for (index, piece) in pieces.iter().skip(1).enumerate() {
        text.push_str(&parameter(index));
        text.push_str(piece);
    }
    text
}
