import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { sourceVersion } from "#lib/platform/server/base/source-version.ts";
import { runtimePackages } from "./packages.ts";
import { copyBuild, copyLibraries, copyPackages, copySources, filesOf, sizes } from "./tree.ts";

/*
 * `npm run package [-- --without-postgres]` writes an archive of everything that production needs to `dist`. The archive
 * starts by `./cotejo start` on a machine without Node, npm and network.
 */

const ROOT = join(import.meta.dirname, "../..");
/** The maximum size when unpacked, without PostgreSQL. */
const MAX_MB = 350;

const { values } = parseArgs({ options: { "without-postgres": { type: "boolean", default: false } } });
const withPostgres = !values["without-postgres"];
const version = sourceVersion(ROOT);
const name = `cotejo-${version}-${process.platform}-${process.arch}${withPostgres ? "" : "-without-postgres"}`;
const tree = join(ROOT, ".cache", "package", name);
const archive = join(ROOT, "dist", `${name}.tar.gz`);

rmSync(tree, { recursive: true, force: true });
for (const folder of [tree, dirname(archive)]) mkdirSync(folder, { recursive: true });
run(process.execPath, ["lib/launch/main.ts", "build"]);
const packages = runtimePackages(ROOT, { withPostgres });
copySources(ROOT, tree, version);
copyBuild(ROOT, tree);
copyPackages(ROOT, tree, packages.paths);
copyLibraries(ROOT, tree);
writeFileSync(join(tree, "sbom.cdx.json"), packages.bom);
const files = filesOf(tree).sort();
writeFileSync(join(tree, "SHA256SUMS"), files.map((file) => digestOf(file, relative(tree, file))).join(""));
// The same commit gives the same archive: sorted, without users, and with the commit's time.
const time = spawnSync("git", ["log", "-1", "--format=%cI"], { cwd: ROOT, encoding: "utf8" }).stdout.trim();
const same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=${time}`, "--mode=u+rw,go+r-w,a+X"];
run("tar", [...same, "-C", dirname(tree), "-czf", archive, basename(tree)]);
writeFileSync(`${archive}.sha256`, digestOf(archive, basename(archive)));

const parts = sizes(tree);
rmSync(tree, { recursive: true });
for (const [part, mb] of Object.entries(parts)) process.stdout.write(`${mb.toFixed(1).padStart(7)} MB  ${part}\n`);
process.stdout.write(`${archive}\n`);
const { PostgreSQL = 0, ...rest } = parts;
const unpacked = Object.values(rest).reduce((sum, mb) => sum + mb, 0);
if (unpacked > MAX_MB) fail(`${unpacked.toFixed(0)} MB unpacked without PostgreSQL, at most ${MAX_MB} are allowed`);

function run(command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) fail(`${command} failed${error ? `: ${error.message}` : ""}`);
}

function fail(message: string): never {
  process.stderr.write(`npm run package: ${message}\n`);
  process.exit(1);
}

/** A line for `sha256sum --check`. */
function digestOf(file: string, name: string): string {
  return `${createHash("sha256").update(readFileSync(file)).digest("hex")}  ${name}\n`;
}
