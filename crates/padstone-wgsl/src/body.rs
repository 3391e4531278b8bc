//! The semantics of function bodies: the type of every expression, the declaration that every name refers to, and errors.
//!
//! A layout does not depend on bodies, so computing layouts does not parse them. To change a function, or to check
//! a file as a whole, use a [`Checker`]:
//!
//! ```
//! use padstone_diag::Diagnostics;
//! use padstone_wgsl::body::Checker;
//! use padstone_wgsl::tree::{DeclarationKind, Edition, Source};
//! use padstone_wgsl::{parse, parse_body};
//!
//! let text = "fn f(v: vec3f) -> f32 { var sum = v.x; sum += 2; return sum; }";
//! let source = Source { text, base: 0, edition: Edition::Current };
//! let (mut names, mut found) = (Default::default(), Diagnostics::new());
//! let tree = parse(source, &mut names, &mut found);
//! let DeclarationKind::Function(function) = tree.declarations[0].kind else { panic!() };
//! let body = parse_body(source, function.body.unwrap(), &mut names, &mut found);
//!
//! let mut checker = Checker::new(source, &tree, &names, &mut found);
//! let typed = checker.body(0, &body).unwrap();
//! let types: Vec<String> = typed.expressions().map(|id| checker.type_name(&typed, id).unwrap()).collect();
//! assert_eq!(types, ["vec3<f32>", "f32", "ref<function, f32, read_write>", "abstract-int", "ref<function, f32, read_write>"]);
//! assert!(!found.has_errors());
//! ```

mod alias;
mod buffers;
mod builtins;
mod calls;
mod flow;
mod module;
mod roots;
mod statements;
mod switch;
mod textures;
mod understood;
mod uniformity;
mod variables;

use padstone_diag::Diagnostics;
use padstone_model::{Module, StructId};
use padstone_source::{Interner, Span};

use crate::predeclared::Entity;
pub use crate::resolve::Implicit;
use crate::resolve::{BodyTypes, EntryPoint, EvaluationTime, Frame, LocalKind, ResolvedGlobal, Resolver};
use crate::tree::{Body, DeclarationKind, ExprId, Function, Ident, Source, Tree};
use crate::types::{AddressSpace, Type, TypeId};

pub use module::check_bodies;
pub(crate) use module::parse_bodies;

/// Checks the bodies of a module, one by one.
pub struct Checker<'a> {
    pub(crate) resolver: Resolver<'a>,
}

/// The types of the expressions of a body, and the declarations that its names refer to. Print types with [`Checker::type_name`].
pub struct TypedBody {
    found: BodyTypes,
}

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameMeaning {
    /// The declaration at that position of [`Tree::declarations`].
    Declaration(usize),
    /// A local variable, value or parameter, by the span of the name that declares it.
    Local(Span),
    /// A predeclared name.
    Predeclared,
}

/// The time at which the value of an expression is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Evaluation {
    /// At shader creation.
    Const,
    /// At pipeline creation.
    Override,
    /// At run time.
    Runtime,
}

impl<'a> Checker<'a> {
    /// Resolves the declarations of a module. `names` are those of the tree and of all bodies that will be checked.
    pub fn new(source: Source<'a>, tree: &'a Tree, names: &'a Interner, found: &'a mut Diagnostics) -> Self {
        let mut resolver = Resolver::new(source, tree, names, found);
        resolver.resolve();
        Checker { resolver }
    }

    /// The model of the module, with its own copy of the names: symbols of the tree are symbols of the model. The
    /// resources that each entry point uses are not determined.
    pub fn module(&self) -> Module {
        let entry_points: Vec<_> = self.resolver.entry_points.iter().map(EntryPoint::model).collect();
        self.resolver.lowering.clone().into_module(&self.resolver.types, self.resolver.names.clone(), &entry_points)
    }

