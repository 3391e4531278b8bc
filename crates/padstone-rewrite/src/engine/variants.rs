//! Functions that take a part of a struct, by value or by pointer, where that part is no longer a separate struct: in addition to `fn
//! foo(a: Inner)` there is `fn foo_Outer(a: Outer)`, which accesses the members of the outer struct that came from the inner one.

use std::collections::{BTreeMap, BTreeSet};

use padstone_model::{Count, StructId, Type};
use padstone_source::Span;
use padstone_wgsl::tree::{DeclarationKind, ExprId, ExpressionKind, Parameter};
use rustc_hash::FxHashMap;

use super::cursor::{ChainRoot, MemoryCursor, MemoryPosition, VectorPart};
use super::function::FunctionRewrite;
use super::obstacles::Obstacle;
use super::store::StorageOwner;
use super::stored_argument::{ParameterRepresentation, StoredArgument};
use super::{Engine, RewrittenFunction};

/// A struct with more scalars than this is not passed in place of a part of it.
const MAX_PARTS: usize = 16;

/// A function, and for each changed parameter its representation.
type VariantKey = (usize, Vec<Option<ParameterRepresentation>>);

/// The generated functions.
pub(super) struct Variants {
    most: usize,
    known: FxHashMap<VariantKey, String>,
    /// In the order of their requests.
    pending: Vec<(VariantKey, String)>,
    made: Vec<(String, RewrittenFunction)>,
}

impl Variants {
    pub(super) fn new(most: usize) -> Self {
        Variants { most, known: FxHashMap::default(), pending: Vec::new(), made: Vec::new() }
    }
}

