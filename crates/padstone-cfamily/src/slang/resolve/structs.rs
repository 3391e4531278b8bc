//! Structs, enums and interfaces as types.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{
    Annotation, BitField, Enum, Field, Interface, ResourceKind, ResourceShape, ResourceType, Scalar, Spelling, Struct, StructKind, Type,
    TypeId,
};
use padstone_source::{Span, Symbol};

use super::super::keywords::Modifier;
use super::super::tree::{DeclId, DeclKind, Ident};
use super::{EnvId, GenericArgument, Reported, ResolutionState, Resolved, Resolver, Scope};
use crate::constants::{Int, Value};

/// The bytes reserved for a value of an interface without a stated size: slang-type-layout.cpp, measured.
pub(super) const ANY_VALUE_SIZE: u64 = 16;

impl Resolver<'_> {
    /// [`Self::declared_type`] at the outermost level of resolution.
    pub(in crate::slang) fn named_type(&mut self, scope: Scope, span: Span) -> Resolved<TypeId> {
        self.deeper(span, |resolver| resolver.declared_type(scope, span))
    }

    /// The type of a struct, enum or interface with its arguments, named at `span`.
    pub(super) fn declared_type(&mut self, scope: Scope, span: Span) -> Resolved<TypeId> {
        match self.memo.types.get(&scope) {
            Some(ResolutionState::Done(ty)) => return Ok(*ty),
            Some(ResolutionState::Begun) if self.is_argument => return Ok(self.placeholder(scope)),
            None if self.checks_only && matches!(self.tree.decls[scope.decl].kind, DeclKind::Struct { .. }) => {
                return Ok(self.placeholder(scope));
            }
            Some(ResolutionState::Begun) => {
                self.cycle = Some((scope, span));
                return Err(Reported);
            }
            None => {}
        }
        self.memo.types.insert(scope, ResolutionState::Begun);
        let (is_argument, hidden) = (std::mem::take(&mut self.is_argument), self.hidden.take());
        let ty = match self.tree.decls[scope.decl].kind {
            DeclKind::Enum { .. } => self.enumeration(scope),
            DeclKind::Interface { .. } => self.interface(scope),
            _ => self.structure(scope),
        };
        let ty = if self.gave_up { self.unknown } else { ty };
        (self.is_argument, self.hidden) = (is_argument, hidden);
        self.memo.types.insert(scope, ResolutionState::Done(ty));
        self.memo.origins.insert(ty, scope);
        // A base, or the operand of a member access: libslang reports the struct.
        if let Some((to, _)) = self.cycle.take() {
            self.contains_itself(to, self.name_span(to.decl));
        }
        if matches!(self.tree.decls[scope.decl].kind, DeclKind::Struct { is_class: true, .. }) {
            self.memo.classes.insert(ty);
        }
        Ok(ty)
    }

    fn enumeration(&mut self, scope: Scope) -> TypeId {
        let span = self.tree.decls[scope.decl].span;
        let Some(scalar) = self.tag(scope.decl) else { return self.unknown };
        let name = self.qualified(scope);
        let id = self.module.enums.push(Enum { name, span, scalar });
        self.module.types.intern(Type::Enum(id))
    }

    fn interface(&mut self, scope: Scope) -> TypeId {
        let name = self.qualified(scope);
        let span = self.tree.decls[scope.decl].span;
        let any_value_size = self.any_value_size(scope).unwrap_or(ANY_VALUE_SIZE);
        let id = self.module.program.interfaces.push(Interface { name, span, any_value_size });
        self.module.types.intern(Type::Interface(id))
    }

    fn structure(&mut self, scope: Scope) -> TypeId {
        let fields = self.fields(scope);
        let name = self.qualified(scope);
        let kind = if self.arguments(scope).is_empty() { StructKind::Declared } else { StructKind::Instance };
        let span = self.tree.decls[scope.decl].span;
        let ty = self.add_struct(Struct { name, span, kind, fields, ty: None, contiguous: false });
        self.struct_attributes(scope, ty);
        ty
    }

    /// The fields of a struct or buffer: its base, then its members.
    pub(in crate::slang) fn fields(&mut self, scope: Scope) -> Vec<Field> {
        let mut fields: Vec<Field> = self.derived_from(scope).into_iter().collect();
        let mut widths = Vec::new();
        let members = self.tree.decls[scope.decl].members.len();
        fields.reserve_exact(members);
        for index in 0..members {
            let member = self.tree.decls[scope.decl].members[index];
            let decl = &self.tree.decls[member];
            if decl.modifiers.has(Modifier::Static) || decl.modifiers.has(Modifier::GroupShared) {
                continue;
            }
            let member_scope = Scope { decl: member, ..scope };
            let (mut field, bits) = match decl.kind {
                DeclKind::Variable { bits, .. } => (self.variable(member_scope), bits),
                DeclKind::Buffer { kind } => (self.buffer_variable(member_scope, kind), None),
                _ => continue,
            };
            // An unspecialized parameter has no known fields at its declaration.
            if scope.env == EnvId::EMPTY {
                self.check_registers(&field);
            }
            let width = bits.and_then(|bits| self.width(bits, scope, field.ty));
            if bits.is_some() && width.is_none() {
                field.ty = self.unknown;
            }
            widths.extend(width.map(|width| (fields.len(), width)));
            fields.push(field);
        }
        if !widths.is_empty() {
            fields = self.with_backing(fields, &widths);
        }
        self.check_fields(&fields, self.tree.decls[scope.decl].span);
        fields
    }

    /// A variable as a field: its type, with the majorness of its modifiers, and its annotations.
    pub(in crate::slang) fn variable(&mut self, scope: Scope) -> Field {
        let decl = &self.tree.decls[scope.decl];
        let (name, span) = (self.tree.shown_name(scope.decl), decl.span);
        let DeclKind::Variable { ty, value, .. } = decl.kind else {
            return Field::member(name, span, self.unknown, Vec::new());
        };
        // Of `row_major` and `column_major`, the first is effective (libslang 2026.12, measured).
        let major = match [Modifier::RowMajor, Modifier::ColumnMajor].map(|word| decl.modifiers.has(word)) {
            [true, true] => {
                let rows_first = decl.modifiers.written().iter().find_map(|word| match self.text(word.symbol) {
                    "row_major" => Some(true),
                    "column_major" => Some(false),
                    _ => None,
                });
                Some(if rows_first == Some(false) { Modifier::ColumnMajor } else { Modifier::RowMajor })
            }
            [rows, columns] => rows.then_some(Modifier::RowMajor).or(columns.then_some(Modifier::ColumnMajor)),
        };
        // A type is looked up in the scope of the variable, which may have the same name.
        let outside = Scope { decl: decl.parent.unwrap_or(scope.decl), ..scope };
        let mut resolved = match (ty, value) {
            (Some(ty), _) => {
                // `Light Light;`: a variable does not hide its own type.
                match self.is_named_like(ty, name) {
                    true => self.hiding(scope.decl, |resolver| resolver.type_in_struct(ty, outside, (scope.decl, span))),
                    false => self.type_in_struct(ty, outside, (scope.decl, span)),
                }
            }
            (None, value) => self.inferred(value, outside),
        };
        if let Some(word) = major {
            resolved = self.modified(resolved, word);
        }
        let leaves_major_open = major.is_none() && ty.is_some_and(|ty| self.names_matrix(ty));
        if let (Type::Scalar(Scalar::Void), Some(ty)) = (self.module.types[resolved], ty)
            && !self.names_parameter(ty, outside)
        {
            self.error(&codes::VOID_VALUE, "a variable cannot have type `void`", "use another type", self.span(ty));
            resolved = self.unknown;
        }
        let modifiers = &self.tree.decls[scope.decl].modifiers;
        if modifiers.has(Modifier::MeshIndices) {
            resolved = self.mesh_output(ResourceKind::MeshIndices, "OutputIndices", resolved);
        } else if modifiers.has(Modifier::MeshOutput) {
            resolved = self.mesh_output(ResourceKind::MeshOutput, "OutputVertices", resolved);
        }
        let mut annotations = self.annotations(scope);
        let of_parameter = ty.filter(|&ty| self.names_parameter(ty, outside));
        if of_parameter.is_none() && matches!(self.module.types[resolved], Type::Pointer(_)) {
            self.check_coherent(scope.decl);
        }
        if let Some(ty) = of_parameter {
            annotations.push(Annotation::OfParameter);
            let declared = self.declared_by_expression(ty, resolved, outside);
            self.memo.declared.insert(span, declared);
        }
        let decided = ty.map(|ty| self.generic_dependence(ty, resolved, outside)).unwrap_or_default();
        if decided.bytes || decided.bindings {
            annotations.push(Annotation::GenericDependence(decided));
        }
        let is_specialized = annotations.iter().any(|annotation| matches!(annotation, Annotation::SpecializationConstant(_)));
        let value_span = value.filter(|_| is_specialized).map(|value| self.span(value));
        let mut field = Field::member(name, span, resolved, annotations);
        (field.written.leaves_major_open, field.written.value_span) = (leaves_major_open, value_span);
        if let Some(ty) = ty {
            if of_parameter.is_none() {
                field.written.alias = self.alias(ty, field.ty);
            }
            self.add_declared_format(&mut field, ty, outside);
        }
        field
    }

    /// A pointer outside functions cannot be coherent (E30078 of slangc).
    fn check_coherent(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        let around = declared.parent.map(|parent| &self.tree.decls[parent].kind);
        let is_coherent = |word: &&Ident| matches!(self.text(word.symbol), "globallycoherent" | "coherent");
        let word = declared.modifiers.written().iter().find(is_coherent).copied();
        let Some(word) = word.filter(|_| !matches!(around, Some(DeclKind::Function { .. } | DeclKind::Accessor { .. }))) else { return };
        let message = format!("a pointer cannot be `{}`", self.text(word.symbol));
        let found = Diagnostic::error(&codes::MODIFIER_PLACE, message, self.name_span(decl)).label(word.span, "because of this modifier");
        self.report(found.help("remove it, and specify the coherence of each load and store through the pointer"));
    }

    /// Resolves an expression with a declaration hidden from lookup.
    pub(in crate::slang) fn hiding<T>(&mut self, decl: DeclId, resolve: impl FnOnce(&mut Self) -> T) -> T {
        let around = self.hidden.replace(decl);
        let resolved = resolve(self);
        self.hidden = around;
        resolved
    }

    /// `out vertices V verts[64]` is another spelling of `OutputVertices<V, 64>`.
    fn mesh_output(&mut self, kind: ResourceKind, name: &str, ty: TypeId) -> TypeId {
        let Type::Array { element, .. } = self.module.types[ty] else { return ty };
        let name = self.names.intern(name);
        let output = ResourceType::new(kind, ResourceShape::NONE, name, Some(element));
        self.module.types.intern(Type::Resource(output))
    }

    /// The type of a variable that has only an initializer.
    fn inferred(&mut self, value: Option<super::ExprId>, scope: Scope) -> TypeId {
        match value.map(|value| self.value(value, scope)) {
            Some(Ok(Value::Int(_, Int::Uint32))) => self.scalar(Scalar::Uint32),
            Some(Ok(Value::Int(_, Int::Int64))) => self.scalar(Scalar::Int64),
            Some(Ok(Value::Int(_, Int::Uint64))) => self.scalar(Scalar::Uint64),
            Some(Ok(Value::Int(..))) => self.scalar(Scalar::Int32),
            Some(Ok(Value::Float(_))) => self.scalar(Scalar::Float32),
            Some(Ok(Value::Bool(_))) => self.scalar(Scalar::Bool),
            _ => self.unknown,
        }
    }

    /// The width of a bit-field.
    fn width(&mut self, bits: super::ExprId, scope: Scope, ty: TypeId) -> Option<u32> {
        let value = self.integer(bits, scope).ok()??;
        let is_integer = matches!(self.module.types[ty], Type::Scalar(scalar) if !scalar.is_float() && scalar != Scalar::Bool);
        let most = if is_integer { self.bits(ty) } else { 0 };
        match u32::try_from(value) {
            Ok(value) if value <= most => Some(value),
            _ => {
                let message = format!("a bit-field of this type cannot be {value} bits wide");
                self.error(&codes::BITFIELD_WIDTH, message, "use an integer type, and at most as many bits as it has", self.span(bits));
                None
            }
        }
    }

    /// Replaces runs of bit-fields, which are given with their positions and widths, by the integers that contain them.
    fn with_backing(&mut self, fields: Vec<Field>, widths: &[(usize, u32)]) -> Vec<Field> {
        let mut out = Vec::new();
        let (mut run, mut number) = (Vec::new(), 0);
        let mut widths = widths.iter().peekable();
        for (index, field) in fields.into_iter().enumerate() {
            match widths.next_if(|(position, _)| *position == index) {
                Some(&(_, width)) => run.push((width, field)),
                None => {
                    self.backing(&mut run, &mut number, &mut out);
                    out.push(field);
                }
            }
        }
        self.backing(&mut run, &mut number, &mut out);
        out
    }

    /// The integers that contain a run of bit-fields.
    fn backing(&mut self, run: &mut Vec<(u32, Field)>, number: &mut u32, into: &mut Vec<Field>) {
        let mut index = 0;
        while index < run.len() {
            // An integer has the size of the widest type in it; in the MSVC style, a type of another size begins the next integer. So does
            // a bit-field of zero bits, measured.
            let (mut bits, mut widest, mut end) = (0, 0, index);
            while let Some((width, field)) = run.get(end) {
                let field_bits = self.bits(field.ty);
                let wider = widest.max(field_bits);
                let is_other_size = self.options.msvc_bit_fields && field_bits != widest;
                if end > index && (*width == 0 || bits + width > wider || is_other_size) {
                    break;
                }
                (bits, widest, end) = (bits + width, wider, end + 1);
            }
            let scalar = match widest {
                8 => Scalar::Uint8,
                16 => Scalar::Uint16,
                64 => Scalar::Uint64,
                _ => Scalar::Uint32,
            };
            let name = self.names.intern(&format!("$bit_field_backing_{number}"));
            let ty = self.scalar(scalar);
            let mut below = 0;
            let from_top = self.options.msvc_bit_fields;
            let declared = run[index..end].iter().map(|&(bits, ref field)| {
                let first = if from_top { widest - below - bits } else { below };
                below += bits;
                BitField { name: field.name, span: field.span, ty: field.ty, first, bits }
            });
            let written = Spelling { bit_fields: declared.collect(), ..Spelling::default() };
            into.push(Field { written, ..Field::member(name, run[index].1.span, ty, Vec::new()) });
            *number += 1;
            index = end;
        }
        run.clear();
    }

    fn bits(&self, ty: TypeId) -> u32 {
        match self.module.types[ty] {
            Type::Scalar(scalar) => self.module.scalar_bytes(scalar) as u32 * 8,
            _ => 0,
        }
    }

    /// The qualified name of a declaration with its arguments: `gfx.Box<float3>`.
    pub(in crate::slang) fn qualified(&mut self, scope: Scope) -> Symbol {
        if let Some(&name) = self.tree.unnamed.get(&scope.decl) {
            return name;
        }
        let mut path: Vec<DeclId> = self.tree.outward(scope.decl).collect();
        path.reverse();
        let mut text = String::new();
        for decl in path {
            let name = self.tree.decls[decl].name;
            if matches!(self.tree.decls[decl].kind, DeclKind::Module) || name.is_empty() {
                continue;
            }
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(self.text(name));
            let env = self.env_at(scope.env, self.tree.decls[decl].generic_depth);
            let arguments = self.arguments(Scope { decl, env }).to_vec();
            if !arguments.is_empty() {
                let texts: Vec<String> = arguments.iter().map(|&argument| self.argument_text(argument)).collect();
                text.push_str(&format!("<{}>", joined(&texts)));
            }
        }
        self.names.intern(&text)
    }

    fn argument_text(&mut self, argument: GenericArgument) -> String {
        match argument {
            GenericArgument::Type(ty) => self.type_text(ty),
            GenericArgument::Value(value) | GenericArgument::Linked(value) => value.to_string(),
            GenericArgument::OpenValue | GenericArgument::Unlinked => "?".to_owned(),
            GenericArgument::Pack(pack) => {
                let arguments = self.arguments_of(pack).to_vec();
                joined(&arguments.into_iter().map(|argument| self.argument_text(argument)).collect::<Vec<_>>())
            }
        }
    }
}

/// The names of arguments, separated by commas. Long lists are shortened, because nested arguments can double their length.
pub(super) fn joined(texts: &[String]) -> String {
    const LONGEST: usize = 1 << 16;
    let mut text = texts.join(", ");
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rfind(|&position| text.is_char_boundary(position)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
    text
}
