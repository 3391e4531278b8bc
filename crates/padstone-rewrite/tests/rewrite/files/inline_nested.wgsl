// rewrite inline
// Three levels, and arrays of structs, which remain arrays.
struct Leaf { a: vec3f, b: f32 }
struct Node { leaf: Leaf, more: array<Leaf, 2>, c: u32 } // a node
struct Tree {
    left: Node, // first
    right: Node,
    @size(32) count: u32,
    last: vec2f,
}
@group(0) @binding(0) var<storage, read_write> tree: Tree;
@group(0) @binding(1) var<storage, read_write> nodes: array<Node>;

fn next() -> u32 {
    tree.count += 1u;
    return tree.count;
}

// Nothing here changes.
fn untouched(v:  vec3f)->f32 { /* as it is */ return v.x; }

@compute @workgroup_size(1)
fn main() {
    tree.left = tree.right;
    tree.left.leaf.a.x = untouched(tree.right.leaf.a);
    nodes[next()].leaf = Leaf(vec3f(1), 2);
    nodes[next()] = nodes[next()];
    nodes[1].more[next()] = tree.left.leaf;
    let leaf = &nodes[next()].leaf;
    (*leaf).b += tree.last.y;
    tree.right.leaf = *leaf;
}
