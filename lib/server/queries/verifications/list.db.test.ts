import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EMPTY_FILTER, VERIFICATION_SORTS, type VerificationFilter } from "#lib/contract/verification-filter.ts";
import { type Database, openDatabase } from "#lib/server/db/database.ts";
import { verificationSummaries } from "#lib/server/db/schema/summary.ts";
import { writeListRows } from "#lib/server/projections/list-rows.ts";
import { createTestDatabase } from "#test/database.ts";
import { listVerifications } from "./list.ts";

let connection: Database;
let drop: () => Promise<void>;

const rows = [
  {
    verification_id: "ver_a",
    tag: "EXP-1",
    account_name: "Maderas del Sur",
    status: "pending",
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
  const created = await createTestDatabase();
  connection = openDatabase(created.url, { name: "list test" });
  drop = created.drop;
  await connection.db.insert(verificationSummaries).values(rows);
  await writeListRows(
    connection.pool,
    rows.map((row) => row.verification_id),
  );
});
afterAll(async () => {
  await connection.close();
  await drop();
});

const ids = async (filter: Partial<VerificationFilter>) =>
  (await listVerifications({ filter: { ...EMPTY_FILTER, ...filter } }, connection)).items.map(
    (row) => row.verification_id,
  );

describe("listVerifications", () => {
  it("orders by last activity to the microsecond, then by id; rows without one come last", async () => {
    expect(await ids({})).toEqual(["ver_c", "ver_b", "ver_a", "ver_D"]);
    expect(await ids({ sort: "last_activity_at" })).toEqual(["ver_a", "ver_b", "ver_c", "ver_D"]);
    expect(await ids({ sort: "-created_at" })).toEqual(["ver_D", "ver_b", "ver_a", "ver_c"]);
  });

  it.each<[string, Partial<VerificationFilter>, string[]]>([
    ["status", { status: ["pending", "error"] }, ["ver_c", "ver_a"]],
    ["severity", { severity: ["high", "medium"] }, ["ver_a"]],
    ["label", { label: ["vip", "other"] }, ["ver_b"]],
    ["any item error", { has_item_error: true }, ["ver_a"]],
    ["days without an event", { quiet_days: 1 }, ["ver_c", "ver_b", "ver_a"]],
    ["text of two characters where something begins", { q: "ma" }, ["ver_a"]],
    ["item error", { item_error: ["password_protected_pdf"] }, ["ver_a"]],
    ["tag", { tag: "EXP-2" }, ["ver_b"]],
    ["part of a tag in any case", { q: "exp-" }, ["ver_b", "ver_a"]],
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

  it.each(VERIFICATION_SORTS)("pages through everything once, by %s", async (sort) => {
    const whole = await ids({ sort });
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listVerifications({ filter: { ...EMPTY_FILTER, sort }, cursor, limit: 1 }, connection);
      paged.push(...page.items.map((row) => row.verification_id));
      expect(page.total).toBe(4);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole);
  });

  it("starts again with a cursor that was tampered with or belongs to another order", async () => {
    const first = await listVerifications({ filter: { ...EMPTY_FILTER, sort: "created_at" }, limit: 1 }, connection);
    for (const cursor of [
      "nonsense",
      Buffer.from('["-last_activity_at","x","y"]').toString("base64url"),
      first.next_cursor,
    ]) {
      const page = await listVerifications({ filter: EMPTY_FILTER, cursor, limit: 1 }, connection);
      expect(page.items[0]?.verification_id).toBe("ver_c");
    }
  });
});
