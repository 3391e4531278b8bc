//! The shaders, and the offsets of their scalars, independently of the code that writes structs.

use padstone_read::layout::{Layout, ModuleLayout, Shape, TypeLayouts};
use padstone_read::model::{Count, Language, Module, Type, TypeId};
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::test_data;
use serde_json::Value;

/// The offset and the size of a scalar.
pub(crate) type Number = (u64, u64);

/// Recorded shaders without errors, and the profiles of their layouts.
pub(crate) fn units() -> Vec<(Unit, &'static str)> {
    let mut units = Vec::new();
    for (file, language, profile, take) in [
        ("hlsl-dxc.jsonl", Language::Hlsl, "dxc", 3),
        ("hlsl-dxc.jsonl", Language::Hlsl, "dxc-spirv", 7),
        ("wgsl.jsonl", Language::Wgsl, "wgsl", 2),
        ("glsl.jsonl", Language::Glsl, "glslang", 2),
        ("slang.jsonl", Language::Slang, "slang-spirv", 3),
        ("slang.jsonl", Language::Slang, "slang-cpp", 5),
        ("slang.jsonl", Language::Slang, "slang-metal", 5),
    ] {
        let text = std::fs::read_to_string(test_data("golden").join(file)).expect("the file of recorded answers");
        let sources = text.lines().filter_map(|line| {
            let line: Value = serde_json::from_str(line).expect("a line is a JSON object");
            line["error"].is_null().then(|| line["source"].as_str().map(str::to_owned)).flatten()
        });
        for source in sources.step_by(take) {
            let options = Options { language, ..Options::default() };
            let unit = Unit::read("main", source.into(), &MemoryLoader::default(), &options);
            if !unit.diagnostics.has_errors() {
                units.push((unit, profile));
            }
        }
    }
    units
}

/// All scalars of a layout, and the integers that store bit-fields, sorted, without those of a runtime-sized array.
pub(crate) fn numbers(unit: &Unit, layouts: &ModuleLayout, layout: &Layout) -> Vec<Number> {
    let mut found = Vec::new();
    add(&unit.module, layouts.types(layout), layout.content, 0, &mut found);
    found.sort_unstable();
    found
}

fn add(module: &Module, types: &TypeLayouts, ty: TypeId, position: u64, found: &mut Vec<Number>) {
    let Ok(laid) = types.get(ty) else { return };
    match (module.types[ty], laid.shape) {
        (Type::Struct(_), _) => {
            // A bit-field is stored in an integer of its type.
            for (field, place) in types.fields(module, ty) {
                add(module, types, field.ty, position + place.offset.bytes(), found);
            }
        }
        (Type::Array { element, count: Count::Known(count) }, Shape::Array { stride }) => {
            // The maximum that a test writes.
            (0..count.min(400)).for_each(|index| add(module, types, element, position + index * stride.bytes(), found));
        }
        (Type::Matrix { scalar, .. }, Shape::Matrix { stride, vectors, length }) => {
            let bytes = types.rules.scalar_bytes(module, scalar);
            for (vector, number) in (0..u64::from(vectors)).flat_map(|vector| (0..u64::from(length)).map(move |number| (vector, number))) {
                found.push((position + vector * stride.bytes() + number * bytes, bytes));
            }
        }
        (Type::Matrix { scalar, rows, columns, .. }, _) => {
            side_by_side(position, u64::from(rows) * u64::from(columns), types.rules.scalar_bytes(module, scalar), found)
        }
        (Type::Vector { scalar, width }, _) => side_by_side(position, width.into(), types.rules.scalar_bytes(module, scalar), found),
        // Words without a meaning for hosts.
        (Type::Handle(_) | Type::Interface(_), _) => side_by_side(position, laid.size.bytes() / 4, 4, found),
        (Type::Scalar(_) | Type::Atomic(_) | Type::Enum(_) | Type::Pointer(_), _) => found.push((position, laid.size.bytes())),
        _ => {}
    }
}

fn side_by_side(position: u64, count: u64, bytes: u64, found: &mut Vec<Number>) {
    found.extend((0..count).map(|index| (position + index * bytes, bytes)));
}
