//! The new path of each part of the source.

use std::io::{self, Write};

use padstone_bind::{Amount, LeafSlot};
use padstone_model::BitField;
use padstone_source::printable_json;
use serde::Serialize;

use super::{DeclaredAggregate, SplitPart};
use crate::reflect::{self, Array, BindingLocation, Reflection};

/// The map of the parts: `schema/split-v1.schema.json` describes it as JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PartMap {
    /// The version of this format: 1.
    pub version: u32,
    /// The target.
    pub target: String,
    /// The policy that assigned registers and bindings.
    pub policy: &'static str,
    /// The parts, in the order of the source.
    pub parts: Vec<MappedPart>,
}

/// A resource, or ordinary data.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MappedPart {
    /// The entry point whose parameter it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_point: Option<String>,
    /// The path in the source: `gPairs[].b`.
    pub path: String,
    /// The new path: `gPairs_b[]`.
    pub name: String,
    /// The registers or bindings; for ordinary data, those of its buffer.
    pub places: Vec<BindingLocation>,
    /// The offset of ordinary data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The first bit of a bit-field, from the lowest bit of its bytes, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bit: Option<u32>,
    /// The width of a bit-field in bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<u32>,
    /// The number of registers or bindings of a resource; `null` if unbounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Option<u64>>,
    /// The enclosing arrays, outermost first, with strides in registers or in bytes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrays: Vec<Array>,
}

/// The location of a part.
pub(super) struct PartLocation {
    owner: String,
    path: String,
    name: String,
    slots: Vec<LeafSlot>,
    offset: Option<u64>,
    bit: Option<u32>,
    bits: Option<u32>,
    count: Option<Amount>,
    arrays: Vec<Array>,
}

impl PartLocation {
    pub(super) fn object(owner: &str, part: &SplitPart, name: String, slots: &[LeafSlot]) -> PartLocation {
        let arrays = slots.first().map_or(Vec::new(), |slot| reflect::slot_arrays(&part.dims, slot));
        PartLocation {
            owner: owner.to_owned(),
            path: part.path.clone(),
            name: name + &"[]".repeat(part.dims.len()),
            slots: slots.to_vec(),
            offset: None,
            bit: None,
            bits: None,
            count: slots.first().map(|slot| slot.count),
            arrays,
        }
    }

    pub(super) fn bytes(owner: &str, part: &SplitPart, name: String, slot: Option<LeafSlot>, offset: u64) -> PartLocation {
        PartLocation {
            owner: owner.to_owned(),
            path: part.path.clone(),
            name,
            slots: slot.into_iter().collect(),
            offset: Some(offset),
            bit: None,
            bits: None,
            count: None,
            arrays: reflect::byte_arrays(&part.dims),
        }
    }

    /// The bytes of a part inside a declared aggregate. An integer that contains bit-fields is represented by these, because the source
    /// does not declare it.
    pub(super) fn inside_aggregate(
        reflection: &Reflection<'_>,
        owner: &str,
        part: &SplitPart,
        aggregate: &DeclaredAggregate,
        offset: u64,
    ) -> Vec<PartLocation> {
        let module = reflection.module;
        let field = part.source.field(module);
        let location = |path: &str, bit: Option<u32>, bits: Option<u32>| {
            let entry = PartLocation::bytes(owner, part, path_inside(path, aggregate), aggregate.slot, offset);
            PartLocation { path: path.to_owned(), bit, bits, ..entry }
        };
        match field.map(|field| &field.written.bit_fields).filter(|bit_fields| !bit_fields.is_empty()) {
            Some(bit_fields) => {
                let around = part.path.rsplit_once('.').map_or("", |(around, _)| around);
                let path = |bit_field: &BitField| format!("{around}.{}", module.name(bit_field.name));
                bit_fields.iter().map(|bit_field| location(&path(bit_field), Some(bit_field.first), Some(bit_field.bits))).collect()
            }
            None => {
                let bits = field.and_then(|field| field.bitfield).map(|bits| bits.width);
                vec![location(&part.path, bits.and_then(|_| reflection.layout.bits.get(&part.source).copied()), bits)]
            }
        }
    }
}

impl PartMap {
    pub(super) fn new(reflection: &Reflection<'_>) -> PartMap {
        let Reflection { target, layout, .. } = *reflection;
        PartMap { version: 1, target: target.to_owned(), policy: layout.rules.name, parts: Vec::new() }
    }

    /// Writes the map as JSON.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", printable_json(&serde_json::to_string_pretty(self)?))
    }

    pub(super) fn push(&mut self, reflection: &Reflection<'_>, entry: PartLocation) {
        let PartLocation { owner, path, name, slots, offset, bit, bits, count, arrays } = entry;
        self.parts.push(MappedPart {
            entry_point: Some(owner).filter(|owner| !owner.is_empty()),
            path,
            name,
            places: slots.iter().map(|slot| reflect::binding_location(&reflection.layout.target, slot)).collect(),
            offset,
            bit,
            bits,
            count: count.map(Amount::finite),
            arrays,
        });
    }
}

/// The name of a member of a struct that is declared as a whole.
pub(super) fn path_inside(path: &str, aggregate: &DeclaredAggregate) -> String {
    let rest = path.strip_prefix(&*aggregate.path).unwrap_or(path);
    match (rest.strip_prefix('.'), &aggregate.member_prefix) {
        (Some(rest), Some(prefix)) => format!("{prefix}{rest}"),
        _ if aggregate.path.is_empty() => format!("{}.{rest}", aggregate.name),
        _ => format!("{}{rest}", aggregate.name),
    }
}

/// `gPairs[].b: t8 to t15, stride 1`.
pub(super) fn comment(reflection: &Reflection<'_>, entry: &PartLocation) -> String {
    let location = |slot: &LeafSlot| {
        let (word, letter, index) = match reflect::binding_location(&reflection.layout.target, slot) {
            BindingLocation::D3d { class, register, .. } => (String::new(), class.to_string(), register),
            BindingLocation::Vulkan { set, binding } => (format!("set {set}, binding "), String::new(), binding),
            BindingLocation::WebGpu { group, binding } => (format!("group {group}, binding "), String::new(), binding),
            BindingLocation::Constant { id } => ("constant ".to_owned(), String::new(), id),
            _ => return String::new(),
        };
        match slot.count {
            Amount::Finite(count @ 2..) => format!("{word}{letter}{index} to {letter}{}", index.saturating_add(count - 1)),
            Amount::Unbounded => format!("{word}{letter}{index} and up (unbounded)"),
            _ => format!("{word}{letter}{index}"),
        }
    };
    let places: Vec<String> = entry.slots.iter().map(location).filter(|location| !location.is_empty()).collect();
    let strides: Vec<u64> = entry.arrays.iter().map(|array| array.stride).collect();
    let stride = reflect::stride_text(&strides).map_or(String::new(), |stride| format!(", {stride}"));
    if places.is_empty() { entry.path.clone() } else { format!("{}: {}{stride}", entry.path, places.join(" and ")) }
}
