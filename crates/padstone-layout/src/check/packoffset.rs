//! `packoffset`.

use std::collections::{BTreeMap, BTreeSet};

use padstone_diag::{Diagnostic, Edit, Severity, codes};
use padstone_model::{Align, Annotation, Buffer, BufferKind, Field, Offset, PackOffset, Size, Type};
use padstone_source::Span;

use super::free_offsets::{TakenBytes, fits_registers};
use super::{Check, Content, bytes, register_of};
use crate::placement::misplaced;
use crate::profiles::{BindingModel, ExplicitOrder, Occurrence, Overlaps, PackoffsetScope, StraddleRule};
use crate::ranges::{collisions, shares_values};
use crate::result::{ExplicitOffset, FieldLayout, PlacementReason};

/// The kinds of declarations that cannot have a packoffset.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MisplacedIn {
    Struct,
    Globals,
}

/// Reports a packoffset on anything except a member of a cbuffer or tbuffer.
pub(super) fn misplaced_packoffsets(check: &mut Check<'_>, fields: &[Field], owner: MisplacedIn) {
    let description = match owner {
        MisplacedIn::Struct => "a member of a struct",
        MisplacedIn::Globals => "a global constant",
    };
    for field in fields {
        for offset in packoffsets(field) {
            let message = format!("packoffset on `{}`, {description}", check.module.name(field.name));
            let mut diagnostic = Diagnostic::error(&codes::PACKOFFSET_OUTSIDE, message, offset.span)
                .label(offset.span, "only members of a cbuffer or tbuffer can have a packoffset");
            let fits = fits_registers(Offset::new(offset.bytes()), explicit_size(check, field));
            if owner == MisplacedIn::Globals && offset.component == 0 && fits {
                let register = format!("register(c{})", offset.register);
                diagnostic = diagnostic
                    .help(format!("use `{register}` to place a global constant at offset {}", offset.bytes()))
                    .fix(format!("write `{register}`"), vec![Edit { span: offset.span, text: register }]);
            }
            check.report(diagnostic);
        }
    }
}

/// INF-0003, Limitations: "packoffset is only allowed in a constant buffer". Compilers accept it in a tbuffer.
fn in_tbuffer(check: &mut Check<'_>, fields: &[Field]) {
    for field in fields {
        for offset in packoffsets(field) {
            let message = format!("packoffset on `{}`, a member of a tbuffer", check.module.name(field.name));
            let found = Diagnostic::error(&codes::PACKOFFSET_OUTSIDE, message, offset.span);
            check.report(
                found.label(offset.span, "only members of a cbuffer can have a packoffset").help("remove it, or declare a `cbuffer`"),
            );
        }
    }
}

/// Checks the members of a cbuffer or tbuffer. Returns the members whose overlap is an error.
pub(super) fn members(check: &mut Check<'_>, buffer: &Buffer, fields: &[Field], content: Content) -> BTreeSet<usize> {
    if !fields.iter().any(|field| explicitly_packed(check, field).is_some()) {
        return BTreeSet::new();
    }
    if check.profile.explicit.packoffset_scope == PackoffsetScope::CBufferMembers && buffer.kind == BufferKind::TBuffer {
        in_tbuffer(check, fields);
    }
    let placed: Vec<Option<FieldLayout>> =
        check.types_of(content).known_fields(check.module, content.ty).map(|(_, placed)| placed.copied()).collect();
    let ranges = ExplicitRanges::new(check, fields, content);
    let mut suggestions = Suggestions::default();
    for (index, (field, placed)) in fields.iter().zip(&placed).enumerate() {
        twice(check, field);
        capital(check, field);
        let is_placed = match placed {
            // clang ignores the packoffset of a member without bytes, but checks it.
            Some(placed) => {
                matches!(placed.reason, PlacementReason::Explicit(ExplicitOffset::PackOffset) | PlacementReason::NoBytes)
                    && !is_resource(check, field)
            }
            // Another member is unknown, and with it the offsets of those that follow it.
            None => !is_resource(check, field) && explicit_size(check, field) > Size::ZERO,
        };
        if let (Some(offset), true) = (counting(check, field), is_placed) {
            range(check, field, offset);
            component(check, PackedMember { fields, index, offset, ranges: &ranges, content }, &mut suggestions);
        }
    }
    let mixed = mixing(check, buffer, fields, &placed);
    let mut rejected = overlap(check, fields, mixed, &mut suggestions, content);
    rejected.extend(order(check, fields, &placed, content, &rejected));
    if rejected.is_empty() {
        moved(check, fields, &placed);
    }
    rejected
}

