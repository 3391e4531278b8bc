// rewrite pack
// Another `i` shadows the one in the pointer's index.
struct Values { scale_values: array<vec4<f32>, 2> }
@group(0) @binding(0) var<storage, read> u: Values;

fn load_u_values(i: u32) -> f32 {
    let at = 1u + min(i, 6u);
    return u.scale_values[at / 4u][at % 4u];
}

fn sum(i: u32) -> f32 {
    let p_at = i;
    let p = &u;
    var sum = load_u_values(p_at);
    {
        let i = 3u;
        sum += load_u_values(p_at) * load_u_values(i);
    }
    return sum;
}
