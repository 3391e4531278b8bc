// The library's answers as objects. `Workspace.ask` answers every request; the other methods are named after requests.

import start, { Workspace as Inner } from "./bindings.js";

let started;
let isReady = false;

/**
 * Loads the library once. Without an argument, loads the file next to this one; a bundler may pass its address, a worker the
 * compiled module.
 */
export function initialize(module) {
  started ??= load(module)
    .then((module_or_path) => start({ module_or_path }))
    .then(() => {
      isReady = true;
    })
    .catch((error) => {
      // A failed attempt, such as a server that did not answer, can be repeated.
      started = undefined;
      throw error;
    });
  return started;
}

async function load(module) {
  const source = module ?? new URL("./padstone.wasm", import.meta.url);
  const isFile = source instanceof URL && source.protocol === "file:";
  // Node fetches no files.
  return isFile ? (await import("node:fs/promises")).readFile(source) : source;
}

/** An error in a request: an unknown file, compiler or buffer, or options that conflict. */
export class PadstoneError extends Error {
  constructor(message) {
    super(message);
    this.name = "PadstoneError";
  }
}

export class Workspace {
  #inner;

  constructor() {
    if (!isReady) throw new PadstoneError("the library is not loaded: `await initialize()` before `new Workspace()`");
    this.#inner = new Inner();
  }

  /** Sets the text of a file, or the bytes of a compiled module. */
  setFile(path, content) {
    if (typeof content === "string") this.#inner.setText(path, content);
    else this.#inner.setBytes(path, content);
  }

  /** Removes a file. */
  forget(path) {
    this.#inner.forget(path);
  }

  /** Answers a request, as JSON. */
  ask(request) {
    try {
      return this.#inner.ask(request);
    } catch (error) {
      throw new PadstoneError(error instanceof Error ? error.message : String(error));
    }
  }

  layout(files, settings) {
    return this.#ask("layout", files, settings);
  }

  reflect(files, settings) {
    return this.#ask("reflect", files, settings);
  }

  explain(files, path, settings) {
    return this.#ask("explain", files, { ...settings, path });
  }

  at(files, position, settings) {
    return this.#ask("at", files, { ...settings, position });
  }

  compare(files, settings) {
    return this.#ask("compare", files, settings);
  }

  optimize(files, buffer, settings) {
    return this.#ask("optimize", files, { ...settings, buffer });
  }

  emit(files, output, settings) {
    return this.#ask("emit", files, { ...settings, output });
  }

  picture(files, settings) {
    return this.#ask("picture", files, settings);
  }

  diagnostics(files, settings) {
    return this.#ask("diagnostics", files, settings);
  }

  missing(files, settings) {
    return this.#ask("missing", files, settings).missing;
  }

  #ask(ask, files, settings = {}) {
    const request = { ask, files: typeof files === "string" ? [files] : [...files], positions: "utf16", ...settings };
    return JSON.parse(this.ask(JSON.stringify(request)));
  }
}
