//! Converts the layout of a program to plain data: paths, absolute locations and names.

mod objects;
mod shapes;
mod slots;
mod types;
mod varyings;

use padstone_bind::{
    Amount, EntryLayout, LayoutId, LayoutUnit, ProgramLayout, TypeStructure, UnitOffset as Slotted, Variable, VariableDeclaration,
    entry_leaves, globals_leaf, leaves,
};
use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::max_rows;
use padstone_model::{
    Annotation, AttributeValue, Direction, Field, Module, Signature, Stage, Type, UnspecializedTypeId, UnspecializedTypeOwner,
    UserAttributeId,
};
use padstone_source::{SourceMap, Span};

use super::Reflection;
use super::data::{
    AttributeArgument, EntryPoint, HashedString, LayoutUnitRange, Parameter, Program, ResourceSlot, SourceLocation, Uniform,
    UnspecializedType, UserAttribute,
};
use super::names::alias_spelling;
use super::slang_json::{hash, kind_name};
pub(crate) use objects::{binding_location, byte_arrays, counter_offset, matrix, slot_arrays, specialization_constant};
use slots::SlotCollector;
pub(crate) use slots::is_address_of_elements;
use varyings::Varyings;

/// A program as plain data. Parameters with too many rows are omitted, with a diagnostic.
pub fn reflect(reflection: &Reflection<'_>) -> (Program, Diagnostics) {
    let (mut program, diagnostics) = reflect_parameters(reflection);
    program.types = Builder::new(reflection).declared_types();
    (program, diagnostics)
}

/// A program as plain data, without the types that it declares.
pub(crate) fn reflect_parameters(reflection: &Reflection<'_>) -> (Program, Diagnostics) {
    let mut builder = Builder::new(reflection);
    let Builder { module, layout, .. } = builder;
    let mut globals = builder.globals();
    let parameters = layout.globals.iter().map(|variable| builder.parameter(variable, &mut globals, None)).collect();
    let entry_points = layout.entries.iter().map(|entry| builder.entry(entry)).collect();
    let program = Program {
        version: 1,
        language: module.language.name(),
        target: reflection.target.to_owned(),
        policy: layout.rules.name,
        globals,
        parameters,
        uniforms: builder.uniforms(),
        entry_points,
        types: Vec::new(),
        unspecialized_types: builder.unspecialized_types(),
        hashed_strings: hashed_strings(module),
        bindless_space: layout.bindless_space,
    };
    (program, builder.diagnostics)
}

/// Errors for parameters whose bindings are unknown until specialization or linking: one for each with an unspecialized type or a link-time
/// amount.
pub(crate) fn open(&Reflection { module, layout, .. }: &Reflection<'_>) -> Diagnostics {
    let unspecialized = unspecialized_parts(module, layout);
    let mut diagnostics = Diagnostics::new();
    for variable in layout.globals.iter().chain(layout.entries.iter().flat_map(|entry| &entry.parameters)) {
        let Some(field) = variable.source.field(module) else { continue };
        let name = module.name(field.name);
        if let Some(id) = unspecialized.get(variable.layout.index()).copied().flatten() {
            let ty = module.name(module.program.unspecialized_types[id].name);
            let message = format!("the resources of `{name}`, and everything after it, are unknown: `{ty}` is unspecialized");
            diagnostics.push(
                Diagnostic::error(&codes::UNSPECIALIZED, message, field.span)
                    .label(field.span, format!("its type depends on `{ty}`"))
                    .help("pass a type with `-specialize`"),
            );
        } else if layout.has_link_time_count(variable.layout) {
            let message = format!("the size of `{name}` depends on a link-time constant, so everything after it is unknown");
            diagnostics.push(
                Diagnostic::error(&codes::UNKNOWN_COUNT, message, field.span)
                    .label(field.span, "contains an array of unknown size")
                    .help("initialize the constant that is its element count"),
            );
        }
    }
    diagnostics
}

