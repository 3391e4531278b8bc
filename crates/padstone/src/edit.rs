//! Source edits that make layouts match or make buffers smaller.

use std::fmt;
use std::sync::Arc;

use padstone_read::layout::Profile;
use padstone_repair::{self as repair, ChangedFile};

use crate::position::File;
use crate::reading::Tracing;
use crate::span::Span;
use crate::{Buffer, Comparison, Compiler, Edit, Error, ErrorKind, Unit, Workspace};

/// A change of source files. It remembers the texts that it applies to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Change {
    /// The replacements, which do not overlap, file by file.
    pub edits: Vec<Edit>,
    patch: String,
}

/// Options of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Search {
    /// Whether to annotate members with their offsets instead of moving them.
    pub annotate: bool,
}

impl Search {
    /// Sets whether to annotate members with their offsets.
    #[must_use]
    pub fn annotating(self, annotate: bool) -> Search {
        Search { annotate }
    }
}

/// The edits after which layouts match. `Display` writes the output of `padstone compare`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Repair {
    /// The steps, as imperatives.
    pub steps: Vec<String>,
    /// Whether padstone knows no smaller edit.
    pub smallest: bool,
    /// The buffers and structs without a repair, each with the reason.
    pub unrepaired: Vec<(String, String)>,
    /// The number of buffers and structs whose layouts diverge after the edits.
    pub diverging: usize,
    /// The edits.
    pub change: Change,
    text: String,
}

/// The order of members with the smallest size.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Optimum {
    /// The buffer or struct.
    pub name: String,
    /// The compilers, in the order of the sizes. For a struct, they are the rule sets of the buffers that contain it, if those differ from
    /// the compiler's rules for structs.
    pub compilers: Vec<Compiler>,
    /// The size in bytes now, by compiler.
    pub before: Vec<u64>,
    /// The size in bytes after the change, by compiler.
    pub after: Vec<u64>,
    /// The members in the order of their offsets.
    pub order: Vec<String>,
    /// Whether no order is smaller; otherwise it is the best of the orders tried.
    pub proved: bool,
    /// The number of layouts computed, of orders and of their beginnings.
    pub measured: usize,
    /// The edits; none if the source is optimal.
    pub change: Change,
    /// The reason why padstone cannot edit the source, if it cannot: apply the order by hand.
    pub edit_error: Option<String>,
}

impl Change {
    fn new(changed: &[ChangedFile]) -> Change {
        let mut change = Change::default();
        for changed_file in changed {
            let file = File::new(&changed_file.path, Arc::clone(&changed_file.before));
            change.patch.push_str(&changed_file.patch());
            let edit = |(range, text): (std::ops::Range<usize>, String)| Edit {
                span: Span::in_text(&file, range.start as u32, range.end as u32),
                text,
            };
            change.edits.extend(changed_file.edits().into_iter().map(edit));
        }
        change
    }

    /// The changed files, each with its new text.
    pub fn files(&self) -> Vec<(File, String)> {
        let mut files: Vec<(File, String)> = Vec::new();
        let mut edits: Vec<&Edit> = self.edits.iter().collect();
        // From the end, so that earlier offsets remain valid.
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
        for edit in edits {
            let file = &edit.span.file;
            let known = files.iter().position(|(known, _)| known == file).unwrap_or_else(|| {
                files.push((file.clone(), file.text().to_owned()));
                files.len() - 1
            });
            files[known].1.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
        }
        files
    }

    /// The change as a unified diff, as `patch -p0` reads it.
    pub fn patch(&self) -> &str {
        &self.patch
    }
}

impl Workspace {
    /// Applies a change, if no file has changed since it was computed.
    ///
    /// # Errors
    /// A file has changed or was removed; in this case nothing is changed.
    ///
    /// ```
    /// use padstone::{Options, Search, Workspace, compiler};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("sky.hlsl", "cbuffer Sky { float fog; float4 sun; float wind; };");
    /// let best = ws.unit("sky.hlsl", &Options::default())?.optimize("Sky", &[&compiler::DXC], Search::default())?;
    /// assert_eq!((best.before[0], best.after[0], best.proved), (36, 24, true));
    /// ws.apply(&best.change)?;
    /// let sky = ws.unit("sky.hlsl", &Options::default())?.layout(&compiler::DXC).buffer("Sky")?;
    /// assert_eq!(sky.size, 24);
    /// assert!(ws.apply(&best.change).is_err());
    /// ws.forget("sky.hlsl");
    /// assert!(ws.apply(&best.change).is_err());
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn apply(&mut self, change: &Change) -> Result<(), Error> {
        let files = change.files();
        for (file, _) in &files {
            let current = self.files().get(file.path());
            if !current.is_ok_and(|current| *current.text() == *file.text()) {
                return Err(Error::new(ErrorKind::Stale, format!("`{}` has changed since the edit was computed", file.path())));
            }
        }
        files.into_iter().for_each(|(file, text)| self.set_file(file.path(), text));
        Ok(())
    }
}

