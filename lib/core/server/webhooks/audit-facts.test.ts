import { expect, it } from "vitest";
import { webhookFacts } from "./audit-facts.ts";

it.each([
  ["https://ana:hunter2@hooks.maderas.mx:8443/svc/in?token=abc#def", "https://hooks.maderas.mx:8443/svc/in"],
  ["https://hooks.maderas.mx", "https://hooks.maderas.mx/"],
  ["not an address: hunter2", null],
  [null, null],
])("the address %s is recorded as %s", (url, kept) => expect(webhookFacts({ url })).toEqual({ url: kept }));

it("only known fields are recorded", () => {
  const more = { id: "wh_1", secret: "whsec_1", events: ["a"], description: null };
  expect(webhookFacts(more)).toEqual({ events: ["a"], description: null });
});
