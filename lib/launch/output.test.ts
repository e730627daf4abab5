import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOutput } from "./output.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotejo-output-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const INFO = JSON.stringify({ level: 30, msg: "stored" });
const WARNING = JSON.stringify({ level: 40, msg: "slow" });

function written(terminal: boolean) {
  const shown: string[] = [];
  const target = { write: (text: string) => shown.push(text) > 0 };
  const output = createOutput(folder, terminal, { stdout: target, stderr: target });
  output.take("receiver", Readable.from([`${INFO}\n${WARNING}\n`]), Readable.from(["Error: broken\n    at here\n"]));
  return { shown, output };
}

test("a terminal shows warnings, the file holds everything", async () => {
  const { shown, output } = written(true);
  const log = () =>
    readFileSync(join(folder, "logs", "receiver.log"), "utf8")
      .split("\n")
      .filter(Boolean)
      .sort();
  await expect.poll(log).toEqual([INFO, WARNING, "Error: broken", "    at here"].sort());
  expect(shown).toEqual([`${WARNING}\n`]);
  expect(output.lastWords("receiver")).toBe("Error: broken");
});

test("without a terminal everything is passed on and nothing kept", async () => {
  const { shown } = written(false);
  await expect.poll(() => shown.length).toBe(4);
  expect(() => readFileSync(join(folder, "logs", "receiver.log"))).toThrow("ENOENT");
});
