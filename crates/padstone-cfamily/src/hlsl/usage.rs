//! What the bodies of a shader use of its parameters, for the module.

use padstone_model::{
    Count, MemberRead, Module, Parameter, ParameterId, ParameterKind, ReadStep, ResourceKind, ResourceShape, ResourceType, Type, TypeId,
    Undeclared, UnknownSamplerTexture,
};
use padstone_source::Symbol;

use super::Parser;
use super::constants::Value;
use super::entities::Entity;
use super::keywords::{Builtin, Word, Words};
use super::scopes::Scopes;
use crate::constants::Expressions;
use crate::reader::Reader;
use crate::usage::{
    GlobalId, Named, ReachableCode, ReachedRead, ReadPathStep, Resolver, Sampled, Sampler, SamplerStep, ScopeId, UnitScopes, ValueType,
};

/// The functions of Direct3D 9 that sample, without their suffixes, and the textures that they sample.
const SAMPLING: [(&str, &str, ResourceShape); 4] = [
    ("tex1D", "Texture1D", ResourceShape::D1),
    ("tex2D", "Texture2D", ResourceShape::D2),
    ("tex3D", "Texture3D", ResourceShape::D3),
    ("texCUBE", "TextureCube", ResourceShape::CUBE),
];

/// The methods of `RWStructuredBuffer` that change its counter.
const COUNTING: [&str; 2] = ["IncrementCounter", "DecrementCounter"];

/// The texture of what a function of Direct3D 9 samples.
enum SampledTexture {
    /// That of a sampler.
    Of(Box<Parameter>),
    /// It has one, but which one is not known.
    Unknown,
}

