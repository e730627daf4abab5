import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { runDueReads } from "#lib/core/server/refresh/due.ts";
import { readPeopleNow } from "#lib/core/server/refresh/read-verification.ts";
import { createServiceClient } from "#lib/core/server/service/client.ts";
import { deliver, storeArrivals } from "#tools/test/arrivals.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { reportCall, takeCall } from "./take-call.ts";

let connected: ConnectedService;
let verificationId: string;

beforeAll(async () => {
  connected = await startConnectedService();
  verificationId = await connected.service.play("finished");
});
afterAll(() => connected.end());
beforeEach(() => connected.reset());

type BudgetRow = { person_tokens: number; background_tokens: number; per_second: number; paused_for: number | null };
const budget = async (): Promise<BudgetRow | undefined> =>
  (
    await connected.query<BudgetRow>(
      `SELECT person_tokens, background_tokens, per_second, ceil(extract(epoch FROM paused_until - now()))::int AS paused_for
       FROM service_budget`,
    )
  )[0];

const setPace = (per_second: number) =>
  connected.query(
    `INSERT INTO service_budget (person_tokens, background_tokens, per_second) VALUES (1, 1, $1)
     ON CONFLICT (singleton) DO UPDATE SET per_second = $1, paused_until = NULL`,
    [per_second],
  );

describe("the budget of calls", () => {
  it("is one for all processes, also when they make the first calls at once", async () => {
    const [start] = await connected.query<{ at: string }>("SELECT clock_timestamp() AS at");
    const processes = Array.from({ length: 20 }, () => [connected.database, connected.other]).flat();
    const waits = await Promise.all(processes.map((process) => takeCall(process, "person")));
    expect(waits).toEqual(processes.map(() => 0));
    // The users' 42 calls and the refill in the meantime, less the 40.
    const [row] = await connected.query<{ rows: number; spare: number }>(
      `SELECT (count(*) OVER ())::int AS rows,
         42 - 40 + per_second * extract(epoch FROM refilled_at - $1)::float8 - person_tokens AS spare FROM service_budget`,
      [start?.at],
    );
    expect(row?.rows).toBe(1);
    expect(row?.spare).toBeGreaterThanOrEqual(0);
  });

  it("slows down at the service's faults and speeds up as it answers", async () => {
    await setPace(10);
    await connected.fault({ kind: "status", status: 500, count: 3 });
    expect(await connected.read({ verification_id: verificationId })).toMatchObject({ outcome: "failed" });
    expect((await budget())?.per_second).toBeCloseTo(8);
    await connected.read({ verification_id: verificationId });
    expect((await budget())?.per_second).toBeCloseTo(8.1);
  });

  it.each([401, 403, 404, 409])("is unchanged by a %i, which does not concern the load", async (status) => {
    await setPace(5);
    await connected.fault({ kind: "status", status });
    await connected.read({ verification_id: verificationId });
    expect((await budget())?.per_second).toBe(5);
  });

  it("is halved at 429, and all calls wait as long as the service states", async () => {
    const waits: (number | undefined)[] = [];
    const reported: Promise<void>[] = [];
    const client = createServiceClient({
      baseUrl: connected.service.url(),
      getKey: async () => connected.service.apiKey(),
      onTooMany: (retryAfter) => {
        waits.push(retryAfter);
        reported.push(reportCall(connected.database, "too_many", retryAfter));
      },
    });
    await connected.fault({ kind: "status", status: 429 });
    await connected.read({ verification_id: verificationId }, connected.database, client);
    await Promise.all(reported);
    expect(waits).toEqual([1]);
    expect(await budget()).toMatchObject({ per_second: 5 });
    await reportCall(connected.database, "too_many", 60);
    for (const process of [connected.database, connected.other]) {
      const wait = await takeCall(process, "person");
      expect(wait).toBeGreaterThan(30);
      expect(wait).toBeLessThanOrEqual(60);
    }
    const calls = await connected.countCalls("/verifications/*");
    expect(await connected.read({ verification_id: verificationId }, connected.other)).toMatchObject({
      outcome: "failed",
      error: { code: "SERVICE_PAUSED" },
    });
    expect(await calls()).toBe(0);
    await connected.query("UPDATE service_budget SET paused_until = now()");
    expect(await takeCall(connected.other, "person")).toBe(0);
  });

  it("is noted also when the first call of all is answered with 429", async () => {
    await reportCall(connected.database, "too_many", 30);
    expect(await budget()).toMatchObject({ per_second: 5, paused_for: 30 });
  });
});

it("keeps one user's constant reads from delaying other users", async () => {
  await setPace(10);
  const client = connected.client();
  const readBy = (userId: string) =>
    readPeopleNow(connected.database, client, { verification_id: verificationId, userId, deadlineMs: 5_000 });
  const readings = { support: 0, admin: 0 };
  let asking = true;
  const loops = Array.from({ length: 24 }, async () => {
    while (asking) {
      await readBy("support").then(
        () => {
          readings.support += 1;
        },
        () => undefined,
      );
    }
  });
  try {
    await vi.waitUntil(() => readings.support > 2, { timeout: 60_000 });
    for (; readings.admin < 5; readings.admin += 1) await readBy("admin");
  } finally {
    asking = false;
    await connected.query("UPDATE service_budget SET person_tokens = 40");
    await Promise.all(loops);
  }
});

it("after eight answers 429 in a row lets a verification be read once the service answers", async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => connected.service.play("finished")));
  await connected.fault({ kind: "status", status: 429, count: 8, path: "/verifications/*" });
  for (const verification_id of ids) {
    await storeArrivals(connected.database.pool, [
      deliver("verification.v2.finished", { verification_id, status: "finished" }),
    ]);
  }
  await drainInbox(connected.database);
  const never = new AbortController().signal;
  const client = createServiceClient({
    baseUrl: connected.service.url(),
    getKey: async () => connected.service.apiKey(),
    onTooMany: (retryAfter) => void reportCall(connected.database, "too_many", retryAfter),
  });
  const unread = async () => {
    // As if a second had passed, by the database's clock.
    await connected.query(
      "UPDATE service_budget SET refilled_at = refilled_at - interval '1 s', paused_until = paused_until - interval '1 s'",
    );
    await connected.query("UPDATE refresh_requests SET due_at = due_at - interval '1 s'");
    await runDueReads(connected.database, client, never);
    return (await connected.query<{ count: number }>("SELECT count(*)::int FROM refresh_requests"))[0]?.count;
  };
  let seconds = 0;
  await vi.waitUntil(
    async () => {
      seconds += 1;
      return (await unread()) === 0;
    },
    { timeout: 60_000, interval: 0 },
  );
  // The pauses, and the wait after the last one.
  expect(seconds).toBeLessThan(90);
});
