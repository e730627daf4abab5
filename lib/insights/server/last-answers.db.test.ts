import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { finding, finishedFile, reviewDesk } from "#lib/desk/server/review/testing/files.ts";
import { INSIGHTS, type Insights, type InsightsParameters } from "#lib/insights/contract/insights.ts";
import { dayAfter, instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";
import { inTransaction } from "#lib/platform/server/db/database.ts";
import { eraseVerification } from "#lib/records/server/privacy/erase.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { computeInsights } from "./compute/task.ts";
import { countInsights } from "./count.ts";
import { ANSWERS_DUE, findLastAnswer, storeAnswer, yearUntil } from "./last-answers.ts";
import { yearTasks } from "./read.ts";
import { answerOfOctober } from "./testing/answer.ts";

const database = await ownDatabase();
const { pool } = database;
const { receive } = reviewDesk(database);

const DAY_MS = 86_400_000;
const ZONE = "America/Mexico_City";
/** In the middle of a day, so that no day ends during a test. */
const NOW = new Date().setUTCHours(18, 0);
vi.useFakeTimers({ toFake: ["Date"], now: NOW });
const today = dateIn(instantFromMs(Date.now()), ZONE);
const lastDays = (length: number, to = today): InsightsParameters => ({
  ...INSIGHTS.empty,
  from: dayAfter(to, 1 - length),
  to,
});
/** An answer of now, without texts of findings. */
const answer = (label = ""): Insights => {
  const { findings } = answerOfOctober();
  return answerOfOctober({
    computed_at: instantFromMs(Date.now()),
    findings: { ...findings, messages: [], missing_fields: [] },
    funnel: [{ documents_status: label, files: 1, p50_seconds: 0.25, stayed: 1, backward: 0 }],
  });
};

const stored = async () => (await pool.query("SELECT FROM insight_answers")).rowCount;

beforeAll(() => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
});
beforeEach(async () => void (await pool.query("TRUNCATE insight_answers")));

describe("the last answer", () => {
  const tomorrow = () => {
    vi.setSystemTime(NOW + DAY_MS);
    onTestFinished(() => void vi.setSystemTime(NOW));
    return dayAfter(today);
  };

  it.each([7, 30, 90, 365])("of %d days until today is found tomorrow", async (length) => {
    const of = answer();
    await storeAnswer(lastDays(length), of, pool);
    expect(await findLastAnswer(lastDays(length, tomorrow()), pool)).toEqual(of);
  });

  it("of a period that began on a day and goes on is found tomorrow, and of ended days at any time", async () => {
    const going = { ...lastDays(100), group: "week" };
    const ended = lastDays(100, dayAfter(today, -5));
    await storeAnswer(going, answer("going"), pool);
    await storeAnswer(ended, answer("ended"), pool);
    const statusOf = async (filter: InsightsParameters) =>
      (await findLastAnswer(filter, pool))?.funnel[0]?.documents_status;
    const to = tomorrow();
    expect(await statusOf({ ...going, to })).toBe("going");
    expect(await statusOf(ended)).toBe("ended");
  });

  it("is of the same filters, points and time zone", async () => {
    await storeAnswer(lastDays(90), answer(), pool);
    expect(await findLastAnswer({ ...lastDays(90), group: "week" }, pool)).not.toBeNull();
    for (const change of [{ label: "vip" }, { account: "acc_1" }, { policy_version: 1 }, { group: "day" }])
      expect(await findLastAnswer({ ...lastDays(90), ...change }, pool)).toBeNull();
    const inTijuana = inTransaction(pool, async (tx) => {
      await tx.query(
        `INSERT INTO review_policies (version, policy)
         SELECT 2, jsonb_set(policy || '{"working": {}}', '{working,time_zone}', '"America/Tijuana"') FROM review_policies WHERE version = 1`,
      );
      throw new Error(String(await findLastAnswer(lastDays(90), tx)));
    });
    await expect(inTijuana).rejects.toThrow("null");
  });

  it("is not of another schema, and not too old", async () => {
    await storeAnswer(lastDays(90), answer(), pool);
    await pool.query("UPDATE insight_answers SET answer = answer - 'funnel'");
    expect(await findLastAnswer(lastDays(90), pool)).toBeNull();
    await storeAnswer(lastDays(90), answer(), pool);
    await pool.query("UPDATE insight_answers SET computed_at = now() - interval '31 days'");
    expect(await findLastAnswer(lastDays(90), pool)).toBeNull();
  });

  it("is among the fifty newest, or of the year", async () => {
    await storeAnswer(yearUntil(today), answer(), pool);
    onTestFinished(() => void vi.setSystemTime(NOW));
    for (let place = 0; place < 51; place += 1) {
      vi.setSystemTime(NOW + place);
      await storeAnswer({ ...lastDays(90), label: `${place}` }, answer(), pool);
    }
    expect(await stored()).toBe(50);
    expect(await findLastAnswer(yearUntil(today), pool)).not.toBeNull();
    expect(await findLastAnswer({ ...lastDays(90), label: "1" }, pool)).toBeNull();
    expect(await findLastAnswer({ ...lastDays(90), label: "2" }, pool)).not.toBeNull();
  });
});

