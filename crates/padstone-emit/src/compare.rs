//! Reports where the layouts of a buffer or struct diverge: `padstone compare`.
//!
//! Layouts match if every member has the same offset in all of them, strides and matrix strides are
//! equal, arrays have the same length, scalars have the same size and encoding, and bit-fields have the same bits. Integers are signed or unsigned;
//! a bool is an unsigned integer, and a runtime-sized array matches only another one. Compilers count tail padding differently, but in a buffer it moves
//! nothing, so it is not a difference; of structs without a buffer, the strides of arrays are compared. Members named as padding are not
//! compared: code does not read them.

mod counterparts;
mod data;

use std::collections::HashSet;
use std::io::{self, Write};

use padstone_layout::{
    ComparedPart, FieldLayout, Layout, Member, MemberAbi, ModuleLayout, OF_CFAMILY, PlacementReason, Subject, members, reachable,
};
use padstone_model::{Annotation, Language, Major, Module, ResourceKind, ResourceType, Size, Stride, StructId, Type};
use padstone_source::{SourceMap, printable};
use rustc_hash::FxHashMap;

use crate::diagnostics::TerminalColor;
use crate::display;
use crate::reason;
use crate::style::{Styled, Styles};

pub use counterparts::{compared_part, counterparts};
pub use data::{BufferAlone, ComparedData, DivergingMember, MemberPlacement, compare};

/// A module under one profile.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The path of the file, as passed.
    pub file: &'a str,
    /// All files and macro expansions.
    pub sources: &'a SourceMap,
    /// The declarations.
    pub module: &'a Module,
    /// The layouts.
    pub layouts: &'a ModuleLayout,
    /// The layout to compare; `None` compares all layouts, each with those of the same name.
    pub only: Option<&'a Layout>,
}

/// The result of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ComparisonOutcome {
    /// The number of layouts compared.
    pub compared: usize,
    /// The number of layouts that differ.
    pub different: usize,
}

/// Compares the first side with each of the others and writes where they diverge.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, sides: &[Side<'_>], color: TerminalColor) -> io::Result<ComparisonOutcome> {
    let styles = Styles::new(color);
    let mut outcome = ComparisonOutcome::default();
    let groups = groups(sides);
    for compared in &groups {
        if outcome.compared > 0 {
            writeln!(out)?;
        }
        outcome.compared += 1;
        outcome.different += usize::from(BufferComparison { styles, compared }.write(out)?);
    }
    let named = |alone: &BufferAlone| format!("`{}` in {}", printable(&alone.name), printable(&alone.file));
    let alone: Vec<String> = buffers_alone(sides, &groups).iter().map(named).collect();
    if outcome.compared > 0 && !alone.is_empty() {
        writeln!(out, "\nnot compared, because some side lacks a buffer of that name: {}", alone.join(", "))?;
    }
    if OF_CFAMILY && outcome.compared > 0 {
        let structs: Vec<String> = structs_in_bytes(sides).iter().map(named).collect();
        if !structs.is_empty() {
            let names = structs.join(", ");
            let reason = "no buffer contains them, though code may load them from byte-address buffers";
            writeln!(out, "\nnot compared, because {reason}: {names} (FILE:STRUCT compares one)")?;
        }
    }
    Ok(outcome)
}

/// The buffers that are in no group; none if only some were requested.
fn buffers_alone(sides: &[Side<'_>], groups: &[ComparedLayouts<'_>]) -> Vec<BufferAlone> {
    if sides.iter().any(|side| side.only.is_some()) {
        return Vec::new();
    }
    // Layouts of one name are different layouts, so that addresses identify them.
    let compared: HashSet<*const Layout> =
        groups.iter().flat_map(|group| &group.layouts).map(|list| std::ptr::from_ref(list.layout)).collect();
    let is_compared = |layout: &Layout| compared.contains(&std::ptr::from_ref(layout));
    let of_side = |side: &Side<'_>| {
        let alone = side.layouts.layouts.iter().filter(|layout| is_buffer(layout) && !is_compared(layout));
        let named = |layout| BufferAlone { name: display::name(side.module, layout).to_owned(), file: side.file.to_owned() };
        alone.map(named).collect::<Vec<_>>()
    };
    // The same file can be there under several rule sets.
    let mut known = HashSet::new();
    sides.iter().flat_map(of_side).filter(|alone| known.insert(alone.clone())).collect()
}

