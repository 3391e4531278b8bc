//! Source files, spans, line numbers, and interned names. Independent of languages and of the file system.
//!
//! A [`Span`] is eight bytes: two positions in one space that all files *and all macro expansions* of a
//! [`SourceMap`] share. A token from a macro has a position in the range of that expansion,
//! from which [`SourceMap::spelling`] finds where the token is written, and [`SourceMap::call_site`] where the macro
//! was used. So a `Span` is enough to identify any token, expanded or not.
//!
//! ```
//! use padstone_source::{SourceMap, Span};
//! let mut sources = SourceMap::new();
//! let file = sources.add_file("a.hlsl", "float a;\nfloat b;\n".into()).unwrap();
//! let b = sources.file(file).span(15, 16);
//! let at = sources.locate(b.start);
//! assert_eq!((at.line, at.column), (2, 7));
//! ```

mod encoding;
mod intern;
mod loader;
mod map;
mod printable;

pub use encoding::{BYTE_ORDER_MARK, Encoding, decode};
pub use intern::{Interner, Symbol};
pub use loader::{LoadError, Loader, MemoryLoader, normalized};
pub use map::{Expansion, FileId, Location, Mark, SourceFile, SourceFull, SourceMap, Span};
pub use printable::{printable, printable_json, printable_lines, printable_patch};
