//! Layouts of compilers by name, for comparison.

use std::collections::BTreeMap;

/// Layouts of buffers and structs, by name.
pub type Layouts = BTreeMap<String, Layout>;

/// Locations and components of stage inputs and outputs, by direction and name: `input position`.
pub type StageInterface = BTreeMap<String, (u64, u64)>;

/// The offsets in a buffer or a struct.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The size in bytes; `None` if it contains a runtime-sized array, or is unknown.
    pub size: Option<u64>,
    /// The alignment in bytes; `None` if unknown.
    pub align: Option<u64>,
    /// Set and binding, or group and binding.
    pub binding: Option<(u64, u64)>,
    /// By path: `lights[].position`; the root of a buffer that does not contain a struct has the path `[]` or none.
    pub members: BTreeMap<String, Member>,
}

/// A member at any level, or an element of an array. `None` if unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// The offset in bytes, from the start of the buffer.
    pub offset: u64,
    /// The size in bytes.
    pub size: Option<u64>,
    /// The alignment in bytes.
    pub align: Option<u64>,
    /// The array stride in bytes.
    pub stride: Option<u64>,
    /// The element count of an array; `Some(None)` if it is runtime-sized.
    pub count: Option<Option<u64>>,
    /// The matrix stride in bytes.
    pub matrix_stride: Option<u64>,
    /// The majorness of a matrix.
    pub row_major: Option<bool>,
}

/// The differences between padstone and a compiler, one on each line. Values that the compiler does not report are not compared; a member
/// that only one of them has is a difference.
pub fn differences(compiler: &str, theirs: &Layouts, ours: &Layouts) -> Vec<String> {
    let mut found = Vec::new();
    for (name, layout) in theirs {
        let Some(partner) = ours.get(name) else {
            found.push(format!("{name}: padstone has no layout of it"));
            continue;
        };
        let mut compare = |path: &str, property: &str, theirs: Option<String>, ours: Option<String>| {
            if theirs.is_some() && theirs != ours {
                let show = |value: Option<String>| value.unwrap_or_else(|| "nothing".to_owned());
                found.push(format!("{name} {path}: {property} is {} in {compiler}, {} here", show(theirs), show(ours)));
            }
        };
        compare("", "size", text(layout.size), text(partner.size));
        compare("", "alignment", text(layout.align), text(partner.align));
        compare("", "binding", debug(layout.binding), debug(partner.binding));
        for (path, theirs) in &layout.members {
            let Some(ours) = partner.members.get(path) else {
                compare(path, "offset", text(Some(theirs.offset)), None);
                continue;
            };
            compare(path, "offset", text(Some(theirs.offset)), text(Some(ours.offset)));
            compare(path, "size", text(theirs.size), text(ours.size));
            compare(path, "alignment", text(theirs.align), text(ours.align));
            compare(path, "stride", text(theirs.stride), text(ours.stride));
            compare(path, "count", debug(theirs.count), debug(ours.count));
            compare(path, "stride of a matrix", text(theirs.matrix_stride), text(ours.matrix_stride));
            compare(path, "row_major", text(theirs.row_major), text(ours.row_major));
        }
        for path in partner.members.keys().filter(|path| !layout.members.contains_key(*path)) {
            found.push(format!("{name} {path}: {compiler} has no such member"));
        }
    }
    found.extend(ours.keys().filter(|name| !theirs.contains_key(*name)).map(|name| format!("{name}: {compiler} has no layout of it")));
    found
}

fn text(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn debug(value: Option<impl std::fmt::Debug>) -> Option<String> {
    value.map(|value| format!("{value:?}"))
}
