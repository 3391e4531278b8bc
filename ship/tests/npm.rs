//! The npm packages, from a registry that contains only them.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::thread;

use serde_json::{Value, json};

use crate::documents::Example;
use crate::packages::{LAYOUT, SHADER, VERSION, are_there, find};
use crate::scratch::{Scratch, printed};

/// Starts a local registry with the packages, and returns its address. It ends with the process.
fn registry(scratch: &Scratch, packages: Vec<PathBuf>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let documents: Vec<(String, Value, Vec<u8>)> = packages.iter().map(|package| document(scratch, package, &address)).collect();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let documents = documents.clone();
            thread::spawn(move || answer(&stream, &documents));
        }
    });
    address
}

/// The name of a package, its metadata in the registry, and the package.
fn document(scratch: &Scratch, package: &PathBuf, address: &str) -> (String, Value, Vec<u8>) {
    let manifest = scratch.run("tar", &["-xzOf", package.to_str().expect("UTF-8"), "package/package.json"]);
    let mut manifest: Value = serde_json::from_str(&manifest).expect("a manifest");
    let name = manifest["name"].as_str().expect("a name").to_owned();
    manifest["dist"] = json!({ "tarball": format!("{address}/{name}.tgz") });
    let document = json!({ "name": name, "dist-tags": { "latest": VERSION }, "versions": { VERSION: manifest } });
    (name, document, fs::read(package).expect("the package"))
}

fn answer(mut stream: &TcpStream, documents: &[(String, Value, Vec<u8>)]) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let request = lines.next().unwrap_or_default();
    let path = request.split(' ').nth(1).unwrap_or("/").trim_start_matches('/').replace("%2f", "/").replace("%2F", "/");
    // The rest of the head; no request has a body.
    lines.by_ref().take_while(|line| !line.is_empty()).for_each(drop);
    let found = documents.iter().find_map(|(name, document, package)| match path.strip_prefix(&**name)? {
        "" => Some(document.to_string().into_bytes()),
        ".tgz" => Some(package.clone()),
        _ => None,
    });
    let (status, body) = found.map_or(("404 Not Found", b"{}".to_vec()), |body| ("200 OK", body));
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
    // A client may close the connection early.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body)).and_then(|()| stream.flush());
    let _ = stream.take(0).read(&mut []);
}

/// A directory in which npm uses only the registry with our packages.
fn scratch(name: &str, with_platform: bool) -> Option<Scratch> {
    if !are_there(&["node", "npm", "npx"]) {
        return None;
    }
    let main = find("padstone-cli-", &format!("cli-{VERSION}.tgz"))?;
    let platform = find("padstone-cli-", &format!("{}-{VERSION}.tgz", if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" }))?;
    let mut scratch = Scratch::new(name);
    let packages = if with_platform { vec![main, platform] } else { vec![main] };
    let address = registry(&scratch, packages);
    set_registry(&mut scratch, &address);
    Some(scratch)
}

fn set_registry(scratch: &mut Scratch, address: &str) {
    for (name, value) in
        [("registry", address), ("audit", "false"), ("fund", "false"), ("update_notifier", "false"), ("fetch_retries", "0")]
    {
        scratch.set(&format!("npm_config_{name}"), value);
    }
}

#[test]
fn the_page_installs_the_packages() {
    let Some(scratch) = scratch("page npm", true) else { return };
    Example::of("npm").check(&scratch);
    let manifest: Value = serde_json::from_str(&scratch.read("node_modules/@padstone/cli/package.json")).expect("a manifest");
    assert_eq!(manifest["scripts"], Value::Null, "no script runs at installation");
}

#[test]
fn the_page_of_the_library_installs_it() {
    if !are_there(&["node", "npm"]) {
        return;
    }
    let Some(library) = find("padstone-", &format!("{VERSION}.tgz")) else { return };
    let mut scratch = Scratch::new("page javascript");
    let address = registry(&scratch, vec![library]);
    set_registry(&mut scratch, &address);
    Example::of("javascript").check(&scratch);
}

#[test]
fn npx_installs_and_runs() {
    let Some(scratch) = scratch("npx", true) else { return };
    scratch.write("x.wgsl", SHADER);
    let printed = scratch.run("npx", &["--yes", "--ignore-scripts", "@padstone/cli", "layout", "x.wgsl"]);
    assert!(printed.contains(LAYOUT), "{printed}");
}

/// The launcher passes on the exit code and both outputs of the program.
#[test]
fn the_launcher_passes_arguments_and_exit_codes() {
    let Some(scratch) = scratch("launcher", true) else { return };
    scratch.run("npm", &["install", "--ignore-scripts", "@padstone/cli"]);
    scratch.write("wrong.wgsl", "struct S { a: nothing }\n");
    let output = scratch.output("npx", &["padstone", "layout", "wrong.wgsl", "--structs"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing"), "{}", printed(&output));
    assert_eq!(scratch.output("npx", &["padstone", "no-such-command"]).status.code(), Some(2));
}

#[test]
fn a_platform_without_a_package_is_reported() {
    let Some(scratch) = scratch("no platform", false) else { return };
    scratch.run("npm", &["install", "--ignore-scripts", "@padstone/cli"]);
    let output = scratch.output("npx", &["padstone", "--version"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(printed(&output).contains("is not installed") && printed(&output).contains("--omit=optional"), "{}", printed(&output));
}
