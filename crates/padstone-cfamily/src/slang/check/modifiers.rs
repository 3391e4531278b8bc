//! Modifiers: the declarations that each is allowed on, and which exclude one another (E31201 and E31202 of slangc: measured with libslang
//! 2026.12, for each modifier with each kind of declaration and each other modifier).

use padstone_diag::{Diagnostic, codes};
use padstone_model::Annotation;

use super::super::keywords::Keyword;
use super::super::resolve::Resolver;
use super::super::tree::{DeclId, DeclKind, ExprKind, Ident};

/// The kinds of declarations that a modifier is allowed on.
const GLOBALS: u16 = 1;
const FIELDS: u16 = 1 << 1;
const PARAMETERS: u16 = 1 << 2;
/// Variables in extensions and interfaces.
const OTHER_VARIABLES: u16 = 1 << 3;
/// Functions, initializers, subscripts.
const CALLABLES: u16 = 1 << 4;
const METHODS: u16 = 1 << 5;
const INTERFACES: u16 = 1 << 6;
/// Other types, properties, aliases, namespaces.
const OTHERS: u16 = 1 << 7;
const VARIABLES: u16 = GLOBALS | FIELDS | PARAMETERS | OTHER_VARIABLES;
const FUNCTIONS: u16 = CALLABLES | METHODS;
const ANYTHING: u16 = u16::MAX;

/// The declarations that a modifier is allowed on, and the modifiers that it excludes.
struct ModifierRule {
    word: &'static str,
    on: u16,
    /// A declaration can have only one of the modifiers with the same group.
    excludes: Option<&'static str>,
}

const fn rule(word: &'static str, on: u16, excludes: &'static str) -> ModifierRule {
    ModifierRule { word, on, excludes: Some(excludes) }
}

/// Modifiers that are not listed are allowed on anything, any number of times.
const RULES: &[ModifierRule] = &[
    rule("in", GLOBALS | PARAMETERS, "in"),
    rule("out", GLOBALS | PARAMETERS, "out"),
    rule("inout", GLOBALS | PARAMETERS, "out"),
    rule("__ref", GLOBALS | PARAMETERS, "out"),
    rule("__constref", GLOBALS | PARAMETERS, "out"),
    rule("const", VARIABLES | FUNCTIONS, "const"),
    rule("constexpr", VARIABLES | FUNCTIONS, "constexpr"),
    rule("precise", VARIABLES | FUNCTIONS, "precise"),
    rule("static", VARIABLES | FUNCTIONS, "static"),
    rule("uniform", GLOBALS | FIELDS | PARAMETERS, "static"),
    rule("linear", GLOBALS | FIELDS | PARAMETERS, "linear"),
    rule("centroid", GLOBALS | FIELDS | PARAMETERS, "linear"),
    rule("sample", GLOBALS | FIELDS | PARAMETERS, "linear"),
    rule("noperspective", GLOBALS | FIELDS | PARAMETERS, "linear"),
    rule("nointerpolation", GLOBALS | FIELDS | PARAMETERS, "linear"),
    rule("pervertex", GLOBALS | FIELDS | PARAMETERS, "linear"),
    rule("__global", VARIABLES, "static"),
    rule("groupshared", GLOBALS | PARAMETERS, "groupshared"),
    rule("row_major", VARIABLES, "row_major"),
    rule("column_major", VARIABLES, "column_major"),
    rule("shared", VARIABLES, "shared"),
    rule("lowp", VARIABLES | FUNCTIONS, "lowp"),
    rule("mediump", VARIABLES | FUNCTIONS, "lowp"),
    rule("highp", VARIABLES | FUNCTIONS, "lowp"),
    rule("inline", FUNCTIONS, "inline"),
    rule("__prefix", FUNCTIONS, "__prefix"),
    rule("__postfix", FUNCTIONS, "__prefix"),
    rule("__intrinsic_op", FUNCTIONS, "__intrinsic_op"),
    rule("__extern_cpp", ANYTHING, "__extern_cpp"),
    rule("__builtin", ANYTHING, "__builtin"),
    rule("volatile", GLOBALS, "volatile"),
    ModifierRule { word: "globallycoherent", on: GLOBALS | FIELDS, excludes: None },
    ModifierRule { word: "coherent", on: GLOBALS | FIELDS, excludes: None },
    ModifierRule { word: "readonly", on: GLOBALS | PARAMETERS, excludes: None },
    ModifierRule { word: "writeonly", on: GLOBALS | PARAMETERS, excludes: None },
    ModifierRule { word: "restrict", on: GLOBALS | PARAMETERS, excludes: None },
    ModifierRule { word: "dyn", on: VARIABLES | INTERFACES, excludes: None },
    ModifierRule { word: "override", on: METHODS, excludes: None },
    ModifierRule { word: "__exported", on: 0, excludes: None },
    rule("export", ANYTHING, "export"),
    rule("public", ANYTHING, "public"),
    rule("internal", ANYTHING, "public"),
    rule("private", ANYTHING, "public"),
];

