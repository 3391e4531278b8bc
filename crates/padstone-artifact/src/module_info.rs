//! The statements of a module: names, decorations, types, constants and variables, by id, without interpretation.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Major, Stage};
use padstone_source::{Span, printable};
use rspirv::spirv::{BuiltIn, Decoration, ExecutionModel, Op, StorageClass};

use crate::constants::Constants;
use crate::listing::Disassembly;
use crate::words::{Instruction, SpirvId, Words};

/// The relevant contents of a module.
#[derive(Default)]
pub(crate) struct SpirvModule {
    /// The source language, as SPIR-V numbers it.
    pub(crate) source: Option<u32>,
    pub(crate) types: Vec<TypeDefinition>,
    /// The position of each type in `types`.
    pub(crate) type_of: HashMap<SpirvId, usize>,
    pub(crate) constants: Constants,
    pub(crate) variables: Vec<Variable>,
    /// Scalars that the application may specialize.
    pub(crate) specialized: Vec<SpecializedScalar>,
    /// The parts of the number of invocations in a workgroup.
    pub(crate) workgroup_size: Vec<SpirvId>,
    pub(crate) entry_points: Vec<SpirvEntryPoint>,
    names: HashMap<SpirvId, String>,
    member_names: HashMap<(SpirvId, u32), String>,
    decorations: HashMap<SpirvId, Decorations>,
    member_decorations: HashMap<(SpirvId, u32), Decorations>,
    /// The names of the processes that the module records.
    pub(crate) processes: Vec<String>,
    /// The `UserSemantic` of variables, and of members of structs.
    semantics: HashMap<(SpirvId, Option<u32>), String>,
    /// The samplers and sampled images of instructions: the variable or other id that each was read from.
    origins: HashMap<SpirvId, SpirvId>,
    /// The ids through which instructions compare depths.
    compared: Vec<SpirvId>,
    /// Of the last instruction: the item that it decorates with a second value, and the decoration.
    contradiction: Option<(SpirvId, Option<u32>, &'static str)>,
}

/// The maximum number of instructions between a variable and the sampler that is read from it.
const MAX_ORIGINS: usize = 16;

/// A type as it is defined.
pub(crate) struct TypeDefinition {
    pub(crate) id: SpirvId,
    pub(crate) kind: TypeKind,
    /// The index of the word at which it is defined.
    pub(crate) word: usize,
    pub(crate) span: Span,
}

/// The definition of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TypeKind {
    Int {
        bits: u32,
        signed: bool,
    },
    Float {
        bits: u32,
    },
    Vector {
        component: SpirvId,
        count: u32,
    },
    Matrix {
        column: SpirvId,
        count: u32,
    },
    Array {
        element: SpirvId,
        length: SpirvId,
    },
    RuntimeArray {
        element: SpirvId,
    },
    Struct {
        members: Box<[SpirvId]>,
    },
    Pointer {
        class: u32,
        to: SpirvId,
    },
    Image(Image),
    SampledImage {
        image: SpirvId,
    },
    Sampler,
    AccelerationStructure,
    /// Another type, by the name of its instruction.
    Other {
        opcode: u32,
    },
}

/// An image type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Image {
    /// The result type of a read.
    pub(crate) sampled_type: SpirvId,
    pub(crate) dim: u32,
    /// Whether it is declared as a depth image.
    pub(crate) is_depth: bool,
    pub(crate) arrayed: bool,
    pub(crate) multisampled: bool,
    /// 1: read through a sampler; 2: read and written without one.
    pub(crate) sampled: u32,
    /// The texel format, as SPIR-V numbers it; 0 if unknown.
    pub(crate) format: u32,
}

/// An entry point.
pub(crate) struct SpirvEntryPoint {
    pub(crate) name: String,
    pub(crate) stage: Option<Stage>,
    pub(crate) span: Span,
    /// The variables that it uses: since SPIR-V 1.4 all, before that only stage inputs and outputs.
    pub(crate) interface: Vec<SpirvId>,
}

/// A variable of the module.
pub(crate) struct Variable {
    pub(crate) id: SpirvId,
    pub(crate) pointer: SpirvId,
    pub(crate) class: u32,
    pub(crate) span: Span,
}

/// A scalar specialization constant.
pub(crate) struct SpecializedScalar {
    pub(crate) id: SpirvId,
    pub(crate) ty: SpirvId,
    pub(crate) span: Span,
}

