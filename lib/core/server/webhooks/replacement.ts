import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { type FlowMove, isUnderWay } from "#lib/core/contract/provisioning/flow.ts";
import type { Webhook } from "#lib/core/contract/webhooks/webhook.ts";
import type { CreatedWebhook, Replacement, ReplacementMove } from "#lib/core/contract/webhooks/webhooks.ts";
import { type ManualFlow, makeMove } from "#lib/core/server/provisioning/by-hand.ts";
import { advance, beginFlow, type Flow, findFlow, Overtaken, stepsOf } from "#lib/core/server/provisioning/record.ts";
import { webhooks } from "#lib/core/server/provisioning/resource.ts";
import { addressOf } from "#lib/core/server/receiver-connection/own-webhook.ts";
import {
  acceptSecret,
  awaitingSecret,
  promoteReplacement,
  retireSecrets,
} from "#lib/core/server/receiver-connection/secrets.ts";
import type { WebhookInput } from "#lib/core/server/service/client.ts";
import { holdRevealIn } from "#lib/core/server/vault/reveals.ts";
import type { Instant } from "#lib/platform/contract/time.ts";
import { conflict } from "#lib/platform/server/base/errors.ts";
import { LOCKS } from "#lib/platform/server/db/advisory-lock.ts";
import { findRow } from "#lib/platform/server/db/database.ts";
import { create, createdWebhook, revealOf } from "./commands.ts";
import { type Context, webhookContext, webhooksInUse } from "./context.ts";

type ReplacementFlow = Flow<"webhook">;

/** The replacement in progress with this webhook as the old or the new one, else the newest such replacement. */
const findReplacement = ({ pool }: Pick<Context, "pool">, webhookId: string): Promise<ReplacementFlow | null> =>
  findFlow(pool, "webhook", "$2 IN (old_id, new_id)", [webhookId]);

/** The replacement of a webhook's secret, in progress or ended, by the id of the old or the new webhook; null without one. */
export async function getReplacement(id: string, { pool }: Pick<Context, "pool"> = webhookContext()) {
  const flow = await findReplacement({ pool }, id);
  return flow && shown(flow, { pool });
}

async function shown(flow: ReplacementFlow, { pool }: Pick<Context, "pool">): Promise<Replacement> {
  const { state, old_id, new_id, details } = flow;
  const { rows } = await pool.query<{ webhook_id: string; last_matched_at: Instant | null }>(
    "SELECT webhook_id, last_matched_at FROM receiver_secrets WHERE webhook_id IN ($1, $2)",
    [old_id, new_id],
  );
  const matched = (id: string | null) => rows.find(({ webhook_id }) => webhook_id === id)?.last_matched_at ?? null;
  const { receiver_id, ...wanted } = details;
  return {
    state,
    own: receiver_id !== null,
    old_id,
    new_id,
    ...wanted,
    steps: stepsOf(flow),
    last_matched: { old: matched(old_id), new: matched(new_id) },
  };
}

type ReplaceInput = {
  id: string;
  instead_of?: string | undefined;
  session_hash: string;
  user_id?: string | undefined;
};

/**
 * Creates the replacement of a webhook whose secret was lost, and begins the flow if none is in progress. If the new
 * secret was lost too, `instead_of` names the new webhook, which is replaced by another. Safe to retry. `created` is the
 * new webhook with its secret, once; null for the dashboard's own webhook, whose receiver keeps the secret. Throws
 * CONFLICT if the new webhook is not `instead_of`, or it is too late for another; ServiceError.
 */
export async function replaceWebhook(input: ReplaceInput, context: Context = webhookContext()) {
  const created = await makeMove(context, "create", replacementOf("create", input, context));
  return { replacement: await replacementNow(input.id, context), created };
}

/**
 * Takes the next step of a replacement, or gives it up. Throws NOT_FOUND without a replacement in progress, CONFLICT if
 * another step is next or a needed webhook is gone or disabled, ServiceError. A retry continues from its state.
 */
export async function moveReplacement(
  { id, move }: { id: string; move: ReplacementMove },
  context: Context = webhookContext(),
): Promise<Replacement> {
  await makeMove(context, move, replacementOf(move, { id, session_hash: "" }, context));
  return replacementNow(id, context);
}

const replacementNow = async (id: string, context: Context): Promise<Replacement> =>
  shown((await findReplacement(context, id)) as ReplacementFlow, context);

