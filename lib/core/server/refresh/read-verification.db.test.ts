import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { LIVE_CHANNEL } from "#lib/core/server/live/notify.ts";
import { createServiceClient } from "#lib/core/server/service/client.ts";
import { redactText } from "#lib/core/server/service/redact.ts";
import { paused } from "#lib/core/server/service/service-error.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import { read as arrivalOf, storeArrivals } from "#tools/test/arrivals.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";

let connected: ConnectedService;
let verificationId: string;

beforeAll(async () => {
  connected = await startConnectedService();
  verificationId = await connected.service.play("finished");
});
afterAll(() => connected.end());
beforeEach(() => connected.reset());
afterEach(() => {
  vi.useRealTimers();
});

/** `Expires` counts whole seconds: an address signed a second later differs. */
const passSeconds = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1_000 });

const read: ConnectedService["read"] = (input, ...rest) =>
  connected.read({ verification_id: verificationId, ...input }, ...rest);
const query = <T extends object>(text: string, values?: unknown[]) => connected.query<T>(text, values);

const row = async (subject = "verification") =>
  (
    await query<{ started_at: string | null; succeeded_at: string; failed_at: string; error_code: string }>(
      "SELECT * FROM verification_reads WHERE subject = $1",
      [subject],
    )
  )[0];

/** Makes the last read too old to be shared. */
const later = () =>
  query(
    "UPDATE verification_reads SET succeeded_at = succeeded_at - interval '11 seconds', started_at = started_at - interval '11 seconds'",
  );

const snapshots = () =>
  query<{ read_at: string; hash: string; body: string }>(
    `SELECT read_at, encode(hash, 'hex') AS hash, answer.body FROM inbox JOIN snapshot_bodies AS answer ON hash = body_hash
     WHERE kind = 'snapshot' ORDER BY id`,
  );

