//! DWARF 2 to 5: in ELF and Mach-O, and in COFF if the compiler writes it there.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;

use gimli::{
    AbbreviationsCacheStrategy, AttributeValue, DebugTypeSignature, Dwarf, DwarfFileType, DwarfPackageSections, DwarfSections, EndianSlice,
    Reader, Relocate, RelocateReader, RunTimeEndian, SectionId, Unit, UnitHeader, UnitOffset, UnitType, constants,
};
use object::read::RelocationMap;
use object::{Object, ObjectSection};

use super::{Budget, HostMember, HostShape, HostType, MAX_LEVELS, MAX_NAME, ReadError, may_match};

/// The maximum nesting of namespaces and structs around a struct.
const MAX_SCOPES: usize = 256;

/// The structs of an object or program of some bytes, of a `.dwo` file, or of a `.dwp` package.
pub(super) fn read(file: &object::File<'_>, bytes: usize, name: &str) -> Result<Vec<HostType>, ReadError> {
    let room = Room::of(bytes);
    let unreadable = |error: &dyn std::fmt::Display| match room.is_exceeded() {
        true => ReadError::Unreadable("sections much larger than the file: is it damaged?".into()),
        false => ReadError::Unreadable(error.to_string()),
    };
    let endian = if file.is_little_endian() { RunTimeEndian::Little } else { RunTimeEndian::Big };
    // The sections of `.dwo` files have separate names.
    let is_split = file.section_by_name(".debug_info.dwo").is_some();
    let load = |id: SectionId| Section::of(file, if is_split { id.dwo_name().unwrap_or(id.name()) } else { id.name() }, &room);
    let nothing = Section::default();
    if file.section_by_name(".debug_cu_index").is_some() {
        let sections = DwarfPackageSections::load(load).map_err(|error| unreadable(&error))?;
        let package = sections.borrow(|section| section.reader(endian), nothing.reader(endian)).map_err(|error| unreadable(&error))?;
        // A package refers to addresses in the program, and structs have none.
        let program = DwarfSections::load(|_| Ok::<_, gimli::Error>(Section::default())).map_err(|error| unreadable(&error))?;
        let program = program.borrow(|_| nothing.reader(endian));
        let units = (1..=package.cu_index.unit_count()).map(|row| package.cu_sections(row, &program));
        let types = (1..=package.tu_index.unit_count()).map(|row| package.tu_sections(row, &program));
        let mut parts = units.chain(types).collect::<gimli::Result<Vec<_>>>().map_err(|error| unreadable(&error))?;
        return structs_of_parts(&mut parts, name);
    }
    let sections = DwarfSections::load(load).map_err(|error| unreadable(&error))?;
    let mut dwarf = sections.borrow(|section| section.reader(endian));
    if is_split {
        dwarf.file_type = DwarfFileType::Dwo;
    }
    structs_of_parts(&mut [dwarf], name)
}

/// The structs of one or several sets of sections.
fn structs_of_parts<R: Reader<Offset = usize>>(parts: &mut [Dwarf<R>], name: &str) -> Result<Vec<HostType>, ReadError> {
    let unreadable = |error: gimli::Error| ReadError::Unreadable(error.to_string());
    // Units with the same abbreviations share one copy.
    parts.iter_mut().for_each(|part| part.populate_abbreviations_cache(AbbreviationsCacheStrategy::Duplicates));
    let mut types = TypeReader { parts, units: Vec::new(), signatures: HashMap::new(), budget: Budget::new() };
    for part in 0..parts.len() {
        types.add_units(part).map_err(unreadable)?;
    }
    let found = types.structs(name).map_err(unreadable)?;
    let found = types.budget.enough(found)?;
    match types.other_file() {
        Some(split) if found.is_empty() => Err(ReadError::OtherFile(split)),
        _ => Ok(found),
    }
}

/// The size of a relocation in an ELF file ("System V Application Binary Interface", `Elf64_Rela`).
const RELOCATION: u64 = 24;

/// The bytes that all sections of a file may have: compressed ones, and those that overlap, can claim much more than the file has.
struct Room(Cell<Option<u64>>);

impl Room {
    /// Compressed debug information has about a quarter of its size.
    const MAX_RATIO: u64 = 16;
    /// Enough for sections that are all zeros in small files.
    const LEAST: u64 = 1 << 20;

    fn of(bytes: usize) -> Room {
        Room(Cell::new(Some((bytes as u64).saturating_mul(Room::MAX_RATIO).saturating_add(Room::LEAST))))
    }

