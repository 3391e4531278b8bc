// Reads and writes the bytes of a buffer by its layout, an answer of `Workspace.layout`. It needs no WebAssembly.

/** An invalid call: an unknown name, a wrong length, or a value that does not fit. */
export class ViewError extends Error {
  constructor(message) {
    super(message);
    this.name = "ViewError";
  }
}

/**
 * A view of `buffer` from byte `byteOffset`, where the buffer or struct of `layout` begins.
 */
export function view(layout, buffer, byteOffset = 0) {
  return new View(layout, buffer, byteOffset);
}

export class View {
  #root;
  #data;

  constructor(layout, buffer, byteOffset = 0) {
    const isView = ArrayBuffer.isView(buffer);
    const bytes = isView ? buffer.buffer : buffer;
    const start = byteOffset + (isView ? buffer.byteOffset : 0);
    const available = buffer.byteLength - byteOffset;
    this.#root = tree(layout);
    if (available < extent(this.#root)) {
      throw new ViewError(`\`${layout.name}\` has ${layout.size} bytes, the buffer has ${Math.max(available, 0)}`);
    }
    this.#data = new DataView(bytes, start, available);
  }

  /** The whole value, or the value at a path such as `lights[1].color`. */
  get(path = "") {
    const { node, offset } = this.#find(path);
    return read(this.#data, node, offset);
  }

  /** `set(values)` writes members by name, and omitted members keep their bytes; `set(path, value)` writes one value. */
  set(...parameters) {
    const [path, value] = parameters.length > 1 ? parameters : ["", parameters[0]];
    const { node, offset } = this.#find(path);
    // Checks all values before it writes the first byte.
    const writes = [];
    plan(this.#data, node, offset, value, path, writes);
    for (const write of writes) write();
  }

  #find(path) {
    if (!/^(([^.[\]]+|\[\d+\])(\.[^.[\]]+|\[\d+\])*)?$/.test(path)) throw new ViewError(`not a path: \`${path}\``);
    let [node, offset, walked] = [this.#root, this.#root.offset, ""];
    for (const step of path.match(/\[\d+\]|[^.[\]]+/g) ?? []) {
      const where = walked === "" ? "the buffer" : `\`${walked}\``;
      if (step.startsWith("[")) {
        if (!node.element) throw new ViewError(`${where} is not an array: \`${path}\``);
        const [index, count] = [Number(step.slice(1, -1)), length(node, offset, this.#data.byteLength)];
        if (index >= count) throw new ViewError(`${where} has ${count} elements: \`${path}\``);
        [offset, node] = [offset + index * node.stride, node.element];
        walked += step;
      } else {
        const member = node.members?.get(step);
        if (!member) throw new ViewError(`${where} has no member \`${step}\`${known(node)}`);
        [offset, node] = [offset + member.offset - node.offset, member];
        walked += walked === "" ? step : `.${step}`;
      }
    }
    return { node, offset };
  }
}

// A node represents a row of the layout; its offset is that of element 0 of the enclosing arrays.

function tree(layout) {
  // Without a count, it is a structured buffer, or an array that extends to the end of the buffer.
  const content = layout.stride === undefined ? layout.content : { count: null, ...layout.content, stride: layout.stride };
  const root = { ...content, path: layout.name, offset: 0, size: layout.size, members: undefined, element: undefined };
  const nodes = new Map([["", root]]);
  for (const row of layout.members) {
    const element = row.path === "$Element" || row.path.endsWith("[]");
    const cut = element ? row.path.length - 2 : row.path.lastIndexOf(".");
    const around = row.path === "$Element" ? root : nodes.get(row.path.slice(0, Math.max(cut, 0)));
    const node = { ...row, members: undefined, element: undefined };
    if (element) around.element = node;
    else (around.members ??= new Map()).set(row.path.slice(cut + 1), node);
    nodes.set(row.path, node);
  }
  // Rows of a structured buffer start inside its element.
  if (root.stride !== undefined && !root.element) {
    const element = { offset: 0, size: layout.size, members: root.members, element: undefined };
    Object.assign(root, { members: undefined, element });
  }
  if (!root.members && !root.element && root.scalar === undefined) throw new ViewError(`the layout of \`${layout.name}\` has no members`);
  return root;
}

/** The element count of an array; an array without a count extends to the end of the buffer. */
function length(node, offset, available) {
  return node.count ?? Math.max(Math.floor((available - offset - node.element.size) / node.stride) + 1, 0);
}

/** The minimum size of a buffer in bytes. */
function extent(root) {
  return root.count === null ? 0 : (root.size ?? 0);
}

function known(node) {
  return node.members ? `; its members are ${[...node.members.keys()].map((name) => `\`${name}\``).join(", ")}` : "";
}

const BOOLEAN = { accepts: (value) => typeof value === "boolean", expected: "a boolean" };
const NUMBER = { accepts: (value) => typeof value === "number", expected: "a number" };

const SCALARS = {
  bool8: { bytes: 1, ...BOOLEAN, get: (data, at) => data.getUint8(at) !== 0, set: (data, at, value) => data.setUint8(at, value ? 1 : 0) },
  bool32: { bytes: 4, ...BOOLEAN, get: (data, at) => data.getUint32(at, true) !== 0, set: (data, at, value) => data.setUint32(at, value ? 1 : 0, true) },
  i8: integer(1, -0x80, 0x7f, "Int8"),
  u8: integer(1, 0, 0xff, "Uint8"),
  i16: integer(2, -0x8000, 0x7fff, "Int16"),
  u16: integer(2, 0, 0xffff, "Uint16"),
  i32: integer(4, -0x80000000, 0x7fffffff, "Int32"),
  u32: integer(4, 0, 0xffffffff, "Uint32"),
  i64: integer(8, -0x8000000000000000n, 0x7fffffffffffffffn, "BigInt64"),
  u64: integer(8, 0n, 0xffffffffffffffffn, "BigUint64"),
  f16: { bytes: 2, ...NUMBER, get: (data, at) => fromHalf(data.getUint16(at, true)), set: (data, at, value) => data.setUint16(at, toHalf(value), true) },
  f32: { bytes: 4, ...NUMBER, get: (data, at) => data.getFloat32(at, true), set: (data, at, value) => data.setFloat32(at, value, true) },
  f64: { bytes: 8, ...NUMBER, get: (data, at) => data.getFloat64(at, true), set: (data, at, value) => data.setFloat64(at, value, true) },
};

function integer(bytes, least, most, name) {
  const accepts = (value) => (typeof least === "bigint" ? typeof value === "bigint" : Number.isInteger(value)) && value >= least && value <= most;
  return { bytes, accepts, expected: `an integer from ${least} to ${most}`, get: (data, at) => data[`get${name}`](at, true), set: (data, at, value) => data[`set${name}`](at, value, true) };
}

/** The offsets of the scalars of a value from its first byte: for a matrix, vector by vector, as in memory. */
function lanes(node, bytes) {
  if (node.components !== undefined) return Array.from({ length: node.components }, (_, index) => index * bytes);
  const [vectors, width] = node.majorness === "row" ? [node.rows, node.columns] : [node.columns, node.rows];
  const stride = node.matrixStride ?? width * bytes;
  return Array.from({ length: vectors * width }, (_, index) => Math.floor(index / width) * stride + (index % width) * bytes);
}

function scalar(node, where) {
  const found = SCALARS[node.scalar];
  if (!found) throw new ViewError(`${where} is of type \`${node.type}\`, which has no value in JavaScript`);
  return found;
}

function isComposite(node) {
  return node.components !== undefined || node.rows !== undefined;
}

function read(data, node, offset) {
  if (node.members) {
    const members = [...node.members].map(([name, member]) => [name, read(data, member, offset + member.offset - node.offset)]);
    return Object.fromEntries(members);
  }
  if (node.element) {
    return Array.from({ length: length(node, offset, data.byteLength) }, (_, index) => read(data, node.element, offset + index * node.stride));
  }
  const type = scalar(node, `\`${node.path}\``);
  if (node.bits !== undefined) return readBits(data, node, offset, type);
  if (!isComposite(node)) return type.get(data, offset);
  return lanes(node, type.bytes).map((lane) => type.get(data, offset + lane));
}

function plan(data, node, offset, value, path, writes) {
  const where = path === "" ? "the buffer" : `\`${path}\``;
  if (node.members) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) throw new ViewError(`${where} is a struct: pass an object`);
    for (const [name, one] of Object.entries(value)) {
      const member = node.members.get(name);
      if (!member) throw new ViewError(`${where} has no member \`${name}\`${known(node)}`);
      plan(data, member, offset + member.offset - node.offset, one, path === "" ? name : `${path}.${name}`, writes);
    }
  } else if (node.element) {
    const count = length(node, offset, data.byteLength);
    const values = list(value, where);
    if (node.count === null ? values.length > count : values.length !== count) {
      throw new ViewError(`${where} has ${count} elements, the value has ${values.length}`);
    }
    values.forEach((one, index) => plan(data, node.element, offset + index * node.stride, one, `${path}[${index}]`, writes));
  } else {
    const type = scalar(node, where);
    if (!isComposite(node)) return writes.push(planned(data, node, offset, type, value, where));
    const [at, values] = [lanes(node, type.bytes), list(value, where)];
    if (values.length !== at.length) throw new ViewError(`${where} has ${at.length} components, the value has ${values.length}`);
    values.forEach((one, index) => writes.push(planned(data, {}, offset + at[index], type, one, `component ${index} of ${where}`)));
  }
}

