//! The archive of one target.

use std::fs::{self, File};
use std::io;
use std::process::{Command, Stdio};

use super::{Build, VERSION, contents, folder, stage, tar};

pub(super) fn write(build: &Build) -> io::Result<()> {
    let name = format!("padstone-{VERSION}-{}", build.target);
    let prefix = stage(&name)?;
    contents::write(build, &prefix)?;

    let packed = prefix.with_extension("tar");
    let mut file = File::create(&packed)?;
    tar::write(&prefix, &name, &mut file)?;
    // The header contains neither a name nor a time.
    let archive = File::create(folder().join(format!("{name}.tar.gz")))?;
    let status = Command::new("gzip").args(["-n", "-9"]).stdin(File::open(&packed)?).stdout(Stdio::from(archive)).status()?;
    if !status.success() {
        return Err(io::Error::other("gzip failed"));
    }
    fs::remove_file(packed)
}
