//! Compares a host struct with a layout, member by member.

mod arrays;
mod fixed_layout;
mod member_bytes;
mod offsets;
mod order;

use std::collections::HashSet;

use padstone_read::layout::{BitRange, Layout, ModuleLayout, Shape, Subject, TypeLayouts, is_padding};
use padstone_read::model::{Count, Language, Module, Type, TypeId};
use padstone_read::source::Span;

use crate::component_order::component_order;
use crate::debug::{HostMember, HostShape, HostType};
use crate::host_scalars::of_host;
use crate::names::same_name;
use crate::shader_members::{ShaderMember, members};
use crate::shader_scalars::{ShaderScalar, of_shader};
use fixed_layout::{FixedMembers, FixedType};
use member_bytes::MemberBytes;
use offsets::{MemberPosition, Neighbors};
use order::out_of_order;

/// The result of comparing a struct with a layout.
#[derive(Clone, Debug, Default)]
pub struct HostComparison {
    /// The number of shader members compared, at all levels.
    pub compared: usize,
    /// The mismatches.
    pub differences: Vec<FieldMismatch>,
    /// The paths of struct members that the shader lacks; these are not mismatches.
    pub only_host: Vec<String>,
}

/// A mismatch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldMismatch {
    /// The path of the member in the shader; empty for the whole struct.
    pub path: String,
    /// The span of its declaration in the shader.
    pub span: Option<Span>,
    /// A description of the mismatch.
    pub message: String,
    /// The fix in the program.
    pub host_fix: String,
    /// The fix in the shader.
    pub shader_fix: String,
    /// Whether fixing a preceding mismatch removes it.
    pub is_consequence: bool,
}

/// Compares a struct with a layout.
pub fn check(module: &Module, layouts: &ModuleLayout, layout: &Layout, host: &HostType) -> HostComparison {
    let types = layouts.types(layout);
    let span = match layout.subject {
        Subject::Buffer(buffer) => module.buffers[buffer].span,
        Subject::Struct(id) => module.structs[id].span,
    };
    let mut padding_names = HashSet::new();
    add_padding_names(host, &mut padding_names);
    let (is_rust, report) = (host.is_rust, HostComparison::default());
    let mut check = StructComparison { module, types, is_rust, padding_names, suggested_padding: 0, span, shifts_following: false, report };
    let mut content = layout.content;
    // The struct represents one element of an array.
    if let (Some(_), Type::Array { element, .. }) = (layout.stride, module.types[content]) {
        content = element;
    }
    let fixed = check.value("", content, host, None);
    check.compare_size(layout, host, fixed);
    check.report
}

struct StructComparison<'a> {
    module: &'a Module,
    types: &'a TypeLayouts,
    is_rust: bool,
    /// The names of the padding members of the program.
    padding_names: HashSet<String>,
    /// The number of names that were considered for further ones.
    suggested_padding: u64,
    /// The declaration in the shader.
    span: Span,
    /// Whether a difference so far moves the following members and the end.
    shifts_following: bool,
    report: HostComparison,
}

impl<'a> StructComparison<'a> {
    /// The size of the struct: elements must have the same stride, and a buffer must not be shorter than the shader reads.
    ///
    /// `fixed` is the struct of the program once its members are fixed.
    fn compare_size(&mut self, layout: &Layout, host: &HostType, fixed: Option<FixedType>) {
        let (size, name) = (layout.size.bytes(), host.name.as_str());
        let (known, moved) = (self.report.differences.len(), self.shifts_following);
        let fixed_size = fixed.map_or(host.size, |fixed| fixed.size);
        let found = format!(
            "`{name}` is {}{}",
            bytes(host.size),
            once_fixed(layout.stride.map_or(size, |stride| stride.bytes()), host.size, fixed_size, "its members are")
        );
        let is_consequence = match layout.stride.map(|stride| stride.bytes()) {
            Some(stride) if stride != host.size => {
                let message = format!("stride {stride} in the shader, but {found}");
                let host_fix = match stride.checked_sub(fixed_size) {
                    Some(more) => format!("add {} at its end: {}", of_padding(more), self.new_padding(more)),
                    None => format!("remove {}: reduce its alignment, or remove members that the shader lacks", bytes(fixed_size - stride)),
                };
                let shader_fix = match fixed_size.checked_sub(stride) {
                    Some(more) => format!("add {} at the end of the struct", of_padding(more)),
                    None => format!("remove {}: padding, or a member that the program lacks", bytes(stride - fixed_size)),
                };
                self.differ("", message, host_fix, shader_fix);
                fixed.map_or(moved, |fixed| fixed.size == stride)
            }
            None if host.size < self.end(layout.content).min(size) => {
                let message = format!("the shader reads {}, but {found}", bytes(size));
                let shader_fix = format!("remove everything from offset {fixed_size} on");
                self.differ("", message, format!("add {} at its end", bytes(size.saturating_sub(fixed_size))), shader_fix);
                fixed.map_or(moved, |fixed| fixed.size >= self.end(layout.content).min(size))
            }
            _ => false,
        };
        // Fixing members moves the end too.
        if is_consequence {
            self.report.differences[known..].iter_mut().for_each(|difference| difference.is_consequence = true);
        }
    }

