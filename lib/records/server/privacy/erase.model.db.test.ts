/** @module-tag crash-models */

import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { rebuildProjections } from "#lib/core/server/inbox/replay.ts";
import { type Delivery, storeDeliveries } from "#lib/core/server/inbox/store-deliveries.ts";
import { runDueReads } from "#lib/core/server/refresh/due.ts";
import { addVerifications } from "#lib/core/server/refresh/import.ts";
import { readVerification } from "#lib/core/server/refresh/read-verification.ts";
import { scheduleSilenceReads } from "#lib/core/server/refresh/tasks.ts";
import { chooseTitleFields, fillTitles } from "#lib/core/server/titles/fill-titles.ts";
import { changeCustodyPolicy, readCustodyPolicy } from "#lib/desk/server/custody/policy.ts";
import { evaluateDue } from "#lib/desk/server/review/due.ts";
import { computeInsights } from "#lib/insights/server/compute/task.ts";
import { DERIVED_TABLES } from "#lib/tables.ts";
import { examples } from "#tools/test/effort.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { dumpProjections } from "#tools/test/projections.ts";
import { eraseVerification } from "./erase.ts";
import { created, finished, strange } from "./testing/deliveries.ts";
import { rowsThatHold } from "./testing/rows-that-hold.ts";
import { knowingService } from "./testing/service.ts";

beforeEach(() => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
});

const database = await ownDatabase();
const { pool } = database;
/** Title and tax id in `knowingService`'s answers contain the file's id. */
const LEGAL = { title: ["/company/legal_name"], tax_id: ["/company/rfc"] };
await chooseTitleFields(LEGAL, database);
const actor = { user: null, address: null, user_agent: null };
const USER = "00000000-0000-4000-8000-000000000001";
const never = new AbortController().signal;

/** An erased verification, and a neighbour that is not. */
type ModelFiles = { id: string; neighbour: string; sent: Delivery[] };

const send = async (files: ModelFiles, deliveries: Delivery[]) => {
  files.sent.push(...deliveries);
  await storeDeliveries(pool, deliveries);
};

/** Undecided files have to be kept, so that an erasure blocks them. */
async function keepUndecided(profile: "lfpiorpi" | "variables" = "lfpiorpi"): Promise<void> {
  const { version } = await readCustodyPolicy(pool);
  const other = { profile: "variables" as const };
  await changeCustodyPolicy({ version, accepted: other, rejected: other, undecided: { profile } }, USER, database);
}

let run = 0;

/** The concurrent actions of an installation's processes. */
const ACTS = {
  delivery: ({ id, neighbour, ...files }: ModelFiles) =>
    send({ id, neighbour, ...files }, [created(id), finished(neighbour)]),
  finished: (files: ModelFiles) => send(files, [finished(files.id)]),
  copies: (files: ModelFiles) => storeDeliveries(pool, files.sent.slice(-3)),
  strange: (files: ModelFiles) => send(files, [strange(`{"about":{"any":"${files.id}"}}`)]),
  worker: () => drainInbox(database, { batchSize: 3 }),
  reading: ({ id }: ModelFiles) => read(id, "verification"),
  people: ({ id }: ModelFiles) => read(id, "people"),
  slowReading: ({ id }: ModelFiles) => read(id, "verification", 40),
  dueReads: () => runDueReads(database, knowingService(pause(3)), never),
  silence: () => scheduleSilenceReads(database),
  rebuild: () => rebuildProjections(database),
  choice: () => chooseTitleFields({ ...LEGAL, title: [`/choice/${run}`, ...LEGAL.title] }, database),
  fill: () => fillTitles(database, never),
  insights: () => evaluateDue(database, never).then(() => computeInsights(database)),
};
type Act = keyof typeof ACTS | "erase";

const read = async (verification_id: string, subject: "verification" | "people", ms = 3) => {
  await readVerification(database, knowingService(pause(ms)), {
    verification_id,
    subject,
    userId: "somebody",
    deadlineMs: 1_000,
  });
};

/** True once it is erased; nothing may be known of it yet. */
const erase = ({ id }: ModelFiles) =>
  eraseVerification({ verification_id: id }, actor, database).then(
    () => true,
    (error: { code: string }) => {
      expect(["NOT_FOUND", "ERASED"]).toContain(error.code);
      return error.code === "ERASED";
    },
  );

