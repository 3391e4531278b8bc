//! TypeScript programs.

use std::fmt::Write;
use std::path::PathBuf;

use padstone_read::emit::host::{AccessStep, ScalarAccess};

use super::{Program, Tool, assignments, buffers, length};

pub(crate) const TOOLS: &[Tool] = &[Tool {
    language: "typescript",
    style: "dataview",
    derives: &[],
    needs: &["esbuild", "node"],
    files,
    commands,
    has_half: true,
    has_aliases: false,
}];

fn files(tool: &Tool, programs: &[Program]) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> =
        programs.iter().enumerate().map(|(index, program)| (format!("p{index}.ts"), program.text.clone())).collect();
    let mut main = String::new();
    (0..programs.len()).for_each(|index| writeln!(main, "import * as p{index} from \"./p{index}\";").expect("text takes all"));
    main += WRITE;
    for (index, map) in buffers(programs).filter(|(_, map)| tool.has(map)) {
        let body = assignments(map, |place, tag| format!("write(x, {}, {}, {tag});", path(place), place.offset));
        let length = length(map);
        writeln!(
            main,
            "{{ const v = new DataView(new ArrayBuffer({} + 16)); const x = new p{index}.{}(v);\n{body}show(v, {length}); }}",
            map.size, map.name
        )
        .expect("text takes all");
    }
    files.push(("main.ts".into(), main));
    files
}

/// `[["lights", 1], ["color", 2]]`.
fn path(place: &ScalarAccess) -> String {
    let mut groups: Vec<String> = Vec::new();
    for step in &place.steps {
        match (step, groups.last_mut()) {
            (AccessStep::Field(name), _) => groups.push(format!("{name:?}")),
            (AccessStep::Index(index) | AccessStep::Peeled { index, .. }, Some(group)) => *group += &format!(", {index}"),
            _ => {}
        }
    }
    format!("[[{}]]", groups.join("], ["))
}

/// Accesses a scalar by getters, methods and typed arrays, and writes it.
const WRITE: &str = r#"
function write(start: any, path: any[][], offset: number, value: number) {
  let at = start;
  path.forEach(([name, ...indices], level) => {
    const member = at[name];
    const count = typeof member === "function" ? member.length : 0;
    const [outer, inner] = [indices.slice(0, count), indices.slice(count)];
    if (level < path.length - 1) { at = count > 0 ? at[name](...outer) : member; return; }
    if (at["set_" + name]) { at["set_" + name](...outer, typeof at[name](...outer) === "bigint" ? BigInt(value) : value); return; }
    const array = count > 0 ? at[name](...outer) : member;
    if (!ArrayBuffer.isView(array)) { at[name] = typeof array === "bigint" ? BigInt(value) : value; return; }
    const index = (offset - array.byteOffset) / (array as any).BYTES_PER_ELEMENT;
    if (!(index >= 0 && index < (array as any).length) || (inner.every((i) => i === 0) && index !== 0)) throw new Error(`${name}: ${index}`);
    (array as any)[index] = typeof (array as any)[index] === "bigint" ? BigInt(value) : value;
  });
}
function show(view: DataView, length: number) {
  console.log([...new Uint8Array(view.buffer, 0, length)].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
}
"#;

fn commands(files: &[PathBuf]) -> Vec<Vec<String>> {
    let main = files[files.len() - 1].display().to_string();
    vec![
        ["esbuild", &main, "--bundle", "--platform=node", "--log-level=error", "--outfile=main.js"].map(str::to_owned).to_vec(),
        vec!["node".into(), "main.js".into()],
    ]
}
