//! The input files of a unit.

/// The files of a unit: one, or those of a Slang program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Input {
    /// Files that are listed one by one.
    pub(crate) files: Vec<String>,
    /// Whether each of them is a translation unit.
    pub(crate) separate: bool,
    /// Files that form one translation unit each.
    pub(crate) units: Vec<Vec<String>>,
}

impl Input {
    /// Files that are separate translation units of one program: two of them may declare the same name.
    pub fn separate<'a>(files: impl IntoIterator<Item = &'a str>) -> Input {
        Input { separate: true, ..Input::files(files) }
    }

    /// Translation units of several files each.
    pub fn translation_units(units: &[&[&str]]) -> Input {
        let owned = |unit: &&[&str]| unit.iter().map(|&file| file.to_owned()).collect();
        Input { files: Vec::new(), separate: false, units: units.iter().map(owned).collect() }
    }

    fn files<'a>(files: impl IntoIterator<Item = &'a str>) -> Input {
        Input { files: files.into_iter().map(str::to_owned).collect(), separate: false, units: Vec::new() }
    }

    /// All paths.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().chain(self.units.iter().flatten()).map(String::as_str)
    }
}

impl From<&str> for Input {
    fn from(file: &str) -> Input {
        Input::files([file])
    }
}

impl From<&String> for Input {
    fn from(file: &String) -> Input {
        Input::files([&**file])
    }
}

impl<const N: usize> From<[&str; N]> for Input {
    fn from(files: [&str; N]) -> Input {
        Input::files(files)
    }
}

impl From<&[&str]> for Input {
    fn from(files: &[&str]) -> Input {
        Input::files(files.iter().copied())
    }
}

impl From<&[String]> for Input {
    fn from(files: &[String]) -> Input {
        Input::files(files.iter().map(String::as_str))
    }
}
