//! Attributes: those that bear on layout and reflection, and those that the source declares itself.

mod declared;
mod known;

pub(super) use known::{image_format, is_format};

use padstone_diag::{Diagnostic, codes};
use padstone_model::{AttributeValue, Stage, Type, TypeId, UserAttribute, UserAttributeId};
use padstone_source::Span;

use super::SlangOptions;
use super::resolve::{Found, Resolver, Scope};
use super::tree::{Attribute, DeclId, DeclKind, ExprId, ExprKind};
use super::words::Modifier;
use crate::constants::Value;

/// The attributes of specialization constants, with their scopes.
const SPECIALIZED: [(&str, &str); 3] = [("vk", "constant_id"), ("", "SpecializationConstant"), ("vk", "specialization_constant")];

impl Resolver<'_> {
    /// The last attribute of a name that a declaration has.
    pub(super) fn attribute(&self, decl: DeclId, scope: &str, name: &str) -> Option<&Attribute> {
        let is_it = |attribute: &&Attribute| self.text(attribute.name.symbol) == name && self.text(attribute.scope) == scope;
        self.tree.decls[decl].modifiers.attributes().iter().rev().find(is_it)
    }

    /// Bytes that `[anyValueSize(n)]` keeps free for values of an interface.
    pub(super) fn any_value_size(&mut self, scope: Scope) -> Option<u64> {
        let argument = *self.attribute(scope.decl, "", "anyValueSize")?.arguments.first()?;
        u64::try_from(self.known_integer(argument, scope)?).ok()
    }

    /// Whether a variable is a specialization constant.
    pub(super) fn is_specialized(&self, decl: DeclId) -> bool {
        self.specialized(decl).is_some()
    }

    /// Where it is said that a variable is a specialization constant.
    fn specialized(&self, decl: DeclId) -> Option<Span> {
        let layout = self.tree.decls[decl].modifiers.layout();
        let in_layout = || layout.iter().find(|(name, _)| self.text(name.symbol) == "constant_id").map(|(name, _)| name.span);
        let attribute = SPECIALIZED.iter().find_map(|(scope, name)| self.attribute(decl, scope, name));
        attribute.map(|attribute| attribute.span).or_else(in_layout)
    }

    /// Reports a `static` specialization constant (E31219 of slangc), or one that is no number.
    pub(super) fn check_static_specialized(&mut self, scope: Scope) {
        let declared = &self.tree.decls[scope.decl];
        let (DeclKind::Variable { ty: Some(ty), .. }, span) = (&declared.kind, declared.span) else { return };
        let (ty, is_static) = (*ty, declared.modifiers.has(Modifier::Static));
        if !is_static || !self.is_specialized(scope.decl) {
            return;
        }
        let ty = self.type_or_unknown(ty, scope);
        if !self.check_specialized(scope.decl, ty) {
            let message = "a specialization constant gets its value from outside, and cannot be `static`";
            self.report(Diagnostic::error(&codes::SPECIALIZATION_STATIC, message, span).help("leave `static` out"));
        }
    }

    /// Reports a specialization constant that is no number (E31218 of slangc), and returns whether it did.
    pub(super) fn check_specialized(&mut self, decl: DeclId, ty: TypeId) -> bool {
        let Some(span) = self.specialized(decl) else { return false };
        let is_wrong = !matches!(self.module.types[ty], Type::Scalar(_) | Type::Enum(_) | Type::Unknown);
        if is_wrong {
            let message = format!("a specialization constant is a number, and `{}` is none", self.type_text(ty));
            self.report(Diagnostic::error(&codes::SPECIALIZATION_TYPE, message, span).help("declare a constant for each of its numbers"));
        }
        is_wrong
    }

    /// The stage that `[shader("…")]` gives a function.
    pub(super) fn stage(&mut self, decl: DeclId) -> Option<Found<Stage>> {
        // libslang 2026.12 takes `[Shader("…")]` for it too, and no other spelling.
        let is_it = |attribute: &&Attribute| {
            matches!(self.text(attribute.name.symbol), "shader" | "Shader") && self.text(attribute.scope).is_empty()
        };
        let attributes: Vec<(Span, Option<ExprId>)> = self.tree.decls[decl]
            .modifiers
            .attributes()
            .iter()
            .filter(is_it)
            .map(|attribute| (attribute.span, attribute.arguments.first().copied()))
            .collect();
        let mut stages = attributes.into_iter().map(|(span, argument)| {
            let name = argument.and_then(|argument| self.attribute_text(argument)).unwrap_or_default();
            SlangOptions::stage(&name).ok_or_else(|| {
                let message = format!("`{name}` is no stage");
                self.error(&codes::STAGE_UNKNOWN, message, span)
            })
        });
        // Of several the first counts, measured; the others have to be stages too.
        let first = stages.next()?;
        Some(stages.fold(first, |first, other| first.and_then(|first| other.map(|_| first))))
    }

    /// The stage of a function that says how many threads run together, and has no `[shader("…")]`. libslang 2026.12, measured.
    pub(super) fn implied_stage(&self, decl: DeclId) -> Option<Stage> {
        self.thread_group_attribute(decl)?;
        Some(if self.attribute(decl, "", "outputtopology").is_some() { Stage::Mesh } else { Stage::Compute })
    }

    fn thread_group_attribute(&self, decl: DeclId) -> Option<&Attribute> {
        let is_it = |attribute: &&Attribute| matches!(self.text(attribute.name.symbol), "numthreads" | "NumThreads");
        // Of several the first counts, measured.
        self.tree.decls[decl].modifiers.attributes().iter().find(is_it)
    }

    /// `[numthreads(x, y, z)]`.
    pub(super) fn thread_group(&mut self, scope: Scope) -> Option<[u32; 3]> {
        let attribute = self.thread_group_attribute(scope.decl)?;
        let (arguments, span) = (attribute.arguments.clone(), attribute.span);
        let mut sizes = [1; 3];
        for (size, argument) in sizes.iter_mut().zip(arguments) {
            let (value, _) = self.linked_integer(argument, scope);
            // What is specialized or linked later is 0, measured; a constant with a value has that until then.
            let value = value.ok()?;
            if value.is_some_and(|value| value <= 0) {
                let message = "a group has at least one thread in each direction";
                self.report(Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, message, span).help("write 1 or more for x, y and z"));
                return None;
            }
            *size = u32::try_from(value.unwrap_or(0)).ok()?;
        }
        Some(sizes)
    }

    /// The text that an argument is.
    pub(super) fn attribute_text(&self, argument: ExprId) -> Option<String> {
        match self.tree.exprs[argument].kind {
            ExprKind::Text(text) => Some(self.text(text).to_owned()),
            _ => None,
        }
    }

    /// The uses on a declaration of attributes that the source declares.
    pub(super) fn user_attributes(&mut self, scope: Scope) -> Vec<UserAttributeId> {
        let mut found = Vec::new();
        for attribute in self.tree.decls[scope.decl].modifiers.attributes().to_vec() {
            if !self.text(attribute.scope).is_empty() {
                continue;
            }
            let Some(declared) = self.attribute_struct(&attribute, scope) else { continue };
            self.check_placement(&attribute, declared, scope.decl);
            let arguments = self.attribute_arguments(&attribute, declared, scope);
            let (name, span) = (attribute.name.symbol, attribute.span);
            found.push(self.module.program.user_attributes.push(UserAttribute { name, span, arguments }));
        }
        found
    }

    /// Gives a struct the attributes that its declaration has.
    pub(super) fn struct_attributes(&mut self, scope: Scope, ty: TypeId) {
        if let Type::Struct(id) = self.module.types[ty] {
            let uses = self.user_attributes(scope);
            self.module.program.struct_attributes.extend(uses.into_iter().map(|attribute| (id, attribute)));
        }
    }

    /// `struct RangeAttribute` declares `[Range]`.
    pub(super) fn attribute_struct(&mut self, attribute: &Attribute, scope: Scope) -> Option<DeclId> {
        let name = format!("{}Attribute", self.text(attribute.name.symbol));
        let symbol = self.names.lookup(&name)?;
        let found = self.find(symbol, scope)?;
        self.attribute(found.decl, "", "__AttributeUsage").is_some().then_some(found.decl)
    }

    /// E31002 of slangc.
    fn check_placement(&mut self, attribute: &Attribute, declared: DeclId, on: DeclId) {
        let is_parameter = |parent: DeclId| matches!(self.tree.decls[parent].kind, DeclKind::Function { .. });
        let target = match self.tree.decls[on].kind {
            DeclKind::Struct { .. } => "Struct",
            DeclKind::Function { .. } => "Function",
            DeclKind::Variable { .. } if self.tree.decls[on].parent.is_some_and(is_parameter) => "Param",
            DeclKind::Variable { .. } => "Var",
            _ => return,
        };
        let usages = self.tree.decls[declared].modifiers.attributes().iter();
        let usages = usages.filter(|usage| self.text(usage.name.symbol) == "__AttributeUsage").flat_map(|usage| &usage.arguments);
        let names = |&usage: &ExprId| match self.tree.exprs[usage].kind {
            ExprKind::Member(_, name) => self.text(name.symbol) == target,
            _ => true,
        };
        if !usages.into_iter().any(names) {
            let message = format!("`{}` cannot stand here", self.text(attribute.name.symbol));
            let span = self.tree.decls[declared].span;
            let found = Diagnostic::error(&codes::ATTRIBUTE_PLACEMENT, message, attribute.span);
            let help = format!("add `[__AttributeUsage(_AttributeTargets.{target})]` to its declaration");
            self.report(found.label(span, "declared for other things").help(help));
        }
    }

    fn attribute_arguments(&mut self, attribute: &Attribute, declared: DeclId, scope: Scope) -> Vec<AttributeValue> {
        let fields: Vec<Option<ExprId>> = self.attribute_fields(declared).into_iter().map(|field| field.ty).collect();
        let mut values = Vec::new();
        for (position, &argument) in attribute.arguments.iter().enumerate() {
            if let Some(text) = self.attribute_text(argument) {
                values.push(AttributeValue::Text(text));
                continue;
            }
            let is_float = fields.get(position).copied().flatten().is_some_and(|ty| self.names_float(ty));
            let value = self.value(argument, scope);
            match value {
                Ok(Value::Int(value, _)) if is_float => values.push(AttributeValue::Float(value as f64)),
                Ok(Value::Int(value, _)) => values.push(AttributeValue::Int(value as i64)),
                Ok(Value::Float(value)) => values.push(AttributeValue::Float(value)),
                Ok(Value::Bool(value)) => values.push(AttributeValue::Int(value.into())),
                Err(_) => self.wrong_argument(self.span(argument)),
            }
        }
        values
    }

    pub(super) fn names_float(&self, ty: ExprId) -> bool {
        matches!(self.tree.exprs[ty].kind, ExprKind::Name(name) if matches!(self.text(name), "float" | "double" | "half"))
    }

    pub(super) fn wrong_argument(&mut self, at: Span) {
        self.error(&codes::ATTRIBUTE_ARGUMENT, "an argument of an attribute has to be a constant or a text", at);
    }
}
