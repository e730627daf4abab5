import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { build, isBuilt, sourcesDigest } from "./build.ts";

let root: string;
let builds: number;
const never = new AbortController().signal;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cotejo-build-"));
  builds = 0;
  write("app/page.tsx", "one");
  write("package-lock.json", "{}");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function succeed(): Promise<void> {
  builds += 1;
  write(".next/BUILD_ID", String(builds));
}

test("builds once, and again only when a source has changed", async () => {
  await build(root, succeed, never);
  await build(root, succeed, never);
  expect(builds).toBe(1);
  write("app/page.tsx", "two");
  expect(isBuilt(root)).toBe(false);
  await build(root, succeed, never);
  expect(builds).toBe(2);
});

test("times and tests do not count, contents and names do", () => {
  const before = sourcesDigest(root);
  utimesSync(join(root, "app/page.tsx"), 1, 1);
  write("app/page.test.tsx", "new");
  expect(sourcesDigest(root)).toBe(before);
  write("lib/contract/new.ts", "");
  expect(sourcesDigest(root)).not.toBe(before);
});

test("a build that was cut short is not taken for one, and the next begins from nothing", async () => {
  await build(root, succeed, never);
  write("app/page.tsx", "two");
  const cut = build(
    root,
    async () => {
      write(".next/half", "done");
      throw new Error("killed");
    },
    never,
  );
  await expect(cut).rejects.toThrow("killed");
  expect(isBuilt(root)).toBe(false);
  // Back to what the first build was made from: its stamp must not be trusted any more.
  write("app/page.tsx", "one");
  expect(isBuilt(root)).toBe(false);
  await build(
    root,
    async () => {
      expect(existsSync(join(root, ".next/half"))).toBe(false);
      await succeed();
    },
    never,
  );
  expect(isBuilt(root)).toBe(true);
});

test("two starts over one checkout build one after the other, and only once", async () => {
  await Promise.all([build(root, succeed, never), build(root, succeed, never)]);
  expect(builds).toBe(1);
});
