//! Arbitrary bytes as the other inputs of a project: settings, lock file, and host programs. No panic, no hang, bounded memory.
//!
//! The first byte selects the kind of file, the rest is its content.

#![no_main]

use padstone_check::abi::lock;
use padstone_check::config;
use padstone_read::diag::Diagnostics;
use padstone_read::emit::diagnostics::{TerminalColor, Context, FORMATS};
use padstone_read::source::{Interner, SourceMap};
use padstone_host::Structs;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((choice, file)) = data.split_first() else { return };
    match choice % 3 {
        0 => text("padstone.toml", file, |sources, file, found| _ = config::read(sources, file, found)),
        1 => text("padstone.lock", file, |sources, file, found| {
            let read = lock::read(sources.file(file), found).abis;
            // The parsed content is written and parsed again.
            let rewritten = lock::write(&read);
            let mut sources = SourceMap::new();
            let rewritten = sources.add_file("padstone.lock", rewritten.into()).expect("it fits");
            assert_eq!(lock::write(&lock::read(sources.file(rewritten), &mut Diagnostics::new()).abis), lock::write(&read));
        }),
        _ => program(file),
    }
});

/// Parses a text, and prints the diagnostics.
fn text(name: &str, bytes: &[u8], read: impl Fn(&SourceMap, padstone_read::source::FileId, &mut Diagnostics)) {
    let mut sources = SourceMap::new();
    let Ok(file) = sources.add_file(name, String::from_utf8_lossy(bytes).into()) else { return };
    let mut found = Diagnostics::new();
    read(&sources, file, &mut found);
    let names = Interner::new();
    for format in FORMATS {
        let mut renderer = (format.renderer)(TerminalColor::Never);
        for diagnostic in &found {
            renderer.diagnostic(Context { sources: &sources, names: &names }, diagnostic, &mut std::io::sink()).expect("a sink takes all");
        }
    }
}

/// Reads the structs of a program or object; other files also as the section of types of an MSVC object.
fn program(bytes: &[u8]) {
    if let Ok(structs) = Structs::read(bytes, "Camera") {
        let _ = structs.named("Camera");
    }
}