impl Unit {
    /// Returns the order of the members of a buffer or struct with the smallest size, summed over the compilers.
    ///
    /// # Errors
    /// There is no such buffer, or its members cannot be reordered because one has an explicit offset.
    pub fn optimize(&self, buffer: &str, by: &[&Compiler], search: Search) -> Result<Optimum, Error> {
        let default_compiler = self.compiler();
        let by = if by.is_empty() { &[&default_compiler][..] } else { by };
        for compiler in by {
            self.layout(compiler).buffer(buffer)?;
        }
        let form = if search.annotate { repair::OrderEdit::Annotations } else { repair::OrderEdit::Reorder };
        let requested: Vec<_> = by.iter().map(|compiler| (self, *compiler, Some(buffer))).collect();
        let (readings, sides) = repair_sides(&requested);
        let found = repair::optimize(&readings, &sides, &Tracing::new(self.workspace().files()), form);
        let found = found.map_err(|message| Error::new(ErrorKind::Edit, message))?;
        Ok(Optimum {
            name: found.name,
            compilers: found.profiles.iter().map(|profile| compiler_of(by, profile)).collect(),
            before: found.before,
            after: found.after,
            order: found.order,
            proved: found.proved,
            measured: found.measured,
            change: Change::new(found.changed.as_slice()),
            edit_error: found.edit_error,
        })
    }
}

/// The requested compiler with a profile, otherwise the profile's rule set.
fn compiler_of(requested: &[&Compiler], profile: &'static Profile) -> Compiler {
    let requested = requested.iter().find(|compiler| std::ptr::eq(compiler.profile, profile));
    requested.map_or_else(|| Compiler::for_profile(profile), |compiler| (*compiler).clone())
}

impl Comparison {
    /// Returns the smallest edits after which the layouts match. padstone verifies them: it reads the edited source and lays it out again.
    ///
    /// ```
    /// use padstone::{Options, Workspace, compiler};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("s.hlsl", "cbuffer Sky { float2 wind; float3 sun; }");
    /// let unit = ws.unit("s.hlsl", &Options::default())?;
    /// let comparison = unit.compare(&[&compiler::DXC, &compiler::DXC_SPIRV_SCALAR]);
    /// assert!(!comparison.agrees());
    /// ws.apply(&comparison.fix().change)?;
    /// let again = ws.unit("s.hlsl", &Options::default())?;
    /// assert!(again.compare(&[&compiler::DXC, &compiler::DXC_SPIRV_SCALAR]).agrees());
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn fix(&self) -> Repair {
        self.fix_to_match(&[])
    }

    /// Like [`fix`](Self::fix), but edits only the other files, to match the reference files.
    pub fn fix_to_match(&self, reference: &[&str]) -> Repair {
        // Without a unique name, the search finds nothing to change.
        let name = |only: &Buffer| only.unique_name().unwrap_or_else(|| only.name.clone());
        let names: Vec<Option<String>> = self.sides().iter().map(|(_, only)| only.as_ref().map(name)).collect();
        let requested: Vec<_> =
            self.sides().iter().zip(&names).map(|((side, _), name)| (side.unit(), side.compiler(), name.as_deref())).collect();
        let Some((first, ..)) = requested.first() else { return Repair::default() };
        let (readings, sides) = repair_sides(&requested);
        let reference: Vec<String> = reference.iter().map(|path| (*path).to_owned()).collect();
        let found = repair::repair_to_match(&reference, &readings, &sides, &Tracing::new(first.workspace().files()));
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = found.write(&mut text);
        Repair {
            steps: found.repaired.iter().flat_map(|repaired| repaired.steps.iter().map(|step| step.title.clone())).collect(),
            smallest: found.repaired.iter().all(|repaired| repaired.smallest),
            unrepaired: found.unrepaired.iter().map(|repaired| (repaired.name.clone(), repaired.reason.clone())).collect(),
            diverging: found.diverging,
            change: Change::new(&found.changed),
            text: String::from_utf8_lossy(&text).into_owned(),
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The sides of a search: each unit under a compiler, and the buffer or struct if only one is searched.
fn repair_sides(requested: &[(&Unit, &Compiler, Option<&str>)]) -> (Vec<repair::InputFile>, Vec<repair::Side>) {
    let (mut readings, mut sides, mut known) = (Vec::new(), Vec::new(), Vec::new());
    for (unit, compiler, selected) in requested {
        let (input, reader) = unit.first_input(compiler);
        // A file under two sets of options, such as with and without a macro, is two readings.
        let reading = known.iter().position(|inputs| *inputs == (&*input.path, reader, unit.options())).unwrap_or_else(|| {
            readings.push(repair::InputFile { path: input.path.clone(), options: input.reading(reader) });
            known.push((&*input.path, reader, unit.options()));
            known.len() - 1
        });
        sides.push(repair::Side { reading, profile: compiler.profile, selected: selected.map(str::to_owned) });
    }
    (readings, sides)
}
