//! Constant expressions: their values as the count of an array, and their errors.

use padstone_diag::Diagnostics;
use padstone_model::Module;
use padstone_source::{MemoryLoader, SourceMap};
use padstone_wgsl::{Options, read_wgsl};

fn read(source: &str) -> (Module, Vec<String>) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.wgsl", source.into()).unwrap();
    let mut found = Diagnostics::new();
    let module = read_wgsl(&mut sources, file, &MemoryLoader::default(), &Options::default(), &mut found);
    let found = found.iter().map(|found| format!("{} {}", found.code.id, found.message)).collect();
    (module, found)
}

/// Each line contains an expression and the resulting count of an array, separated by `=>`.
#[track_caller]
fn check(lines: &str) {
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (expression, expected) = line.split_once(" => ").expect("a line is `expression => count`");
        let (module, found) = read(&format!("enable f16; struct S {{ a: array<f32, {expression}> }}"));
        let count = module.structs.iter().next().map(|(_, record)| module.type_name(record.fields[0].ty).to_string());
        assert_eq!(count, Some(format!("array<f32, {expected}>")), "{expression}: {found:?}");
    }
}

/// Each line contains an expression and its diagnostics, separated by `=>`.
#[track_caller]
fn check_faults(lines: &str) {
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (expression, expected) = line.split_once(" => ").expect("a line is `expression => report`");
        let (_, found) = read(&format!("const v = {expression};"));
        assert_eq!(found, [expected], "{expression}");
    }
}

/// Scalars of naga (30.0.1).
#[test]
fn scalars_of_64_bits_are_evaluated() {
    check(
        "
        u32(5lu + 7lu) => 12
        u32(1li << 40u >> 38u) => 4
        u32(u64(4294967295u) + 6lu - 4294967290lu) => 11
        u32(18446744073709551615lu + 6lu) => 5
        i32(-7li / 2li + 10) => 7
        i32(1.5lf * 4) => 6
        i32(f64(2.5) + 0x1p1lf) => 4
        u32(~0lu >> 60) => 15
        u32(max(3lu, 4)) => 4
        select(1, 2, 9223372036854775807li + 1li == -9223372036854775807li - 1li) => 2
        countOneBits(bitcast<vec2u>(-1li).y) => 32
        ",
    );
    check_faults(
        "
        1lu << 64 => P0304 shift amount 64 must be less than 64, the bit width of `u64`
        9223372036854775808li => P0803 `9223372036854775808li` does not fit in `i64`
        1.5lu => P0803 `1.5lu` is not an integer
        5lu + 7li => P0824 no overload of `+` for `u64` and `i64`
        i16(3) => P0828 `i16` requires the extension `wgpu_int16`
        ",
    );
}

#[test]
fn operators_are_evaluated() {
    check(
        "
        2 + 3 * 4 => 14
        (2 + 3) * 4 => 20
        7 / 2 => 3
        -7 / 2 + 10 => 7
        -7 % 3 + 10 => 9
        1 << 4 | 3 => 19
        0xff & 0x3c => 60
        5 ^ 3 => 6
        ~0 + 5 => 4
        (256 >> 3u) => 32
        4294967295u + 6u => 5
        2147483647i * 2i + 5 => 3
        i32(vec3(1, 2.5, 3).y * 4) => 10
        u32((mat2x2(1, 2, 3, 4) * vec2(1, 1)).y) => 6
        i32(9 % 4.5 + 1.5) => 1
        ",
    );
}

#[test]
fn comparisons_and_logic_are_evaluated() {
    check(
        "
        select(1, 2, 3 > 2) => 2
        select(1, 2, 2.5 <= 2) => 1
        select(1, 2, true && !false) => 2
        select(1, 2, false && 1 / 0 == 0) => 1
        select(1, 2, true || vec2(1)[7] == 0) => 2
        select(1, 2, all(vec3(1, 2, 3) < vec3(4))) => 2
        select(vec2(1, 2), vec2(3, 4), vec2(false, true)).y => 4
        select(1, 2, any(vec2(false) | vec2(true))) => 2
        1u + u32(1u == 1) => 2
        ",
    );
}

#[test]
fn conversions_are_evaluated() {
    check(
        "
        u32(3.9) => 3
        i32(true) => 1
        u32(-1i) - 4294967290u => 5
        i32(5000000000.0) - 2147483640 => 7
        i32(3e9f) - 2147483500 => 20
        i32(f16(1.9999) * 1024) => 2047
        bitcast<u32>(1.0) - 1065353210 => 6
        i32(bitcast<vec2<f16>>(0x40003c00u).y) => 2
        vec4(vec2(1, 2), 3u, 4).w => 4
        array(1, 2u, 3)[2] => 3
        array<i32, 2>(5, 6)[1] => 6
        ",
    );
}

#[test]
fn functions_of_integers_are_evaluated() {
    check(
        "
        min(3, 4) => 3
        max(3u, 4) => 4
        clamp(9, 2, 5) => 5
        abs(-6) => 6
        sign(-6) + 2 => 1
        countOneBits(0xf0) => 4
        countLeadingZeros(1) => 31
        countTrailingZeros(8u) => 3
        firstLeadingBit(0x100u) => 8
        firstLeadingBit(-1) + 3 => 2
        firstTrailingBit(0x100) => 8
        reverseBits(0x20000000u) => 4
        extractBits(0xabcdu, 4, 4) => 12
        extractBits(-1, 3, 5) + 4 => 3
        insertBits(0u, 3u, 2, 4) => 12
        dot(vec2(1, 2), vec2(3, 4)) => 11
        dot4U8Packed(0x01010101, 0x04030201) => 10
        dot4I8Packed(0x000000ffu, 0x000000fbu) => 5
        ",
    );
}

