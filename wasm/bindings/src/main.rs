//! `padstone-wasm-bindings MODULE FOLDER`: writes the module without its descriptions, and the JavaScript that calls it, to a directory.

#![allow(clippy::print_stderr, reason = "a program for the terminal")]

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("usage: padstone-wasm-bindings MODULE FOLDER");
        return ExitCode::from(2);
    };
    let mut bindings = Bindgen::new();
    // The types are in the package: the library's schema has them. Names of functions would be a fifth of the module.
    let made = bindings
        .input_path(module)
        .out_name("bindings")
        .typescript(false)
        .remove_name_section(true)
        .web(true)
        .and_then(|web| web.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why:?}");
            ExitCode::FAILURE
        }
    }
}
