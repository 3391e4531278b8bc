//! Objects of MSVC, whose section `.debug$T` has types as CodeView writes them.
//!
//! A linker copies those records into the stream of types of a PDB file, and the library reads them there. So they are put into the envelope of such
//! a file: "The MSF File Format" and "The PDB TPI and IPI Streams" of LLVM's documentation say how that looks.

use super::{HostType, ReadError, program_database};

/// What the section begins with: `CV_SIGNATURE_C13`.
const SIGNATURE: u32 = 4;
/// `LF_TYPESERVER2`: all types lie in a PDB file.
const TYPE_SERVER: u16 = 0x1515;
/// The index of the first type that is not built in.
const FIRST_INDEX: u32 = 0x1000;
const PAGE: usize = 4096;
/// The number of the stream of types; those before it are empty.
const TYPES: usize = 2;

pub(super) fn read(section: &[u8], name: &str) -> Result<Vec<HostType>, ReadError> {
    let unreadable = |why: &str| ReadError::Unreadable(why.into());
    let records =
        section.split_first_chunk().filter(|(signature, _)| u32::from_le_bytes(**signature) == SIGNATURE).map(|(_, records)| records);
    let records = records.ok_or_else(|| unreadable("its types are not those of CodeView 8"))?;
    let mut count = 0;
    let mut rest = records;
    while let Some((length, behind)) = rest.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes(*length));
        let record = behind.get(..length).ok_or_else(|| unreadable("a type is cut off"))?;
        if let Some((&kind, server)) = record.split_first_chunk()
            && u16::from_le_bytes(kind) == TYPE_SERVER
        {
            return Err(elsewhere(server));
        }
        rest = &behind[length..];
        count += 1;
    }
    program_database::read(&envelope(records, count), name)
}

/// The file that has the types: behind a GUID and an age stands its name.
fn elsewhere(server: &[u8]) -> ReadError {
    let name = server.get(20..).unwrap_or_default().split(|byte| *byte == 0).next().unwrap_or_default();
    ReadError::Elsewhere(String::from_utf8_lossy(name).into_owned())
}

/// A PDB file with nothing but types.
fn envelope(records: &[u8], count: u32) -> Vec<u8> {
    let stream = [&header(records.len() as u32, count)[..], records].concat();
    let pages = stream.len().div_ceil(PAGE);
    // The directory: how many streams there are, how long each is, and on which pages it lies.
    let directory_bytes = 4 * (1 + TYPES + 1 + pages);
    let directory_pages = directory_bytes.div_ceil(PAGE);
    let (list, first_directory) = (1, 1 + (4 * directory_pages).div_ceil(PAGE));
    let first = first_directory + directory_pages;

    let mut file = vec![0; (first + pages) * PAGE];
    let mut put = |at: usize, words: &mut dyn Iterator<Item = u32>| {
        for (index, word) in words.enumerate() {
            file[at + 4 * index..][..4].copy_from_slice(&word.to_le_bytes());
        }
    };
    // Page size, map of free pages, pages, bytes of the directory, nothing, and where the list of its pages is.
    put(32, &mut [PAGE as u32, 1, (first + pages) as u32, directory_bytes as u32, 0].into_iter().chain(list..first_directory as u32));
    put(list as usize * PAGE, &mut (first_directory as u32..first as u32));
    let sizes = [TYPES as u32 + 1, 0, 0, stream.len() as u32];
    put(first_directory * PAGE, &mut sizes.into_iter().chain(first as u32..(first + pages) as u32));
    file[..32].copy_from_slice(super::PDB_MAGIC);
    file[first * PAGE..][..stream.len()].copy_from_slice(&stream);
    file
}

/// The header of the stream: its version, its length, the types' indices, their bytes, and no hashes.
fn header(bytes: u32, count: u32) -> Vec<u8> {
    let words = [20_040_203, 56, FIRST_INDEX, FIRST_INDEX.saturating_add(count), bytes, u32::MAX, 4, 0x3_ffff, 0, 0, 0, 0, 0, 0];
    words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect()
}
