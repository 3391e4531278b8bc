import type { Layout } from "./index.js";

/** An invalid call: an unknown name, a wrong length, or a value that does not fit. The view has written nothing. */
export class ViewError extends Error {}

/** A scalar; 64-bit integers are `bigint`. */
export type Scalar = number | bigint | boolean;

/**
 * A scalar, the components of a vector, the scalars of a matrix (column after column where its `majorness` is `column`, else row after
 * row), the elements of an array, or the members of a struct by name.
 */
export type Value = Scalar | ArrayLike<Scalar> | readonly Value[] | { readonly [member: string]: Value };

export class View<T = unknown> {
  constructor(layout: Layout, buffer: ArrayBufferLike | ArrayBufferView, byteOffset?: number);
  /** The whole value. */
  get(): T;
  /** The value at a path such as `lights[1].color`. */
  get(path: string): unknown;
  /** Writes members by name; omitted members keep their bytes. Throws before it writes the first byte. */
  set(values: Partial<T> | Value): void;
  /** Writes the value at a path. */
  set(path: string, value: Value): void;
}

/** A view of `buffer` from byte `byteOffset`, where the buffer or struct of `layout` begins. */
export function view<T = unknown>(layout: Layout, buffer: ArrayBufferLike | ArrayBufferView, byteOffset?: number): View<T>;
