//! The layouts of structs in the buffers that contain them.

use std::collections::BTreeSet;

use padstone_model::{Module, TypeId};
use rustc_hash::FxHashMap;

use crate::RuleSet;
use crate::nesting::reachable;
use crate::ranges::overlaps;
use crate::result::{Layout, ModuleLayout, Subject};

impl ModuleLayout {
    /// The layout that the name of a buffer or struct selects, from the one in `layouts`. A struct has the layout of the buffers that contain
    /// it if they agree, otherwise its own: with a `cbuffer` of a struct of `float a; float4 b[2];`, offset 16 for `b`, and without it, 4.
    pub fn named<'a>(&'a self, module: &Module, layout: &'a Layout) -> &'a Layout {
        self.in_buffers.get_or_init(|| in_buffers(module, self)).get(&layout.subject).unwrap_or(layout)
    }

    /// The rule sets of the buffers that contain the struct of a layout, each once, in the order of the buffers; none for a buffer.
    pub fn rules_of_buffers(&self, module: &Module, layout: &Layout) -> Vec<&'static RuleSet> {
        let Subject::Struct(_) = layout.subject else { return Vec::new() };
        // One search for each rule set, however many buffers there are.
        let mut contents: Vec<(&'static RuleSet, Vec<TypeId>)> = Vec::new();
        for buffer in self.layouts.iter().filter(|layout| matches!(layout.subject, Subject::Buffer(_))) {
            let rules = self.rules(buffer);
            match contents.iter_mut().find(|(known, _)| std::ptr::eq(*known, rules)) {
                Some((_, contents)) => contents.push(buffer.content),
                None => contents.push((rules, vec![buffer.content])),
            }
        }
        let contains = |contents: Vec<TypeId>| reachable(module, contents)[layout.content.index()];
        contents.into_iter().filter_map(|(rules, contents)| contains(contents).then_some(rules)).collect()
    }
}

/// The layouts of the structs whose buffers all lay them out under one usage that is not that of the struct itself.
fn in_buffers(module: &Module, layouts: &ModuleLayout) -> FxHashMap<Subject, Layout> {
    let buffers = || layouts.layouts.iter().filter(|layout| matches!(layout.subject, Subject::Buffer(_)));
    let used: BTreeSet<usize> = buffers().map(|layout| layout.set).collect();
    // By set: whether a buffer of the set contains each type.
    let contained: Vec<(usize, Vec<bool>)> = used
        .into_iter()
        .map(|set| (set, reachable(module, buffers().filter(|layout| layout.set == set).map(|layout| layout.content))))
        .collect();
    let is_same = |one: usize, other: usize| layouts.sets[one].is_same_usage(&layouts.sets[other]);
    let of_struct = |layout: &Layout| {
        let Subject::Struct(_) = layout.subject else { return None };
        let mut sets = contained.iter().filter(|(_, types)| types[layout.content.index()]).map(|(set, _)| *set);
        let set = sets.next().filter(|&set| !is_same(set, layout.set))?;
        if !sets.all(|other| is_same(other, set)) {
            return None;
        }
        let types = &layouts.sets[set];
        let ty = types.get(layout.content).ok()?;
        let overlaps = if types.crowded[layout.content.index()] { overlaps(module, types, layout.content) } else { Vec::new() };
        Some((layout.subject, Layout { set, size: ty.size, align: ty.align, overlaps, ..layout.clone() }))
    };
    layouts.layouts.iter().filter_map(of_struct).collect()
}