/// The structs that are in no group, in modules with byte-address buffers, from which `Load<T>` reads them; none if only some layouts were requested.
fn structs_in_bytes(sides: &[Side<'_>]) -> Vec<BufferAlone> {
    if sides.iter().any(|side| side.only.is_some()) {
        return Vec::new();
    }
    let of_side = |side: &Side<'_>| {
        let (module, all) = (side.module, side.layouts);
        let is_bytes = |ty: &Type| {
            matches!(ty, Type::Resource(ResourceType { kind: ResourceKind::ByteAddressBuffer | ResourceKind::RwByteAddressBuffer, .. }))
        };
        let has_bytes = matches!(module.language, Language::Hlsl | Language::Slang) && module.types.iter().any(|(_, ty)| is_bytes(ty));
        let compared: HashSet<Subject> = in_memory(module, all).map(|layout| layout.subject).collect();
        let structs = all.layouts.iter().filter(|layout| match layout.subject {
            Subject::Struct(id) => has_bytes && !compared.contains(&layout.subject) && !is_of_stages(module, id),
            Subject::Buffer(_) => false,
        });
        let named = |layout| BufferAlone { name: display::name(module, layout).to_owned(), file: side.file.to_owned() };
        structs.map(named).collect::<Vec<_>>()
    };
    let mut known = HashSet::new();
    sides.iter().flat_map(of_side).filter(|alone| known.insert(alone.clone())).collect()
}

/// The layouts to compare, from all sides.
fn groups<'a>(sides: &'a [Side<'a>]) -> Vec<ComparedLayouts<'a>> {
    let Some((first, others)) = sides.split_first() else { return Vec::new() };
    let candidates = first.candidates();
    let found_in = |other: &'a Side<'a>| match other.only {
        Some(only) => vec![Some(only); candidates.len()],
        None => counterparts((first.module, &candidates), (other.module, &other.candidates())),
    };
    let others: Vec<(&Side<'_>, Vec<Option<&Layout>>)> = others.iter().map(|other| (other, found_in(other))).collect();
    let group = |(index, layout): (usize, &&'a Layout)| {
        let mut layouts = vec![(first, *layout)];
        for (other, found) in &others {
            layouts.push((other, found[index]?));
        }
        let part = compared_part(layouts.iter().map(|(side, layout)| (*layout, side.layouts, side.only.is_some())));
        Some(ComparedLayouts { layouts: layouts.into_iter().map(|(side, layout)| MemberList::new(side, layout, part)).collect() })
    };
    candidates.iter().enumerate().filter_map(group).collect()
}

impl<'a> Side<'a> {
    fn candidates(&self) -> Vec<&'a Layout> {
        self.only.map_or_else(|| in_memory(self.module, self.layouts).collect(), |only| vec![only])
    }
}

/// The layouts that are compared: those of buffers, and of the structs that they contain; of all structs but stage inputs and outputs, if there are no
/// buffers or there are pointers. A struct has the layout of the buffers that contain it, if they agree.
pub fn in_memory<'a>(module: &Module, layouts: &'a ModuleLayout) -> impl DoubleEndedIterator<Item = &'a Layout> + use<'a> {
    let all = layouts;
    let layouts = &layouts.layouts;
    let buffers = layouts.iter().filter(|layout| is_buffer(layout)).map(|layout| layout.content);
    let contained = reachable(module, buffers);
    let lists_all = !layouts.iter().any(is_buffer) || module.types.iter().any(|(_, ty)| matches!(ty, Type::Pointer(_)));
    let of_stages: Vec<StructId> = module.structs.iter().map(|(id, _)| id).filter(|&id| is_of_stages(module, id)).collect();
    let is_listed = move |layout: &Layout| match layout.subject {
        Subject::Struct(id) => lists_all && of_stages.binary_search(&id).is_err(),
        Subject::Buffer(_) => true,
    };
    let listed = layouts.iter().filter(|layout| is_listed(layout) || contained[layout.content.index()]);
    listed.map(|layout| all.named(module, layout)).collect::<Vec<_>>().into_iter()
}

/// Whether a struct is that of stage inputs or outputs.
fn is_of_stages(module: &Module, id: StructId) -> bool {
    module.structs[id].fields.iter().any(|field| field.annotations.iter().any(Annotation::is_of_stage_interface))
}

