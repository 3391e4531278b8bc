// The library for WGSL alone, which is half of the size. It does not read other languages, nor edit sources.

import { initialize as start } from "./index.js";

export { PadstoneError, Workspace } from "./index.js";

/** Loads the library, once, as `initialize` of `padstone` does. */
export function initialize(module) {
  return start(module ?? new URL("./padstone-wgsl.wasm", import.meta.url));
}
