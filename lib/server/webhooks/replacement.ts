import { EVENT_NAMES } from "#lib/contract/events/event.ts";
import type { Webhook } from "#lib/contract/webhooks/webhook.ts";
import type { CreatedWebhook } from "#lib/contract/webhooks/webhook-list.ts";
import {
  afterMove,
  isReplacing,
  type Replacement,
  type ReplacementMove,
} from "#lib/contract/webhooks/webhook-replacement.ts";
import { inTransaction } from "#lib/server/db/database.ts";
import { CotejoError, notFound } from "#lib/server/errors.ts";
import { addressOf } from "#lib/server/receiver-connection/address.ts";
import { deleteIfThere } from "#lib/server/receiver-connection/ensure.ts";
import { forgetReveals, holdRevealIn } from "#lib/server/secrets/reveals.ts";
import { listAttempts } from "./attempts.ts";
import { type Context, changingWebhooks, webhookContext } from "./context.ts";
import { createdWebhook, tellingOf } from "./create.ts";
import { webhooksInUse } from "./in-use.ts";
import { deleteLeftovers, mint } from "./mint.ts";
import { acceptTwin, awaitingSecret, promoteTwin, retireSecret } from "./own-twin.ts";
import {
  findReplacement,
  forgetTwin,
  insertReplacement,
  noteState,
  noteTwin,
  type ReplacementRow,
  replacementOf,
} from "./replacement-record.ts";

const conflict = (message: string) => new CotejoError("CONFLICT", 409, message);

/** How far the replacement of a webhook's secret is, or how it ended; either of the two webhooks names it. Null without one. */
export async function getReplacement(
  id: string,
  { pool }: Pick<Context, "pool"> = webhookContext(),
): Promise<Replacement | null> {
  const row = await findReplacement(pool, id);
  return row && replacementOf(pool, row);
}

export type Twinned = {
  replacement: Replacement;
  /** With the twin's secret, the one time; null for the dashboard's own webhook, which keeps it itself. */
  created: CreatedWebhook | null;
};

type TwinInput = {
  id: string;
  instead_of?: string | undefined;
  session_hash: string;
  user_id?: string | undefined;
};

/**
 * Makes the twin of a webhook whose secret was lost, and begins the replacement where none is under way. Where the twin's
 * secret was lost too, it is made afresh `instead_of` that one. Safe to call again after any failure. Throws CONFLICT
 * where there is a twin that was not named, or it is too late for another; ServiceError.
 */
export async function makeTwin(
  { id, instead_of, session_hash, user_id }: TwinInput,
  context: Context = webhookContext(),
): Promise<Twinned> {
  const { pool, service } = context;
  return changingWebhooks(context, async () => {
    const row = (await underWay(context, id)) ?? (await begin(context, id, user_id));
    if (afterMove(row.state, "twin", row.receiver_id !== null) === null) throw conflict("The twin is in use already.");
    // Somebody may be storing its secret at this moment.
    if (row.new_webhook_id !== (instead_of ?? null)) throw conflict("There is another twin than the one named.");
    if (row.new_webhook_id !== null) {
      await deleteIfThere(service, row.new_webhook_id);
      await inTransaction(pool, async (client) => {
        await forgetReveals(client, "webhook_secret", row.new_webhook_id as string);
        await forgetTwin(client, row.id);
      });
    }
    const created = row.receiver_id === null ? await twinOf(context, row, session_hash) : await ownTwinOf(context, row);
    return { replacement: await replacementNow(context, id), created };
  });
}

/**
 * Takes the next step of a replacement, or gives it up. Throws NOT_FOUND where none is under way, CONFLICT where this is
 * not its next step or the twin is not as it has to be, ServiceError; calling again then goes on from where it stands.
 */
export async function moveReplacement(
  { id, move }: { id: string; move: Exclude<ReplacementMove, "twin"> },
  context: Context = webhookContext(),
): Promise<Replacement> {
  return changingWebhooks(context, async () => {
    const row = await underWay(context, id);
    if (!row) throw notFound("This replacement");
    if (afterMove(row.state, move, row.receiver_id !== null) === null) throw conflict("This is not its next step.");
    await MOVES[move](context, row);
    return replacementNow(context, id);
  });
}

const replacementNow = async ({ pool }: Context, id: string): Promise<Replacement> =>
  replacementOf(pool, (await findReplacement(pool, id)) as ReplacementRow);

