import fc from "fast-check";
import { expect, it } from "vitest";
import { type Finding, SEVERITIES } from "#lib/core/contract/verifications/verification.ts";
import { itemProblem } from "#lib/desk/contract/review/testing/item-problem.ts";
import { renamed } from "#tools/test/arrivals.ts";
import { examples } from "#tools/test/effort.ts";
import { histories } from "#tools/test/history.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { getVerification } from "./get.ts";

const database = await ownDatabase();
const receive = receiveInto(database);
let run = 0;

const distinct = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))].sort();

const rank = ({ severity }: Finding) => [...SEVERITIES, severity].indexOf(severity);

/** The list reads summaries, the page histories: both must show the same values. */
it("shows the same values on a verification's page as in the list", async () => {
  await fc.assert(
    fc.asyncProperty(histories(["@ver"], 40), async (history) => {
      run += 1;
      const id = `ver_${run}`;
      await receive(...renamed(history, "@ver", id));
      const detail = await getVerification(id, database);
      if (!detail) return;
      const { verification, findings, items, labels } = detail;
      const count = (severity: string) => findings?.items.filter((found) => found.severity === severity).length ?? 0;
      expect({
        ...Object.fromEntries(SEVERITIES.map((severity) => [severity, count(severity)])),
        source: findings?.source ?? null,
        computed_at: findings?.computed_at ?? null,
        gravest: findings?.items.toSorted((one, other) => rank(one) - rank(other))[0] ?? null,
      }).toEqual(verification.findings);
      expect(items.length).toBe(verification.items_total);
      const urgent = items.filter((item) => itemProblem(item) !== null);
      expect(items.map(({ problem }) => problem)).toEqual(items.map(itemProblem));
      expect(urgent.length).toBe(verification.items_with_error);
      expect(distinct(items.map((item) => item.item_error))).toEqual(verification.item_errors);
      expect(distinct(items.map((item) => item.item_type))).toEqual(verification.item_types);
      expect(distinct(urgent.map((item) => item.item_type))).toEqual(verification.item_types_with_error);
      const assigned = labels.filter((label) => label.removed_at === null);
      expect(assigned.map(({ label, display_name }) => [label, display_name ?? label])).toEqual(
        verification.labels.map((label, index) => [label, verification.label_names[index]]),
      );
      const changes = detail.documents_status_timeline.filter((entry) => entry.source === "event");
      expect(changes.find((entry) => entry.to === "full_upload")?.at ?? null).toBe(verification.first_completed_at);
    }),
    { numRuns: examples(15), endOnFailure: true },
  );
});
