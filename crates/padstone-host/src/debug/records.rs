//! CodeView records of types, in objects and in PDB files. `cvinfo.h` in Microsoft's repository "microsoft-pdb" defines the kinds and fields.
//!
//! Reading terminates for arbitrary bytes, at worst with an error: each access is checked.

use std::collections::HashMap;

use super::{Budget, HostMember, HostShape, HostType, MAX_LEVELS, ReadError, add_member, bit_field, may_match};

/// The index of the first type that is not built in.
pub(super) const FIRST_INDEX: u32 = 0x1000;

/// A record.
#[derive(Clone, Copy)]
pub(super) struct Record<'d> {
    pub(super) kind: u16,
    /// The data after the kind.
    pub(super) data: &'d [u8],
}

/// Consecutive records, each with its length before it.
pub(super) fn split(mut bytes: &[u8]) -> Result<Vec<Record<'_>>, ReadError> {
    let mut records = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes(*length));
        let cut_off = || ReadError::Unreadable("truncated type record".into());
        let (record, rest) = rest.split_at_checked(length).ok_or_else(cut_off)?;
        let (kind, data) = record.split_first_chunk().ok_or_else(cut_off)?;
        records.push(Record { kind: u16::from_le_bytes(*kind), data });
        bytes = rest;
    }
    Ok(records)
}

/// The structs that a name may refer to; `first` is the index of the first record.
pub(super) fn read(bytes: &[u8], first: u32, requested: &str) -> Result<Vec<HostType>, ReadError> {
    let records = split(bytes)?;
    let mut defined = HashMap::new();
    let mut matching = Vec::new();
    for (index, record) in (first..).zip(&records) {
        let Some(RecordKind::Record { name, is_declaration: false, .. }) = RecordKind::of(record) else { continue };
        if may_match(&name, requested) {
            matching.push(index);
        }
        defined.insert(name, index);
    }
    let types = TypeReader { first, records: &records, defined: &defined, budget: Budget::new() };
    let found = matching.into_iter().map(|index| types.ty(index, 0)).collect();
    types.budget.enough(found)
}

/// The relevant contents of a record.
enum RecordKind {
    /// Another type: with `const` or `volatile`, as a bit-field, or as an enumeration.
    Same(u32),
    /// A bit-field of this type; its width, and its lowest bit in the storage unit.
    Bits(u32, u8, u8),
    Pointer,
    Array {
        element: u32,
        bytes: u64,
    },
    Record {
        name: String,
        fields: u32,
        bytes: u64,
        is_declaration: bool,
    },
}

/// The bit `fwdref` of `CV_prop_t`.
const IS_DECLARATION: u16 = 1 << 7;

impl RecordKind {
    fn of(record: &Record<'_>) -> Option<RecordKind> {
        let mut data = ByteReader(record.data);
        Some(match record.kind {
            // LF_MODIFIER
            0x1001 => RecordKind::Same(data.u32()?),
            // LF_POINTER
            0x1002 => RecordKind::Pointer,
            // LF_BITFIELD
            0x1205 => {
                let ty = data.u32()?;
                let [width, first] = data.bytes()?;
                RecordKind::Bits(ty, width, first)
            }
            // LF_ARRAY. The type of the index is not needed.
            0x1503 => {
                let element = data.u32()?;
                data.u32()?;
                RecordKind::Array { element, bytes: data.number()? }
            }
            // LF_ENUM: count, properties, type
            0x1507 => {
                data.u32()?;
                RecordKind::Same(data.u32()?)
            }
            // LF_CLASS, LF_STRUCTURE, LF_INTERFACE: count, properties, fields, derivation list, shape of the vtable, size, name
            0x1504 | 0x1505 | 0x1519 => {
                data.u16()?;
                let properties = data.u16()?;
                let fields = data.u32()?;
                data.u32()?;
                data.u32()?;
                RecordKind::record(data, properties, fields)?
            }
            // The structure of newer compilers (microsoft-pdb#50): properties, fields, derivation list, shape of the vtable, count, size, name
            0x1609 => {
                let properties = data.u32()? as u16;
                let fields = data.u32()?;
                data.u32()?;
                data.u32()?;
                data.u16()?;
                RecordKind::record(data, properties, fields)?
            }
            // LF_UNION: count, properties, fields, size, name
            0x1506 => {
                data.u16()?;
                let properties = data.u16()?;
                let fields = data.u32()?;
                RecordKind::record(data, properties, fields)?
            }
            _ => return None,
        })
    }

