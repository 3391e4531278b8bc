//! The files of the command line and their languages.

use padstone::model::Language;

use crate::files::STDIN;

/// A file to read.
pub(crate) struct Input {
    /// Its path, as it was given; `<stdin>` for standard input.
    pub(crate) path: String,
    pub(crate) language: Language,
}

impl Input {
    /// A file of the command line, in the language that was asked for or else the one that its extension tells.
    pub(crate) fn new(path: &str, lang: Option<&str>) -> Result<Input, String> {
        let language = match lang {
            Some(name) => named(name).ok_or_else(|| format!("`--lang {name}`: expected hlsl, slang, glsl, wgsl or wgsl-2020"))?,
            None if path == STDIN.0 => Language::Hlsl,
            None => by_extension(path).ok_or_else(|| format!("the extension of `{path}` tells no language: give it with --lang"))?,
        };
        let path = if path == STDIN.0 { STDIN.1 } else { path };
        Ok(Input { path: path.to_owned(), language })
    }
}

fn named(name: &str) -> Option<Language> {
    Some(match name {
        "hlsl" => Language::Hlsl,
        "slang" => Language::Slang,
        "glsl" => Language::Glsl,
        "wgsl" => Language::Wgsl,
        "wgsl-2020" => Language::Wgsl2020,
        _ => return None,
    })
}

fn by_extension(path: &str) -> Option<Language> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let (_, extension) = name.rsplit_once('.')?;
    Some(match extension.to_ascii_lowercase().as_str() {
        "hlsl" | "hlsli" | "fx" | "fxh" | "usf" | "ush" | "cginc" | "compute" => Language::Hlsl,
        "slang" => Language::Slang,
        "glsl" | "vert" | "frag" | "comp" | "geom" | "tesc" | "tese" | "mesh" | "task" | "rgen" | "rint" | "rahit" | "rchit" | "rmiss"
        | "rcall" | "vs" | "fs" => Language::Glsl,
        "wgsl" => Language::Wgsl,
        _ => return None,
    })
}
