import fc from "fast-check";
import { expect, it } from "vitest";
import { CATALOGUE_NAMES } from "#lib/core/contract/events/event-catalogue.ts";
import { changeOf, isEmptyChange } from "#lib/core/contract/webhooks/webhooks.ts";
import { draftOf, fieldsOf } from "./webhook-draft.ts";

const names = fc.uniqueArray(fc.constantFrom(...CATALOGUE_NAMES, "verification.v9.created"));

it("opening a webhook in the form changes none of its fields", () => {
  fc.assert(
    fc.property(names, fc.constantFrom("", "Billing"), (events, description) => {
      const webhook = { url: "https://hooks.maderas.mx", events, description };
      expect(isEmptyChange(changeOf(webhook, fieldsOf(draftOf(webhook))))).toBe(true);
    }),
  );
});

it("selecting all current events keeps unknown names", () => {
  const draft = draftOf({ url: "", description: "", events: ["verification.v9.created"] });
  expect(draft.mode).toBe("some");
  expect(fieldsOf({ ...draft, mode: "all" }).events).toEqual([...CATALOGUE_NAMES, "verification.v9.created"]);
});
