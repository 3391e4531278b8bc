//! Installs and uses each package of `target/packages` with its tool. `cargo xtask ship` builds them and runs these tests.

mod action;
mod archive;
mod cmake;
mod documents;
mod meson;
mod npm;
mod packages;
mod python;
mod scratch;
mod versions;
