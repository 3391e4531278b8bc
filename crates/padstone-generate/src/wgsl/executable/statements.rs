//! Statements that access a memory location.

use super::super::types::{Type, TypeKind};
use super::{MemoryPath, Writer};

impl Writer<'_, '_> {
    /// Reads a memory location and, if possible, writes it, in one of many ways.
    pub(super) fn visit(&mut self, place: &MemoryPath) {
        if self.beyond.pointers && self.generator.choices.one_in(3) && self.through_parameter(place) {
            return;
        }
        if self.generator.choices.one_in(4) {
            self.write_through_let(place);
        } else {
            self.touch(place);
        }
    }

    /// Through a named pointer.
    fn write_through_let(&mut self, place: &MemoryPath) {
        let pointer = self.local();
        let mut place = place.clone();
        // An index that changes after the pointer was created.
        let mut index = None;
        if let Some(last) = place.indices.last_mut().filter(|_| self.generator.choices.one_in(3)) {
            let name = self.generator.name("t");
            let value = std::mem::replace(&mut last.text, name.clone());
            self.body.push(format!("var {name} = {value};"));
            index = Some(name);
        }
        self.line(format!("let {pointer} = &{};", place.text()));
        if let Some(name) = index {
            self.line(format!("{name} += 1;"));
        }
        if matches!(place.ty.shape, TypeKind::Struct(_) | TypeKind::Array(..)) && self.generator.choices.one_in(2) {
            return self.touch_some_of(&pointer, &place.ty, place.writable);
        }
        let path = MemoryPath::named(&format!("(*{pointer})"), place.ty, place.writable);
        for _ in 0..self.generator.choices.between(1, 2) {
            self.touch(&path);
        }
    }

    pub(super) fn touch(&mut self, place: &MemoryPath) {
        let text = place.text();
        if let TypeKind::Atomic(scalar) = place.ty.shape {
            return self.atomic(&text, scalar);
        }
        if place.ty.is_runtime() {
            return self.length(&text, &place.ty);
        }
        if place.ty.atomic {
            return;
        }
        if place.writable && !self.generator.choices.one_in(3) {
            self.write(&text, &place.ty);
        } else {
            self.read(&text, &place.ty);
        }
    }

    fn atomic(&mut self, text: &str, scalar: &str) {
        let value = self.number(scalar);
        let line = match self.generator.choices.below(7) {
            0 => format!("put_{scalar}(atomicLoad(&{text}));"),
            1 => format!("atomicStore(&{text}, {value});"),
            2 => format!("put_{scalar}(atomicExchange(&{text}, {value}));"),
            3 => format!("atomicMax(&{text}, {value});"),
            4 => format!("put_{scalar}(atomicCompareExchangeWeak(&{text}, {value}, {value}).old_value);"),
            5 => format!("put_{scalar}(atomicXor(&{text}, {value}));"),
            _ => format!("put_{scalar}(atomicAdd(&{text}, {value}));"),
        };
        self.line(line);
    }

    fn length(&mut self, text: &str, ty: &Type) {
        match &ty.shape {
            TypeKind::Array(..) => self.line(format!("put_u32(arrayLength(&{text}));")),
            TypeKind::Struct(members) => {
                let last = &members.last().expect("the type ends with an array").name;
                self.line(format!("put_u32(arrayLength(&{text}.{last}));"));
            }
            _ => {}
        }
    }

    fn read(&mut self, text: &str, ty: &Type) {
        match (&ty.shape, self.generator.choices.below(4)) {
            (&TypeKind::Vector(width, scalar), 1) => {
                let component = self.component(width);
                self.line(format!("put_{scalar}({text}{component});"));
            }
            (&TypeKind::Vector(width, scalar), 2) => {
                let length = self.generator.choices.between(2, 4);
                let letters = *self.generator.choices.pick(&["xyzw", "rgba"]);
                let swizzle: String = (0..length).map(|_| &letters[self.generator.choices.below(width)..][..1]).collect();
                self.show(&format!("{text}.{swizzle}"), &Type::vector(length, scalar, String::new()));
            }
            (&TypeKind::Matrix(columns, rows, scalar), 1 | 2) => {
                let column = self.subscript(columns);
                self.show(&format!("{text}[{column}]"), &Type::vector(rows, scalar, String::new()));
            }
            (&TypeKind::Matrix(columns, rows, scalar), 3) => {
                let (column, component) = (self.subscript(columns), self.component(rows));
                self.line(format!("put_{scalar}({text}[{column}]{component});"));
            }
            (TypeKind::Array(element, Some(count)), 1) => {
                let index = self.local();
                self.line(format!("for (var {index} = 0i; {index} < {count}; {index}++) {{"));
                self.show(&format!("{text}[{index}]"), element);
                self.line("}".to_owned());
            }
            _ => self.show(text, ty),
        }
    }

