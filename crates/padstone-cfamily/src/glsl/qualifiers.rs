//! What stands before the type of a declaration: `layout(binding = 0) readonly buffer`, `flat in`, `highp`.

use padstone_diag::{Diagnostic, codes};
use padstone_model::Interpolation;
use padstone_source::Span;

use super::Parser;
use super::features::{MEMORY_SCOPES, SHADER_CALL_COHERENCE, VALUES_PER_VERTEX, VALUES_PER_VERTEX_NV};
use super::keywords::{Keyword, Word};
use super::layouts::Layout;
use super::storage::Storage;
use crate::TokenKind;
use crate::cursor::Tokens;
use crate::reader::Reader;
use padstone_model::Stage;

/// The qualifiers of a declaration.
#[derive(Clone, Debug, Default)]
pub(super) struct Qualifiers {
    /// From the first to the last.
    pub(super) span: Option<Span>,
    pub(super) storage: Option<(Storage, Span)>,
    /// Whether two storage qualifiers, `const in` or `in out`, were combined.
    combined_storage: bool,
    /// Most declarations have none.
    layout: Option<Box<Layout>>,
    pub(super) readonly: Option<Span>,
    pub(super) writeonly: Option<Span>,
    /// Any memory qualifier, these two included.
    pub(super) memory: Option<Span>,
    /// Those but `readonly` and `writeonly`.
    coherence: Vec<Keyword>,
    /// `flat`, `smooth`, `noperspective` and their relatives.
    pub(super) interpolation: Option<Span>,
    /// The mode that it says, and where in the pixel it samples.
    pub(super) modes: [Option<Interpolation>; 2],
    /// `centroid`, `sample`, `patch`.
    pub(super) auxiliary: Option<Span>,
    /// Whether it is of a whole patch.
    pub(super) patch: bool,
    /// Whether it has a value for each vertex of the primitive: `pervertexEXT`.
    pub(super) per_vertex: bool,
    /// Whether it has a value for each primitive: `perprimitiveEXT`.
    pub(super) per_primitive: bool,
    pub(super) invariant: Option<Span>,
    precise: Option<Span>,
    pub(super) precision: Option<Span>,
    /// `mediump` or `lowp`.
    pub(super) reduced_precision: Option<Keyword>,
    pub(super) subroutine: bool,
    /// Whether they are of a parameter of a function, whose `in` may be `const`, and whose `in out` is `inout`.
    of_parameter: bool,
}

impl Qualifiers {
    /// What `layout(…)` says.
    pub(super) fn layout(&self) -> &Layout {
        const NONE: &Layout = &Layout::NONE;
        self.layout.as_deref().unwrap_or(NONE)
    }

    pub(super) fn is(&self, storage: Storage) -> bool {
        self.storage.is_some_and(|(found, _)| found == storage)
    }
}

