//! The front end for HLSL and its relatives. Parsing never fails: it returns what it understood, and diagnostics.
//!
//! ```text
//! text ──lex──▶ tokens ──preprocess──▶ tokens ──hlsl──▶ Module
//! ```

mod hlsl;
mod lex;
mod preprocess;
mod token;

pub use hlsl::{Options, Stage, Target, read_hlsl};
pub use preprocess::{Preprocessor, Unit};
pub use token::{Token, TokenKind};
