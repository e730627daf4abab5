import { EVENT_NAMES } from "#lib/contract/events/event.ts";
import { afterMove, isUnderWay } from "#lib/contract/provisioning/flow.ts";
import type { Webhook } from "#lib/contract/webhooks/webhook.ts";
import type { CreatedWebhook, Replacement, ReplacementMove } from "#lib/contract/webhooks/webhooks.ts";
import { CotejoError } from "#lib/server/base/errors.ts";
import { inTransaction } from "#lib/server/db/database.ts";
import { clearLeftovers } from "#lib/server/provisioning/create-once.ts";
import { type Flow, LOCKS, takeStep } from "#lib/server/provisioning/flow.ts";
import { deleteIfThere, webhooks } from "#lib/server/provisioning/resource.ts";
import { addressOf } from "#lib/server/receiver-connection/own-webhook.ts";
import {
  acceptSecret,
  awaitingSecret,
  promoteReplacement,
  retireSecrets,
} from "#lib/server/receiver-connection/secrets.ts";
import { forgetReveals, holdRevealIn } from "#lib/server/vault/reveals.ts";
import { create, createdWebhook, revealOf } from "./commands.ts";
import { type Context, webhookContext, webhooksInUse } from "./context.ts";
import {
  findReplacement,
  forgetCreated,
  insertReplacement,
  noteCreated,
  noteState,
  type ReplacementRow,
  replacementOf,
} from "./replacement-record.ts";

const conflict = (message: string) => new CotejoError("CONFLICT", 409, message);

/**
 * How far the replacement of a webhook's secret is, or how it ended; either of the two webhooks names it. Null without
 * one.
 */
export async function getReplacement(
  id: string,
  { pool }: Pick<Context, "pool"> = webhookContext(),
): Promise<Replacement | null> {
  const row = await findReplacement(pool, id);
  return row && replacementOf(pool, row);
}

export type Replaced = {
  replacement: Replacement;
  /** With the new webhook's secret, the one time; null for the dashboard's own, which keeps it itself. */
  created: CreatedWebhook | null;
};

type ReplaceInput = {
  id: string;
  instead_of?: string | undefined;
  session_hash: string;
  user_id?: string | undefined;
};

/**
 * Creates the replacement of a webhook whose secret was lost, and begins where none is under way. Where the new secret
 * was lost too, it is created afresh `instead_of` that one. Safe to call again after any failure. Throws CONFLICT where
 * there is one that was not named, or it is too late for another; ServiceError.
 */
export async function replaceWebhook(input: ReplaceInput, context: Context = webhookContext()): Promise<Replaced> {
  const created = await takeStep(context, flowOf("create", input));
  return { replacement: await replacementNow(context, input.id), created };
}

/**
 * Takes the next step of a replacement, or gives it up. Throws NOT_FOUND where none is under way, CONFLICT where this
 * is not its next step or the new webhook is not as it has to be, ServiceError; calling again then goes on from where
 * it stands.
 */
export async function moveReplacement(
  { id, move }: { id: string; move: ReplacementMove },
  context: Context = webhookContext(),
): Promise<Replacement> {
  await takeStep(context, flowOf(move, { id, session_hash: "" }));
  return replacementNow(context, id);
}

type Move = ReplacementMove | "create";

const flowOf = (
  move: Move,
  { id, instead_of, session_hash, user_id }: ReplaceInput,
): Flow<Context, ReplacementRow, Move, CreatedWebhook | null> => ({
  lock: LOCKS.webhooks,

  load: async (context) =>
    (await underWay(context, id)) ?? (move === "create" ? await begin(context, id, user_id) : null),

  next(row) {
    if (afterMove(row.receiver_id === null ? "webhook" : "own_webhook", row.state, move) === null)
      throw conflict("This is not its next step.");
    return move;
  },

  steps: {
    async create(context, row) {
      // An admin may be storing its secret at this moment.
      if (row.new_webhook_id !== (instead_of ?? null))
        throw conflict("There is another replacement than the one named.");
      await deleteCreated(context, row);
      return row.receiver_id === null
        ? createFor(session_hash, context, row)
        : createOwn(row.receiver_id, context, row);
    },

    stored: ({ pool }, { id }) => noteState(pool, id, "stored"),

    async switched(context, row) {
      // Giving up may have died when the new one was gone: no one switches to that.
      await expectNewOne(context, row);
      return inTransaction(context.pool, async (client) => {
        if (row.receiver_id !== null) await promoteReplacement(client, bothOf(row));
        return noteState(client, row.id, "switched");
      });
    },

    async finish(context, row) {
      // The old one goes only while the new one is there to take its place.
      await expectNewOne(context, row);
      await deleteIfThere(webhooks(context.service), row.old_webhook_id);
      return inTransaction(context.pool, async (client) => {
        await forgetReveals(client, "webhook_secret", row.old_webhook_id);
        if (row.receiver_id !== null) await retireSecrets(client, row.receiver_id, row.old_webhook_id);
        return noteState(client, row.id, "done");
      });
    },

    async give_up(context, row) {
      const { pool, service } = context;
      if (row.new_webhook_id !== null) await expectOldOne(context, row);
      await clearLeftovers(context, webhooks(service), row.id);
      if (row.new_webhook_id !== null) await deleteIfThere(webhooks(service), row.new_webhook_id);
      await inTransaction(pool, async (client) => {
        if (row.new_webhook_id !== null) {
          await forgetReveals(client, "webhook_secret", row.new_webhook_id);
          if (row.receiver_id !== null) await retireSecrets(client, row.receiver_id, row.new_webhook_id);
        }
        await noteState(client, row.id, "given_up");
      });
      // Ends a wait for a secret that a crash during the creation may have left.
      if (row.receiver_id !== null) await awaitingSecret(pool, row.receiver_id, async () => undefined);
      return null;
    },
  },
});

