//! Constants, and the many spellings of a constant number.

use super::Generator;

impl Generator<'_, '_> {
    /// Module-scope constants with small values.
    pub(super) fn constants(&mut self) {
        for _ in 0..self.choices.below(5) {
            let name = self.name("COUNT");
            let (text, value) = self.count();
            let ty = *self.choices.pick(&["", "", ": i32", ": u32"]);
            self.declare(format!("const {name}{ty} = {};", if ty.is_empty() { text } else { value.to_string() }));
            self.structs.constants.push((name, value, !ty.is_empty()));
        }
    }

    /// An array size: its spelling and its value.
    pub(super) fn count(&mut self) -> (String, u64) {
        let value = self.choices.between(1, 7) as u64;
        let known = self.structs.constants.get(self.choices.below(self.structs.constants.len().max(1))).cloned();
        match (self.choices.below(18), known) {
            (5 | 6, Some((name, value, _))) => (name, value),
            (7, Some((name, value, _))) => (format!("{name} * 2"), value * 2),
            (8, Some((name, value, false))) => (format!("max({name}, 4)"), value.max(4)),
            (9, _) => (format!("{value}u"), value),
            (10, _) => (format!("{value}i"), value),
            (11, _) => (format!("0x{value:x}"), value),
            (12, _) => (format!("{value} + 2 * 3 - 6"), value),
            (13, _) => (format!("1u << {value}u"), 1 << value),
            (14, _) => (format!("(256 >> {value}u)"), 256 >> value),
            (15, _) => (format!("min({value}, 3) + clamp({value}, 2, 5)"), value.min(3) + value.clamp(2, 5)),
            (16, _) => (format!("vec3(1, {value}, 3).y"), value),
            (17, _) => (format!("select(9, {value}, true)"), value),
            _ => (value.to_string(), value),
        }
    }
}
