// rewrite pack
// Another `i` shadows the one in the pointer's index.
struct Values { scale: f32, values: array<f32, 7> }
@group(0) @binding(0) var<storage, read> u: Values;

fn sum(i: u32) -> f32 {
    let p = &u.values[i];
    var sum = *p;
    {
        let i = 3u;
        sum += *p * u.values[i];
    }
    return sum;
}
