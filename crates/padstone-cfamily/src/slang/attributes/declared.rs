//! User-defined attributes, which structs declare: the declarations that they are allowed on, their arguments, and their reflection.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{AttributeValue, ResourceKind, Scalar, Type, TypeId, UserAttribute, UserAttributeId};

use super::super::keywords::{Builtin, Modifier};
use super::super::resolve::{EnvId, Resolver, Scope};
use super::super::tree::{Attribute, DeclId, DeclKind, ExprId, ExprKind};
use super::arguments::argument_count;
use super::builtin_attributes::{BUFFERS, DeclKinds, FIELDS, FUNCTIONS, PARAMETERS, STRUCTS, VARIABLES};
use crate::constants::{Operator, Value};

/// The cases of `_AttributeTargets`: their values, and the declarations that they represent.
const TARGETS: [(&str, i128, DeclKinds); 4] =
    [("Struct", 1, STRUCTS), ("Var", 2, VARIABLES | FIELDS | BUFFERS), ("Function", 4, FUNCTIONS), ("Param", 8, PARAMETERS)];

/// A member of the struct that declares an attribute.
#[derive(Clone, Copy)]
struct Member {
    decl: DeclId,
    ty: Option<ExprId>,
    value: Option<ExprId>,
}

impl Resolver<'_> {
    /// The struct that declares an attribute: `RangeAttribute`, or `Range` if it precedes the use (libslang 2026.12, measured).
    pub(super) fn declared_attribute(&mut self, attribute: &Attribute, on: DeclId) -> Option<DeclId> {
        let scope = Scope { decl: self.tree.decls[on].parent?, env: EnvId::EMPTY };
        let name = self.text(attribute.name).to_owned();
        let unsuffixed = if name.ends_with("Attribute") { None } else { self.find(attribute.name, scope).map(|found| found.decl) };
        if let Some(unsuffixed) = unsuffixed.filter(|&unsuffixed| self.is_before(unsuffixed, on) && self.targets(unsuffixed) != 0) {
            return Some(unsuffixed);
        }
        let name = format!("{name}Attribute");
        let found = self.find(self.names.lookup(&name)?, scope)?.decl;
        (self.targets(found) != 0).then_some(found)
    }

    /// Whether a declaration precedes another one: in an imported module, or earlier in its own module.
    pub(super) fn is_before(&self, decl: DeclId, other: DeclId) -> bool {
        self.tree.decls[decl].module != self.tree.decls[other].module || decl.index() < other.index()
    }

    /// The declarations that the attribute of a struct is allowed on. Empty if the struct declares no attribute.
    fn targets(&self, declared: DeclId) -> DeclKinds {
        if !matches!(self.tree.decls[declared].kind, DeclKind::Struct { is_class: false, .. })
            || self.tree.decls[declared].generic_depth > 0
        {
            return 0;
        }
        let usages = self.tree.decls[declared].modifiers.attributes().iter().filter(|usage| self.text(usage.name) == "__AttributeUsage");
        let targets = usages.filter_map(|usage| match usage.arguments[..] {
            // An unresolved target may be any of them.
            [target] => Some(self.target(target).map_or(DeclKinds::MAX, |target| declaration_kinds(target).unwrap_or(0))),
            _ => None,
        });
        targets.fold(0, |all, target| all | target)
    }

    /// The value of a target, if it can be resolved: `_AttributeTargets.Var`, `2`, `_AttributeTargets(2)`.
    fn target(&self, target: ExprId) -> Option<i128> {
        match &self.tree.exprs[target].kind {
            ExprKind::Member(_, name) => TARGETS.iter().find(|(case, ..)| *case == self.text(name.symbol)).map(|&(_, value, _)| value),
            ExprKind::Constant(Value::Int(value, _)) => Some(*value),
            ExprKind::Constant(Value::Bool(value)) => Some((*value).into()),
            ExprKind::Binary(Operator::BitOr, left, right) => Some(self.target(*left)? | self.target(*right)?),
            ExprKind::Cast(_, inner) => self.target(*inner),
            ExprKind::Call(_, arguments) => match arguments[..] {
                [inner] => self.target(inner),
                _ => None,
            },
            _ => None,
        }
    }

    /// Checks `__AttributeUsage` (E31120, E31004, and E30027 of slangc), and that the struct is not generic (E31125).
    pub(super) fn check_targets(&mut self, target: ExprId) {
        let is_none = match &self.tree.exprs[target].kind {
            ExprKind::Text(_) | ExprKind::Fraction(..) => true,
            ExprKind::Member(_, name) => !TARGETS.iter().any(|(case, ..)| *case == self.text(name.symbol)),
            _ => self.target(target).is_some_and(|target| declaration_kinds(target).is_none()),
        };
        if is_none {
            let message = "an attribute target must be `Struct`, `Var`, `Function`, or `Param`";
            let found = Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, message, self.span(target));
            self.report(found.help("write `_AttributeTargets.Var`, and repeat `[__AttributeUsage(…)]` for each further target"));
        } else {
            self.check_argument_names(target);
        }
    }

    /// Reports that a generic struct cannot declare an attribute (E31125 of slangc).
    pub(super) fn check_usage(&mut self, usage: &Attribute, on: DeclId) {
        if self.tree.decls[on].generic_depth > 0 {
            let found = Diagnostic::error(&codes::ATTRIBUTE_PLACE, "a generic struct cannot declare an attribute", usage.span);
            self.report(found.help("declare a struct for each type"));
        }
    }

    /// The members that receive the arguments of an attribute.
    fn attribute_members(&self, declared: DeclId) -> Vec<Member> {
        let members = self.tree.decls[declared].members.iter();
        let members = members.filter(|&&member| !self.tree.decls[member].modifiers.has(Modifier::Static));
        let fields = members.filter_map(|&decl| match self.tree.decls[decl].kind {
            DeclKind::Variable { ty, value, bits: None } => Some(Member { decl, ty, value }),
            _ => None,
        });
        fields.collect()
    }

    pub(super) fn check_declared(&mut self, attribute: &Attribute, declared: DeclId, on: DeclId) {
        let members = self.attribute_members(declared);
        let (passed, most) = (attribute.arguments.len(), members.len());
        let name = self.printable_attribute(attribute);
        // Every member after the last argument needs an initializer (E31001 of slangc).
        let least = members.iter().rposition(|member| member.value.is_none()).map_or(0, |position| position + 1);
        let declared_at = self.tree.decls[declared].span;
        if passed < least || passed > most {
            let (limit, count) = match passed < least {
                _ if least == most => ("", most),
                true => ("at least ", least),
                false => ("at most ", most),
            };
            let message = format!("`{name}` takes {limit}{}, found {passed}", argument_count(count));
            let found = Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, message, attribute.span);
            self.report(found.label(declared_at, "declared here").help("pass an argument for each member without a default value"));
            return;
        }
        let (kinds, targets) = (self.decl_kinds(on), self.targets(declared));
        if targets & kinds == 0 {
            let found = Diagnostic::error(&codes::ATTRIBUTE_PLACEMENT, format!("`{name}` is not allowed here"), attribute.span);
            let found = found.label(declared_at, "declared for other targets");
            let target = TARGETS.iter().find(|(.., places)| places & kinds != 0);
            self.report(match target {
                Some((target, ..)) => found.help(format!("add `[__AttributeUsage(_AttributeTargets.{target})]` to its declaration")),
                None => found.help("use attributes only on structs, variables, functions, and parameters"),
            });
            return;
        }
        let scope = Scope { decl: on, env: EnvId::EMPTY };
        for (&argument, &member) in attribute.arguments.iter().zip(&members) {
            self.check_member_argument(argument, scope, member);
        }
    }

    /// Reports an argument that does not match its member (E30019, E30015 and E39999 of slangc).
    fn check_member_argument(&mut self, argument: ExprId, scope: Scope, member: Member) {
        let Some(ty) = self.member_type(member) else { return };
        let needed = self.module.types[ty];
        if let ExprKind::Text(_) = self.tree.exprs[argument].kind {
            if !self.is_text(needed) && needed != Type::Unknown {
                let needed = self.type_text(ty);
                self.report_argument(
                    argument,
                    &format!("expected `{needed}`, found a string literal"),
                    &format!("write a value of type `{needed}`"),
                );
            }
        } else if is_integer(needed) {
            self.check_constant_argument(argument, scope);
        } else {
            self.check_argument_names(argument);
            if self.names_no_value(argument, scope) {
                self.report_argument(
                    argument,
                    "the expression is not a value",
                    "write a number, a string literal, or the name of a `static const`",
                );
            } else if let Some(passed) = self.type_of_argument(argument, scope)
                && never_becomes(self.module.types[passed], needed, passed == ty)
            {
                let (passed, needed) = (self.type_text(passed), self.type_text(ty));
                self.report_argument(
                    argument,
                    &format!("expected `{needed}`, found `{passed}`"),
                    &format!("write a value of type `{needed}`"),
                );
            }
        }
    }

    fn member_type(&mut self, member: Member) -> Option<TypeId> {
        self.type_of(member.ty?, Scope { decl: member.decl, env: EnvId::EMPTY }).ok()
    }

    /// The type of an argument, if it can be determined without the result types of functions.
    fn type_of_argument(&mut self, argument: ExprId, scope: Scope) -> Option<TypeId> {
        match self.tree.exprs[argument].kind {
            ExprKind::Constant(Value::Int(..)) => Some(self.scalar(Scalar::Int32)),
            ExprKind::Constant(Value::Bool(_)) => Some(self.scalar(Scalar::Bool)),
            ExprKind::Fraction(_, scalar) => Some(self.scalar(scalar)),
            ExprKind::Unary(_, owner) => self.type_of_argument(owner, scope),
            ExprKind::Cast(ty, _) => self.type_of(ty, scope).ok(),
            ExprKind::Call(owner, _) => {
                let ExprKind::Name(name) = self.tree.exprs[owner].kind else { return None };
                if matches!(self.text(name), "sizeof" | "alignof" | "countof") {
                    return Some(self.scalar(Scalar::Int32));
                }
                let is_builtin = !self.tree.declares(name) && self.keywords.builtin(name).is_some();
                let is_type = is_builtin || self.named_type_declaration(owner, scope);
                if is_type { self.type_of(owner, scope).ok() } else { None }
            }
            ExprKind::Binary(_, left, right) => {
                let (left, right) = (self.type_of_argument(left, scope)?, self.type_of_argument(right, scope)?);
                let are_numbers = [left, right].iter().all(|&ty| matches!(self.module.types[ty], Type::Scalar(_)));
                are_numbers.then_some(left)
            }
            ExprKind::Name(_) | ExprKind::Member(..) => {
                let named = self.named_value(argument, scope)?;
                let declared = &self.tree.decls[named.decl];
                match declared.kind {
                    DeclKind::Variable { ty, .. } => self.type_of(ty?, named).ok(),
                    DeclKind::Case { .. } => {
                        let owner = Scope { decl: declared.parent?, env: EnvId::EMPTY };
                        self.named_type(owner, self.span(argument)).ok()
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The declaration that an expression names; `None` for a member of one.
    fn named_value(&mut self, argument: ExprId, scope: Scope) -> Option<Scope> {
        let name = match self.tree.exprs[argument].kind {
            ExprKind::Name(name) => name,
            ExprKind::Member(_, name) => name.symbol,
            _ => return None,
        };
        self.named_constant(argument, scope).filter(|named| self.tree.decls[named.decl].name == name)
    }

    fn named_type_declaration(&mut self, expr: ExprId, scope: Scope) -> bool {
        let named = self.named_value(expr, scope).map(|named| &self.tree.decls[named.decl].kind);
        matches!(named, Some(DeclKind::Struct { .. } | DeclKind::Enum { .. }))
    }

    /// Whether an argument is the name of a type or function.
    fn names_no_value(&mut self, argument: ExprId, scope: Scope) -> bool {
        let ExprKind::Name(name) = self.tree.exprs[argument].kind else { return false };
        match self.find(name, scope).map(|found| &self.tree.decls[found.decl].kind) {
            Some(kind) => {
                matches!(kind, DeclKind::Struct { .. } | DeclKind::Enum { .. } | DeclKind::Interface { .. } | DeclKind::Function { .. })
            }
            None => matches!(self.keywords.builtin(name), Some(Builtin::Scalar(_))),
        }
    }

    fn is_text(&self, ty: Type) -> bool {
        matches!(ty, Type::Resource(resource) if resource.kind == ResourceKind::Other && self.text(resource.spelling()) == "String")
    }

    /// The user-defined attributes of a declaration.
    pub(in crate::slang) fn user_attributes(&mut self, scope: Scope) -> Vec<UserAttributeId> {
        let mut found = Vec::new();
        for attribute in self.tree.decls[scope.decl].modifiers.attributes().to_vec() {
            let Some(super::AttributeDeclaration::Declared(declared)) = self.meaning(&attribute, scope.decl) else { continue };
            let arguments = self.attribute_values(&attribute, declared, scope);
            let (name, span) = (attribute.name, attribute.span);
            found.push(self.module.program.user_attributes.push(UserAttribute { name, span, arguments }));
        }
        found
    }

    /// Adds the attributes of its declaration to a struct.
    pub(in crate::slang) fn struct_attributes(&mut self, scope: Scope, ty: TypeId) {
        if let Type::Struct(id) = self.module.types[ty] {
            let uses = self.user_attributes(scope);
            self.module.program.struct_attributes.extend(uses.into_iter().map(|attribute| (id, attribute)));
        }
    }

    /// The value of each member: its argument, or else its initializer.
    fn attribute_values(&mut self, attribute: &Attribute, declared: DeclId, scope: Scope) -> Vec<AttributeValue> {
        let mut values = Vec::new();
        for (position, member) in self.attribute_members(declared).into_iter().enumerate() {
            let passed = attribute.arguments.get(position).map(|&argument| (argument, scope));
            let stated_value = member.value.map(|value| (value, Scope { decl: member.decl, env: EnvId::EMPTY }));
            if let Some((value, scope)) = passed.or(stated_value) {
                values.push(self.attribute_value(value, scope, member));
            }
        }
        values
    }

    /// The value that reflection prints: all known integers; otherwise only literals of the required type: strings, whole numbers, and
    /// fractions of exactly that type (libslang 2026.12, measured).
    fn attribute_value(&mut self, value: ExprId, scope: Scope, member: Member) -> AttributeValue {
        let Some(ty) = self.member_type(member) else { return AttributeValue::Unreported };
        let needed = self.module.types[ty];
        if let Some(text) = self.attribute_text(value) {
            return AttributeValue::Text(text);
        }
        if is_integer(needed) {
            return self.known_integer(value, scope).map_or(AttributeValue::Unreported, |value| AttributeValue::Int(value as i64));
        }
        let is_printed = match self.tree.literal(value) {
            Some(ExprKind::Fraction(_, scalar)) => needed == Type::Scalar(*scalar),
            Some(_) => true,
            None => false,
        };
        match is_printed.then(|| self.value(value, scope)) {
            Some(Ok(Value::Int(value, _))) => AttributeValue::Float(value as f64),
            Some(Ok(Value::Float(value))) => AttributeValue::Float(value),
            _ => AttributeValue::Unreported,
        }
    }
}

/// The declarations that a case of `_AttributeTargets` represents, if it is one.
fn declaration_kinds(target: i128) -> Option<DeclKinds> {
    TARGETS.iter().find(|&&(_, value, _)| value == target).map(|&(.., places)| places)
}

/// Whether libslang folds values of this type.
fn is_integer(ty: Type) -> bool {
    match ty {
        Type::Scalar(scalar) => !scalar.is_float(),
        Type::Enum(_) => true,
        _ => false,
    }
}

/// Whether values of a type certainly do not convert to another (E30019 of slangc; each pair was measured).
fn never_becomes(passed: Type, needed: Type, same: bool) -> bool {
    let is_float = |ty: Type| matches!(ty, Type::Scalar(scalar) | Type::Vector { scalar, .. } if scalar.is_float());
    match (passed, needed) {
        _ if same => false,
        (Type::Unknown | Type::Unspecialized(_), _) | (_, Type::Unknown | Type::Unspecialized(_)) => false,
        (Type::Scalar(_), Type::Scalar(_) | Type::Vector { .. } | Type::Matrix { .. }) => false,
        (Type::Enum(_), Type::Scalar(_) | Type::Vector { .. }) => is_float(needed),
        (Type::Vector { width, .. }, Type::Vector { width: other, .. }) => width != other && width != 1,
        (Type::Vector { width, .. }, Type::Scalar(_)) => width != 1,
        (Type::Array { .. }, Type::Array { .. }) | (Type::Matrix { .. }, Type::Matrix { .. }) => false,
        _ => true,
    }
}
