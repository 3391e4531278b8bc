// The library in its own thread: receives its module once, then files and lists of requests, and answers every request of a list.

import { Workspace, initialize } from "padstone";

import type { SourceFile } from "../state.ts";
import { fromBase64 } from "../link.ts";
import type { Answer, Ask } from "./protocol.ts";

export interface Job {
  readonly files: readonly SourceFile[];
  readonly requests: readonly Ask[];
}

export interface Done {
  readonly answers: readonly Answer[];
  /** The time that the library took, in milliseconds. */
  readonly took: number;
}

let ready: Promise<void> | undefined;
let workspace: Workspace | undefined;
let known = new Map<string, SourceFile>();

self.onmessage = async ({ data: job }: MessageEvent<WebAssembly.Module | Job>) => {
  if (job instanceof WebAssembly.Module) {
    ready = initialize(job);
    return;
  }
  await ready;
  const start = performance.now();
  workspace ??= new Workspace();
  const names = new Set(job.files.map((file) => file.name));
  for (const name of known.keys()) if (!names.has(name)) workspace.forget(name);
  for (const file of job.files) {
    if (known.get(file.name)?.text !== file.text) workspace.setFile(file.name, file.binary ? fromBase64(file.text) : file.text);
  }
  known = new Map(job.files.map((file) => [file.name, file]));
  const current = workspace;
  const answers = job.requests.map((ask): Answer => {
    try {
      return JSON.parse(current.ask(JSON.stringify(ask))) as Answer;
    } catch (error) {
      return { answer: "error", message: error instanceof Error ? error.message : String(error) };
    }
  });
  const done: Done = { answers, took: performance.now() - start };
  self.postMessage(done);
};
