// The state that a page shows and a link contains. Everything else comes from the library.

export interface SourceFile {
  readonly name: string;
  /** The text; for a compiled module (`.spv`), its bytes in base64. */
  readonly text: string;
  readonly binary?: boolean;
}

export interface State {
  /** The first file is the unit; it may include the others. */
  readonly files: readonly SourceFile[];
  /** Options as dxc, slangc and glslang spell them, separated by spaces. */
  readonly options: string;
  /** Profiles and rule sets, shown in this order. */
  readonly compilers: readonly string[];
}

/** The compilers that the page offers first for a language. The library has many more. */
export const SUGGESTED: Readonly<Record<string, readonly string[]>> = {
  hlsl: ["dxc", "dxc-spirv"],
  slang: ["slang-spirv", "slang-hlsl"],
  glsl: ["glslang"],
  wgsl: ["wgsl"],
  spv: ["as-compiled"],
};

const EXTENSIONS: Readonly<Record<string, string>> = {
  hlsl: "hlsl", hlsli: "hlsl", fx: "hlsl", h: "hlsl",
  slang: "slang",
  glsl: "glsl", vert: "glsl", frag: "glsl", comp: "glsl",
  wgsl: "wgsl",
  spv: "spv",
};

/** The language of a file extension. The library decides independently. */
export function languageOf(name: string): string {
  return EXTENSIONS[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "hlsl";
}

export const FIRST: State = {
  files: [
    {
      name: "sky.hlsl",
      text: `struct Light {
    float3 direction;
    float intensity;
};

cbuffer Sky : register(b0) {
    float3x3 rotation;
    float exposure;
    float2 layers[2];
    Light sun;
    float3 horizon;
    float2 wind;
};
`,
    },
  ],
  options: "",
  compilers: ["dxc", "dxc-spirv", "dxc-spirv-scalar"],
};
