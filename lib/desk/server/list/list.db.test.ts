import { beforeAll, describe, expect, it } from "vitest";
import {
  VERIFICATION_FILTER,
  VERIFICATION_SORTS,
  type VerificationFilter,
  type VerificationSort,
} from "#lib/core/contract/verifications/verification-filter.ts";
import { writeListRows } from "#lib/core/server/projections/summarise.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { listRows, listVerifications } from "./list.ts";

const database = await ownDatabase();

const rows = [
  {
    verification_id: "ver_a",
    tag: "EXP-1",
    title: "Logística del Bajío, S. de R.L. de C.V.",
    tax_id: "LBA110313AB1",
    account_name: "Maderas del Sur",
    status: "pending",
    documents_status: "partial_upload",
    documents_status_at: "2026-11-01T10:00:00.000000Z",
    findings_high: 2,
    items_with_error: 1,
    item_errors: ["password_protected_pdf"],
    created_at: "2026-11-01T10:00:00.000000Z",
    last_activity_at: "2026-11-20T10:00:00.000001Z",
  },
  {
    verification_id: "ver_b",
    tag: "EXP-2",
    account_name: "Café 100% Puro",
    status: "finished",
    findings_low: 1,
    labels: ["vip"],
    created_at: "2026-11-02T23:59:59.999999Z",
    last_activity_at: "2026-11-20T10:00:00.000002Z",
  },
  {
    verification_id: "ver_c",
    tag: null,
    title: "Ma. Eugenia Núñez",
    tax_id: "NUME800101AB1",
    account_name: null,
    status: "error",
    created_at: null,
    last_activity_at: "2026-11-20T10:00:00.000002Z",
  },
  {
    verification_id: "ver_D",
    tag: "exp_4",
    status: null,
    created_at: "2026-11-03T00:00:00.000000Z",
    last_activity_at: null,
  },
];

beforeAll(async () => {
  await insertSummaries(database.pool, rows);
  await database.pool.query(
    `INSERT INTO verification_people (verification_id, "position", outcome, at, texts)
     VALUES ('ver_b', 0, 'found', now(), ''), ('ver_b', 1, 'failed', now(), ''), ('ver_a', 0, 'found', now(), '')`,
  );
});

const rowsOf = async (filter: Partial<VerificationFilter>) =>
  (await listVerifications({ filter: { ...VERIFICATION_FILTER.empty, ...filter } }, database)).items;
const ids = async (filter: Partial<VerificationFilter>) => (await rowsOf(filter)).map((row) => row.verification_id);

