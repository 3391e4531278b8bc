//! The front end for HLSL and its relatives. Parsing never fails: it returns what it understood, and diagnostics.
//!
//! ```text
//! text ──lex──▶ tokens ──preprocess──▶ tokens ──hlsl──▶ Module
//! ```

mod lex;
mod preprocess;
mod token;

pub use preprocess::{Preprocessor, Unit};
pub use token::{Token, TokenKind};
