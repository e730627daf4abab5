import type { Listed } from "#lib/contract/answer.ts";
import { EVENT_NAMES } from "#lib/contract/events/event.ts";
import type { ReceiverProblem, ReceiverState, WebhookFault } from "#lib/contract/status.ts";
import type { Instant } from "#lib/contract/time.ts";
import type { Webhook } from "#lib/contract/webhooks/webhook.ts";
import { env } from "#lib/server/base/env.ts";
import { database, type Pooled } from "#lib/server/db/database.ts";
import { noteWebhook } from "#lib/server/outages/detect.ts";
import { isSameAddress } from "#lib/server/provisioning/resource.ts";
import type { ServiceClient } from "#lib/server/service/client.ts";
import { ServiceError, unreadable } from "#lib/server/service/service-error.ts";
import { serviceClient } from "#lib/server/service-calls/client.ts";

export type OwnWebhook = { id: string; state: "creating" | "connected"; url: string; webhook_id: string | null };

/** The receiver with the own webhook: the connected one, else the one being created. */
export const OWN_WEBHOOK =
  "SELECT id, state, url, webhook_id FROM receivers WHERE state <> 'retired' ORDER BY (state = 'connected') DESC LIMIT 1";

/** The own webhook, as stored here and as the service lists it now. */
export async function getReceiverState(
  { pool }: Pooled = database(),
  webhooks: Pick<ServiceClient, "listReadableWebhooks"> = serviceClient({ pool }),
): Promise<ReceiverState> {
  const [receivers, delivery, refusal] = await Promise.all([
    pool.query<OwnWebhook>(OWN_WEBHOOK),
    pool.query<{ received_at: Instant }>(
      "SELECT received_at FROM inbox WHERE kind = 'delivery' ORDER BY received_at DESC LIMIT 1",
    ),
    pool.query<{ at: Instant; reason: string }>("SELECT at, reason FROM refusals ORDER BY at DESC LIMIT 1"),
  ]);
  const own = receivers.rows[0];
  const { problems, missing_events } = await look({ pool }, own, webhooks);
  return {
    receiver_id: own?.id ?? null,
    state: own?.state ?? "missing",
    url: own?.url ?? null,
    webhook_id: own?.webhook_id ?? null,
    healthy: problems.length === 0,
    problems,
    missing_events,
    last_delivery_at: delivery.rows[0]?.received_at ?? null,
    last_refusal: refusal.rows[0] ?? null,
  };
}

type Noted = { webhook_id: string | null; problems: WebhookFault[] | null };

const NOTED = `
  SELECT own.webhook_id, checked.problems FROM (${OWN_WEBHOOK}) AS own LEFT JOIN connection_checks AS checked ON true`;

type Looked<Problem extends ReceiverProblem> = { problems: Problem[]; missing_events: string[] };

/**
 * The faults of our webhook in the service's list. Throws SERVICE_UNREADABLE if it may be among the unreadable entries.
 */
export function compareOwn(own: OwnWebhook, listed: Listed<Webhook>): Looked<WebhookFault> {
  const webhook = listed.entries.find(({ webhook_id }) => webhook_id === own.webhook_id);
  if (!webhook && listed.unreadable) throw unreadable(listed.unreadable.first, 200);
  if (!webhook) return { problems: ["deleted_at_service"], missing_events: [] };
  const missing_events = EVENT_NAMES.filter((name) => !webhook.events.includes(name));
  const problems: WebhookFault[] = [];
  if (webhook.enabled === false) problems.push("disabled_at_service");
  // By the current configuration: after a change of RECEIVER_URL the service still delivers to the old address.
  if (webhook.url !== null && !isSameAddress(webhook.url, addressOf(own.id))) problems.push("other_address");
  if (missing_events.length > 0) problems.push("missing_events");
  return { problems, missing_events };
}

/** The result is stored, so that the banner and this page show the same. */
async function look(
  connection: Pooled,
  own: OwnWebhook | undefined,
  webhooks: Pick<ServiceClient, "listReadableWebhooks">,
): Promise<Looked<ReceiverProblem>> {
  if (!own || own.state === "creating") return { problems: ["not_connected"], missing_events: [] };
  try {
    const looked = compareOwn(own, (await webhooks.listReadableWebhooks()).webhooks);
    const { rows } = await connection.pool.query<Noted>(NOTED);
    const isNew = (rows[0]?.problems ?? []).join() !== looked.problems.join();
    // Replaced meanwhile: the list may be older than the stored id.
    if (isNew && rows[0]?.webhook_id === own.webhook_id) await noteWebhook(connection, looked.problems);
    return looked;
  } catch (error) {
    if (error instanceof ServiceError) return { problems: ["service_unavailable"], missing_events: [] };
    throw error;
  }
}

const pathOf = (receiverId: string): string => `/hooks/${receiverId}`;

/** Where the service is to deliver to a receiver. */
export const addressOf = (receiverId: string): string => `${env().RECEIVER_URL}${pathOf(receiverId)}`;

/** Whether an address is this receiver's, wherever `RECEIVER_URL` pointed then: its id is random, so no other is. */
export const leadsTo = (receiverId: string, address: string | null): boolean =>
  address?.endsWith(pathOf(receiverId)) ?? false;

/** Whether deliveries to an address reach this dashboard's receiver. */
export async function deliversHere(address: string, { pool }: Pooled): Promise<boolean> {
  if (URL.canParse(address) && new URL(address).href.startsWith(new URL(addressOf("")).href)) return true;
  const { rows } = await pool.query<{ id: string }>("SELECT id FROM receivers");
  return rows.some(({ id }) => leadsTo(id, address));
}