async function underWay({ pool }: Context, id: string): Promise<ReplacementRow | null> {
  const row = await findReplacement(pool, id);
  return row && isReplacing(row.state) && row.old_webhook_id === id ? row : null;
}

/** The intent is written before anything is asked for: what a crash leaves is known to belong to it. */
async function begin(context: Context, id: string, userId: string | undefined): Promise<ReplacementRow> {
  const { pool, service } = context;
  const [webhook, inUse] = await Promise.all([service.getWebhook(id), webhooksInUse(context)]);
  if (inUse.replacing.has(id)) throw conflict("It is the twin of another one, whose secret is being replaced.");
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

/** Held for the session that asked for it, in the transaction that says that the twin is there. */
async function twinOf(context: Context, row: ReplacementRow, session_hash: string): Promise<CreatedWebhook> {
  const { kept, ...minted } = await mint(context, row, {
    replacement_id: row.id,
    keep: (made, settle) =>
      inTransaction(context.pool, async (client) => {
        await settle(client);
        await noteTwin(client, row, made.webhook.webhook_id);
        return holdRevealIn(client, tellingOf(made, session_hash));
      }),
  });
  return createdWebhook(minted, kept);
}

async function ownTwinOf(context: Context, row: ReplacementRow): Promise<null> {
  const receiverId = row.receiver_id as string;
  await awaitingSecret(context, receiverId, () =>
    mint(context, row, {
      replacement_id: row.id,
      keep: (made, settle) =>
        inTransaction(context.pool, async (client) => {
          await settle(client);
          await noteTwin(client, row, made.webhook.webhook_id);
          await acceptTwin(client, receiverId, made);
        }),
    }),
  );
  return null;
}

type Move = (context: Context, row: ReplacementRow) => Promise<unknown>;

const MOVES: Record<Exclude<ReplacementMove, "twin">, Move> = {
  stored: ({ pool }, { id }) => noteState(pool, id, "stored"),

  async switched(context, row) {
    // Giving up may have died when the twin was gone: nobody switches to that.
    await expectTwin(context, row);
    await inTransaction(context.pool, async (client) => {
      if (row.receiver_id !== null) await promoteTwin(client, twinIn(row));
      await noteState(client, row.id, "switched");
    });
  },

  async finish(context, row) {
    const { pool, service } = context;
    // The old one goes only while the twin is there to take its place.
    await expectTwin(context, row);
    await deleteIfThere(service, row.old_webhook_id);
    await inTransaction(pool, async (client) => {
      await forgetReveals(client, "webhook_secret", row.old_webhook_id);
      if (row.receiver_id !== null) await retireSecret(client, row.receiver_id, row.old_webhook_id);
      await noteState(client, row.id, "done");
    });
  },

  async give_up(context, row) {
    const { pool, service } = context;
    if (row.new_webhook_id !== null) await expectOldOne(context, row);
    await deleteLeftovers(context, await listAttempts(pool, row.id));
    if (row.new_webhook_id !== null) await deleteIfThere(service, row.new_webhook_id);
    await inTransaction(pool, async (client) => {
      if (row.new_webhook_id !== null) {
        await forgetReveals(client, "webhook_secret", row.new_webhook_id);
        if (row.receiver_id !== null) await retireSecret(client, row.receiver_id, row.new_webhook_id);
      }
      await noteState(client, row.id, "given_up");
    });
    // What a crash while the twin was made may have left open.
    if (row.receiver_id !== null) await awaitingSecret(context, row.receiver_id, async () => undefined);
  },
};

async function expectTwin({ service }: Context, row: ReplacementRow): Promise<void> {
  const twin = (await service.listWebhooks()).find(({ webhook_id }) => webhook_id === row.new_webhook_id);
  if (!twin || twin.enabled === false) throw conflict("The twin is gone or disabled: the old one is needed.");
}

/** Finishing may have died when the old one was gone: then the twin is all there is. */
async function expectOldOne({ service }: Context, row: ReplacementRow): Promise<void> {
  const there = new Set((await service.listWebhooks()).map(({ webhook_id }) => webhook_id));
  if (there.has(row.new_webhook_id as string) && !there.has(row.old_webhook_id)) {
    throw conflict("The old one is gone: the twin is needed.");
  }
}

const twinIn = ({ receiver_id, old_webhook_id, new_webhook_id }: ReplacementRow) => {
  if (receiver_id === null || new_webhook_id === null) throw conflict("There is no twin yet.");
  return { receiver_id, old_webhook_id, new_webhook_id };
};
