//! Answers as JSON.

use padstone::{Workspace, schema};
use serde_json::{Value, json};

const SKY: &str = "// 🌤\n#include \"sun.hlsli\"\ncbuffer Sky { float2 wind; float3 sun; struct { float a; } s[2]; }\n";

/// The answer to a request about files.
pub(crate) fn ask(files: &[(&str, &str)], request: Value) -> Value {
    let mut workspace = Workspace::default();
    files.iter().for_each(|(path, text)| workspace.set_file(path, *text));
    let request = schema::Request::from_json(&request.to_string()).expect("a request");
    match schema::answer(&workspace, &request) {
        Ok(response) => serde_json::from_str(&schema::json(&response)).expect("an answer is JSON"),
        Err(error) => json!({ "error": error.to_string() }),
    }
}

#[track_caller]
fn check(request: Value, pointer: &str, expected: Value) {
    let answer = ask(&[("sky.hlsl", SKY)], request);
    assert_eq!(answer.pointer(pointer), Some(&expected), "{pointer} of {answer:#}");
}

#[test]
fn layouts_have_padding_reasons_and_places() {
    let layout = |key: &str, value: Value| {
        let mut request = json!({ "ask": "layout", "files": ["sky.hlsl"], "compilers": ["dxc"], "positions": "utf16" });
        request[key] = value;
        request
    };
    let all = layout("ask", json!("layout"));
    check(all.clone(), "/version", json!(2));
    check(all.clone(), "/layouts/0/members/0/offset", json!(0));
    check(all.clone(), "/layouts/0/members/1/paddingBefore", json!(8));
    check(all.clone(), "/layouts/0/members/1/reason/cause", json!("new_register"));
    check(all.clone(), "/layouts/0/members/1/source", json!({ "file": "sky.hlsl", "start": 63, "end": 66 }));
    check(all.clone(), "/layouts/0/members/1/span", json!({ "file": "sky.hlsl", "start": 61, "end": 64 }));
    check(all.clone(), "/layouts/0/members/1/typeSpan", json!({ "file": "sky.hlsl", "start": 54, "end": 60 }));
    check(all.clone(), "/layouts/0/paddingRows/0/offset", json!(8));
    check(all.clone(), "/layouts/0/paddingRows/0/reason/text", json!("`sun` (12 bytes) would straddle the 16-byte boundary at 16"));
    check(all.clone(), "/diagnostics/0/code", json!("P0101"));
    check(all.clone(), "/diagnostics/0/span", json!({ "file": "sky.hlsl", "start": 15, "end": 26 }));
    check(all, "/missing/0/tried", json!(["sun.hlsli"]));
    check(layout("args", json!(["-spirv"])), "/layouts/0/profile", json!("dxc"));
    check(layout("compilers", json!([])), "/layouts/0/profile", json!("dxc"));
    check(layout("compilers", json!(["dcx"])), "/error", json!("unknown compiler or rule set `dcx`; a similar name exists: `dxc`"));
    check(layout("args", json!(["-G"])), "/error", json!("`-G` is an option for GLSL; the input is HLSL"));
    check(layout("files", json!(["sky.txt"])), "/error", json!("cannot infer the language of `sky.txt`; pass `--lang`"));
    check(layout("files", json!(["moon.hlsl"])), "/missing/0/tried", json!(["moon.hlsl"]));
}

#[test]
fn explanations_have_steps_and_other_compilers() {
    let explain = |path: &str| json!({ "ask": "explain", "files": ["sky.hlsl"], "path": path });
    check(
        explain("Sky.sun"),
        "/explanations/0/steps/0",
        json!({
            "part": ".sun", "adds": 16, "without": 8,
            "reason": {
                "cause": "new_register",
                "text": "`wind` ends at 8; `sun` (12 bytes) would straddle the 16-byte boundary at 16",
                "rule": "HLSL packing rules for constant variables; DXC 1.9, measured",
            },
        }),
    );
    check(explain("Sky.sun"), "/explanations/0/elsewhere/0/offset", json!(16));
    check(explain("Sky.snu"), "/error", json!("`Sky` has no member `snu`; a similar name exists: `sun`"));
    check(json!({ "ask": "explain", "files": ["sky.hlsl"] }), "/error", json!("the request needs `path`"));
}

#[test]
fn what_is_missing_is_listed_with_what_was_asked_for() {
    let missing = json!({ "ask": "missing", "files": ["sky.hlsl"], "args": ["-I", "inc"] });
    check(
        missing.clone(),
        "/missing/0",
        json!({
            "written": "sun.hlsli", "span": { "file": "sky.hlsl", "start": 17, "end": 28 }, "tried": ["sun.hlsli", "inc/sun.hlsli"],
        }),
    );
    check(missing, "/dependencies/1", json!({ "path": "sun.hlsli", "found": false }));
    check(json!({ "ask": "diagnostics", "files": ["sky.hlsl"] }), "/diagnostics/0/helps", json!(["pass its directory with `-I`"]));
}
