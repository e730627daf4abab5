import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureUser } from "#lib/access/server/users.ts";
import { FIRST_NEED_TO_KNOW } from "#lib/core/contract/need-to-know/policy.ts";
import { AUDIT_FILTER, type AuditFilter, NO_USER } from "#lib/platform/contract/audit/audit-filter.ts";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { parameters } from "#lib/platform/server/db/list-query.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { listAudit, listAuditUsers, pageStatement } from "./list.ts";
import { MAX_SUBJECTS, subjectsOf } from "./subjects.ts";

const MANY = 60_000;
const ANA = "00000000-0000-4000-8000-000000000001";
const BETO = "00000000-0000-4000-8000-000000000002";
/** The service token of a hundred entries of the trail. */
const TOKEN = "00000000-0000-4000-8000-000000000003";

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase();
  database = openDatabase(created.url, { name: "audit list test", withoutTimeLimits: true });
  drop = created.drop;
  // A trail of a year: openings for the most part, some commands in two entries, one in a hundred of them failed, one
  // without its end.
  await database.pool.query(
    `INSERT INTO audit_log (id, at, action, user_id, user_email, ids, address, outcome, error_code, intent_id, token_id)
     OVERRIDING SYSTEM VALUE SELECT n, timestamptz '2026-01-01' + n * interval '8 minutes',
       CASE WHEN n % 10 < 7 THEN 'people.opened' WHEN n % 10 = 7 THEN 'session.started' ELSE 'webhook.changed' END,
       CASE WHEN n % 50 = 7 THEN NULL WHEN n % 20 = 3 THEN '${BETO}'::uuid ELSE '${ANA}'::uuid END,
       CASE WHEN n % 50 = 7 THEN NULL WHEN n % 20 = 3 THEN 'beto@example.mx' ELSE 'ana@example.mx' END,
       CASE WHEN n % 10 < 7 THEN jsonb_build_object('verification_id', 'ver_' || n, 'people_ids', jsonb_build_array(n, n + 1000000))
         WHEN n % 10 = 7 THEN '{}' ELSE jsonb_build_object('webhook_id', 'wh_' || n / 10) END,
       ('10.0.' || n % 250 || '.7')::inet,
       CASE n % 10 WHEN 8 THEN 'begun' WHEN 9 THEN CASE WHEN n % 1000 = 9 THEN 'failed' ELSE 'done' END ELSE 'done' END,
       CASE WHEN n % 1000 = 9 THEN 'CONFLICT' END,
       CASE WHEN n % 10 = 9 THEN n - 1 END,
       CASE WHEN n % 600 = 7 THEN '${TOKEN}'::uuid END
     FROM generate_series(1, ${MANY}) AS n
     WHERE n <> 30009`,
  );
  const { id } = await ensureUser(
    { email: "maker@example.mx", password: "a long password", name: "Maker", role: "admin" },
    database,
  );
  await database.pool.query(
    `INSERT INTO service_tokens (id, hash, name, scopes, created_by, expires_at)
     VALUES ($1, 'hash', 'Core system', '{}', $2, now())`,
    [TOKEN, id],
  );
  await database.pool.query("ANALYZE audit_log");
});
afterAll(async () => {
  await database.close();
  await drop();
});

type More = Partial<Omit<Parameters<typeof listAudit>[0], "filter">>;

const list = (filter: Partial<AuditFilter>, more: More = {}) =>
  listAudit({ filter: { ...AUDIT_FILTER.empty, ...filter }, reader: "admin", ...more }, database);
const first = async (filter: Partial<AuditFilter>) => (await list(filter)).items[0];