describe("an answer with a deleted text of findings", () => {
  const erase = (verification_id: string) =>
    eraseVerification({ verification_id }, { user: null, address: null, user_agent: null }, database);

  it("is deleted with the file, and is not stored again", async () => {
    await receive(...finishedFile("ver_texts", [finding("low", "acta")]));
    await computeInsights(database);
    const withText = await countInsights(INSIGHTS.empty, database);
    expect(withText.findings.messages.length + withText.findings.missing_fields.length).toBeGreaterThan(1);
    await storeAnswer(INSIGHTS.empty, withText, pool);
    await storeAnswer(lastDays(7), answer(), pool);
    expect(await stored()).toBe(2);
    await erase("ver_texts");
    expect([await stored(), await findLastAnswer(INSIGHTS.empty, pool)]).toEqual([1, null]);
    await storeAnswer(INSIGHTS.empty, withText, pool);
    expect(await stored()).toBe(1);
  });

  it("is not stored while a transaction deletes the text", async () => {
    await pool.query("INSERT INTO insight_texts (id, text) VALUES (1, 'RPC'), (2, '=El RFC … no coincide')");
    await inTransaction(pool, async (tx) => {
      await tx.query("DELETE FROM insight_texts WHERE id = 1");
      await storeAnswer(lastDays(7), answerOfOctober(), pool);
      expect(await stored()).toBe(0);
      throw new Error("rolled back");
    }).catch(() => undefined);
    await storeAnswer(lastDays(7), answerOfOctober(), pool);
    expect(await stored()).toBe(1);
  });
});

describe("the year without filters", () => {
  const [task] = yearTasks(database);
  const run = () => task?.run(new AbortController().signal);
  const dueAt = async () => (await pool.query<{ min: string | null }>(ANSWERS_DUE)).rows[0]?.min;
  const computedAt = async () =>
    (await pool.query<{ computed_at: string }>("SELECT computed_at FROM insight_answers")).rows[0]?.computed_at;

  it("is due at three o'clock of the next night, and no other answer is", async () => {
    await storeAnswer({ ...yearUntil(today), label: "vip" }, answer(), pool);
    await storeAnswer(lastDays(90), answer(), pool);
    expect((await pool.query("SELECT FROM insight_answers WHERE due_at IS NOT NULL")).rowCount).toBe(0);
    await storeAnswer(yearUntil(today), answer(), pool);
    const { rows } = await pool.query(
      `SELECT to_char(due_at AT TIME ZONE '${ZONE}', 'HH24:MI:SS') AS at, due_at > now() AND due_at <= now() + interval '25 hours' AS next
       FROM insight_answers WHERE due_at IS NOT NULL`,
    );
    expect(rows).toEqual([{ at: "03:00:00", next: true }]);
  });

  it("is taken at night, and again the night after", async () => {
    await run();
    expect([await stored(), await dueAt()]).toEqual([0, null]);
    await storeAnswer(yearUntil(today), answer(), pool);
    const [before, night] = [await computedAt(), await dueAt()];
    await run();
    expect([await computedAt(), await dueAt()]).toEqual([before, night]);
    await pool.query("UPDATE insight_answers SET due_at = now() - interval '1 minute'");
    await run();
    expect(await dueAt()).toBe(night);
  });

  it("is deleted when it is too old", async () => {
    await storeAnswer(yearUntil(today), answer(), pool);
    await pool.query("UPDATE insight_answers SET computed_at = now() - interval '31 days'");
    await run();
    expect(await stored()).toBe(0);
  });
});
