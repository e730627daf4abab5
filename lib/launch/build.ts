import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { compressFiles } from "#lib/dashboard/compressed-files.ts";
import { type ChildTools, runToEnd } from "./child.ts";
import { LaunchError, readFileIfThere, tryLock, writePrivateFile } from "./system/data-dir.ts";

/** What the dashboard's build is made from; of `lib` everything, since pages reach far into it. */
const SOURCES = [
  "app",
  "components",
  "instrumentation-client.ts",
  "lib",
  "messages",
  "public",
  "next.config.ts",
  "package-lock.json",
  "postcss.config.mjs",
  "proxy.ts",
  "tsconfig.json",
];
const NOT_BUILT = /\.test\.tsx?$/;
const LOCK_POLL_MS = 100;

/** A digest of all that the build depends on. Contents count, not times: a checkout gives every file a new one. */
export function sourcesDigest(root: string): string {
  const hash = createHash("sha256").update(process.version);
  for (const source of SOURCES) {
    for (const path of filesUnder(root, source)) {
      hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
    }
  }
  return hash.digest("hex");
}

function filesUnder(root: string, path: string): string[] {
  try {
    const entries = readdirSync(join(root, path), { withFileTypes: true });
    return entries
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry) => filesUnder(root, `${path}/${entry.name}`));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR") return NOT_BUILT.test(path) ? [] : [path];
    if (code === "ENOENT") return [];
    throw error;
  }
}

export const isBuilt = (root: string): boolean => readFileIfThere(stampFile(root)) === sourcesDigest(root);

/** In the build's own folder, so that removing that removes the claim too. */
const stampFile = (root: string) => join(root, ".next", "cotejo-sources");

/**
 * Builds the dashboard unless the build at hand was made from these very sources. The stamp is taken away before and
 * written after: a build that was killed in the middle is never taken for a whole one, and is begun from nothing, its
 * cache included. Starts over one checkout build one after the other, and the second then finds the work done.
 */
export async function build(root: string, run: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  if (isBuilt(root)) return;
  const release = await waitForLock(root, stopping);
  try {
    if (isBuilt(root)) return;
    const digest = sourcesDigest(root);
    const begun = join(root, ".cache", "build-begun");
    rmSync(readFileIfThere(begun) === null ? stampFile(root) : join(root, ".next"), { recursive: true, force: true });
    writePrivateFile(begun, `${process.pid}\n`);
    await run();
    if (readFileIfThere(join(root, ".next", "BUILD_ID")) === null) throw new LaunchError("the build made nothing");
    await compressFiles(root);
    // Sources that changed meanwhile make the next start build again.
    writePrivateFile(stampFile(root), digest);
    rmSync(begun, { force: true });
  } finally {
    release();
  }
}

/** What `build` runs: Next's own build, in a process of its own. */
export function nextBuild(tools: ChildTools, stopping: AbortSignal): () => Promise<void> {
  const step = { name: "build", args: ["node_modules/next/dist/bin/next", "build"], env: buildEnvironment() };
  return () => runToEnd(step, tools, stopping);
}

async function waitForLock(root: string, stopping: AbortSignal): Promise<() => void> {
  const folder = join(root, ".cache");
  mkdirSync(folder, { recursive: true });
  for (;;) {
    const lock = tryLock(join(folder, "build.lock"));
    if (lock) return lock.release;
    await delay(LOCK_POLL_MS, undefined, { signal: stopping });
  }
}

/** Nothing of this installation goes into the build, secrets least of all. */
function buildEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, CI } = process.env;
  return { PATH, HOME, TMPDIR, CI, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
}
