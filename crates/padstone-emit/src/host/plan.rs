//! The structs, independent of the host language.
//!
//! Scalars have the host's alignment, or a smaller one if a rule set requires it; everything else follows from
//! that. A struct of the shader becomes one struct of the host for all of its uses, if they agree on the stride of its
//! elements: the padding between elements then belongs to the struct. If they do not agree, or if the next member
//! is in the padding after the last element, arrays have elements of a separate struct ([`HostStructRole::Element`],
//! [`HostStructRole::Peeled`]).

mod aligns;
mod members;

use std::collections::HashMap;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::{BitRange, FieldLayout, Layout, ModuleLayout, Shape, Subject};
use padstone_model::{Count, Field, FieldRole, Major, Module, Scalar, Size, StructKind, Type, TypeId};

use super::Derive;
use super::library::Palette;
use super::names::{Names, identifier};
use super::structs::{
    BitPart, ElementMeaning, FieldContent, HostField, HostStruct, HostStructRole, HostType, HostTypeError, Meaning, RequestedRoot,
    RuntimeSizedTail,
};
use crate::display;
use crate::llvm::contains_data;

/// The structs of one file.
pub(super) struct HostPlan<'m> {
    pub(super) module: &'m Module,
    pub(super) layouts: &'m ModuleLayout,
    pub(super) file: &'m str,
    pub(super) palette: Palette,
    pub(super) derives: Vec<Derive>,
    /// C++: the enclosing namespace; empty for none.
    pub(super) namespace: &'m str,
    /// The structs, each after those that it contains.
    pub(super) structs: Vec<HostStruct>,
    /// The requested buffers and structs.
    pub(super) roots: Vec<RequestedRoot>,
    /// The size of a buffer's struct is rounded up to a multiple of this.
    round: u64,
    /// The number of structs from preceding modules in the same text.
    earlier: usize,
    /// These structs, by the names of the shader's structs.
    earlier_by_name: HashMap<String, Vec<usize>>,
    /// The roots of these modules, by title.
    earlier_roots: HashMap<String, usize>,
    names: Names,
    uses: HashMap<ShaderStruct, StructUses>,
    known: HashMap<ShaderStruct, Result<usize, HostTypeError>>,
    /// A power of two that divides the offsets and the size of each struct; if unknown, the struct uses plain scalars.
    aligns: HashMap<ShaderStruct, u64>,
    /// The host structs of a shader struct, one for each of its layouts.
    by_type: HashMap<TypeId, Vec<usize>>,
    generated: HashMap<ArrayStruct, usize>,
    diagnostics: Diagnostics,
}

/// A struct of the shader under one rule set.
pub(super) type ShaderStruct = (usize, TypeId);

/// The space for a member.
#[derive(Clone, Copy)]
struct AvailableSpace {
    /// The number of bytes that it may occupy.
    bytes: u64,
    /// A known divisor of its offset.
    align: u64,
}

/// The combined uses of a struct.
#[derive(Clone, Copy)]
struct StructUses {
    /// The number of bytes that each use may occupy.
    available: u64,
    /// The stride of elements, if all uses agree.
    stride: Stride,
    /// Whether it is the content of a buffer, and a member of another struct.
    is_content: bool,
    is_member: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stride {
    Unused,
    Always(u64),
    Differs,
}

/// A struct generated for array elements.
#[derive(Clone, PartialEq, Eq, Hash)]
enum ArrayStruct {
    Element(HostType, u64),
    Peeled(HostType, u64, u64),
}

/// The maximum size of a struct: the limit of 32-bit hosts.
const LARGEST: u64 = u32::MAX as u64;

impl<'m> HostPlan<'m> {
    pub(super) fn new(
        module: &'m Module,
        layouts: &'m ModuleLayout,
        file: &'m str,
        mut names: Names,
        palette: Palette,
        round: u64,
    ) -> Self {
        names.avoid_members(module.structs.iter().flat_map(|(_, declared)| &declared.fields).map(|field| module.name(field.name)));
        let mut plan = HostPlan {
            module,
            layouts,
            file,
            palette,
            derives: Vec::new(),
            namespace: "",
            structs: Vec::new(),
            roots: Vec::new(),
            round,
            earlier: 0,
            earlier_by_name: HashMap::new(),
            earlier_roots: HashMap::new(),
            names,
            uses: HashMap::new(),
            known: HashMap::new(),
            aligns: HashMap::new(),
            by_type: HashMap::new(),
            generated: HashMap::new(),
            diagnostics: Diagnostics::new(),
        };
        plan.find_uses();
        plan
    }

