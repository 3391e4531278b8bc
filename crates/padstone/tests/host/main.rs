//! Structs of host languages lie as the layouts say: their own compilers take the assertions, and what is written through
//! every field arrives at its byte.

#![allow(clippy::print_stdout, reason = "says how much was compared")]

mod programs;
mod tools;

use padstone::Unit;
use padstone::emit::host::{self, HostLanguage, HostOptions, HostStyle, Map};
use padstone::layout::{self, ModuleLayout};

use programs::{Number, numbers, units};
use tools::{Program, TOOLS};

/// Numbers that are written through the fields of one buffer, at most.
const MOST: usize = 300;
/// Bytes of a buffer, at most.
const LARGEST: u64 = 65536;

#[test]
fn what_is_written_through_the_host_arrives() {
    let units = units();
    let mut buffers = 0;
    for tool in TOOLS {
        let language = host::LANGUAGES.iter().find(|language| language.name == tool.language).expect("a language");
        let style = language.styles.iter().find(|style| style.name == tool.style).expect("a style of the language");
        let programs: Vec<Program> = units.iter().filter_map(|(unit, profile)| program(unit, profile, language, style)).collect();
        let expected: Vec<String> =
            programs.iter().flat_map(|program| &program.maps).filter(|map| tool.has(map)).map(|map| tool.bytes(map)).collect();
        let Some(printed) = tool.run(&programs) else { continue };
        let got: Vec<&str> = printed.lines().collect();
        assert_eq!(got.len(), expected.len(), "{}: {printed}", tool.style);
        for (index, (got, expected)) in got.iter().zip(&expected).enumerate() {
            assert_eq!(got, expected, "{} {}, buffer {index}", tool.language, tool.style);
        }
        println!("{} {}: {} buffers of {} programs", tool.language, tool.style, got.len(), programs.len());
        buffers = buffers.max(got.len());
    }
    assert!(buffers == 0 || buffers >= 300, "only {buffers} buffers");
}

/// What padstone writes for a unit; none if that has no buffers.
fn program(unit: &Unit, profile: &str, language: &'static HostLanguage, style: &HostStyle) -> Option<Program> {
    let layouts = unit.layout(layout::find(profile).expect("a profile"));
    let options = HostOptions { file: "main", wanted: &[] };
    let mut text = Vec::new();
    host::write(&mut text, language, style, &unit.module, &layouts, &options).expect("a vector takes all");
    let mut maps = host::maps(language, &unit.module, &layouts, &options, MOST);
    // Each is a variable of a function, on its stack.
    maps.retain(|map| map.size <= LARGEST);
    check_places(unit, &layouts, &maps);
    (!maps.is_empty()).then(|| Program { text: String::from_utf8(text).expect("the text is UTF-8"), maps })
}

/// The fields lie where the layouts say that numbers lie.
fn check_places(unit: &Unit, layouts: &ModuleLayout, maps: &[Map]) {
    let mut expected: Vec<Vec<Number>> = layouts.layouts.iter().map(|layout| numbers(unit, layouts, layout)).collect();
    for map in maps {
        let places: Vec<Number> = map.places.iter().map(|place| (place.offset, place.scalar.bytes(true))).collect();
        let found = expected.iter().position(|numbers| places.iter().all(|place| numbers.binary_search(place).is_ok()));
        let found = found.unwrap_or_else(|| panic!("{} has numbers that no layout has: {places:?}", map.name));
        expected.remove(found);
    }
}
