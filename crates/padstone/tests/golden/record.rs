//! The lines of a file of recordings, described in `tests/golden/README.md`.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

/// One shader, compiled one way.
pub(crate) struct Record {
    pub(crate) id: String,
    pub(crate) source: String,
    mode: String,
    /// The name of the file, whose extension specifies the GLSL stage.
    pub(crate) file: String,
    /// DXC's command line.
    pub(crate) flags: Vec<String>,
    pub(crate) buffers: Vec<Value>,
    /// The first error, if the compiler rejects the shader.
    pub(crate) error: Option<String>,
    /// The line of the error in tint or glslang.
    line: Option<u32>,
    /// Expressions and the offset that the generated code loads for them.
    pub(crate) reads: Vec<(String, u64)>,
}

impl Record {
    /// The profile of the mode.
    pub(crate) fn profile(&self) -> &'static str {
        match self.mode.as_str() {
            "wgsl" => "wgsl",
            "auto" => "glslang",
            "dxil" => "dxc",
            "spirv" => "dxc-spirv",
            "spirv-dx" => "dxc-spirv-dx",
            "spirv-gl" => "dxc-spirv-gl",
            "spirv-scalar" => "dxc-spirv-scalar",
            "fxc" => "fxc",
            "fxc-9" => "fxc-9",
            other => panic!("{}: mode {other}", self.id),
        }
    }

    /// Whether DXC crashed.
    pub(crate) fn is_no_answer(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.contains("compiler crashed") || error.contains("did not finish"))
    }

    /// The line of the error; DXC writes `name.hlsl:3:14: error: …`.
    pub(crate) fn error_line(&self) -> Option<u32> {
        self.line.or_else(|| self.error.as_ref()?.split_once(".hlsl:")?.1.split(':').next()?.parse().ok())
    }
}

/// All lines of a file.
pub(crate) fn records(file: &str) -> Vec<Record> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a line is a JSON object")).collect();
    let sources: HashMap<&str, &str> = lines.iter().filter_map(|line| Some((line["id"].as_str()?, line["source"].as_str()?))).collect();
    lines.iter().map(|line| record(line, &sources)).collect()
}

fn record(line: &Value, sources: &HashMap<&str, &str>) -> Record {
    let text = |key: &str| line[key].as_str().map(str::to_owned);
    let list = |key: &str| line[key].as_array().cloned().unwrap_or_default();
    let source_id = line["source_id"].as_str().or(line["id"].as_str()).expect("a line has an id");
    Record {
        id: text("id").expect("a line has an id"),
        source: sources[source_id].to_owned(),
        mode: text("mode").expect("a line has a mode"),
        file: text("file").unwrap_or_default(),
        flags: list("flags").iter().map(|flag| flag.as_str().expect("a flag is text").to_owned()).collect(),
        buffers: list("buffers"),
        error: text("error"),
        line: line["errorAt"][0].as_u64().map(|line| line.try_into().expect("a line number")),
        reads: list("reads").iter().map(|read| serde_json::from_value(read.clone()).expect("[expression, offset]")).collect(),
    }
}
