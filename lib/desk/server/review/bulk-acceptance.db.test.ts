import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { BulkOutcome } from "#lib/core/contract/verifications/review.ts";
import { deliver, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { bulkUndo } from "./bulk.ts";
import { acceptTogether, readAcceptable } from "./bulk-acceptance.ts";
import type { Reviewer } from "./command.ts";
import { readDecisionRecord } from "./decision-record.ts";
import { listDecisions } from "./decisions.ts";
import { markSeen } from "./seen.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "./testing/files.ts";

const database = await ownDatabase();
const { begin, user, receive, review, log } = reviewDesk(database);
const never = new AbortController().signal;
const EVER = { from: "2026-01-01", to: "2099-01-01", sample: null, seed: "", basis: false };

let ana: Reviewer;

const look = async (...ids: string[]) => {
  for (const verification_id of ids) await markSeen({ verification_id, user_id: ana.id, marks: [] }, database);
};
const check = async (...ids: string[]) => (await readAcceptable(ids, ana.id, database)).files;
const obstacles = async (...ids: string[]) => (await check(...ids)).map(({ obstacle }) => obstacle);

async function accept(files: readonly { verification_id: string; version: string }[]): Promise<BulkOutcome[]> {
  const lines: BulkOutcome[] = [];
  await acceptTogether(files, ana, (line) => lines.push(line), never, database);
  return lines;
}

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
});

beforeEach(() => begin({ bulk_acceptance: true, approval: "never" }));

it("accepts files that the user has opened since their final run, and each entry names the others", async () => {
  const ids = ["ver_1", "ver_2", "ver_3"];
  await receive(...ids.flatMap((id) => finishedFile(id, [finding("low")])));
  expect(await obstacles("ver_0", ...ids)).toEqual(["not_opened", "not_opened", "not_opened"]);
  await look(...ids);
  const files = await check(...ids);
  expect(files).toEqual(
    await Promise.all(
      ids.map(async (id) => ({ verification_id: id, version: (await review(id)).version, obstacle: null })),
    ),
  );
  const lines = await accept(files);
  expect(lines.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
  expect(await review("ver_2")).toMatchObject({ state: "resolved", resolution: "accepted", decided_by: "Ana" });
  expect((await log("ver_2")).map(({ kind, together }) => [kind, together])).toEqual([
    ["decided", 2],
    ["opened", null],
  ]);
  expect((await readDecisionRecord("ver_2", null, database))?.record).toMatchObject({ together: 2, exceptions: [] });
  expect(await obstacles("ver_1")).toEqual(["not_open"]);
  const undone: BulkOutcome[] = [];
  const steps = lines.map(({ verification_id, version = "" }) => ({ verification_id, version }));
  await bulkUndo(steps, ana, (line) => undone.push(line), never, database);
  expect(undone.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
  expect(await review("ver_2")).toMatchObject({ state: "open", resolution: null });
});

it("accepts each on its own version: a later fact refuses one and lets the others be", async () => {
  await receive(...["ver_late", "ver_same"].flatMap((id) => finishedFile(id)));
  await look("ver_late", "ver_same");
  const files = await check("ver_late", "ver_same");
  await receive(finalRun("ver_late", [finding("medium", "poder")], 200));
  expect((await accept(files)).map(({ outcome, code }) => [outcome, code])).toEqual([
    ["failed", "STALE_REVIEW"],
    ["done", undefined],
  ]);
  expect((await log("ver_same"))[0]).toMatchObject({ kind: "decided", together: 0 });
  expect(await obstacles("ver_late")).toEqual(["not_opened"]);
});

it("refuses what the check would not offer", async () => {
  const ids = ["ver_high", "ver_unseen", "ver_provisional"];
  await receive(...finishedFile("ver_high", [finding("high", "rfc")]), ...finishedFile("ver_unseen"));
  const provisional = { findings: [], source: "provisional", computed_at: secondsIn(100), run_id: "p" };
  await receive(
    deliver("verification.v2.created", { verification_id: "ver_provisional", status: "pending" }, 1),
    deliver("verification.v2.finished", { verification_id: "ver_provisional", status: "finished" }, 90),
    deliver("verification.v2.findings.updated", { verification_id: "ver_provisional", ...provisional }, 100),
  );
  await look("ver_high", "ver_provisional");
  const files = await check(...ids);
  expect(files.map(({ obstacle }) => obstacle)).toEqual(["exceptions", "not_opened", "not_open"]);
  const refused = await accept(files);
  expect(refused.map(({ code }) => code)).toEqual(["NOT_FOR_BULK", "NOT_FOR_BULK", "NOT_FOR_BULK"]);
  await look("ver_unseen");
  for (const changes of [{ bulk_acceptance: false }, { approval: "always" }]) {
    const before = await check("ver_unseen");
    await begin(changes);
    expect((await accept(before))[0]).toMatchObject({ outcome: "failed", code: "NOT_FOR_BULK" });
    await begin({ bulk_acceptance: true });
  }
  expect(await review("ver_unseen")).toMatchObject({ state: "open" });
});

it("is found among the decisions, also in a sample", async () => {
  const of = async (together: "yes" | "no" | null, sample: number | null = null) => {
    const { items, has_together } = await listDecisions({ ...EVER, together, sample }, database);
    expect(has_together).toBe(true);
    return items.map((row) => row.together);
  };
  expect((await of("yes")).sort()).toEqual([0, 2, 2, 2]);
  expect(await of("no")).toEqual([]);
  expect(await of(null, 2)).toHaveLength(2);
  const none = { ...EVER, from: "2026-01-01", to: "2026-01-02" };
  expect(await listDecisions(none, database)).toMatchObject({ has_together: false, items: [] });
});