    /// The same plan with the types of a library where they fit. Call it only on a plan without a library.
    pub(super) fn with_library(&self, names: Names, palette: Palette) -> Self {
        let mut plan = HostPlan::new(self.module, self.layouts, self.file, names, palette, self.round);
        let aligns = aligns::of_structs(self);
        let origins = self.known.iter().filter_map(|(origin, known)| Some((*origin, known.ok()?)));
        plan.aligns = origins.map(|(origin, known)| (origin, aligns[known])).collect();
        plan
    }

    /// The plan of one more module in the same text: structs that both modules declare are written once.
    pub(super) fn continue_after(&mut self, before: HostPlan<'m>) {
        self.earlier = before.structs.len();
        for (index, host) in before.structs.iter().enumerate().filter(|(_, host)| !host.declared.is_empty()) {
            self.earlier_by_name.entry(host.declared.clone()).or_default().push(index);
        }
        self.earlier_roots = before.roots.iter().enumerate().map(|(index, root)| (root.title.clone(), index)).collect();
        self.structs = before.structs;
        self.roots = before.roots;
        self.names = before.names;
        self.generated = before.generated;
    }

    pub(super) fn take_diagnostics(&mut self) -> Diagnostics {
        std::mem::take(&mut self.diagnostics)
    }

    /// Adds a buffer or struct, with all nested structs.
    pub(super) fn add(&mut self, layout: &Layout) -> Result<(), HostTypeError> {
        let title = format!("{}, {}", display::subject(self.module, layout), self.layouts.rules(layout).name);
        let mut size = layout.size.bytes();
        let is_struct = matches!(self.module.types[layout.content], Type::Struct(_));
        let is_block = is_struct && matches!(layout.subject, Subject::Buffer(_)) && layout.stride.is_none();
        if is_block || is_struct && self.is_root_only(layout.set, layout.content) {
            size = size.next_multiple_of(self.round);
        }
        let mut root = RequestedRoot {
            name: String::new(),
            constant: String::new(),
            title,
            ty: None,
            size,
            stride: layout.stride.map(|stride| stride.bytes()),
            tail: None,
            tail_name: String::new(),
        };
        if size > LARGEST {
            return Err(HostTypeError::TooLarge);
        }
        let before = self.structs.len();
        match self.module.types[layout.content] {
            Type::Array { element, count: Count::Runtime } => {
                root.tail = Some(self.tail(layout.set, String::new(), 0, layout.content, element)?);
            }
            Type::Struct(id) => {
                root.tail = self.tail_of_struct(layout.set, layout.content)?;
                root.ty = match self.structure(layout.set, layout.content) {
                    Err(HostTypeError::Empty) => None,
                    found => Some(HostType::Struct(found?)),
                };
                // The elements follow the other members: their number determines the size.
                if root.tail.is_some() {
                    root.size = layout.size.bytes();
                }
                // If the struct is also a member of others, padding after it rounds up the block.
                let rounded = (is_block && self.round > 1).then_some(size);
                if let (true, Some(ty), Some(padded)) = (root.tail.is_none(), &root.ty, root.stride.or(rounded))
                    && let Some(gap) = padded.checked_sub(self.size(ty)).filter(|gap| *gap > 0)
                {
                    root.ty = Some(self.padded(ty.clone(), gap));
                }
                let is_whole = self.module.structs[id].kind == StructKind::BufferMembers || matches!(layout.subject, Subject::Struct(_));
                if is_whole && self.structs.len() > before {
                    root.name = self.structs[self.structs.len() - 1].name.clone();
                }
            }
            _ => root.ty = Some(self.element(layout.set, layout.content, root.stride, 0)?),
        }
        if let Some(&known) = self.earlier_roots.get(&root.title) {
            let earlier = &self.roots[known];
            if (&earlier.ty, earlier.size, earlier.stride, &earlier.tail) == (&root.ty, root.size, root.stride, &root.tail) {
                return Ok(());
            }
        }
        if root.name.is_empty() {
            root.name = self.names.take(display::name(self.module, layout));
        }
        root.constant = self.names.take_constants(&root.name);
        if root.tail.is_some() {
            root.tail_name = self.names.take(&format!("{}_tail", self.names.without_prefix(&root.name)));
        }
        self.roots.push(root);
        Ok(())
    }

