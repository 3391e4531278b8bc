//! Edits that may make layouts match on the first diverging member. Each is verified: applied and laid out again.

mod bool_to_uint;
mod moves;
mod padding;
mod placing;
mod reading;
mod widening;
mod wrapping;

pub(crate) use placing::packoffset;

use std::ops::Range;

use padstone_read::Unit;
use padstone_read::model::{Field, FieldRole, Language, StructId, StructKind};

use crate::snapshot::{LayoutMembers, Snapshot, names};
use crate::text::{MemberDeclarations, TextChange, masked};

/// An edit and its weight.
pub(crate) struct Candidate {
    pub(crate) changes: Vec<TextChange>,
    /// The weight: lighter edits are tried first.
    pub(crate) weight: u32,
    /// The effect, as an imperative.
    pub(crate) title: String,
    /// A description of the code that has to change with it.
    pub(crate) note: Option<String>,
    /// The member that functions use in a way that the edit does not change with its type.
    pub(crate) unrewritten: Option<String>,
}

/// An annotation changes offsets and nothing else.
const ANNOTATION: u32 = 10;
/// The members of a cbuffer need annotations all together, including members added later.
const ALL_ANNOTATED: u32 = 15;
/// An added member: initializers and constructors of the struct need one more value.
const PADDING: u32 = 20;
/// A different order of members: code that relies on the order has to change.
const MOVE: u32 = 30;
/// The order of the components in a matrix changes.
const MAJORNESS: u32 = 40;
/// A different type: code that reads the member has to change.
const WIDENING: u32 = 50;
/// A bool becomes an integer: conditions that test it have to change too.
const BOOL_TO_UINT: u32 = 52;
/// A new struct around the elements, which changes their type.
const WRAPPING: u32 = 55;

/// The first diverging member, in each layout.
pub(crate) struct DivergingMember<'s> {
    pub(crate) state: &'s Snapshot,
    pub(crate) layouts: &'s [LayoutMembers<'s>],
    pub(crate) path: &'s str,
}

/// All edits for the first diverging member.
pub(crate) fn candidates(diverging: &DivergingMember<'_>) -> Vec<Candidate> {
    let mut found = diverging.member_inside().map_or_else(Vec::new, |path| candidates(&DivergingMember { path, ..*diverging }));
    for layout in diverging.layouts {
        for (id, member) in diverging.structs_near(layout) {
            // Several sides may be of one file.
            let Some(site) = Site::find(diverging.state, layout.unit, id, member) else { continue };
            if member.is_some() {
                placing::at(diverging, layout, &site, &mut found);
                padding::pad_before(diverging, &site, &mut found);
                moves::reorder_around(&site, &mut found);
            } else {
                placing::place_inside(&site, &mut found);
                padding::at_end(&site, &mut found);
            }
        }
    }
    widening::everywhere(diverging, &mut found);
    bool_to_uint::everywhere(diverging, &mut found);
    wrapping::everywhere(diverging, &mut found);
    let mut seen: Vec<Vec<TextChange>> = Vec::new();
    found.retain(|candidate| {
        let is_new = !candidate.changes.is_empty() && !seen.contains(&candidate.changes);
        if is_new {
            seen.push(candidate.changes.clone());
        }
        is_new
    });
    found
}

impl DivergingMember<'_> {
    /// The structs to edit: the one that declares the member, and those of the types of the member and of the preceding one.
    fn structs_near(&self, layout: &LayoutMembers<'_>) -> Vec<(StructId, Option<usize>)> {
        let module = &layout.unit.module;
        let mut near = Vec::new();
        let Some((id, index)) = layout.declared(self.path) else {
            // A buffer of elements: their struct.
            return layout.struct_of(layout.content).map(|id| (id, None)).into_iter().collect();
        };
        near.push((id, Some(index)));
        let fields = &module.structs[id].fields;
        let before = index.checked_sub(1).map(|before| &fields[before]);
        near.extend(
            [Some(&fields[index]), before].into_iter().flatten().filter_map(|field| layout.struct_of(field.ty)).map(|id| (id, None)),
        );
        near
    }

    /// For an array of structs: the first member with different offsets within its element.
    fn member_inside(&self) -> Option<&str> {
        let (first, others) = self.layouts.split_first()?;
        let prefix = format!("{}[].", self.path);
        let within = |layout: &LayoutMembers<'_>, path: &str| layout.find(path)?.abi.offset.since(layout.find(self.path)?.abi.offset);
        let members = first.members.iter().filter(|member| member.path.starts_with(&prefix));
        let mut divergent = members.filter(|member| others.iter().any(|other| within(other, &member.path) != within(first, &member.path)));
        divergent.next().map(|member| member.path.as_str())
    }

    /// The same edit in all files, of the member or of the one `back` positions before it, because a member has one type in all files.
    fn in_all_files(&self, back: usize, edit: impl Fn(&Site<'_>) -> Option<Candidate>) -> Option<Candidate> {
        let mut together: Option<Candidate> = None;
        for layout in self.layouts {
            let Some((id, index)) = layout.declared(self.path) else { continue };
            let site = index.checked_sub(back).and_then(|index| Site::find(self.state, layout.unit, id, Some(index)));
            let Some(candidate) = site.as_ref().and_then(&edit) else { continue };
            match &mut together {
                None => together = Some(candidate),
                Some(known) if known.changes.contains(&candidate.changes[0]) => {}
                Some(known) => {
                    known.weight += candidate.weight;
                    known.changes.extend(candidate.changes);
                    known.unrewritten = known.unrewritten.take().or(candidate.unrewritten);
                }
            }
        }
        together
    }

    /// The distinct offsets of the member within its struct on all sides, highest first: a higher offset satisfies more rules.
    fn offsets(&self) -> Vec<u64> {
        let offset_of =
            |layout: &LayoutMembers<'_>| Some(layout.find(self.path)?.field(&layout.unit.module, layout.types())?.2.offset.bytes());
        let mut offsets: Vec<u64> = self.layouts.iter().filter_map(offset_of).collect();
        offsets.sort_unstable_by(|left, right| right.cmp(left));
        offsets.dedup();
        offsets
    }

    /// The [offsets](Self::offsets) that an explicit offset of a side may have: multiples of the alignment on every side, and after the preceding
    /// member. The padding after its last element belongs to an array (GLSL 4.60, 4.4.5).
    fn explicit_offsets(&self, layout: &LayoutMembers<'_>) -> Vec<u64> {
        let (align, end) = (self.align(self.path), self.end_before(layout).unwrap_or(0));
        self.offsets().into_iter().filter(|offset| offset.is_multiple_of(align) && *offset >= end).collect()
    }

    /// The end of the preceding member of the struct, in bytes; `None` for the first.
    fn end_before(&self, layout: &LayoutMembers<'_>) -> Option<u64> {
        let (parent, _) = layout.find(self.path.trim_end_matches("[]"))?.declared?;
        let (_, index) = layout.declared(self.path)?;
        let (field, place) = layout.types().fields(&layout.unit.module, parent).nth(index.checked_sub(1)?)?;
        Some(place.offset.bytes() + layout.types().get(field.ty).ok()?.size.bytes())
    }

    /// The strictest alignment on any side.
    fn align(&self, path: &str) -> u64 {
        let align = |layout: &LayoutMembers<'_>| Some(layout.types().get(layout.find(path)?.ty).ok()?.align.bytes());
        self.layouts.iter().filter_map(align).max().unwrap_or(1)
    }
}

