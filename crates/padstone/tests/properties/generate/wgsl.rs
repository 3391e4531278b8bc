//! WGSL programs of both editions.

use std::rc::Rc;

use crate::properties::choices::Choices;
use crate::properties::naive::{Rules, Wgsl, Wgsl2020};
use crate::properties::program::{Buffer, Content, ExplicitOffset, Kind, Language, Major, Matrix, Member, Program, Scalar, Struct, Type};

pub(super) fn program(choices: Choices<'_>, language: Language) -> Program {
    let mut generator = Generator { choices, language, structs: Vec::new(), names: 0 };
    for _ in 0..generator.choices.below(6) {
        let structure = generator.structure();
        generator.structs.push(Rc::new(structure));
    }
    let buffers = (0..generator.choices.between(1, 3)).map(|_| generator.buffer()).collect();
    let structs = generator.structs;
    Program { language, native_16bit: true, default_major: Major::Column, pragma_major: None, structs, buffers }
}

struct Generator<'a> {
    choices: Choices<'a>,
    language: Language,
    structs: Vec<Rc<Struct>>,
    names: usize,
}

impl Generator<'_> {
    fn structure(&mut self) -> Struct {
        let name = self.name("S");
        let contiguous = self.language == Language::Wgsl2020 && self.choices.one_in(6);
        let mut members: Vec<_> = (0..self.choices.between(1, 6)).map(|_| self.member()).collect();
        // A struct that ends with such an array cannot be nested.
        if self.choices.one_in(8) {
            let element = self.ty(1);
            members.push(Member { spelling: self.choices.byte(), ..Member::new(self.name("m"), Type::RuntimeArray(Box::new(element))) });
        }
        let mut structure = Struct { contiguous, ..Struct::new(name, members) };
        if self.language == Language::Wgsl2020 {
            self.show_working_out(&mut structure);
        }
        structure
    }

    fn member(&mut self) -> Member {
        let (name, ty) = (self.name("m"), self.ty(2));
        let mut member = Member { spelling: self.choices.byte(), ..Member::new(name, ty) };
        if self.language == Language::Wgsl {
            if self.choices.one_in(4) {
                let least = Wgsl.align(&member.ty).expect("every type has an alignment");
                member.align = Some(least << self.choices.below(4));
            }
            if self.choices.one_in(5) {
                member.size = Some(Wgsl.size(&member.ty) + self.choices.below(40) as u128);
            }
        }
        member
    }

    /// Assigns attributes for offsets, alignments and sizes to members.
    fn show_working_out(&mut self, structure: &mut Struct) {
        let member_offsets = Wgsl2020.struct_members(structure);
        let aligns: Vec<_> = structure.members.iter().map(|member| Wgsl2020.member_align(structure, member)).collect();
        for ((member, member_offset), align) in structure.members.iter_mut().zip(member_offsets).zip(aligns) {
            if self.choices.one_in(5) {
                member.align = align;
            }
            if self.choices.one_in(5) && !matches!(member.ty, Type::RuntimeArray(_)) {
                member.size = Some(Wgsl2020.size(&member.ty));
            }
            if self.choices.one_in(5) {
                member.place = ExplicitOffset::Offset(member_offset.offset);
            }
        }
    }

    fn buffer(&mut self) -> Buffer {
        let name = self.name("b");
        let runtime = self.choices.one_in(4);
        let ty = self.ty(2);
        let (kind, ty) = match self.choices.below(3) {
            _ if runtime => (Kind::Storage, Type::RuntimeArray(Box::new(ty))),
            0 => (Kind::Uniform, ty),
            1 => (Kind::Storage, ty),
            // A struct that ends with a runtime-sized array.
            _ => match self.structs.iter().find(|structure| is_runtime(structure)) {
                Some(structure) => (Kind::Storage, Type::Struct(structure.clone())),
                None => (Kind::Storage, ty),
            },
        };
        Buffer { name, kind, content: Content::Value(ty) }
    }

    fn ty(&mut self, ranks: usize) -> Type {
        match self.choices.below(8) {
            5 | 6 if ranks > 0 => {
                let count = self.choices.between(1, 5) as u128;
                Type::Array(Box::new(self.ty(ranks - 1)), count)
            }
            7 => {
                let fitting: Vec<_> = self.structs.iter().filter(|structure| !is_runtime(structure)).cloned().collect();
                if fitting.is_empty() { self.number() } else { Type::Struct(self.choices.pick(&fitting).clone()) }
            }
            _ => self.number(),
        }
    }

    fn number(&mut self) -> Type {
        let scalars: &[Scalar] = match self.language {
            Language::Wgsl => &[Scalar::Float, Scalar::Int, Scalar::Uint, Scalar::Float16],
            _ => &[Scalar::Float, Scalar::Int, Scalar::Uint],
        };
        let scalar = *self.choices.pick(scalars);
        match self.choices.below(4) {
            0 => Type::Scalar(scalar),
            1 | 2 => Type::Vector(scalar, self.choices.between(2, 4) as u128),
            _ => {
                let scalar = if scalar == Scalar::Float16 { scalar } else { Scalar::Float };
                let (rows, columns) = (self.choices.between(2, 4) as u128, self.choices.between(2, 4) as u128);
                Type::Matrix(Matrix { scalar, rows, columns, keyword: None, major: Major::Column, command_line: Major::Column })
            }
        }
    }

    fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }
}

/// Whether a struct ends with a runtime-sized array.
fn is_runtime(structure: &Struct) -> bool {
    matches!(structure.members.last(), Some(Member { ty: Type::RuntimeArray(_), .. }))
}
