import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { embeddedSecret, openDataDir, tryLock } from "./data-dir.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotejo-data-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a second start over the same folder is refused, and names the holder", () => {
  const first = openDataDir(folder);
  expect(() => openDataDir(folder)).toThrow(`already runs over this DATA_DIR, ${folder} (process ${process.pid})`);
  first.release();
  openDataDir(folder).release();
});

test("the folder stays locked when its lock object is garbage collected", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  (() => openDataDir(folder))();
  await setImmediate();
  collect();
  expect(openDataDir(folder, { optional: true })).toBeNull();
});

test("a folder that cannot be created is one clear line", () => {
  writeFileSync(join(folder, "file"), "");
  expect(() => openDataDir(join(folder, "file"))).toThrow(/^DATA_DIR: can't write to .*\(E/);
});

test("a folder below a file is one clear line, not an endless retry", () => {
  expect(() => openDataDir("/proc/cotejo/data")).toThrow("DATA_DIR: can't write to /proc/cotejo/data (E");
});

test("parent folders are created too, for their owner alone", () => {
  openDataDir(join(folder, "above", "data")).release();
  expect(statSync(join(folder, "above")).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "above", "data")).mode & 0o777).toBe(0o700);
});

test("the secret is created once and only its owner can read it", () => {
  const secret = embeddedSecret(folder);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(embeddedSecret(folder)).toBe(secret);
  expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, "secret"), "utf8").trim()).toBe(secret);
});

test("a lost secret beside a database is an error, not a new secret", () => {
  mkdirSync(join(folder, "postgres"));
  expect(() => embeddedSecret(folder)).toThrow(/^COTEJO_SECRET: /);
});

describe("a lock on a file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cotejo-lock-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("has one holder at a time, and leaves nothing beside the file", () => {
    const path = join(folder, "lock");
    const first = tryLock(path);
    expect(first).not.toBeNull();
    expect(tryLock(path)).toBeNull();
    expect(readdirSync(folder)).toEqual(["lock"]);
    first?.release();
    const second = tryLock(path);
    expect(second).not.toBeNull();
    second?.release();
  });
});
