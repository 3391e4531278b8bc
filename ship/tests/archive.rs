//! The archive: a static program and its files.

use std::fs;

use crate::documents::Example;
use crate::packages::{LAYOUT, SHADER, VERSION, are_there, find, folder, unpack};
use crate::scratch::{Scratch, printed, root};

#[test]
fn the_page_installs_the_archive() {
    if !are_there(&["curl", "sha256sum"]) || find("padstone-", ".tar.gz").is_none() {
        return;
    }
    let scratch = Scratch::new("page archive");
    // The page names the target of the release, for which this machine may not be able to build.
    let archive = find("padstone-", ".tar.gz").expect("it was found before");
    let target = archive.file_name().expect("a name").to_string_lossy().into_owned();
    let target = target.trim_start_matches(&format!("padstone-{VERSION}-")).trim_end_matches(".tar.gz").to_owned();
    let from = format!("https://github.com/padstone/padstone/releases/download/v{VERSION}");
    let to = format!("file://{}", folder().display());
    Example::of("archive").replace(&from, &to).replace("x86_64-unknown-linux-musl", &target).check(&scratch);
}

#[test]
fn the_archive_contains_one_static_program() {
    let scratch = Scratch::new("archive");
    let Some(prefix) = unpack(&scratch) else { return };
    let padstone = prefix.join("bin/padstone");
    // Without PATH and libraries.
    scratch.write("x.wgsl", SHADER);
    let output = scratch.output("env", &["-i", padstone.to_str().expect("UTF-8"), "layout", "x.wgsl"]);
    assert!(printed(&output).starts_with(LAYOUT), "{}", printed(&output));
    if cfg!(target_os = "linux") && are_there(&["ldd"]) {
        let linked = printed(&scratch.output("ldd", &[padstone.to_str().expect("UTF-8")]));
        assert!(linked.contains("statically linked") || linked.contains("not a dynamic executable"), "{linked}");
    }
}

#[test]
fn the_program_names_no_folder_of_the_machine() {
    let scratch = Scratch::new("paths");
    let Some(prefix) = unpack(&scratch) else { return };
    let program = fs::read(prefix.join("bin/padstone")).expect("the program");
    let home = std::env::home_dir().expect("a home").join(".cargo").display().to_string();
    for path in [root().display().to_string(), home] {
        assert!(!program.windows(path.len()).any(|bytes| bytes == path.as_bytes()), "it contains {path}");
    }
    for file in fs::read_dir(folder()).expect("the packages").flatten().filter(|file| file.path().extension().is_some_and(|e| e == "json"))
    {
        let text = fs::read_to_string(file.path()).expect("a bill of materials");
        assert!(!text.contains(&root().display().to_string()), "{} contains a path", file.path().display());
        let bill: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let components = bill["components"].as_array().expect("components").iter();
        let names: Vec<_> = components.filter_map(|component| component["name"].as_str()).collect();
        assert!(names.contains(&"clap") && !names.contains(&"trycmd"), "{names:?}");
    }
}

/// The list of dependencies that `cargo auditable` embeds in the program, as scanners for vulnerabilities find it.
#[test]
fn the_program_lists_its_dependencies() {
    if !are_there(&["objcopy", "python3"]) {
        return;
    }
    let scratch = Scratch::new("auditable");
    let Some(prefix) = unpack(&scratch) else { return };
    scratch.run("objcopy", &["--dump-section", ".dep-v0=list", prefix.join("bin/padstone").to_str().expect("UTF-8"), "copy"]);
    let list = scratch.run("python3", &["-c", "import zlib; print(zlib.decompress(open('list', 'rb').read()).decode())"]);
    let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
    let names: Vec<_> = list["packages"].as_array().expect("packages").iter().filter_map(|package| package["name"].as_str()).collect();
    assert!(names.contains(&"clap") && names.contains(&"padstone-cli") && !names.contains(&"trycmd"), "{names:?}");
}

/// The installed shells load the completions, and man finds no error in the man pages.
#[test]
fn the_archive_contains_completions_and_a_manual() {
    let scratch = Scratch::new("completions");
    let Some(prefix) = unpack(&scratch) else { return };
    let share = |name: &str| {
        let path = prefix.join("share").join(name);
        assert!(path.metadata().is_ok_and(|file| file.len() > 1000), "{name}");
        path.to_str().expect("UTF-8").to_owned()
    };
    let bash = share("bash-completion/completions/padstone");
    // Debian has no package of PowerShell.
    assert!(fs::read_to_string(share("powershell/padstone.ps1")).expect("a script").contains("Register-ArgumentCompleter"));
    let complete =
        format!("source '{bash}'; COMP_WORDS=(padstone la); COMP_CWORD=1; _padstone padstone la padstone; echo \"${{COMPREPLY[*]}}\"");
    assert_eq!(scratch.run("bash", &["-c", &complete]).trim(), "layout");
    let (fish, zsh) = (share("fish/vendor_completions.d/padstone.fish"), share("zsh/site-functions/_padstone"));
    if are_there(&["fish"]) {
        let printed = scratch.run("fish", &["-c", &format!("source '{fish}'; complete -C 'padstone la'")]);
        assert!(printed.starts_with("layout\tPrint"), "{printed}");
    }
    if are_there(&["zsh"]) {
        let folder = prefix.join("share/zsh/site-functions");
        let script = format!("fpath=('{}' $fpath); autoload -Uz compinit; compinit -u -D; echo $_comps[padstone]", folder.display());
        assert_eq!(scratch.run("zsh", &["-fc", &script]).trim(), "_padstone");
        scratch.run("zsh", &["-n", &zsh]);
    }
    if are_there(&["elvish"]) {
        // Without a terminal, elvish has no module `edit:`.
        let script = fs::read_to_string(share("elvish/lib/padstone.elv")).expect("a script");
        let script = script.replace("edit:completion:arg-completer[padstone]", "completer").replace("edit:complex-candidate", "candidate");
        let module = "var completer = $nil\nfn candidate {|text &display=''| echo $text}";
        let printed = scratch.run("elvish", &["-norc", "-c", &format!("{module}\n{script}\n$completer padstone la")]);
        assert!(printed.contains("layout"), "{printed}");
    }
    let manual = fs::read_to_string(share("man/man1/padstone-layout.1")).expect("a page");
    assert!(manual.contains(r"\-\-structs") && manual.contains("std430"), "the options of padstone and of compilers");
    assert!(!prefix.join("share/man/man1/padstone-pages.1").exists());
}

#[test]
fn the_archive_contains_checksums_and_licenses() {
    if !are_there(&["sha256sum"]) {
        return;
    }
    let scratch = Scratch::new("checksums");
    let Some(prefix) = unpack(&scratch) else { return };
    let sums = folder().join("SHA256SUMS");
    let sums = fs::read_to_string(sums).expect("the checksums");
    assert!(sums.lines().count() >= 3, "{sums}");
    scratch.write("SHA256SUMS", &sums);
    scratch.run("bash", &["-c", &format!("cd '{}' && sha256sum --check --strict SHA256SUMS", folder().display())]);

    let documents = prefix.join("share/doc/padstone");
    let licenses = fs::read_to_string(documents.join("LICENSES-OF-DEPENDENCIES.md")).expect("the licenses");
    let packages = licenses.lines().filter(|line| line.starts_with("- ")).count();
    assert!(packages > 20 && licenses.contains("\n- clap 4."), "{packages} packages");
    assert!(licenses.lines().filter(|line| line.starts_with("- ")).all(|line| !line.ends_with(": ")), "a package without a license");
    for name in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
        assert!(documents.join(name).is_file(), "{name}");
    }
}
