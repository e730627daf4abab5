import { expect, it } from "vitest";
import { createPause } from "./worker.ts";

const LONG = 600_000;
const never = new AbortController().signal;

it("ends a wait on a wake-up", async () => {
  const pause = createPause(never);
  const waited = pause.wait(LONG);
  pause.wake();
  await expect(waited).resolves.toBeUndefined();
});

it("remembers a wake-up without a waiter, once", async () => {
  const stop = new AbortController();
  const pause = createPause(stop.signal);
  pause.wake();
  pause.wake();
  await pause.wait(LONG);
  let ended = false;
  const second = pause.wait(LONG).then(() => {
    ended = true;
  });
  await Promise.resolve();
  expect(ended).toBe(false);
  stop.abort();
  await second;
});

it("ends by itself, and at once on a stop", async () => {
  await expect(createPause(never).wait(1)).resolves.toBeUndefined();
  await expect(createPause(AbortSignal.abort()).wait(LONG)).resolves.toBeUndefined();
});