describe("shows", () => {
  it("accounts among the values by their names, and other ids as they are", async () => {
    const { id } = await ensureUser(
      { email: "rosa@example.mx", password: "a long password", name: "Rosa Díaz", role: "compliance" },
      database,
    );
    await database.pool.query(
      "INSERT INTO audit_log (id, at, action, ids, before, after) OVERRIDING SYSTEM VALUE VALUES (1000000, '2025-12-01', 'review.changed', $1, $2, $3)",
      [{ verification_id: "ver_named" }, { assignee: id }, { assignee: BETO, state: "open" }],
    );
    expect(await first({ id: "ver_named" })).toMatchObject({
      before: { assignee: "Rosa Díaz" },
      after: { assignee: BETO, state: "open" },
    });
  });

  it("a single entry for a command, with its beginning and its end", async () => {
    const { items } = await list({ id: "wh_5001" });
    expect(items).toEqual([
      {
        entry_id: expect.any(Number),
        at: expect.stringMatching(/Z$/),
        began_at: expect.stringMatching(/Z$/),
        action: "webhook.changed",
        user: { id: ANA, email: "ana@example.mx", name: null },
        token: null,
        address: "10.0.19.7",
        user_agent: null,
        ids: { webhook_id: "wh_5001" },
        account: null,
        files: [],
        people: [],
        before: null,
        after: null,
        outcome: "done",
        error_code: null,
      },
    ]);
    expect(Date.parse(items[0]?.at ?? "") - Date.parse(items[0]?.began_at ?? "")).toBe(8 * 60_000);
  });

  it("a beginning without an end as a command of unknown outcome, wherever it is listed", async () => {
    const [entry, ...others] = (await list({ outcome: ["unknown"] })).items;
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ ids: { webhook_id: "wh_3000" }, outcome: "unknown", began_at: null });
    expect((await list({ id: "wh_3000" })).items).toEqual([entry]);
    expect((await list({ id: "wh_3000", outcome: ["done", "failed"] })).items).toEqual([]);
  });

  it("every entry once, page by page, newest first", async () => {
    const filter = { from: "2026-03-01", to: "2026-03-02", action: ["webhook.changed", "people.opened"] } as const;
    const seen: { entry_id: number; at: string }[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ ...filter, action: [...filter.action] }, { cursor, limit: 7 });
      seen.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    // Two days of an entry in eight minutes, of which ten in a hundred are beginnings and ten sign-ins.
    expect(seen).toHaveLength(360 * 0.8);
    expect(new Set(seen.map(({ entry_id }) => entry_id)).size).toBe(seen.length);
    expect(seen).toEqual(seen.toSorted((one, other) => (one.at < other.at ? 1 : -1)));
    await expect(list({}, { cursor: "2026_x" })).rejects.toThrow("Invalid cursor.");
  });
});

describe("finds", () => {
  it.each<[string, Partial<AuditFilter>, object]>([
    ["a verification", { id: "ver_4711" }, { ids: { verification_id: "ver_4711" } }],
    ["a person by number", { id: "1004711" }, { ids: { people_ids: [4711, 1004711] } }],
    ["a user", { user: [BETO] }, { user: { email: "beto@example.mx" } }],
    ["nobody", { user: [NO_USER] }, { user: null, action: "session.started" }],
    ["a service token", { token: [TOKEN] }, { user: null, token: { token_id: TOKEN, name: "Core system" } }],
    ["a family", { family: ["access"] }, { action: "session.started" }],
    ["an address", { address: "10.0.17.7" }, { address: "10.0.17.7" }],
    ["failures", { outcome: ["failed"] }, { outcome: "failed", error_code: "CONFLICT" }],
    ["failures of a user", { outcome: ["failed"], user: [ANA] }, { outcome: "failed", user: { id: ANA } }],
  ])("%s", async (_what, filter, entry) => {
    const { items } = await list(filter);
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(item).toMatchObject(entry);
  });

  it("nothing but the literal id, whatever text is typed", async () => {
    for (const id of ["ver_", 'a" || true', "$.*", "ver_4711 ", "4711.0", "\\u0000", "nul\\"]) {
      expect((await list({ id })).items).toEqual([]);
    }
  });

  it("whole days of UTC, and instants to the minute", async () => {
    expect((await first({ to: "2026-02-03" }))?.at).toMatch(/^2026-02-03T23:/);
    expect((await list({ from: "2026-02-03", to: "2026-02-03" }, { limit: 200 })).items).toHaveLength(162);
    expect((await first({ to: "2026-02-03T00:00Z" }))?.at).toMatch(/^2026-02-02T23:/);
  });

  it("every user and token in the trail, once each", async () => {
    expect(await listAuditUsers(database)).toEqual({
      items: [
        { id: ANA, email: "ana@example.mx" },
        { id: BETO, email: "beto@example.mx" },
      ],
      tokens: [{ id: TOKEN, name: "Core system" }],
    });
  });
});

