import { expect, it, onTestFinished, vi } from "vitest";
import { createDueTasks, type DueTask } from "./run-when-due.ts";

const FAR = 600_000;

const soon = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });

/** Runs one task; `dues` are the answers to the looks, the last of them for all further looks. */
function start(dues: (number | null | Error)[], more: Partial<DueTask> = {}) {
  const stop = new AbortController();
  const onProblem = vi.fn();
  const run = vi.fn(async (): Promise<unknown> => undefined);
  const look = vi.fn(async () => {
    const due = dues.length > 1 ? dues.shift() : dues[0];
    if (due instanceof Error) throw due;
    return [due ?? null];
  });
  const tasks: DueTask[] = [{ name: "one", everyMs: 1, due: "SELECT NULL", run, ...more }];
  const due = createDueTasks({ tasks, look, signal: stop.signal, onProblem });
  const ended = due.run();
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  return { run, look, onProblem, announce: due.announce, stop, ended };
}

it("runs a task at its start, and then only when its work is due", async () => {
  const { run, look } = start([null, null, 0, null]);
  await soon(() => expect(look.mock.calls.length).toBeGreaterThan(3));
  expect(run).toHaveBeenCalledTimes(2);
});

it("looks at the time at which work is due", async () => {
  const { run, look } = start([5, 0, FAR]);
  await soon(() => expect(run).toHaveBeenCalledTimes(2));
  expect(look.mock.calls.length).toBeGreaterThanOrEqual(2);
});

it("looks again after an announcement, also after one during a look", async () => {
  const { run, look, announce } = start([null]);
  await soon(() => expect(look).toHaveBeenCalled());
  const before = look.mock.calls.length;
  announce();
  await soon(() => expect(look.mock.calls.length).toBeGreaterThan(before));
  expect(run).toHaveBeenCalledOnce();
});

it("runs a task with unstated work after an announcement, and after its own time", async () => {
  const { run, announce } = start([null], { atLeastMs: FAR });
  await soon(() => expect(run).toHaveBeenCalledOnce());
  announce();
  await soon(() => expect(run).toHaveBeenCalledTimes(2));
  const { run: often } = start([null], { atLeastMs: 1 });
  await soon(() => expect(often.mock.calls.length).toBeGreaterThan(2));
});

it("never runs a task twice at once, and waits for a run at the end", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { run, look, stop, ended } = start([0]);
  run.mockImplementation(() => promise);
  await soon(() => expect(look.mock.calls.length).toBeGreaterThan(2));
  const before = run.mock.calls.length;
  await soon(() => expect(look.mock.calls.length).toBeGreaterThan(5));
  expect(run.mock.calls.length).toBeLessThanOrEqual(before + 1);
  stop.abort();
  let over = false;
  void ended.then(() => {
    over = true;
  });
  await new Promise(setImmediate);
  expect(over).toBe(false);
  resolve();
  await ended;
});

it("reports a failing task and runs it again, and all tasks after a failed look", async () => {
  const { run, onProblem } = start([0]);
  run.mockRejectedValueOnce(new Error("broken"));
  await soon(() => expect(run.mock.calls.length).toBeGreaterThan(1));
  expect(onProblem.mock.calls).toEqual([["one", new Error("broken")]]);
  const { run: other } = start([new Error("no database")]);
  await soon(() => expect(other.mock.calls.length).toBeGreaterThan(1));
});
