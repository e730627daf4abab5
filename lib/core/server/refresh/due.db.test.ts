import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EventName } from "#lib/core/contract/events/event.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import type { ServiceClient } from "#lib/core/server/service/client.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { announcedDuring } from "#tools/test/announced.ts";
import { deliver, storeArrivals } from "#tools/test/arrivals.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { runDueReads } from "./due.ts";

let connected: ConnectedService;
let ids: string[];

beforeAll(async () => {
  connected = await startConnectedService();
  ids = await Promise.all(
    ["finished", "error", "backward", "reopened", "pending-upload", "full-upload", "finished-unchanged"].map(
      (scenario) => connected.service.play(scenario),
    ),
  );
});
afterAll(() => connected.end());
beforeEach(() => connected.reset());

const never = new AbortController().signal;
const work = (
  from = connected.database,
  client: Pick<ServiceClient, "readVerification" | "readPeople"> = connected.client(),
  signal = never,
) => runDueReads(from, client, signal);

const ask = (verification_id: string, subject = "verification") =>
  connected.query(
    "INSERT INTO refresh_requests (verification_id, subject, reason, due_at) VALUES ($1, $2, 'import', now())",
    [verification_id, subject],
  );

type Request = { verification_id: string; subject: string; reason: string; attempts: number; in_seconds: number };
const requested = () =>
  connected.query<Request>(
    `SELECT verification_id, subject, reason, attempts, extract(epoch FROM due_at - requested_at)::float8 AS in_seconds
     FROM refresh_requests ORDER BY verification_id, subject`,
  );

const snapshots = () =>
  connected.query<{ verification_id: string; subject: string }>(
    "SELECT verification_id, subject, read_at FROM inbox WHERE kind = 'snapshot' ORDER BY id",
  );

/** As if this number of seconds had passed since all requests and reads. */
async function pass(seconds: number): Promise<void> {
  await connected.query(
    "UPDATE refresh_requests SET due_at = due_at - make_interval(secs => $1), requested_at = requested_at - make_interval(secs => $1)",
    [seconds],
  );
  await connected.query(
    `UPDATE verification_reads SET started_at = started_at - make_interval(secs => $1), succeeded_at = succeeded_at - make_interval(secs => $1)`,
    [seconds],
  );
}

async function arrive(name: EventName, data: object): Promise<void> {
  await storeArrivals(connected.database.pool, [deliver(name, data)]);
  await drainInbox(connected.database);
}