impl Resolver<'_> {
    /// Checks the modifiers of a declaration, and the annotations of a bit-field.
    pub(in crate::slang) fn check_modifiers(&mut self, decl: DeclId) {
        self.check_bit_field(decl);
        if self.tree.decls[decl].modifiers.written().is_empty() {
            return;
        }
        let sort = self.modified_sort(decl);
        let words = self.tree.decls[decl].modifiers.written().to_vec();
        let mut before: Vec<(&'static str, Ident)> = Vec::new();
        for &word in &words {
            let Some(known) = RULES.iter().find(|known| known.word == self.text(word.symbol)) else { continue };
            if let Some(mark) = known.excludes {
                match before.iter_mut().find(|(known, _)| *known == mark) {
                    Some((_, other)) => {
                        let other = std::mem::replace(other, word);
                        self.exclusive(word, other);
                    }
                    None => before.push((mark, word)),
                }
            }
            // Groupshared variables are not members of a struct.
            let is_static_before = known.word == "groupshared" && sort == FIELDS && before.iter().any(|(mark, _)| *mark == "static");
            if known.on & sort == 0 && !is_static_before {
                self.report_misplaced(word);
            }
        }
        if sort == PARAMETERS {
            self.check_memory(decl, &words);
        }
        self.check_constant(decl, &words);
    }

    /// Reports a semantic, register, or packoffset on a bit-field.
    fn check_bit_field(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        let is_field = declared.parent.is_some_and(|parent| self.tree.decls[parent].kind.has_fields());
        if !is_field || !matches!(declared.kind, DeclKind::Variable { bits: Some(_), .. }) {
            return;
        }
        let span = match declared.modifiers.annotations().first() {
            Some(&Annotation::Semantic { span, .. }) => span,
            Some(Annotation::Register(register)) => register.span,
            Some(Annotation::PackOffset(offset)) => offset.span,
            _ => return,
        };
        let found = Diagnostic::error(&codes::MODIFIER_PLACE, "a bit-field cannot have a semantic, `register`, or `packoffset`", span);
        self.report(found.help("remove it"));
    }

    /// Reports function parameters with memory qualifiers that are not textures (E31206 of slangc). A type that the program
    /// declares may be a texture.
    fn check_memory(&mut self, decl: DeclId, words: &[Ident]) {
        let is_memory_qualifier = |word: &&Ident| matches!(self.text(word.symbol), "readonly" | "writeonly" | "restrict" | "volatile");
        let (Some(&word), DeclKind::Variable { ty: Some(ty), .. }) = (words.iter().find(is_memory_qualifier), &self.tree.decls[decl].kind)
        else {
            return;
        };
        let kind = match &self.tree.exprs[*ty].kind {
            ExprKind::Apply(callee, _) => &self.tree.exprs[*callee].kind,
            kind => kind,
        };
        let is_wrong = match kind {
            ExprKind::Index(..) | ExprKind::Pointer(_) | ExprKind::Optional(_) => true,
            ExprKind::Name(name) => match self.text(*name) {
                "Buffer" | "RWBuffer" | "RasterizerOrderedBuffer" | "SubpassInput" | "SubpassInputMS" => false,
                "TextureBuffer" | "SamplerState" | "SamplerComparisonState" => true,
                text if text.contains("Texture") || text.contains("Sampler") || text.contains("mage") => false,
                _ => self.keywords.builtin(*name).is_some(),
            },
            _ => false,
        };
        if is_wrong {
            let message = format!("modifier `{}` is allowed only on textures", self.text(word.symbol));
            let found =
                Diagnostic::error(&codes::MODIFIER_PLACE, message, self.name_span(decl)).label(word.span, "because of this modifier");
            self.report(found.help("remove it"));
        }
    }

    /// Reports constants that have neither a value nor one from linking, `extern` and `export` variables that are not constants
    /// (E31225 and E31223 of slangc), and initializers of `groupshared` variables (E30623). Members of structs are not linked.
    fn check_constant(&mut self, decl: DeclId, words: &[Ident]) {
        let declared = &self.tree.decls[decl];
        let DeclKind::Variable { value, .. } = declared.kind else { return };
        let is_global = match declared.parent.map(|parent| &self.tree.decls[parent].kind) {
            Some(DeclKind::Module | DeclKind::Namespace) => true,
            Some(DeclKind::Struct { .. }) => false,
            _ => return,
        };
        let (name, span) = (declared.name, declared.span);
        if let (true, Some(word)) = (value.is_some(), words.iter().find(|word| self.text(word.symbol) == "groupshared")) {
            let message = format!("`groupshared` variable `{}` cannot have an initializer", self.text(name));
            let found = Diagnostic::error(&codes::MODIFIER_PLACE, message, span).label(word.span, "because of this modifier");
            self.report(found.help("assign it at the start of the entry point"));
        }
        let has = |name: &str| words.iter().any(|word| self.text(word.symbol) == name);
        let is_linked = is_global && (has("extern") || has("export"));
        match (has("static"), has("const")) {
            (true, true) if value.is_none() && !has("extern") => {
                let message = format!("constant `{}` has no value", self.text(name));
                let found = Diagnostic::error(&codes::CONST_WITHOUT_VALUE, message, span);
                self.report(found.help("initialize it, or declare it `extern` if another module initializes it"));
            }
            (true, false) | (false, true) if is_linked => {
                let message = format!("`{}` is `extern` or `export`, but not `static const`", self.text(name));
                let found = Diagnostic::error(&codes::LINKED_NOT_CONST, message, span);
                self.report(found.help("declare it `static const`"));
            }
            _ => {}
        }
    }

    pub(super) fn exclusive(&mut self, word: Ident, other: Ident) {
        let (text, before) = (self.text(word.symbol), self.text(other.symbol));
        let message = match text == before {
            true => format!("duplicate modifier `{text}`"),
            false => format!("modifier `{text}` cannot be combined with `{before}`"),
        };
        let found = Diagnostic::error(&codes::MODIFIER_TWICE, message, word.span).label(other.span, "other modifier");
        self.report(found.help("remove one of them"));
    }

    pub(super) fn report_misplaced(&mut self, word: Ident) {
        let text = self.text(word.symbol);
        let help = match text {
            "in" | "out" | "inout" => "use it only on function parameters",
            "static" | "const" => "use it only on variables and functions",
            "groupshared" => "declare the variable outside the struct, or make it `static`",
            "read" | "write" => "use it only on members of a `[raypayload]` struct",
            "override" => "use it only on methods that replace a default implementation of an interface",
            "inline" => "use it only on functions",
            _ => "remove it",
        };
        let found = Diagnostic::error(&codes::MODIFIER_PLACE, format!("modifier `{text}` is not allowed here"), word.span);
        self.report(found.help(help));
    }

    /// The kind of a declaration, as modifiers distinguish it.
    fn modified_sort(&self, decl: DeclId) -> u16 {
        let declared = &self.tree.decls[decl];
        let parent = declared.parent.map(|parent| &self.tree.decls[parent].kind);
        match (&declared.kind, parent) {
            // A bit-field is a property of its allocation unit.
            (DeclKind::Variable { bits: Some(_), .. }, Some(DeclKind::Struct { .. } | DeclKind::Buffer { .. })) => OTHERS,
            (DeclKind::Variable { .. }, Some(DeclKind::Struct { .. } | DeclKind::Buffer { .. })) => FIELDS,
            (DeclKind::Variable { .. }, Some(DeclKind::Function { .. } | DeclKind::Accessor { .. })) => PARAMETERS,
            (DeclKind::Variable { .. } | DeclKind::Buffer { .. }, Some(DeclKind::Module | DeclKind::Namespace)) => GLOBALS,
            (DeclKind::Variable { .. } | DeclKind::Buffer { .. }, _) => OTHER_VARIABLES,
            (DeclKind::Function { .. }, Some(DeclKind::Struct { .. } | DeclKind::Extension { .. })) => METHODS,
            (DeclKind::Function { .. }, _) => CALLABLES,
            (DeclKind::Accessor { .. }, _) if self.keywords.keyword(declared.name) == Some(Keyword::Subscript) => CALLABLES,
            // A declaration that is named by its keyword is not a property.
            (DeclKind::Accessor { .. }, _) if self.keywords.keyword(declared.name).is_some() => METHODS,
            (DeclKind::Interface { .. }, _) => INTERFACES,
            // The modifiers of these are checked elsewhere.
            (DeclKind::Open { .. } | DeclKind::OpenValue { .. }, Some(kind)) if !matches!(kind, DeclKind::Module | DeclKind::Namespace) => {
                ANYTHING
            }
            _ => OTHERS,
        }
    }
}
