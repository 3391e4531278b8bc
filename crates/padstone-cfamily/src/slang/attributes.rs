//! Attributes, and their effect on layout and reflection.

mod arguments;
mod builtin_attributes;
mod capabilities;
mod declared;
mod formats;

pub(super) use formats::{image_format, is_format};

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Stage, Type, TypeId};
use padstone_source::Span;

use super::SlangOptions;
use super::keywords::Modifier;
use super::resolve::{Resolved, Resolver, Scope};
use super::tree::{Attribute, DeclId, DeclKind, ExprId, ExprKind};
use builtin_attributes::BuiltinAttribute;

/// The attributes of specialization constants.
const SPECIALIZED: [&str; 3] = ["vk_constant_id", "SpecializationConstant", "vk_specialization_constant"];

/// The declaration that an attribute refers to.
enum AttributeDeclaration {
    /// An attribute of the language.
    Builtin(&'static BuiltinAttribute),
    /// An attribute that a struct of the source declares.
    Declared(DeclId),
}

impl Resolver<'_> {
    /// The meaning of an attribute on a declaration. A struct of the source hides an attribute of the language after its declaration.
    fn meaning(&mut self, attribute: &Attribute, on: DeclId) -> Option<AttributeDeclaration> {
        let known = builtin_attributes::find(self.text(attribute.name));
        let declared = self.declared_attribute(attribute, on).filter(|&declared| known.is_none() || self.is_before(declared, on));
        declared.map(AttributeDeclaration::Declared).or(known.map(AttributeDeclaration::Builtin))
    }

    /// The name of an attribute in messages.
    fn printable_attribute(&self, attribute: &Attribute) -> String {
        let name = self.text(attribute.name);
        name.strip_prefix("vk_").map_or_else(|| name.to_owned(), |inner| format!("vk::{inner}"))
    }

    /// The last attribute of a declaration with this name.
    pub(super) fn attribute(&self, decl: DeclId, name: &str) -> Option<&Attribute> {
        self.tree.decls[decl].modifiers.attributes().iter().rev().find(|attribute| self.text(attribute.name) == name)
    }

    /// Whether an attribute of the language has an effect: some have none if they have too many arguments.
    pub(super) fn has_effect(&self, attribute: &Attribute) -> bool {
        builtin_attributes::find(self.text(attribute.name)).is_some_and(|known| {
            known.more != builtin_attributes::ExtraArguments::Void || attribute.arguments.len() <= known.most_arguments()
        })
    }

    /// The bytes that `[anyValueSize(n)]` reserves for values of an interface.
    pub(super) fn any_value_size(&mut self, scope: Scope) -> Option<u64> {
        let attribute = self.attribute(scope.decl, "anyValueSize").filter(|attribute| self.has_effect(attribute))?;
        let argument = *attribute.arguments.first()?;
        u64::try_from(self.known_integer(argument, scope)?).ok()
    }

    /// Whether a variable is a specialization constant.
    pub(super) fn is_specialized(&self, decl: DeclId) -> bool {
        self.specialized(decl).is_some()
    }

    /// The attribute that makes a variable a specialization constant.
    fn specialized(&self, decl: DeclId) -> Option<Span> {
        let layout = self.tree.decls[decl].modifiers.layout();
        let in_layout = || layout.iter().find(|(name, _)| self.text(name.symbol) == "constant_id").map(|(name, _)| name.span);
        let attribute = SPECIALIZED.iter().find_map(|name| self.attribute(decl, name));
        attribute.map(|attribute| attribute.span).or_else(in_layout)
    }

    /// Reports a `static` specialization constant (E31219 of slangc), or one that is not a scalar.
    pub(super) fn check_static_specialized(&mut self, scope: Scope) {
        let declared = &self.tree.decls[scope.decl];
        let (DeclKind::Variable { ty: Some(ty), .. }, span) = (&declared.kind, declared.span) else { return };
        let (ty, is_static) = (*ty, declared.modifiers.has(Modifier::Static));
        if !is_static || !self.is_specialized(scope.decl) {
            return;
        }
        let ty = self.type_or_unknown(ty, scope);
        if !self.check_specialized(scope.decl, ty) {
            let message = "a specialization constant cannot be `static`: the host sets its value";
            self.report(Diagnostic::error(&codes::SPECIALIZATION_STATIC, message, span).help("remove `static`"));
        }
    }

