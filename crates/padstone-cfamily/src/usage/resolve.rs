//! The meanings of the names in bodies, and the code and parameters that an entry point reaches through them.
//!
//! A name is looked up among the locals, and then from the scope of the body to the outermost one, as ISO C++14, 3.4, specifies. Overloads are
//! distinguished by the number of arguments alone: those with the same number all count as called. So do all methods of a name if the type of
//! the value is not known.

use padstone_model::{ParameterId, TypeId};
use padstone_source::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use super::mentions::{Mention, NamePlace, NameRole, Qualifier, Receiver};
use super::reads::ReachedRead;
use super::statements::{LocalKind, LocalType};
use super::unit_scopes::{Named, ScopeId, UnitScopes, ValueType};
use super::{Code, Usage};

/// A declaration in a namespace or struct.
#[derive(Clone, Copy)]
pub(super) struct Declaration {
    pub(super) scope: ScopeId,
    pub(super) name: Symbol,
    /// The number of bodies before it.
    pub(super) order: usize,
    pub(super) ty: Option<TypeId>,
    /// The parameter of the shader, if it is one or part of one.
    pub(super) parameter: Option<ParameterId>,
}

/// The declarations of a name in a scope: one variable, or the overloads of a function.
struct DeclaredName {
    scope: ScopeId,
    name: Symbol,
    /// The number of bodies before the first declaration.
    order: usize,
    ty: Option<TypeId>,
    parameters: Vec<ParameterId>,
    /// The indices in [`Usage::code`].
    code: Vec<usize>,
}

/// The declarations of a unit, by scope and name.
pub(crate) struct Resolver<'u, S> {
    usage: &'u Usage,
    unit: &'u S,
    declared: Vec<DeclaredName>,
    by_name: FxHashMap<(ScopeId, Symbol), usize>,
    /// The elements of `declared` with code, by name.
    code_by_name: FxHashMap<Symbol, Vec<usize>>,
    structs: FxHashSet<ScopeId>,
    /// The scopes whose declarations of a name `using` makes those of another scope.
    aliases: FxHashMap<(ScopeId, Symbol), Vec<ScopeId>>,
    /// The namespaces with constant buffers that have a member of a name.
    buffer_members: FxHashMap<Symbol, Vec<ScopeId>>,
}

/// The code that an entry point reaches; without an entry point, all of it.
#[derive(Default)]
pub(crate) struct ReachableCode {
    /// The names that are those of parameters, or that no declaration was found for.
    pub(crate) names: FxHashSet<Symbol>,
    pub(crate) parameters: FxHashSet<ParameterId>,
    /// Reads of buffers, in source order.
    pub(crate) reads: Vec<ReachedRead>,
    /// The indices in [`Usage::code`].
    pub(super) code: FxHashSet<usize>,
    /// If calls are recorded, the code that each name may refer to, by the index of the name.
    pub(super) callees: FxHashMap<usize, Vec<usize>>,
    /// If calls are recorded, the variable with parameters that each name refers to, by the index of the name.
    pub(super) globals: FxHashMap<usize, GlobalId>,
    /// The parameters of the variables in `globals`.
    pub(crate) global_parameters: FxHashMap<GlobalId, Vec<ParameterId>>,
}

/// A variable outside functions: an index in [`Resolver::declared`].
pub(crate) type GlobalId = usize;

/// The meaning of a name in a body.
#[derive(Clone, Copy)]
enum Meaning {
    Value(ValueType),
    Named(Named),
    Unknown,
}

/// The result of a lookup.
enum Lookup {
    /// In these elements of [`Resolver::declared`]: several only if namespaces import overloads.
    Declared(Vec<usize>),
    Named(Named),
    Value(ValueType),
    /// Any method of the name may be meant.
    AnyMethod,
    /// Any function of the name may be meant.
    AnyFunction,
    Nowhere,
}

/// The traversal of the code.
#[derive(Default)]
struct Walk {
    reached: ReachableCode,
    todo: Vec<usize>,
    /// The types of the calls that were followed, by the element of [`Resolver::declared`] and the number of arguments.
    followed: FxHashMap<(usize, Option<u32>), ValueType>,
    /// The calls of any function of a name, or of any method, that were followed.
    followed_any: FxHashSet<(Symbol, Option<u32>, bool)>,
}

