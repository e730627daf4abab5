import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startReceiver, type TestReceiver } from "#lib/sandbox/testing/receiver.ts";
import { startTestSandbox, type TestSandbox } from "#lib/sandbox/testing/sandbox.ts";

const VERIFICATIONS = 1_000;
/** Callers that play at once. */
const AT_ONCE = 8;

let sandbox: TestSandbox;
let receiver: TestReceiver;

beforeAll(async () => {
  sandbox = await startTestSandbox(100);
  receiver = await startReceiver();
});
afterAll(async () => {
  await sandbox.end();
  await receiver.close();
});

/** One delivery in a hundred is never taken, one in twenty only at the second attempt. */
const fate = (body: string): "refused" | "second" | "taken" => {
  const hash = [...body].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003, 7);
  return hash % 100 === 0 ? "refused" : hash % 20 === 1 ? "second" : "taken";
};

describe("Beyond the interface", () => {
  describe("Soak", () => {
    it("1,000 verifications played at 100 times the speed leave no delivery unaccounted for", async () => {
      const attempts = new Map<string, { count: number; taken: number }>();
      receiver.replyWith(({ body }) => {
        const known = attempts.get(body) ?? { count: 0, taken: 0 };
        attempts.set(body, known);
        known.count += 1;
        const kind = fate(body);
        const take = kind === "taken" || (kind === "second" && known.count > 1);
        known.taken += take ? 1 : 0;
        return take ? 200 : 503;
      });
      await sandbox.subscribe(receiver.url);
      const scenarios: string[] = (await sandbox.call("GET", "/sandbox/scenarios")).body.data;
      let next = 0;
      const player = async () => {
        for (let index = next++; index < VERIFICATIONS; index = next++) {
          await sandbox.play(scenarios[index % scenarios.length] ?? "", { seed: `soak ${index}`, seconds: index % 20 });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, player));
      const counts = await vi.waitFor(
        async () => {
          const { body } = await sandbox.call("GET", "/sandbox/deliveries");
          expect(body).toMatchObject({ pending: 0, steps_to_come: 0 });
          return body;
        },
        { timeout: 240_000, interval: 250 },
      );

      const [told] = await sandbox.query(
        "SELECT count(*)::int AS verifications, sum((state->>'events_emitted')::int)::int AS events FROM sandbox.verification",
      );
      expect(told).toEqual({ verifications: VERIFICATIONS, events: counts.delivered + counts.failed });
      const stored = await sandbox.query(
        "SELECT body, count(*)::int AS events, array_agg(DISTINCT state) AS states FROM sandbox.delivery GROUP BY body",
      );
      // Two `finished` of a reopened verification say the same: a body may stand for two events.
      expect(new Set(stored.map(({ body }) => body))).toEqual(new Set(attempts.keys()));
      for (const { body, events, states } of stored) {
        const { count, taken } = attempts.get(body) ?? { count: 0, taken: 0 };
        const refused = fate(body) === "refused";
        expect(states).toEqual([refused ? "failed" : "delivered"]);
        if (refused) expect([count, taken]).toEqual([6 * events, 0]);
        else expect(taken).toBeGreaterThanOrEqual(events);
      }
      expect(counts.failed).toBeGreaterThan(100);
    });
  });
});
