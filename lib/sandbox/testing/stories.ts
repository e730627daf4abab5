import fc from "fast-check";
import { SCENARIOS } from "#lib/sandbox/scenarios/catalogue.ts";
import { play, type Script, writeScript } from "#lib/sandbox/scenarios/script.ts";
import type { Advanced, SandboxEvent } from "#lib/sandbox/verification/state.ts";
import { examples } from "#tools/test/effort.ts";

const START = Date.UTC(2026, 9, 1);
const ACCOUNT = { account_id: "acc_test", account_name: "Prueba, S.A. de C.V." };

export const EVERY_SCENARIO = [...SCENARIOS.keys()];
/** Scenarios without faults of deliveries. */
export const FAITHFUL_SCENARIOS = EVERY_SCENARIO.filter((name) => !SCENARIOS.get(name)?.onTheWay);

/** The script of a scenario and a seed, over 36 minutes. */
export function story(name: string, seed = "a"): Script {
  const plot = SCENARIOS.get(name);
  if (!plot) throw new Error(`no scenario ${name}`);
  return writeScript(seed, "EXP-1", plot, START, 36 * 60_000);
}

/** Plays a script from its first step, which creates the verification. Throws ChangeRefused for an invalid script. */
export function playAll({ verification_id, steps }: Script): Advanced {
  const played = play({ verification_id, ...ACCOUNT }, null, steps);
  if (!played) throw new Error("a script begins with the verification's creation");
  return played;
}

/** The final state of a story, and its events in the order of publication. */
export const played = (name: string, seed = "a"): Advanced => playAll(story(name, seed));

export const named = (events: readonly SandboxEvent[], name: string): SandboxEvent[] =>
  events.filter((event) => event.event_name === name);

/** Checks `law` with any scenario and any seed. */
export const always = (law: (played: Advanced, name: string) => void): void =>
  fc.assert(
    fc.property(fc.constantFrom(...EVERY_SCENARIO), fc.string(), (name, seed) => law(played(name, seed), name)),
    { numRuns: examples(60) },
  );
