/** @module-tag crash-models */
import fc from "fast-check";
import type pg from "pg";
import { expect, it, vi } from "vitest";
import { readHistory } from "#lib/desk/contract/review/decision-history.ts";
import { DECISION_EVENTS } from "#lib/outbound/contract/channels/channel-events.ts";
import { follow } from "#lib/platform/server/db/follow.ts";
import { crashAfter, Killed } from "#tools/test/crash-after.ts";
import { examples, SEED } from "#tools/test/effort.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { queueDecisionEvents } from "./queue-events.ts";
import { readLogs } from "./read-log.ts";
import { createChannel, queuedEvents } from "./testing/channels.ts";
import { backUp, restore } from "./testing/copies.ts";

/*
 * Any interleaving of writers whose transactions overlap, readings that are killed, sendings and restores leads to the
 * same queue: each event of the log once for each channel that carries its kind, of each file only the last one pending.
 */

const database = await ownDatabase();
const { pool } = database;

const FILES = ["ver_a", "ver_b", "ver_c"];
const CHANNELS = { ch_all: DECISION_EVENTS, ch_some: ["review.decided", "review.overtaken"] };
const ANA = "00000000-0000-4000-8000-00000000000a";

const STEPS = {
  decided: { kind: "decided", by: ANA, resolution: "accepted", digest: "a", reasons: [] },
  submitted: { kind: "submitted", by: ANA, resolution: "rejected", digest: "b", reasons: [] },
  approved: { kind: "approved", by: ANA, resolution: "rejected", digest: "b", reasons: [] },
  changed: { kind: "returned", by: null, resolution: null, digest: null, reasons: ["changed"] },
  vanished: { kind: "vanished", by: null, resolution: "accepted", digest: null, reasons: [] },
  reopened: { kind: "reopened", by: ANA, resolution: null, digest: null, reasons: [] },
  undone: { kind: "undone", by: ANA, resolution: null, digest: null, reasons: [] },
} as const;

/** An undo is of the newest entry. `clock_timestamp()` as the commands take it: the times of two files are in no order. */
const WRITE = `
  INSERT INTO review_log (verification_id, at, kind, user_id, resolution, digest, reasons, policy_version, undoes, before,
    differences, handled, request)
  SELECT $1, clock_timestamp(), $2, $3, $4, $5, $6, 1,
    CASE WHEN $2 = 'undone' THEN (SELECT max(id) FROM review_log WHERE verification_id = $1) END,
    CASE WHEN $2 = 'reopened' THEN '{"state": "resolved"}'::jsonb END, '[]', '[]', '[]'`;

type Act =
  | { do: "step"; file: number; step: keyof typeof STEPS }
  | { do: "commit" | "roll back"; file: number }
  | { do: "read"; operations: number }
  | { do: "send" | "back up" | "restore" };

const file = fc.nat(FILES.length - 1);
const acts = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant("step" as const),
        file,
        step: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
      }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constant("commit" as const), file }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("roll back" as const), file }) },
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant("read" as const), operations: fc.oneof(fc.nat(40), fc.constant(10_000)) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("send" as const, "back up" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const) }) },
  ),
  { minLength: 5, maxLength: 60, size: "max" },
);

const IS_SETTLED = `
  SELECT settled_id >= COALESCE((SELECT max(id) FROM review_log), 0) AS settled FROM decision_events_read`;

/** A run of the model: the open transactions by file, since a review has one writer, and the sequences that were sent. */
class Simulation {
  #open = new Map<number, pg.PoolClient>();
  /** The greatest sequence that was sent, for each file. */
  readonly #left = new Map<string, number>();
  /** The follower of a worker that continues after failed readings. */
  #follower = follow("review_log");
  /** The newest entry that the last restore brought back, and the sequences sent before it. */
  restored: { entry_id: number; left: ReadonlyMap<string, number> } | null = null;

  async run(act: Act): Promise<void> {
    switch (act.do) {
      case "step":
        return this.#step(act.file, act.step);
      case "commit":
      case "roll back":
        return this.#end(act.file, act.do === "commit");
      case "read":
        return this.read(act.operations);
      case "send":
        return this.#send();
      case "back up":
        return backUp(database);
      case "restore":
        return this.#restore();
    }
  }