    /// For each parameter of the function at that position of [`Tree::declarations`] the address space that it points
    /// into, if it is a pointer. Empty for other declarations.
    pub fn pointer_parameters(&self, declaration: usize) -> Vec<Option<&'static str>> {
        let Some(ResolvedGlobal::Function(signature)) = self.resolver.globals.get(declaration) else { return Vec::new() };
        let space = |&ty: &TypeId| match self.resolver.types[ty] {
            Type::Pointer(memory) => Some(memory.space.name()),
            _ => None,
        };
        signature.parameters.iter().map(space).collect()
    }

    /// The address space of the variable at that position of [`Tree::declarations`], if the address space has a name.
    pub fn address_space(&self, declaration: usize) -> Option<&'static str> {
        match self.resolver.globals.get(declaration) {
            Some(ResolvedGlobal::Variable(memory)) if memory.space != AddressSpace::Handle => Some(memory.space.name()),
            _ => None,
        }
    }

    /// Checks the body of the function at that position of [`Tree::declarations`]. `None` if its signature has an error,
    /// which was reported.
    pub fn body(&mut self, declaration: usize, body: &'a Body) -> Option<TypedBody> {
        let resolver = &mut self.resolver;
        let DeclarationKind::Function(function) = resolver.tree.declarations.get(declaration)?.kind else { return None };
        let ResolvedGlobal::Function(signature) = &resolver.globals[declaration] else { return None };
        let (parameters, result) = (signature.parameters.clone(), signature.result);
        resolver.nodes = &body.nodes;
        resolver.frame = Some(Frame::new(body, result));
        resolver.function_body(&function, &parameters);
        resolver.nodes = &resolver.tree.nodes;
        let mut found = resolver.frame.take()?.found;
        resolver.check_understood(body, &found);
        // The name of a family is also looked up as a type.
        found.uses.sort_unstable_by_key(|(name, _)| name.span.start);
        found.uses.dedup_by_key(|(name, _)| name.span.start);
        Some(TypedBody { found })
    }

    /// The type of an expression, as WGSL writes it: `vec3<f32>`, `ptr<function, f32, read_write>`. References, which WGSL cannot write,
    /// are `ref<storage, S, read>`. `None` for names of types, for callees, and for expressions with errors.
    pub fn type_name(&self, body: &TypedBody, id: ExprId) -> Option<String> {
        let found = body.found.types.get(id.index()).copied().flatten()?;
        Some(match found.place {
            Some(place) => {
                let memory = place.memory;
                format!("ref<{}, {}, {}>", memory.space.name(), self.resolver.type_name(memory.store), memory.access.name())
            }
            None => self.resolver.type_name(found.ty).to_string(),
        })
    }

    /// The type of the value of an expression, after the load rule.
    pub fn value_type_name(&self, body: &TypedBody, id: ExprId) -> Option<String> {
        let found = body.found.types.get(id.index()).copied().flatten()?;
        Some(self.resolver.type_name(found.ty).to_string())
    }

    /// The struct that is the type of an expression, or the type that it refers or points to.
    pub fn struct_of(&self, body: &TypedBody, id: ExprId) -> Option<StructId> {
        let found = body.found.types.get(id.index()).copied().flatten()?;
        let ty = match self.resolver.types[found.ty] {
            Type::Pointer(memory) => memory.store,
            _ => found.ty,
        };
        if let Type::Struct(id) = self.resolver.types[ty] { Some(id) } else { None }
    }
}

impl TypedBody {
    /// The expressions that have a type, each after its operands.
    pub fn expressions(&self) -> impl Iterator<Item = ExprId> + '_ {
        let typed = self.found.types.iter().enumerate().filter(|(_, found)| found.is_some());
        typed.map(|(position, _)| ExprId::from_index(position))
    }

    /// Whether an expression refers to memory, so that it can be assigned to (WGSL, section 6.4.3).
    pub fn is_reference(&self, id: ExprId) -> bool {
        self.found.types.get(id.index()).copied().flatten().is_some_and(|found| found.place.is_some())
    }

    /// The time at which the value of an expression is known (WGSL, section 8.1).
    pub fn evaluation(&self, id: ExprId) -> Option<Evaluation> {
        let found = self.found.types.get(id.index()).copied().flatten()?;
        Some(match found.known {
            EvaluationTime::Const => Evaluation::Const,
            EvaluationTime::Override => Evaluation::Override,
            EvaluationTime::Runtime => Evaluation::Runtime,
        })
    }

    /// The value of a constant integer expression.
    pub fn integer(&self, id: ExprId) -> Option<i128> {
        self.found.types.get(id.index()).copied().flatten()?.integer
    }

    /// The expressions of a body of 2020 with an implicit `&` or `*`.
    pub fn implicit(&self) -> impl Iterator<Item = (Span, Implicit)> + '_ {
        self.found.implicit.iter().copied()
    }

    /// All resolved names of the body with their declarations, in source order, without names of members.
    pub fn uses(&self) -> impl Iterator<Item = (Ident, NameMeaning)> + '_ {
        self.found.uses.iter().map(|&(name, entity)| {
            let meaning = match entity {
                Entity::Global(position) => NameMeaning::Declaration(position as usize),
                Entity::Local(position) => NameMeaning::Local(self.found.locals[position as usize].name.span),
                Entity::Predeclared(_) => NameMeaning::Predeclared,
            };
            (name, meaning)
        })
    }

    /// The expressions that name a member of a struct, with the struct and the position of the member.
    pub fn members(&self) -> impl Iterator<Item = (ExprId, StructId, usize)> + '_ {
        self.found.members.iter().copied()
    }
}

impl Resolver<'_> {
    /// The parameters and the outermost block are one scope (section 3.6).
    fn function_body(&mut self, function: &Function, parameters: &[TypeId]) {
        for (parameter, &ty) in self.tree[function.parameters].iter().zip(parameters) {
            let kind = if ty == TypeId::UNKNOWN { LocalKind::Failed } else { LocalKind::Value(ty) };
            self.declare_local(parameter.name, kind);
        }
        let root = self.frame().body.root;
        let behavior = self.statements(root);
        let braces = self.frame().body[root].span;
        self.check_end(behavior, braces);
        self.leave(0);
    }
}
