//! What the bodies of a shader use of its parameters, for the module.

use padstone_model::{
    Count, Module, Parameter, ParameterId, ParameterKind, Read, ReadStep, ResourceKind, ResourceShape, ResourceType, Type, Undeclared,
};
use padstone_source::Symbol;

use super::Parser;
use super::constants::Value;
use crate::constants::Expressions;
use crate::reader::Reader;
use crate::usage::{BufferRead, Step};

/// The functions of Direct3D 9 that sample, without their suffixes, and the textures that they sample.
const SAMPLING: [(&str, &str, ResourceShape); 4] = [
    ("tex1D", "Texture1D", ResourceShape::D1),
    ("tex2D", "Texture2D", ResourceShape::D2),
    ("tex3D", "Texture3D", ResourceShape::D3),
    ("texCUBE", "TextureCube", ResourceShape::CUBE),
];

impl Parser<'_> {
    /// Marks what the entry point reaches as used, and all else as not; and gives the module its reads.
    pub(super) fn finish_usage(&mut self) {
        let Some(entry) = &self.options.entry else {
            let reached = self.usage.reached_from(None);
            self.module.reads = self.reads(&reached.reads);
            for (_, sampler) in self.usage.sampled_in(None, &reached) {
                let undeclared = self.sampler(sampler).map(Undeclared::SamplerTexture);
                self.module.undeclared.extend(undeclared);
            }
            if self.scans_uses {
                self.module.used_together = self.usage.used_together();
            }
            return;
        };
        let symbol = self.cursor.preprocessor.unit.names.lookup(entry);
        let reached = symbol.and_then(|symbol| Some((symbol, self.usage.mark(symbol, self.options.target.stage, &mut self.module)?)));
        match reached {
            Some((entry, reached)) => {
                self.module.reads = self.reads(&reached.reads);
                let sampled = self.usage.sampled_in(Some(entry), &reached);
                self.module.reached = Some(reached.names);
                self.keep_reached_heaps();
                self.sampler_textures(&sampled);
            }
            None => self.report_no_entry(entry),
        }
    }

    /// Has calls of `tex2D` and its relatives noted: FXC makes textures of their samplers.
    pub(super) fn want_sampler_textures(&mut self) {
        let suffixes = ["", "bias", "grad", "lod", "proj"];
        let functions = SAMPLING.iter().flat_map(|(function, ..)| suffixes.map(|suffix| format!("{function}{suffix}")));
        let functions: Vec<_> = functions.map(|function| self.intern(&function)).collect();
        self.usage.want_sampled(functions);
    }

    /// The textures of samplers of Direct3D 9. `tex2D` on a `sampler` takes a `t` register of the same name, before all other textures, in the
    /// order of use: as others recorded it from FXC.
    fn sampler_textures(&mut self, sampled: &[(Symbol, Symbol)]) {
        let mut known = Vec::new();
        for &(function, sampler) in sampled {
            let text = self.text(function).to_owned();
            let Some(&(_, spelling, shape)) = SAMPLING.iter().find(|(name, ..)| text.starts_with(name)) else { continue };
            let Some(declared) = self.sampler(sampler) else { continue };
            let declared = self.module.parameters[declared].clone();
            if known.contains(&sampler) {
                continue;
            }
            known.push(sampler);
            let spelling = self.intern(spelling);
            let texture = ResourceType::new(ResourceKind::Texture, shape, spelling, None);
            let kind = ParameterKind::Opaque(self.module.types.intern(Type::Resource(texture)));
            let parameter = Parameter { kind, registers: Vec::new(), binding: None, counter_binding: None, ..declared };
            let id = self.module.parameters.push(parameter);
            self.module.sampler_textures.push(id);
        }
    }

    /// The global sampler of a name.
    fn sampler(&self, name: Symbol) -> Option<ParameterId> {
        let is_sampler = |parameter: &Parameter| match parameter.kind {
            ParameterKind::Opaque(ty) => {
                matches!(self.module.types[ty], Type::Resource(resource) if resource.kind == ResourceKind::Sampler)
            }
            _ => false,
        };
        self.module.parameters.iter().find(|(_, parameter)| parameter.name == name && is_sampler(parameter)).map(|(id, _)| id)
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

    fn reads(&self, found: &[&BufferRead]) -> Vec<Read> {
        let step = |step: &Step| match *step {
            Step::Member(name) => Some(ReadStep::Member(name)),
            Step::Element(token) => match self.number(token) {
                Ok(Value::Int(index, _)) => Some(ReadStep::Element(u64::try_from(index).ok()?)),
                _ => None,
            },
        };
        let sources = &self.cursor.preprocessor.unit.sources;
        let read = |found: &&BufferRead| {
            let path = found.path.iter().map(step).collect::<Option<_>>()?;
            let is_written_here = sources.call_site(found.first) == found.first;
            let span = if is_written_here { sources.join(found.first, found.last) } else { found.first };
            Some(Read { parameter: found.parameter, path, span })
        };
        found.iter().filter_map(read).collect()
    }
}
