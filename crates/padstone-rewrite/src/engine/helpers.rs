//! Generated functions that read and write memory whose storage changes, where an expression is not enough.

use std::fmt::Write;

use super::cursor::{ChainRoot, ChainStep, Index, MemoryCursor, VectorPart};
use super::types::LETTERS;
use super::{Engine, RewriteBlocked};

/// The functions generated so far.
#[derive(Debug, Default)]
pub(crate) struct Helpers {
    /// The names of the functions, by the memory that each accesses.
    names: std::collections::BTreeMap<(bool, String), String>,
    /// The declaration before each, and its text.
    pub(crate) texts: Vec<(usize, String)>,
    /// Whether a generated function, rather than an existing one, is being written.
    is_writing: bool,
}

/// The names of index parameters.
const INDICES: [&str; 4] = ["i", "j", "k", "l"];

impl Engine<'_, '_> {
    /// A call of the function that reads this memory.
    pub(crate) fn call_loader(&mut self, from: &MemoryCursor) -> Result<String, RewriteBlocked> {
        let name = self.helper(from, false)?;
        let vector = MemoryCursor { part: VectorPart::Whole, ..from.clone() };
        let arguments: Vec<String> = vector.indices().map(Index::as_u32).collect();
        Ok(format!("{name}({})", arguments.join(", ")))
    }

    /// A call of the function that writes this memory.
    pub(crate) fn call_storer(&mut self, to: &MemoryCursor, value: &str) -> Result<String, RewriteBlocked> {
        let name = self.helper(to, true)?;
        let mut arguments: Vec<String> = to.indices().map(Index::as_u32).collect();
        arguments.push(value.to_owned());
        Ok(format!("{name}({})", arguments.join(", ")))
    }

    /// The name of a loop counter.
    pub(crate) fn loop_index(&mut self) -> String {
        if self.helpers.is_writing { self.local("n") } else { self.name_here("n") }
    }

    /// The name of the function that reads or writes this memory; generates it on first use.
    fn helper(&mut self, position: &MemoryCursor, stores: bool) -> Result<String, RewriteBlocked> {
        let ChainRoot::Variable(declaration) = position.root else { return Err(RewriteBlocked) };
        let root = self.unit.tree.declarations[declaration].name().map_or("", |name| self.unit.names.resolve(name.symbol));
        let mut path = root.to_owned();
        let mut key = root.to_owned();
        for step in &position.steps {
            match step {
                ChainStep::Member(id, member) => {
                    let name = self.unit.module.structs[*id].fields[*member].name;
                    let name = self.unit.names.resolve(name);
                    write!(path, "_{name}").and_then(|()| write!(key, ".{name}")).map_err(|_| RewriteBlocked)?;
                }
                ChainStep::Index(Index { constant: Some(constant), .. }) => {
                    write!(path, "_{constant}").and_then(|()| write!(key, "[{constant}]")).map_err(|_| RewriteBlocked)?;
                }
                ChainStep::Index(_) => key.push_str("[]"),
                ChainStep::Swizzle(components) => {
                    let letters: String = components.iter().map(|&component| LETTERS[usize::from(component)]).collect();
                    write!(path, "_{letters}").and_then(|()| write!(key, ".{letters}")).map_err(|_| RewriteBlocked)?;
                }
            }
        }
        if let Some(name) = self.helpers.names.get(&(stores, key.clone())) {
            return Ok(name.clone());
        }
        let name = self.names.fresh(&format!("{}_{path}", if stores { "store" } else { "load" }));
        self.helpers.names.insert((stores, key), name.clone());
        let was_writing = std::mem::replace(&mut self.helpers.is_writing, true);
        let text = self.write_helper(&name, root, declaration, position, stores);
        self.helpers.is_writing = was_writing;
        let text = text?;
        self.helpers.texts.push((declaration, text));
        Ok(name)
    }

    fn write_helper(
        &mut self,
        name: &str,
        root: &str,
        declaration: usize,
        position: &MemoryCursor,
        stores: bool,
    ) -> Result<String, RewriteBlocked> {
        let ty = self.unit.content(declaration).ok_or(RewriteBlocked)?;
        let mut cursor = self.start(root.to_owned(), ty, ChainRoot::Variable(declaration));
        let mut parameters: Vec<String> = Vec::new();
        for step in &position.steps {
            let step = match step {
                ChainStep::Index(index) if index.constant.is_none() => {
                    let requested = INDICES.get(parameters.len()).map_or_else(|| format!("i{}", parameters.len()), |&name| name.to_owned());
                    let name = self.local(&requested);
                    parameters.push(name.clone());
                    ChainStep::Index(Index::named(name, true))
                }
                other => other.clone(),
            };
            cursor = self.step(&cursor, step)?;
        }
        let value = self.value_type(&cursor);
        let colon = self.colon();
        let mut parameters: Vec<String> = parameters.into_iter().map(|name| format!("{name}{colon}u32")).collect();
        if let Some(id) = self.unit.struct_within(cursor.ty) {
            self.needs_value(id);
        }
        let mut lines;
        let head;
        if stores {
            let value_text = self.local("value");
            parameters.push(format!("{value_text}{colon}{value}"));
            lines = self.store(&cursor, &value_text)?;
            head = format!("fn {name}({}){} {{", parameters.join(", "), self.no_result());
        } else {
            let (statements, result) = self.loader_body(&cursor)?;
            lines = statements;
            lines.push(format!("return {result};"));
            head = format!("fn {name}({}) -> {value} {{", parameters.join(", "));
        }
        Ok(format!("{head}\n    {}\n}}", lines.join("\n    ")))
    }
}
