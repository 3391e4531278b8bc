//! The functions of the language. GLSL ES allows no other function, variable or type of their names; GLSL allows one that replaces them,
//! which must agree with them (The OpenGL Shading Language 4.60, section 6.1; The OpenGL ES Shading Language 3.20, section 6.1; glslang 12,
//! measured). No layout depends on them.

use padstone_model::{Scalar, Stage, Type};

use super::keywords::Keyword;
use super::storage::Storage;
use super::version::Version;

/// Functions with the same overloads.
pub(super) struct BuiltinFunctions {
    names: &'static str,
    /// The first versions of GLSL and GLSL ES that have them; 0 for none.
    desktop: u16,
    es: u16,
    /// The stages that have them; none stands for all.
    stages: &'static [Stage],
    /// Whether their parameters are declared `highp`.
    highp: bool,
    /// The overloads, as `result=parameters`, a letter for each type. Overloads that take samplers and images are not listed.
    ///
    /// `F`, `D`, `I`, `U` and `B` are a scalar or vector of float, double, int, uint or bool, in one overload all of one size, and `f`, `d`, `i`,
    /// `u` and `b` scalars. `v` is `void`, `2` `vec2`, `3` `vec3`, `4` `vec4`, `5` `dvec3`, `6` `uvec2`, `7` `dvec2`. `M` is a matrix of float,
    /// `T` its transpose, `R` a vector of as many numbers as it has rows, `Q` a square matrix; `m`, `t`, `r` and `q` are those of double. `>`
    /// precedes an `out`, `+` an `inout` parameter.
    overloads: &'static [&'static str],
    /// The smallest size of the types of any size: 2 where there is no overload for scalars.
    least: u8,
}

/// A parameter or result of an overload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BuiltinType {
    Void,
    /// A scalar, with width 1, or a vector.
    Numbers(Scalar, u8),
    /// A matrix, with its columns and rows.
    Matrix(Scalar, u8, u8),
    /// A type of no listed overload.
    Other,
}

impl BuiltinType {
    pub(super) fn of(ty: Type) -> BuiltinType {
        match ty {
            Type::Scalar(scalar) => BuiltinType::Numbers(scalar, 1),
            Type::Vector { scalar, width } => BuiltinType::Numbers(scalar, width),
            Type::Matrix { scalar, columns, rows, .. } => BuiltinType::Matrix(scalar, columns, rows),
            _ => BuiltinType::Other,
        }
    }

    /// Whether `highp` and the like apply to it.
    fn has_precision(self) -> bool {
        let (BuiltinType::Numbers(scalar, _) | BuiltinType::Matrix(scalar, ..)) = self else { return false };
        matches!(scalar, Scalar::Float32 | Scalar::Int32 | Scalar::Uint32)
    }
}

/// A parameter of a function that a shader declares.
pub(super) struct DeclaredParameter {
    pub(super) ty: BuiltinType,
    pub(super) storage: Storage,
    /// `mediump` or `lowp`.
    pub(super) precision: Option<Keyword>,
}

/// How a function differs from the one of the language with the same parameter types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Difference {
    Result,
    Storage,
    Precision,
}

/// Whether a version and a stage have a function of this name.
pub(super) fn is_builtin_function(name: &str, version: Version, stage: Option<Stage>) -> bool {
    functions(name, version, stage).next().is_some()
}

/// How a function differs from that of the language with the same parameter types; `None` if it does not, or there is none.
///
/// `has_precisions`: the precision of a parameter must agree.
pub(super) fn difference(
    name: &str,
    result: BuiltinType,
    parameters: &[DeclaredParameter],
    (version, stage): (Version, Option<Stage>),
    has_precisions: bool,
) -> Option<Difference> {
    for functions in functions(name, version, stage) {
        let sizes = (functions.least..=4).flat_map(|width| (2..=4).map(move |rows| (width, rows)));
        let mut overloads = functions.overloads.iter().flat_map(|overload| sizes.clone().map(move |size| (overload, size)));
        let found = overloads.find_map(|(overload, size)| functions.matches(overload, parameters, size));
        let Some((expected, storages)) = found else { continue };
        if expected != result {
            return Some(Difference::Result);
        }
        if parameters.iter().map(|parameter| parameter.storage).ne(storages) {
            return Some(Difference::Storage);
        }
        // Parameters are `highp` where nothing is said, but few of the language are.
        let differs = |parameter: &DeclaredParameter| parameter.ty.has_precision() && (!functions.highp || parameter.precision.is_some());
        return (has_precisions && parameters.iter().any(differs)).then_some(Difference::Precision);
    }
    None
}