function replacementOf(
  move: FlowMove,
  { id, instead_of, session_hash, user_id }: ReplaceInput,
  context: Context,
): ManualFlow<"webhook", Webhook, WebhookInput, CreatedWebhook> {
  const { pool, service } = context;
  const expectNewOne = async ({ new_id }: ReplacementFlow) => {
    // A give-up that died may have deleted the new webhook: then nothing may switch to it or delete the old one.
    const created = (await service.listWebhooks()).find(({ webhook_id }) => webhook_id === new_id);
    if (!created || created.enabled === false)
      throw conflict("The new webhook is gone or disabled: the old one is needed.");
  };
  return {
    lock: LOCKS.webhooks,
    secrets: "webhook_secret",
    resource: webhooks(service),
    async load() {
      const flow = await findReplacement(context, id);
      if (flow && isUnderWay(flow) && flow.old_id === id) return flow;
      return move === "create" ? begin(context, id, user_id) : null;
    },
    movesOf: ({ details }) => (details.receiver_id === null ? "webhook" : "own_webhook"),
    create: (flow) =>
      flow.details.receiver_id === null
        ? createFor(session_hash, context, flow)
        : createOwn(flow.details.receiver_id, context, flow),
    check: {
      async create({ new_id }) {
        // Another admin may be storing the secret of the current new webhook.
        if (new_id !== (instead_of ?? null)) throw new Overtaken();
      },
      switched: expectNewOne,
      finish: expectNewOne,
      async give_up({ old_id, new_id, details: { receiver_id } }) {
        // A finish that died may have deleted the old webhook: then the new one must stay.
        if (new_id !== null) {
          const there = new Set((await service.listWebhooks()).map(({ webhook_id }) => webhook_id));
          if (there.has(new_id) && !there.has(old_id))
            throw conflict("The old webhook is gone: the new one is needed.");
        }
        // Ends the receiver's wait for a secret that a crash during the creation may have left.
        if (receiver_id !== null) await awaitingSecret(pool, receiver_id, async () => undefined);
      },
    },
    async switchTo(client, { old_id, new_id, details: { receiver_id } }) {
      if (receiver_id === null || new_id === null) return;
      await promoteReplacement(client, { receiver_id, old_webhook_id: old_id, new_webhook_id: new_id });
    },
    async retire(client, { details: { receiver_id } }, webhookId) {
      if (receiver_id !== null) await retireSecrets(client, receiver_id, webhookId);
    },
  };
}

async function begin(context: Context, id: string, user_id: string | undefined): Promise<ReplacementFlow> {
  const { pool, service } = context;
  const [webhook, inUse] = await Promise.all([service.getWebhook(id), webhooksInUse(context)]);
  if (inUse.replacing.has(id)) throw conflict("This webhook is itself the replacement of another one.");
  const receiver_id = inUse.own.has(id) ? await receiverOf(context, id) : null;
  const details = { receiver_id, ...wantedOf(webhook, receiver_id) };
  return beginFlow(pool, { kind: "webhook", old_id: id, details, user_id });
}

/** The request of the new webhook: equal to the old one; for the dashboard's own its current address and all known events. */
function wantedOf({ url, events, description }: Webhook, receiverId: string | null) {
  if (receiverId !== null) {
    return {
      url: addressOf(receiverId),
      events: [...new Set([...EVENT_NAMES, ...events])],
      description: description ?? "",
    };
  }
  if (url === null) throw conflict("The service does not state the address of this webhook.");
  return { url, events, description: description ?? "" };
}

async function receiverOf({ pool }: Context, webhookId: string): Promise<string> {
  const text = "SELECT id FROM receivers WHERE state = 'connected' AND webhook_id = $1";
  const receiver = await findRow<{ id: string }>(pool, text, [webhookId]);
  if (!receiver) throw conflict("Only the webhook that the dashboard uses now can be replaced.");
  return receiver.id;
}

/** Creates another system's webhook. One transaction records it and holds its secret for the login session. */
async function createFor(session_hash: string, context: Context, flow: ReplacementFlow): Promise<CreatedWebhook> {
  const { kept, ...created } = await create(context, flow.id, flow.details, {
    async keep(client, made) {
      await advance(client, flow, { state: "twinned", new_id: made.entry.webhook_id });
      return holdRevealIn(client, revealOf(made, session_hash));
    },
  });
  return createdWebhook(created, kept);
}

/** Creates the dashboard's own webhook. From then on its receiver accepts both secrets (design §6). */
async function createOwn(receiverId: string, context: Context, flow: ReplacementFlow): Promise<null> {
  await awaitingSecret(context.pool, receiverId, () =>
    create(context, flow.id, flow.details, {
      async keep(client, made) {
        const twinned = await advance(client, flow, { state: "twinned", new_id: made.entry.webhook_id });
        await acceptSecret(client, receiverId, { ...made, role: "candidate" });
        await advance(client, twinned, { state: "stored" });
      },
    }),
  );
  return null;
}