/// Reports accepted members that are not at their packoffset: clang 22 moves them past bytes that its check for overlaps does not count.
fn moved(check: &mut Check<'_>, fields: &[Field], placed: &[Option<FieldLayout>]) {
    for (field, placed) in fields.iter().zip(placed) {
        let (Some(offset), Some(placed)) = (counting(check, field), placed) else { continue };
        let is_wrapped = offset.bytes() > u64::from(u32::MAX);
        let is_at_another =
            placed.reason == PlacementReason::Explicit(ExplicitOffset::PackOffset) && placed.offset.bytes() != offset.bytes();
        if is_wrapped || !is_at_another {
            continue;
        }
        let name = check.module.name(field.name);
        let message = format!("`{name}` is at offset {}, not at its packoffset, {}", placed.offset, offset.bytes());
        let found = Diagnostic::warning(&codes::PACKOFFSET_MOVED, message, offset.span)
            .label(offset.span, "bytes of another member are here")
            .note(format!(
                "{} checks for overlaps with sizes that leave out base classes and align vectors to their scalars",
                check.profile.name
            ));
        let (title, edits) = move_to(offset.span, placed.offset);
        check.report(
            found.help(format!("place it at {}, where other compilers place it too", register_of(placed.offset))).fix(title, edits),
        );
    }
}

fn packoffsets(field: &Field) -> impl DoubleEndedIterator<Item = PackOffset> + '_ {
    field.annotations.iter().filter_map(|annotation| match annotation {
        Annotation::PackOffset(offset) => Some(*offset),
        _ => None,
    })
}

/// The annotation that makes a member explicitly packed: a packoffset, or in FXC the register of a resource.
fn explicitly_packed(check: &Check<'_>, field: &Field) -> Option<Span> {
    let register = || field.registers().find(|register| register.slot.is_some()).map(|register| register.span);
    let of_resource = || if check.profile.explicit.mixes_resources && is_resource(check, field) { register() } else { None };
    packoffsets(field).next().map(|offset| offset.span).or_else(of_resource)
}

fn is_resource(check: &Check<'_>, field: &Field) -> bool {
    matches!(check.module.types[check.nesting[field.ty.index()].innermost], Type::Resource(_))
}

/// The effective packoffset.
fn counting(check: &Check<'_>, field: &Field) -> Option<PackOffset> {
    match check.profile.explicit.effective_packoffset {
        Occurrence::First => packoffsets(field).next(),
        Occurrence::Last => packoffsets(field).next_back(),
    }
}

fn move_to(span: Span, offset: Offset) -> (String, Vec<Edit>) {
    let text = format!("packoffset({})", register_of(offset));
    (format!("write `{text}`, offset {offset}"), vec![Edit { span, text }])
}

/// The ranges of the members of a buffer that have a packoffset.
struct ExplicitRanges {
    /// By start. With each the furthest end of the ranges so far and the index of its member, and the furthest end of the others.
    ranges: Vec<PackoffsetRange>,
}

struct PackoffsetRange {
    start: Offset,
    furthest: (Offset, usize),
    furthest_of_others: Offset,
}

impl ExplicitRanges {
    fn new(check: &Check<'_>, fields: &[Field], content: Content) -> ExplicitRanges {
        let range = |(index, field): (usize, &Field)| {
            let start = Offset::new(counting(check, field)?.bytes());
            let size = occupied_size(check, field, content);
            Some((start, start.plus(size)?, index)).filter(|_| size.bytes() > 0)
        };
        ExplicitRanges::of(fields.iter().enumerate().filter_map(range).collect())
    }

