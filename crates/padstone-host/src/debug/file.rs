//! Files with structs: objects and programs; and their containers: static libraries and universal files.

use object::read::archive::ArchiveFile;
use object::read::macho::{FatArch, MachOFatFile32, MachOFatFile64};
use object::{FileKind, Object, ObjectSection};

use super::{HostType, PDB_MAGIC, ReadError, codeview, dwarf, program_database};

/// The maximum nesting: a universal file of libraries of objects.
const MAX_LEVELS: usize = 3;
/// The first bytes of a module of LLVM ("LLVM Bitcode File Format").
const BITCODE: [&[u8]; 2] = [b"BC\xc0\xde", b"\xde\xc0\x17\x0b"];

pub(super) fn read(bytes: &[u8], name: &str) -> Result<Vec<HostType>, ReadError> {
    archive_members(bytes, name, 0)
}

fn archive_members(bytes: &[u8], name: &str, level: usize) -> Result<Vec<HostType>, ReadError> {
    if bytes.starts_with(&PDB_MAGIC[..19]) {
        return program_database::read(bytes, name);
    }
    let files = match FileKind::parse(bytes) {
        _ if level > MAX_LEVELS => return Err(ReadError::Unreadable("archives nest too deeply".into())),
        Ok(FileKind::MachOFat32) => MachOFatFile32::parse(bytes).and_then(|file| data(file.arches(), bytes)),
        Ok(FileKind::MachOFat64) => MachOFatFile64::parse(bytes).and_then(|file| data(file.arches(), bytes)),
        Ok(FileKind::Archive) => {
            let archive = ArchiveFile::parse(bytes).map_err(unreadable)?;
            if let (true, Some(Ok(member))) = (archive.is_thin(), archive.members().next()) {
                return Err(ReadError::OtherFile(String::from_utf8_lossy(member.name()).into_owned()));
            }
            archive.members().map(|member| member?.data(bytes)).collect()
        }
        Ok(_) => return object(bytes, name),
        Err(_) if BITCODE.iter().any(|magic| bytes.starts_with(magic)) => return Err(ReadError::LinkTime),
        Err(_) => return Err(ReadError::Unreadable("not an object file, program, or library".into())),
    };
    let files = files.map_err(unreadable)?;
    let mut found = Vec::new();
    let mut first_error = None;
    for file in &files {
        match archive_members(file, name, level + 1) {
            Ok(structs) => found.extend(structs),
            // Libraries also contain files that are not objects; structs in the others take precedence over these errors.
            Err(error) if first_error.is_none() || matches!(error, ReadError::OtherFile(_)) => first_error = Some(error),
            Err(_) => {}
        }
    }
    match first_error {
        Some(error) if found.is_empty() => Err(error),
        None if files.is_empty() => Err(ReadError::NoDebugInformation),
        _ => Ok(found),
    }
}

/// The files in a universal file, one per processor.
fn data<'d>(arches: &[impl FatArch], bytes: &'d [u8]) -> object::read::Result<Vec<&'d [u8]>> {
    arches.iter().map(|arch| arch.data(bytes)).collect()
}

fn unreadable(error: object::Error) -> ReadError {
    ReadError::Unreadable(error.to_string())
}

fn object(bytes: &[u8], name: &str) -> Result<Vec<HostType>, ReadError> {
    let file = object::File::parse(bytes).map_err(unreadable)?;
    let has = |name: &str| file.section_by_name(name).is_some();
    if let Some(types) = file.section_by_name(".debug$T") {
        return codeview::read(types.data().map_err(unreadable)?, name);
    }
    if has(".debug_info") || has(".debug_info.dwo") || has(".debug_types") {
        return dwarf::read(&file, bytes.len(), name);
    }
    if has(".gnu.debuglto_.debug_info") {
        return Err(ReadError::LinkTime);
    }
    let pdb = file.pdb_info().ok().flatten().map(|pdb| pdb.path());
    let link = file.gnu_debuglink().ok().flatten().map(|(name, _)| name);
    Err(match pdb.or(link) {
        Some(path) => ReadError::OtherFile(String::from_utf8_lossy(path).into_owned()),
        None if file.format() == object::BinaryFormat::MachO && file.kind() != object::ObjectKind::Relocatable => {
            ReadError::OtherFile("NAME.dSYM` that dsymutil creates, or the objects it was linked from, `NAME.o".into())
        }
        None => ReadError::NoDebugInformation,
    })
}
