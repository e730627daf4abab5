import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "#lib/sandbox/base/random.ts";
import { EVERY_SCENARIO, named, played } from "#lib/sandbox/testing/stories.ts";
import { examples } from "#tools/test/effort.ts";
import { addDocuments } from "./documents.ts";
import { play } from "./script.ts";

const anyCase = fc.record({
  scenario: fc.constantFrom(...EVERY_SCENARIO),
  seed: fc.string(),
  count: fc.integer({ min: 1, max: 12 }),
});

it("completes every added document, and looks up the person of each person_id after its extraction", () => {
  fc.assert(
    fc.property(anyCase, ({ scenario, seed, count }) => {
      const { state } = played(scenario);
      const start = Date.parse(state.updated_at) + 1_000;
      const after = play(state, state, addDocuments(createRandom(seed), state, count, start, 60_000));
      const events = after?.events ?? [];
      expect(named(events, "verification_item.v2.completed")).toHaveLength(count);
      const lookups = named(events, "verification_people.curp_search_completed");
      const persons = named(events, "verification_item.v2.extraction_completed")
        .filter(({ data }) => data.item_type === "person_id")
        .map(({ data }) => data.item_id);
      expect(new Set(lookups.map(({ data }) => data.item_id))).toEqual(new Set(persons));
      expect(after?.state.people).toHaveLength(state.people.length + lookups.length);
      for (const { data } of lookups) {
        const extraction = events.findIndex(
          ({ event_name, data: item }) =>
            event_name === "verification_item.v2.extraction_completed" && item.item_id === data.item_id,
        );
        const lookup = events.findIndex(
          (event) =>
            event.event_name === "verification_people.curp_search_completed" && event.data.item_id === data.item_id,
        );
        expect(extraction).toBeLessThan(lookup);
      }
    }),
    { numRuns: examples(60) },
  );
});