fn is_buffer(layout: &Layout) -> bool {
    matches!(layout.subject, Subject::Buffer(_))
}

/// The layouts of one buffer or struct.
struct ComparedLayouts<'a> {
    layouts: Vec<MemberList<'a>>,
}

impl ComparedLayouts<'_> {
    /// The members of the first side that differ on another.
    fn diverging(&self) -> impl Iterator<Item = &Member> {
        let (first, others) = (&self.layouts[0], &self.layouts[1..]);
        let parts = |member: &&Member| others.iter().any(|other| other.find(member.key()).map(|found| found.abi) != Some(member.abi));
        first.members.iter().filter(parts)
    }

    /// The members of other sides that the first does not have.
    fn missing(&self) -> impl Iterator<Item = &Member> {
        let (first, others) = (&self.layouts[0], &self.layouts[1..]);
        others.iter().flat_map(|other| other.members.iter().filter(|member| first.find(member.key()).is_none()))
    }
}

/// A layout with all its members.
struct MemberList<'a> {
    side: &'a Side<'a>,
    layout: &'a Layout,
    /// `dx-cbuffer (dxc)`.
    rules: String,
    members: Vec<Member>,
    by_key: FxHashMap<String, usize>,
}

impl<'a> MemberList<'a> {
    fn new(side: &'a Side<'a>, layout: &'a Layout, part: ComparedPart) -> Self {
        let types = side.layouts.types(layout);
        let members = members(side.module, side.layouts, layout, part);
        MemberList {
            side,
            layout,
            rules: display::rules(types.rules.name, side.layouts.profile.name),
            by_key: members.iter().enumerate().map(|(index, member)| (member.key().to_owned(), index)).collect(),
            members,
        }
    }

    /// The stride of the elements of a buffer, or of an array of a struct.
    fn stride(&self) -> Option<Stride> {
        match self.layout.subject {
            Subject::Buffer(_) => self.layout.stride,
            Subject::Struct(_) => self.side.layouts.types(self.layout).array_stride(self.layout.content),
        }
    }

    /// The reason for the offset of a member.
    fn placement_text(&self, member: &Member) -> Option<String> {
        let (module, types) = (self.side.module, self.side.layouts.types(self.layout));
        let (parent, field, place) = member.field(module, types)?;
        let text = reason::of_field(module, types, parent, (field, place), member.abi.offset).text;
        // The same reason can give two offsets, if the preceding member has two sizes.
        let ends_before = |before: &FieldLayout| before.size > Size::ZERO && before.offset.plus(before.size) == Some(place.cursor);
        let preceding = types.fields(module, parent).find(|(_, before)| ends_before(before));
        Some(match preceding {
            Some((_, before)) if place.reason == PlacementReason::Follows => format!("{text}, {} bytes", before.size),
            _ => text,
        })
    }

    fn find(&self, key: &str) -> Option<&Member> {
        self.by_key.get(key).map(|&index| &self.members[index])
    }

    /// The rule set, and the file if the layouts are from different files.
    fn name(&self, with_file: bool) -> String {
        if with_file { format!("{} {}", printable(self.side.file), self.rules) } else { self.rules.clone() }
    }
}

/// The compared layouts of one buffer or struct.
struct BufferComparison<'c, 'a> {
    styles: Styles,
    compared: &'c ComparedLayouts<'a>,
}

impl BufferComparison<'_, '_> {
    /// Writes whether the layouts differ.
    fn write(&self, out: &mut dyn Write) -> io::Result<bool> {
        let first = &self.compared.layouts[0];
        let module = first.side.module;
        let location = display::location_text(&first.side.sources.locate(display::span(module, first.layout).start));
        let title = display::subject(module, first.layout);
        writeln!(out, "{}  {}", Styled(self.styles.title, title), Styled(self.styles.faint, location))?;
        let (diverging, missing): (Vec<&Member>, Vec<&Member>) = (self.compared.diverging().collect(), self.compared.missing().collect());
        self.sizes(out)?;
        let matching = |count: usize| match count {
            0 => "they match".to_owned(),
            1 => "the only member matches".to_owned(),
            _ => format!("all {count} members match"),
        };
        // The content of a buffer, or its elements, is not a member, and is less important than members that differ.
        let named = |members: &[&Member]| members.iter().filter(|member| !member.path.is_empty()).count();
        let count = first.members.iter().filter(|member| !member.path.is_empty()).count();
        let affected = || diverging.iter().chain(&missing).copied();
        let Some(position) = affected().find(|member| !member.path.is_empty()).or(affected().next()) else {
            writeln!(out, "  {}", Styled(self.styles.strong, matching(count)))?;
            return Ok(false);
        };
        let divergent = named(&diverging) + named(&missing);
        let line = match divergent {
            0 if count == 0 => format!("{} differ", self.content_difference(position)),
            0 => format!("{}, but {} differ", matching(count), self.content_difference(position)),
            _ => {
                let differ = if divergent == 1 { "differs" } else { "differ" };
                format!("{divergent} of {} members {differ}; the first is `{}`", count + named(&missing), position.path)
            }
        };
        writeln!(out, "  {}", Styled(self.styles.warning, line))?;
        self.write_placements(position.key(), out)?;
        Ok(true)
    }

