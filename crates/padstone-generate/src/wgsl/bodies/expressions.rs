//! Expressions of a requested type. Constant expressions never fail to evaluate.

use super::{Body, ValueType};

impl Body<'_, '_, '_> {
    /// An expression of that type, with at most `levels` levels.
    pub(super) fn expression(&mut self, value: ValueType, levels: u32) -> String {
        if levels == 0 {
            return self.operand(value);
        }
        let choice = self.generator.choices.below(10);
        match (value.scalar, choice) {
            (_, 0 | 1) => self.operand(value),
            ("bool", 2) if value.width == 1 => self.comparison(levels - 1),
            ("bool", 3) => format!("!{}", self.primary(value, levels - 1)),
            ("bool", _) => self.binary(value, if value.width == 1 { &["&&", "||", "==", "!="] } else { &["&", "|", "=="] }, levels - 1),
            (_, 2) => {
                let condition = self.expression(ValueType::BOOL, levels - 1);
                format!("select({}, {}, {condition})", self.expression(value, levels - 1), self.expression(value, levels - 1))
            }
            (_, 3) => format!("max({}, {})", self.expression(value, levels - 1), self.expression(value, levels - 1)),
            ("f32" | "i32", 4) => format!("-{}", self.primary(value, levels - 1)),
            ("u32" | "i32", 5) => self.binary(value, &["&", "|", "^"], levels - 1),
            ("u32" | "i32", 6) => format!("({} >> {})", self.primary(value, levels - 1), self.splat(value.width, "u32", "3u")),
            ("f32", 5) if value.width == 1 => {
                let vector = ValueType { width: self.generator.choices.between(2, 4), scalar: "f32" };
                format!("dot({}, {})", self.expression(vector, levels - 1), self.expression(vector, levels - 1))
            }
            ("f32", 6) => format!("floor({})", self.expression(value, levels - 1)),
            ("f32" | "u32" | "i32", 7) => self.conversion(value, levels - 1),
            (_, 8) => self.call(value, levels - 1),
            (_, 9) if value.width > 1 => self.swizzle(value, levels - 1),
            (scalar, 9) => format!("{} / {}", self.primary(value, levels - 1), if scalar == "f32" { "2.0" } else { "2" }),
            _ => self.binary(value, &["+", "-", "*"], levels - 1),
        }
    }

    /// An expression that is allowed as an operand.
    fn primary(&mut self, value: ValueType, levels: u32) -> String {
        format!("({})", self.expression(value, levels))
    }

    fn binary(&mut self, value: ValueType, operators: &[&str], levels: u32) -> String {
        let operator = *self.generator.choices.pick(operators);
        format!("{} {operator} {}", self.primary(value, levels), self.primary(value, levels))
    }

    fn comparison(&mut self, levels: u32) -> String {
        let scalar = *self.generator.choices.pick(&["f32", "u32", "i32"]);
        let value = ValueType { width: 1, scalar };
        self.binary(value, &["<", ">", "<=", ">=", "==", "!="], levels)
    }

    fn conversion(&mut self, value: ValueType, levels: u32) -> String {
        let scalar = *self.generator.choices.pick(&["u32", "f32", "i32"]);
        let from = ValueType { width: value.width, scalar };
        format!("{}({})", value.text(), self.expression(from, levels))
    }

    /// Components of a vector of the same length or longer.
    fn swizzle(&mut self, value: ValueType, levels: u32) -> String {
        let from = ValueType { width: self.generator.choices.between(2, 4), ..value };
        let letters = *self.generator.choices.pick(&["xyzw", "rgba"]);
        let picked: String = (0..value.width).map(|_| &letters[self.generator.choices.below(from.width)..][..1]).collect();
        format!("{}.{picked}", self.primary(from, levels))
    }

    /// A call of a function with that result type, if there is one.
    fn call(&mut self, value: ValueType, levels: u32) -> String {
        let functions = self.functions;
        match functions.iter().find(|function| function.result == Some(value)) {
            Some(function) => {
                let arguments: Vec<String> = function.parameters.iter().map(|&parameter| self.expression(parameter, levels)).collect();
                format!("{}({})", function.name, arguments.join(", "))
            }
            None => self.operand(value),
        }
    }

    /// A local, a part of a variable, or a literal.
    fn operand(&mut self, value: ValueType) -> String {
        if self.generator.choices.one_in(2) {
            let fitting: Vec<String> = self.locals.iter().filter(|local| local.value == value).map(|local| local.path.clone()).collect();
            if !fitting.is_empty() {
                return self.generator.choices.pick(&fitting).clone();
            }
        }
        for _ in 0..3 {
            match self.memory_location() {
                Some(place) if place.value == value && place.atomic => return format!("atomicLoad(&{})", place.path),
                Some(place) if place.value == value => return place.path,
                _ => {}
            }
        }
        self.literal(value)
    }

    fn literal(&mut self, value: ValueType) -> String {
        if value.width > 1 && self.generator.choices.one_in(2) {
            let single = ValueType { width: 1, ..value };
            let components: Vec<String> = (0..value.width).map(|_| self.literal(single)).collect();
            return format!("{}({})", value.text(), components.join(", "));
        }
        let digit = self.generator.choices.between(1, 3);
        let scalar = match (value.scalar, self.generator.choices.one_in(2)) {
            ("bool", element) => element.to_string(),
            ("f32", true) => format!("{digit}.5"),
            ("f32", false) => format!("{digit}f"),
            ("f16", _) => format!("{digit}h"),
            ("u32", _) => format!("{digit}u"),
            (_, _) => format!("{digit}i"),
        };
        self.splat(value.width, value.scalar, &scalar)
    }

    fn splat(&self, width: usize, scalar: &'static str, component: &str) -> String {
        if width == 1 { component.to_owned() } else { format!("{}({component})", ValueType { width, scalar }.text()) }
    }
}
