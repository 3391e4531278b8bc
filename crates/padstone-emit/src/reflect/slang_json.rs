//! The JSON of `slangc -reflection-json`, version 1.0, as written by libslang 2026.12 without code generation.

pub(super) mod formats;
mod types;

use std::io::{self, Write};

use padstone_bind::{Amount, LayoutId, LayoutUnit, ProgramLayout, TypeStructure, UnitCounters, UnitOffset, Variable, VariableDeclaration};
use padstone_layout::max_rows;
use padstone_model::{
    Annotation, AttributeValue, Field, FieldRole, Module, Stage, StructKind, Type, TypeId, UnspecializedTypeOwner, UserAttributeId,
};

use super::writer::JsonWriter;

/// Writes the reflection of a program.
///
/// # Errors
/// Those of `out`, and [`io::ErrorKind::InvalidData`] if the nested types would take more than
/// [`max_rows`] values to list.
pub fn write(out: &mut dyn Write, module: &Module, layout: &ProgramLayout) -> io::Result<()> {
    let most = max_rows(module);
    if weight(layout) > most {
        let message = format!("more than {most} values: the types nest too often");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let mut writer = Writer { module, layout, json: JsonWriter::new(out, most.saturating_mul(4)) };
    writer.program()?;
    writer.json.finish()
}

/// The number of values of the parameters when all types are written in full; saturating.
fn weight(layout: &ProgramLayout) -> u64 {
    let mut weights: Vec<u64> = Vec::with_capacity(layout.types.len());
    for ty in &layout.types {
        // A type follows the types that it contains.
        let weight_of = |id: LayoutId| weights.get(id.index()).copied().unwrap_or(1);
        let weight = match &ty.shape {
            TypeStructure::Leaf | TypeStructure::Vector { .. } | TypeStructure::Matrix { .. } => 1,
            TypeStructure::Array { element, .. } | TypeStructure::Elements(element) => weight_of(*element).saturating_add(1),
            TypeStructure::Struct(fields) => fields.iter().fold(1, |sum, field| weight_of(field.layout).saturating_add(sum)),
            TypeStructure::Group(group) => {
                let filled = group.argument_buffer.map_or(0, weight_of);
                weight_of(group.element.layout).max(filled).saturating_mul(2).saturating_add(1)
            }
        };
        weights.push(weight);
    }
    let entries = layout.entries.iter().flat_map(|entry| entry.parameters.iter().chain(&entry.result));
    let parameters = layout.globals.iter().chain(entries);
    parameters.fold(0, |sum, variable| weights.get(variable.layout.index()).copied().unwrap_or(1).saturating_add(sum))
}

struct Writer<'a, 'w> {
    module: &'a Module,
    layout: &'a ProgramLayout,
    json: JsonWriter<'w>,
}

impl<'a> Writer<'a, '_> {
    fn program(&mut self) -> io::Result<()> {
        let layout = self.layout;
        self.json.begin("{", false)?;
        self.parameters(&layout.globals)?;
        if !layout.entries.is_empty() {
            self.json.key("entryPoints")?;
            self.json.begin("[", false)?;
            layout.entries.iter().try_for_each(|entry| self.entry(entry))?;
            self.json.end("]")?;
        }
        self.type_parameters()?;
        self.hashed_strings()?;
        if let Some(space) = layout.bindless_space {
            self.json.number("bindlessSpaceIndex", space)?;
        }
        self.json.end("}")
    }

    fn parameters(&mut self, parameters: &'a [Variable]) -> io::Result<()> {
        self.json.key("parameters")?;
        self.json.begin("[", false)?;
        parameters.iter().try_for_each(|parameter| self.parameter(parameter))?;
        self.json.end("]")
    }

    /// A parameter; its type comes last.
    fn parameter(&mut self, variable: &'a Variable) -> io::Result<()> {
        self.json.begin("{", false)?;
        let field = variable.source.field(self.module);
        self.name(variable.source)?;
        self.shared(field)?;
        self.attributes(field)?;
        self.bindings(variable, field)?;
        self.json.key("type")?;
        self.type_layout(variable.layout, None)?;
        self.json.end("}")
    }

    fn name(&mut self, source: VariableDeclaration) -> io::Result<()> {
        if matches!(source, VariableDeclaration::Field(id, _) if self.module.structs[id].kind == StructKind::Tuple) {
            return Ok(());
        }
        let name = |field: &Field| match field.role {
            FieldRole::Base => "$base",
            _ => self.module.name(field.name),
        };
        match source.field(self.module).map(name).filter(|name| !name.is_empty()) {
            Some(name) => self.json.pair("name", name),
            None => Ok(()),
        }
    }

    fn shared(&mut self, field: Option<&Field>) -> io::Result<()> {
        if field.is_some_and(|field| field.annotations.contains(&Annotation::Shared)) {
            self.json.yes("shared")?;
        }
        Ok(())
    }

    fn attributes(&mut self, field: Option<&'a Field>) -> io::Result<()> {
        let annotations = field.map_or(&[][..], |field| &field.annotations);
        let attributes: Vec<UserAttributeId> = annotations
            .iter()
            .filter_map(|annotation| match annotation {
                Annotation::User(attribute) => Some(*attribute),
                _ => None,
            })
            .collect();
        self.user_attributes(&attributes)
    }

    fn user_attributes(&mut self, attributes: &[UserAttributeId]) -> io::Result<()> {
        if attributes.is_empty() {
            return Ok(());
        }
        self.json.key("userAttribs")?;
        self.json.begin("[", false)?;
        for &attribute in attributes {
            let attribute = &self.module.program.user_attributes[attribute];
            self.json.begin("{", false)?;
            self.json.pair("name", self.module.name(attribute.name))?;
            self.json.key("arguments")?;
            self.json.begin("[", false)?;
            for argument in &attribute.arguments {
                match argument {
                    // slangc uses 32-bit numbers, and does not write the smallest of them (libslang 2026.12, measured).
                    AttributeValue::Int(value) if *value as i32 == i32::MIN => self.json.plain(-8)?,
                    AttributeValue::Int(value) => self.json.plain(*value as i32)?,
                    AttributeValue::Float(value) if (*value as f32).is_finite() => self.json.plain(format_args!("{:.6}", *value as f32))?,
                    AttributeValue::Text(text) => self.json.text(text)?,
                    AttributeValue::Float(_) | AttributeValue::Unreported => self.json.text("invalid value")?,
                }
            }
            self.json.end("]")?;
            self.json.end("}")?;
        }
        self.json.end("]")
    }

    /// Stage, locations, semantic and format.
    fn bindings(&mut self, variable: &Variable, field: Option<&'a Field>) -> io::Result<()> {
        let is_varying = |kind| variable.places.get(kind).is_some();
        if let Some(stage) = variable.stage
            && (is_varying(LayoutUnit::VaryingInput) || is_varying(LayoutUnit::VaryingOutput))
            && let Some(name) = shown_stage(stage)
        {
            self.json.pair("stage", name)?;
        }
        let layout = self.layout.get(variable.layout);
        let stride = match layout.shape {
            // In a Metal argument buffer, the stride of bytes is the usage of an element: 8 for `struct { int* a; float b; }`, although
            // the elements themselves have stride 16 (libslang 2026.12, measured).
            TypeStructure::Array { element, .. } if layout.usage.get(LayoutUnit::MetalArgumentBufferElement).is_some() => {
                self.layout.get(element).usage.get(LayoutUnit::Uniform).and_then(Amount::finite).unwrap_or(0)
            }
            TypeStructure::Array { stride, .. } => stride,
            TypeStructure::Vector { component_size } => component_size,
            _ => 0,
        };
        self.write_bindings(&layout.usage, stride, |kind| UnitOffset {
            kind,
            index: variable.places.index(kind),
            space: variable.places.space(kind),
        })?;
        if let Some((name, index)) = variable.semantic {
            self.json.pair("semanticName", self.module.name(name))?;
            if index != 0 {
                self.json.number("semanticIndex", index.into())?;
            }
        }
        match field.and_then(|field| formats::format(self.module, field)) {
            Some(format) => self.json.pair("format", &format),
            None => Ok(()),
        }
    }

    /// `binding` or `bindings`; omitted if the usage is empty.
    fn write_bindings(&mut self, usage: &UnitCounters, stride: u64, place: impl Fn(LayoutUnit) -> UnitOffset) -> io::Result<()> {
        let has_several = usage.iter().len() > 1;
        if usage.is_empty() {
            return Ok(());
        }
        if has_several {
            self.json.key("bindings")?;
            self.json.begin("[", false)?;
        } else {
            self.json.key("binding")?;
        }
        for counter in usage.iter() {
            let UnitOffset { kind, index, space } = place(counter.kind);
            self.json.begin("{", true)?;
            self.json.word("kind", kind_name(kind))?;
            if kind == LayoutUnit::Uniform {
                self.amount("offset", index)?;
                self.amount("size", counter.amount)?;
                self.json.number("elementStride", stride)?;
            } else {
                if space != 0 && kind != LayoutUnit::RegisterSpace {
                    match u32::try_from(space) {
                        Ok(_) => self.json.number("space", space)?,
                        // A negative set (libslang 2026.12).
                        Err(_) => self.json.pair("space", "unknown")?,
                    }
                }
                self.amount("index", index)?;
                if counter.amount != Amount::Finite(1) {
                    self.amount("count", counter.amount)?;
                }
            }
            self.json.end("}")?;
        }
        if has_several { self.json.end("]") } else { Ok(()) }
    }

    fn amount(&mut self, key: &'static str, amount: Amount) -> io::Result<()> {
        match amount {
            Amount::Finite(amount) => self.json.number(key, amount),
            Amount::Unbounded => self.json.pair(key, "unbounded"),
            Amount::Unknown => self.json.pair(key, "unknown"),
        }
    }

    fn entry(&mut self, entry: &'a padstone_bind::EntryLayout) -> io::Result<()> {
        let declared = &self.module.entry_points[entry.index];
        let signature = declared.signature.map(|id| &self.module.program.signatures[id]);
        self.json.begin("{", false)?;
        self.json.pair("name", self.module.name(declared.name))?;
        if let Some(name) = declared.stage.and_then(shown_stage) {
            self.json.pair("stage", name)?;
        }
        if !entry.parameters.is_empty() {
            self.parameters(&entry.parameters)?;
        }
        if entry.sample_rate {
            self.json.yes("usesAnySampleRateInput")?;
        }
        if let Some(result) = &entry.result {
            self.json.key("result")?;
            self.parameter(result)?;
        }
        if declared.stage == Some(Stage::Compute) {
            self.json.key("threadGroupSize")?;
            self.json.begin("[", true)?;
            let size = signature.and_then(|signature| signature.thread_group).unwrap_or([1; 3]);
            size.iter().try_for_each(|size| self.json.plain(size))?;
            self.json.end("]")?;
        }
        self.user_attributes(signature.map_or(&[], |signature| &signature.attributes))?;
        self.json.end("}")
    }

    /// Unspecialized types: those of the program, one for each value of an interface, and those of entry points.
    fn type_parameters(&mut self) -> io::Result<()> {
        let layout = self.layout;
        let has_unspecialized = self.module.program.unspecialized_types.iter().any(|(_, ty)| ty.owner != UnspecializedTypeOwner::Generic);
        // Even if those of entry points have no argument (libslang 2026.12, measured).
        let by_type = if self.module.program.interfaces_specialized { Vec::new() } else { interface_values(self.module, layout) };
        let values = |variables: &[Variable]| {
            let values_of = |variable: &Variable| by_type.get(variable.layout.index()).copied().unwrap_or(0);
            variables.iter().map(values_of).fold(0, u64::saturating_add)
        };
        let entries: Vec<u64> = layout.entries.iter().map(|entry| values(&entry.parameters)).collect();
        if !has_unspecialized && values(&layout.globals) == 0 && entries.iter().all(|&count| count == 0) {
            return Ok(());
        }
        self.json.key("typeParams")?;
        self.json.begin("[", false)?;
        self.unspecialized_types(UnspecializedTypeOwner::Program)?;
        self.interface_values(values(&layout.globals))?;
        for (entry, count) in layout.entries.iter().zip(entries) {
            self.unspecialized_types(UnspecializedTypeOwner::EntryPoint(u32::try_from(entry.index).unwrap_or(u32::MAX)))?;
            self.interface_values(count)?;
        }
        self.json.end("]")
    }

    fn unspecialized_types(&mut self, owner: UnspecializedTypeOwner) -> io::Result<()> {
        for (_, ty) in self.module.program.unspecialized_types.iter().filter(|(_, ty)| ty.owner == owner) {
            // libslang 2026.12 does not list the constraints of the types of entry points.
            let constraints = if owner == UnspecializedTypeOwner::Program { &ty.constraints[..] } else { &[] };
            self.type_parameter(self.module.name(ty.name), constraints)?;
        }
        Ok(())
    }

    fn interface_values(&mut self, count: u64) -> io::Result<()> {
        (0..count.min(max_rows(self.module))).try_for_each(|_| self.type_parameter("", &[]))
    }

    fn type_parameter(&mut self, name: &str, constraints: &[TypeId]) -> io::Result<()> {
        self.json.begin("{", false)?;
        self.json.pair("name", name)?;
        self.json.key("constraints")?;
        self.json.begin("[", false)?;
        constraints.iter().try_for_each(|&constraint| self.plain_type(constraint))?;
        self.json.end("]")?;
        self.json.end("}")
    }

    fn hashed_strings(&mut self) -> io::Result<()> {
        let strings = &self.module.program.hashed_strings;
        if strings.is_empty() {
            return Ok(());
        }
        self.json.key("hashedStrings")?;
        self.json.begin("{", false)?;
        for text in strings {
            self.json.key_of_text(text)?;
            self.json.plain(hash(text))?;
        }
        self.json.end("}")
    }
}

