import { advance, create, type Identity } from "#lib/sandbox/verification/advance.ts";
import type { Step } from "#lib/sandbox/verification/change.ts";
import type { SandboxEvent } from "#lib/sandbox/verification/event.ts";
import type { VerificationState } from "#lib/sandbox/verification/state.ts";

export type Played = { state: VerificationState; events: SandboxEvent[] };

/** Plays steps from the first one on, which creates the verification. Pure. Throws ChangeRefused. */
export function play(identity: Identity, steps: readonly Step[]): Played {
  const [first, ...rest] = steps;
  if (first?.change.kind !== "created") throw new Error("a script begins with the verification's creation");
  let { state, events } = create(identity, first.at, first.change);
  for (const step of rest) {
    const next = advance(state, step);
    state = next.state;
    events = [...events, ...next.events];
  }
  return { state, events };
}
