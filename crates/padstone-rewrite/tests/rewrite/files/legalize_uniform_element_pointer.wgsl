// rewrite legalize-uniform
struct Cell { weights: array<f32, 2> }
alias Cells = ptr<uniform, array<Cell, 3>>;
@group(0) @binding(0) var<uniform> cells: array<Cell, 3>;
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let cell: ptr<uniform, Cell> = &cells[id.x];
    let all: Cells = &cells;
    result[0] = cell.weights[id.y] + all[1].weights[0];
}
