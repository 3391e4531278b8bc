//! Resolves the declarations of a tree: names to entities, expressions to values, and type expressions to types.
//!
//! Declarations are resolved in the order of [`crate::order`], each once, and the results are stored in [`Resolver::globals`]. The checker
//! of function bodies starts from the same resolver.

mod attributes;
mod call;
mod constants;
mod directives;
mod entry_points;
mod expression;
mod frame;
mod functions;
mod io;
mod layout_attributes;
mod memory_view;
mod operand;
mod overrides;
mod report;
mod structs;
mod texture_types;
mod type_expression;
mod variables;

use padstone_diag::Diagnostics;
use padstone_model::Stage;
use padstone_source::{Interner, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::constant::Value;
use crate::lower::Lowering;
use crate::order::order;
use crate::predeclared::{Entity, Scope};
use crate::tree::{Declaration, DeclarationKind, Edition, Nodes, Source, Tree};
use crate::types::{Memory, TypeId, Types};
pub(crate) use call::CallResult;
pub(crate) use directives::Extension;
use directives::Extensions;
pub(crate) use entry_points::EntryPoint;
pub use frame::Implicit;
pub(crate) use frame::{BodyTypes, EnclosingStatement, Frame, LocalKind, StageRestriction};
use io::IoMember;
use layout_attributes::TypeAnnotations;
pub(crate) use operand::{EvaluationTime, MemoryView, Operand};

/// The result of resolving a declaration at module scope.
#[derive(Clone, Debug)]
pub(crate) enum ResolvedGlobal {
    /// Being resolved: a reference to it is a cycle.
    Pending,
    /// The declaration has an error, which has been reported.
    Failed,
    /// A struct or alias.
    Type(TypeId),
    /// A `const`.
    Constant(Value),
    /// An `override` with this type.
    Override(TypeId),
    /// A `var` with its memory.
    Variable(Memory),
    Function(Signature),
}

/// The parameters and result of a function.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) parameters: Vec<TypeId>,
    pub(crate) result: Option<TypeId>,
    /// The stage of an entry point.
    pub(crate) stage: Option<Stage>,
    /// For each parameter of an entry point, whether it is uniform across a workgroup or draw. Empty for other functions.
    pub(crate) uniform_inputs: Vec<bool>,
    pub(crate) must_use: bool,
}

/// The state of resolving a module.
pub(crate) struct Resolver<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) tree: &'a Tree,
    /// The expressions that are being resolved: those of the tree, or those of a body.
    pub(crate) nodes: &'a Nodes,
    pub(crate) names: &'a Interner,
    pub(crate) types: Types,
    pub(crate) scope: Scope,
    /// By the position of the declaration.
    pub(crate) globals: Vec<ResolvedGlobal>,
    pub(crate) entry_points: Vec<EntryPoint>,
    pub(crate) lowering: Lowering,
    extensions: Extensions,
    diagnostics: &'a mut Diagnostics,
    /// The function whose body is being checked.
    pub(crate) frame: Option<Frame<'a>>,
    /// For each struct, its members with interface attributes.
    io: Vec<Vec<IoMember>>,
    /// `[[align]]` and `[[size]]` of 2020, on aliases and structs, by position of the declaration.
    annotations: FxHashMap<u32, TypeAnnotations>,
    /// For each name, the last struct or function with a member or parameter of that name.
    seen: Vec<u32>,
    lists: u32,
    override_ids: Vec<(u32, Span)>,
    override_count_ids: u32,
    suggestions: usize,
    /// Undeclared names that have been reported.
    pub(crate) missing: Option<&'a FxHashSet<String>>,
    /// Whether values are evaluated; not in `x` of `false && x`.
    evaluates: bool,
}

impl<'a> Resolver<'a> {
    /// A resolver that knows only the predeclared names.
    pub(crate) fn new(source: Source<'a>, tree: &'a Tree, names: &'a Interner, diagnostics: &'a mut Diagnostics) -> Self {
        let mut types = Types::new();
        let scope = Scope::new(names, &mut types);
        let lowering = Lowering::new(source.edition);
        types.reserve_members(tree.members.len());
        Resolver {
            source,
            tree,
            nodes: &tree.nodes,
            names,
            types,
            scope,
            globals: vec![ResolvedGlobal::Pending; tree.declarations.len()],
            entry_points: Vec::new(),
            lowering,
            extensions: Extensions::default(),
            diagnostics,
            frame: None,
            io: Vec::new(),
            annotations: FxHashMap::default(),
            seen: vec![0; names.len()],
            lists: 0,
            override_ids: Vec::new(),
            override_count_ids: 0,
            suggestions: 0,
            missing: None,
            evaluates: true,
        }
    }

    /// Resolves all declarations.
    pub(crate) fn resolve(&mut self) {
        self.directives();
        self.declare();
        let order = order(self.tree, self.names, &self.scope);
        for cycle in &order.cycles {
            self.report_cycle(cycle);
        }
        for position in order.declarations {
            let declaration = self.tree.declarations[position as usize];
            self.globals[position as usize] = self.declaration(position, &declaration).unwrap_or(ResolvedGlobal::Failed);
        }
        self.check_override_ids();
        self.lowering.module.options.uniform_buffer_standard_layout = self.extensions.uniform_buffer_standard_layout;
    }

    pub(crate) fn edition(&self) -> Edition {
        self.source.edition
    }

    /// The name of a declaration, as written.
    pub(crate) fn text(&self, name: Symbol) -> &'a str {
        self.names.resolve(name)
    }

    /// Binds the names of all declarations. Of duplicates, the first is effective.
    fn declare(&mut self) {
        let tree = self.tree;
        for (index, declaration) in tree.declarations.iter().enumerate() {
            let Some(name) = declaration.name().filter(|name| !name.symbol.is_empty()) else { continue };
            if let Some(Entity::Global(first)) = self.scope.declare(name.symbol, index as u32) {
                self.scope.declare(name.symbol, first);
                self.report_redeclaration(name, first);
            }
        }
    }

    fn declaration(&mut self, position: u32, declaration: &Declaration) -> Option<ResolvedGlobal> {
        match &declaration.kind {
            DeclarationKind::Struct(body) => self.structure(position, declaration, body),
            DeclarationKind::Alias(alias) => self.alias(position, declaration, alias),
            DeclarationKind::Variable(variable) => self.variable(position, declaration, variable),
            DeclarationKind::Function(function) => self.function(declaration, function),
            DeclarationKind::ConstAssert(condition) => self.const_assert(declaration, *condition),
        }
    }

    /// Starts a list of names that must be unique: see [`Resolver::is_new`].
    fn begin_names(&mut self) {
        self.lists += 1;
    }

    /// Whether a name occurs for the first time since [`Resolver::begin_names`].
    fn is_new(&mut self, name: Symbol) -> bool {
        name.is_empty() || std::mem::replace(&mut self.seen[name.index()], self.lists) != self.lists
    }
}
