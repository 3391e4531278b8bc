//! Declarations and expressions as the source has them, nothing resolved. Types are expressions: the grammar does not tell
//! `Grid<N>` of a type from `Grid<N>` of a number.

mod expressions;

use padstone_model::{Annotation, Arena, BufferKind, Id};
use padstone_source::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::keywords::Modifier;
pub(super) use expressions::{Expr, ExprKind};

pub(super) type DeclId = Id<Decl>;
pub(super) type ExprId = Id<Expr>;

/// All that was read, of all files.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) decls: Arena<Decl>,
    pub(super) exprs: Arena<Expr>,
    /// The last declaration of a name in a declaration; earlier ones are chained to it.
    names: FxHashMap<(DeclId, Symbol), DeclId>,
    /// By the index of a symbol: whether it is the name of any declaration.
    declared: Vec<bool>,
    /// What declarations without a name are called in reflection.
    pub(super) unnamed: FxHashMap<DeclId, Symbol>,
    /// The first `;` by itself in a declaration.
    pub(super) empty: FxHashMap<DeclId, Span>,
    /// The namespaces of each module that are gone on with, and how many declarations there were before that.
    pub(super) reopened: FxHashMap<u32, Vec<(usize, DeclId)>>,
    /// The namespaces whose names are known in a declaration too.
    pub(super) usings: FxHashMap<DeclId, Vec<ExprId>>,
    /// The `cbuffer`s in a declaration, of which the members are known in it too.
    pub(super) buffers: FxHashMap<DeclId, Vec<DeclId>>,
    /// Names after a leading `::`, which are looked up at the outermost scope.
    pub(super) outermost: FxHashSet<ExprId>,
    /// Parts of packs that are not empty where they are used.
    pub(super) nonempty: FxHashSet<ExprId>,
    /// Whether any declaration since this was last asked says who may see it.
    pub(super) specifies_visibility: bool,
    /// All extensions.
    pub(super) extensions: Vec<DeclId>,
    /// The texts of the program, each once.
    pub(super) hashed_strings: Vec<String>,
    /// The same, to find them.
    hashed: FxHashSet<String>,
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
    /// The module that it belongs to, by number.
    pub(super) module: u32,
    pub(super) kind: DeclKind,
    pub(super) modifiers: Modifiers,
    pub(super) generics: Option<Box<Generics>>,
    /// The number of generics around it, including itself.
    pub(super) generic_depth: u32,
    /// What is declared in it, in order, without parameters.
    pub(super) members: Vec<DeclId>,
    /// The declaration of the same name in the same place before it.
    pub(super) before: Option<DeclId>,
}

pub(super) enum DeclKind {
    Module,
    Namespace,
    Struct {
        bases: Vec<ExprId>,
        /// Without a body.
        forward: bool,
        is_class: bool,
    },
    Interface {
        bases: Vec<ExprId>,
    },
    Enum {
        /// The underlying type may come first; all others are interfaces.
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
    /// A property, subscript or initializer, of which the name counts, and the type that is read.
    Accessor {
        parameters: Vec<DeclId>,
        result: Option<ExprId>,
        accessors: Accessors,
    },
    /// A type that is open: a parameter of a generic, or `type_param`.
    Open {
        constraints: Vec<ExprId>,
        default: Option<ExprId>,
    },
    /// A value that is a parameter of a generic.
    OpenValue {
        ty: Option<ExprId>,
        default: Option<ExprId>,
    },
}

/// What a property or a subscript can do.
#[derive(Clone, Copy, Default)]
pub(super) struct Accessors {
    pub(super) gets: bool,
    pub(super) sets: bool,
    pub(super) refers: bool,
    /// Whether all of them have a body.
    pub(super) has_bodies: bool,
    /// What the value is called that is set, if that is said.
    pub(super) set: Option<DeclId>,
}

/// The `<…>` after a name, and the `where` clauses.
#[derive(Default)]
pub(super) struct Generics {
    pub(super) parameters: Vec<DeclId>,
    /// What each `where` says: a type, and the interfaces that it has to implement.
    pub(super) constraints: Vec<(ExprId, Vec<ExprId>)>,
    /// What each `where optional` says: what it may implement or not.
    pub(super) optional: Vec<(ExprId, Vec<ExprId>)>,
    /// The types that a `where` says are one.
    pub(super) same: Vec<TypeEquality>,
    /// The types of which a `where` says that one can be made into the other: `where T(U)`.
    pub(super) converted: Vec<ExprId>,
    /// The packs that a `where` clause requires not to be empty: `where nonempty(T)`.
    pub(super) nonempty: Vec<ExprId>,
    /// The packs whose size a `where` clause requires: `where countof(T) == N`.
    pub(super) counts: Vec<(ExprId, ExprId)>,
}

/// `where T.Element == float`.
#[derive(Clone, Copy)]
pub(super) struct TypeEquality {
    pub(super) one: ExprId,
    pub(super) other: ExprId,
    /// The `==`.
    pub(super) at: Span,
}

/// The modifiers before a declaration, and its annotations before and after its name.
#[derive(Clone, Default)]
pub(super) struct Modifiers {
    set: u32,
    /// Nothing, of most declarations.
    said: Option<Box<DeclAnnotations>>,
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
        self.say().written.push(written);
    }

