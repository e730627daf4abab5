import { expect, it } from "vitest";
import { patternOf } from "./command.ts";

it.each<[string, string, Record<string, string>, string]>([
  ["none", "/api/webhooks", {}, "/api/webhooks"],
  ["one", "/api/webhooks/wh_1", { webhook_id: "wh_1" }, "/api/webhooks/{webhook_id}"],
  ["an encoded one", "/api/webhooks/wh%2F1/x", { webhook_id: "wh/1" }, "/api/webhooks/{webhook_id}/x"],
  ["one as it is in the path", "/api/webhooks/wh%2F1", { webhook_id: "wh%2F1" }, "/api/webhooks/{webhook_id}"],
  ["what is no encoding", "/api/webhooks/%zz", { webhook_id: "%zz" }, "/api/webhooks/{webhook_id}"],
  [
    "one named as the folder before it",
    "/api/webhooks/webhooks",
    { webhook_id: "webhooks" },
    "/api/webhooks/{webhook_id}",
  ],
  [
    "two that are equal",
    "/v/7/people/7/curp",
    { verification_id: "7", people_id: "7" },
    "/v/{verification_id}/people/{people_id}/curp",
  ],
])("a pattern of %s", (_what, path, params, pattern) => {
  expect(patternOf(path, params)).toBe(pattern);
});
