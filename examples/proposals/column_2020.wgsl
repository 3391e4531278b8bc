[[block]] struct Turn { basis: mat3x3<f32>; angle: f32; };
[[group(0), binding(0)]] var<storage> turn: [[access(read_write)]] Turn;
fn up() -> vec3<f32> { const axis: ptr<storage, vec3<f32>> = turn.basis[1]; return axis; }