describe("a read", () => {
  it("keeps all digits of its numbers, and is a new one if only the last digit differs", async () => {
    for (const folio of ["646180157000000004", "646180157000000005", "1e400"]) {
      const server = createServer((_request, response) =>
        response.end(`{"verification_id":"${verificationId}","status":"finished","folio":${folio}}`),
      );
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const client = createServiceClient({ baseUrl, getKey: async () => "svc_sk_live_1" });
      expect(await read({}, connected.database, client)).toMatchObject({ outcome: "read" });
      server.close();
      await later();
      expect((await snapshots()).at(-1)?.body).toContain(`"folio":${folio}`);
      await drainInbox(connected.database);
      const shown = await getVerification(verificationId, connected.database);
      expect(shown?.other_fields).toEqual({ folio });
    }
    expect(new Set((await snapshots()).map(({ hash }) => hash)).size).toBe(3);
  });

  it("is stored with the time at which its request began, and is shown on the page", async () => {
    const before = Date.now();
    const outcome = await read();
    const [stored] = await snapshots();
    expect(outcome).toEqual({ outcome: "read", read_at: stored?.read_at });
    expect(Date.parse(stored?.read_at ?? "")).toBeGreaterThanOrEqual(before);
    expect(Date.parse(stored?.read_at ?? "")).toBeLessThanOrEqual(Date.now());
    await drainInbox(connected.database);
    const detail = await getVerification(verificationId, connected.database);
    expect(detail).toMatchObject({
      verification: { status: "finished" },
      freshness: { stale: null, unknown_to_service: false },
    });
    expect(detail?.freshness.read_at).not.toBeNull();
  });

  it("keeps tags that are addresses apart: list, filter and page have them whole, and a tag that was stored cut heals", async () => {
    const tags = ["https://crm.mx/exp?id=1", "https://crm.mx/exp?id=2", "http://ana:x@crm.mx/#/exp/3", "/exp?id=4"];
    const files = new Map<string, string>();
    for (const tag of tags) files.set(tag, await connected.service.play("finished", { tag }));
    for (const [tag, id] of files) {
      // Answers were stored with cut addresses until 0.4.
      const cut = { verification_id: id, status: "pending", tag: redactText(tag) };
      await storeArrivals(connected.database.pool, [arrivalOf(id, 0, cut)]);
    }
    await drainInbox(connected.database);
    for (const [tag, id] of files) {
      expect((await getVerification(id, connected.database))?.verification.tag).toBe(redactText(tag));
      expect(await read({ verification_id: id })).toMatchObject({ outcome: "read" });
    }
    await drainInbox(connected.database);
    for (const [tag, id] of files) {
      expect((await getVerification(id, connected.database))?.verification.tag).toBe(tag);
      for (const by of [{ q: tag }, { tag }]) {
        const filter = { ...VERIFICATION_FILTER.empty, ...by };
        const { items } = await listVerifications({ filter, limit: 10 }, connected.database);
        expect([by, items.map((row) => [row.verification_id, row.tag])]).toEqual([by, [[id, tag]]]);
      }
      // An equal answer is one reading.
      const hashes = async () => new Set((await snapshots()).map(({ hash }) => hash)).size;
      const before = await hashes();
      await later();
      await read({ verification_id: id });
      expect(await hashes()).toBe(before);
    }
  });

  /** Reads a service whose clock shows `at`. */
  async function readDated(at: Date, subject: "verification" | "people" = "verification") {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", date: at.toUTCString() });
      response.end(JSON.stringify({ data: { verification_id: verificationId, status: "pending", full_list: [] } }));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await read({ subject }, connected.database, createServiceClient({ baseUrl, getKey: async () => "key" }));
    } finally {
      server.closeAllConnections();
      server.close();
    }
    const [stored] = await snapshots();
    return Date.parse(stored?.read_at ?? "");
  }

  it("takes its time from the service's clock if it differs from ours", async () => {
    const serviceTime = new Date("2026-11-20T10:00:00Z");
    const readAt = await readDated(serviceTime);
    expect(serviceTime.getTime() - readAt).toBeLessThan(60_000);
    expect(readAt).toBeLessThan(serviceTime.getTime() + 1_000);
  });

  it.each([
    ["verification", 5 * 86_400, "GET /verifications/:id"],
    ["people", 5 * 86_400, "GET /v2/verifications/:id/people"],
    ["verification", 90, "GET /verifications/:id"],
    ["verification", 200 * 365 * 86_400, "GET /verifications/:id"],
  ] as const)(
    "of %s dated %d s ahead counts as read at our clock's time, and is listed as a service error",
    async (subject, ahead, operation) => {
      const readAt = await readDated(new Date(Date.now() + ahead * 1_000), subject);
      expect(readAt).toBeLessThan(Date.now() + 5_000);
      await vi.waitFor(
        async () =>
          expect(await query("SELECT operation, code FROM service_errors")).toEqual([
            { operation, code: "SERVICE_UNREADABLE" },
          ]),
        5_000,
      );
    },
  );

  it("is on the service's clock if the last check saw it ahead of ours, and no later", async () => {
    await query("INSERT INTO connection_checks (clock_ahead) VALUES (-86400)");
    const day = Date.now() + 86_400_000;
    expect(Math.abs((await readDated(new Date(day))) - day)).toBeLessThan(60_000);
    await query("DELETE FROM inbox");
    await query("DELETE FROM verification_reads");
    const readAt = await readDated(new Date(day + 86_400_000));
    expect(Math.abs(readAt - day)).toBeLessThan(60_000);
  });

  it("equal to the previous one keeps its row, shares its body, and is no change", async () => {
    const listener = await connected.other.pool.connect();
    const heard: (string | undefined)[] = [];
    listener.on("notification", ({ payload }) => heard.push(payload));
    try {
      await listener.query(`LISTEN ${LIVE_CHANNEL}`);
      for (const subject of ["verification", "people"] as const) {
        for (let time = 1; time <= 2; time++) {
          await later();
          expect(await read({ subject })).toMatchObject({ outcome: "read" });
          passSeconds(2);
        }
        await drainInbox(connected.database);
      }
      await listener.query("SELECT");
      await nextTurn();
    } finally {
      listener.removeAllListeners("notification");
      await listener.query("UNLISTEN *");
      listener.release();
    }
    const stored = await snapshots();
    expect(stored).toHaveLength(4);
    expect(new Set(stored.map(({ hash }) => hash)).size).toBe(2);
    expect(await query("SELECT FROM snapshot_bodies")).toHaveLength(2);
    expect(heard.map((payload) => JSON.parse(payload ?? ""))).toEqual([
      [{ verification_id: verificationId, kinds: ["snapshot"] }],
      [{ verification_id: verificationId, kinds: ["people", "snapshot"] }],
    ]);
  });

  it("stores for signed addresses of people only their presence and latest expiry", async () => {
    await read({ subject: "people" });
    passSeconds(2);
    await later();
    await read({ subject: "people" });
    const [first, second] = await snapshots();
    expect(first).toEqual({ ...second, read_at: first?.read_at });
    const { body } = await connected.service.call("GET", `/v2/verifications/${verificationId}/people`);
    const live = body.full_list[0].external_identities.curp;
    const kept = JSON.parse(second?.body ?? "").full_list[0].external_identities.curp;
    expect(live.curp_file).toMatch(/Signature=/);
    const expires_at = new Date(Number(/Expires=(\d+)/.exec(live.curp_file)?.[1]) * 1_000).toISOString();
    expect(kept).toEqual({ ...live, curp_file: { available: true, expires_at } });
    expect(second?.body).not.toMatch(/Signature|Expires|:\/\//);
  });
});

