//! The attributes of the language: how many arguments they need, and what they can stand on (E31001 and E31002 of slangc; each
//! was put on each sort of declaration, and libslang 2026.12 asked). One that is not among them has no effect, and is no error.

use padstone_diag::{Diagnostic, codes};
use padstone_model::Stage;

use super::super::resolve::Resolver;
use super::super::tree::{Attribute, DeclId, DeclKind, ExprKind};

/// An attribute of the language.
struct Known {
    name: &'static str,
    /// How many arguments it needs. Those behind them are passed over, but one that needs none takes none.
    needs: usize,
    on: u8,
}

const VARIABLES: u8 = 1;
const FIELDS: u8 = 1 << 1;
const FUNCTIONS: u8 = 1 << 2;
const STRUCTS: u8 = 1 << 3;
const ENUMS: u8 = 1 << 4;
const INTERFACES: u8 = 1 << 5;
const ANYTHING: u8 = u8::MAX;
const VALUES: u8 = VARIABLES | FIELDS;
const TYPES: u8 = STRUCTS | ENUMS | INTERFACES;

const PLACES: &[(u8, &str)] = &[
    (VARIABLES, "variables"),
    (FIELDS, "members"),
    (FUNCTIONS, "functions"),
    (STRUCTS, "structs"),
    (ENUMS, "enums"),
    (INTERFACES, "interfaces"),
];

impl Known {
    /// What it can stand on, for people: `variables, members`.
    fn places(&self) -> String {
        let words: Vec<&str> = PLACES.iter().filter(|(place, _)| self.on & place != 0).map(|&(_, word)| word).collect();
        words.join(", ")
    }
}

const fn known(name: &'static str, needs: usize, on: u8) -> Known {
    Known { name, needs, on }
}

/// Those of the scopes `vk` and `gl`.
const VULKAN: &[Known] = &[
    known("binding", 1, ANYTHING),
    known("location", 1, VALUES),
    known("index", 1, VALUES),
    known("offset", 1, FIELDS),
    known("input_attachment_index", 1, VALUES),
    known("constant_id", 1, VALUES),
    known("specialization_constant", 0, VALUES),
    known("push_constant", 0, VALUES),
    known("shader_record", 0, VALUES),
    known("image_format", 1, VALUES),
];

const PLAIN: &[Known] = &[
    known("format", 1, VALUES),
    known("push_constant", 0, VALUES),
    known("shader_record", 0, VALUES),
    known("SpecializationConstant", 0, VALUES),
    known("numthreads", 1, FUNCTIONS),
    known("NumThreads", 1, FUNCTIONS),
    known("shader", 1, FUNCTIONS),
    known("Shader", 1, FUNCTIONS),
    known("domain", 1, FUNCTIONS),
    known("partitioning", 1, FUNCTIONS),
    known("outputtopology", 1, FUNCTIONS),
    known("outputcontrolpoints", 1, FUNCTIONS),
    known("patchconstantfunc", 1, FUNCTIONS),
    known("maxvertexcount", 1, FUNCTIONS),
    known("maxtessfactor", 1, FUNCTIONS),
    known("instance", 1, FUNCTIONS),
    known("earlydepthstencil", 0, FUNCTIONS),
    known("WaveSize", 1, FUNCTIONS),
    known("ForceInline", 0, FUNCTIONS),
    known("noinline", 0, FUNCTIONS),
    known("DllImport", 1, FUNCTIONS),
    known("DllExport", 0, FUNCTIONS),
    known("CudaKernel", 0, FUNCTIONS),
    known("mutating", 0, FUNCTIONS),
    known("anyValueSize", 1, INTERFACES),
    known("COM", 1, INTERFACES),
    known("UnscopedEnum", 0, ENUMS),
    known("Flags", 0, ENUMS),
    known("raypayload", 0, STRUCTS),
    known("sealed", 0, TYPES),
    known("open", 0, TYPES),
    known("allow", 1, ANYTHING),
    known("require", 1, ANYTHING),
    known("deprecated", 1, ANYTHING),
];

/// Those of which the argument is a number (E30019, E31004 and E31009 of slangc), and those of which it is a text (E31005).
const NUMBERED: &[&str] = &["maxvertexcount", "instance", "WaveSize", "outputcontrolpoints", "maxtessfactor"];
const NAMED: &[&str] = &["domain", "partitioning", "outputtopology", "patchconstantfunc"];

/// The formats that `[format("…")]` can name.
const FORMATS: &str = "unknown \
    rgba32f rgba16f rg32f rg16f r11f_g11f_b10f r32f r16f \
    rgba16 rgb10_a2 rgba8 rg16 rg8 r16 r8 \
    rgba16_snorm rgba8_snorm rg16_snorm rg8_snorm r16_snorm r8_snorm \
    rgba32i rgba16i rgba8i rg32i rg16i rg8i r32i r16i r8i \
    rgba32ui rgba16ui rgb10_a2ui rgba8ui rg32ui rg16ui rg8ui r32ui r16ui r8ui \
    r64ui r64i bgra8";

/// The other names of formats.
const OTHER_FORMATS: [(&str, &str); 9] = [
    ("rgba16snorm", "rgba16_snorm"),
    ("rgba8snorm", "rgba8_snorm"),
    ("rg16snorm", "rg16_snorm"),
    ("rg8snorm", "rg8_snorm"),
    ("r16snorm", "r16_snorm"),
    ("r8snorm", "r8_snorm"),
    ("rgb10a2", "rgb10_a2"),
    ("rgb10a2ui", "rgb10_a2ui"),
    ("r11g11b10f", "r11f_g11f_b10f"),
];

