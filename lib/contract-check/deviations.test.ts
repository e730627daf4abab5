import { expect, it } from "vitest";
import { type Report, RULES } from "./report.ts";
import { DEVIATIONS } from "./testing/deviations.ts";
import { check, type Deviation, VERIFICATION } from "./testing/service.ts";

async function reportOf(deviation?: Deviation) {
  const { out, ...outcome } = await check(deviation, "--verification", VERIFICATION, "--json");
  return { ...outcome, report: JSON.parse(out) as Report };
}

const differences = ({ sections }: Report) =>
  sections.flatMap(({ section, statements }) =>
    statements.flatMap((one) =>
      one.verdict === "differs" ? [{ rule: `${section}: ${one.statement}`, seen: one.seen }] : [],
    ),
  );

it("a conforming service differs in nothing, with any shapes that the interface leaves open", async () => {
  const { status, report, requests } = await reportOf();
  expect(differences(report)).toEqual([]);
  expect(report.obstacles).toEqual([]);
  expect(status).toBe(0);
  expect(requests).toHaveLength(report.reads);
  const shapes = report.sections.flatMap(({ section, shapes: all }) =>
    all.map(({ what, seen }) => `${section}: ${what}: ${seen}`),
  );
  expect(shapes).toEqual(
    expect.arrayContaining([
      "Endpoints: API keys: the list: under `api_keys`, 2 entries; beside it `total` number",
      "Endpoints: API keys: the identifier: `key_id`",
      "Endpoints: API keys: the name: `label`",
      "Endpoints: API keys: other fields: `odd` object of `toString`, `valueOf` (in 1 of 2); `note` text (in 1 of 2)",
      "Endpoints: Webhooks: the list: a bare array, 1 entry",
      "Endpoints: Webhooks: one webhook: under `data`",
      "Endpoints: Webhooks: the identifier: `webhook_id`",
      "Endpoints: Webhooks: the flag: `is_active`",
      "Resources: Verification: the record: under `data`",
      "Resources: Verification: fields left out: `documents_status`",
      "Resources: CURP lookup result: `curp_file` of failures: null",
      "Resources: CURP lookup result: `Expires`: Unix seconds",
    ]),
  );
});

const shownToFail = new Set<string>();

it.each(DEVIATIONS)("%s: named, and no other difference", async (_what, deviation, expected) => {
  const { status, report } = await reportOf(deviation);
  const found = differences(report).map(({ rule, seen }) => {
    shownToFail.add(rule);
    return [Object.keys(expected).find((words) => rule.includes(words)) ?? rule, seen];
  });
  expect(Object.fromEntries(found)).toEqual(expected);
  expect(found).toHaveLength(Object.keys(expected).length);
  expect(status).toBe(1);
});

it("each rule differs in one of these cases: none holds without a possible difference", () => {
  expect(
    RULES.map(({ section, statement }) => `${section}: ${statement}`).filter((rule) => !shownToFail.has(rule)),
  ).toEqual([]);
});