describe("reads of one verification", () => {
  it("by two processes at once are one call of the service", async () => {
    const calls = await connected.countCalls(`/verifications/${verificationId}`);
    const outcomes = await Promise.all([
      read(),
      read({}, connected.other),
      read(),
      read({ userId: null }, connected.other),
    ]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["coalesced", "coalesced", "coalesced", "read"]);
    expect(await calls()).toBe(1);
  });

  it("are one within ten seconds of an answer, and not after", async () => {
    expect(await read()).toMatchObject({ outcome: "read" });
    expect(await read({}, connected.other)).toEqual({ outcome: "coalesced" });
    await query("UPDATE verification_reads SET succeeded_at = succeeded_at - interval '5 seconds'");
    expect(await read()).toEqual({ outcome: "coalesced" });
    await query("UPDATE verification_reads SET succeeded_at = succeeded_at - interval '5 seconds'");
    expect(await read({}, connected.other)).toMatchObject({ outcome: "read" });
  });

  it("do not replace reads of its people", async () => {
    expect(await read()).toMatchObject({ outcome: "read" });
    expect(await read({ subject: "people" })).toMatchObject({ outcome: "read" });
  });

  it("continue when the reading process has died", async () => {
    await query(
      "INSERT INTO verification_reads (verification_id, subject, started_at) VALUES ($1, 'verification', now())",
      [verificationId],
    );
    expect(await read()).toEqual({ outcome: "coalesced" });
    await later();
    expect(await read()).toMatchObject({ outcome: "read" });
  });

  it("may be tried again at once after a failure", async () => {
    await connected.fault({ kind: "status", status: 403 });
    expect(await read()).toMatchObject({ outcome: "failed" });
    expect(await read({}, connected.other)).toMatchObject({ outcome: "read" });
  });

  it("are not marked as failed by an abandoned read that fails after a newer one has begun", async () => {
    const slow = connected.client();
    const outcome = await read({}, connected.database, {
      ...slow,
      readVerification: async (...args) => {
        await later();
        expect(await read({}, connected.other)).toMatchObject({ outcome: "read" });
        await connected.fault({ kind: "status", status: 403 });
        return slow.readVerification(...args);
      },
    });
    expect(outcome).toMatchObject({ outcome: "failed" });
    expect(await row()).toMatchObject({ failed_at: null, error_code: null });
  });
});

it("are refused to a user with too many in progress, and leave nothing behind", async () => {
  const held = Promise.withResolvers<never>();
  held.promise.catch(() => undefined);
  const slow = { ...connected.client(), readVerification: () => held.promise };
  const reads = Array.from({ length: 41 }, async (_, nth) => {
    const verification_id = `ver_${nth}`;
    return { verification_id, ...(await read({ verification_id }, undefined, slow)) };
  });
  const all = Promise.allSettled(reads);
  // A user may have 8 calls in progress and 32 waiting.
  const first = await Promise.race(reads);
  expect(first).toMatchObject({ outcome: "failed", error: { code: "TOO_MANY_REQUESTS" } });
  expect(await query("SELECT FROM verification_reads WHERE verification_id = $1", [first.verification_id])).toEqual([]);
  held.reject(new Error("given up"));
  await all;
});

describe("a background read", () => {
  it("delayed by the budget does not count as a failure of the service", async () => {
    await connected.knowFromEvents(verificationId);
    await read();
    await later();
    await query("UPDATE service_budget SET background_tokens = 0, refilled_at = now() + interval '30 s'");
    expect(await read({ userId: null })).toMatchObject({
      outcome: "failed",
      error: { code: "SERVICE_PAUSED" },
    });
    expect(await row()).toMatchObject({ started_at: null, failed_at: null });
    expect(await read()).toMatchObject({ outcome: "read" });
  });

  it("stopped by the circuit breaker does not count as a failure of the service", async () => {
    await connected.knowFromEvents(verificationId);
    await read();
    await later();
    const client = { ...connected.client(), readVerification: () => Promise.reject(paused()) };
    const stopped = (userId: string | null) => read({ userId }, connected.database, client);
    expect(await stopped(null)).toMatchObject({ outcome: "failed", error: { code: "SERVICE_PAUSED" } });
    expect(await row()).toMatchObject({ started_at: null, failed_at: null });
    // A failed read for a user is recorded, so that the page shows that it may be outdated.
    await stopped("3f0e6f5e-58f4-4a35-9d5e-3a0a3ad3c1aa");
    expect(await row()).toMatchObject({ error_code: "SERVICE_PAUSED" });
  });

  it("interrupted by its worker's stop does not count as a failure, and the next one begins at once", async () => {
    await connected.knowFromEvents(verificationId);
    await connected.fault({ kind: "hang" });
    const stop = new AbortController();
    const client = connected.client();
    const reading = read({ userId: null, signal: stop.signal }, connected.database, {
      ...client,
      readVerification: (...args) => {
        const answer = client.readVerification(...args);
        stop.abort();
        return answer;
      },
    });
    expect(await reading).toMatchObject({ outcome: "failed" });
    expect(await row()).toMatchObject({ started_at: null, failed_at: null });
    expect(await query("SELECT FROM service_budget WHERE per_second < 10")).toEqual([]);
    await connected.service.call("DELETE", "/sandbox/faults");
    expect(await read({}, connected.other)).toMatchObject({ outcome: "read" });
  });
});
