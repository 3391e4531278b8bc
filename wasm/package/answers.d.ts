// The library's requests and answers. Written from schema/answer-v2.schema.json by a test (`facade::declarations`): change that.

/** The layouts of the declaration at a position of a file. */
export interface AtAnswer {
  readonly answer: "at";
  /** The diagnostics of the source, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly dropped?: number;
  /** Omitted if no declaration with a layout is there. */
  readonly kind?: string;
  /** Files that the source names and that were not found. */
  readonly missing: readonly Missing[];
  readonly name?: string;
  /** The unit of `start` and `end` of spans: UTF-8 bytes, or UTF-16 code units. The command prints bytes. */
  readonly positions: "utf8" | "utf16";
  readonly span?: Span;
  readonly uses: readonly Use[];
  readonly version: 2;
}

/** D3D: class, register, space. Vulkan and GLSL: set, binding. WGSL: group, binding, access. The count of an unbounded array is null. */
export type Binding = {
  readonly class: "b" | "t" | "u" | "s";
  readonly count?: number | null;
  readonly register: number;
  readonly space: number;
} | {
  readonly binding: number;
  /** A list contains the count of each dimension, if the language distinguishes arrays of arrays. */
  readonly count?: number | null | readonly (number | null)[];
  readonly set: number;
} | {
  /** Storage buffers. */
  readonly access?: "read" | "write" | "read_write";
  readonly binding: number;
  readonly group: number;
};

/** The differences between layouts under several rule sets, or of several files. */
export interface CompareAnswer {
  /** Whether all compared layouts match. */
  readonly agrees: boolean;
  readonly answer: "compare";
  readonly compared: readonly Compared[];
  /** The diagnostics of the source, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly dropped?: number;
  /** Files that the source names and that were not found. */
  readonly missing: readonly Missing[];
  /** The buffers that are not compared, because not every side has a buffer of their name; omitted if there are none. */
  readonly notCompared?: readonly {
    readonly file: string;
    readonly name: string;
  }[];
  /** The unit of `start` and `end` of spans: UTF-8 bytes, or UTF-16 code units. The command prints bytes. */
  readonly positions: "utf8" | "utf16";
  readonly repair?: Repair;
  /** The output of `padstone compare` as text. */
  readonly text: string;
  readonly version: 2;
}

export interface Compared {
  /** The members that differ, in source order. An empty path is the stride of the elements of a buffer. */
  readonly diverging: readonly ({
    readonly path: string;
    /** The placement on each side; null if the side has no such member. */
    readonly places: readonly (null | Place)[];
  })[];
  readonly kind: string;
  readonly name: string;
  /** The former name of `diverging`, with the same value. */
  readonly parted: Compared["diverging"];
  readonly sides: readonly {
    readonly profile: Profile;
    readonly rules: string;
    readonly size: number;
    /** The stride in bytes of the elements of a buffer, or of an array of a struct. */
    readonly stride?: number;
  }[];
}

/** All compilers and rule sets. */
export interface CompilersAnswer {
  readonly answer: "compilers";
  readonly compilers: readonly {
    readonly name: Profile;
    readonly summary: string;
  }[];
  /** The diagnostics of the source, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly dropped?: number;
  /** Files that the source names and that were not found. */
  readonly missing: readonly Missing[];
  /** The unit of `start` and `end` of spans: UTF-8 bytes, or UTF-16 code units. The command prints bytes. */
  readonly positions: "utf8" | "utf16";
  readonly version: 2;
}

/** The type of a buffer that is not a struct, with the keys that describe a member of that type. */
export interface Content {
  readonly columns?: Member["columns"];
  readonly components?: Member["components"];
  readonly count?: Member["count"];
  readonly majorness?: Member["majorness"];
  readonly matrixStride?: Member["matrixStride"];
  readonly rows?: Member["rows"];
  readonly scalar?: Member["scalar"];
  readonly type: Member["type"];
}

export interface Diagnostic {
  readonly code: string;
  readonly fixes?: readonly Fix[];
  readonly helps?: readonly string[];
  readonly labels?: readonly {
    readonly span: Span;
    readonly text: string;
  }[];
  readonly message: string;
  readonly name: string;
  readonly notes?: readonly string[];
  readonly severity: "error" | "warning" | "note";
  readonly span?: Span;
}

