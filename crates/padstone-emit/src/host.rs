//! Host structs with the memory layout of the shader's data: `padstone emit rust`, `c`, `cpp`, `python`,
//! `typescript`.
//!
//! A `HostPlan` determines each host struct for all languages: every byte belongs to a field or to a
//! padding field, arrays whose stride exceeds the element size have padded elements, and the alignment of each
//! struct suits all of its uses. The languages write the plan, with assertions that the host's
//! own compiler checks. One file each, and one line in [`LANGUAGES`].

mod c_and_cpp;
mod guard;
mod keywords;
mod library;
mod library_macros;
mod library_names;
mod names;
mod plan;
mod python;
mod reserved;
mod rust;
mod scalar_accesses;
mod structs;
mod typescript;
mod windows_macros;
mod windows_names;

use std::io::{self, Write};

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::{Layout, ModuleLayout, Subject};
use padstone_model::Module;

use crate::{lookup, nearest};
use library::{Find, Palette};
use names::Names;
use plan::HostPlan;
use reserved::Reserved;
pub use scalar_accesses::{AccessStep, ScalarAccess};
use structs::HostTypeError;

/// A language to write structs in.
#[derive(Clone, Copy)]
pub struct HostLanguage {
    /// The name after `padstone emit`.
    pub name: &'static str,
    /// A short description.
    pub summary: &'static str,
    /// The types of members; the first is the default.
    pub styles: &'static [HostStyle],
    /// The traits that structs can derive.
    pub derives: &'static [HostDerive],
    reserved: Reserved,
    /// The scope in which generated names are unique: all names can be in a namespace.
    namespaces: Namespaces,
}

/// The types of members.
#[derive(Clone, Copy)]
pub struct HostStyle {
    /// The name after `--types`.
    pub name: &'static str,
    /// A short description.
    pub summary: &'static str,
    library: Option<Find>,
    write: fn(&mut dyn Write, &HostPlan<'_>) -> io::Result<()>,
}

/// Traits of a library that copies structs as bytes, or into buffers.
#[derive(Clone, Copy)]
pub struct HostDerive {
    /// The name after `--derive`.
    pub name: &'static str,
    /// A short description of the traits.
    pub summary: &'static str,
    derive: Derive,
}

/// How a language prevents conflicts between the names of two generated files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Namespaces {
    /// By namespaces around the definitions.
    Blocks,
    /// By a common prefix of all names.
    Prefix,
    /// By modules: each file is one.
    Files,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Derive {
    Bytemuck,
    Zerocopy,
    Encase,
}

const DERIVES: &[HostDerive] = &[
    HostDerive { name: "bytemuck", summary: "Pod and Zeroable: structs as bytes", derive: Derive::Bytemuck },
    HostDerive { name: "zerocopy", summary: "FromBytes, IntoBytes, Immutable, KnownLayout", derive: Derive::Zerocopy },
    HostDerive { name: "encase", summary: "ShaderType: encase writes each field at its offset", derive: Derive::Encase },
];

const PLAIN: &str = "plain";

/// All languages.
pub const LANGUAGES: &[HostLanguage] = &[
    HostLanguage {
        name: "rust",
        summary: "Rust structs, with assertions that rustc checks",
        styles: &[
            HostStyle { name: PLAIN, summary: "arrays of scalars", library: None, write: rust::write },
            HostStyle { name: "glam", summary: "glam's vectors and matrices", library: Some(library::glam::find), write: rust::write },
            HostStyle {
                name: NALGEBRA,
                summary: "nalgebra's SVector and SMatrix",
                library: Some(library::nalgebra::find),
                write: rust::write,
            },
        ],
        derives: DERIVES,
        reserved: reserved::RUST,
        namespaces: Namespaces::Files,
    },
    HostLanguage {
        name: "c",
        summary: "C11 structs, with static assertions",
        styles: &[
            HostStyle { name: PLAIN, summary: "arrays of scalars", library: None, write: c_and_cpp::write_c },
            HostStyle {
                name: "simd",
                summary: "vectors and matrices of Apple's <simd/simd.h>",
                library: Some(library::simd::find),
                write: c_and_cpp::write_c,
            },
        ],
        derives: &[],
        reserved: reserved::C,
        namespaces: Namespaces::Prefix,
    },
    HostLanguage {
        name: "cpp",
        summary: "C++17 structs, with static assertions",
        styles: &[
            HostStyle { name: PLAIN, summary: "arrays of scalars", library: None, write: c_and_cpp::write_cpp },
            HostStyle {
                name: "glm",
                summary: "GLM's vectors and matrices",
                library: Some(library::glm::find),
                write: c_and_cpp::write_glm,
            },
            HostStyle {
                name: "directxmath",
                summary: "XMFLOAT3, XMFLOAT4X4 and the like",
                library: Some(library::directxmath::find),
                write: c_and_cpp::write_directxmath,
            },
            HostStyle {
                name: "simd",
                summary: "vectors and matrices of Apple's <simd/simd.h>",
                library: Some(library::simd::find),
                write: c_and_cpp::write_cpp_simd,
            },
        ],
        derives: &[],
        reserved: reserved::C,
        namespaces: Namespaces::Blocks,
    },
    HostLanguage {
        name: "python",
        summary: "numpy dtypes or ctypes structures, with assertions",
        styles: &[
            HostStyle { name: "numpy", summary: "numpy dtypes", library: None, write: python::write_numpy },
            HostStyle { name: "ctypes", summary: "ctypes structures", library: None, write: python::write_ctypes },
        ],
        derives: &[],
        reserved: reserved::PYTHON,
        namespaces: Namespaces::Files,
    },
    HostLanguage {
        name: "typescript",
        summary: "classes over a DataView, with typed-array views",
        styles: &[HostStyle { name: "dataview", summary: "accessors and typed arrays", library: None, write: typescript::write }],
        derives: &[],
        reserved: reserved::TYPESCRIPT,
        namespaces: Namespaces::Files,
    },
];

const NALGEBRA: &str = "nalgebra";

/// The types of members, and the traits to derive.
#[derive(Clone)]
pub struct HostTypes {
    language: &'static HostLanguage,
    style: &'static HostStyle,
    derives: Vec<Derive>,
}

impl HostLanguage {
    /// The reserved words of the language: those for all names, and those for types only.
    pub fn reserved(&self) -> impl Iterator<Item = &'static str> {
        self.reserved.words.iter().chain(self.reserved.types).flat_map(|words| words.iter()).copied()
    }
}