fn functions(name: &str, version: Version, stage: Option<Stage>) -> impl Iterator<Item = &'static BuiltinFunctions> {
    FUNCTIONS.iter().filter(move |functions| {
        let since = if version.is_es() { functions.es } else { functions.desktop };
        let in_stage = functions.stages.is_empty() || stage.is_some_and(|stage| functions.stages.contains(&stage));
        since > 0 && version.number >= since && in_stage && functions.names.split(' ').any(|known| known == name)
    })
}

impl BuiltinFunctions {
    /// The result and the storages of an overload for types of this size, if these are its parameter types.
    fn matches(&self, overload: &str, parameters: &[DeclaredParameter], size: (u8, u8)) -> Option<(BuiltinType, Vec<Storage>)> {
        let (result, expected) = overload.split_once('=')?;
        let mut storages = Vec::new();
        let (mut rest, mut storage) = (parameters.iter(), Storage::In);
        for letter in expected.chars() {
            match letter {
                '>' => storage = Storage::Out,
                '+' => storage = Storage::InOut,
                _ => {
                    if rest.next()?.ty != written(letter, size) {
                        return None;
                    }
                    storages.push(std::mem::replace(&mut storage, Storage::In));
                }
            }
        }
        let result = result.chars().next()?;
        rest.next().is_none().then(|| (written(result, size), storages))
    }
}

/// The type of a letter, if the types of any size have this width, or these columns and rows.
fn written(letter: char, (width, rows): (u8, u8)) -> BuiltinType {
    let (scalar, width) = match letter {
        'F' => (Scalar::Float32, width),
        'D' => (Scalar::Float64, width),
        'I' => (Scalar::Int32, width),
        'U' => (Scalar::Uint32, width),
        'B' => (Scalar::Bool, width),
        'f' => (Scalar::Float32, 1),
        'd' => (Scalar::Float64, 1),
        'i' => (Scalar::Int32, 1),
        'u' => (Scalar::Uint32, 1),
        'b' => (Scalar::Bool, 1),
        '2' => (Scalar::Float32, 2),
        '3' => (Scalar::Float32, 3),
        '4' => (Scalar::Float32, 4),
        '5' => (Scalar::Float64, 3),
        '6' => (Scalar::Uint32, 2),
        '7' => (Scalar::Float64, 2),
        'R' => (Scalar::Float32, rows),
        'r' => (Scalar::Float64, rows),
        'M' => return BuiltinType::Matrix(Scalar::Float32, width, rows),
        'm' => return BuiltinType::Matrix(Scalar::Float64, width, rows),
        'T' => return BuiltinType::Matrix(Scalar::Float32, rows, width),
        't' => return BuiltinType::Matrix(Scalar::Float64, rows, width),
        'Q' => return BuiltinType::Matrix(Scalar::Float32, width, width),
        'q' => return BuiltinType::Matrix(Scalar::Float64, width, width),
        _ => return BuiltinType::Void,
    };
    BuiltinType::Numbers(scalar, width)
}

const FRAGMENT: &[Stage] = &[Stage::Fragment];
const COMPUTE: &[Stage] = &[Stage::Compute];
const GROUPS: &[Stage] = &[Stage::Compute, Stage::Amplification, Stage::Mesh];
const BARRIERS: &[Stage] = &[Stage::Compute, Stage::Amplification, Stage::Mesh, Stage::Hull];
const GEOMETRY: &[Stage] = &[Stage::Geometry];
const ALL: &[Stage] = &[];

/// The numbers are the first versions of GLSL and of GLSL ES.
const fn functions_of(
    names: &'static str,
    (desktop, es): (u16, u16),
    stages: &'static [Stage],
    overloads: &'static [&'static str],
) -> BuiltinFunctions {
    BuiltinFunctions { names, desktop, es, stages, highp: false, overloads, least: 1 }
}

