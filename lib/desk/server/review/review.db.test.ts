import { beforeAll, describe, expect, it, vi } from "vitest";
import { rebuildProjections } from "#lib/core/server/inbox/replay.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { deliver, read, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { answerApproval, changeReview, type Reviewer, ratifyReview, undoReview } from "./command.ts";
import { queueForPolicy } from "./due.ts";
import { readSince } from "./seen.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "./testing/files.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review, log, kinds, evaluated } = reviewDesk(database);

let ana: Reviewer;
let raul: Reviewer;
let admin: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  raul = await user("Raul", "compliance");
  admin = await user("Admin", "admin");
  await begin();
});

/** A decision on the current version. */
const decide = async (id: string, change: object = { resolution: "accepted", reason: "Revisado" }, by = ana) =>
  changeReview(id, { version: (await review(id)).version, state: "resolved", ...change }, by, database);

const accepted = async (id: string, findings: object[] = []) => {
  await receive(...finishedFile(id, findings));
  return decide(id);
};

describe("the rules", () => {
  it("open a file once its final run is applied, due after the working hours of the policy", async () => {
    await receive(...finishedFile("ver_opened"));
    const opened = await review("ver_opened");
    expect(opened).toMatchObject({ state: "open", reasons: ["decision"], assignee: null, resolution: null });
    expect(opened.due_at).not.toBeNull();
    expect(await log("ver_opened")).toMatchObject([{ kind: "opened", user: null, reasons: ["decision"] }]);
  });

  it("leave a file alone that was complete before reviews began, until an officer opens it", async () => {
    await begin({ review_from: "2026-11-21T00:00:00.000000Z" });
    await receive(...finishedFile("ver_before"));
    expect(await review("ver_before")).toMatchObject({ state: null, reasons: [] });
    const { rowCount } = await pool.query("SELECT FROM reviews WHERE verification_id = 'ver_before'");
    expect(rowCount).toBe(0);
    const opened = await changeReview("ver_before", { version: "0.", state: "open" }, admin, database);
    expect(opened).toMatchObject({ state: "open", reasons: ["decision"] });
    await begin({ review_from: "2026-01-01T00:00:00.000000Z" });
  });

  it.each([
    [["curp_format_error"], "to_correct"],
    [["an_error_of_tomorrow"], "not_completed"],
    [["an_error_of_tomorrow", "curp_format_error"], "to_correct"],
  ])("derive from the lookups %j: %s", async (errors, lookup) => {
    const id = `ver_lookups_${errors.join("_")}`;
    const ended = errors.map((people_error, index) =>
      deliver(
        "verification_people.curp_search_completed",
        { verification_id: id, people_id: index, item_id: 1, people_error },
        50 + index,
      ),
    );
    await receive(...finishedFile(id), ...ended);
    expect(await review(id)).toMatchObject({ reasons: ["decision", "person"], lookup });
    await decide(id);
    expect(await review(id)).toMatchObject({ reasons: [], lookup: null });
  });

  it("give the same after a rebuild, and change neither the queue nor a decision", async () => {
    await accepted("ver_rebuilt", [finding("low", "acta")]);
    const rows = async () =>
      (await pool.query("SELECT to_jsonb(reviews)::text AS row FROM reviews ORDER BY verification_id")).rows;
    const entries = async () => (await pool.query("SELECT count(*) FROM review_log")).rows;
    const before = [await rows(), await entries()];
    await rebuildProjections(database);
    expect(await evaluated()).toBeGreaterThan(0);
    expect([await rows(), await entries()]).toEqual(before);
  });

  it("wait for deliveries that are not applied yet", async () => {
    await accepted("ver_pending");
    await pool.query("UPDATE inbox SET state = 'pending' WHERE verification_id = 'ver_pending'");
    await pool.query("DELETE FROM findings_runs WHERE verification_id = 'ver_pending'");
    await pool.query("UPDATE review_due SET due_at = now()");
    await pool.query("INSERT INTO review_due VALUES ('ver_pending', now()) ON CONFLICT DO NOTHING");
    await evaluated();
    expect(await review("ver_pending")).toMatchObject({ state: "resolved" });
    await receive();
    expect(await kinds("ver_pending")).toEqual(["opened", "decided"]);
  });
});

