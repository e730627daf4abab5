import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { buildFolder, lockOf, NoBuildError, openBuild, stampOf } from "./build.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cotejo-build-"));
  write("app/page.tsx", "one");
  vi.stubEnv("COTEJO_BUILD", undefined);
  vi.stubEnv("__NEXT_PRIVATE_STANDALONE_CONFIG", undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Makes a folder like a build. */
function make(folder: string): string {
  const path = join(root, folder);
  mkdirSync(path, { recursive: true });
  writeFileSync(lockOf(path), "");
  writeFileSync(stampOf(path), "");
  writeFileSync(join(path, "required-server-files.json"), JSON.stringify({ config: { distDir: folder } }));
  return path;
}

it("names a build by the contents and names of its sources, ignoring times and tests", () => {
  const before = buildFolder(root);
  expect(before).toMatch(/^\.next.builds.[\da-f]{16}$/);
  utimesSync(join(root, "app/page.tsx"), 1, 1);
  write("app/page.test.tsx", "new");
  expect(buildFolder(root)).toBe(before);
  write("lib/contract/new.ts", "");
  expect(buildFolder(root)).not.toBe(before);
});

it("opens the build of the sources, and passes its name and its configuration to Next", () => {
  const path = make(buildFolder(root));
  expect(openBuild(root)).toBe(path);
  expect(process.env.COTEJO_BUILD).toBe(buildFolder(root));
  expect(process.env.__NEXT_PRIVATE_STANDALONE_CONFIG).toBe(JSON.stringify({ distDir: buildFolder(root) }));
});

it("opens the build that the launcher names, even if the sources have changed", () => {
  const path = make(buildFolder(root));
  vi.stubEnv("COTEJO_BUILD", buildFolder(root));
  write("app/page.tsx", "two");
  expect(openBuild(root)).toBe(path);
});

it("names the remedy if there is no complete build of the sources", () => {
  make(buildFolder(root));
  write("app/page.tsx", "two");
  expect(() => openBuild(root)).toThrow(NoBuildError);
  expect(() => openBuild(root)).toThrow("run `npm run build`");
  rmSync(stampOf(make(buildFolder(root))));
  expect(() => openBuild(root)).toThrow(NoBuildError);
});
