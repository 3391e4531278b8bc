//! The order of members with the smallest size.

mod engine;
mod order;

use std::collections::HashMap;

use padstone_read::diag::{Diagnostic, Severity};
use padstone_read::emit::lookup::{self, LookupError};
use padstone_read::layout::{self, ModuleLayout, Profile, Subject};
use padstone_read::model::{BufferKind, Language, Module, StructId};
use padstone_read::source::Loader;

use crate::candidates::{Site, packoffset};
use crate::initializers::InitializedStructs;
use crate::repair::ChangedFile;
use crate::snapshot::{ComparedInputs, InputFile, Side, Snapshot, SubjectKey, Texts};
use crate::text::TextChange;
use engine::{Engines, SideLayouter};
use order::BestOrder;

/// How to apply an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OrderEdit {
    /// By moving members.
    #[default]
    Reorder,
    /// By annotations with the offset of each member: `packoffset`, `layout(offset = …)`, `[[vk::offset]]`. The source keeps its
    /// order.
    Annotations,
}

/// The order of members with the smallest size.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// The buffer or struct.
    pub name: String,
    /// The profile of each size. For a struct, they are the rule sets of the buffers that contain it, if those differ from the profile's
    /// rules for structs.
    pub profiles: Vec<&'static Profile>,
    /// The size in bytes by profile, in the order of the source.
    pub before: Vec<u64>,
    /// The size in bytes by profile after the change, laid out again.
    pub after: Vec<u64>,
    /// The members in the order of their offsets.
    pub order: Vec<String>,
    /// Whether it is proved that no order is smaller, summed over all sides; otherwise it is the best of the orders tried.
    pub proved: bool,
    /// The number of layouts computed, of orders and of their beginnings.
    pub measured: usize,
    /// The source change; `None` if the source is optimal already, or if the change cannot be written.
    pub changed: Option<ChangedFile>,
    /// The reason why the change cannot be written, if it cannot: apply the order by hand.
    pub edit_error: Option<String>,
}

/// Searches for the order of the members of a buffer or struct with the smallest size, summed over all sides, and for the source edit
/// that produces it. All sides must be of one file, and name the same buffer or struct.
///
/// ```
/// use padstone_read::{Options, layout, source::MemoryLoader};
/// use padstone_repair::{InputFile, OrderEdit, Side, optimize};
///
/// let files = MemoryLoader::new([("s.hlsl", "cbuffer Scene { float a; float4 b; float c; };")]);
/// let readings = [InputFile { path: "s.hlsl".into(), options: Options::default() }];
/// let sides = [Side { reading: 0, profile: &layout::DXC, selected: Some("Scene".into()) }];
/// let optimum = optimize(&readings, &sides, &files, OrderEdit::Reorder).unwrap();
/// assert_eq!((&*optimum.before, &*optimum.after, optimum.proved), (&[36][..], &[24][..], true));
/// assert_eq!(&*optimum.changed.unwrap().after, "cbuffer Scene { float4 b; float a; float c; };");
/// ```
///
/// # Errors
/// The reason why there is no such order: a member with an explicit offset, a declaration that cannot be edited.
pub fn optimize(readings: &[InputFile], sides: &[Side], loader: &dyn Loader, form: OrderEdit) -> Result<Optimum, String> {
    let inputs = ComparedInputs { loader, readings, sides, reference: &[] };
    let state = inputs.read(Texts::new());
    let measured = measured_sides(&state, sides);
    let sides = &measured[..];
    let inputs = ComparedInputs { sides, ..inputs };
    let state = inputs.read(Texts::new());
    ambiguity(&state, sides)?;
    let keys = inputs.subjects(&state).into_iter().next().ok_or_else(|| missing(sides))?;
    let name = keys[0].name.clone();
    let mut engines = engines(&inputs, &state, &keys)?;
    let before = sizes(&inputs, &state, &keys, &engines).ok_or_else(|| missing(sides))?;
    let members = engines.members().ok_or_else(|| format!("`{name}` has no layout"))?;
    let best = order::best(&members, &mut engines).ok_or_else(|| format!("`{name}` has no layout"))?;
    let (module, id) = (&state.units[sides[0].reading].module, engines.0[0].id);
    let fields = &module.structs[id].fields;
    let order = best.order.iter().map(|&member| module.name(fields[member].name).to_owned()).collect();
    let mut optimum = Optimum {
        name,
        profiles: sides.iter().map(|side| side.profile).collect(),
        after: before.clone(),
        before,
        order,
        proved: best.proved && engines.are_separate(),
        measured: best.measured,
        changed: None,
        edit_error: None,
    };
    if best.bytes.iter().sum::<u64>() < optimum.before.iter().sum() {
        optimum.after.clone_from(&best.bytes);
        match apply_order(&inputs, &state, &keys, &mut engines, &best, form) {
            Ok(changed) => optimum.changed = changed,
            // With annotations, the source keeps its order.
            Err(reason) if form == OrderEdit::Annotations => return Err(reason),
            Err(reason) => optimum.edit_error = Some(reason),
        }
    }
    Ok(optimum)
}

