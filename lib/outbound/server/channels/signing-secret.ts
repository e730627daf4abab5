import { randomBytes } from "node:crypto";
import { fingerprintOf, forgetReveals, holdRevealIn } from "#lib/core/server/vault/reveals.ts";
import { deleteSecret, sealSecret } from "#lib/core/server/vault/vault.ts";
import { type ChannelSecret, OVERLAP_HOURS, type ReplacedSecret } from "#lib/outbound/contract/channels/channel.ts";
import { traitsOf } from "#lib/outbound/contract/channels/channel-kinds.ts";
import { conflict } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { lockChannel, readChannel } from "./read.ts";

type Owner = { id: string; name: string; session_hash: string };

/** Makes the signing secret of a webhook, and holds it for the session that shows it. */
export async function newSecret(
  tx: Client,
  { id, name, session_hash }: Owner,
): Promise<{ secret_id: string; shown: ChannelSecret }> {
  const value = `cotejo_${randomBytes(32).toString("base64url")}`;
  const secret_id = await sealSecret(tx, { kind: "channel_secret", owner: id, value });
  const held = await holdRevealIn(tx, { kind: "channel_secret", subject_id: id, name, value, session_hash });
  const shown = { secret: value, fingerprint: fingerprintOf(value), reveal_id: held.id, expires_at: held.expires_at };
  return { secret_id, shown };
}

const REPLACE = `
  UPDATE channels SET secret_id = $2, previous_secret_id = $3,
    previous_until = now() + make_interval(hours => ${OVERLAP_HOURS})
  WHERE id = $1`;

/**
 * Gives a webhook a new signing secret. The previous secret also signs for a day; an earlier secret ends at once. Throws
 * NOT_FOUND, CONFLICT for a channel that is no webhook.
 */
export function replaceSecret(
  { channel_id, session_hash }: { channel_id: string; session_hash: string },
  { pool }: Pooled = database(),
): Promise<ReplacedSecret> {
  return inTransaction(pool, async (tx) => {
    const { kind, secret_id: current, previous_secret_id: earlier } = await lockChannel(tx, channel_id);
    const { name } = await readChannel(tx, channel_id);
    if (!traitsOf(kind).signs) throw conflict("Only a webhook has a signing secret.");
    await forgetReveals(tx, "channel_secret", channel_id);
    const made = await newSecret(tx, { id: channel_id, name, session_hash });
    await tx.query(REPLACE, [channel_id, made.secret_id, current]);
    if (earlier !== null) await deleteSecret(tx, earlier);
    const { overlap_until } = await readChannel(tx, channel_id);
    return { channel_id, name, overlap_until, ...made.shown };
  });
}