    fn record(mut data: ByteReader<'_>, properties: u16, fields: u32) -> Option<RecordKind> {
        let bytes = data.number()?;
        Some(RecordKind::Record { name: data.name()?, fields, bytes, is_declaration: properties & IS_DECLARATION != 0 })
    }
}

struct TypeReader<'r, 'd> {
    first: u32,
    records: &'r [Record<'d>],
    /// The index of the definition of each struct, by name.
    defined: &'r HashMap<String, u32>,
    budget: Budget,
}

impl TypeReader<'_, '_> {
    fn find(&self, index: u32) -> Option<Record<'_>> {
        self.records.get(index.checked_sub(self.first)? as usize).copied()
    }

    fn ty(&self, index: u32, level: usize) -> HostType {
        let host_type = |name, size, shape| HostType { name, size, shape, is_rust: false };
        let opaque = |size| host_type(String::new(), size, HostShape::Opaque);
        let pointer = host_type(String::new(), 8, HostShape::Pointer);
        if level > MAX_LEVELS || !self.budget.take(Budget::TYPE) {
            return opaque(0);
        }
        if index < FIRST_INDEX {
            // Bits 8 to 10 contain the pointer mode.
            return match (index >> 8 & 7, number(index & 0xff)) {
                (0, Some((size, float))) => host_type(String::new(), size, HostShape::Scalar { float }),
                (0, None) => opaque(0),
                _ => pointer,
            };
        }
        // An unknown type is opaque.
        let record = self.find(index).filter(|record| self.budget.take(record.data.len()));
        let Some(known) = record.and_then(|record| RecordKind::of(&record)) else { return opaque(0) };
        match known {
            RecordKind::Same(ty) | RecordKind::Bits(ty, ..) => self.ty(ty, level + 1),
            RecordKind::Pointer => pointer,
            RecordKind::Array { element, bytes } => {
                let element = self.ty(element, level + 1);
                let count = bytes.checked_div(element.size).unwrap_or(0);
                host_type(String::new(), bytes, HostShape::Array { element: Box::new(element), count })
            }
            RecordKind::Record { name, is_declaration: true, .. } => match self.defined.get(&name) {
                Some(&definition) if definition != index => self.ty(definition, level + 1),
                _ => host_type(name, 0, HostShape::Opaque),
            },
            RecordKind::Record { name, fields, bytes, .. } => {
                let members = self.members(fields, level);
                host_type(name, bytes, HostShape::Record { members })
            }
        }
    }

    fn members(&self, fields: u32, level: usize) -> Vec<HostMember> {
        let mut members = Vec::new();
        let mut next = Some(fields);
        let mut lists = 0;
        while let Some(index) = next.take().filter(|_| lists < MAX_LISTS) {
            lists += 1;
            // LF_FIELDLIST
            let list = self.find(index).filter(|record| record.kind == 0x1203);
            // The names of members are in the list, and records have at most 64 KiB.
            let Some(list) = list.filter(|list| self.budget.take(list.data.len())) else { break };
            let mut data = ByteReader(list.data);
            while let Some(field) = data.field() {
                match field {
                    Field::Member { name, offset, ty } => {
                        let (offset, bits) = match self.find(ty).and_then(|record| RecordKind::of(&record)) {
                            Some(RecordKind::Bits(_, width, first)) => {
                                let (offset, bits) = bit_field(offset.saturating_mul(8).saturating_add(first.into()), width.into());
                                (offset, Some(bits))
                            }
                            _ => (offset, None),
                        };
                        add_member(&mut members, HostMember { name, offset, bits, ty: self.ty(ty, level + 1) });
                    }
                    Field::Continued(list) => next = Some(list).filter(|list| *list != index),
                    Field::Other => {}
                }
            }
        }
        members
    }
}

/// The field list of a struct may consist of several records.
const MAX_LISTS: usize = 4096;

/// An item in a field list.
enum Field {
    /// A base class, which has no name.
    Member { name: String, offset: u64, ty: u32 },
    /// The index of the record with the rest of the list.
    Continued(u32),
    /// An item without an offset in the struct.
    Other,
}

/// Bytes, read from the front.
struct ByteReader<'d>(&'d [u8]);

impl ByteReader<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn u16(&mut self) -> Option<u16> {
        self.bytes().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    /// A numeric leaf: the value itself if it is small, otherwise a kind and the value. `None` if it is negative.
    fn number(&mut self) -> Option<u64> {
        match self.u16()? {
            small @ 0..0x8000 => Some(small.into()),
            // LF_CHAR, LF_SHORT, LF_USHORT, LF_LONG, LF_ULONG, LF_QUADWORD, LF_UQUADWORD
            0x8000 => self.bytes().map(i8::from_le_bytes)?.try_into().ok(),
            0x8001 => self.bytes().map(i16::from_le_bytes)?.try_into().ok(),
            0x8002 => self.u16().map(u64::from),
            0x8003 => self.bytes().map(i32::from_le_bytes)?.try_into().ok(),
            0x8004 => self.u32().map(u64::from),
            0x8009 => self.bytes().map(i64::from_le_bytes)?.try_into().ok(),
            0x800a => self.bytes().map(u64::from_le_bytes),
            _ => None,
        }
    }

