//! Declarations and expressions as in the source, before resolution. Types are expressions: the grammar cannot distinguish `Grid<N>` with a
//! type from `Grid<N>` with a number.

mod expressions;

use padstone_model::{Annotation, Arena, BufferKind, DescriptorHeaps, Id};
use padstone_source::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::keywords::Modifier;
pub(super) use expressions::{Expr, ExprKind};

pub(super) type DeclId = Id<Decl>;
pub(super) type ExprId = Id<Expr>;

/// The trees of all files.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) decls: Arena<Decl>,
    pub(super) exprs: Arena<Expr>,
    /// The last declaration of a name in a declaration; earlier ones are chained to it.
    names: FxHashMap<(DeclId, Symbol), DeclId>,
    /// By the index of a symbol: whether it is the name of any declaration.
    declared: Vec<bool>,
    /// The names of unnamed declarations in reflection.
    pub(super) unnamed: FxHashMap<DeclId, Symbol>,
    /// The first stray `;` in a declaration.
    pub(super) empty: FxHashMap<DeclId, Span>,
    /// The namespaces of each module that are reopened, and the number of declarations before that.
    pub(super) reopened: FxHashMap<u32, Vec<(usize, DeclId)>>,
    /// The namespaces whose names are also visible in a declaration.
    pub(super) usings: FxHashMap<DeclId, Vec<ExprId>>,
    /// The `cbuffer`s in a declaration, whose members are also visible in it.
    pub(super) buffers: FxHashMap<DeclId, Vec<DeclId>>,
    /// Names after a leading `::`, which are looked up at the outermost scope.
    pub(super) outermost: FxHashSet<ExprId>,
    /// Parts of packs that are not empty where they are used.
    pub(super) nonempty: FxHashSet<ExprId>,
    /// Whether a declaration since the last reset has a visibility modifier.
    pub(super) specifies_visibility: bool,
    /// All extensions.
    pub(super) extensions: Vec<DeclId>,
    /// The strings of the program, each once.
    pub(super) hashed_strings: Vec<String>,
    /// The same strings as a set.
    hashed: FxHashSet<String>,
    /// The descriptor heaps that functions index.
    pub(super) descriptor_heaps: DescriptorHeaps,
}

/// A name and its span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ident {
    pub(super) symbol: Symbol,
    pub(super) span: Span,
}

/// A declaration.
pub(super) struct Decl {
    /// Empty if it has none.
    pub(super) name: Symbol,
    pub(super) span: Span,
    pub(super) parent: Option<DeclId>,
    /// The index of its module.
    pub(super) module: u32,
    pub(super) kind: DeclKind,
    pub(super) modifiers: Modifiers,
    pub(super) generics: Option<Box<Generics>>,
    /// The number of generics around it, including itself.
    pub(super) generic_depth: u32,
    /// The declarations, in order, without parameters.
    pub(super) members: Vec<DeclId>,
    /// The previous declaration with the same name in the same scope.
    pub(super) before: Option<DeclId>,
}

pub(super) enum DeclKind {
    Module,
    Namespace,
    Struct {
        bases: Vec<ExprId>,
        /// A declaration without a body.
        forward: bool,
        is_class: bool,
    },
    Interface {
        bases: Vec<ExprId>,
    },
    Enum {
        /// The first may be the underlying type; all others are interfaces.
        bases: Vec<ExprId>,
    },
    Case {
        value: Option<ExprId>,
    },
    Alias {
        target: ExprId,
    },
    Associated {
        constraints: Vec<ExprId>,
    },
    Extension {
        target: ExprId,
        bases: Vec<ExprId>,
    },
    Variable {
        ty: Option<ExprId>,
        value: Option<ExprId>,
        /// The width of a bit-field.
        bits: Option<ExprId>,
    },
    /// `cbuffer`, `tbuffer`.
    Buffer {
        kind: BufferKind,
    },
    Function {
        parameters: Vec<DeclId>,
        result: Option<ExprId>,
        has_body: bool,
    },
    /// A property, subscript or initializer: its name, and the type that it returns.
    Accessor {
        parameters: Vec<DeclId>,
        result: Option<ExprId>,
        accessors: Accessors,
    },
    /// An unspecialized type: a generic parameter, or a `type_param`.
    Open {
        constraints: Vec<ExprId>,
        default: Option<ExprId>,
    },
    /// A generic value parameter.
    OpenValue {
        ty: Option<ExprId>,
        default: Option<ExprId>,
    },
}

