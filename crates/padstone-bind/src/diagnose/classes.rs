//! Registers of another class than that of the resource.

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_model::{BufferKind, Dimension, Module, Parameter, ParameterKind, Register, RegisterClass, ResourceKind, Type};
use padstone_source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::overlap::{self, Owners};
use crate::layout_unit::LayoutUnit;
use crate::measure::parameters::{Claim, Claims};
use crate::reserve::parameters::{ExplicitOrigin, Reservation, Reservations, range};
use crate::{BindingSource, OF_CFAMILY, Options, ParameterRules};

/// A register of another class.
struct Misclassed<'a> {
    parameter: &'a Parameter,
    kind: ResourceKind,
    register: Register,
    class: RegisterClass,
    number: u32,
    accepted: &'static [RegisterClass],
}

/// The registers of a parameter that have another class.
fn registers<'a>(module: &'a Module, parameter: &'a Parameter) -> impl Iterator<Item = Misclassed<'a>> {
    object(module, parameter).into_iter().flat_map(move |kind| {
        let accepted = accepted(module, parameter, kind);
        let misclassed = move |register: &Register| {
            let (class, number) = register.slot.filter(|(class, _)| !accepted.contains(class))?;
            Some(Misclassed { parameter, kind, register: *register, class, number, accepted })
        };
        parameter.registers.iter().filter_map(misclassed)
    })
}

impl Misclassed<'_> {
    /// Whether it is an error: `DiagnoseRegisterType` has no case for acceleration structures, and only the number is used.
    fn is_error(&self) -> bool {
        self.kind != ResourceKind::AccelerationStructure
    }

    /// `class_error` is the compiler's error code.
    fn diagnostic(&self, module: &Module, class_error: Option<&str>) -> Diagnostic {
        let (name, letter, number) = (module.name(self.parameter.name), self.class.letter(), self.number);
        let expected = self.accepted.iter().map(|&class| format!("`{}`", class.letter())).collect::<Vec<_>>().join(" or ");
        let (severity, message) = match self.is_error() {
            false => (
                Severity::Warning,
                format!("`{name}` is bound to t{number}: DXC ignores the letter `{letter}` on an acceleration structure"),
            ),
            true => {
                let code = class_error.map_or(String::new(), |code| format!(" ({code})"));
                (Severity::Error, format!("`{name}` needs a register of class {expected}, not `{letter}`{code}"))
            }
        };
        Diagnostic::new(severity, &codes::RESOURCE_CLASS, message, self.register.span)
            .label(self.register.span, format!("expected class {expected}"))
    }

    /// The register of the right class with a number.
    fn corrected(&self, number: u32) -> String {
        register_text(self.accepted[0], number, self.register.space)
    }
}

/// Whether the slots of each claim come from a register whose class is an error. The number is then not that of a register in the source, so that an
/// overlap of these slots is a consequence.
pub(crate) fn misclassed(module: &Module, claims: &Claims, reservations: &Reservations) -> Vec<bool> {
    let is_misclassed = |(claim, reservation): (&Claim, &Reservation)| {
        let of_parameter = |found: Misclassed<'_>| found.is_error() && found.register.span == reservation.at;
        reservation.explicit.is_some() && registers(module, &module.parameters[claim.parameter]).any(of_parameter)
    };
    claims.all.iter().zip(&reservations.all).map(|pair| OF_CFAMILY && is_misclassed(pair)).collect()
}

/// Reports registers of another class. Each gets a free register of the right class: the number of the source if it is free.
pub(crate) fn check(
    module: &Module,
    (rules, options): (&ParameterRules, &Options),
    claims: &Claims,
    (mut owners, is_misclassed): (Owners, &[bool]),
    reservations: &mut Reservations,
    diagnostics: &mut Diagnostics,
) {
    // WGSL has no registers.
    if !OF_CFAMILY {
        return;
    }
    let indexes = (0..claims.all.len()).filter(|&index| is_misclassed[index]);
    let by_span: FxHashMap<Span, usize> = indexes.map(|index| (reservations.all[index].at, index)).collect();
    for parameter in module.parameters.iter().map(|(_, parameter)| parameter) {
        for found in registers(module, parameter) {
            let diagnostic = found.diagnostic(module, rules.class_error());
            let write = |number: u32| format!("write `{}`", found.corrected(number));
            let Some(&index) = by_span.get(&found.register.span) else {
                diagnostics.push(diagnostic.help(write(found.number)));
                continue;
            };
            let (claim, reservation) = (&claims.all[index], reservations.all[index].clone());
            // Each class may have another shift.
            let shift = match &reservation.explicit {
                Some(ExplicitOrigin { source: BindingSource::FirstRegisterShifted, .. }) => {
                    let unit = LayoutUnit::of_letter(found.accepted[0]);
                    unit.and_then(|unit| options.shift(unit, reservation.slot_space.0.into())).unwrap_or(0)
                }
                _ => 0,
            };
            let corrected = range(u64::from(found.number).saturating_add_signed(shift), claim.amount).filter(|_| claim.counted);
            let owner = corrected.as_ref().and_then(|range| owners.owner(reservation.slot_space, range));
            let owner = owner.filter(|&first| overlap::severity(module, rules, (claim, &claims.all[first])).is_some());
            diagnostics.push(match (owner, corrected) {
                (Some(first), Some(taken)) => {
                    let (name, _) = claims.describe(module, &claims.all[first]);
                    let is_taken = format!("{} is taken: `{name}`", rules.numbering.range(claim.class, &taken));
                    let free = reservations.take(reservation.slot_space, claim.amount);
                    owners.add(reservation.slot_space, free.clone(), index);
                    let number = free.and_then(|free| u32::try_from(i64::from(*free.start()).checked_sub(shift)?).ok());
                    match number {
                        Some(number) => diagnostic.note(is_taken).help(write(number)),
                        None => diagnostic.note(is_taken),
                    }
                }
                (_, corrected) => {
                    owners.add(reservation.slot_space, corrected, index);
                    diagnostic.help(write(found.number))
                }
            });
        }
    }
}

