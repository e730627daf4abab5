import { describe, expect, it } from "vitest";
import { EVENT_NAMES, readDelivery } from "./event.ts";
import { CATALOGUE_NAMES, EVENT_CATALOGUE, EVENT_FAMILIES, hasAllEvents, unknownNames } from "./event-catalogue.ts";

it("holds exactly the events that the receiver understands", () => {
  expect(CATALOGUE_NAMES.toSorted()).toEqual([...EVENT_NAMES].toSorted());
  expect(new Set(EVENT_CATALOGUE.map(({ family }) => family))).toEqual(new Set(EVENT_FAMILIES));
});

describe.each(EVENT_CATALOGUE)("$name", ({ name, fields, example }) => {
  it("has an example that the receiver understands", () => {
    const body = new TextEncoder().encode(JSON.stringify({ event_name: name, data: example }));
    expect(readDelivery(body)).toMatchObject({ recognized: true, event_name: name });
  });

  it("shows every field that is not optional, in its order, in its type", () => {
    const shown = fields.filter((field) => field.name in example);
    expect(Object.keys(example)).toEqual(shown.map((field) => field.name));
    expect(fields.filter((field) => !field.optional && !(field.name in example))).toEqual([]);
    for (const { name: field, type, nullable } of shown) {
      const value = example[field];
      if (value === null) expect(nullable, field).toBe(true);
      else if (type === "array") expect(Array.isArray(value), field).toBe(true);
      else if (type === "time") expect(Date.parse(String(value)), field).not.toBeNaN();
      else expect(typeof value, field).toBe(type);
    }
  });
});

it("distinguishes all current events from some, and names unknown events", () => {
  expect(hasAllEvents(EVENT_NAMES)).toBe(true);
  expect(hasAllEvents([...EVENT_NAMES, "verification.v3.created"])).toBe(true);
  expect(hasAllEvents(EVENT_NAMES.slice(1))).toBe(false);
  expect(unknownNames(["verification.v3.created", ...EVENT_NAMES])).toEqual(["verification.v3.created"]);
});