    /// Skips the value of an enumerator, which may be negative.
    fn skip_number(&mut self) -> Option<()> {
        match self.u16()? {
            0..0x8000 => {}
            0x8000 => _ = self.bytes::<1>()?,
            0x8001 | 0x8002 => _ = self.bytes::<2>()?,
            0x8003 | 0x8004 => _ = self.bytes::<4>()?,
            0x8009 | 0x800a => _ = self.bytes::<8>()?,
            _ => return None,
        }
        Some(())
    }

    /// A zero-terminated string.
    fn name(&mut self) -> Option<String> {
        let end = self.0.iter().position(|byte| *byte == 0)?;
        let (name, rest) = self.0.split_at(end);
        self.0 = &rest[1..];
        Some(String::from_utf8_lossy(name).into_owned())
    }

    /// The next item of a field list; `None` at the end, or if an item is unknown.
    fn field(&mut self) -> Option<Field> {
        // LF_PAD1 to LF_PAD15: the number of bytes to the next multiple of 4.
        while let Some(&pad @ 0xf1..) = self.0.first() {
            self.0 = self.0.get(usize::from(pad & 15)..)?;
        }
        let kind = self.u16()?;
        let attributes = self.u16()?;
        Some(match kind {
            // LF_ENUMERATE
            0x1502 => {
                self.skip_number()?;
                self.name()?;
                Field::Other
            }
            // LF_METHOD: count, list, name
            0x150f => {
                self.u32()?;
                self.name()?;
                Field::Other
            }
            _ => {
                let ty = self.u32()?;
                match kind {
                    // LF_BCLASS, LF_BINTERFACE
                    0x1400 | 0x151a => Field::Member { name: String::new(), offset: self.number()?, ty },
                    // LF_MEMBER
                    0x150d => Field::Member { offset: self.number()?, name: self.name()?, ty },
                    // LF_VBCLASS, LF_IVBCLASS: type of the pointer, offset of the pointer, index of the base in the table
                    0x1401 | 0x1402 => {
                        self.u32()?;
                        self.skip_number()?;
                        self.skip_number()?;
                        Field::Other
                    }
                    // LF_INDEX
                    0x1404 => Field::Continued(ty),
                    // LF_VFUNCTAB, LF_FRIENDCLS
                    0x1409 | 0x140a => Field::Other,
                    // LF_VFUNCOFF
                    0x140c => {
                        self.u32()?;
                        Field::Other
                    }
                    // LF_STMEMBER, LF_NESTTYPE, LF_NESTTYPEEX, LF_MEMBERMODIFY, LF_FRIENDFCN
                    0x150e | 0x1510 | 0x1512 | 0x1513 | 0x150c => {
                        self.name()?;
                        Field::Other
                    }
                    // LF_ONEMETHOD: a method that introduces a virtual function also has a vtable offset.
                    0x1511 => {
                        if matches!(attributes >> 2 & 7, 4 | 6) {
                            self.u32()?;
                        }
                        self.name()?;
                        Field::Other
                    }
                    _ => return None,
                }
            }
        })
    }
}

pub(super) fn u32_at(bytes: &[u8], position: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(position..)?.first_chunk()?))
}

/// The size of a built-in scalar type in bytes, and whether it is floating point (`TYPE_ENUM_e`).
fn number(kind: u32) -> Option<(u64, bool)> {
    Some(match kind {
        // Characters, 8-bit integers, bools.
        0x10 | 0x20 | 0x70 | 0x7c | 0x68 | 0x69 | 0x30 => (1, false),
        0x71 | 0x7a | 0x11 | 0x21 | 0x72 | 0x73 | 0x31 => (2, false),
        // Includes HRESULT.
        0x7b | 0x12 | 0x22 | 0x74 | 0x75 | 0x32 | 0x08 => (4, false),
        0x13 | 0x23 | 0x76 | 0x77 | 0x33 => (8, false),
        0x14 | 0x24 | 0x78 | 0x79 => (16, false),
        0x46 => (2, true),
        0x40 | 0x45 => (4, true),
        0x41 => (8, true),
        _ => return None,
    })
}
