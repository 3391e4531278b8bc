//! `#version`: which GLSL the shader is of, and whether the target and the stage take it.

use std::fmt;
use std::sync::Arc;

use padstone_diag::{Diagnostic, Diagnostics, Edit, codes};
use padstone_source::{Interner, SourceFile, Span};

use super::{GlslOptions, TargetEnv};
use crate::lex::Lexer;
use crate::{Token, TokenKind};
use padstone_model::Stage;

/// A version of GLSL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Version {
    /// As `#version` has it: 460.
    pub(super) number: u16,
    pub(super) profile: Profile,
}

/// What `#version` has behind the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Profile {
    Core,
    Compatibility,
    Es,
}

/// All versions of desktop GLSL.
const DESKTOP: [u16; 13] = [110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460];
/// All versions of GLSL ES.
const EMBEDDED: [u16; 4] = [100, 300, 310, 320];
/// What a shader is of that does not say it (The OpenGL Shading Language 4.60, section 3.3).
const DEFAULT_VERSION: Version = Version { number: 110, profile: Profile::Core };
/// What a shader is read as whose version makes no sense.
const LATEST: Version = Version { number: 460, profile: Profile::Core };

impl Version {
    pub(super) fn is_es(self) -> bool {
        self.profile == Profile::Es
    }

    /// Whether `buffer` is a keyword.
    pub(super) fn has_buffers(self) -> bool {
        self.number >= if self.is_es() { 310 } else { 430 }
    }

    /// What stands behind `#version`.
    pub(super) fn directive(self) -> String {
        let profile = match self.profile {
            Profile::Es if self.number > 100 => " es",
            Profile::Compatibility => " compatibility",
            _ => "",
        };
        format!("{}{profile}", self.number)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let es = if self.is_es() { "ES " } else { "" };
        write!(f, "{es}{}.{:02}", self.number / 100, self.number % 100)
    }
}

/// A `#version` at the start of a shader.
struct Directive {
    hash: Token,
    /// `version`
    word: Token,
    /// The words after it on its line.
    words: Vec<(Token, String)>,
}

impl Directive {
    /// What is there if the first thing in the file is a `#version`.
    fn read(file: &SourceFile) -> Option<Directive> {
        let mut lexer = Lexer::new(Arc::clone(&file.text), file.base());
        lexer.read_glsl();
        let (mut names, mut ignored) = (Interner::new(), Diagnostics::new());
        let hash = lexer.next(&mut names, &mut ignored);
        let word = lexer.next_in_line(&mut names, &mut ignored);
        if hash.kind != TokenKind::Hash || word.kind != TokenKind::Ident || names.resolve(word.symbol) != "version" {
            return None;
        }
        let words = std::iter::from_fn(|| {
            let token = lexer.next_in_line(&mut names, &mut ignored);
            (token.kind != TokenKind::End).then(|| (token, names.resolve(token.symbol).to_owned()))
        });
        let words = words.take(4).collect();
        Some(Directive { hash, word, words })
    }

    fn span(&self) -> Span {
        self.up_to(self.words.last().map_or(self.word.span, |(last, _)| last.span))
    }

    fn up_to(&self, last: Span) -> Span {
        Span { start: self.hash.span.start, end: last.end }
    }
}

/// The version that a shader is of, and where its `#version` is. What is wrong with it has been reported.
pub(super) fn version_of(file: &SourceFile, options: &GlslOptions, found: &mut Diagnostics) -> (Version, Option<Span>) {
    let directive = Directive::read(file);
    let Some(directive) = directive else {
        let start = file.span(0, 0);
        if options.target == TargetEnv::Vulkan || options.stage.is_some_and(|stage| first_with(stage).desktop > DEFAULT_VERSION.number) {
            let message = "missing `#version`: the shader is GLSL 1.10";
            let fix = vec![Edit { span: start, text: "#version 460\n".to_owned() }];
            let missing = Diagnostic::error(&codes::GLSL_VERSION, message, start);
            found.push(missing.label(start, "expected here").fix("add `#version 460`", fix));
            return (LATEST, None);
        }
        return (DEFAULT_VERSION, None);
    };
    let place = Some(directive.up_to(directive.word.span));
    let Some(version) = meaning(&directive, found) else { return (LATEST, place) };
    if version.is_es() && version.number >= 300 && directive.hash.span.start != file.base() {
        let message = "the `#version` of GLSL ES must be at the very start of the file";
        let late = Diagnostic::error(&codes::GLSL_VERSION, message, directive.span());
        found.push(late.help("remove everything before it, even comments and empty lines"));
    }
    (accepted(version, &directive, options, found), place)
}

