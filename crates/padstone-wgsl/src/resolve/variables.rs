//! `var` at module scope (WGSL, section 7.3), and the types that each address space allows.

use padstone_diag::{Diagnostic, Edit, codes};
use padstone_model::ExplicitBinding;
use padstone_source::Span;

use super::attributes::AttributeUse;
use super::{EvaluationTime, ResolvedGlobal, Resolver};
use crate::attributes::{AttributeName, AttributeTarget};
use crate::lower::HostVariable;
use crate::tree::{Attribute, Declaration, ExprId, ExpressionKind, List, Variable, VariableKind};
use crate::types::{AccessMode, AddressSpace, Memory, Traits, Type, TypeId};

/// The exclusive maximum number of array elements outside `storage` (tint, measured).
const MAX_COUNT: u32 = 65536;

/// An access mode, and its span.
type SpannedAccessMode = (AccessMode, Span);

impl Resolver<'_> {
    /// A declaration with `var`, `const`, `let` or `override`.
    pub(super) fn variable(&mut self, position: u32, declaration: &Declaration, variable: &Variable) -> Option<ResolvedGlobal> {
        match variable.kind {
            VariableKind::Var => self.module_variable(position, declaration, variable),
            VariableKind::Const | VariableKind::Let => self.constant_declaration(declaration, variable),
            VariableKind::Override => self.override_declaration(declaration, variable),
        }
    }

    fn module_variable(&mut self, position: u32, declaration: &Declaration, variable: &Variable) -> Option<ResolvedGlobal> {
        let attributes = self.attributes(declaration.attributes, AttributeTarget::Variable);
        let (space, access) = self.address(variable)?;
        let name = variable.name;
        let stored = self.store_type(variable);
        let is_buffer = matches!(space, Some(AddressSpace::Uniform | AddressSpace::Storage | AddressSpace::Immediate));
        let is_known = stored.is_some_and(|(ty, _)| ty != TypeId::UNKNOWN && !self.types.has(ty, Traits::CONTAINS_UNKNOWN));
        if is_buffer && (!is_known || self.has_unsupported_attribute(declaration.attributes)) {
            self.report_unsupported_buffer(name);
        }
        let (ty, access_attribute) = stored?;
        let type_at = variable.ty.map_or(name.span, |ty| self.nodes[ty].span);
        let space = match space {
            Some(space) => space,
            None if self.is_handle(ty) => AddressSpace::Handle,
            None if self.types[ty] == Type::Unknown => return None,
            None => {
                self.report_no_space(declaration, variable);
                return None;
            }
        };
        let access = match (access, access_attribute) {
            (Some((access, span)), _) | (None, Some((access, span))) => {
                if space != AddressSpace::Storage && !(self.is_draft() && space == AddressSpace::Uniform) {
                    let message = format!("only variables in `storage` can have an access mode; this variable is in `{}`", space.name());
                    self.error(&codes::ACCESS_MODE, message, span);
                    return None;
                }
                access
            }
            // In 2020 a buffer without `[[access]]` is writable.
            (None, None) if self.is_draft() && space == AddressSpace::Storage => AccessMode::ReadWrite,
            (None, None) => space.default_access(),
        };
        let is_fine = self.check_variable_type(space, ty, access, type_at, name.span).is_some();
        self.check_initializer(space, ty, variable);
        let binding = self.binding(&attributes, space, variable);
        if is_fine && let Some(binding) = binding {
            self.lowering.resource(&self.types, HostVariable { declaration: position, name, space, ty, type_at, access, binding });
        }
        Some(ResolvedGlobal::Variable(Memory { space, store: ty, access }))
    }

    /// Address space and access mode, as written.
    fn address(&mut self, variable: &Variable) -> Option<(Option<AddressSpace>, Option<SpannedAccessMode>)> {
        let nodes = self.nodes;
        match nodes[variable.template] {
            [] => Some((None, None)),
            [space] => Some((Some(self.variable_space(space)?), None)),
            [space, access] => {
                let space = self.variable_space(space)?;
                let span = nodes[access].span;
                Some((Some(space), Some((self.access_mode(access)?, span))))
            }
            [_, _, more, ..] => {
                let span = nodes[more].span;
                self.error(&codes::TEMPLATE_ARGUMENTS, "`var` takes at most an address space and an access mode", span);
                None
            }
        }
    }

    fn variable_space(&mut self, id: ExprId) -> Option<AddressSpace> {
        let space = self.address_space(id)?;
        if space == AddressSpace::Function {
            let span = self.nodes[id].span;
            self.error_help(&codes::ADDRESS_SPACE, "`function` is allowed only inside functions", span, "use `private` outside functions");
            return None;
        }
        Some(space)
    }

    /// The written type, or that of the initializer; and `[[access]]` before it.
    fn store_type(&mut self, variable: &Variable) -> Option<(TypeId, Option<SpannedAccessMode>)> {
        if let Some(id) = variable.ty {
            if let ExpressionKind::Attributed { attributes, inner } = self.nodes[id].kind {
                let access = self.access_attribute(attributes);
                let ty = self.type_expression(inner)?;
                self.claim_stride(attributes, ty);
                return Some((ty, access));
            }
            return Some((self.type_expression(id)?, None));
        }
        let Some(value) = variable.value else {
            let message = format!("`{}` needs a type", self.text(variable.name.symbol));
            self.error(&codes::INITIALIZER, message, variable.name.span);
            return None;
        };
        let span = self.nodes[value].span;
        let operand = self.expression(value)?;
        Some((self.concretize(operand, span)?.value.ty(), None))
    }

    fn access_attribute(&mut self, list: List<Attribute>) -> Option<SpannedAccessMode> {
        let attribute =
            self.attributes(list, AttributeTarget::Type).into_iter().find(|attribute| attribute.name == AttributeName::Access)?;
        let word = *self.identifier_arguments(attribute).first()?;
        let access = match self.text(word.symbol) {
            "read" => AccessMode::Read,
            "write" => AccessMode::Write,
            "read_write" => AccessMode::ReadWrite,
            other => {
                let message = format!("unknown access mode `{other}`");
                self.error_help(&codes::ACCESS_MODE, message, word.span, "use `read`, `write`, or `read_write`");
                return None;
            }
        };
        Some((access, attribute.span))
    }

    /// Textures and samplers have no address space.
    pub(crate) fn is_handle(&self, ty: TypeId) -> bool {
        match self.types[ty] {
            // Elements with bytes are in the address space of the variable.
            Type::BindingArray { element, .. } => self.types[element].is_resource(),
            ty => ty.is_resource(),
        }
    }

    fn report_no_space(&mut self, declaration: &Declaration, variable: &Variable) {
        let name = variable.name;
        let message = format!("`{}` has no address space", self.text(name.symbol));
        let found = Diagnostic::error(&codes::ADDRESS_SPACE, message, name.span)
            .label(name.span, "only textures and samplers need none")
            .help("write `var<private>`, `var<workgroup>`, `var<uniform>`, or `var<storage>`");
        // A variable with a binding is a resource, and has an empty `<>` already.
        let before = Span { start: declaration.span.start, end: name.span.start };
        let is_bare = self.nodes[declaration.attributes].is_empty() && !self.source.text(before).contains('<');
        let text = self.source.text(before);
        let end = declaration.span.start + (text.trim_end().len() as u32);
        let edits = vec![Edit { span: Span { start: end, end }, text: "<private>".to_owned() }];
        self.report(if is_bare { found.fix("add `<private>`", edits) } else { found });
    }

    fn check_variable_type(&mut self, space: AddressSpace, ty: TypeId, access: AccessMode, type_at: Span, name: Span) -> Option<()> {
        match self.types[ty] {
            Type::Unknown => None,
            _ if self.is_handle(ty) => {
                if space == AddressSpace::Handle {
                    return Some(());
                }
                let message = format!("a variable of type `{}` cannot have an address space", self.type_name(ty));
                self.error_help(&codes::ADDRESS_SPACE, message, name, "write `var` without an address space");
                None
            }
            Type::Pointer(_) => {
                let message = format!("a variable cannot have type `{}`", self.type_name(ty));
                self.error(&codes::STORE_TYPE, message, type_at);
                None
            }
            Type::BindingArray { element, .. } if matches!(space, AddressSpace::Uniform | AddressSpace::Storage) => {
                self.check_store_type(space, element, access, type_at, name)
            }
            _ => self.check_store_type(space, ty, access, type_at, name),
        }
    }

    /// Whether a type is allowed in an address space (section 7.3). Errors of the type are reported at `type_at`, those of access and size
    /// at `position`.
    pub(crate) fn check_store_type(
        &mut self,
        space: AddressSpace,
        ty: TypeId,
        access: AccessMode,
        type_at: Span,
        position: Span,
    ) -> Option<()> {
        use AddressSpace as S;
        let properties = *self.types.properties(ty);
        let name = space.name();
        if self.types[ty] == Type::Unknown || properties.has(Traits::CONTAINS_UNKNOWN) {
            return Some(());
        }
        if space == S::Storage && access == AccessMode::Write {
            self.error_help(&codes::ACCESS_MODE, "a variable in `storage` must be `read` or `read_write`", position, "write `read_write`");
            return None;
        }
        let shown = self.type_name(ty).to_string();
        let is_buffer = matches!(self.types[ty], Type::Buffer(_));
        // The draft of 2020 allows them, and has an example with one in a uniform buffer.
        let atomics = properties.has(Traits::CONTAINS_ATOMIC) && !self.is_draft();
        let is_bound = matches!(self.types[ty], Type::BindingArray { .. });
        let (code, message, help) = if is_bound || is_buffer && !matches!(space, S::Storage | S::Uniform | S::Workgroup) {
            (
                &codes::STORE_TYPE,
                format!("`{shown}` is not allowed in `{name}`"),
                "declare it in the module, in an address space that allows it",
            )
        } else if !properties.has(Traits::FIXED) && space != S::Storage {
            (
                &codes::RUNTIME_ARRAY_PLACE,
                format!("`{shown}` has no fixed size, which `{name}` requires"),
                "specify the number of elements, or declare the variable in `storage`",
            )
        } else if properties.has(Traits::FIXED) && !properties.has(Traits::CREATION_FIXED) && space != S::Workgroup {
            (
                &codes::RUNTIME_ARRAY_PLACE,
                format!("the size of `{shown}` is an override: only variables in `workgroup` can have such a type"),
                "use a `const` for the number of elements",
            )
        } else if atomics && !matches!(space, S::Storage | S::Workgroup) {
            (
                &codes::STORE_TYPE,
                format!("`{shown}` is not allowed in `{name}`: atomics must be in `storage` or `workgroup`"),
                "declare the variable in `storage` or `workgroup`, or use an integer that is not atomic",
            )
        } else if atomics && space == S::Storage && access != AccessMode::ReadWrite {
            (
                &codes::ACCESS_MODE,
                format!("`{shown}` is not allowed in `storage, read`: atomics in `storage` must be `read_write`"),
                "write `var<storage, read_write>`",
            )
        } else if matches!(space, S::Storage | S::Uniform | S::Immediate) && !properties.has(Traits::HOST_SHAREABLE) {
            (
                &codes::STORE_TYPE,
                format!("`{shown}` is not allowed in `{name}`: `bool` is not host-shareable"),
                "use `u32`, and compare it with 0",
            )
        } else if space == S::Immediate && properties.has(Traits::CONTAINS_ARRAY) {
            (
                &codes::STORE_TYPE,
                format!("`{shown}` is not allowed in `{name}`, which cannot contain arrays"),
                "use separate members, or a vector or matrix",
            )
        } else if space != S::Storage && properties.count >= MAX_COUNT {
            let message = format!("an array in `{name}` must have fewer than {MAX_COUNT} elements, found {}", properties.count);
            (&codes::TYPE_TOO_LARGE, message, "use fewer elements, or declare the variable in `storage`")
        } else {
            return Some(());
        };
        let mut found = Diagnostic::error(code, message, type_at).label(type_at, "");
        if let Some((member, span)) = self.culprit(ty, space) {
            // The error is a member that is never allowed there, independently of the struct's uses (tint, measured).
            let is_member = matches!(space, S::Immediate) || !properties.has(Traits::HOST_SHAREABLE);
            found.span = Some(if is_member && code == &codes::STORE_TYPE { span } else { type_at });
            found = found.label(span, format!("because of `{member}`"));
        }
        self.report(found.help(help));
        None
    }

    /// The first member, at any depth, that an address space does not allow, and that is not a struct.
    fn culprit(&self, ty: TypeId, space: AddressSpace) -> Option<(String, Span)> {
        let offends = |ty: TypeId| {
            let properties = self.types.properties(ty);
            match space {
                AddressSpace::Storage => properties.has(Traits::CONTAINS_ATOMIC) || !properties.has(Traits::HOST_SHAREABLE),
                AddressSpace::Immediate => properties.has(Traits::CONTAINS_ARRAY) || !properties.has(Traits::HOST_SHAREABLE),
                AddressSpace::Uniform => {
                    properties.has(Traits::CONTAINS_ATOMIC) || !properties.has(Traits::HOST_SHAREABLE.with(Traits::FIXED))
                }
                _ => properties.has(Traits::CONTAINS_ATOMIC) || !properties.has(Traits::FIXED),
            }
        };
        let mut ty = ty;
        let mut found = None;
        loop {
            while let Type::Array { element, .. } = self.types[ty] {
                ty = element;
            }
            let Type::Struct(id) = self.types[ty] else { return found };
            let members = self.types.members(id);
            let Some(index) = members.iter().position(|member| offends(member.ty)) else { return found };
            let span = self.lowering.member_span(id, index)?;
            found = Some((self.text(members[index].name).to_owned(), span));
            ty = members[index].ty;
        }
    }

    fn check_initializer(&mut self, space: AddressSpace, ty: TypeId, variable: &Variable) {
        let Some(value) = variable.value else { return };
        let span = self.nodes[value].span;
        if space != AddressSpace::Private {
            let message = format!("a variable in `{}` cannot have an initializer", space.name());
            self.error(&codes::INITIALIZER, message, span);
            return;
        }
        // A type inferred from the initializer has been checked with it.
        if variable.ty.is_none() {
            return;
        }
        let Some(operand) = self.expression(value) else { return };
        if operand.known == EvaluationTime::Runtime {
            self.error(&codes::NOT_CONSTANT, "the initializer must be known at pipeline creation", span);
            return;
        }
        let role = format!("value of `{}`", self.text(variable.name.symbol));
        self.convert(operand, ty, span, &role);
    }

    /// `@group` and `@binding`: both are required for resources, and not allowed on others. `None` if the variable has no layout or
    /// binding.
    fn binding(&mut self, attributes: &[AttributeUse], space: AddressSpace, variable: &Variable) -> Option<Option<ExplicitBinding>> {
        let mut number = |name: AttributeName| {
            let attribute = *attributes.iter().find(|attribute| attribute.name == name)?;
            Some((attribute, self.integer_argument(attribute, 0)))
        };
        let group = number(AttributeName::Group).or_else(|| number(AttributeName::Set));
        let binding = number(AttributeName::Binding);
        let is_resource = matches!(space, AddressSpace::Uniform | AddressSpace::Storage | AddressSpace::Handle);
        let name = variable.name;
        match (is_resource, group, binding) {
            (true, Some((_, group)), Some((position, binding))) => {
                Some(Some(ExplicitBinding { binding: binding?, set: Some(group?), span: position.span }))
            }
            (true, group, _) => {
                let missing = if group.is_none() { "group" } else { "binding" };
                let message = format!("resource `{}` has no `@{missing}`", self.text(name.symbol));
                let help = "specify both: `@group(0) @binding(0)`";
                // The layout does not depend on it.
                self.error_help(&codes::BINDING_MISSING, message, name.span, help);
                Some(None)
            }
            (false, Some((attribute, _)), _) | (false, None, Some((attribute, _))) => {
                let message =
                    format!("`{}` in `{}` is not a resource and cannot have a group or binding", self.text(name.symbol), space.name());
                self.error(&codes::ATTRIBUTE_PLACE, message, attribute.span);
                None
            }
            (false, None, None) => (space == AddressSpace::Immediate).then_some(None),
        }
    }
}
