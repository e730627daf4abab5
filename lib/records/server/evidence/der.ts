/** An element of ASN.1: its identifier octet, and its content or the elements in it. */
export type Element = { tag: number; bytes: Buffer; children: Element[] };

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** `[0]`, constructed. */
  first: 0xa0,
} as const;

const CONSTRUCTED = 0x20;
const MAX_DEPTH = 32;

export function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const hex = length.toString(16);
  const digits = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, content]);
}

export class MalformedDer extends Error {
  override name = "MalformedDer";
}

/**
 * Reads one element that fills the bytes. CMS may be in BER, so that indefinite lengths are read too; an identifier of
 * several octets occurs in none of our messages. Throws MalformedDer.
 */
export function readDer(bytes: Buffer): Element {
  const { element, end } = readAt(bytes, 0, 0);
  if (end !== bytes.length) throw new MalformedDer("bytes follow the element");
  return element;
}

/** An object identifier as the content of its element, in hexadecimal. */
export const oid = (hex: string): Buffer => Buffer.from(hex, "hex");

function required(element: Element | undefined, tag: number): Element {
  if (element?.tag !== tag) throw new MalformedDer("another element is expected");
  return element;
}

/** The elements in an element of this tag. Throws MalformedDer for any other. */
export const fields = (element: Element | undefined, tag: number): Element[] => required(element, tag).children;

/** The content of an element of this tag. Throws MalformedDer for any other. */
export const content = (element: Element | undefined, tag: number): Buffer => required(element, tag).bytes;

/** The content of an octet string, which BER may divide. */
export function octetsOf(element: Element): Buffer {
  if (element.tag === TAG.octets) return element.bytes;
  if (element.tag !== (TAG.octets | CONSTRUCTED)) throw new MalformedDer("not an octet string");
  return Buffer.concat(element.children.map(octetsOf));
}

function readAt(bytes: Buffer, at: number, depth: number): { element: Element; end: number } {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || depth > MAX_DEPTH || (tag & 0x1f) === 0x1f) throw new MalformedDer();
  if (first === 0x80) return readIndefinite(bytes, { tag, at: at + 2, depth });
  const size = first < 0x80 ? 0 : first & 0x7f;
  const start = at + 2 + size;
  if (size > 4 || start > bytes.length) throw new MalformedDer("a length is too long");
  const length = size === 0 ? first : bytes.readUIntBE(at + 2, size);
  const end = start + length;
  if (end > bytes.length) throw new MalformedDer("the end is missing");
  const content = bytes.subarray(start, end);
  const children: Element[] = [];
  for (let next = 0; tag & CONSTRUCTED && next < content.length; ) {
    const child = readAt(content, next, depth + 1);
    children.push(child.element);
    next = child.end;
  }
  return { element: { tag, bytes: content, children }, end };
}

/** Elements up to the end-of-contents octets. */
function readIndefinite(bytes: Buffer, { tag, at, depth }: { tag: number; at: number; depth: number }) {
  if (!(tag & CONSTRUCTED)) throw new MalformedDer("an indefinite length of a primitive");
  const children: Element[] = [];
  let next = at;
  while (bytes[next] !== 0 || bytes[next + 1] !== 0) {
    const child = readAt(bytes, next, depth + 1);
    children.push(child.element);
    next = child.end;
  }
  return { element: { tag, bytes: bytes.subarray(at, next), children }, end: next + 2 };
}
