import { expect, it } from "vitest";
import { appendTyped } from "./draft.tsx";

const saved = { text: "Llamé al cliente.", choice: "rejected", code: "tax_data" };

it("text typed before the draft has loaded continues it, and its own choices have priority", () => {
  expect(appendTyped(saved, { text: "No contestó", choice: null, code: null })).toEqual({
    ...saved,
    text: "Llamé al cliente.\nNo contestó",
  });
  expect(appendTyped(saved, { text: "", choice: "closed", code: "duplicate" })).toEqual({
    text: "Llamé al cliente.",
    choice: "closed",
    code: "duplicate",
  });
});
