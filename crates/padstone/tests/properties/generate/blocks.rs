//! GLSL programs: structs and blocks.

use std::rc::Rc;

use crate::properties::choices::Choices;
use crate::properties::program::{Buffer, Content, ExplicitOffset, Kind, Language, Major, Matrix, Member, Program, Scalar, Struct, Type};

pub(super) fn program(mut choices: Choices<'_>) -> Program {
    let default_major = if choices.one_in(3) { Major::Row } else { Major::Column };
    let mut generator = Generator { choices, default_major, structs: Vec::new(), names: 0 };
    for _ in 0..generator.choices.below(5) {
        let name = generator.name("S");
        let members = (0..generator.choices.between(1, 6)).map(|_| generator.member()).collect();
        generator.structs.push(Rc::new(Struct::new(name, members)));
    }
    let buffers = (0..generator.choices.between(1, 3)).map(|_| generator.block()).collect();
    let structs = generator.structs;
    Program { language: Language::Glsl, native_16bit: true, default_major, pragma_major: None, structs, buffers }
}

struct Generator<'a> {
    choices: Choices<'a>,
    default_major: Major,
    structs: Vec<Rc<Struct>>,
    names: usize,
}

impl Generator<'_> {
    fn block(&mut self) -> Buffer {
        let name = self.name("B");
        let mut members: Vec<_> = (0..self.choices.between(1, 6)).map(|_| self.member()).collect();
        if self.choices.one_in(3) {
            self.place(&mut members);
        }
        let kind = if self.choices.one_in(2) { Kind::Uniform } else { Kind::Storage };
        if kind == Kind::Storage && self.choices.one_in(5) {
            let element = self.ty(0);
            members.push(Member { spelling: self.choices.byte(), ..Member::new(self.name("m"), Type::RuntimeArray(Box::new(element))) });
        }
        Buffer { name, kind, content: Content::Members(members) }
    }

    /// Assigns explicit offsets, which suit every type, and alignments to members; sometimes out of order, but without overlaps.
    fn place(&mut self, members: &mut [Member]) {
        let mut next = 0;
        for member in members.iter_mut() {
            let room = 256 + at_most_bytes(&member.ty).next_multiple_of(256);
            if self.choices.one_in(2) {
                next += self.choices.below(3) as u128 * 128;
                member.place = ExplicitOffset::Offset(next);
            }
            if self.choices.one_in(4) {
                member.align = Some(1 << self.choices.below(8));
            }
            next += room;
        }
        if members.iter().all(|member| matches!(member.place, ExplicitOffset::Offset(_))) && self.choices.one_in(2) {
            members.reverse();
        }
    }

    fn member(&mut self) -> Member {
        Member { spelling: self.choices.byte(), ..Member::new(self.name("m"), self.ty(2)) }
    }

    fn ty(&mut self, ranks: usize) -> Type {
        match self.choices.below(8) {
            5 | 6 if ranks > 0 => {
                let count = self.choices.between(1, 4) as u128;
                Type::Array(Box::new(self.ty(ranks - 1)), count)
            }
            7 if !self.structs.is_empty() => Type::Struct(self.choices.pick(&self.structs).clone()),
            _ => self.number(),
        }
    }

    fn number(&mut self) -> Type {
        let common = [Scalar::Float, Scalar::Int, Scalar::Uint, Scalar::Bool, Scalar::Double];
        let explicit =
            [Scalar::Int64, Scalar::Uint64, Scalar::Int16, Scalar::Uint16, Scalar::Float16, Scalar::Int8, Scalar::Uint8, Scalar::Float16];
        let scalar = if self.choices.one_in(3) { *self.choices.pick(&explicit) } else { *self.choices.pick(&common) };
        match self.choices.below(4) {
            0 => Type::Scalar(scalar),
            1 | 2 => Type::Vector(scalar, self.choices.between(2, 4) as u128),
            _ => {
                // GLSL has matrices only of floating-point scalars.
                let scalar = if scalar.is_float() { scalar } else { Scalar::Float };
                let (rows, columns) = (self.choices.between(2, 4) as u128, self.choices.between(2, 4) as u128);
                Type::Matrix(Matrix {
                    scalar,
                    rows,
                    columns,
                    // The majorness of a struct depends on the block: only the default is the same in all of them.
                    keyword: None,
                    major: self.default_major,
                    command_line: self.default_major,
                })
            }
        }
    }

    fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }
}

/// The maximum size of a value under any rules.
fn at_most_bytes(ty: &Type) -> u128 {
    match ty {
        Type::Array(element, count) => count * at_most_bytes(element),
        Type::Struct(structure) => 32 + structure.members.iter().map(|member| at_most_bytes(&member.ty)).sum::<u128>(),
        Type::Matrix(matrix) => 32 * matrix.rows.max(matrix.columns),
        _ => 32,
    }
}
