import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "#tools/test/database.ts";

const FIRST = "svc_sk_live_first_0123456789";
const SECOND = "svc_sk_live_second_0123456789";
const MASTER = "the master secret of this installation";

let connection: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase();
  connection = openDatabase(created.url, { name: "current key test" });
  drop = created.drop;
});
afterAll(async () => {
  await connection.close();
  await drop();
});
beforeEach(() => connection.pool.query("TRUNCATE dashboard_keys, vault_secrets CASCADE"));
afterEach(() => vi.unstubAllEnvs());

/** Loads the modules as in a process that starts with this environment. */
async function start(SVC_API_KEY: string | undefined, COTEJO_SECRET = MASTER) {
  vi.resetModules();
  vi.stubEnv("SVC_API_KEY", SVC_API_KEY);
  vi.stubEnv("COTEJO_SECRET", COTEJO_SECRET);
  const { createKeySource, isCurrentKey, switchCurrentKey } = await import("./dashboard-keys.ts");
  return {
    key: createKeySource(connection),
    isCurrent: (value: string) => isCurrentKey(value, connection),
    switchTo: (value: string) => switchCurrentKey(value, connection),
  };
}

const keys = async () =>
  (await connection.pool.query("SELECT state, source FROM dashboard_keys ORDER BY created_at, state DESC")).rows;

describe("the first key", () => {
  it("comes from SVC_API_KEY and is kept in the vault", async () => {
    expect(await (await start(FIRST)).key()).toBe(FIRST);
    expect(await keys()).toEqual([{ state: "current", source: "environment" }]);
    const dump = await connection.pool.query(
      "SELECT k::text AS row FROM dashboard_keys AS k UNION ALL SELECT v::text FROM vault_secrets AS v",
    );
    const text = JSON.stringify(dump.rows);
    expect(text).not.toContain(FIRST);
    expect(text).not.toContain(Buffer.from(FIRST).toString("hex"));
  });

  it("is stored once, however many processes start at once", async () => {
    const processes = [await start(FIRST), await start(FIRST), await start(FIRST)];
    expect(await Promise.all(processes.map(({ key }) => key()))).toEqual([FIRST, FIRST, FIRST]);
    expect(await keys()).toHaveLength(1);
    expect((await connection.pool.query("SELECT FROM vault_secrets")).rowCount).toBe(1);
  });

  it("is requested by the variable's name if it is missing", async () => {
    const error = await (await start(undefined)).key().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "SERVICE_UNAUTHORIZED",
      status: 502,
      message: expect.stringContaining("SVC_API_KEY"),
    });
    expect(await keys()).toEqual([]);
  });
});

describe("the vault's key counts from then on", () => {
  it("with any SVC_API_KEY, and without it", async () => {
    await (await start(FIRST)).key();
    expect(await (await start(SECOND)).key()).toBe(FIRST);
    expect(await (await start(undefined)).key()).toBe(FIRST);
    expect(await keys()).toHaveLength(1);
  });

  it("a switched key is returned at once after a refusal of the old one, and soon everywhere", async () => {
    const { key, switchTo } = await start(FIRST);
    const now = vi.spyOn(Date, "now").mockReturnValue(1_000_000);
    expect(await key()).toBe(FIRST);
    await switchTo(SECOND);
    expect(await key(SECOND)).toBe(FIRST);
    expect(await key(FIRST)).toBe(SECOND);
    expect(await key()).toBe(SECOND);
    await switchTo(FIRST);
    now.mockReturnValue(1_000_500);
    expect(await key()).toBe(FIRST);
    expect(await keys()).toMatchObject([{ state: "retired" }, { state: "retired" }, { state: "current" }]);
  });

  it("an unchanged refused key is returned again, so that the refusal counts", async () => {
    const { key } = await start(FIRST);
    expect([await key(), await key(FIRST)]).toEqual([FIRST, FIRST]);
  });

  it("two switches at once leave one current", async () => {
    const { key, switchTo } = await start(FIRST);
    await key();
    await Promise.all([switchTo(SECOND), switchTo(`${SECOND}_2`)]);
    expect((await keys()).map(({ state }) => state).sort()).toEqual(["current", "retired", "retired"]);
  });

  it("two switches to one key at once are one switch", async () => {
    const { key, switchTo } = await start(FIRST);
    await key();
    await Promise.all([switchTo(SECOND), switchTo(SECOND)]);
    expect((await keys()).map(({ state }) => state).sort()).toEqual(["current", "retired"]);
  });

  it("a key under another COTEJO_SECRET is never replaced by SVC_API_KEY, and the error holds no key", async () => {
    await (await start(FIRST)).key();
    const error = await (await start(SECOND, "another master secret altogether!!"))
      .key()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "VaultError", message: expect.stringContaining("COTEJO_SECRET") });
    expect(inspect(error, { showHidden: true, depth: null })).not.toMatch(/svc_sk_live|master secret (of|altogether)/);
    expect(await keys()).toHaveLength(1);
  });
});

describe("the current key is recognised", () => {
  it("by its fingerprint, and no other value is", async () => {
    const { key, isCurrent, switchTo } = await start(FIRST);
    expect(await isCurrent(FIRST)).toBe(false);
    await key();
    expect([await isCurrent(FIRST), await isCurrent(SECOND)]).toEqual([true, false]);
    await switchTo(SECOND);
    expect([await isCurrent(FIRST), await isCurrent(SECOND)]).toEqual([false, true]);
  });

  it("also after another master secret became the first", async () => {
    await (await start(FIRST)).key();
    const { key, isCurrent } = await start(FIRST, `the master secret that is deployed next,${MASTER}`);
    expect(await isCurrent(FIRST)).toBe(true);
    expect(await key()).toBe(FIRST);
  });
});
