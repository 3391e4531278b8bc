// rewrite inline --lang wgsl-2020
[[block]] struct Outer { i : i32; pad : f32; pad_1 : f32; pad_2 : f32; inner_a : i32; inner_b : i32; };
[[group(0), binding(0)]] var<storage> s : [[access(read_write)]] Outer;
fn set_Outer(s_1 : ptr<function, Outer>) -> void { s_1.inner_a = 5; s_1.inner_b = s_1.inner_a + 1; }
[[stage(compute), workgroup_size(1)]]
fn main() -> void {
  var v : Outer;
  set_Outer(v);
  s.i = v.inner_a + s.inner_a;
}
