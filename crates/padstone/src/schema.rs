//! Requests and responses as JSON, version 2: for web pages, packages and languages other than Rust.
//!
//! ```
//! use padstone::{Workspace, schema};
//!
//! let mut ws = Workspace::new();
//! ws.set_file("sky.hlsl", "cbuffer Sky { float2 wind; float3 sun; }");
//! let request = schema::Request::from_json(r#"{ "ask": "layout", "files": ["sky.hlsl"], "compilers": ["dxc"] }"#)?;
//! let answer = schema::json(&schema::answer(&ws, &request)?);
//! assert!(answer.contains(r#""path":"sun","type":"float3","offset":16"#));
//! # Ok::<(), padstone::Error>(())
//! ```

mod features;
mod forms;
mod json;
mod request;

use crate::{
    At, Comparison, Compiler, Diagnostics, Encoding, Error, ErrorKind, Explanation, Input, Layouts, Missing, Options, Position, Unit,
    Workspace,
};

pub use features::{ExplainedSlots, Fixed};
pub use request::{FilePosition, PositionEncoding, Query, Request};

/// An answer, which [`json`] writes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Response {
    /// The unit of positions.
    pub positions: PositionEncoding,
    /// The answer.
    pub answer: Answer,
    /// The diagnostics of the source, under all compilers of the request.
    pub diagnostics: Diagnostics,
    /// The files that were not found.
    pub missing: Vec<Missing>,
}

/// The answer to each [`Query`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// Layouts under each compiler.
    Layout(Vec<Layouts>),
    /// Explanations of an offset, one for each compiler; and of the slots of a parameter.
    Explain(Vec<Explanation>, Vec<ExplainedSlots>),
    /// The item at a position; `None` if it has no layout.
    At(Option<At>),
    /// A comparison of layouts; and the edits after which they match, if requested.
    Compare(Box<Comparison>, Option<Fixed>),
    /// The order of members with the smallest size.
    #[cfg(feature = "edits")]
    Optimize(crate::Optimum),
    /// A program, under each compiler.
    #[cfg(feature = "reflection")]
    Reflect(Vec<crate::Reflection>),
    /// An output and its text.
    #[cfg(feature = "outputs")]
    Emit(crate::Output, crate::Emitted),
    /// Only diagnostics.
    Diagnostics,
    /// The missing files, and all requested paths.
    Missing(Vec<crate::Dependency>),
    /// A picture, as SVG.
    Picture(String),
    /// All compilers.
    Compilers(Vec<Compiler>),
}

impl Response {
    /// A response with an answer that was not computed by [`answer`].
    pub fn new(answer: Answer, positions: PositionEncoding, diagnostics: Diagnostics, missing: Vec<Missing>) -> Response {
        Response { positions, answer, diagnostics, missing }
    }
}