/// A body whose names are resolved in order.
struct Body<'b> {
    code: &'b Code,
    /// Its index in [`Usage::code`].
    index: usize,
    /// The index of its first name.
    first: usize,
    /// The meanings of its names, up to the current one.
    meanings: Vec<Meaning>,
}

impl Body<'_> {
    /// The meaning of the name with this index.
    fn meaning(&self, mention: usize) -> Meaning {
        mention.checked_sub(self.first).and_then(|at| self.meanings.get(at)).copied().unwrap_or(Meaning::Unknown)
    }
}

impl Meaning {
    /// The type of the value, also of one that a type makes: `S(…)`.
    fn value_type(self) -> ValueType {
        match self {
            Meaning::Value(ty) | Meaning::Named(Named::Type(ty)) => ty,
            Meaning::Named(Named::Constant) => ValueType::Builtin,
            Meaning::Named(Named::Namespace(_) | Named::BufferType { .. } | Named::Unknown) | Meaning::Unknown => ValueType::Unknown,
        }
    }
}

impl Walk {
    fn visit(&mut self, code: usize) {
        if self.reached.code.insert(code) {
            self.todo.push(code);
        }
    }
}

impl<'u, S: UnitScopes> Resolver<'u, S> {
    pub(crate) fn new(usage: &'u Usage, unit: &'u S) -> Self {
        let structs = usage.structs.iter().copied().chain([ScopeId::UNKNOWN]).collect();
        let mut aliases: FxHashMap<_, Vec<ScopeId>> = FxHashMap::default();
        for &(scope, name, declared_in) in &usage.aliases {
            aliases.entry((scope, name)).or_default().push(declared_in);
        }
        let mut buffer_members: FxHashMap<_, Vec<ScopeId>> = FxHashMap::default();
        for &(scope, name) in &usage.buffer_members {
            buffer_members.entry(name).or_default().push(scope);
        }
        let (declared, by_name, code_by_name) = Default::default();
        let mut resolver = Resolver { usage, unit, declared, by_name, code_by_name, structs, aliases, buffer_members };
        if !usage.recording {
            return resolver;
        }
        for &Declaration { scope, name, order, ty, parameter } in &usage.declarations {
            let declared = resolver.entry(scope, name, order);
            declared.ty = declared.ty.or(ty);
            declared.parameters.extend(parameter);
        }
        for (index, code) in usage.code.iter().enumerate() {
            let declared = resolver.entry(code.scope, code.name, index);
            declared.code.push(index);
            if code.function.is_none() {
                declared.ty = declared.ty.or(code.ty);
            }
        }
        for (index, declared) in resolver.declared.iter().enumerate().filter(|(_, declared)| !declared.code.is_empty()) {
            resolver.code_by_name.entry(declared.name).or_default().push(index);
        }
        resolver
    }

    fn entry(&mut self, scope: ScopeId, name: Symbol, order: usize) -> &mut DeclaredName {
        let next = self.declared.len();
        let index = *self.by_name.entry((scope, name)).or_insert(next);
        if index == next {
            self.declared.push(DeclaredName { scope, name, order, ty: None, parameters: Vec::new(), code: Vec::new() });
        }
        let declared = &mut self.declared[index];
        declared.order = declared.order.min(order);
        declared
    }

    /// The code and parameters that the entry point with this name reaches; without one, those that all code of the unit reaches.
    pub(crate) fn reached_from(&self, entry: Option<Symbol>) -> ReachableCode {
        let mut walk = Walk::default();
        match entry {
            Some(entry) => self.usage.functions_named(entry).for_each(|function| walk.visit(function)),
            None if self.usage.recording => (0..self.usage.code.len()).for_each(|code| walk.visit(code)),
            None => {}
        }
        // Which operators an expression calls is not determined.
        for &operator in self.code_by_name.get(&self.usage.operators).into_iter().flatten() {
            self.declared[operator].code.iter().for_each(|&code| walk.visit(code));
        }
        while let Some(index) = walk.todo.pop() {
            self.read_body(index, &mut walk);
        }
        walk.reached.reads.sort_by_key(|read| read.first);
        walk.reached
    }

