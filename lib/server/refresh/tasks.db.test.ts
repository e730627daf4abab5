import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { drainInbox } from "#lib/server/inbox/drain.ts";
import { type ConnectedService, startConnectedService } from "#test/connected-service.ts";
import { openVerification } from "./open.ts";
import { serviceClient } from "./service.ts";
import { refreshTasks } from "./tasks.ts";

let connected: ConnectedService;
let verificationId: string;

beforeAll(async () => {
  connected = await startConnectedService();
  vi.stubEnv("SVC_BASE_URL", connected.service.url());
  vi.stubEnv("SVC_API_KEY", connected.service.apiKey());
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  verificationId = await connected.service.play("error");
});
afterAll(() => connected.end());
beforeEach(() => connected.reset());

it("the client of the service is one for a database, with the key that is in it", () => {
  expect(serviceClient(connected.database)).toBe(serviceClient(connected.database));
  expect(serviceClient(connected.database)).not.toBe(serviceClient(connected.other));
});

describe("what the worker does by the clock", () => {
  it("finds out what no event announces, by itself", async () => {
    await connected.knowFromEvents(verificationId);
    const { signal } = new AbortController();
    const tasks = refreshTasks(connected.database);
    for (const name of ["reads for silence", "reads that are due", "outages", "a changed SVC_API_KEY"]) {
      await tasks.find((task) => task.name === name)?.run(signal);
    }
    expect(tasks).toHaveLength(4);
    await drainInbox(connected.database);
    expect(
      await openVerification({ verification_id: verificationId, userId: "somebody" }, connected.database),
    ).toMatchObject({
      verification: { status: "error" },
      freshness: { stale: null },
    });
  });

  it("gives up at once when it is told to stop", async () => {
    await connected.query(
      "INSERT INTO refresh_requests (verification_id, subject, reason, due_at) VALUES ($1, 'verification', 'import', now())",
      [verificationId],
    );
    const calls = await connected.countCalls("/verifications/*");
    await refreshTasks(connected.database)[0]?.run(AbortSignal.abort());
    expect(await calls()).toBe(0);
  });
});

describe("opening a verification", () => {
  /** Applies what comes in, as a worker does, until what was opened is there. */
  async function openWithWorker() {
    const opening = openVerification({ verification_id: verificationId, userId: "somebody" }, connected.database);
    let opened = false;
    const done = opening.finally(() => {
      opened = true;
    });
    done.catch(() => undefined);
    while (!opened) await drainInbox(connected.other);
    return opening;
  }

  it("that is known shows the read model, whatever the service does", async () => {
    await connected.knowFromEvents(verificationId);
    const calls = await connected.countCalls("/verifications/*");
    expect(
      await openVerification({ verification_id: verificationId, userId: "somebody" }, connected.database),
    ).toMatchObject({
      verification: { status: "pending" },
    });
    expect(await calls()).toBe(0);
  });

  it("that only the service knows waits for what it says", async () => {
    expect(await openWithWorker()).toMatchObject({ verification: { status: "error" } });
  });

  it("that nobody knows is null, and a failure is told as one", async () => {
    expect(
      await openVerification({ verification_id: "ver_unknown", userId: "somebody" }, connected.database),
    ).toBeNull();
    await connected.fault({ kind: "status", status: 403 });
    await expect(
      openVerification({ verification_id: "ver_unknown", userId: "somebody" }, connected.database),
    ).rejects.toMatchObject({
      code: "SERVICE_FORBIDDEN",
    });
  });

  it("that somebody else is reading goes on by itself when they fail", async () => {
    await connected.query(
      "INSERT INTO verification_reads (verification_id, subject, started_at) VALUES ($1, 'verification', now())",
      [verificationId],
    );
    const opening = openWithWorker();
    await connected.query(
      "UPDATE verification_reads SET started_at = NULL, failed_at = now(), error_code = 'SERVICE_ERROR'",
    );
    expect(await opening).toMatchObject({ verification: { status: "error" } });
  });
});
