import { describe, expect, it } from "vitest";
import { createSigningTime, isSignedAnew, receiverTimeouts } from "./send.ts";

const delivery = (id: string, body = "same", webhook_id = "wh_1") => ({ id, webhook_id, body });

it("signs with the current second, and repeats a delivery with the same one", () => {
  const time = createSigningTime(() => 7_900);
  expect([time.take(delivery("1")), time.take(delivery("1"))]).toEqual([7, 7]);
});

it("never signs two deliveries of one body to one webhook in the same second", () => {
  let now = 7_000;
  const time = createSigningTime(() => now);
  time.take(delivery("1"));
  expect([
    time.take(delivery("2")),
    time.take(delivery("3", "other")),
    time.take(delivery("4", "same", "wh_2")),
  ]).toEqual([null, 7, 7]);
  now = 8_000;
  expect([time.take(delivery("2")), time.take(delivery("1"))]).toEqual([8, null]);
});

describe("retry delays", () => {
  it("gives a receiver thirty seconds, two thirds of them to connect, and never less than the minimum of real time", () => {
    expect([1, 5, 1_000].map(receiverTimeouts)).toEqual([
      { answerMs: 30_000, connectMs: 20_000 },
      { answerMs: 6_000, connectMs: 4_000 },
      { answerMs: 3_000, connectMs: 2_000 },
    ]);
  });
});

it.each([
  ["a first attempt", null, false, 7_000, true],
  ["a retry that carries a signature of its own", 7_000, true, 7_030, true],
  ["any other retry of the schedule", 7_000, false, 8_080, false],
  ["an attempt after the whole schedule", 7_000, false, 8_081, true],
])(
  "for %s, first signed at %s (resigned: %s) and made at %i, a new signature is %s",
  (_, first_t, resigned, second, anew) => {
    expect(isSignedAnew({ first_t, resigned }, second * 1_000)).toBe(anew);
  },
);
