//! Outputs: host structs, tables and pictures of layouts.

use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::host::{self, HostOptions, HostTypes};
use padstone_read::emit::{self, DrawnLines, Listing, Settings};

use crate::diagnostics::Diagnostics;
use crate::{Compiler, Error, ErrorKind, Layouts, Unit, picture};

/// A kind of output with its settings. Both have the names of the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    name: &'static str,
    settings: Vec<(&'static str, String)>,
}

/// The result of [`Unit::emit`](crate::Unit::emit).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Emitted {
    /// The text.
    pub text: String,
    /// The diagnostics of the source, and of the parts that could not be written.
    pub diagnostics: Diagnostics,
}

/// The settings of host structs.
const HOST: &[&str] = &["types", "derive", "buffers", "namespace", "round-up"];
/// The settings of tables and pictures.
const LISTING: &[&str] = &["row-bytes", "structs"];

impl Output {
    /// Returns the output of a name: host structs (`rust`, `c`, `cpp`, `python`, `typescript`), tables (`text`, `columns`) or pictures (`svg`, `html`).
    ///
    /// # Errors
    /// Unknown output.
    ///
    /// ```
    /// use padstone::{Options, Output, Workspace, compiler};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("sky.hlsl", "cbuffer Sky { float2 wind; float3 sun; }");
    /// let rust = Output::named("rust")?.with("types", "glam")?.with("buffers", "Sky")?;
    /// let emitted = ws.unit("sky.hlsl", &Options::default())?.emit(&rust, &[&compiler::DXC])?;
    /// assert!(emitted.text.contains("pub sun: glam::Vec3,"));
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn named(name: &str) -> Result<Output, Error> {
        let known = Output::names().find(|known| *known == name);
        let known = known.ok_or_else(|| {
            let near = emit::nearest(name, Output::names());
            Error::new(ErrorKind::Setting, format!("unknown output `{name}`")).suggesting(near)
        })?;
        Ok(Output { name: known, settings: Vec::new() })
    }

    /// The names of all outputs.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let listings = emit::FORMATS.iter().map(|format| format.name).filter(|name| *name != "json");
        host::LANGUAGES.iter().map(|language| language.name).chain(listings)
    }

    /// Adds a setting. Settings with several values (`derive`, `buffers`) can be added repeatedly.
    ///
    /// # Errors
    /// The output has no such setting, or the value is not a valid number of bytes per row.
    pub fn with(mut self, setting: &str, value: &str) -> Result<Output, Error> {
        let known = if self.host().is_some() { HOST } else { LISTING };
        let Some(setting) = known.iter().find(|known| **known == setting) else {
            let message = format!("output `{}` has no setting `{setting}`", self.name);
            return Err(Error::new(ErrorKind::Setting, message).suggesting(emit::nearest(setting, known.iter().copied())));
        };
        self.settings.push((setting, value.to_owned()));
        self.number("row-bytes")?.map_or(Ok(0), picture::checked)?;
        Ok(self)
    }

    /// The name.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    fn host(&self) -> Option<&'static host::HostLanguage> {
        host::LANGUAGES.iter().find(|language| language.name == self.name)
    }

    fn all(&self, setting: &str) -> impl Iterator<Item = &str> {
        self.settings.iter().filter(move |(known, _)| *known == setting).map(|(_, value)| &**value)
    }

    fn number(&self, setting: &str) -> Result<Option<u64>, Error> {
        let wrong = |value: &str| Error::new(ErrorKind::Setting, format!("`{setting}`: expected a number of bytes, found `{value}`"));
        self.all(setting).last().map(|value| value.parse().map_err(|_| wrong(value))).transpose()
    }
}

impl Unit {
    /// Writes an output of the layouts under the compilers; without any, under the language's default compiler. Host structs use the first compiler.
    ///
    /// # Errors
    /// The value of a setting is invalid.
    pub fn emit(&self, output: &Output, by: &[&Compiler]) -> Result<Emitted, Error> {
        let default_compiler = self.compiler();
        let by = if by.is_empty() { &[&default_compiler][..] } else { by };
        let all: Vec<Layouts> = by.iter().map(|compiler| self.layout(compiler)).collect();
        let mut diagnostics = Diagnostics::default();
        let mut text = Vec::new();
        if let Some(language) = output.host() {
            let first = &all[0];
            let found = if self.files().is_empty() { Vec::new() } else { host(output, language, first, self.file().path(), &mut text)? };
            let found: Vec<&_> = found.iter().collect();
            diagnostics.add(&first.diagnostics());
            diagnostics.add(&Diagnostics::new(first.reading(), &found));
        } else {
            let settings = Settings {
                color: TerminalColor::Never,
                row_bytes: output.number("row-bytes")?.unwrap_or(16),
                lines: DrawnLines::ALL,
                structs: output.all("structs").last() == Some("true"),
            };
            all.iter().for_each(|layouts| diagnostics.add(&layouts.diagnostics()));
            list(output.name, settings, &all, self.file().path(), &mut text);
        }
        Ok(Emitted { text: String::from_utf8_lossy(&text).into_owned(), diagnostics })
    }
}

/// Writes host structs, and returns diagnostics about the parts that could not be written.
fn host(
    output: &Output,
    language: &'static host::HostLanguage,
    layouts: &Layouts,
    file: &str,
    out: &mut Vec<u8>,
) -> Result<Vec<padstone_read::diag::Diagnostics>, Error> {
    let wrong = |reason: String| Error::new(ErrorKind::Setting, reason);
    let derives: Vec<&str> = output.all("derive").collect();
    let types = HostTypes::new(language, output.all("types").last(), &derives).map_err(wrong)?;
    let namespace = output.all("namespace").last();
    namespace.map_or(Ok(()), |namespace| types.check_namespace(namespace)).map_err(wrong)?;
    let requested: Vec<String> = output.all("buffers").map(str::to_owned).collect();
    let options = HostOptions { file, selected: &requested, namespace, round_up: output.number("round-up")? };
    let modules = [(&layouts.reading().unit.module, &layouts.laid_out().layouts)];
    // Writing to memory cannot fail.
    Ok(host::write_all(out, &types, &modules, &options).unwrap_or_default())
}

fn list(name: &str, settings: Settings, all: &[Layouts], file: &str, out: &mut Vec<u8>) {
    let format = emit::FORMATS.iter().find(|format| format.name == name).unwrap_or(&emit::FORMATS[0]);
    let mut writer = (format.writer)(settings);
    // Writing to memory cannot fail.
    for layouts in all.iter().filter(|layouts| !layouts.reading().files.is_empty()) {
        let (read, laid_out) = (&layouts.reading().unit, layouts.laid_out());
        let listing =
            Listing { file, sources: &read.sources, module: &read.module, layouts: &laid_out.layouts, bindings: &laid_out.bindings };
        let _ = writer.listing(&listing, out);
    }
    let _ = writer.finish(out);
}
