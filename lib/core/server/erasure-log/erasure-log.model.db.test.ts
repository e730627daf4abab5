/** @module-tag crash-models */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { liftErasure } from "#lib/core/server/erasure-log/erasure-log.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { createMarkKey, markOf } from "#lib/core/server/inbox/erasure-marks.ts";
import { storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import { readVerification } from "#lib/core/server/refresh/read-verification.ts";
import { masterKey } from "#lib/core/server/vault/vault.ts";
import { inTransaction } from "#lib/platform/server/db/database.ts";
import { blockIn } from "#lib/records/server/privacy/blocking/block.ts";
import { eraseIn, eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { created } from "#lib/records/server/privacy/testing/deliveries.ts";
import { knowingService } from "#lib/records/server/privacy/testing/service.ts";
import { examples } from "#tools/test/effort.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";
import { appendMark, reconcileErasureLog } from "./erasure-log.ts";
import { readErasureLog } from "./erasure-log-file.ts";

const SECRET = "a master secret of at least 32 characters";
/** The folders of the erasing machine, and of another one with a worker only. */
const here = temporaryFolder("cotejo-log-here-");
const elsewhere = join(temporaryFolder("cotejo-log-elsewhere-"), "backups");

beforeEach(() => {
  vi.stubEnv("COTEJO_SECRET", SECRET);
  vi.stubEnv("BACKUP_DIR", here);
});

const database = await ownDatabase();
const { pool } = database;
const actor = { user: null, address: null, user_agent: null };

/** The concurrent actions of an installation's processes, some of which are killed meanwhile. */
const ACTS = {
  delivery: (id: string) => storeDeliveries(pool, [created(id)]),
  worker: () => drainInbox(database),
  erase: (verification_id: string) => known(eraseVerification({ verification_id }, actor, database)),
  eraseAndDie: (verification_id: string) => known(inTransaction(pool, (tx) => eraseIn(tx, { verification_id }, actor))),
  block: (verification_id: string) =>
    known(
      inTransaction(pool, (tx) => blockIn(tx, { verification_id }, actor)).then(() =>
        appendMark({ pool }, verification_id),
      ),
    ),
  blockAndDie: (verification_id: string) => known(inTransaction(pool, (tx) => blockIn(tx, { verification_id }, actor))),
  import: (verification_id: string) =>
    readVerification(database, knowingService(pause(2)), {
      verification_id,
      subject: "verification",
      userId: "somebody",
      deadlineMs: 1_000,
      importedBy: actor,
    }),
  lift: (id: string) => inTransaction(pool, (tx) => liftErasure(tx, id, actor)),
  liftAndFail: (id: string) =>
    inTransaction(pool, async (tx) => {
      await liftErasure(tx, id, actor);
      throw new Failed();
    }).catch((error) => {
      if (!(error instanceof Failed)) throw error;
    }),
  reconcile: () => reconcileErasureLog(database),
  reconcileElsewhere: () => reconcileErasureLog(database, elsewhere),
} satisfies Record<string, (id: string) => Promise<unknown>>;
type Act = keyof typeof ACTS;

class Failed extends Error {}

/** Nothing may be known of it, or no longer. */
const known = (erasing: Promise<unknown>) =>
  erasing.catch((error: { code: string }) => expect(["NOT_FOUND", "ERASED", "BLOCKED"]).toContain(error.code));

const weighted = fc.constantFrom<Act>(...(Object.keys(ACTS) as Act[]), "delivery", "erase", "lift");
const lanes = fc.array(fc.array(weighted, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 4 });

const STATE = `
  SELECT 'erased' AS kind FROM erased_verifications WHERE id_hash = $1
  UNION ALL SELECT 'blocked' FROM blocked_verifications WHERE id_hash = $1`;

let run = 0;

it("after any concurrent and interrupted erasures, liftings and blockings, one pass of the worker makes each log agree with the database", async () => {
  await createMarkKey(database);
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(lanes, async (arranged) => {
      run += 1;
      const id = `ver_logged_${run}`;
      await ACTS.delivery(id);
      await Promise.all(
        arranged.map(async (acts) => {
          for (const name of acts) await ACTS[name](id);
        }),
      );
      const mark = await markOf(pool, id);
      const { rows } = await pool.query<{ kind: string }>(STATE, [mark]);
      for (const directory of [here, elsewhere]) {
        await reconcileErasureLog(database, directory);
        const log = await readErasureLog(directory, [masterKey(SECRET)]);
        const kind = log.newest.get(mark?.toString("hex") ?? "")?.kind ?? "lifted";
        expect(kind).toBe(rows[0]?.kind ?? "lifted");
        expect(log.unreadable).toBe(0);
        expect(await reconcileErasureLog(database, directory)).toBe(0);
        seen.add(kind);
      }
    }),
    { numRuns: examples(20), endOnFailure: true, examples: [[[["block"], ["delivery", "worker"]]]] },
  );
  expect([...seen].toSorted()).toEqual(["blocked", "erased", "lifted"]);
});
