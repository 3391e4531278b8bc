//! The machine-readable output is valid: diagnostics and changes against the published schemas, SARIF logs against the
//! objects of "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", annotations against what GitHub's own library writes.

#![allow(clippy::print_stdout, reason = "prints the counts")]

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::folder::Folder;
use crate::shaders::shaders;
use jsonschema::Validator;
use padstone_testing::{Oracle, report_unchecked, sampled};
use serde_json::{Value, json};

fn schema(folder: &Folder, name: &str) -> Validator {
    let text = folder.run(0, &["schema", name]).stdout;
    jsonschema::validator_for(&serde_json::from_slice(&text).expect("a schema is JSON")).expect("a schema is valid")
}

/// The schemas of a SARIF log.
struct Sarif {
    /// The objects that padstone writes (sections 3.13 to 3.57): their required properties, and the allowed values.
    written: Validator,
    /// The schema of OASIS, if it is installed.
    official: Option<Validator>,
}

impl Sarif {
    fn is_valid(&self, log: &Value) -> bool {
        self.written.is_valid(log) && self.official.as_ref().is_none_or(|official| official.is_valid(log))
    }
}

fn sarif() -> Sarif {
    let written = serde_json::from_str(include_str!("sarif.schema.json")).expect("it is JSON");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/oracles/sarif/package/lib/schemas/sarif-2.1.0-rtm.5.json");
    let official = match std::fs::read(path) {
        Ok(text) => {
            let mut schema: Value = serde_json::from_slice(&text).expect("it is JSON");
            // Only JavaScript reads a lone `]` in a pattern as a literal, and padstone declares no language.
            for definition in ["run", "toolComponent"] {
                let language = schema["definitions"][definition]["properties"]["language"].as_object_mut();
                language.expect("the rules have a pattern").remove("pattern");
            }
            Some(jsonschema::options().should_validate_formats(true).build(&schema).expect("it is a schema"))
        }
        Err(_) => {
            report_unchecked("SARIF logs compared with the schema of OASIS: it is not installed (`cargo xtask install`)", true);
            None
        }
    };
    Sarif { written: jsonschema::validator_for(&written).expect("it is a schema"), official }
}

fn validate(schema: &Validator, value: &Value, subject: &str) {
    let errors: Vec<_> = schema.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{subject}: {errors:#?}\n{value:#}");
}

/// Checks a log and its results; each must refer to a rule of the log.
fn check_sarif(schema: &Sarif, text: &[u8], subject: &str) -> usize {
    let log: Value = serde_json::from_slice(text).unwrap_or_else(|error| panic!("{subject}: {error}"));
    validate(&schema.written, &log, subject);
    schema.official.iter().for_each(|official| validate(official, &log, subject));
    let run = &log["runs"][0];
    let rules: Vec<&Value> = run["tool"]["driver"]["rules"].as_array().into_iter().flatten().map(|rule| &rule["id"]).collect();
    let results = run["results"].as_array().expect("results");
    for result in results {
        assert!(rules.contains(&&result["ruleId"]), "{subject}: {result}");
        let place = &result["locations"][0]["physicalLocation"]["region"];
        let ends = |line: &str, column: &str| (place[line].as_u64(), place[column].as_u64());
        assert!(ends("startLine", "startColumn") <= ends("endLine", "endColumn"), "{subject}: {result}");
    }
    results.len()
}

/// `::error file=a.hlsl,line=5::message`, with special characters escaped.
fn check_github(text: &str, subject: &str) -> usize {
    for line in text.lines() {
        let command = line.strip_prefix("::").and_then(|rest| rest.split_once("::"));
        let (command, message) = command.unwrap_or_else(|| panic!("{subject}: {line}"));
        let (kind, properties) = command.split_once(' ').unwrap_or((command, ""));
        assert!(["error", "warning", "notice"].contains(&kind) && !message.is_empty(), "{subject}: {line}");
        for property in properties.split(',') {
            let (name, value) = property.split_once('=').unwrap_or_else(|| panic!("{subject}: {line}"));
            assert!(["file", "line", "endLine", "col", "endColumn", "title"].contains(&name), "{subject}: {line}");
            assert!(!value.is_empty() && !value.contains([':', ',']), "{subject}: {line}");
        }
    }
    text.lines().count()
}

#[test]
fn messages_match_their_formats() {
    let folder = Folder::new("messages");
    let (message, sarif) = (schema(&folder, "message"), sarif());
    let mut count = 0;
    let shaders = shaders(&["hlsl", "slang", "comp", "frag", "vert", "wgsl"]);
    for shader in sampled(&shaders, 3) {
        let path = shader.to_str().expect("paths of this repository are UTF-8");
        let stderr_in = |format: &str| {
            let arguments = ["layout", path, "--rules", "auto", "--message-format", format, "-o", "/dev/null"];
            let output = Command::new(env!("CARGO_BIN_EXE_padstone")).args(arguments).current_dir(&folder.path).output();
            output.expect("padstone starts").stderr
        };
        let lines = String::from_utf8(stderr_in("json")).expect("JSON is UTF-8");
        for line in lines.lines() {
            let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}: {line}"));
            validate(&message, &line, path);
        }
        let github = check_github(&String::from_utf8(stderr_in("github")).expect("text"), path);
        let results = check_sarif(&sarif, &stderr_in("sarif"), path);
        assert!(results == lines.lines().count() && github == results, "{path}: {results} results, {github} annotations and\n{lines}");
        count += results;
    }
    println!("{count} messages of {} shaders", shaders.len());
    assert!(count > 50, "only {count} messages");
}

