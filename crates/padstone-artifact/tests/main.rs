//! The tests of reading compiled modules, in one program: `cargo test -p padstone-artifact --test tests damage` runs those of a module.

mod common;
mod damage;
mod modules;
