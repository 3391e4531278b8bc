//! HLSL programs.

use std::rc::Rc;

use crate::properties::choices::Choices;
use crate::properties::generate::{Dialect, has_objects};
use crate::properties::program::{Buffer, Content, ExplicitOffset, Kind, Language, Major, Matrix, Member, Program, Scalar, Struct, Type};

/// The program for some bytes, in one of the dialects of HLSL.
pub(super) fn program(mut choices: Choices<'_>, dialect: Dialect) -> Program {
    let native_16bit = choices.one_in(3);
    let default_major = if choices.one_in(3) { Major::Row } else { Major::Column };
    let pragma_major = match choices.below(6) {
        4 => Some(Major::Row),
        5 => Some(Major::Column),
        _ => None,
    };
    let mut generator = Generator { choices, dialect, native_16bit, default_major, pragma_major, structs: Vec::new(), names: 0 };
    let buffers = generator.buffers();
    Program { language: Language::Hlsl, native_16bit, default_major, pragma_major, structs: generator.structs, buffers }
}

struct Generator<'a> {
    choices: Choices<'a>,
    dialect: Dialect,
    native_16bit: bool,
    default_major: Major,
    pragma_major: Option<Major>,
    structs: Vec<Rc<Struct>>,
    names: usize,
}

impl Generator<'_> {
    /// Buffers, and before them the structs that they need.
    fn buffers(&mut self) -> Vec<Buffer> {
        for _ in 0..self.choices.below(6) {
            let structure = self.structure();
            self.structs.push(Rc::new(structure));
        }
        let mut buffers = Vec::new();
        for _ in 0..self.choices.between(1, 3) {
            let name = self.name("B");
            let buffer = match *self.choices.pick(&[
                Kind::CBuffer,
                Kind::StructuredBuffer,
                Kind::ConstantBuffer,
                Kind::Globals,
                Kind::TBuffer,
                Kind::CBuffer,
                Kind::TextureBuffer,
                Kind::RwStructuredBuffer,
            ]) {
                // All global constants are in one $Globals.
                Kind::Globals if buffers.iter().any(|other: &Buffer| other.kind == Kind::Globals) => continue,
                Kind::Globals => Buffer { name: "$Globals".to_owned(), kind: Kind::Globals, content: self.loose_members(Kind::Globals) },
                kind @ (Kind::CBuffer | Kind::TBuffer) => Buffer { name, kind, content: self.loose_members(kind) },
                kind @ (Kind::ConstantBuffer | Kind::TextureBuffer) => match self.struct_reference(|_| true) {
                    Some(structure) => Buffer { name, kind, content: Content::Element(structure) },
                    None => Buffer { name, kind: Kind::CBuffer, content: self.loose_members(Kind::CBuffer) },
                },
                Kind::Uniform | Kind::Storage => unreachable!("not picked"),
                kind @ (Kind::StructuredBuffer | Kind::RwStructuredBuffer) => {
                    let element = match self.struct_reference(|ty| !has_objects(ty) && !is_without_bytes(ty)) {
                        Some(structure) => structure,
                        None => self.number(),
                    };
                    Buffer { name, kind, content: Content::Element(element) }
                }
            };
            buffers.push(buffer);
        }
        buffers
    }

    fn loose_members(&mut self, kind: Kind) -> Content {
        let mut members: Vec<_> = (0..self.choices.between(1, 6)).map(|_| self.member(false)).collect();
        if self.dialect == Dialect::Hlsl && self.choices.one_in(4) {
            self.place(&mut members, kind);
        }
        Content::Members(members)
    }

    /// Assigns explicit offsets to members: one after another with enough space, sometimes overlapping, then shuffled.
    fn place(&mut self, members: &mut [Member], kind: Kind) {
        let mut register = self.choices.below(3) as u128;
        let some_without = self.choices.one_in(4);
        for member in members.iter_mut() {
            if some_without && self.choices.one_in(2) {
                continue;
            }
            member.place = match kind {
                Kind::Globals => ExplicitOffset::Register(register),
                _ => ExplicitOffset::PackOffset { register, component: self.component(&member.ty) },
            };
            if !self.choices.one_in(16) {
                register += at_most_registers(&member.ty);
            }
        }
        let turn = self.choices.below(members.len());
        members.rotate_left(turn);
        if self.choices.one_in(2) {
            members.reverse();
        }
    }

    /// A component that is valid in the `packoffset` of a value of this type.
    fn component(&mut self, ty: &Type) -> u128 {
        match ty {
            Type::Scalar(Scalar::Double | Scalar::Int64 | Scalar::Uint64) | Type::Enum(Scalar::Uint64) => 2 * self.choices.below(2) as u128,
            Type::Vector(Scalar::Double | Scalar::Int64 | Scalar::Uint64, _) => 0,
            Type::Scalar(_) | Type::Enum(_) => self.choices.below(4) as u128,
            Type::Vector(_, width) => self.choices.below(5 - *width as usize) as u128,
            _ => 0,
        }
    }

    fn structure(&mut self) -> Struct {
        let name = self.name("S");
        let hlsl = self.dialect != Dialect::Common;
        if hlsl && self.choices.one_in(12) {
            return Struct::new(name, Vec::new());
        }
        let argument = if hlsl && self.choices.one_in(8) { Some(self.plain_number()) } else { None };
        let base =
            if hlsl && self.choices.one_in(5) { self.structs.iter().rev().find(|structure| can_be_base(structure)).cloned() } else { None };
        let namespace = if hlsl && self.choices.one_in(8) { Some("Space") } else { None };
        let mut members: Vec<_> = (0..self.choices.between(1, 6)).map(|_| self.member(true)).collect();
        if let Some(argument) = &argument {
            // A member of a template whose type is not its parameter must not look like one that is.
            members.retain(|member| member.bits.is_some() || !mentions(&member.ty, argument));
            for _ in 0..self.choices.between(1, 2) {
                let mut member = self.member(true);
                member.bits = None;
                member.ty = if self.choices.one_in(3) { Type::Array(Box::new(argument.clone()), 3) } else { argument.clone() };
                member.name = self.name("m");
                members.push(member);
            }
        }
        // It was not measured whether a struct of only structured buffers counts as a constant.
        if members.iter().all(|member| matches!(member.ty, Type::StructuredBuffer(_)) || is_without_bytes(&member.ty)) {
            let name = self.name("m");
            members.push(Member::new(name, self.number()));
        }
        Struct { namespace, base, argument, ..Struct::new(name, members) }
    }

    fn member(&mut self, in_struct: bool) -> Member {
        let hlsl = self.dialect != Dialect::Common;
        let mut name = self.name("m");
        // The alternative spellings of dimensions are only for small ones.
        let spelling = if self.dialect == Dialect::Huge { 0 } else { self.choices.byte() };
        let mut bits = None;
        let ty = if hlsl && in_struct && self.choices.one_in(9) {
            let scalar = *self.choices.pick(&[Scalar::Uint, Scalar::Int, Scalar::Uint64, Scalar::Uint, Scalar::Dword, Scalar::Int64]);
            let width = if matches!(scalar, Scalar::Uint64 | Scalar::Int64) { 64 } else { 32 };
            bits = Some(self.choices.between(1, width) as u128);
            if self.choices.one_in(8) {
                name.clear();
                if self.choices.one_in(2) {
                    bits = Some(0);
                }
            }
            Type::Scalar(scalar)
        } else if hlsl && in_struct && self.choices.one_in(24) {
            self.object()
        } else if hlsl && in_struct && self.choices.one_in(24) {
            // Anonymous structs contain only scalars, so that they need no names.
            let members = (0..self.choices.between(1, 3)).map(|_| Member::new(self.name("m"), self.number())).collect();
            Type::Struct(Rc::new(Struct::new(String::new(), members)))
        } else {
            self.ty(2)
        };
        Member { bits, spelling, ..Member::new(name, ty) }
    }

    fn ty(&mut self, ranks: usize) -> Type {
        match self.choices.below(10) {
            6 | 7 if ranks > 0 => {
                let count = self.count();
                let element = self.ty(ranks - 1);
                // DXC hangs on an array of structs without bytes inside a struct of a cbuffer.
                if is_without_bytes(&element) { Type::Scalar(Scalar::Float) } else { Type::Array(Box::new(element), count) }
            }
            8 | 9 => match self.struct_reference(|_| true) {
                Some(structure) => structure,
                None => self.number(),
            },
            _ => self.number(),
        }
    }

    /// The number of elements of an array.
    fn count(&mut self) -> u128 {
        match self.dialect {
            Dialect::Huge => *self.choices.pick(&[2, 4096, 0x7fff_ffff, 0xffff_ffff]),
            _ => self.choices.between(1, 4) as u128,
        }
    }

    /// A scalar, vector, matrix or enum.
    fn number(&mut self) -> Type {
        let glsl = self.dialect == Dialect::Common;
        let low = if glsl { 2 } else { 1 };
        match self.choices.below(10) {
            0..=2 => Type::Scalar(self.scalar()),
            3 if !glsl && self.choices.one_in(3) => Type::Enum(Scalar::Uint64),
            3 => Type::Enum(Scalar::Int),
            4..=6 => match self.scalar() {
                Scalar::Dword => Type::Scalar(Scalar::Dword),
                scalar => Type::Vector(scalar, self.choices.between(low, 4) as u128),
            },
            _ => {
                let scalar = match self.scalar() {
                    // GLSL has matrices only of floating-point scalars.
                    scalar if glsl && !scalar.is_float() => Scalar::Float,
                    Scalar::Dword => Scalar::Uint,
                    scalar => scalar,
                };
                let (rows, columns) = (self.choices.between(low, 4) as u128, self.choices.between(low, 4) as u128);
                let keyword = match self.choices.below(4) {
                    2 => Some(Major::Row),
                    3 => Some(Major::Column),
                    _ => None,
                };
                let major = keyword.or(self.pragma_major).unwrap_or(self.default_major);
                Type::Matrix(Matrix { scalar, rows, columns, keyword, major, command_line: self.default_major })
            }
        }
    }

    /// A scalar type that can be an argument: `row_major` is not part of a type.
    fn plain_number(&mut self) -> Type {
        match self.number() {
            Type::Matrix(matrix) => {
                let major = self.pragma_major.unwrap_or(self.default_major);
                Type::Matrix(Matrix { keyword: None, major, ..matrix })
            }
            other => other,
        }
    }

    fn scalar(&mut self) -> Scalar {
        let common = [Scalar::Float, Scalar::Int, Scalar::Uint, Scalar::Bool, Scalar::Float, Scalar::Double, Scalar::Half];
        let wide = [Scalar::Int64, Scalar::Uint64, Scalar::Dword];
        let least = [Scalar::Min16Float, Scalar::Min10Float, Scalar::Min16Int, Scalar::Min12Int, Scalar::Min16Uint];
        let narrow = [Scalar::Int16, Scalar::Uint16, Scalar::Float16, Scalar::Half];
        match self.choices.below(8) {
            5 => *self.choices.pick(&wide),
            6 => *self.choices.pick(&least),
            7 if self.native_16bit => *self.choices.pick(&narrow),
            _ => *self.choices.pick(&common),
        }
    }

    fn object(&mut self) -> Type {
        match self.choices.below(3) {
            0 => Type::Texture,
            1 => Type::Array(Box::new(Type::Texture), self.choices.between(1, 3) as u128),
            _ => Type::StructuredBuffer(Box::new(Type::Vector(Scalar::Float, self.choices.between(1, 4) as u128))),
        }
    }

    /// One of the structs so far that is small enough and satisfies the predicate.
    fn struct_reference(&mut self, pleases: impl Fn(&Type) -> bool) -> Option<Type> {
        let limit = if self.dialect == Dialect::Huge { 1 << 50 } else { 64 };
        let fitting: Vec<_> = self
            .structs
            .iter()
            .map(|structure| Type::Struct(structure.clone()))
            .filter(|ty| at_most_registers(ty) < limit && pleases(ty))
            .collect();
        if fitting.is_empty() { None } else { Some(self.choices.pick(&fitting).clone()) }
    }

    fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }
}

