//! Structs read from debug information.

mod codeview;
mod dwarf;
mod file;
mod program_database;
mod records;

use std::cell::Cell;
use std::fmt;

use padstone_read::layout::BitRange;

/// A type of the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostType {
    /// The name, if it has one: `app::CameraUniforms`.
    pub name: String,
    /// The size in bytes.
    pub size: u64,
    /// The shape.
    pub shape: HostShape,
    /// Whether rustc wrote the debug information.
    pub is_rust: bool,
}

/// The shape of a host type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostShape {
    /// A scalar: a number, an enumeration, or a bool.
    Scalar {
        /// Whether it is floating point.
        float: bool,
    },
    /// An array of contiguous elements.
    Array {
        /// The element type.
        element: Box<HostType>,
        /// The number of elements.
        count: u64,
    },
    /// A struct, a class or a union.
    Record {
        /// The members in the order of the debug information, including those of base classes and of unnamed members.
        members: Vec<HostMember>,
    },
    /// A pointer or reference.
    Pointer,
    /// Any other type: a function, a pointer to a member.
    Opaque,
}

/// A member of a struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostMember {
    /// The name.
    pub name: String,
    /// Bytes from the start of the struct; for a bit-field, the byte with its lowest bit.
    pub offset: u64,
    /// The bits of a bit-field, from the lowest bit at `offset`.
    pub bits: Option<BitRange>,
    /// The type.
    pub ty: HostType,
}

/// The reasons why a file has no readable structs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// The file is not an object, executable or PDB file, or it is damaged.
    Unreadable(String),
    /// The file has no debug information.
    NoDebugInformation,
    /// The debug information is in another file, with this name.
    OtherFile(String),
    /// The file contains code for link-time optimization, which has no types before the program is linked.
    LinkTime,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Unreadable(reason) => f.write_str(reason),
            ReadError::NoDebugInformation => f.write_str("no debug information: compile with -g (/Zi), and do not strip it"),
            ReadError::LinkTime => f.write_str("link-time optimization (-flto): pass the linked program, or compile without -flto"),
            ReadError::OtherFile(name) => write!(f, "debug information in another file: pass `{name}`"),
        }
    }
}

impl std::error::Error for ReadError {}

/// The structs of a file.
pub struct Structs {
    found: Vec<HostType>,
}

/// The first bytes of a PDB file.
const PDB_MAGIC: &[u8; 32] = b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0";

/// The maximum nesting of types; deeper types are opaque.
const MAX_LEVELS: usize = 64;
/// The maximum length of a name in bytes; those of C++ templates are long.
const MAX_NAME: usize = 1 << 16;

/// The work of reading types that remains: a type may be used many times, and each use is a copy. A damaged file must not take endless time or
/// memory.
struct Budget(Cell<usize>);

impl Budget {
    /// In bytes of types and names. The structs of one name are some thousand types in large programs.
    const WHOLE: usize = 1 << 27;
    /// The share of a type, without its name.
    const TYPE: usize = 128;

    fn new() -> Budget {
        Budget(Cell::new(Budget::WHOLE))
    }

    /// Takes some of it. Returns whether there was enough.
    fn take(&self, bytes: usize) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(bytes));
        left > bytes
    }

    /// Returns the result, or an error if the budget did not suffice.
    fn enough<T>(&self, read: T) -> Result<T, ReadError> {
        let is_enough = self.0.get() > 0;
        is_enough.then_some(read).ok_or_else(|| ReadError::Unreadable("too many types: is the debug information damaged?".into()))
    }
}

impl Structs {
    /// Reads the structs whose unqualified name matches: from an object, executable or library, from split debug information (`.dwo`, `.dwp`), from a
    /// universal file of macOS for all processors, or of a PDB file.
    ///
    /// # Errors
    /// The reason why the file has no readable structs.
    pub fn read(bytes: &[u8], name: &str) -> Result<Structs, ReadError> {
        Ok(Structs { found: file::read(bytes, name)? })
    }

    /// The names of the structs that were read, without duplicates: those whose unqualified name matches.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for ty in &self.found {
            if !names.contains(&&*ty.name) {
                names.push(&ty.name);
            }
        }
        names
    }

    /// The structs with this name, exact matches before loose ones, without duplicates. The name may lack outer namespaces; if it starts with
    /// `::`, it has all of them.
    pub fn named(&self, name: &str) -> Vec<&HostType> {
        let (name, is_complete) = name.strip_prefix("::").map_or((name, false), |name| (name, true));
        let matches = |requested: &dyn Fn(&str) -> bool| {
            let mut found: Vec<&HostType> = Vec::new();
            for ty in self.found.iter().filter(|ty| requested(&ty.name)) {
                let is_known = found.iter().any(|known| known.size == ty.size && known.shape == ty.shape);
                if !is_known {
                    found.push(ty);
                }
            }
            found
        };
        let exact = matches(&|found| found == name);
        if !exact.is_empty() {
            return exact;
        }
        let exact = matches(&|found| crate::names::without_layouts(found) == name);
        if !exact.is_empty() {
            return exact;
        }
        if is_complete {
            return Vec::new();
        }
        let equal = matches(&|found| crate::names::ends_with(found, name, |left, right| left == right));
        if equal.is_empty() { matches(&|found| crate::names::ends_with(found, name, crate::names::same_name)) } else { equal }
    }
}

/// Whether a name may refer to a struct.
fn may_match(found: &str, requested: &str) -> bool {
    crate::names::same_name(crate::names::last(found), crate::names::last(requested))
}

/// The offset and the bits of a bit-field, from its lowest bit in the struct and its width.
fn bit_field(first: u64, width: u64) -> (u64, BitRange) {
    (first / 8, BitRange { first: (first % 8) as u32, width: u32::try_from(width).unwrap_or(u32::MAX) })
}

/// Adds a member; members of base classes, and of unnamed structs and unions, become members of the enclosing struct.
fn add_member(members: &mut Vec<HostMember>, member: HostMember) {
    match member.ty.shape {
        HostShape::Record { members: inner } if member.name.is_empty() => {
            let base = member.offset;
            members.extend(inner.into_iter().map(|inner| HostMember { offset: inner.offset.saturating_add(base), ..inner }));
        }
        _ if member.name.is_empty() => {}
        _ => members.push(member),
    }
}