    /// Of starts, ends and the indices of members.
    fn of(mut sorted: Vec<(Offset, Offset, usize)>) -> ExplicitRanges {
        sorted.sort_unstable();
        let mut ranges: Vec<PackoffsetRange> = Vec::with_capacity(sorted.len());
        for (start, end, index) in sorted {
            let (furthest, others) =
                ranges.last().map_or(((Offset::ZERO, index), Offset::ZERO), |last| (last.furthest, last.furthest_of_others));
            let (furthest, furthest_of_others) = if end > furthest.0 { ((end, index), furthest.0) } else { (furthest, others.max(end)) };
            ranges.push(PackoffsetRange { start, furthest, furthest_of_others });
        }
        ExplicitRanges { ranges }
    }

    /// Whether a member would overlap no other one at an offset.
    fn is_free(&self, index: usize, size: Size, offset: Offset) -> bool {
        let end = offset.plus(size).unwrap_or(offset);
        match self.ranges.partition_point(|range| range.start < end).checked_sub(1).map(|last| &self.ranges[last]) {
            Some(PackoffsetRange { furthest: (_, owner), furthest_of_others, .. }) if *owner == index => *furthest_of_others <= offset,
            Some(PackoffsetRange { furthest: (reach, _), .. }) => *reach <= offset,
            None => true,
        }
    }

    /// The end of all members with a packoffset.
    fn end(&self) -> Offset {
        self.ranges.last().map_or(Offset::ZERO, |last| last.furthest.0)
    }
}

/// The offsets to which diagnostics move members of one buffer: no two of them overlap.
#[derive(Default)]
pub(super) struct Suggestions {
    by_member: BTreeMap<usize, Offset>,
    taken: TakenBytes,
}

impl Suggestions {
    /// Suggests an offset for a member. `None` if the member would exceed the registers, or share bytes with another suggestion.
    fn suggest(&mut self, index: usize, size: Size, offset: Offset) -> Option<Offset> {
        if self.by_member.get(&index) == Some(&offset) {
            return Some(offset);
        }
        let range = offset..offset.plus(size)?;
        if !fits_registers(offset, size) || !self.taken.is_free(&range) {
            return None;
        }
        self.taken.take(range);
        self.by_member.entry(index).or_insert(offset);
        Some(offset)
    }
}

/// The size of a member with which the compiler checks for overlaps.
pub(super) fn explicit_size(check: &Check<'_>, field: &Field) -> Size {
    check.overlap_sizes().get(field.ty).map_or(Size::ZERO, |laid| laid.size)
}

/// The size that a suggested offset has to leave: the bytes of the member, of which DXC compares fewer (a `float2x2` occupies 24 bytes, and DXC
/// compares 16).
fn occupied_size(check: &Check<'_>, field: &Field, content: Content) -> Size {
    let occupied = check.types_of(content).get(field.ty).map_or(Size::ZERO, |laid| laid.size);
    occupied.max(explicit_size(check, field))
}

/// A member with a packoffset, and the ranges of all members with one.
#[derive(Clone, Copy)]
struct PackedMember<'a> {
    fields: &'a [Field],
    index: usize,
    offset: PackOffset,
    ranges: &'a ExplicitRanges,
    content: Content,
}

impl PackedMember<'_> {
    /// Adds a fix that moves the member to an offset. If another member is there, the fix is a guess: the first register after all members.
    fn with_move(self, check: &Check<'_>, suggestions: &mut Suggestions, found: Diagnostic, offset: Offset) -> Diagnostic {
        let size = occupied_size(check, &self.fields[self.index], self.content);
        if self.ranges.is_free(self.index, size, offset) && suggestions.suggest(self.index, size, offset).is_some() {
            let (title, edits) = move_to(self.offset.span, offset);
            // A member without a packoffset may follow this one, and so move.
            let others_stay = self.fields.iter().all(|field| counting(check, field).is_some());
            let is_certain = others_stay && keeps_order(check, self.fields, (self.index, self.content), offset, size);
            return if is_certain { found.fix(title, edits) } else { found.guess(title, edits) };
        }
        let after = self.ranges.end().max(suggestions.taken.end()).align_to(Align::SIXTEEN);
        match after.and_then(|after| suggestions.suggest(self.index, size, after)) {
            Some(free) => {
                let (title, edits) = move_to(self.offset.span, free);
                found.guess(title, edits)
            }
            None => found,
        }
    }
}

