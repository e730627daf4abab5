import { expect, it } from "vitest";
import { csvExport } from "#lib/platform/server/tables/csv.ts";
import type { Sheet } from "#lib/platform/server/tables/table.ts";
import { insightRows } from "./export.ts";
import { insightsAsCodes, insightsAsWords } from "./export-table.ts";
import { answerOfOctober } from "./testing/answer.ts";

const rowsOf = async ({ pages }: Sheet) => {
  const rows = [];
  for await (const page of pages) rows.push(...page);
  return rows;
};

it("has one row for each number, with the files behind medians and the period before", () => {
  const rows = insightRows(answerOfOctober());
  const of = (figure: string, value: string | null = null) =>
    rows.find((row) => row.figure === figure && row.value === value && row.section !== "series");
  const october = { from: "2026-10-01", to: "2026-10-31" };
  expect(of("created")).toEqual({
    ...{ section: "completion", figure: "created", value: null, ...october },
    ...{ number: 15, unit: "files", files: null, previous: 10 },
  });
  expect(of("time_to_completion", "p50")).toMatchObject({
    number: 7_200,
    unit: "seconds",
    files: 12,
    previous: 18_000,
  });
  expect(of("run")).toMatchObject({ number: 30, unit: "runs", files: 15, previous: 9 });
  expect(of("waiting", "pending_upload:more")).toMatchObject({ number: 2 });
  expect(of("item", "pw_mx:password_protected_pdf")).toMatchObject({ number: 2 });
  expect(of("unchecked")).toMatchObject({ section: "dates", number: 12, unit: "files", previous: null });
  const noCheck = insightRows(answerOfOctober({ dates: { unchecked: null, overdue: 3 } }));
  expect(noCheck.filter(({ section }) => section === "dates").map(({ figure }) => figure)).toEqual(["overdue"]);
  const keys = rows.map(({ section, figure, value, from }) => [section, figure, value, from].join(" "));
  expect(new Set(keys).size).toBe(keys.length);
});

it("each point of the series ends before the next, the last with the period", () => {
  const points = insightRows(answerOfOctober()).filter(
    ({ figure, section }) => section === "series" && figure === "late",
  );
  expect(points.map(({ from, to }) => [from, to])).toEqual([
    ["2026-10-01", "2026-10-04"],
    ["2026-10-05", "2026-10-31"],
  ]);
});

it("is a table of codes, in which a text of a finding begins no formula", async () => {
  const { body } = csvExport(insightsAsCodes(answerOfOctober()));
  const [head, ...lines] = (await new Response(body).text()).trim().split("\r\n");
  expect(head).toContain('"section","figure","value","from","to","number","unit","files","previous"');
  expect(lines).toContain(`"findings","message","'=El RFC … no coincide","2026-10-01","2026-10-31","3","files","",""`);
});

it.each(["en", "es-MX"] as const)("is a table of words, of which none is a code: %s", async (locale) => {
  const rows = await rowsOf(insightsAsWords(answerOfOctober(), locale));
  for (const [section, figure, value, , , , unit] of rows) {
    for (const word of [section, figure, unit]) expect(word).toMatch(/^[\p{L} ,]+$/u);
    expect(value ?? "").not.toMatch(/_/);
  }
});

it("has durations and ends of classes in words", async () => {
  const values = (await rowsOf(insightsAsWords(answerOfOctober(), "es-MX"))).map(([, , value]) => value);
  for (const words of ["hasta 1 h", "más tiempo", "Sin documentos · hasta 1 día", "Hallazgo nuevo", "p50"])
    expect(values).toContain(words);
});
