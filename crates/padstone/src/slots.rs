//! Explains slots: which step assigned a register or binding, and why.

use std::fmt;

use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::explain::{self, MemberPath, SlotQuestion};
pub use padstone_read::emit::explain::{ExplainedSlot, SlotFact, SlotStep};

use crate::span::Span;
use crate::{Compiler, Diagnostics, Error, ErrorKind, Unit};

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
    /// The declaration.
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
    /// let mut ws = Workspace::new();
    /// ws.set_file("sky.hlsl", "Texture2D sun : register(t0); Texture2D clouds[2];");
    /// let why = ws.unit("sky.hlsl", &Options::default())?.explain_slots("clouds[1]", &compiler::DXC)?.list;
    /// assert_eq!(why[0].slots[0].first, Some(2));
    /// assert_eq!(why[0].allocate.facts[0].text, "t1 to t2 of space 0: the first 2 contiguous free t registers; in use: t0 (`sun`)");
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn explain_slots(&self, path: &str, by: &Compiler) -> Result<SlotExplanations, Error> {
        let path: MemberPath = path.parse().map_err(|message: String| Error::new(ErrorKind::Path, message))?;
        self.with_program(by, |reading, request, target| {
            let unit = &reading.unit;
            let layout = unit.program(request);
            let assignments = unit.assignments(request, &layout);
            let question =
                SlotQuestion { sources: &unit.sources, module: &unit.module, layout: &layout, assignments: &assignments, target };
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
                diagnostics: Diagnostics::new(reading, &[&unit.diagnostics, &layout.diagnostics]),
                unit: self.under(by),
                found: layout.diagnostics.clone(),
            }
        })
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
