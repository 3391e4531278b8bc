//! The GitHub action: runs its steps as the runner does.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::documents::Example;
use crate::packages::{VERSION, are_there, find};
use crate::scratch::{Scratch, printed, root};

/// A runner: an empty checkout, the files that steps write to, and a server with the release.
struct Runner {
    scratch: Scratch,
    inputs: BTreeMap<String, String>,
    outputs: BTreeMap<String, String>,
}

impl Runner {
    /// A runner whose inputs have their defaults.
    fn new(name: &str) -> Option<Runner> {
        if !are_there(&["bash", "curl", "sha256sum", "pre-commit"]) {
            return None;
        }
        let archive = find("padstone-", ".tar.gz")?;
        let scratch = Scratch::new(name);
        let release = scratch.path.join("server/padstone/padstone/releases/download").join(format!("v{VERSION}"));
        fs::create_dir_all(&release).expect("the folder can be made");
        // The release contains the program for musl, for which this machine may not be able to build.
        let processor = if cfg!(target_arch = "aarch64") { "aarch64" } else { "x86_64" };
        let released = format!("padstone-{VERSION}-{processor}-unknown-linux-musl.tar.gz");
        fs::copy(archive, release.join(&released)).expect("a copy");
        let sums = scratch.run("bash", &["-c", &format!("cd '{}' && sha256sum *", release.display())]);
        fs::write(release.join("SHA256SUMS"), sums).expect("the checksums can be written");
        fs::create_dir_all(scratch.path.join("temp")).expect("the folder can be made");
        let action = action();
        let inputs = action["inputs"].as_object().expect("inputs").iter();
        let default = |(name, input): (&String, &Value)| (name.clone(), input["default"].as_str().expect("a default").to_owned());
        let inputs = inputs.map(default).collect();
        Some(Runner { scratch, inputs, outputs: BTreeMap::new() })
    }

    /// The value of an expression.
    fn value(&self, expression: &str) -> String {
        match expression.split('.').collect::<Vec<_>>()[..] {
            ["inputs", name] => self.inputs[name].clone(),
            ["steps", step, "outputs", name] => self.outputs.get(&format!("{step}.{name}")).cloned().unwrap_or_default(),
            ["github", "server_url"] => format!("file://{}", self.scratch.path.join("server").display()).replace(' ', "%20"),
            ["github", "token"] => "a-token".into(),
            _ => panic!("unknown expression ${{{{ {expression} }}}}"),
        }
    }

    /// A text with the values of its expressions.
    fn filled(&self, text: &str) -> String {
        let mut parts = text.split("${{");
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (expression, rest) = part.split_once("}}").expect("an expression ends");
            filled += &self.value(expression.trim());
            filled += rest;
        }
        filled
    }

    /// Runs the steps until one fails. Returns whether all succeeded, and their output.
    fn run(&mut self) -> (bool, String) {
        let mut all = String::new();
        for step in action()["runs"]["steps"].as_array().expect("steps") {
            let name = step["name"].as_str().expect("a name");
            if let Some(condition) = step["if"].as_str() {
                let (left, right) = condition.split_once(" == ").expect("a comparison");
                if self.value(left) != right.trim_matches('\'') {
                    continue;
                }
            }
            assert_eq!(step["shell"], "bash", "{name}");
            let run = step["run"].as_str().expect("a command");
            // Text from an attacker would become a command.
            assert!(!run.contains("${{"), "{name}: an expression in a command");
            let files = self.scratch.path.join("temp");
            let mut environment: Vec<(String, String)> = step["env"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, value)| (name.clone(), self.filled(value.as_str().expect("a text"))))
                .collect();
            let text = |path: &Path| path.display().to_string();
            environment.push(("GITHUB_ACTION_PATH".into(), text(root())));
            environment.push(("GITHUB_OUTPUT".into(), text(&files.join("output"))));
            environment.push(("RUNNER_TEMP".into(), text(&files)));
            environment.push(("RUNNER_OS".into(), "Linux".into()));
            environment.push(("RUNNER_ARCH".into(), if cfg!(target_arch = "aarch64") { "ARM64" } else { "X64" }.into()));
            fs::write(files.join("output"), "").expect("the file can be written");
            let assigned: Vec<String> = environment.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let mut arguments: Vec<&str> = assigned.iter().map(String::as_str).collect();
            arguments.extend(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", run]);
            let output = self.scratch.output("env", &arguments);
            all += &printed(&output);
            for line in fs::read_to_string(files.join("output")).expect("the outputs").lines() {
                let (key, value) = line.split_once('=').expect("an assignment");
                self.outputs.insert(format!("{}.{key}", step["id"].as_str().expect("a step with outputs has an id")), value.to_owned());
            }
            if !output.status.success() {
                return (false, all);
            }
        }
        (true, all)
    }
}

