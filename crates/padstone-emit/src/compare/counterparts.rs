//! The layouts of another side with which layouts are compared.

use std::collections::{HashMap, HashSet, VecDeque};

use padstone_layout::{ComparedPart, Layout, ModuleLayout, only_array};
use padstone_model::Module;

use super::is_buffer;
use crate::display;

/// For each layout of one side, the layout of another side with the same name, if there is one.
///
/// The names of a buffer of elements and of a buffer whose only member is a runtime-sized array often differ: `StructuredBuffer<Light> lights`
/// in HLSL is `buffer Lights { Light lights[]; }` in GLSL. If no buffer has its name, such a buffer is compared with the only one whose name
/// is that of the array.
pub fn counterparts<'a>(
    (module, layouts): (&Module, &[&Layout]),
    (other_module, others): (&'a Module, &[&'a Layout]),
) -> Vec<Option<&'a Layout>> {
    // Several have one name in several namespaces: they are in the same order.
    let mut by_name: HashMap<_, VecDeque<&'a Layout>> = HashMap::new();
    others.iter().for_each(|&layout| by_name.entry(name(other_module, layout)).or_default().push_back(layout));
    let known: HashSet<_> = layouts.iter().map(|layout| name(module, layout)).collect();
    let mut by_array_name: HashMap<&str, Vec<&'a Layout>> = HashMap::new();
    for &other in others.iter().filter(|other| !known.contains(&name(other_module, other))) {
        array_names(other_module, other).for_each(|name| by_array_name.entry(name).or_default().push(other));
    }
    let mut times: HashMap<*const Layout, usize> = HashMap::new();
    let mut counterpart = |layout: &Layout| {
        if let Some(same) = by_name.get_mut(&name(module, layout)) {
            return if same.len() > 1 { same.pop_front() } else { same.front().copied() };
        }
        let mut found = array_names(module, layout).filter_map(|name| by_array_name.get(name)).flatten();
        let first = *found.next()?;
        if found.any(|other| !std::ptr::eq(*other, first)) {
            return None;
        }
        *times.entry(std::ptr::from_ref(first)).or_default() += 1;
        Some(first)
    };
    let mut found: Vec<_> = layouts.iter().map(|layout| counterpart(layout)).collect();
    // Which of two buffers is meant is unknown.
    found
        .iter_mut()
        .for_each(|found| *found = found.filter(|found| times.get(&std::ptr::from_ref(*found)).is_none_or(|times| *times == 1)));
    found
}

/// Languages have other kinds of buffers: a `cbuffer` of HLSL is a `var<uniform>` of WGSL.
fn name<'m>(module: &'m Module, layout: &Layout) -> (bool, &'m str) {
    (is_buffer(layout), display::name(module, layout))
}

/// The names of a buffer of elements: its own, and that of its only array.
fn array_names<'m>(module: &'m Module, layout: &Layout) -> impl Iterator<Item = &'m str> {
    let array = only_array(module, layout).map(|array| module.name(array.name));
    let own = (is_buffer(layout) && (array.is_some() || layout.stride.is_some())).then(|| display::name(module, layout));
    own.into_iter().chain(array.filter(|array| Some(*array) != own))
}

/// The compared part of layouts; each is with all those of its module and whether it was named. Structs that were named, or whose module has no
/// buffers, may be stored in any buffer, also as the elements of arrays.
pub fn compared_part<'l>(layouts: impl Iterator<Item = (&'l Layout, &'l ModuleLayout, bool)>) -> ComparedPart {
    let (mut is_struct, mut has_elements) = (true, false);
    for (layout, all, is_named) in layouts {
        is_struct &= !is_buffer(layout) && (is_named || !all.layouts.iter().any(is_buffer));
        has_elements |= is_buffer(layout) && layout.stride.is_some();
    }
    match (is_struct, has_elements) {
        (true, _) => ComparedPart::Struct,
        (false, true) => ComparedPart::Elements,
        (false, false) => ComparedPart::Members,
    }
}