impl Parser<'_> {
    /// Reads any number of qualifiers.
    pub(super) fn qualifiers(&mut self) -> Qualifiers {
        self.more_qualifiers(Qualifiers::default())
    }

    /// Those of a parameter of a function.
    pub(super) fn parameter_qualifiers(&mut self) -> Qualifiers {
        self.more_qualifiers(Qualifiers { of_parameter: true, ..Qualifiers::default() })
    }

    fn more_qualifiers(&mut self, mut qualifiers: Qualifiers) -> Qualifiers {
        while let Some(keyword) = self.peek_keyword().or_else(|| self.later_keyword()) {
            let at = self.cursor.peek().span;
            match keyword {
                Keyword::Struct | Keyword::True | Keyword::False | Keyword::Precision => break,
                Keyword::Layout => {
                    self.cursor.next();
                    self.layout(at, qualifiers.layout.get_or_insert_default());
                }
                _ => {
                    self.cursor.next();
                    self.qualifier(keyword, at, &mut qualifiers);
                }
            }
            qualifiers.span = Some(self.cursor.span_from(qualifiers.span.unwrap_or(at)));
        }
        qualifiers
    }

    /// A keyword of later versions, or of an extension, that can be nothing else at its place. It is reported.
    fn later_keyword(&mut self) -> Option<Keyword> {
        let token = self.cursor.peek();
        if token.kind != TokenKind::Ident {
            return None;
        }
        let (Word::Keyword(keyword), since) = self.words.get(token.symbol)? else { return None };
        if self.names.lookup(token.symbol).is_some() || self.cursor.peek_at(1).kind != TokenKind::Ident {
            return None;
        }
        self.report_missing(&format!("`{}`", self.text(token.symbol)), "is", since, token.span);
        Some(keyword)
    }

    /// Reports a qualifier that is there already, in this or another form.
    fn only_one(&mut self, qualifier: &mut Option<Span>, at: Span) {
        if let Some(first) = qualifier.replace(at) {
            let found = Diagnostic::error(&codes::QUALIFIER_PLACE, "the qualifier repeats or contradicts an earlier one", at);
            self.report(found.label(first, "earlier qualifier").help("remove one of them"));
        }
    }

    fn qualifier(&mut self, keyword: Keyword, at: Span, into: &mut Qualifiers) {
        self.check_stage_of(keyword, at);
        match keyword {
            Keyword::Const => self.storage(Storage::Const, at, into),
            Keyword::Uniform => self.storage(Storage::Uniform, at, into),
            Keyword::Buffer => self.storage(Storage::Buffer, at, into),
            Keyword::In | Keyword::Attribute => self.storage(Storage::In, at, into),
            Keyword::Varying if self.options.stage == Some(Stage::Fragment) => self.storage(Storage::In, at, into),
            Keyword::Out | Keyword::Varying => self.storage(Storage::Out, at, into),
            Keyword::Inout => self.storage(Storage::InOut, at, into),
            Keyword::Shared => self.storage(Storage::Shared, at, into),
            Keyword::RayPayload
            | Keyword::RayPayloadIn
            | Keyword::HitAttribute
            | Keyword::CallableData
            | Keyword::CallableDataIn
            | Keyword::RayPayloadNv
            | Keyword::RayPayloadInNv
            | Keyword::HitAttributeNv
            | Keyword::CallableDataNv
            | Keyword::CallableDataInNv
            | Keyword::HitObjectAttribute
            | Keyword::TaskPayload => self.storage(Storage::Other, at, into),
            Keyword::Readonly => {
                self.only_one(&mut into.readonly, at);
                into.memory = Some(at);
            }
            Keyword::Writeonly => {
                self.only_one(&mut into.writeonly, at);
                into.memory = Some(at);
            }
            Keyword::Coherent
            | Keyword::Volatile
            | Keyword::Restrict
            | Keyword::DeviceCoherent
            | Keyword::QueueFamilyCoherent
            | Keyword::WorkgroupCoherent
            | Keyword::SubgroupCoherent
            | Keyword::ShaderCallCoherent
            | Keyword::Nonprivate => {
                match keyword {
                    Keyword::Coherent | Keyword::Volatile | Keyword::Restrict => {}
                    Keyword::ShaderCallCoherent => self.needs(&SHADER_CALL_COHERENCE, at),
                    _ => self.needs(&MEMORY_SCOPES, at),
                }
                if into.coherence.contains(&keyword) {
                    self.only_one(&mut into.memory, at);
                }
                into.coherence.push(keyword);
                into.memory = Some(at);
            }
            Keyword::Highp | Keyword::Mediump | Keyword::Lowp => {
                self.only_one(&mut into.precision, at);
                into.reduced_precision = (keyword != Keyword::Highp).then_some(keyword);
            }
            Keyword::Flat
            | Keyword::Smooth
            | Keyword::Noperspective
            | Keyword::ExplicitInterp
            | Keyword::Pervertex
            | Keyword::PervertexNv
            | Keyword::Perprimitive
            | Keyword::PerprimitiveNv
            | Keyword::PerviewNv
            | Keyword::PertaskNv => {
                match keyword {
                    Keyword::Pervertex => self.needs(&VALUES_PER_VERTEX, at),
                    Keyword::PervertexNv => self.needs(&VALUES_PER_VERTEX_NV, at),
                    _ => {}
                }
                self.only_one(&mut into.interpolation, at);
                into.modes[0] = match keyword {
                    Keyword::Flat => Some(Interpolation::None),
                    Keyword::Smooth => Some(Interpolation::Linear),
                    Keyword::Noperspective => Some(Interpolation::NoPerspective),
                    Keyword::Pervertex | Keyword::PervertexNv => Some(Interpolation::PerVertex),
                    _ => into.modes[0],
                };
                into.per_vertex |= matches!(keyword, Keyword::Pervertex | Keyword::PervertexNv);
                into.per_primitive |= matches!(keyword, Keyword::Perprimitive | Keyword::PerprimitiveNv);
            }
            Keyword::Centroid | Keyword::Sample | Keyword::Patch => {
                self.only_one(&mut into.auxiliary, at);
                into.modes[1] = match keyword {
                    Keyword::Centroid => Some(Interpolation::Centroid),
                    Keyword::Sample => Some(Interpolation::Sample),
                    _ => into.modes[1],
                };
                into.patch |= keyword == Keyword::Patch;
            }
            Keyword::Invariant => self.only_one(&mut into.invariant, at),
            Keyword::Precise => self.only_one(&mut into.precise, at),
            Keyword::Subroutine => {
                if self.is_vulkan() {
                    let found = Diagnostic::error(&codes::TARGET_LACKS, "Vulkan has no subroutines", at);
                    self.report(found.help("select the function with `if` or `switch`"));
                }
                into.subroutine = true;
                if let Some(open) = self.cursor.eat(TokenKind::ParenOpen) {
                    self.skip_to_close(open.span);
                }
            }
            Keyword::Nonuniform => {}
            Keyword::Layout | Keyword::Precision | Keyword::Struct | Keyword::True | Keyword::False => {}
        }
    }

    fn storage(&mut self, storage: Storage, at: Span, into: &mut Qualifiers) {
        if let Some((before, first)) = into.storage {
            let both = match (before, storage) {
                (Storage::Const, Storage::In) | (Storage::In, Storage::Const) => Some(Storage::Const),
                (Storage::In, Storage::Out) | (Storage::Out, Storage::In) => Some(Storage::InOut),
                _ => None,
            };
            if let Some(both) = both.filter(|_| into.of_parameter && !into.combined_storage) {
                into.storage = Some((both, at));
                into.combined_storage = true;
                return;
            }
            let found = Diagnostic::error(&codes::QUALIFIER_PLACE, "a variable can have only one storage qualifier", at);
            self.report(found.label(at, "").label(first, "first storage qualifier"));
            if before != Storage::Const {
                return;
            }
        }
        into.storage = Some((storage, at));
    }
}

