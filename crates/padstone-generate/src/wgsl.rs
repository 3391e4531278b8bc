//! Modules of WGSL that are correct: tint accepts all of them, naga those of [`ModuleFeatures::naga`].

mod bodies;
mod constants;
mod draft2020;
mod executable;
mod structs;
mod types;
mod variables;

use std::fmt::Write;

use crate::{Choices, spacing};
use structs::Structs;

pub use draft2020::draft_2020;
pub use executable::{BeyondNaga, Buffer, Executable, Value, executable};

/// How much of the language may occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleFeatures {
    /// `@align` and `@size` on members.
    pub attributes: bool,
    /// Whether uniform buffers obey the constraints that they had before `uniform_buffer_standard_layout`.
    pub legacy_uniform: bool,
    /// Language features that naga 30 does not have: `var<immediate>`.
    pub newest: bool,
    /// Functions with bodies, entry points among them.
    pub bodies: bool,
    /// Whether types are small, and such that naga 30 places them as WGSL says: it loses `@align` in nested structs.
    pub portable: bool,
}

impl ModuleFeatures {
    /// What tint accepts.
    pub const fn everywhere() -> Self {
        ModuleFeatures { attributes: true, legacy_uniform: false, newest: true, bodies: true, portable: false }
    }

    /// What naga 30 reads; its validator still rejects some uniform buffers.
    pub const fn naga() -> Self {
        ModuleFeatures { newest: false, ..Self::everywhere() }
    }
}

/// The module that some decisions stand for.
pub fn module(choices: &mut Choices<'_>, domain: ModuleFeatures) -> String {
    let mut generator = Generator::new(choices, domain);
    let variables = generator.variables();
    if domain.bodies {
        generator.functions(&variables);
    }
    generator.finish()
}

/// What is generated, and what can be referred to.
struct Generator<'c, 'b> {
    choices: &'c mut Choices<'b>,
    domain: ModuleFeatures,
    /// Whether the module has f16.
    half: bool,
    /// How many names were given.
    names: usize,
    /// Declarations, whose order has no effect in WGSL.
    declarations: Vec<String>,
    structs: Structs,
}

impl<'c, 'b> Generator<'c, 'b> {
    /// A module of constants and structs so far.
    fn new(choices: &'c mut Choices<'b>, domain: ModuleFeatures) -> Self {
        let half = choices.one_in(3);
        let mut generator = Generator { choices, domain, half, names: 0, declarations: Vec::new(), structs: Structs::default() };
        generator.constants();
        generator.structs();
        generator
    }

    /// A name that nothing else has.
    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        let more = *self.choices.pick(&["", "", "", "_", "é", "Ω"]);
        format!("{stem}{more}{}", self.names)
    }

    fn declare(&mut self, declaration: String) {
        self.declarations.push(declaration);
    }

    fn finish(mut self) -> String {
        if self.choices.one_in(3) {
            self.choices.shuffle(&mut self.declarations);
        }
        let mut text = String::new();
        if self.choices.one_in(8) {
            text.push_str("diagnostic(off, derivative_uniformity);\n");
        }
        if self.half {
            text.push_str("enable f16;\n");
        }
        for declaration in &self.declarations {
            writeln!(text, "{declaration}").expect("a string takes all");
        }
        spacing::vary(&text, self.choices)
    }
}
