//! A file as a module: its declarations and their references.

use padstone_diag::Diagnostics;
use padstone_source::{Interner, Span, Symbol};
use rustc_hash::FxHashMap;

use super::find::ModulePath;
use super::import::Import;
use super::overrides::{Overrides, take_overrides};
use super::text::LinkedText;
use crate::order::each_name;
use crate::parse::{parse, parse_body};
use crate::tree::{DeclarationKind, Ident, Tree};
use crate::usage::free_names;

/// A module, by its position in the list of all.
pub(crate) type ModuleId = usize;

/// A file that has been parsed.
pub(crate) struct LinkedModule {
    /// The path that qualifies its declarations.
    pub(crate) name: String,
    pub(crate) module_path: ModulePath,
    pub(crate) text: LinkedText,
    pub(crate) tree: Tree,
    /// The declarations, by name. Of duplicates, the first is effective.
    pub(crate) declared: FxHashMap<String, u32>,
    /// The imports, by the names that they introduce.
    pub(crate) imports: FxHashMap<String, ResolvedImport>,
    /// The virtual functions, and those that override others.
    pub(crate) overrides: Overrides,
    /// The names in each declaration outside function bodies.
    mentions: Vec<Vec<Ident>>,
}

/// An import, and its resolution.
pub(crate) struct ResolvedImport {
    pub(crate) import: Import,
    pub(crate) found: Option<ImportCandidates>,
}

/// The possible meanings of an import: a module, a declaration of a module, or both, depending on its use.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ImportCandidates {
    pub(crate) module: Option<ModuleId>,
    pub(crate) parent: Option<ModuleId>,
}

impl LinkedModule {
    /// Parses a text with its imports.
    pub(crate) fn new(
        name: String,
        module_path: ModulePath,
        text: LinkedText,
        imports: Vec<Import>,
        names: &mut Interner,
        found: &mut Diagnostics,
    ) -> Self {
        let (text, overrides) = take_overrides(text, found);
        let mut in_text = Diagnostics::new();
        let tree = parse(text.source(), names, &mut in_text);
        found.extend(in_text.iter().map(|diagnostic| text.in_files(diagnostic.clone())));
        let mut mentions = vec![Vec::new(); tree.declarations.len()];
        each_name(&tree, names, |index, name| mentions[index].push(name));
        let mut declared = FxHashMap::default();
        for (index, declaration) in tree.declarations.iter().enumerate() {
            if let Some(name) = declaration.name() {
                declared.entry(names.resolve(name.symbol).to_owned()).or_insert(index as u32);
            }
        }
        let imports = imports.into_iter().map(|import| (import.alias.clone(), ResolvedImport { import, found: None })).collect();
        LinkedModule { name, module_path, text, tree, declared, imports, overrides, mentions }
    }

    /// All names in a declaration, without its own and local ones.
    pub(crate) fn mentions(&self, position: u32, names: &mut Interner) -> Vec<Ident> {
        let mut mentions = self.mentions[position as usize].clone();
        if let DeclarationKind::Function(function) = self.tree.declarations[position as usize].kind
            && let Some(body) = function.body
        {
            // Errors in bodies are reported only if bodies are checked.
            let body = parse_body(self.text.source(), body, names, &mut Diagnostics::new());
            let parameters: Vec<Symbol> = self.tree[function.parameters].iter().map(|parameter| parameter.name.symbol).collect();
            free_names(&body, parameters.into_iter(), |name| mentions.push(name));
        }
        mentions
    }

    /// The original span of a span of the module's text.
    pub(crate) fn origin(&self, span: Span) -> Span {
        self.text.origin(span)
    }
}