/** Diagnostics alone. */
export interface DiagnosticsAnswer {
  readonly answer: "diagnostics";
  /** The diagnostics of the source, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly dropped?: number;
  /** Files that the source names and that were not found. */
  readonly missing: readonly Missing[];
  /** The unit of `start` and `end` of spans: UTF-8 bytes, or UTF-16 code units. The command prints bytes. */
  readonly positions: "utf8" | "utf16";
  readonly version: 2;
}

export interface Edit {
  readonly span: Span;
  /** The new text; an empty span inserts. */
  readonly text: string;
}

/** An output, such as host structs. */
export interface EmitAnswer {
  readonly answer: "emit";
  /** The diagnostics of the source, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly dropped?: number;
  /** Files that the source names and that were not found. */
  readonly missing: readonly Missing[];
  readonly output: string;
  /** The unit of `start` and `end` of spans: UTF-8 bytes, or UTF-16 code units. The command prints bytes. */
  readonly positions: "utf8" | "utf16";
  readonly text: string;
  readonly version: 2;
}

/** Explanations of an offset, and of the slots of a parameter. */
export interface ExplainAnswer {
  readonly answer: "explain";
  /** The diagnostics of the source, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly dropped?: number;
  /** The explanation of an offset under each requested rule set; empty if the path leads to slots only. */
  readonly explanations: readonly Explanation[];
  /** Files that the source names and that were not found. */
  readonly missing: readonly Missing[];
  /** The unit of `start` and `end` of spans: UTF-8 bytes, or UTF-16 code units. The command prints bytes. */
  readonly positions: "utf8" | "utf16";
  /** The explanations of the registers and bindings of the parameters at the path; omitted if it leads to bytes only. */
  readonly slots?: readonly SlotExplanation[];
  readonly version: 2;
}

export interface Explanation {
  /** Bit-fields: the lowest bit, counted from the lowest bit of the integer at `offset`. */
  readonly bit?: number;
  /** Bit-fields: width in bits. */
  readonly bits?: number;
  /** The former name of `otherOffsets`, with the same value. */
  readonly elsewhere: Explanation["otherOffsets"];
  readonly offset: number;
  /** The offsets under other rules, grouped by offset. */
  readonly otherOffsets: readonly {
    readonly offset: number;
    readonly profiles: readonly Profile[];
  }[];
  /** The path, starting with the name of the buffer or struct. */
  readonly path: string;
  readonly profile: Profile;
  readonly size: number;
  readonly span: Span;
  /** The steps from the buffer; the bytes that they add sum up to the offset. */
  readonly steps: readonly {
    readonly adds: number;
    /** The part of the path: `.lights`, `[2]`, `.x`. */
    readonly part: string;
    readonly reason: Reason;
    /** The offset in its struct that a member would have without the rule that moved it. */
    readonly without?: number;
  }[];
  /** The output of `padstone explain` as text. */
  readonly text: string;
  /** In the language's spelling; omitted for padding. */
  readonly type?: string;
}

export interface Fix {
  readonly applicability: "machine-applicable" | "maybe-incorrect";
  readonly edits: readonly Edit[];
  readonly title: string;
}

/** The layout of one buffer, or of one struct as in a structured or storage buffer. */
export interface Layout {
  /** A power of two. */
  readonly align: number;
  readonly binding?: Binding;
  /** Buffers that are one value or an array, and have no members by name. */
  readonly content?: Content;
  /** The path of the file, as passed. */
  readonly file: string;
  readonly kind: "cbuffer" | "tbuffer" | "structured" | "globals" | "uniform" | "storage" | "push_constant" | "immediate" | "shader_record" | "parameter_block" | "struct";
  /** Members at every level, depth first, aggregates before their parts. Element 0 represents an array. */
  readonly members: readonly Member[];
  /** The name of the cbuffer, of the variable, of the block (not of its instance) or of the struct; $Globals for global constants. */
  readonly name: string;
  /** Ranges covered by several members; ascending, not adjacent. */
  readonly overlaps?: readonly Range[];
  /** Ranges that no member occupies; in an array, those of element 0. */
  readonly padding?: readonly Range[];
  /** The same ranges, with reasons. */
  readonly paddingRows?: readonly Padding[];
  readonly profile: Profile;
  /** The stride that the compiler's generated code uses, if it is not `stride`: a bug of that compiler. */
  readonly readStride?: number;
  /** The rule set of the layout. */
  readonly rules: string;
  /** Up to the last byte in use; rounded up only if the rule set rounds. A runtime-sized array counts as one element. */
  readonly size: number;
  /** Its declaration, in bytes of UTF-8. */
  readonly source: Span;
  /** The same, in the unit of positions. */
  readonly span: Span;
  /** Structured buffers, and buffers that are an array: bytes between the starts of elements. */
  readonly stride?: number;
}

