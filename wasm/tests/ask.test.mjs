// The package answers what the command answers: everything that `padstone layout --format json` prints of a file stands in the
// package's answer, with the same value.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { Workspace, PadstoneError, initialize } = await import(new URL("../../target/wasm/package/index.js", import.meta.url));
// What is not loaded yet says so; a load that failed can be tried again.
assert.throws(() => new Workspace(), PadstoneError);
await assert.rejects(initialize(new URL("./no-such-file.wasm", import.meta.url)));
await initialize();

const SHADER = /\.(hlsl|slang|wgsl|glsl|vert|frag|comp|wesl)$/;

function files(folder) {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    return statSync(join(root, path)).isDirectory() ? files(path) : [path];
  });
}

/** What the command prints, or `undefined` where it prints nothing. */
function command(path) {
  try {
    const output = execFileSync("target/debug/padstone", ["layout", "--format", "json", path], { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    return JSON.parse(output);
  } catch (failed) {
    return failed.stdout?.length > 0 ? JSON.parse(failed.stdout) : undefined;
  }
}

/** Fails unless everything in `part` is in `whole`. */
function holds(whole, part, where) {
  if (Array.isArray(part)) {
    assert.equal(whole?.length, part.length, where);
    part.forEach((one, index) => holds(whole[index], one, `${where}[${index}]`));
  } else if (part !== null && typeof part === "object") {
    for (const [key, value] of Object.entries(part)) holds(whole?.[key], value, `${where}.${key}`);
  } else assert.equal(whole, part, where);
}

const examples = files("examples");

test("every example, as the command has it", () => {
  let [compared, layouts] = [0, 0];
  for (const path of examples.filter((path) => SHADER.test(path))) {
    const expected = command(path);
    if (!expected) continue;
    const workspace = new Workspace();
    // The command finds includes on the disk: here all files are given.
    for (const other of examples) workspace.setFile(other, readFileSync(join(root, other)).toString());
    const { version, ...answer } = workspace.layout(path, { positions: "utf8" });
    holds(answer.layouts, expected.layouts, path);
    compared += 1;
    layouts += expected.layouts.length;
  }
  assert.ok(compared > 20, `${compared} files`);
  console.log(`${compared} files, ${layouts} layouts`);
});

const declarations = readFileSync(new URL("../package/index.d.ts", import.meta.url)).toString();

/** The keys that an interface of the declarations has, and those of them that are always there. */
function declared(name) {
  const [, body] = declarations.match(new RegExp(`export interface ${name} \\{\\n(.*?)\\n\\}`, "s"));
  const keys = [...body.matchAll(/^  readonly (\w+)(\??):/gm)];
  return { all: new Set(keys.map(([, key]) => key)), required: keys.filter(([, , optional]) => !optional).map(([, key]) => key) };
}

test("the declarations name every key of every answer", () => {
  const seen = new Set();
  const check = (name, object, where) => {
    const { all, required } = declared(name);
    for (const key of Object.keys(object)) {
      assert.ok(all.has(key), `${name} does not declare \`${key}\` (${where})`);
      seen.add(`${name}.${key}`);
    }
    for (const key of required) assert.ok(key in object, `${name} declares \`${key}\`, which is not there (${where})`);
  };
  for (const path of examples.filter((path) => SHADER.test(path))) {
    const workspace = new Workspace();
    for (const other of examples) workspace.setFile(other, readFileSync(join(root, other)).toString());
    const { layouts = [], diagnostics = [], missing = [] } = workspace.layout(path);
    for (const layout of layouts) {
      check("Layout", layout, path);
      for (const member of layout.members) {
        check("Member", member, path);
        if (member.span) check("Place", member.span, path);
        if (member.reason) check("Reason", member.reason, path);
      }
      for (const padding of layout.paddingRows ?? []) check("Padding", padding, path);
    }
    for (const diagnostic of diagnostics) check("Diagnostic", diagnostic, path);
    for (const one of missing) check("Missing", one, path);
  }
  assert.ok(seen.size > 40, `${seen.size} keys`);
});

test("a file that is not there is missing, and a question that makes no sense is an error", () => {
  const workspace = new Workspace();
  workspace.setFile("a.hlsl", '#include "b.hlsli"\ncbuffer A { B b; };');
  assert.equal(workspace.missing("a.hlsl")[0].written, "b.hlsli");
  workspace.setFile("b.hlsli", "struct B { float3 a; };");
  assert.equal(workspace.layout("a.hlsl").layouts[0].members[1].path, "b.a");
  assert.throws(() => workspace.layout("a.hlsl", { compilers: ["dcx"] }), PadstoneError);
  assert.throws(() => workspace.ask("{"), PadstoneError);
});

test("places count units of UTF-16", () => {
  const workspace = new Workspace();
  workspace.setFile("a.hlsl", "/* 🎨 */ cbuffer A { float a; };");
  const { span } = workspace.layout("a.hlsl").layouts[0];
  assert.deepEqual([span.start, span.end], [17, 18]);
});

test("the module is small", () => {
  const bytes = readFileSync(new URL("../../target/wasm/package/padstone.wasm", import.meta.url));
  const small = brotliCompressSync(bytes).length;
  console.log(`padstone.wasm: ${bytes.length} bytes, ${small} in brotli`);
  assert.ok(small < 1_500_000);
});
