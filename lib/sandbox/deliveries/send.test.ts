import { describe, expect, it } from "vitest";
import { createSigningTime, responseTimeout } from "./send.ts";

const delivery = (id: string, body = "same", webhook_id = "wh_1") => ({ id, webhook_id, body });

it("signs with the present second, and the same delivery again with the same one", () => {
  const time = createSigningTime(() => 7_900);
  expect([time.take(delivery("1")), time.take(delivery("1"))]).toEqual([7, 7]);
});

it("gives no two deliveries of one body to one webhook the same second", () => {
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
  it("gives a receiver thirty seconds, and never less than it needs in real time", () => {
    expect([responseTimeout(1), responseTimeout(5), responseTimeout(1_000)]).toEqual([30_000, 6_000, 3_000]);
  });
});
