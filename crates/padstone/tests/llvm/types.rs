//! LLVM types as `opt` computes them: every scalar in the type of each constant buffer, at its offset.

use std::collections::HashMap;
use std::fmt::Write;

use crate::llvm::scalars::{Elements, ScalarBytes};
use padstone_testing::Oracle;

/// One constant buffer of a module.
pub(crate) struct Buffer {
    pub(crate) name: String,
    pub(crate) size: u64,
    /// Ascending.
    pub(crate) numbers: Vec<ScalarBytes>,
}

/// Verifies a module with `opt`, and computes the size and the offsets of each of its constant buffers.
///
/// # Errors
/// The errors of `opt`.
pub(crate) fn fold(opt: &Oracle, module: &str) -> Result<Vec<Buffer>, String> {
    let named: HashMap<&str, Type> = module.lines().filter_map(definition).collect();
    let mut module_text = String::from("\ndeclare void @padstone.test.offset(i64)\ndefine void @padstone.test.offsets() {\n");
    let mut buffers = Vec::new();
    for (handle, content) in module.lines().filter_map(handle) {
        let mut paths = Vec::new();
        leaves(&Type::Named(content), &named, &mut vec![0], &mut paths);
        ask(&mut module_text, content, &[1]);
        paths.iter().for_each(|(path, _)| ask(&mut module_text, content, path));
        buffers.push((handle, paths));
    }
    module_text.push_str("  ret void\n}\n");

    let answer = opt.run(&["-passes=verify,instcombine", "-S"], &format!("{module}{module_text}"))?;
    let calls = answer.lines().filter_map(|line| line.trim().strip_prefix("call void @padstone.test.offset(i64 "));
    let mut folded = calls.map(|call| call.trim_end_matches(')').parse::<u64>().map_err(|_| format!("opt did not fold {call}")));
    let mut next = || folded.next().ok_or("opt lost an offset")?;
    let buffers = buffers.into_iter().map(|(name, paths)| {
        let size = next()?;
        let numbers = paths.into_iter().map(|(_, bytes)| Ok(ScalarBytes { offset: next()?, bytes })).collect::<Result<_, String>>()?;
        Ok(Buffer { name: name.to_owned(), size, numbers })
    });
    buffers.collect()
}

/// A call whose argument is the offset of that path.
fn ask(text: &mut String, ty: &str, path: &[u64]) {
    let indices: String = path.iter().map(|index| format!(", i32 {index}")).collect();
    let address = format!("getelementptr ({ty}, ptr null{indices})");
    writeln!(text, "  call void @padstone.test.offset(i64 ptrtoint (ptr {address} to i64))").expect("text can be written");
}

/// `C` and its type of `@C.cb = global target("dx.CBuffer", %__cblayout_C) poison`.
fn handle(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.strip_prefix('@')?.split_once(" = ")?;
    let name = name.trim_matches('"').trim_end_matches(".cb").trim_end_matches(".tb");
    let rest = rest.split_once("target(\"dx.CBuffer\", ").or_else(|| rest.split_once("target(\"spirv.VulkanBuffer\", "))?.1;
    let end = match rest.strip_prefix("%\"") {
        Some(quoted) => quoted.find('"')? + 3,
        None => rest.find([',', ')'])?,
    };
    Some((name, &rest[..end]))
}

enum Type<'t> {
    ScalarBytes(u64),
    Vector(u64, u64),
    Array(u64, Box<Type<'t>>),
    Struct(Vec<Type<'t>>),
    Named(&'t str),
    Padding,
}

/// The size and index path of every scalar in a type.
fn leaves(ty: &Type, named: &HashMap<&str, Type>, path: &mut Vec<u64>, found: &mut Vec<(Vec<u64>, u64)>) {
    let mut within = |ty: &Type, inner: &[u64]| {
        path.extend(inner);
        leaves(ty, named, path, found);
        path.truncate(path.len() - inner.len());
    };
    match ty {
        Type::ScalarBytes(bytes) => found.push((path.clone(), *bytes)),
        Type::Vector(count, bytes) => (0..*count).for_each(|index| within(&Type::ScalarBytes(*bytes), &[index])),
        Type::Array(count, element) => Elements::Ends.of(*count).for_each(|index| within(element, &[index])),
        Type::Struct(fields) => match peeled(fields) {
            Some((count, element)) => {
                let indices = |index| if index + 1 == count { vec![1] } else { vec![0, index, 0] };
                Elements::Ends.of(count).for_each(|index| within(element, &indices(index)));
            }
            None => fields.iter().enumerate().for_each(|(index, field)| within(field, &[index as u64])),
        },
        Type::Named(name) => within(&named[name], &[]),
        Type::Padding => {}
    }
}

/// Count and element of `<{ [3 x <{ T, padding }>], T }>`, an array without padding after its last element.
fn peeled<'a, 't>(fields: &'a [Type<'t>]) -> Option<(u64, &'a Type<'t>)> {
    match fields {
        [Type::Array(count, padded), last] => match &**padded {
            Type::Struct(inner) if matches!(inner[..], [_, Type::Padding]) => Some((count + 1, last)),
            _ => None,
        },
        _ => None,
    }
}

fn definition(line: &str) -> Option<(&str, Type<'_>)> {
    let (name, text) = line.split_once(" = type ")?;
    name.starts_with('%').then(|| (name, Parser { text }.ty()))
}

struct Parser<'t> {
    text: &'t str,
}

impl<'t> Parser<'t> {
    fn ty(&mut self) -> Type<'t> {
        if self.eat("<{") {
            self.fields("}>")
        } else if self.eat("{") {
            self.fields("}")
        } else if self.eat("<") {
            let count = self.count();
            let Type::ScalarBytes(bytes) = self.ty() else { panic!("a vector without scalars: {}", self.text) };
            assert!(self.eat(">"), "{}", self.text);
            Type::Vector(count, bytes)
        } else if self.eat("[") {
            let count = self.count();
            let element = self.ty();
            assert!(self.eat("]"), "{}", self.text);
            Type::Array(count, Box::new(element))
        } else if self.text.starts_with('%') {
            let quoted = self.text[1..].strip_prefix('"').and_then(|name| name.find('"')).map(|end| end + 3);
            Type::Named(self.take(quoted.unwrap_or_else(|| self.text.find([',', ' ', ']', '>', '}']).unwrap_or(self.text.len()))))
        } else if self.text.starts_with("target(") {
            let ty = self.take(self.text.find(')').expect("a target type ends") + 1);
            assert!(ty.contains(".Padding\""), "{ty}");
            Type::Padding
        } else {
            let word = self.take(self.text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.text.len()));
            Type::ScalarBytes(match word {
                "half" => 2,
                "float" => 4,
                "double" => 8,
                _ => word[1..].parse::<u64>().expect("an integer type") / 8,
            })
        }
    }

    fn fields(&mut self, end: &str) -> Type<'t> {
        let mut fields = Vec::new();
        while !self.eat(end) {
            fields.push(self.ty());
            self.eat(",");
        }
        Type::Struct(fields)
    }

    /// `4 x`
    fn count(&mut self) -> u64 {
        let digits = self.text.find(' ').expect("a count is followed by a space");
        let count = self.take(digits).parse().expect("a count");
        assert!(self.eat("x"), "{}", self.text);
        count
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip_spaces();
        let rest = self.text.strip_prefix(token);
        self.text = rest.unwrap_or(self.text);
        self.skip_spaces();
        rest.is_some()
    }

    fn skip_spaces(&mut self) {
        self.text = self.text.trim_start();
    }

    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.text.split_at(length);
        self.text = rest;
        taken
    }
}
