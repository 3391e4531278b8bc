//! The diagnostics of the GLSL front end with their positions, and similar shaders without errors. Each verdict was
//! compared with glslang 12; the only shader that it accepts and padstone rejects divides by zero.

use padstone_cfamily::{GlslOptions, TargetEnv};
use padstone_model::Stage;

/// Checks shaders of version 4.60 for Vulkan: the diagnostics, one per line.
#[track_caller]
fn check(cases: &[(&str, &str)]) {
    check_with(&GlslOptions::default(), "#version 460", cases);
}

#[track_caller]
fn check_with(options: &GlslOptions, head: &str, cases: &[(&str, &str)]) {
    let separator = if head.is_empty() { "" } else { "\n" };
    for (source, expected) in cases {
        let found = crate::common::read(&format!("{head}{separator}{source}\n"), options, &[]);
        // Declarations begin with a word, diagnostics with a line and a column.
        let found: Vec<&str> = found.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).collect();
        assert_eq!(found.join("\n"), *expected, "{source}");
    }
}

#[test]
fn unknown_and_mismatched_versions_are_reported() {
    check_with(
        &GlslOptions::default(),
        "",
        &[
            ("#version 465\n", "1:10 P0901 unknown GLSL version `465`"),
            ("#version 310\n", "1:10 P0901 version 310 exists only in GLSL ES"),
            ("#version 450 es\n", "1:10 P0901 GLSL ES has no version 450"),
            ("#version 450 foo\n", "1:14 P0901 unknown GLSL profile `foo`"),
            ("#version\n", "1:1 P0901 `#version` has no number"),
            ("#version 450 core 3\n", "1:19 P0901 extra tokens after the profile"),
            ("#version 130\n", "1:1 P0901 Vulkan requires GLSL 1.40, found 1.30"),
            ("#version 300 es\n", "1:1 P0901 Vulkan requires GLSL ES 3.10, found ES 3.00"),
            ("#version 450 compatibility\n", "1:14 warning P0901 Vulkan has no compatibility profile"),
            (
                "int x;\n#version 450\n",
                "1:1 P0901 missing `#version`: the shader is GLSL 1.10\n2:1 P0901 `#version` must come first in the shader",
            ),
            ("// c\n#version 310 es\n", "2:1 P0901 the `#version` of GLSL ES must be at the very start of the file"),
            ("layout(binding = 0) uniform U { float a; };\n", "1:1 P0901 missing `#version`: the shader is GLSL 1.10"),
            ("// c\n#version 450\nlayout(binding = 0) uniform U { float a; };\n", ""),
            ("#version 140\n", ""),
        ],
    );
}

#[test]
fn features_of_later_versions_are_reported() {
    check_with(
        &GlslOptions { target: TargetEnv::OpenGl, ..GlslOptions::default() },
        "",
        &[
            ("#version 130\nuniform U { float a; };\n", "2:1 P0902 uniform blocks are not available before GLSL 1.40"),
            ("#version 140\nuniform U { float a; };\n", ""),
            ("#version 420\nbuffer B { float a; };\n", "2:1 P0902 `buffer` is not available before GLSL 4.30"),
            ("#version 420\n#extension GL_ARB_shader_storage_buffer_object : require\nbuffer B { float a; };\n", ""),
            (
                "#version 330\nlayout(binding = 0) uniform U { float a; };\n",
                "2:8 P0902 explicit bindings are not available before GLSL 4.20",
            ),
            (
                "#version 430\nlayout(std140) uniform U { layout(offset = 16, align = 16) float a; };\n",
                "2:48 P0902 member alignments are not available before GLSL 4.40\n2:35 P0902 member offsets are not available before GLSL 4.40",
            ),
            ("#version 330\nuniform U { double a; };\n", "2:13 P0902 `double` is not available before GLSL 4.00"),
            ("#version 420\nuniform U { float a[2][2]; };\n", "2:23 P0902 arrays of arrays are not available before GLSL 4.30"),
            ("#version 300 es\nuniform U { double a; };\n", "2:13 P0902 `double` is not available in GLSL ES"),
            ("#version 320 es\nuniform U { float a[]; };\n", "2:19 P0902 implicitly sized arrays are not available in GLSL ES"),
            ("#version 330\nuniform float precise, sample;\n", ""),
            ("#version 110\nuniform float a[2];\n", ""),
            ("#version 330\nlayout(location = 1) uniform float a;\n", "2:8 P0902 uniform locations are not available before GLSL 4.30"),
            ("#version 310 es\nuniform float a = 1.0;\n", "2:19 P0902 uniform initializers are not available in GLSL ES"),
            ("#version 460\nlayout(push_constant) uniform P { float a; };\n", "2:8 P0921 push constants are not available on OpenGL"),
            ("#version 460\nlayout(set = 1) uniform P { float a; };\n", "2:8 P0921 descriptor sets are not available on OpenGL"),
            ("#version 460\nuniform texture2D t;\n", "2:9 P0921 `texture2D` is not available on OpenGL"),
        ],
    );
}