/// What the words behind `#version` say.
fn meaning(directive: &Directive, found: &mut Diagnostics) -> Option<Version> {
    let mut wrong = |message: String, span: Span, help: String| {
        found.push(Diagnostic::error(&codes::GLSL_VERSION, message, span).help(help));
    };
    let latest = "use the latest, `#version 460`, or `#version 320 es` for OpenGL ES and WebGL";
    let Some((number, text)) = directive.words.first() else {
        wrong("`#version` has no number".to_owned(), directive.span(), latest.to_owned());
        return None;
    };
    let value = text.parse::<u16>().ok().filter(|value| DESKTOP.contains(value) || EMBEDDED.contains(value));
    let Some(value) = value else {
        wrong(format!("unknown GLSL version `{text}`"), number.span, latest.to_owned());
        return None;
    };
    let profile = match directive.words.get(1) {
        None => None,
        Some((_, text)) if text == "es" => Some(Profile::Es),
        Some((_, text)) if text == "core" => Some(Profile::Core),
        Some((_, text)) if text == "compatibility" => Some(Profile::Compatibility),
        Some((token, text)) => {
            let help = "use `es`, `core`, or `compatibility`";
            wrong(format!("unknown GLSL profile `{text}`"), token.span, help.to_owned());
            return None;
        }
    };
    if let Some((extra, _)) = directive.words.get(2) {
        wrong("extra tokens after the profile".to_owned(), extra.span, "remove them".to_owned());
    }
    let embedded = EMBEDDED.contains(&value);
    match profile {
        None | Some(Profile::Core | Profile::Compatibility) if embedded && value > 100 => {
            let end = number.span.after();
            let message = format!("version {value} exists only in GLSL ES");
            let fix = vec![Edit { span: end, text: " es".to_owned() }];
            let mut missing = Diagnostic::error(&codes::GLSL_VERSION, message, number.span);
            missing = if profile.is_none() { missing.fix("add `es`", fix) } else { missing.help(format!("write `#version {value} es`")) };
            found.push(missing);
            Some(Version { number: value, profile: Profile::Es })
        }
        Some(Profile::Es) if !embedded => {
            let help = "remove `es`, or use 300, 310, or 320";
            wrong(format!("GLSL ES has no version {value}"), number.span, help.to_owned());
            Some(Version { number: value, profile: Profile::Core })
        }
        _ if embedded => Some(Version { number: value, profile: Profile::Es }),
        profile => Some(Version { number: value, profile: profile.unwrap_or(Profile::Core) }),
    }
}

/// The first versions of desktop GLSL and of GLSL ES that something is there in; 0 for none.
#[derive(Clone, Copy)]
struct First {
    desktop: u16,
    es: u16,
}

/// GL_KHR_vulkan_glsl: "Mapping from GLSL to SPIR-V".
const VULKAN: First = First { desktop: 140, es: 310 };

/// The first versions that have a stage, if need be by an extension (glslang 12, measured).
fn first_with(stage: Stage) -> First {
    let (desktop, es) = match stage {
        Stage::Vertex | Stage::Fragment => (110, 100),
        Stage::Geometry | Stage::Hull | Stage::Domain => (150, 310),
        Stage::Compute => (420, 310),
        Stage::RayGeneration
        | Stage::Intersection
        | Stage::AnyHit
        | Stage::ClosestHit
        | Stage::Miss
        | Stage::Callable
        | Stage::Dispatch => (460, 0),
        Stage::Amplification | Stage::Mesh => (450, 320),
    };
    First { desktop, es }
}

/// The version itself, if the target and the stage take it; else, with a report, the first that they take.
fn accepted(version: Version, directive: &Directive, options: &GlslOptions, found: &mut Diagnostics) -> Version {
    let vulkan = options.target == TargetEnv::Vulkan;
    if vulkan && version.profile == Profile::Compatibility {
        let at = directive.words.get(1).map_or(directive.span(), |(profile, _)| profile.span);
        let message = "Vulkan has no compatibility profile";
        found.push(Diagnostic::warning(&codes::GLSL_VERSION, message, at).help("remove it"));
    }
    let demands = [vulkan.then_some(("Vulkan", VULKAN)), options.stage.map(|stage| (super::description(stage), first_with(stage)))];
    let mut taken = version;
    for (whose, first) in demands.into_iter().flatten() {
        let least = if version.is_es() { first.es } else { first.desktop };
        let message = match least {
            0 => format!("{whose} is not available in GLSL ES"),
            _ if taken.number < least => format!("{whose} requires GLSL {}, found {version}", Version { number: least, ..version }),
            _ => continue,
        };
        taken = if least == 0 { LATEST } else { Version { number: least, ..version } };
        let help = format!("write `#version {}`", taken.directive());
        found.push(Diagnostic::error(&codes::GLSL_VERSION, message, directive.span()).help(help));
    }
    taken
}