/// For each type, the number of interface values in it; those in elements of structured buffers, in tuples and in optional values do not
/// count.
fn interface_values(module: &Module, layout: &ProgramLayout) -> Vec<u64> {
    let is_tuple = |ty: TypeId| matches!(module.types[ty], Type::Struct(id) if module.structs[id].kind == StructKind::Tuple);

    let mut values: Vec<u64> = Vec::with_capacity(layout.types.len());
    for ty in &layout.types {
        // A type follows the types that it contains.
        let values_of = |id: LayoutId| values.get(id.index()).copied().unwrap_or(0);
        let contained = match &ty.shape {
            TypeStructure::Leaf if ty.ty.is_some_and(|ty| module.program.optional_values.contains(&ty)) => 0,
            TypeStructure::Leaf => ty.usage.get(LayoutUnit::ExistentialTypeParam).and_then(Amount::finite).unwrap_or(0),
            TypeStructure::Vector { .. } | TypeStructure::Matrix { .. } | TypeStructure::Elements(_) => 0,
            TypeStructure::Array { element, .. } => values_of(*element),
            TypeStructure::Struct(_) if ty.ty.is_some_and(is_tuple) => 0,
            TypeStructure::Struct(fields) => fields.iter().fold(0, |sum, field| values_of(field.layout).saturating_add(sum)),
            TypeStructure::Group(group) => values_of(group.element.layout),
        };
        values.push(contained);
    }
    values
}