#[test]
fn features_of_missing_extensions_are_reported() {
    check(&[
        (
            "layout(scalar, binding = 0) buffer U { float a; };",
            "2:8 P0903 `scalar` blocks are not available without extension `GL_EXT_scalar_block_layout`",
        ),
        ("#extension GL_EXT_scalar_block_layout : enable\nlayout(scalar, binding = 0) uniform U { float a; };", ""),
        (
            "#extension GL_EXT_scalar_block_layout : warn\nlayout(scalar, binding = 0) buffer U { float a; };",
            "3:8 warning P0906 the shader uses `scalar` blocks through extension `GL_EXT_scalar_block_layout`",
        ),
        (
            "#extension GL_EXT_scalar_block_layout : require\n#extension GL_EXT_scalar_block_layout : disable\nlayout(scalar, binding = 0) buffer U { float a; };",
            "4:8 P0903 `scalar` blocks are not available without extension `GL_EXT_scalar_block_layout`",
        ),
        (
            "layout(std430, binding = 0) uniform U { float a; };",
            "2:8 P0903 `std430` uniform blocks are not available without extension `GL_EXT_scalar_block_layout`",
        ),
        ("layout(std430) uniform;", "2:8 P0903 `std430` uniform blocks are not available without extension `GL_EXT_scalar_block_layout`"),
        (
            "layout(binding = 0) buffer U { uint8_t a; };",
            "2:32 P0903 `uint8_t` is not available without extension `GL_EXT_shader_explicit_arithmetic_types_int8`",
        ),
        (
            "layout(binding = 0) buffer U { i64vec2 a; f16mat2 b; };",
            "2:32 P0903 `i64vec2` is not available without extension `GL_EXT_shader_explicit_arithmetic_types_int64`\n2:43 P0903 `f16mat2` is not available without extension `GL_EXT_shader_explicit_arithmetic_types_float16`",
        ),
        ("#extension GL_EXT_shader_16bit_storage : require\nlayout(binding = 0) buffer U { f16vec2 a; i16vec3 b; };", ""),
        (
            "layout(buffer_reference) buffer R { float a; };",
            "2:8 P0903 buffer references are not available without extension `GL_EXT_buffer_reference`",
        ),
        (
            "layout(shaderRecordEXT) buffer R { float a; };",
            "2:8 P0903 shader records are not available without extension `GL_EXT_ray_tracing`",
        ),
        ("#extension GL_FOO_bar : require", "2:12 P0904 unknown extension `GL_FOO_bar`"),
        ("#extension GL_FOO_bar : enable", "2:12 warning P0904 unknown extension `GL_FOO_bar`"),
        ("#extension all : warn", ""),
        ("#extension all : enable", "2:12 P0905 `all` allows only `warn` and `disable`"),
        ("#extension GL_EXT_scalar_block_layout", "2:1 P0905 malformed `#extension`"),
        ("#extension GL_EXT_scalar_block_layout : please", "2:41 P0905 unknown extension behavior `please`"),
        ("#include \"x\"", "2:1 P0903 `#include` requires extension `GL_GOOGLE_include_directive`\n2:10 P0101 file `x` not found"),
    ]);
}

#[test]
fn wrong_block_headers_are_reported() {
    check(&[
        ("layout(std140) uniform U { float a; };", "2:1 P0913 Vulkan requires a binding for this block"),
        ("uniform U { float a; };", "2:1 P0913 Vulkan requires a binding for this block"),
        ("layout(binding = 0) uniform U { };", "2:29 P0919 the block has no members"),
        ("layout(binding = 0) uniform { float a; };", "2:29 P0201 expected a block name, found `{`"),
        ("layout(binding = 0) uniform U { float a } ;", "2:40 P0201 expected `;` after the member, found `}`"),
        ("layout(binding = 0) uniform U { float a; }", "2:43 P0201 expected `;` after the block, found the end of the file"),
        ("layout(binding = 0) uniform U { float a; vec2 a; };", "2:47 P0307 duplicate member `a`"),
        ("layout(binding = 0) uniform U { float a; } u, v;", "2:45 P0201 expected `;` after the block, found `,`"),
        (
            "layout(binding = 0) uniform U { sampler2D s; };",
            "2:43 P0916 `s` is or contains a sampler, texture, image, or counter, which a block cannot contain",
        ),
        (
            "struct S { sampler2D s; float f; }; layout(binding = 0) uniform U { S s; };",
            "2:71 P0916 `s` is or contains a sampler, texture, image, or counter, which a block cannot contain",
        ),
        ("layout(binding = 0) uniform U { struct { float a; } s; };", "2:33 P0918 a struct cannot be defined inside a struct or block"),
        (
            "layout(binding = 0) uniform U { struct T { float a; } s; float b; };",
            "2:33 P0918 a struct cannot be defined inside a struct or block",
        ),
        ("layout(shared, binding = 0) uniform U { float a; };", "2:8 P0915 `shared` blocks are available only on OpenGL"),
        ("layout(packed) buffer;", "2:8 P0915 `packed` blocks are available only on OpenGL"),
        ("layout(push_constant) uniform P { float a; } p[2];", "2:47 P0929 a push constant block cannot be an array"),
        (
            "layout(push_constant, binding = 0, set = 1) uniform P { float a; };",
            "2:23 P0911 push constants and shader records have no binding\n2:36 P0911 push constants and shader records have no descriptor set",
        ),
        ("layout(push_constant) buffer P { float a; };", "2:8 P0911 push constants must be `uniform`, not `buffer`"),
        ("layout(binding = 0) flat uniform U { float a; };", "2:21 P0912 interpolation qualifiers are not allowed in a buffer"),
        ("layout(binding = 0) const uniform U { float a; };", "2:27 P0912 a variable can have only one storage qualifier"),
        ("layout(binding = 0) U { float a; };", "2:21 P0912 a block requires `uniform`, `buffer`, `in`, or `out`"),
        (
            "layout(binding = 0, offset = 4, location = 2) buffer U { float a; };",
            "2:21 P0911 `offset` is allowed on members, not on blocks\n2:33 P0911 buffers have a binding, not a location",
        ),
        ("layout(binding = 0) uniform gl_U { float a; };", "2:29 P0907 `gl_U` begins with `gl_`, which is reserved for the language"),
        (
            "layout(binding = 0) uniform U { float gl_a; } gl_u;",
            "2:47 P0907 `gl_u` begins with `gl_`, which is reserved for the language\n2:39 P0907 `gl_a` begins with `gl_`, which is reserved for the language",
        ),
    ]);
}

