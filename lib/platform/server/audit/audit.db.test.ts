import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseInstant } from "#lib/platform/contract/time.ts";
import { type Client, type Database, inTransaction, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { examples } from "#tools/test/effort.ts";
import { type AuditEntry, forgetAudit, writeAudit } from "./write.ts";

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase();
  database = openDatabase(created.url, { name: "audit test" });
  drop = created.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});

const actor = {
  user: { id: "0b9f7c70-52a2-4cfd-8a2b-3d1f4c1f5a11", email: "ana@example.mx" },
  address: "203.0.113.7",
  user_agent: "Mozilla/5.0",
};
const entry: AuditEntry = { action: "people.opened", ids: { verification_id: "ver_1", people_ids: [1, 2] }, actor };
const write = (given: Partial<AuditEntry> = {}) =>
  inTransaction(database.pool, (tx) => writeAudit(tx, { ...entry, ...given }));
const rows = async () => (await database.pool.query("SELECT * FROM audit_log ORDER BY id")).rows;

it("records actor, action, subject, time and origin, and no user for anonymous actions", async () => {
  await write();
  await write({ actor: { user: null, address: null, user_agent: null } });
  const [first, second] = await rows();
  expect(first).toEqual({
    id: expect.any(Number),
    at: expect.stringMatching(/Z$/),
    action: "people.opened",
    user_id: actor.user.id,
    user_email: "ana@example.mx",
    ids: { verification_id: "ver_1", people_ids: [1, 2] },
    address: "203.0.113.7",
    user_agent: "Mozilla/5.0",
    before: null,
    after: null,
    outcome: "done",
    error_code: null,
    intent_id: null,
    token_id: null,
  });
  expect(second).toMatchObject({ user_id: null, user_email: null, address: null, user_agent: null });
});

it("is committed with its change, or not at all", async () => {
  const before = (await rows()).length;
  await expect(
    inTransaction(database.pool, async (tx) => {
      await writeAudit(tx, entry);
      throw new Error("what it records failed");
    }),
  ).rejects.toThrow("what it records failed");
  expect(await rows()).toHaveLength(before);
});

describe("refuses", () => {
  it.each([
    "UPDATE audit_log SET user_email = 'nobody@example.mx'",
    "DELETE FROM audit_log",
    "TRUNCATE audit_log CASCADE",
    "SET LOCAL session_replication_role = replica; DELETE FROM audit_log",
    // The retention deletes what is older, and changes nothing.
    "SET LOCAL cotejo.audit_kept_since = '2999-01-01T00:00:00Z'; UPDATE audit_log SET at = '2020-01-01T00:00:00Z'",
    "SET LOCAL cotejo.audit_kept_since = '2999-01-01T00:00:00Z'; TRUNCATE audit_log CASCADE",
    "SET LOCAL cotejo.audit_kept_since = '2020-01-01T00:00:00Z'; DELETE FROM audit_log",
    // No setting deletes an entry of the last 90 days.
    "SET LOCAL cotejo.audit_kept_since = '2999-01-01T00:00:00Z'; DELETE FROM audit_log",
    "SET LOCAL cotejo.audit_kept_since = 'infinity'; DELETE FROM audit_log WHERE id = (SELECT max(id) FROM audit_log)",
  ])("%s", async (statement) => {
    await write();
    const before = await rows();
    await expect(inTransaction(database.pool, (tx) => tx.query(statement))).rejects.toMatchObject({
      code: "42501",
      message: "the audit trail is append-only",
    });
    expect(await rows()).toEqual(before);
  });
});

