//! DWARF 2 to 5: of ELF, of Mach-O, and of COFF where a compiler writes it there.

use std::borrow::Cow;
use std::cell::Cell;

use gimli::{AttributeValue, Dwarf, EndianSlice, Reader, Relocate, RelocateReader, RunTimeEndian, SectionId, Unit, UnitOffset, constants};
use object::read::RelocationMap;
use object::{Object, ObjectSection};

use super::{HostMember, HostShape, HostType, MOST_LEVELS, MOST_TYPES, ReadError, may_be};

pub(super) fn read(bytes: &[u8], name: &str) -> Result<Vec<HostType>, ReadError> {
    let unreadable = |error: &dyn std::fmt::Display| ReadError::Unreadable(error.to_string());
    let file = object::File::parse(bytes).map_err(|error| unreadable(&error))?;
    if let Some(types) = file.section_by_name(".debug$T") {
        let types = types.uncompressed_data().map_err(|error| unreadable(&error))?;
        return super::codeview::read(&types, name);
    }
    if file.section_by_name(".debug_cu_index").is_some() {
        return Err(ReadError::Unreadable("it is a package of split debug information; give the `.dwo` files".into()));
    }
    // Split DWARF: a file of its own, whose sections have names of their own.
    let is_split = file.section_by_name(".debug_info.dwo").is_some();
    if !is_split && file.section_by_name(".debug_info").is_none() {
        let pdb = file.pdb_info().ok().flatten().map(|pdb| String::from_utf8_lossy(pdb.path()).into_owned());
        return Err(match file.format() {
            object::BinaryFormat::MachO => {
                ReadError::Elsewhere("NAME.dSYM` that dsymutil makes, or the objects it was linked from, `NAME.o".into())
            }
            _ => pdb.map_or(ReadError::NoDebugInformation, ReadError::Elsewhere),
        });
    }
    let endian = if file.is_little_endian() { RunTimeEndian::Little } else { RunTimeEndian::Big };
    let load = |id: SectionId| -> Result<Loaded<'_>, object::Error> {
        let name = if is_split { id.dwo_name().unwrap_or(id.name()) } else { id.name() };
        let Some(section) = file.section_by_name(name) else { return Ok(Loaded::default()) };
        let mut relocations = RelocationMap::default();
        if file.kind() == object::ObjectKind::Relocatable {
            for (offset, relocation) in section.relocations() {
                // What cannot be applied is of code, or stands for a place in the section that is written there already.
                let _ = relocations.add(&file, offset, relocation);
            }
        }
        Ok(Loaded { data: section.uncompressed_data()?, relocations })
    };
    let sections = gimli::DwarfSections::load(load).map_err(|error| unreadable(&error))?;
    let mut dwarf = sections.borrow(|loaded| RelocateReader::new(EndianSlice::new(&loaded.data, endian), Relocations(&loaded.relocations)));
    if is_split {
        dwarf.file_type = gimli::DwarfFileType::Dwo;
    }
    let mut units = Vec::new();
    let mut headers = dwarf.units();
    while let Some(header) = headers.next().map_err(|error| unreadable(&error))? {
        units.push(dwarf.unit(header).map_err(|error| unreadable(&error))?);
    }
    let types = Types { dwarf: &dwarf, units: &units, left: Cell::new(MOST_TYPES) };
    let found = types.structs(name).map_err(|error| unreadable(&error))?;
    match types.elsewhere() {
        Some(split) if found.is_empty() => Err(ReadError::Elsewhere(split)),
        _ => Ok(found),
    }
}

/// A section, and what the linker would write into it: those of an object refer to one another by relocations.
#[derive(Default)]
struct Loaded<'d> {
    data: Cow<'d, [u8]>,
    relocations: RelocationMap,
}

#[derive(Clone, Copy, Debug)]
struct Relocations<'r>(&'r RelocationMap);

impl Relocate<usize> for Relocations<'_> {
    fn relocate_address(&self, offset: usize, value: u64) -> gimli::Result<u64> {
        Ok(self.0.relocate(offset as u64, value))
    }

    fn relocate_offset(&self, offset: usize, value: usize) -> gimli::Result<usize> {
        usize::try_from(self.0.relocate(offset as u64, value as u64)).map_err(|_| gimli::Error::OffsetOutOfBounds(0))
    }
}

