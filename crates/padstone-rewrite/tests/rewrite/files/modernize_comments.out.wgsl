// rewrite modernize --lang wgsl-2020
alias /* the type of a light */ Range = f32;
struct Lights { near : Range /* first */ , far : Range, } /* done */ 
@group(0) @binding(0) var<uniform> lights : Lights;
const /* let it be */ count : i32 = 1;
@id(3) override /* const bias */ bias : f32 = 0.5;
fn nothing() /* returns -> nothing */  {
}
@compute @workgroup_size(1)
fn main() /* no result */  {
  var set_ : f32 = lights.near + bias;
  if (set_ > 1.0) {
    set_ = 1.0;
  } /* elseif set is small */ else if (set_ > 0.5) {
    set_ = 0.25;
  }
  nothing();
}
