import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { recordRun, type SuiteRun } from "./run-record.ts";

/**
 * `npm run test:soak`: the property tests and models with many more examples, from a new seed.
 * `npm run test:soak -- --suite N`: the whole `npm test` N times, each on a new clone of the last commit with another
 * seed, and with two busy loops beside every second run (`--loops L`: L busy loops beside each run). Each run is added to
 * `docs/test-runs.md`.
 */

/** The factor of examples relative to \`npm test\`. */
const EFFORT = "40";

/** Computes for as long as its parent process lives. */
const LOOP = "const parent = process.ppid; while (process.ppid === parent);";

const { values } = parseArgs({ options: { suite: { type: "string" }, loops: { type: "string" } } });
const newSeed = () => randomInt(-(2 ** 31), 2 ** 31);

/** Resolves to the exit code. */
const end = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => child.once("close", (code) => resolve(code ?? 1)));

const npm = (args: string[], cwd: string, env: Record<string, string> = {}): Promise<number> =>
  end(spawn("npm", args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "inherit", "inherit"] }));

const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();

/** Runs the suite on a clone of its own; true if all tests passed. */
async function runSuite(loops: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "cotejo-suite-"));
  const seed = newSeed();
  try {
    git("clone", "--quiet", process.cwd(), folder);
    const commit = git("-C", folder, "rev-parse", "--short", "HEAD");
    if ((await npm(["ci", "--no-audit", "--no-fund"], folder)) !== 0) throw new Error("npm ci failed");
    const busy = Array.from({ length: loops }, () => spawn(process.execPath, ["-e", LOOP]));
    try {
      await npm(["test"], folder, { TEST_SEED: String(seed) });
    } finally {
      for (const loop of busy) loop.kill("SIGKILL");
    }
    const run: SuiteRun = JSON.parse(readFileSync(join(folder, "test-results", "run.json"), "utf8"));
    recordRun(run, { commit, note: loops === 0 ? "" : `, ${loops} busy loops` });
    // The files of a failed run help to find its cause.
    if (run.ok) rmSync(folder, { recursive: true, force: true });
    else process.stdout.write(`what it has left is in ${folder}\n`);
    return run.ok;
  } catch (error) {
    process.stdout.write(`what it has left is in ${folder}\n`);
    throw error;
  }
}

if (values.suite === undefined) {
  const env = { TEST_EFFORT: EFFORT, TEST_SEED: String(newSeed()) };
  process.stdout.write(`TEST_EFFORT=${env.TEST_EFFORT} TEST_SEED=${env.TEST_SEED}\n`);
  process.exitCode = await npm(["run", "test:vitest"], process.cwd(), env);
} else {
  let red = 0;
  for (let run = 0; run < Number(values.suite); run++) {
    const loops = values.loops === undefined ? (run % 2) * 2 : Number(values.loops);
    red += (await runSuite(loops)) ? 0 : 1;
  }
  process.stdout.write(`${values.suite} runs, ${red} red\n`);
  process.exitCode = red === 0 ? 0 : 1;
}
