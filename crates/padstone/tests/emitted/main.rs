//! What padstone says about the bytes of recorded and generated programs: SPIR-V that it writes is what it reads, and Vulkan's validator
//! accepts it; what other compilers write reads as they say; and `explain` has an answer for every byte.

#![allow(clippy::print_stdout, reason = "says how much was compared")]

mod carried;
mod compilers;
mod explain;
mod inputs;
mod leaves;
mod round_trip;
mod table;
mod validator;

#[path = "../properties/choices.rs"]
mod choices;
#[path = "../properties/generate/mod.rs"]
mod generate;
#[path = "../common/layouts.rs"]
#[allow(dead_code, reason = "this test asks for no answer")]
mod layouts;
#[path = "../properties/naive/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the generator asks it where members may lie, and no more")]
mod naive;
#[path = "../properties/program.rs"]
#[allow(dead_code, reason = "this test asks a program nothing")]
mod program;
#[path = "../common/random.rs"]
#[allow(dead_code, reason = "this test draws bytes and nothing else")]
mod random;
#[path = "../golden/record.rs"]
#[allow(dead_code, reason = "this test reads sources, and no answers")]
mod record;
#[path = "../properties/source/mod.rs"]
mod source;
#[path = "../properties/subject.rs"]
#[allow(dead_code, reason = "this test asks a program nothing")]
mod subject;
