//! The workspace: files that change, and units that are read again only if a file that they depend on changed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::compiler::ReaderChoice;
use crate::files::Files;
use crate::reading::{Inputs, Reading};
use crate::{Content, Input, Loader, Options};

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

    /// The inputs whose cached readings requested a path, in the order of their own paths.
    pub(crate) fn requesting(&self, path: &str) -> Vec<(Input, Options)> {
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
        requested.sort_by(|(left, _), (right, _)| left.paths().cmp(right.paths()));
        requested
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
