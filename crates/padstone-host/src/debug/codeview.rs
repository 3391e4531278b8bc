//! Objects of MSVC, whose section `.debug$T` contains types as CodeView records: the linker copies them into the PDB file.

use super::records::{self, FIRST_INDEX, u32_at};
use super::{HostType, ReadError};

/// The first word of the section: `CV_SIGNATURE_C13`.
const SIGNATURE: u32 = 4;
/// `LF_TYPESERVER2`: all types are in a PDB file.
const TYPE_SERVER: u16 = 0x1515;

pub(super) fn read(section: &[u8], name: &str) -> Result<Vec<HostType>, ReadError> {
    let records = section.get(4..).filter(|_| u32_at(section, 0) == Some(SIGNATURE));
    let records = records.ok_or_else(|| ReadError::Unreadable("types not in CodeView 8 format".into()))?;
    let server = records::split(records)?.into_iter().find(|record| record.kind == TYPE_SERVER);
    match server {
        Some(server) => Err(other_file(server.data)),
        None => records::read(records, FIRST_INDEX, name),
    }
}

/// The path of the PDB file, which follows a GUID and an age.
fn other_file(server: &[u8]) -> ReadError {
    let name = server.get(20..).unwrap_or_default().split(|byte| *byte == 0).next().unwrap_or_default();
    ReadError::OtherFile(String::from_utf8_lossy(name).into_owned())
}
