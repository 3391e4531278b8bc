//! Files and modules: the files of the program, the files that they include, and the modules that they import.

mod files;
mod outline;

use std::collections::VecDeque;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::Origin;
use padstone_source::{FileId, Interner, Loader, SourceMap, Span, Symbol, normalized};
use rustc_hash::{FxHashMap, FxHashSet};

use super::SlangOptions;
use super::imports::{ImportRequest, Imports, ModuleHeader};
use super::keywords::Keywords;
use super::parse::Parser;
use super::tree::{Decl, DeclId, DeclKind, ExprId, Ident, Tree};
use crate::cursor::Cursor;
use crate::{Preprocessor, Unit, unclosed_delimiters};
pub(super) use outline::{Imported, ModuleOutline, Outline};

/// Keywords that never appear in the body of a function.
const OUTSIDE_BODIES: &[&str] = &["cbuffer", "tbuffer", "import", "interface", "extension"];

/// The macros that libslang 2026.12 predefines, with their values in Slang and in HLSL (measured).
const BUILT_IN_MACROS: [(&str, &str, &str); 4] =
    [("__SLANG__", "1", "0"), ("__SLANG_COMPILER__", "1", "1"), ("__HLSL__", "0", "1"), ("__HLSL_VERSION", "2018", "2018")];

/// A module: files of the program, or an imported module.
pub(super) struct ModuleInfo {
    pub(super) root: DeclId,
    /// The name that it declares, or its first file.
    name: String,
    /// The unit of the program, or the import, that it comes from.
    pub(super) origin: Origin,
    /// The modules that it imports, and whether it exports them again.
    pub(super) imports: Vec<(u32, bool)>,
    /// The first declaration of each included file.
    pub(super) parts: Vec<DeclId>,
    /// Whether it uses visibility modifiers; otherwise everything is public.
    pub(super) has_visibility: bool,
    /// Whether structs can be derived from structs in it: not from version 2026 on.
    pub(super) derives_structs: bool,
}

/// The parsed program.
pub(super) struct Program {
    pub(super) tree: Tree,
    /// In the order in which they are read: an imported module before the next import of its importer.
    pub(super) modules: Vec<ModuleInfo>,
    /// The modules in the order of their parameters: the units, then the modules that these import, and so on, level by level.
    pub(super) module_order: Vec<usize>,
    pub(super) names: Interner,
    pub(super) keywords: Keywords,
    /// The specialization arguments of the command line.
    pub(super) specialize: Vec<ExprId>,
    /// Entry points with generic arguments on the command line, such as `shade<Metal>`, each with its index.
    pub(super) instances: Vec<(usize, ExprId)>,
}

/// The state of reading files.
pub(super) struct ModuleReader<'a> {
    sources: &'a mut SourceMap,
    loader: &'a dyn Loader,
    options: &'a SlangOptions,
    diagnostics: &'a mut Diagnostics,
    program: Program,
    /// The predefined macros of units in Slang, and of units in HLSL.
    defines: [Vec<(String, Option<String>)>; 2],
    /// The number of translation units begun so far.
    units: u32,
    /// Whether the current unit is HLSL.
    is_hlsl: bool,
    /// Modules by path; `None` if the module could not be loaded.
    by_path: FxHashMap<String, Option<u32>>,
    /// Modules by the names in imports. A name is searched for once, from the first file that imports it.
    by_name: FxHashMap<String, Option<u32>>,
    closes_delimiters: bool,
    /// Imports to be followed.
    pending: VecDeque<Pending>,
    /// The importing module, the import, and its position.
    sites: Vec<(u32, Imported, Span)>,
    /// The module of each file, by file index.
    file_modules: Vec<Option<u32>>,
}

/// An import to be followed.
struct Pending {
    importer: u32,
    /// The directory of the importing file.
    folder: String,
    request: ImportRequest,
}

