// rewrite modernize --lang wgsl-2020
// Today, stage inputs and outputs are parameters and results.
[[location(0)]] var<in> color : vec4<f32>;
[[location(0)]] var<out> painted : vec4<f32>;

[[stage(fragment)]]
fn main() -> void { painted = color; }