/// Whether a member would be between its neighbors at an offset, if the compiler requires the order of the offsets. A following member that precedes it
/// already does not matter.
fn keeps_order(check: &Check<'_>, fields: &[Field], (index, content): (usize, Content), offset: Offset, size: Size) -> bool {
    if check.profile.explicit.order != ExplicitOrder::Sequential {
        return true;
    }
    let start = |field: &Field| counting(check, field).map(|found| Offset::new(found.bytes()));
    let end_of = |field: &Field| {
        let start = start(field)?;
        Some(check.types_of(content).get(field.ty).ok().and_then(|laid| laid.extent.end_at(start)).unwrap_or(start))
    };
    let Some(present) = start(&fields[index]) else { return true };
    let end = offset.plus(size).unwrap_or(offset);
    let previous = fields[..index].iter().rev().find_map(end_of);
    let next = fields[index + 1..].iter().find_map(start);
    previous.is_none_or(|previous_end| previous_end <= offset) && next.is_none_or(|next| next < present || end <= next)
}

fn capital(check: &mut Check<'_>, field: &Field) {
    let Some(severity) = check.profile.explicit.capital_register else { return };
    for offset in packoffsets(field).filter(|offset| offset.capital) {
        let (description, fix) = move_to(offset.span, Offset::new(offset.bytes()));
        let message = format!("{} does not accept the register class `C`", check.profile.name);
        check.report(Diagnostic::new(severity, &codes::PACKOFFSET_CLASS, message, offset.span).fix(description, fix));
    }
}

fn twice(check: &mut Check<'_>, field: &Field) {
    let Some(counts) = counting(check, field) else { return };
    for ignored in packoffsets(field).filter(|offset| offset.span != counts.span) {
        let (name, profile) = (check.module.name(field.name), check.profile.name);
        check.report(
            Diagnostic::warning(
                &codes::PACKOFFSET_TWICE,
                format!("`{name}` has two packoffsets; {profile} puts it at offset {}", counts.bytes()),
                ignored.span,
            )
            .label(ignored.span, format!("ignored: offset {}", ignored.bytes()))
            .label(counts.span, format!("used: offset {}", counts.bytes()))
            .note("DXC uses the last for DXIL and the first for SPIR-V; clang uses the first")
            .fix("remove the ignored one", vec![Edit { span: ignored.with_colon, text: String::new() }]),
        );
    }
}

/// Compilers count bytes in 32 bits.
fn range(check: &mut Check<'_>, field: &Field, offset: PackOffset) {
    let Ok(wrapped) = u32::try_from(offset.bytes() & u64::from(u32::MAX)) else { return };
    if u64::from(wrapped) == offset.bytes() {
        return;
    }
    let name = check.module.name(field.name);
    check.report(
        Diagnostic::error(
            &codes::PACKOFFSET_WRAPS,
            format!("`{name}` would be at offset {}, which exceeds 32 bits; compilers wrap it to {wrapped}", offset.bytes()),
            offset.span,
        )
        .help("use c0 to c4095: a constant buffer has 4096 registers"),
    );
}

