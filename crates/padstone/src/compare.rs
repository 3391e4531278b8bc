//! Where layouts of one thing differ.

use std::fmt;

use padstone_read::emit::compare::{self, Side};
use padstone_read::emit::diagnostics::Colour;
use padstone_read::emit::reason::Reason;
use padstone_read::model::Major;

use crate::{Buffer, Compiler, Diagnostics, Layouts, Matrix, Unit};

/// The layouts of a unit under several compilers, compared. Displays as what `padstone compare` prints.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// What has a layout under all compilers.
    pub compared: Vec<Compared>,
    /// What there is to say about the source, under all of them.
    pub diagnostics: Diagnostics,
    unit: Unit,
    by: Vec<Compiler>,
    text: String,
}

/// A buffer or struct under several compilers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Compared {
    /// Its name.
    pub name: String,
    /// Its layout, by compiler.
    pub sides: Vec<Buffer>,
    /// The members that differ, in the order of the source.
    pub parted: Vec<Parted>,
}

/// A member that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Parted {
    /// Its path; empty for the stride of the elements of a buffer.
    pub path: String,
    /// By compiler; `None` where there is no such member.
    pub places: Vec<Option<PartedPlace>>,
}

/// A member under one compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PartedPlace {
    /// Its first byte.
    pub offset: u64,
    /// Its bytes, for scalars, vectors and matrices.
    pub size: Option<u64>,
    /// Arrays: bytes from one element to the next.
    pub stride: Option<u64>,
    /// Matrices and arrays of them: how they are stored.
    pub matrix: Option<Matrix>,
    /// Why it is there; `None` for elements of arrays.
    pub reason: Option<Reason>,
}

impl Unit {
    /// Compares the layouts under the first compiler with those under the others.
    ///
    /// ```
    /// use padstone::{Options, Workspace, compiler};
    ///
    /// let mut ws = Workspace::default();
    /// ws.set_file("sky.hlsl", "cbuffer Sky { float2 wind; float3 sun; }");
    /// let unit = ws.unit("sky.hlsl", &Options::default())?;
    /// let comparison = unit.compare(&[&compiler::DXC, &compiler::DXC_SPIRV_SCALAR]);
    /// let sun = &comparison.compared[0].parted[0];
    /// let offsets: Vec<_> = sun.places.iter().flatten().map(|place| place.offset).collect();
    /// assert_eq!((&*sun.path, offsets), ("sun", vec![16, 8]));
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn compare(&self, by: &[&Compiler]) -> Comparison {
        let all: Vec<Layouts> = by.iter().map(|compiler| self.layout(compiler)).collect();
        let file = self.file();
        let read = all.iter().filter(|layouts| !layouts.reading().files.is_empty());
        let read: Vec<_> = read.map(|layouts| (&layouts.reading().unit, layouts.laid())).collect();
        let sides: Vec<Side<'_>> = (read.iter())
            .map(|(read, laid)| Side {
                file: file.path(),
                sources: &read.sources,
                module: &read.module,
                layouts: &laid.layouts,
                only: None,
            })
            .collect();
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = compare::write(&mut text, &sides, Colour::Never);
        let compared = compare::compare(&sides).into_iter().map(|data| Compared {
            sides: data.layouts.iter().zip(&all).map(|(&index, layouts)| Buffer::new(layouts, index)).collect(),
            name: data.name,
            parted: data.parted.into_iter().map(Parted::from).collect(),
        });
        let compared = compared.collect();
        let mut diagnostics = Diagnostics::default();
        all.iter().for_each(|layouts| diagnostics.extend(layouts.diagnostics()));
        let by = by.iter().map(|compiler| (*compiler).clone()).collect();
        Comparison { compared, diagnostics, unit: self.clone(), by, text: String::from_utf8_lossy(&text).into_owned() }
    }
}

impl Comparison {
    /// Whether all members have the same offsets, sizes and strides everywhere.
    pub fn agrees(&self) -> bool {
        self.compared.iter().all(|compared| compared.parted.is_empty())
    }

    /// The compilers.
    pub fn compilers(&self) -> &[Compiler] {
        &self.by
    }

    #[cfg(feature = "edits")]
    pub(crate) fn asked(&self) -> (&Unit, &[Compiler]) {
        (&self.unit, &self.by)
    }

    /// What was compared.
    pub fn unit(&self) -> &Unit {
        &self.unit
    }
}

impl From<compare::Parted> for Parted {
    fn from(parted: compare::Parted) -> Parted {
        let place = |place: compare::PartedPlace| PartedPlace {
            offset: place.offset.bytes(),
            size: place.size,
            stride: place.stride.map(|stride| stride.bytes()),
            matrix: place
                .matrix
                .map(|(stride, major)| Matrix { row_major: major == Major::Row, stride: stride.map(|stride| stride.bytes()) }),
            reason: place.reason,
        };
        Parted { path: parted.path, places: parted.places.into_iter().map(|one| one.map(place)).collect() }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
