import { beforeEach, describe, expect, it, vi } from "vitest";
import { VERSION } from "#lib/platform/server/base/version.ts";
import { inTransaction, openDatabase, type Pooled } from "#lib/platform/server/db/database.ts";
import { createTestDatabase } from "#tools/test/database.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { createReadiness, getSystemStatus } from "./status.ts";

const database = await ownDatabase();
beforeEach(() =>
  query(
    "TRUNCATE verification_reads, receivers, heartbeats, outages, inbox, refresh_requests, service_budget, connection_checks, service_errors, restores, backups, instances, dashboard_keys",
  ),
);

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<T>(text, values)).rows;

/** The time this long ago, by the database's clock. */
const ago = async (interval: string) =>
  (await query<{ at: string }>("SELECT now() - $1::interval AS at", [interval]))[0]?.at ?? "";

type Read = { succeeded?: string; failed?: string; code?: string; status?: number };

async function read({ succeeded, failed, code, status }: Read): Promise<void> {
  await query(
    `INSERT INTO verification_reads (verification_id, subject, succeeded_at, failed_at, error_code, error_status)
     VALUES (gen_random_uuid(), 'verification', $1, $2, $3, $4)`,
    [succeeded, failed, code, status],
  );
}

const key = (source: string, created_at: string) =>
  query(
    "INSERT INTO dashboard_keys (id, source, state, fingerprint, created_at) VALUES (gen_random_uuid(), $1, 'current', '', $2)",
    [source, created_at],
  );

const beat = (process: string, at: string) =>
  query(
    "INSERT INTO heartbeats (process, instance, started_at, beat_at) VALUES ($1, gen_random_uuid(), now() - interval '1 day', $2)",
    [process, at],
  );

const service = async () => {
  const { failures, restored_from, ever_accepted, ...rest } = (await getSystemStatus(database)).service;
  return rest;
};
const receiver = async () => {
  const { checked_at, ...rest } = (await getSystemStatus(database)).receiver;
  return rest;
};

describe("the service is", () => {
  it("unknown without a recent read", async () => {
    expect(await service()).toEqual({ state: "unknown", since: null, code: null });
    await read({ succeeded: await ago("16 minutes") });
    await read({ failed: await ago("16 minutes"), code: "SERVICE_ERROR" });
    expect(await service()).toEqual({ state: "unknown", since: null, code: null });
  });

  it("ok after a successful last read, whatever failed before", async () => {
    const since = await ago("1 minute");
    await read({ failed: await ago("2 minutes"), code: "SERVICE_TIMEOUT" });
    await read({ succeeded: since });
    expect(await service()).toEqual({ state: "ok", since, code: null });
  });

  it("failing since the first of the failed reads, with the code of the last", async () => {
    const since = await ago("3 minutes");
    await read({ failed: since, code: "SERVICE_TIMEOUT" });
    await read({
      succeeded: await ago("4 minutes"),
      failed: await ago("1 minute"),
      code: "SERVICE_ERROR",
      status: 500,
    });
    await read({ succeeded: await ago("2 minutes") });
    await read({ succeeded: await ago("5 minutes") });
    expect(await service()).toEqual({ state: "failing", since, code: "SERVICE_ERROR" });
  });

  it("failing since the first failure after the last success, however long ago", async () => {
    const since = await ago("2 hours");
    await read({ failed: await ago("3 minutes"), code: "SERVICE_TIMEOUT" });
    await query(
      "INSERT INTO connection_checks (failed_at, failing_since, error_code) VALUES (now() - interval '1 minute', $1, 'SERVICE_TIMEOUT')",
      [since],
    );
    expect(await service()).toEqual({ state: "failing", since, code: "SERVICE_TIMEOUT" });
  });

  it("not refusing the successor of a refused key", async () => {
    await read({ failed: await ago("2 minutes"), code: "SERVICE_UNAUTHORIZED", status: 401 });
    await key("environment", await ago("3 minutes"));
    expect(await service()).toMatchObject({ state: "unauthorized" });
    await query("UPDATE dashboard_keys SET created_at = now() - interval '1 minute'");
    expect(await service()).toMatchObject({ state: "unknown" });
  });

  it("unauthorized when it refuses the stored key, also if other reads worked before", async () => {
    const since = await ago("1 minute");
    for (const minutes of [2, 3, 4]) await read({ succeeded: await ago(`${minutes} minutes`) });
    await read({ failed: since, code: "SERVICE_UNAUTHORIZED", status: 401 });
    expect(await service()).toEqual({ state: "unauthorized", since, code: "SERVICE_UNAUTHORIZED" });
  });

  it("unauthorized while it refuses the key, however long ago the last call was", async () => {
    const since = await ago("3 hours");
    await read({ succeeded: await ago("2 minutes") });
    await query(
      "INSERT INTO service_budget (per_second, person_tokens, background_tokens, key_refused_at) VALUES (10, 0, 0, $1)",
      [since],
    );
    expect(await service()).toEqual({ state: "unauthorized", since, code: "SERVICE_UNAUTHORIZED" });
    await query("UPDATE service_budget SET key_refused_at = NULL");
    expect(await service()).toMatchObject({ state: "ok" });
  });

  it.each(["SERVICE_FORBIDDEN", "SERVICE_UNREADABLE", "SERVICE_UNREACHABLE", "SERVICE_PAUSED"])(
    "failing with %s",
    async (code) => {
      await read({ failed: await ago("1 minute"), code });
      expect(await service()).toMatchObject({ state: "failing", code });
    },
  );

  it.each(["NOT_FOUND", "VALIDATION_ERROR", "BAD_REQUEST", "CONFLICT", "INTERNAL_SERVER_ERROR"])(
    "not to blame for %s",
    async (code) => {
      await read({ failed: await ago("1 minute"), code });
      expect(await service()).toMatchObject({ state: "unknown" });
      const since = await ago("2 minutes");
      await read({ succeeded: since });
      expect(await service()).toEqual({ state: "ok", since, code: null });
    },
  );
});

