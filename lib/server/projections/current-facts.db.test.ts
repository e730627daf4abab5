import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareItemChanges,
  compareLabelChanges,
  type DocumentChangeFact,
  type ItemChangeFact,
  type LabelChangeFact,
  orderDocumentChanges,
} from "#lib/contract/events/ordering.ts";
import { itemProblem } from "#lib/contract/review/testing/item-problem.ts";
import { ITEM_TYPES, isOutcomeType } from "#lib/contract/verifications/verification.ts";
import { examples } from "#test/effort.ts";
import { ownDatabase } from "#test/own-database.ts";

const { pool } = await ownDatabase();

/** Few instants, digests and values, so that most facts tie with others. */
const instant = fc.integer({ min: 0, max: 2 }).map((second) => `2026-11-20T10:00:0${second}.000000Z`);
const digest = fc.stringMatching(/^[0-9a-f]{4}$/);
type Fact = { effective_at: string; digest: string };
const facts = <T extends Fact>(fields: { [K in Exclude<keyof T, keyof Fact>]: fc.Arbitrary<T[K]> }) =>
  fc.uniqueArray(fc.record<T>({ effective_at: instant, digest, ...fields } as never), {
    selector: (fact) => fact.digest,
    maxLength: 12,
  });

let files = 0;

/** Stores facts of a new file, in this order, and answers its id. */
async function store(table: string, rows: readonly Fact[]): Promise<string> {
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
    const changes = facts<DocumentChangeFact>({
      documents_status: status,
      previous_documents_status: fc.option(status),
    });
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

  it("of changes of items, and how each item was after them", async () => {
    type Change = ItemChangeFact & { item_id: number; item_type: string | null; success: boolean | null };
    const changes = facts<Change>({
      item_id: fc.integer({ min: 1, max: 2 }),
      kind: fc.constantFrom("completed", "extraction_completed", "internal_status_changed"),
      item_type: fc.constantFrom("csf_mx", "unknown", "corrupted_file", null),
      item_error: fc.option(fc.constant("failed")),
      success: fc.option(fc.boolean()),
    }).map((all) =>
      all.map((change) => (change.kind === "extraction_completed" ? change : { ...change, success: null })),
    );
    const expected = (own: readonly Change[]) =>
      own.toSorted(compareItemChanges).map(({ item_id, digest, item_type, item_error }, index, ordered) => {
        const until = ordered.slice(0, index + 1);
        const success = until.findLast(({ kind }) => kind === "extraction_completed")?.success ?? null;
        return {
          item_id,
          digest,
          is_current: index === ordered.length - 1,
          completed: until.some(({ kind }) => kind === "completed"),
          extracted: success,
          problem: itemProblem({ item_type, item_error, success }),
        };
      });
    await fc.assert(
      fc.asyncProperty(changes, async (stated) => {
        const { rows } = await pool.query(
          `SELECT item_id, encode(digest, 'hex') AS digest, is_current, completed, extracted, problem
           FROM item_changes_of($1) ORDER BY item_id, place`,
          [await store("item_changes", stated)],
        );
        const byItem = Map.groupBy(stated, ({ item_id }) => item_id);
        expect(rows).toEqual([1, 2].flatMap((item_id) => expected(byItem.get(item_id) ?? [])));
      }),
      { numRuns },
    );
  });

  it("of changes of labels", async () => {
    type Change = LabelChangeFact & { label: string };
    const changes = facts<Change>({ label: fc.constantFrom("risk", "vip"), kind: fc.constantFrom("added", "removed") });
    const expected = (own: readonly Change[]) =>
      own.toSorted(compareLabelChanges).map(({ digest }, index) => ({ digest, is_current: index === own.length - 1 }));
    await fc.assert(
      fc.asyncProperty(changes, async (stated) => {
        const { rows } = await pool.query(
          "SELECT encode(digest, 'hex') AS digest, is_current FROM label_changes_of($1) ORDER BY label, place",
          [await store("label_changes", stated)],
        );
        const byLabel = Map.groupBy(stated, ({ label }) => label);
        expect(rows).toEqual(["risk", "vip"].flatMap((label) => expected(byLabel.get(label) ?? [])));
      }),
      { numRuns },
    );
  });
});

it("knows the types of item that need attention whatever became of the item", async () => {
  const { rows } = await pool.query(
    "SELECT type FROM unnest($1::text[]) AS type WHERE item_problem(type, NULL, NULL) IS NOT NULL",
    [ITEM_TYPES],
  );
  expect(rows.map(({ type }) => type)).toEqual(ITEM_TYPES.filter(isOutcomeType));
});
