import { expect, it } from "vitest";
import { createCallLimit } from "./call-limit.ts";

it("lets so many calls through in a window of so many seconds, each caller's own", () => {
  let time = 0;
  const call = createCallLimit({ calls: 2, seconds: 10 }, () => time);
  call("ana");
  time = 4_000;
  call("ana");
  expect(() => call("ana")).toThrow(
    expect.objectContaining({ status: 429, code: "TOO_MANY_REQUESTS", retryable: true, retryAfter: 6 }),
  );
  call("beto");
  time = 9_999;
  expect(() => call("ana")).toThrow(expect.objectContaining({ retryAfter: 1 }));
  time = 10_000;
  call("ana");
});

it("lets no more through of all callers together than it says, and counts what one has too many of for nobody else", () => {
  let time = 0;
  const call = createCallLimit({ calls: 2, seconds: 10, inTotal: 3 }, () => time);
  for (const caller of ["ana", "ana"]) call(caller);
  expect(() => call("ana")).toThrow();
  call("beto");
  expect(() => call("carla")).toThrow(expect.objectContaining({ status: 429, retryAfter: 10 }));
  time = 10_000;
  call("carla");
});

it("is not worn down by thousands of callers", () => {
  let time = 0;
  const call = createCallLimit({ calls: 1, seconds: 10 }, () => time);
  call("ana");
  for (let each = 0; each < 5_000; each += 1) call(`caller ${each}`);
  expect(() => call("ana")).toThrow();
  time = 10_001;
  for (let each = 0; each < 5_000; each += 1) call(`caller ${each}`);
});
