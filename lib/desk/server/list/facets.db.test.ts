import { expect, it } from "vitest";
import { FINDINGS_SOURCES, SEVERITIES } from "#lib/core/contract/verifications/verification.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { EVERY_FACETS, NAMED_VALUES, OTHER_PLACE, PLACES } from "./facets.ts";

const database = await ownDatabase();

const statusAt = (name: keyof typeof NAMED_VALUES, place: number): string | null =>
  place === 0 ? null : place === OTHER_PLACE ? "odd" : (NAMED_VALUES[name][place - 1] ?? null);

it("reads every value of the view from every code", async () => {
  const rows = PLACES.flatMap((status) =>
    PLACES.flatMap((documents_status) =>
      Array.from({ length: 8 }, (_, severities) =>
        [0, 2].flatMap((items_with_error) =>
          [null, "odd", ...FINDINGS_SOURCES].map((findings_source) => ({
            verification_id: [status, documents_status, severities, items_with_error, findings_source].join(),
            status: statusAt("status", status),
            documents_status: statusAt("documents_status", documents_status),
            ...Object.fromEntries(
              SEVERITIES.map((severity, index) => [`findings_${severity}`, severities & (4 >> index) ? index + 1 : 0]),
            ),
            findings_source,
            items_with_error,
          })),
        ),
      ),
    ).flat(),
  );
  await insertSummaries(database.pool, rows);
  const { rows: stored } = await database.pool.query<{ verification_id: string; facets: number }>(
    "SELECT verification_id, facets FROM verification_list",
  );
  const read = stored.map(({ verification_id, facets }) => {
    const { status, documents_status, severities, in_error, source, code } = EVERY_FACETS[facets] ?? {};
    expect(code).toBe(facets);
    const isOdd = verification_id.endsWith("odd");
    return [
      verification_id,
      [status, documents_status, severities, in_error ? 2 : 0, isOdd && source === null ? "odd" : source].join(),
    ];
  });
  for (const [id, facets] of read) expect(facets).toBe(id);
  expect(new Set(stored.map(({ facets }) => facets)).size).toBe(EVERY_FACETS.length);
});
