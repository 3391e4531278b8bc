//! A self-contained page: pictures with folding, a search, and a byte inspector.

use std::io::{self, Write};

use super::Picture;
use super::svg::{self, EscapedXml};
use crate::Settings;
use crate::buffer::OutputBuffer;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

pub(super) fn write(pictures: &[Picture], settings: Settings, out: &mut OutputBuffer<'_>) -> io::Result<()> {
    writeln!(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Layouts</title>")?;
    writeln!(out, "<style>{}{STYLE}</style>\n</head>\n<body class=\"padstone\">", svg::STYLE)?;
    writeln!(out, "{HEADER}")?;
    // All drawings use the hatching that the first one defines.
    writeln!(out, "<svg width=\"0\" height=\"0\" aria-hidden=\"true\">{}</svg>\n<main>", svg::HATCH)?;
    for picture in pictures {
        let (width, height) = svg::size(picture, settings.row_bytes);
        let bytes: Vec<String> = picture.drawings.iter().map(|drawing| format!("{} bytes", drawing.size)).collect();
        writeln!(
            out,
            "<details open>\n<summary><b>{}</b> <span>{}</span> <span>{}</span></summary>",
            EscapedXml(&picture.title),
            bytes.join(" | "),
            EscapedXml(&picture.place)
        )?;
        writeln!(
            out,
            "<div class=\"scroll\"><svg viewBox=\"0 0 {width} {height}\" style=\"min-width:{width}px;max-width:{}px\">",
            width * 2
        )?;
        svg::write_drawings(picture, settings, out)?;
        writeln!(out, "</svg></div>\n</details>")?;
    }
    writeln!(out, "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>")
}

const HEADER: &str = r#"<header>
<input id="search" type="search" placeholder="member, type or byte" aria-label="Search for a member, a type or a byte">
<button id="fold" type="button">fold all</button>
<output id="found"></output>
<div id="legend"><i class="float"></i>float <i class="half"></i>half <i class="double"></i>double <i class="int"></i>int <i class="uint"></i>uint <i class="bool"></i>bool <i class="pointer"></i>pointer <i class="rest"></i>more elements <i class="padding"></i>padding</div>
<aside id="inspector" aria-live="polite">Hover to inspect; click to pin.</aside>
</header>"#;
