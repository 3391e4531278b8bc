// rewrite modernize --lang wgsl-2020
// What stages read and write are parameters and results today.
[[location(0)]] var<in> color : vec4<f32>;
[[location(0)]] var<out> painted : vec4<f32>;

[[stage(fragment)]]
fn main() -> void { painted = color; }
