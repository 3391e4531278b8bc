// A struct is a variable, and the element of arrays whose stride would change if it were packed there too.
// changed: pack
struct S { uv: array<u32, 5> }
struct List { count: u32, first: S, rest: array<S, 2> }
@group(0) @binding(0) var<storage> one: S;
@group(0) @binding(1) var<storage> many: array<S, 3>;
@group(0) @binding(2) var<storage> list: List;
@group(0) @binding(3) var<storage, read_write> results: array<u32, 64>;

@compute @workgroup_size(1)
fn main() {
    for (var i = 0u; i < 5u; i++) {
        results[i] = one.uv[i];
        for (var k = 0u; k < 3u; k++) {
            results[5u + k * 5u + i] = many[k].uv[i];
        }
        results[20u + i] = list.first.uv[i];
        results[25u + i] = list.rest[0].uv[i];
        results[30u + i] = list.rest[i % 2u].uv[4];
    }
    let whole = list.rest[1];
    results[35] = whole.uv[2];
    results[36] = list.count;
    let last = many[2];
    results[37] = last.uv[4];
}