/// For each layout, an unspecialized type in it. The elements of a buffer do not count: they take no slots.
fn unspecialized_parts(module: &Module, layout: &ProgramLayout) -> Vec<Option<UnspecializedTypeId>> {
    let mut found: Vec<Option<UnspecializedTypeId>> = Vec::with_capacity(layout.types.len());
    for ty in &layout.types {
        // A type follows the types that it contains.
        let inside = |id: LayoutId| found.get(id.index()).copied().flatten();
        let own = ty.ty.and_then(|ty| match module.types[module.types.peel_arrays(ty)] {
            Type::Unspecialized(id) => Some(id),
            _ => None,
        });
        let part = || match &ty.shape {
            TypeStructure::Struct(fields) => fields.iter().find_map(|field| inside(field.layout)),
            TypeStructure::Array { element, .. } => inside(*element),
            TypeStructure::Group(group) => inside(group.element.layout),
            TypeStructure::Leaf | TypeStructure::Vector { .. } | TypeStructure::Matrix { .. } | TypeStructure::Elements(_) => None,
        };
        found.push(own.or_else(part));
    }
    found
}

pub(super) struct Builder<'a> {
    pub(super) sources: &'a SourceMap,
    pub(super) module: &'a Module,
    pub(super) layout: &'a ProgramLayout,
    /// For each layout, the number of rows of its listing.
    rows: Vec<u64>,
    /// The number of rows that may still be listed.
    rows_left: u64,
    diagnostics: Diagnostics,
}

