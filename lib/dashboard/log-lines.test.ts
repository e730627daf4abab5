import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { captureConsole, createLogLines } from "./log-lines.ts";

let lines: [string, object, string][];
const write = (level: string) => (facts: object, text: string) => void lines.push([level, facts, text]);
const log = { error: write("error"), warn: write("warn"), info: write("info") } as unknown as Parameters<
  typeof createLogLines
>[0];

beforeEach(() => {
  lines = [];
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => vi.useRealTimers());

it("the first refusal of a status is logged at once, then one line a minute with the count", () => {
  const { refused } = createLogLines(log);
  for (let count = 0; count < 50; count++) refused(400);
  refused(421);
  vi.advanceTimersByTime(60_000);
  refused(400);
  expect(lines).toEqual([
    ["warn", { status: 400, times: 1 }, "a request was refused"],
    ["warn", { status: 421, times: 1 }, "a request was refused"],
    ["warn", { status: 400, times: 50 }, "a request was refused"],
  ]);
});

it("console output is logged by its place, without text that a stranger may have written, and within a bound", () => {
  const target = { ...console };
  captureConsole(createLogLines(log), target);
  const forged = "forged";
  const strange = (text: string) => Object.assign(new Error(text), { code: "ERR_STRANGE" });
  for (let count = 0; count < 100; count++) {
    target.error(strange(`<${forged} ${count}>\n{"level":30}`), forged);
    target.error("\u001b[31m⨯\u001b[39m", `Invalid query of /verifications?q=${forged}`);
    target.warn(`${forged}\u001b[31m ${count}`, { forged });
    target.warn("A warning without\n  a variable");
  }
  expect(JSON.stringify(lines)).not.toContain(forged);
  const at = expect.arrayContaining([expect.stringContaining("log-lines.test.ts")]);
  const digest = expect.stringMatching(/^[0-9a-f]{16}$/);
  expect(lines).toEqual([
    [
      "error",
      { faults: [{ name: "Error", code: "ERR_STRANGE", at: expect.any(Array) }], times: 1 },
      "Next reports an error",
    ],
    ["error", { digest, at, times: 1 }, "Next reports a text"],
    ["warn", { digest, at, times: 1 }, "Next reports a text"],
    ["warn", { digest, at, times: 1 }, "Next reports a text"],
  ]);
});

it("an answer broken off on purpose is not logged as an error", () => {
  const lost = new CotejoError("FILE_UNREACHABLE", 502, "The file could not be reached.");
  createLogLines(log).console("error", [new Error("failed to pipe response", { cause: lost })]);
  expect(lines.map(([level, facts]) => [level, facts])).toMatchObject([
    ["warn", { faults: [{ name: "Error" }, { name: "CotejoError", code: "FILE_UNREACHABLE" }] }],
  ]);
});

it("errors of different places are logged as different lines", () => {
  const { fault } = createLogLines(log);
  fault(new Error("one"));
  fault(new TypeError("another"));
  fault("no error at all");
  expect(lines.map(([level, , text]) => [level, text])).toEqual(Array(3).fill(["error", "request failed"]));
});
