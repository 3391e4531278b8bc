//! Names that a macro of HLSL cannot have without changing the program.

/// Checks the name of the macro of a root signature. A macro with the name of a keyword or type replaces it in the whole shader.
///
/// ```
/// use padstone_emit::pipeline::root_signature::check_macro_name;
///
/// assert!(check_macro_name("SceneRootSignature").is_ok());
/// assert_eq!(check_macro_name("if").unwrap_err(), "`if` is a keyword of HLSL, which the macro would replace");
/// assert!(check_macro_name("float4x4").is_err() && check_macro_name("defined").is_err());
/// ```
///
/// # Errors
/// The message.
pub fn check_macro_name(name: &str) -> Result<(), String> {
    // `float4` and `float4x4` are built from `float`.
    let scalar = name.trim_end_matches(|c: char| matches!(c, '1'..='4' | 'x'));
    if NOT_MACROS.contains(&name) || name.starts_with("__") {
        Err(format!("`{name}` is reserved for the preprocessor"))
    } else if KEYWORDS.contains(&name) || SCALARS.contains(&name) || SCALARS.contains(&scalar) {
        Err(format!("`{name}` is a keyword of HLSL, which the macro would replace"))
    } else {
        Ok(())
    }
}

/// C17, 6.10.8: names that are no macros of a program.
const NOT_MACROS: &[&str] = &["defined"];

/// Scalar types of HLSL, whose vectors and matrices have their names followed by dimensions ("Scalar Types", "Vector Type").
const SCALARS: &[&str] = &[
    "bool", "int", "uint", "dword", "half", "float", "double", "min16float", "min10float", "min16int", "min12int", "min16uint", "float16_t",
    "float32_t", "float64_t", "int16_t", "int32_t", "int64_t", "uint16_t", "uint32_t", "uint64_t", "void",
];

/// Keywords and reserved words of HLSL ("Keywords", "Reserved Words" of its reference), without the scalars.
const KEYWORDS: &[&str] = &[
    "AppendStructuredBuffer", "asm", "asm_fragment", "auto", "BlendState", "break", "Buffer", "ByteAddressBuffer", "case", "catch", "cbuffer",
    "centroid", "char", "class", "column_major", "compile", "compile_fragment", "CompileShader", "const", "const_cast", "ConstantBuffer",
    "ConsumeStructuredBuffer", "continue", "ComputeShader", "default", "delete", "DepthStencilState", "DepthStencilView", "discard", "do",
    "DomainShader", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "for", "friend", "fxgroup", "GeometryShader",
    "globallycoherent", "goto", "groupshared", "Hullshader", "if", "in", "indices", "inline", "inout", "InputPatch", "interface", "line",
    "lineadj", "linear", "LineStream", "long", "matrix", "mutable", "namespace", "new", "nointerpolation", "noperspective", "NULL", "operator",
    "out", "OutputPatch", "packoffset", "pass", "payload", "pixelfragment", "PixelShader", "point", "PointStream", "precise", "primitives",
    "private", "protected", "public", "RasterizerOrderedBuffer", "RasterizerState", "RaytracingAccelerationStructure", "register",
    "reinterpret_cast", "RenderTargetView", "return", "row_major", "RWBuffer", "RWByteAddressBuffer", "RWStructuredBuffer", "RWTexture1D",
    "RWTexture1DArray", "RWTexture2D", "RWTexture2DArray", "RWTexture3D", "sample", "sampler", "SamplerComparisonState", "SamplerState",
    "sampler_state", "shared", "short", "signed", "sizeof", "snorm", "stateblock", "stateblock_state", "static", "static_cast", "string",
    "struct", "StructuredBuffer", "switch", "tbuffer", "technique", "technique10", "technique11", "template", "texture", "Texture1D",
    "Texture1DArray", "Texture2D", "Texture2DArray", "Texture2DMS", "Texture2DMSArray", "Texture3D", "TextureBuffer", "TextureCube",
    "TextureCubeArray", "this", "throw", "triangle", "triangleadj", "TriangleStream", "true", "try", "typedef", "typename", "uniform", "union",
    "unorm", "unsigned", "using", "vector", "vertexfragment", "VertexShader", "vertices", "virtual", "volatile", "while",
];
