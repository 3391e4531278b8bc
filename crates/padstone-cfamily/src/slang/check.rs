//! Checks rules of the language that no layout depends on.

mod accessors;
mod bases;
mod declaration_context;
mod default_values;
mod extensions;
mod functions;
mod initial_values;
mod initializer_cycles;
mod layout_qualifiers;
mod modifiers;
mod names;
mod optionals;
mod payloads;
mod redeclarations;
mod signature_types;
mod stages;
mod system_values;
mod visibility;
mod where_clauses;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Dimension, Field, RegisterClass, ResourceClass, ResourceKind, Type, TypeId};
use padstone_source::Span;
pub(super) use redeclarations::is_named;
use rustc_hash::FxHashSet;

use super::keywords::{Builtin, Modifier};
use super::resolve::{DeclaredContents, EnvId, Resolved, Resolver, Scope};
use super::tree::{DeclId, DeclKind, ExprId, ExprKind, Ident};

impl Resolver<'_> {
    /// Checks all declarations independently of their use, and resolves the types of all structs that are not generic.
    pub(super) fn check_declarations(&mut self) {
        let mut pending = Vec::new();
        let mut functions = functions::SeenFunctions::default();
        let mut aliases = FxHashSet::default();
        let mut constructed = redeclarations::MemberwiseInitializers::default();
        let mut followed = initializer_cycles::VisitedConstants::default();
        for index in 0..self.tree.decls.len() {
            let decl = DeclId::from_index(index);
            if self.is_plain_member(decl) {
                continue;
            }
            self.check_name(decl, &mut constructed);
            self.check_function(decl, &mut functions);
            self.check_attributes(decl);
            self.check_modifiers(decl);
            self.check_layout(decl);
            self.check_payload(decl);
            self.check_visibility(decl);
            self.check_mentions(decl, &mut pending);
            self.check_textures(decl);
            self.check_optional(decl);
            self.check_cycle(decl, &mut followed);
            self.check_initial_value(decl);
            self.check_visible_from_initializer(decl);
            let declared = &self.tree.decls[decl];
            match declared.kind {
                DeclKind::Struct { forward: false, .. } | DeclKind::Enum { .. }
                    if declared.generic_depth == 0 && self.attribute(decl, "__AttributeUsage").is_none() =>
                {
                    let span = self.tree.decls[decl].span;
                    let _ = self.named_type(Scope { decl, env: EnvId::EMPTY }, span);
                    self.check_conformance(decl, None);
                }
                DeclKind::Struct { .. } | DeclKind::Interface { .. } => self.check_conformance(decl, None),
                DeclKind::Variable { ty: Some(ty), .. } if self.is_generic_field(decl) => {
                    self.check_names(ty, Scope { decl, env: EnvId::EMPTY });
                }
                DeclKind::Variable { .. } if self.is_requirement(decl) => self.check_required_constant(decl),
                DeclKind::Variable { ty: Some(ty), .. } if self.is_function_parameter(decl) => self.check_unsized_parameter(decl, ty),
                DeclKind::Case { value: Some(_) } => self.check_case(decl),
                DeclKind::Alias { .. } if declared.generic_depth == 0 => self.check_alias(decl, &mut aliases),
                DeclKind::Extension { target, .. } => {
                    self.named_declaration(target, Scope { decl, env: EnvId::EMPTY });
                    let extended = self.extended(decl);
                    self.check_conformance(decl, extended);
                }
                _ => {}
            }
        }
    }

    /// Whether a declaration is a member of a struct, such as `float4 color;` or `Light lights[4];`, that needs no check before its struct
    /// is laid out. In large programs, most declarations are.
    fn is_plain_member(&self, decl: DeclId) -> bool {
        let declared = &self.tree.decls[decl];
        let DeclKind::Variable { ty: Some(mut ty), value: None, .. } = declared.kind else { return false };
        let Some(parent) = declared.parent else { return false };
        let is_alone = declared.before.is_none() && declared.modifiers.is_empty() && declared.generic_depth == 0;
        if !is_alone || self.modules[declared.module as usize].has_visibility {
            return false;
        }
        while let ExprKind::Index(inner, count) = self.tree.exprs[ty].kind {
            if count.is_some_and(|count| !matches!(self.tree.exprs[count].kind, ExprKind::Constant(_))) {
                return false;
            }
            ty = inner;
        }
        let ExprKind::Name(name) = self.tree.exprs[ty].kind else { return false };
        self.is_any(name) && matches!(self.tree.decls[parent].kind, DeclKind::Struct { .. })
    }

    /// Whether a declaration is a member of a generic struct, whose type is resolved only with arguments.
    fn is_generic_field(&self, decl: DeclId) -> bool {
        let declared = &self.tree.decls[decl];
        let in_struct = declared.parent.is_some_and(|parent| matches!(self.tree.decls[parent].kind, DeclKind::Struct { .. }));
        in_struct && declared.generic_depth > 0
    }

    fn is_requirement(&self, decl: DeclId) -> bool {
        self.tree.decls[decl].parent.is_some_and(|parent| matches!(self.tree.decls[parent].kind, DeclKind::Interface { .. }))
    }

    /// Reports a variable in an interface, unless it is a `static const` integer without a value (E30303, E30306, E30623 of slangc).
    fn check_required_constant(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        let (span, modifiers) = (declared.span, &declared.modifiers);
        let DeclKind::Variable { ty, value, .. } = declared.kind else { return };
        let message = if !modifiers.has(Modifier::Static) || !modifiers.has(Modifier::Const) {
            "an interface requirement cannot be a variable"
        } else if value.is_some() {
            "a constant required by an interface cannot have a value"
        } else if ty.is_some_and(|ty| self.names_fraction(ty)) {
            "a constant required by an interface must be an integer"
        } else {
            return;
        };
        let found = Diagnostic::error(&codes::REQUIRED_CONSTANT, message, span);
        self.report(found.help("write, for example, `static const int kCount;`, or require a `property`"));
    }

    fn names_fraction(&self, ty: ExprId) -> bool {
        let ExprKind::Name(name) = self.tree.exprs[ty].kind else { return false };
        matches!(self.keywords.builtin(name), Some(Builtin::Scalar(scalar)) if scalar.is_float())
    }

    fn is_function_parameter(&self, decl: DeclId) -> bool {
        self.tree.decls[decl].parent.is_some_and(|parent| matches!(self.tree.decls[parent].kind, DeclKind::Function { .. }))
    }

    /// Reports undeclared names in a type, independently of the arguments of the enclosing generics.
    fn check_names(&mut self, expr: ExprId, scope: Scope) {
        match &self.tree.exprs[expr].kind {
            ExprKind::Name(name) => {
                let name = Ident { symbol: *name, span: self.span(expr) };
                if !self.declares_in_scope(name.symbol, scope) {
                    self.not_declared(name);
                }
            }
            ExprKind::Member(subject, _) | ExprKind::Pointer(subject) | ExprKind::Optional(subject) | ExprKind::Modified(_, subject) => {
                self.check_names(*subject, scope);
            }
            ExprKind::Apply(subject, arguments) => {
                let (subject, arguments) = (*subject, arguments.clone());
                self.check_names(subject, scope);
                arguments.into_iter().for_each(|argument| self.check_names(argument, scope));
            }
            ExprKind::Index(subject, _) => self.check_names(*subject, scope),
            _ => {}
        }
    }

    /// Reports arrays of types that cannot be elements.
    pub(super) fn check_element(&mut self, element: DeclaredContents, span: Span) -> Resolved<()> {
        if element.has_block {
            return Err(self.error(
                &codes::ARRAY_OF_BLOCKS,
                "an array element cannot be or contain a parameter block",
                "declare each block separately",
                span,
            ));
        }
        if element.is_unsized {
            let message = "an array element cannot contain a runtime-sized array";
            return Err(self.report(Diagnostic::error(&codes::UNSIZED_PLACE, message, span).help("specify the size of the inner array")));
        }
        Ok(())
    }

    /// Reports buffer elements without a size, in kinds of buffers that require one.
    pub(super) fn check_resource_element(
        &mut self,
        kind: ResourceKind,
        shape: Dimension,
        (element, inside): (TypeId, DeclaredContents),
        span: Span,
    ) -> Resolved<()> {
        if self.checks_only {
            return Ok(());
        }
        if shape == Dimension::StructuredBuffer && inside.has_block {
            return Err(self.error(
                &codes::ARRAY_OF_BLOCKS,
                "a structured buffer element cannot be or contain a parameter block",
                "declare each block separately",
                span,
            ));
        }
        let noun = match kind {
            _ if shape == Dimension::StructuredBuffer && inside.is_unsized => "a structured buffer element",
            ResourceKind::ConstantBuffer | ResourceKind::ParameterBlock if inside.unsized_values && !self.options.unsized_constants => {
                "a constant buffer"
            }
            _ => return Ok(()),
        };
        let message = format!("{noun} cannot contain a runtime-sized array");
        let field = self.unsized_field(element);
        if field.is_none() && shape != Dimension::StructuredBuffer {
            // libslang checks only members of structs; its buffer of an unbounded array is unbounded.
            return Ok(());
        }
        let found = match field {
            // libslang reports a constant buffer at the member, and a structured buffer at its use.
            Some(field) if shape != Dimension::StructuredBuffer => Diagnostic::error(&codes::UNSIZED_PLACE, message, field)
                .label(field, "runtime-sized array")
                .label(span, "size required here"),
            _ => Diagnostic::error(&codes::UNSIZED_PLACE, message, span),
        };
        Err(self.report(found.help("specify the size of the array")))
    }

    /// The member, at any level, that is a runtime-sized array of ordinary data.
    fn unsized_field(&mut self, checked: TypeId) -> Option<Span> {
        let mut ty = checked;
        loop {
            match self.module.types[ty] {
                Type::Array { element, .. } => ty = element,
                Type::Struct(id) => {
                    let fields = self.module.structs[id].fields.clone();
                    let field = fields.into_iter().find(|field| self.declared_by_member(field).unsized_values)?;
                    if self.is_unsized_array(field.ty) {
                        return Some(field.span);
                    }
                    ty = field.ty;
                }
                _ => return None,
            }
        }
    }

    /// Reports runtime-sized arrays that are not last, and a struct or buffer at `owner` that contains structs with one: it has no
    /// constructor, which would take them by value (E30070 and E30072 of slangc). Slang's documentation does not mention constructors.
    pub(super) fn check_fields(&mut self, fields: &[Field], owner: Span) {
        if !fields.iter().any(|field| self.declared_by_member(field).is_unsized) {
            return;
        }
        let Some((_, before)) = fields.split_last() else { return };
        for field in before {
            if self.declared_by_member(field).is_unsized {
                let message = format!("`{}` is runtime-sized, but is not the last member", self.text(field.name));
                self.error(&codes::UNSIZED_PLACE, message, "declare it last, or specify its size", field.span);
            }
        }
        if self.options.unsized_constants {
            return;
        }
        let is_struct = |field: &&Field| matches!(self.module.types[field.ty], Type::Struct(_));
        let structs: Vec<&Field> = fields.iter().filter(is_struct).collect();
        if let Some(field) = structs.into_iter().find(|field| self.declared_by_member(field).is_unsized) {
            let message = format!("`{}` cannot be a member: it contains a runtime-sized array", self.text(field.name));
            let found = Diagnostic::error(&codes::UNSIZED_PLACE, message, owner).label(field.span, "contains a runtime-sized array");
            self.report(found.help("declare the array itself as the last member"));
        }
    }

    /// Reports parameters of functions that are structs without a size.
    fn check_unsized_parameter(&mut self, decl: DeclId, ty: ExprId) {
        let declared = &self.tree.decls[decl];
        let (span, &ExprKind::Name(name)) = (declared.span, &self.tree.exprs[ty].kind) else { return };
        let Some(function) = declared.parent else { return };
        let Some(named) = self.find(name, Scope { decl: function, env: EnvId::EMPTY }) else { return };
        let named_decl = &self.tree.decls[named.decl];
        if !matches!(named_decl.kind, DeclKind::Struct { forward: false, .. }) || named_decl.generic_depth > 0 {
            return;
        }
        if self.named_type(named, span).is_ok_and(|ty| self.is_unsized_struct(ty)) {
            let message = "a function parameter cannot contain a runtime-sized array";
            let found = Diagnostic::error(&codes::UNSIZED_PLACE, message, span);
            self.report(found.help("pass the buffer that contains it, or specify the size of the array"));
        }
    }

    fn is_unsized_struct(&mut self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Struct(_)) && self.contents(ty).declared.is_unsized
    }

    /// Reports values of classes in a parameter: at the member that is or contains one, or else at the class (E39031 of slangc).
    pub(super) fn check_classes(&mut self, variable: &Field) {
        let (mut ty, mut position) = (variable.ty, None);
        while self.contents(ty).has_class {
            if self.memo.classes.contains(&ty) {
                let declared = self.module.as_struct(ty).map_or(variable.span, |class| class.span);
                let message = format!("class `{}` has no layout", self.type_text(ty));
                let found = Diagnostic::error(&codes::CLASS_VALUE, message, position.unwrap_or(declared));
                self.report(found.label(variable.span, "in this parameter").help("declare it as a struct"));
                return;
            }
            match self.module.types[ty] {
                Type::Array { element, .. } | Type::Resource(padstone_model::ResourceType { element: Some(element), .. }) => ty = element,
                Type::Struct(id) => {
                    let fields = self.module.structs[id].fields.clone();
                    let Some(field) = fields.into_iter().find(|field| self.contents(field.ty).has_class) else { return };
                    (ty, position) = (field.ty, position.or(Some(field.span)));
                }
                _ => return,
            }
        }
    }

    /// Reports a `static` or `groupshared` global of a type that only parameters can have.
    pub(super) fn check_static(&mut self, scope: Scope) {
        let declared = &self.tree.decls[scope.decl];
        let (name, span) = (declared.name, declared.span);
        let has_value = matches!(declared.kind, DeclKind::Variable { value: Some(_), .. });
        let ty = self.variable(scope).ty;
        if self.contents(ty).declared.is_unsized && !has_value {
            let message = format!("`{}` is runtime-sized, but is not a parameter", self.text(name));
            self.error(&codes::UNSIZED_PLACE, message, "specify the size of the array", span);
        } else if self.contents(ty).classes != 0 && !self.tree.decls[scope.decl].modifiers.has(Modifier::GroupShared) {
            self.static_opaque(scope.decl);
        }
    }

    /// Reports a `static` variable or `cbuffer` that would need a register.
    pub(super) fn static_opaque(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        let message = format!("`{}` is or contains a resource and cannot be `static`", self.text(declared.name));
        let found = Diagnostic::error(&codes::STATIC_OPAQUE, message, declared.span);
        self.report(found.help("remove `static`"));
    }

    /// Reports the last member of a `cbuffer` if it has no size.
    pub(super) fn check_buffer(&mut self, fields: &[Field]) {
        if self.options.unsized_constants {
            return;
        }
        let Some(field) = fields.last().filter(|field| self.declared_by_member(field).unsized_values) else { return };
        let message = format!("`{}` is runtime-sized, but is in a constant buffer", self.text(field.name));
        let position = match self.is_unsized_array(field.ty) {
            true => field.span,
            false => self.unsized_field(field.ty).unwrap_or(field.span),
        };
        self.error(&codes::UNSIZED_PLACE, message, "specify the size of the array", position);
    }

    /// Reports registers of a class that the parameter does not use.
    pub(super) fn check_registers(&mut self, field: &Field) {
        if field.annotations.is_empty() {
            return;
        }
        let ty = self.module.types.peel_arrays(field.ty);
        // The class of a non-resource is not checked (libslang 2026.12, measured).
        let Type::Resource(resource) = self.module.types[ty] else { return };
        let Some(classes) = register_classes(resource.kind) else { return };
        for annotation in &field.annotations {
            let Annotation::Register(register) = annotation else { continue };
            // libslang 2026.12 takes the first letter of `space1` for a class.
            let class = register.slot.map_or(RegisterClass::S, |(class, _)| class);
            let has_class = classes.contains(&class);
            if !has_class {
                let message = format!("`{}` cannot be bound to this register class", self.text(field.name));
                let ty = self.type_text(field.ty);
                let found = Diagnostic::error(&codes::RESOURCE_CLASS, message, register.span);
                let letters: Vec<String> = classes.iter().map(|class| format!("`{}`", class.letter())).collect();
                let found = found.label(register.span, format!("on a `{ty}`"));
                self.report(found.help(format!("use a register of class {}", letters.join(" or "))));
            }
        }
    }
}

/// The register classes that are allowed on an object. `None` if libslang 2026.12 accepts any class, even without effect (measured for each
/// kind with each class).
fn register_classes(kind: ResourceKind) -> Option<&'static [RegisterClass]> {
    match kind {
        ResourceKind::TextureBuffer
        | ResourceKind::ParameterBlock
        | ResourceKind::StorageBlock
        | ResourceKind::SubpassInput
        | ResourceKind::MeshOutput
        | ResourceKind::MeshIndices
        | ResourceKind::TensorView
        | ResourceKind::Patch
        | ResourceKind::FeedbackType
        | ResourceKind::Other => None,
        // Register classes of the content are ignored.
        ResourceKind::ConstantBuffer => Some(&[RegisterClass::B]),
        ResourceKind::CombinedSampler => Some(&[RegisterClass::T, RegisterClass::S]),
        other => Some(match other.class()? {
            ResourceClass::ConstantBuffer => &[RegisterClass::B],
            ResourceClass::ShaderResource => &[RegisterClass::T],
            ResourceClass::UnorderedAccess => &[RegisterClass::U],
            ResourceClass::Sampler => &[RegisterClass::S],
        }),
    }
}
