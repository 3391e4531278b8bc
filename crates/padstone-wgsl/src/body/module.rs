//! All bodies of a file, and errors across functions: recursion, operations that a stage does not allow, aliasing pointers, and required
//! uniform control flow.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::Stage;
use padstone_source::Interner;

use super::Checker;
use super::alias::MemoryAccesses;
use crate::attributes::STAGES;
use crate::parse::{parse, parse_body};
use crate::resolve::{BodyTypes, ResolvedGlobal, Resolver};
use crate::tree::{Body, Declaration, DeclarationKind, Source, Tree};

/// Reports the errors of a file, including its function bodies.
pub fn check_bodies(source: Source<'_>, found: &mut Diagnostics) {
    let mut names = Interner::new();
    let tree = parse(source, &mut names, found);
    let bodies = parse_bodies(source, &tree, &mut names, found);
    Checker::new(source, &tree, &names, found).bodies(&bodies);
}

/// The bodies of all functions, by their declarations.
pub(crate) fn parse_bodies(source: Source<'_>, tree: &Tree, names: &mut Interner, found: &mut Diagnostics) -> Vec<Option<Body>> {
    let body = |declaration: &Declaration| match &declaration.kind {
        DeclarationKind::Function(function) => function.body.map(|body| parse_body(source, body, names, found)),
        _ => None,
    };
    tree.declarations.iter().map(body).collect()
}

impl<'a> Checker<'a> {
    /// Reports the errors of all bodies of a module, by their declarations, and those across functions: recursion, operations that a stage does not
    /// allow, aliasing pointers, and control flow that is not uniform.
    pub fn bodies(&mut self, bodies: &'a [Option<Body>]) {
        let typed = bodies.iter().enumerate().map(|(index, body)| Some(self.body(index, body.as_ref()?)?.found));
        let functions: Vec<Option<BodyTypes>> = typed.collect();
        if !self.resolver.check_calls(&functions) {
            return;
        }
        let memories = bodies.iter().zip(&functions).enumerate().map(|(index, (body, found))| {
            let DeclarationKind::Function(function) = self.resolver.tree.declarations[index].kind else { return None };
            Some(self.resolver.memories(body.as_ref()?, found.as_ref()?, self.resolver.tree[function.parameters].len()))
        });
        let memories: Vec<Option<MemoryAccesses>> = memories.collect();
        let order = bottom_up(&functions);
        self.resolver.check_aliases(&memories, &order);
        // Callees with unknown types are unknown too.
        let are_known = !self.resolver.has_errors() && self.resolver.unsupported_extension().is_none();
        if !self.resolver.is_draft() && are_known {
            self.resolver.check_uniformity(bodies, &functions, &order);
        }
    }
}

impl Resolver<'_> {
    /// Follows functions along their calls: once to find cycles, and once for each stage. False if there are cycles.
    fn check_calls(&mut self, functions: &[Option<BodyTypes>]) -> bool {
        let is_acyclic = self.check_cycles(functions);
        for stage in STAGES {
            self.check_stage(functions, stage);
        }
        is_acyclic
    }

    fn check_cycles(&mut self, functions: &[Option<BodyTypes>]) -> bool {
        let mut state = vec![VisitState::Unseen; functions.len()];
        let mut path: Vec<(usize, usize)> = Vec::new();
        for root in 0..functions.len() {
            if state[root] == VisitState::Unseen {
                state[root] = VisitState::OnPath;
                path.push((root, 0));
            }
            while let Some((index, next)) = path.last_mut() {
                let call = functions[*index].as_ref().and_then(|found| found.calls.get(*next));
                *next += 1;
                let Some(&called) = call else {
                    state[*index] = VisitState::Done;
                    path.pop();
                    continue;
                };
                let called = called as usize;
                match state[called] {
                    VisitState::Done => {}
                    VisitState::Unseen => {
                        state[called] = VisitState::OnPath;
                        path.push((called, 0));
                    }
                    VisitState::OnPath => {
                        let start = path.iter().position(|&(index, _)| index == called).unwrap_or(0);
                        let cycle: Vec<u32> = path[start..].iter().map(|&(index, _)| index as u32).collect();
                        self.report_cycle(&cycle);
                        // One cycle is enough.
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Reports operations in an entry point and its callees that its stage does not allow.
    fn check_stage(&mut self, functions: &[Option<BodyTypes>], stage: Stage) {
        let mut reached = vec![false; functions.len()];
        let is_entry = |global: &ResolvedGlobal| matches!(global, ResolvedGlobal::Function(signature) if signature.stage == Some(stage));
        // Functions, each with the entry point that reaches it.
        let mut pending: Vec<(usize, usize)> =
            self.globals.iter().enumerate().filter(|(_, global)| is_entry(global)).map(|(index, _)| (index, index)).collect();
        while let Some((index, entry)) = pending.pop() {
            let Some(found) = &functions[index] else { continue };
            if std::mem::replace(&mut reached[index], true) {
                continue;
            }
            for limit in found.limits.iter().filter(|limit| !limit.stages.contains(&stage)) {
                let message = format!("{} cannot be used in a `{}` shader", limit.operation, stage.name());
                let report = Diagnostic::error(&codes::SHADER_STAGE, message, limit.span).label(limit.span, "");
                let entry = self.tree.declarations[entry].name().filter(|_| entry != index);
                self.report(match entry {
                    Some(entry) => report.label(entry.span, "called by this entry point"),
                    None => report,
                });
            }
            pending.extend(found.calls.iter().map(|&called| (called as usize, entry)));
        }
    }
}

/// Functions, each after its callees. There is no recursion.
fn bottom_up(functions: &[Option<BodyTypes>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(functions.len());
    let mut seen = vec![false; functions.len()];
    for root in 0..functions.len() {
        let mut path = vec![(root, 0)];
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        while let Some((position, next)) = path.last_mut() {
            let callee = functions[*position].as_ref().and_then(|found| found.calls.get(*next));
            *next += 1;
            match callee.map(|&callee| callee as usize) {
                Some(callee) if !std::mem::replace(&mut seen[callee], true) => path.push((callee, 0)),
                Some(_) => {}
                None => order.extend(path.pop().map(|(position, _)| position)),
            }
        }
    }
    order
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum VisitState {
    Unseen,
    OnPath,
    Done,
}
