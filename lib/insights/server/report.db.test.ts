import { beforeAll, describe, expect, it, vi } from "vitest";
import { initialPolicy } from "#lib/desk/contract/review/policy.ts";
import { answerApproval, changeReview, type Reviewer, undoReview } from "#lib/desk/server/review/command.ts";
import { finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { stateAbout } from "#lib/desk/server/statements/state.ts";
import { daysOfMonth, MAX_REPORTED, monthAfter } from "#lib/insights/contract/report.ts";
import { authorOf } from "#lib/statements/server/table.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { currentMonth, digestOf, readPoliciesInForce, readReport, signOff, spanOfMonth } from "./report.ts";
import { readExceptions, readReasons, readReopened } from "./report-decisions.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review } = reviewDesk(database);
const EVER: [string, string] = ["2026-01-01T00:00:00.000000Z", "2099-01-01T00:00:00.000000Z"];

let ana: Reviewer;
let luis: Reviewer;

const change = async (id: string, body: object, by = ana) =>
  changeReview(id, { version: (await review(id)).version, state: "resolved", ...body }, by, database);

/** The row of insights of the last step of a file's log. */
const counted = (id: string, kind: string, row: { exceptions?: string[]; changes?: string[] }) =>
  pool.query(
    `INSERT INTO insight_reviews (verification_id, at, kind, resolution, user_id, policy_version, exceptions, changes)
     SELECT verification_id, at, $2, resolution, user_id, policy_version, $3, $4 FROM review_log
     WHERE verification_id = $1 ORDER BY id DESC LIMIT 1`,
    [id, kind, row.exceptions ?? [], row.changes ?? []],
  );

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  luis = await user("Luis", "compliance");
  await begin({ approval: "high" });
});

describe("the months of a zone", () => {
  it.each([
    ["2026-10", "America/Mexico_City", "2026-10-01T06:00:00.000000Z", "2026-11-01T06:00:00.000000Z"],
    // Clocks go forward on 8 March and back on 1 November, whose first hour is still of summer.
    ["2026-03", "America/Tijuana", "2026-03-01T08:00:00.000000Z", "2026-04-01T07:00:00.000000Z"],
    ["2026-10", "America/Tijuana", "2026-10-01T07:00:00.000000Z", "2026-11-01T07:00:00.000000Z"],
    ["2026-11", "America/Tijuana", "2026-11-01T07:00:00.000000Z", "2026-12-01T08:00:00.000000Z"],
  ])("%s in %s", (month, zone, since, until) => expect(spanOfMonth(month, zone)).toEqual([since, until]));

  it("begins a month at midnight of the policy's zone", async () => {
    const { working } = initialPolicy(EVER[0]);
    await begin({ working: { ...working, time_zone: "America/Tijuana" }, approval: "high" });
    expect(await currentMonth(database, "2026-11-01T06:59:59.999999Z")).toBe("2026-10");
    expect(await currentMonth(database, "2026-11-01T07:00:00.000000Z")).toBe("2026-11");
  });
});

describe("decisions", () => {
  it("lists acceptances with exceptions: author, approver, reason, and not those taken back", async () => {
    await receive(...finishedFile("ver_high", [finding("high")]), ...finishedFile("ver_undone"));
    const version = async (id: string) => (await review(id)).version;
    await change("ver_high", { resolution: "accepted", reason: "Vi el original." });
    await answerApproval("ver_high", { version: await version("ver_high"), approve: true }, luis, database);
    await counted("ver_high", "decided", { exceptions: ["high_finding"] });
    await change("ver_undone", { resolution: "accepted" });
    await counted("ver_undone", "decided", { exceptions: ["failed_item"] });
    await undoReview("ver_undone", await version("ver_undone"), ana, database);
    const { items, total } = await readExceptions(pool, EVER);
    expect(total).toBe(1);
    expect(items).toEqual([
      expect.objectContaining({
        ...{ verification_id: "ver_high", exceptions: ["high_finding"], reason: "Vi el original." },
        ...{ decided_by: "Ana", approved_by: "Luis" },
      }),
    ]);
  });

  it("counts rejections and closures by reason, in the words of the catalogue", async () => {
    await receive(...finishedFile("ver_rejected"), ...finishedFile("ver_closed"), ...finishedFile("ver_closed_too"));
    await change("ver_rejected", { resolution: "rejected", reason_code: "no_answer", reason: "." });
    for (const id of ["ver_closed", "ver_closed_too"])
      await change(id, { resolution: "closed", reason_code: "customer_withdrew" });
    const reasons = await readReasons(pool, EVER);
    expect(reasons.map(({ resolution, code, files }) => [resolution, code, files])).toEqual([
      ["rejected", "no_answer", 1],
      ["closed", "customer_withdrew", 2],
    ]);
    expect(reasons[0]?.words?.es).toBe("Sin respuesta del cliente");
  });

  it("has the outcome of decisions that changed facts reopened", async () => {
    await receive(...finishedFile("ver_back"));
    await change("ver_back", { resolution: "accepted" });
    await change("ver_back", { state: "open" });
    await counted("ver_back", "reopened", { changes: ["finding_added"] });
    const [open] = (await readReopened(pool, EVER)).items;
    expect(open).toMatchObject({
      changes: ["finding_added"],
      decided: { resolution: "accepted" },
      outcome: { kind: "state", state: "open" },
    });
    await change("ver_back", { resolution: "rejected", reason_code: "no_answer", reason: "." });
    const [decided] = (await readReopened(pool, EVER)).items;
    expect(decided?.outcome).toMatchObject({ kind: "decided", resolution: "rejected", by: "Ana" });
  });

  it("has the first of many, and their number", async () => {
    const ids = Array.from({ length: MAX_REPORTED + 3 }, (_, index) => `ver_many_${index}`);
    await receive(...ids.flatMap((id) => finishedFile(id)));
    for (const id of ids) {
      await change(id, { resolution: "accepted" });
      await counted(id, "decided", { exceptions: ["failed_item"] });
    }
    const { items, total } = await readExceptions(pool, EVER);
    expect([items.length, total]).toEqual([MAX_REPORTED, ids.length + 1]);
  });
});

