import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ImportedId } from "#lib/core/contract/verifications/verification.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import type { ServiceClient } from "#lib/core/server/service/client.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { addVerifications, knownVerifications } from "./import.ts";

let connected: ConnectedService;
let ids: string[];

beforeAll(async () => {
  connected = await startConnectedService();
  ids = await Promise.all(
    ["finished", "error", "backward", "reopened", "pending-upload", "full-upload"].map((scenario) =>
      connected.service.play(scenario),
    ),
  );
});
afterAll(() => connected.end());
beforeEach(() => connected.reset());

const actor = { user: null, address: null, user_agent: null };

type Options = Partial<Parameters<typeof addVerifications>[2]>;

/** Imports ids while a worker applies deliveries, and returns the reports in order. */
async function add(wanted: readonly string[], options: Options = {}, worker = true): Promise<ImportedId[]> {
  const reported: ImportedId[] = [];
  const { signal } = new AbortController();
  const usual = { signal, actor, client: connected.client(), ...options };
  const adding = addVerifications(wanted, (line) => reported.push(line), usual, connected.database);
  let done = false;
  const end = adding.finally(() => {
    done = true;
  });
  end.catch(() => undefined);
  while (worker && !done) await drainInbox(connected.other);
  await end;
  return reported;
}

const byId = (lines: ImportedId[]) =>
  Object.fromEntries(lines.map(({ verification_id, ...line }) => [verification_id, line]));
const inbox = () => connected.query("SELECT FROM inbox");

describe("imported verifications", () => {
  it("are known when they are reported, through the inbox like any other, and each is read once", async () => {
    const calls = await connected.countCalls("/verifications/*");
    const reported = await add(ids);
    expect(byId(reported)).toEqual(Object.fromEntries(ids.map((id) => [id, { outcome: "added" }])));
    expect(reported).toHaveLength(ids.length);
    expect(await calls()).toBe(ids.length);
    expect(await inbox()).toHaveLength(ids.length);
    expect(await knownVerifications([...ids, "ver_unknown"], connected.database)).toEqual(new Set(ids));
    expect(await getVerification(ids[0] ?? "", connected.database)).toMatchObject({
      verification: { status: "finished" },
      freshness: { stale: null },
    });
  });

  it("have their people read later by the worker", async () => {
    const [id = ""] = ids;
    await add([id]);
    expect(
      await connected.query("SELECT verification_id, reason FROM refresh_requests WHERE subject = 'people'"),
    ).toEqual([{ verification_id: id, reason: "import" }]);
  });

  it("are read a few at a time", async () => {
    let [running, most] = [0, 0];
    const four = Promise.withResolvers<void>();
    const client = connected.client();
    const counting: Pick<ServiceClient, "readVerification" | "readPeople"> = {
      ...client,
      readVerification: async (...call) => {
        running += 1;
        most = Math.max(most, running);
        if (running === 4) four.resolve();
        await four.promise;
        return client.readVerification(...call).finally(() => {
          running -= 1;
        });
      },
    };
    await add(ids, { client: counting });
    expect(most).toBe(4);
  });

  it("are reported in the order of completion, so that a slow one delays no other", async () => {
    const [slow = "", ...others] = ids;
    const client = connected.client();
    const released = Promise.withResolvers<void>();
    let left = others.length;
    const reported: string[] = [];
    const adding = addVerifications(
      [slow, ...others],
      ({ verification_id }) => {
        reported.push(verification_id);
        left -= 1;
        if (left === 0) released.resolve();
      },
      {
        signal: new AbortController().signal,
        actor,
        client: {
          ...client,
          readVerification: async (id, ...rest) => {
            if (id === slow) await released.promise;
            return client.readVerification(id, ...rest);
          },
        },
      },
      connected.database,
    );
    let done = false;
    void adding.finally(() => {
      done = true;
    });
    while (!done) await drainInbox(connected.other);
    expect(reported.at(-1)).toBe(slow);
  });
});

