//! Questions and answers as JSON, version 2: for pages, packages and languages other than Rust.
//!
//! ```
//! use padstone::{Workspace, schema};
//!
//! let mut ws = Workspace::default();
//! ws.set_file("sky.hlsl", "cbuffer Sky { float2 wind; float3 sun; }");
//! let request = schema::Request::from_json(r#"{ "ask": "layout", "files": ["sky.hlsl"], "compilers": ["dxc"] }"#)?;
//! let answer = schema::json(&schema::answer(&ws, &request)?);
//! assert!(answer.contains(r#""path":"sun","type":"float3","offset":16"#));
//! # Ok::<(), padstone::Error>(())
//! ```

mod json;
mod request;

use crate::{Compiler, Diagnostics, Error, ErrorKind, Explanation, Input, Layouts, Missing, Options, Unit, Workspace};

pub use request::{Ask, Positions, Request};

/// An answer, which [`json`] writes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Response {
    /// What positions count.
    pub positions: Positions,
    /// The answer.
    pub answer: Answer,
    /// What there is to say about the source, under all compilers that were asked about.
    pub diagnostics: Diagnostics,
    /// The files that were not found.
    pub missing: Vec<Missing>,
}

/// The answer to each [`Ask`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// Layouts under each compiler.
    Layout(Vec<Layouts>),
    /// Why something has its offset, under each compiler.
    Explain(Vec<Explanation>),
    /// Diagnostics alone.
    Diagnostics,
    /// The missing files, and all that were asked for.
    Missing(Vec<crate::Dependency>),
    /// A picture, as SVG.
    Picture(String),
    /// All compilers and rule sets.
    Compilers(Vec<Compiler>),
}

/// Answers a request about the files of a workspace.
///
/// # Errors
/// The request makes no sense, or names something that is not there.
pub fn answer(workspace: &Workspace, request: &Request) -> Result<Response, Error> {
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
        Ask::Layout => {
            let all: Vec<Layouts> = compilers.iter().map(|by| unit.layout(by)).collect();
            all.iter().for_each(|layouts| diagnostics.extend(layouts.diagnostics()));
            Answer::Layout(all)
        }
        Ask::Explain => {
            let path = said(request.path.as_ref(), "path")?;
            let all = compilers.iter().map(|by| unit.explain(path, by)).collect::<Result<Vec<_>, Error>>()?;
            all.iter().for_each(|one| diagnostics.extend(one.diagnostics.clone()));
            Answer::Explain(all)
        }
        Ask::Diagnostics => {
            compilers.iter().for_each(|by| diagnostics.extend(unit.layout(by).diagnostics()));
            Answer::Diagnostics
        }
        Ask::Missing => {
            diagnostics.extend(unit.diagnostics());
            Answer::Missing(unit.dependencies())
        }
        Ask::Picture => {
            let by: Vec<&Compiler> = compilers.iter().collect();
            by.iter().for_each(|by| diagnostics.extend(unit.layout(by).diagnostics()));
            Answer::Picture(unit.picture(request.buffer.as_deref(), &by, request.row_bytes.unwrap_or(16))?)
        }
        Ask::Compilers => Answer::Compilers(Compiler::all().collect()),
    };
    Ok(Response { positions: request.positions, answer, diagnostics, missing: unit.missing() })
}

/// An answer as JSON.
pub fn json(response: &Response) -> String {
    json::write(response)
}

/// The compilers that are asked about; without any, that of the language.
fn compilers(unit: &Unit, request: &Request) -> Result<Vec<Compiler>, Error> {
    if request.compilers.is_empty() {
        return Ok(vec![unit.compiler()]);
    }
    let named = |name: &String| if name == "auto" { Ok(unit.compiler()) } else { Compiler::named(name) };
    request.compilers.iter().map(named).collect()
}

fn said<'r, T>(value: Option<&'r T>, key: &str) -> Result<&'r T, Error> {
    value.ok_or_else(|| Error::new(ErrorKind::Request, format!("the request needs `{key}`")))
}