const fn highp(functions: BuiltinFunctions) -> BuiltinFunctions {
    BuiltinFunctions { highp: true, ..functions }
}

const fn of_vectors(functions: BuiltinFunctions) -> BuiltinFunctions {
    BuiltinFunctions { least: 2, ..functions }
}

/// The OpenGL Shading Language 4.60, chapter 8, in its order; the versions are those that glslang 12 has them in.
#[rustfmt::skip]
const FUNCTIONS: &[BuiltinFunctions] = &[
    functions_of("radians degrees sin cos tan asin acos atan exp log exp2 log2", (110, 100), ALL, &["F=F"]),
    functions_of("sinh cosh tanh asinh acosh atanh", (130, 300), ALL, &["F=F"]),
    functions_of("pow atan", (110, 100), ALL, &["F=FF"]),
    functions_of("sqrt inversesqrt abs sign floor ceil fract normalize", (110, 100), ALL, &["F=F"]),
    functions_of("sqrt inversesqrt abs sign floor trunc round roundEven ceil fract normalize", (150, 0), ALL, &["D=D"]),
    functions_of("abs sign", (130, 300), ALL, &["I=I"]),
    functions_of("trunc round roundEven", (130, 300), ALL, &["F=F"]),
    functions_of("mod", (110, 100), ALL, &["F=FF", "F=Ff"]),
    functions_of("mod", (150, 0), ALL, &["D=DD", "D=Dd"]),
    functions_of("min max", (110, 100), ALL, &["F=FF", "F=Ff"]),
    functions_of("min max", (130, 300), ALL, &["I=II", "I=Ii", "U=UU", "U=Uu"]),
    functions_of("min max", (150, 0), ALL, &["D=DD", "D=Dd"]),
    functions_of("clamp", (110, 100), ALL, &["F=FFF", "F=Fff"]),
    functions_of("clamp", (130, 300), ALL, &["I=III", "I=Iii", "U=UUU", "U=Uuu"]),
    functions_of("clamp", (150, 0), ALL, &["D=DDD", "D=Ddd"]),
    functions_of("mix", (110, 100), ALL, &["F=FFF", "F=FFf"]),
    functions_of("mix", (130, 300), ALL, &["F=FFB"]),
    functions_of("mix", (150, 0), ALL, &["D=DDD", "D=DDd", "D=DDB"]),
    functions_of("mix", (150, 310), ALL, &["I=IIB", "U=UUB", "B=BBB"]),
    functions_of("step", (110, 100), ALL, &["F=FF", "F=fF"]),
    functions_of("step", (150, 0), ALL, &["D=DD", "D=dD"]),
    functions_of("smoothstep", (110, 100), ALL, &["F=FFF", "F=ffF"]),
    functions_of("smoothstep", (150, 0), ALL, &["D=DDD", "D=ddD"]),
    functions_of("isnan isinf", (130, 300), ALL, &["B=F"]),
    functions_of("isnan isinf", (150, 0), ALL, &["B=D"]),
    highp(functions_of("floatBitsToInt", (330, 300), ALL, &["I=F"])),
    highp(functions_of("floatBitsToUint", (330, 300), ALL, &["U=F"])),
    highp(functions_of("intBitsToFloat", (330, 300), ALL, &["F=I"])),
    highp(functions_of("uintBitsToFloat", (330, 300), ALL, &["F=U"])),
    functions_of("fma", (400, 310), ALL, &["F=FFF"]),
    functions_of("fma", (150, 0), ALL, &["D=DDD"]),
    highp(functions_of("frexp", (400, 310), ALL, &["F=F>I"])),
    functions_of("frexp", (150, 0), ALL, &["D=D>I"]),
    highp(functions_of("ldexp", (400, 310), ALL, &["F=FI"])),
    functions_of("ldexp", (150, 0), ALL, &["D=DI"]),
    functions_of("modf", (130, 300), ALL, &["F=F>F"]),
    functions_of("modf", (150, 0), ALL, &["D=D>D"]),
    functions_of("packUnorm2x16", (400, 300), ALL, &["u=2"]),
    functions_of("packSnorm2x16", (150, 300), ALL, &["u=2"]),
    functions_of("packHalf2x16", (150, 300), ALL, &["u=2"]),
    functions_of("packUnorm4x8 packSnorm4x8", (400, 310), ALL, &["u=4"]),
    highp(functions_of("unpackUnorm2x16", (400, 300), ALL, &["2=u"])),
    highp(functions_of("unpackSnorm2x16 unpackHalf2x16", (150, 300), ALL, &["2=u"])),
    highp(functions_of("unpackUnorm4x8 unpackSnorm4x8", (400, 310), ALL, &["4=u"])),
    functions_of("packDouble2x32", (150, 0), ALL, &["d=6"]),
    functions_of("unpackDouble2x32", (150, 0), ALL, &["6=d"]),
    functions_of("length", (110, 100), ALL, &["f=F"]),
    functions_of("length", (150, 0), ALL, &["d=D"]),
    functions_of("distance dot", (110, 100), ALL, &["f=FF"]),
    functions_of("distance dot", (150, 0), ALL, &["d=DD"]),
    functions_of("cross", (110, 100), ALL, &["3=33"]),
    functions_of("cross", (150, 0), ALL, &["5=55"]),
    functions_of("faceforward", (110, 100), ALL, &["F=FFF"]),
    functions_of("faceforward", (150, 0), ALL, &["D=DDD"]),
    functions_of("reflect", (110, 100), ALL, &["F=FF"]),
    functions_of("reflect", (150, 0), ALL, &["D=DD"]),
    functions_of("refract", (110, 100), ALL, &["F=FFf"]),
    functions_of("refract", (150, 0), ALL, &["D=DDd"]),
    of_vectors(functions_of("matrixCompMult", (110, 100), ALL, &["M=MM"])),
    of_vectors(functions_of("matrixCompMult", (150, 0), ALL, &["m=mm"])),
    of_vectors(functions_of("outerProduct", (120, 300), ALL, &["M=RF"])),
    of_vectors(functions_of("outerProduct", (150, 0), ALL, &["m=rD"])),
    of_vectors(functions_of("transpose", (120, 300), ALL, &["T=M"])),
    of_vectors(functions_of("transpose", (150, 0), ALL, &["t=m"])),
    of_vectors(functions_of("determinant", (150, 300), ALL, &["f=Q", "d=q"])),
    of_vectors(functions_of("inverse", (150, 300), ALL, &["Q=Q"])),
    of_vectors(functions_of("inverse", (150, 0), ALL, &["q=q"])),
    of_vectors(functions_of("lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual", (110, 100), ALL, &["B=FF", "B=II"])),
    of_vectors(functions_of("lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual", (130, 300), ALL, &["B=UU"])),
    of_vectors(functions_of("lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual", (150, 0), ALL, &["B=DD"])),
    of_vectors(functions_of("equal notEqual", (110, 100), ALL, &["B=BB"])),
    of_vectors(functions_of("any all", (110, 100), ALL, &["b=B"])),
    of_vectors(functions_of("not", (110, 100), ALL, &["B=B"])),
    highp(functions_of("uaddCarry usubBorrow", (400, 310), ALL, &["U=UU>U"])),
    highp(functions_of("umulExtended", (400, 310), ALL, &["v=UU>U>U"])),
    highp(functions_of("imulExtended", (400, 310), ALL, &["v=II>I>I"])),
    functions_of("bitfieldExtract", (400, 310), ALL, &["I=Iii", "U=Uii"]),
    functions_of("bitfieldInsert", (400, 310), ALL, &["I=IIii", "U=UUii"]),
    highp(functions_of("bitfieldReverse", (400, 310), ALL, &["I=I", "U=U"])),
    functions_of("bitCount findLSB", (400, 310), ALL, &["I=I", "I=U"]),
    highp(functions_of("findMSB", (400, 310), ALL, &["I=I", "I=U"])),
    functions_of("dFdx dFdy fwidth", (110, 300), FRAGMENT, &["F=F"]),
    functions_of("dFdx dFdy fwidth", (450, 320), COMPUTE, &["F=F", "D=D"]),
    functions_of("dFdx dFdy fwidth", (450, 0), FRAGMENT, &["D=D"]),
    functions_of("dFdxFine dFdyFine fwidthFine dFdxCoarse dFdyCoarse fwidthCoarse", (400, 0), FRAGMENT, &["F=F"]),
    functions_of("dFdxFine dFdyFine fwidthFine dFdxCoarse dFdyCoarse fwidthCoarse", (450, 320), COMPUTE, &["F=F", "D=D"]),
    functions_of("dFdxFine dFdyFine fwidthFine dFdxCoarse dFdyCoarse fwidthCoarse", (450, 0), FRAGMENT, &["D=D"]),
    functions_of("interpolateAtCentroid", (400, 310), FRAGMENT, &["F=F"]),
    functions_of("interpolateAtCentroid", (450, 0), FRAGMENT, &["D=D"]),
    functions_of("interpolateAtSample", (400, 310), FRAGMENT, &["F=Fi"]),
    functions_of("interpolateAtSample", (450, 0), FRAGMENT, &["D=Di"]),
    functions_of("interpolateAtOffset", (400, 310), FRAGMENT, &["F=F2"]),
    functions_of("interpolateAtOffset", (450, 0), FRAGMENT, &["D=D7"]),
    functions_of("EmitStreamVertex EndStreamPrimitive", (400, 0), GEOMETRY, &["v=i"]),
    functions_of("EmitVertex EndPrimitive", (150, 310), GEOMETRY, &["v="]),
    functions_of("barrier", (400, 310), BARRIERS, &["v="]),
    functions_of("memoryBarrier", (130, 310), ALL, &["v=", "v=iii"]),
    functions_of("memoryBarrierBuffer", (420, 310), ALL, &["v="]),
    functions_of("memoryBarrierAtomicCounter memoryBarrierImage", (420, 310), ALL, &[]),
    functions_of("memoryBarrierShared groupMemoryBarrier", (420, 310), GROUPS, &["v="]),
    functions_of("atomicAdd atomicMin atomicMax atomicAnd atomicOr atomicXor atomicExchange", (420, 310), ALL, &["i=+ii", "u=+uu"]),
    functions_of("atomicAdd atomicMin atomicMax atomicAnd atomicOr atomicXor atomicExchange", (430, 0), ALL, &["i=+iiiii", "u=+uuiii"]),
    functions_of("atomicAdd atomicMin atomicMax atomicExchange", (440, 0), ALL, &["f=+ff", "d=+dd", "f=+ffiii", "d=+ddiii"]),
    functions_of("atomicCompSwap", (420, 310), ALL, &["i=+iii", "u=+uuu"]),
    functions_of("atomicCompSwap", (430, 0), ALL, &["i=+iiiiiiii", "u=+uuuiiiii"]),
    // With the scopes of GL_KHR_memory_scope_semantics, whether it is enabled or not.
    functions_of("atomicLoad", (430, 0), ALL, &["i=iiii", "u=uiii"]),
    functions_of("atomicLoad", (440, 0), ALL, &["f=fiii", "d=diii"]),
    functions_of("atomicStore", (430, 0), ALL, &["v=>iiiii", "v=>uuiii"]),
    functions_of("atomicStore", (440, 0), ALL, &["v=>ffiii", "v=>ddiii"]),
    functions_of("anyInvocation allInvocations allInvocationsEqual", (460, 0), ALL, &["b=b"]),
    // Functions of samplers, images, counters and shared variables: their overloads are not listed.
    functions_of("texture2D texture2DProj texture2DLod texture2DProjLod textureCube textureCubeLod", (0, 100), ALL, &[]),
    functions_of("texture textureSize textureLod textureOffset texelFetch texelFetchOffset textureProj textureProjOffset textureLodOffset", (0, 300), ALL, &[]),
    functions_of("textureProjLod textureProjLodOffset textureGrad textureGradOffset textureProjGrad textureProjGradOffset", (0, 300), ALL, &[]),
    functions_of("textureGather textureGatherOffset imageLoad imageStore imageSize", (0, 310), ALL, &[]),
    functions_of("textureGatherOffsets imageAtomicAdd imageAtomicMin imageAtomicMax imageAtomicAnd imageAtomicOr imageAtomicXor", (0, 320), ALL, &[]),
    functions_of("imageAtomicExchange imageAtomicCompSwap", (0, 320), ALL, &[]),
    functions_of("atomicCounterIncrement atomicCounterDecrement atomicCounter", (0, 310), ALL, &[]),
];