/** The layouts of all buffers and structs. */
export interface LayoutAnswer {
  readonly answer: "layout";
  /** The diagnostics of the source, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly dropped?: number;
  /** In the order of compilers, then of the source: buffers, then structs. */
  readonly layouts: readonly Layout[];
  /** Files that the source names and that were not found. */
  readonly missing: readonly Missing[];
  /** Buffers and structs with a member that padstone did not understand, which is an error. None of them is in `layouts`. */
  readonly partial?: readonly Partial[];
  /** The unit of `start` and `end` of spans: UTF-8 bytes, or UTF-16 code units. The command prints bytes. */
  readonly positions: "utf8" | "utf16";
  /** Uniforms in OpenGL's default uniform block, which have locations and no bytes. */
  readonly uniforms?: readonly Uniform[];
  readonly version: 2;
}

/** The layout unit, as Slang calls it: `shaderResource`, `descriptorTableSlot`. */
export type LayoutUnit = string;

export interface Member {
  /** A power of two. */
  readonly align: number;
  /** Bit-fields: the lowest bit, counted from the lowest bit of the integer at `offset`. */
  readonly bit?: number;
  /** Bit-fields: width in bits. */
  readonly bits?: number;
  /** The number of columns of a matrix. */
  readonly columns?: number;
  /** The number of components of a vector. */
  readonly components?: number;
  /** Arrays: length; null if runtime-sized. */
  readonly count?: number | null;
  /** Matrices: whether rows or columns are contiguous. */
  readonly majorness?: "row" | "column";
  /** Matrices: bytes between the starts of rows or columns. */
  readonly matrixStride?: number;
  /** From the start of the buffer; in an array, that of element 0. */
  readonly offset: number;
  readonly paddingBefore?: number;
  /** Names joined with `.`; `[]` represents the elements of an array, `$Element` the element of a structured buffer that is not a struct. */
  readonly path: string;
  /** The offset that the compiler's generated code reads, if it is not `offset`: a bug of that compiler. */
  readonly readOffset?: number;
  /** Arrays: the stride that the compiler's generated code uses, if it is not `stride`: a bug of that compiler. */
  readonly readStride?: number;
  readonly reason?: Reason;
  /** The number of rows of a matrix. */
  readonly rows?: number;
  /** Scalars, vectors and matrices: how each component is stored. */
  readonly scalar?: StoredScalar;
  readonly size: number;
  /** The declaration of the member, in bytes of UTF-8; array elements have none. */
  readonly source?: Span;
  /** The same, in the unit of positions. */
  readonly span?: Span;
  /** Arrays: bytes between the starts of elements. */
  readonly stride?: number;
  /** In the language's spelling: float3, Light[4]; vec3, Light[4]; vec3<f32>, array<Light, 4>. */
  readonly type: string;
  /** The span of its type in the source. */
  readonly typeSpan?: Span;
}

export interface Missing {
  readonly span?: Span;
  /** The paths that were tried, in order. */
  readonly tried: readonly string[];
  /** The name in the source. */
  readonly written: string;
}

/** The missing files, and all requested paths. */
export interface MissingAnswer {
  readonly answer: "missing";
  readonly dependencies: readonly {
    readonly found: boolean;
    readonly path: string;
  }[];
  /** The diagnostics of the source, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly dropped?: number;
  /** Files that the source names and that were not found. */
  readonly missing: readonly Missing[];
  /** The unit of `start` and `end` of spans: UTF-8 bytes, or UTF-16 code units. The command prints bytes. */
  readonly positions: "utf8" | "utf16";
  readonly version: 2;
}

