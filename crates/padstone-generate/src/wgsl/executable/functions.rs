//! Functions, and the entry point that calls all of them.

use super::{MemoryPath, Writer};

/// The functions of a module in declaration order, without those that take pointers to any address space.
#[derive(Default)]
pub(super) struct Functions {
    /// Signatures and bodies.
    pub(super) all: Vec<(String, Vec<String>)>,
}

impl Functions {
    pub(super) fn add(&mut self, head: String, body: Vec<String>) {
        self.all.push((head, body));
    }
}

/// The maximum length of a module: drivers take long to compile long functions.
#[derive(Clone, Copy)]
pub(super) struct CodeLimits {
    /// The number of accesses.
    pub(super) places: usize,
    pub(super) places_of_function: usize,
    pub(super) statements: usize,
}

impl CodeLimits {
    pub(super) const LONG: CodeLimits = CodeLimits { places: 24, places_of_function: 6, statements: 120 };
    /// For very many modules.
    pub(super) const SHORT: CodeLimits = CodeLimits { places: 7, places_of_function: 4, statements: 24 };
}

impl Writer<'_, '_> {
    /// Reads and writes every memory location of every variable, in any order, in functions and in the entry point.
    pub(super) fn main(&mut self) {
        let mut places = Vec::new();
        for root in self.roots.clone() {
            self.add_paths_inside(&MemoryPath::of(&root), &mut places);
        }
        self.generator.choices.shuffle(&mut places);
        places.truncate(self.limits.places);
        let mut calls = Vec::new();
        for some in places.chunks(self.limits.places_of_function) {
            for place in some {
                if self.statements() < self.limits.statements {
                    self.visit(place);
                }
            }
            let body = std::mem::take(&mut self.body);
            if self.generator.choices.one_in(4) {
                calls.extend(body);
                continue;
            }
            let name = self.generator.name("step");
            let (head, call) = match self.generator.choices.below(3) {
                0 => (format!("fn {name}(count: u32, step: i32) -> u32"), format!("put_u32({name}(next_u32(), 3i));")),
                1 => (format!("fn {name}(by_value: vec3<f32>)"), format!("{name}(vec3<f32>(next_f32(), 1.0, 2.0));")),
                _ => (format!("fn {name}()"), format!("{name}();")),
            };
            let mut body = body;
            if head.ends_with("u32") {
                body.push("return count + u32(step);".to_owned());
            }
            self.functions.add(head, body);
            calls.push(call);
        }
        self.functions.add("@compute @workgroup_size(1)\nfn main()".to_owned(), calls);
    }

    /// The number of statements so far in all functions.
    fn statements(&self) -> usize {
        let functions: usize = self.functions.all.iter().map(|(_, body)| body.len()).sum();
        functions + self.pointers.statements() + self.body.len()
    }
}
