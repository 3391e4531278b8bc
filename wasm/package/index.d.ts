// Requests and responses of the library. Offsets are in bytes; positions in sources are in UTF-16 code units, as in
// JavaScript, unless a request specifies `positions`.

export interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

export interface Reason {
  /** Of the rule: `first`, `aligned`, `new_register`, …. */
  readonly cause: string;
  readonly text: string;
  readonly rule?: string;
}

/** A scalar as it is stored: its kind and its width in bits. */
export type StoredScalar =
  | "bool8" | "bool32" | "i8" | "u8" | "i16" | "u16" | "i32" | "u32" | "i64" | "u64"
  | "f16" | "f32" | "f64" | "bf16" | "f8e4m3" | "f8e5m2";

export interface Member {
  readonly path: string;
  readonly type: string;
  /** Of a scalar, vector or matrix: of each of its components. */
  readonly scalar?: StoredScalar;
  /** The number of components of a vector. */
  readonly components?: number;
  /** The number of rows of a matrix. */
  readonly rows?: number;
  /** The number of columns of a matrix. */
  readonly columns?: number;
  readonly offset: number;
  readonly size: number | null;
  readonly align: number | null;
  /** Of an array: bytes from one element to the next. */
  readonly stride?: number;
  /** Of an array: the number of its elements; null if it is unbounded. */
  readonly count?: number | null;
  /** Of a matrix: bytes from one row or column to the next. */
  readonly matrixStride?: number;
  /** Of a matrix: which of its vectors are contiguous. */
  readonly majorness?: "row" | "column";
  /** Of a bit-field: its lowest bit in the integer at `offset`, and its width. */
  readonly bit?: number;
  readonly bits?: number;
  /** The offset that generated code reads, if it is not `offset`: a bug of the compiler. */
  readonly readOffset?: number;
  readonly paddingBefore?: number;
  /** Where the member is declared; `source` is the same in bytes. */
  readonly span?: Place;
  readonly source?: Place;
  readonly typeSpan?: Place;
  readonly reason?: Reason;
}

/** Bytes that no member occupies; for an array, those of element 0. */
export interface Padding {
  readonly offset: number;
  readonly size: number;
  readonly reason: Reason;
}

export interface Layout {
  readonly file: string;
  readonly name: string;
  readonly kind: string;
  readonly profile: string;
  readonly rules: string;
  readonly size: number | null;
  readonly align: number | null;
  readonly stride?: number;
  readonly binding?: Readonly<Record<string, string | number>>;
  readonly span?: Place;
  readonly source?: Place;
  /** Ranges of bytes that two members share. */
  readonly overlaps?: readonly (readonly [number, number])[];
  readonly members: readonly Member[];
  /** Ranges of bytes that no member occupies. */
  readonly padding?: readonly (readonly [number, number])[];
  readonly paddingRows?: readonly Padding[];
}

export interface Edit {
  readonly span: Place;
  readonly text: string;
}

export interface Fix {
  readonly title: string;
  readonly applicability: "machine-applicable" | "maybe-incorrect";
  readonly edits: readonly Edit[];
}

export interface Diagnostic {
  readonly code: string;
  readonly name: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly span?: Place;
  readonly labels?: readonly { readonly span: Place; readonly text: string }[];
  readonly notes?: readonly string[];
  readonly helps?: readonly string[];
  readonly fixes?: readonly Fix[];
}

export interface Missing {
  readonly written: string;
  readonly span?: Place;
  readonly tried: readonly string[];
}

export interface Use {
  readonly profile: string;
  readonly buffer: string;
  readonly path?: string;
  readonly offset: number;
  readonly size: number;
}