it("evaluate every file again, once, after a change of policy", async () => {
  await receive(...finishedFile("ver_swept"));
  const due = async () =>
    (await pool.query("SELECT FROM review_due WHERE verification_id = 'ver_swept' AND due_at <= now()")).rowCount;
  const never = new AbortController().signal;
  await begin({ due_hours: 4 });
  await queueForPolicy(database, never);
  expect(await due()).toBe(1);
  await evaluated();
  await queueForPolicy(database, never);
  expect(await due()).toBe(0);
  await begin({ due_hours: 16 });
});

describe("a decision", () => {
  it("settles its reasons, and is on record with its basis", async () => {
    await receive(...finishedFile("ver_decided", [finding("low", "acta")]));
    const resolved = await decide("ver_decided", { resolution: "rejected", reason_code: "documents_not_valid" });
    expect(resolved).toMatchObject({ state: "resolved", resolution: "rejected", reasons: [], due_at: null });
    const [entry] = await log("ver_decided");
    expect(entry).toMatchObject({
      kind: "decided",
      user: { user_id: ana.id, name: "Ana" },
      reason_code: "documents_not_valid",
      digest: expect.stringMatching(/^[\da-f]{64}$/),
    });
    const { rows } = await pool.query("SELECT basis FROM review_log WHERE id = $1", [entry?.entry_id]);
    expect(rows[0].basis.run.items).toEqual([{ severity: "low", message: "Falta acta", missing_field: "acta" }]);
  });

  it("requires a code of the catalogue, and words for an exception", async () => {
    await receive(...finishedFile("ver_asks", [finding("high", "acta")]));
    const refused = { code: "VALIDATION_ERROR", status: 400 };
    await expect(decide("ver_asks", { resolution: "rejected" })).rejects.toMatchObject(refused);
    await expect(decide("ver_asks", { resolution: "closed", reason_code: "made_up" })).rejects.toMatchObject(refused);
    await expect(decide("ver_asks", { resolution: "accepted" })).rejects.toMatchObject(refused);
    await expect(decide("ver_asks", {})).rejects.toMatchObject(refused);
    expect(await decide("ver_asks")).toMatchObject({ state: "resolved", resolution: "accepted" });
  });

  it("on other facts than shown is 409, with the review and the differences", async () => {
    await receive(...finishedFile("ver_stale", [finding("low", "acta")]));
    const { version } = await review("ver_stale");
    await receive(finalRun("ver_stale", [finding("low", "acta"), finding("high", "poder")], 200));
    const change = { version, state: "resolved", resolution: "accepted", reason: "Revisado" } as const;
    const failed = changeReview("ver_stale", change, ana, database);
    await expect(failed).rejects.toMatchObject({
      code: "STALE_REVIEW",
      status: 409,
      details: {
        review: { state: "open" },
        differences: [{ kind: "finding_added", severity: "high", missing_field: "poder" }],
      },
    });
    const { details } = (await failed.catch((error: unknown) => error)) as { details: { review: { version: string } } };
    expect(
      await changeReview("ver_stale", { ...change, version: details.review.version }, ana, database),
    ).toMatchObject({ state: "resolved" });
  });

  it("applies to the shown facts if later facts make no relevant difference", async () => {
    const id = "ver_people_read";
    await receive(...finishedFile(id));
    const { version } = await review(id);
    await receive(read(id, 210, { full_list: [{ people_id: 5, full_name: "Ana Ruiz" }] }, "people"));
    expect((await review(id)).version).not.toBe(version);
    const change = { version, state: "resolved", resolution: "accepted", reason: "Revisado" } as const;
    expect(await changeReview(id, change, ana, database)).toMatchObject({ state: "resolved", reasons: [] });
    const { rows } = await pool.query(
      "SELECT basis -> 'people' AS people FROM review_log WHERE verification_id = $1 AND kind = 'decided'",
      [id],
    );
    expect(rows).toEqual([{ people: null }]);
    // The step is still refused if another user has changed the review, on equal facts.
    const other = "ver_people_other";
    await receive(...finishedFile(other));
    const shown = await review(other);
    await changeReview(other, { assignee: ana.id }, raul, database);
    await receive(read(other, 210, { full_list: [{ people_id: 5, full_name: "Ana Ruiz" }] }, "people"));
    await expect(changeReview(other, { ...change, version: shown.version }, ana, database)).rejects.toMatchObject({
      code: "STALE_REVIEW",
    });
  });

  it("returns with a late finding to its author, and is cleared by ratifying it", async () => {
    await accepted("ver_late");
    await receive(finalRun("ver_late", [finding("medium", "poder")], 300));
    const back = await review("ver_late");
    expect(back).toMatchObject({
      state: "open",
      resolution: null,
      reasons: ["changed"],
      assignee: { user_id: ana.id, name: "Ana" },
    });
    expect((await log("ver_late"))[0]).toMatchObject({
      kind: "returned",
      user: null,
      differences: [{ kind: "finding_added", severity: "medium", brings_back: true }],
    });
    const ratified = await ratifyReview("ver_late", back.version, raul, database);
    expect(ratified).toMatchObject({ state: "resolved", resolution: "accepted", reasons: [] });
    await receive(finalRun("ver_late", [finding("medium", "poder")], 400));
    expect(await kinds("ver_late")).toEqual(["opened", "decided", "returned", "ratified"]);
  });

  it.each([
    ["ver_of_disabled", "disabled", "disabled_at = now()"],
    ["ver_of_support", "no officer any more", "role = 'support'"],
  ])("%s returns to nobody, since its author is %s", async (id, _case, change) => {
    const gone = await user(`Author of ${id}`, "compliance");
    await receive(...finishedFile(id));
    await decide(id, { resolution: "accepted" }, gone);
    await pool.query(`UPDATE users SET ${change} WHERE id = $1`, [gone.id]);
    await receive(finalRun(id, [finding("high", "poder")], 300));
    expect(await review(id)).toMatchObject({ state: "open", reasons: ["changed"], assignee: null });
  });

  it("does not return with a copy, a label, an equal run, or a renewed link", async () => {
    const person = (expires_at: string) => ({
      full_list: [
        {
          people_id: 1,
          full_name: "Walter Núñez",
          external_identities: {
            curp: { success: true, search_number: "BOXW310820HNERXN09", curp_file: { available: true, expires_at } },
          },
        },
      ],
    });
    await receive(...finishedFile("ver_same"), read("ver_same", 110, person("2026-11-20T11:00:00Z"), "people"));
    const decided = await decide("ver_same");
    const entity = { type: "label", label: "vip", display_name: "VIP", category: null };
    await receive(
      finalRun("ver_same", [], 100),
      finalRun("ver_same", [], 500),
      deliver("verification.v2.label_added", {
        verification_id: "ver_same",
        entity,
        comment: null,
        added_at: secondsIn(600),
      }),
      read("ver_same", 700, person("2026-11-20T12:00:00Z"), "people"),
    );
    expect(await review("ver_same")).toMatchObject({ state: "resolved", reasons: [] });
    expect(decided.state).toBe("resolved");
    expect(await kinds("ver_same")).toEqual(["opened", "decided"]);
  });
});

