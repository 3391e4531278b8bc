//! Modules that can run, and whose results depend on every member: a compute shader reads and writes every member of its
//! variables in many ways, and stores the values that it reads in a result buffer.
//!
//! Results do not depend on the precision of a device: numbers are small integers, so sums and products of them are
//! exact. Indices may be out of range; the last element is the expected result.

mod functions;
mod paths;
mod pointers;
mod statements;
mod values;

use std::collections::BTreeMap;
use std::fmt::Write;

use super::types::{AllowedTypes, Type, TypeKind};
use super::{Generator, ModuleFeatures};
use crate::{Choices, spacing};
use functions::{CodeLimits, Functions};
use paths::MemoryPath;
use pointers::Pointers;

/// Features that naga 30 lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BeyondNaga {
    /// Pointers to parts of variables of any address space as arguments: `unrestricted_pointer_parameters`. A module that uses
    /// them has a twin.
    pub pointers: bool,
    /// Uniform buffers that violate the constraints before `uniform_buffer_standard_layout`.
    pub uniforms: bool,
}

/// A module that can run.
#[derive(Clone, Debug)]
pub struct Executable {
    /// The text.
    pub text: String,
    /// An equivalent module without pointers to parts of variables as arguments.
    pub twin: Option<String>,
    /// The buffers, the result buffer last.
    pub buffers: Vec<Buffer>,
}

/// A buffer of a module.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// The variable.
    pub name: String,
    /// `@group` and `@binding`.
    pub binding: (u32, u32),
    /// The number of bytes to bind, a multiple of 4.
    pub size: u64,
    /// The numbers in the buffer. All other bytes are padding.
    pub values: Vec<BufferScalar>,
}

/// A number in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferScalar {
    /// The offset in bytes.
    pub offset: u64,
    /// The type: `f32`, `f16`, `u32` or `i32`.
    pub scalar: &'static str,
}

/// The number of elements of a runtime-sized array that are bound.
const ELEMENTS: u64 = 3;
/// The size of the result buffer, in numbers.
const RESULTS: u64 = 4096;
/// The maximum size of a variable, in bytes.
const LARGEST: u64 = 1024;

/// The module for some choices.
pub fn executable(choices: &mut Choices<'_>, beyond: BeyondNaga) -> Executable {
    write(choices, beyond, false)
}

/// A short module whose variables share a struct: uniform and storage variables of the struct itself, of arrays of it, and of structs that contain
/// those after a scalar.
pub fn executable_with_shared_structs(choices: &mut Choices<'_>, beyond: BeyondNaga) -> Executable {
    write(choices, beyond, true)
}

fn write(choices: &mut Choices<'_>, beyond: BeyondNaga, shares: bool) -> Executable {
    let domain = ModuleFeatures { attributes: true, legacy_uniform: false, newest: false, bodies: false, portable: true, native: false };
    let mut generator = Generator::new(choices, domain);
    let mut writer = Writer {
        shared: shares.then(|| shared_struct(&mut generator, beyond)).flatten(),
        limits: if shares { CodeLimits::SHORT } else { CodeLimits::LONG },
        generator,
        beyond,
        roots: Vec::new(),
        buffers: Vec::new(),
        body: Vec::new(),
        functions: Functions::default(),
        pointers: Pointers::default(),
        shown: BTreeMap::new(),
        sealed: false,
    };
    writer.variables();
    writer.main();
    writer.finish()
}

struct Writer<'c, 'b> {
    generator: Generator<'c, 'b>,
    beyond: BeyondNaga,
    /// The struct that most variables share.
    shared: Option<Type>,
    limits: CodeLimits,
    roots: Vec<Root>,
    buffers: Vec<Buffer>,
    /// The statements of the function being generated, with markers for the text that differs in the twin.
    body: Vec<String>,
    functions: Functions,
    pointers: Pointers,
    /// Functions that store all numbers of a struct in the results, by the name of the struct.
    shown: BTreeMap<String, String>,
    /// Whether locals may shadow the names of variables in the current statements.
    sealed: bool,
}

