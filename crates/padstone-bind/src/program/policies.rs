//! The policies, one file each; those of other languages than Slang are together in `by_language`.

mod by_language;
mod documented;
mod slang_2026;

use padstone_model::Language;

pub use by_language::{DXC, DXC_SPIRV, GLSLANG, OPENGL, WGSL};
pub use documented::DOCUMENTED;
pub use slang_2026::SLANG_2026;

use super::policy::ProgramPolicy;

/// All of them; of those for a language and a target the first is the default.
pub static PROGRAM_POLICIES: &[&ProgramPolicy] = &[&SLANG_2026, &DXC, &DXC_SPIRV, &GLSLANG, &OPENGL, &WGSL, &DOCUMENTED];

/// The policies for a language, the default first.
pub fn for_language(language: Language) -> impl Iterator<Item = &'static ProgramPolicy> {
    PROGRAM_POLICIES.iter().copied().filter(move |policy| policy.languages.contains(&language))
}
