//! PDB files: what the linkers of Windows write beside a program compiled with CodeView.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::Cursor;

use pdb::{FallibleIterator, ItemFinder, PDB, PrimitiveKind, TypeData, TypeIndex};

use super::{HostMember, HostShape, HostType, MOST_LEVELS, MOST_TYPES, ReadError, add_member, may_be};

pub(super) fn read(bytes: &[u8], name: &str) -> Result<Vec<HostType>, ReadError> {
    structs(bytes, name).map_err(|error| ReadError::Unreadable(error.to_string()))
}

fn structs(bytes: &[u8], wanted: &str) -> pdb::Result<Vec<HostType>> {
    let mut file = PDB::open(Cursor::new(bytes))?;
    let information = file.type_information()?;
    let mut finder = information.finder();
    let mut defined = HashMap::new();
    let mut meant = Vec::new();
    let mut types = information.iter();
    while let Some(item) = types.next()? {
        finder.update(&types);
        let Ok(data) = item.parse() else { continue };
        let (name, is_forward) = match &data {
            TypeData::Class(class) => (class.name.to_string().into_owned(), class.properties.forward_reference()),
            TypeData::Union(union) => (union.name.to_string().into_owned(), union.properties.forward_reference()),
            _ => continue,
        };
        if is_forward {
            continue;
        }
        if may_be(&name, wanted) {
            meant.push(item.index());
        }
        defined.insert(name, item.index());
    }
    let types = Types { finder: &finder, defined: &defined, left: Cell::new(MOST_TYPES) };
    meant.into_iter().map(|index| types.ty(index, 0)).collect()
}

struct Types<'f, 'd> {
    finder: &'f ItemFinder<'d, TypeIndex>,
    /// What names of declarations stand for.
    defined: &'f HashMap<String, TypeIndex>,
    /// How many more types are read.
    left: Cell<usize>,
}

impl Types<'_, '_> {
    fn ty(&self, index: TypeIndex, level: usize) -> pdb::Result<HostType> {
        let made = |name: String, size, shape| Ok(HostType { name, size, shape });
        let opaque = |size| made(String::new(), size, HostShape::Opaque);
        let left = self.left.get();
        if level > MOST_LEVELS || left == 0 {
            return opaque(0);
        }
        self.left.set(left - 1);
        // A type that the library does not know is opaque.
        let Ok(data) = self.finder.find(index).and_then(|item| item.parse()) else { return opaque(0) };
        match data {
            TypeData::Primitive(primitive) if primitive.indirection.is_some() => opaque(8),
            TypeData::Primitive(primitive) => match number(primitive.kind) {
                Some((size, float)) => made(String::new(), size, HostShape::Number { float }),
                None => opaque(0),
            },
            TypeData::Modifier(modifier) => self.ty(modifier.underlying_type, level + 1),
            TypeData::Bitfield(bits) => self.ty(bits.underlying_type, level + 1),
            TypeData::Enumeration(enumeration) => self.ty(enumeration.underlying_type, level + 1),
            TypeData::Array(array) => {
                let element = self.ty(array.element_type, level + 1)?;
                Ok(array.dimensions.iter().fold(element, |element, &bytes| {
                    let count = u64::from(bytes).checked_div(element.size).unwrap_or(0);
                    HostType { name: String::new(), size: bytes.into(), shape: HostShape::Array { element: Box::new(element), count } }
                }))
            }
            TypeData::Class(class) if class.properties.forward_reference() => self.definition(&class.name.to_string(), index, level),
            TypeData::Class(class) => {
                let members = self.members(class.fields, level)?;
                made(class.name.to_string().into_owned(), class.size, HostShape::Record { members })
            }
            TypeData::Union(union) if union.properties.forward_reference() => self.definition(&union.name.to_string(), index, level),
            TypeData::Union(union) => {
                let members = self.members(Some(union.fields), level)?;
                made(union.name.to_string().into_owned(), union.size, HostShape::Record { members })
            }
            TypeData::Pointer(_) => opaque(8),
            _ => opaque(0),
        }
    }

    /// The type behind a declaration.
    fn definition(&self, name: &str, declaration: TypeIndex, level: usize) -> pdb::Result<HostType> {
        match self.defined.get(name) {
            Some(&index) if index != declaration => self.ty(index, level + 1),
            _ => Ok(HostType { name: name.to_owned(), size: 0, shape: HostShape::Opaque }),
        }
    }

    fn members(&self, fields: Option<TypeIndex>, level: usize) -> pdb::Result<Vec<HostMember>> {
        let mut members = Vec::new();
        let mut next = fields;
        let mut lists = 0;
        while let Some(index) = next.filter(|_| lists < MOST_LISTS) {
            lists += 1;
            let Ok(TypeData::FieldList(list)) = self.finder.find(index).and_then(|item| item.parse()) else { break };
            for field in &list.fields {
                let (name, offset, ty) = match field {
                    TypeData::Member(member) => (member.name.to_string().into_owned(), member.offset, member.field_type),
                    TypeData::BaseClass(base) => (String::new(), base.offset.into(), base.base_class),
                    _ => continue,
                };
                let is_bits = matches!(self.finder.find(ty).and_then(|item| item.parse()), Ok(TypeData::Bitfield(_)));
                add_member(&mut members, HostMember { name, offset, is_bits, ty: self.ty(ty, level + 1)? });
            }
            next = list.continuation.filter(|following| *following != index);
        }
        Ok(members)
    }
}

/// The members of a struct may take several lists.
const MOST_LISTS: usize = 4096;

/// Bytes of a number, and whether it is floating point.
fn number(kind: PrimitiveKind) -> Option<(u64, bool)> {
    use PrimitiveKind::*;
    Some(match kind {
        Char | UChar | RChar | I8 | U8 | Bool8 => (1, false),
        WChar | RChar16 | Short | UShort | I16 | U16 | Bool16 => (2, false),
        RChar32 | Long | ULong | I32 | U32 | Bool32 | HRESULT => (4, false),
        Quad | UQuad | I64 | U64 | Bool64 => (8, false),
        Octa | UOcta | I128 | U128 => (16, false),
        F16 => (2, true),
        F32 | F32PP => (4, true),
        F64 => (8, true),
        _ => return None,
    })
}
