//! Valid WGSL modules: tint accepts all of them, naga those of [`ModuleFeatures::naga`].

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
pub use executable::{BeyondNaga, Buffer, BufferScalar, Executable, executable, executable_with_shared_structs};

/// The features of the language that a module may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleFeatures {
    /// `@align` and `@size` on members.
    pub attributes: bool,
    /// Whether uniform buffers satisfy the constraints that apply without `uniform_buffer_standard_layout`.
    pub legacy_uniform: bool,
    /// Language extensions that naga 30 lacks: `var<immediate>`.
    pub newest: bool,
    /// Functions with bodies, including entry points.
    pub bodies: bool,
    /// Whether to use only small types that naga 30 places as WGSL specifies: it ignores `@align` in nested structs.
    pub portable: bool,
    /// Scalars of 16 and 64 bits, which only naga has.
    pub native: bool,
}

impl ModuleFeatures {
    /// The features of tint.
    pub const fn everywhere() -> Self {
        ModuleFeatures { attributes: true, legacy_uniform: false, newest: true, bodies: true, portable: false, native: false }
    }

    /// The features that naga 30 parses; its validator still rejects some uniform buffers.
    pub const fn naga() -> Self {
        ModuleFeatures { newest: false, ..Self::everywhere() }
    }
}

/// The module for some choices.
pub fn module(choices: &mut Choices<'_>, domain: ModuleFeatures) -> String {
    let mut generator = Generator::new(choices, domain);
    let variables = generator.variables();
    if domain.bodies {
        generator.functions(&variables);
    }
    generator.finish()
}

/// The generated text so far, and the declarations that later ones can refer to.
struct Generator<'c, 'b> {
    choices: &'c mut Choices<'b>,
    domain: ModuleFeatures,
    /// Whether the module enables f16.
    half: bool,
    /// Whether it enables i16 and u16.
    int16: bool,
    /// The number of names used so far.
    names: usize,
    /// Declarations, which are allowed in any order in WGSL.
    declarations: Vec<String>,
    structs: Structs,
}

impl<'c, 'b> Generator<'c, 'b> {
    /// Starts a module, with constants and structs.
    fn new(choices: &'c mut Choices<'b>, domain: ModuleFeatures) -> Self {
        let half = choices.one_in(3);
        let int16 = domain.native && choices.one_in(2);
        let mut generator = Generator { choices, domain, half, int16, names: 0, declarations: Vec::new(), structs: Structs::default() };
        generator.constants();
        generator.structs();
        generator
    }

    /// A unique name.
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
        if self.int16 {
            text.push_str("enable wgpu_int16;\n");
        }
        for declaration in &self.declarations {
            writeln!(text, "{declaration}").expect("writing to a string never fails");
        }
        spacing::vary(&text, self.choices)
    }
}