describe("policies", () => {
  const versions = async (since: string, until: string) =>
    (await readPoliciesInForce(pool, [since, until])).items.map(({ version }) => version);

  it("has the policies in force at any time of the period, without a policy that ended as it began", async () => {
    const last = (await pool.query("SELECT max(version)::int AS version FROM review_policies")).rows[0].version;
    for (const [step, at] of ["2098-01-10", "2098-02-01", "2098-02-15"].entries())
      await pool.query(
        `INSERT INTO review_policies (version, at, user_id, policy)
         SELECT $1, $2, $3, policy || jsonb_build_object('due_hours', $1::int) FROM review_policies WHERE version = $4`,
        [last + step + 1, `${at}T07:00:00Z`, ana.id, last],
      );
    const at = (day: string) => `${day}T07:00:00.000000Z`;
    expect(await versions(at("2098-01-05"), at("2098-02-01"))).toEqual([last + 1, last]);
    expect(await versions(at("2098-02-01"), at("2098-03-01"))).toEqual([last + 3, last + 2]);
    expect(await versions(at("2098-03-01"), at("2098-04-01"))).toEqual([last + 3]);
    const { items } = await readPoliciesInForce(pool, [at("2098-02-01"), at("2098-03-01")]);
    expect(items[0]).toEqual({
      ...{ version: last + 3, since: at("2098-02-15"), by: "Ana" },
      changes: [{ field: "due_hours", before: last + 2, after: last + 3 }],
    });
  });
});

describe("the whole report", () => {
  const officer = () => ({ userId: ana.id, seesTeam: false });
  const lastMonth = async () => monthAfter(await currentMonth(database), -1);

  it("has the workload for those who see the team, and the same digest for all", async () => {
    const month = await lastMonth();
    const report = await readReport(month, officer(), database);
    const whole = await readReport(month, { userId: luis.id, seesTeam: true }, database);
    expect([report.workload, whole.workload]).toEqual([null, []]);
    expect(report).toMatchObject({ month, ...daysOfMonth(month), is_over: true, sign_offs: [] });
    expect(whole.digest).toBe(report.digest);
    expect(digestOf({ ...report, failures: [{ item_type: "csf_mx", item_error: null, files: 1 }] })).not.toBe(
      report.digest,
    );
    const renamed = { ...report.exceptions, items: report.exceptions.items.map((item) => ({ ...item, title: "B" })) };
    expect(digestOf({ ...report, exceptions: renamed })).toBe(report.digest);
  });

  it("has the numbers of its day beside those of the month, and the same digest whatever they are", async () => {
    const month = monthAfter(await lastMonth(), -6);
    const before = await readReport(month, officer(), database);
    expect(before.dates).toEqual({ unchecked: null, overdue: null });
    await begin({ yearly_check: { months: 12, ahead_days: 0 } });
    await receive(...finishedFile("ver_unchecked"));
    await stateAbout("ver_unchecked", { kind: "relation", since: "2020-01-01" }, authorOf(ana), database);
    // The figures of a minute ago are kept.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 90_000 });
    const after = await readReport(month, officer(), database);
    vi.useRealTimers();
    expect(after.dates).toEqual({ unchecked: 1, overdue: 1 });
    expect(after.digest).toBe(before.digest);
  });

  it("is signed off once a person, as it was shown, and not before the month is over", async () => {
    const month = await lastMonth();
    const { digest } = await readReport(month, officer(), database);
    const as = (one: Reviewer) => ({ ...one, email: "" });
    await signOff(month, digest, as(ana), database);
    await signOff(month, digest, as(luis), database);
    const { sign_offs } = await readReport(month, officer(), database);
    expect(sign_offs.map(({ name, role, digest: signed }) => [name, role, signed])).toEqual([
      ["Luis", "compliance", digest],
      ["Ana", "compliance", digest],
    ]);
    const refused = (of: string, signed: string) => expect(signOff(of, signed, as(ana), database)).rejects;
    await refused(month, digest).toMatchObject({ code: "CONFLICT" });
    await refused(month, "0".repeat(64)).toMatchObject({ code: "CONFLICT" });
    const current = await readReport(monthAfter(month), officer(), database);
    await refused(monthAfter(month), current.digest).toThrow("not over");
  });
});
