//! Requests.

use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::{Error, ErrorKind};

/// A request. `ask` selects the question; the other fields are its parameters.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Request {
    /// The question.
    pub ask: Query,
    /// Files of the workspace: one, or those of a Slang program.
    pub files: Vec<String>,
    /// Whether each file of a program is a separate translation unit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub separate: bool,
    /// The options of the compiler, as on its command line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The language, which overrides the extension of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The compilers; without any, the language's default compiler.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub compilers: Vec<String>,
    /// The unit of positions in the request and in the answer.
    pub positions: PositionEncoding,
    /// `explain`: the path, starting with a buffer or struct: `Sky.sun` or `Sky@44`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// `optimize`, `picture`: the buffer or struct; without it, a picture shows all buffers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer: Option<String>,
    /// `picture`: bytes per row, a multiple of 4; the default is 16.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_bytes: Option<u64>,
    /// `picture`: the first line to draw, from 0; the lines before it remain blank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_line: Option<u64>,
    /// `picture`: one past the last line to draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u64>,
    /// `at`: the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<FilePosition>,
    /// `at`: the file, if it is not the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// `compare`: whether to search for the smallest edit after which the layouts match.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fix: bool,
    /// `optimize`: whether to annotate members with their offsets instead of moving them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub annotate: bool,
    /// `emit`: the output, such as `rust` or `svg`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// `emit`: the settings of the output, with the names of the command line: `[["types", "glam"]]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<(String, String)>,
}

/// A position in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(untagged)]
pub enum FilePosition {
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

// By hand: serde would store the value first to try each variant, and the code for that is larger than that of all other requests.
impl<'de> Deserialize<'de> for FilePosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FilePosition, D::Error> {
        deserializer.deserialize_any(FilePositionVisitor)
    }
}

struct FilePositionVisitor;

impl<'de> Visitor<'de> for FilePositionVisitor {
    type Value = FilePosition;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a position: a number, or `line` and `column`")
    }

    fn visit_u64<E: de::Error>(self, offset: u64) -> Result<FilePosition, E> {
        u32::try_from(offset).map(FilePosition::Offset).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(offset), &self))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FilePosition, A::Error> {
        let (mut line, mut column) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match &*key {
                "line" => line = Some(map.next_value()?),
                "column" => column = Some(map.next_value()?),
                _ => return Err(de::Error::unknown_field(&key, &["line", "column"])),
            }
        }
        match (line, column) {
            (Some(line), Some(column)) => Ok(FilePosition::Line { line, column }),
            (None, _) => Err(de::Error::missing_field("line")),
            (_, None) => Err(de::Error::missing_field("column")),
        }
    }
}

/// The question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Query {
    /// The layouts of all buffers and structs.
    #[default]
    Layout,
    /// An explanation of an offset.
    Explain,
    /// The item at a position of a file.
    At,
    /// A comparison of the layouts under several compilers.
    Compare,
    /// The order of members with the smallest size.
    Optimize,
    /// Registers, bindings and bytes of a program.
    Reflect,
    /// A host struct, a table or a picture.
    Emit,
    /// The diagnostics of the source.
    Diagnostics,
    /// The missing files, and all requested paths.
    Missing,
    /// The bytes of a buffer as SVG.
    Picture,
    /// All compilers; this needs no files.
    Compilers,
}

/// The unit of positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PositionEncoding {
    /// Bytes of UTF-8.
    #[default]
    Utf8,
    /// UTF-16 code units, as in JavaScript.
    Utf16,
}

impl Request {
    /// Parses a request.
    ///
    /// # Errors
    /// It is not JSON, or has an unknown key or an invalid value.
    pub fn from_json(text: &str) -> Result<Request, Error> {
        serde_json::from_str(text).map_err(|reason| Error::new(ErrorKind::Request, reason.to_string()))
    }
}
