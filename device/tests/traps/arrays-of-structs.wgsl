// Structs in an array cannot be inlined into the struct that contains the array.
struct Cell { value: vec3u, kind: u32, next: vec2u }
struct Grid { size: u32, cells: array<Cell, 3>, last: Cell }
@group(0) @binding(0) var<storage, read_write> grid: Grid;
@group(0) @binding(1) var<storage, read> old: Grid;

@compute @workgroup_size(1)
fn main() {
    for (var i = 0u; i < 3u; i++) {
        grid.cells[i].kind = old.cells[2u - i].kind;
        grid.cells[i].value.y += i;
        let cell = &grid.cells[i];
        (*cell).next = (*cell).next.yx;
    }
    grid.cells[1] = old.last;
    grid.last = old.cells[old.size % 3u];
    var cells = old.cells;
    cells[0].value = vec3u(1u, 2u, 3u);
    grid.cells[2] = cells[0];
}
