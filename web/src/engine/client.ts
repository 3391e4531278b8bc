// Asks the worker. While it is busy only the newest questions of each kind wait: what was typed over is not answered.

import type { SourceFile } from "../state.ts";
import type { Answer, Ask } from "./protocol.ts";
import type { Done, Job } from "./worker.ts";

/** What is shown comes before what is asked about it. */
const LANES = ["show", "ask"] as const;
export type Lane = (typeof LANES)[number];

interface Waiting {
  readonly job: Job;
  readonly resolve: (done: Done | undefined) => void;
}

export class Engine {
  readonly #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  readonly #next = new Map<Lane, Waiting>();
  #running: Waiting | undefined;
  #count = 0;
  /** How long the library took for the last answers, in milliseconds. */
  took = 0;

  constructor(failed: (message: string) => void) {
    this.#worker.onmessage = ({ data }: MessageEvent<Done>) => {
      this.took = data.took;
      this.#running?.resolve(data);
      this.#running = undefined;
      this.#start();
    };
    this.#worker.onerror = (event) => failed(event.message || "the library could not be loaded");
  }

  /** The answers, in the order of the questions; `undefined` if newer questions of the lane came before these were begun. */
  async ask(lane: Lane, files: readonly SourceFile[], asks: readonly Ask[]): Promise<readonly Answer[] | undefined> {
    this.#next.get(lane)?.resolve(undefined);
    const done = await new Promise<Done | undefined>((resolve) => {
      this.#next.set(lane, { job: { id: ++this.#count, files, asks }, resolve });
      this.#start();
    });
    return done?.answers;
  }

  #start(): void {
    const lane = LANES.find((one) => this.#next.has(one));
    if (this.#running || !lane) return;
    this.#running = this.#next.get(lane);
    this.#next.delete(lane);
    if (this.#running) this.#worker.postMessage(this.#running.job);
  }
}
