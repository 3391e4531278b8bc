//! Everything that padstone does with a text, one after another: what a fuzzer runs, and what replays its finds.

use padstone::source::MemoryLoader;
use padstone::{Options, Unit, cfamily, layout, model};

/// The name of the file, by which it can include itself.
pub(crate) const FILE: &str = "main.hlsl";

/// Reads a text whose first byte stands for the options, and lays it out under all profiles and rule sets.
pub(crate) fn run_bytes(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else { return };
    run(&String::from_utf8_lossy(text), &options(choice));
}

/// Reads a text and lays it out under all profiles and rule sets.
pub(crate) fn run(text: &str, options: &Options) {
    let loader = MemoryLoader::new([(FILE, text), ("other.hlsli", "#pragma once\nfloat other;\n")]);
    let unit = Unit::read(FILE, text.into(), &loader, options);
    for profile in layout::profiles() {
        write_all(&unit, profile);
    }
}

fn write_all(unit: &Unit, profile: &'static layout::Profile) {
    let layouts = unit.layout(profile);
    drop(layouts);
}

fn options(choice: u8) -> Options {
    let hlsl = cfamily::Options {
        native_16bit: choice & 1 != 0,
        default_major: if choice & 2 != 0 { model::Major::Row } else { model::Major::Column },
        spirv: choice & 4 != 0,
        entry: (choice & 8 != 0).then(|| "main".to_owned()),
        hlsl_version: if choice & 16 != 0 { 2016 } else { 2021 },
        ..cfamily::Options::default()
    };
    Options { hlsl, ..Options::default() }
}
