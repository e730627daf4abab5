import { expect, it } from "vitest";
import { webhookFacts } from "./facts.ts";

it.each([
  ["https://ana:hunter2@hooks.maderas.mx:8443/svc/in?token=abc#def", "https://hooks.maderas.mx:8443/svc/in"],
  ["https://hooks.maderas.mx", "https://hooks.maderas.mx/"],
  ["not an address: hunter2", null],
  [null, null],
])("of the address %s it keeps %s", (url, kept) => expect(webhookFacts({ url })).toEqual({ url: kept }));

it("keeps only what it is about", () => {
  const more = { id: "wh_1", secret: "whsec_1", events: ["a"], description: null };
  expect(webhookFacts(more)).toEqual({ events: ["a"], description: null });
});
