import type { Identity } from "#lib/sandbox/verification/advance.ts";
import type { Step } from "#lib/sandbox/verification/change.ts";
import type { Advanced } from "#lib/sandbox/verification/event.ts";
import { play } from "./play.ts";

/** Plays a script from its first step on, which creates the verification. Throws ChangeRefused for a script that errs. */
export function playAll(identity: Identity, steps: readonly Step[]): Advanced {
  const played = play(identity, null, steps);
  if (!played) throw new Error("a script begins with the verification's creation");
  return played;
}
