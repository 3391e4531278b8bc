//! Resolves names to declarations of modules. Modules are loaded on first use.

use padstone_diag::{Diagnostic, Diagnostics, codes, nearest};
use padstone_source::{FileId, Interner, Loader, SourceFull, SourceMap, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::defines::Defines;
use super::directives::preprocess;
use super::features::select;
use super::find::{Finder, FoundFile, ModulePath, NotFound};
use super::import::{self, Import, ImportDialect};
use super::module::{ImportCandidates, LinkedModule, ModuleId};
use super::text::LinkedText;
use crate::Options;
use crate::lex::Lexer;
use crate::predeclared;
use crate::token::TokenKind;
use crate::tree::Ident;
use crate::types::Types;

const MAX_SUGGESTIONS: usize = 20;
const MAX_CANDIDATES: usize = 10_000;

/// The first file.
pub(crate) const ROOT: ModuleId = 0;

/// Loads modules, and follows names through them.
pub(crate) struct Linker<'a> {
    sources: &'a mut SourceMap,
    finder: Finder<'a>,
    defines: Defines,
    found: &'a mut Diagnostics,
    pub(crate) names: Interner,
    pub(crate) modules: Vec<LinkedModule>,
    by_path: FxHashMap<String, ModuleId>,
    used_names: FxHashSet<String>,
    /// Errors that have been reported.
    reported: FxHashSet<String>,
    /// The predeclared names.
    predeclared: FxHashSet<String>,
    /// Missing declarations, under their names in the composed text.
    pub(crate) missing: FxHashSet<String>,
    /// Overridden functions, and the functions that override them.
    overrides: FxHashMap<(ModuleId, u32), (ModuleId, u32)>,
}

/// The resolution of a name.
pub(crate) enum Resolution {
    /// A declaration of a module.
    Declared(ModuleId, u32),
    /// No module declares the name.
    Unknown,
    /// A missing declaration, which has been reported, under this name.
    NotFound(String),
}

impl<'a> Linker<'a> {
    pub(crate) fn new(sources: &'a mut SourceMap, loader: &'a dyn Loader, options: &'a Options, found: &'a mut Diagnostics) -> Self {
        let mut predeclared = FxHashSet::default();
        predeclared::all(&mut Types::new(), |name, _| {
            predeclared.insert(name.to_owned());
        });
        Linker {
            sources,
            finder: Finder::new(loader, &options.include_dirs),
            defines: Defines::new(&options.defines),
            found,
            names: Interner::new(),
            modules: Vec::new(),
            by_path: FxHashMap::default(),
            used_names: FxHashSet::default(),
            reported: FxHashSet::default(),
            predeclared,
            missing: FxHashSet::default(),
            overrides: FxHashMap::default(),
        }
    }

    /// Loads the first file, with its imports and overrides.
    pub(crate) fn read_root(&mut self, file: FileId) {
        let path = self.sources.file(file).name.clone();
        let module_path = self.finder.home_of(&path);
        let name = module_path.name();
        self.by_path.insert(padstone_source::normalized(&path), ROOT);
        self.read(file, module_path, name);
        self.check_imports();
        self.find_overrides();
    }

    /// Loads a file as the next module.
    fn read(&mut self, file: FileId, module_path: ModulePath, name: String) -> ModuleId {
        let id = self.modules.len();
        let text = LinkedText::of_file(self.sources.file(file));
        let is_root = id == ROOT;
        let mut output = preprocess(&text, &mut self.defines, is_root, self.found);
        let selected = if output.text.as_str().contains('@') { select(output.text, &self.defines, self.found) } else { output.text };
        let (text, statements) = take_statements(selected, self.found);
        output.imports.extend(statements);
        let name = self.unused_name(output.import_path.unwrap_or(name));
        let imports = self.without_duplicates(output.imports);
        let module = LinkedModule::new(name, module_path, text, imports, &mut self.names, self.found);
        self.check_names(&module, is_root);
        self.modules.push(module);
        id
    }