    /// The name of a root's type in the text: that of its struct, or an alias.
    pub(super) fn type_name<'a>(&'a self, root: &'a RequestedRoot) -> &'a str {
        match root.ty {
            Some(HostType::Struct(index)) => &self.structs[index].name,
            _ => &root.name,
        }
    }

    /// The size of a type in bytes.
    pub(super) fn size(&self, ty: &HostType) -> u64 {
        match ty {
            HostType::Number(scalar) => scalar.bytes(true),
            HostType::Array { element, count } => self.size(element).saturating_mul(*count),
            HostType::Library(ty) => ty.size,
            HostType::Struct(index) => self.structs[*index].size,
        }
    }

    fn align(&self, ty: &HostType) -> u64 {
        match ty {
            HostType::Number(scalar) => scalar.bytes(true),
            HostType::Array { element, .. } => self.align(element),
            HostType::Library(ty) => ty.align,
            HostType::Struct(index) => self.structs[*index].align,
        }
    }

    /// Visits every use of every struct, to determine the available bytes and the element stride.
    fn find_uses(&mut self) {
        for layout in &self.layouts.layouts {
            let stride = layout.stride.map(|stride| stride.bytes());
            let buffer_size = matches!(layout.subject, Subject::Buffer(_)).then_some(layout.size.bytes());
            let available = stride.or(buffer_size).unwrap_or(layout.size.bytes());
            let uses = StructUses { available, stride: Stride::Unused, is_content: buffer_size.is_some(), is_member: false };
            self.used(layout.set, layout.content, uses, stride);
        }
        for (set, types) in self.layouts.sets.iter().enumerate() {
            for (ty, _) in self.module.types.iter() {
                let Ok(buffer_size) = types.get(ty) else { continue };
                let end = buffer_size.size.bytes();
                let mut placed: Vec<(u64, TypeId)> =
                    types.fields(self.module, ty).map(|(field, position)| (position.offset.bytes(), field.ty)).collect();
                placed.sort_unstable();
                for (index, &(offset, ty)) in placed.iter().enumerate() {
                    let next = placed.get(index + 1).map_or(end.max(offset), |&(next, _)| next);
                    let uses = StructUses { available: next - offset, stride: Stride::Unused, is_content: false, is_member: true };
                    self.used(set, ty, uses, None);
                }
            }
        }
    }

    /// Records a use of a type, as an element of an array if there is a stride.
    fn used(&mut self, set: usize, ty: TypeId, uses: StructUses, stride: Option<u64>) {
        let StructUses { mut available, is_content, is_member, .. } = uses;
        let (mut ty, mut stride) = (ty, stride);
        while let (Type::Array { element, count }, Ok(laid)) = (self.module.types[ty], self.layouts.sets[set].get(ty)) {
            let Shape::Array { stride: element_stride } = laid.shape else { return };
            let Ok(inner) = self.layouts.sets[set].get(element) else { return };
            let fits = count.known().is_none_or(|count| element_stride.bytes().checked_mul(count).is_some_and(|all| all <= available));
            (ty, available, stride) =
                (element, if fits { element_stride.bytes() } else { inner.size.bytes() }, Some(element_stride.bytes()));
        }
        if !matches!(self.module.types[ty], Type::Struct(_)) {
            return;
        }
        let known = self.uses.entry((set, ty)).or_insert(StructUses { available, ..uses });
        known.is_content |= is_content;
        known.is_member |= is_member;
        known.available = known.available.min(available);
        known.stride = match (known.stride, stride) {
            (stride, None) => stride,
            (Stride::Unused, Some(stride)) => Stride::Always(stride),
            (Stride::Always(before), Some(stride)) if before == stride => Stride::Always(before),
            _ => Stride::Differs,
        };
    }