    fn read_body(&self, index: usize, walk: &mut Walk) {
        let code = &self.usage.code[index];
        let before = index.checked_sub(1).map(|before| &self.usage.code[before]);
        let first = before.map_or(0, |before| before.mentions);
        let mentions = &self.usage.mentions.all[first..code.mentions];
        let mut reads = self.usage.reads.of(before.map_or(0, |before| before.reads)..code.reads).iter().peekable();
        let mut body = Body { code, index, first, meanings: Vec::with_capacity(mentions.len()) };
        for (at, mention) in mentions.iter().enumerate() {
            let found = self.find(mention, &body);
            if let Some(read) = reads.next_if(|read| read.mention == first + at)
                && let Lookup::Declared(found) = &found
            {
                let roots = found.iter().filter_map(|&found| self.usage.reads.root(self.declared[found].scope, mention.name));
                walk.reached.reads.extend(roots.map(|root| read.with_root(root)));
            }
            let meaning = self.follow(&found, mention, first + at, walk);
            body.meanings.push(meaning);
        }
    }

    /// The meaning of a name.
    fn find(&self, mention: &Mention, body: &Body<'_>) -> Lookup {
        match mention.role {
            NameRole::Declared(_) => Lookup::Value(ValueType::Unknown),
            NameRole::Local(local) => match self.usage.mentions.locals.get(local as usize) {
                Some(&LocalKind::Alias { path }) => match body.meaning(path) {
                    Meaning::Value(ty) => Lookup::Value(ty),
                    Meaning::Named(named) => Lookup::Named(named),
                    Meaning::Unknown => Lookup::Value(ValueType::Unknown),
                },
                _ => Lookup::Value(self.local_type(local as usize, body)),
            },
            NameRole::OfAnyFunction => Lookup::AnyFunction,
            NameRole::In(scope) => self.look_up_in(scope, mention, body).unwrap_or(Lookup::Nowhere),
            NameRole::Free { .. } if mention.name == self.usage.mentions.this => match body.code.is_generic {
                true => Lookup::Value(ValueType::Unknown),
                false => Lookup::Value(ValueType::Struct(body.code.scope)),
            },
            NameRole::Free { import } => match self.look_up(mention, import, body) {
                Some(found) => found,
                None => match self.unit.builtin(mention.name) {
                    Some(named) => Lookup::Named(named),
                    // A call may depend on the arguments of the template.
                    None if body.code.is_generic => Lookup::AnyFunction,
                    None => Lookup::Nowhere,
                },
            },
            NameRole::Qualified(Qualifier::Unknown) => Lookup::AnyFunction,
            NameRole::Qualified(Qualifier::Global) => self.look_up_in(ScopeId::GLOBAL, mention, body).unwrap_or(Lookup::Nowhere),
            NameRole::Qualified(Qualifier::Of(scope)) => match body.meaning(scope as usize) {
                Meaning::Named(Named::Namespace(scope) | Named::Type(ValueType::Struct(scope))) => {
                    self.look_up_in(scope, mention, body).unwrap_or(Lookup::Nowhere)
                }
                Meaning::Named(Named::Type(ValueType::Builtin)) => Lookup::Nowhere,
                _ => Lookup::AnyFunction,
            },
            NameRole::Member(receiver) => self.find_member(mention, receiver, body),
        }
    }

    fn find_member(&self, mention: &Mention, receiver: Option<Receiver>, body: &Body<'_>) -> Lookup {
        let Some(Receiver { mention: value, is_indexed }) = receiver else { return Lookup::AnyMethod };
        match body.meaning(value as usize).value_type() {
            ValueType::Struct(scope) => self.look_up_in(scope, mention, body).unwrap_or(Lookup::AnyMethod),
            ValueType::Elements(scope) if is_indexed => self.look_up_in(scope, mention, body).unwrap_or(Lookup::AnyMethod),
            // A method of the buffer, such as `Load`.
            ValueType::Elements(scope) => Lookup::Value(ValueType::Struct(scope)),
            ValueType::Builtin => Lookup::Value(ValueType::Builtin),
            ValueType::Unknown => Lookup::AnyMethod,
        }
    }