#[test]
fn the_schemas_reject_invalid_output() {
    let folder = Folder::new("message schemas");
    let message = schema(&folder, "message");
    let is_valid = |change: &dyn Fn(&mut Value)| {
        let place = json!({ "file": "a", "line": 1, "column": 1, "endLine": 1, "endColumn": 2, "start": 0, "end": 1 });
        let mut value = json!({ "code": "P0403", "name": "a-b", "severity": "error", "message": "no", "location": place });
        change(&mut value);
        message.is_valid(&value)
    };
    assert!(is_valid(&|_| {}));
    assert!(!is_valid(&|value| value["severity"] = json!("fatal")) && !is_valid(&|value| value["code"] = json!("E1")));
    assert!(!is_valid(&|value| value["location"]["line"] = json!(0)) && !is_valid(&|value| value["location"]["text"] = json!("")));
    let sarif = sarif();
    assert!(sarif.is_valid(&json!({ "version": "2.1.0", "runs": [{ "tool": { "driver": { "name": "a" } }, "results": [] }] })));
    assert!(!sarif.is_valid(&json!({ "version": "2.0.0", "runs": [] })));
    let result = |level: &str, uri: &str| {
        let location = json!({ "physicalLocation": { "artifactLocation": { "uri": uri } } });
        let result = json!({ "message": { "text": "no" }, "level": level, "locations": [location] });
        sarif.is_valid(&json!({ "version": "2.1.0", "runs": [{ "tool": { "driver": { "name": "a" } }, "results": [result] }] }))
    };
    assert!(result("note", "a%20b") && !result("info", "a") && !result("note", "a b"));
}

