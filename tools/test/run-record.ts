import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A run of the whole suite, as `test-results/run.json` has it. */
export type SuiteRun = {
  ok: boolean;
  seed: number;
  /** Names of the tests that `npm test` left out; empty after a run of every test. */
  leftOut: string[];
  seconds: number;
  processorSeconds: number;
  steps: { name: string; seconds: number; ok: boolean }[];
  reports: { name: string; counts: { passed: number; failed: number } | null }[];
  /** The slowest files of tests first. */
  files: { name: string; seconds: number }[];
};

export const RECORD = join(import.meta.dirname, "../../docs/test-runs.md");
const MAX_RUNS = 30;
const MAX_FILES = 20;

const HEADING = "## ";
const EVERY_TEST = ", every test";

/** The text of the record with one more entry, newest first, of at most 30. */
export function withEntry(record: string, entry: string): string {
  const [head = "", ...entries] = record.split(new RegExp(`^${HEADING}`, "m"));
  return [head, ...[entry, ...entries].slice(0, MAX_RUNS).map((one) => `${HEADING}${one.trim()}\n\n`)]
    .join("")
    .trimEnd();
}

/** The commits of green runs of every test, newest first, without those of changed files. */
export const greenCommits = (record: string): string[] =>
  [...record.matchAll(new RegExp(`^${HEADING}.* commit ([0-9a-f]+)${EVERY_TEST}.*\\n\\nGreen\\.`, "gm"))].map(
    ([, commit = ""]) => commit,
  );

/** An entry in Markdown as the formatter leaves it; `note` is added to its heading. */
export function entryOf(
  run: SuiteRun,
  { at, commit, note = "" }: { at: string; commit: string; note?: string },
): string {
  const sum = (key: "passed" | "failed") => run.reports.reduce((all, { counts }) => all + (counts?.[key] ?? 0), 0);
  const red = run.steps.filter(({ ok }) => !ok).map(({ name }) => name);
  const times = (list: readonly { name: string; seconds: number }[]) =>
    list.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`).join(", ");
  const slowest = run.files.slice(0, MAX_FILES).map(({ name, seconds }) => ({ name: `\`${name}\``, seconds }));
  return [
    `${at.slice(0, 16).replace("T", " ")} UTC, commit ${commit}${run.leftOut.length === 0 ? EVERY_TEST : ""}${note}`,
    "",
    `${run.ok ? "Green" : `Red: ${red.join(", ")}`}. ${sum("passed")} passed, ${sum("failed")} failed, seed ${run.seed}.${run.leftOut.length === 0 ? "" : ` Left out: ${run.leftOut.join(", ")}.`}`,
    "",
    `- In all ${run.seconds.toFixed(0)} s, of the processors ${run.processorSeconds.toFixed(0)} s: ${times(run.steps)}.`,
    ...(run.files.length === 0 ? [] : [`- Slowest files: ${times(slowest)}.`]),
  ].join("\n");
}

const git = (...args: string[]): string => execFileSync("git", args, { encoding: "utf8" }).trim();

/** The commit of the working tree; `+` after it if files differ from it, except the record. */
function currentCommit(): string {
  try {
    const changes = git("status", "--porcelain", "--", ".", ":!docs/test-runs.md");
    return `${git("rev-parse", "--short", "HEAD")}${changes === "" ? "" : "+"}`;
  } catch {
    return "unknown";
  }
}

/** Adds a run to `docs/test-runs.md`. */
export function recordRun(run: SuiteRun, { commit = currentCommit(), note = "" } = {}): void {
  const entry = entryOf(run, { at: new Date().toISOString(), commit, note });
  writeFileSync(RECORD, `${withEntry(readFileSync(RECORD, "utf8"), entry)}\n`);
}
