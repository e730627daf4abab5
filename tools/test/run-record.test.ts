import { expect, it } from "vitest";
import { entryOf, greenCommits, type SuiteRun, withEntry } from "./run-record.ts";

const RUN: SuiteRun = {
  ...{ ok: false, seed: -7, leftOut: ["upgrade"], seconds: 612.4, processorSeconds: 1100.2 },
  steps: [
    { name: "build", seconds: 85.3, ok: true },
    { name: "vitest", seconds: 190.9, ok: false },
  ],
  reports: [
    { name: "vitest", counts: { passed: 4000, failed: 2 } },
    { name: "browser", counts: null },
  ],
  files: Array.from({ length: 25 }, (_, index) => ({ name: `file-${index}.test.ts`, seconds: 50 - index })),
};
const AT = "2026-11-29T04:40:12.000Z";

it("has the date, the commit, the seconds of each part and the twenty slowest files", () => {
  const entry = entryOf(RUN, { at: AT, commit: "263e95c4", note: ", 2 busy loops" });
  expect(entry).toContain("2026-11-29 04:40 UTC, commit 263e95c4, 2 busy loops\n");
  expect(entry).toContain("Red: vitest. 4000 passed, 2 failed, seed -7. Left out: upgrade.");
  expect(entry).toContain("In all 612 s, of the processors 1100 s: build 85 s, vitest 191 s.");
  expect(entry).toContain("`file-0.test.ts` 50 s");
  expect(entry).toContain("`file-19.test.ts` 31 s.");
  expect(entry).not.toContain("file-20");
});

it("knows the commits of green runs of every test, newest first", () => {
  const green = { ...RUN, ok: true, leftOut: [], steps: [] };
  const runs = [
    entryOf(green, { at: AT, commit: "aaaa1111" }),
    entryOf(green, { at: AT, commit: "bbbb2222+" }),
    entryOf({ ...green, leftOut: ["upgrade"] }, { at: AT, commit: "cccc3333" }),
    entryOf({ ...RUN, leftOut: [] }, { at: AT, commit: "dddd4444" }),
    entryOf(green, { at: AT, commit: "eeee5555", note: ", 2 busy loops" }),
  ];
  expect(greenCommits(runs.reduce(withEntry, "# Runs\n\nText.\n"))).toEqual(["eeee5555", "aaaa1111"]);
});

it("keeps the newest thirty runs below the text of the page", () => {
  let record = "# Runs of the whole suite\n\nText.\n";
  for (let run = 0; run < 40; run += 1) record = withEntry(record, entryOf(RUN, { at: AT, commit: `commit${run}` }));
  expect(record.startsWith("# Runs of the whole suite\n\nText.\n")).toBe(true);
  const commits = [...record.matchAll(/commit (commit\d+)/g)].map(([, commit]) => commit);
  expect(commits).toEqual(Array.from({ length: 30 }, (_, index) => `commit${39 - index}`));
  expect(record).not.toMatch(/\n\n\n|\n$/);
});
