//! `explain` and the listing are consistent: the steps to every row add up to its offset, and every byte has an
//! explanation.

use std::ops::ControlFlow;

use padstone_emit::diagnostics::TerminalColor;
use padstone_emit::explain::{MemberPath, Question};
use padstone_layout::{Layout, ModuleLayout, Subject, Visit, VisitOrder, profiles, rows};
use padstone_model::{Module, Type};
use padstone_source::SourceMap;

use crate::read::read;

const SOURCE: &str = "
struct Base { float3 origin; };
struct Empty {};
struct Light : Base { uint kind : 4; uint on : 1; double range; Empty none; float2 size[2]; };
cbuffer Scene {
    float exposure;
    float4x4 view;
    Light lights[3];
    row_major float2x3 turn;
    float grid[2][3];
    float2x1 narrow;
    min16float3 soft;
    bool reversed;
};
cbuffer Placed { float4 last : packoffset(c9); double3 first : packoffset(c1); float lost : packoffset(c3.y); };
StructuredBuffer<Light> all;
StructuredBuffer<float3x3> turns;
ConstantBuffer<Light> pair[2];
float loose : register(c4);
float3 tint;
";

#[test]
fn the_steps_to_every_row_add_up_to_its_offset() {
    let mut count = 0;
    every_layout(|module, layouts, layout, name| {
        let visited: ControlFlow<()> = rows(module, layouts.types(layout), layout, VisitOrder::Source, &mut |visit| {
            // The row of an element that is not a struct has no name in a path.
            if let Visit::Row(row) = visit
                && !row.path.starts_with("$Element")
            {
                let path = format!("{name}.{}", row.path);
                let answer = explain(module, layouts, &path);
                let expected = format!("at offset {}", row.offset);
                let found = answer.lines().next().is_some_and(|line| line.contains(&expected));
                assert!(found, "{} under {}: expected {expected} in\n{answer}", path, layouts.profile.name);
                count += 1;
            }
            ControlFlow::Continue(())
        });
        assert!(visited.is_continue());
    });
    assert!(count > 300, "only {count} rows");
}

/// `m[row][column]`, `m[row].x` and `m._m01` are the same scalar, and `m[row]` starts with its first one.
#[test]
fn matrix_scalars_have_one_offset_in_every_spelling() {
    let place = |module: &Module, layouts: &ModuleLayout, path: &str| {
        let answer = explain(module, layouts, path);
        let (_, place) = answer.lines().next().and_then(|line| line.split_once(" at offset ")).expect("an offset");
        let read = answer.lines().find(|line| line.contains("generated code reads")).unwrap_or_default();
        format!("{place} {read}")
    };
    let mut count = 0;
    every_layout(|module, layouts, layout, name| {
        let _ = rows(module, layouts.types(layout), layout, VisitOrder::Source, &mut |visit| {
            if let Visit::Row(row) = visit
                && !row.path.starts_with("$Element")
                && let Type::Matrix { rows, columns, .. } = module.types[row.ty]
            {
                let path = format!("{name}.{}", row.path);
                for (line, column) in (0..rows).flat_map(|line| (0..columns).map(move |column| (line, column))) {
                    let expected = place(module, layouts, &format!("{path}._m{line}{column}"));
                    let letter = ["x", "y", "z", "w"][usize::from(column)];
                    for same in [format!("{path}[{line}][{column}]"), format!("{path}[{line}].{letter}")] {
                        assert_eq!(place(module, layouts, &same), expected, "{same} under {}", layouts.profile.name);
                    }
                    let start = |place: &str| place.split(',').next().map(str::to_owned);
                    if column == 0 {
                        assert_eq!(start(&place(module, layouts, &format!("{path}[{line}]"))), start(&expected), "{path}[{line}]");
                    }
                    count += 1;
                }
            }
            ControlFlow::<()>::Continue(())
        });
    });
    assert!(count > 100, "only {count} scalars");
}

#[test]
fn every_byte_is_in_a_member_or_in_padding() {
    let (mut members, mut paddings) = (0, 0);
    every_layout(|module, layouts, layout, name| {
        for byte in 0..layout.size.bytes() {
            let answer = explain(module, layouts, &format!("{name}@{byte}"));
            let first = answer.lines().next().unwrap_or_default();
            if let Some((_, unit)) = first.split_once("of the allocation unit at offset ") {
                let start: u64 = unit.split(',').next().and_then(|start| start.parse().ok()).unwrap_or_else(|| panic!("{first}"));
                assert!((start..start + 8).contains(&byte), "{name}@{byte} under {}: {first}", layouts.profile.name);
                continue;
            }
            let range = match first.split_once("bytes ") {
                Some((_, range)) if first.starts_with(&format!("byte {byte} of {name} is padding")) => {
                    paddings += 1;
                    range
                }
                _ => {
                    members += 1;
                    first.split_once('(').map_or_else(|| panic!("{name}@{byte}: {first}"), |(_, range)| range)
                }
            };
            let numbers: Vec<u64> = range.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
            let within = numbers.len() >= 2 && (numbers[0]..numbers[1]).contains(&byte);
            assert!(within, "{name}@{byte} under {}: {first}", layouts.profile.name);
        }
        let past_the_end = format!("{name}@{}", layout.size);
        assert!(ask(module, layouts, &past_the_end).is_err(), "{past_the_end}");
    });
    assert!(members > 2000 && paddings > 500, "only {members} bytes in members and {paddings} in padding");
}

/// Lays out the source under every profile, and visits all buffers.
fn every_layout(mut visit: impl FnMut(&Module, &ModuleLayout, &Layout, &str)) {
    for profile in profiles() {
        let (module, layouts) = read(SOURCE, profile.name);
        for layout in &layouts.layouts {
            if let Subject::Buffer(id) = layout.subject {
                visit(&module, &layouts, layout, module.name(module.buffers[id].name));
            }
        }
    }
}

fn explain(module: &Module, layouts: &ModuleLayout, path: &str) -> String {
    ask(module, layouts, path).unwrap_or_else(|why| panic!("{path} under {}: {why}", layouts.profile.name))
}

fn ask(module: &Module, layouts: &ModuleLayout, path: &str) -> Result<String, String> {
    // The module was read from one file with the same name and text.
    let mut sources = SourceMap::new();
    sources.add_file("test.hlsl", SOURCE.into()).map_err(|full| full.to_string())?;
    let question = Question { sources: &sources, module, layouts, others: &[] };
    let path: MemberPath = path.parse()?;
    let explanation = question.explain(&path).map_err(|unknown| unknown.message)?;
    let mut out = Vec::new();
    explanation.write(TerminalColor::Never, &mut out).map_err(|error| error.to_string())?;
    String::from_utf8(out).map_err(|error| error.to_string())
}
