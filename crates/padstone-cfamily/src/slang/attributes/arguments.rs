//! Checks attributes: the declarations that they are on (E31002 of slangc), the number of their arguments (E31001, E39999), and each
//! argument (E30019, E30015, E31004, E31005, E33071, E36105, and others).

use padstone_diag::{Diagnostic, codes, nearest};
use padstone_model::Stage;

use super::super::resolve::{EnvId, Resolver, Scope};
use super::super::tree::{Attribute, DeclId, DeclKind, ExprId, ExprKind, Ident};
use super::AttributeDeclaration;
use super::builtin_attributes::{ArgumentKind, BuiltinAttribute, ExtraArguments, STATIC};
use super::capabilities;
use super::formats::{self, image_format, is_format};

/// The allowed numbers of lanes of a wave.
const LANES: [i128; 6] = [4, 8, 16, 32, 64, 128];

impl Resolver<'_> {
    /// Checks the attributes of a declaration.
    pub(in crate::slang) fn check_attributes(&mut self, decl: DeclId) {
        // An attribute before a struct with a variable belongs to the struct, and applies to both (libslang 2026.12).
        if let DeclKind::Variable { ty: Some(ty), .. } = self.tree.decls[decl].kind
            && let ExprKind::Declared(_) = self.tree.exprs[ty].kind
        {
            return;
        }
        for attribute in self.tree.decls[decl].modifiers.attributes().to_vec() {
            match self.meaning(&attribute, decl) {
                Some(AttributeDeclaration::Builtin(known)) => self.check_known(&attribute, known, decl),
                Some(AttributeDeclaration::Declared(declared)) => self.check_declared(&attribute, declared, decl),
                None => self.report_unknown_attribute(&attribute),
            }
        }
    }

    /// Warns of an unknown attribute, as slangc does (W31000).
    fn report_unknown_attribute(&mut self, attribute: &Attribute) {
        let message = format!("unknown attribute `{}` has no effect", self.printable_attribute(attribute));
        let found = Diagnostic::warning(&codes::ATTRIBUTE_UNKNOWN, message, attribute.span);
        self.report(found.help("remove it, or declare a struct of that name with `[__AttributeUsage(…)]`"));
    }

    fn check_known(&mut self, attribute: &Attribute, known: &'static BuiltinAttribute, decl: DeclId) {
        let name = self.printable_attribute(attribute);
        let (passed, span, kinds) = (attribute.arguments.len(), attribute.span, self.decl_kinds(decl));
        if passed < known.required.len() {
            let found =
                Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, format!("`{name}` requires {}", argument_count(known.required.len())), span);
            self.report(found.help(format!("write `{name}({})`", examples(known.required))));
        } else if !known.is_allowed_on(kinds) {
            let is_static = known.is_allowed_on(kinds & !STATIC);
            let context = if is_static { "on a `static` variable, which the host cannot set" } else { "here" };
            let found = Diagnostic::error(&codes::ATTRIBUTE_PLACE, format!("`{name}` is not allowed {context}"), span);
            self.report(if is_static { found.help("remove the attribute or `static`") } else { found.help(known.allowed_on()) });
        } else if passed > known.most_arguments() && known.more == ExtraArguments::Rejected {
            let message = match known.most_arguments() {
                0 => format!("`{name}` takes no arguments"),
                most if most > known.required.len() => format!("`{name}` takes at most {}, found {passed}", argument_count(most)),
                most => format!("`{name}` takes {}, found {passed}", argument_count(most)),
            };
            self.report(Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, message, span).help("remove the extra arguments"));
        } else if passed <= known.most_arguments() || known.more != ExtraArguments::Void {
            if known.required.contains(&ArgumentKind::Targets) {
                self.check_usage(attribute, decl);
            }
            for (position, &argument) in attribute.arguments.iter().enumerate() {
                let Some(sort) = known.argument_kind(position) else { break };
                self.check_argument(attribute, argument, sort, decl);
            }
        }
    }

    fn check_argument(&mut self, attribute: &Attribute, argument: ExprId, sort: ArgumentKind, decl: DeclId) {
        let scope = Scope { decl, env: EnvId::EMPTY };
        match sort {
            ArgumentKind::Constant => {
                self.check_constant_argument(argument, scope);
            }
            ArgumentKind::Within(least, most) => {
                let value = self.check_constant_argument(argument, scope);
                if value.is_some_and(|value| value > most) {
                    self.wrong_value(
                        attribute,
                        argument,
                        &format!("the argument must be at most {most}"),
                        &format!("write {most} or less"),
                    );
                } else if value.is_some_and(|value| value < least) {
                    self.wrong_value(
                        attribute,
                        argument,
                        &format!("the argument must be at least {least}"),
                        &format!("write {least} or more"),
                    );
                }
            }
            ArgumentKind::Threads => {
                if self.check_linked_argument(argument, scope).is_some_and(|value| value < 1) {
                    self.wrong_value(attribute, argument, "a thread group requires at least 1 thread in each dimension", "write 1 or more");
                }
            }
            ArgumentKind::Lanes => {
                if self.check_linked_argument(argument, scope).is_some_and(|value| !LANES.contains(&value)) {
                    self.wrong_value(attribute, argument, "unsupported wave size", "write 4, 8, 16, 32, 64, or 128");
                }
            }
            ArgumentKind::Integer => {
                if !matches!(self.tree.literal(argument), Some(ExprKind::Constant(_))) {
                    self.wrong_value(attribute, argument, "the argument must be an integer literal", "write, for example, `4`");
                }
            }
            ArgumentKind::Number => {
                if self.tree.literal(argument).is_none() {
                    self.wrong_value(attribute, argument, "the argument must be a numeric literal", "write, for example, `4` or `4.0`");
                }
            }
            ArgumentKind::Text => {
                self.needed_text(argument);
            }
            ArgumentKind::Format => {
                if let Some(format) = self.needed_text(argument).filter(|format| !is_format(image_format(format))) {
                    self.report_argument(argument, &format!("unknown image format `{format}`"), &format_help(&format));
                }
            }
            ArgumentKind::Stage => {
                // The parser reports what is wrong with it.
                let _ = self.stage(decl);
            }
            ArgumentKind::PatchFunction => {
                if let Some(name) = self.needed_text(argument) {
                    self.check_patch_function(attribute, &name, decl);
                }
            }
            ArgumentKind::Guid => {
                if self.needed_text(argument).is_some_and(|text| !is_guid(&text)) {
                    self.wrong_value(
                        attribute,
                        argument,
                        "the argument is not a GUID",
                        "write 32 hexadecimal digits, with or without `-` between them",
                    );
                }
            }
            ArgumentKind::Capability => match self.tree.exprs[argument].kind {
                ExprKind::Name(name) if capabilities::names().contains(self.text(name)) => {}
                ExprKind::Name(name) => {
                    let name = self.text(name);
                    let (message, help) = (format!("unknown capability `{name}`"), capability_help(name));
                    self.report_argument(argument, &message, &help);
                }
                _ => self.report_argument(argument, "the argument must be a capability name", "write, for example, `spirv`"),
            },
            ArgumentKind::Function => match self.tree.exprs[argument].kind {
                ExprKind::Constant(_) | ExprKind::Fraction(..) | ExprKind::Text(_) => {
                    self.report_argument(argument, "the argument must be a function name", "write the name of a function")
                }
                _ => self.check_argument_names(argument),
            },
            ArgumentKind::Targets => self.check_targets(argument),
            ArgumentKind::Anything => {}
        }
    }

    /// The value of an argument that must be a compile-time constant.
    pub(super) fn check_constant_argument(&mut self, argument: ExprId, scope: Scope) -> Option<i128> {
        if self.check_no_text(argument) { self.constant_integer(argument, scope) } else { None }
    }

    /// The value of an argument that may be a link-time constant, if it is known.
    fn check_linked_argument(&mut self, argument: ExprId, scope: Scope) -> Option<i128> {
        if self.check_no_text(argument) { self.integer(argument, scope).ok()? } else { None }
    }

    /// Whether an argument can be a number: it is not a string, and does not refer to a built-in declaration of which padstone knows only
    /// the name.
    fn check_no_text(&mut self, argument: ExprId) -> bool {
        if let ExprKind::Text(_) = self.tree.exprs[argument].kind {
            self.report_argument(argument, "expected a number, found a string literal", "remove the quotes");
            return false;
        }
        self.check_argument_names(argument);
        let is_understood = |name: &Ident| {
            let is_known = self.tree.declares(name.symbol) || self.keywords.builtin(name.symbol).is_some();
            is_known || matches!(self.text(name.symbol), "sizeof" | "alignof" | "countof")
        };
        self.names_in(argument).iter().all(is_understood)
    }

    /// Reports undeclared names in an argument.
    pub(super) fn check_argument_names(&mut self, argument: ExprId) {
        for name in self.names_in(argument) {
            if !self.is_any(name.symbol) {
                self.not_declared(name);
            }
        }
    }

    fn names_in(&self, argument: ExprId) -> Vec<Ident> {
        let (mut found, mut pending) = (Vec::new(), vec![argument]);
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Name(symbol) => found.push(Ident { symbol: *symbol, span: self.tree.exprs[expr].span }),
                kind => pending.extend(kind.parts()),
            }
        }
        found
    }

    /// The text of an argument that must be a string.
    fn needed_text(&mut self, argument: ExprId) -> Option<String> {
        let text = self.attribute_text(argument);
        if text.is_none() {
            self.report_argument(argument, "expected a string literal", "put it in quotes");
        }
        text
    }

    pub(super) fn report_argument(&mut self, argument: ExprId, message: &str, help: &str) {
        self.error(&codes::ATTRIBUTE_ARGUMENT, message, help, self.span(argument));
    }

    /// Reports the error of slangc that concerns the whole attribute.
    fn wrong_value(&mut self, attribute: &Attribute, argument: ExprId, message: &str, help: &str) {
        let found = Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, message, attribute.span);
        self.report(found.label(self.span(argument), "this argument").help(help));
    }

    /// Reports an undeclared function name (E31006 of slangc).
    fn check_patch_function(&mut self, attribute: &Attribute, name: &str, decl: DeclId) {
        let is_another = self.stage(decl).is_some_and(|stage| stage.is_ok_and(|stage| stage != Stage::Hull));
        let is_declared = self.names.lookup(name).is_some_and(|name| self.tree.declares(name));
        if is_another || is_declared {
            return;
        }
        let found = Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, format!("unknown function `{name}`"), attribute.span);
        self.report(found.help("declare the patch-constant function outside all types"));
    }
}

