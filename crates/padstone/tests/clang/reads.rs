//! clang's code reads the members of constant buffers from the offsets that padstone reports.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use padstone_read::layout::{self, Subject, Visit, VisitOrder, rows};
use padstone_read::model::{BufferKind, FieldRole, Module, Type, TypeId};
use padstone_read::source::{MemoryLoader, Span};
use padstone_read::{Options, Unit, cfamily};
use padstone_testing::amount;

use crate::clang::{Clang, Target};
use crate::common::random::Random;

/// The number of cbuffers in each file.
const BUFFERS: usize = 20;

/// Compares the offsets from which members are read; at least `reads` files contain a displaced read.
pub(crate) fn compare(target: &Target) {
    let Some(clang) = Clang::find() else { return };
    let files = amount(3, 50);
    let (mut buffers, mut displaced, mut disagreeing) = (0, 0, Vec::new());
    let mut compared = 0;
    for seed in 0..files {
        let native_16bit = seed % 2 == 0;
        let source = generate(&mut Random::new(9000 + seed), native_16bit);
        let reads = expected(&source, native_16bit, target, &mut buffers);
        let module =
            clang.module(&with_reads(&source, &reads), target, native_16bit).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let loads = Loads::of(&module);
        for (index, read) in reads.iter().enumerate() {
            compared += 1;
            displaced += usize::from(read.at != read.offset);
            match loads.of_function(index) {
                Some(position) if position == read.at => {}
                found => disagreeing.push(format!("seed {seed}: {}: padstone says {}, clang reads {found:?}", read.path, read.at)),
            }
        }
    }
    println!("{compared} reads in {buffers} cbuffers, {displaced} from other offsets, for {}", target.triple);
    assert!(
        buffers >= 15 * usize::try_from(files).expect("few files") && displaced > 20,
        "{buffers} cbuffers, {displaced} reads from elsewhere"
    );
    let shown = disagreeing[..disagreeing.len().min(crate::clang::SHOWN)].join("\n");
    assert!(disagreeing.is_empty(), "{} of {compared} reads differ\n{shown}", disagreeing.len());
}

/// A member, and the offset that is read, both from the start of the buffer's member.
struct Expected {
    path: String,
    /// The scalar that is read.
    number: String,
    offset: u64,
    at: u64,
}

fn expected(source: &str, native_16bit: bool, target: &Target, buffers: &mut usize) -> Vec<Expected> {
    let hlsl = cfamily::Options { native_16bit, ..cfamily::Options::default() };
    let unit = Unit::read("main.hlsl", source.into(), &MemoryLoader::default(), &Options { hlsl, ..Options::default() });
    let layouts = unit.layout(layout::find(target.profile).expect("a profile"));
    let nowhere =
        layouts.diagnostics.iter().filter(|found| found.message.ends_with("clang-generated code reads a field that does not exist"));
    let nowhere: Vec<Span> = nowhere.filter_map(|found| found.span).collect();
    let mut reads = Vec::new();
    for layout in &layouts.layouts {
        let Subject::Buffer(id) = layout.subject else { continue };
        let buffer = &unit.module.buffers[id];
        let space = unit.module.as_struct(layout.content).map_or("", |content| unit.module.name(content.name));
        let space = space.rsplit_once("::").map_or(String::new(), |(space, _)| format!("{space}::"));
        *buffers += usize::from(buffer.kind == BufferKind::CBuffer);
        let (mut start, mut bases, mut lost) = (0, Vec::new(), Vec::<String>::new());
        let _: ControlFlow<()> = rows(&unit.module, layouts.types(layout), layout, VisitOrder::Source, &mut |visit| {
            let Visit::Row(row) = visit else { return ControlFlow::Continue(()) };
            if row.depth == 0 {
                start = row.offset.bytes();
                bases.clear();
            }
            // clang reads a field that does not exist, and may crash.
            if row.field.is_some_and(|(field, _)| nowhere.contains(&field.span)) {
                lost.push(row.path.to_owned());
            }
            if lost.iter().any(|lost| row.path.strip_prefix(&**lost).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))) {
                return ControlFlow::Continue(());
            }
            if row.field.is_some_and(|(field, _)| field.role == FieldRole::Base) {
                bases.push(row.path.to_owned());
            }
            if let Some(number) = number_of(&unit.module, row.ty) {
                let path = expression(row.path, &bases);
                let position = row.read_offset.unwrap_or(row.offset).bytes();
                let (offset, position) = (row.offset.bytes() - start, position - start);
                reads.push(Expected { number: format!("{space}{path}{number}"), path, offset, at: position });
            }
            ControlFlow::Continue(())
        });
    }
    reads
}