export type Answer = {
  readonly diagnostics?: readonly Diagnostic[];
  readonly missing?: readonly Missing[];
} & (
  | { readonly answer: "layout"; readonly layouts: readonly Layout[] }
  | {
      readonly answer: "explain";
      readonly explanations: readonly { readonly profile: string; readonly text: string }[];
      /** Where the registers and bindings of a parameter come from; omitted if the path leads to bytes only. */
      readonly slots?: readonly { readonly profile: string; readonly policy: string; readonly path: string; readonly text: string }[];
    }
  | { readonly answer: "at"; readonly kind?: string; readonly name?: string; readonly span?: Place; readonly uses: readonly Use[] }
  | { readonly answer: "compare"; readonly agrees: boolean; readonly compared: readonly Compared[]; readonly repair?: Repair; readonly text: string }
  | ({ readonly answer: "optimize" } & Optimum)
  /** Registers, bindings and bytes of a program, as printed by `padstone reflect --format json` (schema: `padstone schema reflect`). */
  | { readonly answer: "reflect"; readonly [key: string]: unknown }
  | { readonly answer: "emit"; readonly output: string; readonly text: string }
  | { readonly answer: "picture"; readonly svg: string }
  | { readonly answer: "diagnostics" }
  | { readonly answer: "missing"; readonly dependencies: readonly { readonly path: string; readonly found: boolean }[] }
  | { readonly answer: "compilers"; readonly compilers: readonly { readonly name: string; readonly summary: string }[] }
  | { readonly answer: "error"; readonly message: string }
);

/** A buffer or struct under each compiler, and the members with different offsets. */
export interface Compared {
  readonly name: string;
  readonly kind: string;
  readonly sides: readonly { readonly profile: string; readonly rules: string; readonly size: number }[];
  readonly diverging: readonly { readonly path: string; readonly places: readonly ({ readonly offset: number; readonly reason?: Reason } | null)[] }[];
  /** The former name of `diverging`. */
  readonly parted: Compared["diverging"];
}

/** Edits after which the layouts match. */
export interface Repair {
  readonly smallest: boolean;
  readonly steps: readonly string[];
  readonly unrepaired?: readonly { readonly name: string; readonly why: string }[];
  readonly change: readonly Edit[];
  readonly patch: string;
}

/** The order of members with the smallest size. */
export interface Optimum {
  readonly name: string;
  readonly sides: readonly { readonly profile: string; readonly before: number; readonly after: number }[];
  readonly order: readonly string[];
  readonly proved: boolean;
  readonly change: readonly Edit[];
  readonly patch: string;
  /** Why padstone cannot edit the source, if so: apply the order by hand. */
  readonly editError?: string;
  /** The former name of `editError`. */
  readonly refused?: string;
}

export interface Ask {
  readonly ask: string;
  readonly files?: readonly string[];
  readonly args?: readonly string[];
  readonly compilers?: readonly string[];
  readonly [key: string]: unknown;
}

/** Loads the library once: from the file next to the package, or from the URL, response or module that you pass. */
export function initialize(module?: string | URL | Request | Response | BufferSource | WebAssembly.Module): Promise<void>;

/** An error in a request: an unknown file, compiler or buffer, or options that conflict. */
export class PadstoneError extends Error {}

export interface Settings {
  /** Options of dxc, slangc and glslang: `["-T", "ps_6_6", "-D", "FOG=1"]`. */
  readonly args?: readonly string[];
  /** Profiles and rule sets; the default is that of the language. */
  readonly compilers?: readonly string[];
  /** The language, which overrides the extension of the file. */
  readonly language?: string;
  readonly positions?: "utf16" | "utf8";
}

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
  at(files: string | readonly string[], position: number, settings?: Settings & { readonly file?: string }): AnswerTo<"at">;
  compare(files: string | readonly string[], settings?: Settings & { readonly fix?: boolean }): AnswerTo<"compare">;
  optimize(files: string | readonly string[], buffer: string, settings?: Settings & { readonly annotate?: boolean }): AnswerTo<"optimize">;
  /** `output` is `rust`, `c`, `cpp`, `python`, `typescript`, …; `settings` have the names of the command's options. */
  emit(files: string | readonly string[], output: string, settings?: Settings & { readonly settings?: readonly (readonly [string, string])[] }): AnswerTo<"emit">;
  picture(files: string | readonly string[], settings?: Settings & { readonly buffer?: string; readonly rowBytes?: number }): AnswerTo<"picture">;
  diagnostics(files: string | readonly string[], settings?: Settings): AnswerTo<"diagnostics">;
  missing(files: string | readonly string[], settings?: Settings): readonly Missing[];
}