/// A variable of the module.
#[derive(Clone, Debug)]
struct Root {
    name: String,
    ty: Type,
    space: Space,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    Uniform,
    Read,
    ReadWrite,
    Workgroup,
    Private,
}

impl Space {
    fn is_writable(self) -> bool {
        matches!(self, Space::ReadWrite | Space::Workgroup | Space::Private)
    }

    /// The text between `var` and the name.
    fn text(self) -> &'static str {
        match self {
            Space::Uniform => "<uniform>",
            Space::Read => "<storage, read>",
            Space::ReadWrite => "<storage, read_write>",
            Space::Workgroup => "<workgroup>",
            Space::Private => "<private>",
        }
    }
}

impl Writer<'_, '_> {
    fn variables(&mut self) {
        let mut spaces = vec![Space::Uniform, Space::ReadWrite];
        if self.shared.is_some() {
            spaces.extend([Space::Uniform, Space::ReadWrite, Space::Read]);
        }
        for _ in 0..self.generator.choices.between(1, 3) {
            let more = [Space::Read, Space::ReadWrite, Space::Uniform, Space::Workgroup, Space::Private];
            spaces.push(*self.generator.choices.pick(&more));
        }
        for (binding, space) in (0..).zip(spaces) {
            self.variable(space, binding);
        }
        let name = "results".to_owned();
        self.buffers.push(Buffer { name, binding: (3, 9), size: RESULTS * 4, values: Vec::new() });
    }

    fn variable(&mut self, space: Space, binding: u32) {
        let ty = self.store_type(space);
        let stem = match space {
            Space::Uniform => "uniforms",
            Space::Read => "source",
            Space::ReadWrite => "target",
            Space::Workgroup => "shared_by_all",
            Space::Private => "own",
        };
        let name = self.generator.name(stem);
        let root = Root { name: name.clone(), ty, space };
        if matches!(space, Space::Uniform | Space::Read | Space::ReadWrite) {
            let group = self.generator.choices.between(0, 2);
            let group = u32::try_from(group).expect("the number fits in 32 bits");
            let mut values = Vec::new();
            let size = root.ty.size + runtime_rest(&root.ty);
            fill(&root.ty, 0, &mut values);
            self.buffers.push(Buffer { name, binding: (group, binding), size: size.next_multiple_of(4), values });
        }
        self.roots.push(root);
    }

    /// A type for a variable, preferably one with many members.
    fn store_type(&mut self, space: Space) -> Type {
        let takes_every_uniform = self.beyond.uniforms;
        let fits = |ty: &&Type| {
            let runtime = space == Space::ReadWrite || space == Space::Read || !ty.is_runtime();
            let atomic = matches!(space, Space::ReadWrite | Space::Workgroup) || !ty.atomic;
            let uniform = space != Space::Uniform || takes_every_uniform || ty.legacy;
            ty.size <= LARGEST && runtime && atomic && uniform
        };
        if let Some(shared) = self.shared.clone()
            && !self.generator.choices.one_in(8)
        {
            let ty = self.sharing(shared, space);
            if fits(&&ty) {
                return ty;
            }
        }
        let known: Vec<Type> = self.generator.structs.all.iter().filter(fits).cloned().collect();
        if !known.is_empty() && !self.generator.choices.one_in(6) {
            return self.generator.choices.pick(&known).clone();
        }
        let ty = self.generator.ty(AllowedTypes { atomic: false, boolean: false });
        if fits(&&ty) { ty } else { Type::vector(4, "u32", "vec4u".to_owned()) }
    }

