//! `enable`, `requires` and `diagnostic` (WGSL, section 4.1).

use padstone_diag::{Diagnostic, codes, nearest};
use padstone_source::Span;

use super::Resolver;
use super::attributes::AttributeUse;
use crate::attributes::{AttributeName, AttributeTarget};
use crate::tree::{Attribute, DirectiveKind, ExprId, Expression, ExpressionKind, Ident, List, RuleName};

/// The requirements of the module.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extensions {
    pub(super) f16: bool,
    pub(super) clip_distances: bool,
    pub(super) dual_source_blending: bool,
    pub(super) primitive_index: bool,
    pub(super) subgroup_size_control: bool,
    pub(super) subgroups: bool,
    pub(super) uniform_buffer_standard_layout: bool,
}

/// The extensions that are enabled by name (section 4.1.1).
const ENABLE: [&str; 7] =
    ["atomic_vec2u_min_max", "clip_distances", "dual_source_blending", "f16", "primitive_index", "subgroup_size_control", "subgroups"];

/// The language extensions that can be required (section 4.1.2).
const REQUIRES: [&str; 16] = [
    "buffer_view",
    "fragment_depth",
    "immediate_address_space",
    "linear_indexing",
    "packed_4x8_integer_dot_product",
    "pointer_composite_access",
    "readonly_and_readwrite_storage_textures",
    "sized_binding_array",
    "subgroup_id",
    "subgroup_uniformity",
    "swizzle_assignment",
    "texel_buffers",
    "texture_and_sampler_let",
    "texture_formats_tier1",
    "uniform_buffer_standard_layout",
    "unrestricted_pointer_parameters",
];

/// The rules that can be filtered (section 2.3).
const RULES: [&str; 2] = ["derivative_uniformity", "subgroup_uniformity"];

impl Resolver<'_> {
    pub(super) fn directives(&mut self) {
        let tree = self.tree;
        let mut filters: Vec<Filter> = Vec::new();
        for directive in &tree.directives {
            match directive.kind {
                DirectiveKind::Enable(names) => self.enable(names),
                DirectiveKind::Requires(names) => self.requires(names),
                DirectiveKind::Diagnostic { severity, rule } => self.filter(Filter { severity, rule }, false, &mut filters),
            }
        }
    }

    fn enable(&mut self, names: List<Ident>) {
        let tree = self.tree;
        for &name in &tree[names] {
            let extensions = &mut self.extensions;
            match self.names.resolve(name.symbol) {
                "f16" => extensions.f16 = true,
                "clip_distances" => extensions.clip_distances = true,
                "dual_source_blending" => extensions.dual_source_blending = true,
                "primitive_index" => extensions.primitive_index = true,
                "subgroups" => extensions.subgroups = true,
                "subgroup_size_control" => extensions.subgroup_size_control = true,
                text if ENABLE.contains(&text) => {}
                text if text.starts_with("chromium_") || text.starts_with("wgpu_") || text == "draw_index" => {
                    let message = format!("`{text}` is an extension of one implementation; others reject the module");
                    self.report(Diagnostic::warning(&codes::EXTENSION_UNKNOWN, message, name.span).label(name.span, ""));
                }
                _ => self.unknown(name, "extension", &ENABLE),
            }
        }
    }

    fn requires(&mut self, names: List<Ident>) {
        let tree = self.tree;
        for &name in &tree[names] {
            match self.text(name.symbol) {
                "uniform_buffer_standard_layout" => self.extensions.uniform_buffer_standard_layout = true,
                text if REQUIRES.contains(&text) => {}
                _ => self.unknown(name, "language extension", &REQUIRES),
            }
        }
    }

    fn unknown(&mut self, name: Ident, noun: &str, known: &[&str]) {
        let text = self.text(name.symbol);
        if text.is_empty() {
            return;
        }
        let found = Diagnostic::error(&codes::EXTENSION_UNKNOWN, format!("unknown {noun} `{text}`"), name.span).label(name.span, "");
        self.report(match nearest(text, known.iter().copied()).first() {
            Some(near) => found.help(format!("a similar name exists: `{near}`")),
            None => found.help(format!("use one of {}", known.join(", "))),
        });
    }

    /// `@diagnostic(…)` on a statement of a body.
    pub(crate) fn statement_attributes(&mut self, list: List<Attribute>) {
        if !list.is_empty() {
            let attributes = self.attributes(list, AttributeTarget::Statement);
            self.diagnostic_attributes(&attributes);
        }
    }

    /// `@diagnostic(off, derivative_uniformity)` on a function.
    pub(super) fn diagnostic_attributes(&mut self, attributes: &[AttributeUse]) {
        let mut filters: Vec<Filter> = Vec::new();
        for &attribute in attributes.iter().filter(|attribute| attribute.name == AttributeName::Diagnostic) {
            let filter = self.rule_name(attribute).and_then(|rule| Some(Filter { severity: *self.words(attribute).first()?, rule }));
            if let Some(filter) = filter {
                self.filter(filter, true, &mut filters);
            }
        }
    }

    /// The second argument: `derivative_uniformity`, `chromium.unreachable_code`.
    fn rule_name(&self, attribute: AttributeUse) -> Option<RuleName> {
        let rule = self.nodes[*self.nodes[attribute.arguments].get(1)?];
        let name = |id: ExprId| match self.nodes[id] {
            Expression { kind: ExpressionKind::Name(symbol), span } => Some(Ident { symbol, span }),
            _ => None,
        };
        match rule.kind {
            ExpressionKind::Name(symbol) => Some(RuleName { first: Ident { symbol, span: rule.span }, second: None }),
            ExpressionKind::Member { base, name: second, name_start } => {
                let span = Span { start: name_start, end: rule.span.end };
                Some(RuleName { first: name(base)?, second: Some(Ident { symbol: second, span }) })
            }
            _ => None,
        }
    }

    /// Adds a severity for a rule. Two attributes for one rule are an error, two directives only if they conflict (tint, measured).
    fn filter(&mut self, new: Filter, once: bool, filters: &mut Vec<Filter>) {
        let Filter { severity, rule } = new;
        let (level, name) = (self.text(severity.symbol), self.source.text(span_of(rule)));
        if !matches!(level, "error" | "warning" | "info" | "off" | "") {
            let message = format!("unknown severity `{level}`");
            self.error_help(&codes::DIAGNOSTIC_CONTROL, message, severity.span, "use `error`, `warning`, `info`, or `off`");
        }
        // The rules of categories (`chromium.x`) are unknown.
        if rule.second.is_none() && !RULES.contains(&name) && !name.is_empty() {
            let message = format!("unknown rule `{name}` has no effect");
            self.report(Diagnostic::warning(&codes::DIAGNOSTIC_CONTROL, message, span_of(rule)).label(span_of(rule), ""));
        }
        let key = |rule: RuleName| (rule.first.symbol, rule.second.map(|second| second.symbol));
        let Some(earlier) = filters.iter().find(|earlier| key(earlier.rule) == key(rule)) else {
            filters.push(new);
            return;
        };
        if once || earlier.severity.symbol != severity.symbol {
            let found = Diagnostic::error(&codes::DIAGNOSTIC_CONTROL, format!("duplicate severity for `{name}`"), severity.span);
            let found = found.label(severity.span, "duplicate").label(earlier.severity.span, "first occurrence");
            self.report(found);
        }
    }
}

#[derive(Clone, Copy)]
struct Filter {
    severity: Ident,
    rule: RuleName,
}

fn span_of(rule: RuleName) -> Span {
    Span { start: rule.first.span.start, end: rule.second.unwrap_or(rule.first).span.end }
}
