//! Annotations of members and parameters: explicit offsets, registers and bindings.

use padstone_source::{Span, Symbol};

use crate::{Align, Id, Size};

/// A handle to a [`UserAttribute`].
pub type UserAttributeId = Id<UserAttribute>;

/// An attribute or annotation of a member: its explicit offset, and what binding and reflection need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Annotation {
    /// `: packoffset(c4.y)`.
    PackOffset(PackOffset),
    /// `: register(c4)` and other classes.
    Register(Register),
    /// `[[vk::offset(16)]]`, `layout(offset = 16)`, `[[offset(16)]]`.
    Offset {
        /// Bytes from the start of the struct.
        bytes: u64,
        /// The attribute.
        span: Span,
    },
    /// The offset of a member is rounded up to its alignment instead of verified: `layout(offset = 6) float a` is at offset 8 in a block of GLSL
    /// without a packing qualifier of its own (glslang 12, measured).
    RoundedOffset,
    /// `@align(16)`, `layout(align = 16)`, `[[align(16)]]`.
    Align {
        /// The alignment, a power of two: the front end rejects others.
        align: Align,
        /// The attribute.
        span: Span,
    },
    /// `@size(32)`, `[[size(32)]]`: the bytes reserved for the member.
    Size {
        /// The size in bytes.
        size: Size,
        /// The attribute.
        span: Span,
    },
    /// `[[stride(16)]] array<f32, 4>` of WGSL of 2020: the distance between the elements.
    Stride {
        /// The distance in bytes.
        bytes: u64,
        /// The attribute.
        span: Span,
    },
    /// An unresolved offset, alignment, size, or binding, which has been reported: the offset of the member or its end, or the slot of the
    /// variable, is unknown.
    Unknown,
    /// `[[vk::binding(1, 2)]]`, `layout(binding = 1, set = 2)` of Slang.
    Binding(ExplicitBinding),
    /// `[[vk::location(2)]]`, `layout(location = 2)`, `@location(2)`.
    Location {
        /// The location.
        location: u32,
        /// The attribute.
        span: Span,
    },
    /// `layout(component = 2)`: the first component within the location.
    Component(u32),
    /// `[[vk::index(1)]]`, `layout(index = 1)`, `@blend_src(1)`: the index of an output for dual-source blending.
    Index(u32),
    /// `@builtin(position)`: the name of a built-in stage input or output.
    Builtin(Symbol),
    /// The outermost array has an element for each vertex, control point, or primitive, and all elements share their locations.
    PerVertex,
    /// `shared` of Slang, which its reflection reports.
    Shared,
    /// On a member of a generic: its type depends on a generic parameter.
    OfParameter,
    /// On a member or global: which parts of its layout depend on a generic argument.
    GenericDependence(GenericDependence),
    /// `[[vk::input_attachment_index(1)]]`.
    InputAttachment(u32),
    /// `: TEXCOORD3`.
    Semantic {
        /// The name in capitals, without the index.
        name: Symbol,
        /// The semantic index, 0 if none is written.
        index: u32,
        /// The whole annotation.
        span: Span,
    },
    /// The direction of an entry point parameter: `in`, `out`, `inout`, or `uniform`.
    Direction(Direction),
    /// `uniform` on a global of Slang.
    Uniform,
    /// `centroid`, `sample`, `@interpolate(flat)`, …
    Interpolation(Interpolation),
    /// `[format("rgba8")]` of Slang.
    Format(Symbol),
    /// `[[vk::push_constant]]` of Slang.
    PushConstant(Span),
    /// `[[vk::shader_record]]` of Slang.
    ShaderRecord(Span),
    /// `[[vk::constant_id(7)]]`, or without a number `[SpecializationConstant]`, of Slang.
    SpecializationConstant(Option<u32>),
    /// `[allow("overlapping-bindings")]` of Slang.
    AllowOverlap,
    /// A use of a user-defined attribute of Slang.
    User(UserAttributeId),
}

impl Annotation {
    /// Whether it is about a stage input or output, and so affects no offset.
    pub const fn is_of_stage_interface(&self) -> bool {
        use Annotation::{Builtin, Component, Direction, Index, Interpolation, Location, PerVertex, Semantic};
        matches!(
            self,
            Semantic { .. } | Location { .. } | Component(_) | Index(_) | Builtin(_) | Interpolation(_) | PerVertex | Direction(_)
        )
    }
}

