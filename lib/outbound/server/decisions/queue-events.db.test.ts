import { beforeAll, describe, expect, it, vi } from "vitest";
import { decisionIdOf, microsecondsOf } from "#lib/desk/contract/review/decision-id.ts";
import { answerApproval, changeReview, type Reviewer, undoReview } from "#lib/desk/server/review/command.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { SYSTEM_ACTOR } from "#lib/platform/server/audit/actor.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { queueDecisionEvents } from "./queue-events.ts";
import { createChannel, queuedEvents } from "./testing/channels.ts";

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
  await receive(...finishedFile("ver_early"));
  await decide("ver_early");
  await createChannel(database, "ch_all");
});

const version = async (id: string) => (await review(id)).version;
const decide = async (id: string) =>
  changeReview(
    id,
    { version: await version(id), state: "resolved", resolution: "accepted", reason: "Revisado" },
    ana,
    database,
  );
const reopen = async (id: string) => changeReview(id, { version: await version(id), state: "open" }, ana, database);
const undo = async (id: string) => undoReview(id, await version(id), ana, database, 600_000);

async function decided(id: string): Promise<string> {
  await receive(...finishedFile(id));
  await decide(id);
  return id;
}

/** The events of a file in a channel, as kind and state, after another run. */
async function eventsOf(id: string, channel = "ch_all") {
  await queueDecisionEvents(database);
  const events = (await queuedEvents(database)).filter((event) => event.verification_id === id);
  return events.filter(({ channel_id }) => channel_id === channel);
}
const told = async (id: string, channel?: string) =>
  (await eventsOf(id, channel)).map(({ kind, state }) => `${kind} ${state}`);

describe("the queue", () => {
  it("has a decision once, however often the log is read, with its payload and no personal data", async () => {
    const id = await decided("ver_once");
    const [event, ...others] = await eventsOf(id);
    await queueDecisionEvents(database);
    expect(await eventsOf(id)).toEqual([event]);
    expect(others).toEqual([]);
    const [entry] = await log(id);
    if (!entry) return expect.unreachable();
    expect(event).toMatchObject({ kind: "review.decided", state: "pending", channel_id: "ch_all" });
    expect(event?.payload).toEqual({
      verification_id: id,
      verification_tag: null,
      exceptions: [],
      decision_id: decisionIdOf(entry),
      resolution: "accepted",
      reason_code: null,
      decided_at: entry.at,
      review_version: await version(id),
      basis_digest: entry.digest,
      policy_version: entry.policy_version,
      sequence: microsecondsOf(entry.at),
    });
    expect(event?.sequence).toBe(microsecondsOf(entry.at));
  });

  it("has no decision from before the channel", async () => {
    expect(await told("ver_early")).toEqual([]);
  });

  it("ends an event that a later one of the file supersedes", async () => {
    const id = await decided("ver_undone");
    expect(await told(id)).toEqual(["review.decided pending"]);
    await undo(id);
    expect(await told(id)).toEqual(["review.decided superseded", "review.undone pending"]);
  });

  it("leaves a sent event as it is", async () => {
    const id = await decided("ver_sent");
    await eventsOf(id);
    await pool.query("UPDATE outgoing SET state = 'sent' WHERE verification_id = $1", [id]);
    await reopen(id);
    expect(await told(id)).toEqual(["review.decided sent", "review.reopened pending"]);
  });

  it("ends an event also in a channel that does not carry the later one", async () => {
    await createChannel(database, "ch_decided", ["review.decided"]);
    const id = await decided("ver_two_channels");
    expect(await told(id, "ch_decided")).toEqual(["review.decided pending"]);
    await reopen(id);
    expect(await told(id, "ch_decided")).toEqual(["review.decided superseded"]);
  });

  it("announces facts that have overtaken a decision, and the decision again without them", async () => {
    const id = await decided("ver_overtaken");
    await eventsOf(id);
    await receive(finalRun(id, [finding("high", "acta")], 200));
    expect(await told(id)).toEqual(["review.decided superseded", "review.overtaken pending"]);
    await receive(finalRun(id, [], 300));
    const events = await eventsOf(id);
    expect(events.map(({ kind }) => kind)).toEqual(["review.decided", "review.overtaken", "review.decided"]);
    expect(new Set(events.map(({ payload }) => payload.decision_id)).size).toBe(1);
  });

  it("announces a proposal once it is approved", async () => {
    await begin({ approval: "always" });
    const id = await decided("ver_proposed");
    expect(await told(id)).toEqual([]);
    await answerApproval(id, { version: await version(id), approve: true }, raul, database);
    const [approved] = await eventsOf(id);
    const [, submitted] = await log(id);
    expect(approved).toMatchObject({ kind: "review.approved", payload: { decided_at: submitted?.at } });
    await begin({ approval: "never" });
  });

  it("has nothing of an erased verification", async () => {
    const id = await decided("ver_erased");
    await eraseVerification({ verification_id: id, reason: "Solicitud del titular" }, SYSTEM_ACTOR, database);
    expect(await told(id)).toEqual([]);
  });
});

const ENTRY = `
  INSERT INTO review_log (verification_id, at, kind, user_id, resolution, reasons, policy_version, digest, differences, handled, request)
  VALUES ($1, clock_timestamp(), 'decided', $2, 'accepted', '{}', 1, repeat('a', 64), '[]', '[]', '[]') RETURNING id, at`;

/** A transaction that adds an entry and stays open; it has its transaction id before the entry's id, as every writer. */
async function openStep(id: string) {
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT pg_current_xact_id()");
  return {
    write: async () => {
      const [{ id: entry_id } = { id: 0 }] = (await client.query<{ id: number; at: Instant }>(ENTRY, [id, ana.id]))
        .rows;
      return entry_id;
    },
    commit: () => client.query("COMMIT").finally(() => client.release()),
  };
}

describe("an entry that becomes visible after a later one", () => {
  it.each([
    ["whose writer began earlier", ["late", "early"]],
    ["whose writer began later", ["early", "late"]],
  ])("%s is not skipped", async (name, order) => {
    const ids = { late: `ver_late_${name}`, early: `ver_early_${name}` };
    const steps: Record<string, Awaited<ReturnType<typeof openStep>>> = {};
    for (const which of order) steps[which] = await openStep(ids[which as keyof typeof ids]);
    // The smaller id belongs to the entry that commits last.
    const smaller = await steps.late?.write();
    const greater = await steps.early?.write();
    expect(smaller).toBeLessThan(greater ?? 0);
    await steps.early?.commit();
    expect(await told(ids.early)).toEqual(["review.decided pending"]);
    for (let reading = 0; reading < 3; reading += 1) await queueDecisionEvents(database);
    expect(await told(ids.late)).toEqual([]);
    await steps.late?.commit();
    expect(await told(ids.late)).toEqual(["review.decided pending"]);
    expect(await told(ids.early)).toEqual(["review.decided pending"]);
  });
});

it("the log is not read again once it is settled, though transaction ids began anew after a restore", async () => {
  const settled = async () =>
    (await pool.query("SELECT settled_id = (SELECT max(id) FROM review_log) AS settled FROM decision_events_read"))
      .rows;
  await decided("ver_settled");
  await pool.query("UPDATE decision_events_read SET read_by = 9000000000000");
  // A transaction of another database on the server delays it too.
  await expect
    .poll(async () => {
      await queueDecisionEvents(database);
      return settled();
    })
    .toEqual([{ settled: true }]);
});
