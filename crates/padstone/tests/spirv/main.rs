//! SPIR-V, both ways: what padstone writes is what it reads, Vulkan's validator accepts it, and what other compilers write
//! reads as they say.

#![allow(clippy::print_stdout, reason = "says how much was compared")]

mod carried;
mod compilers;
mod inputs;
mod round_trip;
mod table;
mod validator;

#[path = "../properties/choices.rs"]
mod choices;
#[path = "../properties/generate.rs"]
mod generate;
#[path = "../common/oracle.rs"]
mod oracle;
#[path = "../properties/program.rs"]
mod program;
#[path = "../common/random.rs"]
mod random;
#[path = "../properties/source.rs"]
mod source;
#[path = "../properties/subject.rs"]
mod subject;