/// The suffix that selects the first scalar of a value; `None` if it has members.
fn number_of(module: &Module, ty: TypeId) -> Option<&'static str> {
    match module.types[ty] {
        Type::Scalar(_) | Type::Enum(_) => Some(""),
        Type::Vector { .. } => Some(".x"),
        Type::Matrix { .. } => Some("[0][0]"),
        _ => None,
    }
}

/// A path in HLSL syntax: without the names of bases, and with indices.
fn expression(path: &str, bases: &[String]) -> String {
    let mut text = String::new();
    let (mut from, mut end) = (0, 0);
    for part in path.split_inclusive('.') {
        end += part.len();
        let is_base = bases.iter().any(|base| *base == path[..end].trim_end_matches('.'));
        if !is_base {
            text.push_str(&path[from..end]);
        }
        from = end;
    }
    text.replace("[]", "[0]")
}

/// Cbuffers of structs. They differ from those of the other tests: clang crashes on code that reads some of those.
fn generate(random: &mut Random, native_16bit: bool) -> String {
    let (mut text, mut structs) = (String::new(), Vec::<String>::new());
    for number in 0..BUFFERS {
        // Few enough for the size limit of a buffer.
        let known = structs[..structs.len().min(6)].to_vec();
        let base = if random.chance(15) && !known.is_empty() { format!(" : {}", random.pick(&known)) } else { String::new() };
        let mut members: String =
            (0..random.between(1, 6)).map(|index| member(random, &known, &format!("f{number}_{index}"), native_16bit, true)).collect();
        // Clang removes a struct of zero-width bit-fields from constant buffers, and crashes on arrays of it.
        if members.replace("uint : 0; ", "").is_empty() {
            members += &format!("float f{number}_0; ");
        }
        text += &format!("struct S{number}{base} {{ {members}}};\n");
        structs.push(format!("S{number}"));
        let members: String =
            (0..random.between(1, 4)).map(|index| member(random, &known, &format!("m{number}_{index}"), native_16bit, false)).collect();
        text += &format!("cbuffer C{number} {{ {members}S{number} s{number}; float last{number}; }}\n");
    }
    text
}

fn member(random: &mut Random, structs: &[String], name: &str, native_16bit: bool, in_struct: bool) -> String {
    let scalars: &[&str] =
        if native_16bit { &["float", "int", "uint", "double", "half", "int16_t"] } else { &["float", "int", "uint", "double"] };
    let scalar = scalars[random.between(0, scalars.len() as u64 - 1) as usize];
    let ty = match random.between(0, 9) {
        0..=2 => scalar.to_owned(),
        3..=6 => format!("{scalar}{}", random.between(1, 4)),
        7 => format!("float{}x{}", random.between(1, 4), random.between(1, 4)),
        8 if in_struct && random.chance(15) => return "uint : 0; ".to_owned(),
        8 if in_struct => return format!("uint {name} : {}; ", random.between(1, 32)),
        _ if structs.is_empty() => scalar.to_owned(),
        _ => random.pick(structs).clone(),
    };
    let array = if random.chance(20) { format!("[{}]", random.between(1, 3)) } else { String::new() };
    format!("{ty} {name}{array}; ")
}

/// The source with a function for each read.
fn with_reads(source: &str, reads: &[Expected]) -> String {
    let functions =
        reads.iter().enumerate().map(|(index, read)| format!("export float f{index}() {{ return (float)({}); }}\n", read.number));
    functions.fold(source.to_owned(), |text, function| text + &function)
}

/// The addresses from which functions load in constant buffers: from the start of the global of a member.
struct Loads<'t> {
    types: BTreeMap<&'t str, &'t str>,
    /// By the number in the name of the function.
    addresses: BTreeMap<usize, &'t str>,
    /// Whether a vector of three has the size of one of four.
    has_vectors_of_four: bool,
}

impl<'t> Loads<'t> {
    fn of(module: &'t str) -> Self {
        let types = module.lines().filter(|line| line.starts_with('%')).filter_map(|line| line.split_once(" = type ")).collect();
        let mut addresses = BTreeMap::new();
        let mut function = None;
        for line in module.lines() {
            if line.starts_with("define ") {
                function = line.split_once("@_Z").and_then(|(_, name)| number_in_name(name));
            } else if let (Some(function), Some(address)) = (function, load(line)) {
                addresses.entry(function).or_insert(address);
            }
        }
        Loads { types, addresses, has_vectors_of_four: !module.contains("-v96:32") }
    }

