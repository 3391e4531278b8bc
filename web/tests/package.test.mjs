// Packs and installs the package `padstone` as a user does, runs its examples, and measures the sizes of its files.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { publint } from "publint";
import { formatMessage } from "publint/utils";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const PACKAGE = path("../../target/wasm/package");
const DIST = path("../dist");

test("publint finds nothing", async () => {
  const { messages, pkg } = await publint({ pkgDir: PACKAGE, strict: true });
  assert.deepEqual(messages.map((one) => formatMessage(one, pkg)), []);
});

test("the examples of the package page run after installation", () => {
  const folder = mkdtempSync(join(tmpdir(), "padstone-"));
  try {
    const run = (name, ...parameters) => execFileSync(name, parameters, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    const packed = run("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder, PACKAGE).trim();
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    run("npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", join(folder, packed));
    const blocks = [...readFileSync(join(PACKAGE, "README.md"), "utf8").matchAll(/```js\n(.*?)```/gs)].map(([, block]) => block);
    writeFileSync(join(folder, "page.js"), blocks.join("\n"));
    // The page writes the expected output of a line after `// `.
    const expected = blocks.flatMap((block) => [...block.matchAll(/^(?:.*console\.log\(.*\);)?(?: |\n)?\/\/ (\[.*\])$/gm)].map(([, text]) => text));
    assert.deepEqual(run("node", "page.js").trim().split("\n"), expected);
    assert.ok(expected.length >= 2);
    // Imports for readers with type checking.
    writeFileSync(join(folder, "types.ts"), `import { Workspace, type Layout, type Member } from "padstone";
import { Workspace as Small, initialize } from "padstone/wgsl";
import { view } from "padstone/view";
await initialize();
const layout: Layout | undefined = new Workspace().layout("a.hlsl", { compilers: ["dxc"] }).layouts[0];
const member: Member | undefined = layout?.members[0];
if (layout) view(layout, new ArrayBuffer(16)).set("a", member?.offset ?? 0);
// @ts-expect-error: unknown request
new Workspace().compare("a.hlsl", { fixx: true });
new Small().compare("a.wgsl", { compilers: ["wgsl", "std140"] }).compared.map((one) => one.name);
// @ts-expect-error: the build for WGSL alone has no host structs
new Small().emit("a.wgsl", "rust");
// @ts-expect-error: nor fixes
new Small().compare("a.wgsl", { fix: true });
`);
    run(path("../node_modules/.bin/tsc"), "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "types.ts");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The size of a file in bytes, compressed as servers do it. */
const compressed = (file) => brotliCompressSync(readFileSync(file)).length;

function files(folder) {
  return readdirSync(folder).map((name) => join(folder, name)).flatMap((file) => (statSync(file).isDirectory() ? files(file) : [file]));
}

test("the page with its module is small", { skip: process.env.PADSTONE_PUBLISHED ? false : "it is not the published module" }, () => {
  const most = 2_000_000;
  const bytes = files(DIST).map(compressed).reduce((sum, one) => sum + one, 0);
  console.log(`the page with its module: ${bytes} bytes in brotli, ${((bytes / most) * 100).toFixed(1)} % of ${most}`);
  // As for the modules, 5% of the limit stay free.
  assert.ok(bytes <= most * 0.95);
});
