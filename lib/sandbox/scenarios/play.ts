import { advance, create, type Identity } from "#lib/sandbox/verification/advance.ts";
import type { Step } from "#lib/sandbox/verification/change.ts";
import type { Advanced, SandboxEvent } from "#lib/sandbox/verification/event.ts";
import { ChangeRefused } from "#lib/sandbox/verification/refused.ts";
import type { VerificationState } from "#lib/sandbox/verification/state.ts";

/**
 * Plays steps in their order on a verification, or from its creation where `before` is null. Pure. A step that the
 * state does not allow is passed over when `onRefused` is given, and throws ChangeRefused otherwise. Null when nothing
 * brought the verification into being.
 */
export function play(
  identity: Identity,
  before: VerificationState | null,
  steps: readonly Step[],
  onRefused?: (step: Step) => void,
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

function playStep(identity: Identity, state: VerificationState | null, step: Step): Advanced {
  if (state) return advance(state, step);
  if (step.change.kind === "created") return create(identity, step.at, step.change);
  throw new ChangeRefused("the verification does not exist");
}
