// Operands and branches that are not evaluated have no effects: the right side of `&&`, other branches of loops and switches.
// changed: inline, scalarize
struct S { a: vec2u, b: u32, list: array<u32, 5>, flag: u32 }
struct T { n: u32, s: S, z: vec3u }
@group(0) @binding(0) var<storage, read_write> t: T;
@group(0) @binding(1) var<storage, read> before: T;
@group(0) @binding(2) var<storage, read_write> log: array<u32, 32>;
var<private> n: u32;

fn bump(by: u32) -> u32 { n += by; log[n % 30u] += by; return n; }
fn yes(s: S) -> bool { return s.b > 3u && bump(1u) > 2u; }

@compute @workgroup_size(1)
fn main() {
    if ((t.s.a[bump(1u) % 2u] > 5u && before.s.list[bump(2u) % 5u] > 100u) || yes(before.s)) { log[30] = 1u; }
    while (t.s.list[bump(1u) % 5u] > 10u && n < 20u) { t.s.list[bump(1u) % 5u] >>= 3u; t.n++; }
    loop { if (n > 60u) { break; } continuing { t.z[bump(5u) % 3u] += 1u; } }
    for (var i = 0u; i < before.s.list[2] % 4u; i++) { t.s.a[i % 2u] += before.s.a[i]; }
    switch (t.s.b % 3u) { case 0u: { t.s.flag = 1u; } case 1u, default: { t.s.flag = before.s.flag; } }
    log[31] = select(t.s.b, before.s.b, yes(before.s));
    var x = t.s;
    x.list[1] = 3u;
    t.s = x;
    t.s.a = t.s.a.yx;
    t.s.a[t.s.b % 2u] = t.s.a.x;
    _ = t.s.a.x + bump(2u);
}
