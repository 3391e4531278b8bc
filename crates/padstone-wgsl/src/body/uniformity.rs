//! Uniformity analysis (WGSL, section 15.2): barriers, derivatives and subgroup operations require control flow that is the same in all
//! invocations. Each function is analyzed separately, with summaries of its callees.

mod calls;
mod expressions;
mod filters;
mod graph;
mod statements;

use padstone_diag::{Diagnostic, Severity, codes};
use padstone_source::Span;

use super::roots::Roots;
use crate::resolve::{BodyTypes, ResolvedGlobal, Resolver};
use crate::tree::{Body, Declaration, DeclarationKind};
use crate::types::Type;
use filters::Filters;
use graph::{Graph, Node};
use statements::LoopOrSwitch;

/// The maximum number of nodes and variable values to visit in one module. Shaders written by people need far fewer; the analysis stops
/// there.
const STEPS: usize = 20_000_000;

/// The summary of a function for its callers.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionSummary {
    /// The requirement on the control flow at the call.
    call: Option<UniformityRequirement>,
    parameters: Vec<Parameter>,
    /// Whether its result may be non-uniform for all arguments.
    varies: bool,
}

/// A requirement of uniformity: its severity, and the built-in function that requires it.
#[derive(Clone, Copy, Debug)]
struct UniformityRequirement {
    severity: Severity,
    function: &'static str,
}

#[derive(Clone, Debug, Default)]
struct Parameter {
    value: ArgumentUse,
    /// The use of the pointee.
    contents: ArgumentUse,
    /// The effect on the pointee.
    left: PointerEffect,
}

/// How a function uses an argument.
#[derive(Clone, Copy, Debug, Default)]
struct ArgumentUse {
    needs: Option<UniformityRequirement>,
    /// Whether the result may depend on it.
    is_returned: bool,
}

/// The effect of a function on the pointee of a pointer parameter.
#[derive(Clone, Debug, Default)]
struct PointerEffect {
    varies: bool,
    /// The parameters on whose values, and on whose pointees, it depends.
    values: Vec<usize>,
    contents: Vec<usize>,
}

/// A requirement of uniformity.
#[derive(Clone, Copy, Debug)]
struct RequiredNode {
    node: Node,
    needs: UniformityRequirement,
    /// The call.
    span: Span,
    /// Whether an argument must be uniform, rather than the control flow.
    is_argument: bool,
}

/// The analysis of one function.
struct FunctionAnalysis<'a, 'r> {
    roots: Roots<'a, 'r>,
    summaries: &'a [Option<FunctionSummary>],
    graph: Graph,
    /// The value of each local, followed by the pointee of each parameter.
    values: Vec<Node>,
    levels: Vec<LoopOrSwitch>,
    filters: Filters,
    requirements: Vec<RequiredNode>,
    /// The result.
    result: Node,
    /// The nodes of the parameters' pointees at each return.
    left: Vec<Node>,
    steps: &'a mut usize,
}