    fn take(&self, bytes: u64) -> gimli::Result<()> {
        self.0.set(self.0.get().and_then(|left| left.checked_sub(bytes)));
        if self.is_exceeded() { Err(gimli::Error::Io) } else { Ok(()) }
    }

    fn is_exceeded(&self) -> bool {
        self.0.get().is_none()
    }
}

/// The data of a section with the relocations that a linker would apply: in an object, sections refer to one another by relocations.
#[derive(Default)]
struct Section<'d> {
    data: Cow<'d, [u8]>,
    relocations: RelocationMap,
}

impl<'d> Section<'d> {
    /// All sections of a name, joined: compilers put each type that several object files may contain into a section of its own, so that the
    /// linker can discard duplicates.
    fn of(file: &object::File<'d>, name: &str, room: &Room) -> Result<Self, gimli::Error> {
        let mut joined = Section::default();
        let is_object = file.kind() == object::ObjectKind::Relocatable;
        // `section_by_name` knows how COFF and Mach-O shorten and spell the names.
        let first = file.section_by_name(name).map(|section| section.index());
        let others = file.sections().filter(|section| Some(section.index()) != first && is_object && section.name() == Ok(name));
        for section in file.section_by_name(name).into_iter().chain(others) {
            let base = joined.data.len() as u64;
            let compressed = section.compressed_data().map_err(|_| gimli::Error::Io)?;
            room.take(compressed.uncompressed_size)?;
            let data = compressed.decompress().map_err(|_| gimli::Error::Io)?;
            if base == 0 {
                joined.data = data;
            } else {
                joined.data.to_mut().extend_from_slice(&data);
            }
            for (offset, relocation) in section.relocations().filter(|_| is_object) {
                room.take(RELOCATION)?;
                // Relocations that cannot be applied are those of code, or their value is already in the section.
                let _ = joined.relocations.add(file, base + offset, relocation);
            }
        }
        Ok(joined)
    }

    fn reader(&self, endian: RunTimeEndian) -> RelocateReader<EndianSlice<'_, RunTimeEndian>, Relocations<'_>> {
        RelocateReader::new(EndianSlice::new(&self.data, endian), Relocations(&self.relocations))
    }
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

struct TypeReader<'d, R: Reader<Offset = usize>> {
    parts: &'d [Dwarf<R>],
    /// Each with the index of its part.
    units: Vec<(usize, Unit<R>)>,
    /// The type units (`-fdebug-types-section`), by signature.
    signatures: HashMap<u64, EntryId>,
    budget: Budget,
}

/// An entry in a unit.
#[derive(Clone, Copy)]
struct EntryId {
    unit: usize,
    offset: UnitOffset<usize>,
}

