//! Blocks: uniform, buffer and push constants, and buffer references.

use super::Generator;
use super::types::LARGEST_ALIGN;

impl Generator<'_, '_> {
    /// Declares a block. Returns whether it is the push constant block, of which there is at most one.
    pub(super) fn block(&mut self, binding: usize, has_push_constant: bool) -> bool {
        let is_push_constant = !has_push_constant && self.choices.one_in(16);
        let is_buffer = !is_push_constant && self.choices.one_in(2);
        let mut qualifiers = vec![self.packing(is_buffer || is_push_constant).to_owned()];
        if is_push_constant {
            qualifiers.push("push_constant".to_owned());
        } else {
            qualifiers.push(format!("binding = {binding}"));
            if self.choices.one_in(3) {
                qualifiers.push(format!("set = {}", self.choices.below(4)));
            }
        }
        qualifiers.extend(self.major().map(str::to_owned));
        if self.choices.one_in(12) {
            qualifiers.push(format!("align = {}", self.alignment()));
        }
        qualifiers.retain(|qualifier| !qualifier.is_empty());
        self.choices.shuffle(&mut qualifiers);
        let keyword = if is_buffer { *self.choices.pick(&["buffer", "readonly buffer", "buffer", "restrict buffer"]) } else { "uniform" };
        let name = self.name("Block");
        let members = self.members(is_buffer);
        let instance = self.instance(is_push_constant);
        self.line(&format!("layout({}) {keyword} {name} {{{members}\n}}{instance};", qualifiers.join(", ")));
        is_push_constant
    }

    /// A block that pointers can refer to.
    pub(super) fn reference(&mut self) {
        let name = self.name("Reference");
        let members = self.members(true);
        self.line(&format!("layout(buffer_reference, std430) buffer {name} {{{members}\n}};"));
        self.references.push(name);
    }

    fn packing(&mut self, may_be_tight: bool) -> &'static str {
        match (may_be_tight, self.choices.below(6)) {
            (_, 5) => "scalar",
            (_, 0) => "",
            (true, 1..3) => "std430",
            _ => "std140",
        }
    }

    fn major(&mut self) -> Option<&'static str> {
        self.choices.one_in(3).then(|| *self.choices.pick(&["row_major", "column_major", "row_major"]))
    }

    fn alignment(&mut self) -> u64 {
        4 << self.choices.below(5)
    }

    fn members(&mut self, may_be_unsized: bool) -> String {
        let mut text = String::new();
        let explicit = self.choices.one_in(4);
        let mut end: u64 = 0;
        let count = self.choices.between(1, 7);
        for index in 0..count {
            let mut qualifiers = Vec::new();
            let mut ty = self.ty();
            end = end.next_multiple_of(LARGEST_ALIGN);
            if explicit && self.choices.one_in(2) {
                end += *self.choices.pick(&[0, LARGEST_ALIGN, 4 * LARGEST_ALIGN]);
                qualifiers.push(match self.choices.below(3) {
                    0 => format!("offset = {end}"),
                    1 => format!("offset = {} * 4", end / 4),
                    _ => format!("offset = {end}u"),
                });
            }
            if explicit && self.choices.one_in(4) {
                let align = self.alignment();
                end = end.next_multiple_of(align.max(LARGEST_ALIGN));
                qualifiers.push(format!("align = {align}"));
            }
            if ty.has_matrix {
                qualifiers.extend(self.major().map(str::to_owned));
            }
            end += ty.bound;
            if may_be_unsized && index + 1 == count && self.choices.one_in(3) {
                ty.dimensions.insert_str(0, "[]");
            }
            let layout = if qualifiers.is_empty() { String::new() } else { format!("layout({}) ", qualifiers.join(", ")) };
            let name = self.name("m");
            text.push_str(&format!("\n    {layout}{} {name}{};", ty.text, ty.dimensions));
        }
        text
    }

    fn instance(&mut self, is_push_constant: bool) -> String {
        if self.choices.one_in(3) {
            return String::new();
        }
        let name = self.name("instance");
        match self.choices.below(8) {
            _ if is_push_constant => format!(" {name}"),
            6 => format!(" {name}[{}]", self.choices.between(1, 4)),
            7 => format!(" {name}[2][3]"),
            _ => format!(" {name}"),
        }
    }
}
