import { randomBytes } from "node:crypto";

const MOST_CHARACTERS = 200;
const MARK_BYTES = 4;
const MARK = /-[0-9a-f]{8}$/;

/** The name of the key that follows one of this name: the same, with a mark that no other attempt has. */
export function labelAfter(name: string): string {
  const mark = `-${randomBytes(MARK_BYTES).toString("hex")}`;
  const base = name.replace(MARK, "").slice(0, MOST_CHARACTERS - mark.length);
  return `${base.isWellFormed() ? base : base.slice(0, -1)}${mark}`;
}
