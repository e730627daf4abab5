import { execFileSync } from "node:child_process";

/*
 * The number of tries of tests that could go on without end. `npm test` tries enough for a plain mistake, with the same
 * values each time on one commit; a soak test tries many times more.
 */

/** `TEST_EFFORT`: the factor relative to `npm test`. */
export const EFFORT = Number(process.env.TEST_EFFORT || 1);
if (!(EFFORT > 0)) throw new Error("TEST_EFFORT is no positive number");

/** `TEST_SEED`: the seed of all values of property tests; a failure names it. */
export const SEED = process.env.TEST_SEED ? Number(process.env.TEST_SEED) : seedOfCommit();
if (!Number.isInteger(SEED)) throw new Error("TEST_SEED is no integer");

/** The number of examples where `npm test` tries `count`. */
export const examples = (count: number): number => Math.max(1, Math.round(count * EFFORT));

/** A timeout in ms that grows with the number of tries. */
export const scaledTimeout = (ms: number): number => ms * Math.max(1, EFFORT);

/** A different seed for each commit, so that many are tried over time; a constant without a repository. */
function seedOfCommit(): number {
  try {
    const commit = execFileSync("git", ["rev-parse", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return Number.parseInt(commit.slice(0, 8), 16) | 0;
  } catch {
    return 0x5eed;
  }
}
