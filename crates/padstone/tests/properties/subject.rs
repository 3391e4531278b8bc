//! A generated program after parsing.

use crate::properties::program::{Language, Major, Program};
use crate::properties::source::source;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, cfamily};

/// A program, its text, and the parsed unit.
pub(crate) struct Subject {
    pub(crate) program: Program,
    pub(crate) text: String,
    pub(crate) unit: Unit,
}

impl Subject {
    pub(crate) fn new(program: Program) -> Self {
        let text = source(&program);
        let unit = Unit::read("generated", text.as_str().into(), &MemoryLoader::default(), &options(&program));
        Subject { program, text, unit }
    }
}

/// The options for a program.
pub(crate) fn options(program: &Program) -> Options {
    let default_major = match program.default_major {
        Major::Row => padstone_read::model::Major::Row,
        Major::Column => padstone_read::model::Major::Column,
    };
    let hlsl = cfamily::Options { native_16bit: program.native_16bit, default_major, ..cfamily::Options::default() };
    let language = match program.language {
        Language::Hlsl => padstone_read::model::Language::Hlsl,
        Language::Glsl => padstone_read::model::Language::Glsl,
        Language::Wgsl => padstone_read::model::Language::Wgsl,
        Language::Wgsl2020 => padstone_read::model::Language::Wgsl2020,
    };
    Options { language, hlsl, ..Options::default() }
}
