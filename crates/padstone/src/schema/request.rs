//! What is asked.

use serde::{Deserialize, Serialize};

use crate::{Error, ErrorKind};

/// A question. `ask` says which; the other keys are what it is about.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Request {
    /// What is asked.
    pub ask: Ask,
    /// The files of the workspace that it is about: one, or those of a program of Slang.
    pub files: Vec<String>,
    /// Whether each file of a program is a translation unit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub separate: bool,
    /// The options of the compiler, as on its command line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The language, whatever the extension of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The compilers that are asked about; without any, that of the language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub compilers: Vec<String>,
    /// What positions count, in the request and in the answer.
    pub positions: Positions,
    /// `explain`: from a buffer or struct on, `Sky.sun` or `Sky@44`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// `optimize`, `picture`: the buffer or struct; a picture without it is of all buffers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer: Option<String>,
    /// `picture`: bytes in a row, a multiple of 4; without it 16.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_bytes: Option<u64>,
    /// `at`: the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Place>,
    /// `at`: the file, if it is not the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// `compare`: whether the smallest edit is searched for after which the layouts match.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fix: bool,
    /// `optimize`: whether offsets are annotated instead of members being moved.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub annotate: bool,
    /// `emit`: what is written, `rust` or `svg`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// `emit`: its settings, as the command has them: `[["types", "glam"]]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<(String, String)>,
}

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Place {
    /// From the start of the file.
    Offset(u32),
    /// Line and column, from 0.
    Line {
        /// The line.
        line: u32,
        /// The column.
        column: u32,
    },
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Ask {
    /// The layouts of all buffers and structs.
    #[default]
    Layout,
    /// Why something has its offset.
    Explain,
    /// What is at a place of a file.
    At,
    /// Where layouts under several compilers differ.
    Compare,
    /// The order of members that takes the fewest bytes.
    Optimize,
    /// Which registers, bindings and bytes everything gets.
    Reflect,
    /// A host's struct, a table or a picture.
    Emit,
    /// What is wrong with the source.
    Diagnostics,
    /// Which files are missing, and which paths were asked for.
    Missing,
    /// The bytes of a buffer as SVG.
    Picture,
    /// The compilers that there are; it needs no files.
    Compilers,
}

/// What positions count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Positions {
    /// Bytes of UTF-8.
    #[default]
    Utf8,
    /// Units of UTF-16, as JavaScript counts.
    Utf16,
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// It is not JSON, or has a key or value that is not understood.
    pub fn from_json(text: &str) -> Result<Request, Error> {
        serde_json::from_str(text).map_err(|why| Error::new(ErrorKind::Request, why.to_string()))
    }
}
