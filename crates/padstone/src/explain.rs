//! Explains offsets.

use std::fmt;
use std::ops::Range;

use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::explain::{MemberPath, Question};
use padstone_read::emit::reason::Reason;
use padstone_read::selection;

use crate::span::Span;
use crate::{Compiler, Diagnostics, Error, ErrorKind, Unit};

/// The explanation of the offset of a member, element or byte. `Display` writes the output of `padstone explain`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The compiler.
    pub compiler: Compiler,
    /// The path, starting with the name of the buffer or struct.
    pub path: String,
    /// The type in the spelling of the language; `None` for padding.
    pub ty: Option<String>,
    /// Bytes from the start of the buffer or struct.
    pub offset: u64,
    /// The size in bytes; for a bit-field, that of its allocation unit, or 0 if it shares the preceding one.
    pub size: u64,
    /// For bit-fields, their bits, counted from the lowest bit at `offset`.
    pub bits: Option<Range<u32>>,
    /// The steps from the buffer to it; their bytes add up to its offset.
    pub steps: Vec<Step>,
    /// The declaration; for padding, that of its container.
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
    /// let mut ws = Workspace::new();
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
        let explanation = question.explain(&requested).map_err(|unknown| match unknown.ambiguity {
            Some(ambiguity) => Error { message: unknown.message, ..Error::ambiguous("", ambiguity) },
            None => Error { suggestions: unknown.suggestions, ..Error::new(ErrorKind::UnknownField, unknown.message) },
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
            bits: data.bits.map(|bits| bits.first..bits.first.saturating_add(bits.width)),
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

    /// Whether the path leads to bytes. Only the command line uses this.
    #[doc(hidden)]
    pub fn has_bytes(&self) -> bool {
        self.has_bytes
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
