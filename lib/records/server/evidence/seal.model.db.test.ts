/** @module-tag crash-models */
import fc from "fast-check";
import type pg from "pg";
import { expect, it, vi } from "vitest";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { writeAudit } from "#lib/platform/server/audit/write.ts";
import { inTransaction } from "#lib/platform/server/db/database.ts";
import { certify, leavesOf } from "#lib/records/server/privacy/blocking/certificates.ts";
import { crashAfter, Killed } from "#tools/test/crash-after.ts";
import { examples, SEED } from "#tools/test/effort.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { checkEvidence } from "./check.ts";
import { followSealed } from "./progress.ts";
import { sealEvidence } from "./seal.ts";
import { type SealedTable, WRITERS } from "./testing/entries.ts";
import { sealAndSettle } from "./testing/settle.ts";

/*
 * Any interleaving of writers whose transactions overlap, deletions, and sealings of which some are killed: each committed
 * entry is sealed once, none that was rolled back is, and the log is without findings.
 */

vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
const database = await ownDatabase();
const { pool } = database;
const TABLES = Object.keys(WRITERS) as SealedTable[];

type Act =
  | { do: "write"; writer: number; table: number }
  | { do: "commit" | "roll back"; writer: number }
  | { do: "delete" }
  | { do: "seal"; operations: number; batch: number };

const writer = fc.nat(2);
const acts = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant("write" as const), writer, table: fc.nat(TABLES.length - 1) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constantFrom("commit" as const, "commit" as const, "roll back" as const), writer }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("seal" as const),
        operations: fc.oneof(fc.nat(60), fc.constant(10_000)),
        batch: fc.integer({ min: 1, max: 4 }),
      }),
    },
  ),
  { minLength: 5, maxLength: 40, size: "max" },
);

/** Deletes the oldest delivery as an erasure does, without its lock, which waits for the open transactions of this test. */
const eraseOldest = () =>
  inTransaction(pool, async (tx) => {
    const [oldest] = (await tx.query<{ id: number }>("SELECT min(id) AS id FROM inbox")).rows;
    const leaves = await leavesOf(tx, "ver_none", oldest?.id ? [oldest.id] : []);
    await tx.query("DELETE FROM inbox WHERE id = $1", [oldest?.id]);
    const given = { cause: "by_hand", blocked_at: null, rows: {}, tables: new Map(), leaves } as const;
    const certificate_id = await certify(tx, given, SYSTEM_ACTOR);
    const ids = { verification_id: "ver_none" };
    await writeAudit(tx, { action: "verification.erased", ids, actor: SYSTEM_ACTOR, after: { certificate_id } });
  });

class World {
  readonly #open = new Map<number, pg.PoolClient>();
  /** The followers of a worker that continues after failed sealings. */
  readonly #followers = followSealed();

  async run(act: Act): Promise<void> {
    if (act.do === "write") await this.#write(act.writer, TABLES[act.table] as SealedTable);
    else if (act.do === "delete") await eraseOldest();
    else if (act.do === "seal") await this.seal(act.batch, act.operations);
    else await this.#end(act.writer, act.do === "commit");
  }

  async #write(name: number, table: SealedTable): Promise<void> {
    const client = this.#open.get(name) ?? (await pool.connect());
    if (!this.#open.has(name)) await client.query("BEGIN");
    this.#open.set(name, client);
    await WRITERS[table](client);
  }

  async #end(name: number, commits: boolean): Promise<void> {
    const client = this.#open.get(name);
    this.#open.delete(name);
    await client?.query(commits ? "COMMIT" : "ROLLBACK");
    client?.release();
  }

  async seal(batch: number, operations: number): Promise<void> {
    const died = crashAfter(operations);
    const options = { batch, followers: this.#followers, rest: async () => undefined };
    await sealEvidence({ pool: died.pool(pool) }, options).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
  }

  async endAll(): Promise<void> {
    for (const name of [...this.#open.keys()]) await this.#end(name, true);
  }
}

const UNSEALED = `
  SELECT 'audit' AS kind, id FROM audit_log UNION ALL SELECT 'review', id FROM review_log
  UNION ALL SELECT 'delivery', id FROM inbox UNION ALL SELECT 'event', id FROM evidence_events
  EXCEPT SELECT kind, source_id FROM evidence_leaves`;

it("seals each committed entry once, in any order of commits", async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (list) => {
      const world = new World();
      try {
        for (const act of list) await world.run(act);
        expect((await checkEvidence(database)).findings).toEqual([]);
      } finally {
        await world.endAll();
      }
      await sealAndSettle(database);
      expect((await pool.query(UNSEALED)).rows).toEqual([]);
      expect((await checkEvidence(database)).findings).toEqual([]);
    }),
    { numRuns: examples(15), seed: SEED, endOnFailure: true },
  );
});
