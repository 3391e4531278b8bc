//! The options of dxc and slangc, in their spelling. They may stand anywhere; after a lone `--` nothing else may.
//!
//! clap cannot read them (`-fvk-b-shift 10 0` is one option with two values, `-Iinc` and `-I inc` are the same),
//! so they are taken out of the command line before clap sees it. [`table::TABLE`] lists them all, and is what
//! the help prints.

mod table;

use std::collections::BTreeMap;

use padstone::cfamily::{Stage, Target};
use padstone::model::Major;

pub(crate) use table::help;

/// What the options say, last one first where they contradict each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct CompilerOptions {
    pub(crate) include_dirs: Vec<String>,
    pub(crate) defines: Vec<(String, Option<String>)>,
    settings: BTreeMap<Key, Setting>,
}

/// What may be said once only; a second time it must be the same or, on one side of `--`, replaces the first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Key {
    Target,
    Entry,
    Stage,
    Major,
    Native16Bit,
    SpirV,
    VulkanLayout,
    /// Of a register class, in a space or in `all`.
    Shift(char, String),
    BindGlobals,
    AutoBindingSpace,
    LanguageVersion,
    Dependencies,
    DependencyFile,
    Output,
    Language,
    Define(String),
}

#[derive(Clone, Debug)]
struct Setting {
    value: String,
    /// The option as it was written, for messages.
    spelling: String,
}

/// A command line that is wrong.
#[derive(Debug)]
pub(crate) struct Wrong(pub(crate) String);

/// One thing taken from the command line.
pub(crate) enum Taken {
    /// An option that applies.
    Option,
    /// An option of the compilers that says nothing about layouts.
    Irrelevant,
    /// Not one of the options in the table.
    Other(String),
}

impl CompilerOptions {
    /// Takes the next option with its values.
    pub(crate) fn take(&mut self, argument: String, rest: &mut impl Iterator<Item = String>) -> Result<Taken, Wrong> {
        let Some((entry, joined)) = table::find(&argument) else { return Ok(Taken::Other(argument)) };
        let is_joined = joined.is_some();
        let mut values: Vec<String> = joined.into_iter().collect();
        while values.len() < entry.values.count() {
            let value = rest.next().ok_or_else(|| Wrong(format!("`{argument}` needs {}", entry.values.words())))?;
            values.push(value);
        }
        let spelling = if is_joined || values.is_empty() { argument } else { format!("{argument} {}", values.join(" ")) };
        match (entry.read)(&values) {
            Read::IncludeDir => self.include_dirs.append(&mut values),
            Read::Set(key, value) => {
                if let Key::Define(name) = &key {
                    self.defines.retain(|(defined, _)| defined != name);
                    self.defines.push((name.clone(), values[0].split_once('=').map(|(_, value)| value.to_owned())));
                }
                self.settings.insert(key, Setting { value, spelling });
            }
            Read::Nothing => return Ok(Taken::Irrelevant),
            Read::Wrong(why) => return Err(Wrong(format!("`{spelling}`: {why}"))),
        }
        Ok(Taken::Option)
    }

    /// Adds what stands after `--`, which must not contradict what stands before.
    pub(crate) fn merge(&mut self, after: CompilerOptions) -> Result<(), Wrong> {
        for (key, setting) in &after.settings {
            if let Some(before) = self.settings.get(key)
                && before.value != setting.value
            {
                return Err(Wrong(format!("`{}` after `--` contradicts `{}` before it", setting.spelling, before.spelling)));
            }
        }
        self.include_dirs.extend(after.include_dirs);
        self.defines.extend(after.defines.into_iter().filter(|(name, _)| !self.settings.contains_key(&Key::Define(name.clone()))));
        self.settings.extend(after.settings);
        Ok(())
    }

    /// The value of an option, as it is kept.
    pub(crate) fn get(&self, key: &Key) -> Option<&str> {
        self.settings.get(key).map(|setting| &*setting.value)
    }

