//! The schema of answers: the library's answers are valid under it, and the declarations of the JavaScript package are generated from it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use padstone::{Workspace, schema};
use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn schema() -> Value {
    let text = std::fs::read_to_string(root().join("schema/answer-v2.schema.json")).expect("the schema");
    serde_json::from_str(&text).expect("it is JSON")
}

/// `PADSTONE_OVERWRITE=1` writes them.
#[test]
fn declarations_match_the_schema() {
    let path = root().join("wasm/package/answers.d.ts");
    let expected = declarations(&schema());
    if std::env::var_os("PADSTONE_OVERWRITE").is_some() {
        std::fs::write(&path, &expected).expect("it can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{} differs from the schema: PADSTONE_OVERWRITE=1 writes it", path.display());
}

/// All definitions as TypeScript types.
fn declarations(schema: &Value) -> String {
    let mut out = String::from(
        "// The library's requests and answers. Written from schema/answer-v2.schema.json by a test (`facade::declarations`): change that.\n",
    );
    for (key, definition) in schema["$defs"].as_object().expect("definitions") {
        out.push('\n');
        documentation(definition, "", &mut out);
        let (name, ty) = (name(schema, key), type_of(schema, definition, ""));
        let is_interface = definition["type"] == "object";
        let _ = if is_interface { writeln!(out, "export interface {name} {ty}") } else { writeln!(out, "export type {name} = {ty};") };
    }
    let _ = write!(
        out,
        "\n/** An answer of the library. */\nexport type Answer = {};\n",
        type_of(schema, &json!({ "oneOf": schema["oneOf"] }), "")
    );
    out
}

/// The title of a definition, or its key with a capital letter.
fn name(schema: &Value, key: &str) -> String {
    let title = schema["$defs"][key]["title"].as_str();
    title.map_or_else(|| key[..1].to_ascii_uppercase() + &key[1..], str::to_owned)
}

fn documentation(node: &Value, indent: &str, out: &mut String) {
    if let Some(text) = node["description"].as_str() {
        let _ = writeln!(out, "{indent}/** {text} */");
    }
}

fn type_of(schema: &Value, node: &Value, indent: &str) -> String {
    let union = |types: &Value| -> String {
        types.as_array().into_iter().flatten().map(|one| type_of(schema, one, indent)).collect::<Vec<_>>().join(" | ")
    };
    if let Some(reference) = node["$ref"].as_str() {
        let path: Vec<&str> = reference.trim_start_matches("#/$defs/").split('/').collect();
        return match path[..] {
            [key] => name(schema, key),
            // A property of another definition.
            [key, "properties", property] => format!("{}[\"{property}\"]", name(schema, key)),
            _ => panic!("unknown reference {reference}"),
        };
    }
    if node.get("const").is_some() {
        return node["const"].to_string();
    }
    if let Some(values) = node["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if node.get("oneOf").is_some() {
        return union(&node["oneOf"]);
    }
    if let Value::Array(types) = &node["type"] {
        return types.iter().map(|one| type_of(schema, &json!({ "type": one }), indent)).collect::<Vec<_>>().join(" | ");
    }
    match node["type"].as_str() {
        Some("string") => "string".into(),
        Some("integer" | "number") => "number".into(),
        Some("boolean") => "boolean".into(),
        Some("null") => "null".into(),
        Some("array") if node.get("prefixItems").is_some() => format!("readonly [{}]", union(&node["prefixItems"]).replace(" | ", ", ")),
        Some("array") => {
            let element = type_of(schema, &node["items"], indent);
            if element.contains(" | ") || element.starts_with("readonly ") {
                format!("readonly ({element})[]")
            } else {
                format!("readonly {element}[]")
            }
        }
        Some("object") => object(schema, node, indent),
        _ => panic!("unknown schema {node}"),
    }
}

fn object(schema: &Value, node: &Value, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let mut out = String::from("{\n");
    let required = node["required"].as_array().map_or(&[][..], Vec::as_slice);
    for (key, property) in node["properties"].as_object().into_iter().flatten() {
        documentation(property, &inner, &mut out);
        let mark = if required.iter().any(|one| one == key) { "" } else { "?" };
        let _ = writeln!(out, "{inner}readonly {key}{mark}: {};", type_of(schema, property, &inner));
    }
    if node["additionalProperties"] == true {
        let _ = writeln!(out, "{inner}readonly [key: string]: unknown;");
    }
    out + indent + "}"
}

/// Every answer has only keys of the schema, and all required ones.
#[test]
fn every_answer_is_valid_under_the_schema() {
    let validator = jsonschema::validator_for(&schema()).expect("the schema is a schema");
    let folder = root().join("examples");
    let mut files = Vec::new();
    let mut folders = vec![folder.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            if entry.path().is_dir() { folders.push(entry.path()) } else { files.push(entry.path()) }
        }
    }
    files.sort();
    let mut workspace = Workspace::new();
    let mut names = Vec::new();
    for path in files {
        let name = path.strip_prefix(&folder).expect("it is in the folder").to_string_lossy().replace('\\', "/");
        if let Ok(text) = std::fs::read_to_string(&path) {
            workspace.set_file(&name, text);
            names.push(name);
        }
    }
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    let mut check = |request: Value| -> Option<Value> {
        let parsed = schema::Request::from_json(&request.to_string()).expect("a request");
        let answer: Value = serde_json::from_str(&schema::json(&schema::answer(&workspace, &parsed).ok()?)).expect("it is JSON");
        let errors: Vec<_> = validator.iter_errors(&answer).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{request}: {errors:#?}\n{answer:#}");
        *seen.entry(answer["answer"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
        Some(answer)
    };
    check(json!({ "ask": "compilers" }));
    for (index, name) in names.iter().enumerate() {
        let Some(layout) = check(json!({ "ask": "layout", "files": [name], "positions": "utf16" })) else { continue };
        for ask in ["reflect", "diagnostics", "missing", "picture"] {
            check(json!({ "ask": ask, "files": [name] }));
        }
        // Searches take seconds.
        let is_searched = index % 6 == 0;
        let pair = if name.ends_with("wgsl") { ["wgsl", "naga"] } else { ["std140", "std430"] };
        check(json!({ "ask": "compare", "files": [name], "compilers": pair, "fix": is_searched }));
        check(json!({ "ask": "emit", "files": [name], "output": "c" }));
        for layout in layout["layouts"].as_array().into_iter().flatten().take(3) {
            if is_searched {
                check(json!({ "ask": "optimize", "files": [name], "buffer": layout["name"] }));
            }
            let Some(member) = layout["members"].as_array().into_iter().flatten().next_back() else { continue };
            let path = format!("{}.{}", layout["name"].as_str().unwrap_or_default(), member["path"].as_str().unwrap_or_default());
            check(json!({ "ask": "explain", "files": [name], "path": path.replace("[]", "[0]") }));
            check(json!({ "ask": "at", "files": [name], "position": layout["source"]["start"] }));
            if member["source"]["file"] == json!(name) {
                check(json!({ "ask": "at", "files": [name], "position": member["source"]["start"] }));
            }
        }
    }
    let kinds: Vec<&str> = seen.keys().map(String::as_str).collect();
    let all = ["at", "compare", "compilers", "diagnostics", "emit", "explain", "layout", "missing", "optimize", "picture", "reflect"];
    assert_eq!(kinds, all, "{seen:?}");
}

/// The keys of a request are those that the library accepts.
#[test]
fn every_key_of_a_request_is_in_the_schema() {
    let error = schema::Request::from_json(r#"{ "no such key": 1 }"#).expect_err("there is no such key").to_string();
    // serde lists them: unknown field `…`, expected one of `ask`, `files`, …
    let (_, listed) = error.split_once("expected one of").expect("a list");
    let mut keys: Vec<&str> = listed.split('`').skip(1).step_by(2).collect();
    keys.sort_unstable();
    let schema = schema();
    let declared: Vec<&String> = schema["$defs"]["request"]["properties"].as_object().expect("properties").keys().collect();
    assert_eq!(declared, keys);
}