/** The order of members with the smallest size. */
export interface OptimizeAnswer {
  readonly answer: "optimize";
  readonly change: readonly Edit[];
  /** The diagnostics of the source, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly dropped?: number;
  /** The reason why padstone cannot edit the source, so that the order must be applied by hand; omitted if it can. */
  readonly editError?: string;
  /** The number of orders laid out. */
  readonly measured: number;
  /** Files that the source names and that were not found. */
  readonly missing: readonly Missing[];
  readonly name: string;
  /** The members in the order of their offsets. */
  readonly order: readonly string[];
  /** The edits as a unified diff; empty if the source is optimal. */
  readonly patch: string;
  /** The unit of `start` and `end` of spans: UTF-8 bytes, or UTF-16 code units. The command prints bytes. */
  readonly positions: "utf8" | "utf16";
  /** Whether no order is smaller. */
  readonly proved: boolean;
  /** The former name of `editError`, with the same value. */
  readonly refused?: string;
  readonly sides: readonly {
    readonly after: number;
    readonly before: number;
    readonly profile: Profile;
  }[];
  readonly version: 2;
}

/** Bytes that no member occupies; in an array, those of element 0. */
export interface Padding {
  readonly offset: number;
  readonly reason: Reason;
  readonly size: number;
}

/** A buffer or struct that is not completely understood: the members with known offsets, and the paths of the others. */
export interface Partial {
  readonly file: string;
  readonly kind: string;
  readonly members: readonly Member[];
  readonly name: string;
  readonly profile: Profile;
  readonly rules: string;
  /** The paths of the members with unknown offsets; ? for an unreadable name. */
  readonly unknown: readonly string[];
}

/** A picture of bytes. */
export interface PictureAnswer {
  readonly answer: "picture";
  /** The diagnostics of the source, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly dropped?: number;
  /** Files that the source names and that were not found. */
  readonly missing: readonly Missing[];
  /** The unit of `start` and `end` of spans: UTF-8 bytes, or UTF-16 code units. The command prints bytes. */
  readonly positions: "utf8" | "utf16";
  readonly svg: string;
  readonly version: 2;
}

export interface Place {
  /** Bit-fields: the lowest bit, counted from the lowest bit of the integer at `offset`. */
  readonly bit?: number;
  /** Bit-fields: width in bits. */
  readonly bits?: number;
  readonly majorness?: "row" | "column";
  readonly matrixStride?: number;
  readonly offset: number;
  readonly reason?: Reason;
  /** Only for scalars, vectors and matrices. */
  readonly size?: number;
  readonly stride?: number;
  /** The type, in the spelling of its language. */
  readonly type?: string;
}

/** A name for `--rules`. */
export type Profile = string;

/** The first byte, and one past the last. */
export type Range = readonly [number, number];

export interface Reason {
  readonly cause: "first" | "follows" | "size_attribute" | "aligned" | "align_attribute" | "new_register" | "explicit" | "after_explicit" | "shares_unit" | "no_bytes" | "element" | "tail_padding" | "array_stride" | "matrix_stride" | "component";
  /** The specification of the rule, or the compiler that was measured. */
  readonly rule?: string;
  /** Text for people. */
  readonly text: string;
}

/** Registers, bindings and bytes of a program, as printed by `padstone reflect --format json` (`padstone schema reflect` describes it); under several compilers, the list `programs`. */
export interface ReflectAnswer {
  readonly answer: "reflect";
  /** The diagnostics of the source, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of further diagnostics. */
  readonly dropped?: number;
  /** Files that the source names and that were not found. */
  readonly missing: readonly Missing[];
  /** The unit of `start` and `end` of spans: UTF-8 bytes, or UTF-16 code units. The command prints bytes. */
  readonly positions: "utf8" | "utf16";
  readonly version: 2;
  readonly [key: string]: unknown;
}

export interface Repair {
  readonly change: readonly Edit[];
  /** The edits as a unified diff. */
  readonly patch: string;
  /** Whether padstone knows no smaller edit. */
  readonly smallest: boolean;
  readonly steps: readonly string[];
  readonly unrepaired?: readonly {
    readonly name: string;
    readonly why: string;
  }[];
}

