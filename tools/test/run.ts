import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, relative } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { SEED } from "./effort.ts";
import { unchangedTests } from "./groups.ts";
import { recordRun, type SuiteRun } from "./run-record.ts";

/**
 * `npm test`: the checks and tests, two steps at a time, since some wait while others compute. Tests of the product begin
 * after its build; all others run beside the build. Groups of slow tests and files of database and component tests are left
 * out while nothing that they load has changed (`groups.ts`), and of the browser tests all but the journeys;
 * `npm test -- --full` runs every test. The output of a step is printed as a whole when it ends, that of failed steps last;
 * while a step runs it is in `test-results/<step>.log`. Each run is added to `docs/test-runs.md`, except in CI.
 */

const RESULTS = "test-results";
const LANES = 2;

type TestStep = {
  name: string;
  script: string;
  after?: string;
  /** The file in which its runner reports the numbers of passed and failed tests. */
  report?: string;
  /** Its arguments where tests are left out. */
  leavesOut?: string[];
};

const { values } = parseArgs({ options: { full: { type: "boolean", default: false } } });
const { groups, files: unchanged, why } = values.full ? { groups: [], files: [], why: "" } : unchangedTests();
const inGroups = groups.length === 0 ? [] : [`--tags-filter=${groups.map(({ name }) => `!${name}`).join(" && ")}`];
/** Names of folders in brackets are no patterns. */
const single = unchanged.map((file) => `--exclude=${file.replace(/[()[\]]/g, "\\$&")}`);

/** Browser tests of one way through each feature. */
const JOURNEY = "@journey";

/** In starting order: first steps that others wait for, and long steps before short ones. */
const STEPS: TestStep[] = [
  { name: "build", script: "build" },
  { name: "lint", script: "lint" },
  { name: "unused", script: "unused" },
  { name: "vitest", script: "test:vitest", report: "vitest.json", leavesOut: [...inGroups, ...single] },
  { name: "browser", script: "test:e2e", after: "build", report: "e2e.json", leavesOut: [`--grep=${JOURNEY}`] },
  { name: "product", script: "test:product", after: "build", report: "product.json", leavesOut: inGroups },
  // Next writes route types of its own into `next-env.d.ts`, as the build does.
  { name: "types", script: "typecheck", after: "build" },
  // Compares types with the recordings of these tests.
  { name: "row-types", script: "row-types", after: "vitest" },
];

const failures: Buffer[] = [];

type StepResult = { name: string; seconds: number; ok: boolean };
type TestCounts = { passed: number; failed: number };

