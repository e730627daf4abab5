import { createHash } from "node:crypto";

/** Random values fixed by a seed: the same seed gives the same story on every machine. */
export type Random = {
  /** In [0, 1). */
  float(): number;
  /** A whole number, both ends included. */
  int(min: number, max: number): number;
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<List extends readonly [unknown, ...unknown[]]>(from: List): List[number];
  /** `length` characters out of `alphabet`. */
  text(alphabet: string, length: number): string;
  uuid(): string;
};

/** The entries of a text, separated by commas. */
export const listOf = (text: string): [string, ...string[]] => text.split(", ") as [string, ...string[]];

const HEX = "0123456789abcdef";

/** A generator (sfc32) whose state is the SHA-256 of `seed`; not for secrets. */
export function createRandom(seed: string): Random {
  const digest = createHash("sha256").update(seed).digest();
  let [a, b, c, d] = [digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), digest.readInt32LE(12)];
  const float = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number) => min + Math.floor(float() * (max - min + 1));
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[int(0, alphabet.length - 1)]).join("");
  return {
    float,
    int,
    between: (min, max) => min + float() * (max - min),
    chance: (probability) => float() < probability,
    pick: (from) => from[int(0, from.length - 1)],
    text,
    uuid: () => `${text(HEX, 8)}-${text(HEX, 4)}-4${text(HEX, 3)}-${text("89ab", 1)}${text(HEX, 3)}-${text(HEX, 12)}`,
  };
}
