//! Calls: the requirements and results of functions (WGSL, section 15.2.9 and the functions of section 17).

use padstone_diag::Severity;
use padstone_source::Span;

use super::graph::Node;
use super::{FunctionAnalysis, RequiredNode, UniformityRequirement};
use crate::predeclared::{Entity, Predeclared, RuntimeFunction};
use crate::tree::{DeclarationKind, ExprId};
use crate::types::{AccessMode, Texture, Type};

impl FunctionAnalysis<'_, '_> {
    pub(super) fn call(&mut self, control: Node, id: ExprId, callee: ExprId, arguments: &[ExprId]) -> (Node, Node) {
        let mut control = control;
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            let value;
            (control, value) = self.value(control, argument);
            values.push(value);
        }
        let result = self.graph.node([control]);
        match self.roots.callee(callee) {
            Some(Entity::Global(position)) if self.is_function(position) => {
                self.call_declared(control, id, position as usize, arguments, &values, result)
            }
            Some(Entity::Predeclared(Predeclared::RuntimeFunction(function))) => {
                self.call_runtime(control, id, function, arguments, &values, result);
            }
            // Types, and functions that depend only on their arguments.
            _ => values.into_iter().for_each(|value| self.graph.edge(result, value)),
        }
        (control, result)
    }

    fn is_function(&self, position: u32) -> bool {
        matches!(self.roots.resolver.tree.declarations[position as usize].kind, DeclarationKind::Function(_))
    }

    fn require(&mut self, node: Node, needs: Option<UniformityRequirement>, span: Span, is_argument: bool) {
        self.requirements.extend(needs.map(|needs| RequiredNode { node, needs, span, is_argument }));
    }

    fn call_declared(&mut self, control: Node, id: ExprId, index: usize, arguments: &[ExprId], values: &[Node], result: Node) {
        let summaries = self.summaries;
        let Some(summary) = &summaries[index] else { return };
        let span = self.roots.body.nodes[id].span;
        self.require(control, summary.call, span, false);
        if summary.varies {
            let varying = self.graph.varying(span);
            self.graph.edge(result, varying);
        }
        let slots: Vec<Option<usize>> =
            arguments.iter().map(|&argument| self.roots.pointer_root(argument).and_then(|root| self.slot(root))).collect();
        // The roots of pointers to variables of the module.
        let contents: Vec<Option<Node>> = arguments
            .iter()
            .zip(&slots)
            .zip(values)
            .map(|((&argument, slot), &value)| match slot {
                Some(slot) => Some(self.values[*slot]),
                None => self.roots.pointer_root(argument).map(|_| self.load(value, argument)),
            })
            .collect();
        for (number, parameter) in summary.parameters.iter().enumerate().take(arguments.len()) {
            let argument = self.roots.body.nodes[arguments[number]].span;
            for (part, node) in [(parameter.value, Some(values[number])), (parameter.contents, contents[number])] {
                let Some(node) = node else { continue };
                self.require(node, part.needs, argument, true);
                if part.is_returned {
                    self.graph.edge(result, node);
                }
            }
        }
        for (number, parameter) in summary.parameters.iter().enumerate().take(arguments.len()) {
            let Some(slot) = slots[number] else { continue };
            let left = self.graph.node([control, values[number]]);
            if parameter.left.varies {
                let varying = self.graph.varying(span);
                self.graph.edge(left, varying);
            }
            let of_values = parameter.left.values.iter().map(|&other| values[other]);
            let of_contents = parameter.left.contents.iter().filter_map(|&other| contents[other]);
            let before = (!self.is_whole(arguments[number])).then_some(self.values[slot]);
            let sources: Vec<Node> = of_values.chain(of_contents).chain(before).collect();
            sources.into_iter().for_each(|source| self.graph.edge(left, source));
            self.values[slot] = left;
        }
    }

    fn call_runtime(&mut self, control: Node, id: ExprId, function: RuntimeFunction, arguments: &[ExprId], values: &[Node], result: Node) {
        use RuntimeFunction as F;
        let span = self.roots.body.nodes[id].span;
        let needs = |severity: Option<Severity>| severity.map(|severity| UniformityRequirement { severity, function: function.name() });
        let (derivatives, subgroups) = (needs(self.filters.derivatives), needs(self.filters.subgroups));
        let varies = match function {
            F::StorageBarrier | F::TextureBarrier | F::WorkgroupBarrier => {
                self.require(control, needs(Some(Severity::Error)), span, false);
                false
            }
            F::WorkgroupUniformLoad => {
                self.require(control, needs(Some(Severity::Error)), span, false);
                let argument = self.roots.body.nodes[arguments[0]].span;
                self.require(values[0], needs(Some(Severity::Error)), argument, true);
                false
            }
            _ if function.is_derivative() => {
                self.require(control, derivatives, span, false);
                true
            }
            _ if function.is_subgroup() => {
                self.require(control, subgroups, span, false);
                if matches!(function, F::SubgroupShuffleUp | F::SubgroupShuffleDown | F::SubgroupShuffleXor) {
                    let argument = self.roots.body.nodes[arguments[1]].span;
                    self.require(values[1], subgroups, argument, true);
                }
                true
            }
            F::TextureLoad => self.is_written_texture(arguments[0]),
            _ => function.name().starts_with("atomic"),
        };
        if varies {
            let varying = self.graph.varying(span);
            self.graph.edge(result, varying);
        }
        values.iter().for_each(|&value| self.graph.edge(result, value));
    }

    fn is_written_texture(&self, texture: ExprId) -> bool {
        let ty = self.roots.ty(texture).map(|ty| self.roots.resolver.types[ty]);
        matches!(ty, Some(Type::Texture(Texture::Storage(.., AccessMode::ReadWrite) | Texture::TexelBuffer(_, AccessMode::ReadWrite))))
    }
}
