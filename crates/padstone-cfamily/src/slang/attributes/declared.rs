//! Attributes that the source declares: what their uses have to give them (E31001, E39999 and E30019 of slangc).

use padstone_diag::{Diagnostic, codes};
use padstone_model::Scalar;

use super::super::resolve::{EnvId, Resolver, Scope};
use super::super::tree::{Attribute, DeclId, DeclKind, ExprId, ExprKind, Ident};
use super::super::words::{Builtin, Modifier};

/// A member of the struct that declares an attribute.
pub(super) struct AttributeField {
    pub(super) ty: Option<ExprId>,
    has_value: bool,
}

impl Resolver<'_> {
    /// What the arguments of an attribute are given to.
    pub(super) fn attribute_fields(&self, declared: DeclId) -> Vec<AttributeField> {
        let members = self.tree.decls[declared].members.iter().map(|&member| &self.tree.decls[member]);
        let fields = members.filter(|member| !member.modifiers.has(Modifier::Static)).filter_map(|member| match member.kind {
            DeclKind::Variable { ty, value, .. } => Some(AttributeField { ty, has_value: value.is_some() }),
            _ => None,
        });
        fields.collect()
    }

    pub(super) fn check_declared_attribute(&mut self, attribute: &Attribute, on: DeclId) {
        if !self.text(attribute.scope).is_empty() {
            return;
        }
        let Some(parent) = self.tree.decls[on].parent else { return };
        let Some(declared) = self.attribute_struct(attribute, Scope { decl: parent, env: EnvId::EMPTY }) else { return };
        let fields = self.attribute_fields(declared);
        let (given, most) = (attribute.arguments.len(), fields.len());
        let least = fields.iter().filter(|field| !field.has_value).count();
        if given < least || given > most {
            let name = self.text(attribute.name.symbol);
            let message = format!("`{name}` takes {} arguments, and {given} are given", if given < least { least } else { most });
            let found = Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, message, attribute.span);
            self.report(found.label(self.tree.decls[declared].span, "declared here").help("each member without a value needs one"));
            return;
        }
        for (&argument, field) in attribute.arguments.iter().zip(&fields) {
            self.check_argument_sort(argument, field);
        }
    }

    /// Reports a text for a number, and a number for a text.
    fn check_argument_sort(&mut self, argument: ExprId, field: &AttributeField) {
        let Some(ExprKind::Name(wanted)) = field.ty.map(|ty| &self.tree.exprs[ty].kind) else { return };
        let is_number = matches!(self.words.builtin(*wanted), Some(Builtin::Scalar(scalar)) if scalar != Scalar::Void);
        let is_text = matches!(self.text(*wanted), "string" | "String");
        let message = match self.tree.exprs[argument].kind {
            ExprKind::Text(_) if is_number => "this is a text, and a number is needed",
            ExprKind::Constant(_) if is_text => "this is a number, and a text is needed",
            _ => return,
        };
        let found = Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, message, self.span(argument));
        self.report(found.help("the members of the struct that declares the attribute say what it takes"));
    }

    /// Reports an argument of an attribute of the language that is a name which nothing declares.
    pub(super) fn check_argument_name(&mut self, argument: ExprId) {
        if let ExprKind::Name(name) = self.tree.exprs[argument].kind
            && !self.is_any(name)
        {
            let span = self.span(argument);
            self.not_declared(Ident { symbol: name, span });
        }
    }
}