#[test]
fn wrong_members_of_blocks_are_reported() {
    check(&[
        ("layout(binding = 0) uniform U { layout(row_majr) mat3 a; };", "2:40 P0909 unknown layout qualifier `row_majr`"),
        ("layout(binding = 0) uniform U { layout(align = 12) float a; };", "2:40 P0910 12 is not a power of two"),
        ("layout(binding = 0, align = 0) uniform U { float a; };", "2:21 P0910 0 is not a power of two"),
        ("layout(binding = 0) uniform U { layout(offset = -4) float a; };", "2:49 P0910 `offset` cannot be negative, found -4"),
        ("layout(binding = 0) uniform U { layout(offset) float a; };", "2:40 P0910 `offset` requires a value"),
        ("layout(binding = 0) uniform U { layout(row_major = 1) mat3 a; };", "2:40 P0910 `row_major` takes no value"),
        ("layout(binding = 0) uniform U { layout(offset = 4.0) float a; };", "2:49 P0303 expected an integer"),
        (
            "layout(binding = 0) uniform U { layout(std140, binding = 1, location = 2) float a; };",
            "2:40 P0911 packing is allowed on blocks, not on members\n2:48 P0911 `binding` is allowed on blocks, not on members\n2:61 P0911 members of buffers cannot have a location",
        ),
        (
            "layout(binding = 0) uniform U { const float a; buffer float b; flat float c; invariant float d; };",
            "2:33 P0912 the storage qualifier differs from that of the block\n2:48 P0912 the storage qualifier differs from that of the block\n2:64 P0912 interpolation qualifiers are not allowed in a buffer\n2:78 P0912 `invariant` is allowed only on outputs",
        ),
        ("layout(binding = 0) uniform U { uniform float a; readonly float b; precise float c; };", ""),
        ("layout(binding = 0) uniform U { void a; };", "2:33 P0201 a member cannot have type `void`"),
        ("layout(binding = 0) uniform U { float; };", "2:38 P0201 expected a member name, found `;`"),
        (
            "layout(binding = 0) uniform U { int half; int buffer; int texture; };",
            "2:37 P0907 `half` is a reserved word\n2:47 P0201 expected a member name, found `buffer`",
        ),
        ("layout(binding = 0) uniform U { float a = 1.0; };", "2:40 P0201 expected `;` after the member, found `=`"),
        ("layout(binding = 65535) buffer U { float a; };", "2:8 P0910 `binding` 65535 is too large: the maximum is 65534"),
        ("layout(binding = 0, set = 63) buffer U { float a; };", "2:21 P0910 `set` 63 is too large: the maximum is 62"),
        ("layout(binding = ) buffer U { float a; };", "2:18 P0201 expected a number, found `)`"),
        ("layout(binding = 0,) buffer U { float a; };", "2:20 P0201 expected a layout qualifier, found `)`"),
        (
            "layout(binding = 0 uniform U { float a; };\nlayout(binding = 1) uniform V { float b; };",
            "2:20 P0201 expected `,` or `)`, found `uniform`",
        ),
        (
            "layout(constant_id = 0) const int N = 3; layout(binding = N) uniform U { float a; };",
            "2:59 P0910 a layout qualifier cannot depend on a specialization constant",
        ),
    ]);
}

#[test]
fn wrong_structs_are_reported() {
    check(&[
        ("struct S { };", "2:8 P0919 the struct has no members"),
        ("struct S { float a; S s; };", "2:21 P0301 unknown type `S`"),
        ("struct S { layout(offset = 16) float a; };", "2:12 P0911 struct member `a` cannot have layout qualifiers"),
        ("struct S { float a[]; };", "2:18 P0306 array `a` requires a size"),
        (
            "struct S { const float a; readonly float b; flat float c; };",
            "2:12 P0912 struct member `a` cannot have a storage qualifier\n2:27 P0912 struct member `b` cannot have memory qualifiers\n2:45 P0912 struct member `c` cannot have an interpolation qualifier",
        ),
        ("struct S { float a; }; struct S { float b; };", "2:31 P0908 redeclaration of `S`"),
        ("struct S { float a; }\nstruct T { float b; };", "2:22 P0201 expected `;` after the closing brace, found `struct`"),
        ("struct float { float a; };", "2:8 P0201 expected a struct name, found `float`"),
        ("struct S { struct T { float a; } t; };", "2:12 P0918 a struct cannot be defined inside a struct or block"),
        ("struct S { float gl_a; highp float b; precise float c; };", ""),
    ]);
}