/// Answers a request about the files of a workspace.
///
/// # Errors
/// The request is invalid, or names a file, compiler or buffer that does not exist.
pub fn answer(workspace: &Workspace, request: &Request) -> Result<Response, Error> {
    if request.ask == Query::Compilers {
        // The request refers to no file.
        let answer = Answer::Compilers(Compiler::all().collect());
        return Ok(Response::new(answer, request.positions, Diagnostics::default(), Vec::new()));
    }
    let mut options = Options::from_args(&request.args)?;
    if let Some(language) = &request.language {
        options.language = Some(crate::options::named(language)?);
    }
    let files: Vec<&str> = request.files.iter().map(String::as_str).collect();
    let input = if request.separate { Input::separate(files) } else { Input::from(&files[..]) };
    let unit = workspace.unit(input, &options)?;
    let compilers = compilers(&unit, request)?;
    let mut diagnostics = Diagnostics::default();
    let answer = match request.ask {
        Query::Layout => {
            let all: Vec<Layouts> = compilers.iter().map(|by| unit.layout(by)).collect();
            all.iter().for_each(|layouts| diagnostics.add(&layouts.diagnostics()));
            Answer::Layout(all)
        }
        Query::Explain => {
            let path = required(request.path.as_ref(), "path")?;
            let (bytes, slots) = features::explain(&unit, path, &compilers, &mut diagnostics)?;
            Answer::Explain(bytes, slots)
        }
        Query::At => {
            let position = position(*required(request.position.as_ref(), "position")?, request.positions);
            let by: Vec<&Compiler> = compilers.iter().collect();
            let file = request.file.clone().unwrap_or_else(|| unit.file().path().to_owned());
            diagnostics.add(&unit.diagnostics());
            Answer::At(unit.at_in(&file, position, &by))
        }
        Query::Compare => {
            let comparison = unit.compare(&compilers.iter().collect::<Vec<_>>());
            diagnostics.add(&comparison.diagnostics);
            let fixed = if request.fix && !comparison.agrees() { Some(features::fix(&comparison)?) } else { None };
            Answer::Compare(Box::new(comparison), fixed)
        }
        Query::Optimize => {
            diagnostics.add(&unit.diagnostics());
            features::optimize(&unit, required(request.buffer.as_ref(), "buffer")?, &compilers, request)?
        }
        Query::Reflect => features::reflect(&unit, &compilers, &mut diagnostics)?,
        Query::Emit => features::emit(&unit, &compilers, request, &mut diagnostics)?,
        Query::Diagnostics => {
            compilers.iter().for_each(|by| diagnostics.add(&unit.layout(by).diagnostics()));
            Answer::Diagnostics
        }
        Query::Missing => {
            diagnostics.add(&unit.diagnostics());
            Answer::Missing(unit.dependencies())
        }
        Query::Picture => {
            let by: Vec<&Compiler> = compilers.iter().collect();
            by.iter().for_each(|by| diagnostics.add(&unit.layout(by).diagnostics()));
            let lines = request.first_line.unwrap_or(0)..request.end_line.unwrap_or(u64::MAX);
            Answer::Picture(unit.picture_lines(request.buffer.as_deref(), &by, request.row_bytes.unwrap_or(16), lines)?)
        }
        Query::Compilers => Answer::Compilers(Compiler::all().collect()),
    };
    Ok(Response { positions: request.positions, answer, diagnostics, missing: missing(&unit, &compilers) })
}

/// The files that at least one of the compilers does not find: DXC for SPIR-V defines `__spirv__`, and may include other files.
pub fn missing(unit: &Unit, compilers: &[Compiler]) -> Vec<Missing> {
    let mut all = unit.missing();
    for dependency in compilers.iter().flat_map(|by| unit.under(by).missing()) {
        if !all.contains(&dependency) {
            all.push(dependency);
        }
    }
    all
}

/// An answer as JSON.
pub fn json(response: &Response) -> String {
    json::write(response)
}

/// The compilers of the request; without any, the language's default compiler.
fn compilers(unit: &Unit, request: &Request) -> Result<Vec<Compiler>, Error> {
    if request.compilers.is_empty() {
        return Ok(vec![unit.compiler()]);
    }
    let named = |name: &String| if name == "auto" { Ok(unit.compiler()) } else { Compiler::named(name) };
    request.compilers.iter().map(named).collect()
}

/// A position in the unit of the request.
fn position(place: FilePosition, positions: PositionEncoding) -> Position {
    match (place, positions) {
        (FilePosition::Offset(byte), PositionEncoding::Utf8) => Position::Byte(byte),
        (FilePosition::Offset(unit), PositionEncoding::Utf16) => Position::Utf16(unit),
        (FilePosition::Line { line, column }, PositionEncoding::Utf8) => Position::Line { line, column, encoding: Encoding::Utf8 },
        (FilePosition::Line { line, column }, PositionEncoding::Utf16) => Position::Line { line, column, encoding: Encoding::Utf16 },
    }
}

fn required<'r, T>(value: Option<&'r T>, key: &str) -> Result<&'r T, Error> {
    value.ok_or_else(|| Error::new(ErrorKind::Request, format!("the request lacks `{key}`")))
}
