import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import type { ReceiverProblem, ReceiverState, WebhookFault } from "#lib/core/contract/status.ts";
import type { Webhook } from "#lib/core/contract/webhooks/webhook.ts";
import { noteWebhook } from "#lib/core/server/outages/detect.ts";
import { isSameAddress } from "#lib/core/server/provisioning/resource.ts";
import type { ServiceClient } from "#lib/core/server/service/client.ts";
import { ServiceError, unreadable } from "#lib/core/server/service/service-error.ts";
import { serviceClient } from "#lib/core/server/service-calls/client.ts";
import type { Listed } from "#lib/platform/contract/answer.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { database, findRow, type Pooled } from "#lib/platform/server/db/database.ts";

export type OwnWebhook = { id: string; state: "creating" | "connected"; url: string; webhook_id: string | null };

/** The receiver of the own webhook: the connected receiver, else the receiver being created. */
export const OWN_WEBHOOK =
  "SELECT id, state, url, webhook_id FROM receivers WHERE state <> 'retired' ORDER BY (state = 'connected') DESC LIMIT 1";

/** The state of the own webhook, from the database and the service's list. */
export async function getReceiverState(
  { pool }: Pooled = database(),
  webhooks: Pick<ServiceClient, "listReadableWebhooks"> = serviceClient({ pool }),
): Promise<ReceiverState> {
  const [own, delivery, last_refusal] = await Promise.all([
    findRow<OwnWebhook>(pool, OWN_WEBHOOK),
    findRow<{ received_at: Instant }>(
      pool,
      "SELECT received_at FROM inbox WHERE kind = 'delivery' ORDER BY received_at DESC LIMIT 1",
    ),
    findRow<{ at: Instant; reason: string }>(pool, "SELECT at, reason FROM refusals ORDER BY at DESC LIMIT 1"),
  ]);
  const { problems, missing_events } = await compareNow({ pool }, own, webhooks);
  return {
    receiver_id: own?.id ?? null,
    state: own?.state ?? "missing",
    url: own?.url ?? null,
    webhook_id: own?.webhook_id ?? null,
    healthy: problems.length === 0,
    problems,
    missing_events,
    last_delivery_at: delivery?.received_at ?? null,
    last_refusal,
  };
}

type StoredProblems = { webhook_id: string | null; problems: WebhookFault[] | null };

const STORED_PROBLEMS = `
  SELECT own.webhook_id, checked.problems FROM (${OWN_WEBHOOK}) AS own LEFT JOIN connection_checks AS checked ON true`;

type WebhookComparison<Problem extends ReceiverProblem> = { problems: Problem[]; missing_events: string[] };

/**
 * The faults of our webhook in the service's list. Throws SERVICE_UNREADABLE if it may be among the unreadable entries.
 */
export function compareOwn(own: OwnWebhook, listed: Listed<Webhook>): WebhookComparison<WebhookFault> {
  const webhook = listed.entries.find(({ webhook_id }) => webhook_id === own.webhook_id);
  if (!webhook && listed.unreadable) throw unreadable(listed.unreadable.first, 200);
  if (!webhook) return { problems: ["deleted_at_service"], missing_events: [] };
  const missing_events = EVENT_NAMES.filter((name) => !webhook.events.includes(name));
  const problems: WebhookFault[] = [];
  if (webhook.enabled === false) problems.push("disabled_at_service");
  // Compared with the configured address: after a change of RECEIVER_URL the service still delivers to the old address.
  if (webhook.url !== null && !isSameAddress(webhook.url, addressOf(own.id))) problems.push("other_address");
  if (missing_events.length > 0) problems.push("missing_events");
  return { problems, missing_events };
}

/** Checks the own webhook now. Stores a new result, so that the banner and this page show the same. */
async function compareNow(
  connection: Pooled,
  own: OwnWebhook | null,
  webhooks: Pick<ServiceClient, "listReadableWebhooks">,
): Promise<WebhookComparison<ReceiverProblem>> {
  if (!own || own.state === "creating") return { problems: ["not_connected"], missing_events: [] };
  try {
    const compared = compareOwn(own, (await webhooks.listReadableWebhooks()).webhooks);
    const stored = await findRow<StoredProblems>(connection.pool, STORED_PROBLEMS);
    const isNew = (stored?.problems ?? []).join() !== compared.problems.join();
    // If the webhook was replaced during the call, the list may be older than the stored id.
    if (isNew && stored?.webhook_id === own.webhook_id) await noteWebhook(connection, compared.problems);
    return compared;
  } catch (error) {
    if (error instanceof ServiceError) return { problems: ["service_unavailable"], missing_events: [] };
    throw error;
  }
}

const pathOf = (receiverId: string): string => `/hooks/${receiverId}`;

export const addressOf = (receiverId: string): string => `${env().RECEIVER_URL}${pathOf(receiverId)}`;

/** Whether an address belongs to this receiver, by its random id, under any earlier `RECEIVER_URL` as well. */
export const leadsTo = (receiverId: string, address: string | null): boolean =>
  address?.endsWith(pathOf(receiverId)) ?? false;

/** Whether deliveries to an address reach this dashboard's receiver. */
export async function deliversHere(address: string, { pool }: Pooled): Promise<boolean> {
  if (URL.canParse(address) && new URL(address).href.startsWith(new URL(addressOf("")).href)) return true;
  const { rows } = await pool.query<{ id: string }>("SELECT id FROM receivers");
  return rows.some(({ id }) => leadsTo(id, address));
}
