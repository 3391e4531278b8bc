//! Structs of host languages that lie in memory as the shader's data do: `padstone emit rust`, `c`, `cpp`, `python`,
//! `typescript`.
//!
//! What a host struct must look like is decided once, in a `Plan`: every byte belongs to a field or to a
//! padding field, arrays whose elements lie apart have elements with padding of their own, and the alignment of each
//! struct is one that all its places have. The languages only write that down, together with assertions that the host's
//! own compiler checks. One file each, and one line in [`LANGUAGES`].

mod c;
mod names;
mod places;
mod plan;
mod python;
mod rust;
mod structs;
mod typescript;

use std::io::{self, Write};

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::{Layout, ModuleLayout, Subject};
use padstone_model::Module;

use crate::nearest;
pub use places::{Place, Step};
use plan::Plan;
use structs::Fault;

/// A language to write structs in.
#[derive(Clone, Copy)]
pub struct HostLanguage {
    /// Its name after `padstone emit`.
    pub name: &'static str,
    /// What is written, in a few words.
    pub summary: &'static str,
    /// The types that structs are made of; the first is the default.
    pub styles: &'static [HostStyle],
    keywords: &'static [&'static str],
}

/// The types that structs are made of.
#[derive(Clone, Copy)]
pub struct HostStyle {
    /// Its name after `--types`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    write: fn(&mut dyn Write, &Plan<'_>) -> io::Result<()>,
}

/// All languages.
pub const LANGUAGES: &[HostLanguage] = &[
    HostLanguage {
        name: "rust",
        summary: "structs of Rust, with assertions that rustc checks",
        styles: &[HostStyle { name: "plain", summary: "arrays of numbers", write: rust::write }],
        keywords: rust::KEYWORDS,
    },
    HostLanguage {
        name: "c",
        summary: "structs of C11, with static assertions",
        styles: &[HostStyle { name: "plain", summary: "arrays of numbers", write: c::write_c }],
        keywords: c::KEYWORDS,
    },
    HostLanguage {
        name: "cpp",
        summary: "structs of C++17, with static assertions",
        styles: &[HostStyle { name: "plain", summary: "arrays of numbers", write: c::write_cpp }],
        keywords: c::KEYWORDS,
    },
    HostLanguage {
        name: "python",
        summary: "dtypes of numpy or structures of ctypes, with assertions",
        styles: &[
            HostStyle { name: "numpy", summary: "dtypes of numpy", write: python::write_numpy },
            HostStyle { name: "ctypes", summary: "structures of ctypes", write: python::write_ctypes },
        ],
        keywords: python::KEYWORDS,
    },
    HostLanguage {
        name: "typescript",
        summary: "classes over a DataView, with typed-array views",
        styles: &[HostStyle { name: "dataview", summary: "accessors and typed arrays", write: typescript::write }],
        keywords: typescript::KEYWORDS,
    },
];

/// What to write structs of.
#[derive(Clone, Copy)]
pub struct HostOptions<'a> {
    /// The file that was read, as it was given.
    pub file: &'a str,
    /// Names of buffers and structs; all buffers if there are none, or all structs if there are no buffers either.
    pub wanted: &'a [String],
}

/// Writes buffers and structs in a host language. One that no struct can hold is left out, with a diagnostic.
///
/// # Errors
/// Those of `out`.
pub fn write(
    out: &mut dyn Write,
    language: &HostLanguage,
    style: &HostStyle,
    module: &Module,
    layouts: &ModuleLayout,
    options: &HostOptions<'_>,
) -> io::Result<Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let mut plan = Plan::new(module, layouts, options.file, language.keywords);
    for layout in chosen(module, layouts, options.wanted, &mut diagnostics) {
        if let Err(fault) = plan.add(layout) {
            diagnostics.extend(report(module, layout, fault));
        }
    }
    diagnostics.extend(plan.take_diagnostics().iter().cloned());
    (style.write)(out, &plan)?;
    Ok(diagnostics)
}

/// The struct of a buffer, and where its numbers lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    /// The name of the buffer's type in the text that [`write()`] writes.
    pub name: String,
    /// Bytes of the buffer, or of one element of a structured buffer.
    pub size: u64,
    /// Its numbers, those of bit-fields left out.
    pub places: Vec<Place>,
}

/// The map that goes with the structs: which expression of the host reaches which number. At most `most` numbers of each
/// buffer.
pub fn maps(language: &HostLanguage, module: &Module, layouts: &ModuleLayout, options: &HostOptions<'_>, most: usize) -> Vec<Map> {
    let mut plan = Plan::new(module, layouts, options.file, language.keywords);
    for layout in chosen(module, layouts, options.wanted, &mut Diagnostics::new()) {
        // What has no struct has no map.
        let _ = plan.add(layout);
    }
    let map = |root| Map { name: plan.type_name(root).to_owned(), size: root.size, places: places::places(&plan, root, most) };
    // What is nothing but a runtime array has no type of its own.
    plan.roots.iter().filter(|root| root.ty.is_some()).map(map).collect()
}

/// The layouts that were asked for, each name of which must be one.
fn chosen<'a>(module: &Module, layouts: &'a ModuleLayout, wanted: &[String], diagnostics: &mut Diagnostics) -> Vec<&'a Layout> {
    let name = |layout: &Layout| crate::words::name(module, layout).to_owned();
    if wanted.is_empty() {
        let buffers: Vec<&Layout> = layouts.layouts.iter().filter(|layout| matches!(layout.subject, Subject::Buffer(_))).collect();
        return if buffers.is_empty() { layouts.layouts.iter().collect() } else { buffers };
    }
    let mut found = Vec::new();
    for wanted in wanted {
        let before = found.len();
        found.extend(layouts.layouts.iter().filter(|layout| name(layout) == *wanted));
        if found.len() == before {
            let names: Vec<String> = layouts.layouts.iter().map(name).collect();
            let message = format!("there is no buffer or struct `{wanted}` to be written");
            let near = nearest(wanted, names.iter().map(String::as_str));
            let diagnostic = Diagnostic::without_place(&codes::BUFFER_UNKNOWN, message);
            diagnostics.push(if near.is_empty() {
                diagnostic
            } else {
                diagnostic.help(format!("did you mean `{}`?", near.join("` or `")))
            });
        }
    }
    found
}

fn report(module: &Module, layout: &Layout, fault: Fault) -> Option<Diagnostic> {
    let span = crate::words::span(module, layout);
    let name = crate::words::name(module, layout);
    match fault {
        // Whoever laid it out has said why; and of nothing there is nothing to say.
        Fault::Unlaid | Fault::Empty => None,
        Fault::TooLarge => {
            let message = format!("`{name}` is too large for a struct");
            Some(Diagnostic::error(&codes::HOST_TOO_LARGE, message, span).label(span, "4 GiB or more"))
        }
    }
}
