import { expect, it } from "vitest";
import { SCENARIO_NAMES } from "#lib/contract/sandbox/sandbox.ts";
import { findScenarios } from "./scenarios-section.tsx";

const words = (name: string, group: string) => (name === "delivery-gap" ? "Se pierde una ENTRÉGA" : `${name} ${group}`);
const found = (text: string) => findScenarios(text, words).flatMap(({ names }) => names);

it("finds everything while nothing is typed", () => {
  expect(found("  ")).toEqual(SCENARIO_NAMES);
});

it.each([
  ["entrega pierde", ["delivery-gap"]],
  ["BACK findings", []],
  ["item-unk", ["item-unknown"]],
  ["labels comment", ["label-comment"]],
])("%j finds %j", (text, names) => {
  expect(found(text)).toEqual(names);
});

it("leaves out groups in which nothing was found", () => {
  expect(findScenarios("item-unk", words).map(({ group }) => group)).toEqual(["items"]);
});
