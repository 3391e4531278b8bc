//! The tests of repairs, in one program: `cargo test -p padstone-repair --test tests generated` runs those of a module.

mod generated;
mod optimize;
mod repair;
