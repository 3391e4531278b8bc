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
