//! The built-in interfaces, and which built-in types conform to them: measured by passing each type to a generic parameter constrained by
//! each interface (E38029 of slangc, libslang 2026.12).

use padstone_model::Scalar;

/// A built-in interface and the built-in types that conform to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::slang) struct Implementers {
    pub(super) name: &'static str,
    /// Whether it has type arguments: the result and parameters of a function, or the type of elements.
    pub(in crate::slang) has_type_arguments: bool,
    /// The interfaces that it inherits from, and those that extensions of the language add to every conforming type. Each was measured as
    /// an argument for each other (libslang 2026.12).
    bases: &'static [&'static str],
    scalars: u8,
    /// Scalars whose vectors conform.
    vectors: u8,
    /// Whether only two-component vectors of 64-bit scalars conform, and none of pointer-sized ones.
    wide_in_pairs: bool,
    /// Scalars whose matrices conform.
    matrices: u8,
    pub(in crate::slang) enums: bool,
    /// Whether arrays of conforming types conform.
    pub(in crate::slang) arrays: bool,
    /// Whether tuples of conforming types conform.
    pub(in crate::slang) tuples: bool,
    pub(in crate::slang) optionals: Optionals,
    pub(in crate::slang) handles: bool,
    /// Whether textures, buffers and samplers conform.
    pub(in crate::slang) objects: bool,
    /// Whether tags of textures conform.
    pub(in crate::slang) tags: bool,
    /// Whether data layouts of buffers conform: `Std430DataLayout`.
    pub(in crate::slang) layouts: bool,
    pub(in crate::slang) sequences: Sequences,
    /// Whether integers conform only if they have 32 or 64 bits.
    atomic: bool,
    /// Which sequences conform.
    pub(in crate::slang) bytes: Sequences,
    pub(in crate::slang) cooperative: Cooperative,
    /// Whether pairs of a value and its derivative conform.
    pub(in crate::slang) pairs: bool,
    /// Whether no type of a program can conform.
    pub(in crate::slang) sealed: bool,
    /// The members that a conforming type must declare, beyond those of inherited interfaces (libslang 2026.12, E38100). Members that
    /// libslang synthesizes are not listed.
    pub(super) members: &'static [&'static str],
}

/// The cooperative vectors and matrices that conform to an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::slang) enum Cooperative {
    #[default]
    None,
    /// Vectors of floating-point types.
    Fractions,
    All,
}

/// The types with elements that conform to an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::slang) enum Sequences {
    #[default]
    None,
    /// Vectors, matrices, arrays and structured buffers.
    All,
    /// The writable ones.
    Writable,
}

/// The optional types that conform to an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::slang) enum Optionals {
    #[default]
    None,
    /// Optional values of conforming types.
    OfThose,
    All,
}

impl Implementers {
    pub(in crate::slang) fn has_scalar(&self, scalar: Scalar) -> bool {
        let is_narrow = matches!(scalar, Scalar::Int8 | Scalar::Uint8 | Scalar::Int16 | Scalar::Uint16 | Scalar::IntPtr | Scalar::UintPtr);
        self.scalars & group(scalar) != 0 && !(self.atomic && is_narrow)
    }

    pub(in crate::slang) fn name(&self) -> &'static str {
        self.name
    }

    pub(in crate::slang) fn has_vector(&self, scalar: Scalar, width: u8) -> bool {
        let conforms = match scalar {
            Scalar::Float64 | Scalar::Int64 | Scalar::Uint64 => width == 2,
            Scalar::IntPtr | Scalar::UintPtr => false,
            _ => true,
        };
        self.vectors & group(scalar) != 0 && (conforms || !self.wide_in_pairs)
    }

    pub(in crate::slang) fn has_matrix(&self, scalar: Scalar) -> bool {
        self.matrices & group(scalar) != 0
    }

    /// The members that a conforming type must declare for it and inherited interfaces, each once.
    pub(in crate::slang) fn needs(&self) -> Vec<&'static str> {
        let mut needed = self.members.to_vec();
        for base in INTERFACES.iter().filter(|base| self.bases.contains(&base.name)) {
            needed.extend(base.needs());
        }
        needed.sort_unstable();
        needed.dedup();
        needed
    }

    /// The interface and all interfaces that it inherits from.
    pub(in crate::slang) fn all(&'static self) -> Vec<&'static Implementers> {
        let mut all = vec![self];
        for base in INTERFACES.iter().filter(|base| self.bases.contains(&base.name)) {
            all.extend(base.all());
        }
        all
    }

    /// Whether it is the other interface, or inherits from it.
    pub(in crate::slang) fn is_or_extends(&self, other: &Implementers) -> bool {
        let is_other = |base: &Implementers| base.is_or_extends(other);
        self.name == other.name || INTERFACES.iter().filter(|base| self.bases.contains(&base.name)).any(is_other)
    }
}

