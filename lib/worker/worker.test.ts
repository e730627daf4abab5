import { expect, it } from "vitest";
import { createBell } from "./worker.ts";

const LONG = 600_000;
const never = new AbortController().signal;

it("ends a wait when it rings", async () => {
  const bell = createBell(never);
  const waited = bell.wait(LONG);
  bell.ring();
  await expect(waited).resolves.toBeUndefined();
});

it("remembers a ring that came while nobody waited, once", async () => {
  const stop = new AbortController();
  const bell = createBell(stop.signal);
  bell.ring();
  bell.ring();
  await bell.wait(LONG);
  let ended = false;
  const second = bell.wait(LONG).then(() => {
    ended = true;
  });
  await Promise.resolve();
  expect(ended).toBe(false);
  stop.abort();
  await second;
});

it("ends by itself, and at once when it is told to stop", async () => {
  await expect(createBell(never).wait(1)).resolves.toBeUndefined();
  await expect(createBell(AbortSignal.abort()).wait(LONG)).resolves.toBeUndefined();
});
