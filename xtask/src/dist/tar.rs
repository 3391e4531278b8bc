//! Archives in the format of POSIX.1-1988 (`ustar`), the same for the same files: no owner, no time, names in order.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The size of a block; an archive is a sequence of blocks.
const BLOCK: usize = 512;

/// Writes all files below `folder` as if they were in a directory called `name`.
pub(super) fn write(folder: &Path, name: &str, out: &mut dyn Write) -> io::Result<()> {
    write_entries(folder, name, out)?;
    // Two empty blocks mark the end.
    out.write_all(&[0; 2 * BLOCK])
}

fn write_entries(folder: &Path, name: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            write_entries(&entry.path(), &name, out)?;
            continue;
        }
        let content = fs::read(entry.path())?;
        let mode = if name.contains("/bin/") { 0o755 } else { 0o644 };
        out.write_all(&header(&name, mode, content.len())?)?;
        out.write_all(&content)?;
        out.write_all(&[0; BLOCK][..content.len().next_multiple_of(BLOCK) - content.len()])?;
    }
    Ok(())
}

/// The block before the content of a regular file. Numbers are octal text.
fn header(name: &str, mode: u32, size: usize) -> io::Result<[u8; BLOCK]> {
    let mut block = [0; BLOCK];
    let mut put = |position: usize, text: &str| block[position..position + text.len()].copy_from_slice(text.as_bytes());
    if name.len() > 100 {
        return Err(io::Error::other(format!("the name is longer than the format allows: {name}")));
    }
    put(0, name);
    put(100, &format!("{mode:07o}"));
    put(108, "0000000");
    put(116, "0000000");
    put(124, &format!("{size:011o}"));
    put(136, "00000000000");
    // The checksum field counts as spaces while it is computed.
    put(148, "        ");
    put(156, "0");
    put(257, "ustar\x0000");
    // Device numbers, which GNU tar fills in.
    put(329, "0000000");
    put(337, "0000000");
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(block)
}

#[cfg(test)]
mod tests {
    use super::header;

    /// Compares with GNU tar: `tar --format=ustar --mode=644 --owner=0 --group=0 --numeric-owner --mtime=@0`.
    #[test]
    fn headers_have_a_checksum() {
        let block = header("a/b", 0o644, 5).expect("a short name");
        assert_eq!(&block[148..156], b"007564\0 ");
        assert!(header(&"a".repeat(101), 0o644, 5).is_err());
    }
}