    /// The host struct of a shader struct, planned on first use.
    fn structure(&mut self, set: usize, ty: TypeId) -> Result<usize, HostTypeError> {
        if let Some(&known) = self.known.get(&(set, ty)) {
            return known;
        }
        let planned = self.plan_structure(set, ty);
        self.known.insert((set, ty), planned);
        planned
    }

    fn plan_structure(&mut self, set: usize, ty: TypeId) -> Result<usize, HostTypeError> {
        let layouts = self.layouts;
        let types = &layouts.sets[set];
        let laid = types.get(ty).map_err(|_| HostTypeError::LayoutError)?;
        let declared = self.module.as_struct(ty).ok_or(HostTypeError::LayoutError)?;
        let size = self.whole_size(set, ty, laid.size.bytes());
        if size > LARGEST {
            return Err(HostTypeError::TooLarge);
        }
        let mut placed: Vec<(&Field, &FieldLayout)> =
            types.fields(self.module, ty).filter(|(field, position)| self.has_data(set, field, position)).collect();
        placed.sort_by_key(|(_, position)| (position.offset, position.bits.map(|bits| bits.first)));
        let mut fields: Vec<HostField> = Vec::with_capacity(placed.len() * 2);
        let mut names = self.names.members();
        let of_fields = declared.fields.iter().map(|field| field.name);
        let of_parts = declared.fields.iter().flat_map(|field| &field.written.bit_fields).map(|part| part.name);
        names.reserve_accessors(of_fields.chain(of_parts).map(|name| self.module.name(name)));
        let align = self.aligns.get(&(set, ty)).copied().unwrap_or(1);
        let mut cursor = 0;
        let mut limit = size;
        for (index, &(field, position)) in placed.iter().enumerate() {
            let offset = position.offset.bytes();
            if let Some(bits) = position.bits
                && let Some(HostField { content: FieldContent::Bits { parts, .. }, offset: unit, .. }) = fields.last_mut()
                && *unit == offset
            {
                parts.extend(bit_part(self.module, field, bits, &mut names));
                continue;
            }
            if matches!(self.module.types[field.ty], Type::Array { count: Count::Runtime, .. }) {
                limit = offset;
                continue;
            }
            if offset < cursor {
                self.overlap(field, fields.last());
                continue;
            }
            let next = placed[index + 1..].iter().map(|(_, next)| next.offset.bytes()).find(|next| *next > offset).unwrap_or(size);
            let (content, bytes) = match position.bits {
                Some(bits) => self.bit_unit(field, position.size, bits, &mut names)?,
                None if !field.written.bit_fields.is_empty() && !self.palette.words_only => {
                    self.backing_unit(field, position.size, &mut names)
                }
                None => {
                    let available = AvailableSpace { bytes: next - offset, align: aligns::at(align, offset) };
                    let ty = self.member(set, field.ty, available)?;
                    let bytes = self.size(&ty);
                    (FieldContent::Value(ty), bytes)
                }
            };
            pad(&mut fields, &mut names, cursor, offset);
            let name = if position.bits.is_some() { names.take("bits") } else { names.take(&self.member_name(field)) };
            let declared = self.module.name(field.name).to_owned();
            let (note, meaning) = (self.note(field), self.meaning(field));
            fields.push(HostField { name, declared, offset, size: bytes, content, note, meaning });
            cursor = offset.checked_add(bytes).ok_or(HostTypeError::TooLarge)?;
        }
        let size = limit.max(cursor);
        pad(&mut fields, &mut names, cursor, size);
        if fields.is_empty() {
            return Err(HostTypeError::Empty);
        }
        let rules = types.rules.name;
        let title = match self.module.name(declared.name) {
            "" => format!("unnamed struct, {rules}"),
            name => format!("{name}, {rules}"),
        };
        let same = |found: &usize| {
            let HostStruct { size: found_size, fields: found_fields, .. } = &self.structs[*found];
            *found_size == size
                && found_fields.len() == fields.len()
                && found_fields.iter().zip(&fields).all(|(found, field)| found.is_same_member(field))
        };
        let others = self.by_type.get(&ty).map_or(&[][..], Vec::as_slice);
        if let Some(&known) = others.iter().find(|found| same(found)) {
            return Ok(known);
        }
        let declared = declared_name(self.module, ty);
        let earlier = self.earlier_by_name.get(&declared).map_or(&[][..], Vec::as_slice);
        if let Some(&known) = earlier.iter().find(|found| same(found)) {
            return Ok(known);
        }
        let keeps_name = others.is_empty() && earlier.is_empty();
        let name = if keeps_name { declared.clone() } else { format!("{}_{rules}", identifier(&declared)) };
        let index = self.push(&name, title, HostStructRole::Declared, size, fields);
        self.structs[index].declared = declared;
        self.by_type.entry(ty).or_default().push(index);
        Ok(index)
    }