    fn end(&self, ty: TypeId) -> u64 {
        let fields = self.types.fields(self.module, ty).filter(|(field, _)| !self.is_runtime_sized(field.ty));
        let ends = fields.filter_map(|(_, place)| place.offset.plus(place.size));
        ends.map(|end| end.bytes()).max().unwrap_or(0)
    }

    /// Whether a type is a runtime-sized array: as the last member of a buffer, it need not be a member of the host's struct.
    fn is_runtime_sized(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Array { count: Count::Runtime, .. })
    }

    /// The member that represents a base class at an offset, as in generated structs; `None` if the host has the members of the base itself.
    fn base_member<'h>(&self, base: TypeId, offset: u64, host: &'h [HostMember]) -> Option<&'h HostMember> {
        let has = |known: &ShaderMember<'_>| host.iter().any(|member| same_name(known.name, &member.name));
        if members(self.module, self.types, base).iter().any(|known| !known.is_base && has(known)) {
            return None;
        }
        host.iter().find(|member| {
            member.offset == offset && member.name.starts_with("base_") && matches!(member.ty.shape, HostShape::Record { .. })
        })
    }

    /// A padding member in the language of the program.
    fn padding(&self, name: &str, count: u64) -> String {
        if self.is_rust { format!("`{name}: [u8; {count}],`") } else { format!("`uint8_t {name}[{count}];`") }
    }

    /// A padding member with a name that the program does not have yet: `_pad`, `_pad1`, ….
    fn new_padding(&mut self, count: u64) -> String {
        loop {
            let name = if self.suggested_padding == 0 { "_pad".to_owned() } else { format!("_pad{}", self.suggested_padding) };
            self.suggested_padding += 1;
            if !self.padding_names.contains(&name) {
                return self.padding(&name, count);
            }
        }
    }

    /// The host type of contiguous scalars of one kind; `None` if they are not contiguous, or if the host has no such type.
    fn host_type(&self, scalars: &[ShaderScalar]) -> Option<String> {
        let ShaderScalar { scalar: first, is_signed, .. } = *scalars.first()?;
        let is_next = |(index, next): (usize, &ShaderScalar)| {
            let scalar = next.scalar;
            (scalar.width, scalar.float) == (first.width, first.float) && scalar.first == first.first + index as u64 * first.width
        };
        let scalar = match (self.is_rust, first.float, first.size()) {
            (true, true, 4) => "f32".to_owned(),
            (true, true, 8) => "f64".to_owned(),
            (false, true, 4) => "float".to_owned(),
            (false, true, 8) => "double".to_owned(),
            (_, true, _) => return None,
            (true, false, size) => format!("{}{}", if is_signed { "i" } else { "u" }, 8 * size),
            (false, false, size) => format!("{}{}_t", if is_signed { "int" } else { "uint" }, 8 * size),
        };
        let are_all_next = scalars.iter().enumerate().all(is_next);
        are_all_next.then(|| match (scalars.len(), self.is_rust) {
            (1, _) => scalar,
            (count, true) => format!("[{scalar}; {count}]"),
            (count, false) => format!("{scalar}[{count}]"),
        })
    }

    /// Compares a value of the shader with its host type; `room` is the number of bytes from its start to the next member, `None` if none follows.
    ///
    /// Returns the type of the program once its mismatches are fixed, if that is known.
    fn value(&mut self, path: &str, ty: TypeId, host: &HostType, room: Option<u64>) -> Option<FixedType> {
        match (self.module.types[ty], self.shader_array(ty, room)) {
            (Type::Struct(_), _) => match self.record_inside(ty, host) {
                Some((inside, members)) => {
                    let fixed = self.record(path, ty, 0, (members, inside.size), room);
                    self.extra(path, ty, members);
                    fixed.map(|fixed| fixed.in_wrapper(host.size, inside.size))
                }
                None => {
                    let (found, shader_fix) = without_scalars(host)
                        .unwrap_or_else(|| ("but no struct".to_owned(), "use the program's type, without a struct".to_owned()));
                    let message = format!("{} in the shader, {found} in the program", self.module.type_name(ty));
                    self.differ(path, message, "use a struct with its members".into(), shader_fix);
                    None
                }
            },
            (_, Some(array)) => self.array(path, array, host),
            _ => self.scalars(path, ty, host),
        }
    }

    /// The struct that corresponds to one of the shader, with its members: the host type may be a wrapper around it.
    fn record_inside<'h>(&self, ty: TypeId, host: &'h HostType) -> Option<(&'h HostType, &'h [HostMember])> {
        let inside = match &host.shape {
            HostShape::Record { members } if self.has_member_of(ty, members) => host,
            _ => only_member(host),
        };
        match &inside.shape {
            HostShape::Record { members } => Some((inside, members)),
            _ => None,
        }
    }

    /// Whether a host struct has a member of a shader struct, or of its bases.
    fn has_member_of(&self, ty: TypeId, host: &[HostMember]) -> bool {
        members(self.module, self.types, ty).iter().any(|known| match known.is_base {
            true => self.base_member(known.ty, known.offset, host).is_some() || self.has_member_of(known.ty, host),
            false => host.iter().any(|member| same_name(known.name, &member.name) || known.is_in(member, 0)),
        })
    }

    /// Compares the members of a struct that starts at offset `base` of the host struct; what follows it in the shader is at offset `next` of the
    /// host struct, which has these members and this size.
    ///
    /// Returns the host struct once its mismatches are fixed, if that is known.
    fn record(&mut self, path: &str, ty: TypeId, base: u64, (host, size): (&[HostMember], u64), next: Option<u64>) -> Option<FixedType> {
        let around = self.span;
        let members = members(self.module, self.types, ty);
        let shader_bytes = MemberBytes::of_shader(self.types, &members, base, next);
        let host_bytes = MemberBytes::of_host(host);
        let positions: Vec<Option<MemberPosition<'a>>> = members.iter().map(|known| position(known, base, host)).collect();
        // A struct with a base has members of two structs of the shader.
        let has_base = base > 0 || members.iter().any(|known| known.is_base);
        let mut order = FixedMembers::new(host, size).filter(|_| !has_base);
        if let Some(order) = &mut order {
            let counterparts = members.iter().filter_map(|known| counterpart(known, base, host));
            counterparts.for_each(|member| order.add_counterpart(member));
        }
        let moved = self.moved_members(&members, &positions, (base, host), order.as_mut());
        let first_moved = moved.iter().position(|moves| *moves).map(|index| members[index].name);
        // The preceding member, and the highest alignment so far, once they are fixed.
        let (mut fixed, mut highest_align) = (None, 1);
        let mut neighbors = Neighbors::default();
        for (index, mut known) in members.into_iter().enumerate() {
            let name = known.name;
            if known.is_base {
                let start = base + known.offset;
                let next = shader_bytes.next_after(start);
                match self.base_member(known.ty, start, host) {
                    Some(HostMember { ty: HostType { shape: HostShape::Record { members }, size, .. }, .. }) => {
                        self.record(path, known.ty, 0, (members, *size), next.map(|next| next - start))
                    }
                    _ => self.record(path, known.ty, start, (host, size), next),
                };
                continue;
            }
            if is_padding(name) {
                continue;
            }
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            self.span = known.span;
            self.report.compared += 1;
            let (Some(member), Some(position)) = (counterpart(&known, base, host), positions[index]) else {
                // Hosts write the handles of resources with an API, and may have padding there.
                let innermost = self.module.types.peel_arrays(known.ty);
                let is_resource = self.types.get(innermost).is_ok_and(|layout| layout.shape == Shape::Resource);
                if !is_resource && !self.is_runtime_sized(known.ty) && !host.iter().any(|member| known.is_in(member, base)) {
                    self.report_missing(&path, &known, base);
                    neighbors.missing = Some(name);
                }
                continue;
            };
            known.offset += base;
            neighbors.gap = shader_bytes.gap_before(known.offset);
            neighbors.host_gap = host_bytes.gap_before(member.offset);
            let is_bits = known.bits.is_some() || member.bits.is_some();
            // A missing member between them is added by its own fix.
            order = order.filter(|_| !is_bits && neighbors.missing.is_none() && (fixed.is_some() || neighbors.before.is_none()));
            neighbors.fixed = order.as_ref().and_then(|order| order.offset_after(fixed, member, self.fixed_align(known.ty, &member.ty)));
            (neighbors.moves, neighbors.other_order) = (moved[index], first_moved);
            let is_resized = if is_bits {
                self.compare_bits(&path, &known, member, neighbors)
            } else {
                self.compare_offset(&path, &known, member, neighbors);
                false
            };
            let moved = std::mem::take(&mut self.shifts_following);
            let room = shader_bytes.next_after(known.offset).map(|next| next - known.offset);
            let fixed_type = if is_bits { None } else { self.value(&path, known.ty, &member.ty, room) };
            fixed = order.as_ref().zip(fixed_type).and_then(|(order, ty)| order.fixed(member, known.offset, ty));
            highest_align = fixed.map_or(highest_align, |fixed| highest_align.max(fixed.align()));
            let larger_array =
                self.shader_array(known.ty, room).and_then(|array| self.without_last_padding(name, &array, &member.ty, fixed_type));
            let differs = self.shifts_following || is_resized;
            neighbors = Neighbors { before: Some(position), differs, larger_array, ..Neighbors::default() };
            self.shifts_following |= moved;
        }
        self.span = around;
        let order = order.filter(|_| neighbors.missing.is_none())?;
        order.fixed_type(fixed?, highest_align)
    }

    /// Which members of the shader have to move in the program, because others of its members precede them there; they move in `order` too.
    fn moved_members(
        &self,
        members: &[ShaderMember<'_>],
        positions: &[Option<MemberPosition<'_>>],
        (base, host): (u64, &[HostMember]),
        order: Option<&mut FixedMembers<'_>>,
    ) -> Vec<bool> {
        let mut known: Vec<(usize, &MemberPosition<'_>)> =
            (0..).zip(positions).filter_map(|(index, at)| Some((index, at.as_ref()?))).collect();
        known.sort_by_key(|(_, position)| position.shader);
        let in_program: Vec<u64> = known.iter().map(|(_, position)| position.host).collect();
        let mut moved = vec![false; members.len()];
        for index in out_of_order(&in_program, |index| known[index].1.shader == known[index].1.host) {
            moved[known[index].0] = true;
        }
        if let Some(order) = order.filter(|_| moved.contains(&true)) {
            let in_shader = known.iter().filter_map(|(index, _)| Some((counterpart(&members[*index], base, host)?, moved[*index])));
            order.reorder(&in_shader.collect::<Vec<_>>());
        }
        moved
    }

    /// Compares the scalars of a scalar, vector or matrix with those of the host type.
    ///
    /// Returns the type of the program once its mismatches are fixed, if that is known.
    fn scalars(&mut self, path: &str, ty: TypeId, host: &HostType) -> Option<FixedType> {
        let requested = of_shader(self.module, self.types, ty)?;
        let found = of_host(host);
        let Some(missing) = requested.iter().find(|scalar| !scalar.is_among(&found)) else {
            self.order(path, ty, host);
            return FixedType::unchanged(host);
        };
        let missing = missing.scalar;
        let name = self.module.type_name(ty);
        let end = requested.iter().map(|known| known.scalar.offset() + known.scalar.size()).max().unwrap_or(0);
        let numbers = |count: usize| if count == 1 { "one scalar".to_owned() } else { format!("{count} scalars") };
        let declaration = match self.host_type(&requested) {
            Some(ty) => format!("declare it `{ty}`"),
            None => format!("use a type with {} of {} in {}", numbers(requested.len()), bytes(missing.size()), bytes(end)),
        };
        if let Some((found, shader_fix)) = without_scalars(host) {
            let shifts_following = self.shifts_following || host.size != end;
            self.differ(path, format!("{name} in the shader, {found} in the program"), declaration, shader_fix);
            self.shifts_following = shifts_following;
            return Some(FixedType::scalars(missing.size(), end));
        }
        let kind = |float: bool| if float { "a floating-point number" } else { "an integer" };
        let position = found.iter().find(|number| number.first == missing.first);
        let message = match position {
            Some(number) if number.width != missing.width => {
                format!("{name} has scalars of {} in the shader, {} in the program", bytes(missing.size()), bytes(number.size()))
            }
            Some(number) => format!("{} in the shader, {} in the program", kind(missing.float), kind(number.float)),
            None => format!(
                "{name} has a scalar at offset {} in the shader; the {} in the program have none there",
                missing.offset(),
                bytes(host.size)
            ),
        };
        let host_fix = match position {
            Some(number) if number.width == missing.width => format!("use {} of {}", kind(missing.float), bytes(missing.size())),
            _ => declaration,
        };
        let shader_fix = match position {
            Some(number) if !self.has_scalar(number.size(), number.float) => {
                format!("the language has no scalar of {}: change the program", bytes(number.size()))
            }
            Some(number) if number.width != missing.width => format!("use a type with scalars of {}", bytes(number.size())),
            Some(number) => format!("use {} of {}", kind(number.float), bytes(number.size())),
            None => format!("use a type with {} in {}, contiguous", numbers(found.len()), bytes(host.size)),
        };
        // Another kind of scalar of the same size moves nothing.
        let shifts_following = self.shifts_following || position.is_none_or(|number| number.width != missing.width);
        self.differ(path, message, host_fix, shader_fix);
        self.shifts_following = shifts_following;
        match position {
            Some(number) if number.width == missing.width => FixedType::unchanged(host),
            _ => Some(FixedType::scalars(missing.size(), end)),
        }
    }

    /// Whether the language of the shader has a scalar of a number of bytes.
    fn has_scalar(&self, bytes: u64, float: bool) -> bool {
        match (self.module.language, bytes) {
            (_, 4) => true,
            (Language::Wgsl, 2) => float,
            (Language::Wgsl, _) => false,
            (_, 2 | 8) => true,
            (Language::Hlsl, _) => false,
            (_, 1) => !float,
            _ => false,
        }
    }

    /// The alignment of scalars that replace the host type, if it lacks those of the shader.
    fn fixed_align(&self, ty: TypeId, host: &HostType) -> Option<u64> {
        if matches!(self.module.types[ty], Type::Struct(_) | Type::Array { .. }) {
            return None;
        }
        let (requested, found) = (of_shader(self.module, self.types, ty)?, of_host(host));
        let missing = requested.iter().find(|scalar| !scalar.is_among(&found))?.scalar;
        let has_other_kind = found.iter().any(|number| (number.first, number.width) == (missing.first, missing.width));
        (!has_other_kind).then(|| missing.size())
    }

    /// Compares the order of the components of vectors, if the program names them.
    fn order(&mut self, path: &str, ty: TypeId, host: &HostType) {
        let Some(order) = component_order(self.module, self.types, ty, host) else { return };
        let list = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let message = format!("{} in the shader, components {} in the program", self.module.type_name(ty), list(&order.host));
        let read: String = order
            .shader
            .iter()
            .flat_map(|name| order.host.iter().position(|host| host == name))
            .map(|index| ["x", "y", "z", "w"][index])
            .collect();
        let moved = self.shifts_following;
        self.differ(path, message, format!("declare them in the order {}", list(&order.shader)), format!("read it as `.{read}`"));
        self.shifts_following = moved;
    }

    /// Records the host members that the shader lacks.
    fn extra(&mut self, path: &str, ty: TypeId, host: &[HostMember]) {
        let mut known: Vec<(u64, ShaderMember<'_>)> = Vec::new();
        let mut bases = Vec::new();
        let mut open = vec![(0, ty)];
        while let Some((base, ty)) = open.pop() {
            for member in members(self.module, self.types, ty) {
                match member.is_base {
                    true => {
                        bases.extend(self.base_member(member.ty, base + member.offset, host).map(|member| member.name.as_str()));
                        open.push((base + member.offset, member.ty));
                    }
                    false => known.push((base, member)),
                }
            }
        }
        let is_known =
            |member: &HostMember| known.iter().any(|(base, known)| same_name(known.name, &member.name) || known.is_in(member, *base));
        let is_extra = |member: &&HostMember| !is_padding(&member.name) && !is_known(member) && !bases.contains(&member.name.as_str());
        let prefix = if path.is_empty() { String::new() } else { format!("{path}.") };
        self.report.only_host.extend(host.iter().filter(is_extra).map(|member| format!("{prefix}{}", member.name)));
    }

    fn differ(&mut self, path: &str, message: String, host_fix: String, shader_fix: String) {
        self.shifts_following = true;
        let span = Some(self.span);
        self.report.differences.push(FieldMismatch { path: path.to_owned(), span, message, host_fix, shader_fix, is_consequence: false });
    }
}

/// Adds the names of all padding members of a type.
fn add_padding_names(host: &HostType, names: &mut HashSet<String>) {
    match &host.shape {
        HostShape::Array { element, .. } => add_padding_names(element, names),
        HostShape::Record { members } => {
            names.extend(members.iter().map(|member| &member.name).filter(|name| is_padding(name)).cloned());
            members.iter().for_each(|member| add_padding_names(&member.ty, names));
        }
        HostShape::Scalar { .. } | HostShape::Pointer | HostShape::Opaque => {}
    }
}

/// The member of the program with the name of a member of the shader.
///
/// A base and the struct that is derived from it may have members of one name: of several, the one at the expected offset.
fn counterpart<'h>(known: &ShaderMember<'_>, base: u64, host: &'h [HostMember]) -> Option<&'h HostMember> {
    let expected = base.saturating_add(known.offset);
    let equal = || host.iter().filter(|member| member.name == known.name);
    let at_offset = equal().find(|member| member.offset == expected);
    at_offset.or_else(|| equal().next()).or_else(|| host.iter().find(|member| same_name(&member.name, known.name)))
}

/// The position of a member in the shader and in the program; `None` if the program lacks it, or if it is not compared.
fn position<'a>(known: &ShaderMember<'a>, base: u64, host: &[HostMember]) -> Option<MemberPosition<'a>> {
    let member = counterpart(known, base, host).filter(|_| !known.is_base && !is_padding(known.name))?;
    let first_bit = |offset: u64, bits: Option<BitRange>| offset.saturating_mul(8).saturating_add(bits.map_or(0, |bits| bits.first.into()));
    let shader = first_bit(base.saturating_add(known.offset), known.bits.map(|bits| bits.range));
    Some(MemberPosition { name: known.name, shader, host: first_bit(member.offset, member.bits) })
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

/// The number of bytes of the program once other mismatches are fixed, if it is still not that of the shader: `, or 64 once its members are fixed`.
fn once_fixed(shader: u64, found: u64, fixed: u64, cause: &str) -> String {
    if fixed == found || fixed == shader { String::new() } else { format!(", or {fixed} once {cause} fixed") }
}

fn of_padding(count: u64) -> String {
    format!("{} of padding", bytes(count))
}

/// A description of a host type that contains only pointers, or nothing that is a number, with the change of the shader that accepts it; `None` for other types.
fn without_scalars(host: &HostType) -> Option<(String, String)> {
    match host.shape {
        HostShape::Pointer => Some((format!("a pointer of {}", bytes(host.size)), format!("use an integer of {}", bytes(host.size)))),
        _ if of_host(host).is_empty() => Some(("a type without numbers".to_owned(), "remove it".to_owned())),
        _ => None,
    }
}

/// The only member of a wrapper struct besides padding: `std::array`, array elements with padding.
fn only_member(ty: &HostType) -> &HostType {
    let mut ty = ty;
    while let HostShape::Record { members } = &ty.shape {
        let mut data = members.iter().filter(|member| !is_padding(&member.name));
        match (data.next(), data.next()) {
            (Some(member), None)
                if member.offset == 0 && !matches!(member.ty.shape, HostShape::Scalar { .. } | HostShape::Pointer | HostShape::Opaque) =>
            {
                ty = &member.ty
            }
            _ => break,
        }
    }
    ty
}