  /** A writer has its transaction id before it writes, by the lock of its review. */
  async #step(file: number, step: keyof typeof STEPS): Promise<void> {
    const client = this.#open.get(file) ?? (await pool.connect());
    if (!this.#open.has(file)) {
      await client.query("BEGIN");
      await client.query("SELECT pg_current_xact_id()");
    }
    this.#open.set(file, client);
    const { kind, by, resolution, digest, reasons } = STEPS[step];
    await client.query(WRITE, [FILES[file], kind, by, resolution, digest, reasons]);
  }

  async #end(file: number, commits: boolean): Promise<void> {
    const client = this.#open.get(file);
    if (!client) return;
    this.#open.delete(file);
    await client.query(commits ? "COMMIT" : "ROLLBACK");
    client.release();
  }

  async endAll(commits: boolean): Promise<void> {
    for (const file of [...this.#open.keys()]) await this.#end(file, commits);
  }

  /** A reading that is killed after so many operations. */
  async read(operations = Number.POSITIVE_INFINITY): Promise<void> {
    const died = crashAfter(operations);
    await queueDecisionEvents({ pool: died.pool(pool) }, this.#follower).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
  }

  /** Ends every writer, and reads until all is read: a killed reading has the position until its connection has ended. */
  async settle(): Promise<void> {
    await this.endAll(true);
    const settled = async () => {
      await this.read();
      return (await pool.query<{ settled: boolean }>(IS_SETTLED)).rows[0]?.settled;
    };
    await vi.waitUntil(settled, { timeout: 90_000 });
  }

  async #send(): Promise<void> {
    const { rows } = await pool.query<{ verification_id: string; sequence: number }>(
      `UPDATE outgoing SET state = 'sent' WHERE state = 'pending' AND sequence IS NOT NULL
       RETURNING verification_id, sequence`,
    );
    for (const { verification_id, sequence } of rows) {
      this.#left.set(verification_id, Math.max(sequence, this.#left.get(verification_id) ?? 0));
    }
  }

  async #restore(): Promise<void> {
    await this.endAll(false);
    await restore(database);
    this.#follower = follow("review_log");
    const [{ newest } = { newest: 0 }] = (
      await pool.query<{ newest: number }>("SELECT COALESCE(max(id), 0) AS newest FROM review_log")
    ).rows;
    this.restored = { entry_id: newest, left: new Map(this.#left) };
  }
}

async function begin(): Promise<Simulation> {
  await pool.query(`TRUNCATE channels, outgoing; UPDATE decision_events_read SET settled_id = 0, read_id = 0`);
  await pool.query(`
    ALTER TABLE review_log DISABLE TRIGGER USER; DELETE FROM review_log;
    ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_append_only;
    ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_never_emptied`);
  for (const [id, events] of Object.entries(CHANNELS)) await createChannel(database, id, events);
  await backUp(database);
  return new Simulation();
}

async function expectQueue(world: Simulation): Promise<void> {
  const queued = await queuedEvents(database);
  const logs = await readLogs(pool, FILES);
  for (const file of FILES) {
    const { events } = readHistory(logs.get(file) ?? []);
    for (const [channel, kinds] of Object.entries(CHANNELS)) {
      const own = queued.filter((event) => event.channel_id === channel && event.verification_id === file);
      const carried = events.filter(({ kind }) => (kinds as readonly string[]).includes(kind));
      expect(own.map(({ kind, sequence }) => [kind, sequence])).toEqual(
        carried.map(({ kind, sequence }) => [kind, sequence]),
      );
      for (const { state, sequence } of own) {
        const isLast = sequence === events.at(-1)?.sequence;
        expect(isLast ? ["pending", "sent"] : ["superseded", "sent"]).toContain(state);
      }
    }
    const { entry_id: last = 0, left } = world.restored ?? {};
    const since = events.filter(({ entry_id }) => entry_id > last);
    for (const { sequence } of since) expect(sequence).toBeGreaterThan(left?.get(file) ?? 0);
  }
}

it("each event of the log is queued once for each channel, by any interleaving, kills and restores", async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const world = await begin();
      try {
        for (const act of all) await world.run(act);
        await world.settle();
        await expectQueue(world);
      } finally {
        await world.endAll(false);
      }
    }),
    { numRuns: examples(20), seed: SEED },
  );
});
