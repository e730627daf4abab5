import { beforeEach, describe, expect, it } from "vitest";
import { storeRefusals } from "#lib/core/server/inbox/store-refusals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { lookForOutages, noteWebhook } from "./detect.ts";
import { startHeartbeat } from "./heartbeat.ts";

const database = await ownDatabase();

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<T>(text, values)).rows;

beforeEach(async () => {
  await query("TRUNCATE heartbeats, outages, inbox, verification_summaries, refresh_requests");
  await query(`INSERT INTO verification_summaries (verification_id, status, last_activity_at) VALUES
    ('ver_new', 'pending', now() - interval '1 hour'), ('ver_finished', 'finished', now() - interval '29 days'),
    ('ver_old', 'pending', now() - interval '31 days')`);
});

/** A receiver that started and beat last so many minutes ago. */
const receiver = (instance: string, started: number, beat: number, process = "receiver") =>
  query(
    `INSERT INTO heartbeats (process, instance, started_at, beat_at)
     VALUES ($1, $2, now() - make_interval(secs => 60 * $3::float8), now() - make_interval(secs => 60 * $4::float8))`,
    [process, instance, started, beat],
  );

/** A run of the embedded service: the minutes since its start and since its last beat. */
type Run = [started: number, beat: number];

/** Deliveries that came evenly from so many hours ago to so many hours ago. */
const deliveries = (from: number, to: number, count: number) =>
  query(
    `INSERT INTO inbox (kind, state, received_at)
     SELECT 'delivery', 'applied', now() - make_interval(secs => 3600 * ($1::float8 + ($2::float8 - $1) * number / $3)) FROM generate_series(1, $3) AS number`,
    [from, to, count],
  );

type Outage = { minutes: number; ended: boolean };
const outages = () =>
  query<Outage>(
    "SELECT round(extract(epoch FROM now() - began_at) / 60)::int AS minutes, ended_at IS NOT NULL AS ended FROM outages ORDER BY began_at",
  );

/** The verifications whose reading is requested, in the order in which they are read. */
const requested = async (subject = "verification") =>
  (
    await query<{ verification_id: string }>(
      "SELECT verification_id FROM refresh_requests WHERE subject = $1 ORDER BY due_at",
      [subject],
    )
  ).map((row) => row.verification_id);

describe("an outage of the receiver", () => {
  it("requests every verification active in the last 30 days and its people, the latest active first, and once", async () => {
    await receiver("before", 600, 30);
    await receiver("after", 20, 0);
    const found = await Promise.all([lookForOutages(database), lookForOutages(database)]);
    expect(found.sort()).toEqual([0, 1]);
    expect(await outages()).toEqual([{ minutes: 30, ended: true }]);
    expect(await requested()).toEqual(["ver_new", "ver_finished"]);
    expect(await requested("people")).toEqual(["ver_new", "ver_finished"]);
    await query("DELETE FROM refresh_requests");
    expect(await lookForOutages(database)).toBe(0);
    expect(await requested()).toEqual([]);
  });

  it("is absent while another receiver was up, before the first receiver, and in a restart of a minute", async () => {
    await receiver("first", 600, 30);
    await receiver("second", 500, 0);
    await receiver("third", 20, 0);
    expect(await lookForOutages(database)).toBe(0);
    await query("TRUNCATE heartbeats");
    await receiver("before", 600, 20.5);
    await receiver("after", 20, 0);
    await receiver("worker", 600, 400, "worker");
    await receiver("worker again", 20, 0, "worker");
    expect(await lookForOutages(database)).toBe(0);
  });

  it("is found for each of several gaps", async () => {
    await receiver("one", 600, 300);
    await receiver("two", 200, 100);
    await receiver("three", 50, 0);
    expect(await lookForOutages(database)).toBe(2);
    expect(await outages()).toEqual([
      { minutes: 300, ended: true },
      { minutes: 100, ended: true },
    ]);
  });

  it("includes a receiver that was up without the database, or was suspended with its machine", async () => {
    const heartbeat = startHeartbeat(database, "receiver");
    await heartbeat.stop();
    await query(
      "UPDATE heartbeats SET started_at = now() - interval '1 hour', beat_at = now() - interval '40 minutes'",
    );
    await heartbeat.stop();
    expect(await lookForOutages(database)).toBe(1);
    expect(await outages()).toEqual([{ minutes: 40, ended: true }]);
    await heartbeat.stop();
    expect(await query("SELECT FROM heartbeats")).toHaveLength(2);
  });

  it("brings forward requested reads, and delays none", async () => {
    await query(`INSERT INTO refresh_requests (verification_id, subject, reason, due_at) VALUES
      ('ver_new', 'verification', 'silence', now() + interval '1 hour'), ('ver_finished', 'verification', 'gap', now() - interval '1 hour')`);
    await receiver("before", 600, 30);
    await receiver("after", 20, 0);
    await lookForOutages(database);
    expect(await requested()).toEqual(["ver_finished", "ver_new"]);
    expect(await query("SELECT FROM refresh_requests WHERE due_at > now() + interval '1 minute'")).toEqual([]);
  });
});

