//! The styles of tables and explanations.

use std::fmt;

use anstyle::{AnsiColor, Effects, Style};

use crate::buffer::OutputBuffer;
use crate::diagnostics::TerminalColor;

/// The styles; without colors, all of them are plain.
#[derive(Clone, Copy)]
pub(crate) struct Styles {
    /// Names of buffers.
    pub(crate) title: Style,
    /// Column headings, and the lines of trees.
    pub(crate) faint: Style,
    /// Padding.
    pub(crate) padding: Style,
    /// A likely error.
    pub(crate) warning: Style,
    /// Results.
    pub(crate) strong: Style,
}

impl Styles {
    pub(crate) const fn new(color: TerminalColor) -> Styles {
        match color {
            TerminalColor::Never => {
                let plain = Style::new();
                Styles { title: plain, faint: plain, padding: plain, warning: plain, strong: plain }
            }
            TerminalColor::Ansi => Styles {
                title: AnsiColor::Cyan.on_default().effects(Effects::BOLD),
                faint: Style::new().effects(Effects::DIMMED),
                padding: AnsiColor::Yellow.on_default(),
                warning: AnsiColor::Red.on_default(),
                strong: Style::new().effects(Effects::BOLD),
            },
        }
    }
}

/// Text in a style.
pub(crate) struct Styled<T>(pub(crate) Style, pub(crate) T);

impl<T: fmt::Display> fmt::Display for Styled<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Styled(style, text) = self;
        write!(f, "{style}")?;
        text.fmt(f)?;
        write!(f, "{style:#}")
    }
}

impl OutputBuffer<'_> {
    /// Text in a style.
    pub(crate) fn styled(&mut self, style: Style, text: &str) {
        if style.is_plain() {
            return self.text(text);
        }
        self.text(&Styled(style, text).to_string());
    }
}
