import { expect, test } from "vitest";
import { createKnownReceivers, type KnownReceiver } from "./known-receivers.ts";

const receiver = (id: string): KnownReceiver => ({ id, awaitsSecret: false, unopened: false, secrets: [] });

/** Receivers with a manual loader and a manual clock. */
function knownWith(load: () => Promise<KnownReceiver[]>) {
  const state = { now: 0, loads: 0, failures: 0 };
  const known = createKnownReceivers(
    () => {
      state.loads += 1;
      return load();
    },
    () => {
      state.failures += 1;
    },
    () => state.now,
  );
  known.stop();
  return { known, state };
}

test("loads at most once a second, however often it is called", async () => {
  const { known, state } = knownWith(async () => [receiver("a")]);
  expect(known.verifies()).toBe(false);
  await Promise.all([known.refresh(), known.refresh(), known.refresh()]);
  expect(known.find("a")).toBeDefined();
  expect(known.find("b")).toBeUndefined();
  state.now = 999;
  await known.refresh();
  expect(state.loads).toBe(1);
  state.now = 1_000;
  await known.refresh();
  expect(state.loads).toBe(2);
});

test("keeps its list when a load fails, but reports it as unreliable", async () => {
  let away = false;
  const { known, state } = knownWith(async () => {
    if (away) throw new Error("away");
    return [receiver("a")];
  });
  expect(await known.refresh()).toBe(true);
  away = true;
  state.now = 2_000;
  expect(await known.refresh()).toBe(false);
  expect(await known.refresh()).toBe(false);
  expect(state).toMatchObject({ loads: 2, failures: 1 });
  expect(known.find("a")).toBeDefined();
  expect(known.verifies()).toBe(true);
});

test("reloads at once after a change, and again after a load that was in progress", async () => {
  const first = Promise.withResolvers<void>();
  const { known, state } = knownWith(async () => {
    if (state.loads === 1) await first.promise;
    return [receiver(`load ${state.loads}`)];
  });
  const loading = known.refresh();
  known.changed();
  first.resolve();
  await loading;
  await expect.poll(() => known.find("load 2")).toBeDefined();
});
