import { createHash } from "node:crypto";
import type { Webhook } from "#lib/contract/webhooks/webhook.ts";
import { CotejoError } from "#lib/server/errors.ts";

/** Names what can be changed of a webhook as it stands: two that are told alike have the same, whatever their order of events. */
export const versionOf = ({ url, events, description }: Pick<Webhook, "url" | "events" | "description">): string =>
  createHash("sha256")
    .update(JSON.stringify([url, [...new Set(events)].toSorted(), description]))
    .digest("hex")
    .slice(0, 16);

/** The version that `If-Match` names; undefined where a caller does not ask for one. */
export function expectedVersion(headers: Headers): string | undefined {
  const value = headers.get("if-match")?.trim();
  return value === undefined || value === "*" ? undefined : value.replace(/^"(.*)"$/, "$1");
}

/** Throws CONFLICT with 412 where somebody has changed the webhook since the caller looked at it. */
export function refuseChanged(webhook: Webhook, expected: string | undefined): void {
  if (expected === undefined || versionOf(webhook) === expected) return;
  throw new CotejoError("CONFLICT", 412, "The webhook was changed meanwhile.");
}