impl Resolver<'_> {
    /// Reports operations that require uniform control flow without having it. In `order`, functions come after their callees.
    pub(super) fn check_uniformity(&mut self, bodies: &[Option<Body>], functions: &[Option<BodyTypes>], order: &[usize]) {
        let mut summaries: Vec<Option<FunctionSummary>> = vec![None; functions.len()];
        let mut steps = STEPS;
        for &index in order {
            let (Some(body), Some(found)) = (&bodies[index], &functions[index]) else { continue };
            let declaration = self.tree.declarations[index];
            let (summary, broken) = self.summarise(index, &declaration, body, found, &summaries, &mut steps);
            if steps == 0 {
                return;
            }
            summaries[index] = Some(summary);
            if let Some((requirement, source)) = broken {
                self.report_requirement(requirement, source);
            }
        }
    }

    /// The summary of a function, and its violations.
    fn summarise(
        &self,
        index: usize,
        declaration: &Declaration,
        body: &Body,
        found: &BodyTypes,
        summaries: &[Option<FunctionSummary>],
        steps: &mut usize,
    ) -> (FunctionSummary, Option<(RequiredNode, Option<Span>)>) {
        let (DeclarationKind::Function(function), ResolvedGlobal::Function(signature)) = (declaration.kind, &self.globals[index]) else {
            return (FunctionSummary::default(), None);
        };
        let names = &self.tree[function.parameters];
        let mut graph = Graph::new();
        let result = graph.node([]);
        let mut values = vec![Graph::START; found.locals.len() + names.len()];
        for (number, name) in names.iter().enumerate() {
            let is_uniform = signature.uniform_inputs.get(number).copied();
            values[number] = match is_uniform {
                Some(true) => Graph::START,
                Some(false) => graph.varying(name.name.span),
                None => graph.node([]),
            };
            values[found.locals.len() + number] = graph.node([]);
        }
        let inputs = values.clone();
        let left: Vec<Node> = names.iter().map(|_| graph.node([])).collect();
        let filters = Filters::of_module(self).with(self, &self.tree.nodes, declaration.attributes);
        let filters = filters.with(self, &body.nodes, body[body.root].attributes);
        let mut walk = FunctionAnalysis {
            roots: Roots::new(self, body, found, names.len()),
            summaries,
            graph,
            values,
            levels: Vec::new(),
            filters,
            requirements: Vec::new(),
            result,
            left,
            steps,
        };
        walk.function();
        let is_pointer = |number: usize| signature.parameters.get(number).is_some_and(|&ty| matches!(self.types[ty], Type::Pointer(_)));
        let contents = |number: usize| inputs[found.locals.len() + number];
        walk.summary((0..names.len()).map(|number| (inputs[number], contents(number), is_pointer(number))).collect())
    }

    fn report_requirement(&mut self, requirement: RequiredNode, source: Option<Span>) {
        let RequiredNode { needs: UniformityRequirement { severity, function }, span, is_argument, .. } = requirement;
        let message = match is_argument {
            true => format!("`{function}` requires a uniform argument, but this one may differ between invocations"),
            false => format!("`{function}` requires uniform control flow, but control flow may be non-uniform here"),
        };
        let found = Diagnostic::new(severity, &codes::NOT_UNIFORM, message, span).label(span, "");
        self.report(match source {
            Some(source) => found.label(source, "may differ between invocations"),
            None => found,
        });
    }
}

impl FunctionAnalysis<'_, '_> {
    /// The summary at the end. `inputs` contains, for each parameter, its value, its pointee, and whether it is a pointer.
    fn summary(self, inputs: Vec<(Node, Node, bool)>) -> (FunctionSummary, Option<(RequiredNode, Option<Span>)>) {
        let mut summary = FunctionSummary { parameters: vec![Parameter::default(); inputs.len()], ..FunctionSummary::default() };
        let mut graph = self.graph;
        let mut broken = None;
        for severity in [Severity::Error, Severity::Warning, Severity::Note] {
            let of_severity: Vec<RequiredNode> =
                self.requirements.iter().copied().filter(|requirement| requirement.needs.severity == severity).collect();
            if of_severity.is_empty() {
                continue;
            }
            let required = graph.node(of_severity.iter().map(|requirement| requirement.node));
            let reached = graph.reach(required);
            let requirement_of = |node: Node| {
                let step = reached.first_step(node);
                of_severity.iter().copied().find(|requirement| requirement.node == step).filter(|_| reached.has(node))
            };
            if broken.is_none() {
                broken = requirement_of(Graph::MAY_BE_NON_UNIFORM).map(|requirement| (requirement, reached.source()));
            }
            let needs = |node: Node| requirement_of(node).map(|requirement| requirement.needs);
            summary.call = summary.call.or(needs(Graph::START));
            for (parameter, &(value, contents, _)) in summary.parameters.iter_mut().zip(&inputs) {
                parameter.value.needs = parameter.value.needs.or(needs(value));
                parameter.contents.needs = parameter.contents.needs.or(needs(contents));
            }
        }
        let returned = graph.reach(self.result);
        summary.varies = returned.has(Graph::MAY_BE_NON_UNIFORM);
        for (parameter, &(value, contents, _)) in summary.parameters.iter_mut().zip(&inputs) {
            parameter.value.is_returned = returned.has(value);
            parameter.contents.is_returned = returned.has(contents);
        }
        for (number, &(_, _, is_pointer)) in inputs.iter().enumerate() {
            if !is_pointer {
                continue;
            }
            *self.steps = self.steps.saturating_sub(graph.len());
            let reached = graph.reach(self.left[number]);
            let reaches = |node: fn(&(Node, Node, bool)) -> Node| {
                (0..inputs.len()).filter(|&other| reached.has(node(&inputs[other]))).collect::<Vec<usize>>()
            };
            summary.parameters[number].left = PointerEffect {
                varies: reached.has(Graph::MAY_BE_NON_UNIFORM),
                values: reaches(|&(value, _, _)| value),
                contents: reaches(|&(_, contents, _)| contents),
            };
        }
        (summary, broken)
    }
}