/// A struct whose declaration can be edited.
pub(crate) struct Site<'s> {
    pub(crate) unit: &'s Unit,
    pub(crate) id: StructId,
    /// The index of the diverging member among the fields.
    pub(crate) member: Option<usize>,
    path: String,
    text: std::sync::Arc<str>,
    masked: Vec<u8>,
    names: Vec<Range<usize>>,
    /// The number of base classes, which precede the members.
    bases: usize,
}

impl<'s> Site<'s> {
    pub(crate) fn find(state: &Snapshot, unit: &'s Unit, id: StructId, member: Option<usize>) -> Option<Site<'s>> {
        if unit.module.language == Language::SpirV {
            return None;
        }
        let fields = &unit.module.structs[id].fields;
        let bases = fields.iter().take_while(|field| field.role == FieldRole::Base).count();
        let own_members: Vec<&Field> = fields[bases..].iter().collect();
        let (path, names) = names(unit, &own_members)?;
        if state.reference.contains(&path) {
            return None;
        }
        let text = state.text(&path)?;
        let masked = masked(&text, unit.module.language);
        (member.is_none_or(|member| member >= bases)).then_some(Site { unit, id, member, path, text, masked, names, bases })
    }

    pub(crate) fn language(&self) -> Language {
        self.unit.module.language
    }

    pub(crate) fn fields(&self) -> &'s [Field] {
        &self.unit.module.structs[self.id].fields[self.bases..]
    }

    pub(crate) fn is_block(&self) -> bool {
        self.unit.module.structs[self.id].kind == StructKind::BufferMembers
    }

    /// The declarations of the members.
    pub(crate) fn body(&self) -> Option<MemberDeclarations<'_>> {
        MemberDeclarations::find(&self.text, &self.masked, self.language(), &self.names)
    }

    /// The index of the diverging member among the members without base classes.
    pub(crate) fn at(&self) -> Option<usize> {
        self.member.map(|member| member - self.bases)
    }

    pub(crate) fn name(&self, member: usize) -> &'s str {
        self.unit.module.name(self.fields()[member].name)
    }

    /// The name of the struct or buffer.
    pub(crate) fn owner(&self) -> &'s str {
        self.unit.module.name(self.unit.module.structs[self.id].name)
    }

    pub(crate) fn change(&self, (range, text): (Range<usize>, String)) -> TextChange {
        TextChange { path: self.path.clone(), range, text }
    }

    /// The range of a span in the struct's file.
    pub(crate) fn byte_range(&self, span: padstone_read::source::Span) -> Option<Range<usize>> {
        let sources = &self.unit.sources;
        let file = sources.file(sources.file_of(span.start));
        let written = sources.spelling(span) == span && file.name == self.path;
        written.then(|| (span.start - file.base()) as usize..(span.end - file.base()) as usize)
    }

    /// A range of the text without comments, with whitespace collapsed.
    fn code(&self, range: Range<usize>) -> Option<String> {
        let text = std::str::from_utf8(self.masked.get(range)?).ok()?;
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The text, with comments blanked out.
    pub(crate) fn masked(&self) -> &[u8] {
        &self.masked
    }

    /// Names for padding that do not appear in the file.
    pub(crate) fn fresh(&self, count: usize) -> Vec<String> {
        (0..).map(|number| format!("_pad{number}")).filter(|name| !self.text.contains(name.as_str())).take(count).collect()
    }
}