const act = fc.constantFrom<Act>(...(Object.keys(ACTS) as (keyof typeof ACTS)[]), "erase", "delivery");
const lanes = fc.array(fc.array(act, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 4 });

it("for any concurrent work, an erased verification is nowhere, and its neighbour is complete", async () => {
  await fc.assert(
    fc.asyncProperty(lanes, async (arranged) => {
      run += 1;
      const files: ModelFiles = { id: `erased-${run}-x`, neighbour: `neighbour-${run}-x`, sent: [] };
      await ACTS.delivery(files);
      const perform = async (acts: readonly Act[]) => {
        for (const name of acts) await (name === "erase" ? erase(files) : ACTS[name](files));
      };
      await Promise.all([...arranged.map(perform), erase(files)]);
      await erase(files);
      // Deliveries under way, and later ones.
      for (const name of [
        "dueReads",
        "worker",
        "delivery",
        "copies",
        "strange",
        "reading",
        "people",
        "worker",
      ] as const) {
        await ACTS[name](files);
      }
      expect(await rowsThatHold(pool, files.id)).toEqual([]);
      await read(files.neighbour, "verification");
      await drainInbox(database);
      await fillTitles(database, never);
      const neighbour = () => dumpProjections(pool, files.neighbour);
      const before = await neighbour();
      expect(before).toContain("finished");
      expect(await rowsThatHold(pool, `Casa ${files.neighbour}`)).toContain("verification_summaries.title");
      await rebuildProjections(database);
      expect(await neighbour()).toBe(before);
      expect(await rowsThatHold(pool, files.id)).toEqual([]);
    }),
    { numRuns: examples(10), endOnFailure: true },
  );
});

it("for any concurrent work, a blocked verification is in no projection, each of its deliveries is kept, and its neighbour is complete", async () => {
  await fc.assert(
    fc.asyncProperty(lanes, async (arranged) => {
      run += 1;
      const files: ModelFiles = { id: `blocked-${run}-x`, neighbour: `beside-${run}-x`, sent: [] };
      await ACTS.delivery(files);
      await keepUndecided();
      const block = () =>
        eraseVerification({ verification_id: files.id }, actor, database).then(
          (answer) => expect(answer).toMatchObject({ blocked_until: expect.any(String) }),
          (error) => expect(error).toMatchObject({ code: "BLOCKED" }),
        );
      const perform = async (acts: readonly Act[]) => {
        for (const name of acts) await (name === "erase" ? block() : ACTS[name](files));
      };
      await Promise.all([...arranged.map(perform), block()]);
      for (const name of [
        "dueReads",
        "worker",
        "delivery",
        "copies",
        "strange",
        "reading",
        "people",
        "worker",
      ] as const)
        await ACTS[name](files);
      await read(files.neighbour, "verification");
      const before = await dumpProjections(pool, files.neighbour);
      await rebuildProjections(database);
      await drainInbox(database);
      expect(await dumpProjections(pool, files.neighbour)).toContain("finished");
      expect(before).toContain("finished");
      const places = await rowsThatHold(pool, files.id);
      expect(places.filter((place) => DERIVED_TABLES.some((table) => place.startsWith(`${table}.`)))).toEqual([]);
      const own = files.sent.filter(({ body }) => body.includes(files.id)).map(({ signature }) => signature);
      const { rows } = await pool.query("SELECT state FROM inbox WHERE signature = ANY ($1)", [own]);
      expect(rows).toEqual(Array(own.length).fill({ state: "blocked" }));
    }),
    { numRuns: examples(6), endOnFailure: true },
  );
});

it("comes back after an import, whatever is in progress at that moment", async () => {
  await keepUndecided("variables");
  const files: ModelFiles = { id: "imported-x", neighbour: "imported-neighbour-x", sent: [] };
  await ACTS.delivery(files);
  await drainInbox(database);
  await erase(files);
  const reported: unknown[] = [];
  const importing = addVerifications(
    [files.id],
    (line) => reported.push(line),
    { signal: never, actor, client: knowingService(pause(20)) },
    database,
  );
  let done = false;
  const ended = importing.finally(() => {
    done = true;
  });
  while (!done) await Promise.all([drainInbox(database), ACTS.delivery(files), ACTS.copies(files)]);
  await ended;
  expect(reported).toEqual([{ verification_id: files.id, outcome: "added" }]);
  expect(await dumpProjections(pool, files.id)).toContain("finished");
});
