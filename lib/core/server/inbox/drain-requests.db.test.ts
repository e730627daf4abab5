import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "#lib/platform/server/db/database.ts";
import { type Arrival, deliver, HISTORY_START, read, secondsIn, storeArrivals } from "#tools/test/arrivals.ts";
import { createTestDatabase, type TestDatabase } from "#tools/test/database.ts";
import { drainInbox } from "./drain.ts";
import { rebuildProjections } from "./replay.ts";

let created: TestDatabase;
let database: Database;

beforeEach(async () => {
  created = await createTestDatabase();
  database = openDatabase(created.url, { name: "test" });
  // A verification that was read before: its first event requests no read by itself.
  await database.pool.query(
    "INSERT INTO verification_reads (verification_id, subject) VALUES ('ver_1', 'verification')",
  );
});

afterEach(async () => {
  await database.close();
  await created.drop();
});

const change = (at: number, previous: string | null, value: string, t?: number) =>
  deliver(
    "verification.v2.document_status_updated",
    {
      verification_id: "ver_1",
      previous_documents_status: previous,
      documents_status: value,
      status: "pending",
      updated_at: secondsIn(at),
    },
    t,
  );

type Requested = { subject: string; reason: string; in_seconds: number };

/** The requests for reads, with the time they are due after the start of the history, or after now. */
const requested = async (from: "start" | "now"): Promise<Requested[]> => {
  const origin = from === "start" ? `to_timestamp(${HISTORY_START})` : "requested_at";
  const { rows } = await database.pool.query<Requested>(
    `SELECT subject, reason, extract(epoch FROM due_at - ${origin})::float8 AS in_seconds FROM refresh_requests ORDER BY subject`,
  );
  return rows;
};
const drain = async (...arrivals: Arrival[]) => {
  await storeArrivals(database.pool, arrivals);
  await drainInbox(database);
};
const finished = deliver("verification.v2.finished", { verification_id: "ver_1", status: "finished" }, 20);
const finalRun = deliver("verification.v2.findings.updated", {
  verification_id: "ver_1",
  run_id: "run-1",
  source: "final",
  findings: [],
  computed_at: secondsIn(19),
});