/** A request. `ask` selects the command; the other keys are its parameters. */
export interface PadstoneRequest {
  /** `optimize`: whether to annotate members with their offsets instead of moving them. */
  readonly annotate?: boolean;
  /** Options of dxc, slangc and glslang: `["-T", "ps_6_6", "-D", "FOG=1"]`. */
  readonly args?: readonly string[];
  readonly ask: "layout" | "explain" | "at" | "compare" | "optimize" | "reflect" | "emit" | "diagnostics" | "missing" | "picture" | "compilers";
  /** `optimize`, `picture`: the buffer or struct; without it, a picture shows all buffers. */
  readonly buffer?: string;
  /** Profiles and rule sets; the default is that of the language. */
  readonly compilers?: readonly Profile[];
  /** `picture`: one past the last line to draw. */
  readonly endLine?: number;
  /** `at`: the file, if it is not the first. */
  readonly file?: string;
  /** Files of the workspace: one, or those of a Slang program. */
  readonly files?: readonly string[];
  /** `picture`: the first line to draw, from 0; the lines before it remain blank. */
  readonly firstLine?: number;
  /** `compare`: whether to search for the smallest edit after which the layouts match. */
  readonly fix?: boolean;
  /** The language, which overrides the extension of the file. */
  readonly language?: string;
  /** `emit`: the output, such as `rust` or `svg`. */
  readonly output?: string;
  /** `explain`: the path, starting with a buffer or struct: `Sky.sun` or `Sky@44`. */
  readonly path?: string;
  /** `at`: from the start of the file, or line and column, from 0. */
  readonly position?: number | {
    readonly column: number;
    readonly line: number;
  };
  /** The unit of positions in the request and in the answer; the default is utf8. */
  readonly positions?: "utf8" | "utf16";
  /** `picture`: bytes per row, a multiple of 4; the default is 16. */
  readonly rowBytes?: number;
  /** Whether each file of a program is a separate translation unit. */
  readonly separate?: boolean;
  /** `emit`: the settings of the output, with the names of the command line: `[["types", "glam"]]`. */
  readonly settings?: readonly (readonly [string, string])[];
}

export interface SlotExplanation {
  /** The slots that it gets. */
  readonly allocate: SlotStep;
  /** Which parameters are bound, and in which order. */
  readonly collect: SlotStep;
  /** The number of slots that it requires. */
  readonly measure: SlotStep;
  /** The path, as requested. */
  readonly path: string;
  /** The rules that assigned the slots. */
  readonly policy: string;
  readonly profile: Profile;
  /** Its explicit binding, and those of others in the same space. */
  readonly reserve: SlotStep;
  /** The slots of the resources at the path. */
  readonly slots: readonly {
    /** The number of slots; omitted if unbounded or unknown. */
    readonly count?: number;
    /** The first slot; omitted if unknown. */
    readonly first?: number;
    readonly kind: LayoutUnit;
    readonly path: string;
    /** The space, set or group; omitted if unknown. */
    readonly space?: number;
    /** Text for people. */
    readonly text: string;
  }[];
  readonly span?: Span;
  readonly target: string;
  /** The output of `padstone explain` as text. */
  readonly text: string;
  /** The type of the parameter, in the language's spelling; omitted if it has none. */
  readonly type?: string;
}

export interface SlotStep {
  /** A finding of the step. The numbers are those in the text. */
  readonly facts: readonly {
    /** Omitted if unbounded or unknown. */
    readonly count?: number;
    readonly first?: number;
    readonly kind?: LayoutUnit;
    /** The parameter or resource, if it is not the one at the path. */
    readonly path?: string;
    readonly space?: number;
    /** Text for people. */
    readonly text: string;
  }[];
  /** The rule, with its source. */
  readonly rule: string;
}

export interface Span {
  readonly end: number;
  readonly file: string;
  readonly start: number;
}

/** A scalar as it is stored: its kind and its width in bits. */
export type StoredScalar = "bool8" | "bool32" | "i8" | "u8" | "i16" | "u16" | "i32" | "u32" | "i64" | "u64" | "f16" | "f32" | "f64" | "bf16" | "f8e4m3" | "f8e5m2";

export interface Uniform {
  readonly file: string;
  /** The explicit location; the first location of an array or struct. */
  readonly location?: number;
  readonly name: string;
  /** In the language's spelling. */
  readonly type: string;
}

/** The bytes of a buffer at a position of the source; without a path, the whole buffer or padding. */
export interface Use {
  readonly align?: number;
  readonly buffer: string;
  readonly kind: string;
  readonly offset: number;
  readonly paddingBefore?: number;
  readonly path?: string;
  readonly profile: Profile;
  readonly reason?: Reason;
  readonly rules: string;
  readonly size: number;
  readonly stride?: number;
  readonly type?: string;
}

/** An answer of the library. */
export type Answer = LayoutAnswer | ExplainAnswer | AtAnswer | CompareAnswer | OptimizeAnswer | ReflectAnswer | EmitAnswer | PictureAnswer | DiagnosticsAnswer | MissingAnswer | CompilersAnswer;
