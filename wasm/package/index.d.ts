// The interface of the library. Requests and answers are in answers.d.ts. Offsets are in bytes; positions in sources are in UTF-16 code
// units, as in JavaScript, unless a request specifies `positions`.

import type { Answer, Missing, PadstoneRequest } from "./answers.js";

export type * from "./answers.js";

/** Loads the library once: from the file next to the package, or from the URL, response or module that you pass. */
export function initialize(module?: string | URL | Request | Response | BufferSource | WebAssembly.Module): Promise<void>;

/** An error in a request: an unknown file, compiler or buffer, or options that conflict. */
export class PadstoneError extends Error {}

/** The keys that all requests have. */
export type Settings = Pick<PadstoneRequest, "args" | "compilers" | "language" | "positions">;

type Also<K extends keyof PadstoneRequest> = Settings & Pick<PadstoneRequest, K>;

type AnswerTo<K extends Answer["answer"]> = Extract<Answer, { answer: K }>;

/** Files by name. Unchanged files are not read again. */
export class Workspace {
  /** Sets the text of a file, or the bytes of a compiled module. */
  setFile(path: string, content: string | Uint8Array): void;
  /** Removes a file. */
  forget(path: string): void;
  /** Answers a request, as JSON. */
  ask(request: string): string;
  layout(files: string | readonly string[], settings?: Settings): AnswerTo<"layout">;
  reflect(files: string | readonly string[], settings?: Settings): AnswerTo<"reflect">;
  explain(files: string | readonly string[], path: string, settings?: Settings): AnswerTo<"explain">;
  at(files: string | readonly string[], position: NonNullable<PadstoneRequest["position"]>, settings?: Also<"file">): AnswerTo<"at">;
  compare(files: string | readonly string[], settings?: Also<"fix">): AnswerTo<"compare">;
  optimize(files: string | readonly string[], buffer: string, settings?: Also<"annotate">): AnswerTo<"optimize">;
  /** `output` is `rust`, `c`, `cpp`, `python`, `typescript`, …; `settings` have the names of the command's options. */
  emit(files: string | readonly string[], output: string, settings?: Also<"settings">): AnswerTo<"emit">;
  picture(files: string | readonly string[], settings?: Also<"buffer" | "rowBytes" | "firstLine" | "endLine">): AnswerTo<"picture">;
  diagnostics(files: string | readonly string[], settings?: Settings): AnswerTo<"diagnostics">;
  missing(files: string | readonly string[], settings?: Settings): readonly Missing[];
}
