//! The tests of registers and bindings, in one program: `cargo test -p padstone-bind --test tests golden` runs those of a module.

mod binding_locations;
mod golden;
mod hlsl;
mod languages;
mod listing;
mod naive;
mod policies;
mod program;
mod properties;