describe("due reads", () => {
  it("are made by one of two workers each, once", async () => {
    const calls = await connected.countCalls("/verifications/*");
    for (const id of ids) await ask(id);
    await Promise.all([work(), work(connected.other)]);
    expect(await calls()).toBe(ids.length);
    expect((await snapshots()).map((row) => row.verification_id).sort()).toEqual([...ids].sort());
    expect(await requested()).toEqual([]);
  });

  it("begin with the longest waiting, and not before their time", async () => {
    for (const id of ids) await ask(id);
    await connected.query(
      "UPDATE refresh_requests SET due_at = now() + interval '1 minute' WHERE verification_id = $1",
      [ids[0]],
    );
    await connected.query(
      "UPDATE refresh_requests SET due_at = now() - interval '1 minute' WHERE verification_id = $1",
      [ids[5]],
    );
    const begun: string[] = [];
    const client = connected.client();
    await work(connected.database, {
      ...client,
      readVerification: (id, limits) => {
        begun.push(id);
        return client.readVerification(id, limits);
      },
    });
    expect(begun.slice(0, 4)).toContain(ids[5]);
    expect(begun.sort()).toEqual(ids.slice(1).sort());
  });

  it("follow a finished verification and the end of a CURP lookup", async () => {
    const [verification_id = ""] = ids;
    await arrive("verification.v2.finished", { verification_id, status: "finished" });
    await arrive("verification_people.curp_search_completed", { verification_id, people_id: 1 });
    await work();
    expect((await snapshots()).map(({ subject }) => subject).sort()).toEqual(["people", "verification"]);
    expect(await requested()).toEqual([]);
  });

  it("are repeated, thirty seconds later, for a status known from a read only, and settle it", async () => {
    const verification_id = ids[1] ?? "";
    const { body } = await connected.service.call("GET", `/verifications/${verification_id}`);
    const documents_status = body.documents_status === "full_upload" ? "partial_upload" : "full_upload";
    await arrive("verification.v2.document_status_updated", {
      verification_id,
      documents_status,
      previous_documents_status: "pending_upload",
      status: "pending",
      updated_at: new Date().toISOString(),
    });
    expect(await requested()).toMatchObject([{ reason: "gap" }]);
    await pass(15);
    await work();
    await drainInbox(connected.database);
    expect(await requested()).toMatchObject([{ subject: "verification", reason: "disagreement" }]);
    const [due] = await connected.query<{ seconds: number }>(
      "SELECT extract(epoch FROM due_at - read_at)::float8 AS seconds FROM refresh_requests, verification_snapshots",
    );
    expect(due?.seconds).toBe(31);
    await work();
    expect(await snapshots()).toHaveLength(1);
    await pass(31);
    await connected.query("UPDATE verification_snapshots SET read_at = read_at - interval '31 seconds'");
    await work();
    await drainInbox(connected.database);
    expect(await snapshots()).toHaveLength(2);
    expect(await requested()).toEqual([]);
    const detail = await getVerification(verification_id, connected.database);
    expect(detail?.documents_status_timeline.map(({ to, source }) => [to, source])).toEqual([
      [documents_status, "event"],
      [body.documents_status, "api"],
    ]);
  });

  it("are repeated when a read shows that a reopened verification finished, and its final run is current again", async () => {
    const verification_id = ids[6] ?? "";
    const { body } = await connected.service.call("GET", `/verifications/${verification_id}`);
    const { items: findings, computed_at } = body.findings as { items: unknown[]; computed_at: string };
    // An event has reported its documents_status, but none the finish.
    const { documents_status } = body;
    const reopened = { verification_id, status: "pending", documents_status, updated_at: new Date().toISOString() };
    const final = { verification_id, findings, computed_at, source: "final", run_id: "run-1" };
    await storeArrivals(connected.database.pool, [
      deliver("verification.v2.findings.updated", final),
      deliver("verification.v2.finished", { verification_id, status: "finished" }, 3700),
      deliver("verification.v2.document_status_updated", reopened, 3800),
    ]);
    await drainInbox(connected.database);
    const said = async () => {
      await pass(31);
      await connected.query("UPDATE verification_snapshots SET read_at = read_at - interval '31 seconds'");
      await work();
      await drainInbox(connected.database);
      const detail = await getVerification(verification_id, connected.database);
      return [detail?.findings?.before_reopening, detail?.findings?.finished_again];
    };
    expect(await said()).toEqual([true, true]);
    expect(await requested()).toMatchObject([{ reason: "disagreement" }]);
    expect(await said()).toEqual([false, false]);
    expect(await requested()).toEqual([]);
  });
});

