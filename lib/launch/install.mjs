import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * Runs `npm ci` unless `node_modules` was installed from `package-lock.json`. First part of npm's scripts that begin work in
 * a checkout; commands that run beside an installation, as a backup, replace no packages of its processes. Plain
 * JavaScript: before the first `npm ci`, the system's Node runs it.
 */

const root = fileURLToPath(new URL("../..", import.meta.url));
const packages = join(root, "node_modules");
const lockFile = join(root, "package-lock.json");
/** npm writes its list of installed packages at the end, so it is missing after an interrupted `npm ci`. */
const installedFile = join(packages, ".package-lock.json");
/** Sizes and times of both files when they last matched: comparing their contents takes ten times as long. */
const matchedFile = join(packages, ".cotejo-matched");

/** @typedef {{ version?: string, integrity?: string, dev?: true, optional?: true }} Entry */

const read = (/** @type {string} */ path) => readFileSync(path, "utf8");
const say = (/** @type {string} */ text) => process.stderr.write(`cotejo: ${text}\n`);
const stamp = () =>
  [lockFile, installedFile]
    .map((path) => statSync(path))
    .map(({ size, mtimeMs }) => `${size} ${mtimeMs}\n`)
    .join("");

/** Whether npm ended its installation, and the files are those of the last match. */
function matchedBefore() {
  try {
    return read(matchedFile) === stamp();
  } catch {
    return false;
  }
}

function noteMatch() {
  try {
    writeFileSync(matchedFile, stamp());
  } catch {
    // Contents are compared again at each start over a read-only folder.
  }
}

/** @returns {Record<string, Entry> | null} The installed packages by their paths; null without a finished installation. */
function installedPackages() {
  try {
    return JSON.parse(read(installedFile)).packages;
  } catch {
    return null;
  }
}

/** Packages for other platforms are not installed, nor those for development by `npm ci --omit=dev`. */
function matches(/** @type {Record<string, Entry>} */ installed, /** @type {boolean} */ omitsDev) {
  /** @type {{ packages: Record<string, Entry> }} */
  const { packages: locked } = JSON.parse(read(lockFile));
  return (
    Object.keys(installed).every((path) => path in locked) &&
    Object.entries(locked).every(([path, { version, integrity, dev, optional }]) => {
      const found = installed[path];
      if (path === "" || !found) return path === "" || optional || (dev && omitsDev);
      return found.version === version && found.integrity === integrity;
    })
  );
}

function isWritable() {
  try {
    accessSync(existsSync(packages) ? packages : root, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function install() {
  const installed = installedPackages();
  const omitsDev = installed !== null && !Object.values(installed).some(({ dev }) => dev);
  if (installed && matches(installed, omitsDev)) return noteMatch();
  if (!isWritable()) {
    say(
      "the packages are not those of package-lock.json, and this user cannot install them: run npm ci as their owner",
    );
    if (!existsSync(packages)) process.exitCode = 1;
    return;
  }
  say("installing packages (npm ci)…");
  // Without this list a killed `npm ci` counts as unfinished from its first moment.
  rmSync(installedFile, { force: true });
  // npm runs on the system's Node, since it removes the project's. The output of commands is not mixed with npm's.
  const ownPrograms = join(packages, ".bin");
  const { PATH = "" } = process.env;
  const path = PATH.split(delimiter).filter((folder) => folder !== ownPrograms);
  const { status, error } = spawnSync(
    "npm",
    ["ci", "--no-audit", "--no-fund", ...(omitsDev ? ["--omit=dev"] : [])],
    // `npm --silent run` would silence its errors too.
    {
      cwd: root,
      stdio: ["ignore", 2, 2],
      env: { ...process.env, PATH: path.join(delimiter), npm_config_loglevel: "error" },
    },
  );
  if (status === 0) return noteMatch();
  say(`npm ci failed${error ? `: ${error.message}` : ""}`);
  process.exitCode = 1;
}

// An archive of `npm run package` has its start script, and contains its packages.
if (!existsSync(join(root, "cotejo")) && !matchedBefore()) install();
