import { expect, it } from "vitest";
import { MOST_LOST, nextStep, type Standing } from "./next-step.ts";

const STANDING: Standing = {
  state: "intent",
  giving_up: null,
  due: true,
  old_is_current: true,
  open: null,
  lost: 0,
};
const posted = { posted: true, asked: false, decided: false };

it.each<[Partial<Standing>, string]>([
  [{}, "prepare"],
  [{ open: { ...posted, posted: false } }, "mint"],
  [{ open: posted }, "resolve"],
  [{ open: { ...posted, asked: true } }, "wait"],
  [{ open: { ...posted, asked: true, decided: true } }, "resolve"],
  [{ lost: MOST_LOST - 1 }, "prepare"],
  [{ lost: MOST_LOST }, "abandon"],
  [{ lost: MOST_LOST, open: posted }, "resolve"],
  [{ state: "minted" }, "prove"],
  [{ state: "minted", giving_up: "NEW_KEY_REFUSED" }, "discard"],
  [{ state: "verified" }, "switch"],
  [{ state: "switched" }, "drain"],
  [{ state: "draining" }, "retire"],
  [{ state: "retiring" }, "finish"],
  [{ state: "done" }, "wait"],
  [{ state: "abandoned" }, "wait"],
])("at %j it is to %s", (standing, step) => {
  expect(nextStep({ ...STANDING, ...standing })).toBe(step);
  expect(nextStep({ ...STANDING, ...standing, due: false })).toBe("wait");
});

it.each<[Partial<Standing>, string]>([
  [{}, "abandon"],
  [{ open: posted }, "abandon"],
  [{ state: "minted" }, "discard"],
  [{ state: "verified" }, "discard"],
  [{ state: "switched" }, "drain"],
  [{ state: "retiring" }, "finish"],
])("with another key current meanwhile, at %j it is to %s", (standing, step) => {
  expect(nextStep({ ...STANDING, old_is_current: false, ...standing })).toBe(step);
});
