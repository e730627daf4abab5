/**
 * One-dimensional PostgreSQL arrays in the wire's binary form. `pg` sends a Buffer as a binary parameter, so a batch of
 * raw bodies is sent unchanged: the text form would double each body in hexadecimal and escape every name.
 */

const OID = { bool: 16, bytea: 17, int8: 20, int4: 23, text: 25 } as const;

/** Dimensions, has-nulls flag, element type, length, lower bound: an int32 each. */
const HEADER_BYTES = 20;

type Element<T> = { oid: number; size(value: T): number; write(target: Buffer, value: T, at: number): void };

function encode<T>(element: Element<T>, values: readonly (T | null)[]): Buffer {
  let bytes = HEADER_BYTES;
  let nulls = 0;
  for (const value of values) {
    if (value === null) nulls = 1;
    bytes += 4 + (value === null ? 0 : element.size(value));
  }
  const target = Buffer.allocUnsafe(bytes);
  target.writeInt32BE(1, 0);
  target.writeInt32BE(nulls, 4);
  target.writeInt32BE(element.oid, 8);
  target.writeInt32BE(values.length, 12);
  target.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (const value of values) {
    const size = value === null ? 0 : element.size(value);
    target.writeInt32BE(value === null ? -1 : size, at);
    if (value !== null) element.write(target, value, at + 4);
    at += 4 + size;
  }
  return target;
}

const text: Element<string> = {
  oid: OID.text,
  size: (value) => Buffer.byteLength(value),
  write: (target, value, at) => void target.write(value, at),
};
const bytea: Element<Buffer> = {
  oid: OID.bytea,
  size: (value) => value.length,
  write: (target, value, at) => void value.copy(target, at),
};
const int8: Element<number> = {
  oid: OID.int8,
  size: () => 8,
  write: (target, value, at) => void target.writeBigInt64BE(BigInt(value), at),
};
const int4: Element<number> = {
  oid: OID.int4,
  size: () => 4,
  write: (target, value, at) => void target.writeInt32BE(value, at),
};
const bool: Element<boolean> = {
  oid: OID.bool,
  size: () => 1,
  write: (target, value, at) => void target.writeUInt8(value ? 1 : 0, at),
};

export const textArray = (values: readonly (string | null)[]) => encode(text, values);
export const byteaArray = (values: readonly (Buffer | null)[]) => encode(bytea, values);
export const int8Array = (values: readonly (number | null)[]) => encode(int8, values);
export const int4Array = (values: readonly (number | null)[]) => encode(int4, values);
export const boolArray = (values: readonly (boolean | null)[]) => encode(bool, values);
