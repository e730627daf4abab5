import { createRandom } from "#lib/sandbox/random.ts";
import type { Step } from "#lib/sandbox/verification/change.ts";
import { type Plot, timeLife, writeLife } from "./life.ts";

/** A verification that is yet to live: its identifier and every step, in order of time. */
export type Script = { verification_id: string; steps: Step[] };

const ID_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz";

/** The script that `seed` fixes; `start` and `duration` in milliseconds. */
export function writeScript(seed: string, tag: string, plot: Plot, start: number, duration: number): Script {
  const random = createRandom(seed);
  const verificationId = `ver_${random.text(ID_ALPHABET, 22)}`;
  return { verification_id: verificationId, steps: timeLife(writeLife(random, tag, plot), start, duration) };
}