    /// The property of the content of a buffer, or of its elements, that differs.
    fn content_difference(&self, content: &Member) -> &'static str {
        let others = || self.compared.layouts[1..].iter().filter_map(|other| other.find(content.key()));
        if others().any(|other| other.abi.stride != content.abi.stride) {
            if is_buffer(self.compared.layouts[0].layout) { "element strides" } else { "the strides of arrays of it" }
        } else if others().any(|other| other.abi.matrix != content.abi.matrix) {
            "matrix strides"
        } else if others().any(|other| other.abi.length != content.abi.length) {
            "array lengths"
        } else if others().any(|other| other.abi.size == content.abi.size) {
            "types"
        } else {
            "sizes"
        }
    }

    fn sizes(&self, out: &mut dyn Write) -> io::Result<()> {
        let names = self.names();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let layouts = &self.compared.layouts;
        // The size of an element is not its stride under every rule set.
        let differs = |listed: &MemberList<'_>| listed.stride().is_some_and(|stride| stride.bytes() != listed.layout.size.bytes());
        let with_strides = layouts.iter().any(differs);
        layouts.iter().zip(names).try_for_each(|(listed, name)| {
            let stride = listed.stride().filter(|_| with_strides);
            let stride = stride.map_or_else(String::new, |stride| format!(", stride {stride}"));
            writeln!(out, "  {name:width$}  {} bytes{stride}", listed.layout.size)
        })
    }

    /// The offset of a member in each layout, and its reason.
    fn write_placements(&self, key: &str, out: &mut dyn Write) -> io::Result<()> {
        let names = self.names();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        // Lengths and encodings are a part of the types.
        let mut types =
            self.compared.layouts.iter().filter_map(|listed| listed.find(key)).map(|member| (member.abi.length, member.abi.encoding));
        let first = types.next();
        let with_types = types.any(|other| Some(other) != first);
        for (listed, name) in self.compared.layouts.iter().zip(names) {
            let Some(member) = listed.find(key) else {
                writeln!(out, "    {name:width$}  no such member")?;
                continue;
            };
            let MemberAbi { offset, bits, stride, matrix, .. } = member.abi;
            let size = member.abi.size.map(|_| member.size);
            let mut line = format!("offset {offset}");
            line.extend(with_types.then(|| format!(", {}", printable(&listed.side.module.type_name(member.ty).to_string()))));
            line.extend(size.map(|size| format!(", {size} {}", if size.bytes() == 1 { "byte" } else { "bytes" })));
            line.extend(bits.map(|bits| format!(", bits {}..{}", bits.first, bits.first.saturating_add(bits.width))));
            line.extend(stride.map(|stride| format!(", stride {stride}")));
            line.extend(matrix.and_then(|(stride, _)| stride).map(|stride| format!(", matrix stride {stride}")));
            line.extend(matrix.map(|(_, major)| if major == Major::Row { ", row-major" } else { ", column-major" }));
            let placement_text = listed.placement_text(member).map_or_else(String::new, |placement_text| format!(": {placement_text}"));
            writeln!(out, "    {name:width$}  {line}{}", Styled(self.styles.faint, placement_text))?;
        }
        Ok(())
    }

    fn names(&self) -> Vec<String> {
        let with_file = self.compared.layouts.iter().any(|listed| listed.side.file != self.compared.layouts[0].side.file);
        self.compared.layouts.iter().map(|listed| listed.name(with_file)).collect()
    }
}