function list(value, where) {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value);
  throw new ViewError(`${where} takes an array`);
}

/** Writes a scalar that was checked. */
function planned(data, node, offset, type, value, where) {
  if (!type.accepts(value)) {
    throw new ViewError(`${where} takes ${type.expected}, not ${typeof value === "bigint" ? `${value}n` : JSON.stringify(value)}`);
  }
  if (node.bits === undefined) return () => type.set(data, offset, value);
  const [least, most] = range(node);
  if (BigInt(value) < least || BigInt(value) > most) throw new ViewError(`${where} has ${node.bits} bits: ${least} to ${most}, not ${value}`);
  return () => writeBits(data, node, offset, type, value);
}

// A bit-field: `bit` counts from the lowest bit of the integer that contains it.

function range({ scalar, bits }) {
  const isSigned = scalar.startsWith("i");
  const count = 1n << BigInt(bits);
  return isSigned ? [-count / 2n, count / 2n - 1n] : [0n, count - 1n];
}

function unsigned({ bytes }) {
  return SCALARS[`u${bytes * 8}`];
}

function readBits(data, node, offset, type) {
  const whole = BigInt(unsigned(type).get(data, offset));
  const raw = (whole >> BigInt(node.bit)) & ((1n << BigInt(node.bits)) - 1n);
  const value = node.scalar.startsWith("i") ? BigInt.asIntN(node.bits, raw) : raw;
  return type.bytes === 8 ? value : Number(value);
}

function writeBits(data, node, offset, type, value) {
  const integer = unsigned(type);
  const mask = ((1n << BigInt(node.bits)) - 1n) << BigInt(node.bit);
  const whole = (BigInt(integer.get(data, offset)) & ~mask) | ((BigInt(value) << BigInt(node.bit)) & mask);
  integer.set(data, offset, type.bytes === 8 ? whole : Number(whole));
}

// 16-bit floats (IEEE 754 binary16), which `DataView` of Node 20 does not have.

function fromHalf(bits) {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 0x1f, bits & 0x3ff];
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

function toHalf(value) {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  // 65520 is halfway between the largest finite value and the next step.
  if (size >= 65520) return sign | 0x7c00;
  const exponent = Math.max(Math.floor(Math.log2(size)), -14);
  // Adding the exponent lets a fraction that rounds up carry into it.
  const steps = even(size / 2 ** (exponent - 10));
  return sign | (steps + (size < 2 ** -14 ? 0 : (exponent + 14) << 10));
}

/** Rounds to the nearest integer, a half to the even one. */
function even(value) {
  const down = Math.floor(value);
  const rest = value - down;
  return rest > 0.5 || (rest === 0.5 && down % 2 === 1) ? down + 1 : down;
}