const BOOL: u8 = 1;
const SIGNED: u8 = 1 << 1;
const UNSIGNED: u8 = 1 << 2;
const FLOATS: u8 = 1 << 3;
/// Floating-point types of 16 bits or fewer other than `half`.
const SMALL_FLOATS: u8 = 1 << 4;
const VOID: u8 = 1 << 5;
const INTEGERS: u8 = SIGNED | UNSIGNED;
const NUMBERS: u8 = INTEGERS | FLOATS;

fn group(scalar: Scalar) -> u8 {
    match scalar {
        Scalar::Bool => BOOL,
        Scalar::Int8 | Scalar::Int16 | Scalar::Int32 | Scalar::Int64 | Scalar::IntPtr => SIGNED,
        Scalar::Float16 | Scalar::Float32 | Scalar::Float64 => FLOATS,
        Scalar::BFloat16 | Scalar::FloatE4M3 | Scalar::FloatE5M2 => SMALL_FLOATS,
        Scalar::Void => VOID,
        _ => UNSIGNED,
    }
}

const NO_IMPLEMENTERS: Implementers = Implementers {
    name: "",
    has_type_arguments: false,
    bases: &[],
    scalars: 0,
    vectors: 0,
    wide_in_pairs: false,
    matrices: 0,
    enums: false,
    arrays: false,
    tuples: false,
    optionals: Optionals::None,
    handles: false,
    objects: false,
    tags: false,
    layouts: false,
    sequences: Sequences::None,
    atomic: false,
    bytes: Sequences::None,
    cooperative: Cooperative::None,
    pairs: false,
    sealed: false,
    members: &[],
};

const fn scalars(name: &'static str, scalars: u8) -> Implementers {
    Implementers { name, scalars, ..NO_IMPLEMENTERS }
}

/// An interface that no type of a program can conform to.
const fn sealed(name: &'static str, scalars: u8) -> Implementers {
    Implementers { name, scalars, sealed: true, ..NO_IMPLEMENTERS }
}

const fn of_functions(name: &'static str) -> Implementers {
    Implementers { name, has_type_arguments: true, members: &["operator()"], ..NO_IMPLEMENTERS }
}

/// The types of texels.
pub(in crate::slang) const TEXELS: Implementers =
    Implementers { vectors: NUMBERS, wide_in_pairs: true, tags: true, ..sealed("ITexelElement", NUMBERS) };

/// The data layouts of buffers.
pub(in crate::slang) const LAYOUTS: Implementers = Implementers { layouts: true, ..sealed("IBufferDataLayout", 0) };

/// The differentiable types.
pub(in crate::slang) const DIFFERENTIABLE: Implementers = Implementers {
    name: "IDifferentiable",
    scalars: FLOATS,
    vectors: FLOATS,
    matrices: FLOATS,
    arrays: true,
    tuples: true,
    optionals: Optionals::OfThose,
    cooperative: Cooperative::Fractions,
    pairs: true,
    ..NO_IMPLEMENTERS
};

/// The floating-point types.
pub(in crate::slang) const FRACTIONS: Implementers =
    Implementers { bases: &["__BuiltinRealType", "IFloat", "IFloatingPointCoopElement"], ..sealed("__BuiltinFloatingPointType", FLOATS) };

pub(super) const DIFFERENTIABLE_POINTERS: Implementers =
    Implementers { members: &["Differential"], ..scalars("IDifferentiablePtrType", 0) };

/// The types of atomic operations.
pub(in crate::slang) const ATOMICS: Implementers = Implementers { atomic: true, ..sealed("IAtomicable", NUMBERS) };

/// The component types of cooperative matrices.
pub(super) const COOPERATIVE: Implementers = sealed("ICoopElement", NUMBERS | SMALL_FLOATS);

/// The component types of cooperative vectors.
pub(super) const NUMBERS_OF_WAVES: Implementers = Implementers {
    bases: &["__BuiltinType", "IArithmetic", "ITexelElement", "ICoopElement"],
    ..sealed("__BuiltinArithmeticType", NUMBERS)
};

