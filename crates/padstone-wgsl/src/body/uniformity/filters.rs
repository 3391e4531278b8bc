//! The severity of uniformity violations: `diagnostic(off, derivative_uniformity)` (WGSL, sections 2.3 and 15.2).

use padstone_diag::Severity;

use crate::attributes::AttributeName;
use crate::resolve::Resolver;
use crate::tree::{Attribute, DirectiveKind, ExprId, ExpressionKind, List, Nodes};

/// The severity of each rule; `None` if it is off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filters {
    pub(super) derivatives: Option<Severity>,
    pub(super) subgroups: Option<Severity>,
}

impl Filters {
    /// The filters of the module.
    pub(super) fn of_module(resolver: &Resolver<'_>) -> Filters {
        let mut filters = Filters { derivatives: Some(Severity::Error), subgroups: Some(Severity::Error) };
        for directive in &resolver.tree.directives {
            if let DirectiveKind::Diagnostic { severity, rule } = directive.kind
                && rule.second.is_none()
            {
                filters.set(resolver.names.resolve(rule.first.symbol), resolver.names.resolve(severity.symbol));
            }
        }
        filters
    }

    /// The filters after applying the attributes of a function, a statement or a block.
    pub(super) fn with(mut self, resolver: &Resolver<'_>, nodes: &Nodes, attributes: List<Attribute>) -> Filters {
        let name = |id: ExprId| match nodes[id].kind {
            ExpressionKind::Name(symbol) => resolver.names.resolve(symbol),
            _ => "",
        };
        for attribute in &nodes[attributes] {
            let is_filter = resolver.names.resolve(attribute.name.symbol) == AttributeName::Diagnostic.name();
            if let Some(arguments) = attribute.arguments.filter(|_| is_filter)
                && let &[severity, rule, ..] = &nodes[arguments]
            {
                self.set(name(rule), name(severity));
            }
        }
        self
    }

    fn set(&mut self, rule: &str, severity: &str) {
        let severity = match severity {
            "error" => Some(Severity::Error),
            "warning" => Some(Severity::Warning),
            "info" => Some(Severity::Note),
            _ => None,
        };
        match rule {
            "derivative_uniformity" => self.derivatives = severity,
            "subgroup_uniformity" => self.subgroups = severity,
            _ => {}
        }
    }
}