impl<'a> ModuleReader<'a> {
    pub(super) fn new(
        sources: &'a mut SourceMap,
        loader: &'a dyn Loader,
        options: &'a SlangOptions,
        diagnostics: &'a mut Diagnostics,
        closes_delimiters: bool,
    ) -> Self {
        let mut names = options.names.clone();
        let keywords = Keywords::intern(&mut names);
        // In slangc, a macro without a value is empty instead of 1.
        let requested = options.defines.iter().map(|(name, value)| (name.clone(), Some(value.clone().unwrap_or_default())));
        let built_in =
            |(name, slang, hlsl): (&str, &str, &str), is_hlsl| (name.to_owned(), Some(if is_hlsl { hlsl } else { slang }.to_owned()));
        let defines = [false, true]
            .map(|is_hlsl| BUILT_IN_MACROS.into_iter().map(|known| built_in(known, is_hlsl)).chain(requested.clone()).collect());
        let program = Program {
            tree: Tree::default(),
            modules: Vec::new(),
            module_order: Vec::new(),
            names,
            keywords,
            specialize: Vec::new(),
            instances: Vec::new(),
        };
        ModuleReader {
            sources,
            loader,
            options,
            diagnostics,
            program,
            defines,
            units: 0,
            is_hlsl: false,
            by_path: FxHashMap::default(),
            by_name: FxHashMap::default(),
            pending: VecDeque::new(),
            sites: Vec::new(),
            file_modules: Vec::new(),
            closes_delimiters,
        }
    }

    pub(super) fn finish(self) -> (Program, Outline) {
        let outline = |module: &ModuleInfo| ModuleOutline { origin: module.origin, imports: Vec::new() };
        let mut modules: Vec<ModuleOutline> = self.program.modules.iter().map(outline).collect();
        for (importer, module, site) in self.sites {
            modules[importer as usize].imports.push((module, site));
        }
        let files = self.file_modules.into_iter().map(|module| module.unwrap_or(0) as usize).collect();
        (self.program, Outline { modules, files })
    }

    /// Reads the specialization arguments of the command line, and its entry points with generic arguments.
    pub(super) fn specialize(&mut self) {
        let options = self.options;
        for text in &options.specialize {
            let requested = self.of_command_line(text);
            self.program.specialize.extend(requested);
        }
        for (index, (name, _)) in options.entry_points.iter().enumerate().filter(|(_, (name, _))| name.contains('<')) {
            let instance = self.of_command_line(name);
            self.program.instances.extend(instance.map(|instance| (index, instance)));
        }
    }

    fn of_command_line(&mut self, text: &str) -> Option<ExprId> {
        let file = self.sources.add_file("<command line>", text.into()).ok()?;
        let mut read = None;
        self.with_parser(0, file, |parser| read = parser.argument());
        read
    }

    /// Reads the files of a unit, which form one module.
    pub(super) fn unit(&mut self, files: &[FileId], is_hlsl: bool) {
        let unit = self.units;
        self.units += 1;
        let module = self.module(Origin::Unit(unit));
        let known = files.iter().map(|&file| normalized(&self.sources.file(file).name)).collect();
        self.is_hlsl = is_hlsl;
        self.files_of_module(module, files, known);
        self.is_hlsl = false;
    }

    /// Reads the imported modules, each with all modules that it imports before the next import of its importer: the order in which libslang
    /// 2026.12 searches for their files (measured).
    pub(super) fn imports(&mut self) {
        // The requests of the modules that are being read, the innermost last.
        let mut open = vec![std::mem::take(&mut self.pending)];
        while let Some(requests) = open.last_mut() {
            match requests.pop_front() {
                Some(pending) => {
                    self.follow(pending);
                    open.push(std::mem::take(&mut self.pending));
                }
                None => _ = open.pop(),
            }
        }
        self.order_modules();
    }

    fn follow(&mut self, Pending { importer, folder, request }: Pending) {
        let known = match self.by_name.get(&request.path) {
            Some(known) => *known,
            None => {
                let Some(path) = self.find(&folder, &request) else {
                    self.sites.push((importer, Imported::Missing(request.path), request.span));
                    return;
                };
                let module = match self.by_path.get(&path) {
                    Some(known) => *known,
                    None => {
                        let module = self.import(&path, &request);
                        self.by_path.insert(path, module);
                        module
                    }
                };
                self.by_name.insert(request.path.clone(), module);
                module
            }
        };
        if let Some(module) = known {
            self.program.modules[importer as usize].imports.push((module, request.exported));
            self.sites.push((importer, Imported::Module(module as usize), request.span));
        }
    }

