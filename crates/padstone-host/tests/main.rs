//! The tests of reading structs of programs, in one program: `cargo test -p padstone-host --test tests compilers` runs those of a module.

mod advice;
mod compilers;
