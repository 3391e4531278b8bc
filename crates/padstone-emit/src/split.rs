//! Splits structs of ordinary data and resources: writes declarations with the same registers, bindings and
//! offsets, and the new path of each part of the source.
//!
//! ```text
//! struct LightInfo { float3 pos; Texture2D shadowMap; };      float3 gLight_pos;
//! LightInfo gLight;                                       →   Texture2D gLight_shadowMap : register(t0);
//! ```
//!
//! Each resource becomes a variable, and in an array of structs an array. Ordinary data keeps its offsets: members of a
//! global struct also become variables if no offset changes; those of arrays, constant buffers and parameter blocks are in a
//! struct without the resources, `…_bytes`.

mod declare;
mod map;
mod types;
mod whole;

use std::collections::{HashMap, HashSet};

use padstone_bind::{
    Amount, Dim, EntryLayout, ExplicitSource, LayoutId, LayoutUnit, Leaf, LeafKind, LeafSlot, TypeStructure, UNKNOWN_SPACE, UnitLayout,
    VariableDeclaration, entry_leaves, leaves,
};
use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Annotation, Direction, Field, Language, Module, TypeId};
use padstone_source::Span;

use crate::reflect::Reflection;
use map::PartLocation;
use types::DeclaredStructs;

pub use map::{MappedPart, PartMap};

/// A split program.
#[derive(Clone, Debug)]
pub struct Split {
    /// Declarations of Slang and HLSL.
    pub text: String,
    /// The new path of each part.
    pub map: PartMap,
}

/// Splits an HLSL or Slang program for Direct3D, Vulkan or WebGPU: compilers for other targets do not split structs. Parts that cannot be declared are
/// skipped, with a diagnostic.
pub fn split(reflection: &Reflection<'_>) -> (Split, Diagnostics) {
    let empty = |diagnostics| (Split { text: String::new(), map: PartMap::new(reflection) }, diagnostics);
    if let Some(found) = of_language(reflection.module) {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(found);
        return empty(diagnostics);
    }
    let open = crate::reflect::open(reflection);
    if open.has_errors() {
        return empty(open);
    }
    // If there are too many rows, the output is empty.
    let (_, diagnostics) = crate::reflect::reflect_parameters(reflection);
    if diagnostics.has_errors() {
        return empty(diagnostics);
    }
    let mut writer = Writer::new(reflection);
    writer.program();
    writer.finish()
}

/// The reason why a program in another language is not split: it contains no HLSL declarations.
fn of_language(module: &Module) -> Option<Diagnostic> {
    let language = module.language;
    let (_, first) = module.parameters.iter().next().filter(|_| !matches!(language, Language::Hlsl | Language::Slang))?;
    let message = format!("padstone cannot split `{}`: it splits HLSL and Slang, not {}", module.name(first.name), language.name());
    let help = match language {
        Language::Wgsl | Language::Wgsl2020 => "use the file as it is: WGSL structs contain neither textures nor samplers",
        _ => "run `padstone reflect` to list the binding of each resource and the offset of each member",
    };
    Some(Diagnostic::error(&codes::NOT_SPLIT, message, first.span).label(first.span, format!("declared in {}", language.name())).help(help))
}

/// A part of the program, with its path.
struct SplitPart {
    path: String,
    ty: Option<TypeId>,
    layout: Option<LayoutId>,
    source: VariableDeclaration,
    kind: LeafKind,
    dims: Vec<Dim>,
    depth: usize,
}

impl SplitPart {
    fn of(leaf: &Leaf<'_>) -> SplitPart {
        let Leaf { path, ty, layout, source, kind, dims, depth } = *leaf;
        SplitPart { path: path.to_owned(), ty, layout, source, kind, dims: dims.to_vec(), depth }
    }
}

/// An aggregate that is declared as a whole: its parts need no declaration.
struct DeclaredAggregate {
    path: String,
    /// The new path.
    name: String,
    /// The first part of the names of its members, if they are variables.
    member_prefix: Option<String>,
    /// The register or binding of its buffer.
    slot: Option<LeafSlot>,
    depth: usize,
}

struct Writer<'r> {
    reflection: &'r Reflection<'r>,
    /// Structs of the default uniform block that are declared as a whole, by the index of the parameter.
    unsplit: HashSet<usize>,
    /// The globals that are declared `uniform`.
    uniforms: HashSet<&'r str>,
    types: DeclaredStructs<'r>,
    text: String,
    names: HashSet<String>,
    /// The names of the source that variables have kept.
    unchanged: HashSet<String>,
    map: PartMap,
    diagnostics: Diagnostics,
    /// The names of variables so far, by path.
    variables: HashMap<String, String>,
}