impl HostTypes {
    /// Returns the member types with that name, or the first of the language by default, with traits.
    ///
    /// ```
    /// use padstone_emit::host::{HostTypes, LANGUAGES};
    ///
    /// assert!(HostTypes::new(&LANGUAGES[0], Some("glam"), &["bytemuck"]).is_ok());
    /// let why = HostTypes::new(&LANGUAGES[0], Some("glm"), &[]).err().unwrap();
    /// assert_eq!(why, "`--types glm`: rust supports plain, glam, nalgebra");
    /// ```
    ///
    /// # Errors
    /// The message.
    pub fn new(language: &'static HostLanguage, types: Option<&str>, derives: &[&str]) -> Result<HostTypes, String> {
        let style = match types {
            None => &language.styles[0],
            Some(types) => language.styles.iter().find(|style| style.name == types).ok_or_else(|| {
                let names = language.styles.iter().map(|style| style.name).collect::<Vec<_>>().join(", ");
                format!("`--types {types}`: {} supports {names}", language.name)
            })?,
        };
        let mut found = Vec::new();
        for name in derives {
            let known = language.derives.iter().find(|known| known.name == *name).ok_or_else(|| {
                let names = language.derives.iter().map(|known| known.name).collect::<Vec<_>>();
                let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                format!("`--derive {name}`: {} supports {names}", language.name)
            })?;
            found.push(known.derive);
        }
        if found.contains(&Derive::Encase) && found.len() > 1 {
            return Err("`--derive encase` copies structs field by field, the others as bytes: pass only one of them".into());
        }
        if style.name == NALGEBRA && found.contains(&Derive::Zerocopy) {
            return Err("`--derive zerocopy`: nalgebra does not implement its traits; pass `--derive bytemuck`".into());
        }
        Ok(HostTypes { language, style, derives: found })
    }

