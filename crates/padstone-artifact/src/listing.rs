//! A module as text for labels of diagnostics: the output of `spirv-dis` up to the first function, with the same line numbers.

use std::collections::HashMap;
use std::fmt::Write;

use padstone_source::{Span, printable};
use rspirv::grammar::{INSTRUCTION_TABLE, Instruction as Grammar, OperandKind, OperandQuantifier};
use rspirv::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, Dim, ExecutionMode, ExecutionModel, ImageFormat, MemoryModel, Op, SourceLanguage,
    StorageClass,
};

use crate::words::{Instruction, Words};

/// The first lines of `spirv-dis`'s output.
const HEADER_LINES: usize = 5;
/// The maximum number of operands shown, and the maximum length of a string.
const MAX_OPERANDS: usize = 24;
const MAX_CHARACTERS: usize = 80;

/// The text, and the starts of its lines.
pub(crate) struct Disassembly {
    pub(crate) text: String,
    /// The line of each instruction; functions have no lines.
    lines: Vec<u32>,
    /// The file of the text in the source map.
    base: u32,
}

impl Disassembly {
    pub(crate) fn new(words: &Words) -> Disassembly {
        let (major, minor) = words.version();
        let mut text = format!("; SPIR-V\n; Version: {major}.{minor}\n; Generator: -\n; Bound: {}\n; Schema: 0\n", words.bound());
        debug_assert_eq!(text.lines().count(), HEADER_LINES);
        let mut lines = Vec::new();
        let mut known = HashMap::new();
        for instruction in words.instructions().map_while(Result::ok).take_while(|instruction| instruction.opcode != Op::Function as u32) {
            lines.push(u32::try_from(text.len()).unwrap_or(u32::MAX));
            let grammar = *known.entry(instruction.opcode).or_insert_with(|| INSTRUCTION_TABLE.lookup_opcode(instruction.opcode));
            write_line(&mut text, &instruction, grammar);
            text.push('\n');
        }
        Disassembly { text, lines, base: 0 }
    }

    /// Records the file of the text in the source map; if the source map has no room for the text, every span is at the start of the file.
    pub(crate) fn set_base(&mut self, base: u32, is_readable: bool) {
        self.base = base;
        if !is_readable {
            self.lines.clear();
            self.text.clear();
        }
    }

    /// The line of an instruction, without the line break.
    pub(crate) fn span(&self, instruction: usize) -> Span {
        let end_of_text = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        let start = self.lines.get(instruction).copied().unwrap_or(end_of_text.saturating_sub(1));
        let end = self.lines.get(instruction + 1).copied().unwrap_or(end_of_text);
        Span { start: self.base + start, end: self.base + end.saturating_sub(1).max(start) }
    }
}

/// `%7 = OpTypeArray %6 %12`.
fn write_line(out: &mut String, instruction: &Instruction<'_>, grammar: Option<&Grammar<'_>>) {
    let Some(grammar) = grammar else {
        let _ = write!(out, "OpUnknown({})", instruction.opcode);
        return;
    };
    let mut index = 0;
    let mut shown = 0;
    let mut operands = String::new();
    for logical in grammar.operands {
        let repeats = logical.quantifier == OperandQuantifier::ZeroOrMore;
        while index < instruction.operands.len() && shown < MAX_OPERANDS {
            let word = instruction.operands[index];
            index += 1;
            match logical.kind {
                OperandKind::IdResult => {
                    let _ = write!(out, "%{word} = ");
                }
                OperandKind::LiteralString => {
                    let (text, taken) = instruction.text(index - 1).unwrap_or_default();
                    index += taken.saturating_sub(1);
                    write_text(&mut operands, &text);
                }
                kind => write_operand(&mut operands, kind, word),
            }
            shown += 1;
            if !repeats {
                break;
            }
        }
    }
    // The operands of an enumerant: the 16 of `Offset 16`.
    for word in instruction.operands.iter().skip(index).take(MAX_OPERANDS.saturating_sub(shown)) {
        let _ = write!(operands, " {word}");
    }
    let _ = write!(out, "Op{}{operands}", grammar.opname);
    if instruction.operands.len() > index && shown >= MAX_OPERANDS {
        out.push_str(" …");
    }
}

fn write_operand(out: &mut String, kind: OperandKind, word: u32) {
    macro_rules! enumerant {
        ($($name:ident),*) => {
            match kind {
                $(OperandKind::$name => $name::from_u32(word).map(|found| format!("{found:?}")),)*
                _ => None,
            }
        };
    }
    let enumerant = enumerant!(
        AddressingModel,
        BuiltIn,
        Capability,
        Decoration,
        Dim,
        ExecutionMode,
        ExecutionModel,
        ImageFormat,
        MemoryModel,
        SourceLanguage,
        StorageClass
    );
    let is_id = matches!(
        kind,
        OperandKind::IdResultType
            | OperandKind::IdRef
            | OperandKind::IdScope
            | OperandKind::IdMemorySemantics
            | OperandKind::PairIdRefIdRef
    );
    let _ = match enumerant {
        Some(name) => write!(out, " {name}"),
        None if is_id => write!(out, " %{word}"),
        None => write!(out, " {word}"),
    };
}

fn write_text(out: &mut String, text: &str) {
    out.push_str(" \"");
    for character in text.chars().take(MAX_CHARACTERS) {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            _ => out.push_str(&printable(character.encode_utf8(&mut [0; 4]))),
        }
    }
    out.push_str(if text.chars().nth(MAX_CHARACTERS).is_some() { "…\"" } else { "\"" });
}