/// The formats of `padstone check` and `padstone diff`, for a project with every kind of error.
#[test]
fn findings_and_changes_match_their_formats() {
    let folder = Folder::new("findings and changes");
    let (message, diff, sarif) = (schema(&folder, "message"), schema(&folder, "diff"), sarif());
    let old = "cbuffer A { float3 tint; float fog; float4 lights[4]; };\ncbuffer B { float b; };\nTexture2D sky : register(t0);\n";
    let new =
        "cbuffer A { float2 tint; float mist; float4 lights[2]; bool on; };\ncbuffer C { float b; };\nTexture2D sky : register(t1);\n";
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\nrules = [\"dxc\", \"dxc-spirv\"]\n[lints]\nall = \"warn\"\n");
    folder.write("a b, c.hlsl", old);
    folder.run(0, &["check", "--accept", "--allow-warnings"]);
    folder.write("old.txt", old);
    folder.write("a b, c.hlsl", new);
    let stderr_in = |format: &str| folder.run(1, &["check", "--message-format", format]).stderr;
    let lines = String::from_utf8(stderr_in("json")).expect("JSON is UTF-8");
    for line in lines.lines() {
        validate(&message, &serde_json::from_str(line).expect("a line is JSON"), line);
    }
    let findings = lines.lines().count();
    assert!(findings >= 10, "{lines}");
    assert_eq!(check_github(&String::from_utf8(stderr_in("github")).expect("text"), "check"), findings);
    assert_eq!(check_sarif(&sarif, &stderr_in("sarif"), "check"), findings);

    let changed = |format: &str| folder.run(1, &["diff", "old.txt", "a b, c.hlsl", "--lang", "hlsl", "--format", format]).stdout;
    let document: Value = serde_json::from_slice(&changed("json")).expect("changes are JSON");
    validate(&diff, &document, "diff");
    // The same change for both targets is one finding, and so is a change with its consequences.
    let all = document["files"].as_array().into_iter().flatten().flat_map(|file| file["changes"].as_array().into_iter().flatten());
    let changes = all.map(|change| ["resource", "message", "line"].map(|key| change[key].to_string())).collect::<BTreeSet<_>>().len();
    let github = String::from_utf8(changed("github")).expect("text");
    let consequences = github.matches("as a consequence, ").count() + github.matches("; `").count();
    assert!(consequences > 0 && consequences < changes, "{github}");
    let changes = changes - consequences;
    let kinds = ["added", "removed", "shrunk", "moved", "retyped"];
    let text = document.to_string();
    assert!(kinds.iter().all(|kind| text.contains(&format!("\"kind\":\"{kind}\""))), "{document:#}");
    assert_eq!(check_github(&String::from_utf8(changed("github")).expect("text"), "diff"), changes);
    assert_eq!(check_sarif(&sarif, &changed("sarif"), "diff"), changes);
}

/// A file, the change in it, and its line and column.
type ReportedChange<'a> = (&'a str, &'a str, Option<(u64, u64)>);

