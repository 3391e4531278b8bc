//! Compares host structs with buffers.

use crate::Buffer;

/// A struct of the host program, with the offsets that the host compiler assigns.
///
/// ```
/// use padstone::{HostStruct, Options, Workspace, compiler};
///
/// let mut ws = Workspace::new();
/// ws.set_file("sky.hlsl", "cbuffer Sky { float3x3 rotation; float intensity; }");
/// let sky = ws.unit("sky.hlsl", &Options::default())?.layout(&compiler::DXC).buffer("Sky")?;
/// let host = HostStruct::new("SkyUniforms", 48, [("rotation", 0), ("intensity", 36), ("unused", 40)]);
/// let report = sky.check(&host);
/// assert_eq!(report.differences[0].to_string(), "`intensity` is at offset 44 in `Sky` and at 36 in `SkyUniforms`");
/// assert_eq!((report.compared, report.only_host), (2, vec!["unused".to_owned()]));
/// # Ok::<(), padstone::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HostStruct {
    /// The name.
    pub name: String,
    /// The size in bytes.
    pub size: u64,
    /// The offsets of its members in bytes, by their paths.
    pub members: Vec<(String, u64)>,
}

/// The comparison of a buffer with a host struct.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HostReport {
    /// The number of members compared.
    pub compared: usize,
    /// The members that differ, in the order of the struct.
    pub differences: Vec<HostDifference>,
    /// The members of the struct that the buffer does not have.
    pub only_host: Vec<String>,
}

/// A member that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HostDifference {
    /// The path; empty for the struct itself.
    pub path: String,
    /// The buffer.
    pub buffer: String,
    /// The host struct.
    pub host: String,
    /// The offset in the buffer in bytes; for the struct itself, the size of the buffer.
    pub in_buffer: u64,
    /// The offset in the struct in bytes; for the struct itself, its size.
    pub in_host: u64,
}

impl HostStruct {
    /// A struct with the offsets of its members in bytes.
    pub fn new<'a>(name: &str, size: u64, members: impl IntoIterator<Item = (&'a str, u64)>) -> HostStruct {
        let members = members.into_iter().map(|(path, offset)| (path.to_owned(), offset)).collect();
        HostStruct { name: name.to_owned(), size, members }
    }
}

impl Buffer {
    /// Compares the buffer with a host struct: each member must have the same offset, and the struct must be at least as large as the buffer.
    pub fn check(&self, host: &HostStruct) -> HostReport {
        let difference = |path: &str, in_buffer, in_host| HostDifference {
            path: path.to_owned(),
            buffer: self.name.clone(),
            host: host.name.clone(),
            in_buffer,
            in_host,
        };
        let mut report = HostReport { compared: 0, differences: Vec::new(), only_host: Vec::new() };
        for (path, offset) in &host.members {
            match self.field(path) {
                Ok(field) => {
                    report.compared += 1;
                    if field.offset != *offset {
                        report.differences.push(difference(path, field.offset, *offset));
                    }
                }
                Err(_) => report.only_host.push(path.clone()),
            }
        }
        // A struct may be larger than the buffer.
        if host.size < self.size {
            report.differences.push(difference("", self.size, host.size));
        }
        report
    }
}

impl std::fmt::Display for HostDifference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let HostDifference { path, buffer, host, in_buffer, in_host } = self;
        match &**path {
            "" => write!(f, "`{buffer}` has {in_buffer} bytes, `{host}` only {in_host}"),
            path => write!(f, "`{path}` is at offset {in_buffer} in `{buffer}` and at {in_host} in `{host}`"),
        }
    }
}