describe("a due read that cannot be made", () => {
  it("because of a recent read waits until that answer is too old to serve", async () => {
    const [id = ""] = ids;
    await connected.read({ verification_id: id });
    await ask(id);
    await work();
    expect(await requested()).toMatchObject([{ attempts: 0 }]);
    await work();
    expect(await snapshots()).toHaveLength(1);
    await pass(11);
    await work(connected.other);
    expect(await snapshots()).toHaveLength(2);
    expect(await requested()).toEqual([]);
  });

  it("because its worker died is made by another worker, after the claim has expired", async () => {
    const [id = ""] = ids;
    await ask(id);
    const client = connected.client();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: reading, resolve: reads } = Promise.withResolvers<void>();
    const dying = work(connected.database, {
      ...client,
      readVerification: async (...args) => {
        reads();
        await held;
        return client.readVerification(...args);
      },
    });
    await reading;
    expect((await requested())[0]?.in_seconds).toBeGreaterThanOrEqual(60);
    await work(connected.other);
    expect(await snapshots()).toEqual([]);
    await pass(60);
    await work(connected.other);
    expect(await snapshots()).toHaveLength(1);
    expect(await requested()).toEqual([]);
    release();
    await dying;
  });

  it("because its worker stops is due again at once", async () => {
    const [id = ""] = ids;
    await ask(id);
    await connected.fault({ kind: "hang" });
    const stop = new AbortController();
    const client = connected.client();
    await work(
      connected.database,
      {
        ...client,
        readVerification: (...args) => {
          const answer = client.readVerification(...args);
          stop.abort();
          return answer;
        },
      },
      stop.signal,
    );
    await connected.service.call("DELETE", "/sandbox/faults");
    await work(connected.other);
    expect(await snapshots()).toHaveLength(1);
  });

  it("because the service fails is retried at growing intervals, for days", async () => {
    const [id = ""] = ids;
    await ask(id);
    for (const [attempts, most] of [
      [0, 20],
      [3, 60],
      [20, 3_700],
    ] as const) {
      await connected.query("UPDATE refresh_requests SET attempts = $1, due_at = now(), requested_at = now()", [
        attempts,
      ]);
      await connected.fault({ kind: "status", status: 403 });
      await work();
      const [request] = await requested();
      expect(request?.attempts).toBe(attempts + 1);
      expect(request?.in_seconds).toBeGreaterThanOrEqual(1);
      expect(request?.in_seconds).toBeLessThanOrEqual(most);
    }
    await connected.query("UPDATE refresh_requests SET attempts = 199, due_at = now()");
    await connected.fault({ kind: "status", status: 403 });
    await work();
    expect(await requested()).toEqual([]);
  });

  it("because of a 404 is given up soon", async () => {
    await ask("ver_unknown");
    for (const left of [1, 1, 0]) {
      await connected.query("UPDATE refresh_requests SET due_at = now()");
      await work();
      expect(await requested()).toHaveLength(left);
    }
  });

  it("because the budget is reserved for users waits without counting as an attempt", async () => {
    await ask(ids[0] ?? "");
    await connected.query(
      `INSERT INTO service_budget (person_tokens, background_tokens, per_second, refilled_at)
       VALUES (5, 0, 10, now() + interval '30 s')`,
    );
    const calls = await connected.countCalls("/verifications/*");
    await work();
    expect(await calls()).toBe(0);
    expect(await requested()).toMatchObject([{ attempts: 0 }]);
    expect((await requested())[0]?.in_seconds).toBeGreaterThan(0);
  });

  it("because there is no key waits without counting as an attempt, and pages are not told of a failure", async () => {
    const [id = ""] = ids;
    await connected.knowFromEvents(id);
    await connected.query("UPDATE refresh_requests SET due_at = now()");
    const withoutKey = connected.client(() => {
      throw new CotejoError("SERVICE_UNAUTHORIZED", 502, "There is no API key.");
    });
    expect(await announcedDuring(connected.databaseUrl, () => work(connected.database, withoutKey))).toEqual({});
    expect(await requested()).toMatchObject([{ reason: "created", attempts: 0 }]);
    expect(await connected.query("SELECT FROM verification_reads WHERE failed_at IS NOT NULL")).toEqual([]);
  });

  it("and is requested again while it is read is made once more", async () => {
    const [id = ""] = ids;
    await ask(id);
    const client = connected.client();
    let asks = 1;
    await work(connected.database, {
      ...client,
      readVerification: async (...args) => {
        if (asks-- > 0) await arrive("verification.v2.finished", { verification_id: id, status: "finished" });
        return client.readVerification(...args);
      },
    });
    expect(await requested()).toHaveLength(1);
    await pass(11);
    await work();
    expect(await snapshots()).toHaveLength(2);
    expect(await requested()).toEqual([]);
  });
});
