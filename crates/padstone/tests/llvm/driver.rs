//! Generates a main function for `lli` that calls every copy and accessor of a module, and prints the number of each that deviates
//! from the layouts.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use padstone_read::Unit;
use padstone_read::layout::{Layout, ModuleLayout, Shape, Subject, TypeLayouts};
use padstone_read::model::{BufferKind, FieldRole, Module, Type, TypeId};

use crate::llvm::scalars::{self, Elements, ScalarBytes};

/// The byte in memory before a copy, and in padding after it.
const UNTOUCHED: u8 = 0xee;
/// The number of bytes after the destination that must not change.
const GUARD: usize = 16;

/// The text of a main function, and its checks.
pub(crate) struct Driver {
    globals: String,
    body: String,
    /// The checks by number.
    checks: Vec<String>,
}

impl Driver {
    pub(crate) fn new(unit: &Unit, layouts: &ModuleLayout, module: &str) -> Self {
        let mut driver = Driver { globals: String::new(), body: String::new(), checks: Vec::new() };
        let functions: Vec<&str> = module.lines().filter_map(|line| line.strip_prefix("define ")).filter_map(function_name).collect();
        let constant = layouts.layouts.iter().find(|layout| is_constant_buffer(&unit.module, layout));
        if let Some(constant) = constant {
            let copies = Copies { module: &unit.module, buffer: layouts.types(constant), standard: layouts.standard() };
            driver.copies(&copies, &functions);
        }
        driver.accessors(&unit.module, layouts, &functions);
        driver
    }

    /// The number of called functions.
    pub(crate) fn checks(&self) -> usize {
        self.checks.len()
    }

    /// The text to append to the module.
    pub(crate) fn text(&self) -> String {
        format!(
            "{RUNTIME}{}\ndefine i32 @main() {{\n{}  call i32 @puts(ptr @padstone.test.done)\n  ret i32 0\n}}\n",
            self.globals, self.body
        )
    }

    /// The checks with the printed numbers.
    pub(crate) fn explain(&self, printed: &str) -> String {
        let check = |line: &str| line.parse::<usize>().ok().and_then(|number| self.checks.get(number).cloned());
        printed.lines().filter_map(check).collect::<Vec<_>>().join("\n")
    }

    fn copies(&mut self, copies: &Copies<'_>, functions: &[&str]) {
        let structs: HashMap<&str, TypeId> =
            copies.module.structs.iter().filter_map(|(_, found)| Some((copies.module.name(found.name), found.ty?))).collect();
        for function in functions {
            for (prefix, into_buffer) in [("padstone.load.", false), ("padstone.store.", true)] {
                // The functions of an enclosing struct copy an anonymous struct.
                let Some(ty) = function.strip_prefix(prefix).and_then(|name| structs.get(name)) else { continue };
                let (before, after) = copies.images(*ty, into_buffer);
                self.copy(function, &before, &after);
            }
        }
    }

    /// Calls a copy with the memory `before`, and compares the memory afterwards with `after`.
    fn copy(&mut self, function: &str, before: &[u8], after: &[u8]) {
        let (check, length) = (self.checks.len(), after.len());
        writeln!(self.globals, "@padstone.test.before.{check} = constant [{} x i8] c\"{}\"", before.len(), escaped(before)).expect(TEXT);
        writeln!(self.globals, "@padstone.test.after.{check} = constant [{length} x i8] c\"{}\"", escaped(after)).expect(TEXT);
        writeln!(self.globals, "@padstone.test.memory.{check} = global [{length} x i8] zeroinitializer").expect(TEXT);
        let memory = format!("@padstone.test.memory.{check}");
        writeln!(self.body, "  call ptr @memset(ptr {memory}, i32 {UNTOUCHED}, i64 {length})").expect(TEXT);
        writeln!(self.body, "  call void @\"{function}\"(ptr {memory}, ptr @padstone.test.before.{check})").expect(TEXT);
        let arguments = format!("ptr {memory}, ptr @padstone.test.after.{check}, i64 {length}, i32 {check}");
        writeln!(self.body, "  call void @padstone.test.bytes({arguments})").expect(TEXT);
        self.checks.push(function.to_owned());
    }

    fn accessors(&mut self, module: &Module, layouts: &ModuleLayout, functions: &[&str]) {
        let mut expected = BTreeMap::new();
        for layout in &layouts.layouts {
            let (name, indices) = match layout.subject {
                Subject::Buffer(id) => {
                    let structured = layout.stride.filter(|_| module.buffers[id].kind == BufferKind::Structured);
                    (module.buffers[id].name, structured.map(|stride| (stride.bytes(), 4)).into_iter().collect())
                }
                Subject::Struct(id) => (module.structs[id].name, Vec::new()),
            };
            let path = format!("padstone.address.{}", module.name(name));
            let address = Address { offset: 0, indices };
            addresses(module, layouts.types(layout), layout.content, &path, &address, &mut expected);
        }
        for function in functions.iter().filter(|name| name.starts_with("padstone.address.")) {
            match expected.get(*function) {
                Some(address) => self.accessor(function, address),
                // The functions of anonymous structs have the same name, with a number.
                None => assert!(function.starts_with("padstone.address.anon"), "no such leaf: {function}"),
            }
        }
    }