/// The accessors of a property or subscript.
#[derive(Clone, Copy, Default)]
pub(super) struct Accessors {
    pub(super) gets: bool,
    pub(super) sets: bool,
    pub(super) refers: bool,
    /// Whether all accessors have a body.
    pub(super) has_bodies: bool,
    /// The parameter of `set`, if it is named.
    pub(super) set: Option<DeclId>,
}

/// The `<…>` after a name, and the `where` clauses.
#[derive(Default)]
pub(super) struct Generics {
    pub(super) parameters: Vec<DeclId>,
    /// For each `where`, a type and the interfaces that it must conform to.
    pub(super) constraints: Vec<(ExprId, Vec<ExprId>)>,
    /// For each `where optional`, a type and the interfaces that it may conform to.
    pub(super) optional: Vec<(ExprId, Vec<ExprId>)>,
    /// The pairs of types that a `where` clause requires to be equal.
    pub(super) equalities: Vec<TypeEquality>,
    /// The types that a `where` clause requires to be convertible: `where T(U)`.
    pub(super) converted: Vec<ExprId>,
    /// The packs that a `where` clause requires not to be empty: `where nonempty(T)`.
    pub(super) nonempty: Vec<ExprId>,
    /// The packs whose size a `where` clause requires: `where countof(T) == N`.
    pub(super) counts: Vec<(ExprId, ExprId)>,
}

/// `where T.Element == float`.
#[derive(Clone, Copy)]
pub(super) struct TypeEquality {
    pub(super) left: ExprId,
    pub(super) right: ExprId,
    /// The `==`.
    pub(super) at: Span,
}

/// The modifiers before a declaration, and its annotations before and after its name.
#[derive(Clone, Default)]
pub(super) struct Modifiers {
    set: u32,
    /// Empty for most declarations.
    annotated: Option<Box<DeclAnnotations>>,
}

/// Annotations of a declaration beyond modifiers.
#[derive(Clone, Default)]
pub(super) struct DeclAnnotations {
    pub(super) attributes: Vec<Attribute>,
    /// `layout(binding = 1)`.
    pub(super) layout: Vec<(Ident, Option<ExprId>)>,
    /// `: register(…)`, `: packoffset(…)`, semantics.
    pub(super) annotations: Vec<Annotation>,
    /// The modifiers as written, in order, with duplicates.
    pub(super) written: Vec<Ident>,
    /// `: read(caller)`, `: write(closesthit, miss)`.
    pub(super) accesses: Vec<PayloadAccess>,
}

/// Payload access qualifier: the stages that read or write a member of a ray payload.
#[derive(Clone)]
pub(super) struct PayloadAccess {
    /// `read` or `write`.
    pub(super) word: Ident,
    pub(super) stages: Vec<Ident>,
}

impl Modifiers {
    pub(super) fn add(&mut self, word: Modifier, written: Ident) {
        self.set |= 1 << word as u32;
        self.annotate().written.push(written);
    }

    /// The modifiers as written.
    pub(super) fn written(&self) -> &[Ident] {
        self.annotated.as_ref().map_or(&[], |annotated| &annotated.written)
    }

    pub(super) fn has(&self, word: Modifier) -> bool {
        self.set & (1 << word as u32) != 0
    }

    /// Whether all others are among these.
    pub(super) fn includes(&self, others: &Modifiers) -> bool {
        others.set & !self.set == 0
    }

    /// Whether one of the modifiers is a visibility modifier.
    pub(super) fn specifies_visibility(&self) -> bool {
        self.has(Modifier::Public) || self.has(Modifier::Private) || self.has(Modifier::Internal)
    }

