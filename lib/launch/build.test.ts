import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type BuildFolder, buildFolder, type HeldBuild, holdBuild } from "#lib/dashboard/build.ts";
import { build, isBuilt, wasBuilt } from "./build.ts";

let root: string;
let builds: number;
let held: HeldBuild[];
const never = new AbortController().signal;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cotejo-build-"));
  builds = 0;
  held = [];
  write("app/page.tsx", "one");
  write("package-lock.json", "{}");
});
afterEach(() => {
  for (const each of held) each.release();
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Writes a build as Next does: the name of a chunk is the digest of its content. */
async function succeed(folder: BuildFolder): Promise<void> {
  builds += 1;
  write(`${folder}/BUILD_ID`, "the same for all");
  const page = readFileSync(join(root, "app/page.tsx"), "utf8");
  write(`${folder}/static/chunks/${page}.js`, page);
  write(`${folder}/static/manifest.js`, `of ${page}`);
}

/** Builds, and holds the build as the process of a dashboard does. */
async function built(run = succeed): Promise<BuildFolder> {
  const made = await build(root, run, never);
  held.push(made);
  return made.folder;
}

function releaseAll(): void {
  for (const each of held.splice(0)) each.release();
}

const chunksOf = (folder: BuildFolder) =>
  readdirSync(join(root, folder, "static/chunks")).filter((name) => !/br$/.test(name));

test("builds once, and again only when a source has changed", async () => {
  expect(wasBuilt(root)).toBe(false);
  await built();
  await built();
  expect(builds).toBe(1);
  write("app/page.tsx", "two");
  expect(isBuilt(root)).toBe(false);
  expect(wasBuilt(root)).toBe(true);
  await built();
  expect(builds).toBe(2);
});

test("keeps every file of a build in use, and finds it again with its sources", async () => {
  const one = await built();
  write("app/page.tsx", "two");
  await built();
  expect(readFileSync(join(root, one, "static/manifest.js"), "utf8")).toBe("of one");
  expect(chunksOf(one)).toEqual(["one.js"]);
  write("app/page.tsx", "one");
  expect(await built()).toBe(one);
  expect(builds).toBe(2);
});

test("removes only the builds that are not in use", async () => {
  const one = await built();
  write("app/page.tsx", "two");
  const two = await built();
  held.find(({ folder }) => folder === one)?.release();
  write("app/page.tsx", "three");
  const three = await built();
  expect([one, two, three].map((folder) => existsSync(join(root, folder)))).toEqual([false, true, true]);
  expect(holdBuild(root, one)).toBeNull();
});

test("keeps the previous build's files for open tabs, not older ones, and its own where both have one", async () => {
  await built();
  releaseAll();
  write("app/page.tsx", "two");
  const two = await built();
  expect(chunksOf(two)).toEqual(["one.js", "two.js"]);
  expect(readFileSync(join(root, two, "static/manifest.js"), "utf8")).toBe("of two");
  releaseAll();
  write("app/page.tsx", "three");
  expect(chunksOf(await built())).toEqual(["three.js", "two.js"]);
});

test("ignores an incomplete build, and starts the next from nothing", async () => {
  const cut = built(async (folder) => {
    await succeed(folder);
    write(`${folder}/half`, "done");
    throw new Error("killed");
  });
  await expect(cut).rejects.toThrow("killed");
  expect(isBuilt(root)).toBe(false);
  expect(holdBuild(root, buildFolder(root))).toBeNull();
  await built(async (folder) => {
    expect(existsSync(join(root, folder, "half"))).toBe(false);
    await succeed(folder);
  });
  expect(isBuilt(root)).toBe(true);
});

test("discards a build whose sources changed meanwhile, and starts again", async () => {
  const mixed = buildFolder(root);
  const folder = await built(async (folder) => {
    write("app/page.tsx", "two");
    await succeed(folder);
  });
  expect([builds, folder]).toEqual([2, buildFolder(root)]);
  expect(holdBuild(root, mixed)).toBeNull();
  write("app/page.tsx", "three");
  await expect(
    built(async (folder) => {
      await succeed(folder);
      write("app/page.tsx", `${builds}`);
    }),
  ).rejects.toThrow("the sources have changed during each build");
});

test("two starts over one checkout build one after the other, and only once", async () => {
  await Promise.all([built(), built()]);
  expect(builds).toBe(1);
});

test("a build has no file that only its owner may read", async () => {
  const path = join(root, await built());
  const unreadable = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => (statSync(file).mode & 0o044) !== 0o044);
  expect(unreadable).toEqual([]);
});

test("a tree that can't be written to serves its build; without a build the error is one line with the remedy", async () => {
  const folder = await built();
  rmSync(join(root, ".cache"), { recursive: true });
  write(".cache", "root may write everywhere, but makes no folder in a file");
  expect(await built()).toBe(folder);
  write("app/page.tsx", "two");
  await expect(built()).rejects.toThrow(/^there is no build of these sources .*: run `npm run build` as its owner$/);
});
