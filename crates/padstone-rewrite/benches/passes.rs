//! The speed of passes on a module of 10,000 lines and on one four times as long: linear growth is a factor of 4.

use std::fmt::Write;

use divan::{Bencher, black_box};
use padstone_diag::Diagnostics;
use padstone_rewrite::{Options, find, rewrite};
use padstone_source::SourceMap;
use padstone_wgsl::tree::Edition;

fn main() {
    divan::main();
}

/// Functions that take parts of buffers by value.
#[divan::bench(args = ["pack", "scalarize", "inline", "legalize-uniform"], consts = [1, 4])]
fn of_values<const SCALE: usize>(bencher: Bencher<'_, '_>, pass: &str) {
    bench(bencher, pass, &by_value(SCALE), Edition::Current);
}

/// Functions that take pointers, because of which `scalarize` requires `specialize`.
#[divan::bench(args = ["scalarize", "pin", "specialize"], consts = [1, 4])]
fn of_pointers<const SCALE: usize>(bencher: Bencher<'_, '_>, pass: &str) {
    bench(bencher, pass, &today(SCALE), Edition::Current);
}

/// The syntax of 2020.
#[divan::bench(args = ["modernize"], consts = [1, 4])]
fn of_2020_text<const SCALE: usize>(bencher: Bencher<'_, '_>, pass: &str) {
    bench(bencher, pass, &of_2020(SCALE), Edition::Draft2020);
}

fn bench(bencher: Bencher<'_, '_>, pass: &str, text: &str, edition: Edition) {
    let pass = find(pass).expect("a pass");
    let options = Options { max_clones: usize::MAX, ..Options::default() };
    bencher.bench_local(|| {
        let mut sources = SourceMap::new();
        let file = sources.add_file("bench.wgsl", black_box(text).into()).expect("it is short");
        let mut found = Diagnostics::new();
        let rewritten = rewrite(&mut sources, file, edition, &[pass], &options, &mut found);
        assert!(rewritten.changed && !found.has_errors());
        rewritten
    });
}

/// Structs, buffers of them, and functions that read and write them through pointers: 20 lines each time.
fn today(scale: usize) -> String {
    let mut text = String::new();
    for position in 0..500 * scale {
        write!(
            text,
            "struct Light{position} {{
    position: vec3f,
    range: f32,
    @align(16) hits: atomic<u32>,
}}
struct Scene{position} {{
    count: u32,
    lights: array<Light{position}, 4>,
}}
@group({position}) @binding(0) var<storage, read_write> scene{position}: Scene{position};
fn move{position}(light: ptr<storage, Light{position}, read_write>, by: vec3f) -> u32 {{
    (*light).position += by;
    light.range = length(by) * light.range;
    return atomicAdd(&light.hits, 1);
}}
fn all{position}(first: u32) -> u32 {{
    let light = &scene{position}.lights[first];
    return move{position}(light, vec3f(1)) + move{position}(&scene{position}.lights[first + 1], vec3f(2));
}}
"
        )
        .expect("a string takes all");
    }
    text
}

/// Structs, uniform and storage buffers of them, and functions that take parts of them by value: 20 lines each time.
fn by_value(scale: usize) -> String {
    let mut text = String::new();
    for position in 0..500 * scale {
        write!(
            text,
            "struct Light{position} {{
    position: vec3f,
    range: f32,
    direction: vec2f,
    kind: u32,
}}
struct Scene{position} {{
    count: u32,
    main: Light{position},
    weights: array<f32, 6>,
}}
@group({position}) @binding(0) var<uniform> scene{position}: Scene{position};
@group({position}) @binding(1) var<storage, read_write> goal{position}: Scene{position};
fn brightness{position}(light: Light{position}) -> f32 {{ return light.range + light.position.x; }}
fn all{position}(first: u32) -> f32 {{
    let light = &goal{position}.main;
    (*light).position += scene{position}.main.position.zyx;
    goal{position}.weights[first] *= scene{position}.weights[first];
    return brightness{position}(scene{position}.main) + f32(scene{position}.main.kind);
}}
"
        )
        .expect("a string takes all");
    }
    text
}

/// The same as `today` in the syntax of 2020: 20 lines each time.
fn of_2020(scale: usize) -> String {
    let mut text = String::new();
    for position in 0..500 * scale {
        write!(
            text,
            "struct Light{position} {{
    [[size(12)]] position : vec3<f32>;
    range : f32;
    hits : atomic<u32>;
}};
[[block]] struct Scene{position} {{
    count : u32;
    main : Light{position};
    lights : array<Light{position}, 4>;
}};
[[group({position}), binding(0)]] var<storage> scene{position} : Scene{position};
fn move{position}(value : ptr<function, vec3<f32>>, by : vec3<f32>) -> void {{
    value = value + by;
}}
fn all{position}(first : u32) -> u32 {{
    var sum : vec3<f32> = scene{position}.main.position;
    move{position}(sum, vec3<f32>(1.0, 2.0, 3.0));
    if (sum.x > 1.0) {{ return 1u; }} elseif (sum.y > 1.0) {{ return 2u; }}
    return atomicAdd(scene{position}.lights[first].hits, 1u);
}}
"
        )
        .expect("a string takes all");
    }
    text
}
