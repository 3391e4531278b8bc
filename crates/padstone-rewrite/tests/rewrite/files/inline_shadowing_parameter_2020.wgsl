// rewrite inline --lang wgsl-2020
struct Inner { a : i32; b : i32; };
[[block]] struct Outer { i : i32; inner : Inner; };
[[group(0), binding(0)]] var<storage> s : [[access(read_write)]] Outer;
fn set(s : ptr<function, Inner>) -> void { s.a = 5; s.b = s.a + 1; }
[[stage(compute), workgroup_size(1)]]
fn main() -> void {
  var v : Outer;
  set(v.inner);
  s.i = v.inner.a + s.inner.a;
}