/// The help with a similar format name.
fn format_help(format: &str) -> String {
    match nearest(format, formats::names()).first() {
        Some(near) => format!("a similar name exists: `{near}`"),
        None => "write, for example, \"rgba8\" or \"r32ui\"".to_owned(),
    }
}

/// The help with a similar capability name.
fn capability_help(name: &str) -> String {
    match nearest(name, capabilities::names().iter().copied()).first() {
        Some(near) => format!("a similar name exists: `{near}`"),
        None => "write, for example, `spirv`".to_owned(),
    }
}

/// A number of arguments, in words.
pub(super) fn argument_count(arguments: usize) -> String {
    if arguments == 1 { "1 argument".to_owned() } else { format!("{arguments} arguments") }
}

/// A description of some kinds of arguments for messages.
fn examples(sorts: &[ArgumentKind]) -> String {
    let example = |sort: &ArgumentKind| match sort {
        ArgumentKind::Constant | ArgumentKind::Within(..) => "1",
        ArgumentKind::Threads => "64",
        ArgumentKind::Lanes => "32",
        ArgumentKind::Integer | ArgumentKind::Number => "4",
        ArgumentKind::Text | ArgumentKind::Guid | ArgumentKind::PatchFunction => "\"…\"",
        ArgumentKind::Format => "\"rgba8\"",
        ArgumentKind::Stage => "\"compute\"",
        ArgumentKind::Capability => "spirv",
        ArgumentKind::Targets => "_AttributeTargets.Struct",
        ArgumentKind::Function | ArgumentKind::Anything => "…",
    };
    sorts.iter().map(example).collect::<Vec<_>>().join(", ")
}

fn is_guid(text: &str) -> bool {
    let digits = text.chars().filter(|&character| character != '-');
    digits.clone().count() == 32 && digits.clone().all(|digit| digit.is_ascii_hexdigit())
}
