//! The differences between the languages in their arithmetic of constants, in one table.

/// The arithmetic of constants in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Semantics {
    /// The number of bits that an operator on integers computes with.
    pub(crate) width: Width,
    /// The treatment of a signed result that does not fit in its type. Unsigned results wrap in all languages.
    pub(crate) signed_overflow: Overflow,
    pub(crate) shift_count: ShiftCount,
    /// Whether operators on floating-point numbers are folded.
    pub(crate) folds_floats: bool,
    /// Whether `&`, `|` and `^` of two bools give a bool, and not an integer.
    pub(crate) bitwise_bools: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// As many as the type of the operands has.
    OfType,
    /// Signed 64 bits for all types, so that `1u - 2` is less than 0; only conversions truncate.
    Signed64,
}

/// The treatment of a signed integer that does not fit in its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overflow {
    /// An error: no compiler of the language guarantees a value.
    IsError,
    /// The low bits remain, as the language specifies.
    Wraps,
}

/// The treatment of a shift by the width of the value or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ShiftCount {
    /// The count is taken modulo the width.
    ModuloWidth,
    /// All bits are shifted out to the left; to the right, at most 63 bits are shifted.
    AsWritten,
}

impl Semantics {
    /// HLSL constant expressions. A shift count is taken modulo the width of the value (the language's specification, and DXC).
    pub(crate) const HLSL: Semantics = Semantics {
        width: Width::OfType,
        signed_overflow: Overflow::IsError,
        shift_count: ShiftCount::ModuloWidth,
        folds_floats: true,
        bitwise_bools: false,
    };
    /// GLSL constant expressions. Signed integers wrap (The OpenGL Shading Language 4.60, section 4.1.3).
    pub(crate) const GLSL: Semantics = Semantics { signed_overflow: Overflow::Wraps, ..Semantics::HLSL };
    /// Slang constant expressions (libslang 2026.12, measured). A shift count is taken modulo 64, as by the processors that libslang
    /// runs on.
    pub(crate) const SLANG: Semantics = Semantics {
        width: Width::Signed64,
        signed_overflow: Overflow::Wraps,
        shift_count: ShiftCount::ModuloWidth,
        folds_floats: false,
        bitwise_bools: true,
    };
    /// `#if` of HLSL, with the 64-bit integers of C (ISO C17, 6.10.1). C does not define shifts by more than 63 bits or less than 0;
    /// these are clang's (clang 22, measured).
    pub(crate) const HLSL_CONDITION: Semantics = Semantics {
        width: Width::OfType,
        signed_overflow: Overflow::Wraps,
        shift_count: ShiftCount::AsWritten,
        folds_floats: false,
        bitwise_bools: false,
    };
    /// `#if` of GLSL and Slang, with signed 32-bit integers (The OpenGL Shading Language 4.60, section 3.3; libslang 2026.12, measured).
    /// Only the low bits of a shift count are used, as many as the width requires.
    pub(crate) const SHORT_CONDITION: Semantics = Semantics { shift_count: ShiftCount::ModuloWidth, ..Semantics::HLSL_CONDITION };
}
