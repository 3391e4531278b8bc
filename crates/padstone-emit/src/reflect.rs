//! Which registers, bindings and bytes everything of a program gets.

pub mod slang_json;
mod writer;