    /// Checks the name of a namespace.
    ///
    /// # Errors
    /// The message.
    pub fn check_namespace(&self, name: &str) -> Result<(), String> {
        let language = self.language;
        let is_name = |part: &str| names::identifier(part) == part && !language.reserved.has(part, true);
        match language.namespaces {
            Namespaces::Files => Err(format!("`--namespace` is for C and C++; each generated file in {} is a module", language.name)),
            Namespaces::Prefix if is_name(name) => Ok(()),
            Namespaces::Blocks if name.split("::").all(is_name) => Ok(()),
            Namespaces::Prefix => Err(format!("`--namespace {name}`: expected a C identifier")),
            Namespaces::Blocks => Err(format!("`--namespace {name}`: expected C++ identifiers, joined with `::`")),
        }
    }

    fn palette(&self) -> Palette {
        let of_bytes = self.derives.iter().any(|derive| matches!(derive, Derive::Bytemuck | Derive::Zerocopy));
        Palette { find: self.style.library, may_pad: !of_bytes, words_only: self.derives.contains(&Derive::Encase) }
    }
}

/// Options for writing structs.
#[derive(Clone, Copy, Default)]
pub struct HostOptions<'a> {
    /// The path of the file, as passed.
    pub file: &'a str,
    /// Names of buffers and structs; if empty, all buffers, or all structs if there are no buffers.
    pub selected: &'a [String],
    /// The namespace of all names in C++, or their prefix in C. See
    /// [`HostTypes::check_namespace`].
    pub namespace: Option<&'a str>,
    /// The struct of a buffer is rounded up to a multiple of this size: 16 for a D3D constant buffer, 256 for one of
    /// several in a buffer.
    pub round_up: Option<u64>,
}

/// Writes buffers and structs in a host language. A buffer that a struct cannot express is skipped, with a diagnostic.
///
/// # Errors
/// Those of `out`.
pub fn write(
    out: &mut dyn Write,
    types: &HostTypes,
    module: &Module,
    layouts: &ModuleLayout,
    options: &HostOptions<'_>,
) -> io::Result<Diagnostics> {
    let mut found = write_all(out, types, &[(module, layouts)], options)?;
    Ok(found.pop().unwrap_or_default())
}

/// Writes buffers and structs of several files into one text, and equal structs once. Returns the diagnostics of each file.
///
/// # Errors
/// Those of `out`.
pub fn write_all(
    out: &mut dyn Write,
    types: &HostTypes,
    modules: &[(&Module, &ModuleLayout)],
    options: &HostOptions<'_>,
) -> io::Result<Vec<Diagnostics>> {
    let mut all = Vec::new();
    let mut before: Option<HostPlan<'_>> = None;
    for (module, layouts) in modules {
        let mut diagnostics = Diagnostics::new();
        before = Some(plan(types, (module, layouts), modules, options, before, &mut diagnostics));
        all.push(diagnostics);
    }
    if let Some(plan) = before {
        (types.style.write)(out, &plan)?;
    }
    Ok(all)
}

fn plan<'m>(
    types: &HostTypes,
    (module, layouts): (&'m Module, &'m ModuleLayout),
    all: &[(&Module, &ModuleLayout)],
    options: &HostOptions<'m>,
    before: Option<HostPlan<'m>>,
    diagnostics: &mut Diagnostics,
) -> HostPlan<'m> {
    let (language, palette) = (types.language, types.palette());
    let prefix = options.namespace.filter(|_| language.namespaces == Namespaces::Prefix).map(|name| format!("{name}_"));
    let names = || Names::new(language.reserved, prefix.as_deref().unwrap_or_default());
    let round = options.round_up.unwrap_or(1).max(1);
    let chosen = chosen(module, layouts, all, options.selected, diagnostics);
    let mut plan = HostPlan::new(module, layouts, options.file, names(), Palette { find: None, ..palette }, round);
    let mut before = before;
    if palette.find.is_none() {
        before.take().into_iter().for_each(|before| plan.continue_after(before));
    }
    let mut errors: Vec<Diagnostic> = Vec::new();
    for layout in &chosen {
        errors.extend(plan.add(layout).err().and_then(|error| report(module, layout, error)));
    }
    if palette.find.is_some() {
        let plan_without_library = plan;
        plan = plan_without_library.with_library(names(), palette);
        before.into_iter().for_each(|before| plan.continue_after(before));
        // If a buffer cannot be a struct of plain scalars, it cannot be a struct.
        chosen.iter().for_each(|layout| _ = plan.add(layout));
    }
    plan.derives.clone_from(&types.derives);
    plan.namespace = options.namespace.filter(|_| language.namespaces == Namespaces::Blocks).unwrap_or_default();
    diagnostics.extend(errors);
    diagnostics.extend(plan.take_diagnostics().iter().cloned());
    plan
}