    /// The words as they are written.
    pub(super) fn written(&self) -> &[Ident] {
        self.said.as_ref().map_or(&[], |said| &said.written)
    }

    pub(super) fn has(&self, word: Modifier) -> bool {
        self.set & (1 << word as u32) != 0
    }

    /// Whether a word among them says who may see the declaration.
    pub(super) fn specifies_visibility(&self) -> bool {
        self.has(Modifier::Public) || self.has(Modifier::Private) || self.has(Modifier::Internal)
    }

    /// The words alone that say who may see the declaration.
    pub(super) fn visibility(&self) -> Modifiers {
        let mask = [Modifier::Public, Modifier::Private, Modifier::Internal].into_iter().fold(0, |mask, word| mask | 1 << word as u32);
        Modifiers { set: self.set & mask, said: None }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.set == 0 && self.said.is_none()
    }

    pub(super) fn attributes(&self) -> &[Attribute] {
        self.said.as_ref().map_or(&[], |said| &said.attributes)
    }

    pub(super) fn layout(&self) -> &[(Ident, Option<ExprId>)] {
        self.said.as_ref().map_or(&[], |said| &said.layout)
    }

    pub(super) fn annotations(&self) -> &[Annotation] {
        self.said.as_ref().map_or(&[], |said| &said.annotations)
    }

    pub(super) fn say(&mut self) -> &mut DeclAnnotations {
        self.said.get_or_insert_default()
    }

    pub(super) fn accesses(&self) -> &[PayloadAccess] {
        self.said.as_ref().map_or(&[], |said| &said.accesses)
    }

    pub(super) fn merge(&mut self, more: Modifiers) {
        self.set |= more.set;
        if let Some(more) = more.said {
            let said = self.say();
            said.attributes.extend(more.attributes);
            said.layout.extend(more.layout);
            said.annotations.extend(more.annotations);
            said.written.extend(more.written);
            said.accesses.extend(more.accesses);
        }
    }
}

/// `[name(arguments)]`, `[[scope::name]]`.
#[derive(Clone)]
pub(super) struct Attribute {
    /// `vk_binding` of `vk::binding`: to libslang 2026.12 both are one name.
    pub(super) name: Symbol,
    pub(super) arguments: Vec<ExprId>,
    pub(super) span: Span,
}

impl DeclKind {
    /// Whether variables that are declared in it are members of it.
    pub(super) fn has_fields(&self) -> bool {
        matches!(self, DeclKind::Struct { .. } | DeclKind::Buffer { .. })
    }
}

