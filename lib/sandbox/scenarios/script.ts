import { createRandom } from "#lib/sandbox/base/random.ts";
import { advance, create, type Identity } from "#lib/sandbox/verification/advance.ts";
import { ChangeRefused, type DatedChange } from "#lib/sandbox/verification/change.ts";
import type { Advanced, SandboxEvent, VerificationState } from "#lib/sandbox/verification/state.ts";
import { timeLife, writeLife } from "./life.ts";
import type { Plot } from "./plot.ts";

/** The plan of a verification: its identifier and every step, in order of time. */
export type Script = { verification_id: string; steps: DatedChange[] };

const ID_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz";

/** The script for `seed`; `start` and `duration` in milliseconds. */
export function writeScript(seed: string, tag: string, plot: Plot, start: number, duration: number): Script {
  const random = createRandom(seed);
  const verificationId = `ver_${random.text(ID_ALPHABET, 22)}`;
  return { verification_id: verificationId, steps: timeLife(writeLife(random, tag, plot), start, duration) };
}

/**
 * Plays steps in their order on a verification, or from its creation if `before` is null. Pure. A step that the state
 * does not allow is skipped when `onRefused` is given, and throws ChangeRefused otherwise. Null when no step created
 * the verification.
 */
export function play(
  identity: Identity,
  before: VerificationState | null,
  steps: readonly DatedChange[],
  onRefused?: (step: DatedChange) => void,
): Advanced | null {
  let state = before;
  const events: SandboxEvent[] = [];
  for (const step of steps) {
    try {
      const next = playStep(identity, state, step);
      state = next.state;
      events.push(...next.events);
    } catch (error) {
      if (!(error instanceof ChangeRefused) || !onRefused) throw error;
      onRefused(step);
    }
  }
  return state && { state, events };
}

function playStep(identity: Identity, state: VerificationState | null, step: DatedChange): Advanced {
  if (state) return advance(state, step);
  if (step.change.kind === "created") return create(identity, step.at, step.change);
  throw new ChangeRefused("the verification does not exist");
}