/// Checks whether the component is valid for the member: x for aggregates; otherwise one such that the member does not straddle a register
/// boundary and is aligned.
fn component(check: &mut Check<'_>, member: PackedMember<'_>, suggestions: &mut Suggestions) {
    let (module, field, offset, content) = (check.module, &member.fields[member.index], member.offset, member.content);
    let (name, ty) = (module.name(field.name), check.type_name(field.ty));
    let position = Offset::new(offset.bytes());
    let next = Offset::new((u64::from(offset.register) + 1) * 16);
    let (scalar, elements) = match module.types[field.ty] {
        Type::Scalar(scalar) => (scalar, 1),
        Type::Enum(id) => (module.enums[id].scalar, 1),
        Type::Vector { scalar, width } => (scalar, u64::from(width)),
        _ if offset.component == 0 => return,
        // clang 22 treats a matrix as a vector of all its scalars.
        Type::Matrix { scalar, rows, columns, .. } if check.profile.explicit.straddle == StraddleRule::PaddedBytes => {
            (scalar, u64::from(rows) * u64::from(columns))
        }
        _ => {
            let start = Offset::new(u64::from(offset.register) * 16);
            let found = Diagnostic::error(
                &codes::PACKOFFSET_COMPONENT,
                format!("`{name}` cannot start at offset {position}: a struct, array, or matrix (`{ty}`) starts a 16-byte register"),
                offset.span,
            );
            check.report(member.with_move(check, suggestions, found, start));
            return;
        }
    };
    let number = module.scalar_bytes(scalar);
    let size = number * elements;
    let component = u64::from(offset.component);
    let straddles = match check.profile.explicit.straddle {
        StraddleRule::Elements => component + elements > 4,
        StraddleRule::Bytes => component > 0 && component * 4 + size > 16,
        StraddleRule::PaddedBytes => {
            let padded = if matches!(module.types[field.ty], Type::Vector { width: 3, .. }) { 4 } else { elements };
            component > 0 && component * 4 + number * padded > 16
        }
    };
    if straddles {
        let reason = match check.profile.explicit.straddle {
            _ if component * 4 + size > 16 => format!("would straddle the 16-byte boundary at {next}"),
            StraddleRule::PaddedBytes => {
                "does not fit: clang 22 counts a 3-component vector as 4 components (LLVM issue 124696)".to_owned()
            }
            StraddleRule::Elements | StraddleRule::Bytes => "does not fit: DXC counts every component as 4 bytes".to_owned(),
        };
        let message = format!("`{name}` at offset {position} {reason}");
        let diagnostic = Diagnostic::error(&codes::PACKOFFSET_CROSSES, message, offset.span)
            .label(field.span, format!("`{ty}` has {elements} component{}, {}", if elements == 1 { "" } else { "s" }, bytes(size)));
        check.report(match fits_registers(next, explicit_size(check, field)) {
            true => member.with_move(check, suggestions, diagnostic, next),
            false => diagnostic.help("move it to a lower register: a constant buffer has c0 to c4095"),
        });
        return;
    }
    let types = check.types_of(content);
    let Ok(member_to_place) = types.member_to_place(module, check.nesting, field.ty) else { return };
    let clang = check.profile.explicit.straddle == StraddleRule::PaddedBytes;
    let suits = match check.view(content.set) {
        // clang requires only the alignment of one scalar: "packoffset at 'y' does not match alignment 64 required by 'double'".
        _ if clang => Align::new(number).filter(|&align| !position.is_aligned(align)).and_then(|align| position.align_to(align)),
        Some(view) => view.rejects(&member_to_place, field.ty, position),
        None => misplaced(types.rules.buffer_members, position, &member_to_place, module),
    };
    let Some(suits) = suits else { return };
    let read = types.first_read(module, field.ty, position);
    let note = match check.profile.binding {
        _ if clang => format!("clang 22 aligns `{ty}` to {number} bytes"),
        BindingModel::D3d if read != position => format!("DXC reports offset {position}; the code that it generates reads offset {read}"),
        BindingModel::D3d | BindingModel::WebGpu => "DXC accepts it; the code that reads it may be wrong, or DXC may crash".to_owned(),
        BindingModel::Vulkan => "DXC accepts it; Vulkan's validator rejects the result".to_owned(),
    };
    let severity = if clang { Severity::Error } else { Severity::Warning };
    let works = match member.ranges.is_free(member.index, occupied_size(check, field, content), suits) {
        true => format!("{suits} would work"),
        false => format!("{suits} would be aligned, but another member is there"),
    };
    let message = format!("`{name}`, a `{ty}`, should not be at offset {position}; {works}");
    let found = Diagnostic::new(severity, &codes::PACKOFFSET_MISALIGNED, message, field.span);
    let found = found.label(offset.span, format!("offset {position}")).note(note);
    check.report(member.with_move(check, suggestions, found, suits));
}