/// Edits the source, reads and lays it out again, and compares its sizes with those of the order.
fn apply_order(
    inputs: &ComparedInputs<'_>,
    state: &Snapshot,
    keys: &[SubjectKey],
    engines: &mut Engines,
    best: &BestOrder,
    form: OrderEdit,
) -> Result<Option<ChangedFile>, String> {
    let changes = changes(inputs, state, engines, best, form)?;
    let changed = inputs.change(state, &changes).ok_or("the changes overlap")?;
    // Some compilers ignore annotations, or require members in the order of their offsets.
    let found = new_finding(state, &changed).filter(|found| form == OrderEdit::Annotations || found.severity == Severity::Error);
    if let Some(found) = found {
        let problem = match form {
            OrderEdit::Annotations => "annotations cannot express the smallest order; move the members instead (`--as reorder`)",
            OrderEdit::Reorder => "the reordered source has a new error",
        };
        return Err(format!("{problem}: {} ({})", found.message, found.code.id));
    }
    if changed.errors > state.errors || InitializedStructs::of(state).first_changed(&changed).is_some() {
        return Err("a constructor, initializer or conversion depends on the order of the members".to_owned());
    }
    match sizes(inputs, &changed, keys, engines) {
        Some(after) if after == best.bytes => Ok(the_change(inputs.loader, state, changed.texts)),
        _ => Err("the changed source does not have the size computed for its member order".to_owned()),
    }
}

/// The sides to measure: a struct is laid out under the rules of each buffer that contains it.
fn measured_sides(state: &Snapshot, sides: &[Side]) -> Vec<Side> {
    let mut measured: Vec<Side> = Vec::new();
    for (side, layouts) in sides.iter().zip(&state.layouts) {
        let profiles = containing_rules(&state.units[side.reading].module, layouts, side.selected.as_deref());
        for profile in profiles.unwrap_or_else(|| vec![side.profile]) {
            // Two profiles may have one rule set for these buffers.
            let is_new = |known: &Side| known.reading != side.reading || !std::ptr::eq(known.profile, profile);
            if std::ptr::eq(profile, side.profile) || measured.iter().all(is_new) {
                measured.push(Side { profile, ..side.clone() });
            }
        }
    }
    measured
}

/// The rule sets of the buffers that contain a struct; `None` for a buffer, or if they are the rules of the struct's own layout.
fn containing_rules(module: &Module, layouts: &ModuleLayout, name: Option<&str>) -> Option<Vec<&'static Profile>> {
    let selected = &layouts.layouts[lookup::find(module, layouts, name?).ok()?];
    let Subject::Struct(_) = selected.subject else { return None };
    let rules = layouts.rules_of_buffers(module, selected);
    if rules.is_empty() || rules.iter().all(|rules| std::ptr::eq(*rules, layouts.rules(selected))) {
        return None;
    }
    rules.into_iter().map(|rules| layout::find(rules.name).filter(|profile| std::ptr::eq(profile.cbuffer.rules, rules))).collect()
}

/// The first error or warning of a code that a change adds.
fn new_finding<'s>(before: &Snapshot, after: &'s Snapshot) -> Option<&'s Diagnostic> {
    let mut known: HashMap<&str, usize> = HashMap::new();
    before.findings().for_each(|found| *known.entry(found.code.id).or_default() += 1);
    let mut is_known = |found: &Diagnostic| known.get_mut(found.code.id).filter(|count| **count > 0).map(|count| *count -= 1).is_some();
    let mut added: Vec<&Diagnostic> = after.findings().filter(|found| !is_known(found)).collect();
    added.sort_by_key(|found| found.severity != Severity::Error);
    added.first().copied()
}

/// Whether a side has one buffer or struct at most of the requested name.
fn ambiguity(state: &Snapshot, sides: &[Side]) -> Result<(), String> {
    for (side, layouts) in sides.iter().zip(&state.layouts) {
        let name = side.selected.as_deref().unwrap_or_default();
        if let Err(LookupError::Ambiguous(found)) = lookup::find(&state.units[side.reading].module, layouts, name) {
            return Err(found.message(name));
        }
    }
    Ok(())
}

