//! The members of a redeclared struct: unchanged members keep their text, and all members get their required offsets.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use padstone_model::{Count, Field, StructId, Type};
use padstone_source::Span;
use padstone_wgsl::tree::{DeclarationKind, Member, Struct};

use super::store::{MemberKind, StorageLayout, StorageMember, TypeSource};
use super::types::{scalar_bytes, scalar_name};
use super::{Engine, RewriteBlocked};

/// A new declaration of a member, or an unchanged one.
pub(super) struct MemberDeclaration {
    pub(super) text: String,
    /// The first and last of the old members that it replaces.
    pub(super) from: (usize, usize),
    /// Whether the declaration is unchanged.
    pub(super) is_unchanged: bool,
}

/// The attributes that give a member its offset.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct PositionAttributes {
    align: Option<u64>,
    size: Option<u64>,
    /// The bytes of padding members before it: in 2020 attributes did not affect the layout.
    padding: u64,
}

/// A redeclared struct.
pub(super) struct StructDeclaration<'d> {
    pub(super) id: StructId,
    pub(super) store: &'d StorageLayout,
    pub(super) names: &'d BTreeMap<StructId, String>,
    pub(super) members: &'d [Member],
}

impl Engine<'_, '_> {
    /// The members of a struct. A member whose attributes would displace it or the next one is written without them.
    pub(super) fn members_written(&mut self, declaration: &StructDeclaration<'_>) -> Result<Vec<MemberDeclaration>, RewriteBlocked> {
        let mut bare = BTreeSet::new();
        if !self.placed.contains(&declaration.id) {
            // The offsets of members of a function variable are not observable.
            return self.write_members(declaration, &bare, &vec![PositionAttributes::default(); declaration.store.members.len()]);
        }
        loop {
            match self.pins(declaration, &bare)? {
                Ok(pins) => return self.write_members(declaration, &bare, &pins),
                Err(position) => {
                    if !bare.insert(position) {
                        return Err(RewriteBlocked);
                    }
                }
            }
        }
    }

    /// The attributes that give each member its offset, or the member whose own attributes prevent it.
    fn pins(
        &self,
        declaration: &StructDeclaration<'_>,
        bare: &BTreeSet<usize>,
    ) -> Result<Result<Vec<PositionAttributes>, usize>, RewriteBlocked> {
        let store = declaration.store;
        let mut pins: Vec<PositionAttributes> = Vec::new();
        let unchanged_fields: Vec<Option<&Field>> =
            (0..store.members.len()).map(|index| self.unchanged_field(declaration, index, bare)).collect();
        let sizes = |index: usize| unchanged_fields[index].and_then(Field::size).map(|(size, _)| size.bytes());
        let aligns = |index: usize| unchanged_fields[index].and_then(Field::align).map(|(align, _)| align.bytes());
        let struct_align = self.align_of(declaration.id);
        let is_contiguous = self.unit.module.structs[declaration.id].contiguous;
        let (mut end, mut widest, mut plain) = (0_u64, 1, 1);
        for (index, member) in store.members.iter().enumerate() {
            let (bytes, own) = self.natural_extent(member);
            // Members of a `[[contiguous]]` struct have the alignment of a scalar, which was 4 bytes in 2020.
            let own = if is_contiguous { own.min(4) } else { own };
            // An alignment below that of the type is an error, and the type may have changed.
            if aligns(index).is_some_and(|align| align < self.stored_align(member)) {
                return Ok(Err(index));
            }
            let align = if self.unit.module.structs[declaration.id].contiguous { 4 } else { own.max(aligns(index).unwrap_or(1)) };
            let by_members = self.plain_align(member);
            let mut pin = PositionAttributes::default();
            if by_members < own && aligns(index).is_none() && !self.is_draft() {
                pin.align = Some(own);
            }
            plain = plain.max(by_members);
            let natural = end.next_multiple_of(align);
            if natural > member.offset {
                // The size attribute of an unchanged member may exceed the available bytes.
                return match index.checked_sub(1).filter(|&before| sizes(before).is_some()) {
                    Some(before) => Ok(Err(before)),
                    None if aligns(index).is_some() => Ok(Err(index)),
                    None => Err(RewriteBlocked),
                };
            }
            if natural < member.offset && self.is_draft() {
                pin.padding = member.offset - end;
            } else if natural < member.offset {
                let wider =
                    (0..32).map(|shift| 1_u64 << shift).find(|&wider| wider > align && end.next_multiple_of(wider) == member.offset);
                match wider.filter(|&wider| unchanged_fields[index].is_none() && Some(wider) <= struct_align) {
                    Some(wider) => pin.align = Some(wider),
                    None => {
                        let before = index.checked_sub(1).ok_or(RewriteBlocked)?;
                        if sizes(before).is_some() {
                            return Ok(Err(before));
                        }
                        pins[before].size = Some(member.offset - store.members[before].offset);
                    }
                }
            }
            widest = widest.max(align).max(pin.align.unwrap_or(1));
            end = member.offset + sizes(index).unwrap_or(bytes);
            pins.push(pin);
        }
        let last = store.members.len() - 1;
        if let (Some((size, align)), false) = (self.unit.extent(Type::Struct(declaration.id)), self.is_draft()) {
            if widest < align {
                if aligns(0).is_some() {
                    return Ok(Err(0));
                }
                pins[0].align = Some(align);
            }
            let is_sized = !matches!(store.members[last].kind, MemberKind::Object { ty: Type::Array { count: Count::Runtime, .. }, .. });
            if is_sized && end.next_multiple_of(plain) < size {
                if sizes(last).is_some() {
                    return Ok(Err(last));
                }
                pins[last].size = Some(size - store.members[last].offset);
            }
        }
        Ok(Ok(pins))
    }

