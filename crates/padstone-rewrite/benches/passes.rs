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
    for at in 0..500 * scale {
        write!(
            text,
            "struct Light{at} {{
    position: vec3f,
    range: f32,
    @align(16) hits: atomic<u32>,
}}
struct Scene{at} {{
    count: u32,
    lights: array<Light{at}, 4>,
}}
@group({at}) @binding(0) var<storage, read_write> scene{at}: Scene{at};
fn move{at}(light: ptr<storage, Light{at}, read_write>, by: vec3f) -> u32 {{
    (*light).position += by;
    light.range = length(by) * light.range;
    return atomicAdd(&light.hits, 1);
}}
fn all{at}(first: u32) -> u32 {{
    let light = &scene{at}.lights[first];
    return move{at}(light, vec3f(1)) + move{at}(&scene{at}.lights[first + 1], vec3f(2));
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
    for at in 0..500 * scale {
        write!(
            text,
            "struct Light{at} {{
    position: vec3f,
    range: f32,
    direction: vec2f,
    kind: u32,
}}
struct Scene{at} {{
    count: u32,
    main: Light{at},
    weights: array<f32, 6>,
}}
@group({at}) @binding(0) var<uniform> scene{at}: Scene{at};
@group({at}) @binding(1) var<storage, read_write> goal{at}: Scene{at};
fn brightness{at}(light: Light{at}) -> f32 {{ return light.range + light.position.x; }}
fn all{at}(first: u32) -> f32 {{
    let light = &goal{at}.main;
    (*light).position += scene{at}.main.position.zyx;
    goal{at}.weights[first] *= scene{at}.weights[first];
    return brightness{at}(scene{at}.main) + f32(scene{at}.main.kind);
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
    for at in 0..500 * scale {
        write!(
            text,
            "struct Light{at} {{
    [[size(12)]] position : vec3<f32>;
    range : f32;
    hits : atomic<u32>;
}};
[[block]] struct Scene{at} {{
    count : u32;
    main : Light{at};
    lights : array<Light{at}, 4>;
}};
[[group({at}), binding(0)]] var<storage> scene{at} : Scene{at};
fn move{at}(value : ptr<function, vec3<f32>>, by : vec3<f32>) -> void {{
    value = value + by;
}}
fn all{at}(first : u32) -> u32 {{
    var sum : vec3<f32> = scene{at}.main.position;
    move{at}(sum, vec3<f32>(1.0, 2.0, 3.0));
    if (sum.x > 1.0) {{ return 1u; }} elseif (sum.y > 1.0) {{ return 2u; }}
    return atomicAdd(scene{at}.lights[first].hits, 1u);
}}
"
        )
        .expect("a string takes all");
    }
    text
}
