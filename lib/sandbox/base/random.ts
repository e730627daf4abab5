import { createHash } from "node:crypto";

/** Random values fixed by a seed: the same seed gives the same story on every machine. */
export type Random = ReturnType<typeof createRandom>;

/** The entries of a text, separated by commas. */
export const listOf = (text: string): [string, ...string[]] => text.split(", ") as [string, ...string[]];

const HEX = "0123456789abcdef";

/** A generator (sfc32) whose state is the SHA-256 of `seed`; not for secrets. */
export function createRandom(seed: string) {
  const digest = createHash("sha256").update(seed).digest();
  let [a, b, c, d] = [digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), digest.readInt32LE(12)];
  /** In [0, 1). */
  const float = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  /** A whole number, both ends included. */
  const int = (min: number, max: number): number => min + Math.floor(float() * (max - min + 1));
  /** `length` characters out of `alphabet`. */
  const text = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[int(0, alphabet.length - 1)]).join("");
  return {
    float,
    int,
    between: (min: number, max: number): number => min + float() * (max - min),
    chance: (probability: number): boolean => float() < probability,
    pick: <List extends readonly [unknown, ...unknown[]]>(from: List): List[number] => from[int(0, from.length - 1)],
    text,
    uuid: (): string =>
      `${text(HEX, 8)}-${text(HEX, 4)}-4${text(HEX, 3)}-${text("89ab", 1)}${text(HEX, 3)}-${text(HEX, 12)}`,
  };
}