#[test]
fn wrong_sizes_and_constants_are_reported() {
    check(&[
        ("layout(binding = 0) uniform U { float a[-1]; };", "2:41 P0306 an array cannot have -1 elements"),
        ("layout(binding = 0) uniform U { float a[0]; };", "2:41 P0306 an array cannot have 0 elements"),
        ("layout(binding = 0) uniform U { float a[2.0]; };", "2:41 P0303 expected an integer"),
        ("layout(binding = 0) uniform U { float a[true]; };", "2:41 P0303 expected an integer"),
        ("layout(binding = 0) uniform U { float a[foo]; };", "2:41 P0932 `foo` is not declared"),
        ("int n = 3; layout(binding = 0) uniform U { float a[n]; };", "2:52 P0303 `n` is not a constant"),
        ("layout(binding = 0) uniform U { float a[4294967295u]; };", "2:41 P0306 an array cannot have 4294967295 elements"),
        ("layout(binding = 0) uniform U { float a[5000000000]; };", "2:41 P0304 5000000000 does not fit in a signed 32-bit integer"),
        ("layout(binding = 0) uniform U { float a[08]; };", "2:41 P0201 invalid number `08`"),
        ("layout(binding = 0) uniform U { float a[2][]; };", "2:39 P0306 only the outermost size of `a` can be omitted"),
        ("layout(binding = 0) uniform U { float a[bitCount(7)]; };", "2:41 P0303 a call of `bitCount` is not a constant"),
        (
            "layout(binding = 0) uniform U { float a[1 / 0]; };",
            "2:43 warning P0305 integer division by 0 is undefined: glslang uses 2147483647",
        ),
        (
            "layout(binding = 0) uniform U { float a[max(1 / 0, 3) > 0 ? 2 : 3]; };",
            "2:47 warning P0305 integer division by 0 is undefined: glslang uses 2147483647",
        ),
        (
            "const int N = ivec2(1 % 0, 2).x; layout(binding = 0) uniform U { float a[int[](N, 3)[0]]; };",
            "2:23 warning P0305 integer division by 0 is undefined: glslang uses 1",
        ),
        (
            "const int L[] = {1 / 0, 2}; layout(binding = 0) uniform U { float a[L[1]]; float b[L[1]]; };",
            "2:20 warning P0305 integer division by 0 is undefined: glslang uses 2147483647",
        ),
        ("layout(binding = 0) uniform U { float a[true ? 2 : 1 / 0]; };", ""),
        ("const int N = 3.0;", "2:15 P0930 the initializer does not match the type"),
        ("const vec3 V = vec3(1.0, 2.0);", "2:16 P0930 the initializer does not match the type"),
        ("const int N = foo; const int M = gl_foo;", "2:15 P0932 `foo` is not declared"),
        ("const int N;", "2:11 P0201 constant `N` has no value"),
        ("const uint N = 3; layout(binding = 0) uniform U { float a[N]; };", ""),
        (
            "layout(constant_id = 0) const int N = 3; layout(constant_id = 0) const int M = 3;",
            "2:49 P0925 specialization constant ID 0 is already in use",
        ),
        (
            "layout(constant_id = 0) const vec2 N = vec2(3.0); layout(constant_id = 1) int M = 3;",
            "2:8 P0925 a specialization constant must be a scalar\n2:58 P0925 `constant_id` is allowed only on constants",
        ),
        ("layout(constant_id = 0) const int N = 3; struct S { float a[2][N]; };", ""),
    ]);
}

#[test]
fn wrong_names_are_reported() {
    check(&[
        (
            "layout(binding = 0) uniform U { float a; }; layout(binding = 1) uniform U { float b; };",
            "2:73 P0908 redeclaration of block `U`",
        ),
        ("layout(binding = 0) uniform U { float a; }; layout(binding = 1) buffer U { float b; };", ""),
        ("layout(binding = 0) uniform U { float a; }; layout(binding = 1) uniform V { float a; };", "2:83 P0908 redeclaration of `a`"),
        ("layout(binding = 0) uniform U { float a; } u; layout(binding = 1) uniform V { float a; } u;", "2:90 P0908 redeclaration of `u`"),
        ("float a; layout(binding = 0) uniform U { float a; };", "2:48 P0908 redeclaration of `a`"),
        ("layout(binding = 0) uniform U { float a; } u; void U();", "2:52 P0908 redeclaration of `U`"),
        (
            "float f(float a); float f(float a) { return a; } float f(int a) { return 1.0; } float b; float b;",
            "2:96 P0908 redeclaration of `b`",
        ),
    ]);
}

