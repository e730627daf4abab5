import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SCENARIO_NAMES } from "#lib/edge/contract/sandbox/sandbox.ts";
import { Group } from "./entries.tsx";
import { findScenarios } from "./scenarios-section.tsx";

const words = (name: string, group: string) => (name === "delivery-gap" ? "Se pierde una ENTRÉGA" : `${name} ${group}`);
const found = (text: string) => findScenarios(text, words).flatMap(({ names }) => names);

it("finds everything without a text", () => {
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

it("shows no group without a match", () => {
  const groupOf = (count: number) => {
    const group = { title: "Items", count, children: null };
    return renderToStaticMarkup(createElement(Group, group));
  };
  expect(groupOf(0)).toBe("");
  expect(groupOf(1)).toContain("Items");
});