/// Checks for members with and without a packoffset in one cbuffer. Returns whether there are both.
fn mixing(check: &mut Check<'_>, buffer: &Buffer, fields: &[Field], placed: &[Option<FieldLayout>]) -> bool {
    let without = fields.iter().zip(placed).filter(|(field, _)| {
        // A member of unknown type may have a packoffset with an error.
        let is_unknown = check.module.types[check.nesting[field.ty.index()].innermost] == Type::Unknown;
        let is_exempt = is_unknown || is_resource(check, field) && !check.profile.explicit.mixes_resources;
        !is_exempt && explicitly_packed(check, field).is_none()
    });
    let without: Vec<_> = without.collect();
    let (Some((first, _)), Some(with)) = (without.first(), fields.iter().find_map(|field| explicitly_packed(check, field))) else {
        return false;
    };
    let name = check.module.name(buffer.name);
    let message = format!("some members of `{name}` have a packoffset, others have none");
    let mut diagnostic = Diagnostic::new(check.profile.explicit.mixing, &codes::PACKOFFSET_MIXED, message, first.span);
    for (field, placed) in without.iter().take(4) {
        let label = match placed {
            _ if is_resource(check, field) => "no packoffset and no register".to_owned(),
            Some(placed) => format!("no packoffset: offset {}, {}", placed.offset, register_of(placed.offset)),
            None => "no packoffset".to_owned(),
        };
        diagnostic = diagnostic.label(field.span, label);
    }
    diagnostic = diagnostic.label(with, "the first packoffset");
    let note = match check.profile.explicit.order {
        ExplicitOrder::Sequential => "for SPIR-V, DXC puts each of them after the preceding member",
        ExplicitOrder::Anywhere | ExplicitOrder::Sorted => {
            "members without one follow the member that ends last; for SPIR-V, DXC puts them after the preceding member"
        }
        ExplicitOrder::AnywhereAfterLast => {
            "members without one follow the member with a packoffset that is declared last; in DXC they follow the one that ends last"
        }
    };
    check.report(diagnostic.note(note).help("give every member a packoffset, or none"));
    true
}

/// Checks for overlaps with the sizes that the compiler uses.
fn overlap(check: &mut Check<'_>, fields: &[Field], mixed: bool, suggestions: &mut Suggestions, content: Content) -> BTreeSet<usize> {
    // DXC counts a resource as a member without a packoffset here.
    let has_resource = || fields.iter().any(|field| is_resource(check, field) && explicitly_packed(check, field).is_none());
    if !check.profile.explicit.overlap_when_mixed && (mixed || has_resource()) {
        return BTreeSet::new();
    }
    if check.profile.explicit.overlaps == Overlaps::OfValues {
        return value_overlaps(check, fields, content);
    }
    let placed = |field| counting(check, field).map(|offset| ExplicitMember { at: Offset::new(offset.bytes()), span: offset.span });
    let placed: Vec<_> = fields.iter().map(placed).collect();
    rejected_overlaps(check, fields, &placed, &codes::PACKOFFSET_OVERLAP, suggestions, content)
}

/// Reports members with a packoffset whose values share bytes. Returns the later ones.
fn value_overlaps(check: &mut Check<'_>, fields: &[Field], content: Content) -> BTreeSet<usize> {
    let mut rejected = BTreeSet::new();
    for collision in collisions(check.module, check.types_of(content), content.ty) {
        let (later, earlier) = (collision.below.max(collision.above), collision.below.min(collision.above));
        let explicit_member = |index: usize| {
            let offset = counting(check, &fields[index])?;
            Some((check.module.name(fields[index].name), ExplicitMember { at: Offset::new(offset.bytes()), span: offset.span }))
        };
        let (Some(later_member), Some(earlier_member)) = (explicit_member(later), explicit_member(earlier)) else { continue };
        let shared = collision.extent();
        let found = overlap_found(check, &codes::PACKOFFSET_OVERLAP, later_member, earlier_member, (shared.start, shared.end), None);
        check.report(found.help("move one of them"));
        rejected.insert(later);
    }
    rejected
}

