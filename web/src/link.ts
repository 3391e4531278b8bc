// Links: the state, compressed, in the fragment, which browsers do not send to servers.
//
// Every later version opens old links: `v1` below never changes, a later form gets its own prefix, and
// `tests/links.test.mjs` contains links of all versions.

import { FIRST, type SourceFile, type State } from "./state.ts";

const PREFIX = "v1.";
/** The maximum size of an unpacked link: 4 MiB of text. */
const LIMIT = 4 << 20;

interface V1 {
  f: [name: string, text: string, binary?: 1][];
  o?: string;
  c: string[];
}

export async function encode(state: State): Promise<string> {
  const packed: V1 = {
    f: state.files.map((file) => (file.binary ? [file.name, file.text, 1] : [file.name, file.text])),
    c: [...state.compilers],
  };
  if (state.options !== "") packed.o = state.options;
  const bytes = await through(new TextEncoder().encode(JSON.stringify(packed)), new CompressionStream("deflate-raw"), Infinity);
  return PREFIX + toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The state in a link's fragment; `undefined` if the fragment is empty, an error if it is invalid. */
export async function decode(fragment: string): Promise<State | undefined> {
  const text = fragment.replace(/^#/, "");
  if (text === "") return undefined;
  if (!text.startsWith(PREFIX)) throw new Error("this link is not from padstone, or from a newer version");
  return read(await unpack(text.slice(PREFIX.length)));
}

async function unpack(text: string): Promise<unknown> {
  let bytes: Uint8Array;
  try {
    const packed = fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
    bytes = await through(packed, new DecompressionStream("deflate-raw"), LIMIT);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    // The messages of browsers are about their decompression.
    throw error instanceof TooLong ? error : new Error("this link is incomplete or damaged");
  }
}

class TooLong extends Error {}

function read(value: unknown): State {
  const { f, o, c } = value as Partial<V1>;
  if (!Array.isArray(f) || f.length === 0 || !Array.isArray(c)) throw new Error("this link is damaged: it contains no files");
  const files = f.map(([name, text, binary]): SourceFile => {
    if (typeof name !== "string" || typeof text !== "string") throw new Error("this link is damaged: a file has no text");
    return binary === 1 ? { name, text, binary: true } : { name, text };
  });
  const compilers = c.filter((name): name is string => typeof name === "string");
  return { files, options: typeof o === "string" ? o : "", compilers: compilers.length > 0 ? compilers : FIRST.compilers };
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream, limit: number): Promise<Uint8Array> {
  const writer = stream.writable.getWriter() as WritableStreamDefaultWriter<BufferSource>;
  // If the input is damaged, both ends of the stream fail; the reader reports it.
  const written = writer.write(bytes).then(() => writer.close()).catch(() => undefined);
  const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > limit) {
      await reader.cancel();
      throw new TooLong("this link decompresses to more than 4 MiB");
    }
    parts.push(part.value);
  }
  await written;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
