/** @module-tag conformance */
import { hash } from "node:crypto";
import { afterAll, expect, it, vi } from "vitest";
import { startReceiver } from "#lib/sandbox/testing/receiver.ts";
import { ownSandbox } from "#lib/sandbox/testing/sandbox.ts";
import { FAITHFUL_SCENARIOS } from "#lib/sandbox/testing/stories.ts";
import { examples, scaledTimeout } from "#tools/test/effort.ts";

const VERIFICATIONS = examples(100);
/** The last retries alone take 10 s. */
const TIMEOUT_MS = scaledTimeout(300_000);
const CONCURRENCY = 8;

const receiver = await startReceiver();
afterAll(() => receiver.close());
const sandbox = await ownSandbox(100);

/** One delivery in a hundred is never accepted, one in twenty only at the second attempt. */
const fate = (body: string): "refused" | "second" | "taken" => {
  const rank = hash("sha256", body, "buffer").readUInt32BE(0) % 100;
  return rank === 0 ? "refused" : rank <= 5 ? "second" : "taken";
};

it("many verifications played at 100 times the speed leave no delivery unaccounted for", {
  timeout: TIMEOUT_MS,
}, async () => {
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
  let next = 0;
  const player = async () => {
    for (let index = next++; index < VERIFICATIONS; index = next++) {
      // Most of them at once and some over a while, so that bursts and a steady stream mix.
      const seconds = index % 5 === 0 ? 1 + (index % 20) : 0;
      await sandbox.play(FAITHFUL_SCENARIOS[index % FAITHFUL_SCENARIOS.length] ?? "", {
        seed: `soak ${index}`,
        seconds,
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, player));
  const counts = await vi.waitFor(
    async () => {
      const { body } = await sandbox.call("GET", "/sandbox/deliveries");
      expect(body).toMatchObject({ pending: 0, steps_to_come: 0 });
      return body;
    },
    { timeout: TIMEOUT_MS, interval: 250 },
  );

  const [emitted] = await sandbox.query(
    "SELECT count(*)::int AS verifications, sum((state->>'events_emitted')::int)::int AS events FROM sandbox.verification",
  );
  expect(emitted).toEqual({ verifications: VERIFICATIONS, events: counts.delivered + counts.failed });
  const stored = await sandbox.query(
    `SELECT body, count(*)::int AS events, array_agg(DISTINCT state) AS states, sum(failures)::int AS failures
     FROM sandbox.delivery GROUP BY body`,
  );
  // The two `finished` events of a reopened verification have the same body.
  expect(new Set(stored.map(({ body }) => body))).toEqual(new Set(attempts.keys()));
  for (const { body, events, states, failures } of stored) {
    const { count, taken } = attempts.get(body) ?? { count: 0, taken: 0 };
    const refused = fate(body) === "refused";
    expect(states).toEqual([refused ? "failed" : "delivered"]);
    if (refused) expect([failures, count, taken]).toEqual([6 * events, 6 * events, 0]);
    else expect(taken).toBeGreaterThanOrEqual(events);
  }
  expect(counts.failed).toBeGreaterThan(0);
});