/// The explicit offset of a member.
#[derive(Clone, Copy)]
pub(super) struct ExplicitMember {
    pub(super) at: Offset,
    pub(super) span: Span,
}

/// Reports the overlaps of explicitly placed members that the compiler rejects. Returns the later ones.
pub(super) fn rejected_overlaps(
    check: &mut Check<'_>,
    fields: &[Field],
    placed: &[Option<ExplicitMember>],
    code: &'static padstone_diag::Code,
    suggestions: &mut Suggestions,
    content: Content,
) -> BTreeSet<usize> {
    let is_checked = |field: &Field| match (check.profile.explicit.overlaps, &check.module.reached) {
        (Overlaps::OfPackoffsets | Overlaps::OfDistinctPackoffsets | Overlaps::OfValues, _) => true,
        (Overlaps::InUse, reached) => reached.as_ref().is_some_and(|names| names.contains(&field.name)),
    };
    let places: Vec<(usize, Offset, Offset)> = (fields.iter().zip(placed).enumerate())
        .filter(|(_, (field, _))| is_checked(field))
        .filter_map(|(index, (field, placed))| {
            let start = (*placed)?.at;
            let size = check.overlap_sizes().get(field.ty).ok()?.size;
            Some((index, start, start.plus(size)?)).filter(|_| size.bytes() > 0)
        })
        .collect();
    let members_end =
        check.types_of(content).fields(check.module, content.ty).filter_map(|(_, placed)| placed.offset.plus(placed.size)).max();
    let occupied_end = |index: usize, start: Offset| start.plus(occupied_size(check, &fields[index], content)).unwrap_or(start);
    let ranges = ExplicitRanges::of(places.iter().map(|&(index, start, _)| (start, occupied_end(index, start), index)).collect());
    // By position: the first byte of the members declared after it.
    let mut later_starts: Vec<Offset> = Vec::with_capacity(places.len());
    places.iter().rev().fold(Offset::new(u64::MAX), |first, (_, start, _)| {
        later_starts.push(first);
        first.min(*start)
    });
    later_starts.reverse();
    // The end of the preceding member, after it has moved.
    let mut preceding_end = Offset::ZERO;
    let mut rejected = BTreeSet::new();
    // The members that need not move, which share no bytes. In source order, so that the later one of two is reported, once.
    let mut disjoint: BTreeMap<Offset, (usize, Offset)> = BTreeMap::new();
    for ((index, start, end), later_start) in places.into_iter().zip(later_starts) {
        let accepts_same = check.profile.explicit.overlaps == Overlaps::OfDistinctPackoffsets;
        let overlapped =
            disjoint.range(..end).rev().find(|(other, _)| !(accepts_same && **other == start)).filter(|(_, (_, reach))| start < *reach);
        let Some((&other_start, &(other, reach))) = overlapped else {
            let (_, reach) = disjoint.entry(start).or_insert((index, end));
            *reach = end.max(*reach);
            preceding_end = start.plus(occupied_size(check, &fields[index], content)).unwrap_or(end);
            continue;
        };
        let size = occupied_size(check, &fields[index], content);
        let next = preceding_end.align_to(Align::SIXTEEN).filter(|next| ranges.is_free(index, size, *next));
        let after = members_end.map(|end| end.max(suggestions.taken.end())).and_then(|end| end.align_to(Align::SIXTEEN));
        let suggested = suggestions.by_member.get(&index).copied();
        let in_order = suggested.or_else(|| suggestions.suggest(index, size, next?));
        let free = in_order.or_else(|| suggestions.suggest(index, size, after?)).map(|offset| FreeOffset {
            offset,
            is_certain: check.profile.explicit.order != ExplicitOrder::Sequential
                || offset.plus(size).is_some_and(|end| end <= later_start) && keeps_order(check, fields, (index, content), offset, size),
        });
        preceding_end = free.and_then(|free| free.offset.plus(size)).unwrap_or(end);
        let named_member = |index: usize| placed[index].map(|placed| (check.module.name(fields[index].name), placed));
        if let (Some(later), Some(earlier)) = (named_member(index), named_member(other)) {
            let mut found = overlap_found(check, code, later, earlier, (start.max(other_start), end.min(reach)), free);
            // Where the source places them: clang moves the later one.
            let (one, another) = ((fields[index].ty, start), (fields[other].ty, other_start));
            if !shares_values(check.module, check.types_of(content), one, another)
                && matches!(check.profile.explicit.overlaps, Overlaps::OfPackoffsets | Overlaps::OfDistinctPackoffsets)
            {
                let (inner, outer) = if start < other_start { (earlier.0, later.0) } else { (later.0, earlier.0) };
                found = found.note(format!("{} compares whole members; `{inner}` is in padding of `{outer}`", check.profile.name));
            }
            check.report(found);
        }
        rejected.insert(index);
    }
    rejected
}

