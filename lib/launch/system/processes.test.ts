import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDataDir } from "./data-dir.ts";
import { endLeftovers, processIdentity } from "./processes.ts";

const fixture = (name: string) => join(import.meta.dirname, "..", "testing", `${name}.ts`);

let folder: string;
let holder: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotejo-leftovers-"));
});
afterEach(() => {
  holder?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the small launcher and returns the pid of its child. */
async function hold(behaviour: string): Promise<number> {
  holder = fork(fixture("holder"), [folder, fixture("child"), behaviour], { execArgv: [] });
  const [{ child }] = await new Promise<[{ child: number }]>((resolve) => {
    holder?.once("message", (message) => resolve([message as { child: number }]));
  });
  return child;
}

async function killHolder(): Promise<void> {
  const gone = new Promise((resolve) => holder?.once("exit", resolve));
  holder?.kill("SIGKILL");
  await gone;
}

test("a child ends by itself when its launcher is killed, and the folder is unlocked", async () => {
  const child = await hold("waits");
  expect(() => openDataDir(folder)).toThrow("already runs");
  await killHolder();
  openDataDir(folder).release();
  await expect.poll(() => processIdentity(child)).toBeNull();
});

test("the next start ends a surviving child", async () => {
  const child = await hold("stubborn");
  await killHolder();
  expect(processIdentity(child)).not.toBeNull();
  expect(await endLeftovers(folder)).toEqual(["child"]);
  expect(processIdentity(child)).toBeNull();
});

test("a process that only shares the number of a recorded one is left alone", async () => {
  const child = await hold("waits");
  writeFileSync(
    join(folder, "processes.json"),
    JSON.stringify([{ name: "child", pid: child, identity: "another boot 1" }]),
  );
  expect(await endLeftovers(folder)).toEqual([]);
  expect(processIdentity(child)).not.toBeNull();
});

test("an unreadable ledger ends no process", async () => {
  writeFileSync(join(folder, "processes.json"), "{");
  expect(await endLeftovers(folder)).toEqual([]);
});