describe("the changes of a review since it was shown", () => {
  const since = (id: string, shown: { version: string; entry: number }) => readSince(id, shown, database);
  const shownNow = async (id: string) => ({
    version: (await review(id)).version,
    entry: (await log(id))[0]?.entry_id ?? 0,
  });

  it("name the actor and the action, and the step with the old version is refused", async () => {
    const id = "ver_since";
    await receive(...finishedFile(id));
    const shown = await shownNow(id);
    expect(await since(id, shown)).toEqual({ version: shown.version, same: true, entries: [], differences: [] });
    const { version } = await decide(id, { resolution: "accepted", reason: "Revisado" }, raul);
    expect(await since(id, shown)).toMatchObject({
      version,
      same: false,
      entries: [
        { kind: "decided", resolution: "accepted", reason: "Revisado", user: { user_id: raul.id, name: "Raul" } },
      ],
      differences: [],
    });
    const reject = { state: "resolved", resolution: "rejected", reason_code: "no_answer" } as const;
    const by = (of: string) => changeReview(id, { version: of, ...reject }, ana, database);
    await expect(by(shown.version)).rejects.toMatchObject({ code: "STALE_REVIEW", status: 409 });
    await expect(by(version)).rejects.toMatchObject({ code: "ALREADY_RESOLVED", status: 409 });
    expect(await review(id)).toMatchObject({ state: "resolved", resolution: "accepted" });
    expect(await since("ver_of_nobody", shown)).toBeNull();
  });

  it("name the differences of the facts, and are empty without a relevant difference", async () => {
    const id = "ver_since_facts";
    await receive(...finishedFile(id));
    const shown = await shownNow(id);
    await receive(read(id, 210, { full_list: [{ people_id: 5, full_name: "Ana Ruiz" }] }, "people"));
    expect(await since(id, shown)).toMatchObject({ same: true, entries: [], differences: [] });
    await receive(finalRun(id, [finding("high", "poder")], 300));
    expect(await since(id, shown)).toMatchObject({
      same: false,
      differences: [{ kind: "finding_added", missing_field: "poder" }],
    });
  });

  it("are unknown for a version that is only the beginning of an earlier one", async () => {
    const id = "ver_since_cut";
    await accepted(id);
    const shown = await shownNow(id);
    await receive(finalRun(id, [finding("high", "poder")], 300));
    expect((await since(id, shown))?.differences).toHaveLength(1);
    for (const version of [shown.version.slice(0, -1), shown.version.replace(/\..*/, "."), `${shown.version}0`])
      expect(await since(id, { ...shown, version })).toMatchObject({ same: false, differences: [] });
  });

  it("distinguish two letters of the same day, and two ratifications of the same facts", async () => {
    const asks = "ver_two_letters";
    await receive(...finishedFile(asks));
    const wait = async (version: string, by: Reviewer, missing_field: string) => {
      const request = [{ about: "missing_field" as const, missing_field }];
      return changeReview(asks, { version, state: "waiting", follow_up_on: "2099-01-01", request }, by, database);
    };
    await wait((await review(asks)).version, ana, "Acta");
    const { version } = await review(asks);
    await wait(version, raul, "Poder");
    await expect(wait(version, ana, "Domicilio")).rejects.toMatchObject({ code: "STALE_REVIEW" });
    const ratifies = "ver_two_ratify";
    await accepted(ratifies);
    await receive(finalRun(ratifies, [], 300));
    const shown = (await review(ratifies)).version;
    expect(await ratifyReview(ratifies, shown, raul, database)).toMatchObject({ state: "resolved" });
    await expect(ratifyReview(ratifies, shown, ana, database)).rejects.toMatchObject({ code: "STALE_REVIEW" });
  });

  it("are empty after a rebuild", async () => {
    const id = "ver_since_rebuilt";
    await accepted(id);
    const shown = await shownNow(id);
    await rebuildProjections(database);
    await evaluated();
    expect(await since(id, shown)).toMatchObject({ version: shown.version, same: true });
  });
});

