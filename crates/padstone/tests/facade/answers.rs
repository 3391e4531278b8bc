//! Responses as JSON.

use padstone::{Workspace, schema};
use serde_json::{Value, json};

const SKY: &str = "// 🌤\n#include \"sun.hlsli\"\ncbuffer Sky { float2 wind; float3 sun; struct { float a; } s[2]; }\n";

/// The response to a request about files.
pub(crate) fn ask(files: &[(&str, &str)], request: Value) -> Value {
    let mut workspace = Workspace::new();
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
fn layouts_have_padding_reasons_and_locations() {
    let layout = |key: &str, value: Value| {
        let mut request = json!({ "ask": "layout", "files": ["sky.hlsl"], "compilers": ["dxc"], "positions": "utf16" });
        request[key] = value;
        request
    };
    let request = layout("ask", json!("layout"));
    check(request.clone(), "/version", json!(2));
    check(request.clone(), "/layouts/0/members/0/offset", json!(0));
    check(request.clone(), "/layouts/0/members/1/paddingBefore", json!(8));
    check(request.clone(), "/layouts/0/members/1/scalar", json!("f32"));
    check(request.clone(), "/layouts/0/members/1/components", json!(3));
    check(request.clone(), "/layouts/0/members/1/reason/cause", json!("new_register"));
    check(request.clone(), "/layouts/0/members/1/source", json!({ "file": "sky.hlsl", "start": 63, "end": 66 }));
    check(request.clone(), "/layouts/0/members/1/span", json!({ "file": "sky.hlsl", "start": 61, "end": 64 }));
    check(request.clone(), "/layouts/0/members/1/typeSpan", json!({ "file": "sky.hlsl", "start": 54, "end": 60 }));
    check(request.clone(), "/layouts/0/paddingRows/0/offset", json!(8));
    check(request.clone(), "/layouts/0/paddingRows/0/reason/text", json!("`sun` (12 bytes) would straddle the 16-byte boundary at 16"));
    check(request.clone(), "/diagnostics/0/code", json!("P0101"));
    check(request.clone(), "/diagnostics/0/span", json!({ "file": "sky.hlsl", "start": 15, "end": 26 }));
    check(request, "/missing/0/tried", json!(["sun.hlsli"]));
    check(layout("args", json!(["-spirv"])), "/layouts/0/profile", json!("dxc"));
    check(layout("compilers", json!([])), "/layouts/0/profile", json!("dxc"));
    check(layout("compilers", json!(["dcx"])), "/error", json!("unknown compiler or rule set `dcx`; a similar name exists: `dxc`"));
    check(layout("args", json!(["-G"])), "/error", json!("`-G` is an option for GLSL; the input is HLSL"));
    check(layout("files", json!(["sky.txt"])), "/error", json!("cannot infer the language of `sky.txt`; pass `--lang`"));
    check(layout("files", json!(["moon.hlsl"])), "/missing/0/tried", json!(["moon.hlsl"]));
}

/// The stored scalar depends on the rules and options: `min16float` takes 4 bytes in a cbuffer of DXC, 2 with `-enable-16bit-types`.
#[test]
fn members_have_the_scalars_that_are_stored() {
    let check = |source: &str, args: &[&str], expected: &[Value]| {
        let request = json!({ "ask": "layout", "files": ["a.hlsl"], "compilers": ["dxc"], "args": args });
        let answer = ask(&[("a.hlsl", source)], request);
        let members = answer["layouts"][0]["members"].as_array().expect("members");
        let shape = |member: &Value| {
            let keys = ["scalar", "components", "rows", "columns"];
            Value::Object(keys.iter().filter_map(|&key| Some((key.to_owned(), member.get(key)?.clone()))).collect())
        };
        assert_eq!(members.iter().map(shape).collect::<Vec<_>>(), expected, "{source}");
    };
    let matrix = json!({ "scalar": "f32", "rows": 2, "columns": 3 });
    check("cbuffer C { float2x3 a[2]; };", &[], &[json!({}), matrix]);
    check("cbuffer C { bool a; min16int2 b; };", &[], &[json!({ "scalar": "bool32" }), json!({ "scalar": "i32", "components": 2 })]);
    let wide = ["-enable-16bit-types", "-T", "ps_6_2"];
    check("cbuffer C { min16float a; };", &[], &[json!({ "scalar": "f32" })]);
    check("cbuffer C { min16float a; };", &wide, &[json!({ "scalar": "f16" })]);
    check("enum M : uint64_t { A }; cbuffer C { M a; };", &["-T", "ps_6_2"], &[json!({ "scalar": "u64" })]);
    check("struct S { float a; }; cbuffer C { S a; };", &[], &[json!({}), json!({ "scalar": "f32" })]);
}

/// A buffer of one value has no members: its type and representation are next to its size.
#[test]
fn buffers_of_one_value_have_their_content() {
    let check = |ty: &str, expected: Value| {
        let source = format!("struct S {{ a: f32 }} @group(0) @binding(0) var<storage> b: {ty};");
        let answer = ask(&[("a.wgsl", &source)], json!({ "ask": "layout", "files": ["a.wgsl"], "compilers": ["wgsl"] }));
        assert_eq!(answer["layouts"][0].get("content").cloned().unwrap_or_default(), expected, "{ty}");
    };
    check("u32", json!({ "type": "u32", "scalar": "u32" }));
    check("vec3f", json!({ "type": "vec3<f32>", "scalar": "f32", "components": 3 }));
    let matrix = json!({ "scalar": "f32", "rows": 3, "columns": 2, "matrixStride": 16, "majorness": "column", "type": "mat2x3<f32>" });
    check("mat2x3f", matrix);
    check("array<vec3f, 4>", json!({ "type": "array<vec3<f32>, 4>", "count": 4 }));
    check("array<f32>", json!({ "type": "array<f32>", "count": null }));
    check("S", Value::Null);
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
    check(json!({ "ask": "explain", "files": ["sky.hlsl"] }), "/error", json!("the request lacks `path`"));
}

#[test]
fn missing_files_are_listed_with_the_includes_that_request_them() {
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

#[test]
fn at_returns_the_layouts_of_the_declaration_at_a_position() {
    let request = |position: Value, compilers: &[&str]| json!({ "ask": "at", "files": ["sky.hlsl"], "position": position, "compilers": compilers, "positions": "utf16" });
    let text: Vec<u16> = SKY.encode_utf16().collect();
    let index_of = |word: &str| {
        let word: Vec<u16> = word.encode_utf16().collect();
        json!(text.windows(word.len()).position(|part| part == word).expect("a word of the text"))
    };
    let compilers = &["dxc", "dxc-spirv-scalar"];
    check(request(index_of("sun;"), compilers), "/name", json!("sun"));
    check(request(index_of("sun;"), compilers), "/span", json!({ "file": "sky.hlsl", "start": 61, "end": 64 }));
    check(request(index_of("sun;"), compilers), "/uses/1/offset", json!(8));
    check(request(index_of("sun;"), compilers), "/uses/0/paddingBefore", json!(8));
    check(request(json!({ "line": 2, "column": 35 }), compilers), "/uses/0/reason/cause", json!("new_register"));
    check(request(index_of("float3 sun"), compilers), "/span", json!({ "file": "sky.hlsl", "start": 54, "end": 60 }));
    check(request(index_of("Sky {"), compilers), "/uses/0/size", json!(52));
    check(request(index_of("Sky {"), compilers), "/kind", json!("buffer"));
    check(request(index_of(" float3 sun"), compilers), "/kind", json!("padding"));
    check(
        request(index_of(" float3 sun"), compilers),
        "/uses",
        json!([{
            "profile": "dxc", "buffer": "Sky", "kind": "cbuffer", "rules": "dx-cbuffer", "offset": 8, "size": 8,
            "reason": {
                "cause": "new_register", "text": "`sun` (12 bytes) would straddle the 16-byte boundary at 16",
                "rule": "HLSL packing rules for constant variables; DXC 1.9, measured",
            },
        }]),
    );
    // A member of an array of structs.
    check(request(index_of("a; }"), compilers), "/uses/0/path", json!("s[].a"));
    check(request(index_of("a; }"), compilers), "/uses/0/offset", json!(32));
    check(request(json!(0), compilers), "/uses", json!([]));
    check(request(json!(100_000), compilers), "/uses", json!([]));
}

#[test]
fn comparisons_have_reasons_and_a_repair() {
    let compare = |fix: bool| json!({ "ask": "compare", "files": ["w.hlsl"], "compilers": ["dxc", "dxc-spirv-scalar"], "fix": fix });
    let files = [("w.hlsl", "cbuffer W { float2 a; float3 b; }")];
    let answer = ask(&files, compare(true));
    assert_eq!(answer["agrees"], json!(false));
    assert_eq!(answer["compared"][0]["sides"][1], json!({ "profile": "dxc-spirv-scalar", "rules": "scalar", "size": 20 }));
    assert_eq!(answer["compared"][0]["parted"][0]["places"][1]["offset"], json!(8));
    assert_eq!(answer["compared"][0]["parted"][0]["places"][0]["reason"]["cause"], json!("new_register"));
    let change = &answer["repair"]["change"][0];
    let edited = String::from(&files[0].1[..change["span"]["start"].as_u64().unwrap() as usize])
        + change["text"].as_str().unwrap()
        + &files[0].1[change["span"]["end"].as_u64().unwrap() as usize..];
    let second = ask(&[("w.hlsl", &edited)], compare(false));
    assert_eq!((second["agrees"].clone(), second.get("repair")), (json!(true), None), "{edited}");
}

#[test]
fn optimize_emit_and_picture_have_answers() {
    let optimize = json!({ "ask": "optimize", "files": ["w.hlsl"], "buffer": "W" });
    let answer = ask(&[("w.hlsl", "cbuffer W { float a; float4 b; float c; }")], optimize);
    assert_eq!(answer["sides"], json!([{ "profile": "dxc", "before": 36, "after": 24 }]));
    assert_eq!((&answer["order"], &answer["proved"]), (&json!(["b", "a", "c"]), &json!(true)));

    let emit = json!({ "ask": "emit", "files": ["sky.hlsl"], "output": "svg", "compilers": ["dxc"] });
    let picture = ask(&[("sky.hlsl", "cbuffer W { float a; }")], emit);
    assert!(picture["text"].as_str().is_some_and(|text| text.starts_with("<svg")), "{picture}");
    let emit = json!({ "ask": "emit", "files": ["sky.hlsl"], "output": "rust", "settings": [["typse", "glam"]] });
    check(emit, "/error", json!("output `rust` has no setting `typse`; a similar name exists: `types`"));

    let files = [("sky.slang", "struct Sky { float3 to; Texture2D clouds; }; ParameterBlock<Sky> day;")];
    let reflect = |compiler: &str| json!({ "ask": "reflect", "files": ["sky.slang"], "compilers": [compiler] });
    let places = |compiler: &str| ask(&files, reflect(compiler))["parameters"][0]["slots"][1]["place"].clone();
    assert_eq!(places("slang-spirv"), json!({ "set": 0, "binding": 1 }));
    assert_eq!(places("slang-2026/hlsl"), json!({ "class": "t", "register": 0, "space": 0 }));
    assert_eq!(ask(&files, reflect("dxc"))["error"], json!("`dxc` has no program layout for Slang"));
    assert_eq!(ask(&files, reflect("slang-spirv"))["version"], json!(2));
}

/// Whether a document contains all values of another. Lists must have equal lengths.
fn contains(all: &Value, part: &Value, position: &str) {
    match (all, part) {
        (Value::Object(all), Value::Object(part)) => part.iter().for_each(|(key, value)| {
            let position = format!("{position}/{key}");
            contains(all.get(key).unwrap_or_else(|| panic!("{position} is missing")), value, &position);
        }),
        (Value::Array(all), Value::Array(part)) => {
            assert_eq!(all.len(), part.len(), "{position}");
            all.iter().zip(part).enumerate().for_each(|(index, (all, part))| contains(all, part, &format!("{position}/{index}")));
        }
        _ => assert!(position == "/version" || all == part, "{position}: {all} and {part}"),
    }
}

#[test]
fn version_2_has_all_of_version_1() {
    let source = |path: &str, text: &str, compilers: &[&str]| {
        let request = json!({ "ask": "layout", "files": [path], "compilers": compilers });
        let answer = ask(&[(path, text)], request);
        let mut workspace = Workspace::new();
        workspace.set_file(path, text);
        let unit = workspace.unit(path, &padstone::Options::default()).unwrap();
        let format = padstone_read::emit::FORMATS.iter().find(|format| format.name == "json").unwrap();
        let settings = padstone_read::emit::Settings {
            color: padstone_read::emit::diagnostics::TerminalColor::Never,
            row_bytes: 16,
            lines: padstone_read::emit::DrawnLines::ALL,
            structs: false,
        };
        let (mut writer, mut out) = ((format.writer)(settings), Vec::new());
        for name in compilers {
            let layouts = unit.layout(&padstone::Compiler::named(name).unwrap());
            let read = layouts.unit().inner();
            let bindings = read.bind(&padstone_read::bind::binding_rules::DXC, &padstone_read::bind::Options::default());
            let listing = padstone_read::emit::Listing {
                file: path,
                sources: &read.sources,
                module: &read.module,
                layouts: layouts.inner(),
                bindings: &bindings,
            };
            writer.listing(&listing, &mut out).unwrap();
        }
        writer.finish(&mut out).unwrap();
        let before: Value = serde_json::from_slice(&out).unwrap();
        contains(&answer, &before, "");
        assert!(before["layouts"].as_array().is_some_and(|all| !all.is_empty()), "{before}");
    };
    source("sky.hlsl", &SKY.replace("#include \"sun.hlsli\"\n", ""), &["dxc", "fxc"]);
    source(
        "bits.hlsl",
        "struct B { uint a : 3; uint b : 9; float2x3 m[2]; }; StructuredBuffer<B> b; cbuffer C { B c[3]; float d; }",
        &["dxc"],
    );
    source("half.hlsl", "cbuffer C { float a; Unknown b; float c; } cbuffer D { float e; }", &["dxc"]);
}

/// Files that only one compiler reads are listed too: DXC for SPIR-V defines `__spirv__`.
#[test]
fn files_included_for_one_compiler_are_listed_and_located() {
    let source = "#ifdef __spirv__\n#include \"vk.hlsli\"\n#endif\ncbuffer A { float a; };";
    let request = |ask: &str| json!({ "ask": ask, "files": ["a.hlsl"], "compilers": ["dxc", "dxc-spirv"], "positions": "utf16" });
    let answer = ask(&[("a.hlsl", source)], request("layout"));
    assert_eq!(answer.pointer("/missing/0/written"), Some(&json!("vk.hlsli")), "{answer:#}");
    let answer = ask(&[("a.hlsl", source), ("vk.hlsli", "/* 🌤 */ cbuffer B { float b; };")], request("layout"));
    let b = answer["layouts"].as_array().and_then(|all| all.iter().find(|one| one["name"] == "B")).expect("B has a layout");
    assert_eq!(b["span"], json!({ "file": "vk.hlsli", "start": 17, "end": 18 }), "{answer:#}");
}

#[test]
fn compilers_are_listed_without_a_file() {
    let answer = ask(&[], json!({ "ask": "compilers" }));
    let names: Vec<&str> = answer["compilers"].as_array().into_iter().flatten().filter_map(|one| one["name"].as_str()).collect();
    assert!(names.contains(&"dxc") && names.contains(&"naga"), "{answer:#}");
}

#[test]
fn picture_rows_have_4_to_256_bytes() {
    let picture = |bytes: u64| json!({ "ask": "picture", "files": ["sky.hlsl"], "buffer": "Sky", "rowBytes": bytes });
    let emit = |bytes: &str| json!({ "ask": "emit", "files": ["sky.hlsl"], "output": "svg", "settings": [["row-bytes", bytes]] });
    let wrong = |bytes: u64| json!(format!("expected a multiple of 4 from 4 to 256 bytes per row of a picture, found {bytes}"));
    for bytes in [0, 6, 260, u64::MAX] {
        check(picture(bytes), "/error", wrong(bytes));
        check(emit(&bytes.to_string()), "/error", wrong(bytes));
    }
    assert!(ask(&[("sky.hlsl", SKY)], picture(8))["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
}

/// The parts of a picture are those of the whole, line by line.
#[test]
fn pictures_can_be_drawn_in_parts() {
    let picture = |first: u64, end: u64| {
        let request = json!({ "ask": "picture", "files": ["sky.hlsl"], "buffer": "Sky", "firstLine": first, "endLine": end });
        ask(&[("sky.hlsl", SKY)], request)["svg"].as_str().expect("a picture").to_owned()
    };
    let is_of_row = |line: &&str| line.starts_with("<g class=\"cell ") || line.starts_with("<text class=\"gutter\"");
    let rows = |svg: &str| svg.lines().filter(is_of_row).map(str::to_owned).collect::<Vec<_>>();
    let frame = |svg: &str| svg.lines().filter(|line| !is_of_row(line)).map(str::to_owned).collect::<Vec<_>>();
    let complete = picture(0, u64::MAX);
    let (first, rest) = (picture(0, 1), picture(1, 100));
    assert!(!rows(&first).is_empty() && !rows(&rest).is_empty());
    assert_eq!([rows(&first), rows(&rest)].concat(), rows(&complete));
    assert_eq!(frame(&first), frame(&complete));
    for (first, end) in [(5, 5), (1, 0), (u64::MAX, 0)] {
        assert_eq!(picture(first, end).lines().collect::<Vec<_>>(), frame(&complete), "lines {first} to {end}");
    }
}

/// A file under two sets of options is read twice, by searches for edits too.
#[test]
fn repairs_read_a_file_once_for_each_set_of_options() {
    let mut workspace = Workspace::new();
    workspace.set_file("a.hlsl", "#ifdef WIDE\n#define T float4\n#else\n#define T float3\n#endif\ncbuffer A { T a; float b; };");
    let buffer =
        |options: padstone::Options| workspace.unit("a.hlsl", &options).unwrap().layout(&padstone::compiler::DXC).buffer("A").unwrap();
    let (narrow, wide) = (buffer(padstone::Options::default()), buffer(padstone::Options::default().with_define("WIDE", None)));
    assert_eq!((narrow.field("b").unwrap().offset, wide.field("b").unwrap().offset), (12, 16));
    let repair = padstone::Comparison::of(&[narrow, wide]).fix();
    // If both shared one reading, the search would find no difference.
    assert!(!repair.change.edits.is_empty() || !repair.unrepaired.is_empty(), "{repair}");
}

/// If code has other strides than reflection, the distance between the two differs from element to element.
#[test]
fn elements_are_read_with_the_strides_of_code() {
    let mut workspace = Workspace::new();
    workspace.set_file(
        "a.slang",
        "struct E { float a; [[vk::offset(48)]] float b; }\nstruct O { E e[2]; float z; }\nStructuredBuffer<O> s;\nConstantBuffer<O> c;",
    );
    let unit = workspace.unit("a.slang", &padstone::Options::default()).unwrap();
    let layout = unit.layout(&padstone::compiler::SLANG_SPIRV);
    let (elements, constants) = (layout.buffer("s").unwrap(), layout.buffer("c").unwrap());
    let read = |buffer: &padstone::Buffer, path: &str| {
        let field = buffer.field(path).unwrap();
        (field.offset, field.read_offset)
    };
    // The offsets of code are those of the SPIR-V of libslang 2026.12: stride 52 for `E`, 108 for `O`; in constant buffers 64.
    assert_eq!((elements.stride, elements.read_stride), (Some(20), Some(108)));
    assert_eq!(elements.field("e").unwrap().read_stride, Some(52));
    assert_eq!(read(&elements, "e[1].b"), (12, Some(100)));
    assert_eq!(read(&elements, "e[1].a"), (8, Some(52)));
    assert_eq!(read(&constants, "e[1].b"), (20, Some(112)));
    assert_eq!(read(&constants, "e[0].a"), (0, None));
}

/// Namespaces, or the kind, select one of several buffers and structs of a name.
#[test]
fn names_select_one_buffer_or_struct() {
    let mut workspace = Workspace::new();
    let text = "namespace a { cbuffer Pass { float x; } } namespace b { cbuffer Pass { float2 y; } } struct Fog { float3 color; }; cbuffer Fog { Fog fog; }";
    workspace.set_file("a.hlsl", text);
    let unit = workspace.unit("a.hlsl", &padstone::Options::default()).unwrap();
    let layout = unit.layout(&padstone::compiler::DXC);
    for (name, size) in [("a::Pass", 4), ("b::Pass", 8), ("struct Fog", 12), ("cbuffer Fog", 12)] {
        assert_eq!(layout.buffer(name).unwrap().size, size, "{name}");
    }
    for (name, names) in [("Pass", ["a::Pass", "b::Pass"]), ("Fog", ["cbuffer Fog", "struct Fog"])] {
        let error = layout.buffer(name).unwrap_err();
        assert_eq!((error.kind, &error.suggestions[..]), (padstone::ErrorKind::AmbiguousBuffer, &names.map(String::from)[..]));
        assert_eq!(unit.explain(name, &padstone::compiler::DXC).unwrap_err().kind, padstone::ErrorKind::AmbiguousBuffer);
    }
    // A comparison is of the passed buffers, whatever their names.
    let [one, two] = ["a::Pass", "b::Pass"].map(|name| layout.buffer(name).unwrap());
    assert!(!padstone::Comparison::of(&[one.clone(), two]).agrees());
    assert!(padstone::Comparison::of(&[one.clone(), one]).agrees());
}