    /// Orders the modules for their parameters: level by level, as libslang 2026.12 does (measured on programs with random imports).
    fn order_modules(&mut self) {
        let Program { modules, module_order, .. } = &mut self.program;
        let mut is_ordered = vec![false; modules.len()];
        let units = self.units as usize;
        is_ordered[..units].fill(true);
        let mut order: Vec<usize> = (0..units).collect();
        let mut next = 0;
        while let Some(&importer) = order.get(next) {
            next += 1;
            let imported = modules[importer].imports.iter().map(|&(module, _)| module as usize);
            order.extend(imported.filter(|&module| !std::mem::replace(&mut is_ordered[module], true)));
        }
        for (position, &module) in order.iter().enumerate().skip(units) {
            modules[module].origin = Origin::Import((position - units) as u32);
        }
        *module_order = order;
    }

    fn module(&mut self, origin: Origin) -> u32 {
        let module = self.program.modules.len() as u32;
        let name = Ident { symbol: Symbol::EMPTY, span: Span::default() };
        let root = self.program.tree.declare(Decl::new(name, None, module, DeclKind::Module), false);
        self.program.modules.push(ModuleInfo {
            root,
            name: String::new(),
            origin,
            imports: Vec::new(),
            parts: Vec::new(),
            has_visibility: false,
            derives_structs: true,
        });
        module
    }

    fn import(&mut self, path: &str, request: &ImportRequest) -> Option<u32> {
        let file = self.load(path, request.span)?;
        let module = self.module(Origin::Import(0));
        self.files_of_module(module, &[file], FxHashSet::from_iter([path.to_owned()]));
        Some(module)
    }

    /// Reads the files of a module by their paths, then the files that they include, and queues all imports, in the order of the requests
    /// (libslang 2026.12).
    fn files_of_module(&mut self, module: u32, files: &[FileId], mut known: FxHashSet<String>) {
        let mut parts = VecDeque::new();
        for &file in files {
            parts.extend(self.file_of_module(module, (file, None), &mut known));
        }
        while let Some((part, site)) = parts.pop_front() {
            let begin = DeclId::from_index(self.program.tree.decls.len());
            self.program.modules[module as usize].parts.push(begin);
            parts.extend(self.file_of_module(module, (part, Some(site)), &mut known));
        }
    }

    /// Reads one file of a module, and returns the files that it includes, with the position of each `__include`.
    fn file_of_module(
        &mut self,
        module: u32,
        (file, included): (FileId, Option<Span>),
        known: &mut FxHashSet<String>,
    ) -> Vec<(FileId, Span)> {
        let folder = folder_of(&self.sources.file(file).name);
        let mut parts = Vec::new();
        for request in self.parse(module, file, included) {
            if !request.is_include {
                self.pending.push_back(Pending { importer: module, folder: folder.clone(), request });
                continue;
            }
            let Some(path) = self.find(&folder, &request) else { continue };
            if known.insert(path.clone())
                && let Some(part) = self.load(&path, request.span)
            {
                parts.push((part, request.span));
            }
        }
        parts
    }

