// rewrite legalize-uniform
struct Cell { weights: array<f32, 2> }
alias Cells = ptr<uniform, array<Cell, 3>>;
@group(0) @binding(0) var<uniform> cells: array<vec4<f32>, 2>;

fn load_cells_weights(i: u32, j: u32) -> f32 {
    let at = min(i, 2u) * 2u + min(j, 1u);
    return cells[at / 4u][at % 4u];
}
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let cell_at = id.x;
    let cell = &cells;
    let all = &cells;
    result[0] = load_cells_weights(cell_at, id.y) + (*all)[0].z;
}