    fn write_members(
        &mut self,
        declaration: &StructDeclaration<'_>,
        bare: &BTreeSet<usize>,
        pins: &[PositionAttributes],
    ) -> Result<Vec<MemberDeclaration>, RewriteBlocked> {
        let mut written = Vec::with_capacity(pins.len());
        for (position, (member, pin)) in declaration.store.members.iter().zip(pins).enumerate() {
            let mut text = String::new();
            if let Some(align) = pin.align {
                write!(text, "@align({align}) ").map_err(|_| RewriteBlocked)?;
            }
            if let Some(size) = pin.size {
                write!(text, "@size({size}) ").map_err(|_| RewriteBlocked)?;
            }
            let from = (*member.from.start(), *member.from.end());
            // Everything in buffers of 2020 was a multiple of 4 bytes.
            for _ in 0..pin.padding / 4 {
                let text = format!("{}{}f32", self.names.fresh("pad"), self.member_colon(declaration.members));
                written.push(MemberDeclaration { text, from, is_unchanged: false });
            }
            let old = self.unit.text(declaration.members[from.0].span);
            let unchanged_fields = self
                .unchanged_field(declaration, position, bare)
                .map(|_| self.unchanged_text(declaration, member, &declaration.members[from.0]));
            match unchanged_fields {
                Some(unchanged_fields) => text.push_str(&unchanged_fields),
                None => {
                    let (colon, ty) = (self.member_colon(declaration.members), self.member_type(member, declaration.names));
                    write!(text, "{}{colon}{ty}", member.name).map_err(|_| RewriteBlocked)?;
                }
            }
            written.push(MemberDeclaration {
                is_unchanged: from.0 == from.1 && text == old && self.is_alone(declaration, position),
                text,
                from,
            });
        }
        Ok(written)
    }

    fn align_of(&self, id: StructId) -> Option<u64> {
        let placed = self.unit.layouts.standard().get(self.unit.module.structs[id].ty?).ok()?;
        Some(placed.align.bytes())
    }

    /// The text between name and type, as in this struct.
    fn member_colon(&self, members: &[Member]) -> String {
        let first = members.first().map(|member| Span { start: member.name.span.end, end: self.unit.tree.nodes[member.ty].span.start });
        let text = first.map_or(":", |span| self.unit.text(span));
        let is_plain = text.chars().all(|c| c == ' ' || c == ':');
        if is_plain { text.to_owned() } else { self.colon().to_owned() }
    }

    /// The unchanged old member, with its attributes.
    fn unchanged_field(&self, declaration: &StructDeclaration<'_>, index: usize, bare: &BTreeSet<usize>) -> Option<&Field> {
        let member = &declaration.store.members[index];
        let MemberKind::Object { declared: TypeSource::Member(owner, from), .. } = member.kind else { return None };
        let is_old = owner == declaration.id && member.from == (from..=from) && self.is_alone(declaration, index) && !bare.contains(&index);
        let (field, _) = self.unit.members(owner).nth(from).filter(|_| is_old)?;
        (self.unit.names.resolve(field.name) == member.name).then_some(field)
    }