fn missing(sides: &[Side]) -> String {
    let name = sides.first().and_then(|side| side.selected.as_deref()).unwrap_or_default();
    format!("no buffer or struct `{name}` with a layout")
}

fn the_change(loader: &dyn Loader, state: &Snapshot, texts: Texts) -> Option<ChangedFile> {
    let (path, after) = texts.into_iter().next()?;
    let encoding = loader.encoding(&path);
    Some(ChangedFile { before: state.text(&path)?, path, after, encoding })
}

fn sizes(inputs: &ComparedInputs<'_>, state: &Snapshot, keys: &[SubjectKey], engines: &Engines) -> Option<Vec<u64>> {
    let size = |((side, key), engine): ((usize, &SubjectKey), &SideLayouter)| {
        let listed = state.layout(inputs, side, key)?;
        engine.bytes(listed.layouts, listed.layout)
    };
    keys.iter().enumerate().zip(&engines.0).map(size).collect()
}

fn engines(inputs: &ComparedInputs<'_>, state: &Snapshot, keys: &[SubjectKey]) -> Result<Engines, String> {
    let engine = |(index, key): (usize, &SubjectKey)| {
        let listed = state.layout(inputs, index, key).ok_or_else(|| missing(inputs.sides))?;
        if listed.unit.module.language == Language::SpirV {
            return Err("a compiled file has no source to change".to_owned());
        }
        SideLayouter::new(listed.unit, listed.layouts, listed.layout, inputs.sides[index].profile)
    };
    keys.iter().enumerate().map(engine).collect::<Result<Vec<_>, String>>().map(Engines)
}

/// The edits that reorder the source.
fn changes(
    inputs: &ComparedInputs<'_>,
    state: &Snapshot,
    engines: &mut Engines,
    best: &BestOrder,
    form: OrderEdit,
) -> Result<Vec<TextChange>, String> {
    let unit = &state.units[inputs.sides[0].reading];
    let uneditable = "its members are declared by macros or in a form that padstone cannot edit";
    let site = Site::find(state, unit, engines.0[0].id, None).ok_or(uneditable)?;
    let body = site.body().ok_or(uneditable)?;
    let bases = best.order.len() - body.len();
    match form {
        OrderEdit::Reorder if !body.can_move() => Err("preprocessor directives separate its members".into()),
        OrderEdit::Reorder => {
            let order: Vec<usize> = best.order[bases..].iter().map(|member| member - bases).collect();
            Ok(vec![site.change(body.reordered(&order).ok_or(uneditable)?)])
        }
        OrderEdit::Annotations => {
            let offsets = engines.0[0].offsets(&best.order).ok_or(uneditable)?;
            let annotation = OffsetAnnotation::of(&unit.module, engines.0[0].id).ok_or_else(|| {
                let language = unit.module.language.name();
                format!("{language} has no annotation for the offset of a member here; move the members instead (`--as reorder`)")
            })?;
            let change = |member: usize| {
                let offset = offsets[member + bases];
                Some(site.change(match annotation {
                    OffsetAnnotation::PackOffset => body.annotation(member, &format!(": {}", packoffset(offset)?)),
                    OffsetAnnotation::Layout => body.attribute(member, &format!("layout(offset = {offset})")),
                    OffsetAnnotation::Vulkan => body.attribute(member, &format!("[[vk::offset({offset})]]")),
                }))
            };
            let changes: Option<Vec<TextChange>> = (0..body.len()).map(change).collect();
            let changes = changes.ok_or("packoffset cannot express an offset that is not a multiple of 4")?;
            if (0..body.len()).all(|member| body.is_alone(member)) || annotation == OffsetAnnotation::PackOffset {
                Ok(changes)
            } else {
                Err("members declared together would share one annotation".into())
            }
        }
    }
}

/// An annotation with the offset of a member.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OffsetAnnotation {
    PackOffset,
    Layout,
    Vulkan,
}

impl OffsetAnnotation {
    fn of(module: &Module, id: StructId) -> Option<OffsetAnnotation> {
        let ty = module.structs[id].ty;
        let buffer = module.buffers.iter().find(|(_, buffer)| Some(buffer.content) == ty).map(|(_, buffer)| buffer.kind);
        match (module.language, buffer) {
            (Language::Hlsl, Some(BufferKind::CBuffer | BufferKind::TBuffer)) => Some(OffsetAnnotation::PackOffset),
            (Language::Hlsl, _) => Some(OffsetAnnotation::Vulkan),
            (Language::Glsl, Some(_)) => Some(OffsetAnnotation::Layout),
            _ => None,
        }
    }
}
