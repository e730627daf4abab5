import { beforeAll, describe, expect, it, vi } from "vitest";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { decisionCheck } from "#lib/desk/contract/review/decision-check.ts";
import { decisionIdOf } from "#lib/desk/contract/review/decision-id.ts";
import {
  answerApproval,
  changeReview,
  type Reviewer,
  ratifyReview,
  undoReview,
} from "#lib/desk/server/review/command.ts";
import { readDecisionRecord } from "#lib/desk/server/review/decision-record.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { stateAbout } from "#lib/desk/server/statements/state.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { authorOf } from "#lib/statements/server/table.ts";
import { storeArrivals } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { checkDecision } from "./check.ts";

const database = await ownDatabase();
const { pool } = database;
const { begin, user, receive, review, log } = reviewDesk(database);

let ana: Reviewer;
let raul: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  raul = await user("Raul", "compliance");
  await begin();
});

const version = async (id: string) => (await review(id)).version;
const change = async (id: string, change: object, by = ana) =>
  changeReview(id, { version: await version(id), ...change }, by, database);
const accept = (id: string) => change(id, { state: "resolved", resolution: "accepted", reason: "Revisado" });
const answer = async (id: string, approve: boolean) =>
  answerApproval(id, { version: await version(id), approve, reason: "No procede" }, raul, database);
const undo = async (id: string, by = ana) => undoReview(id, await version(id), by, database, 600_000);

/** The id of the newest decision or proposal on a file. */
async function decisionOn(id: string): Promise<string> {
  const made = (await log(id)).find(({ kind }) => ["decided", "submitted", "ratified"].includes(kind));
  return made ? decisionIdOf(made) : expect.unreachable();
}

/** A file that Ana accepts, and the id of her decision. */
async function accepted(id: string): Promise<string> {
  await receive(...finishedFile(id));
  await accept(id);
  return decisionOn(id);
}

const check = async (decision: string) => decisionCheck.parse(await checkDecision(decision, database));
const since = async (id: string) => (await log(id))[0]?.at;

/** A difference that brings an acceptance back. */
const overtakes = (id: string, at = 200) => finalRun(id, [finding("high", "acta")], at);

describe("a decision", () => {
  it("is valid on its facts", async () => {
    const decision = await accepted("ver_valid");
    expect(await check(decision)).toEqual({
      decision_id: decision,
      verification_id: "ver_valid",
      resolution: "accepted",
      standing: "valid",
      since: await since("ver_valid"),
      differences: [],
    });
  });

  it("has the id that its record shows, after an approval too", async () => {
    const shown = async (id: string) => (await readDecisionRecord(id, null, database))?.record?.decision_id;
    expect(await accepted("ver_record")).toBe(await shown("ver_record"));
    await begin({ approval: "always" });
    const proposed = await accepted("ver_approved_record");
    await answer("ver_approved_record", true);
    expect(proposed).toBe(await shown("ver_approved_record"));
    await begin({ approval: "never" });
  });

  it("is valid with a difference that does not count, which is named", async () => {
    await receive(...finishedFile("ver_confirmed"));
    await accept("ver_confirmed");
    await receive(finalRun("ver_confirmed", [], 300));
    expect(await check(await decisionOn("ver_confirmed"))).toMatchObject({
      standing: "valid",
      differences: ["run_confirmed"],
    });
  });

  it("is overtaken as soon as a fact that counts is applied, before the rules are run", async () => {
    const decision = await accepted("ver_fresh");
    await storeArrivals(pool, [overtakes("ver_fresh")]);
    await drainInbox(database);
    expect(await review("ver_fresh")).toMatchObject({ state: "resolved" });
    expect(await check(decision)).toMatchObject({ standing: "overtaken", differences: ["finding_added"] });
    await receive();
    const first = await check(decision);
    expect(first).toMatchObject({ standing: "overtaken", differences: ["finding_added"] });
    expect(await check(decision)).toEqual(first);
  });

  it("is valid again once the difference is gone", async () => {
    const decision = await accepted("ver_again");
    await receive(overtakes("ver_again"));
    expect(await check(decision)).toMatchObject({ standing: "overtaken" });
    await receive(finalRun("ver_again", [], 300));
    expect(await check(decision)).toMatchObject({ standing: "valid" });
  });

  it.each([
    ["taken back", undo],
    ["reopened", (id: string) => change(id, { state: "open" })],
  ])("is undone once it is %s, and says since when", async (name, step) => {
    const id = `ver_${name}`;
    const decision = await accepted(id);
    await step(id);
    expect(await check(decision)).toMatchObject({ standing: "undone", since: await since(id), differences: [] });
  });

  it("is overtaken by a later decision on the file", async () => {
    const decision = await accepted("ver_later");
    await receive(overtakes("ver_later"));
    await ratifyReview("ver_later", await version("ver_later"), ana, database, "Revisado");
    expect(await check(decision)).toMatchObject({ standing: "overtaken", since: await since("ver_later") });
    const ratified = await decisionOn("ver_later");
    expect(ratified).not.toBe(decision);
    expect(await check(ratified)).toMatchObject({ standing: "valid", differences: [] });
  });
});