struct Types<'d, R: Reader<Offset = usize>> {
    dwarf: &'d Dwarf<R>,
    units: &'d [Unit<R>],
    /// How many more types are read.
    left: Cell<usize>,
}

/// An entry, by its unit.
#[derive(Clone, Copy)]
struct At {
    unit: usize,
    offset: UnitOffset<usize>,
}

impl<R: Reader<Offset = usize>> Types<'_, R> {
    /// All structs that may be meant by a name.
    fn structs(&self, wanted: &str) -> gimli::Result<Vec<HostType>> {
        let mut found = Vec::new();
        for (index, unit) in self.units.iter().enumerate() {
            let mut entries = unit.entries();
            let mut around: Vec<(isize, String)> = Vec::new();
            while let Some(entry) = entries.next_dfs()? {
                let (depth, tag) = (entry.depth(), entry.tag());
                around.retain(|(outer, _)| *outer < depth);
                let is_struct = is_record(tag) || tag == constants::DW_TAG_typedef;
                if !is_struct && tag != constants::DW_TAG_namespace {
                    continue;
                }
                let Some(name) = self.name(unit, entry.attr_value(constants::DW_AT_name))? else { continue };
                let full = around.iter().map(|(_, name)| name.as_str()).chain([name.as_str()]).collect::<Vec<_>>().join("::");
                let at = At { unit: index, offset: entry.offset() };
                if is_struct && may_be(&name, wanted) && entry.attr(constants::DW_AT_declaration).is_none() {
                    let ty = self.ty(at, 0)?;
                    if matches!(ty.shape, HostShape::Record { .. }) {
                        found.push(HostType { name: full, ..ty });
                    }
                }
                around.push((depth, name));
            }
        }
        Ok(found)
    }

    /// The files that have what units leave out.
    fn elsewhere(&self) -> Option<String> {
        let name = |unit: &Unit<R>| self.name(unit, unit.dwo_name().ok().flatten()).ok().flatten();
        let names: Vec<String> = self.units.iter().filter_map(name).take(3).collect();
        (!names.is_empty()).then(|| names.join("` or `"))
    }

    /// The type at an entry, with all that it holds.
    fn ty(&self, at: At, level: usize) -> gimli::Result<HostType> {
        let opaque = |size| HostType { name: String::new(), size, shape: HostShape::Opaque };
        let left = self.left.get();
        if level > MOST_LEVELS || left == 0 {
            return Ok(opaque(0));
        }
        self.left.set(left - 1);
        let unit = &self.units[at.unit];
        let entry = unit.entry(at.offset)?;
        let size = entry.attr_value(constants::DW_AT_byte_size).and_then(|value| value.udata_value()).unwrap_or(0);
        let name = self.name(unit, entry.attr_value(constants::DW_AT_name))?.unwrap_or_default();
        let inner = entry.attr_value(constants::DW_AT_type).and_then(|value| self.refers_to(at.unit, &value));
        let shape = match entry.tag() {
            constants::DW_TAG_base_type => {
                let encoding = match entry.attr_value(constants::DW_AT_encoding) {
                    Some(AttributeValue::Encoding(encoding)) => Some(encoding),
                    _ => None,
                };
                HostShape::Number { float: encoding == Some(constants::DW_ATE_float) }
            }
            constants::DW_TAG_enumeration_type => HostShape::Number { float: false },
            constants::DW_TAG_typedef
            | constants::DW_TAG_const_type
            | constants::DW_TAG_volatile_type
            | constants::DW_TAG_restrict_type
            | constants::DW_TAG_atomic_type => return inner.map_or_else(|| Ok(opaque(0)), |inner| self.ty(inner, level + 1)),
            constants::DW_TAG_array_type => {
                let Some(inner) = inner else { return Ok(opaque(size)) };
                let element = self.ty(inner, level + 1)?;
                return self.array(at, element);
            }
            tag if is_record(tag) => HostShape::Record { members: self.members(at, level)? },
            constants::DW_TAG_pointer_type => return Ok(opaque(size.max(u64::from(unit.encoding().address_size)))),
            _ => HostShape::Opaque,
        };
        Ok(HostType { name, size, shape })
    }

    /// An array of one or several dimensions, the outermost first.
    fn array(&self, at: At, element: HostType) -> gimli::Result<HostType> {
        let mut counts = Vec::new();
        let mut tree = self.units[at.unit].entries_tree(Some(at.offset))?;
        let mut children = tree.root()?.children();
        while let Some(child) = children.next()? {
            let entry = child.entry();
            if entry.tag() == constants::DW_TAG_subrange_type {
                let number = |name| entry.attr_value(name).and_then(|value| value.udata_value());
                let bound = number(constants::DW_AT_upper_bound).and_then(|bound| bound.checked_add(1));
                counts.push(number(constants::DW_AT_count).or(bound).unwrap_or(0));
            }
        }
        Ok(counts.into_iter().rev().fold(element, |element, count| HostType {
            name: String::new(),
            size: element.size.saturating_mul(count),
            shape: HostShape::Array { element: Box::new(element), count },
        }))
    }

    fn members(&self, at: At, level: usize) -> gimli::Result<Vec<HostMember>> {
        let unit = &self.units[at.unit];
        let mut members = Vec::new();
        let mut tree = unit.entries_tree(Some(at.offset))?;
        let mut children = tree.root()?.children();
        while let Some(child) = children.next()? {
            let entry = child.entry();
            let is_member = matches!(entry.tag(), constants::DW_TAG_member | constants::DW_TAG_inheritance);
            // Static members have no place.
            if !is_member || entry.attr(constants::DW_AT_external).is_some() {
                continue;
            }
            let Some(inner) = entry.attr_value(constants::DW_AT_type).and_then(|value| self.refers_to(at.unit, &value)) else { continue };
            let number = |name| entry.attr_value(name).and_then(|value| value.udata_value());
            let is_bits = number(constants::DW_AT_bit_size).is_some();
            let bits = number(constants::DW_AT_data_bit_offset).map(|bits| bits / 8);
            let offset = match entry.attr_value(constants::DW_AT_data_member_location) {
                Some(AttributeValue::Exprloc(expression)) => constant(expression, unit.encoding())?,
                Some(value) => value.udata_value(),
                None => bits,
            };
            let ty = self.ty(inner, level + 1)?;
            let name = self.name(unit, entry.attr_value(constants::DW_AT_name))?.unwrap_or_default();
            super::add_member(&mut members, HostMember { name, offset: offset.unwrap_or(0), is_bits, ty });
        }
        Ok(members)
    }

    fn name(&self, unit: &Unit<R>, value: Option<AttributeValue<R>>) -> gimli::Result<Option<String>> {
        value.map(|value| Ok(self.dwarf.attr_string(unit, value)?.to_string_lossy()?.into_owned())).transpose()
    }

    /// The entry that a reference leads to, in its unit or another.
    fn refers_to(&self, unit: usize, value: &AttributeValue<R>) -> Option<At> {
        match value {
            AttributeValue::UnitRef(offset) => Some(At { unit, offset: *offset }),
            AttributeValue::DebugInfoRef(offset) => self
                .units
                .iter()
                .enumerate()
                .find_map(|(unit, found)| offset.to_unit_offset(&found.header).map(|offset| At { unit, offset })),
            _ => None,
        }
    }
}

fn is_record(tag: constants::DwTag) -> bool {
    matches!(tag, constants::DW_TAG_structure_type | constants::DW_TAG_class_type | constants::DW_TAG_union_type)
}

/// `DW_OP_plus_uconst n`, as DWARF 2 says where a member lies.
fn constant<R: Reader>(expression: gimli::Expression<R>, encoding: gimli::Encoding) -> gimli::Result<Option<u64>> {
    let mut operations = expression.operations(encoding);
    Ok(match operations.next()? {
        Some(gimli::Operation::PlusConstant { value }) => Some(value),
        _ => None,
    })
}
