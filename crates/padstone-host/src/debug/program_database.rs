//! PDB files, which the linkers of Windows write for programs with CodeView.
//!
//! A file consists of pages; a directory lists the pages of each stream. LLVM documents the format: "The MSF File Format" and "The PDB TPI and IPI Streams".

use super::records::{self, u32_at};
use super::{HostType, ReadError};

/// The index of the stream of types.
const TYPES: usize = 2;
/// The size of a stream that does not exist.
const NO_STREAM: u32 = u32::MAX;

pub(super) fn read(bytes: &[u8], name: &str) -> Result<Vec<HostType>, ReadError> {
    let stream = type_stream(bytes).ok_or_else(|| ReadError::Unreadable("damaged stream directory".into()))?;
    // The header: a version, its own size, and the index of the first type.
    let header = (u32_at(&stream, 4), u32_at(&stream, 8));
    let (Some(length), Some(first)) = header else { return Err(ReadError::Unreadable("no type stream".into())) };
    let records = stream.get(length as usize..).ok_or_else(|| ReadError::Unreadable("truncated type stream".into()))?;
    records::read(records, first, name)
}

/// The bytes of the stream of types.
fn type_stream(file: &[u8]) -> Option<Vec<u8>> {
    let page_bytes = u32_at(file, 32)? as usize;
    if page_bytes < 4 {
        return None;
    }
    let directory_bytes = u32_at(file, 44)? as usize;
    // The pages that list the pages of the directory are listed after the header.
    let directory_pages = directory_bytes.div_ceil(page_bytes);
    let list = pages(file, page_bytes, 52, (4 * directory_pages).div_ceil(page_bytes))?;
    let list = gather(file, page_bytes, &list, 4 * directory_pages)?;
    let directory_list = read_words(&list, 0, directory_pages)?;
    let directory = gather(file, page_bytes, &directory_list, directory_bytes)?;

    let streams = u32_at(&directory, 0)? as usize;
    let sizes = read_words(&directory, 4, streams)?;
    let page_count = |bytes: u32| if bytes == NO_STREAM { 0 } else { (bytes as usize).div_ceil(page_bytes) };
    let before: usize = sizes.get(..TYPES)?.iter().map(|&bytes| page_count(bytes)).sum();
    let size = *sizes.get(TYPES).filter(|&&bytes| bytes != NO_STREAM)?;
    let start = before.checked_add(streams)?.checked_add(1)?.checked_mul(4)?;
    let directory_pages = read_words(&directory, start, page_count(size))?;
    gather(file, page_bytes, &directory_pages, size as usize)
}

fn pages(file: &[u8], page_bytes: usize, position: usize, count: usize) -> Option<Vec<u32>> {
    // The list is in the first page.
    read_words(file.get(..page_bytes.min(file.len()))?, position, count)
}

/// Reads `count` 32-bit words at a byte offset.
fn read_words(bytes: &[u8], position: usize, count: usize) -> Option<Vec<u32>> {
    let bytes = bytes.get(position..position.checked_add(count.checked_mul(4)?)?)?;
    Some(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

/// The first bytes of a sequence of pages.
fn gather(file: &[u8], page_bytes: usize, pages: &[u32], bytes: usize) -> Option<Vec<u8>> {
    // No stream is longer than the file, even if the directory claims so.
    if bytes > file.len() || pages.len().checked_mul(page_bytes)? < bytes {
        return None;
    }
    let mut contents = Vec::with_capacity(bytes);
    for &page in pages {
        let requested = page_bytes.min(bytes - contents.len());
        let start = (page as usize).checked_mul(page_bytes)?;
        // The last page of a file may be truncated.
        contents.extend_from_slice(file.get(start..start.checked_add(requested)?)?);
    }
    Some(contents)
}
