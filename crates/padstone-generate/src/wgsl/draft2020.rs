//! Modules of WGSL 2020 that can run after translation to today's WGSL: a compute shader reads and writes members of its
//! buffers in many ways, and stores the values that it reads in a result buffer. No implementation runs WGSL 2020, so each module has a twin in today's
//! language, whose buffers are arrays of words: it accesses the words at the offsets in the table of the "WGSL Struct Alignment Proposal".

use std::fmt::Write;

use super::{Buffer, BufferScalar, Executable};
use crate::Choices;

/// The maximum number of structs besides the buffers, and of statements.
const STRUCTS: usize = 4;
const STATEMENTS: usize = 24;
/// The size of the result buffer, in numbers.
const RESULTS: u64 = 4096;
/// The number of elements of a runtime-sized array that are bound.
const ELEMENTS: u64 = 3;

/// The module for some choices, with its twin.
pub fn draft_2020(choices: &mut Choices<'_>) -> Executable {
    let mut writer =
        Writer { choices, structs: Vec::new(), buffers: Vec::new(), functions: String::new(), body: Body::default(), results: 0, names: 0 };
    writer.declare();
    for _ in 0..writer.choices.between(4, STATEMENTS) {
        writer.statement();
    }
    writer.finish()
}

/// The type of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Type {
    /// `f32`, `i32` or `u32`.
    Number(&'static str),
    Vector(u64, &'static str),
    /// The columns and rows of a matrix of `f32`.
    Matrix(u64, u64),
    Atomic(&'static str),
    Array(Box<Type>, u64),
    /// The last member of a storage buffer.
    Runtime(Box<Type>),
    Struct(usize),
}

struct Struct {
    name: String,
    members: Vec<Member>,
    size: u64,
}

#[derive(Clone)]
struct Member {
    name: String,
    ty: Type,
    offset: u64,
}

struct Block {
    name: String,
    /// The struct, in [`Writer::structs`].
    content: usize,
    is_uniform: bool,
}

/// The same statements in both languages.
#[derive(Default)]
struct Body {
    draft: String,
    twin: String,
}

/// A part of a buffer, or of a variable with a copy of one.
#[derive(Clone)]
struct Part {
    path: String,
    ty: Type,
    /// The offset in bytes.
    offset: u64,
}

struct Writer<'c, 'b> {
    choices: &'c mut Choices<'b>,
    structs: Vec<Struct>,
    buffers: Vec<Block>,
    /// Functions that the entry point calls.
    functions: String,
    body: Body,
    /// The number of results so far.
    results: u64,
    names: usize,
}

impl Writer<'_, '_> {
    fn declare(&mut self) {
        for number in 0..self.choices.between(1, STRUCTS) {
            self.add_struct(format!("S{number}"), false, true);
        }
        for number in 0..self.choices.between(1, 3) {
            let is_uniform = self.choices.one_in(3);
            let content = self.add_struct(format!("Block{number}"), true, is_uniform);
            self.buffers.push(Block { name: format!("buffer{number}"), content, is_uniform });
        }
    }

    /// Uniform buffers may contain the structs, so these have no atomics and nothing that naga rejects in uniform buffers.
    fn add_struct(&mut self, name: String, is_block: bool, in_uniform: bool) -> usize {
        let mut members: Vec<Member> = Vec::new();
        let mut end = 0;
        let count = self.choices.between(1, 4) + usize::from(is_block);
        for number in 0..count {
            let is_last = number + 1 == count;
            let ty = if is_block && !in_uniform && is_last && self.choices.one_in(4) {
                Type::Runtime(Box::new(self.member_type(false)))
            } else {
                self.member_type(in_uniform)
            };
            let (align, size) = self.extent(&ty);
            let offset = u64::next_multiple_of(end, align);
            members.push(Member { name: format!("m{number}"), ty, offset });
            end = offset + size;
        }
        self.structs.push(Struct { name, members, size: end });
        self.structs.len() - 1
    }

    fn member_type(&mut self, in_uniform: bool) -> Type {
        let number = *self.choices.pick(&["f32", "f32", "u32", "i32"]);
        let structs = self.structs.iter().filter(|known| known.name.starts_with('S')).count();
        match self.choices.below(12) {
            0..=2 => Type::Number(number),
            3..=5 => Type::Vector(self.choices.between(2, 4) as u64, number),
            6 => Type::Matrix(
                self.choices.between(2, 4) as u64,
                if in_uniform { self.choices.between(3, 4) } else { self.choices.between(2, 4) } as u64,
            ),
            7 if !in_uniform => Type::Atomic(if self.choices.one_in(2) { "i32" } else { "u32" }),
            8 => {
                let element = if in_uniform {
                    Type::Vector(self.choices.between(3, 4) as u64, number)
                } else {
                    Type::Vector(self.choices.between(2, 4) as u64, number)
                };
                Type::Array(Box::new(element), self.choices.between(1, 3) as u64)
            }
            9 if !in_uniform => Type::Array(Box::new(Type::Number(number)), self.choices.between(1, 4) as u64),
            10 if structs > 0 => Type::Array(Box::new(Type::Struct(self.choices.below(structs))), self.choices.between(1, 3) as u64),
            _ if structs > 0 => Type::Struct(self.choices.below(structs)),
            _ => Type::Number(number),
        }
    }

    /// Alignment and size, by the table of the proposal: a struct is aligned to 16 and ends where its last member ends.
    fn extent(&self, ty: &Type) -> (u64, u64) {
        let vector = |length: u64| match length {
            2 => (8, 8),
            3 => (16, 12),
            _ => (16, 16),
        };
        match *ty {
            Type::Number(_) | Type::Atomic(_) => (4, 4),
            Type::Vector(length, _) => vector(length),
            Type::Matrix(columns, rows) => (vector(rows).0, columns * vector(rows).0),
            Type::Array(ref element, count) => (self.extent(element).0, count * self.stride(element)),
            Type::Runtime(ref element) => (self.extent(element).0, ELEMENTS * self.stride(element)),
            Type::Struct(index) => (16, self.structs[index].size),
        }
    }

    fn stride(&self, element: &Type) -> u64 {
        let (align, size) = self.extent(element);
        size.next_multiple_of(align)
    }

    fn text(&self, ty: &Type) -> String {
        match ty {
            Type::Number(name) => (*name).to_owned(),
            Type::Vector(length, name) => format!("vec{length}<{name}>"),
            Type::Matrix(columns, rows) => format!("mat{columns}x{rows}<f32>"),
            Type::Atomic(name) => format!("atomic<{name}>"),
            Type::Array(element, count) => format!("array<{}, {count}>", self.text(element)),
            Type::Runtime(element) => format!("array<{}>", self.text(element)),
            Type::Struct(index) => self.structs[*index].name.clone(),
        }
    }

    /// The direct parts of a part.
    fn steps(&self, part: &Part) -> Vec<Part> {
        let elements = |element: &Type, count: u64, stride: u64| {
            (0..count)
                .map(|position| Part {
                    path: format!("{}[{position}]", part.path),
                    ty: element.clone(),
                    offset: part.offset + position * stride,
                })
                .collect()
        };
        match part.ty {
            Type::Number(_) | Type::Atomic(_) => Vec::new(),
            Type::Vector(length, name) => {
                let component = |position: u64| {
                    let letter = &"xyzw"[position as usize..=position as usize];
                    Part { path: format!("{}.{letter}", part.path), ty: Type::Number(name), offset: part.offset + 4 * position }
                };
                (0..length).map(component).collect()
            }
            Type::Matrix(columns, rows) => {
                let column = Type::Vector(rows, "f32");
                elements(&column, columns, self.stride(&column))
            }
            Type::Array(ref element, count) => elements(element, count, self.stride(element)),
            Type::Runtime(ref element) => elements(element, ELEMENTS, self.stride(element)),
            Type::Struct(index) => {
                let member = |member: &Member| Part {
                    path: format!("{}.{}", part.path, member.name),
                    ty: member.ty.clone(),
                    offset: part.offset + member.offset,
                };
                self.structs[index].members.iter().map(member).collect()
            }
        }
    }

    /// All numbers in a part, with their paths from the part.
    fn numbers(&self, part: &Part) -> Vec<Part> {
        match part.ty {
            Type::Number(_) | Type::Atomic(_) => vec![part.clone()],
            _ => self.steps(part).iter().flat_map(|part| self.numbers(part)).collect(),
        }
    }

    /// A random part of a buffer.
    fn random_part(&mut self, predicate: impl Fn(&Part) -> bool) -> Option<(usize, Part)> {
        let buffer = self.choices.below(self.buffers.len());
        let Block { ref name, content, .. } = self.buffers[buffer];
        let mut part = Part { path: name.clone(), ty: Type::Struct(content), offset: 0 };
        let mut found = None;
        loop {
            let steps = self.steps(&part);
            if steps.is_empty() {
                return found;
            }
            part = self.choices.pick(&steps).clone();
            if predicate(&part) {
                found = Some((buffer, part.clone()));
                if self.choices.one_in(2) {
                    return found;
                }
            }
        }
    }

    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn is_loadable(&self, ty: &Type) -> bool {
        match ty {
            Type::Atomic(_) | Type::Runtime(_) => false,
            Type::Array(element, _) => self.is_loadable(element),
            Type::Struct(index) => self.structs[*index].members.iter().all(|member| self.is_loadable(&member.ty)),
            _ => true,
        }
    }

    /// Stores a number in the results. `draft` is its expression in WGSL 2020, `word` the word in the twin.
    fn result(&mut self, draft: &str, scalar: &str, word: &str) {
        let position = self.results;
        if position >= RESULTS {
            return;
        }
        self.results += 1;
        let draft = if scalar == "u32" { draft.to_owned() } else { format!("bitcast<u32>({draft})") };
        writeln!(self.body.draft, "    results.data[{position}] = {draft};").expect("writing to a string never fails");
        writeln!(self.body.twin, "    results[{position}] = {word};").expect("writing to a string never fails");
    }

    /// Stores all numbers of a value in the results, each read through `path`.
    fn show(&mut self, path: &str, ty: &Type, buffer: &str, offset: u64) {
        let value = Part { path: path.to_owned(), ty: ty.clone(), offset };
        for number in self.numbers(&value) {
            if let Type::Number(scalar) = number.ty {
                self.result(&number.path, scalar, &format!("{buffer}[{}]", number.offset / 4));
            }
        }
    }

    fn statement(&mut self) {
        match self.choices.below(9) {
            0 => self.read(),
            1 => self.write(),
            2 => self.copy(),
            3 => self.store(),
            4 => self.swizzle(),
            5 => self.iterate(),
            6 => self.call_with_value(),
            7 => self.call_with_pointer(),
            _ => self.add_atomically(),
        }
    }

    /// Reads a number.
    fn read(&mut self) {
        if let Some((buffer, part)) = self.random_part(|part| matches!(part.ty, Type::Number(_))) {
            let name = self.buffers[buffer].name.clone();
            self.show(&part.path, &part.ty, &name, part.offset);
        }
    }

    /// Stores a number.
    fn write(&mut self) {
        let Some((buffer, Part { path, ty: Type::Number(scalar), offset })) = self.random_part(|part| matches!(part.ty, Type::Number(_)))
        else {
            return;
        };
        if self.buffers[buffer].is_uniform {
            return;
        }
        let (name, value) = (self.buffers[buffer].name.clone(), self.choices.below(100));
        let (value, word) = match scalar {
            "f32" => (format!("{value}.5"), format!("bitcast<u32>({value}.5f)")),
            "i32" => (format!("{value}"), format!("{value}u")),
            _ => (format!("{value}u"), format!("{value}u")),
        };
        writeln!(self.body.draft, "    {path} = {value};").expect("writing to a string never fails");
        writeln!(self.body.twin, "    {name}[{}] = {word};", offset / 4).expect("writing to a string never fails");
    }

    /// Reads a part as a whole, into a constant or a variable.
    fn copy(&mut self) {
        let Some((buffer, part)) = self.loadable_part() else { return };
        let (copy, buffer) = (self.name("copy"), self.buffers[buffer].name.clone());
        let keyword = *self.choices.pick(&["const", "var"]);
        writeln!(self.body.draft, "    {keyword} {copy} : {} = {};", self.text(&part.ty), part.path)
            .expect("writing to a string never fails");
        self.show(&copy, &part.ty, &buffer, part.offset);
    }

    /// Reads a part as a whole, changes it, and stores it in another part of the same type.
    fn store(&mut self) {
        let Some((buffer, part)) = self.loadable_part() else { return };
        let ty = part.ty.clone();
        let Some((target, to)) = self.random_part(|part| part.ty == ty) else { return };
        if self.buffers[target].is_uniform {
            return;
        }
        let copy = self.name("copy");
        let (from, target) = (self.buffers[buffer].name.clone(), self.buffers[target].name.clone());
        writeln!(self.body.draft, "    var {copy} : {} = {};", self.text(&part.ty), part.path).expect("writing to a string never fails");
        writeln!(self.body.draft, "    {} = {copy};", to.path).expect("writing to a string never fails");
        // The twin reads all words before it writes one.
        let words: Vec<u64> = self.numbers(&part).iter().map(|number| number.offset).collect();
        for (index, offset) in words.iter().enumerate() {
            writeln!(self.body.twin, "    let {copy}_{index} = {from}[{}];", offset / 4).expect("writing to a string never fails");
        }
        for (index, offset) in words.iter().enumerate() {
            writeln!(self.body.twin, "    {target}[{}] = {copy}_{index};", (to.offset + offset - part.offset) / 4)
                .expect("writing to a string never fails");
        }
    }

    fn loadable_part(&mut self) -> Option<(usize, Part)> {
        let (buffer, part) = self.random_part(|_| true)?;
        self.is_loadable(&part.ty).then_some((buffer, part))
    }

    fn swizzle(&mut self) {
        let Some((buffer, Part { path, ty: Type::Vector(length, scalar), offset })) =
            self.random_part(|part| matches!(part.ty, Type::Vector(..)))
        else {
            return;
        };
        let (first, second) = (self.choices.below(length as usize), self.choices.below(length as usize));
        let letters = ["x", "y", "z", "w"];
        let (swizzle, buffer) = (self.name("swizzle"), self.buffers[buffer].name.clone());
        writeln!(self.body.draft, "    const {swizzle} : vec2<{scalar}> = {path}.{}{};", letters[first], letters[second])
            .expect("writing to a string never fails");
        for (component, position) in [("x", first), ("y", second)] {
            self.result(&format!("{swizzle}.{component}"), scalar, &format!("{buffer}[{}]", offset / 4 + position as u64));
        }
    }

    /// Reads the elements of an array in a loop.
    fn iterate(&mut self) {
        let Some((buffer, part)) = self.random_part(|part| matches!(part.ty, Type::Array(..) | Type::Runtime(_) | Type::Matrix(..))) else {
            return;
        };
        let column;
        let (element, count) = match &part.ty {
            Type::Array(element, count) => (&**element, *count),
            Type::Runtime(element) => (&**element, ELEMENTS),
            Type::Matrix(columns, rows) => {
                column = Type::Vector(*rows, "f32");
                (&column, *columns)
            }
            _ => return,
        };
        let numbers = self.numbers(&Part { path: String::new(), ty: element.clone(), offset: 0 });
        let Some(number) = numbers.iter().find(|number| matches!(number.ty, Type::Number(_))) else { return };
        let Type::Number(scalar) = number.ty else { return };
        if self.results + count > RESULTS {
            return;
        }
        let (index, buffer, first, stride) = (self.name("i"), self.buffers[buffer].name.clone(), self.results, self.stride(element));
        self.results += count;
        let value = format!("{}[{index}]{}", part.path, number.path);
        let value = if scalar == "u32" { value } else { format!("bitcast<u32>({value})") };
        let word = (part.offset + number.offset) / 4;
        writeln!(self.body.draft, "    for (var {index} : i32 = 0; {index} < {count}; {index} = {index} + 1) {{")
            .expect("writing to a string never fails");
        writeln!(self.body.draft, "        results.data[{index} + {first}] = {value};\n    }}").expect("writing to a string never fails");
        writeln!(self.body.twin, "    for (var {index} = 0; {index} < {count}; {index}++) {{").expect("writing to a string never fails");
        writeln!(self.body.twin, "        results[{index} + {first}] = {buffer}[{word} + {index} * {}];\n    }}", stride / 4)
            .expect("writing to a string never fails");
    }

    /// Passes a struct by value.
    fn call_with_value(&mut self) {
        let Some((buffer, part)) = self.random_part(|part| matches!(part.ty, Type::Struct(_))) else { return };
        if self.is_loadable(&part.ty) {
            let parameter = self.text(&part.ty);
            self.call(buffer, &part, &parameter);
        }
    }

    /// Passes a pointer.
    fn call_with_pointer(&mut self) {
        // WGSL has no pointers to components of vectors.
        let may_be_passed =
            |part: &Part| !matches!(part.ty, Type::Atomic(_) | Type::Runtime(_)) && !part.path.ends_with(['x', 'y', 'z', 'w']);
        let Some((buffer, part)) = self.random_part(may_be_passed) else { return };
        let space = if self.buffers[buffer].is_uniform { "uniform" } else { "storage" };
        let parameter = format!("ptr<{space}, {}>", self.text(&part.ty));
        self.call(buffer, &part, &parameter);
    }

    /// Calls a function that returns a number of its argument.
    fn call(&mut self, buffer: usize, part: &Part, parameter: &str) {
        let numbers = self.numbers(&Part { path: "part".to_owned(), ty: part.ty.clone(), offset: 0 });
        let numbers: Vec<&Part> = numbers.iter().filter(|number| matches!(number.ty, Type::Number(_))).collect();
        if numbers.is_empty() {
            return;
        }
        let number = numbers[self.choices.below(numbers.len().min(256))];
        let Type::Number(scalar) = number.ty else { return };
        let (function, buffer) = (self.name("number"), self.buffers[buffer].name.clone());
        writeln!(self.functions, "fn {function}(part : {parameter}) -> {scalar} {{ return {}; }}", number.path)
            .expect("writing to a string never fails");
        self.result(&format!("{function}({})", part.path), scalar, &format!("{buffer}[{}]", (part.offset + number.offset) / 4));
    }

    fn add_atomically(&mut self) {
        let Some((buffer, Part { path, ty: Type::Atomic(scalar), offset })) = self.random_part(|part| matches!(part.ty, Type::Atomic(_)))
        else {
            return;
        };
        let (added, old, buffer) = (self.choices.below(100), self.name("old"), self.buffers[buffer].name.clone());
        let suffix = if scalar == "u32" { "u" } else { "" };
        writeln!(self.body.draft, "    const {old} : {scalar} = atomicAdd({path}, {added}{suffix});")
            .expect("writing to a string never fails");
        let word = format!("{buffer}[{}]", offset / 4);
        self.result(&old, scalar, &word);
        writeln!(self.body.twin, "    {word} = {word} + {added}u;").expect("writing to a string never fails");
    }

    fn finish(self) -> Executable {
        let (mut text, mut twin, mut buffers) = (String::new(), String::new(), Vec::new());
        for declared in &self.structs {
            let head = if declared.name.starts_with('S') { "" } else { "[[block]] " };
            let members: Vec<String> =
                declared.members.iter().map(|member| format!("{} : {};", member.name, self.text(&member.ty))).collect();
            writeln!(text, "{head}struct {} {{ {} }};", declared.name, members.join(" ")).expect("writing to a string never fails");
        }
        writeln!(text, "[[block]] struct Results {{ data : array<u32, {RESULTS}>; }};").expect("writing to a string never fails");
        for (binding, buffer) in self.buffers.iter().enumerate() {
            let content = &self.structs[buffer.content];
            let (space, access) = if buffer.is_uniform { ("uniform", "read") } else { ("storage", "read_write") };
            writeln!(text, "[[group(0), binding({binding})]] var<{space}> {} : [[access({access})]] {};", buffer.name, content.name)
                .expect("writing to a string never fails");
            writeln!(twin, "@group(0) @binding({binding}) var<storage, {access}> {}: array<u32>;", buffer.name)
                .expect("writing to a string never fails");
            let root = Part { path: String::new(), ty: Type::Struct(buffer.content), offset: 0 };
            let value = |number: Part| match number.ty {
                Type::Number(scalar) | Type::Atomic(scalar) => BufferScalar { offset: number.offset, scalar },
                _ => unreachable!("digits parse as a number"),
            };
            let values = self.numbers(&root).into_iter().map(value).collect();
            let binding = (0, u32::try_from(binding).expect("the number of buffers fits in 32 bits"));
            buffers.push(Buffer { name: buffer.name.clone(), binding, size: content.size, values });
        }
        let binding = self.buffers.len();
        writeln!(text, "[[group(0), binding({binding})]] var<storage> results : [[access(read_write)]] Results;")
            .expect("writing to a string never fails");
        writeln!(twin, "@group(0) @binding({binding}) var<storage, read_write> results: array<u32>;")
            .expect("writing to a string never fails");
        let binding = (0, u32::try_from(binding).expect("the number of buffers fits in 32 bits"));
        buffers.push(Buffer { name: "results".to_owned(), binding, size: 4 * RESULTS, values: Vec::new() });
        text += &self.functions;
        writeln!(text, "[[stage(compute), workgroup_size(1)]] fn main() -> void {{\n{}}}", self.body.draft)
            .expect("writing to a string never fails");
        writeln!(twin, "@compute @workgroup_size(1) fn main() {{\n{}}}", self.body.twin).expect("writing to a string never fails");
        Executable { text, twin: Some(twin), buffers }
    }
}
