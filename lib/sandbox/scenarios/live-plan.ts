import { createRandom } from "#lib/sandbox/random.ts";
import { SCENARIOS } from "./catalogue.ts";
import type { Plot } from "./life.ts";
import { type Script, writeScript } from "./script.ts";

/**
 * The steady activity: every slot begins a verification that passes through all eleven events and finishes six slots
 * later. Since their lives have one outline, whatever one of them does early or late another one does a slot before or
 * after, so any ten minutes hold each kind of event and at least a hundred of them.
 */
export const SLOT_MS = 6 * 60_000;
const LIFE_MS = 36 * 60_000;
/** So many slots before the first one are still under way when the activity starts. */
export const SLOTS_BEFORE_START = 6;
/** A start may be late by this much; kinds of events that a life has once come no further apart than a slot and this. */
const JITTER_MS = 50_000;
const FIRST_LIVE_TAG = 2041;

/** The documents one account asks of a company in a hurry: enough of them to keep ten minutes busy. */
const MAIN: readonly [Plot, ...Plot[]] = [
  { items: 12, ending: "finished", findings: { provisional: ["high", "medium"], final: ["medium", "low"] } },
  {
    items: 13,
    ending: "finished",
    external: true,
    findings: { provisional: ["medium", "low"], final: [] },
    peopleError: "curp_service_unavailable",
    peopleRetry: true,
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

/** Now and then a verification takes another way. */
const ASIDE = [
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
 * The verifications that begin in slot `slot` (negative ones began before the activity did). `origin` is when slot 0
 * begins, in milliseconds; `pace` divides every wait.
 */
export function liveScripts(seed: string, slot: number, origin: number, pace: number): Script[] {
  return slotScripts(seed, slot, origin + (slot * SLOT_MS) / pace, pace);
}

/** The same, for a slot that begins at `slotStart`: after downtime the slots go on from now, not from where they were. */
export function slotScripts(seed: string, slot: number, slotStart: number, pace: number): Script[] {
  const random = createRandom(`${seed}:live:${slot}`);
  const start = slotStart + random.int(0, JITTER_MS) / pace;
  const main = MAIN[((slot % MAIN.length) + MAIN.length) % MAIN.length] ?? MAIN[0];
  const asides = slot < 0 ? 0 : Math.floor((slot + 2) / 4);
  const tag = FIRST_LIVE_TAG + slot + asides;
  const scripts = [writeScript(`${seed}:live:${slot}:main`, `EXP-${tag}`, main, start, LIFE_MS / pace)];
  if (slot >= 0 && slot % 4 === 1) {
    const plot = SCENARIOS.get(ASIDE[asides % ASIDE.length] ?? "error") as Plot;
    const late = slotStart + (SLOT_MS / 2 + random.int(0, JITTER_MS)) / pace;
    scripts.push(writeScript(`${seed}:live:${slot}:aside`, `EXP-${tag + 1}`, plot, late, LIFE_MS / pace));
  }
  return scripts;
}