/// The decorations that determine offsets and bindings.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Decorations {
    pub(crate) block: bool,
    pub(crate) buffer_block: bool,
    pub(crate) non_writable: bool,
    pub(crate) non_readable: bool,
    pub(crate) major: Option<Major>,
    pub(crate) offset: Option<u32>,
    pub(crate) array_stride: Option<u32>,
    pub(crate) matrix_stride: Option<u32>,
    pub(crate) set: Option<u32>,
    pub(crate) binding: Option<u32>,
    pub(crate) location: Option<u32>,
    /// Of stage inputs and outputs.
    pub(crate) component: Option<u32>,
    pub(crate) index: Option<u32>,
    pub(crate) builtin: Option<u32>,
    /// Of a specialization constant.
    pub(crate) specialization_id: Option<u32>,
    pub(crate) patch: bool,
    pub(crate) flat: bool,
    pub(crate) no_perspective: bool,
    pub(crate) centroid: bool,
    pub(crate) sample: bool,
}

impl SpirvModule {
    /// Reads all instructions. An instruction with an error is reported and skipped.
    pub(crate) fn read(words: &Words, listing: &Disassembly, diagnostics: &mut Diagnostics) -> SpirvModule {
        let mut info = SpirvModule::default();
        let mut defined = HashSet::new();
        for (index, found) in words.instructions().enumerate() {
            let instruction = match found {
                Ok(instruction) => instruction,
                Err(broken) => {
                    let message = match broken.length {
                        0 => format!("the instruction at word {} has length 0", broken.word),
                        length => format!(
                            "the instruction at word {} has {length} words, but the file has only {} more",
                            broken.word, broken.left
                        ),
                    };
                    let found = Diagnostic::error(&codes::SPIRV_TRUNCATED, message, listing.span(index));
                    diagnostics
                        .push(found.note("the instructions before it were read").help("compile the shader again: the file is damaged"));
                    break;
                }
            };
            let span = listing.span(index);
            if info.take(&instruction, span).is_none() {
                let message = format!("the instruction at word {} has fewer words than it requires", instruction.word);
                diagnostics.push(Diagnostic::error(&codes::SPIRV_MALFORMED, message, span).note("the instruction is skipped"));
            }
            if let Some((id, member, decoration)) = info.contradiction.take() {
                let item = member.map_or_else(|| format!("%{id}"), |member| format!("member {member} of %{id}"));
                let message = format!("{item} has two values of {decoration}");
                let found = Diagnostic::error(&codes::SPIRV_DECORATED_TWICE, message, span).note("the first value is used");
                diagnostics.push(found.help("compile the shader again: the file is damaged"));
            }
            if let Some(id) = info.defined_by(&instruction).filter(|&id| !defined.insert(id)) {
                let message = format!("%{id} is redefined at word {}", instruction.word);
                diagnostics.push(Diagnostic::error(&codes::SPIRV_ID_TWICE, message, span).note("the first definition is used"));
            }
        }
        if words.odd_bytes > 0 {
            let message = format!("the file ends {} bytes into a word", words.odd_bytes);
            diagnostics.push(Diagnostic::error(&codes::SPIRV_TRUNCATED, message, listing.span(usize::MAX - 1)));
        }
        info
    }

    /// The name of an id; empty if it has none.
    pub(crate) fn name(&self, id: SpirvId) -> &str {
        self.names.get(&id).map_or("", String::as_str)
    }

    /// The name of a member; empty if it has none.
    pub(crate) fn member_name(&self, id: SpirvId, member: u32) -> &str {
        self.member_names.get(&(id, member)).map_or("", String::as_str)
    }

    pub(crate) fn decorations(&self, id: SpirvId) -> Decorations {
        self.decorations.get(&id).copied().unwrap_or_default()
    }

    pub(crate) fn member_decorations(&self, id: SpirvId, member: u32) -> Decorations {
        self.member_decorations.get(&(id, member)).copied().unwrap_or_default()
    }

    /// User-defined decorations of a variable, or of a member of a struct; empty if there are none.
    pub(crate) fn semantic(&self, id: SpirvId, member: Option<u32>) -> &str {
        self.semantics.get(&(id, member)).map_or("", String::as_str)
    }

    /// The variables through whose samplers depths are compared: for APIs they are comparison samplers, which SPIR-V does not distinguish.
    pub(crate) fn comparison_samplers(&self) -> HashSet<SpirvId> {
        let origin = |mut id: SpirvId| {
            // A sampled image, a load, and one access for each level of arrays; a damaged file may have a cycle.
            for _ in 0..MAX_ORIGINS {
                match self.origins.get(&id) {
                    Some(&origin) => id = origin,
                    None => break,
                }
            }
            id
        };
        self.compared.iter().map(|&id| origin(id)).collect()
    }