describe("approval", () => {
  it("belongs to another person, and a change of facts withdraws the proposal", async () => {
    await begin({ approval: "high" });
    await receive(...finishedFile("ver_approval", [finding("high", "acta")]));
    const submitted = await decide("ver_approval");
    expect(submitted).toMatchObject({ state: "approval", resolution: "accepted" });
    const approve = (by: Reviewer, version: string, approve = true) =>
      answerApproval("ver_approval", { version, approve }, by, database);
    await expect(approve(ana, submitted.version)).rejects.toMatchObject({ code: "FORBIDDEN", status: 403 });
    await receive(finalRun("ver_approval", [finding("high", "acta"), finding("low", "poder")], 200));
    const withdrawn = await review("ver_approval");
    expect(withdrawn).toMatchObject({ state: "open", resolution: null });
    await expect(approve(raul, withdrawn.version)).rejects.toMatchObject({ code: "CONFLICT", status: 409 });
    const again = await decide("ver_approval");
    expect(await approve(raul, again.version)).toMatchObject({ state: "resolved", resolution: "accepted" });
    expect(await kinds("ver_approval")).toEqual(["opened", "submitted", "withdrawn", "submitted", "approved"]);
    expect((await log("ver_approval"))[0]).toMatchObject({ reason: null, user: { name: "Raul" } });
    await begin({ approval: "never" });
  });
});