describe("listVerifications", () => {
  it("orders by last activity to the microsecond, then by id; rows without activity come last", async () => {
    expect(await ids({})).toEqual(["ver_c", "ver_b", "ver_a", "ver_D"]);
    expect(await ids({ sort: "last_activity_at" })).toEqual(["ver_a", "ver_b", "ver_c", "ver_D"]);
    expect(await ids({ sort: "-created_at" })).toEqual(["ver_D", "ver_b", "ver_a", "ver_c"]);
  });

  it.each<[string, Partial<VerificationFilter>, string[]]>([
    ["status", { status: ["pending", "error"] }, ["ver_c", "ver_a"]],
    ["severity", { severity: ["high", "medium"] }, ["ver_a"]],
    ["no high finding", { without_severity: ["high"] }, ["ver_c", "ver_b", "ver_D"]],
    ["days in its document status", { documents_status_days: 3 }, ["ver_a"]],
    ["how a lookup ended", { lookup: ["curp_format_error", "failed"] }, ["ver_b"]],
    ["label", { label: ["vip", "other"] }, ["ver_b"]],
    ["any item error", { has_item_error: true }, ["ver_a"]],
    ["days without an event", { quiet_days: 1 }, ["ver_c", "ver_b", "ver_a"]],
    ["events since a time", { changed_since: "2099-01-01T00:00:00Z" }, []],
    ["text of two characters where something begins", { q: "ma" }, ["ver_c", "ver_a"]],
    ["item error", { item_error: ["password_protected_pdf"] }, ["ver_a"]],
    ["tag", { tag: "EXP-2" }, ["ver_b"]],
    ["part of a tag in any case", { q: "exp-" }, ["ver_b", "ver_a"]],
    ["words of a title in any order, without accents, case and points", { q: "R.L. BAJIO logistica" }, ["ver_a"]],
    ["words of which one is in no title", { q: "bajio textiles" }, []],
    ["a word of a title", { q: "logistica" }, ["ver_a"]],
    ["words of a title and its tag", { q: "exp-1 bajio de rl cv" }, ["ver_a"]],
    ["a title that is a person's name", { q: "ma eugenia nunez" }, ["ver_c"]],
    ["part of a tax id", { q: "lba1103" }, ["ver_a"]],
    ["the thirteen characters of a natural person's", { q: "nume800101ab1" }, ["ver_c"]],
    ["part of an account", { q: "maderas" }, ["ver_a"]],
    ["part of an id", { q: "VER_D" }, ["ver_D"]],
    ["a percent sign taken literally", { q: "100%" }, ["ver_b"]],
    ["an underscore taken literally", { q: "exp_" }, ["ver_D"]],
    ["a backslash taken literally", { q: "\\" }, []],
    ["the whole of the last day", { created_from: "2026-11-02", created_to: "2026-11-02" }, ["ver_b"]],
    ["an exclusive instant", { created_to: "2026-11-02T23:59:59Z" }, ["ver_a"]],
    ["several at once", { status: ["pending"], q: "sur", severity: ["high"] }, ["ver_a"]],
    ["text that looks like SQL", { q: "'; DROP TABLE users; --" }, []],
  ])("filters by %s", async (_, filter, expected) => {
    expect(await ids(filter)).toEqual(expected);
  });

  it("returns the same row however it was found", async () => {
    const [scanned] = await rowsOf({ status: ["error"] });
    const [collected] = await rowsOf({ status: ["error"], sort: "-findings" });
    const [found] = await rowsOf({ q: scanned?.tag ?? scanned?.verification_id ?? "" });
    expect(scanned).toBeDefined();
    expect(collected).toEqual({ ...scanned, place: expect.anything() });
    expect(found).toEqual(scanned);
  });

  it.each(VERIFICATION_SORTS)("pages through every row once, by %s", async (sort) => {
    const whole = await ids({ sort });
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listVerifications(
        { filter: { ...VERIFICATION_FILTER.empty, sort }, cursor, limit: 1 },
        database,
      );
      paged.push(...page.items.map((row) => row.verification_id));
      expect(page.total).toBe(4);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole);
  });

  it("refuses a cursor that was changed or belongs to another order, for pages and for rows", async () => {
    const first = await listVerifications(
      { filter: { ...VERIFICATION_FILTER.empty, sort: "created_at" }, limit: 1 },
      database,
    );
    for (const cursor of [
      "nonsense",
      Buffer.from('["-last_activity_at","x","y"]').toString("base64url"),
      first.next_cursor,
    ]) {
      const filter = VERIFICATION_FILTER.empty;
      await expect(listVerifications({ filter, cursor, limit: 1 }, database)).rejects.toThrow("Invalid cursor.");
      const rows = { filter, ids: ["ver_c"], until: cursor, total: false };
      await expect(listRows(rows, database)).rejects.toThrow("Invalid until.");
    }
  });
});

