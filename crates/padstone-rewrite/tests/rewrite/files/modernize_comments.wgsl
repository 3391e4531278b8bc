// rewrite modernize --lang wgsl-2020
type /* the type of a light */ Range = f32;
[[block]] struct Lights { [[offset(0)]] near : Range /* first */ ; [[offset(4)]] far : Range; } /* done */ ;
[[set(0), binding(0)]] var<uniform> lights : Lights;
let /* let it be */ count : i32 = 1;
[[override(3)]] const /* const bias */ bias : f32 = 0.5;
fn nothing() -> /* returns -> nothing */ void {
}
[[stage(compute), workgroup_size(1)]]
fn main() /* no result */ -> void {
  var set : f32 = lights.near + bias;
  if (set > 1.0) {
    set = 1.0;
  } /* elseif set is small */ elseif (set > 0.5) {
    set = 0.25;
  }
  nothing();
}