describe("with the embedded service, a time without a receiver", () => {
  const service = (started: number, beat: number) => receiver(`service ${started}`, started, beat, "sandbox");
  beforeEach(async () => {
    await receiver("before", 600, 300);
    await receiver("after", 20, 0);
  });

  it.each<[string, ...Run[]]>([
    ["stood still as long", [600, 299.8], [20.1, 0]],
    ["stopped and started within a minute of the receiver", [600, 300.8], [20.9, 0]],
    ["is not back yet, as after a computer was suspended", [600, 300]],
  ])("is no outage if the service %s", async (_, ...runs) => {
    for (const [started, beat] of runs) await service(started, beat);
    expect(await lookForOutages(database)).toBe(0);
    expect(await requested()).toEqual([]);
  });

  it.each<[string, number, ...Run[]]>([
    ["ran all the time", 300, [600, 0]],
    ["ran on for a while", 300, [600, 290], [20, 0]],
    ["ran for a while in between", 200, [600, 300], [250, 249.5], [200, 190], [20, 0]],
    ["was back before the receiver", 22, [600, 300], [22, 0]],
    ["was another one before", 300, [20, 0]],
    ["had been left before", 300, [900, 400], [20, 0]],
  ])("is an outage if the service %s, since %i minutes ago", async (_, minutes, ...runs) => {
    for (const [started, beat] of runs) await service(started, beat);
    expect(await lookForOutages(database)).toBe(1);
    expect(await outages()).toEqual([{ minutes, ended: true }]);
    expect(await lookForOutages(database)).toBe(0);
  });

  it("is explained by the service's rows for as long as the receivers' rows show it", async () => {
    await query(
      "UPDATE heartbeats SET started_at = started_at - interval '32 days', beat_at = beat_at - interval '32 days'",
    );
    await service(600, 0);
    await query("UPDATE heartbeats SET beat_at = beat_at - interval '32 days' WHERE process = 'sandbox'");
    const left = async () =>
      (await query<{ process: string }>("SELECT process FROM heartbeats ORDER BY 1")).map((row) => row.process);
    for (const name of ["sandbox", "worker"] as const) await startHeartbeat(database, name).stop();
    expect(await left()).toEqual(["receiver", "receiver", "sandbox", "sandbox", "worker"]);
    await startHeartbeat(database, "receiver").stop();
    expect(await left()).toEqual(["receiver", "sandbox", "worker"]);
  });
});

describe("an unusual silence", () => {
  it("requests the active verifications when it is noticed, those with the longest unseen time first, and again when a delivery ends it", async () => {
    await deliveries(24, 2, 60);
    expect(await lookForOutages(database)).toBe(1);
    expect(await outages()).toEqual([{ minutes: 120, ended: false }]);
    expect(await requested()).toEqual(["ver_finished", "ver_new"]);
    await query("DELETE FROM refresh_requests");
    expect(await lookForOutages(database)).toBe(0);
    await deliveries(0.1, 0.1, 1);
    expect(await lookForOutages(database)).toBe(1);
    expect(await outages()).toEqual([{ minutes: 120, ended: true }]);
    expect(await requested()).toEqual(["ver_finished", "ver_new"]);
    expect(await lookForOutages(database)).toBe(0);
  });

  it.each([
    ["shorter than an hour", 24, 0.9, 60],
    ["after a day with few deliveries", 24, 2, 40],
  ])("is absent when it is %s", async (_, from, to, count) => {
    await deliveries(from, to, count);
    expect(await lookForOutages(database)).toBe(0);
  });

  it("is absent at an hour that was silent a week ago too, but not at another hour", async () => {
    await deliveries(24, 2, 60);
    await deliveries(7 * 24 + 20, 7 * 24 + 5, 60);
    expect(await lookForOutages(database)).toBe(0);
    await deliveries(7 * 24 + 0.5, 7 * 24 + 0.4, 1);
    expect(await lookForOutages(database)).toBe(1);
  });

  it.each<[string, number, ...Run[]]>([
    ["has run for less than an hour since a standstill", 0, [1_500, 120], [30, 0]],
    ["stands still", 0, [1_500, 120]],
    ["has run for the hour", 1, [1_500, 120], [61, 0]],
    ["sent an earlier delivery only", 1, [1_500, 200]],
  ])("of an embedded service that %s counts %i times", async (_, count, ...runs) => {
    await deliveries(24, 2, 60);
    for (const [started, beat] of runs) await receiver(`service ${started}`, started, beat, "sandbox");
    expect(await lookForOutages(database)).toBe(count);
  });

  it("is absent if nothing has ever been delivered", async () => {
    expect(await lookForOutages(database)).toBe(0);
  });
});