    fn of_function(&self, index: usize) -> Option<u64> {
        self.address(self.addresses.get(&index)?)
    }

    /// The offset of a constant address from its global.
    fn address(&self, text: &str) -> Option<u64> {
        let text = text.trim();
        if text.starts_with('@') {
            return Some(0);
        }
        let inner = text.strip_prefix("getelementptr ")?.trim_start_matches("inbounds ").trim_start_matches("nuw ").strip_prefix('(')?;
        let mut operands = split(inner.strip_suffix(')')?).into_iter();
        let mut ty = operands.next()?.trim();
        let base = operands.next()?.trim().strip_prefix("ptr addrspace(")?.split_once(") ")?.1;
        let mut position = self.address(base)?;
        let index = |operand: &str| operand.trim().split_once(' ')?.1.parse::<u64>().ok();
        position += index(operands.next()?)? * self.size(ty)?;
        for operand in operands {
            let index = index(operand)?;
            let (inner, offset) = self.element(ty, index)?;
            (ty, position) = (inner, position + offset);
        }
        Some(position)
    }

    /// The type and the offset of an element.
    fn element(&self, ty: &'t str, index: u64) -> Option<(&'t str, u64)> {
        let ty = self.types.get(ty).copied().unwrap_or(ty).trim();
        if let Some(fields) = ty.strip_prefix("<{").and_then(|fields| fields.strip_suffix("}>")) {
            let fields = split(fields);
            let before =
                fields.iter().take(usize::try_from(index).ok()?).map(|field| self.bytes_read(field.trim())).sum::<Option<u64>>()?;
            return Some((fields.get(usize::try_from(index).ok()?)?.trim(), before));
        }
        let (_, element) = ty.strip_prefix('[')?.strip_suffix(']')?.split_once(" x ")?;
        Some((element, index * self.size(element)?))
    }

    /// The bytes up to the padding after a field. clang counts the bits of a vector of three, even if LLVM gives it the size of one
    /// of four: on SPIR-V the offset of the padding that follows is too low.
    fn bytes_read(&self, ty: &str) -> Option<u64> {
        let size = self.size(ty)?;
        Some(if ty.starts_with("<3 x") && self.has_vectors_of_four { size / 4 * 3 } else { size })
    }

    fn size(&self, ty: &str) -> Option<u64> {
        let ty = self.types.get(ty).copied().unwrap_or(ty).trim();
        if let Some(fields) = ty.strip_prefix("<{").and_then(|fields| fields.strip_suffix("}>")) {
            return split(fields).iter().map(|field| self.size(field.trim())).sum();
        }
        if let Some((count, element)) = ty.strip_prefix('[').and_then(|array| array.strip_suffix(']')?.split_once(" x ")) {
            return Some(count.parse::<u64>().ok()? * self.size(element)?);
        }
        if let Some((count, element)) = ty.strip_prefix('<').and_then(|vector| vector.strip_suffix('>')?.split_once(" x ")) {
            let size = count.parse::<u64>().ok()? * self.size(element)?;
            return Some(if count == "3" && self.has_vectors_of_four { size / 3 * 4 } else { size });
        }
        if let Some(padding) = ty.strip_prefix("target(") {
            return padding.strip_suffix(')')?.rsplit_once(", ")?.1.parse().ok();
        }
        match ty {
            "i8" => Some(1),
            "i16" | "half" => Some(2),
            "i32" | "float" => Some(4),
            "i64" | "double" => Some(8),
            _ => None,
        }
    }
}

/// Operands, separated by commas outside brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (position, character) in text.char_indices() {
        match character {
            '(' | '{' | '[' | '<' => depth += 1,
            ')' | '}' | ']' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..position]);
                start = position + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(&text[start..]);
    }
    parts
}

/// `3f12v()…` is function 12.
fn number_in_name(name: &str) -> Option<usize> {
    let digits = name.trim_start_matches(|digit: char| digit.is_ascii_digit()).strip_prefix('f')?;
    digits.split_once("v(")?.0.parse().ok()
}

/// The address in a constant buffer that a line loads from.
fn load(line: &str) -> Option<&str> {
    let (_, address) = line.split_once(" = load ")?.1.split_once(", ptr addrspace(")?;
    let (_, address) = address.split_once(") ")?;
    Some(address.rsplit_once(", align ")?.0)
}
