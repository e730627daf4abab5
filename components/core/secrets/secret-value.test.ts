import { expect, it } from "vitest";
import { envLine, valueIn } from "./secret-value.tsx";

it.each([
  ["api_key", "Back end", "# Back end\nSVC_API_KEY=svc_sk_live_1\n", "back-end.env"],
  ["webhook_secret", "Órdenes / MX", "# Órdenes / MX\nSVC_WEBHOOK_SECRET=svc_sk_live_1\n", "ordenes-mx.env"],
  ["api_key", "a\nEVIL=1", "# a EVIL=1\nSVC_API_KEY=svc_sk_live_1\n", "a-evil-1.env"],
  ["api_key", "..", "# ..\nSVC_API_KEY=svc_sk_live_1\n", "key.env"],
] as const)("%s of %j", (kind, name, text, fileName) => {
  expect(envLine({ kind, name, value: "svc_sk_live_1" })).toEqual({ text, fileName });
});

it.each([
  ["svc_sk_live_1", "svc_sk_live_1"],
  [" whsec_1\n", "whsec_1"],
  ["SVC_WEBHOOK_SECRET=whsec_1", "whsec_1"],
  // A file with several lines, pasted into a single-line field.
  ["# Billing, productionSVC_API_KEY=svc_sk_live_1", "svc_sk_live_1"],
  [envLine({ kind: "api_key", name: "SVC_API_KEY=x", value: "svc_sk_live_1" }).text, "svc_sk_live_1"],
  ["ANOTHER=svc_sk_live_1", "ANOTHER=svc_sk_live_1"],
  ["", ""],
])("in %j the value is %j", (pasted, value) => {
  expect(valueIn(pasted)).toBe(value);
});
