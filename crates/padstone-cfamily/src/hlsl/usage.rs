//! What the bodies of a shader use of its parameters, for the module.

use padstone_model::{Read, ReadStep};

use super::Parser;
use super::constants::Value;
use crate::constants::Expressions;
use crate::reader::Reader;
use crate::usage::{Found, Step};

impl Parser<'_> {
    /// Marks what the entry point reaches as used, and all else as not; and gives the module its reads.
    pub(super) fn finish_usage(&mut self) {
        let Some(entry) = &self.options.entry else {
            let reached = self.usage.reached_from(None);
            self.module.reads = self.reads(&reached.reads);
            return;
        };
        let symbol = self.cursor.preprocessor.unit.names.lookup(entry);
        match symbol.and_then(|symbol| self.usage.mark(symbol, self.options.target.stage.of_pipeline(), &mut self.module)) {
            Some(reached) => self.module.reads = self.reads(&reached.reads),
            None => self.report_no_entry(entry),
        }
    }

    fn reads(&self, found: &[&Found]) -> Vec<Read> {
        let step = |step: &Step| match *step {
            Step::Member(name) => Some(ReadStep::Member(name)),
            Step::Element(token) => match self.number(token) {
                Ok(Value::Int(index, _)) => Some(ReadStep::Element(u64::try_from(index).ok()?)),
                _ => None,
            },
        };
        let sources = &self.cursor.preprocessor.unit.sources;
        let read = |found: &&Found| {
            let path = found.path.iter().map(step).collect::<Option<_>>()?;
            let is_written_here = sources.call_site(found.first) == found.first;
            let span = if is_written_here { found.first.to(sources.call_site(found.last)) } else { found.first };
            Some(Read { parameter: found.parameter, path, span })
        };
        found.iter().filter_map(read).collect()
    }
}
