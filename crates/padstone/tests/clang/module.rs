//! What the text of an LLVM module says about constant buffers.

use std::collections::{BTreeMap, BTreeSet};

/// The handles of constant buffers, in order; their types, and the types in those, by name; the nodes of `!hlsl.cbs`.
pub(crate) struct LayoutText<'t> {
    handles: Vec<&'t str>,
    types: BTreeMap<&'t str, &'t str>,
    nodes: Vec<&'t str>,
}

impl<'t> LayoutText<'t> {
    pub(crate) fn of(module: &'t str) -> Self {
        let all: BTreeMap<&str, &str> = module.lines().filter(|line| line.starts_with('%')).filter_map(|line| line.split_once(" = type ")).collect();
        let is_handle = |line: &&str| ["dx.CBuffer", "spirv.VulkanBuffer"].iter().any(|name| line.contains(&format!(" = global target(\"{name}\"")));
        let handles: Vec<&str> = module.lines().filter(is_handle).collect();
        let mut pending: Vec<&str> = handles.clone();
        let mut used = BTreeSet::new();
        while let Some(text) = pending.pop() {
            for name in type_names(text) {
                if used.insert(name) {
                    pending.extend(all.get(name));
                }
            }
        }
        let types = all.into_iter().filter(|(name, _)| used.contains(name)).collect();
        LayoutText { handles, types, nodes: nodes(module) }
    }

    /// How many buffers there are.
    pub(crate) fn buffers(&self) -> usize {
        self.handles.len()
    }

    /// The type of that name.
    pub(crate) fn type_text(&self, name: &str) -> Option<&'t str> {
        self.types.get(name).copied()
    }

    /// What differs in ours.
    pub(crate) fn differences(&self, ours: &LayoutText) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |theirs: Option<&str>, ours: Option<&str>, name: &str| {
            if theirs != ours {
                found.push(format!("{name}\n   clang    {}\n   padstone {}", theirs.unwrap_or("has none"), ours.unwrap_or("has none")));
            }
        };
        let names: BTreeSet<_> = self.types.keys().chain(ours.types.keys()).collect();
        for name in names {
            compare(self.type_text(name), ours.type_text(name), name);
        }
        for (what, theirs, ours) in [("handle", &self.handles, &ours.handles), ("node of !hlsl.cbs", &self.nodes, &ours.nodes)] {
            for index in 0..theirs.len().max(ours.len()) {
                compare(theirs.get(index).copied(), ours.get(index).copied(), what);
            }
        }
        found
    }
}

/// The nodes that `!hlsl.cbs` lists.
fn nodes(module: &str) -> Vec<&str> {
    let node = |name: &str| {
        let prefix = format!("{name} = ");
        module.lines().find_map(|line| line.strip_prefix(&*prefix))
    };
    let list = node("!hlsl.cbs").unwrap_or_default();
    list.trim_start_matches("!{").trim_end_matches('}').split(", ").filter_map(node).collect()
}

/// The names of types in a text: `%S`, `%"N::S"`.
fn type_names(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('%').map(|(start, _)| {
        let name = &text[start + 1..];
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '$');
        let length = match name.strip_prefix('"') {
            Some(quoted) => quoted.find('"').map_or(name.len(), |end| end + 2),
            None => name.find(|c| !plain(c)).unwrap_or(name.len()),
        };
        &text[start..start + 1 + length]
    })
}
