import { expect, it } from "vitest";
import type { Report } from "./report.ts";
import { run } from "./run.ts";
import { DEVIATIONS } from "./testing/deviations.ts";
import { type Deviation, KEY, startService, VERIFICATION } from "./testing/service.ts";

async function check(deviation: Deviation, ...args: string[]) {
  const service = await startService(deviation);
  const env = { SVC_BASE_URL: service.url, SVC_API_KEY: KEY };
  const outcome = await run([...args, "--json"], env, { columns: 100, coloured: false });
  return { ...outcome, report: JSON.parse(outcome.out) as Report, service };
}

/** `section: statement` → what was seen. */
const differences = (report: Report) =>
  Object.fromEntries(
    report.sections.flatMap(({ section, statements }) =>
      statements.flatMap((told) =>
        told.verdict === "differs" ? [[`${section}: ${told.statement}`, told.seen] as const] : [],
      ),
    ),
  );

it("a service that keeps to the interface differs in nothing, whatever shapes it chose where that is silent", async () => {
  const { status, report, service } = await check(() => undefined, "--verification", VERIFICATION);
  expect(differences(report)).toEqual({});
  expect(report.obstacles).toEqual([]);
  expect(status).toBe(0);
  const shapes = report.sections.flatMap(({ section, shapes: all }) =>
    all.map(({ what, seen }) => `${section}: ${what}: ${seen}`),
  );
  expect(shapes).toEqual(
    expect.arrayContaining([
      "Endpoints: API keys: the list: under `api_keys`, 2 entries; beside it `total` number",
      "Endpoints: API keys: the identifier: `key_id`",
      "Endpoints: API keys: the name: `label`",
      "Endpoints: API keys: other fields: `scopes` list",
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
  expect(service.asked).toHaveLength(report.reads);
});

it.each(DEVIATIONS)("%s: named, and nothing else", async (_what, deviation, expected) => {
  const { status, report } = await check(deviation, "--verification", VERIFICATION);
  expect(differences(report)).toEqual(expected);
  expect(status).toBe(1);
});

it("no statement holds that could not have differed: each does in one of the cases", async () => {
  const { report } = await check(() => undefined, "--verification", VERIFICATION);
  const holding = report.sections.flatMap(({ section, statements }) =>
    statements.filter(({ verdict }) => verdict === "holds").map(({ statement }) => `${section}: ${statement}`),
  );
  const differing = new Set(DEVIATIONS.flatMap(([, , expected]) => Object.keys(expected)));
  expect(holding.filter((statement) => !differing.has(statement))).toEqual([]);
});
