//! Parses the listing of a module by glslang's disassembler. It shares no code with padstone's SPIR-V reader.

use std::collections::{BTreeMap, HashMap};

use crate::{Layout, Layouts, Member, StageInterface};

/// The members and offsets of each block of a variable, by the name of the block.
pub(super) fn layouts(listing: &str) -> Layouts {
    let module = Module::read(listing);
    module.variables.iter().filter_map(|&(variable, class, pointer)| module.block(variable, class, pointer)).collect()
}

/// The location and component of each input and output that has one, and of each member of a block of these, by name.
pub(super) fn interface(listing: &str) -> StageInterface {
    let module = Module::read(listing);
    let mut found = StageInterface::new();
    for &(variable, class, pointer) in module.variables.iter().filter(|(_, class, _)| matches!(*class, "Input" | "Output")) {
        let Some(Type::Pointer(mut ty)) = module.types.get(&pointer).cloned() else { continue };
        while let Some(Type::Array(element, _) | Type::RuntimeArray(element)) = module.types.get(&ty) {
            ty = *element;
        }
        let component = |number_of: &dyn Fn(&'static str) -> Option<u64>| {
            number_of("Location").map(|location| (location, number_of("Component").unwrap_or(0)))
        };
        let mut add = |name: &str, place| {
            found.insert(format!("{} {name}", class.to_lowercase()), place);
        };
        if let Some(place) = component(&|decoration| module.decorations.get(&(variable, decoration)).copied()) {
            add(module.names[&variable], place);
        }
        for ((number_of, index), name) in &module.member_names {
            let location = component(&|decoration| module.member_decorations.get(&(*number_of, *index, decoration)).copied());
            if let Some(location) = location.filter(|_| *number_of == ty) {
                add(name, location);
            }
        }
    }
    found
}

/// A decoration of variables: its number for each, by name.
pub(super) fn of_variables(listing: &str, decoration: &'static str) -> BTreeMap<String, u64> {
    let module = Module::read(listing);
    let number_of =
        |&(variable, ..): &(Id, &str, Id)| Some((module.names[&variable].to_owned(), *module.decorations.get(&(variable, decoration))?));
    module.variables.iter().filter_map(number_of).collect()
}

/// Ids are the numbers in the listing.
type Id = u32;

