import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  BUILDS,
  type BuildFolder,
  buildFolder,
  type HeldBuild,
  holdBuild,
  lockOf,
  stampOf,
} from "#lib/dashboard/build.ts";
import { addFiles, compressFiles, filesOf } from "#lib/dashboard/build-files.ts";
import { type ChildTools, runToEnd } from "./child.ts";
import { LaunchError, readFileIfThere, tryLock, writePrivateFile } from "./system/data-dir.ts";

const LOCKS = ".cache";
const LOCK_POLL_MS = 100;
/** How often a build restarts after a change of sources during the build. */
const MAX_TRIES = 3;

type Run = (folder: BuildFolder) => Promise<void>;

/** Whether there is a complete build of the current sources. */
export const isBuilt = (root: string): boolean => existsSync(stampOf(join(root, buildFolder(root))));

export const wasBuilt = (root: string): boolean => existsSync(join(root, BUILDS));

/**
 * Builds the dashboard into the folder of its sources, unless that build exists. The stamp is written last, so that an
 * interrupted build never counts as complete and starts from nothing. Starts over one checkout build one after the
 * other, and the second one finds the build of the first. Other builds are removed, except builds in use.
 */
export async function build(root: string, run: Run, stopping: AbortSignal): Promise<HeldBuild> {
  const found = holdBuild(root, buildFolder(root));
  if (found) return found;
  checkWritable(root);
  const release = await waitForLock(root, stopping);
  try {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const folder = buildFolder(root);
      const madeMeanwhile = holdBuild(root, folder);
      if (madeMeanwhile) return madeMeanwhile;
      const path = join(root, folder);
      removeBuild(path);
      await run(folder);
      if (!existsSync(join(path, "BUILD_ID"))) throw new LaunchError("the build made nothing");
      await compressFiles(path);
      // A build during which the sources changed matches neither version.
      if (buildFolder(root) !== folder) continue;
      const own = filesOf(path);
      addFilesOfOthers(root, folder);
      writeFileSync(lockOf(path), "");
      writePrivateFile(stampOf(path), own.join("\n"));
      // A build of another user must read the stamp, to take over the files that it names.
      chmodSync(stampOf(path), 0o644);
      const made = holdBuild(root, folder);
      if (!made) throw new LaunchError(`the build in ${folder} was removed as soon as it was made`);
      removeOthers(root, folder);
      return made;
    }
    throw new LaunchError("the sources have changed during each build: start again once they stay as they are");
  } finally {
    release();
  }
}

const othersThan = (root: string, folder: BuildFolder): string[] =>
  readdirSync(join(root, BUILDS))
    .filter((name) => name !== basename(folder))
    .map((name) => join(root, BUILDS, name));

/** Adds the own files of other builds only: a tab is served until the second build after its own. */
function addFilesOfOthers(root: string, folder: BuildFolder): void {
  for (const other of othersThan(root, folder)) {
    const names = readFileIfThere(stampOf(other));
    if (names !== null) addFiles(join(root, folder), other, names.split("\n"));
  }
}

function removeOthers(root: string, kept: BuildFolder): void {
  for (const path of othersThan(root, kept)) {
    try {
      const lock = tryLock(lockOf(path));
      if (!lock) continue;
      removeBuild(path);
      lock.release();
    } catch {
      // Without the right to remove a build, it only costs disk space.
    }
  }
}

/** Removes the stamp first: if the process is killed in the middle, the rest is no build. */
function removeBuild(path: string): void {
  rmSync(stampOf(path), { force: true });
  rmSync(path, { recursive: true, force: true });
}

/** `onLine` gets the lines that Next prints. */
export function nextBuild(tools: ChildTools, stopping: AbortSignal, onLine?: (line: string) => void): Run {
  const args = ["node_modules/next/dist/bin/next", "build"];
  return (folder) => runToEnd({ name: "build", args, env: buildEnvironment(folder), onLine }, tools, stopping);
}

/** Checks that this user may build: a package's tree may be read-only for the user who serves it. */
function checkWritable(root: string): void {
  try {
    for (const folder of [join(root, LOCKS), join(root, BUILDS)]) {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
    }
  } catch {
    throw new LaunchError(
      `there is no build of these sources for Node ${process.version}, and this user may not write to ${root}: run \`npm run build\` as its owner`,
    );
  }
}

async function waitForLock(root: string, stopping: AbortSignal): Promise<() => void> {
  for (;;) {
    const lock = tryLock(join(root, LOCKS, "build.lock"));
    if (lock) return lock.release;
    await delay(LOCK_POLL_MS, undefined, { signal: stopping });
  }
}

/** The environment of a build without anything of this installation, least of all secrets. */
function buildEnvironment(folder: BuildFolder): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, CI } = process.env;
  return { PATH, HOME, TMPDIR, CI, COTEJO_BUILD: folder, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
}
