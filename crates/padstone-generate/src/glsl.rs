//! GLSL files of uniform and buffer blocks that glslang accepts for Vulkan, each block with an explicit binding.

mod blocks;
mod types;

use std::fmt::Write;

use crate::{Choices, spacing};
use types::Type;

/// A compute shader with that number of blocks.
pub fn file(choices: &mut Choices<'_>, blocks: usize) -> String {
    let mut generator =
        Generator { choices, names: 0, text: String::new(), structs: Vec::new(), references: Vec::new(), counts: Vec::new() };
    generator.counts();
    for _ in 0..generator.choices.between(1, 4) {
        generator.structure();
    }
    if generator.choices.one_in(3) {
        generator.reference();
    }
    let mut has_push_constant = false;
    for binding in 0..blocks {
        if generator.choices.one_in(4) {
            generator.structure();
        }
        has_push_constant |= generator.block(binding, has_push_constant);
    }
    generator.finish()
}

/// The generated text so far, and the declarations that later ones can refer to.
struct Generator<'c, 'b> {
    choices: &'c mut Choices<'b>,
    /// The number of names used so far.
    names: usize,
    text: String,
    structs: Vec<Type>,
    /// Blocks that pointers can refer to.
    references: Vec<String>,
    /// Names of constants, and their values.
    counts: Vec<(String, u64)>,
}

impl Generator<'_, '_> {
    /// A unique name.
    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("a string takes all");
    }

    fn finish(mut self) -> String {
        self.line("void main() {}");
        let head = "#version 460\n#extension GL_EXT_scalar_block_layout : require\n\
            #extension GL_EXT_shader_explicit_arithmetic_types : require\n#extension GL_EXT_buffer_reference : require\n\
            #define PAIR(x) (x) * 2\n";
        format!("{head}{}", spacing::vary(&self.text, self.choices))
    }

    /// Constants, one of them a specialization constant.
    fn counts(&mut self) {
        for _ in 0..self.choices.below(4) {
            let name = self.name("COUNT");
            let (text, value) = self.count();
            let ty = *self.choices.pick(&["int", "int", "uint"]);
            let value = value.min(9);
            self.line(&format!("const {ty} {name} = {};", if value < 9 { format!("{ty}({text})") } else { value.to_string() }));
            self.counts.push((name, value));
        }
    }

    /// An array size: its spelling and its value.
    fn count(&mut self) -> (String, u64) {
        let value = self.choices.between(1, 6) as u64;
        let known = self.counts.get(self.choices.below(self.counts.len().max(1))).cloned();
        match (self.choices.below(14), known) {
            (5 | 6, Some((name, value))) => (name, value),
            (7, Some((name, value))) => (format!("int({name}) + 1"), value + 1),
            (8, _) => (format!("0x{value:x}"), value),
            (9, _) => (format!("0{value:o}"), value),
            (10, _) => (format!("PAIR({value})"), value * 2),
            (11, _) => (format!("max({value}, 3)"), value.max(3)),
            (12, _) => (format!("{value} > 2 ? 5 : {value}"), if value > 2 { 5 } else { value }),
            (13, _) => (format!("(1 << {value}) - 1"), (1 << value) - 1),
            _ => (value.to_string(), value),
        }
    }
}