describe("the total of a long list", () => {
  const MANY = 12_000;
  const list = (filter: Partial<VerificationFilter>) =>
    listVerifications({ filter: { ...VERIFICATION_FILTER.empty, ...filter }, limit: 3 }, database);

  beforeAll(async () => {
    await database.pool.query(`
      INSERT INTO verification_summaries (verification_id, tag, account_name, created_at, last_activity_at, findings_source)
      SELECT 'many_' || n, 'EXP-' || n, CASE WHEN n <= 9000 THEN 'Tablas' ELSE 'Tableros' END, at, at, 'provisional'
      FROM generate_series(1, ${MANY}) AS n CROSS JOIN LATERAL (
        SELECT '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute' AS at) AS time`);
    await writeListRows(
      database.pool,
      Array.from({ length: MANY }, (_, index) => `many_${index + 1}`),
    );
    await database.pool.query("ANALYZE");
  });

  it("is exact to ten thousand, whatever the filter", async () => {
    expect((await list({})).total).toEqual({ at_least: 10_000 });
    expect((await list({ q: "many_" })).total).toEqual({ at_least: 10_000 });
    expect((await list({ q: "tablas" })).total).toBe(9_000);
    expect((await list({ q: "many_1199" })).total).toBe(11);
  });

  it("finds the newest file of a name that only old files have", async () => {
    const { items, next_cursor } = await list({ q: "tablas" });
    expect(items.map((row) => row.verification_id)).toEqual(["many_9000", "many_8999", "many_8998"]);
    const filter = { ...VERIFICATION_FILTER.empty, q: "tablas" };
    const next = await listVerifications({ filter, cursor: next_cursor, limit: 1 }, database);
    expect(next.items.map((row) => row.verification_id)).toEqual(["many_8997"]);
  });

  type Plan = Partial<Record<"Shared Hit Blocks" | "Shared Read Blocks" | "Actual Rows" | "Actual Loops", number>> & {
    "Rows Removed by Filter"?: number;
    "Relation Name"?: string;
    Plans?: Plan[];
  };

  /** The plans of the executed statements of a page; `collected` is the first bound of collected rows. */
  async function plansOf(filter: VerificationFilter, cursor: string | null, collected = 10_000): Promise<Plan[]> {
    const plans: Plan[] = [];
    const query = async (text: string, values: unknown[]) => {
      const { rows } = await database.pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
      plans.push(rows[0]["QUERY PLAN"][0].Plan);
      return database.pool.query(text, values);
    };
    const bounds = [
      { collected, steps: 20_000 },
      { collected: MANY, steps: Number.MAX_SAFE_INTEGER },
    ];
    await listVerifications({ filter, cursor, limit: 3 }, { pool: { query } as unknown as Database["pool"] }, bounds);
    return plans;
  }

  /** Number of blocks of 8 KiB that the statements of a page read. */
  const blocksOf = async (filter: VerificationFilter, cursor: string | null): Promise<number> =>
    (await plansOf(filter, cursor)).reduce(
      (sum, plan) => sum + (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
      0,
    );

  /** Number of rows of a table that the statements of the first page scan, including filtered rows. */
  async function passed(table: string, filter: Partial<VerificationFilter>, collected?: number): Promise<number> {
    const of = (plan: Plan): number => {
      const each = (plan["Actual Rows"] ?? 0) + (plan["Rows Removed by Filter"] ?? 0);
      const own = plan["Relation Name"] === table ? each * (plan["Actual Loops"] ?? 0) : 0;
      return (plan.Plans ?? []).reduce((sum, one) => sum + of(one), own);
    };
    const plans = await plansOf({ ...VERIFICATION_FILTER.empty, ...filter }, null, collected);
    return plans.reduce((sum, plan) => sum + of(plan), 0);
  }

  const cheap: Partial<VerificationFilter>[] = [
    { sort: "due" },
    { sort: "-due" },
    { sort: "tag", findings_source: ["provisional"] },
    { sort: "-findings", findings_source: ["provisional"] },
  ];
  it.each(cheap)("reads for the first page of %o hardly more than for the plain one", async (filter) => {
    const plain = await blocksOf(VERIFICATION_FILTER.empty, null);
    expect(await blocksOf({ ...VERIFICATION_FILTER.empty, ...filter }, null)).toBeLessThan(plain + 100);
  });

  const firstOfLate = async (sort: VerificationSort, pages: number) => {
    const filter = { ...VERIFICATION_FILTER.empty, sort };
    let cursor: string | null = null;
    for (let page = 0; page < pages; page += 1) {
      cursor = (await listVerifications({ filter, cursor, limit: 200 }, database)).next_cursor;
    }
    expect(cursor).not.toBeNull();
    expect(await blocksOf(filter, cursor)).toBeLessThan((await blocksOf(filter, null)) + 50);
  };

  it.each(["created_at", "-created_at", "last_activity_at", "tag", "due"] as const)(
    "reads for a late page by %s no more than for the first",
    (sort) => firstOfLate(sort, 55),
  );

  it("finds the verifications of an account by the index of names, without a scan of the whole table", async () => {
    // The first 9,000 rows of the table have the other name.
    expect(await passed("verification_summaries", { q: "tableros", sort: "tag" }, 100)).toBeLessThan(1_000);
  });

  describe("by due time, among open reviews of the latest", () => {
    const OPEN = 3_000;

    beforeAll(async () => {
      await database.pool.query(`
        INSERT INTO reviews (verification_id, state, gravest, by_creation, digest, standing, bases)
        SELECT verification_id, 'open', 3, created_at, '', '{}', '[]' FROM verification_summaries
        WHERE verification_id LIKE 'many_%' ORDER BY created_at DESC LIMIT ${OPEN}`);
      await database.pool.query("VACUUM ANALYZE reviews");
    });

    it.each(["due", "-due"] as const)("begins a late page by %s in their index", (sort) => firstOfLate(sort, 14));

    it("reads only enough reviews to fill the page, with any further filter", async () => {
      for (const sort of ["due", "-due"] as const) {
        expect(await passed("reviews", { q: "many_", sort })).toBeLessThan(50);
        expect(await passed("reviews", { q: "many_", quiet_days: 1, sort })).toBeLessThan(50);
      }
    });

    it("reads all of them once if none matches, and once to exclude them from the rest", async () => {
      expect(await passed("reviews", { q: "tablas", sort: "due" }, 100)).toBeLessThan(2 * OPEN + 50);
    });

    it("finds reviews of one state in their order", async () => {
      await database.pool.query(`
        INSERT INTO reviews (verification_id, state, by_creation, digest, standing, bases)
        SELECT verification_id, 'resolved', created_at, '', '{}', '[]' FROM verification_summaries
        WHERE verification_id LIKE 'many_%' ORDER BY created_at LIMIT 2000`);
      await database.pool.query("VACUUM ANALYZE reviews");
      const counted = 2_000;
      expect(await passed("reviews", { review: ["resolved"], sort: "due" })).toBeLessThan(counted + 50);
      await database.pool.query("DELETE FROM reviews WHERE state = 'resolved'");
    });

    it("reads no further columns of the narrow rows than the filter needs", async () => {
      expect(await passed("verification_list", { q: "many_", sort: "due" })).toBe(0);
    });
  });
});
