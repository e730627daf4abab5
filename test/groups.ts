import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { newestRelease } from "#drill/releases.ts";
import { closureOf } from "./imports.ts";

/**
 * Groups of slow tests. `npm test` leaves a group out while no module that its tests load has changed since the newest
 * release, whose `npm test -- --full` passed; `npm test -- --full` runs all. Each test of a group has its tag, except one
 * case, which always runs. The truth test has one case.
 */

type TestGroup = {
  name: string;
  about: string;
  /** Glob patterns of its test files. */
  tests: string[];
  /** Entry modules of processes that its tests start. */
  starts?: string[];
};

export const TEST_GROUPS: readonly TestGroup[] = [
  {
    name: "crash-models",
    about: "kills between any two operations",
    tests: ["lib/**/*.model.db.test.ts", "lib/server/{channels/crash,webhooks/replacement}.db.test.ts"],
  },
  {
    name: "upgrade",
    about: "upgrades in place from earlier releases",
    tests: ["test/upgrade.db.test.ts"],
    starts: ["drill/install-release.ts", "lib/receiver/main.ts", "lib/worker/main.ts"],
  },
  {
    name: "durability",
    about: "a database that stops, fills its disk, disappears, or is restored",
    tests: ["test/{durability,full-disk,restore,stopped-postgres,vanishing-database}.db.test.ts"],
    starts: ["lib/receiver/main.ts", "lib/worker/main.ts"],
  },
  {
    name: "evidence-package",
    about: "packages of evidence, their page and their verifiers",
    tests: ["lib/server/evidence/{package/{package,page,verifiers},tampering}.db.test.ts"],
  },
  {
    name: "conformance",
    about: "the sandbox against the interface",
    tests: ["lib/sandbox/{conformance/*,control/delivery-faults,soak}.db.test.ts"],
  },
  {
    name: "installation",
    about: "processes of an installation that are started, killed, moved and restored",
    tests: ["test/product/launch.test.ts", "lib/launch/**/{owner,commands,main,postgres}.db.test.ts"],
    starts: [
      "lib/launch/main.ts",
      ...["lib/receiver/main.ts", "lib/worker/main.ts", "lib/dashboard/main.ts", "lib/sandbox/main.ts"],
    ],
  },
];

const ROOT = join(import.meta.dirname, "..");

/** Reads Git; a repository of another owner, as in containers, counts as safe. */
const git = (...args: string[]): string =>
  execFileSync("git", ["-C", ROOT, "-c", `safe.directory=${ROOT}`, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "");

/** Lines of a comment, in TypeScript as Biome formats it. */
const COMMENT = String.raw`^[[:space:]]*(//|/?\*)`;

/** Files that differ from a commit by more than comments, and files that Git does not know. */
function changedSince(commit: string): string[] {
  const differing = linesOf(git("diff", "--numstat", "--no-renames", `-I${COMMENT}`, commit));
  const unknown = linesOf(git("ls-files", "--others", "--exclude-standard"));
  const changed = [...differing.map((line) => line.split("\t")[2] ?? ""), ...unknown];
  // A release is added to this list after its commit.
  return changed.filter((file) => file !== "drill/releases.ts");
}

/** The installed packages, without the version of Cotejo itself. */
const packagesAt = (lockFile: string): string => JSON.stringify({ ...JSON.parse(lockFile).packages, "": undefined });

/** A changed file that every group may read without importing it, such as a migration. */
const isReadByAll = (file: string): boolean => /^lib\/.*\.(sql|json|mjs)$/.test(file);

/** The groups that load none of the changed files. */
export function groupsWithout(changed: readonly string[]): TestGroup[] {
  if (changed.some(isReadByAll)) return [];
  return TEST_GROUPS.filter(({ tests, starts = [] }) => {
    const loaded = closureOf([...globSync(tests, { cwd: ROOT }), ...starts]);
    return !changed.some((file) => loaded.has(file));
  });
}

type LeftOut = { groups: TestGroup[]; why: string };

/** The groups without a change since the newest release; none if the clone lacks its commit. */
export function unchangedGroups(): LeftOut {
  const { version, commit } = newestRelease();
  try {
    git("cat-file", "-e", `${commit}^{commit}`);
  } catch {
    return { groups: [], why: `this clone lacks the commit of ${version}` };
  }
  const changed = changedSince(commit);
  const otherPackages =
    packagesAt(git("show", `${commit}:package-lock.json`)) !== packagesAt(git("show", ":package-lock.json"));
  if (otherPackages) return { groups: [], why: `packages have changed since ${version}` };
  return { groups: groupsWithout(changed), why: `unchanged since ${version}` };
}
