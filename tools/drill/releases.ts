import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { InstalledRelease } from "./install-release.ts";

/**
 * Versions that are upgraded in place, oldest first: releases, and a commit between two releases with installations. A
 * clone may lack tags. A version is added after it is made, since no commit can contain its own hash.
 */
const RELEASES = [
  { version: "0.1.0", commit: "d6ddae8d5234bc255e486773f383e13bbd362e21" },
  { version: "0.2.0", commit: "78f4af8e5dfcc7a4f5e5de2a9d1c8f4c5420de65" },
  { version: "0.3.0", commit: "77a4cfe8b8956510c911bee99c7f68b60708f105" },
  { version: "0.4.0", commit: "dd7cbc6663d4ac851593c15808a66cc65e9a5453" },
  { version: "c62ca277", commit: "c62ca277cda7051f23cd80c2182177344d0290a6" },
  { version: "0.5.0", commit: "51a0158b87e68a643cb92cb08a796e436b39e2cb" },
] as const;

export const ROOT = join(import.meta.dirname, "../..");

/** A version of Cotejo on this machine; its sources are in `root`. */
export type Sources = { version: string; root: string };

/**
 * The sources of a release or another commit. They run with today's packages, which Node finds above their folder. They are
 * cached in the project, so that parallel runs share them. Throws an Error of one line if the clone lacks the commit.
 */
export function sourcesOf({ version, commit }: { version: string; commit: string }): Sources {
  const releases = join(ROOT, ".cache", "releases");
  const root = join(releases, commit);
  if (existsSync(root)) return { version, root };
  mkdirSync(releases, { recursive: true });
  const taken = mkdtempSync(join(releases, "taken-"));
  try {
    const archive = join(taken, "archive.tar");
    const tree = join(taken, "tree");
    mkdirSync(tree);
    takeArchive(version, commit, archive);
    execFileSync("tar", ["-xf", archive, "-C", tree]);
    renameSync(tree, root);
  } catch (error) {
    // A parallel run may have made the folder first.
    if (!existsSync(root)) throw error;
  } finally {
    rmSync(taken, { recursive: true, force: true });
  }
  return { version, root };
}

/** Declares the repository safe, since Git refuses a clone of another owner, as in containers. */
function takeArchive(version: string, commit: string, file: string): void {
  const args = ["-C", ROOT, "-c", `safe.directory=${ROOT}`, "archive", `--output=${file}`, commit];
  try {
    execFileSync("git", args, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
  } catch (error) {
    const [reason] = String((error as { stderr?: string }).stderr || error).split("\n");
    throw new Error(`this clone lacks commit ${commit} (${version}): fetch the whole history (${reason})`);
  }
}

/** Links today's packages into an older version's folder, since Next's compiler does not look outside of it. */
export function linkPackages({ root }: Sources): void {
  const linked = join(root, "node_modules");
  const lock = (folder: string) => readFileSync(join(folder, ".package-lock.json"), "utf8");
  const today = join(ROOT, "node_modules");
  if (existsSync(linked) && lock(linked) === lock(today)) return;
  rmSync(linked, { recursive: true, force: true });
  const begun = mkdtempSync(join(root, "packages-"));
  execFileSync("cp", ["-al", today, begun]);
  renameSync(join(begun, "node_modules"), linked);
  rmSync(begun, { recursive: true });
}

export const allReleases = (): Sources[] => RELEASES.map(sourcesOf);

export const newestRelease = () => RELEASES[RELEASES.length - 1] ?? RELEASES[0];

/** The sources of a version, of the newest one without a name. Throws an Error of one line that names the known versions. */
export function releaseNamed(name: string = newestRelease().version): Sources {
  const release = RELEASES.find(({ version }) => version === name);
  if (!release) throw new Error(`name one of ${RELEASES.map(({ version }) => version).join(", ")}`);
  return sourcesOf(release);
}

/** Migrates an empty database to a release's schema, and adds a webhook and an account. */
export async function installRelease({ root, version }: Sources, databaseUrl: string): Promise<InstalledRelease> {
  const child = fork(join(import.meta.dirname, "install-release.ts"), [root, databaseUrl], { execArgv: [] });
  const ended = once(child, "exit").then(() => {
    throw new Error(`${version} can't be installed`);
  });
  // The process ends by itself after its answer.
  ended.catch(() => undefined);
  const [installed] = await Promise.race([once(child, "message"), ended]);
  return installed;
}
