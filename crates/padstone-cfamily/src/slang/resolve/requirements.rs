//! Whether what a type has is what its interface asks for (E38105, E38106 and E38108 of slangc). libslang 2026.12 puts a call in between
//! where one fits: what goes in and comes out has to be convertible only, and arguments with a value can be left out (measured). What is
//! not known to be wrong passes.

use padstone_diag::{Diagnostic, codes};
use padstone_model::Scalar;
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};
use super::super::words::{Builtin, Modifier};
use super::Resolver;

/// Types that are made into one another, or not.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Void,
    Scalar,
    Vector(u8),
    Matrix(u8, u8),
    Object,
}

impl Shape {
    fn becomes(self, other: Shape) -> bool {
        match (self, other) {
            (Shape::Vector(1), Shape::Scalar | Shape::Vector(_)) | (Shape::Scalar, Shape::Vector(_) | Shape::Matrix(..)) => true,
            _ => self == other,
        }
    }
}

impl Resolver<'_> {
    /// Checks the only thing of its name that a type has against what an interface asks for.
    pub(super) fn check_requirement(&mut self, requirement: DeclId, decl: DeclId, extends: Option<DeclId>) {
        let name = self.tree.decls[requirement].name;
        let found: Vec<DeclId> = self.tree.named(decl, name).filter(|&found| !self.tree.is_parameter(found)).take(2).collect();
        let &[found] = &*found else { return };
        // Another may be what is meant: of a base, or of an extension.
        let (inherits, own) = match &self.tree.decls[decl].kind {
            DeclKind::Struct { bases, .. } => (bases.len() > 1, 0),
            _ => (extends.is_none_or(|subject| self.tree.named(subject, name).next().is_some()), 1),
        };
        if inherits || self.times_in_extensions(extends.unwrap_or(decl), name) > own {
            return;
        }
        match (&self.tree.decls[requirement].kind, &self.tree.decls[found].kind) {
            (
                DeclKind::Function { parameters: wanted, result: wanted_result, .. },
                DeclKind::Function { parameters: given, result: given_result, .. },
            ) => {
                let (wanted, given, results) = (wanted.clone(), given.clone(), (*given_result, *wanted_result));
                self.check_function_requirement((requirement, &wanted), (found, &given), results);
            }
            (DeclKind::Variable { ty: wanted, .. }, DeclKind::Variable { ty: given, .. }) => {
                let modifiers = &self.tree.decls[found].modifiers;
                let types = [wanted, given].map(|ty| ty.map(|ty| &self.tree.exprs[ty].kind));
                let differ = matches!(types, [Some(ExprKind::Name(wanted)), Some(ExprKind::Name(given))]
                    if wanted != given && self.words.builtin(*wanted).is_some() && self.words.builtin(*given).is_some());
                if differ || !modifiers.has(Modifier::Static) || !modifiers.has(Modifier::Const) {
                    self.mismatch(requirement, found);
                }
            }
            (DeclKind::Associated { .. }, DeclKind::Variable { .. } | DeclKind::Function { .. }) => self.mismatch(requirement, found),
            _ => {}
        }
    }

    /// How often extensions of a struct declare a name, those included of which it is not known what they extend.
    fn times_in_extensions(&mut self, subject: DeclId, name: Symbol) -> u32 {
        if self.extension_names.is_none() {
            let mut names = FxHashMap::default();
            for extension in self.tree.extensions.clone() {
                let extended = self.extended(extension);
                for &member in &self.tree.decls[extension].members {
                    *names.entry((extended, self.tree.decls[member].name)).or_default() += 1;
                }
            }
            self.extension_names = Some(names);
        }
        let times = |of| self.extension_names.as_ref().and_then(|names| names.get(&(of, name))).copied().unwrap_or(0);
        times(Some(subject)) + times(None)
    }

    fn check_function_requirement(
        &mut self,
        (requirement, wanted): (DeclId, &[DeclId]),
        (found, given): (DeclId, &[DeclId]),
        (given_result, wanted_result): (Option<ExprId>, Option<ExprId>),
    ) {
        let is_generic = |decl: DeclId| self.tree.decls[decl].generics.is_some();
        let is_static = |decl: DeclId| self.tree.decls[decl].modifiers.has(Modifier::Static);
        let is_mutating = |decl: DeclId| self.attribute(decl, "", "mutating").is_some();
        let needs_value = |&&parameter: &&DeclId| matches!(self.tree.decls[parameter].kind, DeclKind::Variable { value: None, .. });
        let least = given.iter().filter(needs_value).count();
        let differs = is_generic(requirement) && !is_generic(found)
            || is_static(requirement) && !is_static(found)
            || is_mutating(found) && !is_mutating(requirement)
            || !(least..=given.len()).contains(&wanted.len());
        if is_generic(found) && !differs {
            return;
        }
        let goes_in = |(&wanted, &given): (&DeclId, &DeclId)| {
            let [wanted, given] = [wanted, given].map(|parameter| match self.tree.decls[parameter].kind {
                DeclKind::Variable { ty, .. } => ty.and_then(|ty| self.shape(ty)),
                _ => None,
            });
            wanted.zip(given).is_none_or(|(wanted, given)| wanted.becomes(given))
        };
        if differs || !wanted.iter().zip(given).all(goes_in) {
            return self.mismatch(requirement, found);
        }
        let has = |parameter: DeclId, word| self.tree.decls[parameter].modifiers.has(word);
        let writes = wanted.iter().zip(given).find(|&(&wanted, &given)| {
            has(given, Modifier::InOut) && !has(wanted, Modifier::InOut)
                || has(given, Modifier::Out) && !has(wanted, Modifier::Out) && !has(wanted, Modifier::InOut)
        });
        if let Some((&wanted, &given)) = writes {
            let message = format!("`{}` is written, and what the interface asks for is not", self.text(self.tree.decls[given].name));
            let found = Diagnostic::error(&codes::INTERFACE_UNIMPLEMENTED, message, self.tree.decls[given].span);
            self.report(found.label(self.tree.decls[wanted].span, "asked for here").help("give both the same direction"));
            return;
        }
        let shapes = given_result.zip(wanted_result).and_then(|(given, wanted)| self.shape(given).zip(self.shape(wanted)));
        if shapes.is_some_and(|(given, wanted)| !given.becomes(wanted)) {
            let message = format!("`{}` does not return what the interface asks for", self.text(self.tree.decls[found].name));
            self.unlike(requirement, found, message);
        }
    }

    fn mismatch(&mut self, requirement: DeclId, found: DeclId) {
        let message = format!("`{}` is not what the interface asks for", self.text(self.tree.decls[found].name));
        self.unlike(requirement, found, message);
    }

    fn unlike(&mut self, requirement: DeclId, found: DeclId, message: String) {
        let [asked, at]: [Span; 2] = [requirement, found].map(|decl| self.tree.decls[decl].span);
        let found = Diagnostic::error(&codes::INTERFACE_UNIMPLEMENTED, message, at).label(asked, "asked for here");
        self.report(found.help("declare it as the interface does"));
    }

    /// What a type of the language is that is written as a name.
    fn shape(&self, ty: ExprId) -> Option<Shape> {
        let ExprKind::Name(name) = self.tree.exprs[ty].kind else { return None };
        if self.tree.declares(name) {
            return None;
        }
        match self.words.builtin(name)? {
            Builtin::Scalar(Scalar::Void) => Some(Shape::Void),
            Builtin::Scalar(_) => Some(Shape::Scalar),
            Builtin::Vector(_, width) => Some(Shape::Vector(width)),
            Builtin::Matrix(_, rows, columns) => Some(Shape::Matrix(rows, columns)),
            Builtin::Resource(..) => Some(Shape::Object),
            _ => None,
        }
    }
}