describe("undo", () => {
  it("reverses the user's own last step by a second entry", async () => {
    await receive(...finishedFile("ver_undo"));
    const before = await review("ver_undo");
    const decided = await decide("ver_undo");
    await expect(undoReview("ver_undo", decided.version, raul, database)).rejects.toMatchObject({ status: 409 });
    const open = await undoReview("ver_undo", decided.version, ana, database);
    expect({ ...open, version: "" }).toEqual({ ...before, version: "" });
    const [undone, taken] = await log("ver_undo");
    expect(undone).toMatchObject({ kind: "undone", undoes: taken?.entry_id });
    await expect(undoReview("ver_undo", open.version, ana, database)).rejects.toMatchObject({ status: 409 });
  });

  /** A decision that was made this many seconds ago. */
  async function decidedAgo(id: string, seconds: number): Promise<string> {
    await receive(...finishedFile(id));
    const { version } = await decide(id);
    await pool.query(`
      ALTER TABLE review_log DISABLE TRIGGER review_log_append_only;
      UPDATE review_log SET at = at - interval '${seconds} seconds' WHERE verification_id = '${id}';
      ALTER TABLE review_log ENABLE ALWAYS TRIGGER review_log_append_only`);
    return version;
  }

  it("is accepted while a page may still offer it or ask for a confirmation, after a late answer", async () => {
    const version = await decidedAgo("ver_slow_undo", 20);
    expect(await undoReview("ver_slow_undo", version, ana, database)).toMatchObject({ state: "open" });
  });

  it("is too late after a minute", async () => {
    const version = await decidedAgo("ver_late_undo", 61);
    await expect(undoReview("ver_late_undo", version, ana, database)).rejects.toMatchObject({
      code: "CONFLICT",
      status: 409,
    });
  });
});

describe("waiting", () => {
  it("keeps the request, and ends on its day", async () => {
    await receive(...finishedFile("ver_waits"));
    const { version } = await review("ver_waits");
    const request = [{ about: "documents" as const }];
    const change = { version, state: "waiting" as const, follow_up_on: "2099-01-01", request };
    expect(await changeReview("ver_waits", change, ana, database)).toMatchObject({
      state: "waiting",
      follow_up_on: "2099-01-01",
      due_at: null,
    });
    expect((await log("ver_waits"))[0]).toMatchObject({ kind: "waited", request, follow_up_on: "2099-01-01" });
    await pool.query(
      `UPDATE reviews SET standing = jsonb_set(standing, '{wait,follow_up_on}', '"2026-11-01"')
       WHERE verification_id = 'ver_waits'`,
    );
    await pool.query("UPDATE review_due SET due_at = now() WHERE verification_id = 'ver_waits'");
    await evaluated();
    expect(await review("ver_waits")).toMatchObject({ state: "open", reasons: ["decision", "follow_up"] });
  });
});

describe("the log", () => {
  it("refuses to be changed or emptied", async () => {
    await accepted("ver_kept");
    for (const statement of [
      "UPDATE review_log SET reason = 'otra cosa'",
      "DELETE FROM review_log",
      "TRUNCATE review_log",
      "UPDATE review_policies SET policy = '{}'",
      "DELETE FROM review_policies",
    ]) {
      await expect(pool.query(statement)).rejects.toThrow("append-only");
    }
  });

  it("is deleted with an erased verification; the decision requires a reason and leaves author, time, outcome and digest", async () => {
    await accepted("ver_erased");
    const actor = { user: null, address: null, user_agent: null };
    const erase = (reason?: string) => eraseVerification({ verification_id: "ver_erased", reason }, actor, database);
    await expect(erase()).rejects.toMatchObject({ code: "VALIDATION_ERROR", status: 400 });
    await erase("Solicitud de la persona titular");
    expect(await log("ver_erased")).toEqual([]);
    const { rows } = await pool.query("SELECT to_jsonb(erased_decisions) AS kept FROM erased_decisions");
    expect(rows.map(({ kept }) => kept)).toMatchObject([
      { kind: "decided", resolution: "accepted", user_name: "Ana", erased_because: "Solicitud de la persona titular" },
    ]);
    expect(JSON.stringify(rows)).not.toContain("ver_erased");
    const trail = await pool.query("SELECT to_jsonb(audit_log)::text AS row FROM audit_log");
    expect(JSON.stringify(trail.rows)).not.toContain("titular");
  });
});
