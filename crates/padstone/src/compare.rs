//! Compares layouts of buffers and structs.

use std::fmt;
use std::ops::Range;

use padstone_read::emit::compare::{self, Side};
use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::reason::Reason;
use padstone_read::model::Major;

use crate::{Buffer, Compiler, Diagnostics, File, Layouts, Matrix, Unit};

/// The layouts of a unit under several compilers, compared. `Display` writes the output of `padstone compare`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// The buffers and structs that have a layout under all compilers.
    pub compared: Vec<Compared>,
    /// The buffers that are not compared, because not every side has a buffer of their name.
    pub not_compared: Vec<NotCompared>,
    /// The diagnostics of the source, under all compilers.
    pub diagnostics: Diagnostics,
    /// The compared layouts, each with the buffer or struct if only that one was compared.
    #[cfg_attr(not(feature = "edits"), expect(dead_code, reason = "only edits need it"))]
    sides: Vec<(Layouts, Option<Buffer>)>,
    text: String,
}

/// A buffer or struct under several compilers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Compared {
    /// The name.
    pub name: String,
    /// The layout, by compiler.
    pub sides: Vec<Buffer>,
    /// The stride in bytes of the elements of a buffer, or of an array of a struct, by compiler.
    pub strides: Vec<Option<u64>>,
    /// The members that differ, in source order.
    pub diverging: Vec<DivergingMember>,
}

/// A buffer that only some sides have.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NotCompared {
    /// The name.
    pub name: String,
    /// The path of its file.
    pub file: String,
}

/// A member that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DivergingMember {
    /// The path; empty for the stride of the elements of a buffer.
    pub path: String,
    /// The layout by compiler; `None` if there is no such member.
    pub placements: Vec<Option<MemberPlacement>>,
}

/// A member under one compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MemberPlacement {
    /// The offset in bytes.
    pub offset: u64,
    /// The size in bytes, for scalars, vectors and matrices.
    pub size: Option<u64>,
    /// For bit-fields, their bits, counted from the lowest bit at `offset`.
    pub bits: Option<Range<u32>>,
    /// For arrays, the stride in bytes.
    pub stride: Option<u64>,
    /// For matrices and arrays of matrices, how they are stored.
    pub matrix: Option<Matrix>,
    /// The type, in the spelling of its language.
    pub ty: String,
    /// The reason for its offset; `None` for array elements.
    pub reason: Option<Reason>,
}

impl Unit {
    /// Compares the layouts under the first compiler with those under the others.
    ///
    /// ```
    /// use padstone::{Options, Workspace, compiler};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("sky.hlsl", "cbuffer Sky { float2 wind; float3 sun; }");
    /// let unit = ws.unit("sky.hlsl", &Options::default())?;
    /// let comparison = unit.compare(&[&compiler::DXC, &compiler::DXC_SPIRV_SCALAR]);
    /// let sun = &comparison.compared[0].diverging[0];
    /// let offsets: Vec<_> = sun.placements.iter().flatten().map(|place| place.offset).collect();
    /// assert_eq!((&*sun.path, offsets), ("sun", vec![16, 8]));
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn compare(&self, by: &[&Compiler]) -> Comparison {
        let sides = by.iter().map(|compiler| (self.layout(compiler), None)).collect();
        Comparison::new(sides)
    }
}

impl Comparison {
    /// Compares buffers or structs, which may be of different files and languages.
    pub fn of(sides: &[Buffer]) -> Comparison {
        Comparison::new(sides.iter().map(|side| (side.layouts().clone(), Some(side.clone()))).collect())
    }

    /// Compares the buffers and structs that have the same name in all of several layouts.
    pub fn of_layouts(sides: &[Layouts]) -> Comparison {
        Comparison::new(sides.iter().map(|side| (side.clone(), None)).collect())
    }

    /// Compares layouts for the command: all layouts of a side, or only a buffer or struct.
    #[doc(hidden)]
    pub fn of_command(sides: Vec<(Layouts, Option<Buffer>)>) -> Comparison {
        Comparison::new(sides)
    }

    fn new(sides: Vec<(Layouts, Option<Buffer>)>) -> Comparison {
        let mut diagnostics = Diagnostics::default();
        sides.iter().for_each(|(layouts, _)| diagnostics.add(&layouts.diagnostics()));
        let read: Vec<&(Layouts, Option<Buffer>)> = sides.iter().filter(|(layouts, _)| !layouts.reading().files.is_empty()).collect();
        let files: Vec<_> = read.iter().map(|(layouts, _)| layouts.unit().file()).collect();
        let requested: Vec<Side<'_>> = read.iter().zip(&files).map(|((layouts, only), file)| side(layouts, file, only.as_ref())).collect();
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = compare::write(&mut text, &requested, TerminalColor::Never);
        let (compared, alone) = compare::compare(&requested);
        let compared = compared.into_iter().map(|data| Compared {
            sides: data
                .layouts
                .iter()
                .zip(&read)
                .map(|(&index, (layouts, only))| only.clone().unwrap_or_else(|| Buffer::new(layouts, index)))
                .collect(),
            name: data.name,
            strides: data.strides,
            diverging: data.diverging.into_iter().map(DivergingMember::from).collect(),
        });
        let compared = compared.collect();
        let not_compared = alone.into_iter().map(|alone| NotCompared { name: alone.name, file: alone.file }).collect();
        Comparison { compared, not_compared, diagnostics, text: String::from_utf8_lossy(&text).into_owned(), sides }
    }

    /// Whether all members have the same offsets, sizes and strides on all sides.
    pub fn agrees(&self) -> bool {
        self.compared.iter().all(|compared| compared.diverging.is_empty())
    }

    /// The compared layouts, each with the buffer or struct if only that one was compared.
    #[cfg(feature = "edits")]
    pub(crate) fn sides(&self) -> &[(Layouts, Option<Buffer>)] {
        &self.sides
    }
}

/// A side of a comparison.
fn side<'a>(layouts: &'a Layouts, file: &'a File, only: Option<&'a Buffer>) -> Side<'a> {
    let (unit, all) = (&layouts.reading().unit, &layouts.laid_out().layouts);
    Side { file: file.path(), sources: &unit.sources, module: &unit.module, layouts: all, only: only.map(Buffer::layout) }
}

impl From<compare::DivergingMember> for DivergingMember {
    fn from(diverging: compare::DivergingMember) -> DivergingMember {
        let place = |place: compare::MemberPlacement| MemberPlacement {
            offset: place.offset.bytes(),
            size: place.size,
            bits: place.bits.map(|bits| bits.first..bits.first.saturating_add(bits.width)),
            stride: place.stride.map(|stride| stride.bytes()),
            matrix: place
                .matrix
                .map(|(stride, major)| Matrix { row_major: major == Major::Row, stride: stride.map(|stride| stride.bytes()) }),
            ty: place.ty,
            reason: place.reason,
        };
        DivergingMember {
            path: diverging.path,
            placements: diverging.placements.into_iter().map(|placement| placement.map(place)).collect(),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
