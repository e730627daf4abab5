import { expect, it } from "vitest";
import { REPORT_NUMBERS, reportRows } from "#lib/insights/contract/report-rows.ts";
import { answerOfOctober } from "./testing/answer.ts";

const answer = answerOfOctober();
const rows = reportRows(answer, answerOfOctober({ series: [], completion: { ...answer.completion, files: 3 } }));
const rowOf = (name: string) => rows.find((row) => row.name === name);

it("has each number once, in the order of its groups", () =>
  expect(rows.map(({ name }) => name)).toEqual(Object.values(REPORT_NUMBERS).flatMap(Object.keys)));

it("has counts, shares and times, each beside the month before", () => {
  expect(rowOf("created")).toMatchObject({ now: { files: 15, of: null, times: null }, before: { files: 0 } });
  expect(rowOf("on_time")).toMatchObject({ now: { files: 6, of: 8 } });
  expect(rowOf("time_to_completion")).toMatchObject({
    now: { files: 12, times: { p50_seconds: 7_200, p75_seconds: 108_000, p90_seconds: 360_000 } },
    before: { files: 3 },
  });
  expect(rowOf("time_to_decision")?.now.files).toBe(answer.review.timed);
});

it("counts the files of its figure", () => {
  expect(rowOf("final_runs")).toMatchObject({ now: { files: 10 }, figure: { name: "final_run", value: null } });
  expect(rowOf("high")).toMatchObject({ now: { files: 4 }, figure: { name: "severity", value: "high" } });
  expect(rowOf("rejected")).toMatchObject({ now: { files: 1 }, figure: { name: "resolution", value: "rejected" } });
});
