//! Outputs for recorded and generated programs: padstone reads back the SPIR-V that it writes, and Vulkan's validator
//! accepts it; it reads other compilers' modules with their layouts; and `explain` explains every byte.

#![allow(clippy::print_stdout, reason = "prints the counts")]

mod carried;
mod compilers;
mod explain;
mod inputs;
mod leaves;
mod round_trip;
mod table;
mod validator;
