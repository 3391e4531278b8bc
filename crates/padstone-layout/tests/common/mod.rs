//! Source text in, layouts and diagnostics out.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use padstone_cfamily::{GlslOptions, Options, TargetEnv, read_glsl, read_hlsl};
use padstone_diag::{Applicability, Diagnostic, Diagnostics, Fix, Severity};
use padstone_layout::{BindingModel, Layout, ModuleLayout, Subject, Visit, VisitOrder, find, layout, rows};
use padstone_model::Module;
use padstone_source::{MemoryLoader, SourceMap};
use padstone_wgsl::{read_wgsl, tree::Edition};

/// A source text with its layouts.
pub(crate) struct LaidOutModule {
    pub(crate) sources: SourceMap,
    pub(crate) module: Module,
    pub(crate) layouts: ModuleLayout,
}

/// Lays out a source text; `+16` after the name of the profile means `-enable-16bit-types`, and `@main` means `-E main`.
pub(crate) fn lay_out(profile: &str, source: &str) -> LaidOutModule {
    let (laid, diagnostics) = lay_out_any(profile, source);
    assert!(!diagnostics.has_errors(), "{source}\n{diagnostics:?}");
    laid
}

/// The same for a text that may have errors, with the diagnostics.
pub(crate) fn lay_out_any(profile: &str, source: &str) -> (LaidOutModule, Diagnostics) {
    let (profile, entry) = profile.split_once('@').map_or((profile, None), |(profile, entry)| (profile, Some(entry.to_owned())));
    let (name, native_16bit) = match profile.strip_suffix("+16") {
        Some(name) => (name, true),
        None => (profile, false),
    };
    let profile = find(name).unwrap_or_else(|| panic!("no profile {name}"));
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.hlsl", source.into()).expect("a short file");
    let (spirv, fxc) = (profile.binding == BindingModel::Vulkan, profile.name.starts_with("fxc"));
    let options = Options { native_16bit, entry, spirv, fxc, ..Options::default() };
    let mut diagnostics = Diagnostics::new();
    let module = read_hlsl(&mut sources, file, &MemoryLoader::default(), &options, &mut diagnostics);
    let layouts = layout(&module, profile);
    (LaidOutModule { sources, module, layouts }, diagnostics)
}

/// Lays out a WGSL source that is not [complete](complete).
pub(crate) fn lay_out_wgsl(profile: &str, source: &str) -> LaidOutModule {
    lay_out_whole_wgsl(profile, &complete(profile, source))
}

/// Whether a text is WGSL of 2020: it has the profile of that name, or attributes in double brackets.
fn is_of_2020(profile: &str, source: &str) -> bool {
    profile == "wgsl-2020" || source.contains("[[")
}

/// Lays out a WGSL source, in the edition of [`is_of_2020`].
pub(crate) fn lay_out_whole_wgsl(profile: &str, source: &str) -> LaidOutModule {
    let (laid, diagnostics) = lay_out_any_wgsl(profile, source);
    assert!(!diagnostics.has_errors(), "{source}\n{diagnostics:?}");
    laid
}

/// The same for a text that may have errors, with the diagnostics.
pub(crate) fn lay_out_any_wgsl(profile: &str, source: &str) -> (LaidOutModule, Diagnostics) {
    let edition = if is_of_2020(profile, source) { Edition::Draft2020 } else { Edition::Current };
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.wgsl", source.into()).expect("a short file");
    let mut diagnostics = Diagnostics::new();
    let options = padstone_wgsl::Options { edition, ..padstone_wgsl::Options::default() };
    let module = read_wgsl(&mut sources, file, &MemoryLoader::default(), &options, &mut diagnostics);
    let layouts = layout(&module, find(profile).unwrap_or_else(|| panic!("no profile {profile}")));
    (LaidOutModule { sources, module, layouts }, diagnostics)
}

/// A WGSL source with required parts that do not affect layouts: groups, bindings, `enable f16`; for 2020 also semicolons
/// in and after structs.
pub(crate) fn complete(profile: &str, source: &str) -> String {
    let of_2020 = is_of_2020(profile, source);
    let mut text = String::from(if source.contains("f16") { "enable f16; " } else { "" });
    let (mut inner, mut bindings) = (0, 0);
    for (position, c) in source.char_indices() {
        if source[position..].starts_with("var<") && !source[position..].starts_with("var<immediate>") {
            text.push_str(&if of_2020 {
                format!("[[group(0), binding({bindings})]] ")
            } else {
                format!("@group(0) @binding({bindings}) ")
            });
            bindings += 1;
        }
        match c {
            '<' | '(' | '[' => inner += 1,
            '>' | ')' | ']' => inner -= 1,
            _ => {}
        }
        match c {
            ',' if of_2020 && inner == 0 => text.push(';'),
            '}' if of_2020 => text.push_str("; };"),
            _ => text.push(c),
        }
    }
    text.replace("; ; }", "; }").replace("};;", "};")
}

