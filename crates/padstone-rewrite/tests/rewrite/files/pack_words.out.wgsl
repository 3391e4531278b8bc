// rewrite pack
// A function whose name begins like a vector type, and structs and variables whose names begin like other words of the language.
struct Numbers { abcd: vec4<f32> }
struct ptrLight { a: vec3f, b: f32 }

struct ptrLight_packed {
    ab: vec4<f32>,
}
struct a { x: vec3f, y: f32, z: vec2f }

struct a_packed {
    xy: vec4<f32>,
    z: vec4<f32>,
}
struct Items { n: vec4<u32>, items: array<a_packed, 3>, m: vec4<f32> }
struct Record { pq: vec4<f32> }
@group(0) @binding(0) var<uniform> material_index: Numbers;
@group(0) @binding(1) var<uniform> light: ptrLight_packed;
@group(0) @binding(2) var<storage> r: Items;
@group(0) @binding(3) var<storage> record: Record;
@group(0) @binding(4) var<storage, read_write> out: array<f32>;
fn vecmul(x: f32, y: f32) -> vec2<f32> { return vec2<f32>(x * y, x + y); }
fn shadowed() -> f32 {
    var Record_1 = 1u;
    let pointer: ptr<storage, Record_alias> = &record;
    return (*pointer).pq.w + f32(Record_1);
}
alias Record_alias = Record;
@compute @workgroup_size(1)
fn main() {
    let product = vecmul(material_index.abcd.x, material_index.abcd.y);
    out[0] = product.x + product.y;
    var copy: ptrLight;
    copy.a = light.ab.xyz;
    copy.b = light.ab.w;
    out[1] = copy.a.x + copy.b;
    let items: ptr<storage, array<a_packed, 3>, read> = &r.items;
    out[2] = (*items)[1].xy.w + r.m.x;
    var value = a(r.items[1].xy.xyz, r.items[1].xy.w, r.items[1].z.xy);
    out[3] = value.x.x + shadowed();
}
