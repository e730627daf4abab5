import { expect, it } from "vitest";
import { DOCUMENTS_STATUSES, VERIFICATION_STATUSES } from "#lib/contract/verifications/verification.ts";
import { SEED_SIZE, seedScripts } from "./account-plan.ts";
import { ORDINARY_SCENARIOS } from "./catalogue.ts";
import { playAll } from "./script.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const scripts = seedScripts("cotejo", NOW);
const states = scripts.map(({ verification_id, steps }) =>
  playAll(
    { verification_id, account_id: "acc", account_name: "Prueba" },
    steps.filter((step) => step.at <= NOW),
  ),
);

it("holds forty verifications of the past thirty days, each with an id and a tag of its own", () => {
  expect(scripts).toHaveLength(SEED_SIZE);
  expect(new Set(scripts.map((script) => script.verification_id)).size).toBe(SEED_SIZE);
  expect(new Set(states.map(({ state }) => state.tag)).size).toBe(SEED_SIZE);
  for (const { state } of states) {
    expect(Date.parse(state.created_at)).toBeGreaterThanOrEqual(NOW - 30 * 86_400_000);
    expect(Date.parse(state.updated_at)).toBeLessThanOrEqual(NOW);
  }
});

it("shows every status and every documents_status of the interface", () => {
  expect(new Set(states.map(({ state }) => state.status))).toEqual(new Set(VERIFICATION_STATUSES));
  expect(new Set(states.map(({ state }) => state.documents_status))).toEqual(new Set(DOCUMENTS_STATUSES));
});

it("has room for every ordinary scenario", () => {
  expect(ORDINARY_SCENARIOS.size).toBeLessThanOrEqual(SEED_SIZE - 6);
});

it("begins with the most recently active", () => {
  const times = states.map(({ state }) => state.updated_at);
  expect(times).toEqual([...times].sort().reverse());
});

it("leaves some verifications with a future", () => {
  expect(scripts.filter((script) => script.steps.some((step) => step.at > NOW)).length).toBeGreaterThanOrEqual(5);
});
