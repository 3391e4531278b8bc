// The library for WGSL alone, a third of the size of `padstone`. It reads no other language, no compiled modules, and no imports of
// naga_oil and WESL; its compilers and rule sets are those for WGSL and GLSL. `reflect`, `optimize`, `emit` and `fix` are only in
// `padstone`: here they throw a `PadstoneError` with that message.

import type { Settings, Workspace as Complete } from "./index.js";

export type * from "./answers.js";

export { PadstoneError, type Settings, initialize } from "./index.js";

/** Files by name. Unchanged files are not read again. */
export interface Workspace extends Pick<Complete, "setFile" | "forget" | "ask" | "layout" | "explain" | "at" | "picture" | "diagnostics" | "missing"> {
  /** Without `fix`, which edits sources. */
  compare(files: string | readonly string[], settings?: Settings): ReturnType<Complete["compare"]>;
}

export const Workspace: new () => Workspace;