#[test]
fn functions_of_floats_are_evaluated() {
    check(
        "
        i32(floor(2.7)) => 2
        i32(ceil(2.2)) => 3
        i32(round(2.5)) => 2
        i32(trunc(-2.5)) + 3 => 1
        i32(sqrt(49)) => 7
        i32(pow(2, 10)) => 1024
        i32(exp2(5f)) => 32
        i32(log2(64)) => 6
        i32(inverseSqrt(0.0625)) => 4
        i32(mix(0, 10, 0.5)) => 5
        i32(fma(2, 3, 4)) => 10
        i32(step(1, 2)) => 1
        i32(smoothstep(0, 2, 1) * 10) => 5
        i32(saturate(7)) => 1
        i32(fract(1.75) * 4) => 3
        i32(length(vec2(3, 4))) => 5
        i32(distance(vec3(1), vec3(1, 1, 8))) => 7
        i32(normalize(vec2(0, 9)).y) => 1
        i32(cross(vec3(1, 0, 0), vec3(0, 1, 0)).z) => 1
        i32(reflect(vec2(1, -1), vec2(0, 1)).y) => 1
        i32(determinant(mat3x3(2, 0, 0, 0, 3, 0, 0, 0, 4))) => 24
        i32(transpose(mat2x3(1, 2, 3, 4, 5, 6))[2].y) => 6
        frexp(20.0).exp => 5
        i32(frexp(24.0).fract * 4) => 3
        i32(modf(7.25).whole) => 7
        i32(ldexp(0.75, 3)) => 6
        i32(degrees(radians(90.0)) + 0.5) => 90
        i32(quantizeToF16(2049.0) - 2000) => 48
        i32(cos(0) + cosh(0) + acos(1) + exp(0)) => 3
        i32(atan2(1, 1) * 4) => 3
        ",
    );
}

#[test]
fn packing_functions_are_evaluated() {
    check(
        "
        pack4x8unorm(vec4(0.02, 0, 0, 0)) => 5
        pack4x8snorm(vec4(0.08, 0, 0, 0)) => 10
        pack2x16unorm(vec2(0.0001, 0)) => 7
        pack2x16snorm(vec2(0.0003, 0)) => 10
        pack2x16float(vec2(0.00000036, 0)) => 6
        pack4xU8(vec4(9, 0, 0, 0)) => 9
        pack4xI8(vec4(7, 0, 0, 0)) => 7
        pack4xU8Clamp(vec4(999, 0, 0, 0)) => 255
        pack4xI8Clamp(vec4(999, 0, 0, 0)) => 127
        unpack4xU8(0x04030201).w => 4
        unpack4xI8(0x04030201).z => 3
        i32(unpack4x8unorm(0xff).x) => 1
        i32(unpack4x8snorm(0x7f).x) => 1
        i32(unpack2x16unorm(0xffff).x) => 1
        i32(unpack2x16snorm(0x7fff).x) => 1
        i32(unpack2x16float(0x4900).x) => 10
        ",
    );
}

#[test]
fn value_errors_are_reported() {
    check_faults(
        "
        9223372036854775807 + 1 => P0304 `9223372036854775807 + 1` cannot be represented as `abstract-int`
        3u << 31 => P0304 `3u << 31` shifts bits out of `u32`
        1i << 32 => P0304 shift amount 32 must be less than 32, the bit width of `i32`
        7 / 0 => P0305 `7 / 0` divides by zero
        7i % 0i => P0305 `7i % 0i` divides by zero
        i32(-2147483648) / -1 => P0304 `-2147483648i / -1i` cannot be represented as `i32`
        1.0 / 0 => P0304 `1.0 / 0.0` cannot be represented as `abstract-float`
        u32(-1) => P0304 `-1` cannot be represented as `u32`
        f32(1e39) => P0304 `1e39` cannot be represented as `f32`
        vec3(1, 2, 3)[3] => P0847 index 3 is out of bounds for the 3 elements of `vec3<abstract-int>`
        array(1, 2)[-1] => P0847 index -1 is out of bounds for the 2 elements of `array<abstract-int, 2>`
        sqrt(-1) => P0304 `sqrt` requires a nonnegative number
        acos(2) => P0304 `acos` requires a number from -1 to 1
        exp(1000f) => P0304 the result, `inf`, cannot be represented as `f32`
        clamp(1, 3, 2) => P0304 `clamp` requires a lower bound of at most the upper bound, found `3` and `2`
        extractBits(1u, 30, 3) => P0304 3 bits from bit 30 exceed the width of 32 bits
        bitcast<f32>(0x7f800000u) => P0304 the bits do not represent a finite `f32`
        ",
    );
}

#[test]
fn type_errors_are_reported() {
    check_faults(
        "
        1u + 1i => P0824 no overload of `+` for `u32` and `i32`
        !1 => P0824 no overload of `!` for `abstract-int`
        true < false => P0824 no overload of `<` for `bool` and `bool`
        vec2(1) + vec3(1) => P0824 no overload of `+` for `vec2<abstract-int>` and `vec3<abstract-int>`
        max(1i, 2u) => P0824 no overload `max(i32, u32)`
        vec3f(1, 2) => P0824 no overload `vec3<f32>(abstract-int, abstract-int)`
        array<i32, 2>(1) => P0824 `array<i32, 2>` takes 2 values, found 1
        array(1i, 2u) => P0824 `i32` and `u32` cannot be elements of one array
        vec2(1).z => P0820 `vec2<abstract-int>` has no member `z`
        f32 => P0823 expected a value, found `f32`, a type
        dpdx(1.0) => P0303 `dpdx` cannot be evaluated at module scope
        array(1)[1.5] => P0825 expected an `i32` or `u32` index, found `abstract-float`
        ",
    );
}
