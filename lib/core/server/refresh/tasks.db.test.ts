import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import { openVerification } from "#lib/desk/server/review/open.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { refreshTasks, scheduleSilenceReads } from "./tasks.ts";

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

it("a database has one client of the service, with the database's key", () => {
  expect(serviceClient(connected.database)).toBe(serviceClient(connected.database));
  expect(serviceClient(connected.database)).not.toBe(serviceClient(connected.other));
});

describe("the scheduled work of the worker", () => {
  it("detects changes without an event by itself", async () => {
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

  it("ends at once on a request to stop", async () => {
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
  /** Applies deliveries, as a worker does, until the opened verification exists. */
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

  it("known here shows the read model, whatever the service does", async () => {
    await connected.knowFromEvents(verificationId);
    const calls = await connected.countCalls("/verifications/*");
    expect(
      await openVerification({ verification_id: verificationId, userId: "somebody" }, connected.database),
    ).toMatchObject({
      verification: { status: "pending" },
    });
    expect(await calls()).toBe(0);
  });

  it("known only to the service waits for its answer", async () => {
    expect(await openWithWorker()).toMatchObject({ verification: { status: "error" } });
  });

  it("unknown to both is null, and a failure is thrown as such", async () => {
    expect(
      await openVerification({ verification_id: "ver_unknown", userId: "somebody" }, connected.database),
    ).toBeNull();
    await connected.fault({ kind: "status", status: 403 });
    await expect(
      openVerification({ verification_id: "ver_unknown", userId: "somebody" }, connected.database),
    ).rejects.toMatchObject({
      code: "SERVICE_FORBIDDEN",
    });
    // An id with a part of a CURP is not sent to the service, where the call would fail.
    expect(
      await openVerification({ verification_id: "ver_800101hdf", userId: "somebody" }, connected.database),
    ).toBeNull();
  });

  it("that another process is reading makes its own read when the other one fails", async () => {
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

const database = await ownDatabase();
beforeEach(() => database.pool.query("TRUNCATE verification_summaries, verification_reads, refresh_requests"));

/** A verification with this age of its last fact and its last read; `read` is null without a read. */
async function verification(
  id: string,
  status: string | null,
  silent: string,
  read: string | null = null,
): Promise<void> {
  await database.pool.query(
    "INSERT INTO verification_summaries (verification_id, status, last_activity_at) VALUES ($1, $2, now() - $3::interval)",
    [id, status, silent],
  );
  if (read === null) return;
  await database.pool.query(
    "INSERT INTO verification_reads (verification_id, subject, succeeded_at) VALUES ($1, 'verification', now() - $2::interval)",
    [id, read],
  );
}

const requested = async () =>
  (
    await database.pool.query<{ verification_id: string }>(
      "SELECT verification_id, subject, reason, due_at <= now() AS due FROM refresh_requests ORDER BY verification_id",
    )
  ).rows;

describe("an unfinished verification without a new fact", () => {
  const schedule: [string, string | null, boolean][] = [
    ["14 minutes", null, false],
    ["15 minutes", null, true],
    ["16 minutes", "2 minutes", true],
    ["16 minutes", "30 seconds", false],
    ["59 minutes", "43 minutes", false],
    ["59 minutes", "45 minutes", true],
    ["61 minutes", "45 minutes", true],
    ["61 minutes", "30 seconds", false],
    ["5 hours", "3 hours", false],
    ["6 hours 1 minute", "5 hours", true],
    ["6 hours 1 minute", "10 seconds", false],
    ["23 hours", "16 hours", false],
    ["29 hours", "23 hours", false],
    ["31 hours", "25 hours", true],
    ["40 days", "23 hours", false],
    ["40 days", "25 hours", true],
    ["40 days", null, true],
  ];

  it.each(schedule)("for %s, read %s ago, is read again: %s", async (silent, read, due) => {
    await verification("ver_1", "pending", silent, read);
    expect(await scheduleSilenceReads(database)).toBe(due ? 1 : 0);
    expect(await requested()).toEqual(
      due ? [{ verification_id: "ver_1", subject: "verification", reason: "silence", due: true }] : [],
    );
  });

  it.each(["pending", "error", "pending_validation", null])("is read whatever its status: %s", async (status) => {
    await verification("ver_1", status, "20 minutes");
    expect(await scheduleSilenceReads(database)).toBe(1);
  });

  it("counts a failed read as an attempt, since a retry follows by itself", async () => {
    await verification("ver_1", "pending", "20 minutes", "30 minutes");
    await database.pool.query(
      "UPDATE verification_reads SET failed_at = now() - interval '1 minute', error_code = 'SERVICE_ERROR'",
    );
    expect(await scheduleSilenceReads(database)).toBe(0);
  });

  it("is requested once by two workers", async () => {
    await verification("ver_1", "pending", "20 minutes");
    const counts = await Promise.all([scheduleSilenceReads(database), scheduleSilenceReads(database)]);
    expect(counts.sort()).toEqual([0, 1]);
    expect(await scheduleSilenceReads(database)).toBe(0);
  });
});

describe("silence", () => {
  it("requests no read of a finished verification, and no daily read of one unknown to the service", async () => {
    await verification("ver_1", "finished", "40 days");
    await verification("ver_2", "pending", "40 days", "3 days");
    await database.pool.query(
      "UPDATE verification_reads SET failed_at = now() - interval '2 days', error_code = 'NOT_FOUND', error_status = 404",
    );
    expect(await scheduleSilenceReads(database)).toBe(0);
    await database.pool.query("UPDATE verification_reads SET failed_at = now() - interval '8 days'");
    expect(await scheduleSilenceReads(database)).toBe(1);
  });

  it("in very many files is handled in portions, none delayed by earlier requests", async () => {
    await database.pool.query(
      `INSERT INTO verification_summaries (verification_id, status, last_activity_at)
       SELECT 'ver_' || number, 'pending', now() - interval '1 day' - make_interval(secs => number) FROM generate_series(1, 450) AS number`,
    );
    const portions = [];
    for (let round = 1; round <= 4; round++) portions.push(await scheduleSilenceReads(database));
    expect(portions).toEqual([200, 200, 50, 0]);
  });
});
