import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { examples, patience } from "#test/effort.ts";
import { Killed } from "#test/mortal.ts";
import type { Context } from "./context.ts";
import { lookAgain } from "./look-again.ts";
import { runRotation } from "./run.ts";
import { startRotation } from "./start.ts";
import { mortal } from "./testing/mortal.ts";
import { type Watch, watch } from "./testing/watched.ts";
import { inWorld, type World } from "./testing/world.ts";

/** For hundreds of rotations, on a machine that has other work. */
const PATIENCE_MS = patience(600_000);
/** A worker that has not come to rest by then never does. */
const RESTLESS_MS = 120_000;
/** A rotation that nothing stands in the way of waits once. */
const MOST_ROUNDS = 20;

/** What was asked for late is done soon after. */
const SETTLING = { timeout: 60_000 };

let world: World;
let watched: Watch;

inWorld((started) => {
  world = started;
  watched = watch(world);
});

/** What has to hold at every moment, whatever was killed in the middle of what. */
async function expectSound(): Promise<void> {
  expect(await world.isKnown(await world.currentKey()), "a working key is stored").toBe(true);
  expect((await world.owned()).length, "keys that the dashboard has").toBeLessThanOrEqual(2);
  expect(await world.names(), "a key that is somebody else's").toContain("Backend");
  expect(watched.wrongs()).toEqual([]);
}

/** Two workers that live. */
const engines = () => world.engines.map((engine) => watched.on(engine));
const engine = () => watched.on(world.engines[0]);

async function begin(): Promise<void> {
  await world.begin();
  watched.begin();
}

async function run(context: Context): Promise<void> {
  const patience = AbortSignal.timeout(RESTLESS_MS);
  await runRotation(context, patience);
  expect(patience.aborted, "the worker does not come to rest").toBe(false);
}

/** Lets a worker run until the rotation has ended, and returns how; meanwhile the time of calls with the old key passes. */
async function runToItsEnd(context = engine()): Promise<string> {
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
    await run(context);
    const { state } = await world.newest();
    if (state === "done" || state === "abandoned") return state;
    await world.pass();
  }
  return expect.unreachable("the rotation does not end");
}

type Model = { started: boolean };
type Command = fc.AsyncCommand<Model, World, true>;

const command = (name: string, act: (world: World, model: Model) => Promise<void>): Command => ({
  check: async () => true,
  toString: () => name,
  async run(model, real) {
    await act(real, model);
    await expectSound();
  },
});

const twoAdmins = command("two admins start at once", async (_, model) => {
  const underWay = model.started && !["done", "abandoned"].includes((await world.newest()).state);
  const outcomes = await Promise.allSettled(engines().map((context) => startRotation({}, context)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(underWay ? 0 : 1);
  model.started = true;
});

const workers = command("two workers run", async () => {
  await Promise.all(engines().map(run));
});

const drained = command("the calls with the old key end, and two workers run", async () => {
  await Promise.all(engines().map(run));
  await world.pass();
  await Promise.all(engines().map(run));
});

const killed = (operations: number) =>
  command(`a worker dies after ${operations} operations`, async ({ context }) => {
    await run(mortal(watched.on(context), operations)).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
  });

const FAULTS = [
  ["lost"],
  ["truncate"],
  ["late"],
  ["hang"],
  ["html"],
  ["redirect"],
  ["status", 500],
  ["status", 503],
  ["status", 429],
  ["status", 403],
  ["status", 404],
  ["status", 409],
] as const;

const fault = ([kind, status]: (typeof FAULTS)[number], method: string, count: number) =>
  command(`${count} × ${method}: ${kind} ${status ?? ""}`, async (real) =>
    real.fault({ kind, method, count, ...(status === undefined ? {} : { status }) }),
  );

const looks = command("a worker looks for lost keys", async () => {
  await lookAgain(engine()).catch(() => undefined);
});

const comesTrue = command("what attempts asked for that were given up comes true", () => watched.comeTrue());

const stillborn = command("the next new key does not work", async () => watched.letBeStillborn());

const powerless = command("the next new key may do nothing", async () => watched.letBePowerless());

/** The service does what it is asked for, and the answer is lost. */
const lost = fc.constantFrom(1, 2).map((count) => fault(["lost"], "POST", count));

/** It says that there is no such key, and does nothing. */
const undeleted = fc.constantFrom(1, 2).map((count) => fault(["status", 404], "DELETE", count));

const commands = fc.commands<Model, World, true>(
  [
    fc.constant(twoAdmins),
    fc.constant(workers),
    fc.constant(drained),
    fc.constant(looks),
    fc.constant(comesTrue),
    fc.constant(stillborn),
    fc.integer({ min: 0, max: 70 }).map(killed),
    fc.constant(powerless),
    lost,
    undeleted,
    fc
      .tuple(fc.constantFrom(...FAULTS), fc.constantFrom("POST", "GET", "DELETE"), fc.integer({ min: 1, max: 4 }))
      .map((given) => fault(...given)),
  ],
  { maxCommands: 14, size: "max" },
);

/** The service is healthy again and a worker runs: whatever happened before, nothing is left of it. */
async function recover(model: Model): Promise<void> {
  await world.heal();
  if (!model.started) await startRotation({}, engine());
  const late = watched.isLate();
  const state = await runToItsEnd();
  // Nothing was left to come true later: with the last step there is nothing to look for.
  if (state === "done" && !late) expect(await world.names(), "at the end").toHaveLength(2);
  await watched.comeTrue();
  const current = await world.currentKey();
  // What hangs until its caller has gone, and is done then, is found by looking again.
  await vi.waitFor(async () => {
    await lookAgain(engine());
    expect(await world.names()).toHaveLength(2);
  }, SETTLING);
  expect(await world.owned()).toEqual([current]);
  await expectSound();
  if (state !== "done") return;
  expect(current).not.toBe(world.firstKey());
  const old = await world.service.call("GET", "/api-keys", { key: world.firstKey() });
  expect(old.status).toBe(401);
}

it(
  "any faults, any kills, two at once: a working key is stored throughout, and in the end there is no orphan",
  async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (given) => {
        await begin();
        const model: Model = { started: false };
        await fc.asyncModelRun(() => ({ model, real: world }), given);
        await recover(model);
      }),
      { numRuns: examples(8), endOnFailure: true },
    );
  },
  PATIENCE_MS,
);

it(
  "killed between any two operations, it is finished by the next worker",
  async () => {
    // Each operation counts before and after, and after one is before the next.
    for (let operations = 0; ; operations += 2) {
      await begin();
      await startRotation({}, engine());
      const outcome = await runToItsEnd(mortal(watched.on(world.context), operations)).catch((error: unknown) => error);
      await expectSound();
      expect(await runToItsEnd(), `after ${operations} operations`).toBe("done");
      await expectSound();
      expect(await world.names()).toHaveLength(2);
      expect(await world.owned()).toEqual([await world.currentKey()]);
      expect(await world.isKnown(world.firstKey())).toBe(false);
      if (outcome === "done") {
        expect(operations).toBeGreaterThan(60);
        break;
      }
      expect(outcome).toBeInstanceOf(Killed);
    }
  },
  PATIENCE_MS,
);
