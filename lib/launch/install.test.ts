import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "#tools/test/temporary-folder.ts";

/*
 * A checkout with the real script of `npm start`, a fake npm that logs its arguments and installs given packages, and a fake
 * Node of the project that prints its arguments.
 */

const ROOT = join(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

type Entry = { version: string; integrity: string; dev?: true; optional?: true };
const entry = (version: string, more: Partial<Entry> = {}): Entry => ({
  version,
  integrity: `sha512-${version}`,
  ...more,
});
const LOCKED = {
  "": { name: "cotejo" },
  "node_modules/next": entry("16.4.6"),
  "node_modules/vitest": entry("5.1.1", { dev: true }),
  "node_modules/@next/swc-darwin-arm64": entry("16.4.6", { optional: true }),
};
const { "": _, "node_modules/@next/swc-darwin-arm64": __, ...EVERYTHING } = LOCKED;
const PRODUCTION = { "node_modules/next": LOCKED["node_modules/next"] };

let checkout: string;
const at = (path: string): string => join(checkout, path);
const write = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text, { mode });
};
const lock = (packages: object): void => write("package-lock.json", JSON.stringify({ packages }));
const installed = (packages: object): void => write("node_modules/.package-lock.json", JSON.stringify({ packages }));
/** The arguments of npm's runs. */
const runs = (): string[] => (existsSync(at("npm.log")) ? readFileSync(at("npm.log"), "utf8").trim().split("\n") : []);

/** Runs `install.mjs`, and for any other script prints its arguments. */
const PROJECT_NODE = `#!/bin/sh
case "$1" in *install.mjs) exec '${process.execPath}' "$@" ;; esac
echo "the project's node runs $* as $$"
`;
/** npm replaces `node_modules`, and writes its list last. */
const npm = (ending: string): void =>
  write(
    "system/npm",
    `#!/bin/sh
echo "$*" >> '${at("npm.log")}'
rm -rf node_modules/* && mkdir -p node_modules/.bin && cp '${at("system/project-node")}' node_modules/.bin/node
${ending}
`,
    0o755,
  );
const COMPLETE = 'echo "added 2 packages"; cp everything.json node_modules/.package-lock.json';

beforeEach(() => {
  checkout = temporaryFolder("cotejo-install-");
  const folder = checkout;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(at("lib/launch"), { recursive: true });
  cpSync(join(ROOT, "lib/launch/install.mjs"), at("lib/launch/install.mjs"));
  mkdirSync(at("system"));
  symlinkSync(process.execPath, at("system/node"));
  write("system/project-node", PROJECT_NODE, 0o755);
  write("everything.json", JSON.stringify({ packages: EVERYTHING }));
  write("lib/launch/start.mjs", 'process.stdout.write("the system\'s node runs " + process.pid + "\\n")');
  lock(LOCKED);
  npm(COMPLETE);
});

