//! Descriptor tables: ranges of registers, with separate tables for samplers.

use super::{RootSignatureVersion, view};

/// A table of descriptors.
pub(super) struct DescriptorTable {
    visibility: &'static str,
    samplers: bool,
    /// An unbounded array is the only range of its table, because nothing can follow it.
    endless: bool,
    ranges: Vec<RegisterRange>,
}

/// A range of registers of one class.
pub(super) struct RegisterRange {
    pub(super) class: char,
    pub(super) register: u64,
    pub(super) space: u64,
    /// `None` if unbounded.
    pub(super) count: Option<u64>,
    pub(super) names: Vec<String>,
}

/// Adds a range to the table of its kind; an unbounded range gets its own table.
pub(super) fn add(tables: &mut Vec<DescriptorTable>, visibility: &'static str, range: RegisterRange) {
    let (samplers, endless) = (range.class == 's', range.count.is_none());
    let found = tables.iter_mut().find(|table| {
        let is_fit = table.endless == endless && table.samplers == samplers && table.visibility == visibility;
        is_fit && (!endless || table.ranges.iter().any(|known| known.equals_range(&range)))
    });
    match found {
        Some(table) => table.ranges.push(range),
        None => tables.push(DescriptorTable { visibility, samplers, endless, ranges: vec![range] }),
    }
}

impl DescriptorTable {
    /// The table as a root parameter, and its contents.
    pub(super) fn text(mut self, version: RootSignatureVersion) -> (String, String) {
        let order = |class: char| "btus".find(class);
        self.ranges.sort_by_key(|range| (order(range.class), range.space, range.register, range.count));
        // Ranges of the same registers first, so that what follows them does not hide one of them.
        self.ranges.dedup_by(|range, known| {
            let is_same = known.equals_range(range);
            if is_same {
                known.names.append(&mut range.names);
            }
            is_same
        });
        let mut merged: Vec<RegisterRange> = Vec::new();
        for range in self.ranges {
            match merged.last_mut() {
                Some(last) if last.continues_with(&range) => {
                    last.count = last.count.zip(range.count).map(|(total, added)| total.saturating_add(added));
                    last.names.extend(range.names);
                }
                _ => merged.push(range),
            }
        }
        let texts: Vec<String> = merged.iter().map(|range| range.text(version)).collect();
        let names: Vec<String> = merged.into_iter().flat_map(|range| range.names).collect();
        (format!("DescriptorTable({}, visibility={})", texts.join(", "), self.visibility), names.join(", "))
    }
}

impl RegisterRange {
    /// Whether the registers are the same.
    fn equals_range(&self, other: &RegisterRange) -> bool {
        (self.class, self.space, self.register, self.count) == (other.class, other.space, other.register, other.count)
    }

    fn continues_with(&self, next: &RegisterRange) -> bool {
        let end = self.count.and_then(|count| self.register.checked_add(count));
        (self.class, self.space, end) == (next.class, next.space, Some(next.register))
    }

    fn text(&self, version: RootSignatureVersion) -> String {
        let view = view(self.class);
        let count = self.count.map_or("unbounded".to_owned(), |count| count.to_string());
        // Not all descriptors of an unbounded array are set when the table is bound.
        let flags = if self.count.is_none() && version >= RootSignatureVersion::V1_1 { ", flags=DESCRIPTORS_VOLATILE" } else { "" };
        format!("{view}({}{}, numDescriptors={count}, space={}{flags})", self.class, self.register, self.space)
    }
}
