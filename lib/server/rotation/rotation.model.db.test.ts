import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { lookAgain } from "./look-again.ts";
import { runRotation } from "./run.ts";
import { startRotation } from "./start.ts";
import { Killed, mortal } from "./testing/mortal.ts";
import { startWorld, type World } from "./testing/world.ts";

/** For hundreds of rotations, on a machine that has other work. */
const PATIENCE_MS = 600_000;

let world: World;

vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.end());
/** Full jitter at its least: nothing waits for its own sake. */
beforeEach(() => vi.spyOn(Math, "random").mockReturnValue(0));

/** What has to hold at every moment, whatever was killed in the middle of what. */
async function expectSound(): Promise<void> {
  expect(await world.isKnown(await world.currentKey()), "a working key is stored").toBe(true);
  expect((await world.owned()).length, "keys that the dashboard has").toBeLessThanOrEqual(2);
  expect(await world.names(), "a key that is somebody else's").toContain("Backend");
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

const twoAdmins = command("two admins start at once", async ({ engines }, model) => {
  const underWay = model.started && !["done", "abandoned"].includes((await world.newest()).state);
  const outcomes = await Promise.allSettled(engines.map((engine) => startRotation({}, engine)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(underWay ? 0 : 1);
  model.started = true;
});

const workers = command("two workers run", async ({ engines }) => {
  await Promise.all(engines.map((engine) => runRotation(engine)));
});

const killed = (operations: number) =>
  command(`a worker dies after ${operations} operations`, async ({ context }) => {
    await runRotation(mortal(context, operations)).catch((error: unknown) => {
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

const looks = command("a worker looks for lost keys", async ({ engines }) => {
  await lookAgain(engines[0]).catch(() => undefined);
});

const commands = fc.commands<Model, World, true>(
  [
    fc.constant(twoAdmins),
    fc.constant(workers),
    fc.constant(looks),
    fc.integer({ min: 0, max: 70 }).map(killed),
    fc
      .tuple(fc.constantFrom(...FAULTS), fc.constantFrom("POST", "GET", "DELETE"), fc.integer({ min: 1, max: 4 }))
      .map((given) => fault(...given)),
  ],
  { maxCommands: 14 },
);

/** The service is healthy again and a worker runs: whatever happened before, nothing is left of it. */
async function recover(model: Model): Promise<void> {
  await world.heal();
  if (!model.started) await startRotation({}, world.engines[0]);
  await runRotation(world.engines[0]);
  const { state } = await world.newest();
  expect(["done", "abandoned"]).toContain(state);
  const current = await world.currentKey();
  // What hangs until its caller has gone, and is done then, is found by looking again.
  await vi.waitFor(async () => {
    await lookAgain(world.engines[0]);
    expect(await world.names()).toHaveLength(2);
  });
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
        await world.begin();
        const model: Model = { started: false };
        await fc.asyncModelRun(() => ({ model, real: world }), given);
        await recover(model);
      }),
      { numRuns: 25, endOnFailure: true },
    );
  },
  PATIENCE_MS,
);

it(
  "killed between any two operations, it is finished by the next worker",
  async () => {
    // Each operation counts before and after, and after one is before the next.
    for (let operations = 0; ; operations += 2) {
      await world.begin();
      await startRotation({}, world.engines[0]);
      const outcome = await runRotation(mortal(world.context, operations)).then(
        () => "finished",
        (error: unknown) => error,
      );
      await expectSound();
      await runRotation(world.engines[0]);
      expect((await world.newest()).state, `after ${operations} operations`).toBe("done");
      expect(await world.names()).toHaveLength(2);
      expect(await world.owned()).toEqual([await world.currentKey()]);
      expect(await world.isKnown(world.firstKey())).toBe(false);
      if (outcome === "finished") {
        expect(operations).toBeGreaterThan(60);
        break;
      }
      expect(outcome).toBeInstanceOf(Killed);
    }
  },
  PATIENCE_MS,
);
