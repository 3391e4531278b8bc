//! The entry points of Slang and their stages, with slangc's rules for its command line.

use crate::cfamily::SlangOptions;
use crate::model::Stage;

use super::{CompilerOptions, OptionError, OptionKey};

/// The stage of `-stage`, or of a profile with a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StageOption {
    /// The number of entry points before it on the command line.
    entry_points_before: usize,
    /// `None` for an unknown stage.
    stage: Option<Stage>,
    /// The option as written.
    spelling: String,
}

/// The entry points with their stages; and the default stage, for entry points without one and for `main` if there are none.
pub(crate) type EntryPoints = (Vec<(String, Option<Stage>)>, Option<Stage>);

impl CompilerOptions {
    pub(super) fn add_stage(&mut self, key: &OptionKey, value: &str, spelling: &str) {
        let stage = if *key == OptionKey::Stage { SlangOptions::stage(value) } else { SlangOptions::stage_of_profile(value) };
        if *key == OptionKey::Stage || stage.is_some() {
            self.stages.push(StageOption { entry_points_before: self.entries.len(), stage, spelling: spelling.to_owned() });
        }
    }

    /// Adds the entry points and stages of later options.
    pub(super) fn add_entries(&mut self, entries: Vec<String>, stages: Vec<StageOption>) {
        let before = self.entries.len();
        self.stages
            .extend(stages.into_iter().map(|option| StageOption { entry_points_before: before + option.entry_points_before, ..option }));
        self.entries.extend(entries);
    }

    /// A stage applies to the entry point before it. One that precedes all entry points applies to the only one; if there are
    /// several, slangc rejects it. A stage may be specified twice.
    pub fn entry_points(&self) -> Result<EntryPoints, OptionError> {
        let mut found: Vec<(&str, Option<&StageOption>)> = self.entries.iter().map(|name| (&**name, None)).collect();
        let mut alone = None;
        for option in &self.stages {
            let spelling = &option.spelling;
            if option.stage.is_none() {
                return Err(OptionError(format!("`{spelling}`: unknown stage")));
            }
            let slot = match (option.entry_points_before, &mut found[..]) {
                (_, []) => &mut alone,
                (0, [(_, stage)]) => stage,
                (0, [(first, _), ..]) => {
                    return Err(OptionError(format!(
                        "`{spelling}` precedes several entry points: put it after its entry point, such as `{first}`"
                    )));
                }
                (entry_points_before, entries) => &mut entries[entry_points_before - 1].1,
            };
            match slot {
                Some(before) if before.stage != option.stage => {
                    return Err(OptionError(format!(
                        "`{spelling}` conflicts with `{}`: both apply to the same entry point",
                        before.spelling
                    )));
                }
                _ => *slot = Some(option),
            }
        }
        let stage = |option: Option<&StageOption>| option.and_then(|option| option.stage);
        Ok((found.into_iter().map(|(name, option)| (name.to_owned(), stage(option))).collect(), stage(alone).or(self.default_stage)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::{OptionError, SlangOptions};

    #[test]
    fn a_stage_applies_to_the_preceding_or_only_entry_point() {
        for (text, expected) in [
            ("-entry a -stage compute -entry b -stage pixel", Ok("a compute, b fragment")),
            ("-stage compute -entry a", Ok("a compute")),
            ("-stage compute -entry a -stage compute", Ok("a compute")),
            ("-profile ps_5_0 -entry a", Ok("a fragment")),
            ("-entry a -entry b -profile ps_5_0", Ok("a, b fragment")),
            ("-profile sm_6_6 -stage compute -entry a", Ok("a compute")),
            ("-stage vertex", Ok("vertex")),
            ("-entry a -stage comp", Err("`-stage comp`: unknown stage")),
            (
                "-profile ps_5_0 -entry a -stage vertex",
                Err("`-stage vertex` conflicts with `-profile ps_5_0`: both apply to the same entry point"),
            ),
            (
                "-stage compute -entry a -entry b",
                Err("`-stage compute` precedes several entry points: put it after its entry point, such as `a`"),
            ),
        ] {
            let found = read(text).unwrap().entry_points().map_err(|OptionError(reason)| reason).map(|(entries, alone)| {
                let name = |stage| ["compute", "fragment", "vertex"].into_iter().find(|name| SlangOptions::stage(name) == stage);
                let mut words: Vec<String> = entries
                    .into_iter()
                    .map(|(entry, stage)| [&*entry, name(stage).unwrap_or_default()].join(" ").trim_end().to_owned())
                    .collect();
                words.extend(alone.map(|_| name(alone).unwrap_or_default().to_owned()));
                words.join(", ")
            });
            assert_eq!(found.as_deref().map_err(String::as_str), expected, "{text}");
        }
    }
}
