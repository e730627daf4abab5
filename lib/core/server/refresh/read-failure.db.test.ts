import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { createServiceClient } from "#lib/core/server/service/client.ts";
import { startWire } from "#lib/core/server/service/testing/wire.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { announcedDuring } from "#tools/test/announced.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";

let connected: ConnectedService;
let verificationId: string;

beforeAll(async () => {
  connected = await startConnectedService();
  verificationId = await connected.service.play("finished");
});
afterAll(() => connected.end());
beforeEach(() => connected.reset());

const read: ConnectedService["read"] = (input, ...rest) =>
  connected.read({ verification_id: verificationId, ...input }, ...rest);

describe("a failing read", () => {
  const faults: [string, { kind: string; status?: number; count?: number }, string, number | null][] = [
    ["401", { kind: "status", status: 401 }, "SERVICE_UNAUTHORIZED", 401],
    ["403", { kind: "status", status: 403 }, "SERVICE_FORBIDDEN", 403],
    ["404", { kind: "status", status: 404 }, "NOT_FOUND", 404],
    ["409", { kind: "status", status: 409 }, "CONFLICT", 409],
    ["429", { kind: "status", status: 429 }, "SERVICE_PAUSED", 429],
    ["500", { kind: "status", status: 500, count: 3 }, "SERVICE_ERROR", 500],
    ["a proxy's page with 502", { kind: "html", count: 3 }, "SERVICE_ERROR", 502],
    ["a page with 200", { kind: "html", status: 200 }, "SERVICE_UNREADABLE", 200],
    ["half an answer", { kind: "truncate", count: 3 }, "SERVICE_UNREACHABLE", null],
    ["no answer", { kind: "lost", count: 3 }, "SERVICE_UNREACHABLE", null],
    ["a redirect", { kind: "redirect", count: 3 }, "SERVICE_UNREACHABLE", null],
    ["silence", { kind: "hang" }, "SERVICE_TIMEOUT", null],
  ];

  it.each(faults)(
    "with %s is reported by a code of its own, while the read model shows; a success clears it",
    async (_, fault, code, status) => {
      await connected.knowFromEvents(verificationId);
      await connected.fault(fault);
      const outcome = await read({ deadlineMs: code === "SERVICE_TIMEOUT" ? 200 : 60_000 });
      expect(outcome).toMatchObject({ outcome: "failed", error: { code } });
      const detail = await getVerification(verificationId, connected.database);
      expect(detail).toMatchObject({
        verification: { verification_id: verificationId, status: "pending" },
        freshness: { read_at: null, stale: { code, status }, unknown_to_service: status === 404 },
      });
      expect(await read()).toMatchObject({ outcome: "read" });
      const [row] = await connected.query("SELECT failed_at, error_code FROM verification_reads");
      expect(row).toEqual({ failed_at: null, error_code: null });
      await drainInbox(connected.database);
      expect((await getVerification(verificationId, connected.database))?.freshness).toMatchObject({
        stale: null,
        unknown_to_service: false,
      });
    },
  );

  it("reports the age of the shown data: since the last success, however often reads failed after that", async () => {
    await connected.knowFromEvents(verificationId);
    await read();
    await connected.query("UPDATE verification_reads SET succeeded_at = '2026-11-20T10:00:00Z'");
    await connected.fault({ kind: "status", status: 403, count: 2 });
    for (let attempt = 1; attempt <= 2; attempt++) await read();
    expect((await getVerification(verificationId, connected.database))?.freshness).toMatchObject({
      read_at: "2026-11-20T10:00:00.000000Z",
      stale: { since: "2026-11-20T10:00:00.000000Z", code: "SERVICE_FORBIDDEN" },
    });
  });

  it("counts for a new verification from its first failure, and after a success starts again", async () => {
    await connected.knowFromEvents(verificationId);
    await connected.fault({ kind: "status", status: 403, count: 2 });
    const since = async () => (await getVerification(verificationId, connected.database))?.freshness.stale?.since;
    await read();
    const [first] = await connected.query<{ failed_at: string }>("SELECT failed_at FROM verification_reads");
    await read();
    const [last] = await connected.query<{ failed_at: string }>("SELECT failed_at FROM verification_reads");
    expect(await since()).toBe(first?.failed_at);
    expect(last?.failed_at).not.toBe(first?.failed_at);
    await read();
    expect(await since()).toBeUndefined();
    expect(await connected.query("SELECT failing_since FROM verification_reads")).toEqual([{ failing_since: null }]);
  });

  it("notifies open pages when the failure begins and ends, and not each time between", async () => {
    await connected.knowFromEvents(verificationId);
    await read();
    await drainInbox(connected.database);
    await connected.fault({ kind: "status", status: 403, count: 2 });
    const heard: unknown[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      // Too old to be shared.
      await connected.query("UPDATE verification_reads SET succeeded_at = '2026-11-20T10:00:00Z'");
      heard.push(await announcedDuring(connected.databaseUrl, () => read()));
    }
    expect(heard).toEqual([{ [verificationId]: ["snapshot"] }, {}, { [verificationId]: ["snapshot"] }, {}]);
  });

  it("with 404 for a verification known from events is shown, and none of its facts are lost", async () => {
    await connected.knowFromEvents("ver_gone");
    expect(await read({ verification_id: "ver_gone" })).toMatchObject({
      outcome: "failed",
      error: { code: "NOT_FOUND" },
    });
    expect(await getVerification("ver_gone", connected.database)).toMatchObject({
      verification: { status: "pending" },
      freshness: { unknown_to_service: true, stale: { code: "NOT_FOUND", status: 404 } },
    });
  });
});

describe("an unknown id", () => {
  it.each(["ver_unknown", ".", "..", "../api-keys", "é ?#%2F"])("%s leaves nothing behind", async (verification_id) => {
    for (const subject of ["verification", "people"] as const) {
      expect(await read({ verification_id, subject })).toMatchObject({
        outcome: "failed",
        error: { code: "NOT_FOUND" },
      });
    }
    await drainInbox(connected.database);
    for (const table of ["verification_reads", "inbox", "verification_summaries", "snapshot_bodies"]) {
      expect(await connected.query(`SELECT FROM ${table}`), table).toEqual([]);
    }
    expect(await getVerification(verification_id, connected.database)).toBeNull();
  });

  it("is not created from an answer without facts about it", async () => {
    const answers = [
      {},
      [],
      null,
      "text",
      { data: [] },
      { error: "none" },
      { verification_id: "ver_2", status: "pending" },
    ];
    for (const body of answers) {
      const wire = await startWire([200, body]);
      const client = createServiceClient({ baseUrl: wire.baseUrl, getKey: async () => "key_1" });
      const outcome = await read({ verification_id: "ver_1" }, connected.database, client);
      expect(outcome, JSON.stringify(body)).toMatchObject({ outcome: "failed", error: { code: "SERVICE_UNREADABLE" } });
    }
    expect(await connected.query("SELECT FROM inbox")).toEqual([]);
  });
});
