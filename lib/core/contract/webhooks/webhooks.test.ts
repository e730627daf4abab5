import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeOf, diffEvents, isEmptyChange, rebase, sameEvents, type WebhookFields } from "./webhooks.ts";

describe("changes of a webhook", () => {
  const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
  const words = fc.constantFrom("one", "two", "three");
  const fields: fc.Arbitrary<WebhookFields> = fc.record({ url: words, events: names, description: words });

  /** The service's result of a PUT (interface, Webhooks: rules 1 and 2). */
  const put = (before: WebhookFields, change: Partial<WebhookFields>): WebhookFields => ({ ...before, ...change });
  const same = (one: WebhookFields, other: WebhookFields) => isEmptyChange(changeOf(one, other));

  describe("a change", () => {
    it("turns the old webhook into the wanted one", () => {
      fc.assert(
        fc.property(fields, fields, (before, after) => {
          expect(same(put(before, changeOf(before, after)), after)).toBe(true);
        }),
      );
    });

    it("holds only the fields that differ, events as a whole", () => {
      fc.assert(
        fc.property(fields, fields, (before, after) => {
          const change = changeOf(before, after);
          expect("url" in change).toBe(before.url !== after.url);
          expect("description" in change).toBe(before.description !== after.description);
          expect("events" in change).toBe(!sameEvents(before.events, after.events));
          if (change.events) expect(change.events.toSorted()).toEqual(after.events.toSorted());
        }),
      );
    });

    it("is empty when events only differ in order or copies", () => {
      const before = { url: "u", events: ["a", "b"], description: "" };
      expect(changeOf(before, { events: ["b", "a", "b"] })).toEqual({});
    });
  });

  it("has the difference of events that turns one list into the other", () => {
    fc.assert(
      fc.property(names, names, (before, after) => {
        const { added, removed, kept } = diffEvents(before, after);
        expect([...kept, ...added].toSorted()).toEqual(after.toSorted());
        expect([...kept, ...removed].toSorted()).toEqual(before.toSorted());
      }),
    );
  });

  describe("an edit at the same time as another user's", () => {
    it("stays the same without another edit; an edit without changes adopts the other one", () => {
      fc.assert(
        fc.property(fields, fields, (base, other) => {
          expect(same(rebase(base, other, base).fields, other)).toBe(true);
          expect(same(rebase(base, base, other).fields, other)).toBe(true);
          expect(rebase(base, base, other).conflicts).toEqual([]);
        }),
      );
    });

    it("keeps every addition and every removal of both edits", () => {
      fc.assert(
        fc.property(fields, fields, fields, (base, mine, theirs) => {
          const { events } = rebase(base, mine, theirs).fields;
          for (const own of [mine, theirs]) {
            const { added, removed } = diffEvents(base.events, own.events);
            for (const name of added) expect(events).toContain(name);
            for (const name of removed) expect(events).not.toContain(name);
          }
        }),
      );
    });

    it("names the fields that both changed differently, with the other user's value", () => {
      fc.assert(
        fc.property(fields, fields, fields, (base, mine, theirs) => {
          const rebased = rebase(base, mine, theirs);
          expect(same(put(base, rebased.theirs), theirs)).toBe(true);
          for (const field of ["url", "description"] as const) {
            const differently = new Set([base[field], mine[field], theirs[field]]).size === 3;
            expect(rebased.conflicts.includes(field)).toBe(differently);
          }
        }),
      );
    });
  });
});
