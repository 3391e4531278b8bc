//! The tests of outputs, in one program: `cargo test -p padstone-emit --test tests ast` runs those of a module.

mod ast;
mod cb_struct;
mod copies;
mod explain;
mod llvm_layout;
mod llvm_padding;
mod read;
mod spirv;