describe("scans a range of one index", () => {
  it.each<[string, Partial<AuditFilter>]>([
    ["of everything", {}],
    ["of days", { from: "2026-03-01", to: "2026-03-02" }],
    ["of a rare user", { user: [BETO] }],
    ["of nobody", { user: [NO_USER] }],
    ["of a token", { token: [TOKEN] }],
    ["of a token without calls", { token: [ANA], action: ["session.started"] }],
    ["of several users", { user: [ANA, BETO, NO_USER] }],
    ["of an action", { action: ["session.started"] }],
    ["of an action that was never done", { action: ["webhook.deleted"] }],
    ["of families", { family: ["webhooks", "access", "sandbox"] }],
    ["of failures", { outcome: ["failed", "refused"] }],
    ["of unknown outcomes", { outcome: ["unknown"] }],
    ["of an id", { id: "ver_4711" }],
    ["of an id that is a number", { id: "1004711" }],
    ["of an address", { address: "10.0.17.7" }],
    ["of several at once", { user: [BETO], family: ["people"], from: "2026-03-01", address: "10.0.3.7" }],
  ])("%s", async (_what, filter) => {
    const collected = parameters();
    const sql = pageStatement({ ...AUDIT_FILTER.empty, ...filter }, null, 51, collected);
    const { rows } = await database.pool.query(`EXPLAIN (FORMAT JSON) ${sql}`, collected.values);
    const nodes = JSON.stringify(rows).match(/"Node Type":"[^"]*"/g) ?? [];
    expect(nodes).not.toContain('"Node Type":"Seq Scan"');
  });
});

it("shows current names of ids to readers who may see them, and nothing of deleted data", async () => {
  const verification_id = "ver_names";
  const { pool } = database;
  await pool.query(
    `INSERT INTO audit_log (id, action, ids) OVERRIDING SYSTEM VALUE VALUES (99990, 'people.opened', $1)`,
    [{ verification_id, people_ids: [9, 7, 8, 1, 2, 3, 4] }],
  );
  await pool.query(
    "INSERT INTO verification_summaries (verification_id, tag, title) VALUES ($1, 'EXP-1', 'Maderas del Sur')",
    [verification_id],
  );
  await pool.query(
    `INSERT INTO verification_people (verification_id, "position", people_id, name, outcome, at, texts)
     SELECT $1, n, CASE n WHEN 5 THEN 7 ELSE n + 6 END, CASE n WHEN 2 THEN NULL ELSE 'Persona ' || n END, 'none', now(), ''
     FROM generate_series(1, 5) AS n UNION ALL SELECT 'ver_other', 1, 9, 'Somebody else', 'none', now(), ''
     UNION ALL SELECT $1, 6, 4, 'The seventh', 'none', now(), ''`,
    [verification_id],
  );
  const people = [
    { people_id: 9, name: "Persona 3" },
    { people_id: 7, name: "Persona 1" },
  ];
  const files = [{ verification_id, tag: "EXP-1", title: "Maderas del Sur" }];
  expect(await first({ id: verification_id })).toMatchObject({ files, people });
  const read = async (more: More) => (await list({ id: verification_id }, more)).items[0];
  expect(await read({ reader: null })).toMatchObject({ files: [], people: [] });
  expect(await read({ peopleNamed: false })).toMatchObject({ files, people: [] });
  await pool.query("DELETE FROM verification_people");
  await pool.query("DELETE FROM verification_summaries");
  expect(await read({})).toMatchObject({ files: [], people: [], ids: { verification_id } });
});

it("shows a renamed account by its current email", async () => {
  await database.pool.query(
    "INSERT INTO users (id, email, name, role) VALUES ($1, 'old@example.mx', 'Beto', 'support')",
    [BETO],
  );
  await database.pool.query(
    "INSERT INTO audit_log (id, action, user_id, ids) OVERRIDING SYSTEM VALUE VALUES (99999, 'user.changed', $1, $2)",
    [ANA, { user_id: BETO }],
  );
  await database.pool.query("UPDATE users SET email = 'new@example.mx' WHERE id = $1", [BETO]);
  expect(await first({ id: BETO })).toMatchObject({
    ids: { user_id: BETO },
    account: { email: "new@example.mx", name: "Beto" },
  });
  expect(await first({ user: [BETO] })).toMatchObject({ user: { email: "beto@example.mx", name: "Beto" } });
  await database.pool.query("DELETE FROM users WHERE id = $1", [BETO]);
  expect(await first({ id: BETO })).toMatchObject({ ids: { user_id: BETO }, account: null });
});