#[test]
fn uniforms_outside_blocks_are_reported() {
    check(&[
        ("uniform float a;", "2:15 P0914 Vulkan allows only samplers, textures, and images as uniforms outside blocks"),
        ("struct S { vec4 v; }; uniform S s;", "2:33 P0914 Vulkan allows only samplers, textures, and images as uniforms outside blocks"),
        ("uniform sampler2D s;", "2:19 P0913 Vulkan requires a binding for this variable"),
        ("layout(set = 1) uniform texture2D t;", "2:35 P0913 Vulkan requires a binding for this variable"),
        ("sampler2D s;", "2:11 P0917 `s` is or contains a sampler, texture, image, or counter, which must be a uniform"),
        (
            "layout(binding = 0, std140, row_major, offset = 4, align = 4) uniform sampler2D s;",
            "2:21 P0911 packing is allowed on blocks, not on variables\n2:29 P0911 matrix order is allowed only on blocks and their members\n2:40 P0911 `offset` is allowed only on members of blocks\n2:52 P0911 `align` is allowed only on blocks and their members",
        ),
        ("layout(binding = 0) uniform image2D i;", "2:29 P0924 a readable image requires a format"),
        ("layout(binding = 0, rgba8) uniform iimage2D i;", "2:21 P0924 format `rgba8` does not match the image type"),
        ("layout(binding = 0, r32f) uniform sampler2D i;", "2:21 P0924 a format is allowed only on images"),
        ("layout(binding = 0) uniform atomic_uint n;", "2:29 P0921 Vulkan has no atomic counters"),
        ("layout(binding = 0) buffer float b;", "2:21 P0912 `buffer` declares blocks, not single variables"),
        ("layout(binding = 0) uniform sampler2D s[2][3];", ""),
    ]);
}

#[test]
fn wrong_defaults_and_workgroup_sizes_are_reported() {
    check(&[
        ("layout(binding = 0) uniform;", "2:8 P0911 `binding` is allowed on a block, not as a default"),
        ("layout(offset = 4) uniform;", "2:8 P0911 `offset` is allowed on a member, not as a default"),
        ("layout(push_constant) uniform;", "2:8 P0911 the qualifier is allowed on a block, not as a default"),
        ("layout(row_major) in;", "2:8 P0911 the qualifier is allowed only on uniforms and buffers"),
        ("layout(std140);", "2:8 P0911 the qualifier is allowed only on uniforms and buffers"),
        ("layout(local_size_x = 4) in; layout(local_size_x = 8) in;", "2:37 P0910 workgroup size 8 differs from the earlier 4"),
        ("layout(local_size_x = 4) in; layout(local_size_x = 4, local_size_y = 2) in;", ""),
        ("layout(local_size_x = 0) in;", "2:8 P0910 a workgroup size cannot be 0"),
        ("layout(local_size_z = 100) in;", "2:8 P0910 the workgroup size exceeds the maximum of 64 in this dimension"),
        ("layout(local_size_x = 4) out;", "2:8 P0911 the workgroup size requires `in`"),
        ("layout(set = 1) uniform;", ""),
        ("uniform;", ""),
    ]);
}

#[test]
fn errors_of_the_fragment_stage_are_reported() {
    check_with(
        &GlslOptions { stage: Some(Stage::Fragment), ..GlslOptions::default() },
        "#version 460",
        &[
            ("layout(local_size_x = 4) in;", "2:8 P0922 layout qualifier `local_size_x` is not available in this stage"),
            (
                "layout(location = 0) in vec2 a; in vec2 b; out vec4 c;",
                "2:41 P0931 Vulkan requires a location for inputs and outputs\n2:53 P0931 Vulkan requires a location for inputs and outputs",
            ),
            ("in V { vec2 a; } v;", "2:1 P0931 Vulkan requires a location for inputs and outputs"),
            ("layout(location = 0) in V { vec2 a; } v;", ""),
            ("in V { layout(location = 0) vec2 a; vec2 b; } v;", "2:1 P0931 only some members of this block have a location"),
            ("out V { vec4 a; } v;", "2:1 P0922 the stage has no output blocks"),
            ("layout(binding = 0) uniform subpassInput s;", "2:42 P0910 a subpass input requires an input attachment index"),
            ("in vec4 gl_FragCoord;", ""),
            ("layout(early_fragment_tests) in;", ""),
            ("layout(early_fragment_tests) uniform;", "2:8 P0911 the qualifier applies to the stage, not to this default"),
            (
                "layout(location = 0, early_fragment_tests) in vec4 a;",
                "2:22 P0911 the qualifier applies to the stage, not to a variable, block, or function",
            ),
            ("layout(location = 0, index = 1) out vec4 a;", ""),
            ("layout(location = 0, index = 2) out vec4 a;", "2:22 P0910 `index` 2 is too large: the maximum is 1"),
            ("layout(location = 0, index = 1) in vec4 a;", "2:22 P0911 `index` is allowed only on outputs"),
            ("layout(depth_less) out float gl_FragDepth;", ""),
            (
                "layout(depth_less) float gl_FragDepth;",
                "2:26 P0908 the redeclaration of `gl_FragDepth` does not match the built-in variable",
            ),
            ("layout(location = 0, depth_less) out float z;", "2:22 P0911 the qualifier is allowed only on `gl_FragDepth`"),
            (
                "layout(location = 0) out vec4 gl_FragColor;",
                "2:31 P0907 `gl_FragColor` begins with `gl_`, which is reserved for the language",
            ),
        ],
    );
}

#[test]
fn wrong_parameters_are_reported() {
    check(&[
        ("float sum(in float a, const in vec2 b, out int c[2], highp vec3);", ""),
        ("void f(void); void g(); void h(float[2] a) { }", ""),
        ("void f(int a, out in int b) { }", ""),
        ("void f(uniform int a);", "2:8 P0912 a parameter can be `const`, `in`, `out`, or `inout`"),
        ("void f(out sampler2D s);", "2:8 P0917 a sampler, texture, image, or counter cannot be an output"),
        ("void f(int a[]);", "2:13 P0306 an array parameter requires a size"),
        ("void f(int a, );", "2:15 P0201 expected a type, found `)`"),
        ("void f(int a;", "2:7 P0202 unclosed delimiter"),
        ("void f(int a, int a) { }", "2:19 P0908 redeclaration of `a`"),
    ]);
}