impl Parser<'_> {
    /// Marks what the entry point reaches as used, and all else as not; and gives the module its reads.
    pub(super) fn finish_usage(&mut self) {
        let unit = UnitNames { module: &self.module, scopes: &self.scopes, words: &self.words };
        let resolver = Resolver::new(&self.usage, &unit);
        let Some(entry) = &self.options.entry else {
            let reached = resolver.reached_from(None);
            let used_together = self.scans_uses.then(|| self.usage.used_together(&resolver));
            self.module.reads = self.reads(&reached.reads);
            let heaps = self.heaps_among(&reached.names);
            self.module.descriptor_heaps.resources |= heaps.resources;
            self.module.descriptor_heaps.samplers |= heaps.samplers;
            let sampled = self.usage.sampled_in(None, &reached);
            for sampled in &sampled {
                let (sampler, span) = match self.sampled_texture(sampled, &reached) {
                    Some(SampledTexture::Of(sampler)) => (Some(sampler.name), sampler.span),
                    Some(SampledTexture::Unknown) => (None, sampled.span),
                    None => continue,
                };
                self.module.undeclared.push(Undeclared::SamplerTexture { sampler, span });
            }
            self.module.used_together = used_together.unwrap_or_default();
            self.module.counted_buffers = self.counted_buffers(None, &reached);
            return;
        };
        let symbol = self.cursor.preprocessor.unit.names.lookup(entry);
        let reached = symbol.map(|symbol| (symbol, resolver.reached_from(Some(symbol))));
        match reached {
            Some((symbol, mut reached)) if self.usage.mark(symbol, &reached, self.options.target.stage, &mut self.module) => {
                self.module.reads = self.reads(&reached.reads);
                let sampled = self.usage.sampled_in(Some(symbol), &reached);
                self.module.descriptor_heaps = self.heaps_among(&reached.names);
                self.module.counted_buffers = self.counted_buffers(Some(symbol), &reached);
                self.module.reached = Some(std::mem::take(&mut reached.names));
                self.sampler_textures(&sampled, &reached);
            }
            _ => self.report_no_entry(entry),
        }
    }

    /// Has calls of `tex2D` and its relatives noted: FXC makes textures of their samplers.
    pub(super) fn want_sampler_textures(&mut self) {
        let suffixes = ["", "bias", "grad", "lod", "proj"];
        let functions = SAMPLING.iter().flat_map(|(function, ..)| suffixes.map(|suffix| format!("{function}{suffix}")));
        let functions: Vec<_> = functions.map(|function| self.intern(&function)).collect();
        self.usage.want_sampled(functions);
    }

    /// Has the buffers noted whose counters functions change.
    pub(super) fn want_counters(&mut self) {
        if self.counting_methods.is_empty() {
            self.counting_methods = COUNTING.map(|method| self.intern(method)).to_vec();
            self.usage.want_receivers(self.counting_methods.clone());
        }
    }

    /// The buffers to which DXC gives counters for SPIR-V, in the order in which it does: those whose counters functions change, and those that
    /// are passed to a function or assigned to a variable (`DeclResultIdMapper.cpp`, `getCounterIdAliasPair`).
    fn counted_buffers(&self, entry: Option<Symbol>, reached: &ReachableCode) -> Vec<ParameterId> {
        if self.counting_methods.is_empty() {
            return Vec::new();
        }
        let is_counted = |&id: &ParameterId| match self.module.parameters[id].kind {
            ParameterKind::Buffer(buffer) => self.module.buffers[buffer].resource == ResourceKind::RwStructuredBuffer,
            _ => false,
        };
        let globals = self.usage.receivers(&self.counting_methods, entry, reached);
        globals.iter().filter_map(|global| reached.global_parameters.get(global)).flatten().copied().filter(is_counted).collect()
    }

    /// The textures of samplers of Direct3D 9. `tex2D` on a `sampler` takes a `t` register of the same name, before all other textures, in the
    /// order of use, also if the sampler is a member of a struct: as others recorded it from FXC.
    fn sampler_textures(&mut self, sampled: &[Sampled], reached: &ReachableCode) {
        for sampled in sampled {
            let text = self.text(sampled.function).to_owned();
            let Some(&(_, spelling, shape)) = SAMPLING.iter().find(|(name, ..)| text.starts_with(name)) else { continue };
            let declared = match self.sampled_texture(sampled, reached) {
                Some(SampledTexture::Of(declared)) => declared,
                Some(SampledTexture::Unknown) => {
                    let after = self.module.sampler_textures.len();
                    self.module.unknown_sampler_texture.get_or_insert(UnknownSamplerTexture { after, span: sampled.span });
                    continue;
                }
                None => continue,
            };
            if self.module.sampler_textures.iter().any(|&known| self.module.parameters[known].name == declared.name) {
                continue;
            }
            let spelling = self.intern(spelling);
            let texture = ResourceType::new(ResourceKind::Texture, shape, spelling, None);
            let kind = ParameterKind::Opaque(self.module.types.intern(Type::Resource(texture)));
            let parameter = Parameter { kind, registers: Vec::new(), binding: None, counter_binding: None, ..*declared };
            let id = self.module.parameters.push(parameter);
            self.module.sampler_textures.push(id);
        }
    }

    /// The texture that FXC declares for what is sampled; `None` if a function of the file takes it, and no sampler.
    fn sampled_texture(&mut self, sampled: &Sampled, reached: &ReachableCode) -> Option<SampledTexture> {
        let declared = match &sampled.sampler {
            Sampler::Global(root, steps) => self.sampler(*root, steps, reached),
            Sampler::Parameter(..) | Sampler::Unknown => None,
        };
        match declared {
            Some(declared) => Some(SampledTexture::Of(Box::new(declared))),
            None if self.usage.is_function(sampled.function) => None,
            None => Some(SampledTexture::Unknown),
        }
    }

    /// A global sampler, an element of an array of them, or a member of a global struct, under its full name.
    fn sampler(&mut self, root: GlobalId, steps: &[SamplerStep], reached: &ReachableCode) -> Option<Parameter> {
        let parameters = reached.global_parameters.get(&root)?.iter().map(|&id| &self.module.parameters[id]);
        if steps.iter().all(|step| *step == SamplerStep::Element) {
            return { parameters }.find(|it| matches!(it.kind, ParameterKind::Opaque(ty) if self.is_sampler(ty))).cloned();
        }
        // What FXC calls the samplers of arrays of structs, and of arrays in structs, is not known.
        let (declared, mut ty) = { parameters }.find_map(|parameter| match parameter.kind {
            ParameterKind::Struct(ty) if parameter.dims.is_empty() => Some((parameter.clone(), ty)),
            _ => None,
        })?;
        let mut path = self.text(declared.name).to_owned();
        for step in steps {
            let SamplerStep::Member(member) = *step else { return None };
            ty = self.module.as_struct(ty)?.fields.iter().find(|field| field.name == member)?.ty;
            path = format!("{path}.{}", self.text(member));
        }
        let name = self.intern(&path);
        self.is_sampler(ty).then_some(Parameter { name, ..declared })
    }

    fn is_sampler(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Resource(resource) if resource.kind == ResourceKind::Sampler)
    }

    /// Whether two parameters may be put at one place by hand, so that it matters which shader uses them.
    pub(super) fn may_share_slots(module: &Module, spirv: bool) -> bool {
        let mut taken = Vec::new();
        for (_, parameter) in module.parameters.iter() {
            let elements = match parameter.kind {
                // As many as there are resources in it.
                ParameterKind::Struct(_) => u64::MAX,
                _ => parameter.dims.iter().fold(1, |product: u64, count| match count {
                    Count::Known(count) => product.saturating_mul(*count),
                    _ => u64::MAX,
                }),
            };
            for register in &parameter.registers {
                // Registers of all classes become bindings of one set.
                let Some((class, number)) = register.slot else { continue };
                let class = (!spirv).then(|| class.letter());
                taken.push((class, register.space.unwrap_or(0), u64::from(number), elements));
            }
            if let Some(binding) = parameter.binding.filter(|_| spirv) {
                taken.push((None, binding.set.unwrap_or(0), u64::from(binding.binding), 1));
            }
        }
        taken.sort_unstable();
        taken.windows(2).any(|pair| {
            let [(class, space, first, elements), (other_class, other_space, next, _)] = pair else { return false };
            class == other_class && space == other_space && first.saturating_add(*elements) > *next
        })
    }

    fn reads(&self, found: &[ReachedRead]) -> Vec<MemberRead> {
        let step = |step: &ReadPathStep| match *step {
            ReadPathStep::Member(name) => Some(ReadStep::Member(name)),
            ReadPathStep::Element(token) => match self.number(token).map(|constant| constant.value) {
                Ok(Value::Int(index, _)) => Some(ReadStep::Element(u64::try_from(index).ok()?)),
                _ => None,
            },
        };
        let sources = &self.cursor.preprocessor.unit.sources;
        let read = |found: &ReachedRead| {
            let path = found.path.iter().map(step).collect::<Option<_>>()?;
            let is_written_here = sources.call_site(found.first) == found.first;
            let span = if is_written_here { sources.join(found.first, found.last) } else { found.first };
            Some(MemberRead { parameter: found.parameter, path, span })
        };
        found.iter().filter_map(read).collect()
    }
}

