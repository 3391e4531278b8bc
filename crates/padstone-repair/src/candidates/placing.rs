//! Annotations that change offsets: `@align`, `@size`, `layout(offset)`, `layout(align)`, `[[vk::offset]]`, `packoffset`, and
//! the majorness of matrices.

use padstone_read::layout::MemberAbi;
use padstone_read::model::{BufferKind, Language, Major};

use super::{ALL_ANNOTATED, ANNOTATION, Candidate, DivergingMember, MAJORNESS, Site};
use crate::snapshot::LayoutMembers;
use crate::text::{MemberDeclarations, TextChange};

/// Alignments that can move a member whose offset is a multiple of 4.
const ALIGNMENTS: [u64; 3] = [8, 16, 32];

/// Annotations of the diverging member.
pub(super) fn at(diverging: &DivergingMember<'_>, layout: &LayoutMembers<'_>, site: &Site<'_>, found: &mut Vec<Candidate>) {
    let (Some(body), Some(position)) = (site.body(), site.at()) else { return };
    let annotated = AnnotatedSite { site, body: &body };
    match site.language() {
        Language::Wgsl | Language::Wgsl2020 => {
            found.extend(ALIGNMENTS.iter().map(|align| annotated.align(position, *align)));
            found.extend(position.checked_sub(1).map(|before| sizes(diverging, &annotated, before)).into_iter().flatten());
        }
        Language::Glsl if site.is_block() => {
            found.extend(
                diverging
                    .explicit_offsets(layout)
                    .iter()
                    .map(|offset| annotated.attribute(position, &format!("layout(offset = {offset})"))),
            );
            found.extend(ALIGNMENTS.iter().map(|align| annotated.attribute(position, &format!("layout(align = {align})"))));
        }
        Language::Hlsl | Language::Slang => {
            found.extend(diverging.explicit_offsets(layout).iter().map(|offset| annotated.offset(position, *offset)));
            found.extend(packoffsets(diverging, &annotated));
        }
        _ => {}
    }
    found.extend(majorness(diverging, &annotated, position));
}

/// Annotations that increase the size of a struct to its size on another side.
pub(super) fn place_inside(site: &Site<'_>, found: &mut Vec<Candidate>) {
    let (Some(body), true) = (site.body(), matches!(site.language(), Language::Wgsl | Language::Wgsl2020)) else { return };
    let annotated = AnnotatedSite { site, body: &body };
    found.extend(ALIGNMENTS.iter().map(|align| annotated.align(0, *align)));
    let last = body.len() - 1;
    found.extend([8, 12, 16, 32].iter().map(|size| annotated.size(last, *size)));
}

/// The declarations of a struct.
struct AnnotatedSite<'b, 's> {
    site: &'b Site<'s>,
    body: &'b MemberDeclarations<'b>,
}

impl AnnotatedSite<'_, '_> {
    fn align(&self, member: usize, align: u64) -> Candidate {
        let known = self.site.fields()[member].align().map(|(_, span)| span);
        self.wgsl(member, &format!("align({align})"), known)
    }

    fn size(&self, member: usize, size: u64) -> Candidate {
        let known = self.site.fields()[member].size().map(|(_, span)| span);
        self.wgsl(member, &format!("size({size})"), known)
    }

    /// A WGSL attribute, which replaces an existing one of the same kind.
    fn wgsl(&self, member: usize, attribute: &str, known: Option<padstone_read::source::Span>) -> Candidate {
        let attribute = if self.site.language() == Language::Wgsl { format!("@{attribute}") } else { format!("[[{attribute}]]") };
        match known.and_then(|span| self.site.byte_range(span)) {
            Some(range) => {
                // Attributes of WGSL 2020 may share one pair of brackets.
                let text = if self.site.masked().get(range.start) == Some(&b'@') || self.site.masked()[range.clone()].starts_with(b"[[") {
                    attribute.clone()
                } else {
                    attribute.trim_matches(['@', '[', ']']).to_owned()
                };
                self.candidate(member, &attribute, vec![self.site.change((range, text))])
            }
            None => self.attribute(member, &attribute),
        }
    }

    fn offset(&self, member: usize, offset: u64) -> Candidate {
        let attribute = format!("[[vk::offset({offset})]]");
        match self.site.fields()[member].offset().and_then(|(_, span)| self.site.byte_range(span)) {
            Some(range) => {
                let inside = !self.site.masked()[range.clone()].starts_with(b"[[");
                let text = if inside { format!("vk::offset({offset})") } else { attribute.clone() };
                self.candidate(member, &attribute, vec![self.site.change((range, text))])
            }
            None => self.attribute(member, &attribute),
        }
    }