/// The action as data. pre-commit depends on the module that reads YAML.
fn action() -> Value {
    let read = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))";
    let output = Command::new("python3").args(["-c", read]).arg(root().join("action.yml")).output().expect("Python starts");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", printed(&output)))
}

#[test]
fn the_page_annotates_and_writes_sarif() {
    let Some(mut runner) = Runner::new("page github") else { return };
    let example = Example::of("github");
    example.write_files(&runner.scratch);
    runner.inputs.insert("sarif".into(), "padstone.sarif".into());
    // `gh` sends the request to GitHub, which the test cannot reach.
    runner.inputs.insert("verify-attestation".into(), "false".into());
    let (succeeded, output) = runner.run();
    assert!(!succeeded && output.contains(example.output()), "{output}");
    let sarif = runner.value("steps.check.outputs.sarif");
    let sarif: Value = serde_json::from_str(&fs::read_to_string(sarif).expect("the file")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "P0308");

    // Without findings it succeeds, in a directory of the project and with arguments.
    runner.scratch.write("right/b.hlsl", "cbuffer B { float b; };\n");
    runner.inputs.insert("working-directory".into(), "right".into());
    runner.inputs.insert("arguments".into(), "--no-project b.hlsl --rules dxc".into());
    let (succeeded, output) = runner.run();
    assert!(succeeded && output.contains("checked 1 file"), "{output}");
}

#[test]
fn an_archive_with_another_checksum_is_not_unpacked() {
    for (name, sha256) in [("checksum of the input", Some("0".repeat(64))), ("checksum of the release", None)] {
        let Some(mut runner) = Runner::new(name) else { return };
        runner.inputs.insert("verify-attestation".into(), "false".into());
        if let Some(sha256) = sha256 {
            runner.inputs.insert("sha256".into(), sha256);
        } else {
            let release = format!("server/padstone/padstone/releases/download/v{VERSION}/SHA256SUMS");
            let wrong = runner.scratch.read(&release).replace(|c: char| c.is_ascii_digit(), "7");
            runner.scratch.write(&release, &wrong);
        }
        let (succeeded, output) = runner.run();
        assert!(!succeeded && output.contains("::error title=padstone::the checksum of"), "{output}");
        assert!(!runner.scratch.path.join("temp/padstone/bin").exists(), "it was unpacked");
    }
}

/// `gh` verifies the downloaded archive, and the action does not run a program that fails the verification.
#[test]
fn the_attestation_is_verified() {
    for (verdict, expected) in [("0", true), ("1", false)] {
        let Some(mut runner) = Runner::new(&format!("attestation {verdict}")) else { return };
        runner.scratch.write("bin/gh", &format!("#!/bin/sh\necho \"gh $* $GH_TOKEN\" >> asked\nexit {verdict}\n"));
        runner.scratch.run("chmod", &["+x", "bin/gh"]);
        let path = format!("{}:{}", runner.scratch.path.join("bin").display(), std::env::var("PATH").unwrap_or_default());
        runner.scratch.set("PATH", &path);
        runner.scratch.write("padstone.toml", "files = [\"*.hlsl\"]\n");
        runner.scratch.write("a.hlsl", "cbuffer A { float a; };\n");
        let (succeeded, output) = runner.run();
        let archive = runner.value("steps.install.outputs.archive");
        assert_eq!(runner.scratch.read("asked"), format!("gh attestation verify {archive} --repo padstone/padstone a-token\n"));
        assert!(succeeded == expected && output.contains("checked 1 file") == expected, "{output}");
    }
}
