//! The packages of `target/packages`, each installed and used with the tool that it is for. `cargo xtask ship` builds them and runs this.

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