/** Runs `npm start` by a shell, as npm does: with the programs of `node_modules` first. */
const start = (shell = "sh", user: { uid?: number; gid?: number } = {}) => {
  const PATH = [at("node_modules/.bin"), at("system"), "/usr/bin", "/bin"].join(":");
  const { pid, status, stdout, stderr } = spawnSync(shell, ["-c", scripts.start], {
    cwd: checkout,
    env: { PATH, npm_config_loglevel: "silent" } as unknown as NodeJS.ProcessEnv,
    ...user,
    // A bash whose input is a socket reads the user's settings.
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
  return { pid, status, stdout, stderr };
};

const SHELLS = ["dash", "bash"].filter((shell) => spawnSync(shell, ["-c", ":"]).status === 0);

it.each(SHELLS)("a fresh checkout is installed in one line, and %s becomes the project's Node", (shell) => {
  const { pid, ...said } = start(shell);
  expect(said).toEqual({
    status: 0,
    stdout: `the project's node runs lib/launch/start.mjs as ${pid}\n`,
    stderr: "cotejo: installing packages (npm ci)…\nadded 2 packages\n",
  });
  expect(runs()).toEqual(["ci --no-audit --no-fund"]);
});

it("packages of the lock file are not installed again, whoever installed them and whatever the times of the files", () => {
  installed(EVERYTHING);
  utimesSync(at("node_modules/.package-lock.json"), 1, 1);
  const { pid, ...said } = start();
  expect(said).toEqual({ status: 0, stdout: `the system's node runs ${pid}\n`, stderr: "" });
  start();
  lock(LOCKED);
  start();
  expect(runs()).toEqual([]);
});

it.each<[string, object, object]>([
  ["another version", LOCKED, { ...EVERYTHING, "node_modules/next": entry("16.4.5") }],
  ["another content", LOCKED, { ...EVERYTHING, "node_modules/next": { version: "16.4.6", integrity: "sha512-other" } }],
  ["a new package", { ...LOCKED, "node_modules/pg": entry("8.23.1") }, EVERYTHING],
  ["a new package for development", { ...LOCKED, "node_modules/knip": entry("6.44.2", { dev: true }) }, EVERYTHING],
  ["a package that was removed", LOCKED, { ...EVERYTHING, "node_modules/pg": entry("8.23.1") }],
])("%s in the lock file is installed, once", (_what, locked, before) => {
  lock(locked);
  installed(before);
  start();
  start();
  expect(runs()).toHaveLength(1);
});

it("an installation without packages for development stays one", () => {
  installed(PRODUCTION);
  start();
  expect(runs()).toEqual([]);
  lock({ ...LOCKED, "node_modules/pg": entry("8.23.1") });
  start();
  expect(runs()).toEqual(["ci --no-audit --no-fund --omit=dev"]);
});

it.each([
  ["killed", "kill -9 $$"],
  ["failed", "exit 1"],
])(
  "an installation that was %s does not start, and the next start installs even from the lock file before",
  (_what, ending) => {
    installed(EVERYTHING);
    lock({ ...LOCKED, "node_modules/pg": entry("8.23.1") });
    npm(ending);
    expect(start()).toMatchObject({
      status: 1,
      stdout: "",
      stderr: "cotejo: installing packages (npm ci)…\ncotejo: npm ci failed\n",
    });
    lock(LOCKED);
    npm(COMPLETE);
    expect(start().stdout).toContain("the project's node runs");
    expect(runs()).toHaveLength(2);
  },
);

it("npm runs on the system's Node, since it removes the project's, and reports errors to a silent npm too", () => {
  write("node_modules/.bin/node", PROJECT_NODE, 0o755);
  npm(`command -v node >&2; echo "log level $npm_config_loglevel" >&2; ${COMPLETE}`);
  expect(start().stderr).toContain(`${at("system/node")}\nlog level error\n`);
});

it("an archive of npm run package installs nothing, though it has a lock file", () => {
  write("cotejo", "");
  expect(start()).toMatchObject({ status: 0, stderr: "" });
  expect(runs()).toEqual([]);
});

// Root may write everywhere, so another user starts; a checkout in root's home is closed to other users.
const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const canStart = spawnSync(process.execPath, ["--version"], { ...ordinary, stdio: "ignore" }).status === 0;

it.runIf(canStart)("a user who may not install is told so, and starts with what is there", () => {
  installed(PRODUCTION);
  lock({ ...LOCKED, "node_modules/pg": entry("8.23.1") });
  chmodSync(checkout, 0o755);
  chmodSync(at("node_modules"), 0o555);
  const { stdout, stderr } = start("sh", ordinary);
  chmodSync(at("node_modules"), 0o755);
  expect(stdout).toContain("the system's node runs");
  expect(stderr).toMatch(/^cotejo: the packages are not those of package-lock.json, .+: run npm ci as their owner\n$/);
  expect(runs()).toEqual([]);
});