#[test]
fn wrong_values_of_unused_constants_are_reported() {
    check(&[
        ("struct V { vec2 a; float b; }; const V v = V(vec2(1, 2), 3);", ""),
        ("const float w[2] = float[2](1, 2); const vec2 u[] = { { 1, 2 } };", ""),
        ("float f(); const float w[2] = float[](f(), 2);", ""),
        ("const float w[2] = float[](1, 2, 3);", "2:20 P0930 the initializer does not match the type"),
        ("const float w[2] = float[2](1, );", "2:32 P0201 expected an expression"),
    ]);
}

/// Location counts as in OpenGL; `crates/padstone/tests/glslang/offsets.rs` compares those of Vulkan with glslang.
#[test]
fn fragment_inputs_without_flat_are_reported() {
    let options = GlslOptions { stage: Some(Stage::Fragment), ..GlslOptions::default() };
    let flat = "is or contains an integer or a double, which cannot be interpolated";
    check_with(
        &options,
        "#version 460",
        &[
            ("layout(location = 0) in uvec2 a[2];", &format!("2:31 P0934 `a` {flat}")),
            ("struct S { float x; int y; }; layout(location = 0) smooth in S a;", &format!("2:64 P0934 `a` {flat}")),
            ("layout(location = 0) in dvec2 a;", &format!("2:31 P0934 `a` {flat}")),
            ("layout(location = 0) flat in uvec2 a[2]; layout(location = 0) out ivec4 b;", ""),
            ("layout(location = 0) in B { int a; } b;", ""),
            ("layout(location = 0) in bool a;", "2:22 P0912 an input or output cannot be or contain a `bool`"),
            ("layout(location = 0) flat in B { int a; } b;", "2:22 P0912 interpolation qualifiers are allowed on members, not on blocks"),
            ("layout(location = 0) flat flat in int a;", "2:27 P0912 the qualifier repeats or contradicts an earlier one"),
            ("layout(location = 0) invariant invariant out vec4 a;", "2:32 P0912 the qualifier repeats or contradicts an earlier one"),
            ("#ifdef X y\n#endif", "2:10 P0125 extra tokens after the directive"),
            ("precise precise vec4 a;", "2:9 P0912 the qualifier repeats or contradicts an earlier one"),
            ("void f(const in in int a);", "2:17 P0912 a variable can have only one storage qualifier"),
            ("void f(const in int a, in out int b);", ""),
            ("layout(location = 0) vec4 a;", "2:8 P0911 `location` is allowed only on inputs, outputs, and uniforms"),
            ("vec4 [2];", "2:1 P0201 an array requires a name"),
        ],
    );
}

#[test]
fn overlapping_locations_are_reported() {
    let stage = Some(Stage::Vertex);
    let vulkan = GlslOptions { stage, ..GlslOptions::default() };
    let opengl = GlslOptions { target: TargetEnv::OpenGl, ..vulkan.clone() };
    let inputs = "layout(location = 1) in mat4 a; layout(location = 4) in float b;";
    let overlap = "2:63 P0933 `b` overlaps `a` at location 4";
    check_with(
        &vulkan,
        "#version 460",
        &[
            (inputs, overlap),
            // Vulkan, "Location and Component Assignment", and spirv-val; glslang counts one location for it.
            ("layout(location = 1) in dvec3 a; layout(location = 2) in vec4 b;", "2:63 P0933 `b` overlaps `a` at location 2"),
            // One error for one cause.
            ("layout(location = -1, component = 1) in float a;", "2:19 P0910 `location` cannot be negative, found -1"),
            ("layout(location = 4294967296) out B { vec4 a; } b;", "2:19 P0304 4294967296 does not fit in a signed 32-bit integer"),
            ("out B { layout(location = -1) vec4 a; vec4 b; } b;", "2:27 P0910 `location` cannot be negative, found -1"),
            (
                "layout(location = 1) in vec4 a; in float a;",
                "2:42 P0931 Vulkan requires a location for inputs and outputs\n2:42 P0908 redeclaration of `a`",
            ),
        ],
    );
    check_with(&opengl, "#version 310 es", &[(inputs, overlap)]);
    check_with(
        &opengl,
        "#version 460",
        &[
            // At most one of them may be used.
            (inputs, ""),
            ("layout(location = 1) in dvec3 a; layout(location = 2) in vec4 b;", ""),
            ("layout(location = 1) out mat4 a; layout(location = 4) out float b;", "2:65 P0933 `b` overlaps `a` at location 4"),
            ("layout(location = 1) uniform mat4 a; layout(location = 2) uniform float b;", ""),
            ("layout(location = 1) uniform vec2 a[3]; layout(location = 3) uniform float b;", "2:76 P0933 `b` overlaps `a` at location 3"),
            ("layout(location = 1) uniform vec2 a; layout(location = 1) uniform sampler2D b;", "2:77 P0933 `b` overlaps `a` at location 1"),
        ],
    );
}

