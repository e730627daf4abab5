import { expect, it } from "vitest";
import { FAULTS } from "#components/sandbox/fault-choices.ts";
import { FAULTY_PATHS, PACES, SCENARIO_GROUPS, SCENARIO_NAMES } from "#lib/edge/contract/sandbox/sandbox.ts";
import en from "./en/edge/sandbox.json";
import es from "./es-MX/edge/sandbox.json";

// Keys that the page puts together at run time.
it.each([
  ["en", en],
  ["es-MX", es],
])("%s has words for everything that can be played, and for nothing else", (_locale, words) => {
  const failures = Object.keys(words.itemError.title).map((error) => `item-error-${error}`);
  expect([...Object.keys(words.scenario), ...failures].sort()).toEqual([...SCENARIO_NAMES].sort());
  expect(Object.keys(words.group).sort()).toEqual(Object.keys(SCENARIO_GROUPS).sort());
  expect(Object.keys(words.fault).sort()).toEqual(
    [...Object.keys(FAULTS.calls), ...Object.keys(FAULTS.deliveries)].sort(),
  );
  expect(Object.keys(words.faults.path).sort()).toEqual(["any", ...Object.keys(FAULTY_PATHS)].sort());
  expect(Object.keys(words.pace)).toEqual(expect.arrayContaining([...PACES]));
});