/// The struct of a buffer, and the offsets of its scalars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StructMap {
    /// The name of the buffer's type in the text that [`write()`] writes.
    pub name: String,
    /// The size in bytes of the buffer, or of one element of a structured buffer.
    pub size: u64,
    /// The scalars, except bit-fields.
    pub places: Vec<ScalarAccess>,
}

/// The map of the structs: the host expression that accesses each scalar. At most `most` scalars of each
/// buffer.
pub fn maps(types: &HostTypes, module: &Module, layouts: &ModuleLayout, options: &HostOptions<'_>, most: usize) -> Vec<StructMap> {
    let plan = plan(types, (module, layouts), &[(module, layouts)], options, None, &mut Diagnostics::new());
    let map = |root| StructMap {
        name: plan.type_name(root).to_owned(),
        size: root.size,
        places: scalar_accesses::scalar_accesses(&plan, root, most),
    };
    // A buffer that consists of a runtime-sized array has no struct.
    plan.roots.iter().filter(|root| root.ty.is_some()).map(map).collect()
}

/// The requested layouts; each name must exist in one of the files.
fn chosen<'a>(
    module: &Module,
    layouts: &'a ModuleLayout,
    all: &[(&Module, &ModuleLayout)],
    selected: &[String],
    diagnostics: &mut Diagnostics,
) -> Vec<&'a Layout> {
    let is_in_other_file = |selected: &str| all.iter().any(|(module, layouts)| !lookup::selected(module, layouts, selected).is_empty());
    let name = |layout: &Layout| crate::display::name(module, layout).to_owned();
    if selected.is_empty() {
        let buffers: Vec<&Layout> = layouts.layouts.iter().filter(|layout| matches!(layout.subject, Subject::Buffer(_))).collect();
        return if buffers.is_empty() { layouts.layouts.iter().collect() } else { buffers };
    }
    let mut found = Vec::new();
    for selected in selected {
        let before = found.len();
        let layouts_of_name =
            lookup::selected(module, layouts, selected).into_iter().map(|index| layouts.named(module, &layouts.layouts[index]));
        diagnostics.extend(layouts_of_name.clone().filter_map(|layout| lookup::other_layouts(module, layouts, layout)));
        found.extend(layouts_of_name);
        if found.len() == before && !is_in_other_file(selected) {
            let names: Vec<String> = layouts.layouts.iter().map(name).collect();
            let message = format!("no buffer or struct is named `{selected}`");
            let near = nearest(selected, names.iter().map(String::as_str));
            let diagnostic = Diagnostic::without_place(&codes::BUFFER_UNKNOWN, message);
            diagnostics.push(if near.is_empty() {
                diagnostic
            } else {
                diagnostic.help(format!("a similar name exists: `{}`", near.join("` or `")))
            });
        }
    }
    found
}

fn report(module: &Module, layout: &Layout, error: HostTypeError) -> Option<Diagnostic> {
    let span = crate::display::span(module, layout);
    let name = crate::display::name(module, layout);
    match error {
        // The layout engine has reported the reason; an empty layout is not an error.
        HostTypeError::LayoutError | HostTypeError::Empty => None,
        HostTypeError::TooLarge => {
            let message = format!("`{name}` is too large for a struct");
            Some(Diagnostic::error(&codes::HOST_TOO_LARGE, message, span).label(span, "4 GiB or more"))
        }
        HostTypeError::Narrow => {
            let message = format!("`{name}` contains scalars of less than 32 bits, which encase does not support");
            Some(
                Diagnostic::error(&codes::HOST_NARROW, message, span)
                    .label(span, "skipped")
                    .help("use `--derive bytemuck` or `--derive zerocopy`, which support all scalars"),
            )
        }
    }
}
