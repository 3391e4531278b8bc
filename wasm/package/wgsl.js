// The library for WGSL alone, which is a third of the size: `wgsl.d.ts` declares its functions.

import { initialize as start } from "./index.js";

export { PadstoneError, Workspace } from "./index.js";

/** Loads the library, once, as `initialize` of `padstone` does. */
export function initialize(module) {
  return start(module ?? new URL("./padstone-wgsl.wasm", import.meta.url));
}