describe("requested reads", () => {
  it("follow finished, after the end of its signature's second", async () => {
    await drain(finished);
    expect(await requested("now")).toEqual([{ subject: "verification", reason: "finished", in_seconds: 1 }]);
  });

  it("follow the end of a CURP lookup at once: the people, and the verification with them", async () => {
    const looked = deliver("verification_people.curp_search_completed", { verification_id: "ver_1", people_id: 1 });
    await drain(looked, looked);
    expect(await requested("now")).toEqual([
      { subject: "people", reason: "curp_search_completed", in_seconds: 0 },
      { subject: "verification", reason: "curp_search_completed", in_seconds: 0 },
    ]);
  });

  it("follow a new gap, a little later, and not a known one", async () => {
    await drain(change(20, "pending_upload", "partial_upload"));
    expect(await requested("now")).toEqual([{ subject: "verification", reason: "gap", in_seconds: 15 }]);
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(change(30, "partial_upload", "full_upload"));
    expect(await requested("now")).toEqual([]);
  });

  it("follow a second gap as they follow the first", async () => {
    await drain(change(20, "pending_upload", "partial_upload"), change(30, "partial_upload", "pending_external"));
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(change(60, "partial_upload", "full_upload"));
    expect(await requested("now")).toEqual([{ subject: "verification", reason: "gap", in_seconds: 15 }]);
  });

  it("follow the gap that a late event opens before a known one", async () => {
    await drain(change(20, null, "partial_upload"), change(60, "partial_upload", "full_upload"));
    expect(await requested("now")).toEqual([]);
    await drain(change(40, "partial_upload", "pending_external"));
    expect(await requested("now")).toEqual([{ subject: "verification", reason: "gap", in_seconds: 15 }]);
  });

  it("are one for each verification and subject, at the earliest requested time", async () => {
    await drain(change(20, "pending_upload", "partial_upload"));
    await drain(finished);
    await drain(change(300, "full_upload", "partial_upload"));
    expect(await requested("now")).toMatchObject([{ subject: "verification", reason: "finished" }]);
  });

  it("settle a status that a read and an event within two minutes of each other state differently", async () => {
    await drain(
      change(20, null, "full_upload"),
      read("ver_1", 50, { status: "finished", documents_status: "full_upload" }),
    );
    expect(await requested("start")).toEqual([{ subject: "verification", reason: "disagreement", in_seconds: 81 }]);
  });

  it("are absent when the two are further apart, or agree", async () => {
    await drain(change(20, null, "full_upload"));
    await drain(read("ver_1", 141, { status: "finished", documents_status: "full_upload" }));
    expect(await requested("start")).toEqual([]);
    await drain(read("ver_1", 190, { status: "pending", documents_status: "full_upload" }));
    // Only a read shows the reopening.
    expect(await requested("start")).toEqual([{ subject: "verification", reason: "disagreement", in_seconds: 221 }]);
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(change(200, "full_upload", "partial_upload"));
    await drain(read("ver_1", 210, { status: "pending", documents_status: "partial_upload" }));
    expect(await requested("start")).toEqual([]);
  });

  it("confirm, once, a reopening known from a read only, however long after the finish", async () => {
    const pending = read("ver_1", 4000, { status: "pending" });
    await drain(finished);
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(pending);
    expect(await requested("start")).toEqual([{ subject: "verification", reason: "disagreement", in_seconds: 4031 }]);
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(read("ver_1", 4031, { status: "pending" }));
    expect(await requested("start")).toEqual([]);
  });

  it("confirm a reopening when only the final run shows the finish", async () => {
    await drain(finalRun, read("ver_1", 4000, { status: "pending" }));
    expect(await requested("start")).toEqual([{ subject: "verification", reason: "disagreement", in_seconds: 4031 }]);
  });

  it("confirm, once, the finish of a reopened verification with a final run, which no event states", async () => {
    const [pending, again] = [{ status: "pending" }, { status: "finished" }];
    await drain(finalRun, finished, read("ver_1", 4000, pending), read("ver_1", 4031, pending));
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(read("ver_1", 9000, again), read("ver_1", 9012, again));
    expect(await requested("start")).toEqual([{ subject: "verification", reason: "disagreement", in_seconds: 9031 }]);
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(read("ver_1", 9031, again));
    expect(await requested("start")).toEqual([]);
  });

  it("confirm no finish that an event states, nor one without a final run before a reopening", async () => {
    const reopened = change(300, null, "partial_upload");
    const shows = (at: number) => read("ver_1", at, { status: "finished", documents_status: "partial_upload" });
    await drain(finished, reopened, shows(9000));
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(shows(9001));
    expect(await requested("start")).toEqual([]);
    await drain(finalRun, deliver("verification.v2.finished", { verification_id: "ver_1", status: "finished" }, 8999));
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(shows(9002));
    expect(await requested("start")).toEqual([]);
  });

  const dueAt = async () => (await requested("start")).map(({ in_seconds }) => Math.round(in_seconds));

  it("follow finished again if the read in progress began before its second was over", async () => {
    await drain(finalRun, finished);
    // The read began after the request, and ends it.
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(read("ver_1", 20.4, { status: "finished" }));
    expect(await dueAt()).toEqual([22]);
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(read("ver_1", 22, { status: "finished" }));
    expect(await dueAt()).toEqual([]);
  });

  it("follow the second finish like the first, whether or not reads show the reopening between them", async () => {
    const again = deliver("verification.v2.finished", { verification_id: "ver_1", status: "finished" }, 5000);
    for (const between of [
      [],
      [read("ver_1", 4000, { status: "pending" }), read("ver_1", 4040, { status: "pending" })],
    ]) {
      await drain(finalRun, finished, read("ver_1", 30, { status: "finished" }), ...between, again);
      await database.pool.query("DELETE FROM refresh_requests");
      await drain(read("ver_1", 5000, { status: "finished" }));
      expect(await dueAt()).toEqual([5002]);
      await database.pool.query("DELETE FROM refresh_requests");
    }
  });

  it("follow the first event after a lost finish of a reopening", async () => {
    await drain(
      finalRun,
      finished,
      read("ver_1", 4000, { status: "pending" }),
      read("ver_1", 4040, { status: "pending" }),
    );
    await database.pool.query("DELETE FROM refresh_requests");
    const labelledAt = (at: number) =>
      deliver(
        "verification.v2.label_added",
        { verification_id: "ver_1", status: "finished", entity: { label: `at ${at}` }, added_at: secondsIn(at) },
        at + 1,
      );
    await drain(labelledAt(9000));
    expect(await dueAt()).toEqual([9001]);
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(read("ver_1", 9001, { status: "finished" }), labelledAt(9500));
    expect(await dueAt()).toEqual([]);
  });

  it("confirm no reopening that an event has stated since", async () => {
    await drain(
      finished,
      change(300, null, "partial_upload"),
      read("ver_1", 4000, { status: "pending", documents_status: "partial_upload" }),
    );
    expect(await requested("now")).toMatchObject([{ reason: "finished" }]);
  });

  const base = { verification_id: "ver_2", created_at: secondsIn(0), status: "finished" };
  const labelled = (label: string) =>
    deliver("verification.v2.label_added", {
      ...base,
      entity: { type: "verification", label },
      added_at: secondsIn(5),
    });
  const item = (item_id: number) =>
    deliver("verification_item.v2.completed", { verification_id: "ver_2", item_id, completed_at: secondsIn(5) });

  it.each([
    ["an item, which says no status", [item(1), item(2)]],
    ["a label, which says one", [labelled("a"), labelled("b")]],
  ] as const)(
    "follow an event of %s, for a verification without a created event, a little later, and once",
    async (_name, [first, second]) => {
      await drain(first);
      expect(await requested("now")).toEqual([{ subject: "verification", reason: "unknown", in_seconds: 15 }]);
      await database.pool.query(`DELETE FROM refresh_requests;
      INSERT INTO verification_reads (verification_id, subject) VALUES ('ver_2', 'verification')`);
      await drain(second);
      expect(await requested("now")).toEqual([]);
    },
  );

  it("follow created at once, for the name of the file, and once", async () => {
    const created = deliver("verification.v2.created", { ...base, status: "pending" });
    await drain(created, item(1));
    expect(await requested("now")).toEqual([{ subject: "verification", reason: "created", in_seconds: 0 }]);
    await database.pool.query(`DELETE FROM refresh_requests;
      INSERT INTO verification_reads (verification_id, subject) VALUES ('ver_2', 'verification')`);
    await drain(created, item(2));
    expect(await requested("now")).toEqual([]);
  });

  it("settle a documents_status read just before an event that does not follow from it", async () => {
    await drain(read("ver_1", 15, { documents_status: "full_upload" }), change(20, null, "partial_upload"));
    expect(await requested("start")).toEqual([{ subject: "verification", reason: "disagreement", in_seconds: 46 }]);
  });

  it("confirm a documents_status without a matching event, once", async () => {
    await drain(change(20, null, "partial_upload"), read("ver_1", 1000, { documents_status: "full_upload" }));
    expect(await requested("start")).toEqual([{ subject: "verification", reason: "disagreement", in_seconds: 1031 }]);
    await database.pool.query("DELETE FROM refresh_requests");
    await drain(read("ver_1", 1031, { documents_status: "full_upload" }));
    expect(await requested("start")).toEqual([]);
  });

  it("confirm it again when an event arrives after its first read", async () => {
    const full = { documents_status: "full_upload" };
    await drain(read("ver_1", 5, full), change(20, null, "partial_upload"), read("ver_1", 1000, full));
    expect(await requested("start")).toEqual([{ subject: "verification", reason: "disagreement", in_seconds: 1031 }]);
  });

  it("confirm the later of two reads of one instant", async () => {
    await drain(
      change(20, null, "partial_upload"),
      read("ver_1", 1000, { documents_status: "full_upload" }),
      read("ver_1", 1000, { documents_status: "pending_external" }),
    );
    expect(await requested("start")).toEqual([{ subject: "verification", reason: "disagreement", in_seconds: 1031 }]);
  });

  it("confirm it also when no event is known at all", async () => {
    await drain(read("ver_1", 10, { documents_status: "full_upload" }));
    expect(await requested("start")).toEqual([{ subject: "verification", reason: "disagreement", in_seconds: 41 }]);
  });

  it("are absent in a rebuild, and for facts received more than a day ago", async () => {
    await drain(finished, change(20, "pending_upload", "partial_upload"));
    await database.pool.query("DELETE FROM refresh_requests");
    await rebuildProjections(database);
    expect(await requested("now")).toEqual([]);
    await storeArrivals(database.pool, [deliver("verification.v2.finished", { verification_id: "ver_2" })]);
    await database.pool.query("UPDATE inbox SET received_at = now() - interval '25 hours'");
    await drainInbox(database);
    expect(await requested("now")).toEqual([]);
  });
});
