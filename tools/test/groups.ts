import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newestRelease } from "#tools/drill/releases.ts";
import { closureOf } from "./imports.ts";
import { greenCommits, RECORD } from "./run-record.ts";

/**
 * Tests that `npm test` leaves out: groups of slow tests, and single files of database and component tests. They run again
 * once a module that they load has changed since the newest commit whose `npm test -- --full` passed, by the record of
 * runs, else since the newest release. Each test of a group has its tag, except one case, which always runs. The truth
 * test has one case.
 */

export const DATABASE_TESTS = "{app,lib,tools}/**/*.db.test.ts";
export const COMPONENT_TESTS = "components/**/*.browser.test.tsx";

/** Modules that vitest loads before database and component tests. */
export const SETUP = [
  ...[
    "tools/test/cheap-hashes.ts",
    "tools/test/fresh-modules.ts",
    "tools/test/no-unexpected-console.ts",
    "tools/test/postgres.ts",
  ],
  ...["tools/test/row-types/record.ts", "tools/test/seeded.ts"],
];

type TestGroup = {
  name: string;
  about: string;
  /** Glob patterns of its test files. */
  tests: string[];
};

export const TEST_GROUPS: readonly TestGroup[] = [
  {
    name: "crash-models",
    about: "kills between any two operations",
    tests: [
      "lib/**/*.model.db.test.ts",
      "lib/{outbound/server/channels/crash,core/server/webhooks/replacement}.db.test.ts",
    ],
  },
  {
    name: "upgrade",
    about: "upgrades in place from earlier releases",
    tests: ["tools/test/upgrade.db.test.ts"],
  },
  {
    name: "durability",
    about: "a database that stops, fills its disk, disappears, or is restored",
    tests: ["tools/test/{durability,full-disk,restore,stopped-postgres,vanishing-database}.db.test.ts"],
  },
  {
    name: "evidence-package",
    about: "packages of evidence, their page and their verifiers",
    tests: ["lib/records/server/evidence/{package/{package,page,verifiers},tampering}.db.test.ts"],
  },
  {
    name: "conformance",
    about: "the sandbox against the interface",
    tests: ["lib/sandbox/{conformance/*,control/delivery-faults,soak}.db.test.ts"],
  },
  {
    name: "installation",
    about: "processes of an installation that are started, killed, moved and restored",
    tests: ["tools/test/product/launch.test.ts", "lib/launch/**/{owner,commands,main,postgres}.db.test.ts"],
  },
];

const ROOT = join(import.meta.dirname, "../..");

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
  return changed.filter((file) => file !== "tools/drill/releases.ts");
}

/** The installed packages, without the version of Cotejo itself. */
const packagesAt = (lockFile: string): string => JSON.stringify({ ...JSON.parse(lockFile).packages, "": undefined });

/** A changed file that a test may read without naming it, such as a migration. */
const isReadByAll = (file: string): boolean =>
  /^(lib\/.*\.(sql|json|mjs)|app\/.*\.css|tools\/test\/.*(?<!\.tsx?)|vitest\.config\.ts)$/.test(file);

type Unchanged = { groups: TestGroup[]; files: string[] };

/** The groups, and the files of other tests, that load none of the changed files. */
export function testsWithout(changed: readonly string[]): Unchanged {
  const loadsChange = (files: readonly string[]): boolean => {
    const loaded = closureOf(files);
    return changed.some((file) => loaded.has(file));
  };
  if (changed.some(isReadByAll) || loadsChange(SETUP)) return { groups: [], files: [] };
  const filesOf = (patterns: string | string[]) => globSync(patterns, { cwd: ROOT });
  const inGroups = new Set(TEST_GROUPS.flatMap(({ tests }) => filesOf(tests)));
  return {
    groups: TEST_GROUPS.filter(({ tests }) => !loadsChange(filesOf(tests))),
    files: filesOf([DATABASE_TESTS, COMPONENT_TESTS]).filter((file) => !inGroups.has(file) && !loadsChange([file])),
  };
}

/** The newest commit before this one whose tests are known to have passed; undefined if the clone has none. */
function newestTested(): { commit: string; name: string } | undefined {
  const runs = greenCommits(readFileSync(RECORD, "utf8")).map((commit) => ({ commit, name: `${commit} passed` }));
  const { version, commit } = newestRelease();
  return [...runs, { commit, name: version }].find((one) => {
    try {
      git("merge-base", "--is-ancestor", one.commit, "HEAD");
      return true;
    } catch {
      return false;
    }
  });
}

/** The tests without a change since the newest tested commit. */
export function unchangedTests(): Unchanged & { why: string } {
  const none = { groups: [], files: [] };
  const tested = newestTested();
  if (!tested) return { ...none, why: "this clone lacks every commit whose tests are known to have passed" };
  const { commit, name } = tested;
  const otherPackages =
    packagesAt(git("show", `${commit}:package-lock.json`)) !== packagesAt(git("show", ":package-lock.json"));
  if (otherPackages) return { ...none, why: `packages have changed since ${name}` };
  return { ...testsWithout(changedSince(commit)), why: `unchanged since ${name}` };
}