/// `getStringHash` of Slang: the hash of the sdbm library, in 32 bits.
pub(super) fn hash(text: &str) -> i32 {
    let step =
        |hash: u32, byte: u8| u32::from(byte).wrapping_add(hash.wrapping_shl(6)).wrapping_add(hash.wrapping_shl(16)).wrapping_sub(hash);
    text.bytes().fold(0, step).cast_signed()
}

/// The name of a stage; libslang 2026.12 has none for those of ray tracing and of work graphs.
fn shown_stage(stage: Stage) -> Option<&'static str> {
    (!stage.is_ray_tracing() && stage != Stage::Dispatch).then(|| stage.name())
}

pub(crate) fn kind_name(kind: LayoutUnit) -> &'static str {
    match kind {
        LayoutUnit::ConstantBuffer => "constantBuffer",
        LayoutUnit::ShaderResource => "shaderResource",
        LayoutUnit::UnorderedAccess => "unorderedAccess",
        LayoutUnit::VaryingInput => "varyingInput",
        LayoutUnit::VaryingOutput => "varyingOutput",
        LayoutUnit::SamplerState => "samplerState",
        LayoutUnit::Uniform => "uniform",
        LayoutUnit::DescriptorTableSlot => "descriptorTableSlot",
        LayoutUnit::SpecializationConstant => "specializationConstant",
        LayoutUnit::PushConstantBuffer => "pushConstantBuffer",
        LayoutUnit::RegisterSpace => "registerSpace",
        LayoutUnit::Generic => "generic",
        LayoutUnit::RayPayload => "rayPayload",
        LayoutUnit::HitAttributes => "hitAttributes",
        LayoutUnit::CallablePayload => "callablePayload",
        LayoutUnit::ShaderRecord => "shaderRecord",
        LayoutUnit::ExistentialTypeParam => "existentialTypeParam",
        LayoutUnit::ExistentialObjectParam => "existentialObjectParam",
        LayoutUnit::SubElementRegisterSpace => "subElementRegisterSpace",
        LayoutUnit::InputAttachmentIndex => "inputAttachmentIndex",
        LayoutUnit::MetalArgumentBufferElement => "metalArgumentBufferElement",
    }
}
