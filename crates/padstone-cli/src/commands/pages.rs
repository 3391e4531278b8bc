//! `padstone pages`: writes completions and man pages to the directories where packages install them.

use std::fs;
use std::io;
use std::path::Path;

use clap_complete::Shell;

use crate::arguments::PagesArguments;
use crate::{Failure, SUCCESS, files};

/// The directory, below a prefix, in which each shell searches completions. PowerShell and elvish load files named in their settings.
const COMPLETIONS: &[(Shell, &str)] = &[
    (Shell::Bash, "share/bash-completion/completions/padstone"),
    (Shell::Elvish, "share/elvish/lib/padstone.elv"),
    (Shell::Fish, "share/fish/vendor_completions.d/padstone.fish"),
    (Shell::PowerShell, "share/powershell/padstone.ps1"),
    (Shell::Zsh, "share/zsh/site-functions/_padstone"),
];

pub(crate) fn run(arguments: &PagesArguments, command: clap::Command) -> Result<u8, Failure> {
    let PagesArguments { prefix } = arguments;
    write(prefix, command)
        .map_err(|error| Failure::Usage(format!("cannot write to directory `{}`: {}", prefix.display(), files::reason(&error))))?;
    Ok(SUCCESS)
}

fn write(prefix: &Path, mut command: clap::Command) -> io::Result<()> {
    let unbuilt = command.clone();
    for (shell, path) in COMPLETIONS {
        let path = prefix.join(path);
        fs::create_dir_all(path.parent().expect("each is in a folder"))?;
        let mut script = Vec::new();
        clap_complete::generate(*shell, &mut command, "padstone", &mut script);
        fs::write(path, script)?;
    }
    let manual = prefix.join("share/man/man1");
    fs::create_dir_all(&manual)?;
    // `padstone help layout` has no separate page: it prints that of `padstone layout`.
    clap_mangen::generate_to(unbuilt.disable_help_subcommand(true), manual)
}
