import { execFileSync } from "node:child_process";

/*
 * How much is tried where as much as one likes could be. `npm test` tries what finds a plain mistake, the same values
 * each time on one commit; a soak test many times as much.
 */

/** `TEST_EFFORT`: how many times as much as `npm test` tries. */
export const EFFORT = Number(process.env.TEST_EFFORT || 1);
if (!(EFFORT > 0)) throw new Error("TEST_EFFORT is no positive number");

/** `TEST_SEED`: the seed of all values of property tests; a failure names it. */
export const SEED = process.env.TEST_SEED ? Number(process.env.TEST_SEED) : seedOfCommit();
if (!Number.isInteger(SEED)) throw new Error("TEST_SEED is no integer");

/** How many examples to try where `npm test` tries `count`. */
export const examples = (count: number): number => Math.max(1, Math.round(count * EFFORT));

/** A timeout in ms for what takes longer the more is tried. */
export const scaledTimeout = (ms: number): number => ms * Math.max(1, EFFORT);

/** Another for each commit, so that in time many are tried; the same number where there is no repository. */
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
