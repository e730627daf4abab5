import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, inTransaction } from "#lib/server/db/database.ts";
import { createServiceClient } from "#lib/server/service/client.ts";
import { type ConnectedService, startConnectedService } from "#test/connected-service.ts";
import { reportCall, takeCall } from "./budget.ts";

let connected: ConnectedService;
let verificationId: string;

beforeAll(async () => {
  connected = await startConnectedService();
  verificationId = await connected.service.play("finished");
});
afterAll(() => connected.end());
beforeEach(() => connected.reset());

type Row = { tokens: number; per_second: number; paused_for: number | null };
const budget = async ({ pool }: Pick<Database, "pool"> = connected.database): Promise<Row | undefined> =>
  (
    await pool.query<Row>(
      `SELECT tokens, per_second, ceil(extract(epoch FROM paused_until - now()))::int AS paused_for FROM service_budget`,
    )
  ).rows[0];

/** A budget that does not begin to refill before something is taken from it. */
const set = (tokens: number, per_second = 10) =>
  connected.query(
    `INSERT INTO service_budget (tokens, per_second, refilled_at) VALUES ($1, $2, now() + interval '1 hour' / $2)
     ON CONFLICT (singleton) DO UPDATE SET tokens = $1, per_second = $2, refilled_at = EXCLUDED.refilled_at, paused_until = NULL`,
    [tokens, per_second],
  );

/** The database's clock stands still within a transaction, so nothing refills. */
const inOneInstant = (work: (instant: Pick<Database, "pool">) => Promise<void>) =>
  inTransaction(connected.database.pool, (client) => work({ pool: client as unknown as Database["pool"] }));

/** As if so many seconds had passed since the budget was filled last. */
const pass = (seconds: number) =>
  connected.query("UPDATE service_budget SET refilled_at = now() - make_interval(secs => $1)", [seconds]);

describe("the budget of calls", () => {
  it("is one for all processes, also when they take the first calls at once", async () => {
    const [start] = await connected.query<{ at: string }>("SELECT clock_timestamp() AS at");
    const processes = Array.from({ length: 20 }, () => [connected.database, connected.other]).flat();
    const taken = await Promise.all(processes.map((process) => takeCall(process, "person")));
    expect(taken).toEqual(processes.map(() => true));
    const rows = await connected.query<{ spare: number }>(
      "SELECT 60 - 40 + per_second * extract(epoch FROM refilled_at - $1)::float8 - tokens AS spare FROM service_budget",
      [start?.at],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.spare).toBeGreaterThanOrEqual(0);
  });

  it("leaves a reserve for people: background reads are put off before anybody has to wait", async () => {
    await set(60);
    await inOneInstant(async (instant) => {
      const granted = { background: 0, person: 0 };
      while (await takeCall(instant, "background")) granted.background++;
      while (await takeCall(instant, "person")) granted.person++;
      // The last one is the one that goes into debt.
      expect(granted).toEqual({ background: 36, person: 25 });
    });
  });

  it("refills with time up to a burst, and no further", async () => {
    await inOneInstant(async (instant) => {
      const tokens = async () => (await instant.pool.query("SELECT tokens FROM service_budget")).rows[0]?.tokens;
      await set(0, 2);
      await instant.pool.query("UPDATE service_budget SET refilled_at = now() - interval '3 seconds'");
      expect(await takeCall(instant, "person")).toBe(true);
      expect(await tokens()).toBeCloseTo(5);
      await instant.pool.query("UPDATE service_budget SET refilled_at = now() - interval '1 hour'");
      expect(await takeCall(instant, "person")).toBe(true);
      expect(await tokens()).toBeCloseTo(11);
    });
  });

  it("survives a clock that is set back", async () => {
    await set(10);
    await pass(-3_600);
    expect(await takeCall(connected.database, "person")).toBe(true);
  });
});

describe("its pace", () => {
  it("slows down at the service's faults and recovers as it answers, within bounds", async () => {
    await set(60);
    await connected.fault({ kind: "status", status: 500, count: 3 });
    expect(await connected.read({ verification_id: verificationId })).toMatchObject({ outcome: "failed" });
    expect((await budget())?.per_second).toBeCloseTo(8);
    await connected.read({ verification_id: verificationId });
    expect((await budget())?.per_second).toBeCloseTo(8.1);
    for (let fault = 0; fault < 50; fault++) await reportCall(connected.other, "faulty");
    expect((await budget())?.per_second).toBe(0.2);
    for (let answer = 0; answer < 120; answer++) await reportCall(connected.database, "answered");
    expect((await budget())?.per_second).toBe(10);
  });

  it.each([401, 403, 404, 409])("is left as it is by a %i, which says nothing about the load", async (status) => {
    await set(60, 5);
    await connected.fault({ kind: "status", status });
    await connected.read({ verification_id: verificationId });
    expect((await budget())?.per_second).toBe(5);
  });

  it("is halved at 429, and everybody waits as long as the service says", async () => {
    const told: (number | undefined)[] = [];
    const reported: Promise<void>[] = [];
    const client = createServiceClient({
      baseUrl: connected.service.url(),
      getKey: async () => connected.service.apiKey(),
      onTooMany: (retryAfter) => {
        told.push(retryAfter);
        reported.push(reportCall(connected.database, "too_many", retryAfter));
      },
    });
    await connected.fault({ kind: "status", status: 429 });
    await connected.read({ verification_id: verificationId }, connected.database, client);
    await Promise.all(reported);
    expect(told).toEqual([1]);
    expect(await budget()).toMatchObject({ per_second: 5 });
    await reportCall(connected.database, "too_many", 60);
    for (const process of [connected.database, connected.other]) expect(await takeCall(process, "person")).toBe(false);
    const calls = await connected.countCalls("/verifications/*");
    expect(await connected.read({ verification_id: verificationId }, connected.other)).toMatchObject({
      outcome: "failed",
      error: { code: "SERVICE_PAUSED" },
    });
    expect(await calls()).toBe(0);
    await connected.query("UPDATE service_budget SET paused_until = now()");
    expect(await takeCall(connected.other, "person")).toBe(true);
  });

  it("keeps the longest pause asked for, but none beyond ten minutes, and a short one where no time is told", async () => {
    await inOneInstant(async (instant) => {
      const pauses: (number | null | undefined)[] = [];
      for (const retryAfter of [undefined, 86_400, 1]) {
        await reportCall(instant, "too_many", retryAfter);
        pauses.push((await budget(instant))?.paused_for);
      }
      expect(pauses).toEqual([5, 600, 600]);
    });
  });

  it("is noted also when the first call of all is answered with 429", async () => {
    await inOneInstant(async (instant) => {
      await reportCall(instant, "too_many", 30);
      expect(await budget(instant)).toMatchObject({ per_second: 5, paused_for: 30 });
      expect(await takeCall(instant, "person")).toBe(false);
    });
  });
});