    /// The type of an id, and its position.
    pub(crate) fn get(&self, id: SpirvId) -> Option<(usize, &TypeDefinition)> {
        let index = *self.type_of.get(&id)?;
        Some((index, &self.types[index]))
    }

    /// The id that an instruction defines as a type, constant or variable of the module.
    fn defined_by(&self, instruction: &Instruction<'_>) -> Option<SpirvId> {
        let op = Op::from_u32(instruction.opcode)?;
        match op {
            _ if type_operands(op).is_some() => instruction.operands.first().copied(),
            Op::Variable => instruction.operands.get(1).copied(),
            _ if op.is_constant() => instruction.operands.get(1).copied(),
            _ => None,
        }
    }

    /// Whether a type is a sampler, an image with its sampler, or a pointer to one.
    fn is_of_samplers(&self, ty: SpirvId) -> bool {
        let kind = |id: SpirvId| self.get(id).map(|(_, definition)| &definition.kind);
        let is_sampler = |kind: Option<&TypeKind>| matches!(kind, Some(TypeKind::Sampler | TypeKind::SampledImage { .. }));
        match kind(ty) {
            Some(TypeKind::Pointer { to, .. }) => is_sampler(kind(*to)),
            other => is_sampler(other),
        }
    }

    /// Reads one instruction; `None` if it has too few words.
    fn take(&mut self, instruction: &Instruction<'_>, span: Span) -> Option<()> {
        let operands = instruction.operands;
        let operand = |index: usize| operands.get(index).copied();
        let Some(op) = Op::from_u32(instruction.opcode) else { return Some(()) };
        match op {
            Op::Source => self.source = Some(operand(0)?),
            Op::EntryPoint => {
                let (name, words) = instruction.text(2)?;
                let interface = operands.get(2 + words..)?.to_vec();
                self.entry_points.push(SpirvEntryPoint { name: clean(name), stage: stage(operand(0)?), span, interface });
            }
            Op::Name => {
                self.names.insert(operand(0)?, clean(instruction.text(1)?.0));
            }
            Op::MemberName => {
                self.member_names.insert((operand(0)?, operand(1)?), clean(instruction.text(2)?.0));
            }
            Op::Decorate => {
                let id = operand(0)?;
                let twice = self.decorations.entry(id).or_default().add(operand(1)?, operand(2))?;
                self.contradiction = twice.map(|decoration| (id, None, decoration));
            }
            Op::MemberDecorate => {
                let (id, member) = (operand(0)?, operand(1)?);
                let twice = self.member_decorations.entry((id, member)).or_default().add(operand(2)?, operand(3))?;
                self.contradiction = twice.map(|decoration| (id, Some(member), decoration));
            }
            Op::ModuleProcessed => self.processes.push(clean(instruction.text(0)?.0)),
            Op::DecorateString if operand(1)? == Decoration::UserSemantic as u32 => {
                self.semantics.insert((operand(0)?, None), clean(instruction.text(2)?.0));
            }
            Op::MemberDecorateString if operand(2)? == Decoration::UserSemantic as u32 => {
                self.semantics.insert((operand(0)?, Some(operand(1)?)), clean(instruction.text(3)?.0));
            }
            Op::GroupDecorate => {
                let group = self.decorations(operand(0)?);
                for &target in &operands[1..] {
                    let twice = self.decorations.entry(target).or_default().merge(group);
                    self.contradiction = self.contradiction.or(twice.map(|decoration| (target, None, decoration)));
                }
            }
            Op::GroupMemberDecorate => {
                let group = self.decorations(operand(0)?);
                for pair in operands[1..].chunks_exact(2) {
                    let twice = self.member_decorations.entry((pair[0], pair[1])).or_default().merge(group);
                    self.contradiction = self.contradiction.or(twice.map(|decoration| (pair[0], Some(pair[1]), decoration)));
                }
            }
            Op::Variable => {
                let (pointer, id, class) = (operand(0)?, operand(1)?, operand(2)?);
                if class != StorageClass::Function as u32 {
                    self.variables.push(Variable { id, pointer, class, span });
                }
            }
            Op::Load | Op::AccessChain | Op::InBoundsAccessChain if self.is_of_samplers(operand(0)?) => {
                self.origins.insert(operand(1)?, operand(2)?);
            }
            Op::SampledImage => {
                self.origins.insert(operand(1)?, operand(3)?);
            }
            Op::ImageSampleDrefImplicitLod
            | Op::ImageSampleDrefExplicitLod
            | Op::ImageSampleProjDrefImplicitLod
            | Op::ImageSampleProjDrefExplicitLod
            | Op::ImageDrefGather
            | Op::ImageSparseSampleDrefImplicitLod
            | Op::ImageSparseSampleDrefExplicitLod
            | Op::ImageSparseDrefGather => self.compared.push(operand(2)?),
            _ if op.is_constant() => {
                let bits = match self.get(operand(0)?).map(|(_, fact)| &fact.kind) {
                    Some(TypeKind::Int { bits, .. }) => *bits,
                    _ => 32,
                };
                let (ty, id) = (operand(0)?, operand(1)?);
                self.constants.define(op, id, bits, &operands[2..]);
                match op {
                    Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse => {
                        self.specialized.push(SpecializedScalar { id, ty, span });
                    }
                    Op::SpecConstantComposite if self.decorations(id).builtin == Some(BuiltIn::WorkgroupSize as u32) => {
                        self.workgroup_size = operands[2..].to_vec();
                    }
                    _ => {}
                }
            }
            _ => {
                let Some(least) = type_operands(op) else { return Some(()) };
                if operands.len() < least {
                    return None;
                }
                let id = operands[0];
                if !self.type_of.contains_key(&id) {
                    self.type_of.insert(id, self.types.len());
                    let kind = type_kind(op, instruction.opcode, operands);
                    self.types.push(TypeDefinition { id, kind, word: instruction.word, span });
                }
            }
        }
        Some(())
    }
}