describe("the key was accepted before", () => {
  const accepted = async () => (await getSystemStatus(database)).service.ever_accepted;

  it("if a call has succeeded since it became current", async () => {
    expect(await accepted()).toBe(false);
    await key("environment", await ago("1 hour"));
    await read({ succeeded: await ago("2 hours") });
    expect(await accepted()).toBe(false);
    await read({ succeeded: await ago("30 minutes") });
    expect(await accepted()).toBe(true);
    await query("DELETE FROM verification_reads");
    await query("INSERT INTO connection_checks (succeeded_at) VALUES (now())");
    expect(await accepted()).toBe(true);
  });

  it.each(["rotation", "admin"])("if it came by %s: it was tried first", async (source) => {
    await key(source, await ago("1 minute"));
    expect(await accepted()).toBe(true);
  });
});

describe("the latest delivery was understood", () => {
  it.each([
    ["unrecognized", false],
    ["applied", true],
    ["failed", true],
    ["pending", null],
  ])("for %s: %s", async (state, expected) => {
    await query(
      "INSERT INTO inbox (kind, state, received_at) VALUES ('delivery', 'applied', now() - interval '1 day')",
    );
    await query("INSERT INTO inbox (kind, state) VALUES ('delivery', $1)", [state]);
    await query("INSERT INTO inbox (kind, state) VALUES ('snapshot', 'applied')");
    expect((await getSystemStatus(database)).last_event_understood).toBe(expected);
  });
});

describe("the key may be older than the one in use", () => {
  const restoredFrom = async () => (await getSystemStatus(database)).service.restored_from;
  const restore = (taken_at: string, restored_at: string) =>
    query(
      `INSERT INTO restores (taken_at, restored_at, version, file, erasure_log, api_key)
       VALUES ($1, $2, '0.2.0', 'cotejo.zip', false, 'unknown')`,
      [taken_at, restored_at],
    );
  const accepted = (at: string) =>
    query(
      "INSERT INTO connection_checks (succeeded_at) VALUES ($1) ON CONFLICT (singleton) DO UPDATE SET succeeded_at = $1",
      [at],
    );

  it("after a restore, until the service accepts it", async () => {
    expect(await restoredFrom()).toBeNull();
    const taken = await ago("3 hours");
    await restore(await ago("9 days"), await ago("8 days"));
    await restore(taken, await ago("10 minutes"));
    expect(await restoredFrom()).toBe(taken);
    await accepted(await ago("2 hours"));
    expect(await restoredFrom()).toBe(taken);
    await accepted(await ago("1 minute"));
    expect(await restoredFrom()).toBeNull();
  });
});

