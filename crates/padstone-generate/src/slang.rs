//! Slang programs that libslang accepts for every target: structs that mix ordinary data and resources, buffers, parameter blocks,
//! arrays of all of them, explicit bindings, and entry points.

mod entry_points;
mod features;
mod types;

use std::fmt::Write;

use crate::{Choices, spacing};
use types::Type;

/// The features that a program may use, besides parameters with implicit bindings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProgramFeatures {
    /// Whether parameters may have explicit registers and bindings.
    pub explicit: bool,
    /// Whether there are entry points.
    pub entry_points: bool,
    /// Whether it may use features that only Slang has: interfaces, generics, tuples, pointers, handles.
    pub features: bool,
}

/// A program with that number of parameters.
pub fn program(choices: &mut Choices<'_>, parameters: usize, contents: ProgramFeatures) -> String {
    let mut generator =
        Generator { choices, names: 0, text: String::new(), plain: Vec::new(), mixed: Vec::new(), slots: 0, has_push_constants: false };
    for _ in 0..generator.choices.between(1, 4) {
        generator.plain_struct();
    }
    if contents.features {
        generator.feature_types();
    }
    for _ in 0..generator.choices.between(1, 3) {
        generator.mixed_struct();
    }
    for _ in 0..parameters {
        if contents.features && generator.choices.one_in(3) {
            generator.feature_parameter();
        } else {
            generator.parameter(contents.explicit);
        }
    }
    if contents.entry_points {
        if contents.features && generator.choices.one_in(4) {
            generator.ray_tracing();
        } else {
            generator.entry_points();
        }
    }
    spacing::vary(&generator.text, generator.choices)
}

/// The generated text so far, and the declarations that later ones can refer to.
struct Generator<'c, 'b> {
    choices: &'c mut Choices<'b>,
    names: usize,
    text: String,
    /// Structs of ordinary data.
    plain: Vec<Type>,
    /// Structs that also contain resources.
    mixed: Vec<Type>,
    /// The number of explicit bindings so far.
    slots: usize,
    has_push_constants: bool,
}

impl Generator<'_, '_> {
    /// A unique name.
    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("writing to a string never fails");
    }

    /// Declares a global parameter.
    fn parameter(&mut self, explicit: bool) {
        let name = self.name("g");
        let (head, class) = match self.choices.below(12) {
            0 | 1 => {
                let (text, class) = self.object();
                (format!("{text} {name}{}", self.dimensions(true)), Some(class))
            }
            2 => {
                let ty = self.ty();
                (format!("uniform {} {name}{}", ty.text, ty.dimensions), None)
            }
            3 | 4 => {
                let mut text = format!("cbuffer {name} {{");
                for _ in 0..self.choices.between(1, 6) {
                    let member = self.member();
                    text.push_str(&member);
                }
                self.line(&format!("{text}\n}}"));
                return;
            }
            5 => (format!("ConstantBuffer<{}> {name}", self.content()), Some('b')),
            6 | 7 => (format!("ParameterBlock<{}> {name}", self.content()), None),
            8 | 9 => {
                let element = self.choices.pick(&self.mixed).text.clone();
                (format!("{element} {name}{}", self.dimensions(false)), None)
            }
            _ => {
                let (kind, class) =
                    *self.choices.pick(&[("StructuredBuffer", 't'), ("RWStructuredBuffer", 'u'), ("StructuredBuffer", 't')]);
                (format!("{kind}<{}> {name}{}", self.element(), self.dimensions(true)), Some(class))
            }
        };
        let register_annotation =
            class.filter(|_| explicit && self.choices.one_in(3)).map_or(String::new(), |class| self.register_annotation(class));
        match register_annotation.strip_prefix("[[") {
            Some(_) => self.line(&format!("{register_annotation} {head};")),
            None => self.line(&format!("{head}{register_annotation};")),
        }
    }

    /// An explicit binding that overlaps no other, with room for arrays.
    fn register_annotation(&mut self, class: char) -> String {
        self.slots += 1;
        let number = self.slots * 64 + self.choices.below(8);
        let space = *self.choices.pick(&[0, 0, 0, 1, 3]);
        match (self.choices.below(3), space) {
            (0, 0) => format!(" : register({class}{number})"),
            (0, _) => format!(" : register({class}{number}, space{space})"),
            (1, _) => format!("[[vk::binding({number}, {space})]]"),
            _ => String::new(),
        }
    }

    /// The contents of a constant buffer or parameter block.
    fn content(&mut self) -> String {
        if self.choices.one_in(2) { self.choices.pick(&self.mixed).text.clone() } else { self.element() }
    }

    /// The element type of a structured buffer.
    fn element(&mut self) -> String {
        if self.choices.one_in(3) { self.number() } else { self.choices.pick(&self.plain).text.clone() }
    }
}