    /// The name of a member. It differs from all names of structs (a base class has the name of its struct), which it would hide in C++.
    fn member_name(&self, field: &Field) -> String {
        let name = self.module.name(field.name);
        match field.role {
            FieldRole::Base => format!("base_{name}"),
            _ if self.names.is_used(name) => format!("{name}_"),
            FieldRole::Member | FieldRole::GroupShared => name.to_owned(),
        }
    }

    /// The size of a struct, including the padding after it that all of its uses have.
    fn whole_size(&self, set: usize, ty: TypeId, size: u64) -> u64 {
        match self.uses.get(&(set, ty)) {
            Some(StructUses { available, stride: Stride::Always(stride), .. }) if stride <= available => size.max(*stride),
            Some(StructUses { available, stride: Stride::Unused, .. }) if self.is_root_only(set, ty) => {
                size.max(*available).next_multiple_of(self.round)
            }
            _ => size,
        }
    }

    /// Whether a struct is the content of buffers, and has no other use: `T` of `ConstantBuffer<T>`.
    fn is_root_only(&self, set: usize, ty: TypeId) -> bool {
        let is_content = |uses: &StructUses| uses.is_content && !uses.is_member && uses.stride == Stride::Unused;
        self.is_of_members(ty) || self.uses.get(&(set, ty)).is_some_and(is_content)
    }

    /// Whether a struct consists of the members of a buffer.
    fn is_of_members(&self, ty: TypeId) -> bool {
        self.module.as_struct(ty).is_some_and(|found| found.kind == StructKind::BufferMembers)
    }

    fn has_data(&self, set: usize, field: &Field, position: &FieldLayout) -> bool {
        let sized = position.size > Size::ZERO || position.bits.is_some_and(|bits| bits.width > 0);
        let is_handle = matches!(self.module.types[field.ty], Type::Handle(_));
        let shape = self.layouts.sets[set].get(field.ty).map(|laid| laid.shape);
        sized && (is_handle || !matches!(shape, Ok(Shape::Resource))) && contains_data(self.module, field.ty)
    }

    /// Adds a struct.
    fn push(&mut self, name: &str, title: String, role: HostStructRole, size: u64, fields: Vec<HostField>) -> usize {
        let natural = fields.iter().map(|field| self.field_align(field)).max().unwrap_or(1);
        let fits = |align: u64| {
            size.is_multiple_of(align) && fields.iter().all(|field| field.offset.is_multiple_of(self.field_align(field).min(align)))
        };
        let mut align = natural;
        while align > 1 && !fits(align) {
            align /= 2;
        }
        let name = self.names.take_with_functions(name, &functions(role, &fields));
        self.structs.push(HostStruct { name, declared: String::new(), title, role, size, align, packed: align < natural, fields });
        self.structs.len() - 1
    }