    /// What was said.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &Key> {
        self.settings.keys()
    }

    /// Whether an option without a value was given.
    pub(crate) fn has(&self, key: &Key) -> bool {
        self.settings.contains_key(key)
    }

    /// The option as it was written, for messages.
    pub(crate) fn spelling(&self, key: &Key) -> &str {
        self.settings.get(key).map_or("", |setting| &setting.spelling)
    }

    /// A value that [`table`] has found to be a number.
    pub(crate) fn number(&self, key: &Key) -> Option<u32> {
        self.get(key)?.parse().ok()
    }

    /// `-fvk-b-shift` and its relatives: class, space (`None` for `all`), how far.
    pub(crate) fn shifts(&self) -> impl Iterator<Item = (char, Option<u32>, u32)> + '_ {
        self.settings.iter().filter_map(|(key, setting)| match key {
            Key::Shift(class, space) => Some((*class, space.parse().ok(), setting.value.parse().ok()?)),
            _ => None,
        })
    }

    /// `-fvk-bind-globals`: binding and set.
    pub(crate) fn bind_globals(&self) -> Option<(u32, u32)> {
        let (binding, set) = self.get(&Key::BindGlobals)?.split_once(' ')?;
        Some((binding.parse().ok()?, set.parse().ok()?))
    }

    /// The majorness of matrices that say nothing.
    pub(crate) fn default_major(&self) -> Major {
        if self.get(&Key::Major) == Some("row") { Major::Row } else { Major::Column }
    }

    /// Stage and shader model.
    pub(crate) fn target(&self) -> Target {
        let mut target = self.get(&Key::Target).and_then(parse_target).unwrap_or_default();
        if let Some(stage) = self.get(&Key::Stage).and_then(parse_stage) {
            target.stage = stage;
        }
        target
    }
}

/// What an option means.
enum Read {
    IncludeDir,
    Set(Key, String),
    Nothing,
    Wrong(String),
}

/// `cs_6_6` as dxc spells it, `sm_6_6` as slangc does.
fn parse_target(text: &str) -> Option<Target> {
    let (stage, version) = text.split_once('_')?;
    let (major, minor) = version.split_once('_')?;
    let stage = match stage {
        "sm" => Stage::Library,
        letters => Stage::ALL.iter().find(|(known, ..)| *known == letters)?.1,
    };
    // `lib_6_x` stands for the newest.
    let minor = if minor == "x" { 9 } else { minor.parse().ok()? };
    Some(Target { stage, major: major.parse().ok()?, minor })
}

/// The names that slangc has for stages.
fn parse_stage(text: &str) -> Option<Stage> {
    Some(match text {
        "vertex" => Stage::Vertex,
        "hull" => Stage::Hull,
        "domain" => Stage::Domain,
        "geometry" => Stage::Geometry,
        "pixel" | "fragment" => Stage::Pixel,
        "compute" => Stage::Compute,
        "mesh" => Stage::Mesh,
        "amplification" => Stage::Amplification,
        "raygeneration" | "intersection" | "anyhit" | "closesthit" | "miss" | "callable" => Stage::Library,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<CompilerOptions, String> {
        let mut options = CompilerOptions::default();
        let mut rest = text.split(' ').map(str::to_owned);
        while let Some(argument) = rest.next() {
            if let Taken::Other(other) = options.take(argument, &mut rest).map_err(|Wrong(why)| why)? {
                return Err(format!("not in the table: {other}"));
            }
        }
        Ok(options)
    }

    #[test]
    fn values_may_be_joined_or_separate() {
        let options = read("-Iinc -I more -DA -D B=2 -Tcs_6_6 -HV=2018 -fvk-b-shift 10 all").unwrap();
        assert_eq!(options.include_dirs, ["inc", "more"]);
        assert_eq!(options.defines, [("A".into(), None), ("B".into(), Some("2".into()))]);
        assert_eq!(options.target(), Target { stage: Stage::Compute, major: 6, minor: 6 });
        assert_eq!(options.number(&Key::LanguageVersion), Some(2018));
        assert_eq!(options.shifts().collect::<Vec<_>>(), [('b', None, 10)]);
    }

    #[test]
    fn the_last_of_one_side_wins_and_the_sides_must_agree() {
        assert_eq!(read("-Zpr -Zpc").unwrap().default_major(), Major::Column);
        let mut before = read("-Zpr -DA=1").unwrap();
        before.merge(read("-Zpr -DA=1 -DB").unwrap()).unwrap();
        assert_eq!(before.defines.len(), 2);
        let Wrong(why) = before.merge(read("-Zpc").unwrap()).unwrap_err();
        assert_eq!(why, "`-Zpc` after `--` contradicts `-Zpr` before it");
    }

    #[test]
    fn wrong_values_are_named() {
        assert_eq!(read("-T cs").unwrap_err(), "`-T cs`: expected stage and shader model, such as `cs_6_6`");
        assert_eq!(read("-fvk-b-shift 1").unwrap_err(), "`-fvk-b-shift` needs two values");
        assert_eq!(read("-HV 2019").unwrap_err(), "`-HV 2019`: expected 2015, 2016, 2017, 2018 or 2021");
    }

    #[test]
    fn every_entry_is_found_by_its_names() {
        for entry in table::TABLE {
            for name in entry.names {
                assert!(table::find(name).is_some_and(|(found, _)| found.names == entry.names), "{name}");
            }
        }
    }
}
