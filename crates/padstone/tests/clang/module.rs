//! Parses the constant buffers in the text of an LLVM module.

use std::collections::{BTreeMap, BTreeSet};

/// The handles of constant buffers, their types and nested types, and the nodes of `!hlsl.cbs`, each by name.
pub(crate) struct LayoutText<'t> {
    handles: BTreeMap<&'t str, &'t str>,
    types: BTreeMap<&'t str, &'t str>,
    nodes: BTreeMap<&'t str, &'t str>,
    /// The names of the nodes.
    order: Vec<&'t str>,
}

impl<'t> LayoutText<'t> {
    pub(crate) fn of(module: &'t str) -> Self {
        let all: BTreeMap<&str, &str> =
            module.lines().filter(|line| line.starts_with('%')).filter_map(|line| line.split_once(" = type ")).collect();
        let is_handle = |(_, value): &(&str, &str)| {
            ["dx.CBuffer", "spirv.VulkanBuffer"].iter().any(|name| value.starts_with(&format!("global target(\"{name}\"")))
        };
        let handles: BTreeMap<&str, &str> = module.lines().filter_map(|line| line.split_once(" = ")).filter(is_handle).collect();
        let mut pending: Vec<&str> = handles.values().copied().collect();
        let mut used = BTreeSet::new();
        while let Some(text) = pending.pop() {
            for name in type_names(text) {
                if used.insert(name) {
                    pending.extend(all.get(name));
                }
            }
        }
        let types = all.into_iter().filter(|(name, _)| used.contains(name)).collect();
        let nodes = nodes(module);
        LayoutText { handles, types, order: nodes.iter().map(|(name, _)| *name).collect(), nodes: nodes.into_iter().collect() }
    }

    /// The number of buffers.
    pub(crate) fn buffers(&self) -> usize {
        self.handles.len()
    }

    /// The type with that name.
    pub(crate) fn type_text(&self, name: &str) -> Option<&'t str> {
        self.types.get(name).copied()
    }

    /// The differences from padstone's module.
    pub(crate) fn differences(&self, ours: &LayoutText) -> Vec<String> {
        let mut found = Vec::new();
        let maps = [("type", &self.types, &ours.types), ("handle", &self.handles, &ours.handles), ("node", &self.nodes, &ours.nodes)];
        for (subject, theirs, ours) in maps {
            let names: BTreeSet<_> = theirs.keys().chain(ours.keys()).collect();
            for name in names.into_iter().filter(|name| theirs.get(*name) != ours.get(*name)) {
                let [theirs, ours] = [theirs, ours].map(|map| map.get(name).copied().unwrap_or("has none"));
                found.push(format!("{subject} {name}\n   clang    {theirs}\n   padstone {ours}"));
            }
        }
        if found.is_empty() && self.order != ours.order {
            found.push(format!("order of !hlsl.cbs\n   clang    {:?}\n   padstone {:?}", self.order, ours.order));
        }
        found
    }
}

/// The nodes that `!hlsl.cbs` lists, by their first operand.
fn nodes(module: &str) -> Vec<(&str, &str)> {
    let node = |name: &str| {
        let prefix = format!("{name} = !{{");
        module.lines().find_map(|line| line.strip_prefix(&*prefix)?.strip_suffix('}'))
    };
    let list = node("!hlsl.cbs").unwrap_or_default();
    list.split(", ").filter_map(node).map(|operands| (operands.split(", ").next().unwrap_or_default(), operands)).collect()
}

/// The names of types in a text: `%S`, `%"N::S"`.
fn type_names(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('%').map(|(start, _)| {
        let name = &text[start + 1..];
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '$');
        let length = match name.strip_prefix('"') {
            Some(quoted) => quoted.find('"').map_or(name.len(), |end| end + 2),
            None => name.find(|c| !is_plain(c)).unwrap_or(name.len()),
        };
        &text[start..start + 1 + length]
    })
}
