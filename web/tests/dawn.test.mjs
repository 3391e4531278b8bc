// `padstone/view` writes generated structs, and shaders read them: on Dawn, the implementation of WebGPU in Chrome, with Chromium's
// software driver, SwiftShader. `padstone-device` does the same on wgpu and lavapipe.

import assert from "node:assert/strict";
import { existsSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

const PACKAGE = new URL("../../target/wasm/package/", import.meta.url);
const { Workspace, initialize } = await import(new URL("index.js", PACKAGE));
const { view } = await import(new URL("view.js", PACKAGE));

const STRUCTS = 300;
/** A stage has at most 8 storage buffers; one of them receives the results. */
const BUFFERS = 7;

/** A random number generator for numbers below a limit, the same in every run (mulberry32). */
function numbers(seed) {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const bits = new DataView(new ArrayBuffer(4));

/** Types with values: `value` is the input of the view, `reads` are WGSL expressions with the expected bits. */
class Generator {
  declarations = "";
  structs = 0;
  #next;
  #written = 0;

  constructor(seed) {
    this.#next = numbers(seed);
  }

  /** A type, and a function that creates a value of it at a location. */
  #type(depth) {
    const kind = this.#next(depth > 0 ? 8 : 5);
    const scalar = ["f32", "i32", "u32"][this.#next(3)];
    if (kind < 2) return { name: scalar, at: (place) => this.#scalar(scalar, place) };
    if (kind < 4) {
      const width = 2 + this.#next(3);
      return { name: `vec${width}<${scalar}>`, at: (place) => this.#each(width, (index) => this.#scalar(scalar, `${place}[${index}]`)) };
    }
    if (kind === 4) {
      const [columns, rows] = [2 + this.#next(3), 2 + this.#next(3)];
      const cell = (index, place) => this.#scalar("f32", `${place}[${Math.floor(index / rows)}][${index % rows}]`);
      return { name: `mat${columns}x${rows}f`, at: (place) => this.#each(columns * rows, (index) => cell(index, place)) };
    }
    if (kind < 7) {
      const [element, count] = [this.#type(depth - 1), 1 + this.#next(3)];
      return { name: `array<${element.name}, ${count}>`, at: (place) => this.#each(count, (index) => element.at(`${place}[${index}]`)) };
    }
    return this.struct(depth - 1);
  }

  struct(depth) {
    const members = Array.from({ length: 1 + this.#next(5) }, (_, index) => {
      const type = this.#type(depth);
      const attribute = ["", "", "", "@align(32) "][this.#next(4)];
      return { name: `m${index}`, type, text: `  ${attribute}m${index}: ${type.name},\n` };
    });
    const name = `S${this.structs++}`;
    this.declarations += `struct ${name} {\n${members.map((one) => one.text).join("")}}\n`;
    const at = (place) => {
      const all = members.map((one) => [one.name, one.type.at(`${place}.${one.name}`)]);
      return { value: Object.fromEntries(all.map(([name, { value }]) => [name, value])), reads: all.flatMap(([, { reads }]) => reads) };
    };
    return { name, at };
  }

  /** The types that a whole buffer may have. */
  root() {
    return this.#next(4) === 0 ? this.#type(0) : this.struct(2);
  }

  #each(count, part) {
    const parts = Array.from({ length: count }, (_, index) => part(index));
    return { value: parts.map((one) => one.value), reads: parts.flatMap((one) => one.reads) };
  }

  #scalar(scalar, place) {
    const number = ++this.#written;
    const value = scalar === "f32" ? number + 0.5 : scalar === "i32" ? -number : number;
    if (scalar === "f32") bits.setFloat32(0, value);
    else bits.setInt32(0, value);
    const loaded = scalar === "u32" ? place : `bitcast<u32>(${place})`;
    return { value, reads: [{ expression: loaded, bits: bits.getUint32(0) }] };
  }
}

/** Dawn. It owns its devices, so it must live as long as they do. */
let dawn;

async function device() {
  const chromium = realpathSync(process.env.CHROMIUM ?? "/usr/bin/chromium");
  const driver = [dirname(chromium), "/usr/lib/chromium"].map((folder) => join(folder, "vk_swiftshader_icd.json")).find(existsSync);
  if (!driver) return undefined;
  process.env.VK_ICD_FILENAMES = driver;
  // Without it, Vulkan's loader prints warnings.
  process.env.XDG_RUNTIME_DIR ??= tmpdir();
  const { create, globals } = await import("webgpu");
  Object.assign(globalThis, globals);
  dawn = create(["backend=vulkan"]);
  const adapter = await dawn.requestAdapter();
  return adapter?.requestDevice();
}

/** Runs a shader with these buffers at group 0; returns what it wrote to the last one. */
async function run(device, code, contents, size) {
  device.pushErrorScope("validation");
  const pipeline = device.createComputePipeline({ layout: "auto", compute: { module: device.createShaderModule({ code }), entryPoint: "reads" } });
  const buffers = contents.map((bytes) => {
    const buffer = device.createBuffer({ size: bytes.byteLength, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST });
    device.queue.writeBuffer(buffer, 0, bytes);
    return buffer;
  });
  buffers.push(device.createBuffer({ size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC }));
  const staging = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })) });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(1);
  pass.end();
  encoder.copyBufferToBuffer(buffers.at(-1), 0, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  const error = await device.popErrorScope();
  assert.equal(error?.message, undefined, code);
  await staging.mapAsync(GPUMapMode.READ);
  const read = [...new Uint32Array(staging.getMappedRange())];
  [...buffers, staging].forEach((buffer) => buffer.destroy());
  return read;
}

test("shaders on Dawn read what padstone/view writes", async (context) => {
  const gpu = await device();
  if (!gpu) {
    assert.ok(!process.env.CI, "Dawn finds no driver: Chromium's SwiftShader is not installed");
    context.skip("Dawn finds no driver");
    return;
  }
  await initialize();
  let [structs, components, seed] = [0, 0, 0];
  while (structs < STRUCTS) {
    const generator = new Generator(seed);
    const variables = Array.from({ length: BUFFERS }, (_, index) => ({ name: `b${index}`, type: generator.root() }));
    const all = variables.map(({ name, type }) => type.at(name));
    const reads = all.flatMap((one) => one.reads);
    let code = generator.declarations;
    variables.forEach(({ name, type }, index) => (code += `@group(0) @binding(${index}) var<storage, read> ${name}: ${type.name};\n`));
    code += `@group(0) @binding(${BUFFERS}) var<storage, read_write> found: array<u32>;\n@compute @workgroup_size(1) fn reads() {\n`;
    reads.forEach((one, index) => (code += `  found[${index}] = ${one.expression};\n`));
    code += "}\n";
    const workspace = new Workspace();
    workspace.setFile("a.wgsl", code);
    const { layouts, diagnostics } = workspace.layout("a.wgsl", { compilers: ["wgsl"] });
    assert.deepEqual(diagnostics.filter((one) => one.severity === "error"), [], code);
    const contents = variables.map(({ name }, index) => {
      const layout = layouts.find((one) => one.name === name && one.kind === "storage");
      const bytes = new ArrayBuffer(layout.size);
      view(layout, bytes).set(all[index].value);
      return bytes;
    });
    const found = await run(gpu, code, contents, reads.length * 4);
    reads.forEach((one, index) => assert.equal(found[index], one.bits, `seed ${seed}: ${one.expression}\n${code}`));
    structs += generator.structs;
    components += reads.length;
    seed += 1;
  }
  console.log(`padstone/view on Dawn: ${structs} structs of ${seed} modules, ${components} components`);
  gpu.destroy();
});
