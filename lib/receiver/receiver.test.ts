import { expect, test } from "vitest";
import { createProblemReporter, type Problem } from "./receiver.ts";

test("a problem is logged at once, then at most every ten seconds, with its count", () => {
  const reported: Problem[] = [];
  let now = 0;
  const report = createProblemReporter(
    (problem) => reported.push(problem),
    () => now,
  );
  for (let index = 0; index < 5; index += 1) report("not stored", new Error("away"));
  report("no heartbeat", Object.assign(new Error('value "secret" is wrong'), { code: "22P02" }));
  now = 10_000;
  report("not stored", "whatever");
  expect(reported).toEqual([
    { what: "not stored", reason: "away", times: 1 },
    { what: "no heartbeat", reason: "22P02", times: 1 },
    { what: "not stored", reason: "unknown", times: 5 },
  ]);
});