async function run({ name, script, leavesOut = [] }: TestStep): Promise<StepResult> {
  const began = performance.now();
  const args = values.full ? [] : leavesOut;
  const child = spawn("npm", ["run", "--silent", script, "--", ...args], {
    // A process group of its own, since npm does not pass signals on.
    detached: true,
    // Test processes that load the same modules again and again find them compiled.
    env: { ...process.env, TEST_SEED: String(SEED), NODE_COMPILE_CACHE: join(process.cwd(), ".cache", "compile") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  const log = createWriteStream(join(RESULTS, `${name}.log`));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => output.push(chunk));
    stream.pipe(log, { end: false });
  }
  const stop = (signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal);
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const code = await new Promise((resolve) => child.once("close", resolve));
  process.off("SIGINT", stop).off("SIGTERM", stop);
  log.end();
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(`\n── ${name}: ${code === 0 ? "passed" : "FAILED"} after ${seconds.toFixed(0)} s\n`);
  if (code === 0) process.stdout.write(Buffer.concat(output));
  else failures.push(Buffer.concat(output));
  return { name, seconds, ok: code === 0 };
}

/** After a failure no further step begins. */
async function runAll(): Promise<StepResult[]> {
  const waiting = [...STEPS];
  const outcomes: StepResult[] = [];
  const running = new Set<Promise<void>>();
  const ready = ({ after }: TestStep) => after === undefined || outcomes.some(({ name, ok }) => name === after && ok);
  for (;;) {
    const next = outcomes.every(({ ok }) => ok) && running.size < LANES ? waiting.findIndex(ready) : -1;
    const [step] = next === -1 ? [] : waiting.splice(next, 1);
    if (step) {
      const ended: Promise<void> = run(step).then((outcome) => {
        outcomes.push(outcome);
        running.delete(ended);
      });
      running.add(ended);
    } else if (running.size > 0) await Promise.race(running);
    else return outcomes;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: vitest and Playwright define the shapes of their reports.
type Json = any;
const reportOf = (report: string): Json => JSON.parse(readFileSync(join(RESULTS, report), "utf8"));

/** The counts reported by vitest or Playwright; null if the step did not finish. */
function countsOf(report: string): TestCounts | null {
  try {
    const { stats, numPassedTests, numFailedTests } = reportOf(report);
    return stats
      ? { passed: stats.expected, failed: stats.unexpected + stats.flaky }
      : { passed: numPassedTests, failed: numFailedTests };
  } catch {
    return null;
  }
}

/** The seconds of each file of tests, empty if the step did not finish; of a spec, the sum of its tests. */
function secondsOf(report: string): { name: string; seconds: number }[] {
  const ofSuite = ({ suites = [], specs = [] }: Json): number =>
    [
      ...suites.map(ofSuite),
      ...specs.flatMap(({ tests }: Json) => tests.map(({ results }: Json) => durationOf(results))),
    ].reduce((sum: number, ms: number) => sum + ms, 0);
  const durationOf = (results: Json[]): number => results.reduce((sum, { duration }) => sum + duration, 0);
  try {
    const { suites, testResults = [] } = reportOf(report);
    if (suites) return suites.map((suite: Json) => ({ name: suite.file, seconds: ofSuite(suite) / 1000 }));
    return testResults.map(({ name, startTime, endTime }: Json) => ({
      name: relative(process.cwd(), name),
      seconds: (endTime - startTime) / 1000,
    }));
  } catch {
    return [];
  }
}

/** File, title and first lines of each failure, since often only the end of a log is kept. */
function failuresOf(report: string): string[] {
  const text = (file: string, title: string, message = "") =>
    `✘ ${file} › ${title}\n${stripVTControlCharacters(message).split("\n").slice(0, 12).join("\n")}\n`;
  const ofSuite = ({ suites = [], specs = [] }: Json): string[] => [
    ...specs
      .filter(({ ok }: Json) => !ok)
      .map(({ file, title, tests }: Json) => text(file, title, tests[0]?.results[0]?.error?.message)),
    ...suites.flatMap(ofSuite),
  ];
  try {
    const { suites, testResults = [] } = reportOf(report);
    if (suites) return suites.flatMap(ofSuite);
    return testResults.flatMap(({ name, message, status, assertionResults }: Json) => {
      const failed = assertionResults.filter((test: Json) => test.status === "failed");
      // A file can fail outside its tests, for example by its imports.
      if (failed.length === 0 && status === "failed") return [text(name, "(outside its tests)", message)];
      return failed.map(({ fullName, failureMessages }: Json) => text(name, fullName, failureMessages[0]));
    });
  } catch {
    return [];
  }
}

/** Milliseconds of work of the machine's processors, for all processes. */
const worked = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
const [began, workedBefore] = [performance.now(), worked()];
process.stdout.write(`Seed of the property tests: TEST_SEED=${SEED}\n`);
for (const { name, about } of groups) process.stdout.write(`Left out, ${why}: ${name} (${about}), but for one case\n`);
if (unchanged.length > 0)
  process.stdout.write(`Left out, ${why}: ${unchanged.length} files of database and component tests\n`);
if (!values.full)
  process.stdout.write(`Left out: browser tests without ${JOURNEY}\n\`npm test -- --full\` runs every test.\n`);
const outcomes = await runAll();
const seconds = (performance.now() - began) / 1000;
const processorSeconds = (worked() - workedBefore) / 1000;
const reports = STEPS.flatMap(({ name, report }) => (report ? [{ name, counts: countsOf(report) }] : []));
const total = (key: keyof TestCounts) => reports.reduce((sum, { counts }) => sum + (counts?.[key] ?? 0), 0);
const ok = outcomes.length === STEPS.length && outcomes.every((outcome) => outcome.ok);
const files = STEPS.flatMap(({ report }) => (report ? secondsOf(report) : [])).toSorted(
  (a, b) => b.seconds - a.seconds,
);
const leftOut = [
  ...groups.map(({ name }) => name),
  ...(unchanged.length === 0 ? [] : [`${unchanged.length} files of other tests`]),
  ...(values.full ? [] : [`browser tests without ${JOURNEY}`]),
];
const suite: SuiteRun = { ok, seed: SEED, leftOut, seconds, processorSeconds, steps: outcomes, reports, files };
writeFileSync(join(RESULTS, "run.json"), `${JSON.stringify(suite, null, 2)}\n`);
// A checkout of CI stays as it is.
if (!process.env.CI) recordRun(suite);
for (const output of failures) process.stdout.write(output);
for (const { report } of STEPS)
  for (const failure of report ? failuresOf(report) : []) process.stdout.write(`\n${failure}`);
const parts = outcomes.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`).join(", ");
process.stdout.write(`\n${parts}; in all ${seconds.toFixed(0)} s, of a processor ${processorSeconds.toFixed(0)} s\n`);
for (const { name, counts } of reports) if (!counts) process.stdout.write(`${name}: not run to its end\n`);
process.stdout.write(`cotejo: ${total("passed")} passed, ${total("failed")} failed\n`);
process.exitCode = ok ? 0 : 1;