impl<'a> Builder<'a> {
    fn new(&Reflection { sources, module, layout, .. }: &Reflection<'a>) -> Builder<'a> {
        Builder { sources, module, layout, rows: rows(layout), rows_left: max_rows(module), diagnostics: Diagnostics::new() }
    }

    /// The implicit buffer of the globals, without its members.
    fn globals(&self) -> Option<ResourceSlot> {
        let buffer = self.layout.globals_buffer?;
        let slot = match globals_leaf(&buffer) {
            Some(leaf) => self.slot(&leaf),
            None => None,
        };
        Some(slot.unwrap_or_else(|| objects::passed_without_binding(buffer.bytes)))
    }

    /// A parameter. Ordinary data outside its own buffers goes to the implicit buffer.
    fn parameter(&mut self, variable: &Variable, implicit: &mut Option<ResourceSlot>, entry: Option<&EntryLayout>) -> Parameter {
        let field = variable.source.field(self.module);
        let name = self.layout.name(self.module, variable).to_owned();
        let layout = self.layout.get(variable.layout);
        let mut slots = SlotCollector::new(implicit.as_mut());
        if self.may_enumerate(variable.layout, field, &name) {
            match entry {
                None => leaves(self.module, self.layout, variable, &mut |leaf| slots.add(self, &leaf)),
                // Only the buffer itself: the parameters are added one by one.
                Some(entry) => {
                    let alone = EntryLayout { parameters: vec![variable.clone()], result: None, ..entry.clone() };
                    entry_leaves(self.module, self.layout, &alone, &mut |leaf| slots.add(self, &leaf));
                }
            }
        }
        let (slots, layout_of_all) = (slots.finish(), self.layout);
        let unknown = layout_of_all.unknown_of(variable.layout);
        let usage = layout.usage.iter().map(|counter| {
            let is_unsettled = layout_of_all.is_unsettled(variable, entry, counter.kind);
            let entry = entry.filter(|entry| !entry.explicit.contains(&(variable.source, counter.kind)));
            let begin = |kind| entry.and_then(|entry| entry.places.get(kind));
            let own =
                Slotted { kind: counter.kind, index: variable.places.index(counter.kind), space: variable.places.space(counter.kind) };
            // The bytes of an entry point start at the start of their buffer.
            let base = begin(counter.kind).filter(|_| counter.kind != LayoutUnit::Uniform);
            let first = base.map_or(own.index, |base| own.index.plus(base.index));
            LayoutUnitRange {
                kind: kind_name(counter.kind),
                space: Amount::Finite(own.space.saturating_add(base.map_or(0, |base| base.space))).as_device_slot(),
                first: match counter.kind {
                    _ if is_unsettled => Amount::Unknown,
                    LayoutUnit::Uniform => first,
                    _ => first.as_device_slot(),
                },
                count: if counter.kind == LayoutUnit::Uniform && unknown.bytes { Amount::Unknown } else { counter.amount },
            }
        });
        let namespaces = match variable.source {
            VariableDeclaration::Global(index) => namespaces(self.module, index).to_owned(),
            _ => String::new(),
        };
        Parameter {
            name,
            namespaces,
            ty: layout.ty.map_or(String::new(), |ty| self.module.type_name(ty).to_string()),
            declared_type: layout.ty.and_then(|ty| alias_spelling(self.module, field, ty)),
            source: field.and_then(|field| self.source(field.span)),
            asked: field.map_or(Vec::new(), |field| self.requested_by_source(field)),
            attributes: self.attributes(field),
            takes: usage.collect(),
            slots,
        }
    }

    /// Whether the number of rows of a parameter is below the maximum.
    fn may_enumerate(&mut self, layout: LayoutId, field: Option<&Field>, name: &str) -> bool {
        let rows = self.rows.get(layout.index()).copied().unwrap_or(1);
        match self.rows_left.checked_sub(rows) {
            Some(left) => {
                self.rows_left = left;
                true
            }
            None => {
                let message = format!("`{name}` has {rows} members; padstone lists at most {} for this program", max_rows(self.module));
                let found = match field {
                    Some(field) => Diagnostic::error(&codes::TOO_MANY_ROWS, message, field.span).label(field.span, "not listed"),
                    None => Diagnostic::without_place(&codes::TOO_MANY_ROWS, message),
                };
                self.diagnostics.push(found);
                false
            }
        }
    }

    fn entry(&mut self, entry: &EntryLayout) -> EntryPoint {
        let declared = &self.module.entry_points[entry.index];
        let signature: Option<&Signature> = declared.signature.map(|id| &self.module.program.signatures[id]);
        let mut uniforms = self.entry_uniforms(entry);
        let (varying, placed): (Vec<&Variable>, Vec<&Variable>) =
            entry.parameters.iter().chain(&entry.result).partition(|variable| is_varying(self.module, self.layout, variable));
        let parameters = placed.into_iter().map(|variable| self.parameter(variable, &mut uniforms, Some(entry))).collect();
        let mut varyings = Varyings::default();
        for variable in varying {
            if self.may_enumerate(variable.layout, variable.source.field(self.module), self.module.name(declared.name)) {
                varyings.add(self, variable);
            }
        }
        EntryPoint {
            name: self.module.name(declared.name).to_owned(),
            stage: declared.stage.map(Stage::name),
            source: self.source(declared.span),
            thread_group_size: signature.and_then(|signature| signature.thread_group),
            sample_rate: entry.sample_rate,
            attributes: signature.map_or(Vec::new(), |signature| self.uses(&signature.attributes)),
            uniforms,
            parameters,
            inputs: varyings.inputs,
            outputs: varyings.outputs,
        }
    }

    /// The implicit buffer of an entry point, without its members.
    fn entry_uniforms(&self, entry: &EntryLayout) -> Option<ResourceSlot> {
        let mut slot = None;
        let alone = EntryLayout { parameters: Vec::new(), result: None, ..entry.clone() };
        entry_leaves(self.module, self.layout, &alone, &mut |leaf| slot = self.slot(&leaf));
        let has_bytes = entry.bytes != Amount::Finite(0);
        slot.or_else(|| has_bytes.then(|| objects::passed_without_binding(entry.bytes)))
    }

    pub(super) fn source(&self, span: Span) -> Option<SourceLocation> {
        if span == Span::default() {
            return None;
        }
        let position = self.sources.locate(span.start);
        Some(SourceLocation { file: position.name, line: position.line, column: position.column })
    }

    /// The explicit registers and bindings of a declaration, as written.
    fn requested_by_source(&self, field: &Field) -> Vec<String> {
        let span = |annotation: &Annotation| match *annotation {
            Annotation::Register(register) => Some(register.span),
            Annotation::Binding(binding) => Some(binding.span),
            Annotation::PushConstant(span) | Annotation::ShaderRecord(span) => Some(span),
            Annotation::Location { span, .. } => Some(span),
            _ => None,
        };
        let spans = field.annotations.iter().filter_map(span);
        spans.map(|span| self.sources.text(self.sources.spelling(span)).split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    pub(super) fn attributes(&self, field: Option<&Field>) -> Vec<UserAttribute> {
        let used = |annotation: &Annotation| match annotation {
            Annotation::User(attribute) => Some(*attribute),
            _ => None,
        };
        let used: Vec<_> = field.into_iter().flat_map(|field| &field.annotations).filter_map(used).collect();
        self.uses(&used)
    }

    fn uses(&self, attributes: &[UserAttributeId]) -> Vec<UserAttribute> {
        let argument = |argument: &AttributeValue| match argument {
            AttributeValue::Int(value) => AttributeArgument::Int(*value),
            AttributeValue::Float(value) => AttributeArgument::Float(*value),
            AttributeValue::Text(text) => AttributeArgument::Text(text.clone()),
            AttributeValue::Unreported => AttributeArgument::Unreported,
        };
        let used = attributes.iter().map(|&attribute| &self.module.program.user_attributes[attribute]);
        used.map(|used| UserAttribute {
            name: self.module.name(used.name).to_owned(),
            arguments: used.arguments.iter().map(argument).collect(),
        })
        .collect()
    }

    fn uniforms(&self) -> Vec<Uniform> {
        let uniform = |found: crate::uniforms::Uniform<'_>| {
            let (name, ty) = (found.name.to_owned(), found.to_string());
            Uniform { name, ty, location: found.location, source: self.source(found.span) }
        };
        crate::uniforms::uniforms(self.module).map(uniform).collect()
    }

    fn unspecialized_types(&self) -> Vec<UnspecializedType> {
        let entry_point = |owner| match owner {
            UnspecializedTypeOwner::Program | UnspecializedTypeOwner::Generic => None,
            UnspecializedTypeOwner::EntryPoint(index) => {
                let entry = self.module.entry_points.get(usize::try_from(index).ok()?)?;
                Some(self.module.name(entry.name).to_owned())
            }
        };
        let open = self.module.program.unspecialized_types.iter().filter(|(_, ty)| ty.owner != UnspecializedTypeOwner::Generic);
        open.map(|(_, ty)| UnspecializedType {
            name: self.module.name(ty.name).to_owned(),
            constraints: ty.constraints.iter().map(|&constraint| self.module.type_name(constraint).to_string()).collect(),
            entry_point: entry_point(ty.owner),
            source: self.source(ty.span),
        })
        .collect()
    }
}

/// Whether a parameter is a varying. Ray payloads have a location like uniforms.
fn is_varying(module: &Module, layout: &ProgramLayout, variable: &Variable) -> bool {
    let usage = &layout.get(variable.layout).usage;
    let of_rays = [LayoutUnit::RayPayload, LayoutUnit::HitAttributes, LayoutUnit::CallablePayload];
    varyings::direction(module, variable) != Direction::Uniform && of_rays.iter().all(|&kind| usage.get(kind).is_none())
}

fn hashed_strings(module: &Module) -> Vec<HashedString> {
    let strings = module.program.hashed_strings.iter();
    strings.map(|text| HashedString { text: text.clone(), hash: hash(text) }).collect()
}

/// The number of rows of the listing of each layout; saturating.
pub(super) fn rows(layout: &ProgramLayout) -> Vec<u64> {
    let mut rows: Vec<u64> = Vec::with_capacity(layout.types.len());
    for ty in &layout.types {
        // A type follows the types that it contains.
        let rows_of = |id: LayoutId| rows.get(id.index()).copied().unwrap_or(1);
        let own = match &ty.shape {
            TypeStructure::Leaf | TypeStructure::Vector { .. } | TypeStructure::Matrix { .. } => 1,
            TypeStructure::Array { element, .. } | TypeStructure::Elements(element) => rows_of(*element).saturating_add(1),
            TypeStructure::Struct(fields) => fields.iter().fold(1, |sum, field| rows_of(field.layout).saturating_add(sum)),
            TypeStructure::Group(group) => group.argument_buffer.map_or(0, rows_of).max(rows_of(group.element.layout)).saturating_add(1),
        };
        rows.push(own);
    }
    rows
}

/// The namespaces of a global parameter, before its name: `A.`.
pub(super) fn namespaces(module: &Module, global: usize) -> &str {
    let parameter = &module.parameters[module.program.globals[global].parameter];
    module.name(parameter.qualified_name).strip_suffix(module.name(parameter.name)).unwrap_or_default()
}
