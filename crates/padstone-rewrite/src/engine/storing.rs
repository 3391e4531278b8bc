//! Writes memory whose storage changes: each part of a value at its new location, without touching adjacent bytes.

use padstone_model::{Count, Type};

use super::cursor::{ChainStep, Index, MemoryCursor, MemoryPosition, VectorPart};
use super::types::LETTERS;
use super::{Engine, RewriteBlocked};

/// Arrays of more elements are written in a loop.
const UNROLLED: u64 = 4;

impl Engine<'_, '_> {
    /// The statements that write a value, which is given by name.
    pub(crate) fn store(&mut self, to: &MemoryCursor, value: &str) -> Result<Vec<String>, RewriteBlocked> {
        match &to.part {
            VectorPart::Whole => {}
            VectorPart::Swizzle(components) => return self.store_components(to, components, value),
            VectorPart::Component(index) => return self.store_component(to, index, value),
        }
        if to.position == MemoryPosition::Whole && !self.is_stored_anew(to) {
            return Ok(vec![format!("{} = {value};", to.text)]);
        }
        if let Type::Array { count: Count::Known(count), .. } = to.ty
            && count > UNROLLED
        {
            let index = self.loop_index();
            let part = self.step(to, ChainStep::Index(Index::named(index.clone(), true)))?;
            let stores = self.store(&part, &format!("{value}[{index}]"))?.join(" ");
            return Ok(vec![self.counting(&index, count, &stores)]);
        }
        let mut statements = Vec::new();
        for step in self.component_steps(to.ty)? {
            let part = self.step(to, step.clone())?;
            let of_value = match step {
                ChainStep::Member(id, position) => {
                    let name = self.unit.module.structs[id].fields[position].name;
                    format!("{value}.{}", self.unit.names.resolve(name))
                }
                ChainStep::Index(index) => format!("{value}[{}]", index.text),
                ChainStep::Swizzle(components) => format!("{value}.{}", LETTERS[usize::from(components[0])]),
            };
            statements.extend(self.store(&part, &of_value)?);
        }
        Ok(statements)
    }

    /// `v.yx = value`
    fn store_components(&mut self, to: &MemoryCursor, components: &[u8], value: &str) -> Result<Vec<String>, RewriteBlocked> {
        let vector = MemoryCursor { part: VectorPart::Whole, ..to.clone() };
        let mut statements = Vec::new();
        for (index, &component) in components.iter().enumerate() {
            let part = self.step(&vector, ChainStep::Swizzle(vec![component]))?;
            statements.extend(self.store(&part, &format!("{value}.{}", LETTERS[index]))?);
        }
        Ok(statements)
    }

    /// `v[i] = value`: an index out of bounds refers to the last component, as WGSL allows.
    fn store_component(&mut self, to: &MemoryCursor, index: &Index, value: &str) -> Result<Vec<String>, RewriteBlocked> {
        let vector = MemoryCursor { part: VectorPart::Whole, ..to.clone() };
        let (_, width) = to.vector().ok_or(RewriteBlocked)?;
        let mut clauses = Vec::new();
        for component in 0..width {
            let part = self.step(&vector, ChainStep::Swizzle(vec![component]))?;
            let stores = self.store(&part, value)?.join(" ");
            let label = if component + 1 == width { "default".to_owned() } else { format!("case {component}u") };
            clauses.push(format!("{label}: {{ {stores} }}"));
        }
        let (open, close) = if self.is_draft() { ("(", ")") } else { ("", "") };
        Ok(vec![format!("switch {open}{}{close} {{ {} }}", index.as_u32(), clauses.join(" "))])
    }
}
