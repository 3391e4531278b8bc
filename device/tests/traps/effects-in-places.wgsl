// Calls in indices of rewritten expressions, in loops, conditions and `switch` are evaluated once, in order.
// changed: scalarize
struct E { a: vec2<u32>, b: u32, c: atomic<u32>, }
struct S { n: u32, e: array<E, 4>, tail: vec3<u32>, last: u32 }
@group(0) @binding(0) var<storage, read_write> s: S;
var<private> counter: u32;
fn next() -> u32 { counter += 1u; return counter % 4u; }
fn bump(x: ptr<function, u32>) -> u32 { (*x)++; return *x; }
@compute @workgroup_size(1) fn main() {
  var k = 0u;
  s.e[next()].b += next();
  s.e[next()].a[next() % 2u] *= next() + bump(&k);
  s.e[bump(&k)].a.y++;
  s.e[next()].a = vec2u(next(), next());
  s.tail[next() % 3u] <<= 1u;
  s.tail.y--;
  s.n = atomicAdd(&s.e[next()].c, s.e[next()].a.x + next());
  for (var i = next(); i < s.e[next()].b; i += s.e[i % 4].a.x + 1u) { s.last ^= i; if (i > 100) { break; } }
  loop { s.n += 1; continuing { s.tail.x |= next(); break if s.n > s.e[next()].b || counter > 60u; } }
  while (s.tail.z < next()) { s.tail.z += 1u; }
  switch (s.e[next()].a.x) { case 0u, 1u: { s.last = 1; } default: { s.last = s.tail.x; } }
  _ = s.e[next()].b;
  let t = select(s.n, s.e[next()].b, (s.last > 1 && s.e[next()].a.x == 2u) || s.tail.x < s.tail.y);
  s.last = t;
}
