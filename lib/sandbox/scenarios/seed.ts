import { createRandom } from "#lib/sandbox/random.ts";
import { ORDINARY_SCENARIOS } from "./catalogue.ts";
import type { Plot } from "./life.ts";
import { liveScripts, SLOTS_BEFORE_START } from "./live-plan.ts";
import { type Script, writeScript } from "./script.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** How many verifications the first start shows. */
export const SEED_SIZE = 40;
export const FIRST_TAG = 2001;

/** Ordinary ends of an ordinary month fill the list up after one verification of each scenario. */
const ORDINARY = ["finished", "finished-clean", "finished-low-findings", "finished-high-findings"] as const;

/**
 * The account's past 30 days at `now` (milliseconds): one verification of each scenario, and those that the live
 * activity has under way, whose later steps lie in the future. Most recently active first.
 */
export function seedScripts(seed: string, now: number): Script[] {
  const random = createRandom(`${seed}:history`);
  const names = [...ORDINARY_SCENARIOS.keys()];
  const size = SEED_SIZE - SLOTS_BEFORE_START;
  while (names.length < size) names.push(random.pick(ORDINARY));
  const history = shuffled(random, names)
    .slice(0, size)
    .map((name, index) => {
      const plot = ORDINARY_SCENARIOS.get(name) as Plot;
      // From 30 days ago to today, in the order of the tags; a life takes hours or days, and ends before now.
      const start = now - 30 * DAY + ((index + random.float()) / size) * 29.6 * DAY;
      const duration = Math.min(random.between(3 * HOUR, 96 * HOUR), (now - start) / 1.45);
      return writeScript(`${seed}:history:${index}`, `EXP-${FIRST_TAG + index}`, plot, start, duration);
    });
  const underWay = Array.from({ length: SLOTS_BEFORE_START }, (_, index) =>
    liveScripts(seed, index - SLOTS_BEFORE_START, now, 1),
  ).flat();
  const lastPast = (script: Script) =>
    script.steps.reduce((latest, step) => (step.at <= now ? Math.max(latest, step.at) : latest), 0);
  return [...history, ...underWay].sort((a, b) => lastPast(b) - lastPast(a));
}

function shuffled<T>(random: ReturnType<typeof createRandom>, list: T[]): T[] {
  const copy = [...list];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = random.int(0, index);
    [copy[index], copy[other]] = [copy[other] as T, copy[index] as T];
  }
  return copy;
}