impl<R: Reader<Offset = usize>> TypeReader<'_, R> {
    fn add_units(&mut self, part: usize) -> gimli::Result<()> {
        let dwarf = &self.parts[part];
        let (mut units, mut types) = (dwarf.units(), dwarf.type_units());
        while let Some(header) = units.next()? {
            self.add_unit(part, header)?;
        }
        while let Some(header) = types.next()? {
            self.add_unit(part, header)?;
        }
        Ok(())
    }

    fn add_unit(&mut self, part: usize, header: UnitHeader<R>) -> gimli::Result<()> {
        if let UnitType::Type { type_signature, type_offset } | UnitType::SplitType { type_signature, type_offset, .. } = header.type_() {
            self.signatures.insert(type_signature.0, EntryId { unit: self.units.len(), offset: type_offset });
        }
        self.units.push((part, self.parts[part].unit(header)?));
        Ok(())
    }

    /// All structs that a name may refer to.
    fn structs(&self, requested: &str) -> gimli::Result<Vec<HostType>> {
        let mut found = Vec::new();
        for (index, (_, unit)) in self.units.iter().enumerate() {
            let mut entries = unit.entries();
            let mut around: Vec<(isize, String)> = Vec::new();
            // In type units of gcc, a declaration is in the namespace, and the definition is outside and refers to it.
            let mut declared: HashMap<UnitOffset<usize>, String> = HashMap::new();
            while let Some(entry) = entries.next_dfs()? {
                let (depth, tag) = (entry.depth(), entry.tag());
                around.retain(|(outer, _)| *outer < depth);
                let is_struct = is_record(tag) || tag == constants::DW_TAG_typedef;
                if !is_struct && tag != constants::DW_TAG_namespace {
                    continue;
                }
                let Some(name) = self.name(index, entry.attr_value(constants::DW_AT_name))? else { continue };
                let full = around.iter().map(|(_, name)| name.as_str()).chain([name.as_str()]).collect::<Vec<_>>().join("::");
                let position = EntryId { unit: index, offset: entry.offset() };
                let is_match = is_struct && may_match(&name, requested);
                if is_match && entry.attr(constants::DW_AT_declaration).is_some() {
                    declared.insert(entry.offset(), full);
                } else if is_match {
                    let full = match entry.attr_value(constants::DW_AT_specification) {
                        Some(AttributeValue::UnitRef(declaration)) => declared.get(&declaration).cloned().unwrap_or(full),
                        _ => full,
                    };
                    let ty = self.ty(position, 0)?;
                    if matches!(ty.shape, HostShape::Record { .. }) {
                        found.push(HostType { name: full, is_rust: self.is_rust(index), ..ty });
                    }
                }
                if around.len() < MAX_SCOPES {
                    around.push((depth, name));
                }
            }
        }
        Ok(found)
    }

    /// Whether a unit was compiled from Rust.
    fn is_rust(&self, unit: usize) -> bool {
        let mut entries = self.units[unit].1.entries();
        let root = entries.next_dfs().ok().flatten();
        let language = root.and_then(|root| root.attr_value(constants::DW_AT_language));
        matches!(language, Some(AttributeValue::Language(constants::DW_LANG_Rust)))
    }

    /// The names of the `.dwo` files of skeleton units.
    fn other_file(&self) -> Option<String> {
        let name = |unit: usize| self.name(unit, self.units[unit].1.dwo_name().ok().flatten()).ok().flatten();
        let names: Vec<String> = (0..self.units.len()).filter_map(name).take(3).collect();
        (!names.is_empty()).then(|| names.join("` or `"))
    }

    /// The type at an entry, with all of its members.
    fn ty(&self, position: EntryId, level: usize) -> gimli::Result<HostType> {
        let opaque = |size| HostType { name: String::new(), size, shape: HostShape::Opaque, is_rust: false };
        if level > MAX_LEVELS || !self.budget.take(Budget::TYPE) {
            return Ok(opaque(0));
        }
        let unit = &self.units[position.unit].1;
        let entry = unit.entry(position.offset)?;
        // A declaration whose definition is in a type unit.
        if let Some(AttributeValue::DebugTypesRef(signature)) = entry.attr_value(constants::DW_AT_signature) {
            return self.signed(signature).map_or_else(|| Ok(opaque(0)), |definition| self.ty(definition, level + 1));
        }
        let size = entry.attr_value(constants::DW_AT_byte_size).and_then(|value| value.udata_value()).unwrap_or(0);
        let name = self.name(position.unit, entry.attr_value(constants::DW_AT_name))?.unwrap_or_default();
        self.budget.take(name.len());
        let inner = entry.attr_value(constants::DW_AT_type).and_then(|value| self.refers_to(position.unit, &value));
        let shape = match entry.tag() {
            constants::DW_TAG_base_type => {
                let encoding = match entry.attr_value(constants::DW_AT_encoding) {
                    Some(AttributeValue::Encoding(encoding)) => Some(encoding),
                    _ => None,
                };
                HostShape::Scalar { float: encoding == Some(constants::DW_ATE_float) }
            }
            constants::DW_TAG_enumeration_type => HostShape::Scalar { float: false },
            constants::DW_TAG_typedef
            | constants::DW_TAG_const_type
            | constants::DW_TAG_volatile_type
            | constants::DW_TAG_restrict_type
            | constants::DW_TAG_atomic_type => return inner.map_or_else(|| Ok(opaque(0)), |inner| self.ty(inner, level + 1)),
            constants::DW_TAG_array_type => {
                let Some(inner) = inner else { return Ok(opaque(size)) };
                let element = self.ty(inner, level + 1)?;
                return self.array(position, element);
            }
            tag if is_record(tag) => HostShape::Record { members: self.members(position, level)? },
            constants::DW_TAG_pointer_type | constants::DW_TAG_reference_type | constants::DW_TAG_rvalue_reference_type => {
                let size = size.max(u64::from(unit.encoding().address_size));
                return Ok(HostType { name: String::new(), size, shape: HostShape::Pointer, is_rust: false });
            }
            _ => HostShape::Opaque,
        };
        Ok(HostType { name, size, shape, is_rust: false })
    }

    /// An array type, outermost dimension first.
    fn array(&self, position: EntryId, element: HostType) -> gimli::Result<HostType> {
        let mut counts = Vec::new();
        let mut tree = self.units[position.unit].1.entries_tree(Some(position.offset))?;
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
            is_rust: false,
        }))
    }

    fn members(&self, position: EntryId, level: usize) -> gimli::Result<Vec<HostMember>> {
        let unit = &self.units[position.unit].1;
        let mut members = Vec::new();
        let mut tree = unit.entries_tree(Some(position.offset))?;
        let mut children = tree.root()?.children();
        while let Some(child) = children.next()? {
            if !self.budget.take(1) {
                break;
            }
            let entry = child.entry();
            let is_member = matches!(entry.tag(), constants::DW_TAG_member | constants::DW_TAG_inheritance);
            // Static members have no offset, and that of a virtual base is known only at run time.
            let is_virtual = entry.tag() == constants::DW_TAG_inheritance && entry.attr(constants::DW_AT_virtuality).is_some();
            if !is_member || is_virtual || entry.attr(constants::DW_AT_external).is_some() {
                continue;
            }
            let Some(inner) = entry.attr_value(constants::DW_AT_type).and_then(|value| self.refers_to(position.unit, &value)) else {
                continue;
            };
            let number = |name| entry.attr_value(name).and_then(|value| value.udata_value());
            let location = match entry.attr_value(constants::DW_AT_data_member_location) {
                Some(AttributeValue::Exprloc(expression)) => constant(expression, unit.encoding())?,
                Some(value) => value.udata_value(),
                None => None,
            };
            let location = location.unwrap_or(0);
            let ty = self.ty(inner, level + 1)?;
            let name = self.name(position.unit, entry.attr_value(constants::DW_AT_name))?.unwrap_or_default();
            self.budget.take(name.len());
            let (offset, bits) = match number(constants::DW_AT_bit_size) {
                None => (location, None),
                Some(width) => {
                    // DWARF 4 and 5, 5.7.6: bits from the start of the struct. DWARF 2 and 3: from the highest bit of the storage unit, even
                    // in little-endian files; a negative number if the bit-field extends past it.
                    let from_start = number(constants::DW_AT_data_bit_offset).map(i128::from);
                    let from_top = entry
                        .attr_value(constants::DW_AT_bit_offset)
                        .and_then(|value| value.udata_value().map(i128::from).or_else(|| value.sdata_value().map(i128::from)));
                    let storage = i128::from(number(constants::DW_AT_byte_size).unwrap_or(ty.size)) * 8;
                    let first = from_start.or_else(|| from_top.map(|from_top| storage - from_top - i128::from(width))).unwrap_or(0);
                    let first = u64::try_from(i128::from(location) * 8 + first).unwrap_or(0);
                    let (offset, bits) = super::bit_field(first, width);
                    (offset, Some(bits))
                }
            };
            super::add_member(&mut members, HostMember { name, offset, bits, ty });
        }
        Ok(members)
    }

    fn name(&self, unit: usize, value: Option<AttributeValue<R>>) -> gimli::Result<Option<String>> {
        let (part, unit) = &self.units[unit];
        let Some(value) = value else { return Ok(None) };
        let text = self.parts[*part].attr_string(unit, value)?;
        if text.len() > MAX_NAME {
            return Ok(None);
        }
        Ok(Some(text.to_string_lossy()?.into_owned()))
    }

    /// The entry of a type unit, by signature.
    fn signed(&self, signature: DebugTypeSignature) -> Option<EntryId> {
        self.signatures.get(&signature.0).copied()
    }

    /// The entry that a reference refers to, in the same unit or another.
    fn refers_to(&self, unit: usize, value: &AttributeValue<R>) -> Option<EntryId> {
        match value {
            AttributeValue::UnitRef(offset) => Some(EntryId { unit, offset: *offset }),
            AttributeValue::DebugTypesRef(signature) => self.signed(*signature),
            AttributeValue::DebugInfoRef(offset) => {
                let part = self.units[unit].0;
                let mut units = self.units.iter().enumerate().filter(|(_, (owner, _))| *owner == part);
                units.find_map(|(unit, (_, found))| offset.to_unit_offset(&found.header).map(|offset| EntryId { unit, offset }))
            }
            _ => None,
        }
    }
}

fn is_record(tag: constants::DwTag) -> bool {
    matches!(tag, constants::DW_TAG_structure_type | constants::DW_TAG_class_type | constants::DW_TAG_union_type)
}

/// The operand of `DW_OP_plus_uconst n`, the location of a member in DWARF 2.
fn constant<R: Reader>(expression: gimli::Expression<R>, encoding: gimli::Encoding) -> gimli::Result<Option<u64>> {
    let mut operations = expression.operations(encoding);
    Ok(match operations.next()? {
        Some(gimli::Operation::PlusConstant { value }) => Some(value),
        _ => None,
    })
}
