// rewrite pack
// A function whose name begins like a vector type, and structs and variables whose names begin like other words of the language.
struct Numbers { a: f32, b: f32, c: f32, d: f32 }
struct ptrLight { a: vec3f, b: f32 }
struct a { x: vec3f, y: f32, z: vec2f }
struct Items { n: vec4<u32>, items: array<a, 3>, m: f32 }
struct Record { p: vec3f, q: f32 }
@group(0) @binding(0) var<uniform> material_index: Numbers;
@group(0) @binding(1) var<uniform> light: ptrLight;
@group(0) @binding(2) var<storage> r: Items;
@group(0) @binding(3) var<storage> record: Record;
@group(0) @binding(4) var<storage, read_write> out: array<f32>;
fn vecmul(x: f32, y: f32) -> vec2<f32> { return vec2<f32>(x * y, x + y); }
fn shadowed() -> f32 {
    var Record = 1u;
    let pointer: ptr<storage, Record_alias> = &record;
    return (*pointer).q + f32(Record);
}
alias Record_alias = Record;
@compute @workgroup_size(1)
fn main() {
    let product = vecmul(material_index.a, material_index.b);
    out[0] = product.x + product.y;
    var copy: ptrLight;
    copy.a = light.a;
    copy.b = light.b;
    out[1] = copy.a.x + copy.b;
    let items: ptr<storage, array<a, 3>, read> = &r.items;
    out[2] = (*items)[1].y + r.m;
    var value = a(r.items[1].x, r.items[1].y, r.items[1].z);
    out[3] = value.x.x + shadowed();
}
