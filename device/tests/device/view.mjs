// Reads layouts and components, writes each buffer with one `set` of a view, and prints the bytes of all.

import { readFileSync } from "node:fs";

import { view } from "../../../wasm/package/view.js";

const written = JSON.parse(readFileSync(0, "utf8")).map(({ layout, size, components }) => {
  const buffer = new ArrayBuffer(size);
  const whole = view(layout, buffer);
  // The value read back has the shape of the value written.
  let values = whole.get();
  for (const [steps, value] of components) {
    if (steps.length === 0) values = value;
    let inside = values;
    steps.forEach((step, index) => {
      if (index + 1 < steps.length) inside = inside[step];
      else if (step in inside) inside[step] = value;
      else throw new Error(`${layout.name} has no ${steps.join(".")}`);
    });
  }
  whole.set(values);
  return [...new Uint8Array(buffer)];
});
process.stdout.write(JSON.stringify(written));
