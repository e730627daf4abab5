import { beforeAll, describe, expect, it, vi } from "vitest";
import type { RequestPoint, RequestWait } from "#lib/core/contract/verifications/review.ts";
import { DEFAULT_TEMPLATES } from "#lib/desk/contract/review/policy.ts";
import { type Arrival, deliver, HISTORY_START, secondsIn } from "#tools/test/arrivals.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { changeReview, type Reviewer } from "./command.ts";
import { changePolicy, readPolicy } from "./policy.ts";
import { readChoices, readReview } from "./read.ts";
import { finalRun, finding, finishedFile, reviewDesk } from "./testing/files.ts";

const database = await ownDatabase();
const { begin, user, receive, review } = reviewDesk(database);

let ana: Reviewer;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  ana = await user("Ana", "compliance");
  await begin();
});

/** This number of seconds from now, as seconds into the history. */
const later = (seconds: number): number => Math.ceil(Date.now() / 1000) - HISTORY_START + seconds;

const completed = (verification_id: string, item_id: number, item_error: string | null, at: number): Arrival =>
  deliver(
    "verification_item.v2.completed",
    { verification_id, item_id, item_type: "person_id", item_error, completed_at: secondsIn(at) },
    at,
  );

const waitOf = async (id: string): Promise<RequestWait | null | undefined> =>
  (await readReview(database.pool, id))?.review_standing.wait;
const answersOf = async (id: string) => (await waitOf(id))?.request.map(({ answer }) => answer);

describe("a request to the customer", () => {
  it("shows the outcome of each point, also after the file returned, until an officer acts", async () => {
    const id = "ver_asked";
    const request: RequestPoint[] = [
      { about: "missing_field", missing_field: "acta" },
      { about: "item", item_id: 7, item_type: "person_id", item_error: "password_protected_pdf" },
    ];
    await receive(...finishedFile(id, [finding("high", "acta")]), completed(id, 7, "password_protected_pdf", 50));
    const ask = { version: (await review(id)).version, state: "waiting", follow_up_on: "2099-01-04", request } as const;
    await changeReview(id, ask, ana, database);
    expect(await waitOf(id)).toMatchObject({ follow_up_on: "2099-01-04" });
    expect(await answersOf(id)).toEqual(["nothing", "nothing"]);
    await receive(completed(id, 8, null, later(60)));
    expect(await answersOf(id)).toEqual(["arrived", "arrived"]);
    await receive(completed(id, 7, null, later(90)), finalRun(id, [], later(120)));
    expect(await answersOf(id)).toEqual(["resolved", "resolved"]);
    const { version } = await review(id);
    await changeReview(id, { version, state: "open" }, ana, database);
    expect(await waitOf(id)).toBeNull();
  });

  it("is absent from a wait without a request", async () => {
    await receive(...finishedFile("ver_waits"));
    const { version } = await review("ver_waits");
    await changeReview("ver_waits", { version, state: "waiting", follow_up_on: "2099-01-04" }, ana, database);
    expect(await answersOf("ver_waits")).toEqual([]);
  });

  it("is written by the policy's templates, with a follow-up day for compliance", async () => {
    const choices = await readChoices(database);
    expect(choices.templates).toEqual(DEFAULT_TEMPLATES);
    expect(choices.follow_up_on > new Date().toISOString().slice(0, 10)).toBe(true);
    const policy = await readPolicy(database.pool);
    const templates = { ...policy.templates, en: "Please send:\n{points}" };
    await changePolicy({ ...policy, templates }, ana.id, database);
    expect((await readChoices(database)).templates).toEqual(templates);
    const letters = [{ name: "Recordatorio", es: "Recuerde: {points}", en: "Remember: {points}" }];
    const letter = { language: "en" as const, addressee: "{title}", signature: "{officer}" };
    await changePolicy({ ...(await readPolicy(database.pool)), letters, letter }, ana.id, database);
    expect(await readChoices(database)).toMatchObject({ templates, letters, letter });
  });
});
