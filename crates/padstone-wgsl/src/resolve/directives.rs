//! `enable`, `requires` and `diagnostic` (WGSL, section 4.1).

use padstone_diag::{Diagnostic, Edit, Severity, codes, nearest};
use padstone_model::{NamedExtension, UnenabledFeature};
use padstone_source::{Span, Symbol};

use super::Resolver;
use super::attributes::AttributeUse;
use crate::attributes::{AttributeName, AttributeTarget};
use crate::names::names;
use crate::tree::{Attribute, DirectiveKind, Edition, ExprId, Expression, ExpressionKind, Ident, List, RuleName};

names! {
    /// The extensions that are enabled by name: those of WGSL (section 4.1.1), then those of naga that padstone knows (naga 30.0.1).
    Extension {
        AtomicVec2uMinMax = "atomic_vec2u_min_max",
        ClipDistances = "clip_distances",
        DualSourceBlending = "dual_source_blending",
        F16 = "f16",
        PrimitiveIndex = "primitive_index",
        SubgroupSizeControl = "subgroup_size_control",
        Subgroups = "subgroups",
        DrawIndex = "draw_index",
        WgpuBindingArray = "wgpu_binding_array",
        WgpuInt16 = "wgpu_int16",
        WgpuRayQuery = "wgpu_ray_query",
        WgpuRayQueryVertexReturn = "wgpu_ray_query_vertex_return",
    }
}

/// The number of extensions of WGSL: the first of [`Extension::ALL`].
const STANDARD: usize = 7;

/// The requirements of the module.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extensions {
    /// A bit for each [`Extension`].
    enabled: u32,
    /// An enabled extension of one implementation that padstone does not support.
    unsupported: Option<Symbol>,
    pub(super) uniform_buffer_standard_layout: bool,
}

impl Extensions {
    pub(super) fn has(self, extension: Extension) -> bool {
        self.enabled & 1 << extension as u32 != 0
    }

    fn add(&mut self, extension: Extension) {
        self.enabled |= 1 << extension as u32;
    }
}

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

impl<'a> Resolver<'a> {
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
            let text = self.text(name.symbol);
            self.lowering.module.extensions.push(NamedExtension { name: name.symbol, span: name.span, is_of_language: false });
            let known = Extension::ALL.iter().position(|extension| extension.name() == text);
            if let Some(index) = known {
                self.extensions.add(Extension::ALL[index]);
            }
            if known.is_some_and(|index| index < STANDARD) {
                continue;
            }
            if known.is_some() || text.starts_with("chromium_") || text.starts_with("wgpu_") {
                let message = format!("`{text}` is an extension of one implementation; others reject the module");
                let mut found = Diagnostic::warning(&codes::EXTENSION_UNKNOWN, message, name.span).label(name.span, "");
                if known.is_none() {
                    self.extensions.unsupported.get_or_insert(name.symbol);
                    found = found.note("padstone does not know its names: it accepts unknown names where no buffer depends on them");
                }
                self.report(found);
            } else {
                let standard: Vec<&str> = Extension::ALL[..STANDARD].iter().map(|extension| extension.name()).collect();
                self.report_unknown(name, "extension", &standard);
            }
        }
    }

    /// An enabled extension whose names padstone does not know.
    pub(crate) fn unsupported_extension(&self) -> Option<&'a str> {
        self.extensions.unsupported.map(|extension| self.text(extension))
    }

    /// Reports an unknown name. If it may belong to an extension that padstone does not support, only a similar name makes it notable.
    pub(super) fn report_unknown_name(&mut self, found: Diagnostic, has_similar: bool) {
        let found = match self.unsupported_extension() {
            Some(extension) => {
                let note = format!("padstone accepts it as a name of the extension `{extension}`");
                Diagnostic { severity: Severity::Warning, ..found }.note(note)
            }
            None => found,
        };
        if found.severity == Severity::Error || has_similar {
            self.report(found);
        }
    }

    /// Whether a list contains an attribute that may belong to an extension that padstone does not support.
    pub(super) fn has_unsupported_attribute(&self, list: List<Attribute>) -> bool {
        let is_unknown = |attribute: &Attribute| AttributeName::of(self.text(attribute.name.symbol)).is_none();
        self.extensions.unsupported.is_some() && self.nodes[list].iter().any(is_unknown)
    }

    /// Reports a buffer whose layout depends on a name of an extension that padstone does not support.
    pub(super) fn report_unsupported_buffer(&mut self, name: Ident) {
        // An unknown name without such an extension has been reported, and so has any other error.
        let Some(extension) = self.unsupported_extension().filter(|_| !self.has_errors()) else { return };
        let message =
            format!("the layout of `{}` depends on a name of `{extension}`, which padstone does not know", self.text(name.symbol));
        self.error(&codes::EXTENSION_UNKNOWN, message, name.span);
    }

    /// Whether an extension is enabled; reports at `span` that `role` requires it otherwise.
    pub(crate) fn requires_extension(&mut self, extension: Extension, span: Span, role: &str) -> bool {
        if self.extensions.has(extension) {
            return true;
        }
        let name = extension.name();
        let start = Span { start: self.source.base, end: self.source.base };
        // naga has these functions and built-in values without the extension, so the rules of an implementation decide.
        if extension == Extension::Subgroups && self.edition() == Edition::Current {
            self.lowering.module.unenabled_subgroups.push(UnenabledFeature { role: role.into(), span, enable_at: start });
            return true;
        }
        let found = Diagnostic::error(&codes::EXTENSION_MISSING, format!("{role} requires the extension `{name}`"), span).label(span, "");
        let found = if self.edition() == Edition::Current {
            let edits = vec![Edit { span: start, text: format!("enable {name};\n") }];
            found.help(format!("add `enable {name};` at the top")).fix(format!("add `enable {name};`"), edits)
        } else {
            found.help("use a type that WGSL of 2020 has: it has no extensions")
        };
        self.report(found);
        false
    }

    fn requires(&mut self, names: List<Ident>) {
        let tree = self.tree;
        for &name in &tree[names] {
            self.lowering.module.extensions.push(NamedExtension { name: name.symbol, span: name.span, is_of_language: true });
            match self.text(name.symbol) {
                "uniform_buffer_standard_layout" => self.extensions.uniform_buffer_standard_layout = true,
                text if REQUIRES.contains(&text) => {}
                _ => self.report_unknown(name, "language extension", &REQUIRES),
            }
        }
    }

    fn report_unknown(&mut self, name: Ident, noun: &str, known: &[&str]) {
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
            let filter =
                self.rule_name(attribute).and_then(|rule| Some(Filter { severity: *self.identifier_arguments(attribute).first()?, rule }));
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