describe("a document past its date", () => {
  const DOCUMENT = { en: "Deed", es: "Acta", per: "file", counts: "always" };
  const states = (id: string, document_kind: string, dates: object) =>
    stateAbout(id, { kind: "document_dates", document_kind, ...dates }, authorOf(ana), database);

  it("ends the standing of an acceptance only where its rule says so", async () => {
    await begin({
      documents: [
        { ...DOCUMENT, key: "deed" },
        { ...DOCUMENT, key: "ine", ends_standing: true },
      ],
    });
    const decision = await accepted("ver_dates");
    await states("ver_dates", "deed", { expires_on: "2026-01-31" });
    expect(await check(decision)).toMatchObject({ standing: "valid" });
    expect(await check(decision)).not.toHaveProperty("documents");
    await states("ver_dates", "ine", { expires_on: "2026-01-31" });
    expect(await check(decision)).toMatchObject({
      ...{ standing: "overtaken", since: "2026-02-01T06:00:00.000000Z", documents: ["ine"], differences: [] },
    });
    await states("ver_dates", "ine", { no_expiry: true });
    expect(await check(decision)).toMatchObject({ standing: "valid" });
    await begin({ documents: [] });
  });
});

describe("a proposal", () => {
  it("awaits approval, and is valid from its approval on", async () => {
    await begin({ approval: "always" });
    const decision = await accepted("ver_proposed");
    expect(await check(decision)).toMatchObject({ standing: "awaiting_approval" });
    await answer("ver_proposed", true);
    expect(await check(decision)).toMatchObject({ standing: "valid", since: await since("ver_proposed") });
    await undo("ver_proposed", raul);
    expect(await check(decision)).toMatchObject({ standing: "awaiting_approval", since: await since("ver_proposed") });
  });

  it("is undone where it is returned", async () => {
    const decision = await accepted("ver_returned");
    await answer("ver_returned", false);
    expect(await check(decision)).toMatchObject({ standing: "undone", since: await since("ver_returned") });
  });

  it("is overtaken by facts, before and after the rules withdraw it", async () => {
    const decision = await accepted("ver_withdrawn");
    await storeArrivals(pool, [overtakes("ver_withdrawn")]);
    await drainInbox(database);
    expect(await check(decision)).toMatchObject({ standing: "overtaken", differences: ["finding_added"] });
    await receive();
    expect((await log("ver_withdrawn")).map(({ kind }) => kind)).toContain("withdrawn");
    expect(await check(decision)).toMatchObject({ standing: "overtaken" });
    await begin({ approval: "never" });
  });
});

describe("a received delivery about the file", () => {
  it("is waited for", async () => {
    const decision = await accepted("ver_waits");
    await storeArrivals(pool, [overtakes("ver_waits")]);
    const checking = check(decision);
    await drainInbox(database);
    expect(await checking).toMatchObject({ standing: "overtaken" });
    expect(await checking).not.toHaveProperty("checked_at");
  });

  it("is named by the time of its receipt where it is not applied in time", async () => {
    const decision = await accepted("ver_late");
    await storeArrivals(pool, [overtakes("ver_late")]);
    const { rows } = await pool.query("SELECT max(received_at) AS at FROM inbox WHERE verification_id = 'ver_late'");
    expect(await check(decision)).toMatchObject({ standing: "valid", checked_at: rows[0].at });
    await drainInbox(database);
    expect(await check(decision)).not.toHaveProperty("checked_at");
  });
});

describe("no answer", () => {
  it.each(["57", "dec_57_1", "dec_999999_1795194000123456"])("for %s, which names no decision", async (id) => {
    await expect(checkDecision(id, database)).rejects.toMatchObject({ code: "NOT_FOUND", status: 404 });
  });

  it("for an entry that decided nothing, or an approval", async () => {
    await receive(...finishedFile("ver_opened"));
    for (const entry of await log("ver_opened")) {
      await expect(checkDecision(decisionIdOf(entry), database)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    const [approved] = (await pool.query("SELECT id AS entry_id, at FROM review_log WHERE kind = 'approved' LIMIT 1"))
      .rows;
    await expect(checkDecision(decisionIdOf(approved), database)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("for the decision on an erased verification", async () => {
    const decision = await accepted("ver_erased");
    await eraseVerification({ verification_id: "ver_erased", reason: "Solicitud del titular" }, SYSTEM_ACTOR, database);
    await expect(checkDecision(decision, database)).rejects.toMatchObject({ code: "ERASED", status: 410 });
  });
});