#[test]
fn errors_of_the_compute_stage_are_reported() {
    check_with(
        &GlslOptions { stage: Some(Stage::Compute), ..GlslOptions::default() },
        "#version 460",
        &[
            ("in vec3 a;", "2:1 P0922 the compute stage has no inputs except built-in ones"),
            ("in V { vec3 a; };", "2:1 P0922 the stage has no input blocks"),
            ("layout(early_fragment_tests) in;", "2:8 P0922 layout qualifier `early_fragment_tests` is not available in this stage"),
            (
                "layout(input_attachment_index = 0, binding = 0) uniform subpassInput s;",
                "2:57 P0922 only the fragment stage has subpass inputs",
            ),
            ("shared float s[4];", ""),
            ("shared S { float a; };", "2:1 P0903 shared blocks are not available without extension `GL_EXT_shared_memory_block`"),
        ],
    );
}

#[test]
fn missing_precisions_are_reported() {
    check_with(
        &GlslOptions { stage: Some(Stage::Fragment), ..GlslOptions::default() },
        "#version 310 es",
        &[
            ("layout(binding = 0) uniform U { float a; highp float b; int c; };", "2:33 P0923 `float` has no default precision"),
            ("precision mediump float; layout(binding = 0) uniform U { float a; };", ""),
            ("const float a = 1.0;", "2:7 P0923 `float` has no default precision"),
            ("const highp float a = 1.0; const int b = 1; precision highp float; float c;", ""),
            ("float a;", "2:1 P0923 `float` has no default precision"),
            ("layout(location = 0) in vec4 a;", "2:25 P0923 `float` has no default precision"),
            ("void f(float a) { }", "2:8 P0923 `float` has no default precision"),
            ("vec4 f();", "2:1 P0923 `float` has no default precision"),
            ("void f(sampler3D a) { }", "2:8 P0923 `sampler3D` has no default precision"),
            ("int f(int a, sampler2D b, highp vec2 c) { return 1; }", ""),
            (
                "layout(binding = 0) uniform sampler2D s; layout(binding = 1) uniform highp sampler3D t; layout(binding = 2) uniform sampler2DArray u;",
                "2:117 P0923 `sampler2DArray` has no default precision",
            ),
            ("precision highp vec3;", "2:17 P0201 only `float`, `int`, and opaque types have a default precision"),
            ("#define JOIN(a, b) a ## b", ""),
            (
                "layout(binding = 0) uniform U { highp vec4 a; } u[2][2];",
                "2:50 P0902 arrays of arrays of blocks are not available in GLSL ES",
            ),
        ],
    );
}

/// Verdicts of glslang 12, which gives an id to a vector too: SPIR-V allows that for scalars only (1.6, SpecId).
#[test]
fn wrong_ids_of_specialization_constants_are_reported() {
    let options = GlslOptions { stage: Some(Stage::Compute), ..GlslOptions::default() };
    check_with(
        &options,
        "#version 450",
        &[
            ("layout(constant_id = 3) const int a = 4, b = 5;", ""),
            ("layout(constant_id = 17) gl_MaxImageUnits;", ""),
            ("layout(constant_id = 17) gl_MaxComputeWorkGroupSize;", "2:8 P0925 a specialization constant must be a scalar"),
            (
                "layout(constant_id = 1) const int a = 4; layout(constant_id = 1) gl_MaxImageUnits;",
                "2:49 P0925 specialization constant ID 1 is already in use",
            ),
            ("layout(local_size_x_id = 30) in; layout(local_size_x_id = 30, local_size_x = 8) in;", ""),
            (
                "layout(local_size_x_id = 30) in; layout(local_size_x_id = 31) in;",
                "2:41 P0910 workgroup size ID 31 differs from the earlier 30",
            ),
        ],
    );
}

/// Verdicts of glslang 12.
#[test]
fn wrong_offsets_of_atomic_counters_are_reported() {
    check_with(
        &GlslOptions { target: TargetEnv::OpenGl, ..GlslOptions::default() },
        "#version 450",
        &[
            ("layout(binding = 0, offset = 4) uniform atomic_uint a; layout(binding = 0) uniform atomic_uint b[2], c;", ""),
            ("layout(binding = 0, offset = 4) uniform atomic_uint a[2]; layout(binding = 1, offset = 4) uniform atomic_uint b;", ""),
            ("layout(binding = 0, offset = 8) uniform atomic_uint; layout(binding = 0) uniform atomic_uint a;", ""),
            ("layout(binding = 0, offset = 4) uniform atomic_uint a, b;", "2:21 P0935 `b` overlaps `a` at offset 4"),
            (
                "layout(binding = 0) uniform atomic_uint a[2]; layout(binding = 0, offset = 4) uniform atomic_uint b;",
                "2:67 P0935 `b` overlaps `a` at offset 4",
            ),
            (
                "layout(binding = 0, offset = 6) uniform atomic_uint a;",
                "2:21 P0910 the offset of an atomic counter must be a multiple of 4, found 6",
            ),
            (
                "layout(binding = 0, offset = 6) uniform atomic_uint; layout(binding = 0) uniform atomic_uint a;",
                "2:94 P0910 the offset of an atomic counter must be a multiple of 4, found 6",
            ),
            ("layout(binding = 0) uniform atomic_uint a[];", "2:42 P0306 `a`, an array of atomic counters, requires a size"),
        ],
    );
}

