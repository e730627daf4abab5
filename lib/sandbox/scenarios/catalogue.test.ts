import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SCENARIO_NAMES, type ScenarioName } from "#lib/edge/contract/sandbox/sandbox.ts";
import { named as eventsNamed, played as playedStory, story } from "#lib/sandbox/testing/stories.ts";
import type { Advanced, SandboxEvent } from "#lib/sandbox/verification/state.ts";
import { examples } from "#tools/test/effort.ts";
import { ORDINARY_SCENARIOS, SCENARIOS } from "./catalogue.ts";

const named = ({ events }: Advanced, name: SandboxEvent["event_name"]) =>
  eventsNamed(events, name).map(({ data }) => data);
const runsOf = (played: Advanced) =>
  named(played, "verification.v2.findings.updated") as { source: string; findings: Record<string, string>[] }[];

/** For any seed. */
const always = (name: ScenarioName, law: (played: Advanced, seed: string) => void) =>
  fc.assert(
    fc.property(fc.string(), (seed) => law(playedStory(name, seed), seed)),
    { numRuns: examples(15) },
  );

it("has a story for every name, and no other", () => {
  expect([...SCENARIOS.keys()]).toEqual(SCENARIO_NAMES);
  expect([...ORDINARY_SCENARIOS.keys()].filter((name) => !SCENARIOS.has(name))).toEqual([]);
});

describe("scenarios on purpose", () => {
  it("findings-burst: two runs for thirteen documents", () =>
    always("findings-burst", (played) => {
      expect(runsOf(played).map(({ source }) => source)).toEqual(["provisional", "provisional"]);
      expect(named(played, "verification_item.v2.completed")).toHaveLength(13);
    }));

  it("findings-latest: three runs are delivered, the last one is kept", () =>
    always("findings-latest", (played) => {
      const runs = runsOf(played);
      expect(runs).toHaveLength(3);
      expect(played.state.findings).toMatchObject({ source: "final", items: runs[2]?.findings });
    }));

  it("findings-on-demand: a third run, with no document completed since the second", () =>
    always("findings-on-demand", (played) => {
      expect(runsOf(played).map(({ source }) => source)).toEqual(["provisional", "provisional", "provisional"]);
      const [, second = 0, third = 0] = played.events.flatMap(({ event_name }, index) =>
        event_name === "verification.v2.findings.updated" ? [index] : [],
      );
      const between = played.events.slice(second, third).map(({ event_name }) => event_name);
      expect(between).not.toContain("verification_item.v2.completed");
    }));

  it("findings-outside-enum: a severity that is computed, but neither delivered nor stored", () =>
    always("findings-outside-enum", (played, seed) => {
      expect(JSON.stringify(story("findings-outside-enum", seed).steps)).toContain('"critical"');
      expect(JSON.stringify(played)).not.toContain("critical");
      for (const { findings } of runsOf(played)) expect(findings.length).toBeGreaterThan(0);
    }));

  it("findings-without-field: some findings name a missing field, others have no such property", () =>
    always("findings-without-field", (played) => {
      const last = runsOf(played).at(-1)?.findings ?? [];
      expect(new Set(last.map((finding) => "missing_field" in finding))).toEqual(new Set([true, false]));
    }));

  it.each(["item-corrupted-without-error", "item-extraction-failed"] as const)(
    "%s: an item fails and no event has an error",
    (name) =>
      always(name, (played) => {
        const changes = played.events.map(({ data }) => data as Record<string, unknown>);
        expect(changes.some((data) => data.item_type === "corrupted_file" || data.success === false)).toBe(true);
        expect(changes.filter((data) => "item_error" in data)).toEqual([]);
      }),
  );

  it("label-comment: one label with its second comment", () =>
    always("label-comment", (played) => {
      const [first, second] = named(played, "verification.v2.label_added");
      expect(named(played, "verification.v2.label_removed")).toMatchObject([{ comment: first?.comment }]);
      expect(played.state.labels).toMatchObject([{ comment: second?.comment }]);
      expect(second?.comment).not.toBe(first?.comment);
    }));

  it("label-removed: the service's label stays, the other label is removed", () =>
    always("label-removed", (played) => {
      expect(named(played, "verification.v2.label_removed")).toHaveLength(2);
      expect(played.state.labels).toMatchObject([{ comment: null }]);
    }));

  it("label-removed-by-service: the service's label is removed too", () =>
    always("label-removed-by-service", (played) => {
      const [byHand, , byService] = named(played, "verification.v2.label_added");
      const removed = named(played, "verification.v2.label_removed").map(({ entity }) => entity);
      expect(removed).toEqual([byHand?.entity, byHand?.entity, byService?.entity]);
      expect(played.state.labels).toEqual([]);
    }));

  /** The items that the lookups of these people came from, by type. */
  const sourcesOf = (played: Advanced) => {
    const types = new Map(
      named(played, "verification_item.v2.extraction_completed").map((item) => [item.item_id, item.item_type]),
    );
    return named(played, "verification_people.curp_search_completed").map((lookup) => ({
      people_id: lookup.people_id,
      shareholder: "shareholder_id" in lookup,
      failed: "people_error" in lookup,
      from: types.get(lookup.item_id),
    }));
  };

  it("people-every-deed: a shareholder from each of the three deeds", () =>
    always("people-every-deed", (played) => {
      const shareholders = sourcesOf(played).filter(({ shareholder }) => shareholder);
      expect(shareholders.map(({ from }) => from)).toEqual(["ac_mx", "pw_mx", "aa_mx"]);
      expect(new Set(shareholders.map(({ people_id }) => people_id)).size).toBe(3);
    }));

  it("people-updated: a person_id updates the person that a deed created", () =>
    always("people-updated", (played) => {
      const [first] = sourcesOf(played).filter(({ failed }) => failed);
      const lookups = sourcesOf(played).filter(({ people_id }) => people_id === first?.people_id);
      expect(lookups).toMatchObject([
        { shareholder: true, failed: true, from: "ac_mx" },
        { shareholder: true, failed: false, from: "person_id" },
      ]);
      const people = played.state.people.filter(({ people_id }) => people_id === first?.people_id);
      expect(people).toMatchObject([{ curp: { success: true }, shareholder_id: expect.any(Number) }]);
    }));

  it.each([
    ["people-found", 0, undefined],
    ["people-not-found", 1, null],
    ["people-partial", 1, expect.objectContaining({ curp: expect.any(String) })],
  ] as const)("%s: %i lookups without success, and no error", (name, count, applicantData) =>
    always(name, (played) => {
      const failed = played.state.people.filter((person) => !person.curp?.success);
      expect(failed).toHaveLength(count);
      for (const { curp } of failed) {
        expect(curp).toMatchObject({ message: expect.any(String), evidentiary_document_data: null });
        expect(curp?.applicant_data).toEqual(applicantData);
      }
      for (const data of named(played, "verification_people.curp_search_completed")) {
        expect(data).not.toHaveProperty("people_error");
      }
    }),
  );
});