describe("an id", () => {
  it("unknown to the service is not found, and gets no invented data", async () => {
    const [id = ""] = ids;
    expect(byId(await add(["ver_unknown", id]))).toEqual({
      ver_unknown: { outcome: "not_found" },
      [id]: { outcome: "added" },
    });
    for (const table of ["inbox", "verification_reads", "verification_summaries", "refresh_requests"]) {
      expect(await connected.query(`SELECT FROM ${table} WHERE verification_id = 'ver_unknown'`)).toEqual([]);
    }
  });

  it.each([
    [{ kind: "status", status: 403 }, "SERVICE_FORBIDDEN"],
    [{ kind: "status", status: 500 }, "SERVICE_ERROR"],
    [{ kind: "html", status: 200 }, "SERVICE_UNREADABLE"],
  ] as const)("that meets %o fails with %s; the others succeed", async (fault, code) => {
    const [id = "", other = ""] = ids;
    await connected.fault({ ...fault, path: `/verifications/${id}`, count: 10 });
    expect(byId(await add([id, other]))).toEqual({ [id]: { outcome: "failed", code }, [other]: { outcome: "added" } });
  });

  it("read by another process is added when that read ends, and read here when it fails", async () => {
    const [id = ""] = ids;
    await connected.query(
      "INSERT INTO verification_reads (verification_id, subject, started_at) VALUES ($1, 'verification', now())",
      [id],
    );
    const adding = add([id]);
    await connected.query(
      "UPDATE verification_reads SET started_at = NULL, failed_at = now(), error_code = 'SERVICE_ERROR'",
    );
    expect(await adding).toEqual([{ verification_id: id, outcome: "added" }]);
  });

  it("fails if no worker applies its answer", async () => {
    const [id = ""] = ids;
    expect(await add([id], { appliedWithinMs: 0 }, false)).toEqual([
      { verification_id: id, outcome: "failed", code: "INTERNAL_SERVER_ERROR" },
    ]);
  });
});

describe("the budget", () => {
  const leave = (person: number, background: number) =>
    connected.query(
      `INSERT INTO service_budget (person_tokens, background_tokens, per_second) VALUES ($1, $2, 10)
       ON CONFLICT (singleton) DO UPDATE SET person_tokens = $1, background_tokens = $2, refilled_at = now()`,
      [person, background],
    );

  it("when spent is waited for, and then every id is read", async () => {
    await leave(-1, 0);
    expect(byId(await add(ids))).toEqual(Object.fromEntries(ids.map((id) => [id, { outcome: "added" }])));
  });

  it("keeps its reserve for page views while many are added", async () => {
    const many = [...ids, ...Array.from({ length: 20 }, (_, index) => `ver_unknown_${index}`)];
    await leave(30, 6);
    await add(many, { waitTimeoutMs: 0 });
    const [left] = await connected.query<{ tokens: number }>("SELECT person_tokens AS tokens FROM service_budget");
    expect(left?.tokens).toBeGreaterThanOrEqual(30);
  });

  it("when closed for long ends the wait, for all remaining ids at once", async () => {
    await leave(42, 18);
    await connected.query("UPDATE service_budget SET paused_until = now() + interval '5 minutes'");
    const calls = await connected.countCalls("/verifications/*");
    expect(byId(await add(ids, { waitTimeoutMs: 0 }))).toEqual(
      Object.fromEntries(ids.map((id) => [id, { outcome: "failed", code: "SERVICE_PAUSED" }])),
    );
    expect(await calls()).toBe(0);
  });
});

it("is left when the caller goes away: nothing more is read or reported", async () => {
  const caller = new AbortController();
  const calls = await connected.countCalls("/verifications/*");
  const reported: string[] = [];
  const client = connected.client();
  await addVerifications(
    ids,
    ({ verification_id }) => reported.push(verification_id),
    {
      signal: caller.signal,
      actor,
      client: {
        ...client,
        readVerification: (...call) => {
          const reading = client.readVerification(...call);
          caller.abort();
          return reading;
        },
      },
    },
    connected.database,
  );
  expect(reported).toEqual([]);
  expect(await calls()).toBeLessThanOrEqual(4);
  expect(
    await connected.query("SELECT FROM verification_reads WHERE failed_at IS NOT NULL OR started_at IS NOT NULL"),
  ).toEqual([]);
});