describe("the receiver is", () => {
  const own = (state: string, creating_since: string | null = null) =>
    query<{ at: string }>(
      "INSERT INTO receivers (id, state, url, creating_since) VALUES ('rec_1', $1, 'https://host/hooks/rec_1', $2) RETURNING created_at AS at",
      [state, creating_since],
    );

  it("missing without a webhook, or with a retired one only", async () => {
    await beat("receiver", await ago("1 second"));
    expect(await receiver()).toEqual({ state: "missing", problems: [], since: null });
    await own("retired");
    expect(await receiver()).toEqual({ state: "missing", problems: [], since: null });
  });

  it("creating while it is being created, and missing when the creation has failed or died", async () => {
    await beat("receiver", await ago("1 second"));
    await own("creating", await ago("10 seconds"));
    expect(await receiver()).toMatchObject({ state: "creating", problems: [] });
    for (const since of [null, await ago("6 minutes")]) {
      await query("UPDATE receivers SET creating_since = $1", [since]);
      expect(await receiver()).toEqual({ state: "missing", problems: [], since: null });
    }
  });

  it("connected when the webhook exists and deliveries arrive, also while it is created again", async () => {
    await beat("receiver", await ago("1 second"));
    const [row] = await own("connected", await ago("10 seconds"));
    expect(await receiver()).toEqual({ state: "connected", problems: [], since: row?.at });
  });

  it("down without a heartbeat, since the last one of any receiver", async () => {
    await own("connected");
    expect(await receiver()).toEqual({ state: "down", problems: [], since: null });
    const since = await ago("31 seconds");
    await beat("receiver", await ago("1 hour"));
    await beat("receiver", since);
    await beat("worker", await ago("1 second"));
    expect(await receiver()).toEqual({ state: "down", problems: [], since });
    await beat("receiver", await ago("20 seconds"));
    expect(await receiver()).toMatchObject({ state: "connected" });
  });

  it("in a problem while no delivery arrives for unusually long, and not after that", async () => {
    await beat("receiver", await ago("1 second"));
    await own("connected");
    const since = await ago("2 hours");
    await query(
      "INSERT INTO outages (cause, began_at, ended_at) VALUES ('silence', now() - interval '3 days', now() - interval '2 days'), ('silence', $1, NULL)",
      [since],
    );
    expect(await receiver()).toEqual({ state: "problem", problems: ["silence"], since });
    await query("UPDATE outages SET ended_at = now()");
    expect(await receiver()).toMatchObject({ state: "connected" });
  });
});

describe("the waiting reads", () => {
  const reads = async () => (await getSystemStatus(database)).reads;

  it("are none at full pace in a new installation", async () => {
    expect(await reads()).toEqual({ waiting: 0, per_second: 10, paused_until: null });
  });

  it("are counted whenever they are due, with the pace and the pause of the budget", async () => {
    await query(
      `INSERT INTO refresh_requests (verification_id, subject, reason, due_at)
       SELECT 'ver_' || number, 'verification', 'outage', now() + make_interval(secs => number) FROM generate_series(1, 30) AS number`,
    );
    const until = await ago("-5 minutes");
    await query(
      "INSERT INTO service_budget (per_second, person_tokens, background_tokens, paused_until) VALUES (0.5, 0, 0, $1)",
      [until],
    );
    expect(await reads()).toEqual({ waiting: 30, per_second: 0.5, paused_until: until });
  });

  it.each(["1 second", "-11 minutes"])("are not paused until %s ago, longer than any pause", async (interval) => {
    await query(
      "INSERT INTO service_budget (per_second, person_tokens, background_tokens, paused_until) VALUES (1, 0, 0, $1)",
      [await ago(interval)],
    );
    expect(await reads()).toMatchObject({ paused_until: null });
  });
});

describe("received deliveries", () => {
  it("show how many are not applied yet, and since when the oldest has waited", async () => {
    expect(await getSystemStatus(database)).toMatchObject({ storage: "ok", inbox: { waiting: 0, oldest_at: null } });
    const [oldest, tried] = [await ago("3 hours"), await ago("2 hours")];
    const arrived = (kind: string, state: string, at: string, next: string | null = null) =>
      query("INSERT INTO inbox (kind, state, received_at, next_attempt_at) VALUES ($1, $2, $3, $4)", [
        kind,
        state,
        at,
        next,
      ]);
    await arrived("delivery", "failed", await ago("1 day"));
    await arrived("delivery", "pending", await ago("1 minute"));
    await arrived("snapshot", "pending", tried);
    expect((await getSystemStatus(database)).inbox).toMatchObject({ waiting: 2, oldest_at: tried });
    await arrived("delivery", "pending", oldest, await ago("-1 minute"));
    expect((await getSystemStatus(database)).inbox).toMatchObject({ waiting: 3, oldest_at: oldest });
  });
});