impl Decorations {
    /// Adds a decoration; `None` if its number is missing. Returns the decoration if it has another value already, which remains: spirv-val
    /// rejects a decoration that is applied twice.
    fn add(&mut self, decoration: u32, number: Option<u32>) -> Option<Option<&'static str>> {
        let mut added = Decorations::default();
        match Decoration::from_u32(decoration) {
            Some(Decoration::Block) => added.block = true,
            Some(Decoration::BufferBlock) => added.buffer_block = true,
            Some(Decoration::NonWritable) => added.non_writable = true,
            Some(Decoration::NonReadable) => added.non_readable = true,
            Some(Decoration::RowMajor) => added.major = Some(Major::Row),
            Some(Decoration::ColMajor) => added.major = Some(Major::Column),
            Some(Decoration::Offset) => added.offset = Some(number?),
            Some(Decoration::ArrayStride) => added.array_stride = Some(number?),
            Some(Decoration::MatrixStride) => added.matrix_stride = Some(number?),
            Some(Decoration::DescriptorSet) => added.set = Some(number?),
            Some(Decoration::Binding) => added.binding = Some(number?),
            Some(Decoration::Location) => added.location = Some(number?),
            Some(Decoration::Component) => added.component = Some(number?),
            Some(Decoration::Index) => added.index = Some(number?),
            Some(Decoration::BuiltIn) => added.builtin = Some(number?),
            Some(Decoration::SpecId) => added.specialization_id = Some(number?),
            Some(Decoration::Patch) => added.patch = true,
            Some(Decoration::Flat) => added.flat = true,
            Some(Decoration::NoPerspective) => added.no_perspective = true,
            Some(Decoration::Centroid) => added.centroid = true,
            Some(Decoration::Sample) => added.sample = true,
            _ => {}
        }
        Some(self.merge(added))
    }

    /// Adds other decorations. Returns one that has another value already, which remains.
    fn merge(&mut self, other: Decorations) -> Option<&'static str> {
        let mut twice = None;
        let mut number = |known: Option<u32>, other: Option<u32>, name: &'static str| {
            twice = twice.or((known.is_some() && other.is_some() && known != other).then_some(name));
            known.or(other)
        };
        let major = |major: Option<Major>| major.map(|major| u32::from(major == Major::Row));
        number(major(self.major), major(other.major), "RowMajor or ColMajor");
        *self = Decorations {
            block: self.block | other.block,
            buffer_block: self.buffer_block | other.buffer_block,
            non_writable: self.non_writable | other.non_writable,
            non_readable: self.non_readable | other.non_readable,
            major: self.major.or(other.major),
            offset: number(self.offset, other.offset, "Offset"),
            array_stride: number(self.array_stride, other.array_stride, "ArrayStride"),
            matrix_stride: number(self.matrix_stride, other.matrix_stride, "MatrixStride"),
            set: number(self.set, other.set, "DescriptorSet"),
            binding: number(self.binding, other.binding, "Binding"),
            location: number(self.location, other.location, "Location"),
            component: number(self.component, other.component, "Component"),
            index: number(self.index, other.index, "Index"),
            builtin: number(self.builtin, other.builtin, "BuiltIn"),
            specialization_id: number(self.specialization_id, other.specialization_id, "SpecId"),
            patch: self.patch | other.patch,
            flat: self.flat | other.flat,
            no_perspective: self.no_perspective | other.no_perspective,
            centroid: self.centroid | other.centroid,
            sample: self.sample | other.sample,
        };
        twice
    }
}

