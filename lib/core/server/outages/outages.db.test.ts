import { beforeEach, describe, expect, it } from "vitest";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { getVerification } from "#lib/core/server/verifications/get.ts";
import { listVerifications } from "#lib/desk/server/list/list.ts";
import { instantFromMs } from "#lib/platform/contract/time.ts";
import { deliver } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { receiveInto } from "#tools/test/receive.ts";
import { dismissOutage, listOutages } from "./outages.ts";

const database = await ownDatabase();
const receive = receiveInto(database);
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

beforeEach(() =>
  query("TRUNCATE heartbeats, outages, inbox, verification_summaries, refresh_requests, service_budget"),
);

/** An outage from so many minutes ago to so many; returns its id. */
async function outage(cause: string, from: number, to: number | null): Promise<number> {
  const [row] = await query(
    `INSERT INTO outages (cause, began_at, ended_at)
     VALUES ($1, now() - make_interval(mins => $2), now() - make_interval(mins => $3::int4)) RETURNING id`,
    [cause, from, to],
  );
  return row.id;
}

describe("the outages", () => {
  it("are listed with their losses, the newest first, including the current one of a stopped receiver", async () => {
    const long = await outage("receiver_down", 300, 240);
    const short = await outage("refused", 100, 95);
    await query(
      "INSERT INTO heartbeats (process, instance, beat_at) VALUES ('receiver', 'one', now() - interval '5 minutes')",
    );
    const { outages } = await listOutages(database);
    expect(outages.map(({ outage_id, cause, ended_at }) => [outage_id, cause, ended_at === null])).toEqual([
      [null, "receiver_down", true],
      [short, "refused", false],
      [long, "receiver_down", false],
    ]);
    expect(outages.map(({ lost }) => lost.length)).toEqual([0, 0, 1]);
    expect(outages[2]?.lost[0]?.from.slice(0, 23)).toBe(outages[2]?.began_at.slice(0, 23));
  });

  it("lack the current time without a receiver while the embedded service has not run for a minute of it", async () => {
    const current = async () => (await listOutages(database)).outages.length;
    await query(`INSERT INTO heartbeats (process, instance, started_at, beat_at)
      SELECT process, 'one', now() - interval '2 hours', now() - interval '1 hour' FROM unnest(ARRAY['receiver', 'sandbox']) AS process`);
    expect(await current()).toBe(0);
    await query(
      "INSERT INTO heartbeats (process, instance, started_at) VALUES ('sandbox', 'two', now() - interval '50 seconds')",
    );
    expect(await current()).toBe(0);
    await query("UPDATE heartbeats SET started_at = now() - interval '61 seconds' WHERE instance = 'two'");
    expect(await current()).toBe(1);
    const [outage] = (await listOutages(database)).outages;
    expect(Date.now() - Date.parse(outage?.began_at ?? "")).toBeLessThan(3_600_000);
  });

  it("have the number of remaining reads and when they will be made", async () => {
    expect((await listOutages(database)).reading).toEqual({ left: 0, done_at: null });
    await query(`INSERT INTO refresh_requests (verification_id, subject, reason, due_at)
      SELECT 'ver_' || n, 'verification', CASE WHEN n > 30 THEN 'gap' ELSE 'outage' END, now() FROM generate_series(1, 40) AS n`);
    const { left, done_at } = (await listOutages(database)).reading;
    expect(left).toBe(30);
    // Ten a second, before the first call.
    const [{ seconds }] = await query("SELECT extract(epoch FROM $1::timestamptz - now())::float8 AS seconds", [
      done_at,
    ]);
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThanOrEqual(3);
  });

  it("mark a verification on its page and in the list until an admin dismisses them", async () => {
    const created_at = instantFromMs(Date.now() - 24 * 3_600_000);
    await receive(
      deliver(
        "verification.v2.created",
        { verification_id: "ver_1", created_at },
        Math.floor(Date.now() / 1000) - 3_600,
      ),
    );
    const parts = async () => [
      (await getVerification("ver_1", database))?.possibly_incomplete.map(({ part }) => part),
      (await listVerifications({ filter: VERIFICATION_FILTER.empty }, database)).items[0]?.possibly_incomplete,
    ];
    expect(await parts()).toEqual([[], []]);
    const id = await outage("webhook", 30, 20);
    expect(await parts()).toEqual([
      ["status", "documents_status_timeline", "findings", "items", "labels", "people"],
      ["documents_status_timeline", "items", "labels"],
    ]);
    expect(await dismissOutage(id, "rosa@example.mx", database)).toBe(true);
    expect(await parts()).toEqual([[], []]);
    expect((await listOutages(database)).outages[0]?.dismissed).toMatchObject({ by: "rosa@example.mx" });
    expect(await dismissOutage(id, "rosa@example.mx", database)).toBe(false);
    const open = await outage("webhook", 10, null);
    expect(await dismissOutage(open, "rosa@example.mx", database)).toBe(false);
  });
});
