import { expect, it } from "vitest";
import { joined } from "./draft.tsx";

const saved = { text: "Llamé al cliente.", choice: "rejected", code: "tax_data" };

it("what was typed before the draft was there goes on from it, and its choices count first", () => {
  expect(joined(saved, { text: "No contestó", choice: null, code: null })).toEqual({
    ...saved,
    text: "Llamé al cliente.\nNo contestó",
  });
  expect(joined(saved, { text: "", choice: "closed", code: "duplicate" })).toEqual({
    text: "Llamé al cliente.",
    choice: "closed",
    code: "duplicate",
  });
});
