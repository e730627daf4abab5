import { expect, it, onTestFinished, vi } from "vitest";
import { createActivity } from "./activity.ts";

const LONG = 600_000;

function start(options: Partial<Parameters<typeof createActivity>[0]> = {}) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const look = vi.fn(async (): Promise<number | null> => null);
  const activity = createActivity({ look, signal: stop.signal, busyMs: LONG, lookMs: LONG, ...options });
  return { activity, look, stop };
}

it("ends a rest with the next announcement", async () => {
  const onAnnounce = vi.fn();
  const { activity } = start({ onAnnounce });
  expect(activity.isBusy()).toBe(false);
  const rested = activity.next(activity.count(), LONG);
  activity.announce();
  await expect(rested).resolves.toBeUndefined();
  expect(onAnnounce).toHaveBeenCalledOnce();
  expect(activity.isBusy()).toBe(true);
});

it("misses no announcement that came while a task ran", async () => {
  const { activity } = start();
  const count = activity.count();
  activity.announce();
  await expect(activity.next(count, LONG)).resolves.toBeUndefined();
});

it("rests no longer than asked, and ends with the signal", async () => {
  const { activity, stop } = start();
  await expect(activity.next(activity.count(), 1)).resolves.toBeUndefined();
  const rested = activity.next(activity.count(), LONG);
  stop.abort();
  await expect(rested).resolves.toBeUndefined();
  await expect(activity.next(activity.count(), LONG)).resolves.toBeUndefined();
  await expect(activity.watch()).resolves.toBeUndefined();
});

it.each<[string, () => Promise<number | null>]>([
  ["waiting work", async () => 0],
  ["a look that failed", () => Promise.reject(new Error("no database"))],
])("announces %s, and looks again once the tasks have had time", async (_what, answer) => {
  const { activity, look } = start({ busyMs: 1, lookMs: LONG });
  look.mockImplementationOnce(answer).mockImplementationOnce(answer);
  const woken = activity.next(0, LONG);
  void activity.watch();
  await woken;
  await vi.waitFor(() => expect(activity.count()).toBe(2));
  await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(3));
});

it("asks nothing while the tasks are at work", async () => {
  const { activity, look, stop } = start();
  activity.announce();
  const watched = activity.watch();
  stop.abort();
  await watched;
  expect(look).not.toHaveBeenCalled();
});

it("looks again when known work is due, and at the latest after the interval of looks", async () => {
  const { activity, look } = start({ lookMs: 1 });
  look.mockResolvedValueOnce(LONG).mockResolvedValueOnce(null).mockResolvedValueOnce(0);
  void activity.watch();
  await vi.waitFor(() => expect(activity.count()).toBe(1));
  const { activity: other, look: soon } = start();
  soon.mockResolvedValueOnce(1).mockResolvedValueOnce(0);
  void other.watch();
  await vi.waitFor(() => expect(other.count()).toBe(1));
});
