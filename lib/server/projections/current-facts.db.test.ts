import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderDocumentChanges } from "#lib/contract/events/ordering.ts";
import { examples } from "#test/effort.ts";
import { ownDatabase } from "#test/own-database.ts";

const { pool } = await ownDatabase();

/** Few instants, digests and values, so that most facts tie with others. */
const instant = fc.integer({ min: 0, max: 2 }).map((second) => `2026-11-20T10:00:0${second}.000000Z`);
const digest = fc.stringMatching(/^[0-9a-f]{4}$/);
const facts = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.uniqueArray(
    fc.record<T & { effective_at: string; digest: string }>({ effective_at: instant, digest, ...fields } as never),
    {
      selector: (fact) => fact.digest,
      maxLength: 12,
    },
  );

let files = 0;

/** Stores facts of a new file, in this order, and answers its id. */
async function store(table: string, rows: readonly { effective_at: string; digest: string }[]): Promise<string> {
  files += 1;
  const verification_id = `ver_${files}`;
  for (const { effective_at: at, digest, ...fields } of rows) {
    const fact = { verification_id, digest: `\\x${digest}`, at, signed_before: "2027-01-01T00:00:00Z", ...fields };
    const columns = Object.keys(fact).join(", ");
    await pool.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_record(NULL::${table}, $1)`,
      [JSON.stringify(fact)],
    );
  }
  return verification_id;
}

const numRuns = examples(40);

/** The functions of the database beside the comparators, which say the same in other words. */
describe("the order of facts in the database", () => {
  const status = fc.constantFrom("partial_upload", "pending_external", "full_upload");

  it("of changes of documents_status, and their gaps", async () => {
    const changes = facts({ documents_status: status, previous_documents_status: fc.option(status) });
    await fc.assert(
      fc.asyncProperty(changes, async (stated) => {
        const { rows } = await pool.query(
          "SELECT encode(digest, 'hex') AS digest, gap FROM document_changes_of($1) ORDER BY place",
          [await store("document_status_changes", stated)],
        );
        expect(rows).toEqual(orderDocumentChanges(stated).map(({ digest, gap }) => ({ digest, gap })));
      }),
      { numRuns },
    );
  });
});
