//! Explains offsets and slots.

use std::fmt;

use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::explain::{self, MemberPath, Question, SlotQuestion};
pub use padstone_read::emit::explain::{ExplainedSlot, SlotFact, SlotStep};
use padstone_read::emit::reason::Reason;
use padstone_read::selection;

use crate::position::Span;
use crate::{Compiler, Diagnostics, Error, ErrorKind, Unit};

/// The explanation of the offset of a member, element or byte. `Display` writes the output of `padstone explain`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The compiler.
    pub compiler: Compiler,
    /// The path, starting with the name of the buffer or struct.
    pub path: String,
    /// Its type in the spelling of the language; `None` for padding.
    pub ty: Option<String>,
    /// Bytes from the start of the buffer or struct.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// The steps from the buffer to it; their bytes add up to its offset.
    pub steps: Vec<Step>,
    /// Its declaration; for padding, that of its container.
    pub span: Span,
    /// The offsets under the other compilers of the language, grouped by offset.
    pub other_offsets: Vec<(u64, Vec<Compiler>)>,
    /// The diagnostics of the source.
    pub diagnostics: Diagnostics,
    text: String,
    colored: String,
    declarations: Vec<padstone_read::source::Span>,
    has_bytes: bool,
}

/// One step of a path into a buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The part of the path: `.lights`, `[2]`, `.x`.
    pub part: String,
    /// The bytes that it adds to the offset.
    pub adds: u64,
    /// The offset in its struct that a member would have without the rule that moved it.
    pub without: Option<u64>,
    /// The reason.
    pub reason: Reason,
}

impl Unit {
    /// Explains the offset of a member, an element, a component or a byte: `sun.color`, `lights[2].position.x`, `Sky@44`.
    ///
    /// # Errors
    /// The path is malformed, or matches nothing.
    ///
    /// ```
    /// use padstone::{Cause, Options, Workspace, compiler};
    ///
    /// let mut ws = Workspace::default();
    /// ws.set_file("sky.hlsl", "cbuffer Sky { float2 wind; float3 sun; }");
    /// let why = ws.unit("sky.hlsl", &Options::default())?.explain("Sky.sun", &compiler::DXC)?;
    /// assert_eq!((why.offset, why.steps[0].without), (16, Some(8)));
    /// assert_eq!(why.steps[0].reason.cause, Cause::NewRegister);
    /// assert!(why.to_string().contains("straddle"));
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn explain(&self, path: &str, by: &Compiler) -> Result<Explanation, Error> {
        let requested: MemberPath = path.parse().map_err(|message: String| Error::new(ErrorKind::Path, message))?;
        let layouts = self.layout(by);
        let (read, laid_out) = (&layouts.reading().unit, layouts.laid_out());
        let others: Vec<_> =
            selection::other_profiles(by.profile, self.language()).map(|profile| (profile.name, read.layout(profile))).collect();
        let question = Question { sources: &read.sources, module: &read.module, layouts: &laid_out.layouts, others: &others };
        let explanation = question.explain(&requested).map_err(|unknown| {
            Error::new(ErrorKind::UnknownField, unknown.message).suggesting(unknown.suggestions.iter().map(String::as_str))
        })?;
        let data = explanation.data();
        let step = |step: padstone_read::emit::explain::ExplainedStep| Step {
            part: step.part,
            adds: step.adds,
            without: step.without,
            reason: step.reason,
        };
        let named = |names: Vec<&'static str>| names.into_iter().filter_map(|name| Compiler::named(name).ok()).collect();
        let written = |color| {
            let mut text = Vec::new();
            // Writing to memory cannot fail.
            let _ = explanation.write(color, &mut text);
            String::from_utf8_lossy(&text).into_owned()
        };
        Ok(Explanation {
            compiler: by.clone(),
            path: data.path,
            ty: data.ty,
            offset: data.offset,
            size: data.size,
            steps: data.steps.into_iter().map(step).collect(),
            span: Span::new(layouts.reading(), data.span),
            other_offsets: data.other_offsets.into_iter().map(|(offset, names)| (offset, named(names))).collect(),
            diagnostics: layouts.diagnostics(),
            text: written(TerminalColor::Never),
            colored: written(TerminalColor::Ansi),
            declarations: explanation.declarations().collect(),
            has_bytes: explanation.has_bytes(),
        })
    }
}

impl Explanation {
    /// The output of `Display`, with the colors of a terminal.
    pub fn colored(&self) -> String {
        self.colored.clone()
    }

    /// The declarations of all parts of the path in the unit, the buffer first, for the command.
    #[doc(hidden)]
    pub fn declarations(&self) -> &[padstone_read::source::Span] {
        &self.declarations
    }

    /// Whether there are bytes at the path, for the command.
    #[doc(hidden)]
    pub fn has_bytes(&self) -> bool {
        self.has_bytes
    }
}

