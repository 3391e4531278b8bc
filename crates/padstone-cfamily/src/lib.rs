//! The front ends for HLSL, Slang and GLSL. Parsing never fails: it returns what it understood, and diagnostics.
//!
//! ```text
//! text ──lex──▶ tokens ──preprocess──▶ tokens ──hlsl, slang, glsl──▶ Module
//! ```

mod constants;
mod cursor;
mod glsl;
mod hlsl;
mod keyword_table;
mod lex;
mod members;
mod preprocess;
mod reader;
mod registers;
mod sizeof;
mod slang;
mod token;
mod unclosed_delimiters;
mod usage;

pub use glsl::{GLSL_STAGES, GlslOptions, TargetEnv, glsl_stage, read_glsl};
pub use hlsl::{CLANG_HLSL_VERSION, HLSL_STAGES, Options, Target, read_hlsl};
pub use preprocess::{Preprocessor, Unit};
pub use slang::{SlangOptions, SlangUnit, read_slang};
pub use token::{Token, TokenKind};