/// The maximum number of 16-byte registers of a value under any rules.
fn at_most_registers(ty: &Type) -> u128 {
    match ty {
        Type::Scalar(_) | Type::Enum(_) => 1,
        Type::Vector(..) | Type::Texture | Type::StructuredBuffer(_) => 2,
        Type::Matrix(matrix) => 2 * matrix.rows.max(matrix.columns),
        Type::Array(element, count) => count * at_most_registers(element),
        Type::RuntimeArray(_) => unreachable!("not in HLSL"),
        Type::Struct(structure) => {
            let base = structure.base.as_ref().map_or(0, |base| at_most_registers(&Type::Struct(base.clone())));
            base + 1 + structure.members.iter().map(|member| at_most_registers(&member.ty)).sum::<u128>()
        }
    }
}

/// Whether a value has no bytes.
fn is_without_bytes(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => is_without_bytes(element),
        Type::Struct(structure) => {
            structure.base.as_ref().is_none_or(|base| is_without_bytes(&Type::Struct(base.clone())))
                && structure.members.iter().all(|member| is_without_bytes(&member.ty))
        }
        Type::Texture => true,
        _ => false,
    }
}

/// Whether a type is, or is an array of, another.
fn mentions(ty: &Type, other: &Type) -> bool {
    match ty {
        Type::Array(element, _) => mentions(element, other),
        _ => ty == other,
    }
}

fn can_be_base(structure: &Struct) -> bool {
    structure.namespace.is_none() && structure.argument.is_none()
}
