/**
 * Numbers of a JSON text that JavaScript would round, or take for infinite: `646180157000000004`, `1e400`. They are kept as
 * they were written, in the form that `JSON.stringify` writes back (ECMA-262, `JSON.rawJSON`). Pure.
 */

type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown;

// TypeScript does not declare these yet. Browsers before 2025 lack them, and never parse texts of the service.
const json = JSON as unknown as {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON(text: string): object;
  isRawJSON?(value: unknown): boolean;
};

/** Numbers with this many digits are always exact. */
const EXACT_DIGITS = 15;
/** From this value on JavaScript writes an exponent. */
const EXPONENT_FROM = 1e21;

/** Matches a number that may be rounded; a match within a string costs time only. */
const MAY_BE_ROUNDED = new RegExp(`(?:^|[\\s:,[])-?(?:[\\d.]{${EXACT_DIGITS + 1}}|[\\d.]+[eE])`);

/** Like `JSON.parse`, but numbers that would be rounded become objects (`isExactNumber`). Throws SyntaxError. */
export const parseJson = (text: string): unknown =>
  MAY_BE_ROUNDED.test(text) ? json.parse(text, keepExact) : JSON.parse(text);

const keepExact: Reviver = (_name, value, context) =>
  typeof value === "number" && context?.source !== undefined && !isSame(value, context.source)
    ? json.rawJSON(context.source)
    : value;

export const isExactNumber = (value: unknown): boolean => json.isRawJSON?.(value) ?? false;

/** Deeper than any shown value. */
const MAX_DEPTH = 100;

/** The same value with the digits of each exact number as text, for display. */
export function numbersAsText(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (isExactNumber(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((entry) => numbersAsText(entry, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, numbersAsText(entry, depth + 1)]));
}

const isSame = (value: number, source: string): boolean =>
  Math.abs(value) < EXPONENT_FROM && decimalOf(String(value)) === decimalOf(source);

/** The same text for all ways of writing a number: its digits without zeros at either end, and the exponent. */
function decimalOf(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = whole + fraction;
  let [from, to] = [0, digits.length];
  while (digits[from] === "0") from += 1;
  while (to > from && digits[to - 1] === "0") to -= 1;
  if (from === to) return "0";
  const sign = mantissa.startsWith("-") ? "-" : "";
  return `${sign}${digits.slice(from, to)}e${Number(exponent) - fraction.length + digits.length - to}`;
}