/// A free offset for a member that overlaps another.
#[derive(Clone, Copy)]
struct FreeOffset {
    offset: Offset,
    /// False if the member would come after later ones, and the compiler requires the order of the offsets.
    is_certain: bool,
}

fn overlap_found(
    check: &Check<'_>,
    code: &'static padstone_diag::Code,
    (name, later): (&str, ExplicitMember),
    (other, earlier): (&str, ExplicitMember),
    (from, to): (Offset, Offset),
    free: Option<FreeOffset>,
) -> Diagnostic {
    let message = format!("`{name}` at offset {} overlaps `{other}` in bytes {from}..{}", later.at, to.bytes());
    let mut found = Diagnostic::error(code, message, later.span).label(earlier.span, format!("`{other}` starts at offset {}", earlier.at));
    if check.profile.explicit.overlaps == Overlaps::InUse {
        found = found.note("FXC rejects an entry point that uses both (X4019)");
    }
    match free {
        Some(FreeOffset { offset, is_certain }) if *code == codes::PACKOFFSET_OVERLAP => {
            let (title, edits) = move_to(later.span, offset);
            let found = found.help(format!("use offset {offset}, {}, which is free", register_of(offset)));
            if is_certain { found.fix(title, edits) } else { found.guess(title, edits) }
        }
        Some(free) => found.help(format!("move it: `register(c{})` is free", free.offset.bytes() / 16)),
        None => found,
    }
}

/// If members are placed in order, no packoffset may precede the end of the preceding member.
fn order(
    check: &mut Check<'_>,
    fields: &[Field],
    placed: &[Option<FieldLayout>],
    content: Content,
    rejected: &BTreeSet<usize>,
) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    if check.profile.explicit.order != ExplicitOrder::Sequential {
        return found;
    }
    let types = check.types_of(content);
    let mut end = Offset::ZERO;
    let mut preceding = Offset::ZERO;
    let all_placed = fields.iter().all(|field| counting(check, field).is_some() || is_resource(check, field));
    for (index, (field, place)) in fields.iter().zip(placed.iter().map_while(Option::as_ref)).enumerate() {
        if let (Some(offset), true) = (counting(check, field), place.offset < end && !rejected.contains(&index)) {
            let name = check.module.name(field.name);
            let message = format!("`{name}` at offset {} starts before {end}, the end of the preceding member", place.offset);
            let diagnostic = Diagnostic::error(&codes::PACKOFFSET_ORDER, message, offset.span)
                .note("for SPIR-V, DXC requires members in the order of their offsets; for DXIL it does not");
            check.report(match end.align_to(Align::SIXTEEN).filter(|_| preceding <= place.offset) {
                // In the bytes of the preceding member, or in its padding.
                Some(next) => diagnostic.help(format!("use offset {next}, {}, or a higher one", register_of(next))),
                None if all_placed => diagnostic.help("declare the members in the order of their offsets: no offset changes"),
                None => diagnostic.help("give every member a packoffset, and declare them in the order of their offsets"),
            });
            found.insert(index);
        }
        if place.reason != PlacementReason::NoBytes {
            end = types.get(field.ty).ok().and_then(|ty| ty.extent.end_at(place.offset)).unwrap_or(end);
            preceding = place.offset;
        }
    }
    found
}
