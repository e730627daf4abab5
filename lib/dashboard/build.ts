import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The sources of the dashboard's build, with all of `lib`, since pages import much of it. */
const SOURCES = [
  "app",
  "components",
  "instrumentation-client.ts",
  "instrumentation.ts",
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
const NAME_LENGTH = 16;

/** The folder of builds. Each build has a folder of its own: no build ever replaces files in use. */
export const BUILDS = join(".next", "builds");

/**
 * A build's folder below the project's, named by a digest of its sources. `next.config.ts` reads it from the environment,
 * as does a dashboard that its launcher restarts after a change of sources.
 */
export type BuildFolder = string;

/** The folder for the current sources. Contents count, not times: a checkout gives every file a new time. */
export function buildFolder(root: string): BuildFolder {
  const hash = createHash("sha256").update(process.version);
  for (const path of sourceFiles(root)) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  return join(BUILDS, hash.digest("hex").slice(0, NAME_LENGTH));
}

/** Paths of the sources below the project's folder, in a fixed order. */
export const sourceFiles = (root: string): string[] => SOURCES.flatMap((source) => filesUnder(root, source));

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

/** The stamp of a complete build, with the names of its own files for browsers; it is written last and removed first. */
export const stampOf = (path: string): string => join(path, "cotejo-whole");

/** Locked shared by each process that uses the build, and exclusively by the process that removes it. */
export const lockOf = (path: string): string => join(path, "cotejo-in-use");

/** A build that is not removed until its release or the end of this process. */
export type HeldBuild = { folder: BuildFolder; release(): void };

/** References to held locks, which garbage collection would close. */
const held = new Set<DatabaseSync>();

/**
 * Protects a build from removal by a kernel lock like `tryLock` in `lib/launch/system/data-dir.ts`, but shared. Null
 * without a complete build.
 */
export function holdBuild(root: string, folder: BuildFolder): HeldBuild | null {
  const path = join(root, folder);
  if (!existsSync(lockOf(path))) return null;
  const database = new DatabaseSync(lockOf(path), { readOnly: true, timeout: 0 });
  const release = () => {
    if (held.delete(database)) database.close();
  };
  held.add(database);
  try {
    database.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
    if (existsSync(stampOf(path))) return { folder, release };
  } catch (error) {
    // Otherwise another process is removing it.
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
  }
  release();
  return null;
}

const SQLITE_BUSY = 5;

/** An error shown by its message alone. */
export class NoBuildError extends Error {
  override name = "NoBuildError";
}

/** Opens the served build for Next, and returns its path: the build that the launcher names, else the sources' build. */
export function openBuild(root: string): string {
  const folder = process.env.COTEJO_BUILD || buildFolder(root);
  if (!holdBuild(root, folder)) {
    throw new NoBuildError(`there is no build of these sources for Node ${process.version}: run \`npm run build\``);
  }
  process.env.COTEJO_BUILD = folder;
  const path = join(root, folder);
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = configurationOf(path);
  return path;
}

/**
 * The configuration that a build was made with, from the build itself. Next reads none from a file where this variable is
 * set, as in the servers that it writes for `output: "standalone"`: reading TypeScript would load its compiler, which a
 * package lacks. `next({ conf })` has no effect behind a server of one's own (vercel/next.js, issue 87429).
 */
const configurationOf = (path: string): string =>
  JSON.stringify(JSON.parse(readFileSync(join(path, "required-server-files.json"), "utf8")).config);