describe("the dashboard reports", () => {
  it("the version, the processes, and the state of backups by the given interval", async () => {
    expect(await getSystemStatus(database, 24)).toMatchObject({
      version: VERSION,
      instances: [],
      backup: { state: "pending", every_hours: 24 },
    });
    expect(await getSystemStatus(database, null)).toMatchObject({ backup: { state: "off", every_hours: null } });
  });
});

it("states the time zone of the review policy in force", async () => {
  expect((await getSystemStatus(database)).time_zone).toBe("America/Mexico_City");
  await query("INSERT INTO review_policies (version, policy) SELECT max(version) + 1, $1 FROM review_policies", [
    { working: { time_zone: "America/Tijuana" } },
  ]);
  expect((await getSystemStatus(database)).time_zone).toBe("America/Tijuana");
});

describe("the last event", () => {
  it("is the newest delivery; reads do not count", async () => {
    expect((await getSystemStatus(database)).last_event_at).toBeNull();
    const newest = await ago("2 minutes");
    for (const at of [newest, await ago("1 hour")]) {
      await query("INSERT INTO inbox (kind, received_at) VALUES ('delivery', $1)", [at]);
    }
    await query("INSERT INTO inbox (kind) VALUES ('snapshot')");
    expect((await getSystemStatus(database)).last_event_at).toBe(newest);
  });
});

describe("missing parts", () => {
  const missing = (of: Pooled = database) => createReadiness(() => of)();

  it("are the silent processes that pages do not need", async () => {
    expect(await missing()).toEqual({ ready: true, missing: ["receiver", "worker"] });
    await beat("worker", await ago("31 seconds"));
    await beat("receiver", await ago("31 seconds"));
    await beat("receiver", await ago("20 seconds"));
    expect(await missing()).toEqual({ ready: true, missing: ["worker"] });
    await beat("worker", await ago("1 second"));
    expect(await missing()).toEqual({ ready: true, missing: [] });
  });

  it("include an unreachable database", async () => {
    const gone = await createTestDatabase();
    const lost = openDatabase(gone.url, { name: "test" });
    await gone.drop();
    expect(await missing(lost)).toEqual({ ready: false, missing: ["database"] });
    await lost.close();
  });

  it("include writers, if the server is read-only after a fail-over", async () => {
    const url = database.url;
    const reads = `${url}${url.includes("?") ? "&" : "?"}options=-c%20default_transaction_read_only%3Don`;
    const standby = openDatabase(reads, { name: "test" });
    expect(await missing(standby)).toEqual({ ready: false, missing: ["storage"] });
    await expect(inTransaction(standby.pool, (tx) => tx.query("DELETE FROM throttles"))).rejects.toMatchObject({
      code: "25006",
    });
    // The connection is closed: a new connection may reach the server that has taken over.
    expect(standby.pool.totalCount).toBe(0);
    expect(await getSystemStatus(standby)).toMatchObject({ storage: "read_only", inbox: { waiting: 0 } });
    await standby.close();
  });

  it("include a database that does not answer in time", async () => {
    const silent = { pool: { query: () => new Promise(() => undefined) } } as unknown as Pooled;
    vi.useFakeTimers();
    const answer = missing(silent);
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    expect(await answer).toEqual({ ready: false, missing: ["database"] });
  });

  it("are read from the database once, however many clients request them", async () => {
    let queries = 0;
    const counting = {
      pool: {
        query: (...of: Parameters<typeof database.pool.query>) => {
          queries += 1;
          return database.pool.query(...of);
        },
        connect: () => database.pool.connect(),
      },
    } as unknown as Pooled;
    const ask = createReadiness(() => counting);
    await Promise.all(Array.from({ length: 50 }, ask));
    expect(queries).toBe(1);
  });

  it("never include the service or its webhook", async () => {
    for (const process of ["receiver", "worker"]) await beat(process, await ago("1 second"));
    await read({ failed: await ago("1 minute"), code: "SERVICE_UNREACHABLE" });
    expect(await missing()).toEqual({ ready: true, missing: [] });
  });
});