    fn local_type(&self, local: usize, body: &Body<'_>) -> ValueType {
        let Some(LocalKind::Variable(ty) | LocalKind::Parameter { ty, .. }) = self.usage.mentions.locals.get(local).copied() else {
            return ValueType::Unknown;
        };
        let LocalType { name: Some(name), element } = ty else { return ValueType::Unknown };
        match body.meaning(name) {
            Meaning::Named(Named::Type(ty)) => ty,
            Meaning::Named(Named::BufferType { is_indexed }) => match element.map(|element| body.meaning(element)) {
                Some(Meaning::Named(Named::Type(ValueType::Struct(scope)))) if is_indexed => ValueType::Elements(scope),
                Some(Meaning::Named(Named::Type(element))) => element,
                _ => ValueType::Unknown,
            },
            _ => ValueType::Unknown,
        }
    }

    /// Looks a name up from the scope of the body to the outermost one. `import` is the last `using namespace` of the body.
    fn look_up(&self, mention: &Mention, import: Option<u32>, body: &Body<'_>) -> Option<Lookup> {
        let mut scope = Some(body.code.body_scope);
        while let Some(level) = scope {
            let found = self.look_up_in(level, mention, body);
            let imported = self.imports_at(level, import, body).filter_map(|import| self.look_up_in(import, mention, body));
            if let Some(found) = found.into_iter().chain(imported).reduce(Lookup::and) {
                return Some(found);
            }
            scope = self.unit.parent(level);
        }
        // DXC finds members of constant buffers outside their namespaces, too (measured).
        let buffers = self.buffer_members.get(&mention.name).into_iter().flatten();
        buffers.filter_map(|&scope| self.own(scope, mention, body)).reduce(Lookup::and)
    }

    /// The namespaces that `using namespace` imports into a scope: it contains them (ISO C++14, 7.3.4).
    fn imports_at(&self, level: ScopeId, import: Option<u32>, body: &Body<'_>) -> impl Iterator<Item = ScopeId> {
        let local = |import: usize| match self.usage.mentions.locals.get(import) {
            Some(&LocalKind::Import { path, outer }) => Some((path, outer)),
            _ => None,
        };
        let all = std::iter::successors(import.and_then(|import| local(import as usize)), move |&(_, outer)| outer.and_then(local));
        let namespaces = all.filter_map(|(path, _)| match body.meaning(path) {
            Meaning::Named(Named::Namespace(scope)) => Some(scope),
            _ => None,
        });
        namespaces.filter(move |&scope| std::iter::successors(Some(scope), |&scope| self.unit.parent(scope)).any(|around| around == level))
    }

    /// Looks a name up in a scope and in those that it imports.
    fn look_up_in(&self, scope: ScopeId, mention: &Mention, body: &Body<'_>) -> Option<Lookup> {
        let own = self.own(scope, mention, body);
        // A member hides those of base structs.
        let has_imports = !self.unit.imports(scope).is_empty() || self.aliases.contains_key(&(scope, mention.name));
        if !has_imports || own.is_some() && self.structs.contains(&scope) {
            return own;
        }
        // Imports may lead to further imports, even in a cycle.
        let (mut seen, mut at, mut found) = (vec![scope], 0, own);
        while at < seen.len() {
            let aliased = self.aliases.get(&(seen[at], mention.name)).into_iter().flatten();
            for &import in self.unit.imports(seen[at]).iter().chain(aliased) {
                if !seen.contains(&import) {
                    seen.push(import);
                }
            }
            at += 1;
            let imported = seen.get(at).and_then(|&import| self.own(import, mention, body));
            found = found.into_iter().chain(imported).reduce(Lookup::and);
        }
        found
    }

    /// The meaning of a name in a scope alone, if it is declared before the body or in a struct.
    fn own(&self, scope: ScopeId, mention: &Mention, body: &Body<'_>) -> Option<Lookup> {
        // Variables and functions are ignored before `::` (ISO C++14, 3.4.3).
        let declared = self.by_name.get(&(scope, mention.name)).filter(|_| mention.place != NamePlace::Scope);
        let is_struct = self.structs.contains(&scope);
        match declared {
            Some(&index) if is_struct => {
                // The body of a method of a template may be outside it.
                let lacks_body = self.declared[index].code.iter().any(|&code| !self.usage.code[code].has_body);
                let outside = self.by_name.get(&(ScopeId::UNKNOWN, mention.name)).copied().filter(|_| lacks_body);
                Some(Lookup::Declared([index].into_iter().chain(outside).collect()))
            }
            Some(&index) => (self.declared[index].order <= body.index).then(|| Lookup::Declared(vec![index])),
            None => self.unit.named(scope, mention.name, (!is_struct).then_some(body.code.names_before)).map(Lookup::Named),
        }
    }

