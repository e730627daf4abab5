import { expect, it } from "vitest";
import { holdsSecret } from "./shape.ts";

it.each<[string, unknown, boolean]>([
  ["a key under its name", { id: "ak_1", api_key: "abcdefgh" }, true],
  ["a key under another name", { data: [{ more: { token: "svc_sk_live_0123456789abcdef" } }] }, true],
  ["a masked key", { id: "ak_1", api_key: "svc_sk_live_…cdef" }, false],
  ["a key with stars", { id: "ak_1", api_key: "svc_sk_live_****cdef" }, false],
  ["the beginning of a key under another name", { id: "ak_1", prefix: "svc_sk_live_0123" }, false],
  ["an empty one", { id: "ak_1", api_key: "" }, false],
  ["none", { id: "ak_1", secret: "whsec_1" }, false],
])("%s", (_what, answer, held) => {
  expect(holdsSecret(answer, "api_key")).toBe(held);
});

it("an answer of any depth is looked through", () => {
  let answer: unknown = { secret: "whsec_1" };
  for (let depth = 0; depth < 100_000; depth += 1) answer = [answer];
  expect(holdsSecret(answer, "secret")).toBe(true);
});