/// `packoffset(cN.x)`: an offset in the 16-byte registers of a cbuffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackOffset {
    /// The register, each of 16 bytes.
    pub register: u32,
    /// The component, 0 to 3, of 4 bytes each.
    pub component: u8,
    /// Whether the source writes the register with a capital `C`.
    pub capital: bool,
    /// From `packoffset` to the closing parenthesis.
    pub span: Span,
    /// The span of the annotation, including the colon before it.
    pub with_colon: Span,
}

impl PackOffset {
    /// `16 * register + 4 * component`, in bytes.
    pub const fn bytes(self) -> u64 {
        self.register as u64 * 16 + self.component as u64 * 4
    }
}

/// `register(t3, space1)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register {
    /// The class and the index; `None` for `register(space1)`.
    pub slot: Option<(RegisterClass, u32)>,
    /// The space, if one is written.
    pub space: Option<u32>,
    /// From `register` to the closing parenthesis.
    pub span: Span,
}

/// The register letters of the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegisterClass {
    /// `b`: constant buffers (and, on a global constant, an old form of `c`).
    B,
    /// `t`: shader resources.
    T,
    /// `u`: unordered access.
    U,
    /// `s`: samplers.
    S,
    /// `c`: 16-byte registers of `$Globals`.
    C,
    /// `i`: an old form of `c`.
    I,
}

impl RegisterClass {
    /// The letter in lower case.
    ///
    /// ```
    /// assert_eq!(padstone_model::RegisterClass::T.letter(), 't');
    /// ```
    pub fn letter(self) -> char {
        match self {
            RegisterClass::B => 'b',
            RegisterClass::T => 't',
            RegisterClass::U => 'u',
            RegisterClass::S => 's',
            RegisterClass::C => 'c',
            RegisterClass::I => 'i',
        }
    }
}

/// `[[vk::binding(n, set)]]`, `layout(set = n, binding = n)`, `@group(n) @binding(n)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplicitBinding {
    /// The binding.
    pub binding: u32,
    /// The descriptor set or group, if one is written.
    pub set: Option<u32>,
    /// The attribute; if there are several, the one with the binding.
    pub span: Span,
}

/// The direction of a parameter of an entry point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// `in`, the default.
    In,
    /// `out`.
    Out,
    /// `inout`.
    InOut,
    /// `uniform`: not a varying.
    Uniform,
}

/// The interpolation mode, or the sampling location, of a fragment input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Interpolation {
    /// `linear` of HLSL, `smooth` of GLSL, `@interpolate(perspective)` of WGSL.
    Linear,
    /// `centroid`.
    Centroid,
    /// `noperspective`; `@interpolate(linear)` of WGSL.
    NoPerspective,
    /// `nointerpolation`, `flat`.
    None,
    /// `sample`.
    Sample,
    /// `pervertex`.
    PerVertex,
}

impl Interpolation {
    /// Whether it is a sampling location and not an interpolation mode.
    pub const fn is_sampling(self) -> bool {
        matches!(self, Interpolation::Centroid | Interpolation::Sample)
    }
}

/// Which parts of the layout of a member depend on a generic argument, or on an argument of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GenericDependence {
    /// The size in bytes.
    pub bytes: bool,
    /// The number of its registers or bindings.
    pub bindings: bool,
    /// Whether the argument is one of a `type_param`: then everything that contains such a member depends on it.
    pub of_program: bool,
}

impl GenericDependence {
    /// The union of both dependences.
    #[must_use]
    pub fn with(self, other: GenericDependence) -> GenericDependence {
        GenericDependence {
            bytes: self.bytes | other.bytes,
            bindings: self.bindings | other.bindings,
            of_program: self.of_program | other.of_program,
        }
    }
}

/// A use of a user-defined attribute: `[Range(0, 1.5)]`.
#[derive(Clone, Debug)]
pub struct UserAttribute {
    /// The name in the use.
    pub name: Symbol,
    /// The span of the use.
    pub span: Span,
    /// The arguments, each of the type that the attribute declares.
    pub arguments: Vec<AttributeValue>,
}

/// An argument of a [`UserAttribute`].
#[derive(Clone, PartialEq, Debug)]
pub enum AttributeValue {
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A string, without quotes and with escapes resolved.
    Text(String),
    /// Any other expression, which reflection does not report.
    Unreported,
}
