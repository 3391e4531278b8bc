//! Redeclared functions (E30201 and E30202 of slangc), and functions with the name of another declaration (E30200).

use padstone_diag::{Diagnostic, codes};
use padstone_source::Symbol;
use rustc_hash::FxHashMap;

use super::super::keywords::Modifier;
use super::super::resolve::{EnvId, Resolver, Scope};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};
use super::redeclarations::is_named;

/// The functions that were checked so far.
#[derive(Default)]
pub(super) struct SeenFunctions {
    names: FxHashMap<(DeclId, Symbol), DeclId>,
    /// By parent, name and parameters.
    signatures: FxHashMap<(DeclId, Symbol, String), Overload>,
}

/// The functions with one name and the same parameters.
struct Overload {
    first: DeclId,
    /// The last one with a body.
    body: Option<DeclId>,
}

impl Resolver<'_> {
    /// Reports a declaration with the name of a function, and a function with the name of another declaration.
    pub(super) fn check_function(&mut self, decl: DeclId, seen: &mut SeenFunctions) {
        let declared = &self.tree.decls[decl];
        let (name, Some(parent)) = (declared.name, declared.parent) else { return };
        if name.is_empty() {
            return;
        }
        let DeclKind::Function { parameters, has_body, .. } = &declared.kind else {
            if is_named(&declared.kind)
                && let Some(&function) = seen.names.get(&(parent, name))
            {
                self.report_redeclaration(decl, function);
            }
            return;
        };
        let (parameters, has_body) = (parameters.clone(), *has_body);
        // The comparison with the first declaration suffices: the others equal it.
        if seen.names.insert((parent, name), decl).is_none() {
            // Members hide generic parameters.
            let is_rival = |&earlier: &DeclId| is_named(&self.tree.decls[earlier].kind) && !self.tree.is_parameter(earlier);
            let earlier = self.tree.earlier(decl).find(is_rival);
            if let Some(earlier) = earlier {
                self.report_redeclaration(decl, earlier);
            }
        }
        self.check_default_arguments(&parameters);
        let signature = self.signature_text(decl, &parameters);
        let known = seen.signatures.entry((parent, name, signature)).or_insert(Overload { first: decl, body: None });
        let first = known.first;
        let earlier = if has_body { known.body.replace(decl) } else { None };
        if let Some(earlier) = earlier {
            self.report_redeclaration(decl, earlier);
        } else if first != decl {
            self.check_result(decl, first);
        }
    }

    /// Reports a function that differs only in its result from another (E30202 of slangc).
    fn check_result(&mut self, decl: DeclId, first: DeclId) {
        let results = [decl, first].map(|function| match self.tree.decls[function].kind {
            DeclKind::Function { result, .. } => result,
            _ => None,
        });
        let [Some(result), Some(other)] = results else { return };
        let [result, other] = [(decl, result), (first, other)].map(|(decl, ty)| {
            let scope = Scope { decl, env: EnvId::EMPTY };
            let is_known = self.tree.decls[decl].generics.is_none() && self.is_understood(ty, scope);
            if is_known { self.as_argument(|resolver| resolver.type_of(ty, scope)).ok() } else { None }
        });
        if let (Some(result), Some(other)) = (result, other)
            && result != other
            && ![result, other].contains(&self.unknown)
        {
            let (name, span) = (self.tree.decls[decl].name, self.tree.decls[decl].span);
            let [result, other] = [result, other].map(|ty| self.type_text(ty));
            let message = format!("`{}` returns `{result}` here, but `{other}` in another declaration", self.text(name));
            let found = Diagnostic::error(&codes::REDEFINITION, message, span).label(self.tree.decls[first].span, "other declaration");
            self.report(found.help("return the same type, or rename one of them"));
        }
    }

    /// Reports a parameter without a default value after one with one, and an output parameter with one (E30704 and E30700 of slangc).
    fn check_default_arguments(&mut self, parameters: &[DeclId]) {
        let mut first_default = None;
        for &parameter in parameters {
            let declared = &self.tree.decls[parameter];
            let (name, span) = (declared.name, declared.span);
            let is_written = declared.modifiers.has(Modifier::Out) || declared.modifiers.has(Modifier::InOut);
            let DeclKind::Variable { value, .. } = declared.kind else { continue };
            let (message, before) = match (value, first_default) {
                (Some(_), _) if is_written => (format!("output parameter `{}` cannot have a default value", self.text(name)), None),
                (None, Some(before)) => {
                    (format!("`{}` has no default value, but a preceding parameter has one", self.text(name)), Some(before))
                }
                _ => {
                    first_default = first_default.or(value.map(|_| span));
                    continue;
                }
            };
            let mut found = Diagnostic::error(&codes::DEFAULT_ARGUMENT, message, span);
            if let Some(before) = before {
                found = found.label(before, "has a default value");
            }
            self.report(found.help("specify default values only for the last parameters, and never for `out` parameters"));
        }
    }

    fn report_redeclaration(&mut self, decl: DeclId, earlier: DeclId) {
        let declared = &self.tree.decls[decl];
        let message = format!("redeclaration of `{}`", self.text(declared.name));
        let found =
            Diagnostic::error(&codes::REDEFINITION, message, declared.span).label(self.tree.decls[earlier].span, "other declaration");
        self.report(found.help("rename one of them"));
    }

    /// The signature of a function as a text: its parameters and result as written, generic parameters by index.
    fn signature_text(&self, function: DeclId, parameters: &[DeclId]) -> String {
        let generics = self.tree.decls[function].generics.as_ref().map(|generics| &*generics.parameters).unwrap_or_default();
        let mut text = format!("{}:", generics.len());
        for (word, mark) in [(Modifier::Prefix, "-x"), (Modifier::Postfix, "x-")] {
            text.push_str(if self.tree.decls[function].modifiers.has(word) { mark } else { "" });
        }
        for &parameter in parameters {
            let declared = &self.tree.decls[parameter];
            let is_out = declared.modifiers.has(Modifier::Out) || declared.modifiers.has(Modifier::InOut);
            text.push_str(if is_out { "&" } else { "," });
            if let DeclKind::Variable { ty: Some(ty), .. } = declared.kind {
                self.write_type(ty, generics, &mut text);
            }
        }
        text
    }

    fn write_type(&self, ty: ExprId, generics: &[DeclId], into: &mut String) {
        // Operators precede their operands, so that different expressions have different texts.
        let mut pending = vec![ty];
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Name(name) => match generics.iter().position(|&parameter| self.tree.decls[parameter].name == *name) {
                    Some(position) => into.push_str(&format!("#{position} ")),
                    None => into.push_str(&format!("{} ", self.text(*name))),
                },
                ExprKind::Member(inner, name) => {
                    into.push_str(&format!(".{} ", self.text(name.symbol)));
                    pending.push(*inner);
                }
                ExprKind::Apply(inner, arguments) => {
                    into.push_str(&format!("<{} ", arguments.len()));
                    pending.extend(arguments);
                    pending.push(*inner);
                }
                ExprKind::Index(inner, count) => {
                    into.push('[');
                    pending.extend(count);
                    pending.push(*inner);
                }
                ExprKind::Pointer(inner) => {
                    into.push('*');
                    pending.push(*inner);
                }
                ExprKind::Optional(inner) => {
                    into.push('?');
                    pending.push(*inner);
                }
                ExprKind::Constant(value) => into.push_str(&format!("{value} ")),
                ExprKind::Fraction(value, _) => into.push_str(&format!("{value} ")),
                // Two of these may be the same type.
                _ => into.push_str(&format!("@{} ", self.tree.exprs[expr].span.start)),
            }
        }
    }
}
