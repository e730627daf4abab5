import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOutput, type OutputMode } from "./output.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotejo-output-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const INFO = JSON.stringify({ level: 30, msg: "stored" });
const WARNING = JSON.stringify({ level: 40, msg: "slow" });

function written(mode: OutputMode) {
  const shown: string[] = [];
  const target = { write: (text: string) => shown.push(text) > 0 };
  const output = createOutput(folder, mode, { stdout: target, stderr: target });
  output.take("receiver", Readable.from([`${INFO}\n${WARNING}\n`]), Readable.from(["Error: broken\n    at here\n"]));
  return { shown, output };
}

test("a terminal shows warnings, the file holds everything", async () => {
  const { shown, output } = written("terminal");
  const log = () =>
    readFileSync(join(folder, "logs", "receiver.log"), "utf8")
      .split("\n")
      .filter(Boolean)
      .sort();
  await expect.poll(log).toEqual([INFO, WARNING, "Error: broken", "    at here"].sort());
  expect(shown).toEqual([`${WARNING}\n`]);
  expect(output.lastErrorLine("receiver")).toBe("Error: broken");
});

test("without a terminal everything is passed on and nothing kept", async () => {
  const { shown } = written("plain");
  await expect.poll(() => shown.length).toBe(4);
  expect(() => readFileSync(join(folder, "logs", "receiver.log"))).toThrow("ENOENT");
});

test("for a collector of logs each line is an object: what a process writes otherwise is its message", async () => {
  const { shown } = written("json");
  await expect.poll(() => shown.length).toBe(4);
  expect(shown).toContain(`${INFO}\n`);
  expect(shown.map((line) => JSON.parse(line))).toContainEqual({
    level: 40,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    process: "receiver",
    msg: "Error: broken",
  });
});