impl<'r> Writer<'r> {
    fn new(reflection: &'r Reflection<'r>) -> Writer<'r> {
        let module = reflection.module;
        let uniforms = module.program.globals.iter().filter(|global| global.variable.annotations.contains(&Annotation::Uniform));
        Writer {
            reflection,
            uniforms: uniforms.map(|global| module.name(global.variable.name)).collect(),
            unsplit: whole::whole_parameters(reflection),
            types: DeclaredStructs::new(reflection),
            text: String::new(),
            names: HashSet::new(),
            unchanged: HashSet::new(),
            map: PartMap::new(reflection),
            diagnostics: Diagnostics::new(),
            variables: HashMap::new(),
        }
    }

    fn program(&mut self) {
        let Reflection { module, layout, .. } = *self.reflection;
        // A parameter that is not split keeps its name.
        let named = module.program.globals.iter().map(|global| module.name(global.variable.name).to_owned());
        self.names.extend(named);
        for (index, variable) in layout.globals.iter().enumerate() {
            let mut parts = Vec::new();
            leaves(module, layout, variable, &mut |leaf| parts.push(SplitPart::of(&leaf)));
            self.declare_parts(&parts, Some(index), "");
        }
        for entry in &layout.entries {
            self.entry(entry);
        }
    }

    /// The uniform parameters of an entry point become variables of the program.
    fn entry(&mut self, entry: &EntryLayout) {
        let Reflection { module, layout, .. } = *self.reflection;
        let name = module.name(module.entry_points[entry.index].name).to_owned();
        let mut parts = Vec::new();
        let parameters = entry.parameters.iter().filter(|variable| is_uniform(variable.source.field(module))).cloned().collect();
        let uniform = EntryLayout { parameters, result: None, ..entry.clone() };
        entry_leaves(module, layout, &uniform, &mut |leaf| parts.push(SplitPart::of(&leaf)));
        if !parts.is_empty() {
            self.text.push_str(&format!("\n// uniform parameters of {name}\n"));
        }
        if let Some(SplitPart { layout: None, kind: LeafKind::Object(slot), .. }) = parts.first() {
            if is_unknown(slot) {
                // The bytes are in this buffer; resources are declared separately.
                for part in parts.extract_if(.., |part| matches!(part.kind, LeafKind::Bytes { .. } | LeafKind::Aggregate { .. })) {
                    self.omit(&part, "the binding of its buffer is unknown");
                }
                parts.remove(0);
            } else {
                self.uniforms(&uniform, &name, *slot);
            }
        }
        self.declare_parts(&parts, None, &name);
    }

    /// Declares the parts of a parameter. `owner`: its entry point.
    fn declare_parts(&mut self, parts: &[SplitPart], index: Option<usize>, owner: &str) {
        let mut open: Vec<DeclaredAggregate> = Vec::new();
        let mut position = 0;
        while let Some(part) = parts.get(position) {
            position += 1;
            open.retain(|aggregate| is_inside(&part.path, &aggregate.path) && part.depth >= aggregate.depth);
            // A resource with several registers has a part for each.
            let mut slots = Vec::new();
            if let LeafKind::Object(slot) = part.kind {
                slots.push(slot);
                while let Some(SplitPart { kind: LeafKind::Object(slot), path, depth, .. }) = parts.get(position)
                    && (path, *depth) == (&part.path, part.depth)
                {
                    slots.push(*slot);
                    position += 1;
                }
            }
            if part.layout.is_some() && slots.iter().any(is_unknown) {
                self.omit(part, "its binding is unknown");
                let is_content = |inner: &&SplitPart| inner.depth > part.depth && is_inside(&inner.path, &part.path);
                position += parts[position..].iter().take_while(is_content).count();
                continue;
            }
            self.declare_part(part, &slots, index, owner, &mut open);
        }
    }

    fn declare_part(&mut self, part: &SplitPart, slots: &[LeafSlot], index: Option<usize>, owner: &str, open: &mut Vec<DeclaredAggregate>) {
        // The implicit buffer of an entry point is declared already.
        let Some(id) = part.layout else {
            if let [slot] = slots {
                open.push(DeclaredAggregate {
                    path: String::new(),
                    name: self.variables[owner].clone(),
                    member_prefix: None,
                    slot: Some(*slot),
                    depth: 1,
                });
            }
            return;
        };
        let shape = &self.reflection.layout.get(id).shape;
        match part.kind {
            LeafKind::Object(_) => match shape {
                TypeStructure::Group(_) => self.group(part, slots, owner, open),
                _ => self.object(part, slots, owner),
            },
            LeafKind::Bytes { offset, .. } | LeafKind::Aggregate { offset, .. } => {
                let Some(offset) = offset.finite() else {
                    self.omit(part, if offset == Amount::Unbounded { "it follows an unbounded array" } else { "its offset is unknown" });
                    return;
                };
                match open.last().filter(|aggregate| aggregate.depth <= part.depth) {
                    Some(aggregate) => {
                        if matches!(part.kind, LeafKind::Bytes { .. }) {
                            PartLocation::inside_aggregate(self.reflection, owner, part, aggregate, offset)
                                .into_iter()
                                .for_each(|entry| self.map.push(self.reflection, entry));
                        }
                    }
                    None => self.declare_loose_part(part, id, offset, index, open),
                }
            }
            LeafKind::Address { .. } | LeafKind::Space(_) => {}
        }
    }

    /// Bytes in the implicit buffer of the globals.
    fn declare_loose_part(&mut self, part: &SplitPart, id: LayoutId, offset: u64, index: Option<usize>, open: &mut Vec<DeclaredAggregate>) {
        let layout = self.reflection.layout.get(id);
        let is_whole = index.is_some_and(|index| self.unsplit.contains(&index));
        if is_mixed(layout) && !is_whole && matches!(layout.shape, TypeStructure::Struct(_)) {
            return;
        }
        let Some(name) = self.loose_variable(part) else { return };
        let buffer = self.reflection.layout.globals_buffer.and_then(|buffer| buffer.place);
        let slot = buffer.map(|place| LeafSlot {
            kind: place.kind,
            space: place.space,
            index: place.index,
            count: Amount::Finite(1),
            stride: 0,
            bytes: None,
        });
        let aggregate = DeclaredAggregate { path: part.path.clone(), name: name.clone(), member_prefix: None, slot, depth: part.depth };
        if let LeafKind::Bytes { .. } = part.kind {
            self.map.push(self.reflection, PartLocation::bytes("", part, name, slot, offset));
        }
        open.push(aggregate);
    }

    /// A variable's name: the path, with `_` between its steps.
    fn name(&mut self, owner: &str, path: &str) -> String {
        let mut name = String::new();
        for step in [owner].into_iter().chain(path.split('.')).filter(|step| !step.is_empty()) {
            if !name.is_empty() {
                name.push('_');
            }
            name.extend(step.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_'));
        }
        // A part that remains one variable keeps its name. In several namespaces or units, the name may be that of several parts.
        if owner.is_empty() && name == path.trim_end_matches("[]") && self.unchanged.insert(name.clone()) {
            return name;
        }
        while !self.names.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    fn omit(&mut self, part: &SplitPart, reason: &str) {
        let span = part.source.field(self.reflection.module).map_or(Span::default(), |field| field.span);
        let message = format!("`{}` is skipped: {reason}", part.path);
        self.diagnostics.push(Diagnostic::error(&codes::NOT_SPLIT, message, span).label(span, "has no declaration"));
    }

    fn finish(self) -> (Split, Diagnostics) {
        let Writer { types, text, map, diagnostics, .. } = self;
        let separator = if types.text().is_empty() { "" } else { "\n" };
        (Split { text: format!("{}{separator}{}", types.text(), text.trim_start()), map }, diagnostics)
    }
}

/// Whether structs are split for a target.
pub fn is_split(explicit: ExplicitSource) -> bool {
    matches!(explicit, ExplicitSource::Registers | ExplicitSource::Bindings)
}

/// Whether a register or binding, or its space, is unknown.
fn is_unknown(slot: &LeafSlot) -> bool {
    slot.index == Amount::Unknown || slot.space == UNKNOWN_SPACE
}

/// Whether a type contains resources.
fn is_mixed(layout: &UnitLayout) -> bool {
    layout.usage.iter().any(|counter| counter.kind != LayoutUnit::Uniform)
}

fn is_uniform(field: Option<&Field>) -> bool {
    field.is_some_and(|field| field.annotations.contains(&Annotation::Direction(Direction::Uniform)))
}

fn is_inside(path: &str, aggregate: &str) -> bool {
    path.strip_prefix(aggregate).is_some_and(|rest| aggregate.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
}

/// A type without its arrays, and the arrays.
fn peeled(module: &padstone_model::Module, ty: TypeId) -> (TypeId, Vec<padstone_model::Count>) {
    let counts: Vec<padstone_model::Count> = module.types.dimensions(ty).collect();
    let ty = module.types.peel_arrays(ty);
    (ty, counts)
}