    /// Only the visibility modifiers.
    pub(super) fn visibility(&self) -> Modifiers {
        let mask = [Modifier::Public, Modifier::Private, Modifier::Internal].into_iter().fold(0, |mask, word| mask | 1 << word as u32);
        Modifiers { set: self.set & mask, annotated: None }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.set == 0 && self.annotated.is_none()
    }

    pub(super) fn attributes(&self) -> &[Attribute] {
        self.annotated.as_ref().map_or(&[], |annotated| &annotated.attributes)
    }

    pub(super) fn layout(&self) -> &[(Ident, Option<ExprId>)] {
        self.annotated.as_ref().map_or(&[], |annotated| &annotated.layout)
    }

    pub(super) fn annotations(&self) -> &[Annotation] {
        self.annotated.as_ref().map_or(&[], |annotated| &annotated.annotations)
    }

    pub(super) fn annotate(&mut self) -> &mut DeclAnnotations {
        self.annotated.get_or_insert_default()
    }

    pub(super) fn accesses(&self) -> &[PayloadAccess] {
        self.annotated.as_ref().map_or(&[], |annotated| &annotated.accesses)
    }

    pub(super) fn merge(&mut self, more: Modifiers) {
        self.set |= more.set;
        if let Some(more) = more.annotated {
            let annotated = self.annotate();
            annotated.attributes.extend(more.attributes);
            annotated.layout.extend(more.layout);
            annotated.annotations.extend(more.annotations);
            annotated.written.extend(more.written);
            annotated.accesses.extend(more.accesses);
        }
    }
}

/// `[name(arguments)]`, `[[scope::name]]`.
#[derive(Clone)]
pub(super) struct Attribute {
    /// `vk_binding` for `vk::binding`: libslang 2026.12 treats both as one name.
    pub(super) name: Symbol,
    pub(super) arguments: Vec<ExprId>,
    pub(super) span: Span,
}

impl DeclKind {
    /// Whether variables declared in it are members of it.
    pub(super) fn has_fields(&self) -> bool {
        matches!(self, DeclKind::Struct { .. } | DeclKind::Buffer { .. })
    }

    pub(super) fn is_function(&self) -> bool {
        matches!(self, DeclKind::Function { .. })
    }

    pub(super) fn is_type(&self) -> bool {
        matches!(
            self,
            DeclKind::Struct { .. }
                | DeclKind::Interface { .. }
                | DeclKind::Enum { .. }
                | DeclKind::Alias { .. }
                | DeclKind::Open { .. }
                | DeclKind::Associated { .. }
        )
    }

    pub(super) fn is_value(&self) -> bool {
        matches!(self, DeclKind::Variable { .. } | DeclKind::Case { .. } | DeclKind::OpenValue { .. })
    }
}

impl Tree {
    /// Reserves memory for this many more declarations and expressions.
    pub(super) fn reserve(&mut self, items: usize) {
        self.decls.reserve(items);
        self.exprs.reserve(items);
        // A table that is too small must grow; one that is too large is slow to search.
        self.names.reserve(items / 4 * 3);
    }

    /// Adds a string to those that are hashed.
    pub(super) fn hash(&mut self, text: String) {
        if self.hashed.insert(text.clone()) {
            self.hashed_strings.push(text);
        }
    }

    /// Adds a declaration to another; `named` is whether lookup finds it there.
    pub(super) fn declare(&mut self, decl: Decl, named: bool) -> DeclId {
        let id = DeclId::from_index(self.decls.len());
        let before = match decl.parent {
            Some(parent) if named && !decl.name.is_empty() => self.name(parent, decl.name, id),
            _ => None,
        };
        self.specifies_visibility |= decl.modifiers.specifies_visibility();
        self.decls.push(decl);
        self.decls[id].before = before;
        id
    }