    /// Whether no other new member replaces the same old one.
    fn is_alone(&self, declaration: &StructDeclaration<'_>, index: usize) -> bool {
        let from = &declaration.store.members[index].from;
        let is_single =
            |other: Option<&StorageMember>| other.is_none_or(|other| other.from.end() < from.start() || other.from.start() > from.end());
        is_single(index.checked_sub(1).and_then(|before| declaration.store.members.get(before)))
            && is_single(declaration.store.members.get(index + 1))
    }

    /// The old text, with the storage type. Attributes of stage interfaces remain on the values.
    fn unchanged_text(&self, declaration: &StructDeclaration<'_>, member: &StorageMember, old: &Member) -> String {
        let nodes = &self.unit.tree.nodes;
        let (mut text, mut start) = (String::new(), old.span.start);
        let is_second_declaration = declaration.names[&declaration.id] != self.unit.struct_name(declaration.id);
        for attribute in nodes[old.attributes].iter().filter(|_| is_second_declaration && !self.is_draft()) {
            if !matches!(self.unit.text(attribute.name.span), "align" | "size") {
                text.push_str(self.unit.text(Span { start, end: attribute.span.start }).trim_end_matches('@'));
                let after = self.unit.text(Span { start: attribute.span.end, end: old.name.span.start });
                start = attribute.span.end + (after.len() - after.trim_start().len()) as u32;
            }
        }
        text.push_str(self.unit.text(Span { start, end: nodes[old.ty].span.start }));
        if member.as_values {
            return text + self.unit.text(nodes[old.ty].span);
        }
        text + &self.stored_type(old.ty, declaration.names)
    }

    /// The alignment of a member without the attributes of nested structs, including redeclared ones: offsets and strides must not depend
    /// on those ([`Unit::plain_align`]).
    fn plain_align(&self, member: &StorageMember) -> u64 {
        let (_, own) = self.natural_extent(member);
        let MemberKind::Object { ty, .. } = member.kind else { return own };
        match self.store_within(member, ty) {
            Some(store) => store.members.iter().map(|member| self.plain_align(member)).max().unwrap_or(own).min(own),
            None => self.unit.plain_align(ty).min(own),
        }
    }

    /// The alignment of the declared type of a member: vectors are aligned to 16, whatever they contain.
    fn stored_align(&self, member: &StorageMember) -> u64 {
        let (_, own) = self.natural_extent(member);
        let MemberKind::Object { ty, .. } = member.kind else { return own };
        self.store_within(member, ty).map_or(own, |store| store.members.iter().map(|member| self.stored_align(member)).fold(own, u64::max))
    }

    /// The storage layout of the struct in a member, unless it is stored like its values.
    fn store_within(&self, member: &StorageMember, ty: Type) -> Option<&StorageLayout> {
        self.unit.struct_within(ty).filter(|_| !member.as_values).and_then(|id| self.plan.stores.get(&id))
    }

    /// The size and alignment that a member has from its type.
    fn natural_extent(&self, member: &StorageMember) -> (u64, u64) {
        match member.kind {
            MemberKind::Words { .. } => (member.size, 16),
            MemberKind::Scalars { scalar, .. } => (member.size, scalar_bytes(scalar)),
            MemberKind::Object { ty, .. } => match (self.unit.extent(ty), ty) {
                (Some(extent), _) => extent,
                (None, Type::Array { element, count: Count::Runtime }) => {
                    (0, self.unit.extent(self.unit.module.types[element]).map_or(1, |(_, align)| align))
                }
                (None, _) => (member.size, 1),
            },
        }
    }

    pub(super) fn member_type(&self, member: &StorageMember, names: &BTreeMap<StructId, String>) -> String {
        match member.kind {
            MemberKind::Words { scalar, vectors: None } => format!("vec4<{}>", scalar_name(scalar)),
            MemberKind::Words { scalar, vectors: Some(count) } => format!("array<vec4<{}>, {count}>", scalar_name(scalar)),
            MemberKind::Scalars { scalar, count } => format!("array<{}, {count}>", scalar_name(scalar)),
            MemberKind::Object { declared: TypeSource::Member(owner, from), ty } => {
                let declaration = self.declared.get(&owner).map(|&index| self.unit.tree.declarations[index].kind);
                match declaration {
                    Some(DeclarationKind::Struct(Struct { members, .. })) if member.as_values => {
                        self.unit.text(self.unit.tree.nodes[self.unit.tree[members][from].ty].span).to_owned()
                    }
                    Some(DeclarationKind::Struct(Struct { members, .. })) => self.stored_type(self.unit.tree[members][from].ty, names),
                    _ => self.stored_type_text(ty, names),
                }
            }
            MemberKind::Object { declared: TypeSource::Component, ty } => self.stored_type_text(ty, names),
        }
    }
}