    /// A type that contains the shared struct.
    fn sharing(&mut self, shared: Type, space: Space) -> Type {
        let array = |element: Type, count: Option<u64>| {
            let count_text = count.map_or(String::new(), |count| format!(", {count}"));
            let text = format!("array<{}{count_text}>", element.text);
            Type::array(element, count, text)
        };
        let is_storage = matches!(space, Space::Read | Space::ReadWrite);
        let count = self.generator.choices.between(2, 3) as u64;
        let ty = match self.generator.choices.below(6) {
            0 | 1 => shared,
            2 | 3 => array(shared, Some(count)),
            4 if is_storage => array(shared, None),
            _ => array(array(shared, Some(2)), Some(2)),
        };
        if self.generator.choices.one_in(3) { self.generator.owner(ty) } else { ty }
    }

    fn finish(mut self) -> Executable {
        let functions = std::mem::take(&mut self.functions);
        let text = self.module(&functions, false);
        let twin = self.module(&functions, true);
        let has_twin = text != twin;
        let text = spacing::vary(&text, self.generator.choices);
        Executable { text, twin: has_twin.then_some(twin), buffers: self.buffers }
    }

    /// The text of the module, or that of the twin.
    fn module(&mut self, functions: &Functions, twin: bool) -> String {
        let mut text = String::new();
        if self.generator.half {
            text.push_str("enable f16;\n");
        }
        for declaration in &self.generator.declarations {
            writeln!(text, "{declaration}").expect("writing to a string never fails");
        }
        for root in &self.roots {
            let bound = self.buffers.iter().find(|buffer| buffer.name == root.name);
            let bound = bound.map_or(String::new(), |buffer| format!("@group({}) @binding({}) ", buffer.binding.0, buffer.binding.1));
            writeln!(text, "{bound}var{} {}: {};", root.space.text(), root.name, root.ty.text).expect("writing to a string never fails");
        }
        text.push_str(values::PRELUDE);
        if self.generator.half {
            text.push_str(values::PRELUDE_OF_F16);
        }
        text.push_str(&self.resolved(functions, twin));
        text
    }
}

/// The struct to share: small, and allowed in every kind of buffer.
fn shared_struct(generator: &mut Generator<'_, '_>, beyond: BeyondNaga) -> Option<Type> {
    let fits = |ty: &&Type| !ty.is_runtime() && !ty.atomic && !ty.aligned && ty.size <= LARGEST / 4 && (beyond.uniforms || ty.legacy);
    let known: Vec<Type> = generator.structs.all.iter().filter(fits).cloned().collect();
    (!known.is_empty()).then(|| generator.choices.pick(&known).clone())
}

/// The size of the elements of a runtime-sized array after the first, in bytes.
fn runtime_rest(ty: &Type) -> u64 {
    match &ty.shape {
        TypeKind::Array(element, None) => element.size.next_multiple_of(element.align) * (ELEMENTS - 1),
        TypeKind::Struct(members) => members.last().map_or(0, |last| runtime_rest(&last.ty)),
        _ => 0,
    }
}

/// The numbers in a value of a type at `offset`.
fn fill(ty: &Type, offset: u64, values: &mut Vec<BufferScalar>) {
    let mut row = |offset: u64, count: usize, scalar: &'static str| {
        let size = Type::scalar(scalar).size;
        values.extend((0..count as u64).map(|index| BufferScalar { offset: offset + index * size, scalar }));
    };
    match &ty.shape {
        &TypeKind::Scalar(scalar) | &TypeKind::Atomic(scalar) => row(offset, 1, scalar),
        &TypeKind::Vector(width, scalar) => row(offset, width, scalar),
        &TypeKind::Matrix(columns, rows, scalar) => {
            let stride = ty.size / columns as u64;
            (0..columns as u64).for_each(|column| row(offset + column * stride, rows, scalar));
        }
        TypeKind::Array(element, count) => {
            let stride = element.size.next_multiple_of(element.align);
            (0..count.unwrap_or(ELEMENTS)).for_each(|index| fill(element, offset + index * stride, values));
        }
        TypeKind::Struct(members) => members.iter().for_each(|member| fill(&member.ty, offset + member.offset, values)),
    }
}
