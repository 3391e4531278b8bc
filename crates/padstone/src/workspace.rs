//! The workspace: files that change, and units that are read again only if a file that they depend on changed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::files::Files;
use crate::reading::{Inputs, ReaderChoice, Reading};
use crate::{Content, Error, Input, Loader, Options, Unit};

/// Files by path, with the units read from them. A workspace is long-lived: units whose files did not change are not read again. A
/// clone is a cheap snapshot that shares these units.
///
/// ```
/// use padstone::{Options, Workspace, compiler};
///
/// let mut ws = Workspace::new();
/// ws.set_file("sky.hlsl", "cbuffer Sky { float3x3 rotation; float intensity; }");
/// let unit = ws.unit("sky.hlsl", &Options::default())?;
/// let m = unit.layout(&compiler::DXC).buffer("Sky")?.field("intensity")?;
/// assert_eq!((m.offset, m.padding_before, m.span().utf16()), (44, 0, 39..48));
/// # Ok::<(), padstone::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    files: Files,
    memo: Arc<Mutex<ReadingMemo>>,
}

/// The readings of each input, newest last.
type ReadingMemo = BTreeMap<(Input, ReaderChoice), Vec<(Options, Arc<Reading>)>>;

/// The number of cached readings for each input and reader, in addition to those that units own.
const MEMO_SIZE: usize = 2;

impl Workspace {
    /// Creates an empty workspace.
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// Creates a workspace that requests files that it does not contain from a loader.
    pub fn with_loader(loader: impl Loader + 'static) -> Workspace {
        Workspace { files: Files::with_loader(Arc::new(loader)), memo: Arc::default() }
    }

    /// Sets the content of a file, which overrides the loader.
    pub fn set_file(&mut self, path: &str, content: impl Into<Content>) {
        self.files.set(path, content.into());
    }

    /// Removes the content of a file. The loader is called again for the path.
    pub fn forget(&mut self, path: &str) {
        self.files.forget(path);
    }

    /// Reads a file, or the files of a Slang program, unless a reading exists and no file that it depends on has changed. A file that cannot
    /// be read is a diagnostic, not an error.
    ///
    /// # Errors
    /// The language is unknown, the files do not form a program, or an option does not apply to the language.
    pub fn unit(&self, input: impl Into<Input>, options: &Options) -> Result<Unit, Error> {
        Unit::new(self.clone(), input.into(), options.clone())
    }

    /// Returns the units that read a file, or would read it if it existed, among the units requested so far: request them again when the file
    /// changes.
    ///
    /// ```
    /// use padstone::{Options, Workspace};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("sky.hlsl", "#include \"sun.hlsli\"");
    /// let sky = ws.unit("sky.hlsl", &Options::default())?;
    /// assert_eq!(ws.includers("sun.hlsli"), [sky.clone()]);
    /// assert_eq!(ws.includers("./sky.hlsl"), [sky]);
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn includers(&self, path: &str) -> Vec<Unit> {
        let path = padstone_read::source::normalized(path);
        let memo = self.memo.lock().unwrap_or_else(PoisonError::into_inner);
        let mut requested: Vec<(Input, Options)> = Vec::new();
        for ((input, _), stored) in memo.iter() {
            let readings = stored.iter().filter(|(_, reading)| reading.trace.iter().any(|(known, _)| *known == path));
            for (options, _) in readings {
                if !requested.iter().any(|(known, with)| known == input && with == options) {
                    requested.push((input.clone(), options.clone()));
                }
            }
        }
        drop(memo);
        requested.sort_by(|(left, _), (right, _)| left.paths().cmp(right.paths()));
        requested.into_iter().filter_map(|(input, options)| self.unit(input, &options).ok()).collect()
    }

    #[cfg(feature = "edits")]
    pub(crate) fn files(&self) -> &Files {
        &self.files
    }

    /// The reading of an input.
    pub(crate) fn reading(&self, input: &Input, options: &Options, inputs: &Inputs, reader: ReaderChoice) -> Arc<Reading> {
        let memo = || self.memo.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (input.clone(), reader);
        let known: Vec<Arc<Reading>> = memo().get(&key).map_or_else(Vec::new, |stored| {
            stored.iter().rev().filter(|(stored_options, _)| stored_options == options).map(|(_, reading)| Arc::clone(reading)).collect()
        });
        if let Some(known) = known.into_iter().find(|reading| reading.holds(&self.files)) {
            return known;
        }
        let reading = Arc::new(Reading::new(&self.files, inputs, reader));
        let mut memo = memo();
        let stored = memo.entry(key).or_default();
        stored.push((options.clone(), Arc::clone(&reading)));
        let of_options = stored.iter().filter(|(stored_options, _)| stored_options == options).count();
        if of_options > MEMO_SIZE
            && let Some(oldest) = stored.iter().position(|(stored_options, _)| stored_options == options)
        {
            stored.remove(oldest);
        }
        reading
    }
}