/// The minimum number of operands of an instruction that defines a type, including its id; `None` for other instructions.
fn type_operands(op: Op) -> Option<usize> {
    Some(match op {
        Op::TypeForwardPointer | Op::TypeStructContinuedINTEL => return None,
        Op::TypeFloat => 2,
        Op::TypeInt | Op::TypeVector | Op::TypeMatrix | Op::TypeArray | Op::TypePointer => 3,
        Op::TypeRuntimeArray | Op::TypeSampledImage => 2,
        Op::TypeImage => 8,
        _ if op.is_type() => 1,
        _ => return None,
    })
}

/// The type that an instruction defines. All required operands exist.
fn type_kind(op: Op, opcode: u32, operands: &[u32]) -> TypeKind {
    match op {
        Op::TypeInt => TypeKind::Int { bits: operands[1], signed: operands[2] != 0 },
        // An encoding other than IEEE 754's is a different type.
        Op::TypeFloat if operands.len() == 2 => TypeKind::Float { bits: operands[1] },
        Op::TypeVector => TypeKind::Vector { component: operands[1], count: operands[2] },
        Op::TypeMatrix => TypeKind::Matrix { column: operands[1], count: operands[2] },
        Op::TypeArray => TypeKind::Array { element: operands[1], length: operands[2] },
        Op::TypeRuntimeArray => TypeKind::RuntimeArray { element: operands[1] },
        Op::TypeStruct => TypeKind::Struct { members: operands[1..].into() },
        Op::TypePointer => TypeKind::Pointer { class: operands[1], to: operands[2] },
        Op::TypeImage => TypeKind::Image(Image {
            sampled_type: operands[1],
            dim: operands[2],
            is_depth: operands[3] == 1,
            arrayed: operands[4] != 0,
            multisampled: operands[5] != 0,
            sampled: operands[6],
            format: operands[7],
        }),
        Op::TypeSampledImage => TypeKind::SampledImage { image: operands[1] },
        Op::TypeSampler => TypeKind::Sampler,
        Op::TypeAccelerationStructureKHR => TypeKind::AccelerationStructure,
        _ => TypeKind::Other { opcode },
    }
}

/// A name without control characters, and of limited length.
fn clean(mut name: String) -> String {
    const LONGEST: usize = 4096;
    if let Some((end, _)) = name.char_indices().nth(LONGEST) {
        name.truncate(end);
        name.push('…');
    }
    match printable(&name) {
        Cow::Borrowed(_) => name,
        Cow::Owned(shown) => shown,
    }
}

/// The stage of an execution model.
fn stage(model: u32) -> Option<Stage> {
    Some(match ExecutionModel::from_u32(model)? {
        ExecutionModel::Vertex => Stage::Vertex,
        ExecutionModel::TessellationControl => Stage::Hull,
        ExecutionModel::TessellationEvaluation => Stage::Domain,
        ExecutionModel::Geometry => Stage::Geometry,
        ExecutionModel::Fragment => Stage::Fragment,
        ExecutionModel::GLCompute => Stage::Compute,
        ExecutionModel::RayGenerationNV => Stage::RayGeneration,
        ExecutionModel::IntersectionNV => Stage::Intersection,
        ExecutionModel::AnyHitNV => Stage::AnyHit,
        ExecutionModel::ClosestHitNV => Stage::ClosestHit,
        ExecutionModel::MissNV => Stage::Miss,
        ExecutionModel::CallableNV => Stage::Callable,
        ExecutionModel::MeshNV | ExecutionModel::MeshEXT => Stage::Mesh,
        ExecutionModel::TaskNV | ExecutionModel::TaskEXT => Stage::Amplification,
        ExecutionModel::Kernel => return None,
    })
}