/// The explanation of the slots of a parameter: the findings of the four steps that assign registers and bindings. `Display` writes the output of
/// `padstone explain`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SlotExplanation {
    /// The compiler.
    pub compiler: Compiler,
    /// The rules that assigned them.
    pub policy: &'static str,
    /// The target.
    pub target: String,
    /// The path, as requested.
    pub path: String,
    /// The type of the parameter in the spelling of the language; `None` if it has none.
    pub ty: Option<String>,
    /// Its declaration.
    pub span: Option<Span>,
    /// The slots of the resources at the path.
    pub slots: Vec<ExplainedSlot>,
    /// The step that determines which parameters are bound, and in which order.
    pub collect: SlotStep,
    /// The step that determines how many slots it requires.
    pub measure: SlotStep,
    /// The step that reserves its explicit binding, and those of others in the same space.
    pub reserve: SlotStep,
    /// The step that assigns its slots.
    pub allocate: SlotStep,
    data: explain::SlotExplanation,
}

/// The explanations of the slots at a path.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SlotExplanations {
    /// One for each parameter that the path matches. Empty if it matches none, or leads to bytes.
    pub list: Vec<SlotExplanation>,
    /// The diagnostics of the program.
    pub diagnostics: Diagnostics,
    unit: Unit,
    found: padstone_read::diag::Diagnostics,
}

impl Unit {
    /// Explains the slots of a parameter, of a resource in it, or of an entry point: `albedo`, `lights[2].shadow`, `shade.mask`.
    ///
    /// # Errors
    /// The path is malformed, or the compiler cannot bind programs in this language.
    ///
    /// ```
    /// use padstone::{Options, Workspace, compiler};
    ///
    /// let mut ws = Workspace::default();
    /// ws.set_file("sky.hlsl", "Texture2D sun : register(t0); Texture2D clouds[2];");
    /// let why = ws.unit("sky.hlsl", &Options::default())?.explain_slots("clouds[1]", &compiler::DXC)?.list;
    /// assert_eq!(why[0].slots[0].first, Some(2));
    /// assert_eq!(why[0].allocate.facts[0].text, "t1 to t2 of space 0: the first 2 contiguous free t registers; in use: t0 (`sun`)");
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn explain_slots(&self, path: &str, by: &Compiler) -> Result<SlotExplanations, Error> {
        let path: MemberPath = path.parse().map_err(|message: String| Error::new(ErrorKind::Path, message))?;
        self.with_program(by, |reading, request, target| {
            let read = &reading.unit;
            let layout = read.program(request);
            let assignments = read.assignments(request, &layout);
            let question =
                SlotQuestion { sources: &read.sources, module: &read.module, layout: &layout, assignments: &assignments, target };
            let explanation = |slot: explain::SlotExplanation| SlotExplanation {
                compiler: by.clone(),
                policy: slot.policy,
                target: slot.target.clone(),
                path: slot.path.clone(),
                ty: slot.ty.clone(),
                span: slot.span.map(|span| Span::new(reading, span)),
                slots: slot.slots.clone(),
                collect: slot.collect.clone(),
                measure: slot.measure.clone(),
                reserve: slot.reserve.clone(),
                allocate: slot.allocate.clone(),
                data: slot,
            };
            SlotExplanations {
                list: question.explain(&path).into_iter().map(explanation).collect(),
                diagnostics: Diagnostics::new(reading, &[&read.diagnostics, &layout.diagnostics]),
                unit: self.under(by),
                found: layout.diagnostics.clone(),
            }
        })
    }

    /// Explains a path under each compiler: its bytes and its slots.
    ///
    /// # Errors
    /// The path is malformed, or matches nothing.
    pub(crate) fn explain_all(&self, path: &str, compilers: &[Compiler]) -> Result<(Vec<Explanation>, Vec<SlotExplanations>), Error> {
        let (mut bytes, mut slots) = (Vec::new(), Vec::new());
        for by in compilers {
            // Rule sets and compilers for other languages assign no slots.
            let found = self.explain_slots(path, by).ok().filter(|found| !found.list.is_empty());
            match self.explain(path, by) {
                Ok(explanation) => bytes.push(explanation),
                Err(unknown) if found.is_none() => return Err(unknown),
                Err(_) => {}
            }
            slots.extend(found);
        }
        Ok((bytes, slots))
    }
}

impl SlotExplanations {
    /// The unit as the compiler reads it, and the diagnostics of its layout, for the command.
    #[doc(hidden)]
    pub fn inner(&self) -> (&padstone_read::Unit, &padstone_read::diag::Diagnostics) {
        (self.unit.inner(), &self.found)
    }
}

impl SlotExplanation {
    /// The span of the declaration in the unit, for the command.
    #[doc(hidden)]
    pub fn declaration(&self) -> Option<padstone_read::source::Span> {
        self.data.span
    }

    /// The text of `Display`, with the colors of a terminal.
    pub fn colored(&self) -> String {
        self.written(TerminalColor::Ansi)
    }

    fn written(&self, color: TerminalColor) -> String {
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = self.data.write(color, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }
}

impl fmt::Display for SlotExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(TerminalColor::Never))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