/// The names of a unit that was read.
struct UnitNames<'p> {
    module: &'p Module,
    scopes: &'p Scopes,
    words: &'p Words,
}

impl UnitScopes for UnitNames<'_> {
    fn parent(&self, scope: ScopeId) -> Option<ScopeId> {
        self.scopes.around(scope)
    }

    fn imports(&self, scope: ScopeId) -> &[ScopeId] {
        self.scopes.imports(scope)
    }

    fn named(&self, scope: ScopeId, name: Symbol, before: Option<u32>) -> Option<Named> {
        Some(match self.scopes.declared_before(scope, name, before)? {
            Entity::Namespace(scope) => Named::Namespace(scope),
            Entity::Type(ty) => Named::Type(self.value_type(ty)),
            Entity::Incomplete(scope) => Named::Type(ValueType::Struct(scope)),
            Entity::Constant(_) => Named::Constant,
            Entity::Interface | Entity::Template(_) | Entity::Variable | Entity::Dependent => Named::Unknown,
        })
    }

    fn builtin(&self, name: Symbol) -> Option<Named> {
        let Some(Word::Type(builtin)) = self.words.get(name) else { return None };
        Some(match builtin {
            Builtin::Resource(ResourceKind::ConstantBuffer | ResourceKind::TextureBuffer, _) => Named::BufferType { is_indexed: false },
            Builtin::Resource(kind, _) if has_elements(kind) => Named::BufferType { is_indexed: true },
            _ => Named::Type(ValueType::Builtin),
        })
    }

    fn value_type(&self, ty: TypeId) -> ValueType {
        match self.module.types[self.module.types.peel_arrays(ty)] {
            Type::Struct(_) => {
                let scope = self.scopes.scope_of(self.module.types.peel_arrays(ty));
                scope.map_or(ValueType::Unknown, ValueType::Struct)
            }
            Type::Resource(ResourceType { kind: ResourceKind::Other, .. }) | Type::Unknown => ValueType::Unknown,
            Type::Resource(resource) => match (resource.element.map(|element| self.value_type(element)), resource.kind) {
                (Some(element), ResourceKind::ConstantBuffer | ResourceKind::TextureBuffer) => element,
                (Some(ValueType::Struct(scope)), _) => ValueType::Elements(scope),
                (Some(ValueType::Unknown), _) => ValueType::Unknown,
                _ => ValueType::Builtin,
            },
            _ => ValueType::Builtin,
        }
    }
}

/// Whether the elements of a resource may be structs.
fn has_elements(kind: ResourceKind) -> bool {
    matches!(
        kind,
        ResourceKind::StructuredBuffer
            | ResourceKind::RwStructuredBuffer
            | ResourceKind::AppendStructuredBuffer
            | ResourceKind::ConsumeStructuredBuffer
            | ResourceKind::OutputStream
            | ResourceKind::Patch
    )
}