/// What libslang calls a format that a text names.
pub(in crate::slang) fn image_format(word: &str) -> &str {
    OTHER_FORMATS.iter().find(|(other, _)| *other == word).map_or(word, |(_, format)| format)
}

/// Whether a word names a format of images.
pub(in crate::slang) fn is_format(word: &str) -> bool {
    FORMATS.split(' ').any(|known| known == word)
}

impl Resolver<'_> {
    /// Checks the attributes of the language that a declaration has.
    pub(in crate::slang) fn check_attributes(&mut self, decl: DeclId) {
        if self.tree.decls[decl].modifiers.attributes().is_empty() {
            return;
        }
        let place = self.place(decl);
        for attribute in self.tree.decls[decl].modifiers.attributes().to_vec() {
            self.check_attribute(&attribute, place, decl);
        }
    }

    fn check_attribute(&mut self, attribute: &Attribute, place: u8, decl: DeclId) {
        let table = match self.text(attribute.scope) {
            "" => PLAIN,
            "vk" | "gl" => VULKAN,
            _ => return,
        };
        let name = self.text(attribute.name.symbol).to_owned();
        let Some(known) = table.iter().find(|known| known.name == name) else {
            return self.check_declared_attribute(attribute, decl);
        };
        // What a function requires is nothing that a program declares.
        let is_requirement = name == "require";
        for &argument in attribute.arguments.iter().take(known.needs).filter(|_| !is_requirement) {
            self.check_argument_name(argument);
        }
        let first = attribute.arguments.first().map(|&argument| &self.tree.exprs[argument].kind);
        let is_wrong = match first {
            Some(ExprKind::Text(_)) => is_requirement || NUMBERED.contains(&&*name),
            Some(ExprKind::Constant(_)) => is_requirement || NAMED.contains(&&*name),
            _ => false,
        };
        let (given, span) = (attribute.arguments.len(), attribute.span);
        if given < known.needs {
            let found = Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, format!("`{name}` needs an argument"), span);
            self.report(found.help(format!("write `{name}(…)`")));
        } else if known.on & place == 0 && !is_requirement {
            let found = Diagnostic::error(&codes::ATTRIBUTE_PLACE, format!("`{name}` cannot stand on this"), span);
            self.report(found.help(format!("it stands on {}", known.places())));
        } else if known.needs == 0 && given > 0 {
            let found = Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, format!("`{name}` takes no arguments"), span);
            self.report(found.help(format!("write `{name}`")));
        } else if is_wrong {
            let what = if is_requirement {
                "a capability"
            } else if NAMED.contains(&&*name) {
                "a text"
            } else {
                "a number"
            };
            let found = Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, format!("the argument of `{name}` is {what}"), span);
            self.report(found.help(match what {
                "a capability" => "for example `require(spirv)`".to_owned(),
                "a text" => format!("for example `{name}(\"…\")`"),
                _ => format!("for example `{name}(4)`"),
            }));
        } else if name == "patchconstantfunc" {
            self.check_patch_function(attribute, decl);
        } else if matches!(&*name, "format" | "image_format")
            && let Some(&argument) = attribute.arguments.first()
        {
            let message = match self.attribute_text(argument) {
                Some(format) if is_format(image_format(&format)) => return,
                Some(format) => format!("`{format}` is no format of images"),
                None => "a format of images is a text".to_owned(),
            };
            let found = Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, message, span);
            self.report(found.help("for example \"rgba8\" or \"r32ui\""));
        }
    }

    /// Reports the name of a function that nothing is called (E31006 of slangc).
    fn check_patch_function(&mut self, attribute: &Attribute, decl: DeclId) {
        let Some(text) = attribute.arguments.first().and_then(|&argument| self.attribute_text(argument)) else { return };
        let is_another = self.stage(decl).is_some_and(|stage| stage.is_ok_and(|stage| stage != Stage::Hull));
        let is_declared = self.names.lookup(&text).is_some_and(|name| self.tree.declares(name));
        if is_another || is_declared {
            return;
        }
        let found = Diagnostic::error(&codes::ATTRIBUTE_ARGUMENT, format!("there is no function `{text}`"), attribute.span);
        self.report(found.help("it makes the factors of a patch, and stands outside of all types"));
    }

    /// What a declaration is to attributes.
    fn place(&self, decl: DeclId) -> u8 {
        let declared = &self.tree.decls[decl];
        match declared.kind {
            DeclKind::Variable { .. } => {
                let parent = declared.parent.map(|parent| &self.tree.decls[parent].kind);
                if matches!(parent, Some(DeclKind::Struct { .. } | DeclKind::Buffer { .. })) { FIELDS } else { VARIABLES }
            }
            DeclKind::Buffer { .. } => VARIABLES,
            DeclKind::Function { .. } => FUNCTIONS,
            DeclKind::Struct { .. } => STRUCTS,
            DeclKind::Enum { .. } => ENUMS,
            DeclKind::Interface { .. } => INTERFACES,
            DeclKind::Alias { .. } | DeclKind::Extension { .. } | DeclKind::Namespace => 0,
            _ => ANYTHING,
        }
    }
}
