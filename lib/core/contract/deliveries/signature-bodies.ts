import { utf8Text } from "#lib/platform/contract/text.ts";

/** Changes that a body may have undergone between signing and pasting. */
export type BodyCause = "line_ends" | "final_newline" | "bom" | "reserialised" | "not_utf8";

type Bytes = Uint8Array<ArrayBuffer>;

const BOM = "\ufeff";
const utf8 = new TextEncoder();

/**
 * The bytes that may have been signed, given the user's `body`: unchanged, then each with a possible alteration undone.
 * All different. Never throws.
 */
export function signedBodies(body: Bytes): { bytes: Bytes; causes: BodyCause[] }[] {
  const found = new Map<string, { bytes: Bytes; causes: BodyCause[] }>();
  const add = (bytes: Bytes, ...causes: BodyCause[]) => {
    const key = bytes.join();
    if (!found.has(key)) found.set(key, { bytes, causes });
  };
  add(body);
  const text = utf8Text(body);
  if (text === null) return [...found.values()];
  const addText = (variant: string, ...causes: BodyCause[]) => add(utf8.encode(variant), ...causes);
  const bare = text.startsWith(BOM) ? text.slice(1) : text;
  addText(bare, "bom");
  addText(BOM + bare, "bom");
  const lf = bare.replaceAll("\r\n", "\n");
  addText(lf, "line_ends");
  addText(lf.replaceAll("\n", "\r\n"), "line_ends");
  const trimmed = bare.replace(/[\r\n]+$/, "");
  for (const end of ["", "\n", "\r\n"]) addText(trimmed + end, "final_newline");
  const trimmedLf = trimmed.replaceAll("\r\n", "\n");
  for (const end of ["", "\n"]) addText(trimmedLf + end, "line_ends", "final_newline");
  for (const end of ["", "\r\n"]) addText(trimmedLf.replaceAll("\n", "\r\n") + end, "line_ends", "final_newline");
  for (const written of serialisations(bare)) addText(written, "reserialised");
  const latin = latinBytes(bare);
  if (latin) add(latin, "not_utf8");
  return [...found.values()];
}

/** Serialisations of the JSON by common writers: the sent text may be any of them, whatever a parser made of it. */
function serialisations(text: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const tokens = text.match(TOKEN) ?? [];
  const compact = JSON.stringify(value);
  // The original text of each number: parsing rounds large ones.
  const asWritten = tokens.join("");
  const spaced = tokens.map((token) => (token === "," || token === ":" ? `${token} ` : token)).join("");
  const layouts = [compact, asWritten, spaced, JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)];
  return layouts.flatMap((layout) => {
    const plain = plainText(layout);
    return [layout, plain, ascii(plain), plain.replaceAll("/", "\\/"), ascii(plain).replaceAll("/", "\\/")];
  });
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Replaces the escapes of letters and slashes by the characters. */
const plainText = (json: string): string =>
  json.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (whole, hex: string | undefined, escaped: string | undefined) => {
    if (escaped === "/") return "/";
    const code = hex === undefined ? 0 : Number.parseInt(hex, 16);
    return code >= 0x80 ? String.fromCharCode(code) : whole;
  });

const ascii = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Undoes a Latin-1 decoding of bytes. */
function latinBytes(text: string): Bytes | null {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0xff) return null;
    bytes[index] = code;
  }
  return bytes;
}
