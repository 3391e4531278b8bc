//! Splits a file into words, and words into instructions.
//!
//! rspirv's parser does not read truncated files, files of the other endianness, or versions newer than itself. This reader needs only the lengths
//! of instructions.

use rspirv::spirv::MAGIC_NUMBER;

/// SPIR-V 1.6, 2.3: magic number, version, generator, bound and a reserved word.
const HEADER: usize = 5;

/// An id of the module, which is one word.
pub(crate) type SpirvId = u32;

/// The words of a module, in native byte order.
pub(crate) struct Words {
    words: Vec<u32>,
    /// The number of bytes after the last complete word.
    pub(crate) odd_bytes: usize,
}

/// The reasons why a file is not a SPIR-V module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotSpirv {
    /// The file is shorter than a header.
    Short,
    /// The file does not start with the magic number.
    Magic,
}

impl Words {
    /// The words of a file in either byte order.
    pub(crate) fn new(bytes: &[u8]) -> Result<Words, NotSpirv> {
        let chunks = bytes.chunks_exact(4);
        let odd_bytes = chunks.remainder().len();
        let mut words: Vec<u32> = chunks.map(|chunk| u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]])).collect();
        match words.first() {
            Some(&MAGIC_NUMBER) => {}
            Some(word) if word.swap_bytes() == MAGIC_NUMBER => words.iter_mut().for_each(|word| *word = word.swap_bytes()),
            Some(_) => return Err(NotSpirv::Magic),
            None => return Err(NotSpirv::Short),
        }
        if words.len() < HEADER { Err(NotSpirv::Short) } else { Ok(Words { words, odd_bytes }) }
    }

    /// `(major, minor)`.
    pub(crate) fn version(&self) -> (u8, u8) {
        let [_, minor, major, _] = self.words[1].to_le_bytes();
        (major, minor)
    }

    /// The largest id plus one, according to the file.
    pub(crate) fn bound(&self) -> u32 {
        self.words[3]
    }

    /// All instructions, in order; the last may be truncated.
    pub(crate) fn instructions(&self) -> Instructions<'_> {
        Instructions { words: &self.words, next: HEADER }
    }
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction<'w> {
    /// The index of its first word in the file.
    pub(crate) word: usize,
    /// The opcode.
    pub(crate) opcode: u32,
    /// The words after the first.
    pub(crate) operands: &'w [u32],
}

impl Instruction<'_> {
    /// The text that begins at an operand, and its number of words. Text is UTF-8; invalid bytes are replaced.
    pub(crate) fn text(&self, operand: usize) -> Option<(String, usize)> {
        let words = self.operands.get(operand..)?;
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|&byte| byte != 0).collect();
        let taken = bytes.len() / 4 + 1;
        if taken > words.len() { None } else { Some((String::from_utf8_lossy(&bytes).into_owned(), taken)) }
    }
}

/// A truncated instruction, at which reading stops before the end of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TruncatedInstruction {
    /// The index of its first word.
    pub(crate) word: usize,
    /// The declared number of words.
    pub(crate) length: usize,
    /// The remaining number of words.
    pub(crate) left: usize,
}

/// Iterates over the instructions of a module.
pub(crate) struct Instructions<'w> {
    words: &'w [u32],
    next: usize,
}

impl<'w> Iterator for Instructions<'w> {
    type Item = Result<Instruction<'w>, TruncatedInstruction>;

    fn next(&mut self) -> Option<Self::Item> {
        let word = self.next;
        let rest = self.words.get(word..).filter(|rest| !rest.is_empty())?;
        let (length, opcode) = ((rest[0] >> 16) as usize, rest[0] & 0xFFFF);
        if length == 0 || length > rest.len() {
            self.next = self.words.len();
            return Some(Err(TruncatedInstruction { word, length, left: rest.len() }));
        }
        self.next += length;
        Some(Ok(Instruction { word, opcode, operands: &rest[1..length] }))
    }
}