impl Tree {
    /// Makes room for so many more declarations and expressions.
    pub(super) fn reserve(&mut self, items: usize) {
        self.decls.reserve(items);
        self.exprs.reserve(items);
        // A table that is too small grows, one that is too large is slow to look at.
        self.names.reserve(items / 4 * 3);
    }

    /// Adds a text to those that are hashed.
    pub(super) fn hash(&mut self, text: String) {
        if self.hashed.insert(text.clone()) {
            self.hashed_strings.push(text);
        }
    }

    /// Adds a declaration to another; `named` says whether it is found there by its name.
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

    /// Makes a declaration known by a name in another. Returns the one that was known by it before.
    fn name(&mut self, parent: DeclId, name: Symbol, id: DeclId) -> Option<DeclId> {
        if self.declared.len() <= name.index() {
            self.declared.resize(name.index() + 1, false);
        }
        self.declared[name.index()] = true;
        self.names.insert((parent, name), id)
    }

    /// Whether anything at all is declared by a name.
    pub(super) fn declares(&self, name: Symbol) -> bool {
        self.declared.get(name.index()).is_some_and(|declared| *declared)
    }

    /// Makes what is declared in a declaration known around it by name too, where no other has the name.
    pub(super) fn name_outside(&mut self, decl: DeclId) {
        let Decl { parent: Some(parent), members, .. } = &self.decls[decl] else { return };
        for &member in members {
            self.names.entry((*parent, self.decls[member].name)).or_insert(member);
        }
    }

    /// Puts a declaration without a parent into one.
    pub(super) fn adopt(&mut self, parent: DeclId, child: DeclId) {
        let (name, depth) = (self.decls[child].name, self.decls[parent].generic_depth);
        let before = self.name(parent, name, child);
        let child = &mut self.decls[child];
        (child.parent, child.generic_depth, child.before) = (Some(parent), depth, before);
    }

    /// Puts a declaration without a parent into one that does not know it by name.
    pub(super) fn place_in(&mut self, parent: DeclId, child: DeclId) {
        let depth = self.decls[parent].generic_depth;
        let child = &mut self.decls[child];
        (child.parent, child.generic_depth) = (Some(parent), depth);
    }

    /// Gives what was declared last under its name another one.
    pub(super) fn rename(&mut self, decl: DeclId, name: Symbol) {
        let Decl { parent: Some(parent), name: old, before, .. } = self.decls[decl] else { return };
        match before {
            Some(before) => self.names.insert((parent, old), before),
            None => self.names.remove(&(parent, old)),
        };
        let before = self.name(parent, name, decl);
        (self.decls[decl].name, self.decls[decl].before) = (name, before);
    }

    /// What a declaration is called, if only in reflection.
    pub(super) fn shown_name(&self, decl: DeclId) -> Symbol {
        self.unnamed.get(&decl).copied().unwrap_or(self.decls[decl].name)
    }

    /// The declarations of a name in a declaration, the last first.
    pub(super) fn named(&self, parent: DeclId, name: Symbol) -> impl Iterator<Item = DeclId> + '_ {
        std::iter::successors(self.names.get(&(parent, name)).copied(), |&id| self.decls[id].before)
    }

    /// What the `cbuffer`s in a declaration declare under a name.
    pub(super) fn named_in_buffers(&self, place: DeclId, name: Symbol) -> impl Iterator<Item = DeclId> + '_ {
        self.buffers.get(&place).into_iter().flatten().flat_map(move |&buffer| self.named(buffer, name))
    }

    /// Whether something is a parameter of a generic.
    pub(super) fn is_parameter(&self, decl: DeclId) -> bool {
        let generics = self.decls[decl].parent.and_then(|parent| self.decls[parent].generics.as_ref());
        generics.is_some_and(|generics| generics.parameters.contains(&decl))
    }

    /// The declarations of the same name in the same place before one, the last first.
    pub(super) fn earlier(&self, decl: DeclId) -> impl Iterator<Item = DeclId> + '_ {
        std::iter::successors(self.decls[decl].before, |&id| self.decls[id].before)
    }

    /// The declaration that is given, and those around it, innermost first.
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
