//! The dependency graph (WGSL, section 15.2.2).

use padstone_source::Span;

/// A node: control at some point, or a value there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node(u32);

/// Nodes, each with edges to the nodes that must be uniform for it to be uniform.
pub(super) struct Graph {
    /// For each node, its span in the source, and its last edge.
    nodes: Vec<(Option<Span>, Option<u32>)>,
    /// The target of each edge, and the previous edge of the same node.
    edges: Vec<(Node, Option<u32>)>,
}

impl Graph {
    /// The node of everything that may be non-uniform.
    pub(super) const MAY_BE_NON_UNIFORM: Node = Node(0);
    /// Control at the start of the function.
    pub(super) const START: Node = Node(1);

    pub(super) fn new() -> Graph {
        Graph { nodes: vec![(None, None); 2], edges: Vec::new() }
    }

    /// A node that depends on others.
    pub(super) fn node(&mut self, on: impl IntoIterator<Item = Node>) -> Node {
        // The number of nodes is limited by memory.
        let node = Node(self.nodes.len() as u32);
        self.nodes.push((None, None));
        on.into_iter().for_each(|on| self.edge(node, on));
        node
    }

    /// A value that may be non-uniform, at this span.
    pub(super) fn varying(&mut self, span: Span) -> Node {
        let node = self.node([Graph::MAY_BE_NON_UNIFORM]);
        self.nodes[node.0 as usize].0 = Some(span);
        node
    }

    pub(super) fn edge(&mut self, from: Node, to: Node) {
        let last = &mut self.nodes[from.0 as usize].1;
        let before = last.replace(self.edges.len() as u32);
        self.edges.push((to, before));
    }

    /// Everything that a node depends on.
    pub(super) fn reach(&self, from: Node) -> Dependencies<'_> {
        let mut before = vec![None; self.nodes.len()];
        let mut pending = vec![from];
        before[from.0 as usize] = Some(from);
        while let Some(node) = pending.pop() {
            let mut next = self.nodes[node.0 as usize].1;
            while let Some(edge) = next {
                let (to, earlier) = self.edges[edge as usize];
                next = earlier;
                if before[to.0 as usize].is_none() {
                    before[to.0 as usize] = Some(node);
                    pending.push(to);
                }
            }
        }
        Dependencies { graph: self, before }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// The dependencies of a node, and the paths to them.
pub(super) struct Dependencies<'g> {
    graph: &'g Graph,
    before: Vec<Option<Node>>,
}

impl Dependencies<'_> {
    pub(super) fn has(&self, node: Node) -> bool {
        self.before[node.0 as usize].is_some()
    }

    /// The first step of the path to a node.
    pub(super) fn first_step(&self, to: Node) -> Node {
        let mut step = to;
        while let Some(before) = self.before[step.0 as usize] {
            if self.before[before.0 as usize] == Some(before) {
                break;
            }
            step = before;
        }
        step
    }

    /// The span at which a value may become non-uniform.
    pub(super) fn source(&self) -> Option<Span> {
        let node = self.before[Graph::MAY_BE_NON_UNIFORM.0 as usize]?;
        self.graph.nodes[node.0 as usize].0
    }
}
