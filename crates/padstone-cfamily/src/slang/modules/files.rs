//! Searches for the files of modules.

use padstone_diag::{Diagnostic, codes};
use padstone_source::{FileId, LoadError, Span, normalized};

use super::ModuleReader;
use crate::preprocess::is_absolute;
use crate::slang::imports::ImportRequest;

impl ModuleReader<'_> {
    /// The path of a requested file.
    pub(super) fn find(&mut self, folder: &str, request: &ImportRequest) -> Option<String> {
        let written = &request.path;
        let names = match written.ends_with(".slang") {
            true => vec![written.clone()],
            // `import my_module` also finds `my-module.slang`.
            false if written.contains('_') => vec![format!("{}.slang", written.replace('_', "-")), format!("{written}.slang")],
            false => vec![format!("{written}.slang")],
        };
        let mut tried = Vec::new();
        for name in &names {
            if is_absolute(name) {
                tried.push(normalized(name));
                continue;
            }
            tried.push(normalized(&format!("{folder}{name}")));
            tried.extend(self.options.include_dirs.iter().map(|dir| normalized(&format!("{dir}/{name}"))));
        }
        let is_there = |path: &&String| self.by_path.contains_key(*path) || self.loader.load(path) != Err(LoadError::NotFound);
        let found = tried.iter().find(is_there).cloned();
        if found.is_none() {
            let message = format!("module `{}` not found", request.path.replace('/', "."));
            self.diagnostics.push(
                Diagnostic::error(&codes::MODULE_NOT_FOUND, message, request.span)
                    .label(request.span, "not found")
                    .note(format!("tried {}", tried.join(", ")))
                    .help("pass its directory with `-I`")
                    .missing(written, tried),
            );
        }
        found
    }

    pub(super) fn load(&mut self, path: &str, span: Span) -> Option<FileId> {
        let text = match self.loader.load(path) {
            Ok(text) => text,
            Err(reason) => {
                let message = format!("cannot read `{path}`: {reason}");
                self.diagnostics.push(Diagnostic::error(&codes::INCLUDE_UNREADABLE, message, span).label(span, "imported here"));
                return None;
            }
        };
        match self.sources.add_file(path, text) {
            Ok(file) => Some(file),
            Err(full) => {
                self.diagnostics.push(Diagnostic::error(&codes::SOURCE_TOO_LARGE, full.to_string(), span));
                None
            }
        }
    }
}
