//! Layouts as JSON, version 1: `schema/layout-v1.schema.json` describes it. Written row by row.

use std::io::{self, Write};
use std::ops::ControlFlow;

use padstone_bind::Binding;
use padstone_layout::{Layout, Order, Row, Subject, Visit, rows};
use padstone_model::{Count, Major, Module, Stride, TypeId};
use serde::{Serialize, Serializer};

use crate::words::{kind, name};
use crate::{LayoutWriter, Listing};

/// The schemas of all outputs that are JSON, by the name of the command.
pub const SCHEMAS: &[(&str, &str)] = &[("layout", include_str!("../../../schema/layout-v1.schema.json"))];

/// One document, of as many listings as there are.
#[derive(Default)]
pub(crate) struct Json {
    /// Whether a layout was written: the next needs a comma before it.
    begun: bool,
}

impl LayoutWriter for Json {
    fn listing(&mut self, listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<()> {
        for layout in &listing.layouts.layouts {
            out.write_all(if self.begun { b"," } else { OPENING })?;
            out.write_all(b"\n")?;
            self.begun = true;
            write_head(listing, layout, out)?;
            write_members(listing, layout, out)?;
            out.write_all(b"]}")?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.begun {
            return out.write_all([OPENING, b"]}\n"].concat().as_slice());
        }
        out.write_all(b"\n]}\n")
    }
}

const OPENING: &[u8] = b"{\"version\":1,\"layouts\":[";

/// Everything up to the first member.
fn write_head(listing: &Listing<'_>, layout: &Layout, out: &mut dyn Write) -> io::Result<()> {
    let binding = match layout.subject {
        Subject::Buffer(id) => listing.bindings.get(listing.module.buffers[id].parameter),
        Subject::Struct(_) => None,
    };
    let head = Head {
        file: listing.file,
        name: name(listing.module, layout),
        kind: kind(listing.module, layout),
        profile: listing.layouts.profile.name,
        rules: listing.layouts.rules(layout).name,
        size: layout.size.bytes(),
        align: layout.align.bytes(),
        stride: layout.stride.map(Stride::bytes),
        binding: binding.map(Slot::from),
        overlaps: layout.overlaps.iter().map(|range| [range.start.bytes(), range.end.bytes()]).collect(),
    };
    let mut text = serde_json::to_vec(&head)?;
    // The members come one by one, before the brace that closes the object.
    text.pop();
    out.write_all(&text)?;
    out.write_all(b",\"members\":[")
}

fn write_members(listing: &Listing<'_>, layout: &Layout, out: &mut dyn Write) -> io::Result<()> {
    let module = listing.module;
    let mut begun = false;
    let result = rows(module, listing.layouts.types(layout), layout, Order::Source, &mut |visit| {
        let Visit::Row(row) = visit else { return ControlFlow::Continue(()) };
        let separator: &[u8] = if begun { b",\n  " } else { b"\n  " };
        begun = true;
        match out.write_all(separator).and_then(|()| Ok(serde_json::to_writer(&mut *out, &Member::new(module, &row))?)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    match result {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}

#[derive(Serialize)]
struct Head<'a> {
    file: &'a str,
    name: &'a str,
    kind: &'a str,
    profile: &'a str,
    rules: &'a str,
    size: u64,
    align: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stride: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    binding: Option<Slot>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    overlaps: Vec<[u64; 2]>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Slot {
    D3d {
        class: char,
        register: u32,
        space: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<Known>,
    },
    Vulkan {
        set: u32,
        binding: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<Known>,
    },
}

impl From<Binding> for Slot {
    fn from(binding: Binding) -> Slot {
        match binding {
            Binding::D3d { class, register, space, count } => Slot::D3d { class: class.letter(), register, space, count: count.map(Known) },
            Binding::Vulkan { set, binding, count } => Slot::Vulkan { set, binding, count: count.map(Known) },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Member<'a> {
    path: &'a str,
    #[serde(rename = "type")]
    ty: TypeText<'a>,
    offset: u64,
    size: u64,
    align: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stride: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix_stride: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    majorness: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Known>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bit: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_offset: Option<u64>,
}

impl<'a> Member<'a> {
    fn new(module: &'a Module, row: &Row<'a>) -> Member<'a> {
        Member {
            path: row.path,
            ty: TypeText(module, row.ty),
            offset: row.offset.bytes(),
            size: row.size.bytes(),
            align: row.align.bytes(),
            stride: row.stride.map(Stride::bytes),
            matrix_stride: row.matrix.and_then(|matrix| matrix.stride).map(Stride::bytes),
            majorness: row.matrix.map(|matrix| match matrix.major {
                Major::Row => "row",
                Major::Column => "column",
            }),
            count: row.count.map(Known),
            bit: row.bits.map(|bits| bits.first),
            bits: row.bits.map(|bits| bits.width),
            read_offset: row.read_offset.map(|offset| offset.bytes()),
        }
    }
}

/// The number, or null where it is known at run time only.
struct Known(Count);

impl Serialize for Known {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.known().serialize(serializer)
    }
}

/// A type in the words of the language.
struct TypeText<'a>(&'a Module, TypeId);

impl Serialize for TypeText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.type_name(self.1))
    }
}
