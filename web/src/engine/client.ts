// Sends requests to the workers. While a worker is busy, only the newest requests of each lane wait: the worker never answers outdated ones.

import wasm from "padstone/padstone.wasm?url";

import type { SourceFile } from "../state.ts";
import type { Ask } from "./protocol.ts";
import type { Done, Job } from "./worker.ts";

/** The lanes of each worker, by priority. The picture has its own worker, so that no other request delays it. */
const WORKERS = [["picture"], ["show", "ask"]] as const;
export type Lane = (typeof WORKERS)[number][number];

export class Engine {
  readonly #failed: (message: string) => void;
  readonly #module = compiled();
  readonly #threads = new Map<readonly Lane[], Thread>();

  constructor(failed: (message: string) => void) {
    this.#failed = failed;
    this.#module.catch((error: unknown) => failed(error instanceof Error ? error.message : String(error)));
  }

  /** The answers, in the order of the requests; `undefined` if newer requests of the lane arrived before the worker began these. */
  ask(lane: Lane, files: readonly SourceFile[], requests: readonly Ask[]): Promise<Done | undefined> {
    const lanes = WORKERS.find((lanes: readonly Lane[]) => lanes.includes(lane)) ?? [lane];
    let thread = this.#threads.get(lanes);
    if (!thread) this.#threads.set(lanes, (thread = new Thread(lanes, this.#module, this.#failed)));
    return thread.ask(lane, { files, requests });
  }
}

/** The library, compiled once for all workers. */
async function compiled(): Promise<WebAssembly.Module> {
  const response = await fetch(wasm);
  // The browser compiles the module while it downloads only if the response has this type, which some servers do not send.
  const isTyped = response.headers.get("content-type") === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

interface Waiting {
  readonly job: Job;
  readonly resolve: (done: Done | undefined) => void;
}

class Thread {
  readonly #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  readonly #lanes: readonly Lane[];
  readonly #next = new Map<Lane, Waiting>();
  #running: Waiting | undefined;
  #hasModule = false;

  constructor(lanes: readonly Lane[], module: Promise<WebAssembly.Module>, failed: (message: string) => void) {
    this.#lanes = lanes;
    this.#worker.onmessage = ({ data }: MessageEvent<Done>) => {
      this.#running?.resolve(data);
      this.#running = undefined;
      this.#start();
    };
    this.#worker.onerror = (event) => failed(event.message || "the library could not be loaded");
    void module.then((module) => {
      this.#worker.postMessage(module);
      this.#hasModule = true;
      this.#start();
    }, () => undefined);
  }

  ask(lane: Lane, job: Job): Promise<Done | undefined> {
    this.#next.get(lane)?.resolve(undefined);
    return new Promise((resolve) => {
      this.#next.set(lane, { job, resolve });
      this.#start();
    });
  }

  #start(): void {
    const lane = this.#lanes.find((one) => this.#next.has(one));
    if (!this.#hasModule || this.#running || !lane) return;
    this.#running = this.#next.get(lane);
    this.#next.delete(lane);
    if (this.#running) this.#worker.postMessage(this.#running.job);
  }
}
