import { expect, it } from "vitest";
import { envLine } from "./env-line.ts";

it.each([
  ["api_key", "Back end", "# Back end\nSVC_API_KEY=svc_sk_live_1\n", "back-end.env"],
  ["webhook_secret", "Órdenes / MX", "# Órdenes / MX\nSVC_WEBHOOK_SECRET=svc_sk_live_1\n", "ordenes-mx.env"],
  ["api_key", "a\nEVIL=1", "# a EVIL=1\nSVC_API_KEY=svc_sk_live_1\n", "a-evil-1.env"],
  ["api_key", "..", "# ..\nSVC_API_KEY=svc_sk_live_1\n", "key.env"],
] as const)("%s of %j", (kind, name, text, fileName) => {
  expect(envLine({ kind, name, value: "svc_sk_live_1" })).toEqual({ text, fileName });
});
