import { expect, it } from "vitest";
import { ownDatabase } from "#test/own-database.ts";
import { insertSummaries } from "#test/summaries.ts";
import { getOverview } from "./overview.ts";

const database = await ownDatabase();

it("counts nothing where there is nothing", async () => {
  expect(await getOverview(database)).toEqual({
    total: 0,
    by_status: {},
    by_documents_status: {},
    with_high_findings: 0,
    with_item_errors: 0,
    last_event_at: null,
  });
});

it("counts each value by its own name, also one that the interface does not name, and none as unknown", async () => {
  const rows = [
    { status: "pending", documents_status: "full_upload", findings_high: 2 },
    { status: "pending", documents_status: "archived", items_with_error: 3 },
    { status: "paused", documents_status: "full_upload", findings_high: 1, findings_low: 1, items_with_error: 1 },
    { status: "on_hold", documents_status: null, findings_medium: 4 },
    { status: "paused", documents_status: "archived" },
    { status: null, documents_status: null },
  ].map((row, index) => ({ verification_id: `ver_${index}`, ...row }));
  await insertSummaries(database.pool, rows);
  expect(await getOverview(database)).toEqual({
    total: 6,
    by_status: { pending: 2, paused: 2, on_hold: 1, unknown: 1 },
    by_documents_status: { full_upload: 2, archived: 2, unknown: 2 },
    with_high_findings: 2,
    with_item_errors: 2,
    last_event_at: null,
  });
});