    /// Reads a file, and returns its imports and includes.
    fn parse(&mut self, module: u32, file: FileId, included: Option<Span>) -> Vec<ImportRequest> {
        /// A minimum for the bytes of source of a declaration or expression.
        const BYTES_PER_ITEM: usize = 16;
        let items = self.sources.file(file).text.len() / BYTES_PER_ITEM;
        self.program.tree.reserve(items);
        self.belongs(file.index(), module);
        let before = self.sources.files().len();
        let imports = self.with_parser(module, file, |parser| parser.file());
        match (included, &imports.implementing) {
            (Some(site), _) => self.check_included_file(module, &imports, site),
            (None, Some((word, module))) => {
                // E30102 of slangc.
                let message = format!("this file is part of module `{module}` and cannot be read without it");
                let found = Diagnostic::error(&codes::PART_WITHOUT_MODULE, message, *word);
                self.diagnostics.push(found.help("pass the first file of the module instead, and `__include` this file there"));
            }
            (None, None) => self.name_module(module, file, imports.declared.as_deref()),
        }
        let after = self.sources.files().len();
        for included in before..after {
            self.belongs(included, module);
        }
        let specifies_visibility = std::mem::take(&mut self.program.tree.specifies_visibility);
        let info = &mut self.program.modules[module as usize];
        info.has_visibility |= imports.declared.is_some() || specifies_visibility;
        info.derives_structs &= imports.version < 2026;
        imports.requests
    }

    /// Names a module after its declaration, or else after its first file.
    fn name_module(&mut self, module: u32, file: FileId, declared: Option<&str>) {
        let name = &mut self.program.modules[module as usize].name;
        if declared.is_some() || name.is_empty() {
            *name = comparable_name(declared.unwrap_or(&self.sources.file(file).name));
        }
    }

    /// Reports an included file that does not begin with the declaration of its module (E30500 to E30502 of slangc).
    fn check_included_file(&mut self, module: u32, imports: &Imports, site: Span) {
        let name = &self.program.modules[module as usize].name;
        let is_of_module = imports.implementing.as_ref().is_some_and(|(_, implemented)| comparable_name(implemented) == *name);
        let message = match imports.begins {
            ModuleHeader::Empty => return,
            ModuleHeader::Implementing if is_of_module => return,
            ModuleHeader::Implementing => "the included file implements another module",
            ModuleHeader::Module => "the included file is a separate module",
            ModuleHeader::Other => "the included file does not begin with `implementing`",
        };
        let help = match imports.begins {
            ModuleHeader::Module => format!("`import` it, or begin it with `implementing {name};`"),
            _ => format!("begin it with `implementing {name};`"),
        };
        self.diagnostics.push(Diagnostic::error(&codes::PART_OF_MODULE, message, site).help(help));
    }

    fn belongs(&mut self, file: usize, module: u32) {
        if self.file_modules.len() <= file {
            self.file_modules.resize(file + 1, None);
        }
        self.file_modules[file] = Some(module);
    }

    fn with_parser(&mut self, module: u32, file: FileId, parse: impl FnOnce(&mut Parser<'_, '_>)) -> Imports {
        let program = &mut self.program;
        let unit = Unit {
            sources: self.sources,
            names: std::mem::take(&mut program.names),
            diagnostics: self.diagnostics,
            loader: self.loader,
            include_dirs: &self.options.include_dirs,
            outside_bodies: OUTSIDE_BODIES,
        };
        let preprocessor = unclosed_delimiters::start(unit, self.closes_delimiters, |unit| {
            let mut preprocessor = Preprocessor::new(unit, file, &self.defines[usize::from(self.is_hlsl)]);
            preprocessor.read_slang();
            preprocessor
        });
        let cursor = Cursor::new(preprocessor);
        let mut imports = Imports::default();
        let root = program.modules[module as usize].root;
        let mut parser =
            Parser::new(cursor, &mut program.tree, &mut imports, &program.keywords, (module, root), self.options.unscoped_enums);
        parser.is_hlsl = self.is_hlsl;
        parse(&mut parser);
        let version = parser.cursor.preprocessor.version;
        program.names = parser.cursor.preprocessor.unit.names;
        Imports { version, ..imports }
    }
}

/// The name of a module for comparison: without directories and extension, in lower case.
fn comparable_name(path: &str) -> String {
    let name = &path[folder_of(path).len()..];
    name.split('.').next().unwrap_or(name).to_ascii_lowercase()
}

/// The directory of a file, with a `/` at its end.
fn folder_of(path: &str) -> String {
    let path = path.replace('\\', "/");
    path[..path.rfind('/').map_or(0, |position| position + 1)].to_owned()
}