    /// Registers a declaration under a name in another. Returns the previous declaration with this name.
    fn name(&mut self, parent: DeclId, name: Symbol, id: DeclId) -> Option<DeclId> {
        if self.declared.len() <= name.index() {
            self.declared.resize(name.index() + 1, false);
        }
        self.declared[name.index()] = true;
        self.names.insert((parent, name), id)
    }

    /// Whether any declaration has this name.
    pub(super) fn declares(&self, name: Symbol) -> bool {
        self.declared.get(name.index()).is_some_and(|declared| *declared)
    }

    /// Also registers the members of a declaration in its enclosing scope, where no other declaration has their name.
    pub(super) fn name_outside(&mut self, decl: DeclId) {
        let Decl { parent: Some(parent), members, .. } = &self.decls[decl] else { return };
        for &member in members {
            self.names.entry((*parent, self.decls[member].name)).or_insert(member);
        }
    }

    /// Adds a declaration without a parent to another declaration.
    pub(super) fn adopt(&mut self, parent: DeclId, child: DeclId) {
        let (name, depth) = (self.decls[child].name, self.decls[parent].generic_depth);
        let before = self.name(parent, name, child);
        let child = &mut self.decls[child];
        (child.parent, child.generic_depth, child.before) = (Some(parent), depth, before);
    }

    /// Adds a declaration without a parent to another, without registering its name.
    pub(super) fn add_member(&mut self, parent: DeclId, child: DeclId) {
        let depth = self.decls[parent].generic_depth;
        let child = &mut self.decls[child];
        (child.parent, child.generic_depth) = (Some(parent), depth);
    }

    /// Renames a declaration, which must be the last one with its name.
    pub(super) fn rename(&mut self, decl: DeclId, name: Symbol) {
        let Decl { parent: Some(parent), name: old, before, .. } = self.decls[decl] else { return };
        match before {
            Some(before) => self.names.insert((parent, old), before),
            None => self.names.remove(&(parent, old)),
        };
        let before = self.name(parent, name, decl);
        (self.decls[decl].name, self.decls[decl].before) = (name, before);
    }

    /// The name of a declaration, or the one that reflection gives it.
    pub(super) fn shown_name(&self, decl: DeclId) -> Symbol {
        self.unnamed.get(&decl).copied().unwrap_or(self.decls[decl].name)
    }

    /// The declarations of a name in a declaration, last first.
    pub(super) fn named(&self, parent: DeclId, name: Symbol) -> impl Iterator<Item = DeclId> + '_ {
        std::iter::successors(self.names.get(&(parent, name)).copied(), |&id| self.decls[id].before)
    }

    /// The declarations of a name in the `cbuffer`s of a declaration.
    pub(super) fn named_in_buffers(&self, place: DeclId, name: Symbol) -> impl Iterator<Item = DeclId> + '_ {
        self.buffers.get(&place).into_iter().flatten().flat_map(move |&buffer| self.named(buffer, name))
    }

    /// Whether a declaration is a generic parameter.
    pub(super) fn is_parameter(&self, decl: DeclId) -> bool {
        let generics = self.decls[decl].parent.and_then(|parent| self.decls[parent].generics.as_ref());
        generics.is_some_and(|generics| generics.parameters.contains(&decl))
    }

    /// The earlier declarations of the same name in the same scope, last first.
    pub(super) fn earlier(&self, decl: DeclId) -> impl Iterator<Item = DeclId> + '_ {
        std::iter::successors(self.decls[decl].before, |&id| self.decls[id].before)
    }

    /// A declaration and its enclosing ones, innermost first.
    pub(super) fn outward(&self, from: DeclId) -> impl Iterator<Item = DeclId> + '_ {
        std::iter::successors(Some(from), |&id| self.decls[id].parent)
    }
}

impl Decl {
    pub(super) fn new(name: Ident, parent: Option<DeclId>, module: u32, kind: DeclKind) -> Decl {
        Decl {
            name: name.symbol,
            span: name.span,
            parent,
            module,
            kind,
            modifiers: Modifiers::default(),
            generics: None,
            generic_depth: 0,
            members: Vec::new(),
            before: None,
        }
    }
}