    /// Calls an accessor for the first and for the last elements.
    fn accessor(&mut self, function: &str, address: &Address) {
        for last in [false, true] {
            let index = |count: u64| if last { count.saturating_sub(1) } else { 0 };
            let offset = address.offset + address.indices.iter().map(|&(stride, count)| stride * index(count)).sum::<u64>();
            let check = self.checks.len();
            let indices: String = address.indices.iter().map(|&(_, count)| format!(", i64 {}", index(count))).collect();
            writeln!(self.body, "  %r{check} = call ptr @\"{function}\"(ptr @padstone.test.base{indices})").expect(TEXT);
            writeln!(self.body, "  call void @padstone.test.address(ptr %r{check}, i64 {offset}, i32 {check})").expect(TEXT);
            self.checks.push(format!("{function}, offset {offset}"));
        }
    }
}

/// Compares and prints; `lli` provides the C library.
const RUNTIME: &str = r#"
@padstone.test.base = global i8 0
@padstone.test.done = constant [5 x i8] c"done\00"
@padstone.test.number = constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)
declare i32 @puts(ptr)
declare ptr @memset(ptr, i32, i64)
declare i32 @memcmp(ptr, ptr, i64)
define void @padstone.test.verdict(i1 %good, i32 %check) {
  br i1 %good, label %done, label %bad
bad:
  call i32 (ptr, ...) @printf(ptr @padstone.test.number, i32 %check)
  br label %done
done:
  ret void
}
define void @padstone.test.bytes(ptr %got, ptr %wanted, i64 %length, i32 %check) {
  %difference = call i32 @memcmp(ptr %got, ptr %wanted, i64 %length)
  %good = icmp eq i32 %difference, 0
  call void @padstone.test.verdict(i1 %good, i32 %check)
  ret void
}
define void @padstone.test.address(ptr %got, i64 %offset, i32 %check) {
  %wanted = getelementptr i8, ptr @padstone.test.base, i64 %offset
  %good = icmp eq ptr %got, %wanted
  call void @padstone.test.verdict(i1 %good, i32 %check)
  ret void
}
"#;

const TEXT: &str = "text can be written";

/// The two sides of a copy.
struct Copies<'m> {
    module: &'m Module,
    buffer: &'m TypeLayouts,
    standard: &'m TypeLayouts,
}

impl Copies<'_> {
    /// The source bytes, and the expected destination: every scalar at its offset, all other bytes unchanged.
    fn images(&self, ty: TypeId, into_buffer: bool) -> (Vec<u8>, Vec<u8>) {
        let (from, to) = if into_buffer { (self.standard, self.buffer) } else { (self.buffer, self.standard) };
        let before: Vec<u8> = (0..size(from, ty)).map(pattern).collect();
        let mut after = vec![UNTOUCHED; size(to, ty) + GUARD];
        let [sources, destinations] = [from, to].map(|types| scalars::of(self.module, types, ty, Elements::All));
        assert_eq!(sources.len(), destinations.len(), "both sides have the same scalars");
        for (source, destination) in sources.iter().zip(&destinations) {
            after[range(destination)].copy_from_slice(&before[range(source)]);
        }
        (before, after)
    }
}

fn size(types: &TypeLayouts, ty: TypeId) -> usize {
    types.get(ty).map_or(0, |laid| laid.size.bytes()) as usize
}

fn range(number: &ScalarBytes) -> std::ops::Range<usize> {
    number.offset as usize..(number.offset + number.bytes) as usize
}

/// A byte that depends on its offset, and differs from untouched memory.
fn pattern(index: usize) -> u8 {
    ((index * 31 + index / 256 * 7) % usize::from(UNTOUCHED)) as u8
}

/// The expected address of an accessor.
#[derive(Clone)]
struct Address {
    offset: u64,
    /// Stride and count of each array in the path, and of a matrix.
    indices: Vec<(u64, u64)>,
}

/// The expected accessors of a type, by the name of the function.
fn addresses(module: &Module, types: &TypeLayouts, ty: TypeId, path: &str, address: &Address, found: &mut BTreeMap<String, Address>) {
    let Ok(laid) = types.get(ty) else { return };
    let indexed = |stride: u64, count: u64| {
        let mut inner = address.clone();
        inner.indices.push((stride, count));
        inner
    };
    match (module.types[ty], laid.shape) {
        (Type::Struct(_), _) => {
            for (field, place) in types.fields(module, ty) {
                let path = format!("{path}.{}", module.name(field.name));
                let inner = Address { offset: address.offset + place.offset.bytes(), ..address.clone() };
                if !field.name.is_empty() || field.role == FieldRole::Base {
                    addresses(module, types, field.ty, &path, &inner, found);
                }
            }
        }
        (Type::Array { element, count }, Shape::Array { stride }) => {
            addresses(module, types, element, path, &indexed(stride.bytes(), count.known().unwrap_or(1)), found);
        }
        (Type::Matrix { .. }, Shape::Matrix { stride, vectors, .. }) => {
            found.insert(path.to_owned(), indexed(stride.bytes(), vectors.into()));
        }
        _ => {
            found.insert(path.to_owned(), address.clone());
        }
    }
}

fn is_constant_buffer(module: &Module, layout: &Layout) -> bool {
    matches!(layout.subject, Subject::Buffer(id) if module.buffers[id].kind == BufferKind::CBuffer)
}

/// `padstone.load.S` of `void @padstone.load.S(ptr %dst, …`.
fn function_name(signature: &str) -> Option<&str> {
    let name = signature.split_once('@')?.1;
    match name.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => name.split('(').next(),
    }
}

/// Bytes as the text of an LLVM string.
fn escaped(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("\\{byte:02X}")).collect()
}