impl<'u> Engine<'u, '_> {
    /// The argument in its storage representation, if it has one.
    pub(super) fn passed(&self, function: &FunctionRewrite<'_>, id: ExprId, cursor: &MemoryCursor) -> Option<StoredArgument> {
        let nodes = &function.body.nodes;
        let ExpressionKind::Call { callee, arguments } = nodes[function.parent(id)?].kind else { return None };
        let position = nodes[arguments].iter().position(|&argument| argument == id)?;
        let called = function.called(self, callee).filter(|_| self.passes_places())?;
        let parameter = self
            .parameters(called)
            .get(position)
            .filter(|parameter| !self.findings.unchanged_names.contains(&parameter.name.span.start))?;
        let is_there = match &cursor.position {
            MemoryPosition::Whole => cursor.pointer && self.is_stored_anew(cursor),
            MemoryPosition::Within { owner: StorageOwner::Struct(id), terms, .. } => {
                terms.is_empty() && (cursor.pointer || self.plan.locals && self.is_small_value(*id, cursor.ty))
            }
            MemoryPosition::Within { .. } => false,
        };
        let is_written = self.stored_parameter(parameter, cursor.pointer).is_some();
        (cursor.part == VectorPart::Whole && is_there && is_written).then(|| StoredArgument {
            representation: ParameterRepresentation { position: cursor.position.clone(), ty: cursor.ty, pointer: cursor.pointer },
            text: if cursor.pointer { self.pointer_text(&cursor.text) } else { without_parentheses(&cursor.text).to_owned() },
        })
    }

    /// Whether functions get variants. If function variables do not change, only functions with pointer parameters do, in 2020: in current
    /// WGSL, `specialize` removes those.
    fn passes_places(&self) -> bool {
        self.plan.locals || self.is_draft()
    }

    fn parameters(&self, function: usize) -> &'u [Parameter] {
        match self.unit.tree.declarations[function].kind {
            DeclarationKind::Function(function) => &self.unit.tree[function.parameters],
            _ => &[],
        }
    }

    /// The struct that is the type or the pointee of a parameter.
    fn stored_parameter(&self, parameter: &Parameter, pointer: bool) -> Option<Span> {
        let nodes = &self.unit.tree.nodes;
        match nodes[parameter.ty].kind {
            ExpressionKind::Template { arguments, .. } if pointer => Some(nodes[*nodes[arguments].get(1)?].span),
            ExpressionKind::Name(_) if !pointer => Some(nodes[parameter.ty].span),
            _ => None,
        }
    }

    /// Whether a struct can be a value, and a struct inside it is better passed together with it.
    fn is_small_value(&self, owner: StructId, part: Type) -> bool {
        let mut pending = vec![Type::Struct(owner)];
        while let Some(ty) = pending.pop() {
            match ty {
                Type::Atomic(_) | Type::Array { count: Count::Runtime, .. } => return false,
                Type::Array { element, .. } => pending.push(self.unit.module.types[element]),
                Type::Struct(id) => pending.extend(self.unit.members(id).map(|(field, _)| self.unit.module.types[field.ty])),
                _ => {}
            }
        }
        matches!(part, Type::Struct(_)) && self.leaves(Type::Struct(owner), MAX_PARTS).is_some()
    }

    /// Redirects a call to the variant for its arguments.
    pub(super) fn call(&mut self, function: &mut FunctionRewrite<'_>, id: ExprId) -> Result<(), Obstacle> {
        let nodes = &function.body.nodes;
        let ExpressionKind::Call { callee, arguments } = nodes[id].kind else { return Ok(()) };
        let Some(called) = function.called(self, callee) else { return Ok(()) };
        let arguments = nodes[arguments].to_vec();
        let passed: Vec<Option<StoredArgument>> = arguments.iter().map(|argument| function.passed.get(argument).cloned()).collect();
        let is_variant = passed.iter().any(Option::is_some);
        let name = is_variant.then(|| self.variant(called, &passed)).flatten();
        let Some(name) = name else {
            function.calls.push(called);
            for argument in arguments {
                let was_passed = function.passed.contains_key(&argument);
                let Some(cursor) = function.cursors[argument.index()].clone().filter(|_| was_passed) else { continue };
                self.use_of(function, argument, &cursor).map_err(|_| self.obstacle(function, argument))?;
            }
            return Ok(());
        };
        function.replace(nodes[callee].span, name);
        for (argument, passed) in arguments.into_iter().zip(passed) {
            let Some(passed) = passed else { continue };
            function.replace(nodes[argument].span, passed.text);
        }
        Ok(())
    }

    /// The name of the variant for these arguments; `None` if the limit is exceeded.
    fn variant(&mut self, called: usize, passed: &[Option<StoredArgument>]) -> Option<String> {
        let representation: Vec<Option<ParameterRepresentation>> =
            passed.iter().map(|passed| Some(passed.as_ref()?.representation.clone())).collect();
        let key = (called, representation);
        if let Some(known) = self.variants.known.get(&key) {
            return Some(known.clone());
        }
        if self.variants.known.len() >= self.variants.most {
            return None;
        }
        let called_name = self.unit.tree.declarations[called].name().map_or("", |name| self.unit.names.resolve(name.symbol));
        let mut requested = called_name.to_owned();
        for id in key.1.iter().flatten().filter_map(|representation| self.struct_of(representation)) {
            requested.push('_');
            requested.push_str(self.unit.struct_name(id));
        }
        let name = self.names.fresh(&requested);
        self.variants.known.insert(key.clone(), name.clone());
        self.variants.pending.push((key, name.clone()));
        Some(name)
    }

    /// The struct that is passed or pointed to.
    fn struct_of(&self, representation: &ParameterRepresentation) -> Option<StructId> {
        match representation.position {
            MemoryPosition::Within { owner: StorageOwner::Struct(id), .. } => Some(id),
            MemoryPosition::Within { .. } => None,
            MemoryPosition::Whole => self.unit.struct_within(representation.ty),
        }
    }

    /// Writes all requested functions, and those that they request in turn. WGSL has no recursion, so this ends.
    pub(super) fn make_variants(&mut self, obstacles: &mut Vec<Obstacle>) {
        let mut next = 0;
        while let Some(((declaration, representation), name)) = self.variants.pending.get(next).cloned() {
            next += 1;
            let (Some(body), Some(typed)) = (&self.unit.bodies[declaration], &self.unit.typed[declaration]) else { continue };
            let parameters = self.parameters(declaration);
            let mut cursors = Vec::new();
            let mut renames = Vec::new();
            for (parameter, representation) in parameters.iter().zip(&representation) {
                let Some(representation) = representation else { continue };
                let declared = parameter.name.span;
                let ParameterRepresentation { position, ty, pointer } = representation.clone();
                // Its text follows from the name of the parameter in the variant.
                let cursor = self.start(String::new(), ty, ChainRoot::Local(declared.start));
                cursors.push((declared, MemoryCursor { position, same: false, pointer, ..cursor }));
                let stored = match representation.position {
                    MemoryPosition::Within { .. } => self.struct_of(representation).map(Type::Struct),
                    MemoryPosition::Whole => Some(representation.ty),
                };
                renames.extend(self.stored_parameter(parameter, pointer).zip(stored));
            }
            match self.function(declaration, body, typed, &cursors) {
                Ok(mut changed) => {
                    changed.renames.extend(renames);
                    self.variants.made.push((name, changed));
                }
                Err(obstacle) => obstacles.push(obstacle),
            }
        }
    }

    /// The functions of which only variants are called.
    pub(super) fn newly_uncalled(&self, functions: &[RewrittenFunction]) -> BTreeSet<usize> {
        let special: BTreeSet<usize> = self.variants.made.iter().map(|(_, changed)| changed.declaration).collect();
        let calls: FxHashMap<usize, &[usize]> = functions.iter().map(|changed| (changed.declaration, &*changed.calls)).collect();
        let mut newly_uncalled = special.clone();
        let ordinary = functions.iter().filter(|changed| !special.contains(&changed.declaration));
        let of_variants = self.variants.made.iter().map(|(_, changed)| changed);
        let mut pending: Vec<usize> = ordinary.chain(of_variants).flat_map(|changed| changed.calls.iter().copied()).collect();
        while let Some(called) = pending.pop() {
            if newly_uncalled.remove(&called) {
                pending.extend(calls.get(&called).copied().unwrap_or_default());
            }
        }
        newly_uncalled
    }

    /// The texts of all variants, by the declaration of the original function.
    pub(super) fn variant_texts(&mut self, names: &BTreeMap<StructId, String>) -> BTreeMap<usize, Vec<String>> {
        let mut texts: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (name, changed) in std::mem::take(&mut self.variants.made) {
            let declaration = &self.unit.tree.declarations[changed.declaration];
            let mut edits = changed.edits;
            edits.extend(changed.renames.into_iter().map(|(span, ty)| (span, self.stored_type_text(ty, names))));
            edits.extend(declaration.name().map(|called_name| (called_name.span, name)));
            edits.sort_by_key(|(span, _)| (span.start, span.end));
            let (mut text, mut position) = (String::new(), declaration.span.start);
            for (span, new) in edits {
                text.push_str(self.unit.text(Span { start: position, end: span.start }));
                text.push_str(&new);
                position = span.end;
            }
            text.push_str(self.unit.text(Span { start: position, end: declaration.span.end }));
            texts.entry(changed.declaration).or_default().push(text);
        }
        texts
    }
}

/// `*p` for `(*p)`.
fn without_parentheses(text: &str) -> &str {
    text.strip_prefix("(*").and_then(|rest| rest.strip_suffix(')')).map_or(text, |name| &text[1..=name.len() + 1])
}
