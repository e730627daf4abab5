import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The version of these sources. Between releases it names the commit if Git is available: `0.5.0-dev+1a2b3c4d`. */
export function sourceVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // Without a folder of its own, Git would name the commit of a repository around it.
  if (!version.endsWith("-dev") || !existsSync(join(root, ".git"))) return version;
  const commit = ["-C", root, "-c", `safe.directory=${root}`, "rev-parse", "--short=8", "HEAD"];
  const { status, stdout } = spawnSync("git", commit, { encoding: "utf8" });
  return status === 0 ? `${version}+${stdout.trim()}` : version;
}