/// The formats of `padstone diff` for two git revisions: each reports the same changes, at their positions in the later one.
#[test]
fn changes_of_revisions_match_their_formats() {
    if Oracle::find("git", "changes of revisions").is_none() {
        return;
    }
    let folder = Folder::new("changes of revisions");
    let (diff, sarif) = (schema(&folder, "diff"), sarif());
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=somebody", "-c", "user.email=somebody@example.com"]).args(arguments).current_dir(&folder.path);
        let output = git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").output().expect("git starts");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    let commit = |files: [(&str, &str); 3]| {
        files.into_iter().for_each(|(name, text)| folder.write(name, text));
        git(&["add", "."]);
        git(&["commit", "--quiet", "--message", "a change"]);
    };
    git(&["init", "--quiet"]);
    commit([
        ("padstone.toml", "files = [\"*.hlsl\", \"*.wgsl\"]\ninclude-dirs = [\"inc\"]\n"),
        ("inc/types.hlsli", "typedef float2 T;\n"),
        ("a b.hlsl", "#include \"types.hlsli\"\ncbuffer A { T tint; float fog; };\ncbuffer B { float b; };\n"),
    ]);
    commit([
        ("inc/types.hlsli", "typedef float3 T;\n"),
        ("a b.hlsl", "#include \"types.hlsli\"\n\ncbuffer A { T tint; float fog; };\n"),
        ("c.wgsl", "@group(0) @binding(0) var<uniform> c: vec4f;\n"),
    ]);
    // The working tree differs from both.
    folder.write("a b.hlsl", "\n\n\n\ncbuffer A { float4 other; };\n");
    let stderr_in = |format: &str| {
        let output = folder.run(1, &["diff", "HEAD~1", "HEAD", "--format", format]);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{format}");
        String::from_utf8(output.stdout).expect("text")
    };

    let expected: [ReportedChange<'_>; 5] = [
        ("a b.hlsl", "`B` was removed", None),
        ("a b.hlsl", "`A` grew from 12 to 16 bytes", Some((3, 9))),
        ("a b.hlsl", "`tint` is now `float3` instead of `float2`", Some((3, 15))),
        ("a b.hlsl", "`fog` moved from 8 to 12 because `tint` is now `float3`", Some((3, 27))),
        ("c.wgsl", "`c`, a uniform buffer at group 0, binding 0, was added", Some((1, 36))),
    ];
    let text = stderr_in("text");
    let change = |line: &'_ str| {
        line.trim_start()
            .split_once("  ")
            .filter(|(word, _)| ["breaks", "fits"].contains(word))
            .map(|(_, text)| text.trim_start().to_owned())
    };
    assert_eq!(text.lines().filter_map(change).collect::<Vec<_>>(), expected.map(|(_, text, _)| text), "{text}");

    let json: Value = serde_json::from_str(&stderr_in("json")).expect("JSON");
    validate(&diff, &json, "diff");
    let files = json["files"].as_array().into_iter().flatten();
    let in_json: Vec<_> = files
        .flat_map(|file| {
            let changes = file["changes"].as_array().into_iter().flatten();
            changes.map(|change| {
                let location = change["line"].as_u64().zip(change["column"].as_u64());
                (file["file"].as_str().unwrap_or_default(), change["message"].as_str().unwrap_or_default(), location)
            })
        })
        .collect();
    assert_eq!(in_json, expected, "{json:#}");

    // A change and its consequences are one finding.
    let expected = [expected[0], expected[2], expected[4]];
    let consequences = "as a consequence, `A` grew from 12 to 16 bytes; `fog` moved from 8 to 12 because `tint` is now `float3`";
    let github = stderr_in("github");
    assert_eq!(check_github(&github, "diff"), expected.len());
    assert!(github.contains(&format!("`float2`%0A{consequences}\n")), "{github}");
    for (line, (file, text, place)) in github.lines().zip(expected) {
        let position = place.map(|(line, column)| format!("file={file},line={line},endLine={line},col={column},"));
        let kind = if text.ends_with("was removed") { "::notice " } else { "::error " };
        assert!(line.starts_with(kind) && line.contains(text) && position.is_none_or(|position| line.contains(&position)), "{line}");
    }

    let log = stderr_in("sarif");
    assert_eq!(check_sarif(&sarif, log.as_bytes(), "diff"), expected.len());
    let log: Value = serde_json::from_str(&log).expect("JSON");
    for (result, (file, text, place)) in log["runs"][0]["results"].as_array().into_iter().flatten().zip(expected) {
        let position = &result["locations"][0]["physicalLocation"];
        let region = position["region"]["startLine"].as_u64().zip(position["region"]["startColumn"].as_u64());
        let named = position["artifactLocation"]["uri"].as_str().map(|uri| uri.replace("%20", " "));
        assert!(result["message"]["text"].as_str().is_some_and(|message| message.contains(text)), "{result:#}");
        assert!(region == place && named.as_deref() == place.map(|_| file), "{result:#}");
    }
}

/// Parses a line as a runner of GitHub Actions does: the kind, the properties and the unescaped text ("Workflow commands").
fn command(line: &str) -> (String, Vec<(String, String)>, String) {
    let unescaped = |text: &str, more: &[(&str, &str)]| {
        let all = [("%0D", "\r"), ("%0A", "\n")].iter().chain(more).fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        all.replace("%25", "%")
    };
    let (head, data) = line.strip_prefix("::").and_then(|rest| rest.split_once("::")).unwrap_or_else(|| panic!("{line}"));
    let (kind, properties) = head.split_once(' ').unwrap_or((head, ""));
    let property = |property: &str| {
        let (name, value) = property.split_once('=').unwrap_or_else(|| panic!("{line}"));
        (name.to_owned(), unescaped(value, &[("%3A", ":"), ("%2C", ",")]))
    };
    (kind.to_owned(), properties.split(',').map(property).collect(), unescaped(data, &[]))
}

