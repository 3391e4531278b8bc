// `padstone/view` writes each value at its offset in the layout, and reads it back.

import assert from "node:assert/strict";
import { test } from "node:test";

const { Workspace, initialize } = await import(new URL("../../target/wasm/package/index.js", import.meta.url));
const { ViewError, view } = await import(new URL("../../target/wasm/package/view.js", import.meta.url));
await initialize();

function layout(file, text, name, compiler) {
  const workspace = new Workspace();
  workspace.setFile(file, text);
  const { layouts, diagnostics } = workspace.layout(file, compiler ? { compilers: [compiler] } : {});
  const found = layouts.find((one) => one.name === name);
  assert.ok(found, JSON.stringify(diagnostics));
  return found;
}

const LIGHTS = `
struct Light { at: vec3f, power: f32, turn: mat3x3f }
struct Scene { count: u32, lights: array<Light, 2>, tints: array<vec2i, 3>, flags: array<u32> }
@group(0) @binding(0) var<storage, read_write> scene: Scene;`;

test("nested values are at the offsets of the layout", () => {
  const scene = layout("a.wgsl", LIGHTS, "scene");
  const buffer = new ArrayBuffer(scene.size + 8);
  const values = {
    count: 2,
    lights: [1, 2].map((n) => ({ at: [n, n + 1, n + 2], power: n / 4, turn: Array.from({ length: 9 }, (_, index) => n * 10 + index) })),
    tints: [[-1, 2], [3, -4], [5, 6]],
    flags: [7, 8, 9],
  };
  const all = view(scene, buffer);
  all.set(values);
  assert.deepEqual(all.get(), { ...values, flags: [7, 8, 9, 0].slice(0, all.get("flags").length) });
  const data = new DataView(buffer);
  const offset = (path) => scene.members.find((member) => member.path === path).offset;
  // The second light is 64 bytes after the first; a mat3x3f has matrix stride 16.
  assert.equal(data.getFloat32(offset("lights[].power") + 64, true), 0.5);
  assert.equal(data.getFloat32(offset("lights[].turn") + 64 + 32 + 4, true), 27);
  all.set("lights[1].power", 3);
  assert.equal(all.get("lights[1].power"), 3);
  all.set("tints[2]", new Int32Array([10, 11]));
  assert.deepEqual(all.get("tints"), [[-1, 2], [3, -4], [10, 11]]);
});

test("a buffer that is one value is read and written", () => {
  const of = (type) => layout("a.wgsl", `@group(0) @binding(0) var<storage, read_write> b: ${type};`, "b");
  for (const [type, bytes, value, words] of [
    ["u32", 4, 7, [7]],
    ["vec3i", 12, [1, -2, 3], [1, -2, 3]],
    ["mat2x3f", 32, [1, 2, 3, 4, 5, 6], [1, 2, 3, 0, 4, 5, 6, 0]],
    ["array<vec2u, 2>", 16, [[1, 2], [3, 4]], [1, 2, 3, 4]],
  ]) {
    const buffer = new ArrayBuffer(bytes);
    const one = view(of(type), buffer);
    one.set(value);
    assert.deepEqual(one.get(), value, type);
    assert.deepEqual([...(type === "mat2x3f" ? new Float32Array(buffer) : new Int32Array(buffer))], words, type);
  }
  assert.throws(() => view(of("vec3i"), new ArrayBuffer(12)).set([1, 2]), /the buffer has 3 components, the value has 2/);
  assert.throws(() => view(of("array<u32, 4>"), new ArrayBuffer(64)).set([1, 2, 3, 4, 5]), /the buffer has 4 elements, the value has 5/);
  assert.throws(() => view(of("array<u32, 4>"), new ArrayBuffer(12)), /`b` has 16 bytes, the buffer has 12/);
});

test("16-byte registers, row-major matrices, bools, halves and bit-fields are read and written", () => {
  const hlsl = `
struct Bits { int low : 3; uint high : 29; };
cbuffer C { float k[2][2]; row_major float2x3 turn; bool on; min16float half_; double wide; };
StructuredBuffer<Bits> bits;`;
  const constants = layout("a.hlsl", hlsl, "C", "dxc");
  const buffer = new ArrayBuffer(constants.size);
  const values = { k: [[1, 2], [3, 4]], turn: [5, 6, 7, 8, 9, 10], on: true, half_: 0.5, wide: 1e300 };
  view(constants, buffer).set(values);
  assert.deepEqual(view(constants, buffer).get(), values);
  const floats = new Float32Array(buffer);
  assert.deepEqual([floats[4], floats[8], floats[12], floats[20]], [2, 3, 4, 8]);

  const bits = layout("a.hlsl", hlsl, "bits", "dxc");
  const elements = new Uint32Array(2);
  view(bits, elements).set([{ low: -2, high: 5 }, { low: 3 }]);
  assert.deepEqual([...elements], [(5 << 3) | 6, 3]);
  assert.throws(() => view(bits, elements).set("[0].low", 4), ViewError);
});

test("16-bit floats round to the nearest even", () => {
  const halves = layout("a.wgsl", "enable f16; @group(0) @binding(0) var<storage, read_write> h: array<f16>;", "h");
  const bits = new Uint16Array(8);
  const values = [1, -2.5, 65504, 65520, 2 ** -24, 2 ** -25, 1 + 3 / 2048, -0];
  view(halves, bits).set(values);
  assert.deepEqual([...bits], [0x3c00, 0xc100, 0x7bff, 0x7c00, 1, 0, 0x3c02, 0x8000]);
  assert.deepEqual(view(halves, bits).get(), [1, -2.5, 65504, Infinity, 2 ** -24, 0, 1 + 2 / 1024, -0]);
});

test("a value that does not fit throws, and writes nothing", () => {
  const scene = layout("a.wgsl", LIGHTS, "scene");
  const buffer = new ArrayBuffer(scene.size);
  const one = view(scene, buffer);
  for (const [parameters, message] of [
    [[{ count: 1, colour: 2 }], /has no member `colour`; its members are `count`/],
    [["lights[2].power", 1], /`lights` has 2 elements/],
    [["lights[0].at", [1, 2]], /`lights\[0\].at` has 3 components, the value has 2/],
    [["tints", [[1, 2]]], /`tints` has 3 elements, the value has 1/],
    [["count", -1], /`count` takes an integer from 0 to 4294967295, not -1/],
    [["count", 1.5], /takes an integer/],
    [["lights", 3], /takes an array/],
    [["lights[0", 3], /not a path/],
    [["count.x", 3], /has no member/],
    [["count[0]", 3], /is not an array/],
    [[{ count: 7, tints: [[1, 2], [3, 4], [5, "6"]] }], /component 1 of `tints\[2\]` takes an integer/],
  ]) {
    assert.throws(() => one.set(...parameters), (error) => error instanceof ViewError && message.test(error.message), String(message));
  }
  assert.ok(new Uint8Array(buffer).every((byte) => byte === 0));
  assert.throws(() => view(scene, new ArrayBuffer(16)), /`scene` has \d+ bytes, the buffer has 16/);
});