    fn field_align(&self, field: &HostField) -> u64 {
        match &field.content {
            FieldContent::Value(ty) => self.align(ty),
            FieldContent::Bits { unit: Some(scalar), .. } => scalar.bytes(true),
            FieldContent::Padding | FieldContent::Bits { unit: None, .. } => 1,
        }
    }

    /// `F32`, `F32x3`, `F32x4x4`, `glm_vec3`, `Light`.
    fn short_name(&self, ty: &HostType) -> String {
        let mut dims = String::new();
        let mut ty = ty;
        while let HostType::Array { element, count } = ty {
            dims = format!("x{count}{dims}");
            ty = element;
        }
        let base = match ty {
            HostType::Number(scalar) => super::names::number(*scalar).to_owned(),
            HostType::Library(ty) => identifier(&ty.name),
            HostType::Struct(index) => self.names.without_prefix(&self.structs[*index].name).to_owned(),
            HostType::Array { .. } => unreachable!("array dimensions were removed before"),
        };
        base + &dims
    }

    /// A type as an element of the buffer itself, starting at a byte of the buffer.
    fn element(&mut self, set: usize, ty: TypeId, stride: Option<u64>, offset: u64) -> Result<HostType, HostTypeError> {
        let size = self.layouts.sets[set].get(ty).map_err(|_| HostTypeError::LayoutError)?.size.bytes();
        let bytes = stride.unwrap_or(size);
        let inner = self.member(set, ty, AvailableSpace { bytes, align: aligns::at(aligns::at(aligns::OF_BUFFERS, offset), bytes) })?;
        let gap = stride.and_then(|stride| stride.checked_sub(self.size(&inner))).unwrap_or(0);
        Ok(if gap > 0 { self.padded(inner, gap) } else { inner })
    }

    /// The runtime-sized array at the end of a struct, at any depth.
    fn tail_of_struct(&mut self, set: usize, ty: TypeId) -> Result<Option<RuntimeSizedTail>, HostTypeError> {
        let layouts = self.layouts;
        let last = layouts.sets[set].fields(self.module, ty).last();
        match last.map(|(field, position)| (field, position, self.module.types[field.ty])) {
            Some((field, position, Type::Array { element, count: Count::Runtime })) => {
                let name = identifier(self.module.name(field.name));
                Ok(Some(self.tail(set, name, position.offset.bytes(), field.ty, element)?))
            }
            _ => Ok(None),
        }
    }

    fn tail(&mut self, set: usize, name: String, offset: u64, array: TypeId, element: TypeId) -> Result<RuntimeSizedTail, HostTypeError> {
        let Ok(Shape::Array { stride }) = self.layouts.sets[set].get(array).map(|laid| laid.shape) else {
            return Err(HostTypeError::LayoutError);
        };
        let stride = stride.bytes();
        Ok(RuntimeSizedTail { name, offset, stride, element: self.element(set, element, Some(stride), offset)? })
    }

    /// The allocation unit that a bit-field opens, and its size.
    fn bit_unit(&self, field: &Field, size: Size, bits: BitRange, names: &mut Names) -> Result<(FieldContent, u64), HostTypeError> {
        let unit = unit(size);
        if self.palette.words_only && unit != Some(Scalar::Uint32) {
            return Err(HostTypeError::Narrow);
        }
        Ok((FieldContent::Bits { unit, parts: bit_part(self.module, field, bits, names).into_iter().collect() }, size.bytes()))
    }

    /// The integer that contains bit-fields of Slang, and its size.
    fn backing_unit(&self, field: &Field, size: Size, names: &mut Names) -> (FieldContent, u64) {
        let parts = field.written.bit_fields.iter().filter(|part| part.bits > 0 && !self.module.name(part.name).is_empty());
        let parts = parts.map(|part| BitPart {
            name: names.take(self.module.name(part.name)),
            first: part.first,
            width: part.bits,
            is_signed: is_signed(self.module, part.ty),
        });
        (FieldContent::Bits { unit: unit(size), parts: parts.collect() }, size.bytes())
    }

