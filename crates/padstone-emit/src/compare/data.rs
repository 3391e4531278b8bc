//! A comparison as data.

use padstone_layout::{BitRange, Layout, Member};
use padstone_model::{Major, Offset, Stride};

use super::{ComparedLayouts, MemberList, Side, buffers_alone, groups};
use crate::display;
use crate::reason::{self, Reason};

/// The compared layouts of one buffer or struct.
#[derive(Clone, Debug)]
pub struct ComparedData {
    /// The name on the first side.
    pub name: String,
    /// The size in bytes, by side.
    pub sizes: Vec<u64>,
    /// The stride in bytes of the elements of a buffer, or of an array of a struct, by side.
    pub strides: Vec<Option<u64>>,
    /// By side: the index of its layout.
    pub layouts: Vec<usize>,
    /// The number of members compared.
    pub members: usize,
    /// The members that differ, in the order of the first side. An empty path is the stride of the elements.
    pub diverging: Vec<DivergingMember>,
}

/// A member that differs.
#[derive(Clone, Debug)]
pub struct DivergingMember {
    /// The path.
    pub path: String,
    /// The placement on each side; `None` if the side has no such member.
    pub placements: Vec<Option<MemberPlacement>>,
}

/// A member on one side.
#[derive(Clone, Debug)]
pub struct MemberPlacement {
    /// The offset in bytes.
    pub offset: Offset,
    /// The size in bytes of scalars, vectors and matrices, including the padding of matrices.
    pub size: Option<u64>,
    /// The bits of bit-fields, counted from the lowest bit at `offset`.
    pub bits: Option<BitRange>,
    /// The stride of arrays.
    pub stride: Option<Stride>,
    /// The matrix stride, unless the rules treat the matrix as a vector, and the majorness.
    pub matrix: Option<(Option<Stride>, Major)>,
    /// The type, in the spelling of the language.
    pub ty: String,
    /// The reason for the offset; `None` for elements of arrays.
    pub reason: Option<Reason>,
}

/// A buffer that is not compared, because not every side has a buffer of its name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BufferAlone {
    /// The name.
    pub name: String,
    /// The path of the file, as passed.
    pub file: String,
}

/// Compares the first side with each of the others. Also returns the buffers that are not compared.
pub fn compare(sides: &[Side<'_>]) -> (Vec<ComparedData>, Vec<BufferAlone>) {
    let groups = groups(sides);
    (groups.iter().map(data).collect(), buffers_alone(sides, &groups))
}

fn data(compared: &ComparedLayouts<'_>) -> ComparedData {
    let listed = &compared.layouts;
    let index = |listed: &MemberList<'_>| {
        let is_listed = |layout: &Layout| layout.subject == listed.layout.subject;
        listed.side.layouts.layouts.iter().position(is_listed).unwrap_or_default()
    };
    let placement = |listed: &MemberList<'_>, key: &str| {
        let member = listed.find(key)?;
        let abi = member.abi;
        Some(MemberPlacement {
            offset: abi.offset,
            size: abi.size.map(|_| member.size.bytes()),
            bits: abi.bits,
            stride: abi.stride,
            matrix: abi.matrix,
            ty: listed.side.module.type_name(member.ty).to_string(),
            reason: reason(listed, member),
        })
    };
    let diverging = compared.diverging().chain(compared.missing());
    ComparedData {
        name: display::name(listed[0].side.module, listed[0].layout).to_owned(),
        sizes: listed.iter().map(|listed| listed.layout.size.bytes()).collect(),
        strides: listed.iter().map(|listed| listed.stride().map(Stride::bytes)).collect(),
        layouts: listed.iter().map(index).collect(),
        members: listed[0].members.iter().filter(|member| !member.path.is_empty()).count(),
        diverging: diverging
            .map(|member| DivergingMember {
                path: member.path.clone(),
                placements: listed.iter().map(|listed| placement(listed, member.key())).collect(),
            })
            .collect(),
    }
}

fn reason(listed: &MemberList<'_>, member: &Member) -> Option<Reason> {
    let (module, types) = (listed.side.module, listed.side.layouts.types(listed.layout));
    let (parent, field, place) = member.field(module, types)?;
    Some(reason::of_field(module, types, parent, (field, place), member.abi.offset))
}
