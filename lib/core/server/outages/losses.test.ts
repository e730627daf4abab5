import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OUTAGE_CAUSES } from "#lib/core/contract/verifications/incomplete.ts";
import { instantFromMs, instantToMs } from "#lib/platform/contract/time.ts";
import { lossesOf, type Stretch } from "./losses.ts";

const MINUTE = 60_000;
const at = (minutes: number) => instantFromMs(minutes * MINUTE);
const down = (from: number, to: number | null): Stretch => ({
  cause: "receiver_down",
  began_at: at(from),
  ended_at: to === null ? null : at(to),
});
const NOW = 600 * MINUTE;
const lost = (...outages: Stretch[]) => lossesOf(outages, NOW);

describe("the losses of an outage", () => {
  it("are the deliveries first sent more than 15.5 minutes before its end, and none in a shorter outage", () => {
    expect(lost(down(0, 60))).toEqual([[{ from: at(0), to: at(44.5) }]]);
    expect(lost(down(0, 15.5))).toEqual([[]]);
    expect(lost(down(100, null))).toEqual([[{ from: at(100), to: null }]]);
    expect(lost(down(590, null))).toEqual([[]]);
  });

  it("are all deliveries while the webhook was disabled or gone, since the service does not send them later", () => {
    const webhook: Stretch = { cause: "webhook", began_at: at(1), ended_at: at(3) };
    expect(lost(webhook)).toEqual([[{ from: at(1), to: at(3) }]]);
    expect(lost({ ...webhook, ended_at: null })).toEqual([[{ from: at(1), to: null }]]);
  });

  it("are all deliveries received since the restored backup, however short the time", () => {
    const restored: Stretch = { cause: "restored", began_at: at(1), ended_at: at(2) };
    expect(lost(restored)).toEqual([[{ from: at(1), to: at(2) }]]);
    // A receiver that is down until its start is different: the service sends those deliveries again.
    expect(lost(restored, down(2, 5))).toEqual([[{ from: at(1), to: at(2) }], []]);
  });

  it("include deliveries whose attempts met different outages", () => {
    // Sent at 0, and again after 0.5, 1.5, 3.5, 7.5 and 15.5 minutes, each of which is within one of them.
    const [first, second] = lost(down(0, 4), down(7, 16.5));
    expect(first?.[0]?.from).toBe(at(0));
    expect(second).toEqual([]);
  });

  it("include every delivery with only failed attempts, however long each took to fail", () => {
    const stretches = fc.array(
      fc.record({ cause: fc.constantFrom(...OUTAGE_CAUSES), from: fc.nat(3_600), length: fc.nat(2_400) }).map(
        ({ cause, from, length }): Stretch => ({
          cause,
          began_at: instantFromMs(from * 1000),
          ended_at: instantFromMs((from + length) * 1000),
        }),
      ),
      { maxLength: 5 },
    );
    const delivery = fc.record({ sent: fc.nat(3_600), delays: fc.array(fc.nat(30), { minLength: 5, maxLength: 5 }) });
    const within = (time: number, from: string, to: string | null) =>
      instantToMs(from) <= time && (to === null || time <= instantToMs(to));
    fc.assert(
      fc.property(stretches, delivery, (outages, { sent, delays }) => {
        const retried = outages.filter(({ cause }) => cause !== "webhook" && cause !== "restored");
        let time = sent * 1000;
        const attempts = [
          time,
          ...[30, 60, 120, 240, 480].map((wait, index) => (time += (wait + (delays[index] ?? 0)) * 1000)),
        ];
        const failed = attempts.every((each) =>
          retried.some(({ began_at, ended_at }) => within(each, began_at, ended_at)),
        );
        const losses = lossesOf(outages, NOW).flat();
        // At the very ends of an outage an attempt may go either way.
        const inside = losses.some(({ from, to }) => within(sent * 1000, from, to));
        const touching = retried.some(({ began_at, ended_at }) =>
          attempts.some(
            (each) => each === instantToMs(began_at) || (ended_at !== null && each === instantToMs(ended_at)),
          ),
        );
        if (failed && !touching) expect(inside).toBe(true);
      }),
    );
  });
});
