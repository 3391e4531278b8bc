//! Includes the program in the environment variable `PADSTONE_PROGRAM`.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-env-changed=PADSTONE_PROGRAM");
    let to = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("program.rs");
    match env::var("PADSTONE_PROGRAM") {
        Ok(program) => {
            println!("cargo::rerun-if-changed={program}");
            fs::copy(program, to).expect("the program can be copied");
        }
        Err(_) => fs::write(to, "fn main() {}").expect("a program can be written"),
    }
}