    /// Reports a specialization constant that is not a scalar (E31218 of slangc), and returns whether it did.
    pub(super) fn check_specialized(&mut self, decl: DeclId, ty: TypeId) -> bool {
        let Some(span) = self.specialized(decl) else { return false };
        let is_wrong = !matches!(self.module.types[ty], Type::Scalar(_) | Type::Enum(_) | Type::Unknown);
        if is_wrong {
            let message = format!("a specialization constant must be a scalar, found `{}`", self.type_text(ty));
            self.report(Diagnostic::error(&codes::SPECIALIZATION_TYPE, message, span).help("declare one constant for each scalar"));
        }
        is_wrong
    }

    /// The stage that `[shader("…")]` specifies for a function.
    pub(super) fn stage(&mut self, decl: DeclId) -> Option<Resolved<Stage>> {
        // libslang 2026.12 also accepts `[Shader("…")]`, but no other spelling.
        let is_shader = |attribute: &&Attribute| matches!(self.text(attribute.name), "shader" | "Shader");
        let attributes: Vec<(Span, Option<ExprId>)> = self.tree.decls[decl]
            .modifiers
            .attributes()
            .iter()
            .filter(is_shader)
            .map(|attribute| (attribute.span, attribute.arguments.first().copied()))
            .collect();
        let mut stages = attributes.into_iter().map(|(span, argument)| match argument.and_then(|argument| self.attribute_text(argument)) {
            Some(name) => SlangOptions::stage(&name).ok_or_else(|| {
                let message = format!("unknown stage `{name}`");
                self.error(&codes::STAGE_UNKNOWN, message, "write, for example, `[shader(\"compute\")]`", span)
            }),
            None => Err(self.error(
                &codes::ATTRIBUTE_ARGUMENT,
                "a stage name must be a string literal",
                "write, for example, `[shader(\"compute\")]`",
                span,
            )),
        });
        // Of several attributes the first is effective, measured; the others must also name stages.
        let first = stages.next()?;
        Some(stages.fold(first, |first, other| first.and_then(|first| other.map(|_| first))))
    }

    /// The stage of a function without `[shader("…")]` that specifies its thread count or patch-constant function. libslang 2026.12,
    /// measured.
    pub(super) fn implied_stage(&self, decl: DeclId) -> Option<Stage> {
        let names = self.tree.decls[decl].modifiers.attributes().iter().map(|attribute| self.text(attribute.name));
        Some(match names.into_iter().find(|name| matches!(*name, "numthreads" | "NumThreads" | "patchconstantfunc"))? {
            "patchconstantfunc" => Stage::Hull,
            _ if self.attribute(decl, "outputtopology").is_some() => Stage::Mesh,
            _ => Stage::Compute,
        })
    }

    fn thread_group_attribute(&self, decl: DeclId) -> Option<&Attribute> {
        let is_shader = |attribute: &&Attribute| matches!(self.text(attribute.name), "numthreads" | "NumThreads");
        // Of several attributes the first is effective, measured.
        self.tree.decls[decl].modifiers.attributes().iter().find(is_shader)
    }

    /// `[numthreads(x, y, z)]`.
    pub(super) fn thread_group(&mut self, scope: Scope) -> Option<[u32; 3]> {
        let arguments = self.thread_group_attribute(scope.decl)?.arguments.clone();
        let mut sizes = [1; 3];
        for (size, argument) in sizes.iter_mut().zip(arguments) {
            let (value, _) = self.linked_integer(argument, scope);
            // Specialization constants and link-time constants without a value are 0, measured; a constant with a value has that value.
            let value = value.ok()?;
            *size = u32::try_from(value.unwrap_or(0)).ok()?;
        }
        Some(sizes)
    }

    /// The text of an argument.
    pub(super) fn attribute_text(&self, argument: ExprId) -> Option<String> {
        match self.tree.exprs[argument].kind {
            ExprKind::Text(text) => Some(self.text(text).to_owned()),
            _ => None,
        }
    }
}
