//! Runs the examples of `docs/install` as written.

use std::fs;

use crate::packages::VERSION;
use crate::scratch::{Scratch, root};

/// The section "Example" of a page.
pub(crate) struct Example {
    /// Names and contents of files: blocks whose fence has a language and a name.
    files: Vec<(String, String)>,
    /// The block `sh`.
    commands: String,
    /// The block `text`: the expected output.
    output: String,
}

impl Example {
    /// Reads the example of `docs/install/PAGE.md`.
    pub(crate) fn of(page: &str) -> Example {
        let text = fs::read_to_string(root().join(format!("docs/install/{page}.md"))).unwrap_or_else(|error| panic!("{page}: {error}"));
        let section =
            text.split("\n## ").find_map(|section| section.strip_prefix("Example\n")).unwrap_or_else(|| panic!("{page}: no example"));
        let mut example = Example { files: Vec::new(), commands: String::new(), output: String::new() };
        // Every second piece is the content of a fence, whose first line is the fence's language.
        for block in section.split("```").skip(1).step_by(2) {
            let (fence, content) = block.split_once('\n').expect("a fence ends its line");
            match fence.split_once(' ') {
                Some((_, name)) => example.files.push((name.to_owned(), content.to_owned())),
                None if fence == "sh" => example.commands.push_str(content),
                None if fence == "text" => example.output.push_str(content),
                None => panic!("{page}: a block of the example is neither sh, text nor a file with a name: {fence}"),
            }
        }
        example
    }

    /// Replaces the parts of a page that depend on the machine.
    pub(crate) fn replace(mut self, from: &str, to: &str) -> Example {
        assert!(self.commands.contains(from), "the example no longer has `{from}`");
        self.commands = self.commands.replace(from, to);
        self
    }

    /// Writes the files.
    pub(crate) fn write_files(&self, scratch: &Scratch) {
        for (name, content) in &self.files {
            scratch.write(name, content);
        }
    }

    /// Checks that the output is that of the page.
    pub(crate) fn output(&self) -> &str {
        self.output.trim()
    }

    /// Writes the files, runs the commands, and compares the output.
    pub(crate) fn check(&self, scratch: &Scratch) {
        self.write_files(scratch);
        let output = scratch.output("bash", &["-euo", "pipefail", "-c", &self.commands]);
        let printed = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}\n{printed}{errors}", self.commands);
        // Tools print their own output first; only the end of padstone's output is compared.
        assert!(
            printed.trim_end().ends_with(self.output.trim_end()) && !self.output.trim().is_empty(),
            "printed:\n{printed}\npage:\n{}",
            self.output
        );
    }
}

/// Every page has an example that a test here runs, and a section about errors.
#[test]
fn every_page_has_its_sections() {
    let pages = fs::read_dir(root().join("docs/install")).expect("the pages").flatten();
    let tests = [include_str!("action.rs"), include_str!("archive.rs"), include_str!("cmake.rs"), include_str!("meson.rs")];
    let tests = [&tests[..], &[include_str!("npm.rs"), include_str!("python.rs")]].concat().concat();
    for page in pages {
        let name = page.file_name().to_string_lossy().trim_end_matches(".md").to_owned();
        let text = fs::read_to_string(page.path()).expect("a page");
        for section in ["Install", "Example", "What may go wrong", "Limits"] {
            assert!(text.contains(&format!("\n## {section}\n")), "{name}: no section `{section}`");
        }
        assert!(tests.contains(&format!("Example::of(\"{name}\")")), "{name}: no test runs its example");
        let index = fs::read_to_string(root().join("docs/install.md")).expect("the index");
        assert!(index.contains(&format!("(install/{name}.md)")), "{name}: docs/install.md does not name it");
        // The version in the page is the version that was built.
        for (position, _) in text.match_indices("padstone-0.") {
            assert!(text[position..].starts_with(&format!("padstone-{VERSION}")), "{name}: expected version {VERSION}");
        }
    }
}