    fn attribute(&self, member: usize, attribute: &str) -> Candidate {
        self.candidate(member, attribute, vec![self.site.change(self.body.attribute(member, attribute))])
    }

    fn candidate(&self, member: usize, attribute: &str, changes: Vec<TextChange>) -> Candidate {
        let title = format!("add `{attribute}` to `{}`", self.site.name(member));
        Candidate { changes, weight: ANNOTATION, title, note: None, unrewritten: None }
    }
}

/// `@size` on the preceding member, so that this one gets its offset on another side.
fn sizes(diverging: &DivergingMember<'_>, annotated: &AnnotatedSite<'_, '_>, before: usize) -> Vec<Candidate> {
    let mut sizes = Vec::new();
    for layout in diverging.layouts {
        let Some((parent, _, place)) = layout.find(diverging.path).and_then(|member| member.field(&layout.unit.module, layout.types()))
        else {
            continue;
        };
        let name = annotated.site.name(before);
        let fields = layout.types().fields(&layout.unit.module, parent);
        let previous = fields.into_iter().find(|(field, _)| layout.unit.module.name(field.name) == name);
        let size = previous.and_then(|(_, previous)| place.offset.since(previous.offset));
        sizes.extend(size.map(|size| size.bytes()).filter(|size| *size > 0));
    }
    sizes.sort_unstable();
    sizes.dedup();
    sizes.into_iter().map(|size| annotated.size(before, size)).collect()
}

/// `packoffset` on all members of a cbuffer, with their offsets on one of the sides.
fn packoffsets(diverging: &DivergingMember<'_>, annotated: &AnnotatedSite<'_, '_>) -> Vec<Candidate> {
    let site = annotated.site;
    let is_cbuffer = site.unit.module.buffers.iter().any(|(_, buffer)| {
        matches!(buffer.kind, BufferKind::CBuffer)
            && site.unit.module.as_struct(buffer.content).is_some_and(|content| content.ty == site.unit.module.structs[site.id].ty)
    });
    if !is_cbuffer || !site.is_block() {
        return Vec::new();
    }
    let of_side = |abi: &dyn Fn(&str) -> Option<MemberAbi>| {
        let mut changes = Vec::new();
        for (member, field) in site.fields().iter().enumerate() {
            let name = site.name(member);
            let offset = abi(name)?.offset.bytes();
            let text = packoffset(offset).filter(|_| offset.is_multiple_of(diverging.align(name)))?;
            changes.push(match field.packoffset() {
                Some(known) => site.change((site.byte_range(known.span)?, text)),
                None => site.change(annotated.body.annotation(member, &format!(": {text}"))),
            });
        }
        let weight = ALL_ANNOTATED * changes.len() as u32;
        let title = format!("add a packoffset to each of the {} members of `{}`", changes.len(), site.owner());
        Some(Candidate { changes, weight, title, note: None, unrewritten: None })
    };
    let mut layouts: Vec<_> = diverging.layouts.iter().collect();
    layouts.sort_by_key(|layout| std::cmp::Reverse(layout.layout.size));
    layouts.into_iter().filter_map(|layout| of_side(&|name| layout.find(name).map(|member| member.abi))).collect()
}

/// `packoffset(c4.y)`.
pub(crate) fn packoffset(offset: u64) -> Option<String> {
    let (register, component) = (offset / 16, offset % 16 / 4);
    offset.is_multiple_of(4).then(|| match component {
        0 => format!("packoffset(c{register})"),
        component => format!("packoffset(c{register}.{})", ["x", "y", "z", "w"][component as usize]),
    })
}

/// The edits that declare the majorness of another layout.
fn majorness(diverging: &DivergingMember<'_>, annotated: &AnnotatedSite<'_, '_>, member: usize) -> Vec<Candidate> {
    let majors = diverging.layouts.iter().filter_map(|layout| layout.find(diverging.path)?.abi.matrix.map(|(_, major)| major));
    let majors: Vec<Major> = majors.collect();
    if majors.windows(2).all(|pair| pair[0] == pair[1]) {
        return Vec::new();
    }
    let write = |major: &str| match annotated.site.language() {
        Language::Hlsl | Language::Slang => Some(major.to_owned()),
        Language::Glsl if annotated.site.is_block() => Some(format!("layout({major})")),
        _ => None,
    };
    let candidate = |major: &str| {
        let line = major.trim_end_matches("_major");
        let note = Some(format!("the host must now write the bytes of `{}` {line} by {line}", annotated.site.name(member)));
        Some(Candidate { weight: MAJORNESS, note, ..annotated.attribute(member, &write(major)?) })
    };
    ["row_major", "column_major"].into_iter().filter_map(candidate).collect()
}
