import { expect, test } from "vitest";
import { paced } from "./refetch.ts";

/** Work that ends when told to. */
function manual() {
  const runs: { added: number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const add = paced<number>(
    (added) =>
      new Promise<void>((end, fail) => {
        runs.push({ added, end, fail });
      }),
  );
  return { runs, add };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("what is added while a run is under way goes together in the next one", async () => {
  const { runs, add } = manual();
  add([1]);
  add([2]);
  add([3, 4]);
  expect(runs.map((run) => run.added)).toEqual([[1]]);
  runs[0]?.end();
  await settle();
  expect(runs.map((run) => run.added)).toEqual([[1], [2, 3, 4]]);
});

test("after all is done the next one starts at once", async () => {
  const { runs, add } = manual();
  add([1]);
  runs[0]?.end();
  await settle();
  add([2]);
  expect(runs.map((run) => run.added)).toEqual([[1], [2]]);
});

test("a run that fails keeps nobody waiting", async () => {
  const { runs, add } = manual();
  add([1]);
  add([2]);
  runs[0]?.fail(new Error("away"));
  await settle();
  expect(runs.map((run) => run.added)).toEqual([[1], [2]]);
});

test("nothing added runs nothing", () => {
  const { runs, add } = manual();
  add([]);
  expect(runs).toEqual([]);
});