/// GitHub's library for actions writes the same commands for the same texts.
fn check_toolkit(annotations: &str) {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/oracles/actions/package/lib");
    let purpose = "annotations compared with those of GitHub's @actions/core";
    if Oracle::find("node", purpose).is_none() {
        return;
    }
    if !std::path::Path::new(library).is_dir() {
        return report_unchecked(&format!("{purpose}: it is not installed (`cargo xtask install`)"), true);
    }
    let commands: Vec<Value> = annotations.lines().map(command).map(|(kind, properties, data)| json!([kind, properties, data])).collect();
    let script = format!(
        "const {{ issueCommand }} = require('{library}/command.js');
         const {{ toCommandProperties }} = require('{library}/utils.js');
         const known = Object.keys(toCommandProperties({{ title: '' }}));
         for (const [kind, properties, data] of JSON.parse(require('fs').readFileSync(0, 'utf8'))) {{
             const unknown = properties.filter(([name]) => !known.includes(name));
             if (unknown.length) throw new Error(`unknown: ${{unknown}}`);
             issueCommand(kind, Object.fromEntries(properties), data);
         }}"
    );
    let mut node = Command::new("node").args(["-e", &script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("node starts");
    let mut input = node.stdin.take().expect("it is a pipe");
    let writer = std::thread::spawn(move || input.write_all(Value::from(commands).to_string().as_bytes()).expect("node reads"));
    let output = node.wait_with_output().expect("node ends");
    writer.join().expect("it does not panic");
    let written = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success());
    for (ours, theirs) in annotations.lines().zip(written.lines()) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(annotations, written);
}

/// The diagnostics of every command in every format: the machine-readable ones agree, and their consumers accept them.
#[test]
fn messages_of_all_commands_match_their_formats() {
    let folder = Folder::new("messages of commands");
    let (message, sarif) = (schema(&folder, "message"), sarif());
    let (bad, wgsl, slang) = ("a b, 100%:c.hlsl", "bad.wgsl", "bad.slang");
    folder.write(
        bad,
        "cbuffer A { float3 a[2]; Missing b; float c : packoffset(c0); };\ncbuffer B { float x; float y : packoffset(c0.y); };\n",
    );
    folder.write("fine.hlsl", "cbuffer A { float3 a[2]; float b; };\n");
    folder.write(wgsl, "struct S { a: Missing, @size(2) b: f32 }\n@group(0) @binding(0) var<uniform> s: S;\n");
    folder.write(slang, "struct S { Missing a; float3 b; }\nConstantBuffer<S> s;\nTexture2D t : register(b0);\n");
    folder.write("broken.lock/padstone.toml", "files = [\"*.hlsl\"]\nnonsense = 1\n[[target]]\nname = \"a\"\nrules = \"nothing\"\n");
    folder.write("broken.lock/a.hlsl", "cbuffer A { float a; };\n");
    folder.write("hosts/padstone.toml", "files = []\n[[host]]\nlanguage = \"c\"\nfile = \"mine.h\"\nshader = \"../fine.hlsl\"\n");
    folder.write("hosts/mine.h", "int mine;\n");
    let (kinds, passes) = (folder.listed(&["emit"], "Commands:"), folder.listed(&["rewrite"], "Passes:"));
    let of_kinds = kinds.iter().map(|kind| {
        let more: &[&str] = if kind == "copy-plan" { &["--from", "dxc", "--to", "std140"] } else { &[] };
        [&["emit", kind, bad], more].concat()
    });
    let of_passes = passes.iter().map(|pass| {
        let more: &[&str] = if pass == "modernize" { &["--lang", "wgsl-2020"] } else { &[] };
        [&["rewrite", pass, wgsl], more].concat()
    });
    let (mut total, mut annotations) = (0, String::new());
    let rows = [
        (&["layout", bad][..], 2),
        (&["layout", wgsl, "--bodies"], 1),
        (&["layout", "missing.hlsl"], 1),
        (&["layout", "fine.hlsl", "--project", "broken.lock/padstone.toml"], 2),
        (&["explain", bad, "A.a"], 1),
        (&["compare", bad, "--rules", "dxc,std140"], 1),
        (&["reflect", slang], 1),
        (&["reflect", bad], 1),
        (&["optimize", bad, "A"], 1),
        (&["emit", "python", wgsl], 1),
        (&["emit", "split", slang], 1),
        (&["emit", "root-signature", slang], 2),
        (&["emit", "root-signature", "fine.hlsl", "--constants", "Nothing"], 1),
        (&["emit", "vulkan-layout", slang, "--as", "rust"], 2),
        (&["emit", "wgpu-layout", wgsl], 2),
        (&["emit", "cb-struct", bad, "--shader"], 1),
        (&["emit", "c", "fine.hlsl", "Nothing"], 1),
        (&["check", bad, "--no-project"], 2),
        (&["check", "--project", "hosts/padstone.toml"], 1),
        (&["check", "--project", "hosts/padstone.toml", "--write"], 1),
        (&["check", "broken.lock/a.hlsl"], 2),
        (&["check", "host", "fine.hlsl", "--struct", "A=fine.hlsl:A"], 1),
        (&["diff", "fine.hlsl", bad], 1),
    ];
    let rows = rows.into_iter().map(|(arguments, fewest)| (arguments.to_vec(), fewest));
    for (arguments, fewest) in rows.chain(of_kinds.chain(of_passes).map(|arguments| (arguments, 1))) {
        let stderr_in = |format: &str| {
            let output =
                folder.command(&arguments).args(["--message-format", format, "--color", "never"]).output().expect("padstone starts");
            assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stderr).expect("messages are text")
        };
        let lines = stderr_in("json");
        let found: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {line}"))).collect();
        found.iter().for_each(|found| validate(&message, found, &format!("{arguments:?}")));
        assert!(found.len() >= fewest, "{arguments:?}: {lines}");
        let github = stderr_in("github");
        assert_eq!(check_github(&github, &format!("{arguments:?}")), found.len(), "{arguments:?}");
        annotations.push_str(&github);
        for (line, found) in github.lines().zip(&found) {
            let (kind, properties, data) = command(line);
            let text = |value: &Value| value.as_str().map(str::to_owned);
            assert_eq!(kind, found["severity"].as_str().unwrap_or_default().replace("note", "notice"), "{line}");
            assert!(text(&found["message"]).is_some_and(|message| data.starts_with(&message)), "{line}: {found}");
            let file = properties.iter().find(|(name, _)| name == "file").map(|(_, value)| value.clone());
            assert_eq!(file, text(&found["location"]["file"]), "{line}");
        }
        let log = stderr_in("sarif");
        assert_eq!(check_sarif(&sarif, log.as_bytes(), &format!("{arguments:?}")), found.len(), "{arguments:?}");
        let log: Value = serde_json::from_str(&log).expect("JSON");
        let mut prints: Vec<&str> = Vec::new();
        for (result, found) in log["runs"][0]["results"].as_array().into_iter().flatten().zip(&found) {
            assert_eq!(result["ruleId"], found["code"], "{result:#}");
            let print = result["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap_or_default();
            assert!(!prints.contains(&print) && print.contains(':'), "{arguments:?}: {print} occurs twice");
            prints.push(print);
        }
        let text = stderr_in("text");
        assert!(
            found.iter().all(|found| text.contains(&format!("[{}]", found["code"].as_str().unwrap_or_default()))),
            "{arguments:?}: {text}"
        );
        total += found.len();
    }
    check_toolkit(&annotations);
    println!("{total} messages of all commands");
}

/// The fingerprint of a finding does not change when lines are added above it, and findings on equal lines have different ones.
#[test]
fn fingerprints_do_not_depend_on_lines() {
    let folder = Folder::new("fingerprints");
    let prints = |text: &str| -> Vec<String> {
        folder.write("a.hlsl", text);
        let log: Value = serde_json::from_slice(&folder.run(1, &["layout", "a.hlsl", "--message-format", "sarif"]).stderr).expect("JSON");
        let results = log["runs"][0]["results"].as_array().into_iter().flatten();
        results.map(|result| result["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let first = prints("static int n, m;\ncbuffer A {\n  float a[n];\n};\ncbuffer B {\n  float b[n];\n};\n");
    let moved = prints("// more\n\n\nstatic int n, m;\ncbuffer A {\n    float a[n];\n};\ncbuffer B {\n  float b[n];\n};\n");
    assert_eq!(first, moved);
    assert!(first.len() == 2 && first[0] != first[1], "{first:?}");
    assert_ne!(prints("static int n, m;\ncbuffer A {\n  float a[m];\n};\ncbuffer B {\n  float b[n];\n};\n")[0], first[0]);
}
