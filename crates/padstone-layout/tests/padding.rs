//! The rows of a layout, including padding, cover it: each represents one range of bytes for each element of the enclosing arrays.

use std::ops::ControlFlow;

use crate::common::{LaidOutModule, lay_out};
use padstone_layout::{Layout, PaddingCause, Row, Shape, Visit, VisitOrder, paddings, rows};
use padstone_model::{Count, Type};

const SOURCE: &str = "
struct Light { float3 position; row_major float2x3 turn; float range; float weights[1]; };
cbuffer Scene { float4x4 view; float3x3 normals[3]; row_major float2x3 jitter; float a; float3 grid[2][3]; Light lights[2]; float2x1 n; }
cbuffer Wide { double3x3 m; double t; double2x3 wide; float2 tails[1]; }
cbuffer Narrow { half2x3 narrow; half b; half3 c[3]; }
StructuredBuffer<Light> all;
StructuredBuffer<float3x3> turns;
float3x3 loose[2];
float end;
";

#[test]
fn rows_and_padding_cover_every_byte_once() {
    for profile in ["dxc", "dxc+16", "dxc-spirv", "dxc-spirv-gl", "dxc-spirv-scalar", "std140", "std430", "clang-22", "documented"] {
        let laid = lay_out(profile, SOURCE);
        for layout in &laid.layouts.layouts {
            let (values, padding) = count(&laid, layout);
            assert_eq!(values + padding, layout.size.bytes(), "{profile}, {:?}: {values} + {padding}", layout.subject);
        }
    }
}

#[test]
fn members_in_the_padding_of_others_are_not_padding() {
    let source = "
cbuffer Array { float e[3] : packoffset(c3); float f : packoffset(c3.w); float2 h : packoffset(c4.y); }
struct S { float x; };
cbuffer Struct { S s[2] : packoffset(c0); float2 t : packoffset(c0.z); }
cbuffer Matrix { row_major float2x2 m : packoffset(c0); float inside : packoffset(c0.z); }
";
    let laid = lay_out("dxc", source);
    let found: Vec<Vec<(u64, u64)>> = laid
        .layouts
        .layouts
        .iter()
        .map(|layout| {
            let mut found = Vec::new();
            let done: ControlFlow<()> = paddings(&laid.module, laid.layouts.types(layout), layout, &mut |padding| {
                found.push((padding.offset.bytes(), padding.size.bytes()));
                ControlFlow::Continue(())
            });
            assert!(done.is_continue());
            found
        })
        .take(3)
        .collect();
    assert_eq!(found, [vec![(0, 48), (52, 8)], vec![(4, 4)], vec![(12, 4)]]);
}

/// The number of bytes that the rows of values represent, and those of padding.
fn count(laid: &LaidOutModule, layout: &Layout) -> (u64, u64) {
    let types = laid.layouts.types(layout);
    let (mut values, mut padding) = (0, 0);
    // The enclosing rows, and the number of elements of each.
    let mut around: Vec<(usize, u64)> = Vec::new();
    let done: ControlFlow<()> = rows(&laid.module, types, layout, VisitOrder::Offset, &mut |visit| {
        let depth = match visit {
            Visit::Row(row) => row.depth,
            Visit::Padding { depth, .. } => depth,
        };
        around.retain(|&(other, _)| other < depth);
        let times = |depth: usize| around.iter().filter(|(other, _)| *other < depth).map(|(_, count)| count).product::<u64>();
        match visit {
            Visit::Row(row) => {
                values += own_bytes(laid, &row) * times(depth);
                // The count of the type, because the count of the row is the reflected one.
                if let Type::Array { count: Count::Known(count), .. } = laid.module.types[row.ty] {
                    around.push((depth, count));
                }
            }
            Visit::Padding { padding: found, depth, parent } => {
                let gaps = match (found.cause, laid.module.types[parent], types.get(parent).map(|parent| parent.shape)) {
                    (PaddingCause::Elements { last }, Type::Array { count: Count::Known(count), .. }, _) => {
                        (count - u64::from(!last)) * times(depth - 1)
                    }
                    (PaddingCause::Vectors { last }, _, Ok(Shape::Matrix { vectors, .. })) => {
                        (u64::from(vectors) - u64::from(!last)) * times(depth)
                    }
                    (PaddingCause::Before { .. } | PaddingCause::End { .. }, ..) => times(depth),
                    other => panic!("{other:?}"),
                };
                padding += found.size.bytes() * gaps;
            }
        }
        ControlFlow::Continue(())
    });
    assert!(done.is_continue());
    (values, padding)
}

/// The bytes of a value that no row below it covers.
fn own_bytes(laid: &LaidOutModule, row: &Row<'_>) -> u64 {
    match laid.module.types[row.ty] {
        Type::Scalar(scalar) => laid.module.scalar_bytes(scalar),
        Type::Vector { scalar, width } => laid.module.scalar_bytes(scalar) * u64::from(width),
        Type::Matrix { scalar, rows, columns, .. } => laid.module.scalar_bytes(scalar) * u64::from(rows) * u64::from(columns),
        _ => 0,
    }
}
