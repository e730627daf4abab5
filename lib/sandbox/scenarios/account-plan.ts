import { createRandom } from "#lib/sandbox/base/random.ts";
import { ORDINARY_SCENARIOS, SCENARIOS } from "./catalogue.ts";
import type { Plot } from "./plot.ts";
import { type Script, writeScript } from "./script.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** The number of verifications that the first start creates. */
export const SEED_SIZE = 40;
export const FIRST_TAG = 2001;

/** Common endings, which fill the list up after one verification of each scenario. */
const COMMON_ENDINGS = ["finished", "finished-clean", "finished-low-findings", "finished-high-findings"] as const;

/**
 * The account's past 30 days at `now` (milliseconds): one verification of each scenario, and the live activity in
 * progress, with later steps in the future. Most recently active first.
 */
export function seedScripts(seed: string, now: number): Script[] {
  const random = createRandom(`${seed}:history`);
  const names = [...ORDINARY_SCENARIOS.keys()];
  const size = SEED_SIZE - SLOTS_BEFORE_START;
  while (names.length < size) names.push(random.pick(COMMON_ENDINGS));
  const history = shuffled(random, names)
    .slice(0, size)
    .map((name, index) => {
      const plot = ORDINARY_SCENARIOS.get(name) as Plot;
      // From 30 days ago to today, in the order of the tags; a verification takes hours or days, and ends before now.
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

/**
 * The steady activity: each slot begins a verification that passes through every event and finishes six slots later.
 * All of them have the same outline, so an event that is early or late in one of them occurs in its neighbour a slot
 * before or after. Hence any ten minutes hold each kind of event and at least a hundred events.
 */
export const SLOT_MS = 6 * 60_000;
const LIFE_MS = 36 * 60_000;
/** Number of slots before the first one that are still in progress when the activity starts. */
export const SLOTS_BEFORE_START = 6;
/** The maximum delay of a start; events that occur once a verification are at most a slot and this time apart. */
const JITTER_MS = 50_000;
const FIRST_LIVE_TAG = 2041;

/** The documents of a company in a hurry: enough for ten busy minutes. */
const MAIN_PLOTS: readonly [Plot, ...Plot[]] = [
  { items: 12, ending: "finished", findings: { provisional: ["high", "medium"], final: ["medium", "low"] } },
  {
    items: 13,
    ending: "finished",
    external: true,
    findings: { provisional: ["medium", "low"], final: [] },
    peopleError: "curp_service_unavailable",
    repeat: "by_hand",
  },
  {
    items: 12,
    ending: "finished",
    backward: true,
    findings: { provisional: ["high", "high", "low"], final: ["high"] },
    document: { type: "csf_mx", outcome: "failed", item_error: "prevalidation_failed" },
  },
  {
    items: 13,
    ending: "finished",
    startsPartial: true,
    findings: { provisional: ["low"], final: ["low"] },
    document: { type: "generic", outcome: "unknown" },
  },
  {
    items: 12,
    ending: "finished_again",
    findings: { provisional: ["medium"], final: ["medium", "medium"] },
    peopleError: "curp_format_error",
  },
];

/** Rare variants of the steady activity. */
const RARE_PLOTS = [
  "error",
  "partial-upload",
  "pending-validation",
  "item-corrupted",
  "backward",
  "pending-external",
  "item-error-password_protected_pdf",
  "reopened",
  "people-error-curp_scrapper_error",
  "pending-upload",
] as const;

/**
 * The verifications that begin in slot `slot` (negative slots began before the activity). `origin` is the start of slot
 * 0 in milliseconds; `pace` divides every wait.
 */
export function liveScripts(seed: string, slot: number, origin: number, pace: number): Script[] {
  return slotScripts(seed, slot, origin + (slot * SLOT_MS) / pace, pace);
}

/** The same for a slot that begins at `slotStart`: after downtime the slots continue from now. */
export function slotScripts(seed: string, slot: number, slotStart: number, pace: number): Script[] {
  const random = createRandom(`${seed}:live:${slot}`);
  const start = slotStart + random.int(0, JITTER_MS) / pace;
  const main = MAIN_PLOTS[((slot % MAIN_PLOTS.length) + MAIN_PLOTS.length) % MAIN_PLOTS.length] ?? MAIN_PLOTS[0];
  const asides = slot < 0 ? 0 : Math.floor((slot + 2) / 4);
  const tag = FIRST_LIVE_TAG + slot + asides;
  const scripts = [writeScript(`${seed}:live:${slot}:main`, `EXP-${tag}`, main, start, LIFE_MS / pace)];
  if (slot >= 0 && slot % 4 === 1) {
    const plot = SCENARIOS.get(RARE_PLOTS[asides % RARE_PLOTS.length] ?? "error") as Plot;
    const late = slotStart + (SLOT_MS / 2 + random.int(0, JITTER_MS)) / pace;
    scripts.push(writeScript(`${seed}:live:${slot}:aside`, `EXP-${tag + 1}`, plot, late, LIFE_MS / pace));
  }
  return scripts;
}