const replacementNow = async ({ pool }: Context, id: string): Promise<Replacement> =>
  replacementOf(pool, (await findReplacement(pool, id)) as ReplacementRow);

async function underWay({ pool }: Context, id: string): Promise<ReplacementRow | null> {
  const row = await findReplacement(pool, id);
  return row && isUnderWay(row) && row.old_webhook_id === id ? row : null;
}

/** The intent is written before the service is called: what a crash leaves is known to belong to it. */
async function begin(context: Context, id: string, userId: string | undefined): Promise<ReplacementRow> {
  const { pool, service } = context;
  const [webhook, inUse] = await Promise.all([service.getWebhook(id), webhooksInUse(context)]);
  if (inUse.replacing.has(id)) throw conflict("It is the replacement of another one, whose secret was lost.");
  const receiverId = inUse.own.has(id) ? await receiverOf(context, id) : null;
  return insertReplacement(
    pool,
    { old_webhook_id: id, receiver_id: receiverId, ...wantedOf(webhook, receiverId) },
    userId,
  );
}

/** The same as the old one; the dashboard's own goes where it listens now, for all that it understands. */
function wantedOf({ url, events, description }: Webhook, receiverId: string | null) {
  if (receiverId !== null) {
    return {
      url: addressOf(receiverId),
      events: [...new Set([...EVENT_NAMES, ...events])],
      description: description ?? "",
    };
  }
  if (url === null) throw conflict("The service does not tell its address.");
  return { url, events, description: description ?? "" };
}

async function receiverOf({ pool }: Context, webhookId: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM receivers WHERE state = 'connected' AND webhook_id = $1",
    [webhookId],
  );
  if (!rows[0]) throw conflict("Only the webhook that the dashboard uses now can be replaced.");
  return rows[0].id;
}

/** Deletes a replacement whose secret was not stored in time. */
async function deleteCreated({ pool, service }: Context, { id, new_webhook_id }: ReplacementRow): Promise<void> {
  if (new_webhook_id === null) return;
  await deleteIfThere(webhooks(service), new_webhook_id);
  await inTransaction(pool, async (client) => {
    await forgetReveals(client, "webhook_secret", new_webhook_id);
    await forgetCreated(client, id);
  });
}

/** Its secret is held for the session that requested it, in the transaction that says that it is there. */
async function createFor(session_hash: string, context: Context, row: ReplacementRow): Promise<CreatedWebhook> {
  const { kept, ...created } = await create(context, row.id, row, {
    async keep(client, made) {
      await noteCreated(client, row, made.entry.webhook_id);
      return holdRevealIn(client, revealOf(made, session_hash));
    },
  });
  return createdWebhook(created, kept);
}

/** The dashboard's own: its receiver accepts both secrets from then on (design §6). */
async function createOwn(receiverId: string, context: Context, row: ReplacementRow): Promise<null> {
  await awaitingSecret(context.pool, receiverId, () =>
    create(context, row.id, row, {
      async keep(client, made) {
        await noteCreated(client, row, made.entry.webhook_id);
        await acceptSecret(client, receiverId, { ...made, role: "candidate" });
      },
    }),
  );
  return null;
}

async function expectNewOne({ service }: Context, row: ReplacementRow): Promise<void> {
  const created = (await service.listWebhooks()).find(({ webhook_id }) => webhook_id === row.new_webhook_id);
  if (!created || created.enabled === false) throw conflict("The new one is gone or disabled: the old one is needed.");
}

/** Finishing may have died when the old one was gone: then the new one is all there is. */
async function expectOldOne({ service }: Context, row: ReplacementRow): Promise<void> {
  const there = new Set((await service.listWebhooks()).map(({ webhook_id }) => webhook_id));
  if (there.has(row.new_webhook_id as string) && !there.has(row.old_webhook_id)) {
    throw conflict("The old one is gone: the new one is needed.");
  }
}

const bothOf = ({ receiver_id, old_webhook_id, new_webhook_id }: ReplacementRow) => {
  if (receiver_id === null || new_webhook_id === null) throw conflict("There is no replacement yet.");
  return { receiver_id, old_webhook_id, new_webhook_id };
};
