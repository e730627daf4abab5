import { randomInt, randomUUID } from "node:crypto";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DIGITS = "0123456789";
const ALPHABETS = [DIGITS, "abcdef", "ABCDEF"];

const pick = (characters: string): string => characters.charAt(randomInt(characters.length));

/**
 * An id that nobody has, in the form of one that exists: a service may refuse another form before it looks. Numbers that
 * are counted up have small neighbours, so a large one is taken there. A UUID where there is no example.
 */
export function inventId(example: string | undefined): string {
  if (!example || UUID.test(example)) return randomUUID();
  if (/^\d+$/.test(example)) return "9".repeat(Math.max(example.length, 9));
  const prefix = example.slice(0, example.lastIndexOf("_") + 1);
  const similar = (one: string) => pick(ALPHABETS.find((alphabet) => alphabet.includes(one)) ?? one);
  return prefix + example.slice(prefix.length).replace(/[0-9a-f]/gi, similar);
}

/** A key that looks like one (interface, Resources: API key) and is none. */
export const inventKey = (): string =>
  `svc_sk_live_${Array.from({ length: 48 }, () => pick(`${DIGITS}abcdef`)).join("")}`;
