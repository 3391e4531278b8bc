// rewrite inline
// Three levels, and arrays of structs, which remain arrays.
struct Leaf { a: vec3f, b: f32 }
struct Node { leaf: Leaf, more: array<Leaf, 2>, c: u32 } // a node

struct Node_flat {
    leaf_a: vec3f,
    leaf_b: f32,
    more: array<Leaf, 2>,
    c: u32,
}
struct Tree {
    left_leaf_a: vec3f,
    left_leaf_b: f32,
    left_more: array<Leaf, 2>,
    left_c: u32, // first
    right_leaf_a: vec3f,
    right_leaf_b: f32,
    right_more: array<Leaf, 2>,
    @size(16) right_c: u32,
    @size(32) count: u32,
    last: vec2f,
}
@group(0) @binding(0) var<storage, read_write> tree: Tree;

fn load_tree_right() -> Node {
    return Node(Leaf(tree.right_leaf_a, tree.right_leaf_b), tree.right_more, tree.right_c);
}
@group(0) @binding(1) var<storage, read_write> nodes: array<Node_flat>;

fn load_nodes(i: u32) -> Node {
    return Node(Leaf(nodes[i].leaf_a, nodes[i].leaf_b), nodes[i].more, nodes[i].c);
}

fn next() -> u32 {
    tree.count += 1u;
    return tree.count;
}

// Nothing here changes.
fn untouched(v:  vec3f)->f32 { /* as it is */ return v.x; }

@compute @workgroup_size(1)
fn main() {
    {
        let value: Node = load_tree_right();
        tree.left_leaf_a = value.leaf.a;
        tree.left_leaf_b = value.leaf.b;
        tree.left_more = value.more;
        tree.left_c = value.c;
    }
    tree.left_leaf_a.x = untouched(tree.right_leaf_a);
    {
        let at = next();
        let value_1: Leaf = Leaf(vec3f(1), 2);
        nodes[at].leaf_a = value_1.a;
        nodes[at].leaf_b = value_1.b;
    }
    {
        let at_1 = next();
        let value_2: Node = load_nodes(next());
        nodes[at_1].leaf_a = value_2.leaf.a;
        nodes[at_1].leaf_b = value_2.leaf.b;
        nodes[at_1].more = value_2.more;
        nodes[at_1].c = value_2.c;
    }
    nodes[1].more[next()] = Leaf(tree.left_leaf_a, tree.left_leaf_b);
    let leaf_at = next();
    let leaf = &nodes[leaf_at];
    (*leaf).leaf_b += tree.last.y;
    {
        let value_3: Leaf = Leaf((*leaf).leaf_a, (*leaf).leaf_b);
        tree.right_leaf_a = value_3.a;
        tree.right_leaf_b = value_3.b;
    }
}
