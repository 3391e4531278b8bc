//! Writes through every field of every struct, and checks the bytes.

use std::path::Path;

use padstone_read::Unit;
use padstone_read::emit::host::{self, HostOptions, HostTypes, StructMap};
use padstone_read::layout::{self, ModuleLayout};
use padstone_testing::{is_full, sampled};

use super::programs::{Number, numbers, units};
use super::tools::{Program, Tool};

/// The maximum number of scalars that are written in one buffer.
const MOST: usize = 300;
/// The maximum size of a buffer in bytes.
const LARGEST: u64 = 65536;

/// Tests all installed tools with one program in `every`, in a directory for each.
pub(crate) fn check(tools: &[Tool], folder: &Path, every: usize) {
    let units = units();
    for tool in tools {
        let language = host::LANGUAGES.iter().find(|language| language.name == tool.language).expect("a language");
        let types = HostTypes::new(language, Some(tool.style), tool.derives).expect("types of the language");
        let mut programs: Vec<Program> = Vec::new();
        for (unit, profile) in units.iter().step_by(every) {
            // All C++ programs are in one file.
            let namespace = (tool.language == "cpp").then(|| format!("p{}", programs.len()));
            programs.extend(program(unit, profile, &types, namespace));
        }
        let maps = || programs.iter().flat_map(|program| &program.maps).filter(|map| tool.has(map));
        let expected: Vec<String> = maps().map(|map| tool.bytes(map)).collect();
        let Some(printed) = tool.run(&programs, folder) else { continue };
        let got: Vec<&str> = printed.lines().collect();
        let name = tool.name();
        assert_eq!(got.len(), expected.len(), "{name}: {printed}");
        for (index, (got, expected)) in got.iter().zip(&expected).enumerate() {
            assert_eq!(got, expected, "{name}, buffer {index}");
        }
        let of_library = maps().flat_map(|map| &map.places).filter(|place| place.is_of_library()).count();
        let peeled = maps().flat_map(|map| &map.places).filter(|place| place.is_peeled()).count();
        let all: usize = maps().map(|map| map.places.len()).sum();
        println!(
            "{name}: {} buffers of {} programs, {all} numbers, {of_library} in types of a library, {peeled} by accessors of arrays",
            got.len(),
            programs.len()
        );
        assert!(got.len() * every >= 300, "{name}: only {} buffers", got.len());
        assert!(peeled > 0, "{name}: no accessor of an array was tested");
        assert_eq!(of_library > 0, tool.has_library(), "{name}: {of_library} numbers in types of a library");
    }
}

/// Checks the offsets of the fields in all programs, without compiling them.
pub(crate) fn check_offsets(types: &HostTypes) {
    let checked = sampled(units(), 4).filter(|(unit, profile)| program(unit, profile, types, None).is_some()).count();
    assert!(checked > if is_full() { 500 } else { 125 }, "{checked}");
}

/// padstone's output for a unit; `None` if it has no buffers.
fn program(unit: &Unit, profile: &str, types: &HostTypes, namespace: Option<String>) -> Option<Program> {
    let layouts = unit.layout(layout::find(profile).expect("a profile"));
    let options = HostOptions { file: "main", namespace: namespace.as_deref(), ..HostOptions::default() };
    let mut text = Vec::new();
    host::write(&mut text, types, &unit.module, &layouts, &options).expect("a vector takes all");
    let mut maps = host::maps(types, &unit.module, &layouts, &options, MOST);
    // Each buffer is a variable on the stack of a function.
    maps.retain(|map| map.size <= LARGEST);
    check_places(unit, &layouts, &maps);
    (!maps.is_empty()).then(|| Program { text: String::from_utf8(text).expect("the text is UTF-8"), maps })
}

/// Checks that the fields have the offsets of the scalars in the layout. A scalar of 8 bytes may be written in two halves.
fn check_places(unit: &Unit, layouts: &ModuleLayout, maps: &[StructMap]) {
    let mut expected: Vec<Vec<Number>> = layouts.layouts.iter().map(|layout| numbers(unit, layouts, layout)).collect();
    for map in maps {
        let places: Vec<Number> = map.places.iter().map(|place| (place.offset, place.scalar.bytes(true))).collect();
        let is_known = |numbers: &[Number], (offset, bytes): Number| {
            let is = |number| numbers.binary_search(&number).is_ok();
            is((offset, bytes)) || bytes == 4 && (is((offset, 8)) || offset >= 4 && is((offset - 4, 8)))
        };
        // The smallest layout with these numbers: a larger one may be that of another buffer.
        let has_all = |numbers: &[Number]| places.iter().all(|place| is_known(numbers, *place));
        let fitting = expected.iter().enumerate().filter(|(_, numbers)| has_all(numbers));
        let found = fitting.min_by_key(|(_, numbers)| numbers.len()).map(|(index, _)| index);
        let found = found.unwrap_or_else(|| {
            let (_, file) = unit.sources.files().next().expect("one was read");
            panic!("{} has offsets of no layout: {places:?}\n{expected:?}\n{}", map.name, file.text)
        });
        expected.remove(found);
    }
}