#[test]
fn wrong_directives_are_reported() {
    check(&[
        ("#define GL_MINE 1", "2:9 P0907 macro names that begin with `GL_` are reserved"),
        ("#undef GL_ES", "2:8 P0907 macro names that begin with `GL_` are reserved"),
        ("#define A 1\n#define A 2", "3:9 P0114 macro `A` is redefined differently"),
        ("#warning oops", "2:1 P0108 unknown directive"),
        ("#version 450", "2:1 P0901 `#version` must come first in the shader"),
    ]);
}

/// Each code of GLSL is reported by some shader of these tests, with its message.
#[test]
fn every_code_of_glsl_has_a_case() {
    let cases = [include_str!("glsl_diagnostics.rs"), include_str!("glsl_declarations.rs")];
    let of_glsl = padstone_diag::codes::ALL.iter().copied().flatten().filter(|code| code.id.starts_with("P09"));
    let missing: Vec<&str> = of_glsl.map(|code| code.id).filter(|id| !cases.iter().any(|text| text.contains(&format!("{id} ")))).collect();
    assert_eq!(missing, [""; 0]);
}

/// Verdicts of glslang 16.
#[test]
fn wrong_literals_are_reported_even_if_unused() {
    check(&[
        ("const int a = 08;", "2:15 P0201 invalid number `08`"),
        ("int a = 019;", "2:9 P0201 invalid number `019`"),
        ("const uint a = 4294967296u;", "2:16 P0304 4294967296u does not fit in an unsigned 32-bit integer"),
        ("const uint a = 4294967295u; const int b = 0xFFFFFFFF; const int c = 07;", ""),
        ("const float a = 1.0h;", "2:17 P0903 16-bit literals require extension `GL_EXT_shader_explicit_arithmetic_types_float16`"),
        ("const float a = 1.0f; const double b = 1.0lf;", ""),
    ]);
}

/// Verdicts of glslang 16.
#[test]
fn initializers_of_inputs_and_shared_variables_are_reported() {
    check(&[
        ("layout(location = 0) in float a = 1.0;", "2:22 P0912 an input cannot have an initializer"),
        ("layout(location = 0) out float a = 1.0;", "2:22 P0912 an output cannot have an initializer"),
        ("layout(binding = 0) uniform sampler2D a = 0;", "2:43 P0930 samplers, textures, images, and counters cannot have initializers"),
        ("float a = 1.0; const float b = 1.0;", ""),
    ]);
    let compute = GlslOptions { stage: Some(Stage::Compute), ..GlslOptions::default() };
    check_with(
        &compute,
        "#version 460\n#extension GL_EXT_null_initializer : enable",
        &[("shared float a = 1.0;", "3:1 P0912 a `shared` variable cannot have an initializer"), ("shared float a = {};", "")],
    );
    let missing = "2:18 P0903 null initializers are not available without extension `GL_EXT_null_initializer`";
    check_with(&compute, "#version 460", &[("shared float a = {};", missing)]);
}

/// Verdicts of glslang 16.
#[test]
fn glsl_es_has_no_implicit_sizes() {
    let size = |at: &str| format!("{at} P0902 implicitly sized arrays are not available in GLSL ES");
    let fragment = GlslOptions { stage: Some(Stage::Fragment), ..GlslOptions::default() };
    check_with(
        &fragment,
        "#version 310 es",
        &[
            ("layout(binding = 0) uniform sampler2D a[];", &size("2:40")),
            ("layout(binding = 0) uniform U { highp vec4 a; } b[];", &size("2:50")),
            ("layout(binding = 0) buffer B { highp vec4 a; } b[];", &size("2:49")),
            ("highp float a[];", &size("2:14")),
            ("highp float a[] = float[](1.0); layout(binding = 0) buffer B { highp vec4 b[]; };", ""),
        ],
    );
    let geometry = GlslOptions { stage: Some(Stage::Geometry), ..GlslOptions::default() };
    check_with(&geometry, "#version 320 es", &[("layout(triangles) in; layout(location = 0) in highp vec4 a[];", "")]);
}

/// The versions in which glslang 16 declares them.
#[test]
fn built_in_constants_depend_on_the_version() {
    let opengl = GlslOptions { target: TargetEnv::OpenGl, ..GlslOptions::default() };
    let has = |version: &str, name: &str| {
        let found = crate::common::read(&format!("#version {version}\nhighp int a[{name}];\n"), &opengl, &[]);
        !found.contains("P0303")
    };
    for (name, known, unknown) in [
        ("gl_MaxLights", &["110", "460"][..], &["300 es", "320 es"][..]),
        ("gl_MaxViewports", &["410", "460"], &["400", "320 es"]),
        ("gl_MaxClipDistances", &["130"], &["120", "310 es"]),
        ("gl_MaxVaryingFloats", &["410", "460 compatibility"], &["420", "460", "300 es"]),
        ("gl_MaxVertexOutputVectors", &["300 es", "320 es"], &["460"]),
        ("gl_MaxFragmentInputVectors", &["300 es"], &["460"]),
        ("gl_MaxMeshOutputVerticesNV", &["450", "320 es"], &["440", "310 es"]),
        ("gl_MaxDrawBuffers", &["110", "300 es"], &[]),
    ] {
        known.iter().for_each(|version| assert!(has(version, name), "{version}: {name}"));
        unknown.iter().for_each(|version| assert!(!has(version, name), "{version}: {name}"));
    }
}
