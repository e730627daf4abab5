import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tryLock } from "./system/data-dir.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cotejo-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("one holder at a time, and nothing beside the file itself", () => {
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
