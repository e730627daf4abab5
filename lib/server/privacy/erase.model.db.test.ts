import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { placeHold } from "#lib/server/custody/holds.ts";
import { drainInbox } from "#lib/server/inbox/drain.ts";
import { rebuildProjections } from "#lib/server/inbox/replay.ts";
import { type Delivery, storeDeliveries } from "#lib/server/inbox/store-deliveries.ts";
import { computeInsights } from "#lib/server/insights/compute/task.ts";
import { runDueReads } from "#lib/server/refresh/due.ts";
import { addVerifications } from "#lib/server/refresh/import.ts";
import { readVerification } from "#lib/server/refresh/read-verification.ts";
import { scheduleSilenceReads } from "#lib/server/refresh/tasks.ts";
import { evaluateDue } from "#lib/server/review/due.ts";
import { chooseTitleFields, fillTitles } from "#lib/server/titles/fill-titles.ts";
import { examples } from "#test/effort.ts";
import { ownDatabase } from "#test/own-database.ts";
import { dumpProjections } from "#test/projections.ts";
import { WORKING_TABLES } from "./blocking/block.ts";
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
type World = { id: string; neighbour: string; sent: Delivery[] };

const send = async (world: World, deliveries: Delivery[]) => {
  world.sent.push(...deliveries);
  await storeDeliveries(pool, deliveries);
};

let run = 0;

/** The concurrent actions of an installation's processes. */
const ACTS = {
  delivery: ({ id, neighbour, ...world }: World) =>
    send({ id, neighbour, ...world }, [created(id), finished(neighbour)]),
  finished: (world: World) => send(world, [finished(world.id)]),
  copies: (world: World) => storeDeliveries(pool, world.sent.slice(-3)),
  strange: (world: World) => send(world, [strange(`{"about":{"any":"${world.id}"}}`)]),
  worker: () => drainInbox(database, { batchSize: 3 }),
  reading: ({ id }: World) => read(id, "verification"),
  people: ({ id }: World) => read(id, "people"),
  slowReading: ({ id }: World) => read(id, "verification", 40),
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
const erase = ({ id }: World) =>
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
      const world: World = { id: `erased-${run}-x`, neighbour: `neighbour-${run}-x`, sent: [] };
      await ACTS.delivery(world);
      const perform = async (acts: readonly Act[]) => {
        for (const name of acts) await (name === "erase" ? erase(world) : ACTS[name](world));
      };
      await Promise.all([...arranged.map(perform), erase(world)]);
      await erase(world);
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
        await ACTS[name](world);
      }
      expect(await rowsThatHold(pool, world.id)).toEqual([]);
      await read(world.neighbour, "verification");
      await drainInbox(database);
      await fillTitles(database, never);
      const neighbour = () => dumpProjections(pool, world.neighbour);
      const before = await neighbour();
      expect(before).toContain("finished");
      expect(await rowsThatHold(pool, `Casa ${world.neighbour}`)).toContain("verification_summaries.title");
      await rebuildProjections(database);
      expect(await neighbour()).toBe(before);
      expect(await rowsThatHold(pool, world.id)).toEqual([]);
    }),
    { numRuns: examples(10), endOnFailure: true },
  );
});

it("for any concurrent work, a blocked verification is in no projection, each of its deliveries is kept, and its neighbour is complete", async () => {
  await fc.assert(
    fc.asyncProperty(lanes, async (arranged) => {
      run += 1;
      const world: World = { id: `blocked-${run}-x`, neighbour: `beside-${run}-x`, sent: [] };
      await ACTS.delivery(world);
      await placeHold({ verification_id: world.id, reason: "Oficio" }, USER, database);
      const block = () =>
        eraseVerification({ verification_id: world.id }, actor, database).then(
          (answer) => expect(answer).toMatchObject({ blocked_until: null }),
          (error) => expect(error).toMatchObject({ code: "BLOCKED" }),
        );
      const perform = async (acts: readonly Act[]) => {
        for (const name of acts) await (name === "erase" ? block() : ACTS[name](world));
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
        await ACTS[name](world);
      await read(world.neighbour, "verification");
      const before = await dumpProjections(pool, world.neighbour);
      await rebuildProjections(database);
      await drainInbox(database);
      expect(await dumpProjections(pool, world.neighbour)).toContain("finished");
      expect(before).toContain("finished");
      const places = await rowsThatHold(pool, world.id);
      expect(places.filter((place) => WORKING_TABLES.some((table) => place.startsWith(`${table}.`)))).toEqual([]);
      const own = world.sent.filter(({ body }) => body.includes(world.id)).map(({ signature }) => signature);
      const { rows } = await pool.query("SELECT state FROM inbox WHERE signature = ANY ($1)", [own]);
      expect(rows).toEqual(Array(own.length).fill({ state: "blocked" }));
    }),
    { numRuns: examples(6), endOnFailure: true },
  );
});

it("comes back after an import, whatever is in progress at that moment", async () => {
  const world: World = { id: "imported-x", neighbour: "imported-neighbour-x", sent: [] };
  await ACTS.delivery(world);
  await drainInbox(database);
  await erase(world);
  const reported: unknown[] = [];
  const importing = addVerifications(
    [world.id],
    (line) => reported.push(line),
    { signal: never, actor, client: knowingService(pause(20)) },
    database,
  );
  let done = false;
  const ended = importing.finally(() => {
    done = true;
  });
  while (!done) await Promise.all([drainInbox(database), ACTS.delivery(world), ACTS.copies(world)]);
  await ended;
  expect(reported).toEqual([{ verification_id: world.id, outcome: "added" }]);
  expect(await dumpProjections(pool, world.id)).toContain("finished");
});
