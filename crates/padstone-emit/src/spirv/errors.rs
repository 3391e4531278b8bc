//! Diagnostics for layouts that SPIR-V cannot express.

use padstone_diag::{Code, Diagnostic, codes};
use padstone_model::{Align, Buffer, Module, Offset, Size, Stride};
use padstone_source::Span;

/// The reasons why SPIR-V cannot express a type or an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SpirvError {
    /// The type has no layout; the layout engine has reported the reason.
    LayoutError,
    /// The value of an interface: SPIR-V has no type whose words may follow each other in every block.
    Interface,
    /// Elements, or vectors of a matrix, overlap.
    Close {
        /// The stride.
        stride: Stride,
        /// The size of each.
        size: Size,
    },
    /// Elements, or vectors of a matrix, are not aligned to their scalars.
    Uneven {
        /// The stride.
        stride: Stride,
        /// The alignment of the widest scalar.
        align: Align,
    },
    /// An offset, size or stride does not fit in 32 bits.
    Large,
    /// A vector, or a vector of a matrix, with this many components: more than four.
    Wide(u8),
    /// A runtime-sized array in a uniform buffer.
    RuntimeSized,
    /// A resource that the rules store in memory.
    Resource(Size),
    /// The allocation unit of a bit-field has a size that no integer has.
    OddUnit(Size),
    /// A struct has more members than SPIR-V allows.
    Many {
        /// The number of members.
        most: usize,
    },
    /// The offset of a member is not a multiple of its scalar alignment.
    Misaligned {
        /// The offset in bytes.
        at: Offset,
        /// The alignment of the widest scalar.
        align: Align,
    },
}

impl SpirvError {
    /// The diagnostic about a member or buffer.
    pub(super) fn report(self, name: &str, span: Span) -> Option<Diagnostic> {
        let (code, reason, help): (&'static Code, String, &str) = match self {
            SpirvError::LayoutError => return None,
            SpirvError::Interface => {
                let reason = "its type is an interface".to_owned();
                (&codes::SPIRV_OPAQUE_MEMBER, reason, "specialize the program: `-specialize TYPE`")
            }
            SpirvError::Resource(size) => {
                let reason = format!("it is a resource of {size} bytes");
                (&codes::SPIRV_OPAQUE_MEMBER, reason, "declare it outside the struct, or select rules that store no resources in memory")
            }
            SpirvError::Close { stride, size } => {
                let reason = format!("its elements are {size} bytes, stride {stride}");
                (&codes::SPIRV_STRIDE, reason, "select rules under which they do not overlap")
            }
            SpirvError::Uneven { stride, align } => {
                let reason = format!("its stride {stride} is not a multiple of {align}");
                (&codes::SPIRV_STRIDE, reason, "select rules that align scalars to their size")
            }
            SpirvError::Large => {
                (&codes::SPIRV_TOO_LARGE, "an offset or stride in it does not fit in 32 bits".to_owned(), "shorten the array")
            }
            SpirvError::Wide(components) => {
                let reason = format!("a vector has at most 4 components, not {components}");
                (&codes::SPIRV_TOO_LARGE, reason, "declare an array of smaller vectors")
            }
            SpirvError::RuntimeSized => {
                let reason = "a uniform buffer has no runtime-sized array".to_owned();
                (&codes::SPIRV_TOO_LARGE, reason, "declare a length, or use a `StructuredBuffer`")
            }
            SpirvError::Many { most } => {
                let reason = format!("a struct has at most {most} members");
                (&codes::SPIRV_TOO_LARGE, reason, "move some members to a nested struct")
            }
            SpirvError::OddUnit(size) => {
                (&codes::SPIRV_BITFIELD, format!("its allocation unit is {size} bytes"), "pad the unit to 8, 16, 32, or 64 bits")
            }
            SpirvError::Misaligned { at, align } => {
                let reason = format!("its offset {at} is not a multiple of {align}");
                (&codes::SPIRV_MISALIGNED, reason, "pad before it, or select other rules: SPIR-V requires aligned scalars")
            }
        };
        let found = Diagnostic::error(code, format!("SPIR-V cannot express the layout of `{name}`: {reason}"), span);
        Some(found.label(span, "skipped").help(help))
    }
}

/// An array of blocks with several dimensions: Vulkan allows "an array of this type", but no array of arrays
/// (VUID-StandaloneSpirv-Uniform-06807). Because its descriptors are contiguous, it becomes an array with as many elements.
pub(super) fn dimensions(name: &str, dimensions: usize, count: Option<u64>, span: Span) -> Diagnostic {
    let elements = count.map_or_else(|| "runtime-sized".to_owned(), |count| count.to_string());
    let message = format!("`{name}` has {dimensions} array dimensions; Vulkan supports one-dimensional arrays of blocks only");
    Diagnostic::warning(&codes::SPIRV_DIMENSIONS, message, span)
        .label(span, format!("written with one dimension: {elements}"))
        .help("index it as one dimension: the last index varies fastest")
}

/// A member, for messages.
#[derive(Clone, Copy)]
pub(super) struct NamedMember<'m> {
    pub(super) name: &'m str,
    pub(super) span: Span,
}

/// Two members that share bytes in SPIR-V.
pub(super) fn overlap(second: NamedMember<'_>, position: Offset, first: NamedMember<'_>, in_use: Offset, end: Offset) -> Diagnostic {
    let (name, other) = (second.name, first.name);
    if position < in_use {
        return Diagnostic::error(
            &codes::STRUCT_OVERLAP,
            format!("SPIR-V cannot express a struct whose members `{other}` and `{name}` share bytes"),
            second.span,
        )
        .label(second.span, format!("starts at offset {position}, before `{other}` ends; skipped"))
        .label(first.span, "also occupies that byte")
        .help("move one of them: in a struct, each byte belongs to one member");
    }
    let message = format!("SPIR-V cannot express offset {position} of `{name}`: it counts these bytes as part of `{other}`");
    Diagnostic::error(&codes::SPIRV_TAIL, message, second.span)
        .label(second.span, "skipped")
        .label(first.span, format!("ends at {in_use}; the stride of its last matrix extends to {end}"))
        .help(format!("pad before `{name}` up to offset {end}, or change the majorness of the matrix"))
}

/// Buffers with registers of two classes, which SPIR-V does not have: `t0` and `u0` are one binding.
pub(super) fn classes_collide(module: &Module, (set, binding): (u32, u32), first: &Buffer, second: &Buffer) -> Diagnostic {
    let (first_name, second_name) = (module.name(first.name), module.name(second.name));
    let message = format!("`{first_name}` and `{second_name}` are both at set {set}, binding {binding}");
    Diagnostic::warning(&codes::DESCRIPTORS_COLLIDE, message, second.span)
        .label(second.span, "second register class")
        .label(first.span, "first register class")
        .note("under these rules each register class has its own numbers; Vulkan needs one descriptor type at each binding")
        .help("select rules for Vulkan, such as `--rules dxc-spirv`")
}
