//! A program of generated structs, built together with the libraries that they use.

#![allow(warnings, reason = "nobody reads it")]

include!(concat!(env!("OUT_DIR"), "/program.rs"));
