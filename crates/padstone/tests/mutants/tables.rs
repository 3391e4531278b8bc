//! Tables written by hand: HLSL, and where its members lie.
//!
//! A case is a source, after a line of options if there are any, and for each buffer `=> NAME SIZE: PATH OFFSET, …`.
//! Cases are separated by an empty line, `#` begins a comment.

use padstone::layout::{self, Profile};
use padstone::source::MemoryLoader;
use padstone::{Options, Unit, cfamily};

use crate::rows::{buffer, rows};

/// One source and what is known about it.
pub(crate) struct Case {
    source: String,
    unit: Unit,
    /// Buffer, size, and members with their offsets.
    buffers: Vec<(String, u64, Vec<(String, u128)>)>,
}

/// The tables, and the profiles they are for.
const TABLES: [(&str, &str); 2] =
    [("clang-22", include_str!("tables/clang-22.txt")), ("documented", include_str!("tables/documented.txt"))];

/// All cases for a profile.
pub(crate) fn cases(profile: &str) -> Vec<Case> {
    let tables = TABLES.iter().filter(|(name, _)| *name == profile);
    tables.flat_map(|(_, text)| text.split("\n\n").filter_map(case)).collect()
}

impl Case {
    /// What is not as the table says.
    pub(crate) fn differences(&self, profile: &'static Profile) -> Vec<String> {
        let layouts = self.unit.layout(profile);
        let mut differences = Vec::new();
        for (name, size, members) in &self.buffers {
            let Some(layout) = buffer(&self.unit.module, &layouts, name) else {
                differences.push(format!("{name}: missing"));
                continue;
            };
            if layout.size.bytes() != *size {
                differences.push(format!("{name}: {size} bytes expected, {} found", layout.size));
            }
            let found = rows(&self.unit.module, &layouts, layout);
            for (path, offset) in members {
                match found.iter().find(|row| row.path == *path) {
                    Some(row) if row.offset == *offset => {}
                    Some(row) => differences.push(format!("{name}: {path} expected at {offset}, found at {}", row.offset)),
                    None => differences.push(format!("{name}: {path}: missing")),
                }
            }
        }
        differences
    }
}

fn case(text: &str) -> Option<Case> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let native_16bit = lines.contains(&"-enable-16bit-types");
    let source: String =
        lines.iter().filter(|line| !line.starts_with('-') && !line.starts_with("=>")).map(|line| format!("{line}\n")).collect();
    let buffers: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("=> ")).map(expected).collect();
    if buffers.is_empty() {
        assert!(source.trim().is_empty(), "nothing is expected of {source}");
        return None;
    }
    let hlsl = cfamily::Options { native_16bit, ..cfamily::Options::default() };
    let unit = Unit::read("table.hlsl", source.as_str().into(), &MemoryLoader::default(), &Options { hlsl, ..Options::default() });
    Some(Case { source, unit, buffers })
}

/// `C 16: a 0, b 8`
fn expected(line: &str) -> (String, u64, Vec<(String, u128)>) {
    let (head, members) = line.split_once(':').expect("NAME SIZE: MEMBERS");
    let (name, size) = head.split_once(' ').expect("NAME SIZE");
    let members = members.split(',').map(|member| {
        let (path, offset) = member.trim().split_once(' ').expect("PATH OFFSET");
        (path.to_owned(), offset.parse().expect("an offset"))
    });
    (name.to_owned(), size.parse().expect("a size"), members.collect())
}

#[test]
fn tables_written_by_hand_hold() {
    for (name, _) in TABLES {
        let profile = layout::find(name).expect("a profile");
        for case in cases(name) {
            let differences = case.differences(profile);
            assert!(differences.is_empty(), "under {name}:\n{}{}", case.source, differences.join("\n"));
        }
    }
}