    fn write(&mut self, text: &str, ty: &Type) {
        match (&ty.shape, self.generator.choices.below(5)) {
            (&TypeKind::Scalar(scalar), choice) => self.write_scalar(text, scalar, choice),
            (&TypeKind::Vector(width, scalar), choice @ (1 | 2)) => {
                let component = self.component(width);
                self.write_scalar(&format!("{text}{component}"), scalar, choice);
            }
            (&TypeKind::Vector(..), 3) => {
                let value = self.value(ty);
                self.line(format!("{text} += {value};"));
            }
            (&TypeKind::Matrix(columns, rows, scalar), 1) => {
                let (column, component) = (self.subscript(columns), self.component(rows));
                self.write_scalar(&format!("{text}[{column}]{component}"), scalar, 0);
            }
            (&TypeKind::Matrix(columns, rows, scalar), 2) => {
                let column = self.subscript(columns);
                self.write(&format!("{text}[{column}]"), &Type::vector(rows, scalar, String::new()));
            }
            (&TypeKind::Matrix(..), 3) => self.line(format!("{text} *= 2.0;")),
            (TypeKind::Array(element, Some(count)), 1) => {
                let (local, index) = (self.local(), self.subscript(*count as usize));
                self.line(format!("var {local} = {text};"));
                let value = self.value(element);
                self.line(format!("{local}[{index}] = {value};"));
                self.line(format!("{text} = {local};"));
            }
            (TypeKind::Array(element, Some(count)), 2) => {
                let index = self.local();
                self.line(format!("for (var {index} = 0u; {index} < {count}u; {index}++) {{"));
                self.write(&format!("{text}[{index}]"), element);
                self.line("}".to_owned());
            }
            (TypeKind::Struct(_), choice) => self.write_struct(text, ty, choice),
            _ => {
                let value = self.value(ty);
                self.line(format!("{text} = {value};"));
            }
        }
    }

    fn write_scalar(&mut self, text: &str, scalar: &str, choice: usize) {
        let value = self.number(scalar);
        let is_integer = matches!(scalar, "u32" | "i32");
        match choice {
            0 => self.line(format!("{text} = {value};")),
            1 if is_integer => self.line(format!("{text}++;")),
            2 if is_integer => {
                let operator = *self.generator.choices.pick(&["^", "|", "&", "-", "*"]);
                self.line(format!("{text} {operator}= {value};"));
            }
            3 if is_integer => self.line(format!("{text} <<= 1u;")),
            4 => self.line(format!("{text} = {text} + {value};")),
            _ => self.line(format!("{text} += {value};")),
        }
    }

    fn write_struct(&mut self, text: &str, ty: &Type, choice: usize) {
        let others = self.members_of_type(ty);
        match (choice, others.is_empty()) {
            (0, false) => {
                let other = self.generator.choices.pick(&others).clone();
                self.line(format!("{text} = {other};"));
            }
            (1 | 2, _) => {
                let local = self.local();
                self.line(format!("var {local} = {text};"));
                self.touch_some_of(&local, ty, true);
                if choice == 2 {
                    let function = self.function_that_changes(ty);
                    self.line(format!("{function}(&{local});"));
                }
                self.line(format!("{text} = {local};"));
            }
            (3, _) => {
                let function = self.function_that_twists(ty);
                self.line(format!("{text} = {function}({text});"));
            }
            _ => {
                let value = self.value(ty);
                self.line(format!("{text} = {value};"));
            }
        }
    }

    /// Members of variables with a certain type, in the spelling of today's WGSL.
    fn members_of_type(&mut self, ty: &Type) -> Vec<String> {
        let mut places = Vec::new();
        let roots = if self.sealed { Vec::new() } else { self.roots.clone() };
        for root in &roots {
            self.add_paths_inside(&MemoryPath::of(root), &mut places);
        }
        places.iter().filter(|place| place.ty.text == ty.text).map(MemoryPath::text).collect()
    }

    /// The name of a function from a struct to the struct.
    fn function_that_twists(&mut self, ty: &Type) -> String {
        let name = self.generator.name("twist");
        let outside = std::mem::take(&mut self.body);
        self.line("var changed = before;".to_owned());
        self.touch_some_of("changed", ty, true);
        self.line("return changed;".to_owned());
        let body = std::mem::replace(&mut self.body, outside);
        self.functions.add(format!("fn {name}(before: {0}) -> {0}", ty.text), body);
        name
    }

    /// The name of a function that changes a struct of its caller and calls another function.
    fn function_that_changes(&mut self, ty: &Type) -> String {
        let names = [self.generator.name("change"), self.generator.name("change")];
        for (name, more) in names.iter().zip([None, Some(&names[0])]) {
            let outside = std::mem::take(&mut self.body);
            if let Some(more) = more {
                self.line(format!("{more}(pointer);"));
            }
            self.touch_some_of("(*pointer)", ty, true);
            let body = std::mem::replace(&mut self.body, outside);
            self.functions.add(format!("fn {name}(pointer: ptr<function, {}>)", ty.text), body);
        }
        names[1].clone()
    }

    /// Accesses the first locations inside a location.
    fn touch_some_of(&mut self, text: &str, ty: &Type, writable: bool) {
        let mut inside = Vec::new();
        self.add_paths_inside(&MemoryPath::named(text, ty.clone(), writable), &mut inside);
        for place in inside.iter().skip(1).take(3) {
            self.touch(place);
        }
    }

    /// A component of a vector: `.y`, `[1]` or an index.
    fn component(&mut self, width: usize) -> String {
        let index = self.generator.choices.below(width);
        match self.generator.choices.below(3) {
            0 => format!(".{}", &"xyzw"[index..][..1]),
            1 => format!("[{index}]"),
            _ => format!("[index_of({index}u)]"),
        }
    }

    /// An index in range for `count` columns or elements.
    fn subscript(&mut self, count: usize) -> String {
        let index = self.generator.choices.below(count.min(200));
        match self.generator.choices.below(3) {
            0 => index.to_string(),
            1 => format!("next_below({count}u)"),
            _ => format!("index_of({index}u)"),
        }
    }
}
