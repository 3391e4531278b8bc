// Every version opens the links of all earlier versions. Add new forms to this list, and never change an entry.

import assert from "node:assert/strict";
import { test } from "node:test";

import { rolldown } from "rolldown";

const bundle = await rolldown({ input: new URL("../src/link.ts", import.meta.url).pathname });
const { output } = await bundle.generate({ format: "esm" });
const { decode, encode } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);

const OLD = [
  {
    link: "#v1.RYxNCsIwGAWv8vHcKKQiCl2kx9BdUopNEw0NacmPWkrvLhbFzSwe82aGARcCsZ_2dxcdGDbWK5c7TRIx-3W1EtKrNhujA537iTgFfbMx6bBtDzuaybjhmo70tL6r6Jw9xewrWirpUTPxD4EhppBVWqXv70Rp-Mk1gwIX6F4K7MMijjY8UDMM4CguNMambEosbw",
    state: {
      files: [
        { name: "sky.hlsl", text: '#include "sun.hlsli"\ncbuffer Sky : register(b0) { float2 wind; Sun sun; };\n' },
        { name: "sun.hlsli", text: "struct Sun { float3 to; };\n" },
      ],
      options: "-T ps_6_6",
      compilers: ["dxc", "dxc-spirv"],
    },
  },
];

test("old links open", async () => {
  for (const { link, state } of OLD) assert.deepEqual(await decode(link), state);
});

test("a state survives its link", async () => {
  const state = {
    files: [
      { name: "a.hlsl", text: "// ümlaut 🎨\ncbuffer A { float a; };" },
      { name: "b.spv", text: "AwIjBw==", binary: true },
    ],
    options: "-T ps_6_6 -D A=1",
    compilers: ["dxc", "std140"],
  };
  assert.deepEqual(await decode(`#${await encode(state)}`), state);
});

test("a damaged link is an error, and a page without a link has no state", async () => {
  assert.equal(await decode(""), undefined);
  for (const link of ["#v9.abc", "#v1.", "#v1.AAAA", "#v1.!!!", `#v1.${"A".repeat(50)}`]) await assert.rejects(decode(link), Error, link);
});
