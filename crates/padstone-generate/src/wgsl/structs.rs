//! Structs, and the attributes that change the offsets of their members.

use super::Generator;
use super::types::{AllowedTypes, Member, Type, TypeKind};

/// The names that can be referred to.
#[derive(Default)]
pub(super) struct Structs {
    pub(super) all: Vec<Type>,
    /// Constants: name, value, and whether they have an explicit type.
    pub(super) constants: Vec<(String, u64, bool)>,
    /// The current nesting of arrays of arrays.
    pub(super) depth: u32,
}

impl Generator<'_, '_> {
    pub(super) fn structs(&mut self) {
        for _ in 0..self.choices.between(1, 6) {
            let may = AllowedTypes { atomic: self.choices.one_in(4), boolean: self.choices.one_in(8) && !self.domain.portable };
            let name = self.name("Struct");
            let ty = self.record(name, may);
            self.structs.all.push(ty);
        }
    }

    /// Declares a struct.
    fn record(&mut self, name: String, may: AllowedTypes) -> Type {
        let (size, align, shape) = (0, 1, TypeKind::Struct(Vec::new()));
        let mut ty = Type { text: name.clone(), size, align, shape, atomic: false, boolean: false, legacy: true, aligned: false };
        let count = self.choices.between(1, 7);
        let mut members = Vec::new();
        let mut text = format!("struct {name} {{");
        let (mut close_to_struct, mut natural_align) = (0, 1);
        for index in 0..count {
            let member = match (index + 1 == count, self.choices.below(8)) {
                (true, 7) => self.runtime_array(may),
                _ => self.ty(may),
            };
            let (attributes, align, size) = self.attributes(&member);
            let name = self.name("m");
            text.push_str(&format!("\n    {attributes}{name}: {},", member.text));
            let offset = ty.size.next_multiple_of(align);
            ty.legacy &= member.legacy && offset % member.legacy_align() == 0 && offset >= close_to_struct;
            close_to_struct = match member.shape {
                TypeKind::Struct(_) => offset + member.size.next_multiple_of(16),
                _ => 0,
            };
            ty.size = offset + size;
            ty.align = ty.align.max(align);
            natural_align = natural_align.max(member.align);
            ty.atomic |= member.atomic;
            ty.boolean |= member.boolean;
            members.push(Member { name, ty: member, offset });
        }
        ty.size = ty.size.next_multiple_of(ty.align);
        ty.aligned = ty.align > natural_align;
        ty.shape = TypeKind::Struct(members);
        if self.choices.one_in(4) {
            text.pop();
        }
        self.declare(format!("{text}\n}}"));
        ty
    }

    /// Declares a struct that contains a value of a type after a number.
    pub(super) fn owner(&mut self, owned: Type) -> Type {
        let (name, count_name, owned_name) = (self.name("Owner"), self.name("m"), self.name("m"));
        let count = Type::scalar("u32");
        let offset = count.size.next_multiple_of(owned.align);
        self.declare(format!("struct {name} {{\n    {count_name}: u32,\n    {owned_name}: {},\n}}", owned.text));
        let align = count.align.max(owned.align);
        Type {
            text: name,
            size: (offset + owned.size).next_multiple_of(align),
            align,
            atomic: owned.atomic,
            boolean: owned.boolean,
            legacy: owned.legacy && offset.is_multiple_of(owned.legacy_align()),
            aligned: false,
            shape: TypeKind::Struct(vec![
                Member { name: count_name, ty: count, offset: 0 },
                Member { name: owned_name, ty: owned, offset },
            ]),
        }
    }

    /// Attributes of a member, with its alignment and size.
    fn attributes(&mut self, ty: &Type) -> (String, u64, u64) {
        let (mut text, mut align, mut size) = (String::new(), ty.align, ty.size);
        if !self.domain.attributes {
            return (text, align, size);
        }
        if self.choices.one_in(7) {
            align = ty.align << self.choices.below(4);
            text.push_str(&format!("@align({}) ", self.number(align)));
        }
        if self.choices.one_in(7) && !ty.is_runtime() {
            size = ty.size + *self.choices.pick(&[0, 4, 1, 12, 16, 100]);
            let attribute = format!("@size({}) ", self.number(size));
            if self.choices.one_in(2) { text.push_str(&attribute) } else { text.insert_str(0, &attribute) }
        }
        (text, align, size)
    }

    /// A random spelling of a number.
    fn number(&mut self, value: u64) -> String {
        match self.choices.below(8) {
            5 => format!("{value}u"),
            6 => format!("0x{value:X}"),
            7 if value.is_multiple_of(4) => format!("{} * 4", value / 4),
            _ => value.to_string(),
        }
    }
}
