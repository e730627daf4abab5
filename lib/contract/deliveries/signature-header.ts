/** What could be read of a header, however it is written, and what is wrong with how it is. */
export type LenientHeader = { t: string | null; v1: string[]; faults: HeaderFault[] };

export const HEADER_FAULTS = [
  "header_name",
  "header_spaces",
  "header_separator",
  "uppercase_hex",
  "no_t",
  "no_v1",
  "not_hex",
  "milliseconds",
] as const;
export type HeaderFault = (typeof HEADER_FAULTS)[number];

const SHA256_HEX = /^[0-9a-f]{64}$/;
/** Nothing that is meant is longer. */
const MAX_HEADER = 4096;

/**
 * Reads `t=<unix>,v1=<hex>` (interface, Webhook signature, step 1) as leniently as its meaning stays clear, and names each
 * way in which it is not written so. Never throws.
 */
export function readHeaderLeniently(header: string): LenientHeader {
  const faults = new Set<HeaderFault>();
  let text = header
    .slice(0, MAX_HEADER)
    .trim()
    .replace(/^["']|["']$/g, "");
  const named = /^[a-z-]*signature\s*:\s*/i.exec(text);
  if (named) {
    faults.add("header_name");
    text = text.slice(named[0].length);
  }
  if (/\s/.test(text)) faults.add("header_spaces");
  const compact = text.replace(/\s+/g, " ");
  if (!compact.includes(",") && /[;&| ]\s*v1\s*=/.test(compact)) faults.add("header_separator");
  let t: string | null = null;
  const v1: string[] = [];
  for (const part of compact.split(/[,;&| ]+/)) {
    const [, name, value = ""] = /^(t|v1)=(.*)$/.exec(part) ?? [];
    if (name === "t" && t === null && /^[0-9]{1,20}$/.test(value)) t = value;
    if (name !== "v1" || value === "") continue;
    const lower = value.toLowerCase();
    if (!SHA256_HEX.test(lower)) faults.add("not_hex");
    else {
      if (lower !== value) faults.add("uppercase_hex");
      v1.push(lower);
    }
  }
  if (t === null) faults.add("no_t");
  else if (isMilliseconds(t)) faults.add("milliseconds");
  if (v1.length === 0 && !faults.has("not_hex")) faults.add("no_v1");
  return { t, v1: v1.slice(0, 8), faults: HEADER_FAULTS.filter((fault) => faults.has(fault)) };
}

/** Seconds have ten digits until the year 2286, milliseconds thirteen. */
export const isMilliseconds = (t: string): boolean => t.length >= 12 && t.length <= 14;