describe("refused deliveries of the service", () => {
  const refused = (minutes: number, reason = "too_new", address = "127.0.0.1") =>
    query(
      "INSERT INTO refusals (at, reason, source_address) VALUES (now() - make_interval(secs => 60 * $1::float8), $2, $3)",
      [minutes, reason, address],
    );
  beforeEach(() => query("TRUNCATE refusals"));

  it("are an outage from the first of them to the last, once no retry can be in progress", async () => {
    await refused(40);
    await refused(20, "no_match");
    await refused(5, "unknown_receiver");
    expect(await lookForOutages(database)).toBe(1);
    expect(await outages()).toEqual([{ minutes: 40, ended: false }]);
    expect(await requested()).toHaveLength(2);
    expect(await lookForOutages(database)).toBe(0);
    await query("UPDATE refusals SET at = at - interval '6 minutes'");
    expect(await lookForOutages(database)).toBe(1);
    expect(await query("SELECT FROM outages WHERE ended_at < now() - interval '10 minutes'")).toHaveLength(1);
    await refused(0.5, "too_old");
    expect(await lookForOutages(database)).toBe(1);
    expect(await outages()).toMatchObject([{ ended: true }, { ended: false }]);
  });

  it("are no outage if other senders sent them, or if they were no deliveries", async () => {
    await refused(30, "no_match", "203.0.113.9");
    await refused(30, "too_large");
    expect(await lookForOutages(database)).toBe(0);
  });
});

describe("a failing check", () => {
  const ZONED = [
    "fe80::1%eth0",
    "fe80::a1b2:c3d4%12",
    "::ffff:10.0.0.1%lo",
    "10.0.0.7:443",
    "unknown",
    "",
    "35.170.236",
  ];
  const refusedFrom = (address: string, minutes = 30) =>
    query(
      `INSERT INTO refusals (at, reason, source_address) VALUES (now() - make_interval(mins => $2), 'no_match', $1)`,
      [address, minutes],
    );
  beforeEach(() => query("TRUNCATE refusals"));

  it.each(ZONED)("skips a refused request from %j that is stored already", async (address) => {
    await refusedFrom(address);
    await receiver("before", 600, 30);
    await receiver("after", 20, 0);
    expect(await lookForOutages(database)).toBe(1);
    await refusedFrom("127.0.0.1", 2);
    expect(await lookForOutages(database)).toBe(1);
    expect(await outages()).toEqual([
      { minutes: 30, ended: true },
      { minutes: 2, ended: false },
    ]);
  });

  it.each([...ZONED, null])(
    "stores a request from %j without address from now on, and any other with its own",
    async (address) => {
      const refusal = {
        at: Date.now(),
        reason: "no_match",
        receiver_id: "r",
        size: 1,
        body_hash: "",
        skew_seconds: 0,
        own: false,
      } as const;
      await storeRefusals(database.pool, [
        { ...refusal, source_address: address, source_network: null, count: 1 },
        { ...refusal, source_address: "2001:DB8::7", source_network: null, count: 1 },
      ]);
      expect(await query("SELECT source_address FROM refusals ORDER BY source_address")).toEqual([
        { source_address: "2001:db8::7" },
        { source_address: null },
      ]);
    },
  );

  it("keeps the results of the other checks, and is reported", async () => {
    await receiver("before", 600, 30);
    await receiver("after", 20, 0);
    await expect(lookForOutages(database, ["no address"])).rejects.toThrow("inet");
    expect(await outages()).toEqual([{ minutes: 30, ended: true }]);
    expect(await requested()).toHaveLength(2);
  });
});

describe("the own webhook", () => {
  const checked = (minutes: number) =>
    query("INSERT INTO connection_checks (succeeded_at) VALUES (now() - make_interval(secs => 60 * $1::float8))", [
      minutes,
    ]);
  beforeEach(async () => {
    await query("TRUNCATE receivers, connection_checks");
    await query(
      "INSERT INTO receivers (id, state, url, created_at) VALUES ('r', 'connected', '', now() - interval '1 day')",
    );
  });

  it("is an outage from its last good check until the next one, and then everything is read", async () => {
    await checked(3);
    await noteWebhook(database, []);
    expect(await outages()).toEqual([]);
    await noteWebhook(database, ["deleted_at_service"]);
    await noteWebhook(database, ["deleted_at_service"]);
    expect(await outages()).toEqual([{ minutes: 3, ended: false }]);
    await query("DELETE FROM refresh_requests");
    await noteWebhook(database, []);
    expect(await outages()).toEqual([{ minutes: 3, ended: true }]);
    expect(await requested()).toHaveLength(2);
  });

  it("is no outage from before it existed", async () => {
    await checked(3 * 24 * 60);
    await noteWebhook(database, ["deleted_at_service"]);
    expect(await outages()).toEqual([{ minutes: 24 * 60, ended: false }]);
  });
});
