//! Entry points: their functions, inputs and outputs.

use std::collections::hash_map::Entry;

use padstone_diag::{Diagnostic, codes, counted};
use padstone_model::{
    Annotation, BufferKind, Direction, EntryPoint, Field, Origin, ResourceKind, ResourceType, Scalar, Signature, Stage, Type, TypeId,
    UnspecializedType, UnspecializedTypeOwner,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::keywords::Modifier;
use super::resolve::{EnvId, Resolver, Scope};
use super::tree::{DeclId, DeclKind, ExprId};

impl Resolver<'_> {
    /// The requested entry points; if only a stage was requested, `main`; otherwise all functions with an entry-point attribute.
    pub(super) fn find_entry_points(&mut self) -> Vec<(Scope, Stage)> {
        match (&self.options.entry_points[..], self.options.default_stage) {
            ([], None) => self.declared_entry_points(),
            ([], stage) => self.named_entry_points(&[("main".to_owned(), stage)]),
            (named, _) => self.named_entry_points(named),
        }
    }

    /// Collects the inputs and outputs of the entry points.
    pub(super) fn entry_points(&mut self, found: &[(Scope, Stage)]) {
        for (index, &(scope, stage)) in found.iter().enumerate() {
            self.entry_point = Some(index as u32);
            self.entry_point(scope, stage);
        }
        self.entry_point = None;
    }

    /// The translation units of the program.
    fn units(&self) -> impl Iterator<Item = DeclId> + '_ {
        self.modules.iter().filter(|module| matches!(module.origin, Origin::Unit(_))).map(|module| module.root)
    }

    fn declared_entry_points(&mut self) -> Vec<(Scope, Stage)> {
        let mut found = Vec::new();
        let mut pending: Vec<DeclId> = self.units().collect();
        pending.reverse();
        while let Some(decl) = pending.pop() {
            match self.tree.decls[decl].kind {
                DeclKind::Module | DeclKind::Namespace | DeclKind::Struct { .. } => {
                    pending.extend(self.tree.decls[decl].members.iter().rev());
                }
                DeclKind::Function { has_body, .. } => match self.stage(decl) {
                    Some(Ok(stage)) if has_body => found.push((Scope { decl, env: EnvId::EMPTY }, stage)),
                    Some(_) => {}
                    None => found.extend(self.implied_stage(decl).map(|stage| (Scope { decl, env: EnvId::EMPTY }, stage))),
                },
                _ => {}
            }
        }
        found
    }

    fn named_entry_points(&mut self, named: &[(String, Option<Stage>)]) -> Vec<(Scope, Stage)> {
        let mut found = Vec::new();
        for (index, (name, stage)) in named.iter().enumerate() {
            let is_function = |&decl: &DeclId| matches!(self.tree.decls[decl].kind, DeclKind::Function { .. });
            // `shade<Metal>`: a generic function with its arguments.
            let symbol = self.names.lookup(name.split('<').next().unwrap_or_default().trim());
            // An overloaded name does not select an entry point.
            let with_body = |&decl: &DeclId| matches!(self.tree.decls[decl].kind, DeclKind::Function { has_body: true, .. });
            let in_unit = |root| {
                let functions: Vec<DeclId> = self.tree.named(root, symbol?).filter(is_function).collect();
                if functions.iter().copied().filter(with_body).count() > 1 { None } else { functions.last().copied() }
            };
            let Some(decl) = self.units().find_map(in_unit) else {
                let message = format!("entry point function `{name}` not found");
                self.report(Diagnostic::without_place(&codes::ENTRY_NOT_FOUND, message).help("pass another name with `-entry`"));
                continue;
            };
            let mut scope = Scope { decl, env: EnvId::EMPTY };
            if let Some(arguments) = self.arguments_of_entry(index) {
                let (root, span) = (self.modules[0].root, self.span(arguments[0]));
                match self.apply(scope, &arguments, Scope { decl: root, env: EnvId::EMPTY }, span) {
                    Ok(instance) => scope = instance,
                    Err(_) => continue,
                }
            }
            if let (Some(own), Some(of_profile)) = (stage, self.options.default_stage)
                && *own != of_profile
            {
                let message = format!("the profile and `-stage` specify different stages for entry point `{name}`");
                self.report(Diagnostic::without_place(&codes::STAGE_CONFLICT, message).help("remove one of them"));
            }
            match (stage.or(self.options.default_stage), self.stage(decl)) {
                (Some(stage), _) | (None, Some(Ok(stage))) => found.push((scope, stage)),
                (None, Some(Err(_))) => {}
                (None, None) => {
                    let span = self.name_span(decl);
                    let found = Diagnostic::error(&codes::STAGE_MISSING, format!("entry point `{name}` has no stage"), span);
                    self.report(found.help("add `[shader(\"compute\")]`, or pass the stage with `-stage`"));
                }
            }
        }
        found
    }

    fn entry_point(&mut self, scope: Scope, stage: Stage) {
        let decl = scope.decl;
        let declared = &self.tree.decls[decl];
        let (name, span) = (declared.name, declared.span);
        let DeclKind::Function { parameters, result, .. } = &declared.kind else { return };
        let (parameters, result) = (parameters.clone(), *result);
        self.add_unspecialized_parameters(scope);
        let mut fields = Vec::new();
        for parameter in parameters {
            let field = self.entry_parameter(Scope { decl: parameter, ..scope }, stage);
            self.check_classes(&field);
            self.check_system_values(&field, stage);
            fields.push(field);
        }
        self.check_stage(decl, stage, &fields);
        let result = result.and_then(|result| {
            let ty = self.type_or_unknown(result, scope);
            let annotations = self.annotations(scope).into_iter().filter(|annotation| !matches!(annotation, Annotation::User(_)));
            let is_void = self.module.types[ty] == Type::Scalar(Scalar::Void);
            let annotations = annotations.collect();
            let name = padstone_source::Symbol::EMPTY;
            (!is_void).then_some(Field::member(name, span, ty, annotations))
        });
        if let Some(result) = &result {
            self.check_system_result(result, stage);
        }
        let signature = Signature {
            thread_group: self.thread_group(scope),
            implied: self.options.entry_points.is_empty() && self.options.default_stage.is_none() && self.stage(decl).is_none(),
            attributes: self.user_attributes(scope),
            parameters: fields.clone(),
            result,
            origin: self.modules[self.tree.decls[decl].module as usize].origin,
        };
        let signature = self.module.program.signatures.push(signature);
        self.module.entry_points.push(EntryPoint { name, span, stage: Some(stage), signature: Some(signature) });
        self.entry_buffers(name, span, &fields);
    }

    /// Adds the unspecialized types of a generic entry point in program order.
    fn add_unspecialized_parameters(&mut self, scope: Scope) {
        let Some(generics) = &self.tree.decls[scope.decl].generics else { return };
        for parameter in generics.parameters.clone() {
            match self.tree.decls[parameter].kind {
                _ if self.has_argument(parameter) => {}
                DeclKind::Open { .. } if scope.env == EnvId::EMPTY => {
                    self.unspecialized_type(parameter);
                }
                // Generic values count too, and so do arguments after the name (libslang 2026.12).
                DeclKind::Open { .. } | DeclKind::OpenValue { .. } => {
                    let (name, span, owner) = (self.tree.decls[parameter].name, self.tree.decls[parameter].span, self.owner(parameter));
                    self.module.program.unspecialized_types.push(UnspecializedType { name, span, constraints: Vec::new(), owner });
                }
                _ => {}
            }
        }
    }

    fn entry_parameter(&mut self, scope: Scope, stage: Stage) -> Field {
        let mut field = self.variable(scope);
        field.annotations.retain(|annotation| !matches!(annotation, Annotation::Uniform));
        let modifiers = &self.tree.decls[scope.decl].modifiers;
        let (is_in, is_out) = (modifiers.has(Modifier::In), modifiers.has(Modifier::Out));
        // Pointers are ignored too, unless one is written (libslang 2026.12).
        let is_written = is_out || modifiers.has(Modifier::InOut);
        let is_pointer = matches!(self.module.types[field.ty], Type::Pointer(_));
        let is_uniform = modifiers.has(Modifier::Uniform) || self.is_uniform(field.ty) || is_pointer && !is_written;
        let direction = if is_uniform || has_no_varyings(stage) && !self.has_semantics(&field) {
            Direction::Uniform
        } else if modifiers.has(Modifier::InOut) || is_in && is_out {
            Direction::InOut
        } else if is_out {
            Direction::Out
        } else {
            Direction::In
        };
        field.annotations.push(Annotation::Direction(direction));
        field
    }

    /// Whether values of a type are implicitly uniform: resources cannot vary.
    fn is_uniform(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Array { element, .. } => self.is_uniform(element),
            Type::Resource(resource) => !matches!(
                resource.kind,
                ResourceKind::OutputStream
                    | ResourceKind::MeshOutput
                    | ResourceKind::MeshIndices
                    | ResourceKind::Patch
                    | ResourceKind::FeedbackType
                    | ResourceKind::Other
                    | ResourceKind::TensorView
            ),
            _ => false,
        }
    }

    /// Whether a value has a semantic: its own, or all members have one.
    fn has_semantics(&self, field: &Field) -> bool {
        let has_own = |field: &Field| field.annotations.iter().any(|annotation| matches!(annotation, Annotation::Semantic { .. }));
        if has_own(field) || self.has_no_members(field.ty) {
            return true;
        }
        // Visits each struct once, however often it occurs.
        let (mut seen, mut pending) = (FxHashSet::default(), vec![field.ty]);
        while let Some(ty) = pending.pop() {
            let Type::Struct(id) = self.module.types[ty] else { return false };
            if !seen.insert(id) {
                continue;
            }
            for member in self.module.structs[id].fields.iter().filter(|member| !has_own(member)) {
                if self.has_no_members(member.ty) {
                    return false;
                }
                pending.push(member.ty);
            }
        }
        true
    }

    /// Whether libslang 2026.12 treats a type as a struct without members.
    fn has_no_members(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Handle(_) => true,
            Type::Resource(resource) => resource.kind.data_bytes().is_some(),
            Type::Struct(id) => self.is_optional(ty) || self.module.structs[id].fields.is_empty(),
            _ => false,
        }
    }

    /// The buffers of uniform parameters: those that they contain, and the buffer of their ordinary data.
    fn entry_buffers(&mut self, name: padstone_source::Symbol, span: padstone_source::Span, fields: &[Field]) {
        let prefix = format!("{}:", self.text(name));
        let is_uniform = |field: &&Field| field.annotations.contains(&Annotation::Direction(Direction::Uniform));
        let mut loose = Vec::new();
        let mut has_bytes = false;
        for field in fields.iter().filter(is_uniform) {
            let contents = self.contents(field.ty);
            if contents.classes != 0 {
                let parameter = self.add_parameter(field);
                // libslang 2026.12 ignores `[[vk::push_constant]]` and `[[vk::shader_record]]` here (E38010).
                self.buffers_in(parameter, field, None, &prefix);
            }
            has_bytes |= contents.bytes;
            if self.may_have_bytes(field.ty) {
                // libslang 2026.12 ignores packoffset here (E38010).
                let annotations = field.annotations.iter().filter(|annotation| !matches!(annotation, Annotation::PackOffset(_)));
                loose.push(Field { annotations: annotations.cloned().collect(), ..field.clone() });
            }
            self.report_ignored_packoffsets(field);
        }
        if has_bytes {
            let buffer_name = format!("entry:{}", self.text(name));
            let buffer = self.reserve_loose(&buffer_name, BufferKind::EntryUniforms, span);
            self.fill_loose(buffer, loose);
        }
    }

    fn report_ignored_packoffsets(&mut self, field: &Field) {
        for annotation in &field.annotations {
            let Annotation::PackOffset(offset) = annotation else { continue };
            let message = format!("`packoffset` on `{}` is ignored: it is a parameter of an entry point", self.text(field.name));
            let found = Diagnostic::warning(&codes::BINDING_ON_ENTRY_PARAMETER, message, offset.span);
            self.report(found.label(offset.span, "ignored").help("remove it, or declare a `cbuffer`"));
        }
    }

    /// Applies the specialization arguments of the command line: first to the parameters of the program, then to those of entry points.
    /// Further arguments are for values of interfaces, which have the same bytes and slots as without: [`Self::check_specialization_arguments`].
    /// Returns all arguments, and the number of those that were applied.
    pub(super) fn apply_specialization_arguments(&mut self, entry_points: &[(Scope, Stage)]) -> (Vec<ExprId>, usize) {
        let specialized = self.take_specialize();
        // An entry point with arguments after its name does not use further arguments (libslang 2026.12, measured).
        if specialized.is_empty() || entry_points.iter().any(|(function, _)| function.env != EnvId::EMPTY) {
            return (Vec::new(), 0);
        }
        let root = self.modules[0].root;
        let mut open: Vec<DeclId> = Vec::new();
        for &module in &self.module_order {
            let members = &self.tree.decls[self.modules[module].root].members;
            open.extend(members.iter().filter(|&&member| matches!(self.tree.decls[member].kind, DeclKind::Open { .. })));
        }
        for &(function, _) in entry_points {
            open.extend(self.tree.decls[function.decl].generics.iter().flat_map(|generics| &generics.parameters));
        }
        let scope = Scope { decl: root, env: EnvId::EMPTY };
        let applied = open.len();
        for (decl, specialized) in open.into_iter().zip(specialized.iter().copied()) {
            self.bind_specialization_argument(decl, specialized, scope);
        }
        (specialized, applied)
    }

    /// Checks the number of specialization arguments, and those for values of interfaces (E38025 of slangc).
    pub(super) fn check_specialization_arguments(&mut self, (specialized, applied): (Vec<ExprId>, usize)) {
        // A requested entry point may not exist.
        if specialized.is_empty() || self.was_reported(&codes::ENTRY_NOT_FOUND) {
            return;
        }
        let program = &self.module.program;
        let mut known = FxHashMap::default();
        let mut values = |variable: &Field| self.interface_values(variable.ty, &mut known);
        let of_globals = program.globals.iter().map(|global| values(&global.variable)).fold(applied, usize::saturating_add);
        let of_entries = program.signatures.iter().flat_map(|(_, signature)| &signature.parameters);
        let expected = of_entries.map(values).fold(of_globals, usize::saturating_add);
        // Those of entry points may remain unspecialized.
        if specialized.len() != expected && specialized.len() != of_globals {
            let message = format!(
                "`-specialize` passes {}, but the program has {}",
                counted(specialized.len(), "argument"),
                counted(expected, "specialization parameter")
            );
            let found = Diagnostic::without_place(&codes::TEMPLATE_ARGUMENTS, message);
            self.report(found.help(
                "pass one argument for each parameter: those of the program, those of the entry points, then one for each value of an interface",
            ));
            return;
        }
        self.module.program.interfaces_specialized = true;
        let scope = Scope { decl: self.modules[0].root, env: EnvId::EMPTY };
        for argument in specialized.into_iter().skip(applied) {
            self.type_or_unknown(argument, scope);
        }
    }

    /// The number of values of interfaces in a type: an array has one argument for all elements.
    fn interface_values(&self, ty: TypeId, known: &mut FxHashMap<TypeId, usize>) -> usize {
        let parts = |ty: TypeId| match self.module.types[ty] {
            Type::Array { element, .. } | Type::Resource(ResourceType { element: Some(element), .. }) => vec![element],
            Type::Struct(id) => self.module.structs[id].fields.iter().map(|field| field.ty).collect(),
            _ => Vec::new(),
        };
        // Without recursion: types may be nested deeply.
        let mut open = vec![(ty, false)];
        while let Some((ty, has_parts)) = open.pop() {
            if has_parts {
                let count = parts(ty).iter().map(|part| known.get(part).copied().unwrap_or(0)).fold(0, usize::saturating_add);
                known.insert(ty, count);
            } else if let Entry::Vacant(count) = known.entry(ty) {
                count.insert(usize::from(matches!(self.module.types[ty], Type::Interface(_))));
                let inside = parts(ty);
                if !inside.is_empty() {
                    open.push((ty, true));
                    open.extend(inside.into_iter().map(|part| (part, false)));
                }
            }
        }
        known.get(&ty).copied().unwrap_or(0)
    }

    /// Adds the unspecialized types of the program in order, used or not.
    pub(super) fn unspecialized_types(&mut self) {
        for module in self.module_order.clone() {
            for decl in self.tree.decls[self.modules[module].root].members.clone() {
                if matches!(self.tree.decls[decl].kind, DeclKind::Open { .. }) && !self.has_argument(decl) {
                    self.unspecialized_type(decl);
                }
            }
        }
    }

    /// The owner of an unspecialized type in a function or at module scope.
    pub(super) fn owner(&self, decl: DeclId) -> UnspecializedTypeOwner {
        match (self.tree.decls[decl].parent.map(|parent| &self.tree.decls[parent].kind), self.entry_point) {
            (Some(DeclKind::Function { .. }), Some(entry)) => UnspecializedTypeOwner::EntryPoint(entry),
            (None | Some(DeclKind::Module | DeclKind::Namespace), _) => UnspecializedTypeOwner::Program,
            _ => UnspecializedTypeOwner::Generic,
        }
    }
}

/// Stages whose inputs are all system values: a parameter without a semantic is `uniform` in them, with or without the modifier (measured;
/// libslang 2026.12 warns).
fn has_no_varyings(stage: Stage) -> bool {
    matches!(stage, Stage::Compute | Stage::Amplification | Stage::RayGeneration | Stage::Intersection)
}
