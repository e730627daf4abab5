import { expect, it } from "vitest";
import { EVENT_NAMES } from "#lib/contract/events/event.ts";
import { EVENT_CHOICES } from "./deliveries-view.tsx";

it("every event can be chosen, and no other value", () => {
  expect(EVENT_CHOICES.toSorted()).toEqual(EVENT_NAMES.toSorted());
});