/// Lays out GLSL blocks for Vulkan: a text without `#version` and `main`.
pub(crate) fn lay_out_glsl(profile: &str, source: &str) -> LaidOutModule {
    lay_out_for(TargetEnv::Vulkan, profile, source)
}

/// The same for OpenGL.
pub(crate) fn lay_out_opengl(profile: &str, source: &str) -> LaidOutModule {
    lay_out_for(TargetEnv::OpenGl, profile, source)
}

fn lay_out_for(target: TargetEnv, profile: &str, source: &str) -> LaidOutModule {
    let text = format!("#version 460\n#extension GL_EXT_scalar_block_layout : require\n{source}\nvoid main() {{}}\n");
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.comp", text.into()).expect("a short file");
    let mut diagnostics = Diagnostics::new();
    let options = GlslOptions { target, ..GlslOptions::default() };
    let module = read_glsl(&mut sources, file, &MemoryLoader::default(), &options, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{source}\n{diagnostics:?}");
    let layouts = layout(&module, find(profile).unwrap_or_else(|| panic!("no profile {profile}")));
    LaidOutModule { sources, module, layouts }
}

impl LaidOutModule {
    /// The members of a buffer that generated code reads from another offset: both offsets.
    pub(crate) fn reads(&self, name: &str) -> Vec<String> {
        let layout = self.buffers().find(|layout| layout.name(&self.module) == name).expect("there is such a buffer");
        let mut reads = Vec::new();
        let _: ControlFlow<()> = rows(&self.module, self.layouts.types(layout), layout, VisitOrder::Source, &mut |visit| {
            if let Visit::Row(row) = visit {
                reads.extend(row.read_offset.map(|read| format!("{} {}>{read}", row.path, row.offset)));
            }
            ControlFlow::Continue(())
        });
        reads
    }

    /// The source with the first fix applied.
    pub(crate) fn fixed(&self) -> Option<String> {
        self.fixed_by(|_| true)
    }

    /// The source with the first certain fix applied.
    pub(crate) fn fixed_certainly(&self) -> Option<String> {
        self.fixed_by(|fix| fix.applicability == Applicability::MachineApplicable)
    }

    fn fixed_by(&self, suits: impl Fn(&&Fix) -> bool) -> Option<String> {
        let fix = self.layouts.diagnostics.iter().flat_map(|found| &found.fixes).find(suits)?;
        let (_, file) = self.sources.files().next()?;
        let mut edits: Vec<_> = fix.edits.iter().collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
        let mut text = file.text.to_string();
        for edit in edits {
            text.replace_range((edit.span.start - file.base()) as usize..(edit.span.end - file.base()) as usize, &edit.text);
        }
        Some(text)
    }

    /// The layouts of buffers, without those of structs.
    pub(crate) fn buffers(&self) -> impl Iterator<Item = &Layout> {
        self.layouts.layouts.iter().filter(|layout| matches!(layout.subject, Subject::Buffer(_)))
    }

    /// `path@offset:size` of all members of the buffers, without array elements; then the size of each buffer.
    pub(crate) fn places(&self) -> String {
        let mut text = String::new();
        for layout in self.buffers() {
            let types = self.layouts.types(layout);
            let done: ControlFlow<()> = rows(&self.module, types, layout, VisitOrder::Source, &mut |visit| {
                if let Visit::Row(row) = visit
                    && !row.path.ends_with("[]")
                {
                    write!(text, "{}@{}:{} ", row.path, row.offset, row.size).expect("writing to a string never fails");
                }
                ControlFlow::Continue(())
            });
            assert!(done.is_continue());
            write!(text, "= {} ", layout.size).expect("strings take all");
        }
        text.trim_end().to_owned()
    }

    /// `warning P0402 at «text»: message` of each diagnostic.
    pub(crate) fn diagnostics(&self) -> Vec<String> {
        self.layouts.diagnostics.iter().map(|found| self.describe(found)).collect()
    }

    fn describe(&self, found: &Diagnostic) -> String {
        let severity = match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let position = found.span.map_or("", |span| self.sources.text(span));
        format!("{severity} {} at «{position}»: {}", found.code.id, found.message)
    }
}