    /// Follows a name into the code that it refers to, and notes the parameters.
    fn follow(&self, found: &Lookup, mention: &Mention, at: usize, walk: &mut Walk) -> Meaning {
        match found {
            Lookup::Declared(found) => {
                let types: Vec<ValueType> = found.iter().map(|&found| self.follow_declared(found, mention.place, at, walk)).collect();
                match types[..] {
                    [ty] => Meaning::Value(ty),
                    _ => Meaning::Unknown,
                }
            }
            Lookup::AnyMethod | Lookup::AnyFunction => {
                if let NameRole::Free { .. } = mention.role {
                    walk.reached.names.insert(mention.name);
                }
                let is_method = matches!(found, Lookup::AnyMethod);
                let is_new = walk.followed_any.insert((mention.name, mention.place.arguments(), is_method));
                if is_new || self.usage.calls.are_recorded() {
                    let all = self.code_by_name.get(&mention.name).into_iter().flatten();
                    for &found in all.filter(|&&found| !is_method || self.structs.contains(&self.declared[found].scope)) {
                        self.follow_declared(found, mention.place, at, walk);
                    }
                }
                Meaning::Unknown
            }
            Lookup::Nowhere => {
                if let NameRole::Free { .. } = mention.role {
                    walk.reached.names.insert(mention.name);
                }
                Meaning::Unknown
            }
            Lookup::Named(named) => Meaning::Named(*named),
            Lookup::Value(ty) => Meaning::Value(*ty),
        }
    }

    /// Returns the type of the value.
    fn follow_declared(&self, found: usize, place: NamePlace, at: usize, walk: &mut Walk) -> ValueType {
        let declared = &self.declared[found];
        let arguments = place.arguments();
        if self.usage.calls.are_recorded() {
            walk.reached.callees.entry(at).or_default().extend(self.called(declared, arguments));
            if !declared.parameters.is_empty() {
                walk.reached.globals.insert(at, found);
                walk.reached.global_parameters.insert(found, declared.parameters.clone());
            }
        }
        if let Some(&ty) = walk.followed.get(&(found, arguments)) {
            return ty;
        }
        if !declared.parameters.is_empty() {
            walk.reached.names.insert(declared.name);
            walk.reached.parameters.extend(&declared.parameters);
        }
        let mut types = declared.ty.into_iter().collect::<FxHashSet<TypeId>>();
        let mut is_known = true;
        for index in self.called(declared, arguments) {
            let code = &self.usage.code[index];
            match code.ty {
                Some(ty) => _ = types.insert(ty),
                None => is_known = false,
            }
            walk.visit(index);
        }
        let ty = match types.iter().next() {
            Some(&ty) if is_known && types.len() == 1 => self.unit.value_type(ty),
            _ => ValueType::Unknown,
        };
        walk.followed.insert((found, arguments), ty);
        ty
    }

    /// The functions that accept so many arguments, and initializers and templates.
    fn called(&self, declared: &DeclaredName, arguments: Option<u32>) -> Vec<usize> {
        let counts = declared.code.iter().filter_map(|&index| self.usage.code[index].function);
        let Some(arguments) = arguments else { return declared.code.clone() };
        // A declaration without a body may have the default values.
        let mut defaults: FxHashMap<u32, u32> = FxHashMap::default();
        for count in counts.flatten() {
            let known = defaults.entry(count.total).or_default();
            *known = count.defaults.max(*known);
        }
        let accepts = |&index: &usize| match self.usage.code[index].function {
            Some(Some(count)) => (count.total.saturating_sub(defaults[&count.total])..=count.total).contains(&arguments),
            Some(None) | None => true,
        };
        let called: Vec<usize> = declared.code.iter().copied().filter(accepts).collect();
        if called.is_empty() { declared.code.clone() } else { called }
    }
}

impl Lookup {
    /// The declarations in two scopes whose names are visible in a third one: overloads.
    fn and(self, other: Lookup) -> Lookup {
        match (self, other) {
            (Lookup::Declared(mut first), Lookup::Declared(second)) => {
                first.extend(second);
                Lookup::Declared(first)
            }
            (Lookup::Declared(found), _) | (_, Lookup::Declared(found)) => Lookup::Declared(found),
            (first, _) => first,
        }
    }
}
