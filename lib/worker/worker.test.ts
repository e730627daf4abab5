import { expect, it } from "vitest";
import { createBell } from "./worker.ts";

const LONG = 600_000;
const never = new AbortController().signal;

it("ends a wait when it rings", async () => {
  const bell = createBell();
  const waited = bell.wait(LONG, never);
  bell.ring();
  await expect(waited).resolves.toBeUndefined();
});

it("remembers a ring that came while nobody waited, once", async () => {
  const bell = createBell();
  bell.ring();
  bell.ring();
  await bell.wait(LONG, never);
  let ended = false;
  const stop = new AbortController();
  const second = bell.wait(LONG, stop.signal).then(() => {
    ended = true;
  });
  await Promise.resolve();
  expect(ended).toBe(false);
  stop.abort();
  await second;
});

it("ends by itself, and at once when it is told to stop", async () => {
  await expect(createBell().wait(1, never)).resolves.toBeUndefined();
  await expect(createBell().wait(LONG, AbortSignal.abort())).resolves.toBeUndefined();
});