/// Reports registers of another class under rules for the types of a program, which do not assign them here: only registers of the source are known to be
/// taken.
pub(crate) fn check_without_slots(module: &Module, diagnostics: &mut Diagnostics) {
    let key = |register: &Register| (register.slot, register.space.unwrap_or(0));
    let mut taken: Option<FxHashSet<_>> = None;
    for parameter in module.parameters.iter().map(|(_, parameter)| parameter) {
        for found in registers(module, parameter) {
            let taken =
                taken.get_or_insert_with(|| module.parameters.iter().flat_map(|(_, other)| other.registers.iter().map(key)).collect());
            let diagnostic = found.diagnostic(module, None);
            let corrected = Register { slot: Some((found.accepted[0], found.number)), ..found.register };
            diagnostics.push(match taken.insert(key(&corrected)) {
                true => diagnostic.help(format!("write `{}`", found.corrected(found.number))),
                false => diagnostic.note(format!("{}{} is taken", found.accepted[0].letter(), found.number)),
            });
        }
    }
}

/// The kind of resource of a parameter; `None` for a struct of resources.
fn object(module: &Module, parameter: &Parameter) -> Option<ResourceKind> {
    match parameter.kind {
        ParameterKind::Buffer(id) => match module.buffers[id].kind {
            BufferKind::Globals | BufferKind::PushConstant | BufferKind::ShaderRecord => None,
            _ => Some(module.buffers[id].resource),
        },
        ParameterKind::Opaque(ty) => match module.types[ty] {
            Type::Resource(resource) => Some(resource.kind),
            _ => None,
        },
        ParameterKind::Struct(_) | ParameterKind::Uniform(_) => None,
    }
}

/// The classes that DXC accepts, `hlsl::DiagnoseRegisterType`. Textures and samplers share a letter since D3D9.
fn accepted(module: &Module, parameter: &Parameter, kind: ResourceKind) -> &'static [RegisterClass] {
    use RegisterClass::{B, S, T, U};
    match kind {
        ResourceKind::ConstantBuffer => &[B],
        ResourceKind::Texture if is_typed_buffer(module, parameter) => &[T],
        ResourceKind::Texture => &[T, S],
        ResourceKind::Sampler => &[S, T],
        ResourceKind::TextureBuffer
        | ResourceKind::StructuredBuffer
        | ResourceKind::ByteAddressBuffer
        | ResourceKind::AccelerationStructure => &[T],
        ResourceKind::RwTexture
        | ResourceKind::RwStructuredBuffer
        | ResourceKind::AppendStructuredBuffer
        | ResourceKind::ConsumeStructuredBuffer
        | ResourceKind::RwByteAddressBuffer => &[U],
        ResourceKind::ParameterBlock
        | ResourceKind::CombinedSampler
        | ResourceKind::SubpassInput
        | ResourceKind::StorageBlock
        | ResourceKind::OutputStream
        | ResourceKind::MeshOutput
        | ResourceKind::MeshIndices
        | ResourceKind::TensorView
        | ResourceKind::Patch
        | ResourceKind::FeedbackType
        | ResourceKind::Other => &[B, T, U, S],
    }
}

/// `Buffer<T>`, which is a texture in the model.
fn is_typed_buffer(module: &Module, parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Opaque(ty) if matches!(module.types[ty], Type::Resource(resource) if resource.kind == ResourceKind::Texture && resource.shape.dimension == Dimension::TextureBuffer))
}

fn register_text(class: RegisterClass, number: u32, space: Option<u32>) -> String {
    match space {
        Some(space) => format!("register({}{number}, space{space})", class.letter()),
        None => format!("register({}{number})", class.letter()),
    }
}
