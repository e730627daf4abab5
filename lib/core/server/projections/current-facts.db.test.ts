import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ITEM_TYPES, isOutcomeType } from "#lib/core/contract/verifications/verification.ts";
import { itemProblem } from "#lib/desk/contract/review/testing/item-problem.ts";
import { examples } from "#tools/test/effort.ts";
import { type EventRun, type ReadRun, runsOf } from "#tools/test/findings-facts.ts";
import {
  compareItemChanges,
  compareLabelChanges,
  compareLookups,
  compareObservations,
  type DocumentChangeFact,
  type ItemChangeFact,
  type LabelChangeFact,
  orderDocumentChanges,
} from "#tools/test/ordering.ts";
import { ownDatabase } from "#tools/test/own-database.ts";

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

/** Stores facts of a file, by default a new file, in this order, and returns its id. */
async function store(table: string, rows: readonly Fact[], verification_id = `ver_${++files}`): Promise<string> {
  const stored = rows.map(({ effective_at: at, digest, ...fields }) => ({
    ...{ digest: `\\x${digest}`, at, signed_before: "2027-01-01T00:00:00Z" },
    ...fields,
  }));
  await insert(table, verification_id, stored);
  return verification_id;
}

async function insert(table: string, verification_id: string, rows: readonly object[]): Promise<void> {
  for (const fields of rows) {
    const row = { verification_id, ...fields };
    const columns = Object.keys(row).join(", ");
    await pool.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_record(NULL::${table}, $1)`,
      [JSON.stringify(row)],
    );
  }
}

const numRuns = examples(40);

/** SQL functions of the database against comparators in TypeScript of the same order. */
describe("the database orders facts like the comparators", () => {
  const status = fc.constantFrom("partial_upload", "pending_external", "full_upload");

  it("for changes of documents_status, and their gaps", async () => {
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

  it("for changes of items, and each item's state after them", async () => {
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

  it("for changes of labels", async () => {
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

  const readings = <T>(fields: { [name: string]: fc.Arbitrary<unknown> }) =>
    fc.uniqueArray(
      fc.record({ read_at: instant, digest, ...fields }) as unknown as fc.Arbitrary<T & { digest: string }>,
      {
        selector: (reading) => reading.digest,
        maxLength: 12,
      },
    );

  it("for statements of events and reads about the status", async () => {
    type Statement = Fact & { status: string };
    const said = fc.constantFrom("finished", "pending", "error");
    const both = fc.tuple(
      facts<Statement>({ status: said }),
      readings<{ read_at: string; status: string }>({ status: said }),
    );
    await fc.assert(
      fc.asyncProperty(both, async ([events, reads]) => {
        const stated = events.map((event) => ({ ...event, event_name: "verification.v2.finished" }));
        const id = await store("verification_statements", stated);
        const read = reads.map(({ digest, ...reading }) => ({
          ...reading,
          subject: "verification",
          body_hash: `\\x${digest}`,
        }));
        await insert("verification_snapshots", id, read);
        const { rows } = await pool.query(
          `SELECT at AS effective_at, found_by, encode(digest, 'hex') AS digest, status FROM observations_of($1)
           ORDER BY place`,
          [id],
        );
        const observed = [
          ...events.map((event) => ({ ...event, found_by: "event" as const })),
          ...reads.map(({ read_at, ...reading }) => ({ ...reading, effective_at: read_at, found_by: "api" as const })),
        ];
        expect(rows).toEqual(observed.toSorted(compareObservations));
      }),
      { numRuns },
    );
  });

  it("for runs of findings in events and reads", async () => {
    const findings = fc.array(fc.constant({ severity: "high", message: "Falta", missing_field: null }), {
      maxLength: 1,
    });
    const text = fc.constantFrom(null, null, "soon", "");
    const events = facts<EventRun>({
      run_id: fc.constantFrom("run_1", "run_2"),
      source: fc.constantFrom("final", "provisional", "other", null),
      at: fc.constant(""),
      at_text: text,
      findings,
    }).map((runs) => runs.map((run) => ({ ...run, at: run.effective_at })));
    const reads = readings<ReadRun>({
      status: fc.constantFrom("finished", "pending"),
      computed: fc.oneof(instant, text),
      findings,
    }).map((all) =>
      all.map(({ computed, ...read }: ReadRun & { computed?: string | null }) => {
        const isTime = computed?.startsWith("2026") ?? false;
        return {
          ...read,
          computed_at: isTime ? computed : null,
          computed_at_text: isTime ? null : computed,
        } as ReadRun;
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.tuple(events, reads), async ([reported, read]) => {
        const id = await store(
          "findings_runs",
          reported.map(({ at: _, ...run }) => run),
        );
        const snapshots = read.map(({ digest, computed_at, computed_at_text, ...reading }) => ({
          ...reading,
          subject: "verification",
          body_hash: `\\x${digest}`,
          findings_computed_at: computed_at,
          findings_computed_at_text: computed_at_text,
        }));
        await insert("verification_snapshots", id, snapshots);
        const { rows } = await pool.query(
          `SELECT run_id, source, found_by, computed_at, computed_at_text, findings, finished_read_at, is_current
           FROM findings_runs_of($1) ORDER BY place DESC`,
          [id],
        );
        expect(rows).toEqual(runsOf(reported, read).map((run, index) => ({ ...run, is_current: index === 0 })));
      }),
      { numRuns },
    );
  });

  it("for lookups, and the last of each person", async () => {
    const lookups = facts<Fact & { people_id: number }>({ people_id: fc.integer({ min: 1, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(lookups, async (reported) => {
        const { rows } = await pool.query(
          "SELECT encode(digest, 'hex') AS digest, is_current FROM lookups_of($1) ORDER BY place",
          [await store("curp_lookups", reported)],
        );
        const ordered = reported.toSorted(compareLookups);
        const last = (people_id: number) => ordered.findLast((lookup) => lookup.people_id === people_id);
        const expected = ordered.map((lookup) => ({
          digest: lookup.digest,
          is_current: lookup === last(lookup.people_id),
        }));
        expect(rows).toEqual(expected);
      }),
      { numRuns },
    );
  });
});

it("finds runs of findings without a join of all runs with all reads", async () => {
  await pool.query(
    `INSERT INTO findings_runs (verification_id, digest, at, signed_before, run_id, source, findings)
     SELECT 'ver_many', sha256(n::text::bytea), now() - n * interval '1 minute', now(), 'run-' || n, 'final', '[]'
     FROM generate_series(1, 3000) AS n`,
  );
  await pool.query(
    `INSERT INTO verification_snapshots (verification_id, subject, read_at, body_hash, status, findings, findings_computed_at)
     SELECT 'ver_many', 'verification', now() - n * interval '1 second', sha256(n::text::bytea), 'finished', '[]',
       now() - n * interval '1 second'
     FROM generate_series(1, 3000) AS n`,
  );
  // The query ends before the statement timeout.
  const { rows } = await pool.query("SELECT count(*)::int AS runs FROM findings_runs_of('ver_many')");
  expect(rows).toEqual([{ runs: 6_000 }]);
});

it("knows the types of items that always need attention", async () => {
  const { rows } = await pool.query(
    "SELECT type FROM unnest($1::text[]) AS type WHERE item_problem(type, NULL, NULL) IS NOT NULL",
    [ITEM_TYPES],
  );
  expect(rows.map(({ type }) => type)).toEqual(ITEM_TYPES.filter(isOutcomeType));
});