    /// A path for qualifying names that no other module uses.
    fn unused_name(&mut self, path: String) -> String {
        let parts = path.split("::").map(|part| part.replace(|c: char| c != '_' && !unicode_ident::is_xid_continue(c), "_"));
        let mut name = parts.map(|part| if import::is_name(&part) { part } else { format!("_{part}") }).collect::<Vec<_>>().join("::");
        while !self.used_names.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// Of duplicate imports, the first is effective.
    fn without_duplicates(&mut self, imports: Vec<Import>) -> Vec<Import> {
        let mut first: FxHashMap<String, Import> = FxHashMap::default();
        for import in imports {
            match first.get(&import.alias) {
                Some(earlier) if earlier.path != import.path => {
                    let message = format!("two imports have the name `{}`", import.alias);
                    let found = Diagnostic::error(&codes::IMPORT_NAME_TAKEN, message, import.span)
                        .label(import.span, "second import")
                        .label(earlier.span, "first import")
                        .help("rename one of them with `as`");
                    self.found.push(found);
                }
                Some(_) => {}
                None => {
                    first.insert(import.alias.clone(), import);
                }
            }
        }
        let mut imports: Vec<Import> = first.into_values().collect();
        imports.sort_unstable_by_key(|import| import.span);
        imports
    }

    /// Reports names that a module both declares and imports.
    fn check_names(&mut self, module: &LinkedModule, is_root: bool) {
        for (index, declaration) in module.tree.declarations.iter().enumerate() {
            let Some(name) = declaration.name() else { continue };
            let text = self.names.resolve(name.symbol);
            let span = module.origin(name.span);
            if let Some(binding) = module.imports.get(text) {
                let found = Diagnostic::error(&codes::IMPORT_NAME_TAKEN, format!("`{text}` is both imported and declared"), span)
                    .label(span, "declared here")
                    .label(binding.import.span, "imported here")
                    .help("rename the import with `as`");
                self.found.push(found);
            }
            // All declarations of the first file are parsed again in the composed text.
            let first = module.declared.get(text).copied().filter(|&first| first != index as u32 && !is_root && !text.is_empty());
            if let Some(first) = first.and_then(|first| module.tree.declarations[first as usize].name()) {
                let found = Diagnostic::error(&codes::NAME_TAKEN, format!("redeclaration of `{text}`"), span)
                    .label(span, "redeclared here")
                    .label(module.origin(first.span), "first declared here");
                self.found.push(found);
            }
        }
    }

    /// Reports missing imports of the first file.
    fn check_imports(&mut self) {
        let mut aliases: Vec<(Span, String)> =
            self.modules[ROOT].imports.iter().map(|(alias, binding)| (binding.import.span, alias.clone())).collect();
        aliases.sort_unstable();
        for (_, alias) in aliases {
            let ImportCandidates { module, parent } = self.binding(ROOT, &alias);
            let import = self.modules[ROOT].imports[&alias].import.clone();
            let item = import.path.last().cloned().unwrap_or_default();
            match (module, parent) {
                (Some(_), _) => {}
                (None, Some(parent)) if self.modules[parent].declared.contains_key(&item) => {}
                (None, Some(parent)) => self.report_unknown_item(parent, &item, import.span),
                (None, None) => self.report_missing(ROOT, import.dialect, &import.path, import.span),
            }
        }
    }

    /// Finds the functions that the first file and its imports override.
    fn find_overrides(&mut self) {
        for id in 0..self.modules.len() {
            for replacing in std::mem::take(&mut self.modules[id].overrides.replacing) {
                let Some(&position) = self.modules[id].declared.get(&replacing.name) else { continue };
                let Some(name) = self.modules[id].tree.declarations[position as usize].name() else { continue };
                let replaced = Ident { symbol: self.names.intern(&replacing.replaced), span: name.span };
                let Resolution::Declared(owner, declared) = self.target(id, replaced) else { continue };
                let item = replacing.replaced.rsplit("::").next().unwrap_or_default();
                if self.modules[owner].overrides.replaceable.iter().any(|replaceable| replaceable == item) {
                    self.overrides.insert((owner, declared), (id, position));
                } else {
                    let message = format!("`{}` cannot be overridden", replacing.replaced);
                    let found = Diagnostic::error(&codes::IMPORT_SYNTAX, message, replacing.span).label(replacing.span, "");
                    self.found.push(found.help(format!("declare it as `virtual fn {item}`")));
                }
            }
        }
    }

    /// The function that a call resolves to: the overriding function, except in that function itself.
    pub(crate) fn replaced(&self, called: (ModuleId, u32), by: (ModuleId, u32)) -> (ModuleId, u32) {
        self.overrides.get(&called).copied().filter(|&replacing| replacing != by).unwrap_or(called)
    }

    /// The resolution of an import.
    fn binding(&mut self, id: ModuleId, alias: &str) -> ImportCandidates {
        let Some(binding) = self.modules[id].imports.get(alias) else { return ImportCandidates::default() };
        if let Some(found) = binding.found {
            return found;
        }
        let Import { dialect, path, .. } = binding.import.clone();
        let module = self.module(id, dialect, &path);
        let parent = path.split_last().filter(|(_, parent)| !parent.is_empty()).and_then(|(_, parent)| self.module(id, dialect, parent));
        let found = ImportCandidates { module, parent };
        if let Some(binding) = self.modules[id].imports.get_mut(alias) {
            binding.found = Some(found);
        }
        found
    }

    /// The module of a path in another module.
    fn module(&mut self, from: ModuleId, dialect: ImportDialect, path: &[String]) -> Option<ModuleId> {
        let located = self.finder.find(dialect, path, &self.modules[from].module_path).ok()?;
        if let Some(&known) = self.by_path.get(&located.path) {
            return Some(known);
        }
        let FoundFile { path: place, text, module_path } = located;
        let file = match self.sources.add_file(place.clone(), text) {
            Ok(file) => file,
            Err(full @ SourceFull) => {
                self.found.push(Diagnostic::without_place(&codes::SOURCE_TOO_LARGE, full.to_string()));
                return None;
            }
        };
        self.by_path.insert(place, self.modules.len());
        let name = module_path.name();
        Some(self.read(file, module_path, name))
    }

    /// The resolution of a name in a module.
    pub(crate) fn target(&mut self, id: ModuleId, name: Ident) -> Resolution {
        let text = self.names.resolve(name.symbol).to_owned();
        let module = &self.modules[id];
        match text.split_once("::") {
            None => {
                if let Some(&position) = module.declared.get(&text) {
                    return Resolution::Declared(id, position);
                }
                let Some(import) = module.imports.get(&text).map(|binding| binding.import.clone()) else { return Resolution::Unknown };
                let found = self.binding(id, &text);
                let item = import.path.last().cloned().unwrap_or_default();
                self.item(id, &import, found.parent, found.module, &item)
            }
            Some((first, rest)) => {
                let span = module.origin(name.span);
                let rest: Vec<String> = rest.split("::").map(str::to_owned).collect();
                let import = match module.imports.get(first).map(|binding| binding.import.clone()) {
                    Some(import) => import,
                    None => {
                        let dialect = self.dialect(id);
                        Import { dialect, path: vec![first.to_owned()], alias: first.to_owned(), span }
                    }
                };
                let Some((item, between)) = rest.split_last() else { return Resolution::Unknown };
                let path: Vec<String> = import.path.iter().chain(between).cloned().collect();
                let owner = self.module(id, import.dialect, &path);
                let import = Import { path: path.into_iter().chain([item.clone()]).collect(), span, ..import };
                self.item(id, &import, owner, None, item)
            }
        }
    }

    /// The dialect of a path that no import explains: that of the module's imports; without any, naga_oil.
    fn dialect(&self, id: ModuleId) -> ImportDialect {
        let imports = &self.modules[id].imports;
        let is_wesl = self.modules[id].module_path.is_wesl || imports.values().any(|binding| binding.import.dialect == ImportDialect::Wesl);
        if is_wesl { ImportDialect::Wesl } else { ImportDialect::NagaOil }
    }

    fn item(&mut self, from: ModuleId, import: &Import, owner: Option<ModuleId>, itself: Option<ModuleId>, item: &str) -> Resolution {
        if let Some(owner) = owner {
            if let Some(&position) = self.modules[owner].declared.get(item) {
                return Resolution::Declared(owner, position);
            }
            if itself.is_none() {
                self.report_unknown_item(owner, item, import.span);
            }
        } else if itself.is_none() {
            // The first file has been checked as a whole.
            self.report_missing(from, import.dialect, &import.path, import.span);
        }
        if let Some(module) = itself {
            let message = format!("`{}` is a module, not an item of one", self.modules[module].name);
            let found = Diagnostic::error(&codes::WRONG_KIND_OF_NAME, message, import.span).label(import.span, "a module");
            self.report_once(format!("module {}", import.span.start), found);
        }
        let parts: Vec<&str> = import.path.iter().map(|part| if import::is_name(part) { part.as_str() } else { "missing" }).collect();
        let name = format!("missing::{}", parts.join("::"));
        self.missing.insert(name.clone());
        Resolution::NotFound(name)
    }

    /// The name of a declaration in the composed text: its own in the first file, and a path in others.
    pub(crate) fn public_name(&self, id: ModuleId, name: &str) -> String {
        let module = &self.modules[id];
        if id == ROOT && !self.predeclared.contains(name) { name.to_owned() } else { format!("{}::{name}", module.name) }
    }

    /// Whether an undeclared name would refer to a declaration of the first file in the composed text.
    pub(crate) fn would_be_captured(&self, id: ModuleId, name: &str) -> bool {
        id != ROOT && !self.predeclared.contains(name) && self.modules[ROOT].declared.contains_key(name)
    }

    fn report_unknown_item(&mut self, module: ModuleId, item: &str, span: Span) {
        let module = &self.modules[module];
        let message = format!("module `{}` does not declare `{item}`", module.name);
        // The number of comparisons and of suggestions is limited, so that the work remains linear.
        let is_small = module.declared.len() < MAX_CANDIDATES && self.reported.len() < MAX_SUGGESTIONS;
        let mut names: Vec<&str> = if is_small { module.declared.keys().map(String::as_str).collect() } else { Vec::new() };
        names.sort_unstable();
        let found = Diagnostic::error(&codes::IMPORT_ITEM_UNKNOWN, message, span).label(span, "not declared");
        let found = match nearest(item, names.into_iter()).first() {
            Some(near) => found.help(format!("a similar name exists: `{near}`")),
            None => found,
        };
        self.report_once(format!("item {}::{item}", module.name), found);
    }

    fn report_missing(&mut self, from: ModuleId, dialect: ImportDialect, path: &[String], span: Span) {
        // An imported name may be a module or a declaration in one.
        let candidates = [path, &path[..path.len() - usize::from(path.len() > 1)]];
        let [key, of_parent] = candidates.map(|candidate| format!("missing {}", candidate.join("::")));
        if self.reported.contains(&of_parent) {
            return;
        }
        let mut tried: Vec<String> = Vec::new();
        for candidate in candidates {
            match self.finder.find(dialect, candidate, &self.modules[from].module_path) {
                Ok(_) => {}
                Err(NotFound::NoCandidate(places)) => tried.extend(places),
                Err(NotFound::Unreadable(place, reason)) => {
                    let found = Diagnostic::error(&codes::INCLUDE_UNREADABLE, format!("cannot read `{place}`: {reason}"), span);
                    return self.report_once(key, found.label(span, "imported here"));
                }
            }
        }
        let mut seen = FxHashSet::default();
        tried.retain(|place| seen.insert(place.clone()));
        // Files of other modules count as existing.
        let absent = tried.iter().filter(|place| !place.contains(" (which ")).cloned().collect();
        let found = Diagnostic::error(&codes::IMPORT_NOT_FOUND, format!("module `{}` not found", path_text(path)), span)
            .label(span, "not found")
            .note(if tried.is_empty() { "no directory to search".to_owned() } else { format!("tried {}", tried.join(", ")) })
            .help("pass its directory with `-I`")
            .missing(path_text(path), absent);
        self.report_once(key, found);
    }

    fn report_once(&mut self, key: String, found: Diagnostic) {
        if self.reported.insert(key) {
            self.found.push(found);
        }
    }

    /// Reports import cycles between modules of naga_oil; WESL allows them.
    pub(crate) fn check_cycles(&mut self) {
        let edges: Vec<Vec<(ModuleId, Span)>> = self.modules.iter().map(imported).collect();
        let mut state = vec![VisitState::Unseen; edges.len()];
        let mut path: Vec<(ModuleId, usize)> = Vec::new();
        for root in 0..edges.len() {
            if state[root] == VisitState::Unseen {
                state[root] = VisitState::OnPath;
                path.push((root, 0));
            }
            while let Some((index, next)) = path.last_mut() {
                let index = *index;
                let Some(&(imported, span)) = edges[index].get(*next) else {
                    state[index] = VisitState::Done;
                    path.pop();
                    continue;
                };
                *next += 1;
                match state[imported] {
                    VisitState::Done => {}
                    VisitState::Unseen => {
                        state[imported] = VisitState::OnPath;
                        path.push((imported, 0));
                    }
                    VisitState::OnPath => {
                        const SHOWN: usize = 8;
                        let start = path.iter().position(|&(on_path, _)| on_path == imported).unwrap_or(0);
                        let name = |id: ModuleId| self.modules[id].name.as_str();
                        let mut shown_path: Vec<&str> = path[start..].iter().take(SHOWN).map(|&(on_path, _)| name(on_path)).collect();
                        if path.len() - start > SHOWN {
                            shown_path.push("…");
                        }
                        let message = format!("module `{}` imports itself", name(imported));
                        let found = Diagnostic::error(&codes::IMPORT_CYCLE, message, span)
                            .label(span, "closes the cycle")
                            .note(format!("import cycle: {} → {}", shown_path.join(" → "), name(imported)))
                            .help("move the shared declarations to a third module; naga_oil reads a module after its imports");
                        self.found.push(found);
                    }
                }
            }
        }
    }
}

/// A path as a message shows it.
fn path_text(path: &[String]) -> String {
    const LONGEST: usize = 80;
    let path = path.join("::");
    match path.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &path[..end]),
        None => path,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum VisitState {
    Unseen,
    OnPath,
    Done,
}

/// The modules that a module imports with naga_oil's syntax, in source order.
fn imported(module: &LinkedModule) -> Vec<(ModuleId, Span)> {
    let bindings = module.imports.values().filter(|binding| binding.import.dialect == ImportDialect::NagaOil);
    let mut edges: Vec<(ModuleId, Span)> = bindings
        .filter_map(|binding| {
            let found = binding.found?;
            Some((found.module.or(found.parent)?, binding.import.span))
        })
        .collect();
    edges.sort_unstable_by_key(|&(id, span)| (span, id));
    edges
}

/// Removes the `import` statements of WESL from a text.
fn take_statements(text: LinkedText, found: &mut Diagnostics) -> (LinkedText, Vec<Import>) {
    if !text.as_str().contains("import") {
        return (text, Vec::new());
    }
    let (mut left, mut imports, mut from) = (LinkedText::default(), Vec::new(), 0);
    let mut lexer = Lexer::new(text.source());
    let mut depth = 0_u32;
    loop {
        let token = lexer.next();
        match token.kind {
            TokenKind::End => break,
            TokenKind::BraceOpen => depth += 1,
            TokenKind::BraceClose => depth = depth.saturating_sub(1),
            TokenKind::Reserved if depth == 0 && lexer.token_text(token.span) == "import" => {
                left.copy(&text, from..token.span.start as usize);
                imports.extend(import::read(&mut lexer, ImportDialect::Wesl, &text, found));
                from = lexer.position();
            }
            _ => {}
        }
    }
    left.copy(&text, from..text.as_str().len());
    (left, imports)
}
