//! Recordings from `tests/golden`: the number of offsets that match a layout.

use std::collections::HashMap;

use padstone_read::layout::Profile;
use padstone_read::model::{Language, Major};
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, cfamily};
use serde_json::Value;

use crate::properties::rows::{buffer, rows};

/// A shader and its recorded offsets, in one mode.
pub(crate) struct Case {
    unit: Unit,
    buffers: Vec<Value>,
}

/// The files and their languages.
const FILES: [(&str, Language); 3] = [("hlsl-dxc.jsonl", Language::Hlsl), ("wgsl.jsonl", Language::Wgsl), ("glsl.jsonl", Language::Glsl)];

/// The modes of the compilers and their profiles.
const MODES: [(&str, &str); 7] = [
    ("wgsl", "wgsl"),
    ("auto", "glslang"),
    ("dxil", "dxc"),
    ("spirv", "dxc-spirv"),
    ("spirv-dx", "dxc-spirv-dx"),
    ("spirv-gl", "dxc-spirv-gl"),
    ("spirv-scalar", "dxc-spirv-scalar"),
];

/// All cases, by profile.
pub(crate) fn cases() -> HashMap<&'static str, Vec<Case>> {
    let mut cases = HashMap::new();
    FILES.iter().for_each(|(file, language)| add(&mut cases, file, *language));
    cases
}

fn add(cases: &mut HashMap<&'static str, Vec<Case>>, file: &str, language: Language) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden");
    let text = std::fs::read_to_string(format!("{folder}/{file}")).expect("the recorded answers");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a line is a JSON object")).collect();
    let sources: HashMap<&str, &str> = lines.iter().filter_map(|line| Some((line["id"].as_str()?, line["source"].as_str()?))).collect();
    for line in lines.iter().filter(|line| line["error"].is_null()) {
        let source = sources[line["source_id"].as_str().or(line["id"].as_str()).expect("a line has an id")];
        let (_, profile) = MODES.iter().find(|(mode, _)| line["mode"] == *mode).expect("a known mode");
        let case = Case { unit: read(source, line, language), buffers: line["buffers"].as_array().expect("buffers").clone() };
        cases.entry(*profile).or_default().push(case);
    }
}

impl Case {
    /// The number of recorded offsets, sizes, alignments and strides that match those of a profile.
    pub(crate) fn agreements(&self, profile: &'static Profile) -> usize {
        let layouts = self.unit.layout(profile);
        let agreements = self.buffers.iter().map(|expected| {
            let Some(layout) = buffer(&self.unit.module, &layouts, expected["name"].as_str().unwrap_or_default()) else { return 0 };
            let same = |value: &Value, found: Option<u128>| usize::from(found.is_some() && value.as_u64().map(u128::from) == found);
            let mut agreements = same(&expected["size"], Some(layout.size.bytes().into()));
            let stride = layout.stride.map(|stride| stride.bytes().into());
            agreements += same(&expected["stride"], stride) + same(&expected["strides"][""], stride);
            agreements += same(&expected["align"], Some(layout.align.bytes().into()));
            for row in rows(&self.unit.module, &layouts, layout) {
                let members = expected["members"].as_array().into_iter().flatten();
                for member in members.filter(|member| member[0] == *row.path) {
                    agreements += same(&member[1], Some(row.offset)) + same(&member[2], row.size);
                }
                agreements += same(&expected["strides"][&row.path], row.stride);
                agreements += same(&expected["aligns"][&row.path], row.align);
                let matrix = &expected["matrix"][&row.path];
                agreements += same(matrix.get("stride").unwrap_or(&matrix[0]), row.matrix_stride);
            }
            agreements
        });
        agreements.sum()
    }
}

fn read(source: &str, line: &Value, language: Language) -> Unit {
    let has = |flag: &str| line["flags"].as_array().is_some_and(|flags| flags.iter().any(|other| other == flag));
    let hlsl = cfamily::Options {
        native_16bit: has("-enable-16bit-types"),
        default_major: if has("-Zpr") { Major::Row } else { Major::Column },
        spirv: has("-spirv"),
        ..cfamily::Options::default()
    };
    let extension = line["file"].as_str().and_then(|file| file.rsplit('.').next()).unwrap_or_default();
    let glsl = cfamily::GlslOptions { stage: cfamily::glsl_stage(extension), ..cfamily::GlslOptions::default() };
    Unit::read("golden", source.into(), &MemoryLoader::default(), &Options { language, hlsl, glsl, ..Options::default() })
}