it("lets the retention delete old entries, and nothing else in its transaction or after", async () => {
  await database.pool.query(
    `INSERT INTO audit_log (at, action, ids) VALUES ('2020-01-01T00:00:00Z', 'people.opened', '{}'), ('2020-01-02T00:00:00Z', 'people.opened', '{}')`,
  );
  const others = (await rows()).filter(({ at }) => at > "2021");
  const since = parseInstant("2020-01-02T00:00:00Z") ?? expect.unreachable();
  const older = async (tx: Client) =>
    (await tx.query<{ id: number }>("SELECT id FROM audit_log WHERE at < $1", [since])).rows.map(({ id }) => id);
  const refused = inTransaction(database.pool, async (tx) => {
    expect(await forgetAudit(tx, since, await older(tx))).toBe(1);
    await tx.query("DELETE FROM audit_log WHERE at < '2020-01-01T12:00:00Z' OR true");
  });
  await expect(refused).rejects.toThrow("append-only");
  expect(await inTransaction(database.pool, async (tx) => forgetAudit(tx, since, await older(tx)))).toBe(1);
  const left = await rows();
  expect(
    left
      .slice(0, -1)
      .map(({ at }) => at)
      .toSorted(),
  ).toEqual(["2020-01-02T00:00:00.000000Z", ...others.map(({ at }) => at)]);
  expect(left.at(-1)).toMatchObject({ action: "audit.expired", user_id: null, after: { rows: 1 } });
});

describe("holds only ids", () => {
  it.each<[string, Partial<AuditEntry>]>([
    ["a field that names a person", { ids: { name: "Ana López" } as never }],
    ["a number that is none", { ids: { people_ids: [1.5] } }],
    ["a number that has lost digits", { ids: { people_ids: [2 ** 60] } }],
  ])("refuses %s", (_name, given) => expect(write(given)).rejects.toThrow("the ids of people.opened are none"));

  const letters = (count: number) =>
    fc.array(fc.constantFrom(..."ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"), { minLength: count, maxLength: count });
  const digits = (count: number) => fc.array(fc.constantFrom(..."0123456789"), { minLength: count, maxLength: count });
  const curp = fc
    .tuple(
      letters(4),
      digits(6),
      fc.constantFrom("H", "M", "X"),
      letters(5),
      fc.constantFrom("0", "9", "A", "Z"),
      digits(1),
      fc.boolean(),
    )
    .map(([names, day, sex, rest, century, check, small]) => {
      const text = [...names, ...day, sex, ...rest, century, ...check].join("");
      return small ? text.toLowerCase() : text;
    });
  const around = fc.tuple(
    fc.constantFrom("", "-", " ", "ver_1/", "(", "é "),
    fc.constantFrom("", "-", ".pdf", " ", "/ñ"),
  );

  it("a CURP is refused or masked in every field, with either form of Ñ", async () => {
    const places: ((text: string) => Partial<AuditEntry>)[] = [
      (text) => ({ ids: { verification_id: text } }),
      (text) => ({ before: { deep: [{ er: text }] } }),
      (text) => ({ after: { [text]: 1 } }),
      (text) => ({ actor: { ...actor, user_agent: text } }),
      (text) => ({ actor: { ...actor, user: { ...actor.user, email: `${text}@example.mx` } } }),
    ];
    await fc.assert(
      fc.asyncProperty(
        curp,
        around,
        fc.constantFrom(...places),
        fc.constantFrom("NFC", "NFD"),
        async (number, [before, after], place, form) => {
          const last = (await rows()).at(-1)?.id ?? 0;
          await write(place(`${before}${number}${after}`.normalize(form))).catch((error: Error) => {
            expect(error).toBeInstanceOf(RangeError);
            expect(error.message.toUpperCase()).not.toContain(number.toUpperCase());
          });
          const { rows: found } = await database.pool.query(
            "SELECT 1 FROM audit_log AS log WHERE id > $2 AND upper(normalize(log::text)) LIKE '%' || upper(normalize($1)) || '%'",
            [number, last],
          );
          expect(found).toEqual([]);
        },
      ),
      { numRuns: examples(40) },
    );
  });

  it("an id in the shape of a CURP is masked, and the entry is still written", async () => {
    await write({ ids: { verification_id: "BOXW310820HNERXN09", people_ids: [7] } });
    expect((await rows()).at(-1)?.ids).toEqual({ verification_id: "[CURP]", people_ids: [7] });
  });

  it("a longer id that contains a CURP's shape by chance is kept", async () => {
    const verification_id = "01JABOXW310820HNERXN09KQ7Z";
    await write({ ids: { verification_id } });
    expect((await rows()).at(-1)?.ids).toEqual({ verification_id });
  });
});
