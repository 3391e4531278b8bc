// The package and the command give the same answers: everything that `padstone layout --format json` prints for a file is in the
// package's answer, with the same value.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { Workspace, PadstoneError, initialize } = await import(new URL("../../target/wasm/package/index.js", import.meta.url));
// A library that is not loaded throws an error; loading can be repeated after a failure.
assert.throws(() => new Workspace(), PadstoneError);
await assert.rejects(initialize(new URL("./no-such-file.wasm", import.meta.url)));
await initialize();

const program = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/padstone");
const SHADER = /\.(hlsl|slang|wgsl|glsl|vert|frag|comp|wesl)$/;

function files(folder) {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    return statSync(join(root, path)).isDirectory() ? files(path) : [path];
  });
}

/** The output of the command, or `undefined` if it prints nothing. */
function command(path) {
  try {
    const output = execFileSync(program, ["layout", "--format", "json", path], { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
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

test("every example matches the command", () => {
  let [compared, layouts] = [0, 0];
  for (const path of examples.filter((path) => SHADER.test(path))) {
    const expected = command(path);
    if (!expected) continue;
    const workspace = new Workspace();
    // The command finds includes on disk; here the test passes all files.
    for (const other of examples) workspace.setFile(other, readFileSync(join(root, other)).toString());
    const { version, ...answer } = workspace.layout(path, { positions: "utf8" });
    holds(answer.layouts, expected.layouts, path);
    compared += 1;
    layouts += expected.layouts.length;
  }
  assert.ok(compared > 20, `${compared} files`);
  console.log(`${compared} files, ${layouts} layouts`);
});

test("a missing file is listed, and an invalid request is an error", () => {
  const workspace = new Workspace();
  workspace.setFile("a.hlsl", '#include "b.hlsli"\ncbuffer A { B b; };');
  assert.equal(workspace.missing("a.hlsl")[0].written, "b.hlsli");
  workspace.setFile("b.hlsli", "struct B { float3 a; };");
  assert.equal(workspace.layout("a.hlsl").layouts[0].members[1].path, "b.a");
  assert.throws(() => workspace.layout("a.hlsl", { compilers: ["dcx"] }), PadstoneError);
  assert.throws(() => workspace.ask("{"), PadstoneError);
});

test("positions count UTF-16 code units", () => {
  const workspace = new Workspace();
  workspace.setFile("a.hlsl", "/* 🎨 */ cbuffer A { float a; };");
  const { span } = workspace.layout("a.hlsl").layouts[0];
  assert.deepEqual([span.start, span.end], [17, 18]);
});

test("the module for WGSL alone gives the same answers as the full one", async (context) => {
  // A program has one module, so the test loads the other module through another copy of the package.
  const copy = mkdtempSync(join(tmpdir(), "padstone-"));
  context.after(() => rmSync(copy, { recursive: true }));
  cpSync(fileURLToPath(new URL("../../target/wasm/package", import.meta.url)), copy, { recursive: true });
  const other = await import(pathToFileURL(join(copy, "wgsl.js")));
  await other.initialize();
  const [all, alone] = [new Workspace(), new other.Workspace()];
  const isAlone = (path) => path.endsWith(".wgsl") && !/^\s*(#|import\b|@if)/m.test(readFileSync(join(root, path), "utf8"));
  for (const path of examples.filter(isAlone)) {
    for (const workspace of [all, alone]) workspace.setFile(path, readFileSync(join(root, path)).toString());
    for (const ask of ["layout", "picture", "diagnostics", "missing"]) assert.deepEqual(alone[ask](path), all[ask](path), path);
    const compilers = ["wgsl", "naga", "std430"];
    assert.deepEqual(alone.compare(path, { compilers }), all.compare(path, { compilers }), path);
    for (const layout of all.layout(path).layouts) {
      assert.deepEqual(alone.at(path, layout.span.start), all.at(path, layout.span.start), path);
      // The full build also explains slots.
      const place = `${layout.name}.${layout.members.at(-1)?.path.replaceAll("[]", "[0]")}`.replace(".[", "[");
      if (layout.members.length > 0) assert.deepEqual(alone.explain(path, place).explanations, all.explain(path, place).explanations, `${path} ${place}`);
    }
  }
  // Functions that the declarations lack throw an error with that message; the requests above cover those that they have.
  const declared = readFileSync(join(copy, "wgsl.d.ts"), "utf8").match(/interface Workspace extends Pick<Complete, ([^>]*)>/)[1].match(/\w+/g);
  const methods = Object.getOwnPropertyNames(other.Workspace.prototype).filter((name) => name !== "constructor");
  const [path] = examples.filter(isAlone);
  const absent = methods.filter((name) => !declared.includes(name) && name !== "compare");
  assert.deepEqual(absent, ["reflect", "optimize", "emit"]);
  for (const name of absent) assert.throws(() => alone[name](path, ...(name === "reflect" ? [] : ["rust"])), (error) => error instanceof other.PadstoneError && error.message.startsWith(`this build has no \`${name}\``), name);
  alone.setFile("b.wgsl", "struct S { a: array<f32, 2> } @group(0) @binding(0) var<storage> b: S;");
  assert.throws(() => alone.compare("b.wgsl", { compilers: ["wgsl", "std140"], fix: true }), /this build has no `fix`/);
  alone.setFile("a.hlsl", "cbuffer A { float a; };");
  assert.match(alone.layout("a.hlsl").diagnostics[0].message, /this build does not read HLSL/);
  alone.setFile("c.wgsl", "import package::lighting::Light;");
  assert.match(alone.layout("c.wgsl").diagnostics[0].message, /this build does not read the imports/);
  assert.throws(() => alone.layout(path, { compilers: ["dxc"] }), /unknown compiler or rule set `dxc`; this build has only those for WGSL and GLSL/);
});

// Sizes in brotli. The recorded sizes have a margin of 5 %, so that the test fails when a size grows; the limit is the size that a page may load.
const SIZES = JSON.parse(readFileSync(new URL("./sizes.json", import.meta.url), "utf8"));
for (const [name, { recorded, limit }] of Object.entries(SIZES)) {
  test(`${name} is small`, { skip: process.env.PADSTONE_PUBLISHED ? false : "it is not the published module" }, () => {
    const bytes = readFileSync(new URL(`../../target/wasm/package/${name}`, import.meta.url));
    const size = brotliCompressSync(bytes).length;
    const change = ((size / recorded - 1) * 100).toFixed(1);
    console.log(`${name}: ${bytes.length} bytes, ${size} in brotli: ${change} % more than recorded, ${((size / limit) * 100).toFixed(1)} % of the limit`);
    assert.ok(size <= limit, `more than ${limit} bytes`);
    assert.ok(Math.abs(size - recorded) <= recorded * 0.05, `more than 5 % from the ${recorded} bytes in sizes.json`);
  });
}