/// All built-in interfaces.
pub(super) const INTERFACES: &[Implementers] = &[
    TEXELS,
    LAYOUTS,
    Implementers {
        name: "IFloat",
        members: &["__init", "toFloat", "scale"],
        bases: &["IArithmetic", "IDifferentiable"],
        scalars: FLOATS,
        vectors: FLOATS,
        matrices: FLOATS,
        ..NO_IMPLEMENTERS
    },
    Implementers {
        name: "IInteger",
        members: &["toInt", "toInt64", "toUInt", "toUInt64", "__init"],
        bases: &["IArithmetic", "ILogical"],
        scalars: INTEGERS,
        vectors: INTEGERS,
        ..NO_IMPLEMENTERS
    },
    Implementers {
        name: "IArithmetic",
        members: &["add", "sub", "mul", "div", "mod", "neg", "__init"],
        bases: &["IComparable"],
        scalars: NUMBERS,
        vectors: NUMBERS,
        matrices: FLOATS,
        cooperative: Cooperative::All,
        ..NO_IMPLEMENTERS
    },
    Implementers {
        name: "ILogical",
        members: &["shl", "shr", "bitAnd", "bitOr", "bitXor", "bitNot", "and", "or", "not", "__init"],
        bases: &["IComparable"],
        scalars: BOOL | INTEGERS,
        vectors: INTEGERS,
        enums: true,
        ..NO_IMPLEMENTERS
    },
    Implementers {
        name: "IComparable",
        members: &["equals", "lessThan", "lessThanOrEquals"],
        scalars: BOOL | NUMBERS,
        vectors: NUMBERS,
        matrices: FLOATS,
        enums: true,
        tuples: true,
        handles: true,
        cooperative: Cooperative::All,
        ..NO_IMPLEMENTERS
    },
    Implementers { members: &["maxValue", "minValue"], ..scalars("IRangedValue", BOOL | NUMBERS) },
    DIFFERENTIABLE,
    DIFFERENTIABLE_POINTERS,
    Implementers {
        bases: &["IArithmetic", "IDifferentiable"],
        cooperative: Cooperative::Fractions,
        ..scalars("IDifferentiableArithmetic", 0)
    },
    ATOMICS,
    Implementers { atomic: true, bases: &["IAtomicable", "IArithmetic"], ..sealed("IArithmeticAtomicable", NUMBERS) },
    Implementers { atomic: true, bases: &["IArithmeticAtomicable", "IInteger"], ..sealed("IBitAtomicable", INTEGERS) },
    Implementers { bytes: Sequences::All, members: &["LoadByteOffset", "GetBufferPointer"], ..scalars("IPhysicalBuffer", 0) },
    Implementers {
        bytes: Sequences::Writable,
        bases: &["IPhysicalBuffer"],
        members: &["StoreByteOffset"],
        ..scalars("IRWPhysicalBuffer", 0)
    },
    scalars("IDiffTensorWrapper", 0),
    Implementers { name: "IDefaultInitializable", optionals: Optionals::All, ..NO_IMPLEMENTERS },
    Implementers { objects: true, ..sealed("IOpaqueDescriptor", 0) },
    Implementers {
        name: "IArray",
        members: &["getCount", "__subscript"],
        has_type_arguments: true,
        sequences: Sequences::All,
        ..NO_IMPLEMENTERS
    },
    Implementers {
        name: "IRWArray",
        members: &["__subscript"],
        bases: &["IArray"],
        has_type_arguments: true,
        sequences: Sequences::Writable,
        ..NO_IMPLEMENTERS
    },
    COOPERATIVE,
    Implementers { bases: &["ICoopElement"], ..sealed("IFloatingPointCoopElement", FLOATS | SMALL_FLOATS) },
    sealed("__BuiltinType", BOOL | NUMBERS | VOID),
    NUMBERS_OF_WAVES,
    Implementers { bases: &["__BuiltinArithmeticType", "IInteger"], ..sealed("__BuiltinIntegerType", INTEGERS) },
    Implementers { bases: &["__BuiltinIntegerType"], ..sealed("__BuiltinInt32Type", INTEGERS) },
    Implementers { bases: &["__BuiltinIntegerType"], ..sealed("__BuiltinInt64Type", INTEGERS) },
    Implementers { bases: &["__BuiltinArithmeticType"], ..sealed("__BuiltinSignedArithmeticType", SIGNED | FLOATS) },
    FRACTIONS,
    Implementers { bases: &["__BuiltinSignedArithmeticType"], ..sealed("__BuiltinRealType", FLOATS) },
    Implementers { bases: &["__BuiltinType", "ILogical"], ..sealed("__BuiltinLogicalType", BOOL | INTEGERS) },
    Implementers { name: "__EnumType", members: &["__Tag", "__init"], bases: &["ILogical"], enums: true, ..NO_IMPLEMENTERS },
    of_functions("IFunc"),
    of_functions("IMutatingFunc"),
    of_functions("IDifferentiableFunc"),
    of_functions("IDifferentiableMutatingFunc"),
];