    fn note(&self, field: &Field) -> String {
        if field.bitfield.is_some() {
            return String::new();
        }
        let innermost = self.module.types.peel_arrays(field.ty);
        let name = self.module.type_name(field.ty);
        match self.module.types[innermost] {
            Type::Matrix { major: Major::Row, .. } => format!("{name}, row-major"),
            Type::Matrix { major: Major::Column, .. } => format!("{name}, column-major"),
            _ => name.to_string(),
        }
    }

    fn meaning(&self, field: &Field) -> Meaning {
        let mut lengths = Vec::new();
        let mut innermost = field.ty;
        while let Type::Array { element, count } = self.module.types[innermost] {
            lengths.push(count);
            innermost = element;
        }
        let element = match self.module.types[innermost] {
            Type::Scalar(scalar) | Type::Atomic(scalar) => ElementMeaning::Numbers { scalar, rows: 1, columns: 1, major: None },
            Type::Vector { scalar, width } => ElementMeaning::Numbers { scalar, rows: width, columns: 1, major: None },
            Type::Matrix { scalar, rows, columns, major } => ElementMeaning::Numbers { scalar, rows, columns, major: Some(major) },
            _ => ElementMeaning::Named(self.module.type_name(innermost).to_string()),
        };
        Meaning { element, lengths }
    }

    fn overlap(&mut self, field: &Field, first: Option<&HostField>) {
        let name = self.module.name(field.name);
        let other = first.map_or_else(String::new, |first| format!(" of `{}`", first.name));
        let message = format!("`{name}` has no field: it shares bytes{other}");
        self.diagnostics.push(
            Diagnostic::warning(&codes::HOST_OVERLAP, message, field.span)
                .label(field.span, "another field already occupies its bytes")
                .help("move one of them: in a struct, each byte belongs to one field"),
        );
    }
}

fn array(element: HostType, count: u64) -> HostType {
    HostType::Array { element: Box::new(element), count }
}

fn declared_name(module: &Module, ty: TypeId) -> String {
    match module.as_struct(ty).map(|found| module.name(found.name)) {
        None | Some("") => "Anonymous".to_owned(),
        Some(name) => name.to_owned(),
    }
}

/// The parts after the name of a struct in the names of its functions.
fn functions(role: HostStructRole, fields: &[HostField]) -> Vec<String> {
    let mut suffixes = Vec::new();
    if let HostStructRole::Peeled { .. } = role {
        suffixes.extend(["at", "element", "get", "set"].map(str::to_owned));
    }
    for field in fields {
        if let FieldContent::Bits { unit: Some(_), parts } = &field.content {
            suffixes.extend(parts.iter().flat_map(|part| [format!("get_{}", part.name), format!("set_{}", part.name)]));
        }
    }
    suffixes
}

/// Padding from the end of the last field to the start of the next.
fn pad(fields: &mut Vec<HostField>, names: &mut Names, from: u64, to: u64) {
    if from < to {
        let name = names.padding();
        fields.push(HostField::generated(&name, from, to - from, FieldContent::Padding));
    }
}

/// A bit-field with a name.
fn bit_part(module: &Module, field: &Field, bits: BitRange, names: &mut Names) -> Option<BitPart> {
    match module.name(field.name) {
        "" => None,
        name => Some(BitPart { name: names.take(name), first: bits.first, width: bits.width, is_signed: is_signed(module, field.ty) }),
    }
}

/// Whether bit-fields of a type have a sign. Those of enumerations are their bits.
fn is_signed(module: &Module, ty: TypeId) -> bool {
    use Scalar::{Int8, Int16, Int32, Int64, Min12Int, Min16Int};
    matches!(module.types[ty], Type::Scalar(Int8 | Int16 | Int32 | Int64 | Min12Int | Min16Int))
}

/// The unsigned integer of a size.
fn unit(size: Size) -> Option<Scalar> {
    match size.bytes() {
        1 => Some(Scalar::Uint8),
        2 => Some(Scalar::Uint16),
        4 => Some(Scalar::Uint32),
        8 => Some(Scalar::Uint64),
        _ => None,
    }
}
