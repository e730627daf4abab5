import { hash } from "node:crypto";
import { unknownNames } from "#lib/core/contract/events/event-catalogue.ts";
import type { Webhook } from "#lib/core/contract/webhooks/webhook.ts";
import { problemsOf } from "#lib/core/contract/webhooks/webhook-problems.ts";
import type { ListedWebhook, ListedWebhooks } from "#lib/core/contract/webhooks/webhooks.ts";
import { type Attempt, listAttempts } from "#lib/core/server/provisioning/attempts.ts";
import { mayBeOf } from "#lib/core/server/provisioning/resource.ts";
import type { WebhookInput } from "#lib/core/server/service/client.ts";
import { redact } from "#lib/core/server/service/redact.ts";
import { type RevealState, revealStates } from "#lib/core/server/vault/reveals.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { type Context, type InUse, webhookContext, webhooksInUse } from "./context.ts";

/** The account's webhooks as the service lists them now, the dashboard's own first. Throws ServiceError. */
export async function listWebhooks(context: Context = webhookContext()): Promise<ListedWebhooks> {
  const [{ webhooks }, known] = await Promise.all([context.service.listReadableWebhooks(), knownOf(context)]);
  const items = webhooks.entries.map((webhook) => listed(webhook, known, context));
  return {
    items: [...items.filter(({ own }) => own), ...items.filter(({ own }) => !own)],
    unreadable: webhooks.unreadable,
    local: context.local,
  };
}

/** A webhook as the service has it now. Throws ServiceError, NOT_FOUND. */
export async function getWebhook(id: string, context: Context = webhookContext()): Promise<ListedWebhook> {
  const [webhook, known] = await Promise.all([context.service.getWebhook(id), knownOf(context)]);
  return listed(webhook, known, context);
}

type WebhookFacts = { inUse: InUse; revealed: Map<string, RevealState>; attempts: Attempt<WebhookInput>[] };

async function knownOf({ pool }: Context): Promise<WebhookFacts> {
  const [inUse, revealed, attempts] = await Promise.all([
    webhooksInUse({ pool }),
    revealStates("webhook_secret", { pool }),
    listAttempts<WebhookInput>(pool, "webhook"),
  ]);
  return { inUse, revealed, attempts };
}

function listed(webhook: Webhook, { inUse, revealed, attempts }: WebhookFacts, { local }: Context): ListedWebhook {
  const { webhook_id: id, other_fields, ...fields } = webhook;
  const secretUnknown = attempts.some((attempt) => mayBeOf(attempt, webhook));
  return {
    id,
    ...fields,
    own: inUse.own.has(id),
    problems: [...problemsOf(webhook, local), ...(secretUnknown ? (["secret_unknown"] as const) : [])],
    unknown_events: unknownNames(fields.events),
    fingerprint: revealed.get(id)?.fingerprint ?? null,
    secret: revealed.get(id)?.value ?? null,
    replacement: inUse.replacing.get(id) ?? null,
    version: versionOf(webhook),
    other_fields: redact(other_fields) as Record<string, unknown>,
  };
}

/** A hash of the changeable fields of a webhook, whatever the order of its events. */
const versionOf = ({ url, events, description }: Pick<Webhook, "url" | "events" | "description">): string =>
  hash("sha256", JSON.stringify([url, [...new Set(events)].toSorted(), description])).slice(0, 16);

/** The version of `If-Match`; undefined for any version. */
export function expectedVersion(headers: Headers): string | undefined {
  const value = headers.get("if-match")?.trim();
  return value === undefined || value === "*" ? undefined : value.replace(/^"(.*)"$/, "$1");
}

/** Throws CONFLICT with 412 if the webhook has another version. */
export function refuseChanged(webhook: Webhook, expected: string | undefined): void {
  if (expected === undefined || versionOf(webhook) === expected) return;
  throw new CotejoError("CONFLICT", 412, "The webhook was changed meanwhile.");
}
