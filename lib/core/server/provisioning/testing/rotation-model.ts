import { expect, vi } from "vitest";
import { isUnderWay } from "#lib/core/contract/provisioning/flow.ts";
import { startRotation } from "#lib/core/server/keys/rotation/commands.ts";
import { listRotations } from "#lib/core/server/keys/rotation/record.ts";
import { runRotation } from "#lib/core/server/keys/rotation/run.ts";
import type { Context } from "#lib/core/server/keys/rotation/steps.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { startWorld } from "./keys-world.ts";
import { ANY_FAULT, type Model } from "./model.ts";
import { watch } from "./rotation-watch.ts";

/** Timeout of a worker that does not finish its steps. */
const RUN_TIMEOUT_MS = 120_000;
/** Time within which late requests are completed. */
const LATE_REQUESTS = { timeout: 60_000 };

/** The rotation of the dashboard's own key, beside a key of another system. */
export async function rotationModel(): Promise<Model<Context>> {
  const world = await startWorld();
  const watched = watch(world);
  const actor: Model<Context>["actor"] = (process, operations) => watched.on(world.contextOf(process, operations));

  async function run(context: Context): Promise<void> {
    const timeout = AbortSignal.timeout(RUN_TIMEOUT_MS);
    await runRotation(context, timeout);
    expect(timeout.aborted, "the worker does not come to rest").toBe(false);
  }
  async function next(): Promise<"start" | "go on" | null> {
    const [rotation] = await listRotations(world.database);
    if (!rotation) return "start";
    return isUnderWay(rotation) ? "go on" : null;
  }

  async function expectSound(): Promise<void> {
    expect(await world.isKnown(await world.currentKey()), "a working key is stored").toBe(true);
    expect((await world.owned()).length, "keys that the dashboard has").toBeLessThanOrEqual(2);
    expect(await world.names(), "a key of another system").toContain("Backend");
    expect(watched.violations()).toEqual([]);
  }

  return {
    actor,
    end: () => world.end(),
    async begin() {
      await world.begin();
      watched.begin();
    },
    actions: {
      start: (context) => startRotation({}, context),
      work: run,
      /** The time for calls with the old key passes between two runs. */
      "go on": async (context) => {
        await world.pass();
        await run(context);
      },
    },
    next,
    again: true,
    events: {
      "two admins start at once": async () => {
        const underWay = (await next()) === "go on";
        const outcomes = await Promise.allSettled(([0, 1] as const).map((one) => startRotation({}, actor(one))));
        expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(underWay ? 0 : 1);
      },
      "a worker looks for lost keys": async () => {
        await world.dayPasses();
        await world.deleteLateKeys().catch(() => undefined);
      },
      "given-up attempts are completed late": () => watched.completeLate(),
      "the next new key does not work": async () => watched.letBeStillborn(),
      "the next new key may do nothing": async () => watched.letBePowerless(),
    },
    faults: { ...ANY_FAULT, kinds: [...ANY_FAULT.kinds, ["late"], ["hang"], ["redirect"], ["status", 429]] },
    operations: 60,
    fault: (fault) => world.fault(fault),
    heal: world.heal,
    tolerates: (error) => error instanceof CotejoError && error.code === "CONFLICT",
    expectSound,
    async expectEnd(killed) {
      const { state } = await world.newest();
      if (killed) expect(state).toBe("done");
      // Without late requests no search is needed after the last step.
      if (state === "done" && !watched.isLate()) expect(await world.names(), "at the end").toHaveLength(2);
      await watched.completeLate();
      const current = await world.currentKey();
      // A hanging request that succeeds after its caller has gone is found by a later search.
      await vi.waitFor(async () => {
        await world.dayPasses();
        await world.deleteLateKeys();
        expect(await world.names()).toHaveLength(2);
      }, LATE_REQUESTS);
      expect(await world.owned()).toEqual([current]);
      await expectSound();
      if (state !== "done") return;
      expect(current).not.toBe(world.firstKey());
      const old = await world.service.call("GET", "/api-keys", { key: world.firstKey() });
      expect(old.status).toBe(401);
    },
  };
}