#[derive(Default)]
struct Module<'a> {
    names: HashMap<Id, &'a str>,
    member_names: BTreeMap<(Id, u32), &'a str>,
    /// The number after `Binding`, `ArrayStride` …, or 0.
    decorations: HashMap<(Id, &'a str), u64>,
    member_decorations: HashMap<(Id, u32, &'a str), u64>,
    types: HashMap<Id, Type>,
    constants: HashMap<Id, u64>,
    /// The variable, its storage class, and the type of pointers to it.
    variables: Vec<(Id, &'a str, Id)>,
}

#[derive(Clone, Debug)]
enum Type {
    /// An integer or a float of this size in bytes.
    Scalar(u64),
    Vector(Id, u64),
    Matrix(Id, u64),
    Array(Id, Id),
    RuntimeArray(Id),
    Struct(Vec<Id>),
    Pointer(Id),
}

/// The decorations of the member that contains a matrix: its stride, and whether it is row-major.
type MatrixDecorations = Option<(u64, bool)>;

impl<'a> Module<'a> {
    fn read(listing: &'a str) -> Module<'a> {
        let mut module = Module::default();
        for line in listing.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            module.instruction(&words, line);
        }
        module
    }

    fn instruction(&mut self, words: &[&'a str], line: &'a str) {
        let quoted = || line.split('"').nth(1).unwrap_or_default();
        let number = |word: &str| word.parse::<u64>().unwrap_or(0);
        match *words {
            ["Name", target, ..] => drop(self.names.insert(id(target), quoted())),
            ["MemberName", target, index, ..] => drop(self.member_names.insert((id(target), id(index)), quoted())),
            ["Decorate", target, decoration, ref rest @ ..] => {
                self.decorations.insert((id(target), decoration), rest.first().map_or(0, |word| number(word)));
            }
            ["MemberDecorate", target, index, decoration, ref rest @ ..] => {
                self.member_decorations.insert((id(target), id(index), decoration), rest.first().map_or(0, |word| number(word)));
            }
            [result, "TypeInt" | "TypeFloat", bits, ..] => drop(self.types.insert(id(result), Type::Scalar(number(bits) / 8))),
            [result, "TypeVector", target, count] => drop(self.types.insert(id(result), Type::Vector(id(target), number(count)))),
            [result, "TypeMatrix", target, count] => drop(self.types.insert(id(result), Type::Matrix(id(target), number(count)))),
            [result, "TypeArray", target, count] => drop(self.types.insert(id(result), Type::Array(id(target), id(count)))),
            [result, "TypeRuntimeArray", target] => drop(self.types.insert(id(result), Type::RuntimeArray(id(target)))),
            [result, "TypeStruct", ref members @ ..] => {
                self.types.insert(id(result), Type::Struct(members.iter().map(|member| id(member)).collect()));
            }
            [result, "TypePointer", _, to] => drop(self.types.insert(id(result), Type::Pointer(id(to)))),
            [result, _, "Constant" | "SpecConstant", value, ..] => drop(self.constants.insert(id(result), number(value))),
            [result, pointer, "Variable", class, ..] => self.variables.push((id(result), class, id(pointer))),
            _ => {}
        }
    }

    /// The block of a variable; `None` if it is none.
    fn block(&self, variable: Id, class: &str, pointer: Id) -> Option<(String, Layout)> {
        let mut ty = match self.types.get(&pointer)? {
            Type::Pointer(to) => *to,
            _ => return None,
        };
        while let Type::Array(element, _) | Type::RuntimeArray(element) = self.types.get(&ty)? {
            ty = *element;
        }
        if !matches!(class, "Uniform" | "StorageBuffer" | "PushConstant") || !self.decorations.contains_key(&(ty, "Block")) {
            return None;
        }
        let number = |decoration| self.decorations.get(&(variable, decoration)).copied();
        let mut layout = Layout { binding: number("DescriptorSet").zip(number("Binding")), ..Layout::default() };
        self.add_members(ty, "", 0, None, &mut layout);
        Some((self.names[&ty].to_owned(), layout))
    }

    /// The members of a value of that type, which starts at `offset` and has the path `path`.
    fn add_members(&self, ty: Id, path: &str, offset: u64, matrix: MatrixDecorations, layout: &mut Layout) {
        match &self.types[&ty] {
            Type::Struct(members) => {
                for (index, &member) in (0..).zip(members) {
                    let name = self.member_names[&(ty, index)];
                    let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
                    let decoration = |decoration| self.member_decorations.get(&(ty, index, decoration)).copied();
                    let matrix = decoration("MatrixStride").map(|stride| (stride, decoration("RowMajor").is_some()));
                    self.member(member, &path, offset + decoration("Offset").expect("every member has an offset"), matrix, layout);
                }
            }
            Type::Array(element, _) | Type::RuntimeArray(element) => self.member(*element, &format!("{path}[]"), offset, matrix, layout),
            _ => {}
        }
    }

    fn member(&self, ty: Id, path: &str, offset: u64, matrix: MatrixDecorations, layout: &mut Layout) {
        let mut member = Member { offset, size: self.size(ty, matrix), ..Member::default() };
        match &self.types[&ty] {
            Type::Array(_, count) => member.count = Some(self.constants.get(count).copied()),
            Type::RuntimeArray(_) => member.count = Some(None),
            Type::Matrix(..) => {
                member.matrix_stride = matrix.map(|(stride, _)| stride);
                member.row_major = matrix.map(|(_, row_major)| row_major);
            }
            _ => {}
        }
        member.stride = self.decorations.get(&(ty, "ArrayStride")).copied();
        layout.members.insert(path.to_owned(), member);
        self.add_members(ty, path, offset, matrix, layout);
    }

    /// The size of a type. `None` for structs, whose size the module does not contain, and for types that contain one or end with the buffer. Arrays
    /// whose last element may have the next member in its padding are excluded for the same reason.
    fn size(&self, ty: Id, matrix: MatrixDecorations) -> Option<u64> {
        match &self.types[&ty] {
            Type::Scalar(size) => Some(*size),
            Type::Vector(component, count) => Some(self.size(*component, None)? * count),
            Type::Matrix(column, columns) => {
                let (stride, row_major) = matrix?;
                let Type::Vector(_, rows) = self.types[column] else { return None };
                Some(stride * if row_major { rows } else { *columns })
            }
            Type::Array(element, count) => {
                let stride = *self.decorations.get(&(ty, "ArrayStride"))?;
                let is_full = self.size(*element, matrix)? == stride;
                is_full.then_some(stride * self.constants.get(count)?)
            }
            Type::Pointer(_) => Some(8),
            Type::RuntimeArray(_) | Type::Struct(_) => None,
        }
    }
}

/// `18(U):` is 18.
fn id(word: &str) -> Id {
    let end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    word[..end].parse().unwrap_or(0)
}