describe("by a text, among many entries", () => {
  const FILES = 20_000;
  const CURP = "BOXW310820HNERXN09";
  const ALL = { files: true, people: true, rule: FIRST_NEED_TO_KNOW.roles.admin };
  const namedBy = (text: string, kinds = ALL) => subjectsOf(text, kinds, database);
  const found = async (q: string, filter: Partial<AuditFilter> = {}, kinds = ALL) =>
    list({ q, ...filter }, { subjects: await namedBy(q, kinds) });
  const filesOf = async (q: string, filter: Partial<AuditFilter> = {}) =>
    (await found(q, filter)).items.map(({ ids }) => ids.verification_id);

  beforeAll(async () => {
    const { pool } = database;
    await pool.query(
      `INSERT INTO verification_summaries (verification_id, tag, title)
       SELECT 'ver_' || n, 'EXP-' || n, CASE n WHEN 4711 THEN 'Añejos de Xalapa' ELSE 'Empresa ' || n || ' SA de CV' END
       FROM generate_series(1, ${FILES}) AS n`,
    );
    await pool.query(
      `INSERT INTO verification_people (verification_id, "position", people_id, name, curp, outcome, at, texts)
       SELECT 'ver_' || n, 1, n, CASE n WHEN 4712 THEN 'Wenceslao Bórquez' ELSE 'María López ' || n END,
         CASE n WHEN 4712 THEN '${CURP}' END, 'none', now(), CASE n WHEN 4712 THEN 'Wenceslao Bórquez ${CURP}' ELSE 'María López ' || n END
       FROM generate_series(1, ${FILES}) AS n`,
    );
    await pool.query(
      "INSERT INTO users (id, email, name, role) VALUES ($1, 'beto@example.mx', 'Norberto Ruiz', 'support')",
      [BETO],
    );
    await pool.query(
      `INSERT INTO audit_log (id, action, user_id, ids, after) OVERRIDING SYSTEM VALUE VALUES
         (99991, 'user.changed', $1, $2, NULL), (99992, 'people.searched', $1, $3, $4)`,
      [ANA, { user_id: BETO }, { verification_ids: ["ver_1", "ver_4711"] }, { text: "words", found: 2 }],
    );
    await pool.query("ANALYZE verification_summaries; ANALYZE verification_people; ANALYZE audit_log");
  });

  it.each([
    ["a tag", "exp-4711", ["ver_4711"]],
    ["a company", "anejos XALAPA", ["ver_4711"]],
    ["the name of a person", "borquez", ["ver_4712"]],
    ["a whole CURP", "boxw310820-HNERXN09", ["ver_4712"]],
    ["the ends of a CURP", "BOXW…09", ["ver_4712"]],
  ])("finds the entries of %s", async (_what, q, files) => {
    const of = await filesOf(q);
    expect(of.filter((id) => id !== undefined)).toEqual(files);
  });

  it.each(["BOXW31", "BOXW3108", "BOXW310820HNE", "310820", "HNERXN09", "BOXW310820HNERXN0", "BOXW…08"])(
    "finds no person by another part of a CURP: %s",
    async (q) => expect(await namedBy(q)).toEqual({ ids: [], people: [], more: false }),
  );

  it("names the files of a search, and finds the search by them", async () => {
    const items = (await found("Añejos")).items;
    expect(items.map(({ action }) => action)).toEqual(["people.searched", "people.opened"]);
    expect(items[0]?.files).toMatchObject([{ tag: "EXP-1" }, { tag: "EXP-4711", title: "Añejos de Xalapa" }]);
  });

  it("finds actions on an account by its name and its email, and an id as before", async () => {
    for (const q of ["norberto", "beto@example.mx"]) {
      const { items } = await found(q);
      expect(items.length).toBeGreaterThan(0);
      for (const { ids } of items) expect(ids).toEqual({ user_id: BETO });
    }
    expect((await found("wh_5001")).items).toMatchObject([{ ids: { webhook_id: "wh_5001" } }]);
    expect(await filesOf("1004711")).toEqual(["ver_4711"]);
  });

  it("keeps the other filters, and searches no files or people that the reader may not see", async () => {
    expect(await filesOf("Añejos", { action: ["people.searched"] })).toEqual([undefined]);
    expect(await filesOf("borquez", { user: [NO_USER] })).toEqual([]);
    expect((await found("borquez", {}, { ...ALL, people: false })).items).toEqual([]);
    expect((await found("xalapa", {}, { ...ALL, files: false })).items).toEqual([]);
    // From an address, where a search of people would not be recorded.
    expect((await list({ q: "borquez" })).items).toEqual([]);
  });

  it("reports more matches than its limit, and still has a page", async () => {
    const { items, more_matches, next_cursor } = await list({ q: "empresa" }, { limit: 5 });
    expect(more_matches).toBe(true);
    expect(items).toHaveLength(5);
    const next = await list({ q: "empresa" }, { limit: 5, cursor: next_cursor });
    expect(next.items.some(({ entry_id }) => items.some((item) => item.entry_id === entry_id))).toBe(false);
    expect((await namedBy("lópez")).people).toHaveLength(MAX_SUBJECTS);
    expect((await list({ q: "EXP-4711" })).more_matches).toBe(false);
  });

  it("finds the entries of a file by its tag or an address as a whole id, and says that nothing has another text", async () => {
    const { items: tagged } = await list({ q: "EXP-4711" });
    const file = tagged[0]?.files.find(({ tag }) => tag === "EXP-4711")?.verification_id ?? expect.unreachable();
    const { items } = await list({ id: file });
    expect(items.length).toBeGreaterThan(0);
    for (const name of [
      "EXP-4711",
      `https://cotejo.example.mx/verifications/${file}`,
      `/verifications/${file}/people/1`,
    ]) {
      for (const by of [{ id: name }, { q: name }]) {
        const found = await list(by);
        expect([by, found.items, found.unresolved]).toEqual([by, items, null]);
      }
    }
    for (const by of [{ id: "EXP-0" }, { q: "https://cotejo.example.mx/verifications/ver_none" }, { q: "xyzzy" }])
      expect(await list(by)).toMatchObject({ items: [], unresolved: "unknown" });
    // A file without entries is known.
    expect((await list({ id: "EXP-4711" }, { reader: null })).unresolved).toBeNull();
  });

  it("treats every text as literal, not as a pattern or path", async () => {
    for (const q of ["%", "_", 'a" || true', "$.*", "\\", "nul\\u0000", "."]) {
      expect((await found(q)).items, q).toEqual([]);
    }
  });

  it.each(["EXP-4711", "borquez", "empresa", "BOXW310820HNERXN09", "norberto"])(
    "reads entries of %s along the index of ids",
    async (q) => {
      const collected = parameters();
      const filter = { ...AUDIT_FILTER.empty, q, user: [ANA, BETO] };
      const sql = pageStatement(filter, null, 51, collected, await namedBy(q));
      const { rows } = await database.pool.query(`EXPLAIN (FORMAT JSON) ${sql}`, collected.values);
      expect(JSON.stringify(rows)).toContain("audit_log_ids");
    },
  );

  it.each(["EXP-4711", "anejos xalapa", "borquez", "BOXW310820HNERXN09", "BOXW…09"])(
    "reads no whole table for the subjects of %s",
    async (q) => {
      const explained: string[] = [];
      const pool = {
        query: async (sql: string, values: unknown[]) => {
          const { rows } = await database.pool.query(`EXPLAIN (FORMAT JSON) ${sql}`, values);
          explained.push(JSON.stringify(rows));
          return database.pool.query(sql, values);
        },
      } as unknown as Database["pool"];
      await subjectsOf(q, ALL, { pool });
      expect(explained.length).toBeGreaterThan(1);
      for (const plan of explained.filter((text) => text.includes("verification_"))) {
        expect(plan).not.toContain('"Node Type":"Seq Scan"');
      }
    },
  );
});