/// What may be qualified by what (The OpenGL Shading Language 4.60, section 4; glslang 12, measured).
impl Parser<'_> {
    /// Qualifiers without a type are defaults for what follows.
    pub(super) fn check_defaults(&mut self, qualifiers: &Qualifiers) {
        let of_variables = [qualifiers.memory, qualifiers.interpolation, qualifiers.auxiliary, qualifiers.precision];
        if let Some(at) = of_variables.into_iter().flatten().min() {
            let found = Diagnostic::error(&codes::QUALIFIER_PLACE, "the qualifier requires a variable or a block", at);
            self.report(found.help("use only layout qualifiers to set defaults"));
        }
        self.check_invariant(qualifiers);
        match qualifiers.storage {
            Some((Storage::Uniform | Storage::Buffer | Storage::In | Storage::Out | Storage::Shared, _)) => {}
            // Those that a layout qualifier has to stand with are reported beside it.
            _ if qualifiers.subroutine || qualifiers.layout().span.is_some() => {}
            Some((_, at)) => self.report_no_default(at),
            None => qualifiers.span.into_iter().for_each(|at| self.report_no_default(at)),
        }
    }

    pub(super) fn report_no_default(&mut self, at: Span) {
        let message = "defaults require `uniform`, `buffer`, `in`, `out`, or `shared`";
        let found = Diagnostic::error(&codes::QUALIFIER_PLACE, message, at);
        self.report(found.help("add a type and a name, or remove the declaration"));
    }

    /// Only outputs, and variables without a storage, which may be redeclared, are the same in each shader.
    pub(super) fn check_invariant(&mut self, qualifiers: &Qualifiers) {
        if let Some(at) = qualifiers.invariant
            && !qualifiers.is(Storage::Out)
        {
            self.error(&codes::QUALIFIER_PLACE, "`invariant` is allowed only on outputs", at);
        }
    }

    /// What is declared already can become `invariant` or `precise`, and nothing else (section 4.8.1).
    pub(super) fn check_added(&mut self, qualifiers: &Qualifiers) {
        if qualifiers.layout().buffer_reference.is_some() {
            return;
        }
        let storage = qualifiers.storage.map(|(_, at)| at);
        let others = [qualifiers.memory, qualifiers.interpolation, qualifiers.auxiliary, qualifiers.precision, qualifiers.layout().span];
        if let Some(at) = others.into_iter().flatten().chain(storage).min() {
            let found =
                Diagnostic::error(&codes::QUALIFIER_PLACE, "a redeclaration without a type can only add `invariant` or `precise`", at);
            self.report(found.help("add the type before the name, or remove the other qualifiers"));
        }
    }

    /// How memory is accessed is said of images and blocks.
    pub(super) fn check_memory(&mut self, qualifiers: &Qualifiers, is_image: bool) {
        if let Some(at) = qualifiers.memory
            && !is_image
        {
            let found = Diagnostic::error(&codes::QUALIFIER_PLACE, "memory qualifiers are allowed only on images and blocks", at);
            self.report(found.help("remove it, or move the variable into a buffer block"));
        }
    }

    /// What a function returns lives nowhere.
    pub(super) fn check_result(&mut self, qualifiers: &Qualifiers) {
        self.check_memory(qualifiers, false);
        self.check_invariant(qualifiers);
        if let Some((_, at)) = qualifiers.storage {
            let found = Diagnostic::error(&codes::QUALIFIER_PLACE, "a function result cannot have a storage qualifier", at);
            self.report(found.help("remove it"));
        }
    }
}
