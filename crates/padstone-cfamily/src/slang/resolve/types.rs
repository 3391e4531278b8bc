//! Types of expressions.

use padstone_diag::{Diagnostic, Severity, codes};
use padstone_model::{
    Count, Field, Major, Pointee, PointerTarget, PointerTargetId, ResourceKind, Scalar, Struct, StructId, StructKind, Type, TypeId,
};
use padstone_source::{Span, Symbol};

use super::super::keywords::{Builtin, Modifier};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};
use super::memo::PointedTo;
use super::{Entity, EnvId, ResolutionState, Resolved, Resolver, Scope};

/// The element count of runtime-sized arrays in libslang 2026.12 (measured).
const UNSIZED_COUNT: i128 = i32::MAX as i128;

impl Resolver<'_> {
    /// The type of an expression, or `Unknown` after an error.
    pub(in crate::slang) fn type_or_unknown(&mut self, expr: ExprId, scope: Scope) -> TypeId {
        self.type_of(expr, scope).unwrap_or(self.unknown)
    }

    pub(in crate::slang) fn type_of(&mut self, expr: ExprId, scope: Scope) -> Resolved<TypeId> {
        let span = self.span(expr);
        match self.tree.exprs[expr].kind {
            ExprKind::Index(element, count) => self.array(element, count, scope, span),
            ExprKind::Pointer(to) => {
                let to = self.as_argument(|resolver| resolver.pointee(to, scope))?;
                Ok(self.module.types.intern(Type::Pointer(to)))
            }
            ExprKind::Optional(content) => {
                let content = self.type_of(content, scope)?;
                Ok(self.optional(content))
            }
            ExprKind::Modified(word, content) => {
                // Of both `row_major` and `column_major`, the later is effective (libslang 2026.12, measured).
                let is_replaced =
                    is_major(word) && matches!(self.tree.exprs[content].kind, ExprKind::Modified(later, _) if is_major(later));
                let content = self.type_of(content, scope)?;
                Ok(if is_replaced { content } else { self.modified(content, word) })
            }
            ExprKind::Declared(decl) => {
                // `struct G<T> { … } g;` has no arguments.
                let entity = self.declared(Scope { decl, ..scope })?;
                self.as_type(entity, span)
            }
            ExprKind::Expand(_) => Err(self.is_several(span)),
            ExprKind::Wrong => Ok(self.unknown),
            ExprKind::Name(name) => match self.known_number(name) {
                Some(known) => Ok(known),
                None => {
                    let entity = self.entity(expr, scope)?;
                    let ty = self.as_type(entity, span)?;
                    self.know_number(entity, ty);
                    Ok(ty)
                }
            },
            _ => {
                let entity = self.entity(expr, scope)?;
                self.as_type(entity, span)
            }
        }
    }

    /// The scalar, vector or matrix type of a built-in name that was resolved before and is not redeclared: a fast path for most types in a
    /// program.
    fn known_number(&self, name: Symbol) -> Option<TypeId> {
        let known = *self.memo.numbers.get(name.index())?;
        known.filter(|_| !self.tree.declares(name))
    }

    fn know_number(&mut self, entity: Entity, ty: TypeId) {
        if let Entity::Builtin(Builtin::Scalar(_) | Builtin::Vector(..) | Builtin::Matrix(..), name) = entity {
            if self.memo.numbers.len() <= name.index() {
                self.memo.numbers.resize(name.index() + 1, None);
            }
            self.memo.numbers[name.index()] = Some(ty);
        }
    }

    /// The type of an entity.
    pub(in crate::slang) fn as_type(&mut self, entity: Entity, span: Span) -> Resolved<TypeId> {
        match entity {
            Entity::Type(ty) => Ok(ty),
            Entity::Declared(scope) => self.deeper(span, |resolver| resolver.declared_type(scope, span)),
            Entity::Builtin(builtin, name) => self.builtin(builtin, name, span),
            // Missing arguments get their defaults, except for a pack (E30408 of slangc).
            Entity::Generic(scope) if self.has_pack_parameter(scope.decl) => {
                Err(self.missing_arguments(self.tree.decls[scope.decl].name, span))
            }
            Entity::Generic(scope) => {
                let scope = self.apply(scope, &[], scope, span)?;
                let entity = self.declared(scope)?;
                self.as_type(entity, span)
            }
            Entity::Pack(_) => Err(self.is_several(span)),
            Entity::Namespace(_) | Entity::Constant(_) | Entity::Value(_) | Entity::OpenValue | Entity::Other => {
                Err(self.error(&codes::UNKNOWN_TYPE, "expected a type", "write the name of a type", span))
            }
        }
    }

    fn array(&mut self, element: ExprId, count: Option<ExprId>, scope: Scope, span: Span) -> Resolved<TypeId> {
        let ty = self.type_of(element, scope)?;
        self.counted_array((element, ty), count, scope, span)
    }

    /// An array with this count, or a runtime-sized one.
    pub(super) fn counted_array(
        &mut self,
        (expr, element): (ExprId, TypeId),
        count: Option<ExprId>,
        scope: Scope,
        span: Span,
    ) -> Resolved<TypeId> {
        // libslang does not check types that are only arguments.
        if !self.is_argument {
            let declared = self.declared_by_expression(expr, element, scope);
            self.check_element(declared, span)?;
        }
        if matches!(self.module.types[element], Type::Scalar(Scalar::Void)) && !self.names_unspecialized(expr, scope) {
            return Err(self.error(
                &codes::VOID_VALUE,
                "an array element cannot have type `void`",
                "use another element type",
                self.span(expr),
            ));
        }
        let Some(expression) = count else { return Ok(self.array_of(element, Count::Runtime)) };
        let before = self.errors;
        let (value, is_linked) = self.linked_integer(expression, scope);
        let position = self.span(expression);
        if self.errors != before {
            // The element count is unknown: report one error, rather than one for each use of the size.
            return Ok(self.array_of(element, Count::LinkTime));
        }
        let Some(value) = value? else {
            return if is_linked { Ok(self.link_time_array(element, position)) } else { Err(self.report_unknown_count(position, scope)) };
        };
        if value == UNSIZED_COUNT {
            return Ok(self.array_of(element, Count::Runtime));
        }
        // The arguments of a generic may exceed 31 bits: libslang 2026.12 then reports the size as unbounded or unknown (measured).
        let is_of_generic = scope.env != EnvId::EMPTY && value > UNSIZED_COUNT;
        let Some(count) = u64::try_from(value).ok().filter(|_| !is_of_generic) else {
            return Err(self.error(
                &codes::ARRAY_SIZE,
                format!("an array cannot have {value} elements"),
                "write 0 or more, below 2147483647",
                position,
            ));
        };
        Ok(match is_linked {
            true => self.linked_array(element, Count::Known(count), position),
            false => self.array_of(element, Count::Known(count)),
        })
    }

    /// Whether a type is a runtime-sized array.
    pub(in crate::slang) fn is_unsized_array(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Array { count: Count::Runtime, .. })
    }

    /// An array with this count unless linking replaces it. It is a distinct type.
    fn linked_array(&mut self, element: TypeId, count: Count, span: Span) -> TypeId {
        let message = "linking can replace this element count";
        self.report(Diagnostic::new(Severity::Note, &codes::UNKNOWN_COUNT, message, span));
        if let Some(&known) = self.memo.linked_arrays.get(&(element, count)) {
            return known;
        }
        let ty = self.module.types.add(Type::Array { element, count });
        self.memo.linked_arrays.insert((element, count), ty);
        self.module.program.linked_arrays.insert(ty);
        ty
    }

    /// A vector with this component count unless linking replaces it.
    pub(super) fn linked_vector(&mut self, scalar: Scalar, width: u8) -> TypeId {
        let settled = self.module.types.intern(Type::Vector { scalar, width });
        if let Some(&known) = self.memo.variants.get(&settled) {
            return known;
        }
        let ty = self.module.types.add(Type::Vector { scalar, width });
        self.memo.variants.insert(settled, ty);
        self.module.program.linked_arrays.insert(ty);
        ty
    }

    /// An optional value of an interface: libslang does not list it as an unspecialized type.
    fn optional_interface(&mut self, interface: TypeId) -> TypeId {
        if let Some(&known) = self.memo.variants.get(&interface) {
            return known;
        }
        let ty = self.module.types.add(self.module.types[interface]);
        self.memo.variants.insert(interface, ty);
        self.memo.variants.insert(ty, ty);
        if let Some(&origin) = self.memo.origins.get(&interface) {
            self.memo.origins.insert(ty, origin);
        }
        self.module.program.optional_values.insert(ty);
        ty
    }

    /// An array whose element count is a link-time constant: its size, and the offsets after it, are unknown.
    fn link_time_array(&mut self, element: TypeId, span: Span) -> TypeId {
        let message = "the element count is unknown until link time";
        let found = Diagnostic::warning(&codes::UNKNOWN_COUNT, message, span);
        self.report(found.note("sizes that depend on it, and offsets and bindings after it, are unknown").help("initialize the constant"));
        self.array_of(element, Count::LinkTime)
    }

    /// Reports that everything that contains an array has an unknown layout, because its element count is known only later. For the
    /// declaration of a generic, nothing is reported.
    fn report_unknown_count(&mut self, span: Span, scope: Scope) -> super::Reported {
        let is_generic_type = |decl: DeclId| {
            let decl = &self.tree.decls[decl];
            decl.generics.is_some()
                && matches!(decl.kind, DeclKind::Struct { .. } | DeclKind::Interface { .. } | DeclKind::Extension { .. })
        };
        if scope.env == EnvId::EMPTY && self.tree.outward(scope.decl).any(is_generic_type) {
            return super::Reported;
        }
        let message = "the element count is unknown until specialization";
        self.report(
            Diagnostic::warning(&codes::UNKNOWN_COUNT, message, span).help("pass the specialization argument, or initialize the constant"),
        )
    }

    fn array_of(&mut self, element: TypeId, count: Count) -> TypeId {
        self.module.types.intern(Type::Array { element, count })
    }

    /// `Optional<T>`: a `T` that has a null value, or a `T` and a bool.
    pub(super) fn optional(&mut self, content: TypeId) -> TypeId {
        if matches!(self.module.types[content], Type::Interface(_)) {
            return self.optional_interface(content);
        }
        if matches!(self.module.types[content], Type::Pointer(_)) || content == self.unknown || self.is_optional(content) {
            return content;
        }
        let flag = self.scalar(Scalar::Bool);
        let name = format!("Optional<{}>", self.type_text(content));
        self.tuple(&name, vec![("value".to_owned(), content), ("hasValue".to_owned(), flag)])
    }

    pub(in crate::slang) fn is_optional(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Struct(id) => self.is_optional_struct(id),
            _ => false,
        }
    }

    pub(super) fn is_optional_struct(&self, id: StructId) -> bool {
        let declared = &self.module.structs[id];
        declared.kind == StructKind::Tuple && self.text(declared.name).starts_with("Optional<")
    }

    pub(super) fn tuple(&mut self, name: &str, members: Vec<(String, TypeId)>) -> TypeId {
        self.synthesized_struct(StructKind::Tuple, name, members)
    }

    /// A synthesized struct.
    pub(super) fn synthesized_struct(&mut self, kind: StructKind, name: &str, members: Vec<(String, TypeId)>) -> TypeId {
        let name = self.names.intern(name);
        let key = (name, members.iter().map(|&(_, ty)| ty).collect());
        if let Some(&known) = self.memo.tuples.get(&key) {
            return known;
        }
        let field = |(name, ty): (String, TypeId)| Field::member(self.names.intern(&name), Span::default(), ty, Vec::new());
        let mut fields: Vec<Field> = members.into_iter().map(field).collect();
        if kind == StructKind::Tuple {
            fields.iter_mut().for_each(|field| self.add_no_format(field));
        }
        let declared = Struct { name, span: Span::default(), kind, fields, ty: None, contiguous: false };
        let ty = self.add_struct(declared);
        self.memo.tuples.insert(key, ty);
        ty
    }

    pub(in crate::slang) fn add_struct(&mut self, declared: Struct) -> TypeId {
        let id = self.module.structs.push(declared);
        let ty = self.module.types.intern(Type::Struct(id));
        self.module.structs[id].ty = Some(ty);
        ty
    }

    /// A type after `row_major` or `column_major`. They affect matrices only, not arrays of matrices (libslang 2026, measured).
    pub(in crate::slang) fn modified(&mut self, ty: TypeId, word: Modifier) -> TypeId {
        let changed = match (self.module.types[ty], word) {
            (Type::Matrix { scalar, rows, columns, .. }, Modifier::RowMajor) => Type::Matrix { scalar, rows, columns, major: Major::Row },
            (Type::Matrix { scalar, rows, columns, .. }, Modifier::ColumnMajor) => {
                Type::Matrix { scalar, rows, columns, major: Major::Column }
            }
            _ => return ty,
        };
        self.module.types.intern(changed)
    }

    /// The name of the target of a pointer. The target may be an incomplete struct, so a struct is not resolved.
    pub(super) fn pointee(&mut self, to: ExprId, scope: Scope) -> Resolved<Pointee> {
        let (name, declaration) = match self.tree.exprs[to].kind {
            ExprKind::Index(..) => {
                let array = self.type_of(to, scope)?;
                (self.type_text(array), "Array")
            }
            ExprKind::Pointer(inner) => {
                let inner = self.pointee(inner, scope)?;
                (format!("{}*", self.text(inner.name)), "Ptr")
            }
            ExprKind::Optional(_) => ("Optional".to_owned(), "Tuple"),
            ExprKind::Modified(_, inner) => return self.pointee(inner, scope),
            _ => {
                let entity = self.entity(to, scope)?;
                let declaration = self.declaration_name(entity, self.span(to))?;
                return Ok(match entity {
                    Entity::Declared(scope) => {
                        let target = Some(self.pointer_target(PointedTo::Declared(scope)));
                        Pointee { name: self.tree.decls[scope.decl].name, declaration, target }
                    }
                    Entity::Generic(scope) => Pointee { name: self.tree.decls[scope.decl].name, declaration, target: None },
                    Entity::Type(ty) => self.pointee_of(ty, declaration),
                    Entity::Builtin(Builtin::Resource(..) | Builtin::Vector(..) | Builtin::Matrix(..), _) => {
                        let ty = self.as_type(entity, self.span(to))?;
                        self.pointee_of(ty, declaration)
                    }
                    _ => Pointee::declared(declaration, None),
                });
            }
        };
        Ok(Pointee { name: self.names.intern(&name), declaration: self.names.intern(declaration), target: None })
    }

    fn pointer_target(&mut self, pointed_to: PointedTo) -> PointerTargetId {
        let targets = &mut self.module.pointer_targets;
        let all = &mut self.memo.pointed_to;
        *self.memo.pointer_targets.entry(pointed_to).or_insert_with(|| {
            all.push(pointed_to);
            targets.push(PointerTarget::Undefined)
        })
    }

    /// Finds the structs that pointers refer to, after all types are resolved.
    pub(super) fn define_pointer_targets(&mut self) {
        for &pointed_to in &self.memo.pointed_to {
            let ty = match pointed_to {
                PointedTo::Type(ty) => Some(ty),
                PointedTo::Declared(scope) => match self.memo.types.get(&scope) {
                    Some(ResolutionState::Done(ty)) => Some(*ty),
                    Some(ResolutionState::Begun) | None => None,
                },
            };
            if let Some(Type::Struct(id)) = ty.map(|ty| self.module.types[ty]) {
                self.module.pointer_targets[self.memo.pointer_targets[&pointed_to]] = PointerTarget::Struct(id);
            }
        }
    }

    fn pointee_of(&mut self, ty: TypeId, declaration: Symbol) -> Pointee {
        if self.is_synthesized_differential(ty) {
            return Pointee::declared(declaration, None);
        }
        let name = self.type_text(ty);
        let is_struct = matches!(self.module.types[ty], Type::Struct(_));
        let pointed_to = self.memo.origins.get(&ty).map_or(PointedTo::Type(ty), |&scope| PointedTo::Declared(scope));
        let target = is_struct.then(|| self.pointer_target(pointed_to));
        Pointee { name: self.names.intern(&name), declaration, target }
    }

    fn declaration_name(&mut self, entity: Entity, span: Span) -> Resolved<Symbol> {
        let word = match entity {
            Entity::Declared(scope) | Entity::Generic(scope) => match self.tree.decls[scope.decl].kind {
                DeclKind::Enum { .. } => {
                    let ty = self.as_type(entity, span)?;
                    return self.declaration_name(Entity::Type(ty), span);
                }
                _ => return Ok(self.tree.decls[scope.decl].name),
            },
            Entity::Builtin(Builtin::Resource(..) | Builtin::Vector(..) | Builtin::Matrix(..), _) | Entity::Type(_) => {
                let ty = self.as_type(entity, span)?;
                match self.module.types[ty] {
                    Type::Vector { .. } => "vector",
                    Type::Matrix { .. } => "matrix",
                    Type::Array { .. } => "Array",
                    Type::Pointer(_) => "Ptr",
                    Type::Atomic(_) => "Atomic",
                    Type::Handle(inner) => {
                        // The representation of a handle depends on the target.
                        let inner = self.declaration_name(Entity::Type(inner), span)?;
                        let name = format!("DescriptorHandle<{}>", self.text(inner));
                        return Ok(self.names.intern(&name));
                    }
                    // The core module declares all textures and typed buffers in one generic.
                    Type::Resource(resource) => match resource.kind {
                        ResourceKind::Texture | ResourceKind::RwTexture | ResourceKind::CombinedSampler => "_Texture",
                        ResourceKind::SubpassInput => "__SubpassImpl",
                        _ => return Ok(resource.spelling()),
                    },
                    Type::Struct(id) if self.module.structs[id].kind == StructKind::Tuple => "Tuple",
                    Type::Struct(_) | Type::Interface(_) => match self.memo.origins.get(&ty) {
                        Some(scope) => return Ok(self.tree.decls[scope.decl].name),
                        None if self.is_synthesized_differential(ty) => "Differential",
                        None => {
                            let name = self.type_text(ty);
                            return Ok(self.names.intern(name.split('<').next().unwrap_or("")));
                        }
                    },
                    Type::Enum(id) => {
                        let scalar = self.module.enums[id].scalar;
                        let ty = self.scalar(scalar);
                        let text = self.type_text(ty);
                        return Ok(self.names.intern(&text));
                    }
                    Type::Scalar(_) => {
                        let text = self.type_text(ty);
                        return Ok(self.names.intern(scalar_word(&text)));
                    }
                    Type::Unspecialized(id) => return Ok(self.module.program.unspecialized_types[id].name),
                    Type::Unknown => "",
                }
            }
            Entity::Builtin(_, name) => return Ok(name),
            _ => {
                return Err(self.report(Diagnostic::error(&codes::UNKNOWN_TYPE, "expected a type", span).help("write the name of a type")));
            }
        };
        Ok(self.names.intern(word))
    }
}

/// The name of a scalar in Slang, if it differs from the model's.
fn scalar_word(text: &str) -> &str {
    match text {
        "float16_t" => "half",
        other => other,
    }
}

fn is_major(word: Modifier) -> bool {
    matches!(word, Modifier::RowMajor | Modifier::ColumnMajor)
}
