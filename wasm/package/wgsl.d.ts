// The library for WGSL alone. It reads no other languages and no compiled modules; `fix` and `optimize` are errors.

export * from "./index.js";
