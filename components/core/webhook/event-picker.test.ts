import { expect, it } from "vitest";
import { EVENT_CATALOGUE } from "#lib/core/contract/events/event-catalogue.ts";
import { matchesEvent } from "./event-picker.tsx";

const event = EVENT_CATALOGUE.find(({ name }) => name === "verification.v2.extraction_completed");

it.each([
  ["", true],
  ["  ", true],
  ["EXTRACCION", true],
  ["extracción documentos", true],
  ["v2.extraction", true],
  ["extraction_completed_at", true],
  ["extracción people_id", false],
  ["curp", false],
])("%j finds it: %s", (typed, found) => {
  expect(event && matchesEvent(typed, ["Extracción de todos los documentos"], event)).toBe(found);
});
