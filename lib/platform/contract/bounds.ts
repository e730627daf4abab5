/**
 * Bounds of data from the service. A larger answer is refused, and a larger delivery is stored and not applied: no file
 * may keep the readers of others waiting. Real files stay far below.
 */
export const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
export const MAX_DEPTH = 40;
/** Values of objects and entries of lists, at all depths. */
export const MAX_VALUES = 20_000;
export const MAX_PEOPLE = 500;
export const MAX_FINDINGS = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The bound that a JSON text exceeds, in words for people; null if none. Checked before parsing, in one pass that ends
 * at the first excess. The result for other texts is undefined.
 */
export function excessOf(json: string): string | null {
  let depth = 0;
  let values = 0;
  for (let index = 0; index < json.length; index += 1) {
    switch (json.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(json, index);
        break;
      case 0x7b: // {
      case 0x5b: // [
        values += 1;
        depth += 1;
        if (depth > MAX_DEPTH) return `nested more than ${MAX_DEPTH} deep`;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1;
        break;
      case 0x2c: // ,
        values += 1;
        break;
    }
    if (values > MAX_VALUES) return `more than ${MAX_VALUES} values`;
  }
  return null;
}

/** The end of the string that begins at `start`; the end of the text if it is unterminated. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}
